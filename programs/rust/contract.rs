//! What every program prints and accepts: `program N SECONDS`, READY when all tasks live, DONE when all have ended.

#![allow(dead_code, reason = "a program of bare timers counts no tasks")]

use std::sync::atomic::{
    AtomicUsize,
    Ordering::{Relaxed, SeqCst},
};
use std::{env, process, time::Duration};

const USAGE: &str =
    "usage: program N SECONDS (N from 1 to 100000000, SECONDS from 0, fractions allowed)";
const MOST_TASKS: usize = 100_000_000;
const LONGEST_SLEEP: Duration = Duration::from_secs(1_000_000);

static TASKS: AtomicUsize = AtomicUsize::new(0);
static STARTED: AtomicUsize = AtomicUsize::new(0);
static FINISHED: AtomicUsize = AtomicUsize::new(0);

/// N and SECONDS of the command line; anything else ends the process with a usage line and exit code 2.
pub fn arguments() -> (usize, Duration) {
    let words: Vec<String> = env::args().skip(1).collect();
    let Some((tasks, sleep)) = parse(&words) else {
        eprintln!("{USAGE}");
        process::exit(2);
    };
    TASKS.store(tasks, Relaxed);
    (tasks, sleep)
}

fn parse(words: &[String]) -> Option<(usize, Duration)> {
    let [tasks, seconds] = words else { return None };
    let tasks = tasks.parse().ok()?;
    let sleep = Duration::try_from_secs_f64(seconds.parse().ok()?).ok()?;
    ((1..=MOST_TASKS).contains(&tasks) && sleep <= LONGEST_SLEEP).then_some((tasks, sleep))
}

/// Called by a task before it sleeps; the last one says READY.
pub fn task_started() {
    let started = STARTED.fetch_add(1, SeqCst) + 1;
    if started == TASKS.load(Relaxed) {
        ready(started, tasks_finished());
    }
}

/// Called by a task after its sleep.
pub fn task_finished() {
    FINISHED.fetch_add(1, SeqCst);
}

pub fn tasks_finished() -> usize {
    FINISHED.load(SeqCst)
}

pub fn ready(started: usize, finished: usize) {
    println!("READY n={started} done={finished}");
}

pub fn done(finished: usize) {
    println!("DONE n={finished}");
}
