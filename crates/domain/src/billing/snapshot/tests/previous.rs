//! The incremental form gives what the full one gives, line by line and set by set, over random histories in which it is noted when
//! whom was changed.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::properties::{PEOPLE, Step};
use super::properties::{any_step, bill, busy_step, start, status, take, window};
use super::world::*;
use crate::billing::line::{BillingPeriod, BillingType};
use crate::billing::snapshot::*;
use crate::{BillingMonth, DateRange, MemberId, SnapshotId};

/// What stores know beside the world: when somebody was changed, and when which snapshot was computed.
#[derive(Debug, Default)]
struct Books {
    now: u32,
    changed: BTreeMap<i64, u32>,
    computed: BTreeMap<SnapshotId, u32>,
    settled: Option<Settled>,
    /// Snapshots that went on from the previous one.
    gone_on: usize,
}

impl Books {
    /// Takes a step and notes whom it has changed.
    fn take(&mut self, world: &mut World, step: &Step) {
        let (before, snapshots) = (world.people.clone(), world.snapshots.len());
        take(world, step);
        self.now += 1;
        for (id, person) in &world.people {
            let old = before.get(id);
            let same = old.is_some_and(|old| {
                (old.dependent, &old.reference) == (person.dependent, &person.reference)
                    && old.timeline.active_spans() == person.timeline.active_spans()
            });
            if !same {
                self.changed.insert(*id, self.now);
            }
        }
        if world.snapshots.len() < snapshots {
            self.settled = None;
        }
    }

    /// Bills in both forms.
    fn bill(&mut self, world: &mut World, window: DateRange) -> Result<(), TestCaseError> {
        let mark = world.with_request(window, |request, references| {
            let mark = terms_mark(request.look_back, request.lines);
            let full = compute(request);
            if let Some(found) = self.go_on(world, request, references) {
                self.gone_on += 1;
                prop_assert_eq!(found, full);
            }
            Ok(mark)
        })?;
        world.bill_window(window);
        let id = SnapshotId(BillingMonth::of(window.end).number().into());
        self.now += 1;
        self.computed.insert(id, self.now);
        self.settled = Some(Settled { by: id, terms: mark });
        Ok(())
    }

    fn go_on(&self, world: &World, request: &SnapshotRequest<'_>, references: &References) -> Option<ComputedSnapshot> {
        let settled = self.settled.as_ref();
        let left = world.snapshots.iter().filter(|(billed, _)| Some(billed.id) == settled.map(|settled| settled.by));
        let left: Vec<_> = left.flat_map(|(_, computed)| &computed.unbilled).collect();
        let unbilled: Vec<_> = left.into_iter().map(|left| (left.plan_line, left.ids.clone())).collect();
        let terms = (request.look_back, request.lines);
        let id = SnapshotId(request.period().number().into());
        let replaced = world.snapshots.iter().map(|(billed, _)| billed.id).find(|billed| *billed == id);
        let previous = PreviousBill::of(terms, (request.window, replaced), request.billed, settled, &unbilled)?;
        let since = self.computed[&settled?.by];
        let mut roster = Roster::new(request.period());
        for (id, person) in world.people.iter().filter(|(id, person)| {
            let (after, until) = previous.effective();
            let mut days = person.timeline.changes().iter().map(|change| change.effective_on);
            let recorded = self.changed.get(id).is_some_and(|changed| *changed > since);
            recorded || previous.unsettled().contains(id) || days.any(|day| after < day && day <= until)
        }) {
            roster.push(MemberId(*id), !person.dependent, references.find(person.reference.as_deref()));
            for span in person.timeline.active_spans() {
                roster.add_span(MemberId(*id), span.from, span.until);
            }
        }
        Some(compute_from_previous(&SnapshotRequest { roster: &roster, ..*request }, &previous))
    }
}

fn bill_in_both_forms(mut world: World, steps: &[Step]) -> Result<Books, TestCaseError> {
    let mut books = Books::default();
    for step in steps {
        books.take(&mut world, step);
        if let Some(window) = window(&world, step) {
            books.bill(&mut world, window)?;
        }
    }
    Ok(books)
}

/// Only what a snapshot can go on from.
fn calm_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => status(),
        2 => (1..=PEOPLE).prop_map(|id| Step::Throughout { id }),
        3 => (1..=PEOPLE, 0..3_usize).prop_map(|(id, reference)| Step::Reference { id, reference }),
        2 => (1..=PEOPLE).prop_map(|id| Step::Dependent { id }),
        1 => (0..5_usize, 10..13_i64).prop_map(|(line, cents)| Step::Rate { line, cents: cents * 100 }),
        2 => (1..12_i64, 0..9_i32, 1..28_u32, any::<bool>(), 0..3_usize).prop_map(
            |(id, month, day, after_hours, reference)| Step::Consult { id, month, day, after_hours, reference }
        ),
        1 => (1..12_i64).prop_map(|id| Step::Void { id }),
        8 => bill(),
    ]
}

/// Lines for everybody and for those with a reference, for every month that a line can bill.
fn many_lines(look_back: u8) -> World {
    let mut world = start();
    world.look_back = LookBack::new(look_back);
    for period in [BillingPeriod::PreviousMonth, BillingPeriod::NextMonth] {
        world.add_line(BillingType::Pepm, 700).billing_period = period;
        world.add_line_with_reference("West", 1000);
        world.set_period(world.lines.len() - 1, period);
    }
    world.add_line(BillingType::PerConsultation, 1000);
    world
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn every_history_is_billed_alike_in_both_forms(steps in prop::collection::vec(any_step(), 1..40)) {
        bill_in_both_forms(start(), &steps)?;
    }

    #[test]
    fn months_billed_over_and_over_are_billed_alike_in_both_forms(steps in prop::collection::vec(busy_step(), 8..40)) {
        let mut world = World::with_members(3);
        world.add_line_with_reference("West", 1000);
        world.add_line_with_reference("East", 1000);
        world.add_line(BillingType::PerConsultation, 1000);
        bill_in_both_forms(world, &steps)?;
    }

    #[test]
    fn month_after_month_every_bill_but_the_first_goes_on_from_the_one_before(
        look_back in prop_oneof![Just(0), Just(1), Just(3), Just(24)],
        steps in prop::collection::vec(calm_step(), 1..60),
    ) {
        let bills = steps.iter().filter(|step| matches!(step, Step::Bill { .. })).count();
        let books = bill_in_both_forms(many_lines(look_back), &steps)?;
        prop_assert_eq!(books.gone_on, bills.saturating_sub(1));
    }
}

/// Bills June after `prepare`, and tells whether it went on from May.
fn goes_on(prepare: impl FnOnce(&mut World, &mut Books)) -> bool {
    let (mut world, mut books) = (World::with_members(3), Books::default());
    for number in 3..=5 {
        books.bill(&mut world, month(number).window()).unwrap();
    }
    prepare(&mut world, &mut books);
    let before = books.gone_on;
    books.bill(&mut world, month(6).window()).unwrap();
    books.gone_on > before
}

#[test]
fn what_a_bill_cannot_go_on_from() {
    let after = |step: Step| goes_on(|world, books| books.take(world, &step));
    assert!(goes_on(|_, _| ()));
    assert!(after(Step::Rate { line: 0, cents: 1200 }), "a correction keeps the rate of what it corrects");
    assert!(goes_on(|world, books| books.bill(world, month(5).window()).unwrap()), "the latest regenerated");
    assert!(!goes_on(|world, books| books.bill(world, month(4).window()).unwrap()), "an earlier one regenerated");
    assert!(!goes_on(|world, books| books.bill(world, month(8).window()).unwrap()), "a later one made");
    assert!(!after(Step::Delete), "the latest deleted");
    assert!(!after(Step::LookBack(2)));
    assert!(!after(Step::Ignore { line: 0 }));
    assert!(!after(Step::AddLine { kind: 0, period: 1, reference: 0 }));
    assert!(!after(Step::DeleteLine { line: 0 }));
}
