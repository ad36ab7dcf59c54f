//! Ending all members of a group at once: only their status is read and written, so that a group of 100,000 fits into one call.

use domain::members::status::{CurrentStatus, StatusWrite};
use domain::{GroupId, MemberId, StatusChangeId};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select};
use serde::Serialize;
use std::collections::HashMap;

use super::read::status_of;
use super::timeline::{self, Owner};
use super::write::Source;
use crate::database::connection::sealed::Connected;
use crate::entities::member::{Column, Entity};
use crate::row_set::{self, Instant, Kind};
use crate::{Result, Stamp, Tx};

/// A member whose status may still change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// The member.
    pub id: MemberId,
    /// Its status, as stored beside it.
    pub status: CurrentStatus,
}

/// The next members of a group by id, at most `limit`, who are active or have a change to come. Nobody else changes them before the
/// transaction ends.
///
/// # Errors
/// When the database does not answer.
pub async fn unended(tx: &Tx, group: GroupId, after: MemberId, limit: u64) -> Result<Vec<Standing>> {
    let unended = Condition::any().add(Column::Status.eq(0)).add(Column::PendingOn.is_not_null());
    standing(tx, Entity::find().filter(Column::GroupId.eq(group.get())).filter(unended), after, limit).await
}

/// The next of some members by id, with their status. Nobody else changes them before the transaction ends.
pub(super) async fn standing(tx: &Tx, members: Select<Entity>, after: MemberId, limit: u64) -> Result<Vec<Standing>> {
    let rows: Vec<(i64, i16, Option<i16>, Option<chrono::NaiveDate>)> = members
        .select_only()
        .columns([Column::Id, Column::Status, Column::PendingStatus, Column::PendingOn])
        .filter(Column::Id.gt(after.get()))
        .order_by_asc(Column::Id)
        .limit(limit)
        .lock_exclusive()
        .into_tuple()
        .all(tx.connection())
        .await?;
    let standing = |(id, status, pending, on): (i64, i16, Option<i16>, Option<chrono::NaiveDate>)| Standing {
        id: MemberId(id),
        status: CurrentStatus { status: status_of(status), pending: pending.map(status_of).zip(on) },
    };
    Ok(rows.into_iter().map(standing).collect())
}

#[derive(Serialize)]
struct StatusColumns {
    id: i64,
    status: i16,
    pending_status: Option<i16>,
    pending_on: Option<chrono::NaiveDate>,
    updated_at: Instant,
    updated_by: Option<i64>,
}

const STATUS: &row_set::Columns = &[
    ("id", Kind::Long),
    ("status", Kind::Small),
    ("pending_status", Kind::Small),
    ("pending_on", Kind::Date),
    ("updated_at", Kind::Instant),
    ("updated_by", Kind::Long),
];

/// Changes the status of members of one group that [`unended`] or [`super::ended_with_group()`] holds; each is raised to its next version.
/// The counters of the group are the caller's matter, once for all members and last before the commit.
///
/// # Errors
/// When the database refuses.
pub async fn write_statuses(
    tx: &Tx,
    group: GroupId,
    writes: &[(MemberId, StatusWrite)],
    source: Source,
    stamp: Stamp,
) -> Result<HashMap<MemberId, StatusChangeId>> {
    let sql = format!(
        "with sent as ({{rows}}) update member set {}, version = member.version + 1 from sent where member.id = sent.id",
        row_set::assignments(&STATUS[1..], "sent")
    );
    for writes in writes.chunks(row_set::ROWS_A_STATEMENT) {
        let rows: Vec<_> = writes.iter().map(|(member, write)| columns(*member, write.current, stamp)).collect();
        row_set::execute(tx, &sql, STATUS, &rows, Vec::new()).await?;
    }
    let owned: Vec<_> = writes.iter().map(|(member, write)| (Owner { member: *member, group }, write)).collect();
    timeline::write(tx, &owned, source, stamp).await
}

fn columns(member: MemberId, status: CurrentStatus, stamp: Stamp) -> StatusColumns {
    StatusColumns {
        id: member.get(),
        status: status.status.number(),
        pending_status: status.pending.map(|(status, _)| status.number()),
        pending_on: status.pending.map(|(_, on)| on),
        updated_at: Instant(stamp.at),
        updated_by: stamp.user(),
    }
}
