//! Both accounting systems of the product as one program on this machine, for tests, for the demonstration and for other people's clients.
//!
//! [`quickbooks`] answers under `/v3` and `/oauth2`, [`netsuite`] under `/services/rest`; both speak the wire protocols of the vendors, so
//! that a client needs no more than another base address. [`control`] injects faults and does what the systems' own users do, and `pages`
//! shows the documents. Nothing here knows the rest of Ledgerwell.

pub mod control;
pub mod faults;
mod json;
mod markup;
pub mod netsuite;
mod pages;
mod pdf;
pub mod quickbooks;
mod serve;
mod sql;
#[cfg(test)]
mod tests;
mod world;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};

pub use control::Paper;
pub use world::{Call, Mail, System, World};

/// Tells the time, so that a test can set it.
pub type Clock = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;

/// Both systems. Clones share them.
#[derive(Clone)]
pub struct Sandbox(Arc<Inner>);

struct Inner {
    world: Mutex<World>,
    clock: Clock,
    file: Option<PathBuf>,
}

impl Sandbox {
    /// Systems with items and accounts, and without customers, vendors, terms and documents.
    pub fn new(clock: Clock) -> Self {
        let world = World::fresh(clock());
        Self(Arc::new(Inner { world: Mutex::new(world), clock, file: None }))
    }

    /// As [`Self::new`], with their state in a file: what it holds is known again.
    ///
    /// # Errors
    /// When the file cannot be read, or holds something else.
    pub fn kept_in(file: &Path, clock: Clock) -> io::Result<Self> {
        let world = match std::fs::read(file) {
            Ok(bytes) => serde_json::from_slice(&bytes)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => World::fresh(clock()),
            Err(error) => return Err(error),
        };
        Ok(Self(Arc::new(Inner { world: Mutex::new(world), clock, file: Some(file.to_owned()) })))
    }

    /// Whether neither system knows a customer, as when it is new.
    pub fn is_empty(&self) -> bool {
        let world = self.world();
        world.quickbooks.records.all("Customer").next().is_none()
            && world.netsuite.records.all("customer").next().is_none()
    }

    /// The time.
    pub fn now(&self) -> DateTime<Utc> {
        (self.0.clock)()
    }

    /// The state, to look at.
    pub fn world(&self) -> MutexGuard<'_, World> {
        self.0.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state, and writes it down where it is kept.
    pub fn change<T>(&self, work: impl FnOnce(&mut World) -> T) -> T {
        self.answer(true, work)
    }

    /// Answers a call, which is written down only when it may have changed something.
    pub(crate) fn answer<T>(&self, changes: bool, work: impl FnOnce(&mut World) -> T) -> T {
        let mut world = self.world();
        let done = work(&mut world);
        if !changes {
            return done;
        }
        if let Some(file) = &self.0.file
            && let Err(error) = write(file, &world)
        {
            tracing::error!(%error, "the state of the sandbox could not be written");
        }
        done
    }
}

/// Replaces the file as a whole, so that it is never half written. A program that was killed leaves the same file again, not one more.
fn write(file: &Path, world: &World) -> io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let new = file.with_added_extension("new");
    std::fs::write(&new, serde_json::to_vec(world)?)?;
    std::fs::rename(&new, file)
}
