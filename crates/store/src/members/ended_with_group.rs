//! Who ended with the group, and what stood before: read when the group is served again.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::members::status::{StatusChange, Timeline};
use domain::{GroupId, MemberId, StatusChangeId};
use sea_orm::sea_query::{Query, SelectStatement};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter};

use super::ending::{Standing, standing};
use super::read::status_of;
use super::write::Source;
use crate::database::paging;
use crate::entities::member;
use crate::entities::status_change::{Column, Entity, Model};
use crate::{Db, Result, Tx, row_set};

/// A member whose status the end of its group has changed, and nothing since.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndedWithGroup {
    /// The member and its status now.
    pub standing: Standing,
    /// What stands now.
    pub now: Timeline,
    /// What stood before the end of the group.
    pub before: Timeline,
}

/// How many members of a group that was ended at `at` ended with it and were not changed since.
///
/// # Errors
/// When the database does not answer.
pub async fn count_ended_with_group(db: &impl Db, group: GroupId, at: DateTime<Utc>) -> Result<u64> {
    let members = Query::select().column(member::Column::Id).from(member::Entity).cond_where(ended(group, at)).take();
    paging::count(db, members).await
}

/// Returns the next of these members after one, by id, and locks them until the transaction ends.
///
/// # Errors
/// When the database does not answer.
pub async fn ended_with_group(
    tx: &Tx,
    group: GroupId,
    at: DateTime<Utc>,
    after: MemberId,
    limit: u64,
) -> Result<Vec<EndedWithGroup>> {
    let standing = standing(tx, member::Entity::find().filter(ended(group, at)), after, limit).await?;
    let ids = standing.iter().map(|member| member.id.get());
    let rows = row_set::read(tx, Entity::find().filter(Column::MemberId.is_in(ids))).await?;
    let mut changes: HashMap<MemberId, Vec<Model>> = HashMap::with_capacity(standing.len());
    for row in rows {
        changes.entry(MemberId(row.member_id)).or_default().push(row);
    }
    let ended = |standing: Standing| {
        let changes = changes.remove(&standing.id).unwrap_or_default();
        let stands = |row: &&Model| row.cancelled_at.is_none();
        let now = timeline(changes.iter().filter(stands));
        let is_of_the_end = |row: &&Model| row.source == END && row.recorded_at == at;
        let cancelled_by_the_end = |row: &&Model| row.cancel_reason == Some(END) && row.cancelled_at == Some(at);
        let before =
            changes.iter().filter(|row| !is_of_the_end(row)).filter(|row| stands(row) || cancelled_by_the_end(row));
        EndedWithGroup { standing, now, before: timeline(before) }
    };
    Ok(standing.into_iter().map(ended).collect())
}

const END: i16 = Source::GroupTermination.number();

fn timeline<'a>(rows: impl Iterator<Item = &'a Model>) -> Timeline {
    let change = |row: &Model| StatusChange {
        id: StatusChangeId(row.id),
        status: status_of(row.status),
        effective_on: row.effective_on,
    };
    Timeline::new(rows.map(change).collect())
}

/// The condition on members of the group that its end at `at` has changed, and nothing since.
fn ended(group: GroupId, at: DateTime<Utc>) -> Condition {
    let by_the_end = Condition::any()
        .add(Condition::all().add(Column::Source.eq(END)).add(Column::RecordedAt.eq(at)))
        .add(Condition::all().add(Column::CancelReason.eq(END)).add(Column::CancelledAt.eq(at)));
    let since = Condition::any().add(Column::RecordedAt.gt(at)).add(Column::CancelledAt.gt(at));
    Condition::all()
        .add(member::Column::GroupId.eq(group.get()))
        .add(member::Column::Id.in_subquery(changed(group, by_the_end)))
        .add(member::Column::Id.not_in_subquery(changed(group, since)))
}

fn changed(group: GroupId, which: Condition) -> SelectStatement {
    Query::select()
        .column(Column::MemberId)
        .from(Entity)
        .and_where(Column::GroupId.eq(group.get()))
        .cond_where(which)
        .take()
}
