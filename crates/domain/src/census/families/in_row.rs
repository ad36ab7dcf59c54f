//! People in columns of their employee's row (rules.md#families-in-columns).

use super::CrossRows;
use super::family_doubts::is_spouse;
use super::place::place;
use crate::census::field::Field;
use crate::census::findings::issue::{Issue, IssueKind};
use crate::census::people::validate::Checked;

impl CrossRows {
    /// Ties a person to the employee of the row with this number. Such a person comes right behind the employee. Where the row is no
    /// employee's, or was set aside, the person waits.
    pub(super) fn in_row(&mut self, checked: &mut Checked, number: u32) {
        let place = place(&checked.record);
        let Some(primary) = self.above.filter(|above| above.number == number) else {
            let message = "The row that this person stands in is no employee's, or was set aside.";
            let kind = IssueKind::OrphanDependent;
            checked.issues.push(Issue::of_field(place.line.into(), Field::Relationship, kind, message));
            return;
        };
        let record = &mut checked.record;
        record.primary_row = Some(primary.number);
        let spouse = is_spouse(record).then(|| self.spouses.add(place, primary.into())).flatten();
        let needs_code = record.pricing_group_code.value().is_none();
        checked.issues.extend(self.missing_code((place, needs_code), primary).into_iter().chain(spouse));
    }
}
