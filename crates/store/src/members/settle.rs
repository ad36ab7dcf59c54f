//! Changes that have become due: the status beside the member follows its timeline (rules.md#due-status-changes). Nothing waits for this; every read
//! looks at the days themselves.

use chrono::NaiveDate;
use domain::members::Status;
use domain::members::status::CurrentStatus;
use domain::{GroupId, MemberId};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::Serialize;

use super::read::status_of;
use super::timelines;
use crate::database::connection::sealed::Connected;
use crate::entities::member::{Column, Entity};
use crate::row_set::{self, Kind};
use crate::{Result, Tx};

/// A member whose pending change has become due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settled {
    /// The member.
    pub id: MemberId,
    /// Its group.
    pub group: GroupId,
    /// Whether it was in-active before and is active now.
    pub became_active: bool,
}

/// Settles the next members after one, at most `limit`, whose pending change is due on `today`; none are left when it gives none. The
/// version stays: what a person decided was written when it was decided.
///
/// # Errors
/// When the database refuses.
pub async fn settle(tx: &Tx, after: MemberId, limit: u64, today: NaiveDate) -> Result<Vec<Settled>> {
    let due: Vec<(i64, i64, i16)> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::GroupId, Column::Status])
        .filter(Column::PendingOn.lte(today))
        .filter(Column::Id.gt(after.get()))
        .order_by_asc(Column::Id)
        .limit(limit)
        .lock_exclusive()
        .into_tuple()
        .all(tx.connection())
        .await?;
    let ids: Vec<MemberId> = due.iter().map(|(id, ..)| MemberId(*id)).collect();
    let timelines = timelines(tx, &ids).await?;
    let status_of_member = |id: &MemberId| timelines.get(id).cloned().unwrap_or_default().current(today);
    let now: Vec<(MemberId, CurrentStatus)> = ids.iter().map(|id| (*id, status_of_member(id))).collect();
    write(tx, &now).await?;
    let settled = due.iter().zip(now).map(|((id, group, before), (_, now))| Settled {
        id: MemberId(*id),
        group: GroupId(*group),
        became_active: status_of(*before) == Status::InActive && now.status == Status::Active,
    });
    Ok(settled.collect())
}

#[derive(Serialize)]
struct Standing {
    id: i64,
    status: i16,
    pending_status: Option<i16>,
    pending_on: Option<NaiveDate>,
}

const STANDING: &row_set::Columns =
    &[("id", Kind::Long), ("status", Kind::Small), ("pending_status", Kind::Small), ("pending_on", Kind::Date)];

async fn write(tx: &Tx, now: &[(MemberId, CurrentStatus)]) -> Result<()> {
    let sql = format!(
        "with sent as ({{rows}}) update member set {} from sent where member.id = sent.id",
        row_set::assignments(&STANDING[1..], "sent")
    );
    for now in now.chunks(row_set::ROWS_A_STATEMENT) {
        let rows: Vec<Standing> = now.iter().map(Standing::of).collect();
        row_set::execute(tx, &sql, STANDING, &rows, Vec::new()).await?;
    }
    Ok(())
}

impl Standing {
    fn of((id, status): &(MemberId, CurrentStatus)) -> Self {
        Self {
            id: id.get(),
            status: status.status.number(),
            pending_status: status.pending.map(|(status, _)| status.number()),
            pending_on: status.pending.map(|(_, on)| on),
        }
    }
}
