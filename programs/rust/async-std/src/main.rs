mod contract;

use async_std::task;

#[async_std::main]
async fn main() {
    let (tasks, pause) = contract::arguments();
    let handles: Vec<_> = (0..tasks)
        .map(|_| {
            task::spawn(async move {
                contract::task_started();
                task::sleep(pause).await;
                contract::task_finished();
            })
        })
        .collect();
    for handle in handles {
        handle.await;
    }
    contract::done(contract::tasks_finished());
}
