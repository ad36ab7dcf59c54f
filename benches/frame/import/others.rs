//! What other people notice: lists are read and notes are written again and again while something else goes on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::task::JoinHandle;

use crate::client::Client;
use crate::roster::fill::Filled;

/// How long the others are watched while nothing else goes on.
const REST: Duration = Duration::from_secs(6);
/// Between two calls of one person.
const PAUSE: Duration = Duration::from_millis(10);

/// How long their calls took.
pub struct Others {
    lists: Vec<Duration>,
    writes: Vec<Duration>,
}

/// People at work.
pub struct Watched {
    stop: Arc<AtomicBool>,
    lists: JoinHandle<anyhow::Result<Vec<Duration>>>,
    writes: JoinHandle<anyhow::Result<Vec<Duration>>>,
}

impl Others {
    /// Lets one read lists and one write notes, until they are told to stop.
    pub fn watch(client: &Client, filled: &Filled) -> Watched {
        let stop = Arc::new(AtomicBool::new(false));
        let groups = filled.groups.clone();
        let (reader, writer) = (client.clone(), client.clone());
        let (first, second) = (Arc::clone(&stop), Arc::clone(&stop));
        let group = groups[1];
        let lists = tokio::spawn(async move {
            let mut took = Vec::new();
            while !stopped(&first).await {
                let group = groups[1 + took.len() % 200];
                let page = 1 + took.len() % 4;
                took.push(
                    reader.time(&format!("/api/v1/employees/search?GroupId={group}&PerPage=25&Page={page}")).await?,
                );
            }
            Ok(took)
        });
        let writes = tokio::spawn(async move {
            let mut took = Vec::new();
            while !stopped(&second).await {
                let begun = Instant::now();
                writer
                    .post(&format!("/api/v1/employers/{group}/notes"), json!({"Note": "Called about the plan."}))
                    .await?;
                took.push(begun.elapsed());
            }
            Ok(took)
        });
        Watched { stop, lists, writes }
    }

    /// The time that so many percent of the lists stay under.
    pub fn lists(&self, percent: f64) -> Duration {
        at(&self.lists, percent)
    }

    /// The same of writes.
    pub fn writes(&self, percent: f64) -> Duration {
        at(&self.writes, percent)
    }
}

impl Watched {
    /// Watches them for a while, and stops.
    pub async fn rest(self) -> anyhow::Result<Others> {
        tokio::time::sleep(REST).await;
        self.stop().await
    }

    /// Stops them.
    pub async fn stop(self) -> anyhow::Result<Others> {
        self.stop.store(true, Ordering::Relaxed);
        Ok(Others { lists: self.lists.await??, writes: self.writes.await?? })
    }
}

/// After a pause, whether to stop.
async fn stopped(stop: &AtomicBool) -> bool {
    tokio::time::sleep(PAUSE).await;
    stop.load(Ordering::Relaxed)
}

fn at(took: &[Duration], percent: f64) -> Duration {
    let mut sorted = took.to_vec();
    sorted.sort();
    let place = (sorted.len() as f64 * percent / 100.0).ceil() as usize;
    sorted.get(place.saturating_sub(1)).copied().unwrap_or_default()
}
