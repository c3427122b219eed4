use std::{env, time::Duration};

use futures::future::join_all;
use tokio::time::sleep;

#[tokio::main]
async fn main() {
    let number: usize = env::args().nth(1).unwrap().parse().unwrap();
    join_all((0..number).map(|_| sleep(Duration::from_secs(10)))).await;
}
