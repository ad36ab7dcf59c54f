//! The incremental form: a bill that goes on from the previous one and looks only at who has changed since (rules.md#incremental-bill).
//!
//! It gives what [`super::compute`] gives. Who has not changed was charged or not by the previous snapshot for a reason that still holds,
//! and has nothing left to be corrected: the previous snapshot did that within the look-back, and what it left outside is looked at anew.
//! Consults are always counted in full.

use chrono::NaiveDate;

use crate::billing::ledger::{EntryKind, IdSet, IdSetBuilder};
use crate::billing::line::BillingType;
use crate::billing::snapshot::settled::{Settled, terms_mark};
use crate::billing::snapshot::{
    BilledSnapshot, ComputedSnapshot, LineTerms, LookBack, SnapshotRequest, Whom, compute_of,
};
use crate::{BillingMonth, DateRange, PlanLineId, SnapshotId};

/// The snapshot that a bill goes on from.
#[derive(Debug, Clone)]
pub struct PreviousBill<'a> {
    bill: &'a BilledSnapshot,
    unsettled: Vec<i64>,
    effective: (NaiveDate, NaiveDate),
}

impl<'a> PreviousBill<'a> {
    /// The snapshot that a bill of `window` can go on from; `None` when it has to be computed in full. `billed` are the plan's other
    /// undeleted snapshots, `unbilled` what the settling one left outside the look-back, by line item.
    ///
    /// It can where that snapshot is the plan's latest, nothing of the plan was billed, regenerated or deleted after it, and the terms
    /// that corrections depend on are the same. A snapshot that was regenerated among later ones leaves open what its months were
    /// corrected by, for members that never changed. A bill that takes the place of another goes on from none: what was computed while that one
    /// stood may count on its corrections.
    pub fn of(
        (look_back, lines): (LookBack, &[LineTerms]),
        (window, replaced): (DateRange, Option<SnapshotId>),
        billed: &'a [BilledSnapshot],
        settled: Option<&Settled>,
        unbilled: &[(PlanLineId, IdSet)],
    ) -> Option<Self> {
        let settled = settled.filter(|settled| settled.terms == terms_mark(look_back, lines))?;
        let bill = billed.iter().find(|bill| bill.id == settled.by)?;
        let period = BillingMonth::of(window.end);
        let is_latest = billed.iter().all(|other| other.period() <= bill.period()) && bill.period() < period;
        let employees = || lines.iter().filter(|line| line.billing_type == BillingType::Pepm);
        let has_charged = employees().all(|line| line.is_deleted || charge(bill, line).is_some());
        if replaced.is_some() || !is_latest || !has_charged {
            return None;
        }
        // Corrections may have settled a month on one line that another line has listed as outside its look-back.
        let is_of_employees = |line: &PlanLineId| employees().any(|own| own.id == *line);
        let corrected = bill.lines.iter().filter(|line| line.kind != EntryKind::Charge);
        let corrected = corrected.map(|line| (&line.plan_line, &line.ids));
        let left = unbilled.iter().map(|(line, ids)| (line, ids));
        let open = corrected.chain(left).filter(|(line, _)| is_of_employees(line));
        let mut unsettled: Vec<i64> = open.flat_map(|(_, ids)| ids.iter()).collect();
        unsettled.sort_unstable();
        unsettled.dedup();
        let offsets = || employees().map(|line| line.period.offset());
        let first = bill.period().plus(offsets().min().unwrap_or_default());
        let last = period.plus(offsets().max().unwrap_or_default());
        Some(Self { bill, unsettled, effective: (first.cut_off(), last.cut_off()) })
    }

    /// Who is looked at although unchanged, by id: who was corrected by the previous snapshot, or listed as outside its look-back.
    pub fn unsettled(&self) -> &[i64] {
        &self.unsettled
    }

    /// Who has a change that takes effect after the first of these days, and not after the second, counts as changed.
    pub const fn effective(&self) -> (NaiveDate, NaiveDate) {
        self.effective
    }
}

/// Computes what the plan bills from what it billed before. The roster of the request holds no more than those who may have changed since
/// the previous snapshot was computed (a change of status recorded, cancelled or [come into effect](PreviousBill::effective), or of what
/// they are counted by), and those whom it left [unsettled](PreviousBill::unsettled).
///
/// # Panics
/// As [`super::compute`].
pub fn compute_from_previous(request: &SnapshotRequest<'_>, previous: &PreviousBill<'_>) -> ComputedSnapshot {
    let mut touched: Vec<i64> = request.roster.members().iter().map(|member| member.id().get()).collect();
    touched.extend(&previous.unsettled);
    touched.sort_unstable();
    touched.dedup();
    compute_of(request, Whom::Changed { since: previous.bill, ids: &touched })
}

/// Whom the bill charged on the line for its own month.
fn charge<'a>(bill: &'a BilledSnapshot, line: &LineTerms) -> Option<&'a IdSet> {
    let month = bill.period().plus(line.period.offset());
    let charge = bill.lines.iter().find(|billed| billed.plan_line == line.id && billed.kind == EntryKind::Charge);
    charge.filter(|billed| billed.month == month).map(|billed| &billed.ids)
}

/// Whom the bill charged, without `touched`, and with those of them that are to be charged now; all ascending.
pub(super) fn carried_on(
    bill: &BilledSnapshot,
    line: &LineTerms,
    touched: &[i64],
    now: impl IntoIterator<Item = i64>,
) -> IdSet {
    let mut touched = touched.iter().copied().peekable();
    let mut now = now.into_iter().peekable();
    let mut charged = IdSetBuilder::default();
    for id in charge(bill, line).into_iter().flat_map(IdSet::iter) {
        while let Some(added) = now.next_if(|added| *added <= id) {
            charged.push(added);
        }
        while touched.next_if(|touched| *touched < id).is_some() {}
        if touched.peek() != Some(&id) {
            charged.push(id);
        }
    }
    now.for_each(|id| charged.push(id));
    charged.finish()
}
