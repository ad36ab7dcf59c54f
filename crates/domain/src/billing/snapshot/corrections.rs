//! Collects the corrections of one line into sets: one for each month, kind, rate and part.

use crate::billing::ledger::{EntryKind, IdSet};
use crate::billing::snapshot::LookBack;
use crate::{BillingMonth, Money};

/// A correction of one id for one month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Correction {
    pub id: i64,
    pub kind: EntryKind,
    pub rate: Money,
}

/// Month, kind, rate, part and ids of a line to be billed.
pub(super) type BilledSet = (BillingMonth, EntryKind, Money, i16, IdSet);
/// Month, whether too much was billed, and ids of differences outside the look-back.
pub(super) type OutsideSet = (BillingMonth, bool, IdSet);

/// Month, kind, rate and part of a line to be billed.
type SetKey = (BillingMonth, EntryKind, Money, i16);

/// The corrections of one line.
#[derive(Debug)]
pub(super) struct Corrections {
    billed_month: BillingMonth,
    look_back: LookBack,
    billed: Vec<(SetKey, Vec<i64>)>,
    outside: Vec<((BillingMonth, bool), Vec<i64>)>,
}

impl Corrections {
    pub(super) const fn new(billed_month: BillingMonth, look_back: LookBack) -> Self {
        Self { billed_month, look_back, billed: Vec::new(), outside: Vec::new() }
    }

    /// Adds the corrections of `month`, ids ascending; who needs two of one kind and rate comes twice in a row.
    pub(super) fn add(&mut self, month: BillingMonth, corrections: &[Correction]) {
        let before = self.billed_month.since(month);
        for correction in corrections {
            if self.look_back.reaches(before) {
                self.bill(month, *correction);
            } else if LookBack::LONGEST.reaches(before) {
                let set = slot(&mut self.outside, (month, correction.kind.is_credit()));
                if set.last() != Some(&correction.id) {
                    set.push(correction.id);
                }
            }
        }
    }

    fn bill(&mut self, month: BillingMonth, correction: Correction) {
        for part in 0.. {
            let set = slot(&mut self.billed, (month, correction.kind, correction.rate, part));
            if set.last() != Some(&correction.id) {
                set.push(correction.id);
                return;
            }
        }
    }

    /// The sets, by month, kind, rate and part.
    pub(super) fn finish(mut self) -> (Vec<BilledSet>, Vec<OutsideSet>) {
        self.billed.sort_by_key(|(key, _)| *key);
        self.outside.sort_by_key(|(key, _)| *key);
        let billed =
            self.billed.into_iter().map(|((month, kind, rate, part), ids)| (month, kind, rate, part, IdSet::of(ids)));
        let outside = self.outside.into_iter().map(|((month, is_credit), ids)| (month, is_credit, IdSet::of(ids)));
        (billed.collect(), outside.collect())
    }
}

/// The set of `key`; there are only a few, the one used last is mostly wanted again.
fn slot<K: PartialEq>(sets: &mut Vec<(K, Vec<i64>)>, key: K) -> &mut Vec<i64> {
    let place = sets.iter().rposition(|(known, _)| *known == key).unwrap_or_else(|| {
        sets.push((key, Vec::new()));
        sets.len() - 1
    });
    &mut sets[place].1
}
