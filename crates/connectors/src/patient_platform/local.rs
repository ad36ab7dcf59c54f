//! The platform of an installation without one: it works out who is covered, and tells nobody.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use chrono::NaiveDate;
use uuid::Uuid;

use super::{Eligibility, GroupSync, PatientPlatform, PlatformError, Result, SyncKey};

/// How many finished syncs are remembered, for a call that is repeated.
const REMEMBERED: usize = 100;

/// Works out eligibility in this process. It keeps numbers only, never members.
#[derive(Debug, Default)]
pub struct LocalPlatform(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    open: HashMap<SyncKey, Open>,
    finished: VecDeque<(SyncKey, u64)>,
}

#[derive(Debug)]
struct Open {
    group: Uuid,
    on: NaiveDate,
    /// Covered members by part.
    covered: BTreeMap<u32, u64>,
}

impl LocalPlatform {
    fn known<T>(&self, with: impl FnOnce(&mut Known) -> T) -> T {
        with(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[async_trait]
impl PatientPlatform for LocalPlatform {
    async fn begin(&self, sync: &GroupSync) -> Result<()> {
        self.known(|known| {
            known.open.retain(|key, open| open.group != sync.group || *key == sync.key);
            let open = Open { group: sync.group, on: sync.on, covered: BTreeMap::new() };
            known.open.entry(sync.key).or_insert(open);
        });
        Ok(())
    }

    async fn push(&self, key: SyncKey, part: u32, members: &[Eligibility]) -> Result<()> {
        self.known(|known| {
            let open = known.open.get_mut(&key).ok_or_else(unknown)?;
            let covered = members.iter().filter(|member| member.is_covered_on(open.on)).count();
            open.covered.insert(part, covered as u64);
            Ok(())
        })
    }

    async fn finish(&self, key: SyncKey) -> Result<u64> {
        self.known(|known| {
            if let Some((_, covered)) = known.finished.iter().find(|(finished, _)| *finished == key) {
                return Ok(*covered);
            }
            let open = known.open.remove(&key).ok_or_else(unknown)?;
            let covered = open.covered.values().sum();
            known.finished.push_back((key, covered));
            if known.finished.len() > REMEMBERED {
                known.finished.pop_front();
            }
            Ok(covered)
        })
    }

    async fn count(&self, _: Uuid, _: &[NaiveDate]) -> Result<Option<Vec<u64>>> {
        Ok(None)
    }
}

fn unknown() -> PlatformError {
    PlatformError::Refused("there is no such open sync".to_owned())
}
