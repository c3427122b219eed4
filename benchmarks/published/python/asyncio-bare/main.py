import asyncio
import sys


async def main(number):
    tasks = tuple(asyncio.create_task(asyncio.sleep(10)) for _ in range(number))
    for task in tasks:
        await task


asyncio.run(main(int(sys.argv[1])))
