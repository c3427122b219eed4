mod contract;

use tokio::time::sleep;

#[tokio::main]
async fn main() {
    let (tasks, pause) = contract::arguments();
    let handles: Vec<_> = (0..tasks)
        .map(|_| {
            tokio::spawn(async move {
                contract::task_started();
                sleep(pause).await;
                contract::task_finished();
            })
        })
        .collect();
    for handle in handles {
        handle.await.unwrap();
    }
    contract::done(contract::tasks_finished());
}
