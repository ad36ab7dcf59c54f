//! The lines of stored snapshots, and what the look-back left out of them. Lines that read alike are given as one, with whom each of them
//! is about.

use std::collections::BTreeMap;
use std::ops::Deref;

use domain::billing::alike::{Look, alike, joined};
use domain::billing::ledger::{EntryKind, IdSet};
use domain::billing::line::BillingType;
use domain::{BillingMonth, MemberId, Money, PlanLineId, SnapshotId, SnapshotLineId};
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait, Select};

use super::ledger::{entry_kind, id_set};
use super::members::MemberSet;
use crate::entities::{ledger_set, plan_line, snapshot_line, snapshot_unbilled};
use crate::plans::lines::billing_type;
use crate::{Db, Result};

/// A line of a stored snapshot, as lists show it.
#[derive(Debug, Clone, PartialEq)]
pub struct FrozenLineHead {
    /// Its id.
    pub id: SnapshotLineId,
    /// Its snapshot.
    pub snapshot: SnapshotId,
    /// The plan's line item.
    pub plan_line: PlanLineId,
    /// Its name when it was computed.
    pub name: String,
    /// What it counts.
    pub billing_type: BillingType,
    /// The month it bills.
    pub month: BillingMonth,
    /// What its entries do; of one that was put together, what those of the first do.
    pub kind: EntryKind,
    /// The rate of each entry.
    pub rate: Money,
    /// How many entries.
    pub quantity: i64,
    /// Their sum, negative for credits.
    pub total: Money,
    /// The reference that chose members.
    pub reference_id: Option<String>,
}

/// A line of a stored snapshot with whom it bills. Read as its head where that does not matter.
#[derive(Debug, Clone, PartialEq)]
pub struct FrozenLine {
    /// All but whom it bills.
    pub head: FrozenLineHead,
    /// Whom, or which consults, it billed.
    pub ids: IdSet,
    /// What the entries of some of them do, where it is not what [`FrozenLineHead::kind`] says.
    others: Vec<(EntryKind, IdSet)>,
}

impl Deref for FrozenLine {
    type Target = FrozenLineHead;

    fn deref(&self) -> &FrozenLineHead {
        &self.head
    }
}

impl FrozenLineHead {
    fn look(&self) -> Look {
        Look::of(self.plan_line, self.month, self.kind, self.rate)
    }
}

impl FrozenLine {
    fn new(ids: IdSet, head: FrozenLineHead) -> Self {
        Self { head, ids, others: Vec::new() }
    }

    /// One line of those at some places, at least one.
    fn of_all(places: &[usize], lines: &[Self]) -> Self {
        let first = &lines[places[0]];
        let all = || places.iter().map(|place| &lines[*place]);
        let others = all().filter(|line| line.kind != first.kind);
        let head = FrozenLineHead {
            quantity: all().map(|line| line.quantity).sum(),
            total: all().map(|line| line.total).sum(),
            ..first.head.clone()
        };
        let others = others.map(|line| (line.kind, line.ids.clone())).collect();
        Self { head, ids: joined(all().map(|line| &line.ids)), others }
    }

    /// What the entry of a member does.
    pub fn kind_of(&self, id: MemberId) -> EntryKind {
        let other = self.others.iter().find(|(_, ids)| ids.contains(id.get()));
        other.map_or(self.kind, |(kind, _)| *kind)
    }

    /// What its entries do: several where lines that read alike were put together.
    pub fn kinds(&self) -> impl Iterator<Item = EntryKind> {
        std::iter::once(self.kind).chain(self.others.iter().map(|(kind, _)| *kind))
    }

    /// Whom it lists, for [`super::members_of`].
    pub fn members(&self) -> MemberSet<'_> {
        MemberSet::of(self.billing_type, &self.ids, self.month)
    }
}

/// A difference that the look-back left out.
#[derive(Debug, Clone, PartialEq)]
pub struct FrozenUnbilled {
    /// The plan's line item.
    pub plan_line: PlanLineId,
    /// Its name when the snapshot was computed.
    pub name: String,
    /// What it counts, so that ids of consults are never taken for those of members.
    pub billing_type: BillingType,
    /// The month.
    pub month: BillingMonth,
    /// Whether too much was billed.
    pub is_credit: bool,
    /// For whom.
    pub ids: IdSet,
}

impl FrozenUnbilled {
    /// Whom it lists, for [`super::members_of`].
    pub fn members(&self) -> MemberSet<'_> {
        MemberSet::of(self.billing_type, &self.ids, self.month)
    }
}

/// The lines of snapshots, in order, without whom they bill: of a large group that is most of what a line weighs.
///
/// # Errors
/// When the database fails, or holds a set that is none.
pub async fn line_heads(db: &impl Db, snapshots: &[SnapshotId]) -> Result<Vec<FrozenLineHead>> {
    let rows = lines_of(snapshots).all(db.connection()).await?;
    let heads = rows.into_iter().map(line_head).collect::<Result<Vec<_>>>()?;
    let mut known = BTreeMap::new();
    for head in &heads {
        known.entry((head.snapshot, head.look())).or_insert_with(Vec::new).push(head.id);
    }
    // Whether they may be put together, only their sets say; there are hardly ever any.
    let alike: Vec<i64> = known.into_values().filter(|ids| ids.len() > 1).flatten().map(SnapshotLineId::get).collect();
    if alike.is_empty() {
        return Ok(heads);
    }
    let mut sets = BTreeMap::new();
    let of_lines = ledger_set::Entity::find().filter(ledger_set::Column::SnapshotLineId.is_in(alike));
    for set in of_lines.all(db.connection()).await? {
        sets.insert(SnapshotLineId(set.snapshot_line_id), id_set(set.ids, set.n)?);
    }
    let with_set = |head: FrozenLineHead| FrozenLine::new(sets.remove(&head.id).unwrap_or_default(), head);
    Ok(together(heads.into_iter().map(with_set).collect()).into_iter().map(|line| line.head).collect())
}

/// The lines of snapshots, in order, with whom they bill.
///
/// # Errors
/// When the database fails, or holds a set that is none.
pub async fn lines(db: &impl Db, snapshots: &[SnapshotId]) -> Result<Vec<FrozenLine>> {
    let rows: Vec<(snapshot_line::Model, Option<ledger_set::Model>)> = lines_of(snapshots)
        .join(JoinType::InnerJoin, ledger_set::Relation::SnapshotLine.def().rev())
        .select_also(ledger_set::Entity)
        .all(db.connection())
        .await?;
    let rows = rows.into_iter().filter_map(|(row, set)| Some((row, set?)));
    let lines = rows.map(|(row, set)| Ok(FrozenLine::new(id_set(set.ids, set.n)?, line_head(row)?)));
    Ok(together(lines.collect::<Result<Vec<_>>>()?))
}

/// Puts lines of a snapshot together that read alike.
fn together(lines: Vec<FrozenLine>) -> Vec<FrozenLine> {
    let looks = |of_snapshot: &[FrozenLine]| -> Vec<_> {
        alike(&of_snapshot.iter().map(|line| (line.look(), &line.ids)).collect::<Vec<_>>())
    };
    let of_snapshots = || lines.chunk_by(|one, other| one.snapshot == other.snapshot);
    if of_snapshots().map(|of_snapshot| looks(of_snapshot).len()).sum::<usize>() == lines.len() {
        return lines;
    }
    let joined = |of_snapshot| looks(of_snapshot).into_iter().map(|places| FrozenLine::of_all(&places, of_snapshot));
    of_snapshots().flat_map(joined).collect()
}

fn lines_of(snapshots: &[SnapshotId]) -> Select<snapshot_line::Entity> {
    snapshot_line::Entity::find()
        .filter(snapshot_line::Column::SnapshotId.is_in(snapshots.iter().map(|id| id.get())))
        .order_by_asc(snapshot_line::Column::SnapshotId)
        .order_by_asc(snapshot_line::Column::Position)
}

fn line_head(row: snapshot_line::Model) -> Result<FrozenLineHead> {
    Ok(FrozenLineHead {
        id: SnapshotLineId(row.id),
        snapshot: SnapshotId(row.snapshot_id),
        plan_line: PlanLineId(row.plan_line_id),
        name: row.name,
        billing_type: billing_type(row.billing_type)?,
        month: BillingMonth::from_number(row.billable_month),
        kind: entry_kind(row.kind)?,
        rate: Money::from_cents(row.rate_cents),
        quantity: row.quantity.into(),
        total: Money::from_cents(row.total_cents),
        reference_id: row.reference_id,
    })
}

/// What the look-back left out of a snapshot.
///
/// # Errors
/// When the database fails, or holds a set that is none.
pub async fn unbilled(db: &impl Db, id: SnapshotId) -> Result<Vec<FrozenUnbilled>> {
    let rows: Vec<(snapshot_unbilled::Model, Option<plan_line::Model>)> = snapshot_unbilled::Entity::find()
        .join(JoinType::InnerJoin, snapshot_unbilled::Relation::PlanLine.def())
        .select_also(plan_line::Entity)
        .filter(snapshot_unbilled::Column::SnapshotId.eq(id.get()))
        .order_by_asc(snapshot_unbilled::Column::Id)
        .all(db.connection())
        .await?;
    rows.into_iter().filter_map(|(row, line)| Some(frozen_unbilled(row, line?))).collect()
}

fn frozen_unbilled(row: snapshot_unbilled::Model, line: plan_line::Model) -> Result<FrozenUnbilled> {
    Ok(FrozenUnbilled {
        plan_line: PlanLineId(line.id),
        name: row.name,
        billing_type: billing_type(line.billing_type)?,
        month: BillingMonth::from_number(row.billable_month),
        is_credit: row.is_credit,
        ids: id_set(row.ids, row.n)?,
    })
}
