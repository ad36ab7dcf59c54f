//! Calls for the documents of many snapshots, ten beside each other (rules.md#bulk-push). What takes them from a list, such as a billing run or a
//! bulk action, notes what came of each, and goes on with the rest when the ERP takes calls again.

use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};

use chrono::{DateTime, TimeDelta, Utc};
use domain::Invalid;
use domain::billing::run::back_off;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use store::snapshots::FrozenSnapshot;

use super::service::is_running;
use crate::context::Context;
use crate::error::{Error, Result};

/// Documents that are asked for beside each other.
const AT_ONCE: usize = 10;
/// How often in a row an ERP may take no more calls before a document counts as not reached.
const THROTTLED_TIMES: u32 = 8;

/// Said of a snapshot that is not there any more.
pub const DELETED: &str = "The snapshot was deleted before it was sent.";

/// How a call ended.
#[derive(Debug)]
pub enum Ended {
    /// It was done.
    Well(Box<FrozenSnapshot>),
    /// Another call for the same snapshot is made right now: it follows later.
    Busy,
    /// The ERP takes no more calls for so long.
    Throttled(TimeDelta),
    /// It was refused with these words.
    Refused(String),
    /// The ERP could not be reached, or did not answer, with these words.
    Unreached(String),
}

impl Ended {
    /// How a call ended, by its answer. After so many times in a row, an ERP that takes no more calls, or gives no
    /// answer, counts as not reached.
    ///
    /// # Errors
    /// A fault of ours.
    pub fn of(answer: Result<FrozenSnapshot>, throttled: u32) -> Result<Self> {
        match answer {
            Ok(snapshot) => Ok(Self::Well(Box::new(snapshot))),
            Err(busy) if is_running(&busy) => Ok(Self::Busy),
            Err(Error::Throttled { wait, .. }) if throttled < THROTTLED_TIMES => Ok(Self::Throttled(wait)),
            Err(Error::Away(_)) if throttled < THROTTLED_TIMES => Ok(Self::Throttled(TimeDelta::zero())),
            Err(Error::Invalid(refused)) => Ok(Self::Refused(first_message(&refused))),
            Err(Error::Unreached(away) | Error::Away(away) | Error::Throttled { said: away, .. }) => {
                Ok(Self::Unreached(first_message(&away)))
            }
            Err(Error::NotFound) => Ok(Self::Refused(DELETED.to_owned())),
            Err(fault) => Err(fault),
        }
    }
}

/// What came of one of the documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Came {
    /// It was noted.
    Noted,
    /// It follows later, or never.
    Left,
    /// The ERP takes no more calls for so long.
    Throttled(TimeDelta),
}

/// What came of some of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CameOfAll {
    /// How long the ERP takes no more calls.
    wait: Option<TimeDelta>,
    has_noted: bool,
}

impl CameOfAll {
    /// When the same are to be asked for again and how often in a row that was, where the ERP takes no more calls.
    pub fn again(self, ctx: &Context, throttled: u32) -> Option<(DateTime<Utc>, u32)> {
        let wait = self.wait?;
        let times = if self.has_noted { 1 } else { throttled + 1 };
        Some((ctx.now() + back_off(times, wait, ctx.randomness.guid().as_u128()), times))
    }
}

/// Asks for each of them, ten at once. Once the ERP takes no more calls, the rest is left.
///
/// # Errors
/// The first fault of ours.
pub async fn ask_for_each<Item, Asked>(all: Vec<Item>, one: impl Fn(Item) -> Asked) -> Result<CameOfAll>
where
    Asked: Future<Output = Result<Came>>,
{
    let is_full = AtomicBool::new(false);
    let (one, is_full) = (&one, &is_full);
    let asked = stream::iter(all).map(|item| async move {
        if is_full.load(Ordering::Relaxed) {
            return Ok(Came::Left);
        }
        let came = one(item).await?;
        if matches!(came, Came::Throttled(_)) {
            is_full.store(true, Ordering::Relaxed);
        }
        Ok::<Came, Error>(came)
    });
    let came: Vec<Came> = asked.buffer_unordered(AT_ONCE).try_collect().await?;
    Ok(CameOfAll {
        wait: came.iter().filter_map(|came| if let Came::Throttled(wait) = came { Some(*wait) } else { None }).max(),
        has_noted: came.contains(&Came::Noted),
    })
}

/// What a person reads of a refusal.
pub fn first_message(refused: &Invalid) -> String {
    refused.0.first().map(|said| said.message.clone()).unwrap_or_default()
}
