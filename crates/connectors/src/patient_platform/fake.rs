//! A platform that remembers what it was told and misbehaves where it is told to, for tests of those who call it.

use std::collections::{BTreeMap, HashMap};
use std::future::poll_fn;
use std::sync::{Mutex, PoisonError};
use std::task::{Poll, Waker};

use async_trait::async_trait;
use chrono::NaiveDate;
use uuid::Uuid;

use super::{Eligibility, GroupSync, PatientPlatform, PlatformError, Result, SyncKey};

/// The calls of [`PatientPlatform`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Call {
    /// The beginning of a sync.
    Begin,
    /// A part of it.
    Push,
    /// Its end.
    Finish,
    /// The number of covered members.
    Count,
}

/// What is wrong with a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    Refuses,
    Panics,
    Hangs,
}

/// The platform.
#[derive(Debug, Default)]
pub struct FakePlatform(Mutex<Told>);

#[derive(Debug, Default)]
struct Told {
    fault: Option<(Call, Fault)>,
    hanging: Vec<Waker>,
    /// Who waits until a call hangs.
    watching: Vec<Waker>,
    open: HashMap<SyncKey, (GroupSync, BTreeMap<u32, Vec<Eligibility>>)>,
    finished: HashMap<SyncKey, u64>,
    covered: HashMap<Uuid, Vec<Eligibility>>,
    syncs: usize,
}

impl FakePlatform {
    /// One that refuses every call of this kind.
    pub fn failing(call: Call) -> Self {
        Self::with(call, Fault::Refuses)
    }

    /// One that panics at every call of this kind.
    pub fn panicking(call: Call) -> Self {
        Self::with(call, Fault::Panics)
    }

    /// One that answers no call of this kind.
    pub fn hanging(call: Call) -> Self {
        Self::with(call, Fault::Hangs)
    }

    fn with(call: Call, fault: Fault) -> Self {
        let fake = Self::default();
        fake.told(|told| told.fault = Some((call, fault)));
        fake
    }

    /// From now on every call succeeds, those that hang too.
    pub fn recover(&self) {
        self.told(|told| {
            told.fault = None;
            told.hanging.drain(..).for_each(Waker::wake);
        });
    }

    /// From now on the calls that did not succeed are refused, those that hang too.
    pub fn fail(&self) {
        self.told(|told| {
            told.fault = told.fault.map(|(call, _)| (call, Fault::Refuses));
            told.hanging.drain(..).for_each(Waker::wake);
        });
    }

    /// Waits until a call hangs.
    pub async fn hangs(&self) {
        poll_fn(|caller| {
            self.told(|told| {
                if told.hanging.is_empty() {
                    told.watching.push(caller.waker().clone());
                    return Poll::Pending;
                }
                Poll::Ready(())
            })
        })
        .await;
    }

    /// The members that are taken as covered by a group, from its last finished sync.
    pub fn covered(&self, group: Uuid) -> Vec<Eligibility> {
        self.told(|told| told.covered.get(&group).cloned().unwrap_or_default())
    }

    /// How many syncs were begun.
    pub fn syncs(&self) -> usize {
        self.told(|told| told.syncs)
    }

    fn told<T>(&self, with: impl FnOnce(&mut Told) -> T) -> T {
        with(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    async fn attempt<T>(&self, call: Call, with: impl FnOnce(&mut Told) -> Result<T> + Send) -> Result<T> {
        let fault = || self.told(|told| told.fault.filter(|(of, _)| *of == call).map(|(_, fault)| fault));
        assert_ne!(fault(), Some(Fault::Panics), "it was told to panic");
        poll_fn(|caller| {
            if fault() != Some(Fault::Hangs) {
                return Poll::Ready(());
            }
            self.told(|told| {
                told.hanging.push(caller.waker().clone());
                told.watching.drain(..).for_each(Waker::wake);
            });
            Poll::Pending
        })
        .await;
        match fault() {
            Some(_) => Err(PlatformError::Unavailable("it was told to fail".to_owned())),
            None => self.told(with),
        }
    }
}

#[async_trait]
impl PatientPlatform for FakePlatform {
    async fn begin(&self, sync: &GroupSync) -> Result<()> {
        self.attempt(Call::Begin, |told| {
            told.open.retain(|key, (open, _)| open.group != sync.group || *key == sync.key);
            told.open.entry(sync.key).or_insert((*sync, BTreeMap::new()));
            told.syncs += 1;
            Ok(())
        })
        .await
    }

    async fn push(&self, key: SyncKey, part: u32, members: &[Eligibility]) -> Result<()> {
        self.attempt(Call::Push, |told| {
            let (_, parts) = told.open.get_mut(&key).ok_or_else(unknown)?;
            parts.insert(part, members.to_vec());
            Ok(())
        })
        .await
    }

    async fn finish(&self, key: SyncKey) -> Result<u64> {
        self.attempt(Call::Finish, |told| {
            if let Some(covered) = told.finished.get(&key) {
                return Ok(*covered);
            }
            let (sync, parts) = told.open.remove(&key).ok_or_else(unknown)?;
            let all = parts.into_values().flatten();
            let covered: Vec<_> = all.filter(|member| member.is_covered_on(sync.on)).collect();
            let number = covered.len() as u64;
            told.covered.insert(sync.group, covered);
            told.finished.insert(key, number);
            Ok(number)
        })
        .await
    }

    async fn count(&self, group: Uuid, days: &[NaiveDate]) -> Result<Option<Vec<u64>>> {
        self.attempt(Call::Count, |told| {
            let known = told.covered.get(&group).map(Vec::as_slice).unwrap_or_default();
            let on = |day: &NaiveDate| known.iter().filter(|member| member.is_covered_on(*day)).count() as u64;
            Ok(Some(days.iter().map(on).collect()))
        })
        .await
    }
}

fn unknown() -> PlatformError {
    PlatformError::Refused("there is no such open sync".to_owned())
}
