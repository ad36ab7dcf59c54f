//! A campaign of failures through the whole portal: whatever happens to whichever call of a push, there is one document in the end, with
//! the right content (rules.md#exactly-once). The portal is the built program over its own database, killed without warning where a case
//! says so; the accounting systems answer over their wire protocols.
//!
//! The short form runs some cases of each connector on each engine. The long form runs all of them: `make erp-campaign`.

mod cases;
mod lane;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use erp_sandbox::System;
use store::Engine;

use cases::{Case, long, short};
use lane::{Came, Lane};

/// Programs that work beside each other in the long form.
const LANES: usize = 6;
/// The cases that the long form must make to meet their failure.
const FEWEST: usize = 200;

/// What the cases came to.
#[derive(Default)]
struct Tally {
    met: usize,
    pushes: usize,
    killed: usize,
    by_failure: BTreeMap<&'static str, usize>,
}

impl Tally {
    fn add(&mut self, case: &Case, came: Came) {
        self.met += usize::from(came.has_met);
        self.pushes += came.pushes;
        self.killed += came.killed;
        *self.by_failure.entry(case.failure.name()).or_default() += usize::from(came.has_met);
    }
}

async fn run(system: System, engine: Engine, cases: Vec<Case>, lanes: usize) -> Tally {
    let (next, tally) = (AtomicUsize::new(0), Mutex::new(Tally::default()));
    let mut ready = Vec::new();
    for _ in 0..lanes {
        ready.push(Lane::start(system, engine).await);
    }
    let handle = tokio::runtime::Handle::current();
    let work = |mut lane: Lane| {
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let came = lane.run(&handle, case);
            tally.lock().expect("no case failed").add(case, came);
        }
    };
    tokio::task::block_in_place(|| {
        std::thread::scope(|scope| {
            let begun: Vec<_> = ready.into_iter().map(|lane| scope.spawn(|| work(lane))).collect();
            for lane in begun {
                lane.join().expect("every case ends in one document");
            }
        });
    });
    tally.into_inner().expect("no case failed")
}

async fn some_failures_of(system: System, engine: Engine) {
    let cases = short();
    let count = cases.len();
    let tally = run(system, engine, cases, 1).await;
    assert_eq!(tally.met, count, "{engine:?}: {:?}", tally.by_failure);
}

async fn all_failures_of(system: System, engine: Engine) {
    let cases = long();
    let count = cases.len();
    let begun = std::time::Instant::now();
    let tally = run(system, engine, cases, LANES).await;
    println!(
        "{system:?} on {engine:?}: {count} cases, {} met their failure, {} pushes, {} programs killed, one document each; {:?}; {} s",
        tally.met,
        tally.pushes,
        tally.killed,
        tally.by_failure,
        begun.elapsed().as_secs()
    );
    assert!(tally.met >= FEWEST, "only {} cases met their failure", tally.met);
}

/// Makes a test of each pair of an accounting system and an engine.
macro_rules! of_each {
    ($form:ident, $work:ident $(, $ignored:meta)?) => {
        mod $form {
            use super::{Engine, System, $work};

            #[tokio::test(flavor = "multi_thread")]
            $(#[$ignored])?
            async fn quickbooks_on_sqlite() {
                $work(System::QuickBooks, Engine::Sqlite).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            $(#[$ignored])?
            async fn quickbooks_on_postgres() {
                $work(System::QuickBooks, Engine::Postgres).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            $(#[$ignored])?
            async fn netsuite_on_sqlite() {
                $work(System::NetSuite, Engine::Sqlite).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            $(#[$ignored])?
            async fn netsuite_on_postgres() {
                $work(System::NetSuite, Engine::Postgres).await;
            }
        }
    };
}

of_each!(short_form, some_failures_of);
of_each!(long_form, all_failures_of, ignore = "takes minutes; make erp-campaign runs it");
