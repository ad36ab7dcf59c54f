//! Families in the employee's own row: sets of columns such as `Spouse First Name` and `Spouse DOB`, or `Child 1 Name` and `Child 1 DOB`
//! (rules.md#families-in-columns).
//!
//! [`FamilyColumns`] finds the sets by their headings. A set is read when it has a given name and a date of birth;
//! each row gives one person for every set that it fills. The person is a dependent of the row's employee. A list of employees with one
//! dependent in each row is such a file, too (rules.md#employees-beside-dependents).

use super::{Column, Mapping, shown};
use crate::census::cells::{clean, split_name, with_comma};
use crate::census::field::Field;
use crate::census::source::{RawRow, Row};
use crate::census::vocabulary::{FamilyColumn, Kin, MemberType, words_of};
use crate::text::fold;

/// Fields whose text makes a person of a set. A lone gender or relationship does not: templates fill it in for empty sets.
const TELLING: [Field; 5] = [Field::FirstName, Field::LastName, Field::FullName, Field::DateOfBirth, Field::Ssn];

/// Columns that hold one person of the employee's family, at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
struct PersonColumns(Vec<(FamilyColumn, usize)>);

/// The sets of columns that are read as people of the employee's family.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::census) struct FamilyColumns {
    read: Vec<PersonColumns>,
    /// The sets that a person has left out, with every column.
    left_out: Vec<PersonColumns>,
}

impl FamilyColumns {
    /// Returns the sets among the columns that the mapping does not read for the row's own person, in the order of the file.
    pub(in crate::census) fn among(mapping: &Mapping) -> Self {
        let own_name = mapping.column_of(Field::FirstName).or_else(|| mapping.column_of(Field::FullName));
        if own_name.is_none() {
            return Self::default();
        }
        let read = mapping.own_places();
        let mut sets: Vec<PersonColumns> = Vec::new();
        let open = || mapping.columns().iter().filter(|column| !read[column.index]);
        for (column, heading) in open().filter_map(|column| Some((column, column.family?))) {
            let is_of = |set: &&mut PersonColumns| set.is_of(heading);
            match sets.iter_mut().find(is_of) {
                Some(set) => set.0.push((heading, column.index)),
                None => sets.push(PersonColumns(vec![(heading, column.index)])),
            }
        }
        // A list of employees with a dependent in each row has one column of relationships: the dependents'.
        let is_relationship = |column: &&Column| column.is_open() && column.is_headed(Field::Relationship);
        let dependents = sets.iter_mut().find(|set| set.is_whole() && set.is_of(FamilyColumn::OF_DEPENDENT));
        if let (Some(set), Some(column)) = (dependents, open().find(is_relationship))
            && set.count(Field::Relationship) == 0
        {
            set.0.push((FamilyColumn::OF_DEPENDENT, column.index));
        }
        sets.retain(PersonColumns::is_whole);
        let is_left_out = |(_, place): &(FamilyColumn, usize)| mapping.columns()[*place].is_decided();
        let (left_out, rest): (Vec<_>, Vec<_>) = sets.into_iter().partition(|set| set.0.iter().all(is_left_out));
        // A set of which a person has left out some columns only may lack a name or a birth date.
        let read = rest.into_iter().filter(|set| !set.0.iter().any(is_left_out)).collect();
        Self { read, left_out }
    }

    /// Whose and what a column would hold, whether it is read or left out.
    pub(in crate::census) fn may_hold(&self, place: usize) -> Option<FamilyColumn> {
        self.read.iter().chain(&self.left_out).find_map(|set| set.at(place))
    }

    /// Whether the file has no such set.
    pub(in crate::census) const fn is_empty(&self) -> bool {
        self.read.is_empty()
    }

    /// Whether a row has a person beside its employee: of these relatives where any column holds such.
    pub(in crate::census) fn names_any(&self, kin: Option<Kin>, row: &Row) -> bool {
        let of_kin = |set: &&PersonColumns| kin == Some(set.0[0].0.kin);
        let has_kin = self.read.iter().any(|set| of_kin(&set));
        self.read.iter().filter(|set| !has_kin || of_kin(set)).any(|set| set.names_any(row))
    }

    /// Whether a row has a person beside its employee who is none of these relatives. A partner may be called a spouse.
    pub(in crate::census) fn names_another(&self, kin: &[Kin], row: &Row) -> bool {
        let is_of = |own: Kin| {
            let is_partner = own == Kin::Partner && kin.contains(&Kin::Spouse);
            is_partner || own == Kin::Dependent || kin.contains(&own) || kin.contains(&Kin::Dependent)
        };
        self.read.iter().any(|set| !is_of(set.0[0].0.kin) && set.names_any(row))
    }

    /// Returns whose column it is and what it holds, for a column that is read for a person beside the employee.
    pub(in crate::census) fn at(&self, place: usize) -> Option<FamilyColumn> {
        self.read.iter().find_map(|set| set.at(place))
    }

    /// Returns the people of a row beside its employee, without their numbers. `last_first` tells that whole names without a comma have the
    /// last name first.
    pub(in crate::census) fn people(&self, row: &Row, employee: &RawRow, last_first: bool) -> Vec<FamilyMember> {
        self.read.iter().filter_map(|set| set.person(row, employee, last_first)).collect()
    }
}

/// A person of the employee's family, and the columns that it stands in.
#[derive(Debug, Clone)]
pub(in crate::census) struct FamilyMember {
    /// The person, with the number of the employee's row as [`RawRow::employee_row`].
    pub(in crate::census) raw: RawRow,
    /// The columns of its fields.
    pub(in crate::census) columns: Vec<(Field, usize)>,
}

impl PersonColumns {
    fn is_of(&self, column: FamilyColumn) -> bool {
        self.0.iter().any(|(own, _)| own.kin == column.kin && own.ordinal == column.ordinal)
    }

    fn at(&self, place: usize) -> Option<FamilyColumn> {
        self.0.iter().find(|(_, at)| *at == place).map(|(column, _)| *column)
    }

    fn count(&self, field: Field) -> usize {
        self.0.iter().filter(|(column, _)| column.field == field).count()
    }

    /// Whether the set names a person, tells its birth, and has no field twice.
    fn is_whole(&self) -> bool {
        self.count(Field::FirstName) + self.count(Field::FullName) > 0
            && self.count(Field::DateOfBirth) > 0
            && self.0.iter().all(|(column, _)| self.count(column.field) == 1)
    }

    fn names_any(&self, row: &Row) -> bool {
        self.0.iter().filter(|(column, _)| TELLING.contains(&column.field)).any(|(column, place)| {
            let cell = clean(row.cell(*place));
            shown::holds_something(cell) && !(column.field.is_name() && is_no_name(cell))
        })
    }

    fn person(&self, row: &Row, employee: &RawRow, last_first: bool) -> Option<FamilyMember> {
        if !self.names_any(row) {
            return None;
        }
        let mut raw = RawRow::new(employee.line, 0);
        raw.shape = employee.shape;
        raw.employee_row = Some(employee.number);
        raw.section.clone_from(&employee.section);
        raw.leaving.clone_from(&employee.leaving);
        for (column, place) in &self.0 {
            raw.set(column.field, clean(row.cell(*place)));
        }
        raw.set(Field::MemberType, MemberType::Dependent.name());
        let kin = self.0[0].0.kin;
        if raw.get(Field::Relationship).is_none() && kin != Kin::Dependent {
            raw.set(Field::Relationship, kin.label());
        }
        split_whole_name(&mut raw, last_first);
        take_over(&mut raw, employee);
        let columns = self.0.iter().map(|(column, place)| (column.field, *place)).collect();
        Some(FamilyMember { raw, columns })
    }
}

/// Whether a cell answers a question about coverage instead of naming a person.
fn is_no_name(cell: &str) -> bool {
    words_of(&fold(cell)).into_iter().all(shown::is_no_name)
}

/// Puts the parts of a whole name in their places, so that a given name alone can take the employee's last name over.
fn split_whole_name(raw: &mut RawRow, last_first: bool) {
    let Some(whole) = raw.get(Field::FullName).map(str::to_owned) else { return };
    raw.set(Field::FullName, "");
    if is_no_name(&whole) {
        return;
    }
    let turned = if last_first { with_comma(&whole) } else { whole };
    let (first, last) = split_name(&turned);
    for (field, text) in [(Field::FirstName, first), (Field::LastName, last)] {
        if raw.get(field).is_none() {
            raw.set(field, &text);
        }
    }
}

/// Takes over what a family shares: the group, the status, the last name where the person has none, and the address likewise.
fn take_over(raw: &mut RawRow, employee: &RawRow) {
    let mut shared = vec![Field::GroupId, Field::Status, Field::FamilyId];
    // A person takes all parts of an address over, or none.
    if Field::ADDRESS.iter().all(|field| raw.get(*field).is_none()) {
        shared.extend(Field::ADDRESS);
    }
    for field in shared {
        if let (None, Some(text)) = (raw.get(field), employee.get(field)) {
            raw.set(field, text);
        }
    }
    if raw.get(Field::LastName).is_none() {
        let of_whole = || employee.get(Field::FullName).map(|whole| split_name(whole).1);
        let last = employee.get(Field::LastName).map(str::to_owned).or_else(of_whole).unwrap_or_default();
        raw.set(Field::LastName, &last);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Remembered;
    use super::*;

    /// The people of the second line, each `First Last, born, relationship`, by the headings of the first.
    fn people(heading: &str, line: &str) -> Vec<String> {
        let mapping = Mapping::propose(heading.split(','), &Remembered::default());
        let row = Row::default().with_cells(line.split(','));
        let employee = mapping.columns().iter().fold(RawRow::new(2, 7), |raw, column| match column.field {
            Some(field) => raw.with(field, row.cell(column.index)),
            None => raw,
        });
        let found = FamilyColumns::among(&mapping).people(&row, &employee, false);
        let shown = |person: FamilyMember| {
            assert_eq!(person.raw.employee_row, Some(7), "{heading}");
            let fields = [Field::FirstName, Field::LastName, Field::DateOfBirth, Field::Relationship];
            fields.map(|field| person.raw.get(field).unwrap_or("-").to_owned()).join(" ")
        };
        found.into_iter().map(shown).collect()
    }

    #[test]
    fn each_set_that_is_filled_gives_a_person() {
        for (heading, line, expected) in [
            (
                "Spouse First Name,Spouse Last Name,Spouse DOB",
                "Karl,Brandt,2/2/1980",
                &["Karl Brandt 2/2/1980 Spouse"][..],
            ),
            ("Spouse First,Spouse DOB", "Karl,2/2/1980", &["Karl Moss 2/2/1980 Spouse"]),
            (
                "Sp Name,Sp DOB,Ch1 Name,Ch1 DOB",
                "Karl Brandt,2/2/1980,Ida,3/3/2010",
                &["Karl Brandt 2/2/1980 Spouse", "Ida Moss 3/3/2010 Child"],
            ),
            ("Domestic Partner Name,Domestic Partner DOB", "\u{201c},", &[]),
            ("Domestic Partner Name,Domestic Partner DOB", "Bo Lund,4/4/1981", &["Bo Lund 4/4/1981 Domestic Partner"]),
            ("Child1 First Name,Child1 DOB,Child1 Gender", "N/A,,F", &[]),
            (
                "Dependent 1 Name,Dependent 1 DOB,Dependent 1 Relationship",
                "Ida,3/3/2010,Stepchild",
                &["Ida Moss 3/3/2010 Stepchild"],
            ),
            ("Dependent 1 Name,Dependent 1 DOB", "Ida,3/3/2010", &["Ida Moss 3/3/2010 -"]),
            ("Name (Spouse),DOB (Spouse)", "Karl,2/2/1980", &["Karl Moss 2/2/1980 Spouse"]),
            (
                "1st Child Name,1st Child DOB,2nd Child Name,2nd Child DOB",
                ",,Max,5/5/2014",
                &["Max Moss 5/5/2014 Child"],
            ),
            ("Husband/Wife,Spouse/DP DOB", "Karl Moss,2/2/1980", &["Karl Moss 2/2/1980 Spouse"]),
            ("Spouse Name,Spouse DOB", ",2/2/1980", &["- Moss 2/2/1980 Spouse"]),
            ("Spouse,Spouse DOB", "Yes,2/2/1980", &["- Moss 2/2/1980 Spouse"]),
            ("Spouse,Spouse DOB", "No,", &[]),
        ] {
            let told = people(&format!("First,Last,DOB,{heading}"), &format!("Ann,Moss,1/2/1980,{line}"));
            assert_eq!(told, expected, "{heading}");
        }
    }

    #[test]
    fn columns_without_a_name_and_a_birth_date_are_no_set() {
        for heading in [
            "Child 1 DOB,Child 2 DOB",
            "Spouse First,Spouse Last",
            "Spouse Name,Spouse Coverage",
            "Spouse Name,Spouse DOB,Spouse Birth Date",
            "Name 2,DOB 2",
            "First,Last,DOB",
            "Beneficiary Name,Beneficiary DOB",
            "Emergency Contact (Spouse),Spouse DOB",
            "Spouse Employer Name,Spouse DOB",
            "Child 1 Name,Dependent 1 DOB",
        ] {
            let cells = heading.split(',').map(|_| "Al").collect::<Vec<_>>().join(",");
            assert_eq!(
                people(&format!("First,Last,DOB,{heading}"), &format!("Ann,Moss,1/2/1980,{cells}")),
                Vec::<String>::new(),
                "{heading}"
            );
        }
    }

    #[test]
    fn a_family_shares_address_group_and_status() {
        let mapping = Mapping::propose("First,Last,DOB,Spouse Name,Spouse DOB".split(','), &Remembered::default());
        let row = Row::default().with_cells("Ann,Moss,1/2/1980,Karl,2/2/1980".split(','));
        let employee = RawRow::new(2, 1)
            .with(Field::LastName, "Moss")
            .with(Field::AddressLine1, "5 Main St")
            .with(Field::ZipCode, "43605")
            .with(Field::GroupId, "G7")
            .with(Field::Status, "In-Active")
            .with(Field::Email, "ann@demo.example")
            .with(Field::UniqueId, "12");
        let found = FamilyColumns::among(&mapping).people(&row, &employee, false);
        let shared =
            [Field::AddressLine1, Field::ZipCode, Field::GroupId, Field::Status, Field::Email, Field::UniqueId];
        assert_eq!(
            shared.map(|field| found[0].raw.get(field)),
            [Some("5 Main St"), Some("43605"), Some("G7"), Some("In-Active"), None, None]
        );
    }
}
