//! How far the bills of statements are in the ERP (rules.md#bill-of-a-statement).

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::commissions::bill::Payee;
use domain::{ApiServiceId, SnapshotId, StatementId};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait};

use super::groups_left::groups_left;
use super::not_paid::{Which, not_paid};
use crate::database::versioned;
use crate::entities::{broker, commission_rule, commission_statement, erp_document};
use crate::erp_documents::{self, DocumentState, ErpDocument, OF_STATEMENTS, Request};
use crate::{Db, Result, Stamp, Tx};

/// The bills that were asked for of a statement, the newest first.
///
/// # Errors
/// When the database does not answer.
pub async fn bills(db: &impl Db, id: StatementId) -> Result<Vec<ErpDocument>> {
    let rows = erp_document::Entity::find()
        .filter(erp_document::Column::Kind.eq(OF_STATEMENTS))
        .filter(erp_document::Column::LocalId.eq(id.get()))
        .order_by_desc(erp_document::Column::Generation)
        .order_by_desc(erp_document::Column::Id)
        .all(db.connection())
        .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Writes down that a bill is about to be created; gives its row.
///
/// # Errors
/// Refused when another one is on its way.
pub async fn begin(
    tx: &Tx,
    account: ApiServiceId,
    id: StatementId,
    request: &Request<'_>,
    at: DateTime<Utc>,
) -> Result<i64> {
    // The kind of the request says whose id it is.
    erp_documents::begin(tx, account, SnapshotId(id.get()), request, at).await
}

/// Writes down to which vendor the bill of a statement is made out that is about to be created.
///
/// # Errors
/// Refused when a bill stands already.
pub async fn address(tx: &Tx, id: StatementId, vendor: &str, stamp: Stamp) -> Result<()> {
    let change =
        commission_statement::ActiveModel { billed_vendor_id: Set(Some(vendor.to_owned())), ..Default::default() };
    versioned::update::<commission_statement::Entity>(tx, id.get(), None, change, stamp).await.map(drop)
}

/// Writes down that the bill of a statement stands in the ERP: from then on nothing of it changes (rules.md#statement-locked).
///
/// # Errors
/// When the database does not answer.
pub async fn seal(tx: &Tx, id: StatementId, number: &str, stamp: Stamp) -> Result<()> {
    let change = commission_statement::ActiveModel {
        locked_at: Set(Some(stamp.at)),
        bill_number: Set(Some(number.to_owned())),
        ..Default::default()
    };
    versioned::update::<commission_statement::Entity>(tx, id.get(), None, change, stamp).await.map(drop)
}

/// Writes down that the bill of a statement was deleted in the ERP: it may get another one, or be deleted.
///
/// # Errors
/// When the database does not answer.
pub async fn unseal(tx: &Tx, id: StatementId, stamp: Stamp) -> Result<()> {
    let change =
        commission_statement::ActiveModel { locked_at: Set(None), bill_number: Set(None), ..Default::default() };
    versioned::update::<commission_statement::Entity>(tx, id.get(), None, change, stamp).await.map(drop)
}

/// A bill to be looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DueBill {
    /// Its statement.
    pub statement: StatementId,
    /// The account it stands in.
    pub account: ApiServiceId,
}

/// The next bills behind a statement that stand in accounts but these and were created after an instant, at most `limit`.
///
/// # Errors
/// When the database does not answer.
pub async fn due_bills(
    db: &impl Db,
    since: DateTime<Utc>,
    after: StatementId,
    but: &[ApiServiceId],
    limit: u64,
) -> Result<Vec<DueBill>> {
    let stands = [DocumentState::Sent, DocumentState::Changed].map(DocumentState::number);
    let rows: Vec<(i64, i64)> = erp_document::Entity::find()
        .select_only()
        .columns([erp_document::Column::LocalId, erp_document::Column::ApiServiceId])
        .filter(erp_document::Column::Kind.eq(OF_STATEMENTS))
        .filter(erp_document::Column::State.is_in(stands))
        .filter(erp_document::Column::CreatedAt.gte(since))
        .filter(erp_document::Column::LocalId.gt(after.get()))
        .filter(erp_document::Column::ApiServiceId.is_not_in(but.iter().map(|account| account.get())))
        .order_by_asc(erp_document::Column::LocalId)
        .limit(limit)
        .into_tuple()
        .all(db.connection())
        .await?;
    let due = |(statement, account)| DueBill { statement: StatementId(statement), account: ApiServiceId(account) };
    Ok(rows.into_iter().map(due).collect())
}

/// The payees of statements in the ERP, as their rules name them now, and what forbids a bill; the brokers are those that the statements were
/// made for.
///
/// # Errors
/// When the database does not answer.
pub async fn payees(db: &impl Db, ids: &[StatementId]) -> Result<BTreeMap<StatementId, Payee>> {
    type Row = (i64, Option<i64>, Option<String>, Option<String>, Option<String>);
    let rows: Vec<Row> = commission_statement::Entity::find()
        .select_only()
        .column(commission_statement::Column::Id)
        .column(commission_rule::Column::ApiServiceId)
        .column(commission_rule::Column::ErpVendorId)
        .column(commission_rule::Column::BillNumberSuffix)
        .column(broker::Column::Name)
        .join(JoinType::InnerJoin, commission_statement::Relation::Rule.def())
        .join(JoinType::LeftJoin, commission_statement::Relation::Broker.def())
        .filter(commission_statement::Column::Id.is_in(ids.iter().map(|id| id.get())))
        .into_tuple()
        .all(db.connection())
        .await?;
    let mut not_paid = not_paid(db, Which::These(ids)).await?;
    let mut groups_left = groups_left(db, Which::These(ids)).await?;
    let payee = |(id, account, vendor, suffix, broker): Row| {
        let invoices_not_paid = not_paid.remove(&StatementId(id)).unwrap_or_default();
        let groups_left = groups_left.remove(&StatementId(id)).unwrap_or_default();
        let account = account.map(ApiServiceId);
        (StatementId(id), Payee { account, vendor, suffix, broker, invoices_not_paid, groups_left })
    };
    Ok(rows.into_iter().map(payee).collect())
}
