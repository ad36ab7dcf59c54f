use proptest::prelude::*;

use super::*;
use crate::billing::line::BillingPeriod;
use crate::billing::snapshot::tests::world::{Person, World, day, month};
use crate::members::Status;

/// What a file does to a member of the tests: 0 nothing, then another status from a day.
type Step = (i64, Option<(Status, &'static str)>, Option<&'static str>, bool);

/// What a file does to members, and the world after it.
fn changed(world: &World, steps: &[Step]) -> (Vec<MemberAfter>, World) {
    let mut after = world.clone();
    for (id, status, reference, dependent) in steps {
        let is_new = !after.people.contains_key(id);
        if is_new {
            after.people.insert(*id, Person::default());
        }
        if let Some((status, on)) = status {
            after.change(*id, *status, on);
        }
        let person = after.people.get_mut(id).unwrap();
        person.reference = reference.map(str::to_owned);
        person.dependent = *dependent;
    }
    let changes: Vec<MemberAfter> = steps
        .iter()
        .map(|(id, status, ..)| {
            let person = &after.people[id];
            let outcome = match status {
                _ if !world.people.contains_key(id) => Outcome::Create,
                Some((Status::Active, _)) => Outcome::Reactivate,
                Some((Status::InActive, _)) => Outcome::Terminate,
                None => Outcome::Update,
            };
            MemberAfter {
                id: MemberId(*id),
                outcome,
                is_primary: !person.dependent,
                reference_key: person.reference.clone(),
                spans: person.timeline.active_spans(),
            }
        })
        .collect();
    (changes, after)
}

/// The effect on the bill of a month that the world's own rules give, and the world after the file.
fn effect(world: &World, number: i32, steps: &[Step]) -> (BillEffect, World) {
    let (changes, after) = changed(world, steps);
    let window = month(number).window();
    (
        world.with_request(window, |request, references| bill_effect(request, references, &changes, request.consults)),
        after,
    )
}

#[test]
fn what_a_member_adds_to_a_month_leaves_earlier_months_out() {
    let mut world = World::with_members(4);
    world.terminate([4], "2026-03-01");
    world.bill(6);
    for (what, step, amount) in [
        ("new", (9, Some((Status::Active, "2026-07-01")), None, false), Some("10.00")),
        ("new in the past", (9, Some((Status::Active, "2026-05-01")), None, false), Some("10.00")),
        ("a new dependent", (9, Some((Status::Active, "2026-07-01")), None, true), None),
        ("ended in the past", (1, Some((Status::InActive, "2026-06-01")), None, false), Some("-10.00")),
        ("ended after the cut-off", (1, Some((Status::InActive, "2026-08-01")), None, false), None),
        ("back", (4, Some((Status::Active, "2026-06-01")), None, false), Some("10.00")),
        ("a dependent from now on", (3, None, None, true), Some("-10.00")),
    ] {
        let (changes, _) = changed(&world, &[step]);
        let found =
            world.with_request(month(7).window(), |request, references| per_month(request, references, &changes));
        let found = found.get(&MemberId(step.0)).map(|amount| amount.decimal());
        assert_eq!(found.as_deref(), amount, "{what}");
    }
}

fn shown(effect: &BillEffect) -> (String, String, String) {
    (effect.before.decimal(), effect.after.decimal(), effect.corrections.decimal())
}

#[test]
fn a_file_changes_the_next_bill_by_who_comes_and_goes() {
    let mut world = World::with_members(4);
    world.terminate([4], "2026-03-01");
    world.bill(6);
    let gone = (Status::InActive, "2026-08-01");
    for (what, steps, shown_, shares) in [
        ("nothing", &[][..], ("30.00", "30.00", "0.00"), vec![]),
        (
            "a new one",
            &[(9, Some((Status::Active, "2026-07-01")), None, false)],
            ("30.00", "40.00", "0.00"),
            vec![(Outcome::Create, 1, "10.00")],
        ),
        (
            "a new dependent",
            &[(9, Some((Status::Active, "2026-07-01")), None, true)],
            ("30.00", "30.00", "0.00"),
            vec![(Outcome::Create, 1, "0.00")],
        ),
        (
            "ended after the cut-off",
            &[(1, Some(gone), None, false)],
            ("30.00", "30.00", "0.00"),
            vec![(Outcome::Terminate, 1, "0.00")],
        ),
        (
            "ended in the past",
            &[(1, Some((Status::InActive, "2026-06-01")), None, false)],
            ("30.00", "10.00", "-10.00"),
            vec![(Outcome::Terminate, 1, "-20.00")],
        ),
        (
            "back in the past, another leaves",
            &[
                (4, Some((Status::Active, "2026-06-01")), None, false),
                (2, Some((Status::InActive, "2026-07-02")), None, false),
            ],
            ("30.00", "40.00", "10.00"),
            vec![(Outcome::Reactivate, 1, "20.00"), (Outcome::Terminate, 1, "-10.00")],
        ),
        (
            "a dependent from now on",
            &[(3, None, None, true)],
            ("30.00", "20.00", "0.00"),
            vec![(Outcome::Update, 1, "-10.00")],
        ),
    ] {
        let (found, _) = effect(&world, 7, steps);
        let (before, after, corrections) = shown(&found);
        assert_eq!((before.as_str(), after.as_str(), corrections.as_str()), shown_, "{what}");
        let told: Vec<_> =
            found.shares.iter().map(|(outcome, share)| (*outcome, share.members, share.amount.decimal())).collect();
        let told: Vec<_> = told.iter().map(|(outcome, n, amount)| (*outcome, *n, amount.as_str())).collect();
        assert_eq!(told, shares, "{what}");
    }
}

#[test]
fn another_reference_moves_a_member_from_line_to_line() {
    let mut world = World::default();
    world.join(1..=3, "2020-01-01");
    world.add_line_with_reference("west", 1000);
    world.add_line_with_reference("east", 700);
    world.people.get_mut(&1).unwrap().reference = Some("west".to_owned());
    let (found, _) = effect(&world, 7, &[(1, None, Some("east"), false)]);
    assert_eq!(shown(&found), ("10.00".into(), "7.00".into(), "0.00".into()));
    assert_eq!((found.charged_before, found.charged_after), (1, 1));
    assert_eq!(found.difference(), found.shares[&Outcome::Update].amount);
}

#[test]
fn the_next_bill_follows_the_latest_and_is_never_one_long_over() {
    for (latest, today, expected) in [
        (Some(6), "2026-07-20", 7),
        (Some(7), "2026-07-20", 8),
        (Some(9), "2026-07-20", 10),
        (None, "2026-07-20", 8),
        (None, "2026-07-03", 7),
        (Some(1), "2026-07-20", 7),
    ] {
        assert_eq!(next_period(latest.map(month), day(today)), month(expected), "{latest:?} {today}");
    }
}

fn step() -> impl Strategy<Value = Step> {
    let days = prop::sample::select(vec!["2026-02-01", "2026-04-03", "2026-05-15", "2026-07-01", "2026-09-01"]);
    let status = prop::option::of((prop::sample::select(vec![Status::Active, Status::InActive]), days));
    (1..12_i64, status, prop::sample::select(vec![None, Some("west"), Some("east")]), prop::bool::weighted(0.2))
}

proptest! {
    #[test]
    fn the_effect_is_the_difference_of_the_bills_made_without_and_with_the_file(
        steps in prop::collection::btree_map(1..12_i64, step(), 0..8),
        billed in prop::collection::vec(prop::bool::weighted(0.8), 4),
        late in any::<bool>(),
    ) {
        let mut world = World::with_members(8);
        world.add_line_with_reference("west", 333);
        world.add_line_with_reference("east", 250);
        world.set_period(1, if late { BillingPeriod::PreviousMonth } else { BillingPeriod::NextMonth });
        for (number, is_billed) in (3..=6).zip(billed) {
            if is_billed {
                world.bill(number);
            }
        }
        world.terminate([7, 8], "2026-05-01");
        let steps: Vec<Step> = steps.into_iter().map(|(id, (_, status, reference, dependent))| (id, status, reference, dependent)).collect();
        // Who is new joins with a status, as every new member does.
        let steps: Vec<Step> = steps
            .into_iter()
            .map(|(id, status, reference, dependent)| (id, if id > 8 { Some((Status::Active, "2026-06-01")) } else { status }, reference, dependent))
            .collect();
        let (found, mut after) = effect(&world, 7, &steps);
        let mut before = world.clone();
        prop_assert_eq!(found.before, before.bill(7).0.total());
        prop_assert_eq!(found.after, after.bill(7).0.total());
        let shared: Money = found.shares.values().map(|share| share.amount).sum();
        prop_assert_eq!(shared + found.consults, found.difference(), "the shares are the whole difference");
        let members: u32 = found.shares.values().map(|share| share.members).sum();
        prop_assert_eq!(members as usize, steps.len());
    }
}
