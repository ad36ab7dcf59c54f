//! Blank last names below an employee, as merged cells and lists written by hand have them (rules.md#dependents-and-primaries).

use super::{CrossRows, tie};
use crate::census::cells::entry::Entry;
use crate::census::field::Field;
use crate::census::findings::issue::{Issue, IssueKind};
use crate::census::people::validate::Checked;

impl CrossRows {
    /// Gives a dependent without a last name that of the employee above, unless a number or a name ties it to another one.
    pub(super) fn take_last_name(&self, checked: &mut Checked) {
        let record = &checked.record;
        let is_above =
            |key: u64| self.families.get(&key).map(|primary| primary.number) == self.above.map(|above| above.number);
        let is_anothers = tie(record).is_some_and(|tie| self.is_shared(tie) || !is_above(tie.1))
            || checked.employee.is_some_and(|named| Some(named) != self.above_named);
        let is_blank = record.last_name == Entry::Blank && record.first_name.value().is_some();
        let is_apart = checked.family.as_ref().is_some_and(|family| family.is_apart);
        let Some(name) =
            self.above_last_name.as_ref().filter(|_| is_blank && !is_anothers && !is_apart && self.above.is_some())
        else {
            return;
        };
        let message = format!("Last Name is blank; that of the employee above, {name}, was taken.");
        let field = Field::LastName;
        let issue = Issue::of_field(checked.record.line, field, IssueKind::SharedLastName, message);
        checked
            .issues
            .retain(|issue| issue.kind != IssueKind::MissingRequired || issue.key.as_deref() != Some(field.name()));
        checked.issues.push(issue);
        checked.record.last_name = Entry::Value(name.clone());
    }
}
