//! Random histories: months pass, people come and go, snapshots are created, regenerated and deleted.
//!
//! Each snapshot is compared with the clerk's, to the cent and to the person, and the ledger must add up to what is owed.

use std::collections::BTreeMap;

use chrono::Days;
use proptest::prelude::*;

use super::world::clerk::{self, Clerk, Row};
use super::world::*;
use crate::billing::ledger::BilledLine;
use crate::billing::line::{BillingPeriod, BillingType};
use crate::billing::snapshot::*;
use crate::members::Status;
use crate::{BillingMonth, DateRange, Money};

pub(crate) const PEOPLE: i64 = 5;
const REFERENCES: [Option<&str>; 3] = [None, Some("West"), Some("east")];

#[derive(Debug, Clone)]
pub(crate) enum Step {
    Status { id: i64, active: bool, month: i32, day: u32 },
    Throughout { id: i64 },
    Reference { id: i64, reference: usize },
    Dependent { id: i64 },
    Rate { line: usize, cents: i64 },
    AddLine { kind: usize, period: usize, reference: usize },
    DeleteLine { line: usize },
    Ignore { line: usize },
    LookBack(u8),
    Consult { id: i64, month: i32, day: u32, after_hours: bool, reference: usize },
    MoveConsult { id: i64, month: i32, day: u32 },
    Void { id: i64 },
    Bill { skip: i32, cut: u64 },
    Regenerate { which: usize },
    Delete,
}

pub(crate) fn status() -> impl Strategy<Value = Step> {
    let day = prop_oneof![Just(1), Just(3), Just(4), Just(15)];
    (1..=PEOPLE, any::<bool>(), -1..9_i32, day).prop_map(|(id, active, month, day)| Step::Status {
        id,
        active,
        month,
        day,
    })
}

pub(crate) fn bill() -> impl Strategy<Value = Step> {
    (prop_oneof![5 => Just(0), 1 => 1..3_i32], prop_oneof![5 => Just(0), 1 => 1..10_u64])
        .prop_map(|(skip, cut)| Step::Bill { skip, cut })
}

pub(crate) fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => status(),
        1 => (1..=PEOPLE).prop_map(|id| Step::Throughout { id }),
        1 => (1..=PEOPLE, 0..3_usize).prop_map(|(id, reference)| Step::Reference { id, reference }),
        1 => (1..=PEOPLE).prop_map(|id| Step::Dependent { id }),
        2 => (0..4_usize, 10..13_i64).prop_map(|(line, cents)| Step::Rate { line, cents: cents * 100 }),
        1 => (0..3_usize, 0..3_usize, 0..3_usize)
            .prop_map(|(kind, period, reference)| Step::AddLine { kind, period, reference }),
        1 => (0..4_usize).prop_map(|line| Step::DeleteLine { line }),
        1 => (0..4_usize).prop_map(|line| Step::Ignore { line }),
        1 => prop_oneof![Just(0), Just(1), Just(3), Just(24)].prop_map(Step::LookBack),
        4 => (1..12_i64, 0..9_i32, 1..28_u32, any::<bool>(), 0..3_usize).prop_map(
            |(id, month, day, after_hours, reference)| Step::Consult { id, month, day, after_hours, reference }
        ),
        1 => (1..12_i64, 0..9_i32, 1..28_u32).prop_map(|(id, month, day)| Step::MoveConsult { id, month, day }),
        2 => (1..12_i64).prop_map(|id| Step::Void { id }),
        8 => bill(),
        5 => (0..8_usize).prop_map(|which| Step::Regenerate { which }),
        1 => Just(Step::Delete),
    ]
}

/// Only what a plan with one line for all members, at any rate, meets; nothing that changes what is owed by another rule.
fn plain_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => status(),
        1 => (1..=PEOPLE).prop_map(|id| Step::Throughout { id }),
        1 => (0..1_usize, 10..13_i64).prop_map(|(line, cents)| Step::Rate { line, cents: cents * 100 }),
        4 => (1..12_i64, 0..9_i32, 1..28_u32, any::<bool>(), Just(0)).prop_map(
            |(id, month, day, after_hours, reference)| Step::Consult { id, month, day, after_hours, reference }
        ),
        2 => (1..12_i64).prop_map(|id| Step::Void { id }),
        8 => bill(),
        5 => (0..8_usize).prop_map(|which| Step::Regenerate { which }),
        1 => Just(Step::Delete),
    ]
}

/// A few people, rates and consults that change again and again while the same months are billed over and over, so that
/// entries of every kind pile up in them.
pub(crate) fn busy_step() -> impl Strategy<Value = Step> {
    let day = prop_oneof![Just((1, 15)), Just((2, 1)), Just((3, 1))];
    prop_oneof![
        3 => (1..=2_i64, day).prop_map(|(id, (month, day))| Step::Status { id, active: false, month, day }),
        3 => (1..=2_i64).prop_map(|id| Step::Throughout { id }),
        2 => (1..=2_i64, 0..3_usize).prop_map(|(id, reference)| Step::Reference { id, reference }),
        3 => (0..5_usize, 10..13_i64).prop_map(|(line, cents)| Step::Rate { line, cents: cents * 100 }),
        1 => (0..5_usize).prop_map(|line| Step::Ignore { line }),
        1 => prop_oneof![Just(0), Just(3)].prop_map(Step::LookBack),
        3 => (1..4_i64, 0..3_i32, Just(20), any::<bool>(), 0..2_usize).prop_map(
            |(id, month, day, after_hours, reference)| Step::Consult { id, month, day, after_hours, reference }
        ),
        3 => (1..4_i64).prop_map(|id| Step::Void { id }),
        1 => (1..4_i64, 0..3_i32, Just(20)).prop_map(|(id, month, day)| Step::MoveConsult { id, month, day }),
        4 => bill(),
        8 => (0..4_usize).prop_map(|which| Step::Regenerate { which }),
        3 => Just(Step::Delete),
    ]
}

/// The window that a step bills, if any.
pub(crate) fn window(world: &World, step: &Step) -> Option<DateRange> {
    match step {
        Step::Bill { skip, cut } => {
            let last = world.snapshots.last().map_or(month(0), |(billed, _)| BillingMonth::of(billed.window.end));
            let window = last.plus(1 + skip).window();
            // A window that begins late leaves a gap, in which consults are billed late.
            Some(DateRange { start: window.start + Days::new(*cut), ..window })
        }
        Step::Regenerate { which } => {
            let live: Vec<_> = world
                .snapshots
                .iter()
                .map(|(billed, _)| LiveSnapshot { id: billed.id, window: billed.window })
                .collect();
            let snapshot = *live.get(which % live.len().max(1))?;
            let allowed = check_regenerate(snapshot, SnapshotStanding::default(), &live, world.look_back).is_ok();
            allowed.then_some(snapshot.window)
        }
        _ => None,
    }
}

pub(crate) fn take(world: &mut World, step: &Step) {
    let lines = world.lines.len();
    match step {
        Step::Status { id, active, month: number, day } => {
            let status = if *active { Status::Active } else { Status::InActive };
            world.change(*id, status, &month(*number).day(*day).to_string());
        }
        Step::Throughout { id } => world.active_throughout(*id, "2020-01-01"),
        Step::Reference { id, reference } => {
            world.people.get_mut(id).unwrap().reference = REFERENCES[*reference].map(str::to_lowercase);
        }
        Step::Dependent { id } => {
            let person = world.people.get_mut(id).unwrap();
            person.dependent = !person.dependent;
        }
        Step::Rate { line, cents } => world.lines[line % lines].rate = Money::from_cents(*cents),
        Step::AddLine { kind, period, reference } if lines < 4 => {
            let item = world.add_line(BillingType::ALL[*kind], 1000);
            if item.billing_type != BillingType::AfterHours {
                item.billing_period = BillingPeriod::ALL[*period];
                item.reference_id = REFERENCES[*reference].map(str::to_owned);
            }
        }
        Step::DeleteLine { line } => world.lines[line % lines].deleted = true,
        Step::Ignore { line } => {
            let item = &mut world.lines[line % lines].item;
            item.ignore_credits_and_debts = !item.ignore_credits_and_debts;
        }
        Step::LookBack(months) => world.look_back = LookBack::new(*months),
        Step::Consult { id, month: number, day, after_hours, reference } => {
            if !world.consults.contains_key(id) {
                world.consult(*id, &month(*number).day(*day).to_string());
            }
            let consult = world.consults.get_mut(id).unwrap();
            consult.after_hours = *after_hours;
            consult.reference = REFERENCES[*reference].map(str::to_lowercase);
        }
        Step::MoveConsult { id, month: number, day } => {
            if let Some(consult) = world.consults.get_mut(id) {
                consult.on = month(*number).day(*day);
            }
        }
        Step::Void { id } => {
            if let Some(consult) = world.consults.get_mut(id) {
                consult.completed = !consult.completed;
            }
        }
        Step::Delete => world.delete_latest(),
        Step::AddLine { .. } | Step::Bill { .. } | Step::Regenerate { .. } => {}
    }
}

pub(crate) fn start() -> World {
    World::with_members(PEOPLE)
}

fn as_rows(computed: &ComputedSnapshot) -> Clerk {
    let mut rows = Vec::new();
    for line in &computed.lines {
        let (place, cents) = (line.plan_line.get() as usize - 1, line.rate.cents());
        rows.extend(line.ids.iter().map(|id| Row { line: place, month: line.month, kind: line.kind, cents, id }));
    }
    rows.sort();
    let unbilled = computed.unbilled.iter().flat_map(|difference| {
        let place = difference.plan_line.get() as usize - 1;
        difference.ids.iter().map(move |id| (place, difference.month, difference.is_credit, id))
    });
    Clerk { rows, unbilled: unbilled.collect() }
}

/// What the database demands of lines: each key once, quantity and total belonging together.
fn check_lines(computed: &ComputedSnapshot) -> Result<(), TestCaseError> {
    let mut keys: Vec<_> =
        computed.lines.iter().map(|line| (line.plan_line, line.month, line.kind, line.rate, line.part)).collect();
    keys.sort();
    let count = keys.len();
    keys.dedup();
    prop_assert_eq!(keys.len(), count, "a key twice");
    for line in &computed.lines {
        let sign = if line.kind.is_credit() { -1 } else { 1 };
        prop_assert_eq!(line.total().cents(), sign * line.rate.cents() * line.quantity());
        prop_assert!(line.quantity() > 0 || !line.is_correction(), "a correction of nobody");
    }
    prop_assert_eq!(computed.total(), computed.lines.iter().map(ComputedLine::total).sum::<Money>());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_history_is_billed_as_the_clerk_would(steps in prop::collection::vec(any_step(), 1..40)) {
        compare_with_the_clerk(start(), &steps)?;
    }

    #[test]
    fn months_billed_over_and_over_are_billed_as_the_clerk_would(steps in prop::collection::vec(busy_step(), 8..40)) {
        let mut world = World::with_members(3);
        world.add_line_with_reference("West", 1000);
        world.add_line_with_reference("East", 1000);
        world.add_line(BillingType::PerConsultation, 1000);
        world.add_line(BillingType::AfterHours, 1000);
        compare_with_the_clerk(world, &steps)?;
    }

    #[test]
    fn within_the_look_back_the_ledger_adds_up_to_what_is_owed(steps in prop::collection::vec(plain_step(), 1..40)) {
        let mut world = start();
        world.add_line(BillingType::PerConsultation, 4900);
        world.add_line(BillingType::AfterHours, 500);
        for step in &steps {
            take(&mut world, step);
            let Some(window) = window(&world, step) else { continue };
            world.bill_window(window);
            if matches!(step, Step::Bill { .. }) {
                employees_add_up(&world, window)?;
                consults_add_up(&world, window)?;
            }
        }
    }
}

/// January is regenerated once its late consult is a debt of February, so that the other line charges it. February, made anew, owes nothing more
/// for it (rules.md#billable-consults).
#[test]
fn a_late_consult_stays_on_the_line_that_has_billed_it() {
    const BILL: Step = Step::Bill { skip: 0, cut: 0 };
    const AFTER_HOURS: Step = Step::AddLine { kind: 2, period: 0, reference: 0 };
    let late = Step::Consult { id: 1, month: 1, day: 4, after_hours: true, reference: 0 };
    let [january, february] = [5, 7].map(|which| Step::Regenerate { which });
    let steps = [BILL, AFTER_HOURS, BILL, late, AFTER_HOURS, BILL, BILL, january, BILL, february];
    compare_with_the_clerk(start(), &steps).expect("the clerk agrees");
}

fn compare_with_the_clerk(mut world: World, steps: &[Step]) -> Result<(), TestCaseError> {
    for step in steps {
        take(&mut world, step);
        if let Some(window) = window(&world, step) {
            let expected = clerk::bill(&world, window);
            let computed = world.compute(window);
            prop_assert_eq!(as_rows(&computed), expected);
            let amounts: i64 = as_rows(&computed).rows.iter().map(|row| row.amount()).sum();
            prop_assert_eq!(computed.total().cents(), amounts);
            check_lines(&computed)?;
            world.bill_window(window);
        }
    }
    Ok(())
}

/// Charges minus credits of each id with entries.
fn net_counts<'a>(lines: impl IntoIterator<Item = &'a BilledLine>) -> BTreeMap<i64, i32> {
    let mut net = BTreeMap::new();
    for line in lines {
        for id in line.ids.iter() {
            *net.entry(id).or_default() += line.kind.sign();
        }
    }
    net
}

/// After a new snapshot, each month that was billed within the look-back holds one entry, worth one rate, for everyone
/// who was active in it, and nothing for anybody else.
fn employees_add_up(world: &World, window: DateRange) -> Result<(), TestCaseError> {
    let billed_month = BillingMonth::of(window.end);
    let all: Vec<_> = world.snapshots.iter().flat_map(|(billed, _)| &billed.lines).collect();
    let charged =
        |month| all.iter().any(|line| line.plan_line.get() == 1 && line.month == month && line.kind.number() == 0);
    for month in (0..=i32::from(world.look_back.months())).map(|back| billed_month.plus(-back)).filter(|m| charged(*m))
    {
        let of_month = || all.iter().copied().filter(|line| line.plan_line.get() == 1 && line.month == month);
        let net = net_counts(of_month());
        for (id, person) in &world.people {
            let owed = i32::from(person.timeline.is_active_on(month.cut_off()));
            prop_assert_eq!(net.get(id).copied().unwrap_or(0), owed, "member {} in {}", id, month);
            let own = || of_month().filter(|line| line.ids.contains(*id));
            let cents: i64 = own().map(|line| line.rate.cents() * i64::from(line.kind.sign())).sum();
            let rates: Vec<_> = own().filter(|line| !line.kind.is_credit()).map(|line| line.rate.cents()).collect();
            prop_assert!(if owed == 1 { rates.contains(&cents) } else { cents == 0 }, "{} cents for {}", cents, id);
        }
    }
    Ok(())
}

/// Every completed consult since the first window is billed once on each line that counts it, every other one is not.
fn consults_add_up(world: &World, window: DateRange) -> Result<(), TestCaseError> {
    let first = world.snapshots.iter().map(|(billed, _)| billed.window.start).min().unwrap();
    let oldest = BillingMonth::of(window.end).plus(-i32::from(world.look_back.months()));
    for (place, after_hours_only) in [(2, false), (3, true)] {
        let mut net: BTreeMap<i64, i32> = BTreeMap::new();
        for (billed, _) in &world.snapshots {
            for (id, n) in net_counts(billed.lines.iter().filter(|line| line.plan_line.get() == place)) {
                *net.entry(id).or_default() += n;
            }
        }
        for (id, consult) in &world.consults {
            // Both lines bill in arrears: the label of the oldest corrected month ends a month before.
            if consult.on < first || consult.on > window.end || consult.on < oldest.window().start {
                continue;
            }
            let owed = consult.completed && (consult.after_hours || !after_hours_only);
            prop_assert_eq!(net.get(id).copied().unwrap_or(0), i32::from(owed), "consult {} of {}", id, consult.on);
        }
    }
    Ok(())
}
