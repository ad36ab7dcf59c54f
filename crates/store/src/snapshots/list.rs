//! The list of snapshots, which customers see as invoices (rules.md#snapshots-as-invoices).

use chrono::NaiveDate;
use domain::access::Scope;
use domain::billing::invoice::PaymentStatus;
use domain::invoices::InvoiceAccess;
use domain::text::fold;
use domain::{BillingMonth, GroupId, Page, PageRequest, PlanId, SnapshotId};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, FromQueryResult, IntoSimpleExpr, JoinType, QueryFilter, QuerySelect,
    QueryTrait, RelationTrait,
};

use super::frozen::{FrozenSnapshot, seen_by, with_invoice_access};
use super::{LIST, unsent};
use crate::database::paging::{self, Sorts, key, optional_key};
use crate::entities::{employer_group, list_count, snapshot};
use crate::erp_documents::{Owners, WantedStates, is_in_state};
use crate::{Db, Error, Result, scope};

/// A snapshot in a list, with its group.
#[derive(Debug, Clone, PartialEq)]
pub struct SnapshotRow {
    /// The snapshot.
    pub snapshot: FrozenSnapshot,
    /// The group's name.
    pub group_name: String,
    /// The group's id as people know it.
    pub group_code: String,
}

#[derive(FromQueryResult)]
struct Listed {
    #[sea_orm(nested)]
    snapshot: snapshot::Model,
    group_name: String,
    group_code: String,
}

impl TryFrom<Listed> for SnapshotRow {
    type Error = Error;

    fn try_from(row: Listed) -> Result<Self> {
        let snapshot = FrozenSnapshot::of(row.snapshot)?;
        Ok(Self { snapshot, group_name: row.group_name, group_code: row.group_code })
    }
}

const SORTS: Sorts = Sorts {
    by: &[
        ("InvoicePeriodEndDate", || vec![key(snapshot::Column::EndOn)]),
        ("InvoiceTotalDollars", || vec![key(snapshot::Column::TotalCents)]),
        ("CreatedOn", || vec![key(snapshot::Column::CreatedAt)]),
        ("InvoiceDate", || vec![optional_key(snapshot::Column::TxnOn.into_simple_expr())]),
        ("DueDate", || vec![optional_key(snapshot::Column::DueOn.into_simple_expr())]),
        ("Id", || vec![]),
    ],
    default: ("InvoicePeriodEndDate", true),
    id: || key(snapshot::Column::Id),
};

/// Which snapshots a list shows; empty lists leave nothing out.
#[derive(Debug, Clone, Default)]
pub struct SnapshotFilter {
    /// Those of one group.
    pub group: Option<GroupId>,
    /// Leaves out, and does not count, those that the caller may not see (rules.md#invoice-access).
    pub access: InvoiceAccess,
    /// Those of some plans.
    pub plans: Vec<PlanId>,
    /// Those that are still to be sent to the ERP (rules.md#not-sent).
    pub unsent: bool,
    /// Those that are paid so.
    pub payments: Vec<PaymentStatus>,
    /// Those that bill one month.
    pub period: Option<BillingMonth>,
    /// Those that are due from the first day to the second.
    pub due: (Option<NaiveDate>, Option<NaiveDate>),
    /// Those of which something is to be paid.
    pub owed: bool,
    /// Those that stand so in the ERP.
    pub erp: Option<WantedStates>,
    /// Those of these ids; whatever their id when `None`.
    pub ids: Option<Vec<SnapshotId>>,
}

impl SnapshotFilter {
    /// All snapshots of a group, or of all groups.
    pub fn of(group: Option<GroupId>) -> Self {
        Self { group, ..Self::default() }
    }

    /// Whether a maintained counter knows how many there are.
    const fn is_counted(&self) -> bool {
        self.plans.is_empty()
            && self.payments.is_empty()
            && self.period.is_none()
            && self.ids.is_none()
            && self.erp.is_none()
            && self.due.0.is_none()
            && self.due.1.is_none()
            && !self.owed
            && !self.unsent
            && !self.access.needs_document()
    }

    fn condition(&self) -> Condition {
        let plans = self.plans.iter().map(|plan| plan.get());
        let payments = self.payments.iter().map(|payment| payment.number());
        let owed = PaymentStatus::ALL.into_iter().filter(|status| status.is_owed()).map(PaymentStatus::number);
        Condition::all()
            .add_option(self.group.map(|group| snapshot::Column::GroupId.eq(group.get())))
            .add(seen_by(self.access))
            .add_option(self.unsent.then(unsent::condition))
            .add_option((!self.plans.is_empty()).then(|| snapshot::Column::PlanId.is_in(plans)))
            .add_option((!self.payments.is_empty()).then(|| snapshot::Column::PaymentStatus.is_in(payments)))
            .add_option(self.ids.as_ref().map(|ids| snapshot::Column::Id.is_in(ids.iter().map(|id| id.get()))))
            .add_option(self.due.0.map(|from| snapshot::Column::DueOn.gte(from)))
            .add_option(self.due.1.map(|to| snapshot::Column::DueOn.lte(to)))
            .add_option(self.erp.as_ref().map(|wanted| is_in_state(Owners::Snapshots, wanted)))
            .add_option(self.owed.then(|| snapshot::Column::PaymentStatus.is_in(owed)))
            .add_option(self.period.map(|period| snapshot::Column::PeriodMonth.eq(period.number())))
    }
}

/// A page of undeleted snapshots in scope that a filter lets through.
///
/// # Errors
/// When the database fails.
pub async fn search(
    db: &impl Db,
    scope: Scope,
    filter: &SnapshotFilter,
    request: &PageRequest,
) -> Result<Page<SnapshotRow>> {
    let group_column = |column: employer_group::Column| Expr::col((employer_group::Entity, column));
    let query = snapshot::Entity::find()
        .join(JoinType::InnerJoin, snapshot::Relation::Group.def())
        .expr_as(group_column(employer_group::Column::Name), "group_name")
        .expr_as(group_column(employer_group::Column::GroupCode), "group_code")
        .filter(snapshot::Column::DeletedAt.is_null())
        // By the group that is joined anyway: asked for the ids of a broker's groups, PostgreSQL looked each of them up before
        // it came to the newest snapshots.
        .filter(scope::groups(scope))
        .filter(filter.condition());
    if !filter.is_counted() || !request.term.trim().is_empty() {
        let (text, status) = (Expr::col((snapshot::Entity, snapshot::Column::SearchText)), status_text());
        let matching = match filter.group {
            None => {
                let group = group_column(employer_group::Column::SearchText);
                paging::matching([text, status, group], &request.term)
            }
            // In the list of one group there is no column of it.
            Some(_) => paging::matching([text, status], &request.term),
        };
        let query = query.filter(matching);
        return paging::page::<Listed>(db, query, request, &SORTS).await?.try_map(TryInto::try_into);
    }
    let total = counted(db, scope, filter.group, filter.access);
    paging::page_of::<Listed>(db, query.into_query(), request, &SORTS, total).await?.try_map(TryInto::try_into)
}

/// What a list calls the payment status, as the term is compared with it (rules.md#search-and-order).
fn status_text() -> Expr {
    let named = |status: PaymentStatus| {
        let is_it = Expr::col((snapshot::Entity, snapshot::Column::PaymentStatus)).eq(status.number());
        (is_it, fold(status.text()))
    };
    let (first, rest) = (named(PaymentStatus::Unknown), PaymentStatus::ALL.into_iter().skip(1).map(named));
    rest.fold(Expr::case(first.0, first.1), |texts, (is_it, text)| texts.case(is_it, text)).into()
}

/// How many undeleted snapshots a group in scope has, or all in scope have, from the maintained counter.
async fn counted(db: &impl Db, scope: Scope, group: Option<GroupId>, access: InvoiceAccess) -> Result<u64> {
    let mut query = list_count::Entity::find()
        .select_only()
        .expr_as(Expr::col(list_count::Column::N).sum().cast_as("bigint"), "n")
        .filter(list_count::Column::List.eq(LIST))
        .filter(scope::group_column(scope, list_count::Column::GroupId));
    if let Some(group) = group {
        query = query.filter(list_count::Column::GroupId.eq(group.get()));
    }
    if access.needs_open_group() {
        query = query.join(JoinType::InnerJoin, list_count::Relation::Group.def()).filter(with_invoice_access());
    }
    let n: Option<Option<i64>> = query.into_tuple().one(db.connection()).await?;
    Ok(n.flatten().unwrap_or(0).unsigned_abs())
}
