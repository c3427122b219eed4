import asyncio
import sys


async def perform_task():
    await asyncio.sleep(10)


async def main(number):
    tasks = []
    for _ in range(number):
        tasks.append(asyncio.create_task(perform_task()))
    await asyncio.gather(*tasks)


asyncio.run(main(int(sys.argv[1])))
