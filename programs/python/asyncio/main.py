import asyncio

import contract


async def task(seconds):
    contract.task_started()
    await asyncio.sleep(seconds)
    contract.task_finished()


async def main():
    number, seconds = contract.arguments()
    tasks = [asyncio.create_task(task(seconds)) for _ in range(number)]
    await asyncio.gather(*tasks)
    contract.done()


asyncio.run(main())
