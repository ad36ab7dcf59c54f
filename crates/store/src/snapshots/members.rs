//! Who stands behind a line: names and status changes as of the computation, whatever was edited since (data model 4.4).

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use domain::billing::ledger::IdSet;
use domain::{BillingMonth, GroupId, MemberId};
use sea_orm::{ColumnTrait, EntityTrait, ExprTrait, QueryFilter, QueryOrder};

use crate::entities::{member, member_name, status_change};
use crate::{Db, Result};

/// Ids a query.
const CHUNK: usize = 1000;

/// A member on a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineMember {
    /// The member.
    pub id: MemberId,
    /// The first name when the snapshot was computed.
    pub first_name: String,
    /// The last name then.
    pub last_name: String,
    /// The latest status change that counted for the month.
    pub change: Option<LineChange>,
}

/// A status change as of a computation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineChange {
    /// Whether it made the member active.
    pub is_active: bool,
    /// From which day.
    pub effective_on: NaiveDate,
    /// When it was entered.
    pub recorded_at: DateTime<Utc>,
}

/// The group's members of a set as a snapshot computed at `computed_at` knew them for `month`, by last and first name.
///
/// # Errors
/// When the database fails.
pub async fn members_of(
    db: &impl Db,
    group: GroupId,
    ids: &IdSet,
    month: BillingMonth,
    computed_at: DateTime<Utc>,
) -> Result<Vec<LineMember>> {
    let ids: Vec<i64> = ids.iter().collect();
    let mut members = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(CHUNK) {
        members.append(&mut members_of_chunk(db, group, chunk, month, computed_at).await?);
    }
    members.sort_by_cached_key(|member| {
        (domain::text::fold(&member.last_name), domain::text::fold(&member.first_name), member.id)
    });
    Ok(members)
}

async fn members_of_chunk(
    db: &impl Db,
    group: GroupId,
    ids: &[i64],
    month: BillingMonth,
    computed_at: DateTime<Utc>,
) -> Result<Vec<LineMember>> {
    let ids = || ids.iter().copied();
    let rows = member::Entity::find()
        .filter(member::Column::Id.is_in(ids()))
        .filter(member::Column::GroupId.eq(group.get()))
        .all(db.connection())
        .await?;
    // The name then is the earliest one that was replaced later; without one it is today's.
    let former = member_name::Entity::find()
        .filter(member_name::Column::MemberId.is_in(ids()))
        .filter(member_name::Column::ReplacedAt.gt(computed_at))
        .order_by_desc(member_name::Column::ReplacedAt)
        .all(db.connection())
        .await?;
    let changes = status_change::Entity::find()
        .filter(status_change::Column::MemberId.is_in(ids()))
        .filter(status_change::Column::RecordedAt.lte(computed_at))
        .filter(status_change::Column::CancelledAt.is_null().or(status_change::Column::CancelledAt.gt(computed_at)))
        .filter(status_change::Column::EffectiveOn.lte(month.cut_off()))
        .order_by_asc(status_change::Column::EffectiveOn)
        .order_by_asc(status_change::Column::Id)
        .all(db.connection())
        .await?;
    let mut former: BTreeMap<i64, member_name::Model> = former.into_iter().map(|name| (name.member_id, name)).collect();
    let latest: BTreeMap<i64, status_change::Model> =
        changes.into_iter().map(|change| (change.member_id, change)).collect();
    let member = |row: member::Model| {
        let change = latest.get(&row.id).map(|change| LineChange {
            is_active: change.status == 0,
            effective_on: change.effective_on,
            recorded_at: change.recorded_at,
        });
        let (first_name, last_name) = match former.remove(&row.id) {
            Some(name) => (name.first_name, name.last_name),
            None => (row.first_name, row.last_name),
        };
        LineMember { id: MemberId(row.id), first_name, last_name, change }
    };
    Ok(rows.into_iter().map(member).collect())
}
