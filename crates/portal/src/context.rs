//! All that a use case may touch: the store, the clock, randomness, files, mail and the settings. The same in production and in
//! tests, where clock and randomness are fixed.

use std::ops::Deref;
use std::sync::{Arc, Weak};

use chrono::{DateTime, NaiveDate, Utc};
use connectors::patient_platform::{LocalPlatform, PatientPlatform};
use store::Store;
use tokio::sync::Notify;

use crate::accounts::connection::Accountants;
use crate::clock::{Clock, Randomness, day_in};
use crate::config::Config;
use crate::files::Files;
use crate::mail::Post;

/// The handle that handlers, use cases and jobs get; cheap to clone.
#[derive(Clone)]
pub struct Context {
    /// The database: that of the parts, or as background work reads it.
    pub store: Store,
    parts: Arc<Parts>,
}

/// What the context holds.
pub struct Parts {
    /// The settings of this run.
    pub config: Config,
    /// The database.
    pub store: Store,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// What nobody can guess.
    pub randomness: Arc<dyn Randomness>,
    /// Uploads and rendered documents.
    pub files: Files,
    /// The patient platform.
    pub platform: Arc<dyn PatientPlatform>,
    /// The accounting systems behind the ERP accounts.
    pub accountants: Arc<dyn Accountants>,
    /// The way mails leave.
    pub post: Post,
    /// Rung when a job was enqueued in this process, so that it starts at once.
    pub job_bell: Notify,
}

/// The platform of an installation that has none: it works out who is covered and tells nobody.
pub fn local_platform() -> Arc<dyn PatientPlatform> {
    Arc::<LocalPlatform>::default()
}

/// A context that does not keep its parts alive, for what the parts themselves hold.
#[derive(Clone)]
pub struct WeakContext(Weak<Parts>);

impl WeakContext {
    /// The context, while there is one.
    pub fn upgrade(&self) -> Option<Context> {
        let parts = self.0.upgrade()?;
        Some(Context { store: parts.store.clone(), parts })
    }
}

impl Context {
    /// A context of these parts.
    pub fn new(parts: Parts) -> Self {
        Self { store: parts.store.clone(), parts: Arc::new(parts) }
    }

    /// The same for work that nobody waits for at a screen; see [`Store::in_background`].
    #[must_use]
    pub fn in_background(&self) -> Self {
        Self { store: self.store.in_background(), parts: Arc::clone(&self.parts) }
    }

    /// The same in a store that commits nothing; see [`Store::rehearsing`].
    #[must_use]
    pub fn rehearsing(&self) -> Self {
        Self { store: self.store.rehearsing(), parts: Arc::clone(&self.parts) }
    }

    /// The same in a store that is read as it is at one moment; see [`Store::at_one_moment`].
    ///
    /// # Errors
    /// When no connection became free in time.
    pub async fn at_one_moment(&self) -> store::Result<Self> {
        Ok(Self { store: self.store.at_one_moment().await?, parts: Arc::clone(&self.parts) })
    }

    /// The same without keeping its parts alive.
    pub fn downgrade(&self) -> WeakContext {
        WeakContext(Arc::downgrade(&self.parts))
    }

    /// Now, to the millisecond.
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// Today in business time.
    pub fn today(&self) -> NaiveDate {
        day_in(self.config.time_zone, self.now())
    }
}

impl Deref for Context {
    type Target = Parts;
    fn deref(&self) -> &Parts {
        &self.parts
    }
}
