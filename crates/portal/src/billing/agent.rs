//! On whose behalf bills and invoices are made: a caller's, or a billing run's, which a person or the program itself has started
//! (rules.md#generated-invoices).

use domain::access::Scope;
use domain::{BillingRunId, UserId};
use store::Stamp;
use store::audit::Entry;
use store::billing_runs::BillingRun;

use crate::context::Context;
use crate::http::{CallerOrigin, Peer};

/// Who makes a bill.
#[derive(Debug, Clone)]
pub struct Agent {
    /// The records it may touch.
    pub scope: Scope,
    /// The user, unless the program acts by itself.
    pub user: Option<UserId>,
    acting_as: Option<UserId>,
    peer: Peer,
    run: Option<BillingRunId>,
}

impl Agent {
    /// A billing run, for whoever has started it. It goes on for all groups, as only administrators start one.
    pub fn of_run(run: &BillingRun) -> Self {
        Self {
            scope: Scope::system(),
            user: run.created_by,
            acting_as: run.acting_as,
            peer: Peer::default(),
            run: Some(run.id),
        }
    }

    /// A job that an administrator has caused. It goes on for all groups, as only administrators cause such.
    pub fn of_job(user: UserId, acting_as: Option<UserId>) -> Self {
        Self { scope: Scope::system(), user: Some(user), acting_as, peer: Peer::default(), run: None }
    }

    /// The program itself, without a user.
    pub fn program() -> Self {
        Self { scope: Scope::system(), user: None, acting_as: None, peer: Peer::default(), run: None }
    }

    /// When and by whom a record is saved now.
    pub fn stamp(&self, ctx: &Context) -> Stamp {
        Stamp { at: ctx.now(), by: self.user }
    }

    /// An audit entry; of a run with the run as its cause.
    pub fn entry(&self, ctx: &Context, action: &'static str, subject: &'static str) -> Entry {
        let entry = Entry::new(ctx.now(), action, subject);
        let entry = match self.user {
            Some(user) => entry.by(user, self.acting_as),
            None => entry,
        };
        let entry = entry.from_request(self.peer.ip.clone(), self.peer.request_id.clone());
        match self.run {
            Some(run) => entry.caused_by("billing_run", run),
            None => entry,
        }
    }
}

impl From<&CallerOrigin> for Agent {
    fn from(who: &CallerOrigin) -> Self {
        Self {
            scope: who.scope(),
            user: Some(who.user),
            acting_as: who.impersonator,
            peer: who.peer.clone(),
            run: None,
        }
    }
}
