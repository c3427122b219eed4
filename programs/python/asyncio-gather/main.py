import asyncio

import contract


async def task(seconds):
    contract.task_started()
    await asyncio.sleep(seconds)
    contract.task_finished()


async def main():
    number, seconds = contract.arguments()
    coroutines = [task(seconds) for _ in range(number)]
    await asyncio.gather(*coroutines)
    contract.done()


asyncio.run(main())
