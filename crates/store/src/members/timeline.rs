//! Writing and reading status timelines. Changes are appended; of a written one only its end and its cancellation change.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use domain::billing::reasons::Origin;
use domain::members::Status;
use domain::members::status::{StatusChange, StatusWrite, Timeline};
use domain::{GroupId, MemberId, StatusChangeId};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde::Serialize;

use super::read::status_of;
use super::write::Source;
use crate::entities::status_change::{Column, Entity};
use crate::row_set::{self, Instant, Kind};
use crate::{Db, Result, Stamp, Tx};

/// Values a condition may list at once.
const VALUES_A_LIST: usize = 1000;

/// The timelines of members: their changes that stand. Members without any are left out.
///
/// # Errors
/// When the database does not answer.
pub async fn timelines(db: &impl Db, ids: &[MemberId]) -> Result<HashMap<MemberId, Timeline>> {
    let mut changes: HashMap<MemberId, Vec<StatusChange>> = HashMap::with_capacity(ids.len());
    for ids in ids.chunks(VALUES_A_LIST) {
        let rows = Entity::find()
            .filter(Column::MemberId.is_in(ids.iter().map(|id| id.get())))
            .filter(Column::CancelledAt.is_null());
        for row in row_set::read(db, rows).await? {
            let change = StatusChange {
                id: StatusChangeId(row.id),
                status: status_of(row.status),
                effective_on: row.effective_on,
            };
            changes.entry(MemberId(row.member_id)).or_default().push(change);
        }
    }
    Ok(changes.into_iter().map(|(member, changes)| (member, Timeline::new(changes))).collect())
}

/// Those of some members whose end, given with its day, was set by a census file and by nobody else, and has nothing behind it. An end
/// that the undoing of a file has put back is whose it was before.
///
/// # Errors
/// When the database does not answer.
pub async fn ended_by_files(db: &impl Db, ends: &HashMap<MemberId, NaiveDate>) -> Result<HashSet<MemberId>> {
    let ids: Vec<i64> = ends.keys().map(|id| id.get()).collect();
    let mut latest: HashMap<MemberId, (i64, i16)> = HashMap::with_capacity(ids.len());
    let mut standing = HashSet::with_capacity(ids.len());
    for ids in ids.chunks(VALUES_A_LIST) {
        let rows = Entity::find()
            .filter(Column::MemberId.is_in(ids.iter().copied()))
            .filter(Column::Status.eq(Status::InActive.number()));
        for row in row_set::read(db, rows).await? {
            let member = MemberId(row.member_id);
            if ends.get(&member) != Some(&row.effective_on) {
                continue;
            }
            if row.cancelled_at.is_none() && row.until_on.is_none() {
                standing.insert(member);
            }
            if Source::origin(row.source) != Some(Origin::Undo) {
                let known = latest.entry(member).or_insert((row.id, row.source));
                *known = (*known).max((row.id, row.source));
            }
        }
    }
    let by_file =
        |member: &MemberId| latest.get(member).is_some_and(|(_, source)| Source::origin(*source) == Some(Origin::File));
    standing.retain(by_file);
    Ok(standing)
}

/// A change to be appended.
#[derive(Serialize)]
pub(super) struct ChangeRow {
    member_id: i64,
    group_id: i64,
    status: i16,
    effective_on: NaiveDate,
    until_on: Option<NaiveDate>,
    recorded_at: Instant,
    recorded_by: Option<i64>,
    source: i16,
    source_id: Option<i64>,
}

const COLUMNS: &row_set::Columns = &[
    ("member_id", Kind::Long),
    ("group_id", Kind::Long),
    ("status", Kind::Small),
    ("effective_on", Kind::Date),
    ("until_on", Kind::Date),
    ("recorded_at", Kind::Instant),
    ("recorded_by", Kind::Long),
    ("source", Kind::Small),
    ("source_id", Kind::Long),
];

/// Whose change it is.
#[derive(Clone, Copy)]
pub(super) struct Owner {
    pub(super) member: MemberId,
    pub(super) group: GroupId,
}

impl ChangeRow {
    pub(super) fn new(owner: Owner, span: super::NewSpan, until_on: Option<NaiveDate>) -> Self {
        Self {
            member_id: owner.member.get(),
            group_id: owner.group.get(),
            status: span.status.number(),
            effective_on: span.effective_on,
            until_on,
            recorded_at: Instant(span.recorded.at),
            recorded_by: span.recorded.user(),
            source: span.source.number(),
            source_id: span.source.id(),
        }
    }
}

/// Appends changes and gives the id of each member's last one.
pub(super) async fn append(tx: &Tx, rows: &[ChangeRow]) -> Result<HashMap<MemberId, StatusChangeId>> {
    let sql = format!("{} returning id, member_id", row_set::insert_sql("status_change", COLUMNS));
    let mut ids = HashMap::with_capacity(rows.len());
    for rows in rows.chunks(row_set::ROWS_A_STATEMENT) {
        for row in row_set::query(tx, &sql, COLUMNS, rows, Vec::new()).await? {
            ids.insert(MemberId(row.try_get("", "member_id")?), StatusChangeId(row.try_get("", "id")?));
        }
    }
    Ok(ids)
}

#[derive(Serialize)]
struct End {
    id: i64,
    until_on: Option<NaiveDate>,
}

const END: &row_set::Columns = &[("id", Kind::Long), ("until_on", Kind::Date)];

/// Writes one transition for each of several members; gives the ids of the changes it appended.
///
/// What is cancelled goes first, then the end of the span before, then the new change: the unique rules of the table allow one
/// change a day and one open span at every moment.
pub(super) async fn write(
    tx: &Tx,
    writes: &[(Owner, &StatusWrite)],
    source: Source,
    stamp: Stamp,
) -> Result<HashMap<MemberId, StatusChangeId>> {
    let cancelled = writes.iter().flat_map(|(_, write)| &write.cancel);
    let cancelled: Vec<_> = cancelled.map(|id| End { id: id.get(), until_on: None }).collect();
    let cancel = "with ended as ({rows}) update status_change set cancelled_at = $2, cancelled_by = $3, cancel_reason = $4 \
                  from ended where status_change.id = ended.id and status_change.cancelled_at is null";
    for rows in cancelled.chunks(row_set::ROWS_A_STATEMENT) {
        let more = vec![stamp.at.into(), stamp.user().into(), source.number().into()];
        row_set::execute(tx, cancel, END, rows, more).await?;
    }
    let ends = writes.iter().filter_map(|(_, write)| write.previous);
    let ends: Vec<_> = ends.map(|(id, until_on)| End { id: id.get(), until_on }).collect();
    let end = "with ended as ({rows}) update status_change set until_on = ended.until_on \
               from ended where status_change.id = ended.id";
    for rows in ends.chunks(row_set::ROWS_A_STATEMENT) {
        row_set::execute(tx, end, END, rows, Vec::new()).await?;
    }
    let appended: Vec<_> = writes
        .iter()
        .flat_map(|(owner, write)| {
            let ends = write.append.iter().skip(1).map(|next| Some(next.effective_on)).chain([None]);
            write.append.iter().zip(ends).map(|(new, until_on)| {
                let (status, effective_on) = (new.status, new.effective_on);
                ChangeRow::new(*owner, super::NewSpan { status, effective_on, recorded: stamp, source }, until_on)
            })
        })
        .collect();
    append(tx, &appended).await
}
