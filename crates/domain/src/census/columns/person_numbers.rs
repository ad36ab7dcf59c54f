//! Numbers that carriers give the people of a contract: 00 or 01 the employee, the next ones his dependents, under `Dep No` or `Person Code`.
//!
//! They are read where nothing else tells who is whose, and where no family leaves a doubt: under one family's or employee's number, each
//! person has another one, and one of them the employee's. A count of dependents, or of lines, looks otherwise.

use std::collections::{HashMap, HashSet};

use super::{Column, How, Mapping};
use crate::census::cells::{clean, without_fraction};
use crate::census::field::Field;
use crate::census::source::lines::Row;
use crate::census::source::raw::RawRow;
use crate::census::vocabulary::heading_keys::heading_key;
use crate::census::vocabulary::people_beside::PERSON_NUMBERS;

/// What the people of a family share, the surest first.
const SHARED: [Field; 3] = [Field::FamilyId, Field::UniqueId, Field::Ssn];

/// The numbers that an employee may have.
const EMPLOYEES: [u32; 2] = [0, 1];

/// A column of such numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) struct PersonNumbers {
    pub(in crate::census) place: usize,
    /// The employees' number.
    employee: u32,
}

impl PersonNumbers {
    /// The column of the file that holds them, by the rows of people at its beginning. Below an unknown heading the numbers count each family
    /// from the employee on, and more than one family has several people.
    pub(in crate::census) fn among(mapping: &Mapping, people: &[&Row]) -> Option<Self> {
        let is_known = |key: &str| PERSON_NUMBERS.split_whitespace().any(|heading| heading == key);
        // `Person Number` may be an id, and a suffix that of a name.
        let is_open = |column: &&Column| match column.field {
            None => column.how == How::Unmapped,
            Some(Field::UniqueId) => column.how == How::Known && is_known(&column.key),
            Some(Field::Suffix) => column.how == How::Known,
            Some(_) => false,
        };
        let open = || mapping.columns().iter().filter(is_open);
        let known = open()
            .filter(|column| is_known(&column.key))
            .find_map(|column| Self::at(mapping, column.index, people, false));
        known.or_else(|| open().find_map(|column| Self::at(mapping, column.index, people, true)))
    }

    /// Those in the column that a person or the values have made one of relationships.
    pub(in crate::census) fn of(mapping: &Mapping, people: &[&Row]) -> Option<Self> {
        let place = mapping.column_of(Field::Relationship)?;
        let is_told = matches!(mapping.columns()[place].how, How::ByValues | How::ByHand | How::Remembered);
        if is_told { Self::at(mapping, place, people, false) } else { None }
    }

    fn at(mapping: &Mapping, place: usize, people: &[&Row], is_counting: bool) -> Option<Self> {
        let key = &mapping.columns()[place].key;
        let is_heading = |row: &&&Row| heading_key(row.cell(place)) == *key;
        let people: Vec<&Row> = people.iter().filter(|row| !is_heading(row)).copied().collect();
        let mut shared = SHARED.iter().filter_map(|field| mapping.column_of(*field)).filter(|shared| *shared != place);
        let employee = shared.find_map(|shared| {
            let families = Families::among(&people, place, shared)?;
            let fits = !is_counting || (families.count() && !families.name_twice(mapping));
            families.employee_number().filter(|_| fits)
        })?;
        Some(Self { place, employee })
    }

    /// Says of a record that it is an employee, or somebody of a family whose relationship nobody tells.
    pub(in crate::census) fn fill(self, places: &[Option<usize>], raw: &mut RawRow) {
        if places[Field::Relationship.index()] != Some(self.place) {
            return;
        }
        if let Some(number) = raw.get(Field::Relationship).and_then(number) {
            raw.set(Field::Relationship, if number == self.employee { "EE" } else { "OT" });
        }
    }
}

/// The people of each family with their numbers, in the order of the file.
struct Families<'a>(HashMap<&'a str, Vec<(u32, &'a Row)>>);

impl<'a> Families<'a> {
    /// `None` where a row lacks its family or its number.
    fn among(people: &[&'a Row], place: usize, shared: usize) -> Option<Self> {
        let mut families: HashMap<&str, Vec<(u32, &Row)>> = HashMap::new();
        for row in people {
            let family = clean(row.cell(shared));
            if family.is_empty() {
                return None;
            }
            families.entry(family).or_default().push((number(clean(row.cell(place)))?, row));
        }
        Some(Self(families))
    }

    /// The number that employees have, if all families fit: there is one of several people, and in each everybody has another number, of which
    /// the employee's is the least.
    fn employee_number(&self) -> Option<u32> {
        let least: HashSet<u32> =
            self.0.values().filter_map(|people| people.iter().map(|(number, _)| *number).min()).collect();
        let are_different = |people: &Vec<(u32, &Row)>| {
            people.iter().map(|(number, _)| number).collect::<HashSet<_>>().len() == people.len()
        };
        let fit = self.0.values().all(are_different) && self.0.values().any(|people| people.len() > 1);
        let employee = least.iter().copied().next().filter(|_| least.len() == 1 && fit)?;
        EMPLOYEES.contains(&employee).then_some(employee)
    }

    /// Whether the numbers count the people of each family in the order of the file, and more than one family has several.
    fn count(&self) -> bool {
        let counts = |people: &Vec<(u32, &Row)>| people.windows(2).all(|two| two[0].0 + 1 == two[1].0);
        self.0.values().all(counts) && self.0.values().filter(|people| people.len() > 1).count() > 1
    }

    /// Whether a family has two rows of one name, as a list with a row for each plan or position has.
    fn name_twice(&self, mapping: &Mapping) -> bool {
        let names = [Field::FirstName, Field::FullName].into_iter().find_map(|field| mapping.column_of(field));
        let is_twice = |people: &Vec<(u32, &Row)>| {
            let named: HashSet<String> =
                people.iter().map(|(_, row)| names.map_or("", |place| clean(row.cell(place))).to_lowercase()).collect();
            named.len() < people.len()
        };
        self.0.values().any(is_twice)
    }
}

/// A number of up to two digits.
fn number(cell: &str) -> Option<u32> {
    let digits = without_fraction(cell);
    let is_number = (1..=3).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten().filter(|number| *number < 100)
}

#[cfg(test)]
mod tests {
    use super::super::Remembered;
    use super::*;

    fn found(heading: &str, lines: &[&str]) -> Option<(usize, u32)> {
        let mapping = Mapping::propose(heading.split(','), &Remembered::default());
        let rows: Vec<Row> = lines.iter().map(|line| Row::of_line(line)).collect();
        let people: Vec<&Row> = rows.iter().collect();
        PersonNumbers::among(&mapping, &people).map(|found| (found.place, found.employee))
    }

    #[test]
    fn numbers_that_fit_every_family_are_read() {
        let heading = "Subscriber ID,Dep No,First,Last,DOB";
        for (lines, expected) in [
            (&["A1,00,x", "A1,01,x", "A1,02,x", "A2,00,x"][..], Some((1, 0))),
            (&["A1,1,x", "A2,1,x", "A2,3,x", "A1,2,x"], Some((1, 1))),
            (&["A1,01.0,x", "A1,02.0,x"], Some((1, 1))),
            (&["A1,2,x", "A1,1,x"], Some((1, 1))),
            // Nobody has dependents.
            (&["A1,0,x", "A2,0,x", "A3,0,x"], None),
            // Counts of dependents.
            (&["A1,0,x", "A2,2,x", "A3,1,x"], None),
            // Lines of the file.
            (&["A1,1,x", "A1,2,x", "A2,3,x", "A2,4,x"], None),
            (&["A1,1,x", "A1,2,x", "A2,3,x"], None),
            (&["A1,0,x", "A1,1,x", "A2,1,x", "A2,2,x"], None),
            (&["A1,0,x", "A1,0,x", "A1,1,x"], None),
            (&["A1,0,x", "A1,,x"], None),
            (&["A1,0,x", "A1,1A,x"], None),
            (&["A1,0,x", "A1,1,x", ",0,x"], None),
            (&["A1,2,x", "A1,3,x"], None),
            (&["A1,100,x", "A1,101,x"], None),
            (&[], None),
        ] {
            assert_eq!(found(heading, lines), expected, "{lines:?}");
        }
    }

    #[test]
    fn the_heading_says_that_they_are_persons_numbers() {
        let lines = ["7,A1,0,x", "7,A1,1,x", "8,A2,0,x"];
        for (heading, expected) in [
            ("Family ID,Member ID,Person Code,First", Some((2, 0))),
            ("Family ID,Subscriber ID,Person Number,First", Some((2, 0))),
            ("Family ID,Subscriber ID,Member Suffix,First", Some((2, 0))),
            ("Plan,Employee ID,Sequence,First", Some((2, 0))),
            ("Plan,Employee ID,Dep #,First", Some((2, 0))),
            ("Plan,Employee ID,Number of Dependents,First", None),
            ("Plan,Employee ID,Level,First", None),
            ("Plan,Region,Sequence,First", None),
        ] {
            assert_eq!(found(heading, &lines), expected, "{heading}");
        }
    }
}
