//! The counters (rules.md#counters): members of a group by the day on which they take effect.
//!
//! Derived: each change of members writes its difference in the same transaction, **late** in it, because the row is shared by everybody
//! who changes the group.

pub mod upkeep;

use std::collections::BTreeMap;

use chrono::NaiveDate;
use domain::GroupId;
use domain::access::Scope;
use domain::members::status::{BASE_DAY, CountDelta};
use sea_orm::sea_query::{Alias, Expr, ExprTrait, Func, OnConflict, Query};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, JoinType, QueryFilter, QuerySelect, RelationTrait,
};

use crate::database::connection::sealed::Connected;
use crate::entities::{employer_group, group_count};
use crate::row_set::ROWS_A_STATEMENT;
use crate::{Db, Engine, Error, Result, Tx, scope};

/// Rows over which PostgreSQL spreads the writers of one group and day; SQLite has one writer anyway.
const SLOTS: i64 = 8;

/// Members of a group on a day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MemberCounts {
    /// All, whatever their status.
    pub total: i64,
    /// Active ones, those about to end among them (rules.md#member-counts).
    pub active: i64,
}

impl MemberCounts {
    /// In-active ones, those about to begin among them.
    pub const fn in_active(self) -> i64 {
        self.total - self.active
    }
}

/// Members of one group on `day`.
///
/// # Errors
/// When the database does not answer.
pub async fn of_group(db: &impl Db, group: GroupId, day: NaiveDate) -> Result<MemberCounts> {
    Ok(of_groups(db, &[group], day).await?.remove(&group).unwrap_or_default())
}

/// Members of a group on `day`, asked for together with whether it may be seen.
///
/// # Errors
/// [`Error::NotFound`] when the group is not in scope.
pub async fn of_visible_group(db: &impl Db, scope: Scope, group: GroupId, day: NaiveDate) -> Result<MemberCounts> {
    use group_count::Column::{Active, Day, Total};
    let until = move |_, _| Condition::all().add(Day.lte(day));
    let sums: Option<(Option<i64>, Option<i64>)> = employer_group::Entity::find_by_id(group.get())
        .select_only()
        .expr_as(whole_sum(Total), "total")
        .expr_as(whole_sum(Active), "active")
        .join(JoinType::LeftJoin, group_count::Relation::Group.def().rev().on_condition(until))
        .filter(scope::groups(scope))
        .group_by(employer_group::Column::Id)
        .into_tuple()
        .one(db.connection())
        .await?;
    let (total, active) = sums.ok_or(Error::NotFound)?;
    Ok(MemberCounts { total: total.unwrap_or(0), active: active.unwrap_or(0) })
}

/// Members of each group on `day`; a group without any may be missing.
///
/// # Errors
/// When the database does not answer.
pub async fn of_groups(db: &impl Db, groups: &[GroupId], day: NaiveDate) -> Result<BTreeMap<GroupId, MemberCounts>> {
    use group_count::Column::{Active, Day, GroupId as Group, Total};
    let rows: Vec<(i64, i64, i64)> = group_count::Entity::find()
        .select_only()
        .column(Group)
        .expr_as(whole_sum(Total), "total")
        .expr_as(whole_sum(Active), "active")
        .filter(Group.is_in(groups.iter().map(|group| group.get())))
        .filter(Day.lte(day))
        .group_by(Group)
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(rows.into_iter().map(|(group, total, active)| (GroupId(group), MemberCounts { total, active })).collect())
}

/// All members of a group, whatever their status, asked for together with whether it may be seen.
///
/// # Errors
/// [`Error::NotFound`] when the group is not in scope.
pub async fn total_of_visible_group(db: &impl Db, scope: Scope, group: GroupId) -> Result<u64> {
    // A member counts from ever on, so that the base alone says how many there are.
    Ok(of_visible_group(db, scope, group, BASE_DAY).await?.total.unsigned_abs())
}

/// All members of all groups in scope, whatever their status.
///
/// # Errors
/// When the database does not answer.
pub async fn total_in_scope(db: &impl Db, scope: Scope) -> Result<u64> {
    // Written out, not bound: only so do both engines see that the index of the base rows will do.
    let base = Expr::cust(format!("group_count.day = '{BASE_DAY}'"));
    let sum: Option<Option<i64>> = group_count::Entity::find()
        .select_only()
        .expr_as(whole_sum(group_count::Column::Total), "total")
        .filter(scope::group_column(scope, group_count::Column::GroupId))
        .filter(base)
        .into_tuple()
        .one(db.connection())
        .await?;
    Ok(sum.flatten().unwrap_or(0).unsigned_abs())
}

/// A sum of whole numbers, which PostgreSQL would otherwise widen.
fn whole_sum(column: group_count::Column) -> Expr {
    Expr::from(Func::sum(Expr::col((group_count::Entity, column)))).cast_as(Alias::new("bigint"))
}

/// Adds differences to the members of a group. Others who change it on the same day may wait from here to the commit.
///
/// # Errors
/// When the group does not exist.
pub async fn add(tx: &Tx, group: GroupId, deltas: &[CountDelta]) -> Result<()> {
    add_all(tx, deltas.iter().map(|delta| (group, *delta)).collect()).await
}

/// Adds differences to the members of many groups, as [`add`].
///
/// # Errors
/// When a group does not exist.
pub async fn add_all(tx: &Tx, deltas: Vec<(GroupId, CountDelta)>) -> Result<()> {
    // In the order of groups and days, so that two writers never wait for each other.
    let mut days: BTreeMap<(GroupId, NaiveDate), (i32, i32)> = BTreeMap::new();
    for (group, delta) in deltas {
        let day = days.entry((group, delta.day)).or_default();
        *day = (day.0 + delta.total, day.1 + delta.active);
    }
    days.retain(|_, (total, active)| *total != 0 || *active != 0);
    let days: Vec<GroupDay> = days.into_iter().collect();
    for days in days.chunks(ROWS_A_STATEMENT) {
        upsert(tx, days).await?;
    }
    Ok(())
}

/// A group's day with what is added to its total and its active members.
type GroupDay = ((GroupId, NaiveDate), (i32, i32));

async fn upsert(tx: &Tx, days: &[GroupDay]) -> Result<()> {
    use group_count::Column::{Active, Day, GroupId as Group, Slot, Total};
    let mut insert = Query::insert();
    insert.into_table(group_count::Entity).columns([Group, Day, Slot, Total, Active]);
    for ((group, day), (total, active)) in days {
        insert.values_panic([group.get().into(), (*day).into(), slot(tx.engine()), (*total).into(), (*active).into()]);
    }
    let raised = |column| Expr::col((group_count::Entity, column)).add(Expr::col((Alias::new("excluded"), column)));
    let upsert =
        OnConflict::columns([Group, Day, Slot]).values([(Total, raised(Total)), (Active, raised(Active))]).to_owned();
    tx.connection().execute(insert.on_conflict(upsert)).await?;
    Ok(())
}

fn slot(engine: Engine) -> Expr {
    match engine {
        Engine::Sqlite => Expr::val(0),
        Engine::Postgres => Expr::cust(format!("floor(random() * {SLOTS})::smallint")),
    }
}
