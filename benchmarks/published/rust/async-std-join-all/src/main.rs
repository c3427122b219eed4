use std::{env, time::Duration};

use async_std::task::sleep;
use futures::future::join_all;

#[async_std::main]
async fn main() {
    let number: usize = env::args().nth(1).unwrap().parse().unwrap();
    let mut tasks = Vec::new();
    for _ in 0..number {
        tasks.push(sleep(Duration::from_secs(10)));
    }
    join_all(tasks).await;
}
