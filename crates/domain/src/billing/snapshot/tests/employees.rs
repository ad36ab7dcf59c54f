//! Lines per employee: the golden scenarios, with the amounts worked out by hand.

use super::world::*;
use crate::billing::line::BillingPeriod;
use crate::billing::snapshot::LookBack;

#[test]
fn the_example_of_the_decision_comes_out_to_the_cent() {
    let mut world = World::with_members(100);
    assert_eq!(world.bill(5).total(), "1000.00"); // 100 x 10.00
    assert_eq!(world.bill(6).total(), "1000.00");

    // On June 20 two are terminated as of May 1.
    world.terminate([7, 9], "2026-05-01");
    let july = world.bill(7);
    assert_eq!(
        july.lines(),
        [
            "Charge July 2026: 98 x 10.00 = 980.00",
            "Credit May 2026: 2 x 10.00 = -20.00 [7 9]",
            "Credit June 2026: 2 x 10.00 = -20.00 [7 9]",
        ]
    );
    assert_eq!(july.total(), "940.00"); // 980 - 20 - 20

    // May regenerated bills 98, so that its two stand at -1: the next snapshot charges 20.00 back.
    assert_eq!(world.bill(5).lines(), ["Charge May 2026: 98 x 10.00 = 980.00"]);
    assert_eq!(world.owed_for(5), 96_000); // 980 - 20
    let august = world.bill(8);
    assert_eq!(
        august.lines(),
        ["Charge August 2026: 98 x 10.00 = 980.00", "ReversedCredit May 2026: 2 x 10.00 = 20.00 [7 9]"]
    );
    assert_eq!(august.total(), "1000.00"); // 980 + 20
    assert_eq!(world.owed_for(5), 98_000);
    assert_eq!(world.owed_for(6), 98_000);
    assert_eq!(world.bill(9).total(), "980.00");
}

#[test]
fn who_is_added_for_earlier_months_is_billed_for_those_that_were_billed() {
    let mut world = World::with_members(10);
    world.bill(5);
    world.bill(6);
    // On June 20 member 11 is entered as of April 1: April was never billed, May and June were.
    world.join([11], "2026-04-01");
    let july = world.bill(7);
    assert_eq!(
        july.lines(),
        [
            "Charge July 2026: 11 x 10.00 = 110.00",
            "Debt May 2026: 1 x 10.00 = 10.00 [11]",
            "Debt June 2026: 1 x 10.00 = 10.00 [11]",
        ]
    );
    assert_eq!(july.total(), "130.00");
    assert_eq!((world.owed_for(4), world.owed_for(5), world.owed_for(6)), (0, 11_000, 11_000));
}

#[test]
fn a_rehired_member_gets_only_the_months_in_between_back() {
    let mut world = World::with_members(3);
    world.bill(4);
    world.bill(5);
    world.bill(6);
    // Member 2 left on April 15 and came back on May 20: not active on May 3, active on April 3 and June 3.
    world.terminate([2], "2026-04-15");
    world.activate([2], "2026-05-20");
    let july = world.bill(7);
    assert_eq!(july.lines(), ["Charge July 2026: 3 x 10.00 = 30.00", "Credit May 2026: 1 x 10.00 = -10.00 [2]"]);
    assert_eq!(world.owed_for(5), 2_000);
}

#[test]
fn credits_and_debts_are_never_netted_between_members() {
    let mut world = World::with_members(5);
    world.bill(6);
    world.terminate([1], "2026-06-01");
    world.join([6], "2026-06-01");
    let july = world.bill(7);
    assert_eq!(
        july.lines(),
        [
            "Charge July 2026: 5 x 10.00 = 50.00",
            "Debt June 2026: 1 x 10.00 = 10.00 [6]",
            "Credit June 2026: 1 x 10.00 = -10.00 [1]",
        ]
    );
    assert_eq!(july.total(), "50.00");
}

#[test]
fn a_correction_keeps_the_rate_of_what_it_corrects() {
    let mut world = World::with_members(4);
    world.bill(5); // at 10.00
    world.set_rate(0, 1250);
    world.bill(6); // at 12.50
    world.set_rate(0, 1300);
    world.terminate([1], "2026-05-01");
    world.join([5], "2026-05-01");
    let july = world.bill(7);
    assert_eq!(
        july.lines(),
        [
            "Charge July 2026: 4 x 13.00 = 52.00",
            "Debt May 2026: 1 x 10.00 = 10.00 [5]",
            "Debt June 2026: 1 x 12.50 = 12.50 [5]",
            "Credit May 2026: 1 x 10.00 = -10.00 [1]",
            "Credit June 2026: 1 x 12.50 = -12.50 [1]",
        ]
    );
    assert_eq!(july.total(), "52.00"); // 52 + 22.50 - 22.50
}

#[test]
fn dependents_never_count() {
    let mut world = World::with_members(3);
    world.people.get_mut(&3).unwrap().dependent = true;
    assert_eq!(world.bill(6).lines(), ["Charge June 2026: 2 x 10.00 = 20.00"]);
    // A primary of June that becomes a dependent later gets no credit by that alone.
    world.people.get_mut(&2).unwrap().dependent = true;
    assert_eq!(world.bill(7).lines(), ["Charge July 2026: 1 x 10.00 = 10.00"]);
}

#[test]
fn a_next_month_line_bills_ahead_and_corrects_what_it_billed_ahead() {
    let mut world = World::with_members(3);
    world.set_period(0, BillingPeriod::NextMonth);
    assert_eq!(world.bill(6).lines(), ["Charge July 2026: 3 x 10.00 = 30.00"]);
    world.terminate([3], "2026-07-01");
    assert_eq!(
        world.bill(7).lines(),
        ["Charge August 2026: 2 x 10.00 = 20.00", "Credit July 2026: 1 x 10.00 = -10.00 [3]"]
    );
    // An end that is scheduled counts ahead of its day.
    world.terminate([2], "2026-09-03");
    assert_eq!(world.bill(8).lines(), ["Charge September 2026: 1 x 10.00 = 10.00"]);
}

#[test]
fn a_previous_month_line_bills_in_arrears() {
    let mut world = World::with_members(3);
    world.set_period(0, BillingPeriod::PreviousMonth);
    world.terminate([3], "2026-06-01");
    assert_eq!(world.bill(6).lines(), ["Charge May 2026: 3 x 10.00 = 30.00"]);
    assert_eq!(world.bill(7).lines(), ["Charge June 2026: 2 x 10.00 = 20.00"]);
}

#[test]
fn a_month_of_nobody_counts_as_billed() {
    let mut world = World::with_members(0);
    assert_eq!(world.bill(6).lines(), ["Charge June 2026: 0 x 10.00 = 0.00"]);
    world.join([1, 2], "2026-06-01");
    let july = world.bill(7);
    assert_eq!(july.lines(), ["Charge July 2026: 2 x 10.00 = 20.00", "Debt June 2026: 2 x 10.00 = 20.00 [1 2]"]);
}

#[test]
fn a_snapshot_can_be_negative() {
    let mut world = World::with_members(3);
    world.bill(5);
    world.bill(6);
    world.terminate(1..=3, "2026-05-01");
    let july = world.bill(7);
    assert_eq!(
        july.lines(),
        [
            "Charge July 2026: 0 x 10.00 = 0.00",
            "Credit May 2026: 3 x 10.00 = -30.00 [1 2 3]",
            "Credit June 2026: 3 x 10.00 = -30.00 [1 2 3]",
        ]
    );
    assert_eq!(july.total(), "-60.00");
}

#[test]
fn a_line_that_ignores_corrections_leaves_earlier_months_alone() {
    let mut world = World::with_members(3);
    world.lines[0].item.ignore_credits_and_debts = true;
    world.bill(6);
    world.terminate([1], "2026-06-01");
    world.join([4], "2026-06-01");
    let july = world.bill(7);
    assert_eq!(july.lines(), ["Charge July 2026: 3 x 10.00 = 30.00"]);
    assert!(july.unbilled().is_empty());
}

#[test]
fn what_is_older_than_the_look_back_is_listed_and_not_billed() {
    let mut world = World::with_members(2);
    world.look_back = LookBack::new(2);
    (1..=6).for_each(|number| drop(world.bill(number)));
    world.terminate([2], "2026-03-01");
    world.join([3], "2026-04-01");
    let july = world.bill(7);
    assert_eq!(
        july.lines(),
        [
            "Charge July 2026: 2 x 10.00 = 20.00",
            "Debt May 2026: 1 x 10.00 = 10.00 [3]",
            "Debt June 2026: 1 x 10.00 = 10.00 [3]",
            "Credit May 2026: 1 x 10.00 = -10.00 [2]",
            "Credit June 2026: 1 x 10.00 = -10.00 [2]",
        ]
    );
    assert_eq!(july.unbilled(), ["credit March 2026 [2]", "debt April 2026 [3]", "credit April 2026 [2]"]);
    // Listed again next month, with May now outside too; nothing of it is ever billed.
    let august = world.bill(8);
    assert_eq!(august.lines(), ["Charge August 2026: 2 x 10.00 = 20.00"]);
    assert_eq!(august.unbilled(), ["credit March 2026 [2]", "debt April 2026 [3]", "credit April 2026 [2]"]);
}

#[test]
fn with_a_look_back_of_none_everything_is_only_listed_and_two_years_is_the_end() {
    let mut world = World::with_members(1);
    world.look_back = LookBack::new(0);
    (-20..=6).for_each(|number| drop(world.bill(number)));
    world.terminate([1], "2020-01-01");
    let july = world.bill(7);
    assert_eq!(july.lines(), ["Charge July 2026: 0 x 10.00 = 0.00"]);
    let unbilled = july.unbilled();
    assert_eq!((unbilled.len(), unbilled[0].as_str()), (24, "credit July 2024 [1]"));
    world.look_back = LookBack::LONGEST;
    assert_eq!(world.bill(7).total(), "-240.00");
}

#[test]
fn the_third_decides_and_a_pending_end_still_counts() {
    let mut world = World::with_members(4);
    world.terminate([1], "2026-07-03"); // not covered on the 3rd
    world.terminate([2], "2026-07-04"); // covered on the 3rd
    world.terminate([3], "2026-08-01"); // pending
    world.join([5], "2026-07-03");
    world.join([6], "2026-07-04");
    let july = world.bill(7);
    assert_eq!(july.lines(), ["Charge July 2026: 4 x 10.00 = 40.00"]); // 2, 3, 4 and 5
    assert_eq!(july.0.lines[0].ids.iter().collect::<Vec<_>>(), [2, 3, 4, 5]);
}

#[test]
fn a_member_that_left_the_group_entirely_is_credited() {
    let mut world = World::with_members(2);
    world.bill(6);
    world.people.remove(&1);
    assert_eq!(
        world.bill(7).lines(),
        ["Charge July 2026: 1 x 10.00 = 10.00", "Credit June 2026: 1 x 10.00 = -10.00 [1]"]
    );
}
