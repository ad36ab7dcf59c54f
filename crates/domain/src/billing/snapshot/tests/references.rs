//! Lines per employee that count some members only, and several lines of one plan.

use super::world::*;
use crate::billing::line::BillingType;

#[test]
fn only_members_with_the_reference_count_on_a_reference_line() {
    let mut world = World::with_members(4);
    world.lines.clear();
    world.add_line_with_reference("West", 800);
    for id in [1, 2] {
        world.people.get_mut(&id).unwrap().reference = Some("west".to_owned());
    }
    world.people.get_mut(&3).unwrap().reference = Some("east".to_owned());
    assert_eq!(world.bill(6).lines(), ["Charge June 2026: 2 x 8.00 = 16.00"]);
    // Member 2 moves to another reference: no credit for June by itself, but no charge any more.
    world.people.get_mut(&2).unwrap().reference = Some("east".to_owned());
    assert_eq!(world.bill(7).lines(), ["Charge July 2026: 1 x 8.00 = 8.00"]);
    // When it ends as of June 1, what was charged for June is credited although it is out of scope now.
    world.terminate([2], "2026-06-01");
    assert_eq!(
        world.bill(8).lines(),
        ["Charge August 2026: 1 x 8.00 = 8.00", "Credit June 2026: 1 x 8.00 = -8.00 [2]"]
    );
}

#[test]
fn who_moved_between_lines_is_not_billed_twice_for_a_month() {
    let mut world = World::with_members(2);
    world.lines.clear();
    world.add_line_with_reference("west", 800);
    world.add_line_with_reference("east", 900);
    for id in [1, 2] {
        world.people.get_mut(&id).unwrap().reference = Some("west".to_owned());
    }
    world.bill(6);
    world.people.get_mut(&2).unwrap().reference = Some("east".to_owned());
    // June of member 2 was charged on the west line: the east line bills no debt for it.
    assert_eq!(world.bill(7).lines(), ["Charge July 2026: 1 x 8.00 = 8.00", "Charge July 2026: 1 x 9.00 = 9.00"]);
}

#[test]
fn who_was_billed_on_elsewhere_is_not_billed_twice_for_a_month() {
    let mut world = World::with_members(0);
    world.lines.clear();
    world.add_line_with_reference("west", 800);
    world.add_line_with_reference("east", 900);
    world.bill(6);
    world.join([1, 2], "2026-06-01");
    for id in [1, 2] {
        world.people.get_mut(&id).unwrap().reference = Some("west".to_owned());
    }
    world.bill(7); // June of both as a debt on the west line
    world.people.get_mut(&2).unwrap().reference = Some("east".to_owned());
    assert_eq!(world.bill(8).lines(), ["Charge August 2026: 1 x 8.00 = 8.00", "Charge August 2026: 1 x 9.00 = 9.00"]);
}

#[test]
fn a_line_replaced_by_one_with_another_scope_still_credits() {
    let mut world = World::with_members(3);
    for id in 1..=3 {
        world.people.get_mut(&id).unwrap().reference = Some("west".to_owned());
    }
    world.bill(5);
    world.bill(6);
    world.lines[0].deleted = true;
    world.add_line_with_reference("West", 1100);
    world.terminate([3], "2026-06-01");
    world.join([4], "2026-05-01");
    world.people.get_mut(&4).unwrap().reference = Some("west".to_owned());
    // The old line credits June of member 3 and bills no debt for member 4; the new one never billed an earlier month.
    assert_eq!(
        world.bill(7).lines(),
        ["Charge July 2026: 3 x 11.00 = 33.00", "Credit June 2026: 1 x 10.00 = -10.00 [3]"]
    );
    // From then on the new line corrects its own months.
    world.terminate([2], "2026-07-01");
    assert_eq!(
        world.bill(8).lines(),
        ["Charge August 2026: 2 x 11.00 = 22.00", "Credit July 2026: 1 x 11.00 = -11.00 [2]"]
    );
}

#[test]
fn each_of_two_lines_for_all_members_corrects_itself() {
    let mut world = World::with_members(2);
    world.add_line(BillingType::Pepm, 500);
    world.bill(6);
    world.terminate([1], "2026-06-01");
    world.join([3], "2026-06-01");
    let july = world.bill(7);
    assert_eq!(
        july.lines(),
        [
            "Charge July 2026: 2 x 10.00 = 20.00",
            "Charge July 2026: 2 x 5.00 = 10.00",
            "Debt June 2026: 1 x 10.00 = 10.00 [3]",
            "Debt June 2026: 1 x 5.00 = 5.00 [3]",
            "Credit June 2026: 1 x 10.00 = -10.00 [1]",
            "Credit June 2026: 1 x 5.00 = -5.00 [1]",
        ]
    );
}
