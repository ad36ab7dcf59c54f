//! A row that a person has corrected: judged again by itself, and with the rows of the file that it touches (rules.md#fixing-a-row).

use super::same_person::{has_id_of, passes_on};
use crate::census::cells::Entry;
use crate::census::families::same_person::{already, person, place, used};
use crate::census::families::{last_name, orphan_field};
use crate::census::field::Field;
use crate::census::findings::issue::{Issue, IssueKind};
use crate::census::people::record::Record;
use crate::census::people::validate::{Checked, Rules, validate};
use crate::census::source::RawRow;

/// The key of a dependent's employee, who is named by the number of the record.
pub const PRIMARY_KEY: &str = "PrimaryRecordNumber";

/// The rows of the file that a corrected row touches.
#[derive(Debug, Clone, Copy, Default)]
pub struct Around<'a> {
    /// Other rows of the same birth date or unique id that were not set aside.
    pub alike: &'a [Record],
    /// The employee of a dependent: as the file tells, or as the person says.
    pub primary: Option<&'a Record>,
    /// Whether only the order of the rows says so, and no person.
    pub primary_by_order: bool,
    /// Whether other rows are dependents of this one.
    pub has_dependents: bool,
}

/// Reads a corrected row. What a person types is never dropped in silence: see [`holds_back`].
pub fn judge(raw: &RawRow, rules: &Rules, around: &Around<'_>) -> Checked {
    let mut checked = validate(raw, rules);
    if checked.skipped {
        return checked;
    }
    let record = &checked.record;
    let mut found: Vec<Issue> = same_person(record, around.alike).into_iter().collect();
    let mut primary_row = None;
    if record.is_dependent() {
        match around.primary {
            Some(primary) if !primary.is_dependent() && primary.number != record.number => {
                primary_row = Some(primary.number);
                found.extend(missing_code(record, primary, rules));
            }
            Some(_) => found.push(key_issue(record, PRIMARY_KEY, "This record is no employee.")),
            None => found.push(of(record, orphan_field(record), IssueKind::OrphanDependent, NO_PRIMARY)),
        }
        if around.has_dependents {
            let said = "Other records of the file are dependents of this one.";
            found.push(of(record, Field::MemberType, IssueKind::InvalidValue, said));
        }
    }
    let repeats_employee = record.is_dependent() && same_id(record, around.alike).any(|other| !other.is_dependent());
    let is_another =
        |other: &&Record| (person(other).is_none() || person(other) != person(record)) && !passes_on(record, other);
    if !repeats_employee && let Some(other) = same_id(record, around.alike).find(is_another) {
        found.push(of(record, Field::UniqueId, IssueKind::DuplicateUniqueId, used(place(other))));
    }
    checked.record.primary_row = primary_row;
    let says_relationship = checked.record.relationship.value().is_some();
    let is_namesake = around.primary.is_some_and(|primary| last_name(primary) == last_name(&checked.record));
    let is_told = says_relationship && is_namesake;
    checked.record.primary_by_order = primary_row.is_some() && around.primary_by_order && !is_told;
    if repeats_employee {
        checked.record.unique_id = Entry::Blank;
    }
    checked.issues.extend(found);
    checked
}

const NO_PRIMARY: &str = "There is no employee for this dependent in the file.";

/// Whether an issue keeps a corrected row from being saved: every error, and whatever would drop a value that a person typed.
pub const fn holds_back(kind: IssueKind) -> bool {
    use IssueKind as Kind;
    let only_told = matches!(
        kind,
        Kind::ImplausibleAge
            | Kind::LostLeadingZero
            | Kind::ConflictingMemberType
            | Kind::SecondPrimary
            | Kind::GarbledText
            | Kind::SectionStatus
            | Kind::LeftAsSaid
            | Kind::NoBirthDates
            | Kind::SectionRelationship
            | Kind::SecondSpouse
            | Kind::OtherHome
            | Kind::MayBeExample
    );
    !only_told
}

fn same_person(record: &Record, alike: &[Record]) -> Option<Issue> {
    let key = person(record)?;
    let other = alike.iter().find(|other| person(other) == Some(key))?;
    Some(Issue::of_row(record.line, IssueKind::DuplicatePerson, already(place(other), true)))
}

/// The other rows with the same unique id.
fn same_id<'a>(record: &'a Record, alike: &'a [Record]) -> impl Iterator<Item = &'a Record> {
    alike.iter().filter(|other| has_id_of(record, other))
}

fn missing_code(record: &Record, primary: &Record, rules: &Rules) -> Option<Issue> {
    let groups = rules.pricing.as_ref()?;
    let place = groups.find(primary.pricing_group_code.text()).map(|(place, _)| place);
    let needed = record.pricing_group_code.value().is_none() && groups.dependents_surely_need_code(place);
    needed.then(|| of(record, Field::PricingGroupCode, IssueKind::MissingRequired, "Pricing Group Code is required."))
}

fn of(record: &Record, field: Field, kind: IssueKind, message: impl Into<String>) -> Issue {
    Issue::of_field(record.line, field, kind, message)
}

fn key_issue(record: &Record, key: &str, message: &str) -> Issue {
    let issue = Issue::of_row(record.line, IssueKind::OrphanDependent, message);
    Issue { key: Some(key.to_owned()), ..issue }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::pricing::{PricingGroups, PricingRule};
    use crate::examples::TODAY;

    fn raw(number: u32, first: &str) -> RawRow {
        RawRow::new(u64::from(number) + 1, number)
            .with(Field::FirstName, first)
            .with(Field::LastName, "Abel")
            .with(Field::DateOfBirth, "05/17/1984")
    }

    fn record(raw: &RawRow) -> Record {
        validate(raw, &Rules::on(TODAY)).record
    }

    /// Key and code of everything that keeps the row from being saved.
    fn refused(raw: &RawRow, around: &Around<'_>) -> Vec<(String, &'static str)> {
        let checked = judge(raw, &Rules::on(TODAY), around);
        let held = checked.issues.into_iter().filter(|issue| holds_back(issue.kind));
        held.map(|issue| (issue.key.unwrap_or_default(), issue.kind.code())).collect()
    }

    #[test]
    fn a_row_is_judged_with_the_rows_it_touches() {
        let (ana, ben) = (raw(1, "Ana").with(Field::UniqueId, "E-1"), raw(2, "Ben").with(Field::UniqueId, "E-2"));
        let kit = raw(3, "Kit").with(Field::MemberType, "Dependent");
        let (employee, child) = (record(&ben), record(&kit));
        let others = [employee.clone(), child.clone()];
        let none = Around::default();
        let alike = Around { alike: &others, ..none };
        let below = |primary| Around { primary: Some(primary), ..none };
        for (what, raw, around, said) in [
            ("nothing wrong", ana.clone(), alike, vec![]),
            (
                "a typed value is not dropped",
                ana.clone().with(Field::CellPhone, "555"),
                none,
                vec![("CellPhone", "invalid_phone")],
            ),
            ("a required value", ana.clone().with(Field::LastName, ""), none, vec![("LastName", "missing_required")]),
            ("an age is only told", ana.clone().with(Field::DateOfBirth, "01/09/2026"), none, vec![]),
            ("the same person", raw(1, "BEN"), alike, vec![("", "duplicate_person")]),
            ("a taken id", ana.clone().with(Field::UniqueId, "e-2"), alike, vec![("UniqueId", "duplicate_unique_id")]),
            ("no employee", kit.clone(), none, vec![("MemberType", "orphan_dependent")]),
            ("an employee", kit.clone(), below(&employee), vec![]),
            ("an employee who is none", kit.clone(), below(&child), vec![("PrimaryRecordNumber", "orphan_dependent")]),
            (
                "somebody's employee",
                kit.clone(),
                Around { has_dependents: true, ..below(&employee) },
                vec![("MemberType", "invalid_value")],
            ),
        ] {
            let said: Vec<_> = said.into_iter().map(|(key, code)| (key.to_owned(), code)).collect();
            assert_eq!(refused(&raw, &around), said, "{what}");
        }
    }

    #[test]
    fn a_dependent_keeps_its_employee_and_drops_the_employees_id() {
        let employee = record(&raw(2, "Ben").with(Field::UniqueId, "E-2"));
        let kit = raw(3, "Kit").with(Field::MemberType, "Dependent").with(Field::UniqueId, "E-2");
        let alike = [employee.clone()];
        let around = Around { alike: &alike, primary: Some(&employee), ..Around::default() };
        let judged = judge(&kit, &Rules::on(TODAY), &around);
        assert_eq!((judged.record.primary_row, judged.record.unique_id), (Some(2), Entry::Blank));
        let now_primary = judge(&kit.with(Field::MemberType, "Primary"), &Rules::on(TODAY), &Around::default());
        assert_eq!(now_primary.record.primary_row, None);
    }

    #[test]
    fn a_dependent_names_a_pricing_group_where_its_employees_does_not_pass_its_own_on() {
        let rule = PricingRule {
            code: "standard".to_owned(),
            implicit_dependents: false,
            is_default: true,
            primary_threshold: 0.5,
            dependent_threshold: 0.5,
        };
        let rules = Rules { pricing: Some(PricingGroups::new(vec![rule])), ..Rules::on(TODAY) };
        let employee = record(&raw(2, "Ben"));
        let around = Around { primary: Some(&employee), ..Around::default() };
        let kit = raw(3, "Kit").with(Field::MemberType, "Dependent");
        let keys =
            |raw: &RawRow| judge(raw, &rules, &around).issues.into_iter().map(|issue| issue.key).collect::<Vec<_>>();
        assert_eq!(keys(&kit), [Some("PricingGroupCode".to_owned())]);
        assert_eq!(keys(&kit.with(Field::PricingGroupCode, "Standard")), []);
    }
}
