mod contract;

use std::task::Poll;

use futures::{future::join_all, poll};
use tokio::{task::unconstrained, time::sleep};

#[tokio::main]
async fn main() {
    let (tasks, pause) = contract::arguments();
    // Unconstrained: otherwise tokio's cooperative budget ends each poll after 128 timers, and one poll would not arm them all.
    let mut timers = unconstrained(join_all((0..tasks).map(|_| sleep(pause))));
    // One poll arms every timer; what it returns is taken in case all were due at once (SECONDS = 0).
    let armed = poll!(&mut timers);
    contract::ready(tasks, 0);
    let finished = match armed {
        Poll::Ready(finished) => finished,
        Poll::Pending => timers.await,
    };
    contract::done(finished.len());
}
