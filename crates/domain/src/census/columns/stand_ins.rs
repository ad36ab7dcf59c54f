//! Lists of dependents: the employee's columns stand in on a row that names no dependent.

use super::Column;
use super::name_order::NameOrder;
use crate::census::cells::{clean, is_placeholder, read_member_type, split_name, with_comma};
use crate::census::field::Field;
use crate::census::source::lines::Row;
use crate::census::source::raw::RawRow;
use crate::census::vocabulary::headings::{recognise, says_last_first};
use crate::census::vocabulary::owners::{Owner, is_personal, owned};
use crate::census::vocabulary::roles::MemberType;

/// The columns of dependents and of their employees.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::census) struct StandIns {
    dependents: Vec<usize>,
    employees: Vec<(Field, usize)>,
    /// Whether names are read whole.
    whole_names: bool,
    /// Whether the employees' whole names have the last name first.
    last_first: bool,
}

impl StandIns {
    /// Those of a mapping; `None` where no column of dependents' names is read, or no employee has a name of his own.
    pub(in crate::census) fn among(columns: &[Column]) -> Option<Self> {
        let is_dependents = |column: &&Column| {
            column.field.is_some() && owned(&column.key).is_some_and(|(owner, _, _)| owner == Owner::Dependent)
        };
        let dependents: Vec<&Column> = columns.iter().filter(is_dependents).collect();
        let holds = |field: Field| dependents.iter().any(|column| column.field == Some(field));
        let whole_names = holds(Field::FullName);
        let employees = Field::ALL.into_iter().filter(|field| is_personal(*field));
        let employees: Vec<(Field, usize)> =
            employees.filter_map(|field| employees_column(columns, field).map(|place| (field, place))).collect();
        let named = |field: Field| employees.iter().any(|(held, _)| *held == field);
        let has_names = named(Field::FullName) || (named(Field::FirstName) && named(Field::LastName));
        let reads_names = whole_names || (holds(Field::FirstName) && holds(Field::LastName));
        let dependents = dependents.iter().map(|column| column.index).collect();
        let whole = employees.iter().find(|(held, _)| *held == Field::FullName);
        let last_first = whole.is_some_and(|(_, place)| says_last_first(&columns[*place].heading));
        (has_names && reads_names).then_some(Self { dependents, employees, whole_names, last_first })
    }

    /// With the order of names that the file tells.
    pub(in crate::census) fn ordered(self, names: Option<NameOrder>) -> Self {
        let last_first = self.last_first || names.is_some_and(|order| order.last_first);
        Self { last_first, ..self }
    }

    /// The column of the employees' whole names.
    pub(in crate::census) fn whole_name(&self) -> Option<usize> {
        self.employees.iter().find(|(field, _)| *field == Field::FullName).map(|(_, place)| *place)
    }

    /// The places of the columns that stand in.
    pub(in crate::census) fn places(&self) -> impl Iterator<Item = usize> + '_ {
        self.employees.iter().map(|(_, place)| *place)
    }

    /// Makes a row that names no dependent the employee's, and any other a dependent's where nothing else says so. A row that calls
    /// itself a dependent's, or tells anything of one, is not the employee's.
    pub(in crate::census) fn fill(&self, row: &Row, raw: &mut RawRow) {
        let is_blank =
            |place: &usize| Some(clean(row.cell(*place))).is_none_or(|cell| cell.is_empty() || is_placeholder(cell));
        let role = raw.get(Field::MemberType).or(raw.get(Field::Relationship));
        let is_dependent =
            role.is_some_and(|role| read_member_type(role).is_none_or(|kind| kind == MemberType::Dependent));
        match self.dependents.iter().all(is_blank) {
            true if !is_dependent => self.stand_in(row, raw),
            false if role.is_none() => raw.set(Field::MemberType, MemberType::Dependent.name()),
            _ => {}
        }
    }

    fn stand_in(&self, row: &Row, raw: &mut RawRow) {
        let cell = |wanted: Field| {
            let place = self.employees.iter().find(|(field, _)| *field == wanted);
            place.map_or("", |(_, place)| clean(row.cell(*place)))
        };
        let (mut first, mut last) = (cell(Field::FirstName).to_owned(), cell(Field::LastName).to_owned());
        let mut whole = cell(Field::FullName).to_owned();
        if self.last_first {
            whole = with_comma(&whole);
        }
        if first.is_empty() && last.is_empty() {
            (first, last) = split_name(&whole);
        }
        if self.whole_names {
            raw.set(Field::FullName, &if whole.is_empty() { format!("{last}, {first}") } else { whole });
        } else {
            raw.set(Field::FirstName, &first);
            raw.set(Field::LastName, &last);
        }
        let others = self
            .employees
            .iter()
            .filter(|(field, _)| !matches!(field, Field::FullName | Field::FirstName | Field::LastName));
        for (field, place) in others {
            raw.set(*field, row.cell(*place));
        }
    }
}

/// The column that holds a field of the employee: one that says so, else one that says nothing and is not read.
fn employees_column(columns: &[Column], field: Field) -> Option<usize> {
    let open = || columns.iter().filter(|column| column.field.is_none());
    let said = open()
        .find(|column| owned(&column.key).is_some_and(|(owner, held, _)| owner != Owner::Dependent && held == field));
    let unsaid = || {
        open().find(|column| {
            owned(&column.key).is_none() && recognise(&column.key).is_some_and(|(held, _)| held == field)
        })
    };
    said.or_else(unsaid).map(|column| column.index)
}
