import asyncio
from collections import Counter
from inspect import CORO_CLOSED, CORO_SUSPENDED, getcoroutinestate

import contract


async def say_ready(coroutines):
    """The last to start: what has begun by then and what has ended is read from the coroutines themselves; only this one runs."""
    states = Counter(map(getcoroutinestate, coroutines))
    print(f"READY n={states[CORO_SUSPENDED] + states[CORO_CLOSED]} done={states[CORO_CLOSED]}", flush=True)


async def main():
    number, seconds = contract.arguments()
    coroutines = [asyncio.sleep(seconds) for _ in range(number)]
    coroutines.append(say_ready(coroutines))
    results = await asyncio.gather(*coroutines)
    contract.finished = len(results) - 1  # say_ready has ended too, and is no task
    contract.done()


asyncio.run(main())
