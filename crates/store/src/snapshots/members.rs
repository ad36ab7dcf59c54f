//! Who stands behind a line: names and status changes as of the computation, whatever was edited since (rules.md#kept-names).

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDate, Utc};
use domain::billing::ledger::IdSet;
use domain::billing::line::BillingType;
use domain::text::{fold, search_words};
use domain::{BillingMonth, GroupId, MemberId, Page, PageRequest, StatusChangeId};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

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
    /// Its id.
    pub id: StatusChangeId,
    /// Whether it made the member active.
    pub is_active: bool,
    /// From which day.
    pub effective_on: NaiveDate,
    /// When it was entered.
    pub recorded_at: DateTime<Utc>,
}

/// The members of one line: of a line that counts consults nobody, for its ids are not those of members (and who consulted is never
/// listed).
#[derive(Debug, Clone, Copy)]
pub struct MemberSet<'a> {
    ids: Option<&'a IdSet>,
    month: BillingMonth,
}

impl<'a> MemberSet<'a> {
    pub(super) fn of(billing_type: BillingType, ids: &'a IdSet, month: BillingMonth) -> Self {
        Self { ids: (!billing_type.counts_consults()).then_some(ids), month }
    }

    /// Nobody, whoever is on the line.
    pub const fn nobody(month: BillingMonth) -> Self {
        Self { ids: None, month }
    }

    /// Some members in a month.
    pub const fn of_members(ids: &'a IdSet, month: BillingMonth) -> Self {
        Self { ids: Some(ids), month }
    }

    fn ids(&self) -> impl Iterator<Item = i64> {
        self.ids.into_iter().flat_map(IdSet::iter)
    }
}

/// The group's members of each set as a snapshot computed at `computed_at` knew them for its month, by last and first name. Whoever
/// stands in several sets is read once.
///
/// # Errors
/// When the database fails.
pub async fn members_of(
    db: &impl Db,
    group: GroupId,
    computed_at: DateTime<Utc>,
    sets: &[MemberSet<'_>],
) -> Result<Vec<Vec<LineMember>>> {
    let ids: BTreeSet<i64> = sets.iter().flat_map(MemberSet::ids).collect();
    let ids: Vec<i64> = ids.into_iter().collect();
    let Some(last) = sets.iter().map(|set| set.month).max() else { return Ok(Vec::new()) };
    let mut known = BTreeMap::new();
    for chunk in ids.chunks(CHUNK) {
        read_names(db, group, computed_at, chunk, &mut known).await?;
        read_changes(db, computed_at, chunk, last, &mut known).await?;
    }
    let listed = |set: &MemberSet<'_>| {
        let members = set.ids().filter_map(|id| Some((id, known.get(&id)?)));
        let mut members: Vec<_> = members.map(|(id, member)| member.in_month(MemberId(id), set.month)).collect();
        members.sort_by_cached_key(|member| (fold(&member.last_name), fold(&member.first_name), member.id));
        members
    };
    Ok(sets.iter().map(listed).collect())
}

/// First and last name of some members of the group, ids ascending, as a snapshot computed at `computed_at` knew them. Whoever is not
/// of the group is left out.
///
/// # Errors
/// When the database fails.
pub async fn names_of(
    db: &impl Db,
    group: GroupId,
    computed_at: DateTime<Utc>,
    ids: &[i64],
) -> Result<BTreeMap<MemberId, (String, String)>> {
    let mut known = BTreeMap::new();
    for chunk in ids.chunks(CHUNK) {
        read_names(db, group, computed_at, chunk, &mut known).await?;
    }
    Ok(known.into_iter().map(|(id, known)| (MemberId(id), (known.first_name, known.last_name))).collect())
}

/// A page of the members of a set, in the order of [`members_of`]; with a term only of those whose names have all of its words. Names are
/// read of all, since a snapshot's own cannot be sorted by the database, and status changes of the page alone.
///
/// # Errors
/// When the database fails.
pub async fn members_page(
    db: &impl Db,
    group: GroupId,
    computed_at: DateTime<Utc>,
    set: MemberSet<'_>,
    request: &PageRequest,
) -> Result<Page<LineMember>> {
    let ids: Vec<i64> = set.ids().collect();
    let names = names_of(db, group, computed_at, &ids).await?;
    let words = search_words(&request.term);
    let mut found: Vec<(String, MemberId)> = names
        .into_iter()
        .map(|(id, (first, last))| (format!("{}\u{1f}{}", fold(&last), fold(&first)), id))
        .filter(|(name, _)| words.iter().all(|word| name.contains(word.as_str())))
        .collect();
    found.sort_unstable();
    let total = found.len() as u64;
    let skipped = usize::try_from(request.offset()).unwrap_or(usize::MAX);
    let most = usize::try_from(request.per_page).unwrap_or(usize::MAX);
    let page: BTreeSet<i64> = found.into_iter().skip(skipped).take(most).map(|(_, id)| id.get()).collect();
    let page = IdSet::of(page);
    let set = MemberSet::of_members(&page, set.month);
    let mut members = members_of(db, group, computed_at, &[set]).await?;
    Ok(Page { rows: members.pop().unwrap_or_default(), total, per_page: request.per_page })
}

/// A member as of a computation.
struct Known {
    first_name: String,
    last_name: String,
    /// By the day from which they count.
    changes: Vec<LineChange>,
}

impl Known {
    /// The member with the latest change that counted for the month.
    fn in_month(&self, id: MemberId, month: BillingMonth) -> LineMember {
        let counted = self.changes.partition_point(|change| change.effective_on <= month.cut_off());
        LineMember {
            id,
            first_name: self.first_name.clone(),
            last_name: self.last_name.clone(),
            change: self.changes[..counted].last().copied(),
        }
    }
}

async fn read_names(
    db: &impl Db,
    group: GroupId,
    computed_at: DateTime<Utc>,
    ids: &[i64],
    known: &mut BTreeMap<i64, Known>,
) -> Result<()> {
    let ids = || ids.iter().copied();
    let rows: Vec<(i64, String, String)> = member::Entity::find()
        .select_only()
        .columns([member::Column::Id, member::Column::FirstName, member::Column::LastName])
        .filter(member::Column::Id.is_in(ids()))
        // The ids lead to the rows; by the group, PostgreSQL would walk through all of a large one for a thousand of them.
        .filter(Expr::col(member::Column::GroupId).add(0).eq(group.get()))
        .into_tuple()
        .all(db.connection())
        .await?;
    known.extend(
        rows.into_iter().map(|(id, first_name, last_name)| (id, Known { first_name, last_name, changes: Vec::new() })),
    );
    // The name then is the earliest one that was replaced later; without one it is today's.
    let former = member_name::Entity::find()
        .filter(member_name::Column::MemberId.is_in(ids()))
        .filter(member_name::Column::ReplacedAt.gt(computed_at))
        .order_by_desc(member_name::Column::ReplacedAt)
        .all(db.connection())
        .await?;
    for name in former {
        if let Some(member) = known.get_mut(&name.member_id) {
            (member.first_name, member.last_name) = (name.first_name, name.last_name);
        }
    }
    Ok(())
}

async fn read_changes(
    db: &impl Db,
    computed_at: DateTime<Utc>,
    ids: &[i64],
    last: BillingMonth,
    known: &mut BTreeMap<i64, Known>,
) -> Result<()> {
    let changes = status_change::Entity::find()
        .filter(status_change::Column::MemberId.is_in(ids.iter().copied()))
        .filter(status_change::Column::RecordedAt.lte(computed_at))
        .filter(status_change::Column::CancelledAt.is_null().or(status_change::Column::CancelledAt.gt(computed_at)))
        .filter(status_change::Column::EffectiveOn.lte(last.cut_off()))
        .order_by_asc(status_change::Column::EffectiveOn)
        .order_by_asc(status_change::Column::Id)
        .all(db.connection())
        .await?;
    for change in changes {
        if let Some(member) = known.get_mut(&change.member_id) {
            member.changes.push(LineChange {
                id: StatusChangeId(change.id),
                is_active: change.status == 0,
                effective_on: change.effective_on,
                recorded_at: change.recorded_at,
            });
        }
    }
    Ok(())
}
