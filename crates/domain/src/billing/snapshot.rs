//! What one plan bills for one period (rules.md#computing-a-bill): the current month of each line item, and the
//! corrections of earlier months that were billed otherwise than today's history says.
//!
//! Pure and repeatable: the same request gives the same snapshot. Earlier snapshots are never touched; a correction is a
//! further entry. Corrections are made for each member, never netted between members.

mod balance;
mod consults;
mod corrections;
mod employees;
mod guards;
mod month_ledger;
mod previous;
mod roster;
mod settled;
mod terms;

pub use consults::ConsultFact;
pub use guards::{
    EVERY_YEAR, EXISTS, LiveSnapshot, NO_PLAN, PlanStanding, PlanState, SnapshotStanding, check_delete, check_new,
    check_regenerate, latest, years_offered,
};
pub use previous::{PreviousBill, compute_from_previous};
pub use roster::{MemberMonths, Roster, RosterChange};
pub use settled::{Settled, terms_mark};
pub use terms::{LineScope, LineTerms, Reference, References};

use corrections::Corrections;

use crate::billing::ledger::{BilledLine, EntryKind, IdSet};
use crate::billing::line::BillingType;
use crate::{BillingMonth, DateRange, Money, PlanLineId, PricingOptionId, SnapshotId};

/// How many months before the billed one are corrected, 0 to 24 (rules.md#look-back).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LookBack(u8);

impl LookBack {
    /// Two years: older differences are not even listed.
    pub const LONGEST: Self = Self(24);

    /// A look-back of `months`, at most 24.
    pub const fn new(months: u8) -> Self {
        if months > Self::LONGEST.0 { Self::LONGEST } else { Self(months) }
    }

    /// The months.
    pub const fn months(self) -> u8 {
        self.0
    }

    /// Whether it reaches a month that lies `months_before` the billed one.
    const fn reaches(self, months_before: i32) -> bool {
        months_before <= self.0 as i32
    }
}

/// Three months, the usual limit of the field.
impl Default for LookBack {
    fn default() -> Self {
        Self(3)
    }
}

/// An undeleted snapshot of the plan, as far as the computation of another one needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BilledSnapshot {
    /// Its id.
    pub id: SnapshotId,
    /// Its period, from `StartDate` to `EndDate`.
    pub window: DateRange,
    /// Its lines.
    pub lines: Vec<BilledLine>,
}

impl BilledSnapshot {
    /// The month of its end.
    pub fn period(&self) -> BillingMonth {
        BillingMonth::of(self.window.end)
    }
}

/// Everything a snapshot is computed from.
#[derive(Debug, Clone, Copy)]
pub struct SnapshotRequest<'a> {
    /// `StartDate` to `EndDate`; the month of its end is the month of the snapshot.
    pub window: DateRange,
    /// What counts for the group.
    pub look_back: LookBack,
    /// Every line item of the plan, deleted ones included, in the order of the plan.
    pub lines: &'a [LineTerms],
    /// Every member of the group, for the snapshot's month.
    pub roster: &'a Roster,
    /// The group's consults by id, ascending: those in the window, those since the plan's first window as far as 25 months
    /// back, and those named in `billed`. Empty when no line counts consults.
    pub consults: &'a [ConsultFact],
    /// All undeleted snapshots of the plan other than the one being computed, earlier and later ones; those that end more
    /// than 26 months before the window may be left out.
    pub billed: &'a [BilledSnapshot],
}

impl SnapshotRequest<'_> {
    /// The month of the snapshot.
    pub fn period(&self) -> BillingMonth {
        BillingMonth::of(self.window.end)
    }
}

/// A line of a computed snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComputedLine {
    /// The plan's line item.
    pub plan_line: PlanLineId,
    /// Its name, to be frozen.
    pub name: String,
    /// What it counts.
    pub billing_type: BillingType,
    /// `BillableMonth` and `BillableYear`.
    pub month: BillingMonth,
    /// What its entries do.
    pub kind: EntryKind,
    /// 0; above only for ids that need a further entry of the same kind and rate.
    pub part: i16,
    /// The rate of each entry.
    pub rate: Money,
    /// The pricing option that the line item has now; a correction may keep a rate of an earlier one.
    pub pricing_option: PricingOptionId,
    /// Whom, or which consults, it bills.
    pub ids: IdSet,
    /// The reference that chooses members, to be frozen.
    pub reference_id: Option<String>,
}

impl ComputedLine {
    /// `BillableQuantity`, never negative.
    pub const fn quantity(&self) -> i64 {
        self.ids.len() as i64
    }

    /// `LineItemTotalDollars`, negative for credits.
    pub fn total(&self) -> Money {
        self.rate * self.quantity() * i64::from(self.kind.sign())
    }

    /// Whether the line corrects an earlier month.
    pub fn is_correction(&self) -> bool {
        self.kind != EntryKind::Charge
    }
}

/// Differences older than the look-back: listed on the snapshot, not billed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unbilled {
    /// The plan's line item.
    pub plan_line: PlanLineId,
    /// Its name, to be frozen.
    pub name: String,
    /// The month that was billed otherwise.
    pub month: BillingMonth,
    /// Whether too much was billed.
    pub is_credit: bool,
    /// For whom, or for which consults.
    pub ids: IdSet,
}

/// What a plan bills for a period.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ComputedSnapshot {
    /// The charges in the order of the plan, then what is billed on for earlier months, then credits, each by month.
    pub lines: Vec<ComputedLine>,
    /// What the look-back leaves out, by line and month.
    pub unbilled: Vec<Unbilled>,
}

impl ComputedSnapshot {
    /// `InvoiceTotalDollars`: the sum of the lines; may be negative (rules.md#credit-memo).
    pub fn total(&self) -> Money {
        self.lines.iter().map(ComputedLine::total).sum()
    }

    /// What the snapshot adds to the ledger.
    pub fn billed_lines(&self) -> Vec<BilledLine> {
        let billed = |line: &ComputedLine| BilledLine {
            plan_line: line.plan_line,
            month: line.month,
            kind: line.kind,
            rate: line.rate,
            ids: line.ids.clone(),
        };
        self.lines.iter().map(billed).collect()
    }
}

/// Who is looked at.
#[derive(Debug, Clone, Copy)]
enum Whom<'a> {
    /// The whole roster, and all whom the ledger names.
    Everybody,
    /// Only these, ascending; the others are charged as the snapshot did, and have nothing to be corrected.
    Changed { since: &'a BilledSnapshot, ids: &'a [i64] },
}

/// Computes what the plan bills, in full. [`compute_from_previous`] gives the same with less work where it can.
///
/// # Panics
/// When the roster was made for another month than the window's, or the consults are not ascending.
pub fn compute(request: &SnapshotRequest<'_>) -> ComputedSnapshot {
    compute_of(request, Whom::Everybody)
}

fn compute_of(request: &SnapshotRequest<'_>, whom: Whom<'_>) -> ComputedSnapshot {
    assert_eq!(request.roster.period(), request.period(), "the roster belongs to the month of the snapshot");
    assert!(request.consults.is_sorted_by_key(|consult| consult.id), "consults come with ascending ids");
    let mut snapshot = ComputedSnapshot::default();
    for line in request.lines {
        let month = request.period().plus(line.period.offset());
        let mut corrections = Corrections::new(month, request.look_back);
        let charged = match line.billing_type {
            BillingType::Pepm => employees::bill((request, whom), line, month, &mut corrections),
            BillingType::PerConsultation | BillingType::AfterHours => {
                consults::bill(request, line, month, &mut corrections)
            }
        };
        let charge = (!line.is_deleted).then_some((month, EntryKind::Charge, line.rate, 0, charged));
        let (billed, outside) = corrections.finish();
        snapshot.lines.extend(charge.into_iter().chain(billed).map(|entry| line.computed(entry)));
        snapshot.unbilled.extend(outside.into_iter().map(|(month, is_credit, ids)| Unbilled {
            plan_line: line.id,
            name: line.name.clone(),
            month,
            is_credit,
            ids,
        }));
    }
    // Stable, so that lines of the same month stay in the order of the plan.
    snapshot.lines.sort_by_key(|line| match line.kind {
        EntryKind::Charge => (false, false, None),
        kind => (true, kind.is_credit(), Some(line.month)),
    });
    snapshot
}

#[cfg(test)]
pub(crate) mod tests;
