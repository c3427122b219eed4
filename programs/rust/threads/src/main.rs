mod contract;

use std::thread;

fn main() {
    let (tasks, pause) = contract::arguments();
    let handles: Vec<_> = (0..tasks)
        .map(|_| {
            thread::spawn(move || {
                contract::task_started();
                thread::sleep(pause);
                contract::task_finished();
            })
        })
        .collect();
    for handle in handles {
        handle.join().unwrap();
    }
    contract::done(contract::tasks_finished());
}
