import asyncio
import sys


async def main(number):
    tasks = []
    for _ in range(number):
        tasks.append(asyncio.sleep(10))
    await asyncio.gather(*tasks)


asyncio.run(main(int(sys.argv[1])))
