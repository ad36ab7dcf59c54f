//! The employee that a row names beside its own person, as in `Employee Name, Employee DOB, Dependent Name, Dependent DOB`
//! (rules.md#employees-beside-dependents).
//!
//! The employee of that name is the dependent's. A row that names no dependent is the employee's own. An employee without a row becomes a
//! person in front of the first dependent; a list without the employees' birth dates stops at Map Data with one question.

use std::collections::{HashMap, HashSet};

use super::evidence::Asked;
use super::family_columns::FamilyMember;
use super::words::role;
use super::{Column, Mapping};
use crate::census::cells::name_key;
use crate::census::cells::{clean, is_placeholder, read_member_type, split_name, tidy, with_comma};
use crate::census::field::Field;
use crate::census::source::lines::Row;
use crate::census::source::{RawRow, Shape};
use crate::census::vocabulary::headings::says_last_first;
use crate::census::vocabulary::owners::{Owner, is_name, is_personal};
use crate::census::vocabulary::roles::MemberType;

/// What a dependent's row says of the whole family.
const SHARED: [Field; 2] = [Field::GroupId, Field::FamilyId];

/// The numbers by which an employee is found whose name is written otherwise on the own row.
const NUMBERS: [Field; 3] = [Field::UniqueId, Field::FamilyId, Field::Ssn];

/// The columns of an employee beside those of the row's own person.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::census) struct EmployeeColumns {
    columns: Vec<(Field, usize)>,
    /// Whether whole names have the last name first.
    last_first: bool,
}

impl EmployeeColumns {
    /// Those that say so; `None` where no employee has a whole name.
    pub(super) fn named(columns: &[Column]) -> Option<Self> {
        Self::of(columns, |column, field| column.owned() == Some((Owner::Employee, field)))
    }

    /// Those that stand in on a row without a dependent, where dependents' names are read: columns that say so, else ones that say nothing and are
    /// not read.
    pub(super) fn standing_in(columns: &[Column]) -> Option<Self> {
        let says = |column: &Column, field: Field| {
            column.owned().is_some_and(|(owner, held)| owner != Owner::Dependent && held == field)
        };
        let said: Vec<Field> = Field::ALL
            .into_iter()
            .filter(|field| columns.iter().any(|column| column.field.is_none() && says(column, *field)))
            .collect();
        let reads = |field| dependents(columns).any(|column| column.field == Some(field));
        let reads_names = reads(Field::FullName) || (reads(Field::FirstName) && reads(Field::LastName));
        let stands_in = |column: &Column, field: Field| match said.contains(&field) {
            true => says(column, field),
            false => column.owned().is_none() && column.is_headed(field),
        };
        Self::of(columns, stands_in).filter(|_| reads_names)
    }

    fn of(columns: &[Column], is_of: impl Fn(&Column, Field) -> bool) -> Option<Self> {
        let place = |field: Field| {
            let found = columns.iter().find(|column| column.field.is_none() && is_of(column, field))?;
            Some((field, found.index))
        };
        let personal = Field::ALL.into_iter().filter(|field| is_personal(*field));
        let found = Self { columns: personal.filter_map(place).collect(), last_first: false };
        let last_first = found.whole_name().is_some_and(|place| says_last_first(&columns[place].heading));
        let has = |field| found.place(field).is_some();
        let has_names = has(Field::FullName) || (has(Field::FirstName) && has(Field::LastName));
        has_names.then_some(Self { last_first, ..found })
    }

    /// The places of the columns.
    pub(super) fn places(&self) -> impl Iterator<Item = usize> + '_ {
        self.columns.iter().map(|(_, place)| *place)
    }

    fn place(&self, field: Field) -> Option<usize> {
        self.columns.iter().find(|(held, _)| *held == field).map(|(_, place)| *place)
    }

    /// The column of the whole names.
    pub(super) fn whole_name(&self) -> Option<usize> {
        self.place(Field::FullName)
    }

    fn cell<'a>(&self, row: &'a Row, field: Field) -> &'a str {
        self.place(field).map_or("", |place| clean(row.cell(place)))
    }

    /// First and last name that a row has there, blank where it has none.
    fn written(&self, row: &Row) -> (String, String) {
        match self.cell(row, Field::FullName) {
            "" => (self.cell(row, Field::FirstName).to_owned(), self.cell(row, Field::LastName).to_owned()),
            whole if self.last_first => split_name(&with_comma(&tidy(whole))),
            whole => split_name(&tidy(whole)),
        }
    }

    /// As [`Self::written`]; `None` where either is no name.
    fn names(&self, row: &Row) -> Option<(String, String)> {
        let is_name = |text: &str| text.contains(char::is_alphabetic) && !is_placeholder(text);
        Some(self.written(row)).filter(|(first, last)| is_name(first) && is_name(last))
    }
}

/// The columns of dependents that are read.
fn dependents(columns: &[Column]) -> impl Iterator<Item = &Column> {
    columns.iter().filter(|column| column.field.is_some() && column.owner() == Some(Owner::Dependent))
}

/// The employees beside the people of a file.
#[derive(Debug, Default)]
pub(in crate::census) struct Employees {
    named: Option<EmployeeColumns>,
    standing_in: Option<EmployeeColumns>,
    dependents: Vec<usize>,
    /// The column that tells who is a dependent.
    role: Option<usize>,
    /// The column of the name of the row's own person.
    own: Option<usize>,
    numbers: Vec<usize>,
    /// What is read of the employees without a row; blank where each has one.
    given: Vec<(Field, usize)>,
    /// The column of the employees' ids.
    id: Option<usize>,
    /// The employees with a row among the first ones, by name, number, or last name and birth date.
    known: HashSet<u64>,
}

impl Employees {
    /// Those of a mapping, as the rows at the beginning tell. With `last_first` their whole names have the last name first.
    pub(in crate::census) fn among(mapping: &Mapping, people: &[&Row], last_first: bool) -> Self {
        let columns = mapping.columns();
        let ordered = |found: EmployeeColumns| EmployeeColumns { last_first: found.last_first || last_first, ..found };
        let first_of = |fields: [Field; 2]| fields.into_iter().find_map(|field| mapping.column_of(field));
        let mut found = Self {
            named: EmployeeColumns::named(columns).map(ordered),
            standing_in: EmployeeColumns::standing_in(columns).map(ordered),
            dependents: dependents(columns).map(|column| column.index).collect(),
            role: first_of([Field::MemberType, Field::Relationship]),
            own: first_of([Field::FullName, Field::FirstName]),
            numbers: NUMBERS.iter().filter_map(|field| mapping.column_of(*field)).collect(),
            ..Self::default()
        };
        let named = found.named.iter().flat_map(|named| &named.columns);
        let open: Vec<(Field, usize)> = named.filter(|(_, place)| columns[*place].is_open()).copied().collect();
        found.id = mapping.column_of(Field::UniqueId).filter(|place| found.is_employees_id(*place, people));
        if open.iter().any(|(field, _)| is_name(*field)) && found.lacks_rows(people) {
            found.given = open;
        }
        found
    }

    /// Whether some employee has no row, where every row names one. Without their birth dates it is so where no employee has a row.
    fn lacks_rows(&mut self, people: &[&Row]) -> bool {
        let (dependents, others): (Vec<&Row>, Vec<&Row>) = people.iter().partition(|row| self.is_dependents(row));
        let has_births = self.named.as_ref().is_some_and(|named| named.place(Field::DateOfBirth).is_some());
        if !people.iter().all(|row| self.key(row).is_some()) || (!others.is_empty() && !has_births) {
            return false;
        }
        self.known = others.iter().flat_map(|row| self.keys(row)).collect();
        dependents.iter().any(|row| !self.is_among(row, &self.known))
    }

    fn is_dependents(&self, row: &Row) -> bool {
        match self.role {
            Some(place) => role(clean(row.cell(place))) == Some(MemberType::Dependent),
            None => self.standing_in.is_some() && self.own.is_some_and(|own| !is_blank(row, own)),
        }
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

    /// The key of the name that a row has there.
    pub(in crate::census) fn name(&self, row: &Row) -> Option<u64> {
        self.named.as_ref()?.names(row).map(|(first, last)| name_key(&first, &last))
    }

    /// Whether rows name an employee beside their own person.
    pub(in crate::census) const fn are_named(&self) -> bool {
        self.named.is_some()
    }

    /// The key of the employee that a row names, with birth date and id.
    fn key(&self, row: &Row) -> Option<u64> {
        let named = self.named.as_ref()?;
        let (first, last) = named.names(row)?;
        let id = self.id.map_or("", |place| clean(row.cell(place)));
        Some(name_key(&format!("{first}\n{}", named.cell(row, Field::DateOfBirth)), &format!("{last}\n{id}")))
    }

    /// The keys by which an employee's own row is found: the name may be written otherwise there.
    fn keys(&self, row: &Row) -> Vec<u64> {
        let named = self.named.iter();
        let born = named.map(|named| name_key(&named.written(row).1, named.cell(row, Field::DateOfBirth)));
        let numbers = self.numbers.iter().filter(|place| !is_blank(row, **place));
        let numbers = numbers.map(|place| name_key(clean(row.cell(*place)), &place.to_string()));
        self.key(row).into_iter().chain(born).chain(numbers).collect()
    }

    fn is_among(&self, row: &Row, known: &HashSet<u64>) -> bool {
        self.keys(row).iter().any(|key| known.contains(key))
    }

    /// The employees with a row among the first ones, by the keys that [`Self::before`] compares.
    pub(in crate::census) const fn with_rows(&self) -> &HashSet<u64> {
        &self.known
    }

    /// Returns the employee that a dependent's row names first, with the columns of its fields, unless the employee has a row. `known` are the
    /// employees who have a row or were given already.
    pub(in crate::census) fn before(
        &self,
        row: &Row,
        dependent: &RawRow,
        known: &mut HashSet<u64>,
    ) -> Option<FamilyMember> {
        let (named, born) = (self.named.as_ref()?, |(field, _): &(Field, usize)| *field == Field::DateOfBirth);
        if !self.given.iter().any(born) || dependent.shape != Shape::Even {
            return None;
        }
        if !self.is_dependents(row) {
            known.extend(self.keys(row));
            return None;
        }
        let (first, last) = named.names(row)?;
        if self.is_among(row, known) {
            return None;
        }
        let mut raw = RawRow::new(dependent.line, dependent.number);
        raw.section.clone_from(&dependent.section);
        raw.employee = dependent.employee;
        for (field, place) in self.given.iter().filter(|(field, _)| *field != Field::FullName) {
            raw.set(*field, row.cell(*place));
        }
        raw.set(Field::FirstName, &first);
        raw.set(Field::LastName, &last);
        raw.set(Field::MemberType, MemberType::Primary.name());
        for field in SHARED {
            raw.set(field, dependent.get(field).unwrap_or_default());
        }
        let id = self.id.map(|place| (Field::UniqueId, place));
        id.iter().for_each(|(field, place)| raw.set(*field, row.cell(*place)));
        let columns = self.given.iter().copied().chain(id).collect();
        known.extend(self.key(row));
        Some(FamilyMember { raw, columns })
    }

    /// Makes a row that names no dependent the employee's, and any other a dependent's where nothing else says so. A row that calls
    /// itself a dependent's, or tells anything of one, is not the employee's.
    pub(in crate::census) fn fill(&self, row: &Row, raw: &mut RawRow) {
        let Some(employee) = &self.standing_in else { return };
        let role = raw.get(Field::MemberType).or(raw.get(Field::Relationship));
        let is_dependent =
            role.is_some_and(|role| read_member_type(role).is_none_or(|kind| kind == MemberType::Dependent));
        if !self.dependents.iter().all(|place| is_blank(row, *place)) {
            if role.is_none() {
                raw.set(Field::MemberType, MemberType::Dependent.name());
            }
            return;
        }
        if is_dependent {
            return;
        }
        let (first, last) = employee.written(row);
        for (field, place) in &employee.columns {
            raw.set(*field, row.cell(*place));
        }
        for (field, text) in [(Field::FullName, ""), (Field::FirstName, &*first), (Field::LastName, &*last)] {
            raw.set(field, text);
        }
    }

    /// The question about employees without a row, where nothing tells when they were born.
    pub(super) fn question(&self, mapping: &Mapping) -> Option<Asked> {
        let place = |field: Field| self.given.iter().find(|(held, _)| *held == field).map(|(_, place)| *place);
        let name = place(Field::FullName).or_else(|| place(Field::LastName));
        let name = name.filter(|_| place(Field::DateOfBirth).is_none())?;
        let message = format!(
            "The employees in '{}' stand nowhere but beside their dependents, and no column tells when they were born. Add a column 'Employee \
             DOB' or a row for each of them, and upload the file again. To say for each dependent whose it is, leave the column out.",
            mapping.columns[name].heading
        );
        Some(Asked { place: name, message })
    }
}

fn is_blank(row: &Row, place: usize) -> bool {
    let cell = clean(row.cell(place));
    cell.is_empty() || is_placeholder(cell)
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
        let found = Employees::among(&mapping, &rows.iter().collect::<Vec<_>>(), false);
        let mut known = found.with_rows().clone();
        let shown = |(number, row): (usize, &Row)| {
            let member = found.before(row, &RawRow::new(number as u64 + 2, 1), &mut known)?;
            let fields = [Field::FirstName, Field::LastName, Field::DateOfBirth, Field::UniqueId];
            let values = fields.map(|field| member.raw.get(field).unwrap_or("-").to_owned());
            Some(format!("{} {}", member.raw.line, values.join(" ")))
        };
        let employees: Vec<String> = rows.iter().enumerate().filter_map(shown).collect();
        (employees, found.question(&mapping).is_some())
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
        assert_eq!(read(&with_row).0, employees, "each is decided alone");
        let own_row = format!("{heading}\n{rows}\n1,Ann Moss,1/2/1980,Ann Moss,1/2/1980,Self");
        assert_eq!(read(&own_row).0, ["4 Tom Reed 1/3/1980 2"]);
        let otherwise = format!("{heading}\n{rows}\n1,Ann M Moss,1/2/1980,Ann Moss,1/2/1980,Self");
        assert_eq!(read(&otherwise).0.len(), 1, "the name is written otherwise");
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
