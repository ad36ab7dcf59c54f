//! People in columns of the employee's own row, such as `Spouse First Name` and `Child 1 DOB`. They are not read, since a row is one person: what
//! is corrected, set aside, matched and exported is told by its row. A file with such people stops at Map Data, and names the columns.

use super::columns::{Column, Mapping};
use super::field::Field;
use super::headings::recognise;
use super::issue::{Issue, IssueKind};
use super::lines::Row;
use super::owners::is_personal;
use super::values::{clean, is_placeholder};

/// Words for those who belong to an employee.
pub(super) const RELATIVES: &[&str] = &[
    "spouseorpartner",
    "spousepartner",
    "spousedomesticpartner",
    "spouses",
    "spouse",
    "domesticpartner",
    "partner",
    "husband",
    "wife",
    "children",
    "child",
    "daughter",
    "son",
    "kid",
    "familymember",
    "dependents",
    "dependent",
    "dependants",
    "dependant",
    "deps",
    "dep",
];

/// So many columns are named.
const NAMED: usize = 12;

/// The columns of people who are not read, and whether a row holds any of them.
#[derive(Debug, Default)]
pub(super) struct PeopleBeside {
    places: Vec<usize>,
    has_people: bool,
}

impl PeopleBeside {
    /// Those of a mapping.
    pub(super) fn among(mapping: &Mapping) -> Self {
        Self { places: columns(mapping).into_iter().map(|column| column.index).collect(), has_people: false }
    }

    /// Sees a record.
    pub(super) fn see(&mut self, row: &Row) {
        if !self.has_people {
            let is_filled = |cell: &str| cell.chars().any(char::is_alphanumeric) && !is_placeholder(cell);
            self.has_people = self.places.iter().any(|place| is_filled(clean(row.cell(*place))));
        }
    }

    /// Says which columns hold people who are not read, where a row holds any of them.
    pub(super) fn issue(&self, mapping: &Mapping, line: u64) -> Option<Issue> {
        if !self.has_people {
            return None;
        }
        let headings = self.places.iter().map(|place| mapping.columns()[*place].heading.as_str());
        let named: Vec<String> = headings.take(NAMED).map(|heading| format!("'{heading}'")).collect();
        let more = self.places.len() - named.len();
        let more = if more > 0 { format!(" and {more} more columns") } else { String::new() };
        let message = format!(
            "People who stand in the columns {}{more} cannot be read: each dependent needs a row of its own. Give each of them a row, delete \
             the columns and upload the file again.",
            named.join(", ")
        );
        let key = self.places.first().map(|place| mapping.columns()[*place].heading.clone());
        Some(Issue { line, key, kind: IssueKind::PeopleBeside, message, value: None })
    }
}

/// The columns that hold people who are not read, in the order of the file.
fn columns(mapping: &Mapping) -> Vec<&Column> {
    // Without anybody else in the row nobody stands beside him.
    if mapping.column_of(Field::FirstName).or_else(|| mapping.column_of(Field::FullName)).is_none() {
        return Vec::new();
    }
    let read = mapping.read_places();
    let open = || mapping.columns().iter().filter(|column| !read[column.index]);
    let mut found: Vec<&Column> = open().filter(|column| of_relative(&column.key).is_some()).collect();
    if !found.iter().any(|column| of_relative(&column.key).is_some_and(tells_who)) {
        found.clear();
    }
    found.extend(repeated(mapping, &read));
    found.sort_by_key(|column| column.index);
    found.dedup_by_key(|column| column.index);
    found
}

/// What a column holds of somebody who belongs to the employee: `Spouse DOB`, `Child 1 Name`, `Dep First Name 2`, `DOB - Spouse`.
pub(super) fn of_relative(key: &str) -> Option<Field> {
    let key = without_number(key);
    let around = RELATIVES.iter().flat_map(|word| [key.strip_prefix(word), key.strip_suffix(word)]);
    let told = around.flatten().map(without_number).find_map(|rest| {
        // `Member/Dependent` says what somebody is.
        recognise(rest).map(|(field, _)| field).filter(|field| *field != Field::FullName || rest.contains("name"))
    });
    told.filter(|field| is_personal(*field) || *field == Field::Ssn)
}

fn without_number(key: &str) -> &str {
    key.trim_matches(|c: char| c.is_ascii_digit())
}

const fn tells_who(field: Field) -> bool {
    matches!(field, Field::FirstName | Field::LastName | Field::FullName | Field::DateOfBirth)
}

/// The columns of another person below headings that stand there twice, as they do below `Employee` and `Dependent`: names with a date of birth.
fn repeated<'a>(mapping: &'a Mapping, read: &[bool]) -> Vec<&'a Column> {
    let again = |column: &&Column| {
        let field = recognise(&column.key).map(|(field, _)| field).filter(|field| tells_who(*field));
        let holder = field.and_then(|field| mapping.column_of(field)).map(|place| &mapping.columns()[place]);
        !read[column.index] && holder.is_some_and(|holder| holder.key == column.key)
    };
    let found: Vec<&Column> = mapping.columns().iter().filter(again).collect();
    let holds = |wanted: fn(Field) -> bool| {
        found.iter().any(|column| recognise(&column.key).is_some_and(|(field, _)| wanted(field)))
    };
    let are_people = holds(|field| field == Field::DateOfBirth)
        && holds(|field| matches!(field, Field::FirstName | Field::FullName));
    if are_people { found } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::columns::Remembered;

    fn said(heading: &str) -> Option<String> {
        let mapping = Mapping::propose(heading.split(','), &Remembered::default());
        let filled = Row::default().with_cells(heading.split(',').map(|_| "Al"));
        let mut beside = PeopleBeside::among(&mapping);
        assert_eq!(beside.issue(&mapping, 1), None, "{heading}: nobody was seen yet");
        beside.see(&filled);
        beside.issue(&mapping, 1).map(|issue| issue.message)
    }

    #[test]
    fn columns_of_relatives_are_told() {
        for (beside, named) in [
            ("Spouse First Name,Spouse DOB", "'Spouse First Name', 'Spouse DOB'"),
            ("Child 1 First Name,Child1 DOB,Child 2 Gender", "'Child 1 First Name', 'Child1 DOB', 'Child 2 Gender'"),
            ("Dependent 2 DOB", "'Dependent 2 DOB'"),
            ("Dep First Name 1,Dep SSN 1", "'Dep First Name 1', 'Dep SSN 1'"),
            ("DOB - Spouse,Spouse Coverage", "'DOB - Spouse'"),
            ("Domestic Partner Name", "'Domestic Partner Name'"),
            ("Spouse First,Spouse Last", "'Spouse First', 'Spouse Last'"),
            ("Child 1 DOB,Dependent 2 Name", "'Child 1 DOB', 'Dependent 2 Name'"),
            ("First,Last,DOB", "'First', 'Last', 'DOB'"),
        ] {
            let told = format!("People who stand in the columns {named} cannot be read:");
            let said = said(&format!("First,Last,DOB,{beside}")).unwrap_or_default();
            assert!(said.starts_with(&told), "{beside}: {said}");
        }
        let many: Vec<String> = (1..15).map(|number| format!("Child {number} Name")).collect();
        assert!(
            said(&format!("First,Last,DOB,{}", many.join(",")))
                .is_some_and(|said| said.contains(" and 2 more columns "))
        );
    }

    #[test]
    fn columns_that_hold_nobody_else_are_not() {
        for heading in [
            "First,Last,DOB,Spouse,Children,Number of Children",
            "First,Last,DOB,Spouse Coverage,Spouse Rate,Spouse SSN",
            "First,Last,DOB,Dependent,Relationship",
            "First,Last,DOB,Person Type,Department Name",
            "First,Last,DOB,Member/Dependent",
            "First,Last,DOB,First",
            "Employee Name,Dependent Name,DOB",
            "Employee Name,Employee DOB,Dependent Name,Dependent DOB",
            "Dependent First Name,Dependent Last Name,Dependent DOB",
        ] {
            assert_eq!(said(heading), None, "{heading}");
        }
    }
}
