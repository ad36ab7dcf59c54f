//! Lines per consult: what is counted, what comes late, what is voided.

use super::world::*;
use crate::DateRange;
use crate::billing::line::{BillingPeriod, BillingType};
use crate::billing::snapshot::LookBack;

/// A plan with one line of 49.00 a consult, billed in arrears.
fn consult_world() -> World {
    let mut world = World::with_members(1);
    world.lines.clear();
    world.add_line(BillingType::PerConsultation, 4900);
    world
}

#[test]
fn the_window_counts_and_the_period_only_names_the_month() {
    let mut world = consult_world();
    for (id, on) in [(1, "2026-06-03"), (2, "2026-06-04"), (3, "2026-06-20"), (4, "2026-07-03"), (5, "2026-07-04")] {
        world.consult(id, on);
    }
    let july = world.bill(7);
    assert_eq!(july.lines(), ["Charge June 2026: 3 x 49.00 = 147.00"]); // 2, 3 and 4
    world.set_period(0, BillingPeriod::CurrentMonth);
    world.delete_latest();
    assert_eq!(world.bill(7).lines(), ["Charge July 2026: 3 x 49.00 = 147.00"]);
}

#[test]
fn consults_that_are_not_completed_do_not_count_and_a_missing_count_is_a_line_of_zero() {
    let mut world = consult_world();
    world.consult(1, "2026-06-20");
    world.consults.get_mut(&1).unwrap().completed = false;
    assert_eq!(world.bill(7).lines(), ["Charge June 2026: 0 x 49.00 = 0.00"]);
}

#[test]
fn after_hours_consults_count_on_both_lines() {
    let mut world = consult_world();
    world.add_line(BillingType::AfterHours, 500);
    world.consult(1, "2026-06-20");
    world.consult(2, "2026-06-21");
    world.consults.get_mut(&2).unwrap().after_hours = true;
    let july = world.bill(7);
    assert_eq!(july.lines(), ["Charge June 2026: 2 x 49.00 = 98.00", "Charge June 2026: 1 x 5.00 = 5.00"]);
    // It turns out that it was not after hours: the surcharge is taken back, the consult stays.
    world.consults.get_mut(&2).unwrap().after_hours = false;
    assert_eq!(
        world.bill(8).lines(),
        [
            "Charge July 2026: 0 x 49.00 = 0.00",
            "Charge July 2026: 0 x 5.00 = 0.00",
            "Credit June 2026: 1 x 5.00 = -5.00 [2]",
        ]
    );
}

#[test]
fn a_late_consult_is_billed_on_under_its_own_month_at_that_months_rate() {
    let mut world = consult_world();
    world.consult(1, "2026-06-20");
    world.bill(7);
    world.set_rate(0, 5500);
    world.consult(2, "2026-06-25");
    world.consult(3, "2026-05-25"); // before the line's first window
    world.consult(4, "2026-07-10");
    assert_eq!(world.bill(8).lines(), ["Charge July 2026: 1 x 55.00 = 55.00", "Debt June 2026: 1 x 49.00 = 49.00 [2]"]);
    // Once billed it is billed: not again when its own window is regenerated, not again next month.
    assert_eq!(world.bill(7).lines(), ["Charge June 2026: 1 x 55.00 = 55.00"]);
    assert_eq!(world.bill(9).lines(), ["Charge August 2026: 0 x 55.00 = 0.00"]);
}

#[test]
fn a_voided_consult_is_credited_at_the_rate_it_was_billed() {
    let mut world = consult_world();
    world.consult(1, "2026-06-20");
    world.bill(7);
    world.set_rate(0, 5500);
    world.consults.get_mut(&1).unwrap().completed = false;
    assert_eq!(
        world.bill(8).lines(),
        ["Charge July 2026: 0 x 55.00 = 0.00", "Credit June 2026: 1 x 49.00 = -49.00 [1]"]
    );
    // The void was a mistake.
    world.consults.get_mut(&1).unwrap().completed = true;
    assert_eq!(
        world.bill(9).lines(),
        ["Charge August 2026: 0 x 55.00 = 0.00", "Debt June 2026: 1 x 49.00 = 49.00 [1]"]
    );
}

#[test]
fn consults_between_two_windows_become_debts_at_the_rate_of_today() {
    let mut world = consult_world();
    world.bill(5);
    world.consult(1, "2026-05-20"); // June was never billed
    world.consult(2, "2026-06-20");
    world.set_rate(0, 5500);
    let july = world.bill(7);
    assert_eq!(july.lines(), ["Charge June 2026: 1 x 55.00 = 55.00", "Debt May 2026: 1 x 55.00 = 55.00 [1]"]);
}

#[test]
fn a_gap_within_the_month_itself_is_billed_on_with_it() {
    let mut world = consult_world();
    world.set_period(0, BillingPeriod::CurrentMonth);
    world.bill(6);
    world.consult(1, "2026-06-10");
    world.consult(2, "2026-06-20");
    let short = DateRange { start: day("2026-06-15"), end: day("2026-07-03") };
    assert_eq!(
        world.bill_window(short).lines(),
        ["Charge July 2026: 1 x 49.00 = 49.00", "Debt July 2026: 1 x 49.00 = 49.00 [1]"]
    );
}

#[test]
fn what_is_later_than_the_look_back_is_listed_and_not_billed() {
    let mut world = consult_world();
    world.look_back = LookBack::new(1);
    (4..=7).for_each(|number| drop(world.bill(number)));
    world.consult(1, "2026-05-20"); // belongs to May by its label
    world.consult(2, "2026-06-20");
    let august = world.bill(8);
    assert_eq!(august.lines(), ["Charge July 2026: 0 x 49.00 = 0.00", "Debt June 2026: 1 x 49.00 = 49.00 [2]"]);
    assert_eq!(august.unbilled(), ["debt May 2026 [1]"]);
}

#[test]
fn a_line_that_ignores_corrections_never_bills_late_or_credits() {
    let mut world = consult_world();
    world.lines[0].item.ignore_credits_and_debts = true;
    world.consult(1, "2026-06-20");
    world.bill(7);
    world.consult(2, "2026-06-21");
    world.consults.get_mut(&1).unwrap().completed = false;
    assert_eq!(world.bill(8).lines(), ["Charge July 2026: 0 x 49.00 = 0.00"]);
}

#[test]
fn a_reference_line_counts_the_consults_of_its_members() {
    let mut world = consult_world();
    world.lines[0].item.reference_id = Some("West".to_owned());
    for (id, reference) in [(1, Some("west")), (2, Some("east")), (3, None)] {
        world.consult(id, "2026-06-20");
        world.consults.get_mut(&id).unwrap().reference = reference.map(str::to_owned);
    }
    assert_eq!(world.bill(7).lines(), ["Charge June 2026: 1 x 49.00 = 49.00"]);
}

#[test]
fn a_consult_stays_on_the_line_that_billed_it_when_its_reference_changes() {
    let mut world = consult_world();
    world.lines[0].item.reference_id = Some("West".to_owned());
    world.add_line(BillingType::PerConsultation, 3000);
    world.lines[1].item.reference_id = Some("East".to_owned());
    world.add_line(BillingType::AfterHours, 500);
    world.lines[2].item.reference_id = Some("East".to_owned());
    world.consult(1, "2026-06-20");
    let refer = |world: &mut World, to: &str| {
        let consult = world.consults.get_mut(&1).unwrap();
        (consult.reference, consult.after_hours) = (Some(to.to_owned()), true);
    };
    refer(&mut world, "west");
    world.bill(7);
    refer(&mut world, "east");
    let august = world.bill(8);
    let nothing = ["Charge July 2026: 0 x 49.00 = 0.00", "Charge July 2026: 0 x 30.00 = 0.00"];
    let fee = ["Charge July 2026: 0 x 5.00 = 0.00", "Debt June 2026: 1 x 5.00 = 5.00 [1]"];
    assert_eq!(august.lines(), [nothing, fee].concat(), "only the fee was never billed");
    world.consults.get_mut(&1).unwrap().completed = false;
    let credits = ["Credit June 2026: 1 x 49.00 = -49.00 [1]", "Credit June 2026: 1 x 5.00 = -5.00 [1]"];
    let september = world.bill(9);
    let corrections: Vec<_> = september.lines().into_iter().filter(|line| !line.starts_with("Charge")).collect();
    assert_eq!(corrections.len(), 2, "{corrections:?}");
    assert_eq!(corrections[0], credits[0]);
    world.consults.get_mut(&1).unwrap().completed = true;
    let october = world.bill(10);
    assert!(october.lines().contains(&"Debt June 2026: 1 x 30.00 = 30.00 [1]".to_owned()), "{:?}", october.lines());
}

#[test]
fn a_deleted_line_bills_nothing_late_and_still_credits() {
    let mut world = consult_world();
    world.consult(1, "2026-06-20");
    world.bill(7);
    world.lines[0].deleted = true;
    world.consult(2, "2026-06-21");
    world.consults.get_mut(&1).unwrap().completed = false;
    assert_eq!(world.bill(8).lines(), ["Credit June 2026: 1 x 49.00 = -49.00 [1]"]);
}

#[test]
fn a_late_consult_is_never_labelled_later_than_what_is_being_billed() {
    let mut world = consult_world();
    world.set_period(0, BillingPeriod::CurrentMonth);
    world.bill_window(DateRange { start: day("2026-06-04"), end: day("2026-06-30") });
    world.consult(1, "2026-07-04"); // by its date it would belong to August
    let july = world.bill_window(DateRange { start: day("2026-07-05"), end: day("2026-07-31") });
    assert_eq!(july.lines(), ["Charge July 2026: 0 x 49.00 = 0.00", "Debt July 2026: 1 x 49.00 = 49.00 [1]"]);
}

#[test]
fn a_consult_billed_under_an_earlier_month_is_not_billed_again() {
    let mut world = consult_world();
    world.look_back = LookBack::LONGEST;
    world.consult(1, "2026-06-20");
    world.bill(6);
    world.bill(7);
    world.consults.get_mut(&1).unwrap().completed = false;
    world.bill(8); // credit June
    // The import now says that it was completed, and a month earlier.
    *world.consults.get_mut(&1).unwrap() =
        Consult { on: day("2026-05-20"), completed: true, after_hours: false, reference: None };
    assert_eq!(world.bill(9).lines(), ["Charge August 2026: 0 x 49.00 = 0.00", "Debt May 2026: 1 x 49.00 = 49.00 [1]"]);
    assert_eq!(world.bill(10).lines(), ["Charge September 2026: 0 x 49.00 = 0.00"]);
}
