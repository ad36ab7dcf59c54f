//! The lines of a list of snapshots with the first employees of each, read for all of them at once.

use std::collections::BTreeMap;

use domain::SnapshotId;
use store::Reader;
use store::snapshots::{self, FrozenLineHead, FrozenSnapshot, LineMember, ListedMembers};

use super::members::MembersUpTo;
use super::service::lines_by_snapshot;
use super::views::{SnapshotLineView, line_view};
use crate::error::Result;

/// The most employees that a list tells of one line; how many there are stands beside them.
pub const EMPLOYEES_A_LINE: usize = 100;
/// The most employees in one answer: tens of megabytes. Further lines give the number of their employees without the list.
const EMPLOYEES_AN_ANSWER: usize = 50_000;
/// Snapshots whose sets of members are held at once.
const SNAPSHOTS_AT_ONCE: usize = 50;

/// The lines of snapshots by snapshot, with at most [`EMPLOYEES_A_LINE`] employees of each. With `members_up_to` those of lines that have
/// more are left out, and with 0 no employee is read.
///
/// # Errors
/// When the database fails.
pub async fn listed_lines(
    db: &Reader,
    of: &[&FrozenSnapshot],
    wanted: &MembersUpTo,
) -> Result<BTreeMap<SnapshotId, Vec<SnapshotLineView>>> {
    if wanted.members_up_to == Some(0) {
        let ids: Vec<SnapshotId> = of.iter().map(|snapshot| snapshot.id).collect();
        let lines = lines_by_snapshot(db, &ids).await?.into_iter();
        let without = |lines: Vec<FrozenLineHead>| lines.into_iter().map(|line| line_view(line, None)).collect();
        return Ok(lines.map(|(id, lines)| (id, without(lines))).collect());
    }
    let (mut heads, mut members) = (Vec::new(), Vec::new());
    let mut answer = Room { employees: EMPLOYEES_AN_ANSWER };
    for snapshots in of.chunks(SNAPSHOTS_AT_ONCE) {
        let by_id: BTreeMap<SnapshotId, &FrozenSnapshot> = snapshots.iter().map(|one| (one.id, *one)).collect();
        let ids: Vec<SnapshotId> = by_id.keys().copied().collect();
        for line in snapshots::lines(db, &ids).await? {
            let Some(snapshot) = by_id.get(&line.snapshot) else { continue };
            let is_wanted = wanted.members_up_to.is_none_or(|most| line.quantity.unsigned_abs() <= most);
            let employees = if line.billing_type.counts_consults() { 0 } else { line.ids.len() };
            let told = is_wanted.then(|| answer.take(employees)).flatten();
            let ids: Vec<i64> = line.ids.iter().take(told.unwrap_or(0)).collect();
            let (group, computed_at, month) = (snapshot.group, snapshot.computed_at, line.month);
            members.push(ListedMembers { group, computed_at, month, ids });
            heads.push((line.head, told.is_some()));
        }
    }
    let members = snapshots::listed_members(db, &members).await?;
    let mut lines: BTreeMap<SnapshotId, Vec<SnapshotLineView>> = BTreeMap::new();
    for ((head, is_told), members) in heads.into_iter().zip(members) {
        lines.entry(head.snapshot).or_default().push(line_view(head, told(is_told, members)));
    }
    Ok(lines)
}

/// The room that is left in an answer, in employees.
struct Room {
    employees: usize,
}

impl Room {
    /// Takes room for a line's employees, and returns how many the answer lists. Returns `None`, which leaves the list out, when no room is
    /// left for any of them.
    fn take(&mut self, employees: usize) -> Option<usize> {
        let told = employees.min(EMPLOYEES_A_LINE).min(self.employees);
        self.employees -= told;
        (told > 0 || employees == 0).then_some(told)
    }
}

fn told(is_told: bool, members: Vec<LineMember>) -> Option<Vec<LineMember>> {
    is_told.then_some(members)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_for_whose_employees_no_place_is_left_tells_none_rather_than_an_empty_list() {
        let mut answer = Room { employees: 150 };
        let told = [(1_000, Some(100)), (0, Some(0)), (70, Some(50)), (3, None), (0, Some(0))];
        for (employees, expected) in told {
            assert_eq!(answer.take(employees), expected, "{employees}");
        }
    }
}
