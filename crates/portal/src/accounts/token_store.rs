//! The tokens of an ERP account in the database, sealed: one process at a time refreshes them, and saves them before it uses them.

use std::sync::Arc;

use async_trait::async_trait;
use chrono::TimeDelta;
use connectors::{Secret, TokenStore, TokenStoreError, Tokens};
use domain::ApiServiceId;
use domain::access::Scope;
use store::accounts::tokens::{self, ACCESS_TOKEN, REFRESH_TOKEN, Refreshed, SealedTokens};
use store::{Stamp, leases};

use crate::clock::Clock;
use crate::context::{Context, WeakContext};
use crate::sealing::{self, Place};

/// How long a process may take to refresh: longer than all its attempts.
const HELD: TimeDelta = TimeDelta::seconds(60);

type Stored<T> = std::result::Result<T, TokenStoreError>;

/// The tokens of one account.
pub struct StoredTokens {
    ctx: WeakContext,
    account: ApiServiceId,
    clock: Arc<dyn Clock>,
    holder: String,
}

impl StoredTokens {
    /// Those of an account.
    pub fn new(ctx: &Context, account: ApiServiceId, clock: Arc<dyn Clock>) -> Self {
        Self { ctx: ctx.downgrade(), account, clock, holder: ctx.randomness.guid().to_string() }
    }

    fn ctx(&self) -> Stored<Context> {
        self.ctx.upgrade().ok_or_else(|| TokenStoreError("the program is ending".to_owned()))
    }

    fn lease(&self) -> String {
        format!("tokens of account {}", self.account)
    }
}

#[async_trait]
impl TokenStore for StoredTokens {
    async fn load(&self) -> Stored<Option<Tokens>> {
        let ctx = self.ctx()?;
        let db = ctx.store.read();
        let Some(found) = tokens::of_account(&db, self.account).await.map_err(failed)? else { return Ok(None) };
        let sealed = tokens::sealed(&db, Scope::system(), found.id).await.map_err(failed)?;
        // A token that the secret key does not open counts as absent: the vendor gives another, or says that new ones must be entered.
        let open = |column, sealed: Option<Vec<u8>>| {
            let bytes = sealing::open(&ctx, Place { column, row: found.id.get() }, &sealed?).ok()?;
            String::from_utf8(bytes).ok().map(Secret::new)
        };
        Ok(Some(Tokens {
            access: open(ACCESS_TOKEN, sealed.access_token).unwrap_or_default(),
            access_ends: found.access_expires_at,
            refresh: open(REFRESH_TOKEN, sealed.refresh_token),
            refresh_ends: found.refresh_expires_at,
            refreshed_at: found.last_refresh_at,
        }))
    }

    async fn lock(&self) -> Stored<bool> {
        let ctx = self.ctx()?;
        let now = self.clock.now();
        let tx = ctx.store.begin().await.map_err(failed)?;
        let is_ours = leases::take(&tx, &self.lease(), &self.holder, now, now + HELD).await.map_err(failed)?;
        tx.commit_unaudited("a lease is no change").await.map_err(failed)?;
        Ok(is_ours)
    }

    async fn save(&self, new: &Tokens) -> Stored<()> {
        let ctx = self.ctx()?;
        let stamp = Stamp { at: self.clock.now(), by: None };
        let tx = ctx.store.begin().await.map_err(failed)?;
        let id = match tokens::of_account(&tx, self.account).await.map_err(failed)? {
            Some(found) => found.id,
            None => tokens::insert(&tx, self.account, stamp).await.map_err(failed)?,
        };
        let seal =
            |column, text: &Secret| sealing::seal(&ctx, Place { column, row: id.get() }, text.reveal().as_bytes());
        let refreshed = Refreshed {
            texts: SealedTokens {
                access_token: Some(seal(ACCESS_TOKEN, &new.access)),
                refresh_token: new.refresh.as_ref().map(|text| seal(REFRESH_TOKEN, text)),
            },
            access_expires_at: new.access_ends,
            refresh_expires_at: new.refresh_ends,
        };
        tokens::refreshed(&tx, id, refreshed, stamp).await.map_err(failed)?;
        tx.commit_unaudited("the vendor's own tokens; a refresh that a person asks for is audited")
            .await
            .map_err(failed)
    }

    async fn unlock(&self) -> Stored<()> {
        let ctx = self.ctx()?;
        let tx = ctx.store.begin().await.map_err(failed)?;
        leases::release(&tx, &self.lease(), &self.holder).await.map_err(failed)?;
        tx.commit_unaudited("a lease is no change").await.map_err(failed)
    }
}

/// What a person reads of a store that fails; the cause is logged.
fn failed(error: impl std::fmt::Display) -> TokenStoreError {
    tracing::error!(%error, "the tokens of an ERP account cannot be read or written");
    TokenStoreError("they are not available at the moment".to_owned())
}
