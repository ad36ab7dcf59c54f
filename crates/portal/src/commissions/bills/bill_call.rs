//! One call for the bill of a statement, from its lease to its line in the audit trail.

use std::sync::Arc;

use connectors::{Accounting, ConnectorError};
use domain::commissions::bill::LeftGroups;
use domain::{ApiServiceId, StatementId};
use serde_json::json;
use store::Tx;
use store::audit::Entry;
use store::commissions::statements::{self, StatementRow};
use store::erp_documents::{self, Push};

use super::words::running;
use crate::accounts::connection::connected;
use crate::billing::agent::Agent;
use crate::context::Context;
use crate::erp::calls::{Lease, to_its_end};
use crate::error::Result;

/// A call for one statement; two at once are made one after the other, or not at all.
pub struct BillCall {
    pub(super) ctx: Context,
    pub(super) who: Agent,
    pub(super) id: StatementId,
    pub(super) left_groups: LeftGroups,
    lease: Lease,
}

impl BillCall {
    /// A call for a statement, which pays on no group that has left the broker.
    pub fn new(ctx: &Context, who: impl Into<Agent>, id: StatementId) -> Self {
        let lease = Lease::of(ctx, &format!("statement {id}"));
        Self { ctx: ctx.clone(), who: who.into(), id, left_groups: LeftGroups::Refuse, lease }
    }

    /// The same, with what a person has said of groups that have left the broker.
    pub fn with_left_groups(self, left_groups: LeftGroups) -> Self {
        Self { left_groups, ..self }
    }

    /// Creates the bill; once begun it goes on to its conclusion, also when the caller has left.
    ///
    /// # Errors
    /// [`crate::error::Error::NotFound`] when the statement is not in scope; refused in words.
    pub async fn carry_out(self) -> Result<StatementRow> {
        self.statement().await?;
        to_its_end(self.whole()).await
    }

    /// Does something else under the lease of the statement, once it is sure that no failed request has made a bill.
    ///
    /// # Errors
    /// As [`Self::carry_out`]; that a bill was found; those of what is done.
    pub async fn unless_found<T, Rest>(self, rest: Rest) -> Result<T>
    where
        T: Send + 'static,
        Rest: Future<Output = Result<T>> + Send + 'static,
    {
        to_its_end(async move {
            let after_look_up = async {
                self.look_up_failed().await?;
                rest.await
            };
            self.lease.during(running, after_look_up).await
        })
        .await
    }

    async fn whole(self) -> Result<StatementRow> {
        self.lease.during(running, self.create()).await?;
        self.statement().await
    }

    /// Keeps the bill as it was changed in the ERP.
    ///
    /// # Errors
    /// As those of [`BillCall::keep`].
    pub async fn kept(self) -> Result<StatementRow> {
        self.statement().await?;
        to_its_end(async move {
            self.lease.during(running, self.keep()).await?;
            self.statement().await
        })
        .await
    }

    /// Looks whether the bill still stands, and does nothing else.
    ///
    /// # Errors
    /// As those of [`BillCall::look`].
    pub(super) async fn look_alone(&self) -> Result<()> {
        self.lease.during(running, self.look()).await
    }

    /// The statement as it stands.
    pub(super) async fn statement(&self) -> Result<StatementRow> {
        Ok(statements::find(&self.ctx.store.read(), self.who.scope, self.id).await?)
    }

    /// The system behind an account; one that is not connected can be later.
    pub(super) async fn erp(&self, account: ApiServiceId) -> Result<Arc<dyn Accounting>> {
        let account = store::accounts::find(&self.ctx.store.read(), self.who.scope, account).await?;
        connected(&self.ctx, &account).await
    }

    /// A line of the audit trail about the statement.
    pub(super) fn entry(&self, action: &'static str) -> Entry {
        self.who.entry(&self.ctx, action, "commission_statement").on(self.id)
    }

    /// The same about a call that failed.
    pub(super) fn failed(&self, failure: &ConnectorError) -> Entry {
        self.entry("commission_statement.create_bill_failed").with_detail(json!({ "Reason": failure.to_string() }))
    }

    /// Adds a call to the history of the bill.
    pub(super) async fn log(&self, tx: &Tx, document: i64, push: Push) -> Result<()> {
        Ok(erp_documents::log(tx, document, push, self.ctx.now(), self.who.user).await?)
    }
}
