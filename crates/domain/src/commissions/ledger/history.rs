//! Random histories of a rule. Months are billed, stated, deleted, paid, computed anew; payouts are set; plan lines leave and return;
//! adjustments are added and deleted. In any allowed order of these, the statements come to what is billed times the rates it was first stated at
//! and the adjustments taken up, nothing is paid twice, and bills and the open balance reconcile with them.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;
use crate::AdjustmentId;

const FIRST: BillingMonth = BillingMonth::from_number(2026 * 12);
const MONTHS: i32 = 5;

/// Something that happens. Numbers choose among what there is.
#[derive(Debug, Clone)]
enum Event {
    /// The next month is billed: plan line, months back, kind and quantity of each line.
    Bill(Vec<(i64, i32, usize, i64)>),
    /// A statement of a month is made.
    State(i32),
    /// A statement is deleted.
    Delete(usize),
    /// A statement gets its bill.
    Lock(usize),
    /// An invoice is paid.
    Pay(usize),
    /// A snapshot is computed anew with these quantities.
    Regenerate(usize, Vec<i64>),
    /// A payout is set.
    Set(i64, i64),
    /// A payout is set from a month on, until the next that is set.
    SetFrom(i64, i64, i32),
    /// A plan line leaves the rule.
    Leave(i64),
    /// It is chosen again: with its earlier payouts, or with another one for the months that no statement has.
    Return(i64, Option<i64>),
    /// An adjustment is added.
    Adjust(i64, i32),
    /// An adjustment that no statement has is deleted.
    Unadjust(usize),
}

#[derive(Debug, Clone)]
struct Statement {
    id: StatementId,
    draft: Draft,
    live: bool,
    locked: bool,
}

#[derive(Debug)]
struct World {
    basis: Basis,
    rates: BTreeMap<(i64, BillingMonth), i64>,
    /// The plan lines that have left the rule.
    left: BTreeSet<i64>,
    /// Lines that statements told as pending.
    told: BTreeSet<(StatementId, Told)>,
    /// At which payout live statements hold the months of plan lines.
    stated_at: BTreeMap<(i64, BillingMonth), i64>,
    billed: Vec<Billed>,
    paid: BTreeSet<SnapshotId>,
    /// The adjustments that are not deleted.
    adjustments: Vec<Adjustment>,
    statements: Vec<Statement>,
    next_month: i32,
    next_line: i64,
    next_adjustment: i64,
}

impl World {
    fn new(basis: Basis) -> Self {
        let rates = (1..=3).map(|line| ((line, FIRST), 50 * line)).collect();
        Self {
            basis,
            rates,
            left: BTreeSet::new(),
            told: BTreeSet::new(),
            stated_at: BTreeMap::new(),
            billed: Vec::new(),
            paid: BTreeSet::new(),
            adjustments: Vec::new(),
            statements: Vec::new(),
            next_month: 0,
            next_line: 1,
            next_adjustment: 1,
        }
    }

    fn live(&self) -> impl Iterator<Item = &Statement> {
        self.statements.iter().filter(|statement| statement.live)
    }

    /// The payable entries of live statements.
    fn claimed(&self) -> impl Iterator<Item = &Entry> {
        self.live().flat_map(|statement| &statement.draft.entries).filter(|entry| entry.payable)
    }

    /// The adjustments of live statements.
    fn taken_up(&self) -> impl Iterator<Item = &Adjustment> {
        self.live().flat_map(|statement| &statement.draft.adjustments)
    }

    /// Those that no live statement has.
    fn left_to_take_up(&self) -> Vec<Adjustment> {
        let taken: BTreeSet<_> = self.taken_up().map(|one| one.id).collect();
        self.adjustments.iter().filter(|one| !taken.contains(&one.id)).copied().collect()
    }

    fn is_used(&self, snapshot: SnapshotId) -> bool {
        self.claimed().any(|entry| entry.billed.snapshot == snapshot)
    }

    fn is_carried(&self, id: StatementId) -> bool {
        self.live().any(|statement| statement.draft.open.iter().any(|open| open.statement == id))
    }

    fn rates(&self) -> Rates {
        let payout = |((line, from), cents): (&(i64, BillingMonth), &i64)| Payout {
            plan_line: PlanLineId(*line),
            from: *from,
            amount: Money::from_cents(*cents),
        };
        let (left, held): (Vec<_>, Vec<_>) = self.rates.iter().partition(|((line, _), _)| self.left.contains(line));
        Rates::new(held.into_iter().map(payout)).with_departed(left.into_iter().map(payout))
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Bill(lines) => self.bill(&lines),
            Event::State(month) => self.state(FIRST.plus(month)),
            Event::Delete(which) => {
                let Some(id) = self.chosen(which, |statement| !statement.locked) else { return };
                if !self.is_carried(id) {
                    self.change(id, |statement| statement.live = false);
                    let held: BTreeSet<_> = self.claimed().map(held).collect();
                    self.stated_at.retain(|of, _| held.contains(of));
                }
            }
            Event::Lock(which) => {
                if let Some(id) = self.chosen(which, |statement| statement.draft.due() > Money::ZERO) {
                    self.change(id, |statement| statement.locked = true);
                }
            }
            Event::Pay(which) => {
                let snapshots: BTreeSet<_> = self.billed.iter().map(|line| line.snapshot).collect();
                self.paid.extend(snapshots.into_iter().nth(which));
            }
            Event::Regenerate(which, quantities) => self.regenerate(which, &quantities),
            Event::Set(line, cents) => {
                let from = self.first_open(line);
                self.rates.retain(|(other, begun), _| *other != line || *begun < from);
                self.rates.insert((line, from), cents);
            }
            Event::SetFrom(line, cents, month) => {
                if FIRST.plus(month) >= self.first_open(line) {
                    self.rates.insert((line, FIRST.plus(month)), cents);
                }
            }
            Event::Leave(line) => drop(self.left.insert(line)),
            Event::Return(line, anew) => {
                if self.left.remove(&line)
                    && let Some(cents) = anew
                {
                    let from = self.first_open(line);
                    self.rates.retain(|(other, _), _| *other != line);
                    self.rates.insert((line, from), cents);
                }
            }
            Event::Adjust(cents, month) => {
                let (id, amount) = (AdjustmentId(self.next_adjustment), Money::from_cents(cents));
                self.adjustments.push(Adjustment { id, amount, month: FIRST.plus(month) });
                self.next_adjustment += 1;
            }
            Event::Unadjust(which) => {
                if let Some(one) = self.left_to_take_up().get(which) {
                    self.adjustments.retain(|other| other.id != one.id);
                }
            }
        }
    }

    /// The first month of a plan line that no live statement has.
    fn first_open(&self, line: i64) -> BillingMonth {
        let stated = self.claimed().filter(|entry| entry.billed.plan_line.get() == line);
        stated.map(|entry| entry.billed.month.plus(1)).max().unwrap_or(FIRST.plus(-12))
    }

    fn chosen(&self, which: usize, may: impl Fn(&Statement) -> bool) -> Option<StatementId> {
        self.live().filter(|statement| may(statement)).map(|statement| statement.id).nth(which)
    }

    fn change(&mut self, id: StatementId, change: impl Fn(&mut Statement)) {
        self.statements.iter_mut().filter(|statement| statement.id == id).for_each(change);
    }

    fn bill(&mut self, lines: &[(i64, i32, usize, i64)]) {
        if self.next_month == MONTHS {
            return;
        }
        let period = FIRST.plus(self.next_month);
        self.next_month += 1;
        for (plan_line, back, kind, quantity) in lines {
            // The month itself is charged, earlier ones are corrected.
            let back = if *kind == 0 { 0 } else { 1 + back };
            self.billed.push(Billed {
                id: SnapshotLineId(self.next_line),
                // Two plans a month: one has the first plan line, the other one the rest.
                snapshot: SnapshotId(i64::from(self.next_month) * 10 + i64::from(*plan_line > 1)),
                period,
                plan_line: PlanLineId(*plan_line),
                month: period.plus(-back),
                kind: EntryKind::ALL[*kind],
                quantity: *quantity,
                payment: PaymentStatus::Open,
                held_at: None,
                paid_out: Money::ZERO,
                is_told: false,
            });
            self.next_line += 1;
        }
    }

    fn regenerate(&mut self, which: usize, quantities: &[i64]) {
        let snapshots: BTreeSet<_> = self.billed.iter().map(|line| line.snapshot).collect();
        let Some(snapshot) = snapshots.into_iter().nth(which).filter(|snapshot| !self.is_used(*snapshot)) else {
            return;
        };
        let lines = self.billed.iter_mut().filter(|line| line.snapshot == snapshot);
        for (line, quantity) in lines.zip(quantities.iter().cycle()) {
            line.id = SnapshotLineId(self.next_line);
            line.quantity = *quantity;
            self.next_line += 1;
        }
    }

    /// What the store gives: unclaimed lines, with what live statements hold of their months.
    fn candidates(&self) -> Vec<Billed> {
        let taken: BTreeSet<_> = self.claimed().map(|entry| entry.billed.id).collect();
        let unclaimed = self.billed.iter().filter(|line| !taken.contains(&line.id));
        let filled = |line: &Billed| {
            let of_it = || {
                self.claimed()
                    .filter(|entry| (entry.billed.plan_line, entry.billed.month) == (line.plan_line, line.month))
            };
            Billed {
                payment: if self.paid.contains(&line.snapshot) { PaymentStatus::Paid } else { PaymentStatus::Open },
                held_at: of_it().map(|entry| entry.payout).max(),
                // As the store gives it: credits alone need it.
                paid_out: of_it().filter(|_| line.kind.is_credit()).map(|entry| entry.total).sum(),
                is_told: self.is_told(line),
                ..*line
            }
        };
        unclaimed.map(filled).collect()
    }

    fn state(&mut self, period: BillingMonth) {
        // A rule on what is billed is given its own month only.
        let candidates = self.candidates().into_iter();
        let candidates = candidates.filter(|line| self.basis == Basis::Paid || line.period == period);
        let open = self.live().filter(|one| one.draft.due() < Money::ZERO && !self.is_carried(one.id));
        let open = open.map(|one| Open { statement: one.id, due: one.draft.due() }).collect();
        let candidates: Vec<Billed> = candidates.collect();
        let draft = draft(self.basis, &self.rates(), period, candidates.iter().copied(), open)
            .with_adjustments(period, self.left_to_take_up());
        if draft.check().is_ok() {
            self.takes_back_what_was_paid_out(&draft);
            for entry in draft.entries.iter().filter(|entry| entry.payable) {
                let in_force = self.in_force(&entry.billed);
                self.stated_at.entry(held(entry)).or_insert(in_force);
            }
            let id = StatementId(self.statements.len() as i64 + 1);
            let pays = |line: &Billed| super::payout(&self.rates(), line).is_some();
            let waits = |line: &&Billed| self.basis == Basis::Paid && line.period <= period && pays(line);
            let told: Vec<_> = candidates.iter().filter(waits).map(|line| (id, told_by(line))).collect();
            self.told.extend(told);
            self.statements.push(Statement { id, draft, live: true, locked: false });
        }
    }

    /// A credit takes back at once what its month was paid out, as long as there is so much of it; otherwise it waits for its own invoice.
    fn takes_back_what_was_paid_out(&self, draft: &Draft) {
        let mut paid: BTreeMap<_, Money> = BTreeMap::new();
        for entry in self.claimed() {
            *paid.entry(held(entry)).or_default() += entry.total;
        }
        for entry in draft.entries.iter().filter(|entry| entry.billed.kind.is_credit()) {
            let left = paid.entry(held(entry)).or_default();
            let is_clawback = *left + entry.total >= Money::ZERO;
            assert_eq!(entry.kind == LineKind::Clawback, is_clawback, "of {left} is taken back {}", entry.total);
            assert!(entry.payable || !is_clawback, "a clawback waits");
            if entry.payable {
                *left += entry.total;
            }
        }
    }

    /// What must hold at any time.
    fn check(&self) -> Result<(), TestCaseError> {
        let claimed: Vec<_> = self.claimed().collect();
        let once: BTreeSet<_> = claimed.iter().map(|entry| entry.billed.id).collect();
        prop_assert_eq!(once.len(), claimed.len(), "a line is paid twice");
        let stated: Money = self.live().map(|statement| statement.draft.total()).sum();
        let lines = self.billed.iter().filter(|line| once.contains(&line.id));
        let taken: Vec<_> = self.taken_up().collect();
        let distinct: BTreeSet<_> = taken.iter().map(|one| one.id).collect();
        prop_assert_eq!(distinct.len(), taken.len(), "an adjustment is taken up twice");
        prop_assert!(taken.iter().all(|one| self.adjustments.contains(one)), "a deleted adjustment is taken up");
        let adjusted: Money = taken.iter().map(|one| one.amount).sum();
        prop_assert_eq!(stated, self.owed(lines) + adjusted, "the statements are not what is billed times the rates");
        let at = |entry: &&Entry| Some(&entry.payout.cents()) == self.stated_at.get(&held(entry));
        prop_assert!(claimed.iter().all(at), "a month is taken back at another payout than it was paid");
        let (carried, standing): (Vec<_>, Vec<_>) = self.live().partition(|statement| self.is_carried(statement.id));
        prop_assert!(carried.iter().all(|statement| statement.draft.due() < Money::ZERO));
        let standing: Money = standing.iter().map(|statement| statement.draft.due()).sum();
        prop_assert_eq!(stated, standing, "bills and the open balance do not reconcile");
        Ok(())
    }

    /// Lines times what they were first stated at, or else the rates in force, by hand.
    fn owed<'a>(&self, lines: impl Iterator<Item = &'a Billed>) -> Money {
        let rate = |line: &Billed| {
            let stated = self.stated_at.get(&(line.plan_line.get(), line.month)).copied();
            stated.unwrap_or_else(|| self.in_force(line))
        };
        let cents = lines.map(|line| rate(line) * line.quantity * i64::from(line.kind.sign()));
        Money::from_cents(cents.sum())
    }

    /// Whether a live statement told a line as pending.
    fn is_told(&self, line: &Billed) -> bool {
        self.live().any(|statement| self.told.contains(&(statement.id, told_by(line))))
    }

    /// The rate in force of a line. When its plan line has left the rule only what was told as pending has one.
    fn in_force(&self, line: &Billed) -> i64 {
        let of_line = |of: i64| of == line.plan_line.get() && (!self.left.contains(&of) || self.is_told(line));
        let set = self.rates.iter().filter(|((of, from), _)| of_line(*of) && *from <= line.month);
        set.max_by_key(|((_, from), _)| *from).map_or(0, |(_, cents)| *cents)
    }
}

/// What a line is known by in a statement that tells it as pending.
type Told = (SnapshotId, i64, BillingMonth);

fn told_by(line: &Billed) -> Told {
    (line.snapshot, line.plan_line.get(), line.month)
}

/// What an entry holds.
fn held(entry: &Entry) -> (i64, BillingMonth) {
    (entry.billed.plan_line.get(), entry.billed.month)
}

fn event() -> impl Strategy<Value = Event> {
    let line = (1..4_i64, 0..3_i32, 0..5_usize, 0..6_i64);
    prop_oneof![
        4 => prop::collection::vec(line, 1..6).prop_map(Event::Bill),
        5 => (0..MONTHS).prop_map(Event::State),
        2 => (0..4_usize).prop_map(Event::Delete),
        1 => (0..4_usize).prop_map(Event::Lock),
        3 => (0..8_usize).prop_map(Event::Pay),
        1 => (0..8_usize, prop::collection::vec(0..6_i64, 1..4)).prop_map(|(which, new)| Event::Regenerate(which, new)),
        2 => (1..4_i64, 1..300_i64).prop_map(|(line, cents)| Event::Set(line, cents)),
        1 => (1..4_i64, 1..300_i64, -3..MONTHS).prop_map(|(line, cents, month)| Event::SetFrom(line, cents, month)),
        2 => (1..4_i64).prop_map(Event::Leave),
        2 => (1..4_i64, prop::option::of(1..300_i64)).prop_map(|(line, anew)| Event::Return(line, anew)),
        2 => (-900..900_i64, -3..MONTHS).prop_map(|(cents, month)| Event::Adjust(cents, month)),
        1 => (0..4_usize).prop_map(Event::Unadjust),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn statements_come_to_what_is_billed(
        basis in prop_oneof![Just(Basis::Billed), Just(Basis::Paid)],
        events in prop::collection::vec(event(), 0..40),
    ) {
        let mut world = World::new(basis);
        for event in events {
            world.happen(event);
            world.check()?;
        }
        // Once all is paid and stated, nothing that was billed is left.
        world.paid = world.billed.iter().map(|line| line.snapshot).collect();
        for month in 0..MONTHS {
            world.state(FIRST.plus(month));
            world.check()?;
        }
        let stated: Money = world.live().map(|statement| statement.draft.total()).sum();
        let adjusted: Money = world.adjustments.iter().map(|one| one.amount).sum();
        prop_assert_eq!(stated, world.owed(world.billed.iter()) + adjusted);
    }
}
