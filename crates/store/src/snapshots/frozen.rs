//! A stored snapshot, as it was computed.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use domain::access::Scope;
use domain::billing::invoice::{CommissionStatus, PaymentStatus, is_credit_memo};
use domain::billing::snapshot::{LiveSnapshot, SnapshotStanding};
use domain::invoices::InvoiceAccess;
use domain::{ApiServiceId, BillingMonth, DateRange, GroupId, Money, PlanId, SnapshotId};
use sea_orm::sea_query::{Expr, ExprTrait, LockType};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::commissions::statements::{ids_using, is_told_pending};
use crate::database::connection::sealed::Connected;
use crate::entities::{employer_group, snapshot};
use crate::error::damaged;
use crate::{Db, Engine, Error, Result, Tx, erp_documents, scope};

/// A snapshot as stored.
#[derive(Debug, Clone, PartialEq)]
pub struct FrozenSnapshot {
    /// Its id.
    pub id: SnapshotId,
    /// Its plan.
    pub plan: PlanId,
    /// The plan's name when it was computed.
    pub plan_name: String,
    /// The number of the customer's purchase order when it was computed.
    pub purchase_order: Option<String>,
    /// What the customer was called in the ERP when it was computed, or when the document was sent there.
    pub customer_name: Option<String>,
    /// Its group.
    pub group: GroupId,
    /// Its period.
    pub window: DateRange,
    /// As of when it was computed.
    pub computed_at: DateTime<Utc>,
    /// When it was first made.
    pub created_at: DateTime<Utc>,
    /// The sum of its lines.
    pub total: Money,
    /// The ERP account it stands in.
    pub api_service: Option<ApiServiceId>,
    /// Its id there.
    pub erp_ref_id: Option<String>,
    /// Its address there.
    pub erp_url: Option<String>,
    /// Its number there.
    pub doc_number: Option<String>,
    /// The invoice's date.
    pub txn_on: Option<NaiveDate>,
    /// When it is due.
    pub due_on: Option<NaiveDate>,
    /// Whether the ERP still has an older generation.
    pub out_of_date: bool,
    /// Whether and how it was paid.
    pub payment: PaymentStatus,
    /// What is left to pay, as last heard.
    pub balance: Option<Money>,
    /// What was to be paid there, as last heard: an older total for as long as it is out of date.
    pub erp_total: Option<Money>,
    /// When that was heard.
    pub synced_at: Option<DateTime<Utc>>,
    /// Where the customer can pay it.
    pub payment_url: Option<String>,
    /// The memo the customer reads there.
    pub customer_memo: Option<String>,
    /// The name of its payment terms there.
    pub terms_name: Option<String>,
    /// Whether its commission was paid.
    pub commission: CommissionStatus,
}

impl FrozenSnapshot {
    /// The month it bills.
    pub fn period(&self) -> BillingMonth {
        BillingMonth::of(self.window.end)
    }

    pub(super) fn of(row: snapshot::Model) -> Result<Self> {
        Ok(Self {
            id: SnapshotId(row.id),
            plan: PlanId(row.plan_id),
            plan_name: row.plan_name,
            purchase_order: row.purchase_order,
            customer_name: row.customer_name,
            group: GroupId(row.group_id),
            window: DateRange { start: row.start_on, end: row.end_on },
            computed_at: row.computed_at,
            created_at: row.created_at,
            total: Money::from_cents(row.total_cents),
            api_service: row.api_service_id.map(ApiServiceId),
            erp_ref_id: row.erp_ref_id,
            erp_url: row.erp_url,
            doc_number: row.doc_number,
            txn_on: row.txn_on,
            due_on: row.due_on,
            out_of_date: row.out_of_date,
            payment: PaymentStatus::from_number(row.payment_status).ok_or_else(|| damaged("a payment status"))?,
            balance: row.balance_cents.map(Money::from_cents),
            erp_total: row.erp_total_cents.map(Money::from_cents),
            synced_at: row.payment_synced_at,
            payment_url: row.payment_url,
            customer_memo: row.customer_memo,
            terms_name: row.terms_name,
            commission: CommissionStatus::from_number(row.commission_status)
                .ok_or_else(|| damaged("a commission status"))?,
        })
    }
}

/// The undeleted snapshot of this id; of the group if one is given.
///
/// # Errors
/// [`Error::NotFound`] when there is none in scope.
pub async fn find(db: &impl Db, scope: Scope, group: Option<GroupId>, id: SnapshotId) -> Result<FrozenSnapshot> {
    let mut query = snapshot::Entity::find_by_id(id.get())
        .filter(snapshot::Column::DeletedAt.is_null())
        .filter(scope::group_column(scope, snapshot::Column::GroupId));
    if let Some(group) = group {
        query = query.filter(snapshot::Column::GroupId.eq(group.get()));
    }
    FrozenSnapshot::of(query.one(db.connection()).await?.ok_or(Error::NotFound)?)
}

/// The group's undeleted snapshot of this id, which nobody else changes before the transaction ends.
///
/// # Errors
/// [`Error::NotFound`] when there is none in scope.
pub async fn lock(tx: &Tx, scope: Scope, group: GroupId, id: SnapshotId) -> Result<FrozenSnapshot> {
    if tx.engine() == Engine::Postgres {
        snapshot::Entity::find_by_id(id.get()).lock(LockType::Update).one(tx.connection()).await?;
    }
    find(tx, scope, Some(group), id).await
}

/// The plan's undeleted snapshots, newest first.
///
/// # Errors
/// When the database fails.
pub async fn of_plan(db: &impl Db, plan: PlanId) -> Result<Vec<FrozenSnapshot>> {
    let rows = snapshot::Entity::find()
        .filter(snapshot::Column::PlanId.eq(plan.get()))
        .filter(snapshot::Column::DeletedAt.is_null())
        .order_by_desc(snapshot::Column::PeriodMonth)
        .all(db.connection())
        .await?;
    rows.into_iter().map(FrozenSnapshot::of).collect()
}

/// The plan's snapshot before `period`, if any.
///
/// # Errors
/// When the database fails.
pub async fn previous(db: &impl Db, plan: PlanId, period: BillingMonth) -> Result<Option<FrozenSnapshot>> {
    let row = snapshot::Entity::find()
        .filter(snapshot::Column::PlanId.eq(plan.get()))
        .filter(snapshot::Column::DeletedAt.is_null())
        .filter(snapshot::Column::PeriodMonth.lt(period.number()))
        .order_by_desc(snapshot::Column::PeriodMonth)
        .one(db.connection())
        .await?;
    row.map(FrozenSnapshot::of).transpose()
}

/// The plan's undeleted snapshots with their versions: what a computation was based on, to be compared before it is written.
///
/// # Errors
/// When the database fails.
pub async fn live(db: &impl Db, plan: PlanId) -> Result<Vec<(LiveSnapshot, i32)>> {
    Ok(live_of(db, &[plan]).await?.remove(&plan).unwrap_or_default())
}

/// [`live`] of plans, however many.
///
/// # Errors
/// When the database fails.
pub async fn live_of(db: &impl Db, plans: &[PlanId]) -> Result<BTreeMap<PlanId, Vec<(LiveSnapshot, i32)>>> {
    let rows: Vec<(i64, i64, NaiveDate, NaiveDate, i32)> = snapshot::Entity::find()
        .select_only()
        .columns([
            snapshot::Column::PlanId,
            snapshot::Column::Id,
            snapshot::Column::StartOn,
            snapshot::Column::EndOn,
            snapshot::Column::Generation,
        ])
        .filter(snapshot::Column::PlanId.is_in(plans.iter().map(|plan| plan.get())))
        .filter(snapshot::Column::DeletedAt.is_null())
        .order_by_asc(snapshot::Column::PeriodMonth)
        .into_tuple()
        .all(db.connection())
        .await?;
    let mut live: BTreeMap<PlanId, Vec<(LiveSnapshot, i32)>> = BTreeMap::new();
    for (plan, id, start, end, generation) in rows {
        let one = LiveSnapshot { id: SnapshotId(id), window: DateRange { start, end } };
        live.entry(PlanId(plan)).or_default().push((one, generation));
    }
    Ok(live)
}

/// What stands in the way of changing a snapshot.
///
/// # Errors
/// When the database fails.
pub async fn standing(db: &impl Db, snapshot: &FrozenSnapshot) -> Result<SnapshotStanding> {
    let statements = ids_using(db, snapshot.id).await?;
    let has_turned = match &snapshot.erp_ref_id {
        Some(id) => erp_documents::is_credit_memo(db, snapshot.id, id).await? != is_credit_memo(snapshot.total),
        None => false,
    };
    Ok(SnapshotStanding {
        is_paid: snapshot.payment == PaymentStatus::Paid,
        is_in_erp: snapshot.erp_ref_id.is_some(),
        is_out_of_date: snapshot.out_of_date,
        has_turned,
        is_voided: snapshot.payment == PaymentStatus::Voided,
        // It may have arrived. An update of what is there is none.
        is_on_its_way: snapshot.erp_ref_id.is_none() && erp_documents::is_on_its_way(db, snapshot.id).await?,
        is_told_pending: is_told_pending(db, snapshot.id).await?,
        is_in_statement: !statements.is_empty(),
        is_in_billed_statement: !erp_documents::billed(db, &statements).await?.is_empty(),
    })
}

/// Only groups whose invoices the caller may see: all for administrators, else those with invoice access
/// (rules.md#invoice-access).
pub(crate) fn with_invoice_access() -> sea_orm::Condition {
    sea_orm::Condition::all()
        .add(Expr::col((employer_group::Entity, employer_group::Column::EnableInvoiceAccess)).eq(true))
}

/// Only snapshots that a caller with such access sees as invoices (rules.md#invoice-access); their groups are joined.
pub(crate) fn seen_by(access: InvoiceAccess) -> sea_orm::Condition {
    sea_orm::Condition::all()
        .add_option(access.needs_open_group().then(with_invoice_access))
        .add_option(access.needs_document().then(|| snapshot::Column::ErpRefId.is_not_null()))
}
