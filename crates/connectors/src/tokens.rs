//! The tokens of an account: kept in a store, refreshed by one process at a time, saved before they are used.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::Mutex;

use crate::Result;
use crate::error::{ConnectorError, VendorAnswer};
use crate::secret::Secret;
use crate::settings::Clock;
use crate::transport::Known;

/// A token is not used in its last minute.
const MARGIN: TimeDelta = TimeDelta::seconds(60);
/// How often, and how long apart, another process is waited for that refreshes.
const WAITS: u32 = 40;
const WAIT: Duration = Duration::from_millis(250);

/// The tokens of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tokens {
    /// The one that calls carry.
    pub access: Secret,
    /// When it ends.
    pub access_ends: Option<DateTime<Utc>>,
    /// The one that the next are asked with, where the vendor gives one.
    pub refresh: Option<Secret>,
    /// When that ends, if the vendor says so.
    pub refresh_ends: Option<DateTime<Utc>>,
    /// When they were given out.
    pub refreshed_at: Option<DateTime<Utc>>,
}

impl Tokens {
    /// Whether a call may carry the access token. A token without a known end may: the vendor turns it down once it has expired.
    fn is_good(&self, now: DateTime<Utc>) -> bool {
        !self.access.reveal().is_empty() && self.access_ends.is_none_or(|end| end - MARGIN > now)
    }
}

/// A store that could not do what it was asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the tokens of the account cannot be read or written: {0}")]
pub struct TokenStoreError(pub String);

/// Where the tokens of one account are kept, for all processes.
#[async_trait]
pub trait TokenStore: Send + Sync {
    /// The tokens as they are now.
    async fn load(&self) -> std::result::Result<Option<Tokens>, TokenStoreError>;
    /// Takes the right to refresh, which one process has at a time; false when another has it. It ends by itself after a minute.
    async fn lock(&self) -> std::result::Result<bool, TokenStoreError>;
    /// Replaces the tokens. Called under the right to refresh, and finished before any of them is used.
    async fn save(&self, tokens: &Tokens) -> std::result::Result<(), TokenStoreError>;
    /// Gives the right back.
    async fn unlock(&self) -> std::result::Result<(), TokenStoreError>;
}

/// How a vendor gives the next tokens.
#[async_trait]
pub(crate) trait Grant: Send + Sync {
    /// Whether the vendor gives new tokens for the current ones.
    fn can_replace(&self, current: Option<&Tokens>) -> bool;
    /// Asks the vendor for the next tokens.
    async fn next(&self, current: Option<&Tokens>) -> Result<Tokens>;
}

/// Hands out the access token of an account, and refreshes it before it expires. Each time it reads the store, where administrators and
/// other processes put new tokens.
///
/// A refresh that has begun goes on to its end, also when the caller has left: else the vendor's answer would be lost.
pub(crate) struct TokenKeeper(Arc<Keeping>);

struct Keeping {
    /// The secrets of the account, which no answer repeats.
    known: Known,
    store: Arc<dyn TokenStore>,
    grant: Box<dyn Grant>,
    clock: Clock,
    /// Held by the one call of this process that looks for new tokens.
    turn: Mutex<()>,
}

/// Which tokens the keeper accepts.
#[derive(Debug, Clone)]
enum Wanted {
    /// Any tokens that have not expired.
    Good,
    /// Any tokens but this access token, which the vendor turned down.
    OtherThan(Secret),
    /// Only tokens that the vendor grants now.
    New,
}

impl TokenKeeper {
    /// Keeps tokens, and adds them to the secrets that are `known` of the account.
    pub(crate) fn new(store: Arc<dyn TokenStore>, grant: impl Grant + 'static, known: Known, clock: Clock) -> Self {
        Self(Arc::new(Keeping { known, store, grant: Box::new(grant), clock, turn: Mutex::default() }))
    }

    /// The secrets of the account.
    pub(crate) fn known(&self) -> &Known {
        &self.0.known
    }

    /// A token for the next call; never `stale`, which the vendor did not take.
    pub(crate) async fn bearer(&self, stale: Option<&Secret>) -> Result<Secret> {
        let wanted = stale.map_or(Wanted::Good, |stale| Wanted::OtherThan(stale.clone()));
        match self.0.held(&wanted).await? {
            Some(tokens) => Ok(tokens.access),
            None => self.obtained(wanted).await,
        }
    }

    /// New tokens whatever the state of the old ones, as a person asks for them.
    pub(crate) async fn refresh(&self) -> Result<()> {
        self.obtained(Wanted::New).await.map(drop)
    }

    /// Refreshes like [`Self::refresh`]. Keeps a stored access token for which the vendor cannot give a new one: the next call tries it.
    pub(crate) async fn refresh_if_possible(&self) -> Result<()> {
        let held = self.0.loaded().await?;
        let is_alone = held.as_ref().is_some_and(|tokens| !tokens.access.reveal().is_empty());
        if is_alone && !self.0.grant.can_replace(held.as_ref()) { Ok(()) } else { self.refresh().await }
    }

    async fn obtained(&self, wanted: Wanted) -> Result<Secret> {
        let keeping = Arc::clone(&self.0);
        let obtained = tokio::spawn(async move { keeping.obtain(&wanted).await }).await;
        obtained.unwrap_or_else(|error| Err(unreadable(TokenStoreError(error.to_string()))))
    }
}

impl Keeping {
    /// The tokens as they are stored now.
    async fn loaded(&self) -> Result<Option<Tokens>> {
        let held = self.store.load().await.map_err(unreadable)?;
        if let Some(tokens) = &held {
            self.know(tokens);
        }
        Ok(held)
    }

    fn know(&self, tokens: &Tokens) {
        [Some(&tokens.access), tokens.refresh.as_ref()].into_iter().flatten().for_each(|secret| self.known.add(secret));
    }

    /// The stored tokens, if they are the wanted ones.
    async fn held(&self, wanted: &Wanted) -> Result<Option<Tokens>> {
        let held = self.loaded().await?;
        Ok(held.filter(|tokens| self.will_do(tokens, wanted)))
    }

    fn will_do(&self, tokens: &Tokens, wanted: &Wanted) -> bool {
        let other = match wanted {
            Wanted::Good => true,
            Wanted::OtherThan(stale) => tokens.access != *stale,
            Wanted::New => false,
        };
        other && tokens.is_good((self.clock)())
    }

    async fn obtain(&self, wanted: &Wanted) -> Result<Secret> {
        let _turn = self.turn.lock().await;
        for _ in 0..WAITS {
            if let Some(tokens) = self.held(wanted).await? {
                return Ok(tokens.access);
            }
            if self.store.lock().await.map_err(unreadable)? {
                let renewed = self.renew(wanted).await;
                self.store.unlock().await.map_err(unreadable)?;
                return Ok(renewed?.access);
            }
            tokio::time::sleep(WAIT).await;
        }
        let answer = VendorAnswer::saying("another process is refreshing the tokens of this account");
        Err(ConnectorError::Retry { answer, wait: None })
    }

    /// Asks the vendor for new tokens under the right to refresh, unless another process has just stored wanted ones.
    async fn renew(&self, wanted: &Wanted) -> Result<Tokens> {
        let held = self.loaded().await?;
        if let Some(tokens) = held.as_ref().filter(|tokens| self.will_do(tokens, wanted)) {
            return Ok(tokens.clone());
        }
        let tokens = self.grant.next(held.as_ref()).await?;
        self.know(&tokens);
        self.store.save(&tokens).await.map_err(unreadable)?;
        Ok(tokens)
    }
}

fn unreadable(error: TokenStoreError) -> ConnectorError {
    ConnectorError::Retry { answer: VendorAnswer::saying(error.to_string()), wait: None }
}

/// Tokens in memory, for tests and for programs that try an account.
#[derive(Debug, Default)]
pub struct MemoryTokens(std::sync::Mutex<Held>);

#[derive(Debug, Default)]
struct Held {
    tokens: Option<Tokens>,
    locked: bool,
    saves: usize,
}

impl MemoryTokens {
    /// A store that holds these tokens.
    pub fn holding(tokens: Option<Tokens>) -> Self {
        Self(std::sync::Mutex::new(Held { tokens, ..Held::default() }))
    }

    /// How often tokens were saved.
    pub fn saves(&self) -> usize {
        self.held().saves
    }

    fn held(&self) -> std::sync::MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[async_trait]
impl TokenStore for MemoryTokens {
    async fn load(&self) -> std::result::Result<Option<Tokens>, TokenStoreError> {
        Ok(self.held().tokens.clone())
    }

    async fn lock(&self) -> std::result::Result<bool, TokenStoreError> {
        Ok(!std::mem::replace(&mut self.held().locked, true))
    }

    async fn save(&self, tokens: &Tokens) -> std::result::Result<(), TokenStoreError> {
        let mut held = self.held();
        held.tokens = Some(tokens.clone());
        held.saves += 1;
        Ok(())
    }

    async fn unlock(&self) -> std::result::Result<(), TokenStoreError> {
        self.held().locked = false;
        Ok(())
    }
}
