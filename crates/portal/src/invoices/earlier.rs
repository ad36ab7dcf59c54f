//! The plan's invoices before one: what they say of the months that it corrects.

use std::collections::{BTreeMap, BTreeSet};

use domain::billing::ledger::{EntryKind, IdSet};
use domain::invoices::{BilledOn, CitedInvoice};
use domain::{BillingMonth, SnapshotId};
use store::View;
use store::snapshots::{self, FrozenLine, FrozenSnapshot};

use super::service::number_of;
use crate::error::Result;

/// Earlier invoices.
pub struct Earlier {
    /// What they have billed since the first month that is corrected, as far as the invoice in question.
    lines: Vec<FrozenLine>,
    by_snapshot: BTreeMap<SnapshotId, CitedInvoice>,
    by_month: BTreeMap<BillingMonth, CitedInvoice>,
}

impl Earlier {
    /// Reads what the invoices of a plan say of the months that `lines` of one of them correct.
    pub async fn read(
        view: &View,
        plan: &[FrozenSnapshot],
        snapshot: &FrozenSnapshot,
        lines: impl Iterator<Item = &FrozenLine>,
    ) -> Result<Self> {
        let corrected = lines.filter(|line| line.kind != EntryKind::Charge).map(|line| line.month).min();
        let is_earlier = |other: &&FrozenSnapshot| {
            corrected.is_some_and(|first| (first.plus(-1)..snapshot.period()).contains(&other.period()))
        };
        let ids: Vec<_> = plan.iter().filter(is_earlier).map(|other| other.id).collect();
        Ok(Self {
            lines: if ids.is_empty() { Vec::new() } else { snapshots::lines(view, &ids).await? },
            by_snapshot: plan.iter().map(|other| (other.id, cited(other))).collect(),
            by_month: plan.iter().map(|other| (other.period(), cited(other))).collect(),
        })
    }

    /// What the invoice that bills the month of a correction on its line says today. A line may bill the month before or after its invoice's:
    /// it is found where it is charged. Where it is charged nowhere, the invoice of the month itself has left out whom a debt adds.
    pub fn billed_on(&self, line: &FrozenLine) -> BilledOn {
        let nobody = IdSet::of([]);
        let charge = self.of_month(line).find(|other| other.kind == EntryKind::Charge);
        let charged = match charge {
            Some(charge) => self.by_snapshot.get(&charge.snapshot).map(|invoice| (invoice.cited(), &charge.ids)),
            None if line.kind == EntryKind::Debt => {
                self.by_month.get(&line.month).map(|invoice| (invoice.cited(), &nobody))
            }
            None => None,
        };
        BilledOn::of(line.kind, &line.ids, charged.as_ref().map(|(number, ids)| (number.as_str(), *ids)))
    }

    /// The invoice that bills the month of a correction, if there is one.
    pub fn corrected_by(&self, line: &FrozenLine) -> Option<CitedInvoice> {
        if line.kind == EntryKind::Charge {
            return None;
        }
        let charge = self.of_month(line).find(|other| other.kind == EntryKind::Charge);
        let of_charge = charge.and_then(|charge| self.by_snapshot.get(&charge.snapshot));
        of_charge.or_else(|| self.by_month.get(&line.month)).cloned()
    }

    /// Those of a correction whose month was corrected before. Where all of it takes back, that is what its kind says.
    pub fn corrected(&self, line: &FrozenLine) -> BTreeSet<i64> {
        let takes_back = |kind| matches!(kind, EntryKind::ReversedCredit | EntryKind::ReversedDebt);
        if line.kind == EntryKind::Charge || line.kinds().all(takes_back) {
            return BTreeSet::new();
        }
        let before = self.of_month(line).filter(|other| other.kind != EntryKind::Charge);
        let before: BTreeSet<_> = before.flat_map(|other| other.ids.iter()).collect();
        line.ids.iter().filter(|id| before.contains(id)).collect()
    }

    fn of_month(&self, line: &FrozenLine) -> impl Iterator<Item = &FrozenLine> {
        let (plan_line, month) = (line.plan_line, line.month);
        self.lines.iter().filter(move |other| other.plan_line == plan_line && other.month == month)
    }
}

/// An invoice as another one names it: what is in no accounting system is a draft.
pub fn cited(snapshot: &FrozenSnapshot) -> CitedInvoice {
    CitedInvoice { number: number_of(snapshot), is_draft: snapshot.erp_ref_id.is_none() }
}
