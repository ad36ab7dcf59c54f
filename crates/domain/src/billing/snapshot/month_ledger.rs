//! What earlier and later snapshots hold for one line and one month: the charges as they are stored, the corrections by id.

use std::iter::Peekable;

use crate::billing::ledger::{EntryKind, IdSet, Ids};
use crate::billing::snapshot::BilledSnapshot;
use crate::billing::snapshot::balance::Balance;
use crate::{BillingMonth, Money, PlanLineId};

/// An entry of the ledger beside the month's charge.
#[derive(Debug, Clone, Copy)]
struct Entry {
    id: i64,
    kind: EntryKind,
    rate: Money,
}

/// The entries of one line and month over all snapshots but the one being computed.
#[derive(Debug)]
pub(super) struct MonthLedger<'a> {
    /// The charge of the month's own snapshot, which also says that the month was billed.
    charge: Option<(&'a IdSet, Money)>,
    entries: Vec<Entry>,
}

impl<'a> MonthLedger<'a> {
    pub(super) fn of(billed: &'a [BilledSnapshot], line: PlanLineId, month: BillingMonth) -> Self {
        let mut ledger = Self { charge: None, entries: Vec::new() };
        let lines = billed.iter().flat_map(|snapshot| &snapshot.lines);
        for billed in lines.filter(|billed| billed.plan_line == line && billed.month == month) {
            if billed.kind == EntryKind::Charge && ledger.charge.is_none() {
                ledger.charge = Some((&billed.ids, billed.rate));
            } else {
                let entry = |id| Entry { id, kind: billed.kind, rate: billed.rate };
                ledger.entries.extend(billed.ids.iter().map(entry));
            }
        }
        ledger.entries.sort_by_key(|entry| entry.id);
        ledger
    }

    /// Whether nothing was ever billed for the month.
    pub(super) fn is_empty(&self) -> bool {
        self.charge.is_none() && self.entries.is_empty()
    }

    /// The rate of the month's own snapshot; `None` when that has not billed the line.
    pub(super) fn month_rate(&self) -> Option<Money> {
        self.charge.map(|(_, rate)| rate)
    }

    /// Starts to read the entries of ascending ids.
    pub(super) fn read(&self) -> Reader<'_> {
        let (ids, rate) = self.charge.unwrap_or((&EMPTY, Money::ZERO));
        Reader { charged: ids.iter().peekable(), rate, entries: &self.entries }
    }
}

static EMPTY: IdSet = IdSet::EMPTY;

/// Reads a [`MonthLedger`] once, by ascending id.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    charged: Peekable<Ids<'a>>,
    rate: Money,
    entries: &'a [Entry],
}

/// What the ledger holds for one id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Held {
    /// Nothing.
    Nothing,
    /// The month's charge and nothing else.
    Charge,
    /// More than that; it was counted into the balance.
    Entries,
}

impl Reader<'_> {
    /// The next id with an entry; the highest number when there is none.
    pub(super) fn next_id(&mut self) -> i64 {
        let charged = self.charged.peek().map_or(i64::MAX, |id| *id);
        let entry = self.entries.first().map_or(i64::MAX, |entry| entry.id);
        charged.min(entry)
    }

    /// What is held for `id`, which is not lower than any asked for before. Entries are counted into `balance`.
    pub(super) fn take(&mut self, id: i64, balance: &mut Balance) -> Held {
        while self.charged.next_if(|charged| *charged < id).is_some() {}
        while let Some((_, rest)) = self.entries.split_first().filter(|(entry, _)| entry.id < id) {
            self.entries = rest;
        }
        let is_charged = self.charged.next_if_eq(&id).is_some();
        if self.entries.first().is_none_or(|entry| entry.id != id) {
            return if is_charged { Held::Charge } else { Held::Nothing };
        }
        balance.clear();
        if is_charged {
            balance.add(EntryKind::Charge, self.rate);
        }
        while let Some((entry, rest)) = self.entries.split_first().filter(|(entry, _)| entry.id == id) {
            balance.add(entry.kind, entry.rate);
            self.entries = rest;
        }
        Held::Entries
    }
}
