use std::{env, time::Duration};

use async_std::task::{sleep, spawn};

#[async_std::main]
async fn main() {
    let number = env::args().nth(1).unwrap().parse().unwrap();
    let mut tasks = Vec::with_capacity(number);
    for _ in 0..number {
        tasks.push(spawn(sleep(Duration::from_secs(10))));
    }
    for task in tasks {
        task.await;
    }
}
