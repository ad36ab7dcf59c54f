//! Lines per employee when snapshots are made anew or deleted, and when what was credited comes back.

use super::world::*;
use crate::billing::line::{BillingPeriod, BillingType};
use crate::billing::snapshot::LookBack;
use crate::members::Status;

#[test]
fn regenerating_at_another_rate_leaves_nothing_behind() {
    let mut world = World::with_members(2);
    world.bill(5); // 2 x 10.00
    world.terminate([2], "2026-05-01");
    world.bill(6); // credit of 10.00 for May
    world.active_throughout(2, "2020-01-01");
    world.set_rate(0, 1200);
    world.bill(5); // 2 x 12.00
    // The credit of 10.00 belongs to a charge that is gone: it is reversed, the charge of 12.00 stands.
    let july = world.bill(7);
    assert_eq!(
        july.lines(),
        [
            "Charge July 2026: 2 x 12.00 = 24.00",
            "ReversedCredit May 2026: 1 x 10.00 = 10.00 [2]",
            "Debt June 2026: 1 x 10.00 = 10.00 [2]",
        ]
    );
    assert_eq!((world.owed_for(5), world.owed_for(6)), (2_400, 2_000));
}

#[test]
fn a_member_regenerated_out_and_back_in_needs_two_entries() {
    let mut world = World::with_members(2);
    world.bill(5);
    world.terminate([2], "2026-05-01");
    world.bill(6); // credit May
    world.bill(5); // 1 x 10.00: member 2 stands at -1
    world.active_throughout(2, "2020-01-01");
    let july = world.bill(7);
    // From -1 to 1: the credit is reversed and the month is owed.
    assert_eq!(
        july.lines(),
        [
            "Charge July 2026: 2 x 10.00 = 20.00",
            "Debt May 2026: 1 x 10.00 = 10.00 [2]",
            "ReversedCredit May 2026: 1 x 10.00 = 10.00 [2]",
            "Debt June 2026: 1 x 10.00 = 10.00 [2]",
        ]
    );
    assert_eq!(world.owed_for(5), 2_000);
}

#[test]
fn a_debt_that_a_regenerated_charge_replaced_is_taken_back_first() {
    let mut world = World::with_members(1);
    world.bill(5);
    world.join([2], "2026-05-01");
    world.bill(6); // debt May for member 2
    world.bill(5); // 2 x 10.00: member 2 stands at 2
    world.terminate([2], "2026-05-01");
    let july = world.bill(7);
    assert_eq!(
        july.lines(),
        [
            "Charge July 2026: 1 x 10.00 = 10.00",
            "Credit May 2026: 1 x 10.00 = -10.00 [2]",
            "ReversedDebt May 2026: 1 x 10.00 = -10.00 [2]",
            "Credit June 2026: 1 x 10.00 = -10.00 [2]",
        ]
    );
    assert_eq!(july.total(), "-20.00");
    assert_eq!((world.owed_for(5), world.owed_for(6)), (1_000, 1_000));
}

/// June's debts for May were taken back by July for May's own charges, and are gone once June is made anew. What is missing then is made
/// good on each line, at whatever rates; but of whom the other line still charges the month, since it takes nothing back, nothing more is.
#[test]
fn what_was_taken_back_is_made_good_on_each_of_two_lines() {
    for (other_rate, ignoring, owed) in [(300, false, 2_600), (400, false, 2_800), (300, true, 1_600)] {
        let mut world = World::with_members(1);
        world.add_line(BillingType::Pepm, 300);
        world.lines[1].item.ignore_credits_and_debts = ignoring;
        world.bill(5);
        world.join([2], "2026-01-01");
        world.bill(6); // debts for May
        world.set_rate(1, other_rate);
        world.bill(5); // charges member 2 on both lines
        world.bill(7); // takes the debts back
        world.bill(6); // without the debts, which nobody owes any more
        world.bill(8);
        assert_eq!(world.owed_for(5), owed, "the other line at {other_rate}, ignoring corrections: {ignoring}");
    }
}

/// Nothing of the member's May is open any more: whatever was billed and taken back at the former rate is closed.
#[test]
fn what_is_owed_again_takes_the_rate_that_the_month_has_now() {
    let mut world = World::with_members(2);
    world.bill(5);
    world.join([3], "2026-05-01");
    world.bill(6); // debt of 10.00 for May
    world.terminate([3], "2026-05-01");
    world.set_rate(0, 1200);
    world.bill(5); // 2 x 12.00
    world.bill(7); // takes the debt back
    world.active_throughout(3, "2026-05-01");
    assert_eq!(
        world.bill(8).lines(),
        [
            "Charge August 2026: 3 x 12.00 = 36.00",
            "Debt May 2026: 1 x 12.00 = 12.00 [3]",
            "Debt June 2026: 1 x 10.00 = 10.00 [3]",
            "Debt July 2026: 1 x 12.00 = 12.00 [3]",
        ]
    );
    assert_eq!((world.owed_for(5), world.owed_for(6), world.owed_for(7)), (3_600, 3_000, 3_600));
}

#[test]
fn two_debts_of_one_member_month_and_rate_are_two_parts() {
    let mut world = World::with_members(1);
    world.bill(4);
    world.join([2], "2026-04-01");
    world.bill(5); // debt April for member 2
    world.terminate([2], "2026-04-01");
    world.bill(6); // takes that debt back, and May
    // May regenerated without corrections no longer holds the debt: what June took back hangs at -1. Then the member is
    // active after all: from -1 to 1.
    world.look_back = LookBack::new(0);
    world.bill(5);
    world.look_back = LookBack::default();
    world.active_throughout(2, "2026-04-01");
    let july = world.bill(7);
    assert_eq!(
        july.lines(),
        [
            "Charge July 2026: 2 x 10.00 = 20.00",
            "Debt April 2026: 1 x 10.00 = 10.00 [2]",
            "Debt April 2026 part 1: 1 x 10.00 = 10.00 [2]",
            "Debt May 2026: 1 x 10.00 = 10.00 [2]",
            "ReversedCredit May 2026: 1 x 10.00 = 10.00 [2]",
            "Debt June 2026: 1 x 10.00 = 10.00 [2]",
        ]
    );
    assert_eq!((world.owed_for(4), world.owed_for(5), world.owed_for(6)), (2_000, 2_000, 2_000));
}

#[test]
fn credits_of_a_deleted_line_are_reversed_when_its_month_is_regenerated() {
    let mut world = World::with_members(2);
    world.bill(5);
    world.terminate([2], "2026-05-01");
    world.bill(6); // credit of 10.00 for May on the first line
    world.lines[0].deleted = true;
    world.add_line(BillingType::Pepm, 1100);
    assert_eq!(world.bill(5).lines(), ["Charge May 2026: 1 x 11.00 = 11.00"]);
    // The credit of the first line has lost its charge.
    assert_eq!(
        world.bill(7).lines(),
        ["Charge July 2026: 1 x 11.00 = 11.00", "ReversedCredit May 2026: 1 x 10.00 = 10.00 [2]"]
    );
    assert_eq!(world.owed_for(5), 1_100);
}

#[test]
fn a_deleted_snapshot_is_as_if_it_had_never_been() {
    let mut world = World::with_members(3);
    world.bill(5);
    world.bill(6);
    world.terminate([3], "2026-05-01");
    world.bill(7);
    world.delete_latest();
    let july = world.bill(7);
    assert_eq!(july.total(), "0.00"); // 2 x 10.00 - 10.00 - 10.00
    world.delete_latest();
    world.delete_latest();
    // June is gone: only May was billed.
    assert_eq!(
        world.bill(7).lines(),
        ["Charge July 2026: 2 x 10.00 = 20.00", "Credit May 2026: 1 x 10.00 = -10.00 [3]"]
    );
}

#[test]
fn an_undone_termination_is_charged_again() {
    let mut world = World::with_members(2);
    world.bill(5);
    world.terminate([2], "2026-05-01");
    world.bill(6); // credit May
    world.active_throughout(2, "2020-01-01");
    let july = world.bill(7);
    assert_eq!(
        july.lines(),
        [
            "Charge July 2026: 2 x 10.00 = 20.00",
            "Debt May 2026: 1 x 10.00 = 10.00 [2]",
            "Debt June 2026: 1 x 10.00 = 10.00 [2]",
        ]
    );
    world.change(2, Status::InActive, "2026-05-01");
    // The debts are what is open now; they are taken back.
    assert_eq!(
        world.bill(8).lines(),
        [
            "Charge August 2026: 1 x 10.00 = 10.00",
            "ReversedDebt May 2026: 1 x 10.00 = -10.00 [2]",
            "ReversedDebt June 2026: 1 x 10.00 = -10.00 [2]",
            "Credit July 2026: 1 x 10.00 = -10.00 [2]",
        ]
    );
}

/// The debts that January bills are taken back by February for what December has charged meanwhile; January made anew bills them again, on
/// the line that December's charge is on and on the one beside it.
#[test]
fn made_anew_with_nothing_changed_a_snapshot_is_the_same() {
    let mut world = World::with_members(1);
    world.add_line(BillingType::Pepm, 100);
    world.lines[1].item.billing_period = BillingPeriod::NextMonth;
    world.bill(5);
    world.bill(6);
    world.join([2], "2026-01-01");
    let first = world.bill(7).lines();
    world.bill(6);
    world.bill(8);
    assert_eq!(world.bill(7).lines(), first);
}

/// May of member 2 is credited on the line that corrects, and stays charged on the other: the plan charges the month, and bills no debt.
#[test]
fn who_is_charged_for_a_month_on_another_line_owes_nothing_more_for_it() {
    let mut world = World::with_members(2);
    world.add_line(BillingType::Pepm, 500);
    world.lines[1].item.ignore_credits_and_debts = true;
    world.bill(5);
    world.terminate([2], "2026-05-01");
    world.bill(6);
    world.active_throughout(2, "2020-01-01");
    let debts = world.bill(7).lines().into_iter().filter(|line| line.starts_with("Debt May")).count();
    assert_eq!((debts, world.owed_for(5)), (0, 2_000));
}
