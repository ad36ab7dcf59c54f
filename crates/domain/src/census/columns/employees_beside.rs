//! Employees who stand nowhere but beside their dependents, in a list such as `Employee Name, Employee DOB, Dependent Name, Dependent DOB`
//! (rules.md#employees-beside-dependents).
//!
//! Each of them becomes a person of its own in front of the first dependent. A list without the employees' birth dates cannot give them, and
//! the file stops at Map Data with one question.

use std::collections::{HashMap, HashSet};

use super::family_columns::FamilyMember;
use super::name_order::NameOrder;
use super::named_employee::NamedEmployee;
use super::{Column, How, Mapping};
use crate::census::cells::keys::name_key;
use crate::census::cells::{clean, is_placeholder, read_member_type, read_relationship};
use crate::census::field::Field;
use crate::census::findings::issue::{Issue, IssueKind};
use crate::census::source::lines::Row;
use crate::census::source::raw::{RawRow, Shape};
use crate::census::vocabulary::owners::{Owner, is_name, is_personal, owned};
use crate::census::vocabulary::roles::{MemberType, Relationship};

/// What a dependent's row says of the whole family.
const SHARED: [Field; 2] = [Field::GroupId, Field::FamilyId];

/// The employees' columns of a list of dependents, where no employee has a row of his own.
#[derive(Debug, Default)]
pub(in crate::census) struct EmployeesBeside {
    /// The columns of their names; `None` in any other file.
    names: Option<NamedEmployee>,
    /// What is read of the employees.
    columns: Vec<(Field, usize)>,
    /// The column of the employees' ids.
    id: Option<usize>,
    /// The employees who were given already.
    given: HashSet<u64>,
}

impl EmployeesBeside {
    /// Those of a mapping, as the rows at the beginning tell.
    pub(in crate::census) fn among(mapping: &Mapping, people: &[&Row], order: Option<NameOrder>) -> Self {
        let columns: Vec<(Field, usize)> =
            mapping.columns().iter().filter_map(|column| Some((employees_field(column)?, column.index))).collect();
        let has_names = columns.iter().any(|(field, _)| is_name(*field));
        let names = mapping.named_employee().filter(|_| has_names).map(|employee| employee.ordered(order));
        let found = Self { names, columns, id: None, given: HashSet::new() };
        if found.names.is_none() || found.have_rows(mapping, people) {
            return Self::default();
        }
        let id = mapping.column_of(Field::UniqueId).filter(|place| found.is_employees_id(*place, people));
        Self { id, ..found }
    }

    fn place(&self, field: Field) -> Option<usize> {
        self.columns.iter().find(|(held, _)| *held == field).map(|(_, place)| *place)
    }

    /// Whether some employee has a row, or some row holds no dependent.
    fn have_rows(&self, mapping: &Mapping, people: &[&Row]) -> bool {
        let role = [Field::MemberType, Field::Relationship].into_iter().find_map(|field| mapping.column_of(field));
        let own = [Field::FullName, Field::FirstName].into_iter().find_map(|field| mapping.column_of(field));
        let Some(own) = own else { return true };
        let is_dependent = |row: &&Row| match role {
            Some(role) => is_dependent(clean(row.cell(role))),
            None => mapping.stand_ins().is_some() && is_filled(row, own),
        };
        people.is_empty() || !people.iter().all(|row| is_dependent(row) && self.key(row).is_some())
    }

    /// Whether an id is the employees': each has one, in all rows, and not everybody the same.
    fn is_employees_id(&self, place: usize, people: &[&Row]) -> bool {
        let mut ids: HashMap<u64, &str> = HashMap::new();
        for row in people {
            let id = clean(row.cell(place));
            if self.key(row).is_none_or(|key| *ids.entry(key).or_insert(id) != id) {
                return false;
            }
        }
        ids.values().collect::<HashSet<_>>().len() == ids.len()
    }

    /// The key of the employee that a row names.
    fn key(&self, row: &Row) -> Option<u64> {
        let (first, last) = self.names?.names(row)?;
        let born = self.place(Field::DateOfBirth).map_or("", |place| clean(row.cell(place)));
        let id = self.id.map_or("", |place| clean(row.cell(place)));
        Some(name_key(&format!("{first}\n{born}"), &format!("{last}\n{id}")))
    }

    /// Returns the employee that a dependent's row names first, with the columns of its fields.
    pub(in crate::census) fn before(&mut self, row: &Row, dependent: &RawRow) -> Option<FamilyMember> {
        self.place(Field::DateOfBirth)?;
        let key = self.key(row).filter(|_| dependent.shape == Shape::Even)?;
        if !self.given.insert(key) {
            return None;
        }
        let mut raw = RawRow::new(dependent.line, dependent.number);
        raw.section.clone_from(&dependent.section);
        raw.employee = dependent.employee;
        let (first, last) = self.names?.names(row)?;
        for (field, place) in self.columns.iter().filter(|(field, _)| *field != Field::FullName) {
            raw.set(*field, row.cell(*place));
        }
        raw.set(Field::FirstName, &first);
        raw.set(Field::LastName, &last);
        raw.set(Field::MemberType, MemberType::Primary.name());
        for field in SHARED {
            raw.set(field, dependent.get(field).unwrap_or_default());
        }
        if let Some(place) = self.id {
            raw.set(Field::UniqueId, row.cell(place));
        }
        let id = self.id.map(|place| (Field::UniqueId, place));
        Some(FamilyMember { raw, columns: self.columns.iter().copied().chain(id).collect() })
    }

    /// The column of the employees' names, where nothing tells when they were born.
    pub(in crate::census) fn undecided(&self) -> Option<usize> {
        let name = self.place(Field::FullName).or_else(|| self.place(Field::LastName));
        name.filter(|_| self.place(Field::DateOfBirth).is_none())
    }

    /// Says that no employee can be read, since nothing tells when they were born.
    pub(in crate::census) fn issue(&self, mapping: &Mapping, line: u64) -> Option<Issue> {
        let heading = &mapping.columns()[self.undecided()?].heading;
        let message = format!(
            "The employees in '{heading}' stand nowhere but beside their dependents, and no column tells when they were born. Add a column \
             'Employee DOB' or a row for each of them, and upload the file again. To say for each dependent whose it is, leave the column out."
        );
        Some(Issue { line, key: Some(heading.clone()), kind: IssueKind::PeopleBeside, message, value: None })
    }
}

/// What a column that is not read holds of the employee beside the row's own person.
fn employees_field(column: &Column) -> Option<Field> {
    let (owner, field, _) = owned(&column.key).filter(|_| column.field.is_none() && column.how == How::Unmapped)?;
    (owner == Owner::Employee && is_personal(field)).then_some(field)
}

fn is_dependent(role: &str) -> bool {
    let told = read_relationship(role).map(Relationship::member_type).or_else(|| read_member_type(role));
    told == Some(MemberType::Dependent)
}

fn is_filled(row: &Row, place: usize) -> bool {
    let cell = clean(row.cell(place));
    !cell.is_empty() && !is_placeholder(cell)
}

#[cfg(test)]
mod tests {
    use super::super::Remembered;
    use super::*;

    /// The employees that the rows of a file give, each `line First Last, born, id`, and whether the file is asked about.
    fn read(text: &str) -> (Vec<String>, bool) {
        let mut lines = text.lines();
        let headings = lines.next().expect("a heading").split(',');
        let mapping = Mapping::propose(headings, &Remembered::default());
        let rows: Vec<Row> = lines.map(|line| Row::default().with_cells(line.split(','))).collect();
        let mut found = EmployeesBeside::among(&mapping, &rows.iter().collect::<Vec<_>>(), None);
        let shown = |(number, row): (usize, &Row)| {
            let member = found.before(row, &RawRow::new(number as u64 + 2, 1))?;
            let fields = [Field::FirstName, Field::LastName, Field::DateOfBirth, Field::UniqueId];
            let values = fields.map(|field| member.raw.get(field).unwrap_or("-").to_owned());
            Some(format!("{} {}", member.raw.line, values.join(" ")))
        };
        let employees: Vec<String> = rows.iter().enumerate().filter_map(shown).collect();
        (employees, found.undecided().is_some())
    }

    #[test]
    fn employees_beside_their_dependents_are_given_once() {
        let heading = "Employee ID,Employee Name,Employee DOB,Dependent Name,Dependent DOB,Relationship";
        let rows = "1,Ann Moss,1/2/1980,Karl Moss,2/2/1980,Spouse\n1,Ann Moss,1/2/1980,Ida Moss,3/3/2010,Child\n\
                    2,Tom Reed,1/3/1980,Eva Reed,4/4/1981,Spouse";
        let (employees, is_asked) = read(&format!("{heading}\n{rows}"));
        assert_eq!(employees, ["2 Ann Moss 1/2/1980 1", "4 Tom Reed 1/3/1980 2"]);
        assert!(!is_asked);
        let own_ids = rows.replacen("1,Ann", "11,Ann", 1);
        assert_eq!(read(&format!("{heading}\n{own_ids}")).0, ["2 Ann Moss 1/2/1980 -", "4 Tom Reed 1/3/1980 -"]);
        let with_row = format!("{heading}\n{rows}\n3,Max Hall,1/4/1980,Max Hall,1/4/1980,Self");
        assert_eq!(read(&with_row), (Vec::new(), false), "an employee has a row");
    }

    #[test]
    fn a_list_without_the_employees_birth_dates_is_asked_about_once() {
        let heading = "Employee ID,Employee Name,Dependent First Name,Dependent Last Name,Dependent DOB,Relationship";
        let rows = "1,Ann Moss,Karl,Moss,2/2/1980,Spouse";
        assert_eq!(read(&format!("{heading}\n{rows}")), (Vec::new(), true));
        assert_eq!(read(&format!("{heading}\n1,Ann Moss,,,,")), (Vec::new(), false), "the row is the employee's");
        assert_eq!(read("Employee Name,DOB\nAnn Moss,1/2/1980"), (Vec::new(), false));
    }
}
