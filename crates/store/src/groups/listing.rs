//! The lists of groups: the selector, the page with its counters, and the groups of a broker.

use chrono::NaiveDate;
use domain::access::Scope;
use domain::groups::GroupStatus;
use domain::{ApiServiceId, BrokerId, GroupId, Page, PageRequest};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    RelationTrait,
};

use super::stored;
use crate::counts::{self, MemberCounts};
use crate::database::paging::{self, Sorts, key, optional_key};
use crate::entities::employer_group::{Column, Entity, Relation};
use crate::entities::{broker, plan};
use crate::{Db, Result, scope};

/// A group as a choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupName {
    /// Its id.
    pub id: GroupId,
    /// Its name.
    pub name: String,
    /// Its `GroupId`.
    pub code: String,
    /// Its broker.
    pub broker: BrokerId,
    /// The broker above it.
    pub master_broker: Option<BrokerId>,
    /// Whether its census files end who is absent, unless a file says otherwise.
    pub explicit_import: bool,
}

/// A group in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupRow {
    /// Its id.
    pub id: GroupId,
    /// Its name.
    pub name: String,
    /// Its `GroupId`.
    pub code: String,
    /// Its broker.
    pub broker: (BrokerId, String),
    /// Whether it is served.
    pub status: GroupStatus,
    /// The first day.
    pub effective_on: NaiveDate,
    /// The first day no longer served, when it is known.
    pub termination_on: Option<NaiveDate>,
    /// When the contract is renewed.
    pub renewal_on: Option<NaiveDate>,
    /// Whether its census files end who is absent, unless a file says otherwise.
    pub explicit_import: bool,
    /// Its members.
    pub members: MemberCounts,
}

/// Which groups are wanted; what is empty narrows nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroupFilter {
    /// Those of one of these statuses.
    pub statuses: Vec<GroupStatus>,
    /// Those of one of these brokers.
    pub brokers: Vec<BrokerId>,
    /// Those that renew from the first day to the second.
    pub renewal: (Option<NaiveDate>, Option<NaiveDate>),
    /// Those with an active plan in one of these ERP accounts.
    pub accounts: Vec<ApiServiceId>,
}

impl GroupFilter {
    fn condition(&self) -> Condition {
        let statuses = self.statuses.iter().map(|status| status.number());
        let brokers = self.brokers.iter().map(|broker| broker.get());
        let accounts = self.accounts.iter().map(|account| account.get());
        let billed_there = plan::Entity::find()
            .select_only()
            .column(plan::Column::GroupId)
            .filter(plan::Column::Active.eq(true))
            .filter(plan::Column::ApiServiceId.is_in(accounts))
            .into_query();
        Condition::all()
            .add_option(self.renewal.0.map(|from| Column::RenewalOn.gte(from)))
            .add_option(self.renewal.1.map(|to| Column::RenewalOn.lte(to)))
            .add_option((!self.accounts.is_empty()).then(|| Column::Id.in_subquery(billed_there)))
            .add_option((!self.statuses.is_empty()).then(|| Column::Status.is_in(statuses)))
            .add_option((!self.brokers.is_empty()).then(|| Column::BrokerId.is_in(brokers)))
    }
}

const SORTS: Sorts = Sorts {
    by: &[
        ("Id", || vec![]),
        ("Name", || vec![key(Column::SearchText)]),
        ("GroupId", || vec![key(Column::GroupCodeKey)]),
        ("Broker", || vec![key(broker::Column::NameKey)]),
        ("EffectiveDate", || vec![key(Column::EffectiveOn)]),
        ("TerminationDate", || vec![optional(Column::TerminationOn)]),
        ("RenewalDate", || vec![optional(Column::RenewalOn)]),
        ("Status", || vec![key(Column::Status)]),
    ],
    default: ("Id", false),
    id: || key(Column::Id),
};

fn optional(column: Column) -> paging::Key {
    optional_key(Expr::col((Entity, column)))
}

/// All groups in scope by name, for a selector.
///
/// # Errors
/// When the database does not answer.
pub async fn names(db: &impl Db, scope: Scope) -> Result<Vec<GroupName>> {
    named(db, scope::groups(scope)).await
}

/// The groups in scope of which `broker` is broker or master broker, by name.
///
/// # Errors
/// When the database does not answer.
pub async fn of_broker(db: &impl Db, scope: Scope, broker: BrokerId) -> Result<Vec<GroupName>> {
    let its = Column::BrokerId.eq(broker.get()).or(Column::MasterBrokerId.eq(broker.get()));
    named(db, scope::groups(scope).add(its)).await
}

async fn named(db: &impl Db, which: Condition) -> Result<Vec<GroupName>> {
    let rows: Vec<(i64, String, String, i64, Option<i64>, bool)> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::Name, Column::GroupCode])
        .columns([Column::BrokerId, Column::MasterBrokerId, Column::ExplicitImport])
        .filter(Condition::all().add(which))
        .order_by_asc(Column::SearchText)
        .order_by_asc(Column::Id)
        .into_tuple()
        .all(db.connection())
        .await?;
    let named = |(id, name, code, broker, master_broker, explicit_import): (_, _, _, _, Option<i64>, _)| GroupName {
        id: GroupId(id),
        name,
        code,
        broker: BrokerId(broker),
        master_broker: master_broker.map(BrokerId),
        explicit_import,
    };
    Ok(rows.into_iter().map(named).collect())
}

/// A page of the groups in scope with their members on `today`; the term looks at name, `GroupId` and broker.
///
/// # Errors
/// When the database does not answer.
pub async fn search(
    db: &impl Db,
    scope: Scope,
    filter: &GroupFilter,
    request: &PageRequest,
    today: NaiveDate,
) -> Result<Page<GroupRow>> {
    let searched = [Expr::col((Entity, Column::SearchText)), Expr::col((broker::Entity, broker::Column::SearchText))];
    let query = Entity::find()
        .select_only()
        .columns([Column::Id, Column::Name, Column::GroupCode, Column::BrokerId, Column::Status])
        .columns([Column::EffectiveOn, Column::TerminationOn, Column::RenewalOn, Column::ExplicitImport])
        .column_as(broker::Column::Name, "broker_name")
        .join(JoinType::InnerJoin, Relation::Broker.def())
        .filter(scope::groups(scope))
        .filter(filter.condition())
        .filter(paging::matching(searched, &request.term));
    let page = paging::page::<Listed>(db, query, request, &SORTS).await?;
    let ids: Vec<_> = page.rows.iter().map(|row| GroupId(row.id)).collect();
    let mut counts = counts::of_groups(db, &ids, today).await?;
    Ok(page.map(|row| {
        let members = counts.remove(&GroupId(row.id)).unwrap_or_default();
        row.with(members)
    }))
}

#[derive(FromQueryResult)]
struct Listed {
    id: i64,
    name: String,
    group_code: String,
    broker_id: i64,
    broker_name: String,
    status: i16,
    effective_on: NaiveDate,
    termination_on: Option<NaiveDate>,
    renewal_on: Option<NaiveDate>,
    explicit_import: bool,
}

impl Listed {
    fn with(self, members: MemberCounts) -> GroupRow {
        GroupRow {
            id: GroupId(self.id),
            name: self.name,
            code: self.group_code,
            broker: (BrokerId(self.broker_id), self.broker_name),
            status: stored::status(self.status),
            effective_on: self.effective_on,
            termination_on: self.termination_on,
            renewal_on: self.renewal_on,
            explicit_import: self.explicit_import,
            members,
        }
    }
}
