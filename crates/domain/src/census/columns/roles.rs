//! Which column tells employees from those who belong to one (rules.md#families-by-values).
//!
//! Words for relatives tell it by themselves, and so do numbers of persons that fit the families of a known number. About any other numbers, about
//! letters and answers, and about ids that end with a number of the person, the reader asks.

use std::collections::{HashMap, HashSet};

use super::evidence::Asked;
use super::shown::values;
use super::words::{are_letters, are_mostly_roles, field_of_words, says_kind};
use super::{Column, How, Mapping};
use crate::census::cells::{clean, is_placeholder, without_fraction, word_key};
use crate::census::field::Field;
use crate::census::source::lines::Row;
use crate::census::vocabulary::heading_keys::heading_words;
use crate::census::vocabulary::owners::is_dependents_word;
use crate::census::vocabulary::people_beside::{BESIDE_ANSWERS, PERSON_NUMBERS};
use crate::census::vocabulary::values::ANSWERS;

/// The numbers that the people of a family may share.
const SHARED: [Field; 3] = [Field::FamilyId, Field::UniqueId, Field::Ssn];

/// By what two rows are of one person.
const NAMES: [Field; 4] = [Field::FirstName, Field::LastName, Field::FullName, Field::DateOfBirth];

/// The numbers that an employee may have.
const EMPLOYEES: [u32; 2] = [0, 1];

/// A person of a family has at most this number.
const LARGEST: u32 = 15;

/// How the values of a column tell who is an employee, where they are no words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    /// The employees' number among those of a family.
    Numbers(u32),
    /// No below `Dependent`.
    Answers,
}

impl By {
    /// Whether a value is an employee's; `None` of one that says nothing.
    pub(super) fn is_employee(self, cell: &str) -> Option<bool> {
        let key = word_key(without_fraction(cell));
        match self {
            Self::Numbers(employee) => number(cell).map(|number| number == employee),
            Self::Answers if cell.is_empty() || is_placeholder(cell) => Some(true),
            Self::Answers => ANSWERS.meaning(&key).map(|yes| !yes),
        }
    }

    /// What tells the roles in the column that a person or the values have made one of relationships or member types.
    pub(super) fn of(mapping: &Mapping, field: Field, people: &[&Row]) -> Option<Self> {
        let column = &mapping.columns[mapping.column_of(field)?];
        if column.is_headed(Field::Relationship) || !(column.is_decided() || column.how == How::ByValues) {
            return None;
        }
        let numbers = employees_number(people, column.index).filter(|_| field == Field::Relationship);
        let are_answers = || asks_dependent(&column.heading) && are_answers(people, column.index);
        numbers.map(Self::Numbers).or_else(|| are_answers().then_some(Self::Answers))
    }
}

/// Gives the columns that no heading and no person has decided their fields, where the values tell of families.
pub(super) fn settle(mapping: &mut Mapping, people: &[&Row]) {
    free_numbers(mapping, people);
    if mapping.column_of(Field::Relationship).is_none()
        && let Some((place, field)) = field_of_words(mapping, people)
        && mapping.column_of(field).is_none()
    {
        mapping.take_by_values(place, field);
    }
    if mapping.column_of(Field::Relationship).or_else(|| mapping.column_of(Field::MemberType)).is_some() {
        return;
    }
    let numbered = mapping.columns.iter().filter(|column| column.is_open() || column.field == Some(Field::Suffix));
    let numbered = numbered.filter(|column| counts_people(column, mapping, people)).map(|column| column.index).next();
    if let Some(place) = numbered.filter(|place| fits_families(mapping, *place, people)) {
        return mapping.take_by_values(place, Field::Relationship);
    }
    let ask = |place: usize| {
        let called = mapping.columns[place].called();
        let message = format!(
            "'{called}' may number the people of each family. If so, map it as Relationship, and what the family shares as Family ID, else leave \
             it out."
        );
        Asked { place, message }
    };
    let asked =
        numbered.filter(|place| is_repeated(people, *place)).map(ask).or_else(|| question_of_values(mapping, people));
    let asked = asked.or_else(|| question_of_ids(mapping, people)).or_else(|| question_of_shared(mapping, people));
    mapping.asked.extend(asked);
}

/// Frees a column that is headed as one of ids and counts the people of each family instead, so that a number comes again.
fn free_numbers(mapping: &mut Mapping, people: &[&Row]) {
    let counts = |column: &&Column| {
        matches!(column.field, Some(Field::UniqueId | Field::OtherMemberId))
            && matches!(column.how, How::Known | How::SecondChoice)
            && counts_people(column, mapping, people)
            && is_repeated(people, column.index)
    };
    if let Some(index) = mapping.columns.iter().find(counts).map(|column| column.index) {
        let lost = mapping.columns[index].field.take();
        mapping.columns[index].how = How::Unmapped;
        mapping.pass_on(lost.as_slice(), index);
    }
}

/// Whether a column is headed as one of numbers within a family, and holds them. A row for each plan of a person counts no family.
fn counts_people(column: &Column, mapping: &Mapping, people: &[&Row]) -> bool {
    // A suffix may be that of a name.
    let is_headed =
        PERSON_NUMBERS.contains(&column.key) || (column.field == Some(Field::Suffix) && column.how == How::Known);
    let names: Vec<usize> = NAMES.iter().filter_map(|field| mapping.column_of(*field)).collect();
    let name = |row: &&Row| names.iter().map(|place| clean(row.cell(*place)).to_owned()).collect::<Vec<String>>();
    is_headed
        && employees_number(people, column.index).is_some()
        && people.iter().map(name).collect::<HashSet<_>>().len() == people.len()
}

/// The least number of a column, where each row has one, and employees may have the least.
fn employees_number(people: &[&Row], place: usize) -> Option<u32> {
    let numbers: Vec<u32> = people.iter().map(|row| number(clean(row.cell(place)))).collect::<Option<_>>()?;
    let (least, most) = (numbers.iter().copied().min()?, numbers.into_iter().max()?);
    (least < most && most <= LARGEST && EMPLOYEES.contains(&least)).then_some(least)
}

/// Whether some rows have the same value in a column.
fn is_repeated(people: &[&Row], place: usize) -> bool {
    values(people, place).collect::<HashSet<_>>().len() < people.len()
}

/// Whether the numbers of a column count the people of each family by a number that is read.
fn fits_families(mapping: &Mapping, place: usize, people: &[&Row]) -> bool {
    let numbered =
        |key: usize| people.iter().map(move |row| Some((clean(row.cell(key)), number(clean(row.cell(place)))?)));
    SHARED.iter().filter_map(|field| mapping.column_of(*field)).any(|key| key != place && are_families(numbered(key)))
}

/// Whether all rows with a family and a number in it make families: one has several people, and in each everybody has another number, of which
/// the employee's is the least.
fn are_families<'a>(people: impl Iterator<Item = Option<(&'a str, u32)>>) -> bool {
    let mut families: HashMap<&str, Vec<u32>> = HashMap::new();
    for person in people {
        let Some((family, number)) = person.filter(|(family, _)| !family.is_empty() && !is_placeholder(family)) else {
            return false;
        };
        families.entry(family).or_default().push(number);
    }
    let least: HashSet<Option<u32>> = families.values().map(|numbers| numbers.iter().copied().min()).collect();
    families.values().any(|numbers| numbers.len() > 1)
        && families.values().all(|numbers| numbers.iter().collect::<HashSet<_>>().len() == numbers.len())
        && EMPLOYEES.iter().any(|number| least == HashSet::from([Some(*number)]))
}

/// The question about the first column whose letters, words or answers may tell who is an employee.
fn question_of_values(mapping: &Mapping, people: &[&Row]) -> Option<Asked> {
    let field = |column: &&Column| {
        let values: Vec<&str> = values(people, column.index).collect();
        let are_kinds = says_kind(&column.key) && (are_letters(&values) || are_mostly_roles(&values));
        let are_answers = || asks_dependent(&column.heading) && are_answers(people, column.index);
        are_kinds.then_some(Field::Relationship).or_else(|| are_answers().then_some(Field::MemberType))
    };
    let open = mapping.columns.iter().filter(|column| column.is_open());
    let (column, field) = open.filter_map(|column| Some((column, field(&column)?))).next()?;
    let (called, label) = (column.called(), field.label());
    let message =
        format!("'{called}' may tell which rows are dependents. If so, map it as {label}, else leave it out.");
    Some(Asked { place: column.index, message })
}

/// The question about ids such as `501-00` and `501-01`, which may be those of families or each employee's own.
fn question_of_ids(mapping: &Mapping, people: &[&Row]) -> Option<Asked> {
    let place = mapping.column_of(Field::UniqueId).filter(|_| !mapping.holds(Field::FamilyId))?;
    let called = mapping.columns[place].called();
    let message = format!(
        "'{called}' may hold the number of a family with one of the person behind it. If so, add a column 'Family ID' and one of          relationships, and upload the file again. If each is an employee's own, map '{called}' as Unique ID."
    );
    are_families(people.iter().map(|row| parts_of_id(clean(row.cell(place))))).then_some(Asked { place, message })
}

/// The question about a number of families that several people have, where no column tells who of them is the employee.
fn question_of_shared(mapping: &Mapping, people: &[&Row]) -> Option<Asked> {
    let is_shared = |place: &usize| {
        let all = values(people, *place).count();
        all > values(people, *place).collect::<HashSet<_>>().len()
    };
    let place = [Field::FamilyId, Field::Ssn].iter().filter_map(|field| mapping.column_of(*field)).find(is_shared)?;
    let called = mapping.columns[place].called();
    let message = format!(
        "Several people have one '{called}', and no column tells who of them is the employee. Map the column that tells it as Relationship. If all \
         are employees, leave '{called}' out."
    );
    Some(Asked { place, message })
}

/// The family's number and the person's behind it.
fn parts_of_id(id: &str) -> Option<(&str, u32)> {
    let (family, person) = id.rsplit_once(['-', '.', '/', ' '])?;
    let is_number = person.len() <= 2 && family.contains(|c: char| c.is_ascii_digit());
    number(person).filter(|_| is_number).map(|number| (family.trim_end(), number))
}

/// Whether a heading asks of a row whether it is a dependent's: `Dependent`, `Is Dependent`, `Dependent Y/N`.
fn asks_dependent(heading: &str) -> bool {
    let words = heading_words(heading.split(['(', '[']).next().unwrap_or_default());
    words.iter().any(|word| is_dependents_word(word))
        && words.iter().all(|word| is_dependents_word(word) || BESIDE_ANSWERS.contains(word))
}

/// Whether a column holds yes and no, or yes and nothing.
fn are_answers(people: &[&Row], place: usize) -> bool {
    let answers: HashSet<Option<bool>> =
        people.iter().map(|row| By::Answers.is_employee(clean(row.cell(place)))).collect();
    answers == HashSet::from([Some(true), Some(false)])
}

/// A number of up to two digits.
fn number(cell: &str) -> Option<u32> {
    let digits = without_fraction(cell);
    let is_number = (1..=3).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten().filter(|number| *number < 100)
}

#[cfg(test)]
mod tests;
