//! The first members of many lines, for lists of snapshots: names and status changes as of each computation (rules.md#kept-names), read for
//! all lines at once.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use domain::text::fold;
use domain::{BillingMonth, GroupId, MemberId, StatusChangeId};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::members::{LineChange, LineMember};
use crate::entities::{member, member_name, status_change};
use crate::{Db, Result};

/// Ids a query.
const CHUNK: usize = 1000;

/// Some members of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedMembers {
    /// The group of the snapshot.
    pub group: GroupId,
    /// As of when the snapshot was computed.
    pub computed_at: DateTime<Utc>,
    /// The month of the line.
    pub month: BillingMonth,
    /// Whose names are wanted.
    pub ids: Vec<i64>,
}

/// The members of each of these lines, by last and first name. Whoever is not of the group is left out.
///
/// # Errors
/// When the database fails.
pub async fn listed_members(db: &impl Db, wanted: &[ListedMembers]) -> Result<Vec<Vec<LineMember>>> {
    let ids: BTreeSet<i64> = wanted.iter().flat_map(|of| of.ids.iter().copied()).collect();
    let ids: Vec<i64> = ids.into_iter().collect();
    let mut known = HashMap::with_capacity(ids.len());
    for chunk in ids.chunks(CHUNK) {
        read(db, chunk, &mut known).await?;
    }
    let members = |of: &ListedMembers| {
        let found = of.ids.iter().filter_map(|id| known.get(id)?.of(*id, of));
        let mut members: Vec<LineMember> = found.collect();
        members.sort_by_cached_key(|member| (fold(&member.last_name), fold(&member.first_name), member.id));
        members
    };
    Ok(wanted.iter().map(members).collect())
}

/// A member with all its names and status changes.
struct History {
    group: GroupId,
    names: Names,
    /// By the instant at which it was replaced.
    former: BTreeMap<DateTime<Utc>, Names>,
    /// By the day from which they count.
    changes: Vec<status_change::Model>,
}

/// A first and a last name.
type Names = (String, String);

impl History {
    fn of(&self, id: i64, line: &ListedMembers) -> Option<LineMember> {
        if self.group != line.group {
            return None;
        }
        // The name then is the earliest one that was replaced later.
        let replaced = self.former.range(line.computed_at..).find(|(at, _)| **at > line.computed_at);
        let (first_name, last_name) = replaced.map_or(&self.names, |(_, names)| names).clone();
        let counted = |change: &&status_change::Model| {
            change.recorded_at <= line.computed_at
                && change.cancelled_at.is_none_or(|at| at > line.computed_at)
                && change.effective_on <= line.month.cut_off()
        };
        let change = self.changes.iter().rev().find(counted).map(|change| LineChange {
            id: StatusChangeId(change.id),
            is_active: change.status == 0,
            effective_on: change.effective_on,
            recorded_at: change.recorded_at,
        });
        Some(LineMember { id: MemberId(id), first_name, last_name, change })
    }
}

async fn read(db: &impl Db, ids: &[i64], known: &mut HashMap<i64, History>) -> Result<()> {
    let ids = || ids.iter().copied();
    let rows: Vec<(i64, i64, String, String)> = member::Entity::find()
        .select_only()
        .columns([member::Column::Id, member::Column::GroupId, member::Column::FirstName, member::Column::LastName])
        .filter(member::Column::Id.is_in(ids()))
        .into_tuple()
        .all(db.connection())
        .await?;
    known.extend(rows.into_iter().map(|(id, group, first, last)| {
        let former = BTreeMap::new();
        (id, History { group: GroupId(group), names: (first, last), former, changes: Vec::new() })
    }));
    let former = member_name::Entity::find().filter(member_name::Column::MemberId.is_in(ids()));
    for name in former.order_by_desc(member_name::Column::Id).all(db.connection()).await? {
        if let Some(member) = known.get_mut(&name.member_id) {
            member.former.insert(name.replaced_at, (name.first_name, name.last_name));
        }
    }
    let changes = status_change::Entity::find()
        .filter(status_change::Column::MemberId.is_in(ids()))
        .order_by_asc(status_change::Column::EffectiveOn)
        .order_by_asc(status_change::Column::Id);
    for change in changes.all(db.connection()).await? {
        if let Some(member) = known.get_mut(&change.member_id) {
            member.changes.push(change);
        }
    }
    Ok(())
}
