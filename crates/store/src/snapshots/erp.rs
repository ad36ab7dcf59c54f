//! What the accounting system says of a snapshot: that it stands there as a document, and whether that is paid. The document itself and
//! its history are `erp_document` and `erp_push`.

mod drafts;

use chrono::{DateTime, NaiveDate, Utc};
use domain::billing::invoice::PaymentStatus;
use domain::{ApiServiceId, Money, SnapshotId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use self::drafts::follow_plan_of;
pub use self::drafts::{Followed, OfPlan, follow_plan};
use super::write::searched;
use crate::database::connection::sealed::Connected;
use crate::database::versioned;
use crate::entities::snapshot;
use crate::{Result, Stamp, Tx};

/// A document that a snapshot has become.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InErp {
    /// The account it stands in.
    pub account: ApiServiceId,
    /// Its id there.
    pub erp_id: String,
    /// Where staff can open it there.
    pub url: Option<String>,
    /// The number it carries.
    pub number: String,
    /// Its date.
    pub txn_on: NaiveDate,
    /// When it is due; a credit memo never is.
    pub due_on: Option<NaiveDate>,
    /// The name of its payment terms.
    pub terms_name: Option<String>,
    /// What was sent; what is known of it stays where this is not.
    pub sent: Option<Sent>,
    /// The memo the customer reads.
    pub memo: String,
    /// Whether the snapshot was computed anew since.
    pub out_of_date: bool,
}

/// What a document was sent with and says for good, whatever its plan says later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sent {
    /// What its customer is called there.
    pub customer_name: String,
    /// The number of the customer's purchase order.
    pub purchase_order: Option<String>,
}

/// What was heard of its payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payment {
    /// Whether and how it is paid.
    pub status: PaymentStatus,
    /// What is left to pay.
    pub balance: Money,
    /// What was to be paid.
    pub total: Money,
    /// When this was heard.
    pub at: DateTime<Utc>,
}

/// What the document says beside that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heard {
    /// The number it carries.
    pub number: String,
    /// Its date.
    pub txn_on: NaiveDate,
    /// When it is due, if it says so.
    pub due_on: Option<NaiveDate>,
    /// The memo the customer reads.
    pub memo: String,
    /// Where the customer can pay it.
    pub payment_url: Option<String>,
}

/// Writes that a snapshot stands in the accounting system, or what it says there by now.
///
/// # Errors
/// [`crate::Error::NotFound`] when there is no such snapshot.
pub async fn enter(tx: &Tx, id: SnapshotId, as_document: &InErp, stamp: Stamp) -> Result<()> {
    let mut changes = snapshot::ActiveModel {
        api_service_id: Set(Some(as_document.account.get())),
        erp_ref_id: Set(Some(as_document.erp_id.clone())),
        erp_url: Set(as_document.url.clone()),
        doc_number: Set(Some(as_document.number.clone())),
        txn_on: Set(Some(as_document.txn_on)),
        due_on: Set(as_document.due_on),
        terms_name: Set(as_document.terms_name.clone()),
        customer_memo: Set(Some(as_document.memo.clone())),
        out_of_date: Set(as_document.out_of_date),
        ..Default::default()
    };
    if let Some(sent) = &as_document.sent {
        changes.customer_name = Set(Some(sent.customer_name.clone()));
        changes.purchase_order = Set(sent.purchase_order.clone());
    }
    save(tx, id, changes, stamp).await
}

/// Writes what was heard of the payment.
///
/// # Errors
/// [`crate::Error::NotFound`] when there is no such snapshot.
pub async fn pay(tx: &Tx, id: SnapshotId, payment: &Payment, stamp: Stamp) -> Result<()> {
    let mut changes = snapshot::ActiveModel {
        payment_status: Set(payment.status.number()),
        balance_cents: Set(Some(payment.balance.cents())),
        erp_total_cents: Set(Some(payment.total.cents())),
        payment_synced_at: Set(Some(payment.at)),
        ..Default::default()
    };
    if payment.status == PaymentStatus::Paid {
        changes.was_paid = Set(true);
    }
    versioned::update::<snapshot::Entity>(tx, id.get(), None, changes, stamp).await.map(drop)
}

/// Writes what the document says; a due date that it does not say stays.
///
/// # Errors
/// [`crate::Error::NotFound`] when there is no such snapshot.
pub async fn hear(tx: &Tx, id: SnapshotId, heard: &Heard, stamp: Stamp) -> Result<()> {
    let mut changes = snapshot::ActiveModel {
        doc_number: Set(Some(heard.number.clone())),
        txn_on: Set(Some(heard.txn_on)),
        customer_memo: Set(Some(heard.memo.clone())),
        payment_url: Set(heard.payment_url.clone()),
        ..Default::default()
    };
    if let Some(due_on) = heard.due_on {
        changes.due_on = Set(Some(due_on));
    }
    save(tx, id, changes, stamp).await
}

/// Writes that a snapshot stands in no accounting system any more: its document was deleted there. As a draft it follows its plan.
///
/// # Errors
/// [`crate::Error::NotFound`] when there is no such snapshot.
pub async fn leave(tx: &Tx, id: SnapshotId, at: DateTime<Utc>, stamp: Stamp) -> Result<()> {
    let changes = snapshot::ActiveModel {
        api_service_id: Set(None),
        erp_ref_id: Set(None),
        erp_url: Set(None),
        doc_number: Set(None),
        txn_on: Set(None),
        due_on: Set(None),
        terms_name: Set(None),
        customer_memo: Set(None),
        payment_url: Set(None),
        out_of_date: Set(false),
        payment_status: Set(PaymentStatus::Unknown.number()),
        balance_cents: Set(None),
        erp_total_cents: Set(None),
        payment_synced_at: Set(Some(at)),
        ..Default::default()
    };
    save(tx, id, changes, stamp).await?;
    follow_plan_of(tx, id).await
}

/// Saves, and lets the snapshot be found by its number there.
async fn save(tx: &Tx, id: SnapshotId, changes: snapshot::ActiveModel, stamp: Stamp) -> Result<()> {
    let row = versioned::update::<snapshot::Entity>(tx, id.get(), None, changes, stamp).await?;
    snapshot::Entity::update_many()
        .col_expr(snapshot::Column::SearchText, Expr::value(searched(&row)))
        .filter(snapshot::Column::Id.eq(id.get()))
        .exec(tx.connection())
        .await?;
    Ok(())
}
