//! The list of members, of one group or of all in scope, with its search (rules.md#search-and-order, rules.md#search-text).
//!
//! First the ids of the page inside an index, then their rows. Without a term the total comes from the counters; with one, the
//! substring index finds the candidates.

pub(super) mod hits;

use chrono::NaiveDate;
use domain::access::Scope;
use domain::members::search::words;
use domain::members::status::{ShownStatus, Status};
use domain::{GroupId, MemberId, Page, PageRequest, PricingGroupId};
use sea_orm::sea_query::{Expr, ExprTrait, Func, Query};
use sea_orm::{ColumnTrait, Condition, EntityTrait, FromQueryResult, QueryFilter, QuerySelect, QueryTrait, Select};

use super::{MemberRow, read};
use crate::database::paging::{self, Sorts, key, optional_key, required_key};
use crate::entities::member::{Column, Entity};
use crate::entities::{employer_group, pricing_group};
use crate::{Db, Result, counts, groups, scope};

const SORTS: Sorts = Sorts {
    by: &[
        ("Id", || vec![]),
        ("Name", || vec![key(Column::LastKey), key(Column::FirstKey)]),
        ("LastName", || vec![key(Column::LastKey), key(Column::FirstKey)]),
        ("FirstName", || vec![key(Column::FirstKey), key(Column::LastKey)]),
        ("PlanName", || vec![required_key(uncased(Column::PlanName))]),
        ("Plan", || vec![required_key(uncased(Column::PlanName))]),
        ("EmailAddress", || vec![optional_key(uncased(Column::Email))]),
        ("Email", || vec![optional_key(uncased(Column::Email))]),
        ("Gender", || vec![key(Column::Gender)]),
        ("DateOfBirth", || vec![key(Column::DateOfBirth)]),
        ("DOB", || vec![key(Column::DateOfBirth)]),
        ("AddressLine1", || vec![optional_key(uncased(Column::AddressLine1))]),
        ("Address", || vec![optional_key(uncased(Column::AddressLine1))]),
        ("OtherMemberId", || vec![optional_key(uncased(Column::OtherMemberId))]),
        ("OtherId", || vec![optional_key(uncased(Column::OtherMemberId))]),
        ("PricingGroup", || vec![optional_key(pricing_group_name())]),
        ("EmployerGroup", || vec![optional_key(group_name())]),
        ("Group", || vec![optional_key(group_name())]),
        ("CreatedOn", || vec![key(Column::CreatedAt)]),
    ],
    default: ("Id", false),
    id: || key(Column::Id),
};

#[derive(FromQueryResult)]
struct Id {
    id: i64,
}

/// A page of the members of `group`, or of all groups in scope. The term looks at name, e-mail, ids, address and at the names of plan and
/// pricing group, in the list of all groups also at the group's name and number. A whole birth date or telephone number finds who has it.
///
/// # Errors
/// [`crate::Error::NotFound`] when the group is not in scope.
pub async fn search(
    db: &impl Db,
    scope: Scope,
    group: Option<GroupId>,
    request: &PageRequest,
) -> Result<Page<MemberRow>> {
    let words = words(&request.term);
    let page = if words.is_empty() {
        let ids = ids(scope, group).into_query();
        paging::page_of::<Id>(db, ids, request, &SORTS, total(db, scope, group)).await?
    } else {
        if let Some(group) = group {
            groups::require(db, scope, group).await?;
        }
        hits::page(db, scope, group, &words, request).await?
    };
    rows(db, page).await
}

/// Which members are wanted; what is empty narrows nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberFilter {
    /// Only employees, no dependents.
    pub primaries_only: bool,
    /// Those of one of these statuses on the day of `today`.
    pub statuses: Vec<ShownStatus>,
    /// Those of one of these plans.
    pub plans: Vec<String>,
    /// Those of one of these pricing groups.
    pub pricing_groups: Vec<PricingGroupId>,
    /// Those of these ids.
    pub ids: Vec<MemberId>,
    /// The day whose statuses are meant.
    pub today: NaiveDate,
}

impl MemberFilter {
    /// Whether it narrows nothing.
    pub const fn is_empty(&self) -> bool {
        !self.primaries_only
            && self.statuses.is_empty()
            && self.plans.is_empty()
            && self.pricing_groups.is_empty()
            && self.ids.is_empty()
    }

    fn condition(&self) -> Condition {
        let any = |status: &ShownStatus| has_status(*status, self.today);
        let statuses = self.statuses.iter().map(any).fold(Condition::any(), Condition::add);
        let pricing_groups = self.pricing_groups.iter().map(|id| id.get());
        let ids = self.ids.iter().map(|id| id.get());
        Condition::all()
            .add_option((!self.ids.is_empty()).then(|| Column::Id.is_in(ids)))
            .add_option(self.primaries_only.then(|| Column::IsPrimary.eq(true)))
            .add_option((!self.statuses.is_empty()).then_some(statuses))
            .add_option((!self.plans.is_empty()).then(|| Column::PlanName.is_in(&self.plans)))
            .add_option((!self.pricing_groups.is_empty()).then(|| Column::PricingGroupId.is_in(pricing_groups)))
    }
}

/// That a member shows a status on a day: a pending change counts from its own day on (rules.md#member-statuses).
fn has_status(shown: ShownStatus, today: NaiveDate) -> Condition {
    let now = |status: Status| {
        let unchanged = Condition::all().add(Column::Status.eq(status.number())).add(Column::PendingOn.is_null());
        let changed = Condition::all().add(Column::PendingStatus.eq(status.number())).add(Column::PendingOn.lte(today));
        Condition::any().add(unchanged).add(changed)
    };
    let to_come = |status: Status| {
        Condition::all().add(Column::PendingStatus.eq(status.number())).add(Column::PendingOn.gt(today))
    };
    match shown {
        ShownStatus::Active => now(Status::Active),
        ShownStatus::InActive => now(Status::InActive),
        ShownStatus::PendingInActive => to_come(Status::InActive),
        ShownStatus::PendingActive => to_come(Status::Active),
    }
}

/// A page of those that [`search`] finds and that the filter wants.
///
/// # Errors
/// As [`search`].
pub async fn search_filtered(
    db: &impl Db,
    scope: Scope,
    group: Option<GroupId>,
    filter: &MemberFilter,
    request: &PageRequest,
) -> Result<Page<MemberRow>> {
    // Without a filter the counters know the total.
    if filter.is_empty() {
        return search(db, scope, group, request).await;
    }
    if let Some(group) = group {
        groups::require(db, scope, group).await?;
    }
    let words = words(&request.term);
    let mut wanted = ids(scope, group).filter(filter.condition());
    if !words.is_empty() {
        wanted = wanted.filter(Column::Id.in_subquery(hits::ids(db, scope, group, &words).await?));
    }
    rows(db, paging::page::<Id>(db, wanted, request, &SORTS).await?).await
}

fn ids(scope: Scope, group: Option<GroupId>) -> Select<Entity> {
    Entity::find().select_only().column(Column::Id).filter(within(scope, group, Column::GroupId))
}

async fn rows(db: &impl Db, page: Page<Id>) -> Result<Page<MemberRow>> {
    let ids: Vec<_> = page.rows.iter().map(|row| row.id).collect();
    Ok(Page { rows: read::rows_of(db, &ids).await?, total: page.total, per_page: page.per_page })
}

/// How many members there are, from the counters.
async fn total(db: &impl Db, scope: Scope, group: Option<GroupId>) -> Result<u64> {
    match group {
        Some(group) => counts::total_of_visible_group(db, scope, group).await,
        None => counts::total_in_scope(db, scope).await,
    }
}

/// The members wanted whatever the term, as a condition on a column that holds their group.
fn within(scope: Scope, group: Option<GroupId>, column: impl ColumnTrait) -> Condition {
    match group {
        Some(group) => Condition::all().add(column.eq(group.get())),
        None => scope::group_column(scope, column),
    }
}

/// Capitals sort where their small letters do; both engines agree on those of ASCII only, which an order can bear.
fn uncased(column: Column) -> Expr {
    Func::lower(Expr::col((Entity, column))).into()
}

fn group_name() -> Expr {
    let own = Expr::col((employer_group::Entity, employer_group::Column::Id)).equals((Entity, Column::GroupId));
    name_of(employer_group::Entity, employer_group::Column::SearchText, own)
}

fn pricing_group_name() -> Expr {
    let own = Expr::col((pricing_group::Entity, pricing_group::Column::Id)).equals((Entity, Column::PricingGroupId));
    name_of(pricing_group::Entity, pricing_group::Column::NameKey, own)
}

/// The folded name of the record that belongs to the member, as something to sort by.
fn name_of<E: EntityTrait>(entity: E, name: E::Column, own: Expr) -> Expr {
    let query = Query::select().column((entity, name)).from(entity).and_where(own).take();
    Expr::SubQuery(None, Box::new(query.into()))
}
