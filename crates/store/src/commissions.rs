//! Commissions: what payees are paid, statement by statement, and whether it was paid.

pub mod rules;
pub mod statements;

use domain::SnapshotId;
use domain::billing::invoice::CommissionStatus;
use sea_orm::ActiveValue::Set;

use crate::database::versioned;
use crate::entities::snapshot;
use crate::{Result, Stamp, Tx};

/// Marks the commission on an invoice (rules.md#commission-status).
///
/// # Errors
/// [`crate::Error::NotFound`] when there is no such snapshot.
pub async fn mark(tx: &Tx, id: SnapshotId, status: CommissionStatus, stamp: Stamp) -> Result<()> {
    let change = snapshot::ActiveModel { commission_status: Set(status.number()), ..Default::default() };
    versioned::update::<snapshot::Entity>(tx, id.get(), None, change, stamp).await.map(drop)
}
