//! Who of a group is covered on a day, from the timelines, with no more of each member than the patient platform is told.

use chrono::NaiveDate;
use domain::{GroupId, MemberId};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect,
    RelationTrait, Statement,
};
use uuid::Uuid;

use crate::database::guid::Guid;
use crate::entities::{member, status_change};
use crate::{Db, Result};

/// A covered member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Covered {
    /// The member.
    pub id: MemberId,
    /// Its id for the world outside.
    pub link: Uuid,
    /// The kind of cover.
    pub plan_name: String,
    /// Whether it is the employee itself.
    pub is_primary: bool,
    /// The first day of the span that the day lies in.
    pub from: NaiveDate,
    /// The first day after it; `None` when no end is known.
    pub until: Option<NaiveDate>,
}

/// How many members of a group are covered on each of some days.
///
/// # Errors
/// When the database does not answer.
pub async fn count_covered(db: &impl Db, group: GroupId, days: &[NaiveDate]) -> Result<Vec<u64>> {
    // Status and cancellation are written out, not bound: only so do both engines see that the index of active spans will do.
    let count = |number: usize| {
        let day = number + 2;
        format!(
            "select {number} as number, count(*) as n from status_change where group_id = $1 and status = 0 \
             and cancelled_at is null and effective_on <= ${day} and (until_on is null or until_on > ${day})"
        )
    };
    let sql: Vec<String> = (0..days.len()).map(count).collect();
    let values = [group.get().into()].into_iter().chain(days.iter().map(|day| (*day).into()));
    let backend = db.connection().get_database_backend();
    let mut counts = vec![0; days.len()];
    if days.is_empty() {
        return Ok(counts);
    }
    let statement = Statement::from_sql_and_values(backend, sql.join(" union all "), values);
    for row in db.connection().query_all_raw(statement).await? {
        let (number, n): (i32, i64) = (row.try_get("", "number")?, row.try_get("", "n")?);
        counts[number.unsigned_abs() as usize] = n.unsigned_abs();
    }
    Ok(counts)
}

type Row = (i64, Guid, String, bool, NaiveDate, Option<NaiveDate>);

/// The next members of a group, by id, who are covered on a day; at most `limit`.
///
/// # Errors
/// When the database does not answer.
pub async fn covered(
    db: &impl Db,
    group: GroupId,
    day: NaiveDate,
    after: MemberId,
    limit: u64,
) -> Result<Vec<Covered>> {
    use status_change::Column::{CancelledAt, EffectiveOn, GroupId as Group, MemberId as Member, Status, UntilOn};
    let rows: Vec<Row> = status_change::Entity::find()
        .select_only()
        .column(member::Column::Id)
        .column(member::Column::LinkId)
        .column(member::Column::PlanName)
        .column(member::Column::IsPrimary)
        .columns([EffectiveOn, UntilOn])
        .join(JoinType::InnerJoin, status_change::Relation::Member.def())
        .filter(Group.eq(group.get()))
        .filter(Status.eq(0))
        .filter(CancelledAt.is_null())
        .filter(EffectiveOn.lte(day))
        .filter(Condition::any().add(UntilOn.is_null()).add(UntilOn.gt(day)))
        .filter(Member.gt(after.get()))
        .order_by_asc(Member)
        .limit(limit)
        .into_tuple()
        .all(db.connection())
        .await?;
    let covered = |(id, link, plan_name, is_primary, from, until): Row| Covered {
        id: MemberId(id),
        link: link.0,
        plan_name,
        is_primary,
        from,
        until,
    };
    Ok(rows.into_iter().map(covered).collect())
}
