//! Lines per consult: consultations and after-hours fees (rules.md#after-hours, rules.md#month-of-a-line).
//!
//! The window counts; the period of the line only names the month. A consult is billed at most once a line: what another
//! snapshot already holds is not charged again. Late ones are billed on, voided ones taken back.

use std::collections::HashMap;

use chrono::{Datelike, NaiveDate};

use crate::billing::ledger::{EntryKind, IdSet, IdSetBuilder};
use crate::billing::line::BillingType;
use crate::billing::snapshot::balance::Balance;
use crate::billing::snapshot::corrections::{Correction, Corrections};
use crate::billing::snapshot::{LineTerms, Reference, SnapshotRequest};
use crate::period::CUT_OFF_DAY;
use crate::{BillingMonth, ConsultId, DateRange, Money};

/// A consult as the computation sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConsultFact {
    /// The consult.
    pub id: ConsultId,
    /// The day it started, in business time.
    pub on: NaiveDate,
    /// Completed, and not voided since.
    pub is_completed: bool,
    /// Whether it was after hours.
    pub is_after_hours: bool,
    /// The reference of the member who consulted; a dependent has its primary's, and its own where that has none.
    pub reference: Reference,
}

/// Which consults are charged for the window; the corrections go into `corrections`.
pub(super) fn bill(
    request: &SnapshotRequest<'_>,
    line: &LineTerms,
    month: BillingMonth,
    corrections: &mut Corrections,
) -> IdSet {
    let ledger = ConsultLedger::of(request, line);
    let mut charged = IdSetBuilder::default();
    let mut found: Vec<(BillingMonth, Correction)> = Vec::new();
    let mut elsewhere = Elsewhere::of(request, line);
    for consult in request.consults {
        let is_billed = ledger.settle(consult, line, month, &mut found);
        if is_billed || !counts(line, consult) {
            continue;
        }
        if request.window.contains(consult.on) {
            charged.push(consult.id.get());
        } else if let Some((label, rate)) = ledger.late(consult.on, month).filter(|_| !line.is_deleted)
            && !elsewhere.charges(consult.id)
        {
            found.push((label, Correction { id: consult.id.get(), kind: EntryKind::Debt, rate }));
        }
    }
    if !line.ignore_credits_and_debts {
        found.iter().for_each(|(label, correction)| corrections.add(*label, std::slice::from_ref(correction)));
    }
    charged.finish()
}

fn is_billable(line: &LineTerms, consult: &ConsultFact) -> bool {
    consult.is_completed && (consult.is_after_hours || line.billing_type != BillingType::AfterHours)
}

fn counts(line: &LineTerms, consult: &ConsultFact) -> bool {
    is_billable(line, consult) && line.scope.includes(consult.reference)
}

/// What the other lines of the plan have billed of the same kind: who gets another reference later owes nothing again for it.
struct Elsewhere<'a> {
    request: &'a SnapshotRequest<'a>,
    line: &'a LineTerms,
    /// How often each consult is charged there; read once one comes late.
    charged: Option<HashMap<i64, i32>>,
}

impl<'a> Elsewhere<'a> {
    const fn of(request: &'a SnapshotRequest<'a>, line: &'a LineTerms) -> Self {
        Self { request, line, charged: None }
    }

    fn charges(&mut self, consult: ConsultId) -> bool {
        let charged = self.charged.get_or_insert_with(|| charged_beside(self.request, self.line));
        charged.get(&consult.get()).is_some_and(|times| *times > 0)
    }
}

fn charged_beside(request: &SnapshotRequest<'_>, line: &LineTerms) -> HashMap<i64, i32> {
    let is_beside = |id| {
        request.lines.iter().any(|other| other.id == id && id != line.id && other.billing_type == line.billing_type)
    };
    let mut charged = HashMap::new();
    let billed = request.billed.iter().flat_map(|snapshot| &snapshot.lines);
    for billed in billed.filter(|billed| is_beside(billed.plan_line)) {
        for id in billed.ids.iter() {
            *charged.entry(id).or_default() += billed.kind.sign();
        }
    }
    charged
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    id: i64,
    month: BillingMonth,
    kind: EntryKind,
    rate: Money,
}

/// What a line billed in a window.
#[derive(Debug, Clone, Copy)]
struct Window {
    range: DateRange,
    label: BillingMonth,
    rate: Money,
}

/// What other snapshots hold for the line.
struct ConsultLedger {
    /// By consult and month.
    entries: Vec<Entry>,
    windows: Vec<Window>,
    /// The first day the line ever counted.
    since: Option<NaiveDate>,
    /// The first day of the window being billed.
    before: NaiveDate,
    offset: i32,
    rate: Money,
}

impl ConsultLedger {
    fn of(request: &SnapshotRequest<'_>, line: &LineTerms) -> Self {
        let mut entries = Vec::new();
        let mut windows = Vec::new();
        for snapshot in request.billed {
            for billed in snapshot.lines.iter().filter(|billed| billed.plan_line == line.id) {
                let entry = |id| Entry { id, month: billed.month, kind: billed.kind, rate: billed.rate };
                entries.extend(billed.ids.iter().map(entry));
                if billed.kind == EntryKind::Charge {
                    windows.push(Window { range: snapshot.window, label: billed.month, rate: billed.rate });
                }
            }
        }
        entries.sort_by_key(|entry| (entry.id, entry.month));
        Self {
            entries,
            since: windows.iter().map(|window| window.range.start).min(),
            windows,
            before: request.window.start,
            offset: line.period.offset(),
            rate: line.rate,
        }
    }

    /// Reverses what is open of a consult that is not to be billed, month by month; only months before the billed one.
    /// Returns whether it is billed on the line.
    fn settle(
        &self,
        consult: &ConsultFact,
        line: &LineTerms,
        billed_month: BillingMonth,
        found: &mut Vec<(BillingMonth, Correction)>,
    ) -> bool {
        let id = consult.id.get();
        let start = self.entries.partition_point(|entry| entry.id < id);
        let own = &self.entries[start..start + self.entries[start..].partition_point(|entry| entry.id == id)];
        let mut is_billed = false;
        for of_month in own.chunk_by(|a, b| a.month == b.month) {
            let month = of_month[0].month;
            let mut balance = Balance::default();
            of_month.iter().for_each(|entry| balance.add(entry.kind, entry.rate));
            is_billed |= if month < billed_month {
                let reverse = |kind, rate| found.push((month, Correction { id, kind, rate }));
                balance.settle(is_billable(line, consult), self.month_rate(month), reverse)
            } else {
                balance.is_charged()
            };
        }
        is_billed
    }

    fn month_rate(&self, label: BillingMonth) -> Option<Money> {
        self.windows.iter().find(|window| window.label == label).map(|window| window.rate)
    }

    /// Month and rate of a consult that comes late: those of the window that should have billed it, or of its date when
    /// it fell between windows. `None` before the line's first window and after the window being billed.
    fn late(&self, on: NaiveDate, billed_month: BillingMonth) -> Option<(BillingMonth, Money)> {
        if on >= self.before || self.since.is_none_or(|since| on < since) {
            return None;
        }
        let window = self.windows.iter().find(|window| window.range.contains(on));
        let label = window.map_or_else(|| self.label_of(on), |window| window.label).min(billed_month);
        Some((label, self.month_rate(label).unwrap_or(self.rate)))
    }

    /// The month under which a snapshot of the usual window, 4th to 3rd, bills a day.
    fn label_of(&self, on: NaiveDate) -> BillingMonth {
        BillingMonth::of(on).plus(i32::from(on.day() > CUT_OFF_DAY) + self.offset)
    }
}
