use std::{env, thread, time::Duration};

fn main() {
    let number: usize = env::args().nth(1).unwrap().parse().unwrap();
    let mut handles = Vec::new();
    for _ in 0..number {
        handles.push(thread::spawn(|| {
            thread::sleep(Duration::from_secs(10));
        }));
    }
    for handle in handles {
        handle.join().unwrap();
    }
}
