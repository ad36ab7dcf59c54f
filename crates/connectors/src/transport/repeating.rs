//! One call with all its attempts: what is repeated, what is refreshed, and what is said in the end.

use std::time::Duration;

use reqwest::{Client, RequestBuilder};
use tokio::sync::Semaphore;
use tokio::time::Instant;

use super::pace::{Lane, Pace};
use super::{Answer, Known, Limits, Silence, client, send};
use crate::Result;
use crate::error::{ConnectorError, VendorAnswer};
use crate::secret::Secret;
use crate::settings::BadSetting;
use crate::tokens::TokenKeeper;

/// The HTTP status of a call that comes too soon.
const TOO_MANY: u16 = 429;
/// The HTTP status of a call whose token is not taken.
const UNAUTHORIZED: u16 = 401;
/// How often a call of [`Nature::Once`] is made that surely did nothing.
const ROUNDS: u32 = 3;
/// The HTTP status of a call that the account may not make.
const FORBIDDEN: u16 = 403;

/// What may be done about a call that got no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nature {
    /// It changes nothing: repeat it.
    Read,
    /// It changes nothing, and a person waits for it, such as a search while typing: it passes the calls that wait.
    Lookup,
    /// It makes a document: look it up before it is repeated.
    Create,
    /// It sets a document to one content: repeat it.
    Update,
    /// Each arrival counts: never repeat what was answered or may have arrived. The caller repeats it once it knows that nothing was done.
    Once,
}

impl Nature {
    const fn changes_nothing(self) -> bool {
        matches!(self, Self::Read | Self::Lookup)
    }
}

/// What an answer means.
#[derive(Debug)]
pub(crate) enum Verdict<T> {
    /// It is what was asked for.
    Fine(T),
    /// Nothing was done; later it may be.
    Busy(VendorAnswer, Option<Duration>),
    /// Something may have been done.
    Unclear(VendorAnswer),
    /// It failed without the vendor's words: a proxy may have answered after the vendor did the work.
    Wordless(VendorAnswer, Option<Duration>),
    /// The token was not taken.
    BadToken(VendorAnswer),
    /// Nothing was done, and nothing will be.
    Refused(ConnectorError),
}

/// Makes calls to one account, within its limits and with its token.
pub(crate) struct Caller {
    client: Client,
    pub(crate) keeper: TokenKeeper,
    limits: Limits,
    /// The calls that are being made.
    gate: Semaphore,
    /// Those of them that are no lookup: one place is kept for a person who waits.
    queue: Semaphore,
    pace: Pace,
    /// How many times in a row a token may be turned down; the first time it is refreshed, the others are waited out.
    turned_down: u32,
}

impl Caller {
    /// Calls with the tokens of a keeper, whose known secrets no answer repeats.
    pub(crate) fn new(keeper: TokenKeeper, limits: Limits, turned_down: u32) -> std::result::Result<Self, BadSetting> {
        let client = client(&limits).map_err(|error| BadSetting::of("ApiBaseUrl", error.to_string()))?;
        let gate = Semaphore::new(limits.at_once);
        let queue = Semaphore::new(limits.at_once.saturating_sub(1).max(1));
        let pace = Pace::new(limits.a_minute);
        Ok(Self { client, keeper, limits, gate, queue, pace, turned_down })
    }

    /// Makes a call. `ask` builds it, `judge` tells what its answer means.
    pub(crate) async fn call<T>(
        &self,
        nature: Nature,
        ask: impl Fn(&Client, &Secret) -> RequestBuilder + Send + Sync,
        judge: impl Fn(Answer) -> Verdict<T> + Send + Sync,
    ) -> Result<T> {
        let mut state = Attempts { nature, started: Instant::now(), made: 0, doubt: None, is_answered: false };
        let (mut stale, mut turned_down) = (None, 0);
        loop {
            let bearer = self.keeper.bearer(stale.as_ref()).await.map_err(|failure| state.failed(failure))?;
            let verdict = self.attempt(nature, ask(&self.client, &bearer), &judge).await;
            state.made += 1;
            let (failure, wait) = match verdict {
                Verdict::Fine(value) => return Ok(value),
                Verdict::Refused(failure) => return Err(state.failed(failure)),
                Verdict::BadToken(answer) => {
                    turned_down += 1;
                    if turned_down > self.turned_down || nature == Nature::Once {
                        return Err(state.failed(ConnectorError::NewCredentials(answer)));
                    }
                    if turned_down == 1 {
                        stale = Some(bearer);
                        continue;
                    }
                    (ConnectorError::NewCredentials(answer), None)
                }
                Verdict::Busy(answer, wait) => {
                    state.is_answered = answer.http_status.is_some();
                    (ConnectorError::Retry { answer, wait }, wait)
                }
                Verdict::Unclear(answer) => (state.unclear(answer), None),
                Verdict::Wordless(answer, _) if !nature.changes_nothing() => (state.unclear(answer), None),
                Verdict::Wordless(answer, _) if answer.http_status == Some(FORBIDDEN) => {
                    return Err(state.failed(ConnectorError::NewCredentials(answer)));
                }
                Verdict::Wordless(answer, wait) => (ConnectorError::Retry { answer, wait }, wait),
            };
            match self.pause(&state, wait) {
                Some(pause) => tokio::time::sleep(pause).await,
                None => return Err(state.failed(failure)),
            }
        }
    }

    /// Returns whether a failed call of [`Nature::Once`] that surely did nothing may be made again, after the wait before that. It may where
    /// the vendor was busy or turned the token down, up to [`ROUNDS`] times in all.
    pub(crate) async fn may_repeat(&self, round: u32, failure: &ConnectorError) -> bool {
        let asked = match failure {
            ConnectorError::NewCredentials(answer) if answer.http_status == Some(UNAUTHORIZED) => None,
            other => match other.throttled() {
                Some(asked) => Some(asked),
                None => return false,
            },
        };
        let wait = if round < ROUNDS { pause(&self.limits, round, Instant::now(), asked) } else { None };
        if let Some(wait) = wait {
            tokio::time::sleep(wait).await;
        }
        wait.is_some()
    }

    /// Makes a call that needs no token, such as that for one.
    pub(crate) async fn plain<T>(
        limits: &Limits,
        known: &Known,
        ask: impl Fn() -> RequestBuilder + Send + Sync,
        judge: impl Fn(Answer) -> Verdict<T> + Send + Sync,
    ) -> Result<T> {
        let (mut made, started) = (0, Instant::now());
        loop {
            let (answer, wait) = match judged(send(ask(), limits.answer, known).await, &judge) {
                Verdict::Fine(value) => return Ok(value),
                Verdict::Refused(failure) => return Err(failure),
                Verdict::BadToken(answer) => return Err(ConnectorError::NewCredentials(answer)),
                Verdict::Busy(answer, wait) => (answer, wait),
                Verdict::Unclear(answer) => (answer, None),
                Verdict::Wordless(answer, wait) => (answer, wait),
            };
            made += 1;
            match pause(limits, made, started, wait) {
                Some(pause) => tokio::time::sleep(pause).await,
                None => return Err(ConnectorError::Retry { answer, wait }),
            }
        }
    }

    async fn attempt<T>(
        &self,
        nature: Nature,
        request: RequestBuilder,
        judge: &(impl Fn(Answer) -> Verdict<T> + Sync),
    ) -> Verdict<T> {
        let is_lookup = nature == Nature::Lookup;
        // A call waits for its time before it takes one of the vendor's places, so that a lookup finds one free.
        let _queued = if is_lookup { None } else { self.queue.acquire().await.ok() };
        if let Err(wait) = self.pace.wait(if is_lookup { Lane::Front } else { Lane::Queue }).await {
            let said = "more calls are waiting than the vendor takes";
            let busy = VendorAnswer { http_status: Some(TOO_MANY), ..VendorAnswer::saying(said) };
            return Verdict::Busy(busy, Some(wait));
        }
        let _place = self.gate.acquire().await;
        judged(send(request, self.limits.answer, self.keeper.known()).await, judge)
    }

    /// How long to wait before the next attempt; none when there is to be none.
    fn pause(&self, state: &Attempts, asked: Option<Duration>) -> Option<Duration> {
        let is_over = match state.nature {
            Nature::Read | Nature::Lookup | Nature::Update => false,
            Nature::Create => state.doubt.is_some(),
            Nature::Once => state.doubt.is_some() || state.is_answered,
        };
        if is_over { None } else { pause(&self.limits, state.made, state.started, asked) }
    }
}

/// The attempts at one call so far.
struct Attempts {
    nature: Nature,
    started: Instant,
    made: u32,
    /// What was said when something may have been done.
    doubt: Option<VendorAnswer>,
    /// Whether an answer said that nothing was done.
    is_answered: bool,
}

impl Attempts {
    fn unclear(&mut self, answer: VendorAnswer) -> ConnectorError {
        if !self.nature.changes_nothing() {
            self.doubt = Some(answer.clone());
        }
        ConnectorError::Retry { answer, wait: None }
    }

    /// Returns the failure for the caller: [`ConnectorError::OutcomeUnknown`] once an attempt may have done the work.
    fn failed(&self, failure: ConnectorError) -> ConnectorError {
        match &self.doubt {
            Some(answer) => ConnectorError::OutcomeUnknown(answer.clone()),
            None => failure,
        }
    }
}

fn judged<T>(came: std::result::Result<Answer, Silence>, judge: &(impl Fn(Answer) -> Verdict<T> + Sync)) -> Verdict<T> {
    match came {
        Ok(answer) => judge(answer),
        Err(Silence::NotSent(said)) => Verdict::Busy(VendorAnswer::saying(said), None),
        Err(Silence::Lost(said)) => Verdict::Unclear(VendorAnswer::saying(said)),
    }
}

fn pause(limits: &Limits, made: u32, started: Instant, asked: Option<Duration>) -> Option<Duration> {
    if made >= limits.tries {
        return None;
    }
    let whole = limits.first_wait * 2_u32.saturating_pow(made.saturating_sub(1));
    let wait = whole.mul_f64(0.5 + jitter() / 2.0).max(asked.unwrap_or_default());
    let left = limits.whole.checked_sub(started.elapsed())?;
    (wait + limits.first_wait <= left).then_some(wait)
}

/// Between 0 and 1. Where the system has no randomness, waits are whole.
fn jitter() -> f64 {
    getrandom::u32().map_or(1.0, |random| f64::from(random) / f64::from(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waits(limits: &Limits, asked: Option<Duration>) -> Vec<Option<Duration>> {
        (1..=5).map(|made| pause(limits, made, Instant::now(), asked)).collect()
    }

    #[tokio::test]
    async fn waits_grow_are_cut_at_random_and_end() {
        let limits = Limits::default();
        let found = waits(&limits, None);
        for (wait, whole) in found.iter().zip([500, 1000, 2000]) {
            let millis = wait.expect("another attempt").as_millis();
            assert!((whole / 2..=whole).contains(&millis), "{millis} of {whole}");
        }
        assert_eq!(found[3..], [None, None]);
    }

    #[tokio::test]
    async fn a_vendor_that_asks_for_time_gets_it_or_the_call_ends() {
        let limits = Limits::default();
        assert_eq!(waits(&limits, Some(Duration::from_secs(3)))[0], Some(Duration::from_secs(3)));
        assert_eq!(waits(&limits, Some(Duration::from_secs(60)))[0], None);
    }
}
