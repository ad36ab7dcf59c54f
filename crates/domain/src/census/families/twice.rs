//! Several rows of one person (rules.md#same-person-twice).

use super::same_person::{self, Earlier};
use super::{CrossRows, Late, tie};
use crate::census::findings::issue::{Issue, IssueKind};
use crate::census::people::record::RowState;
use crate::census::people::validate::Checked;

impl CrossRows {
    /// Sets a row aside that says of a person what an earlier one says, as a list with a row for each plan does (rules.md#same-person-twice). A
    /// dependent without a number stands below the same employee.
    pub(super) fn is_said_already(&self, checked: &mut Checked) -> bool {
        let record = &checked.record;
        let Some(earlier) = same_person::person(record).and_then(|key| self.people.get(&key)) else { return false };
        let own = same_person::Row::of(record);
        let is_below_same = || self.above.is_some_and(|above| above.number < earlier.place.number);
        let is_apart = record.is_dependent() && tie(record).is_none() && !is_below_same();
        let is_clear = checked.state() == RowState::Valid && !checked.may_have_left && checked.employee_row.is_none();
        if earlier.place.number == own.place.number || !own.says_as(earlier) || is_apart || !is_clear {
            return false;
        }
        let issue = Issue::of_row(record.line, IssueKind::SameRow, same_person::set_aside(earlier.place));
        checked.issues = vec![issue];
        checked.skipped = true;
        true
    }

    /// Asks about one of two rows of a person: about the later one, unless it counts before the earlier (rules.md#same-person-twice).
    pub(super) fn same_person(&mut self, checked: &mut Checked) -> Option<Earlier> {
        let record = &checked.record;
        let own = same_person::Row::of(record);
        let standing = self.people.entry(same_person::person(record)?).or_insert(own);
        let earlier = *standing;
        if earlier.place.number == own.place.number {
            return None;
        }
        let counts = !own.counts_before(&earlier);
        if counts {
            let message = same_person::already(earlier.place, true);
            checked.issues.push(Issue::of_row(record.line, IssueKind::DuplicatePerson, message));
        } else {
            *standing = own;
            let message = same_person::already(own.place, false);
            let issue = Issue::of_row(earlier.place.line.into(), IssueKind::DuplicatePerson, message);
            self.twice.push(Late::told(earlier.place.number, Some(issue)));
        }
        Some(Earlier { place: earlier.place, counts })
    }
}
