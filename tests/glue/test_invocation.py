"""What every invocation asks before it begins: on a cluster, many at once."""

import contextlib
from multiprocessing import get_context

from common.command_line import UserError
from glue import invocation

JOBS, TIMES = 4, 500


def ask(project, begin, refusals):
    invocation.PROJECT = project
    begin.wait()
    with contextlib.suppress(UserError):
        for _ in range(TIMES):
            invocation.require_writable_results()
        return
    refusals.release()


def test_jobs_that_begin_at_the_same_time_do_not_refuse_each_other(tmp_path):
    processes = get_context("fork")
    begin, refusals = processes.Barrier(JOBS), processes.Semaphore(0)
    jobs = [processes.Process(target=ask, args=(tmp_path, begin, refusals)) for _ in range(JOBS)]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    assert [job.exitcode for job in jobs] == [0] * JOBS
    assert not refusals.acquire(block=False)
    assert not list((tmp_path / "results").iterdir())
