//! Exceptions case by case, and the coverage of a group against a count by hand.

use proptest::prelude::*;

use super::*;
use crate::billing::line::BillingType;
use crate::billing::snapshot::References;
use crate::examples::bills::World;
use crate::{BillingMonth, PlanLineId};

fn facts(total: i64, previous: Option<i64>) -> DraftFacts {
    DraftFacts {
        total: Money::from_cents(total),
        previous: previous.map(Money::from_cents),
        lacks_customer: false,
        coverage: Coverage::default(),
        last_day: BillingMonth::new(2026, 7).expect("a month").cut_off(),
        is_over: true,
        customer_of: None,
        unfinished_files: 0,
        is_first: false,
    }
}

fn texts(facts: &DraftFacts) -> Vec<String> {
    let bits = exceptions(facts);
    Exception::ALL.into_iter().filter(|one| bits & one.bit() != 0).map(|one| one.text(facts)).collect()
}

#[test]
fn amounts_are_compared_with_last_month() {
    for (total, previous, said) in [
        (10_000, None, vec![]),
        (12_000, Some(10_000), vec![]),
        (12_001, Some(10_000), vec!["20.0 % more than last month ($100.00)."]),
        (8_000, Some(10_000), vec![]),
        (7_999, Some(10_000), vec!["20.0 % less than last month ($100.00)."]),
        (13_250, Some(10_000), vec!["32.5 % more than last month ($100.00)."]),
        (0, None, vec!["The amount is zero."]),
        (0, Some(0), vec!["The amount is zero."]),
        (0, Some(500), vec!["The amount is zero.", "100.0 % less than last month ($5.00)."]),
        (1, Some(0), vec!["Last month was $0.00."]),
        (-9_000, Some(-10_000), vec![]),
        (-5_000, Some(-10_000), vec!["50.0 % more than last month (\u{2212}$100.00)."]),
        (10_000, Some(-10_000), vec!["200.0 % more than last month (\u{2212}$100.00)."]),
        (i64::MAX / 4, Some(1), vec!["230584300921369395000.0 % more than last month ($0.01)."]),
    ] {
        assert_eq!(texts(&facts(total, previous)), said, "{total} after {previous:?}");
    }
}

#[test]
fn plans_and_members_are_looked_at() {
    let usual = facts(10_000, Some(10_000));
    for (lacks_customer, on_no_line, on_two_lines, said) in [
        (false, 0, 0, vec![]),
        (true, 0, 0, vec!["No ERP account or customer."]),
        (false, 1, 0, vec!["1 active member is on no line."]),
        (false, 3, 2, vec!["3 active members are on no line.", "2 active members are on more than one line."]),
    ] {
        let coverage = Coverage { on_no_line, on_two_lines };
        let facts = DraftFacts { lacks_customer, coverage, ..usual.clone() };
        assert_eq!(texts(&facts), said);
    }
}

#[test]
fn what_may_still_change_or_has_the_customer_of_another_group_is_looked_at() {
    let usual = facts(10_000, Some(10_000));
    for (is_over, customer_of, unfinished_files, said) in [
        (true, None, 0, vec![]),
        (false, None, 0, vec!["The period was not over: it ends on 07/03/2026, and members may still change."]),
        (true, Some("Harborline"), 0, vec!["The ERP customer is that of Harborline."]),
        (true, None, 1, vec!["1 census file of the group was not finished."]),
        (true, None, 11, vec!["11 census files of the group were not finished."]),
    ] {
        let customer_of = customer_of.map(str::to_owned);
        let facts = DraftFacts { is_over, customer_of, unfinished_files, ..usual.clone() };
        assert_eq!(texts(&facts), said);
    }
}

#[test]
fn a_first_bill_is_looked_at() {
    let first = DraftFacts { is_first: true, ..facts(10_000, None) };
    assert_eq!(texts(&first), ["This is the first bill of the plan."]);
}

#[test]
fn each_exception_has_a_bit_of_its_own() {
    let all = DraftFacts {
        lacks_customer: true,
        coverage: Coverage { on_no_line: 1, on_two_lines: 1 },
        is_over: false,
        customer_of: Some("Harborline".to_owned()),
        unfinished_files: 1,
        is_first: true,
        ..facts(0, Some(100))
    };
    assert_eq!(exceptions(&all), 0b1_1111_1111);
}

/// A line item: what it counts, the reference it wants, and whether it was deleted.
type Line = (BillingType, Option<&'static str>, bool);

const ALL: Line = (BillingType::Pepm, None, false);
const WEST: Line = (BillingType::Pepm, Some("west"), false);
const EAST: Line = (BillingType::Pepm, Some("east"), false);
const GONE: Line = (BillingType::Pepm, None, true);
const CONSULTS: Line = (BillingType::PerConsultation, None, false);
const AFTER_HOURS: Line = (BillingType::AfterHours, None, false);

/// The terms of plans as the world's example line says, with the references of all of them.
fn terms(plans: &[Vec<Line>]) -> (Vec<Vec<LineTerms>>, References) {
    let mut world = World::default();
    world.add_line(BillingType::Pepm, 1000);
    let item = |(billing_type, reference, _): &Line| {
        let mut item = world.lines[0].item.clone();
        item.billing_type = *billing_type;
        item.reference_id = reference.map(str::to_owned);
        item
    };
    let references: Vec<References> =
        plans.iter().map(|plan| References::of(plan.iter().map(item).collect::<Vec<_>>().iter())).collect();
    let shared = References::merged(&references);
    let of_plan = |(plan, own): (&Vec<Line>, &References)| {
        let terms = |line: &Line| {
            let terms = LineTerms::of(PlanLineId(1), &item(line), Money::from_cents(1000), own);
            let terms = if line.2 { terms.deleted() } else { terms };
            terms.renumbered(own, &shared)
        };
        plan.iter().map(terms).collect()
    };
    (plans.iter().zip(&references).map(of_plan).collect(), shared)
}

/// Two members in the west, one in the east, one nowhere.
fn active(references: &References) -> Vec<(Reference, u32)> {
    [(Some("west"), 2), (Some("east"), 1), (None, 1)].map(|(key, members)| (references.find(key), members)).to_vec()
}

#[test]
fn members_on_no_line_and_on_two_are_counted() {
    for (plans, expected) in [
        (vec![vec![ALL]], vec![(0, 0)]),
        (vec![vec![WEST]], vec![(2, 0)]),
        (vec![vec![WEST, EAST]], vec![(1, 0)]),
        (vec![vec![WEST], vec![EAST]], vec![(1, 0), (1, 0)]),
        (vec![vec![ALL, WEST]], vec![(0, 2)]),
        (vec![vec![ALL], vec![WEST], vec![CONSULTS]], vec![(0, 4 - 2), (0, 2), (0, 0)]),
        (vec![vec![ALL], vec![ALL]], vec![(0, 4), (0, 4)]),
        (vec![vec![ALL, CONSULTS, AFTER_HOURS]], vec![(0, 0)]),
        (vec![vec![CONSULTS]], vec![(0, 0)]),
        (vec![vec![GONE, WEST]], vec![(2, 0)]),
        (vec![vec![GONE]], vec![(4, 0)]),
        (vec![vec![]], vec![(4, 0)]),
    ] {
        let (terms, references) = terms(&plans);
        let found: Vec<_> = coverage(&active(&references), &terms)
            .into_iter()
            .map(|coverage| (coverage.on_no_line, coverage.on_two_lines))
            .collect();
        assert_eq!(found, expected, "{plans:?}");
    }
}

fn lines() -> impl Strategy<Value = Vec<Line>> {
    proptest::collection::vec(proptest::sample::select(vec![ALL, WEST, EAST, GONE, CONSULTS, AFTER_HOURS]), 0..4)
}

proptest! {
    #[test]
    fn coverage_is_what_a_count_by_hand_gives(plans in proptest::collection::vec(lines(), 1..4)) {
        let (terms, references) = terms(&plans);
        let found = coverage(&active(&references), &terms);
        let active = [Some("west"), Some("west"), Some("east"), None];
        let includes = |line: &&Line, who: Option<&str>| !line.2 && (line.1.is_none() || line.1 == who);
        let on = |plan: &[Line], who: Option<&str>| {
            plan.iter().filter(|line| line.0 == BillingType::Pepm && includes(line, who)).count()
        };
        let none = active.iter().filter(|who| !plans.iter().flatten().any(|line| includes(&line, **who))).count();
        for (plan, found) in plans.iter().zip(found) {
            let twice = active.iter().filter(|who| {
                on(plan, **who) > 0 && plans.iter().map(|plan| on(plan, **who)).sum::<usize>() > 1
            });
            prop_assert_eq!((found.on_no_line as usize, found.on_two_lines as usize), (none, twice.count()));
        }
    }

    #[test]
    fn a_fifth_more_or_less_is_usual_and_no_more(previous in -1_000_000..1_000_000_i64, total in -1_000_000..1_000_000_i64) {
        let unusual = exceptions(&facts(total, Some(previous))) & Exception::Changed.bit() != 0;
        prop_assert_eq!(unusual, (total - previous).abs() as f64 > previous.abs() as f64 / 5.0);
    }
}
