//! Which column tells employees from those who belong to one, and which one holds what a family shares (rules.md#families-by-values).
//!
//! Words for relatives tell it by themselves. The reader weighs numbers of persons: their heading, how they count, and whether the people they
//! would join share a name or a home. It asks a user where employees may be meant as well, and about letters and answers to `Dependent`.

use std::collections::{HashMap, HashSet};

use super::evidence::{Asked, Evidence, Verdict, share, weigh};
use super::heading::words_of;
use super::shown::{is_id, values};
use super::words::{are_letters, are_mostly_roles, field_of_words, role, says_kind};
use super::{Column, How, Mapping};
use crate::census::cells::{clean, is_placeholder, without_fraction, word_key};
use crate::census::field::Field;
use crate::census::source::lines::Row;
use crate::census::source::raw::RawRow;
use crate::census::vocabulary::owners::is_dependents_word;
use crate::census::vocabulary::people_beside::{BESIDE_ANSWERS, CONTRACTS, PERSON_NUMBERS};
use crate::census::vocabulary::roles::MemberType;
use crate::census::vocabulary::values::ANSWERS;

/// What the people of a family share, the surest first.
const SHARED: [Field; 3] = [Field::FamilyId, Field::UniqueId, Field::Ssn];

/// What people of a family share besides: a last name or a home.
const ALIKE: [Field; 2] = [Field::LastName, Field::AddressLine1];

/// By what two rows are of one person.
const NAMES: [Field; 4] = [Field::FirstName, Field::LastName, Field::FullName, Field::DateOfBirth];

/// The numbers that an employee may have.
const EMPLOYEES: [u32; 2] = [0, 1];

/// So many people of one number are no family.
const LARGEST_FAMILY: usize = 15;

/// So many columns at most are tried as numbers of persons, and as many as those of families.
const MOST_TRIED: usize = 8;

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
        if !column.is_decided() && column.how != How::ByValues {
            return None;
        }
        let keys = held_keys(mapping).filter(|key| key.place != column.index && field == Field::Relationship);
        let numbers = keys.filter_map(|key| Numbered::of(column.index, key, people)).next();
        let are_answers = || asks_dependent(&column.heading) && are_answers(people, column.index);
        numbers.map(|found| Self::Numbers(found.employee)).or_else(|| are_answers().then_some(Self::Answers))
    }
}

/// A column of what the people of a family may share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Key {
    place: usize,
    /// How much its heading speaks for that.
    weight: u32,
}

/// Weights of a key that is read as a number of persons or of families, and of one that is headed as a contract's.
const HELD: u32 = 4;
const CONTRACT: u32 = 3;

impl Key {
    const fn is_open(self) -> bool {
        self.weight < HELD
    }
}

/// A column that may count the people of each family.
struct Candidate {
    place: usize,
    key: Key,
    evidence: Vec<Evidence<bool>>,
}

/// Gives the columns that no heading and no person has decided their fields, where the values tell of families.
pub(super) fn settle(mapping: &mut Mapping, people: &[&Row]) {
    free_person_numbers(mapping, people);
    if mapping.column_of(Field::Relationship).is_none()
        && let Some((place, field)) = field_of_words(mapping, people)
        && mapping.column_of(field).is_none()
    {
        mapping.take_by_values(place, field);
    }
    if role_column(mapping).is_some() {
        let asked = question_of_contracts(mapping, people);
        return mapping.asked.extend(asked);
    }
    let mut asked = None;
    for candidate in numbered(mapping, people) {
        match weigh(candidate.evidence.iter().copied()) {
            Some(Verdict::Sure(true)) => return candidate.take(mapping),
            Some(Verdict::Ask(_)) => asked = asked.or_else(|| Some(candidate.question(mapping))),
            Some(Verdict::Sure(false)) | None => {}
        }
    }
    let asked =
        asked.or_else(|| question_of_values(mapping, people)).or_else(|| SuffixedIds::question(mapping, people));
    mapping.asked.extend(asked);
}

fn role_column(mapping: &Mapping) -> Option<usize> {
    mapping.column_of(Field::Relationship).or_else(|| mapping.column_of(Field::MemberType))
}

impl Candidate {
    fn take(self, mapping: &mut Mapping) {
        let lost = mapping.columns[self.place].field;
        mapping.take_by_values(self.place, Field::Relationship);
        mapping.pass_on(lost.as_slice(), self.place);
        // A contract is the employee's id, which the family shares, unless the file has ids; any other number is the family's.
        if self.key.is_open() {
            let is_id = self.key.weight == CONTRACT && mapping.column_of(Field::UniqueId).is_none();
            mapping.take_by_values(self.key.place, if is_id { Field::UniqueId } else { Field::FamilyId });
        }
    }

    fn question(&self, mapping: &Mapping) -> Asked {
        let called = mapping.columns[self.place].called();
        if !self.key.is_open() {
            return may_tell_dependents(self.place, &called, Field::Relationship);
        }
        let family = mapping.columns[self.key.place].called();
        let message = format!(
            "'{family}' may be the number of a family, whose people '{called}' counts. If so, map '{family}' as Family ID and \
             '{called}' as Relationship, else leave '{family}' out."
        );
        Asked { place: self.key.place, message }
    }
}

fn may_tell_dependents(place: usize, called: &str, field: Field) -> Asked {
    let label = field.label();
    Asked {
        place,
        message: format!("'{called}' may tell which rows are dependents. If so, map it as {label}, else leave it out."),
    }
}

/// The question about a column of contracts whose people may be families, in a file without numbers of people and of families.
fn question_of_contracts(mapping: &Mapping, people: &[&Row]) -> Option<Asked> {
    let place = open_keys(mapping, people).find(|key| key.weight == CONTRACT)?.place;
    let called = mapping.columns[place].called();
    let message = format!(
        "'{called}' may be the number of a family. If so, map it as Family ID or Unique ID, else leave it out."
    );
    held_keys(mapping).next().is_none().then_some(Asked { place, message })
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
    Some(may_tell_dependents(column.index, &column.called(), field))
}

/// Frees a column that is headed as one of ids and counts the people of each family instead, so that a number comes again.
fn free_person_numbers(mapping: &mut Mapping, people: &[&Row]) {
    let counts = |column: &&Column| {
        let mut keys = held_keys(mapping).chain(open_keys(mapping, people).filter(|key| key.weight == CONTRACT));
        let different = || values(people, column.index).collect::<HashSet<_>>().len();
        matches!(column.how, How::Known | How::SecondChoice)
            && matches!(column.field, Some(Field::UniqueId | Field::OtherMemberId))
            && says_person_number(&column.key)
            && different() < people.len()
            && keys.any(|key| key.place != column.index && Numbered::of(column.index, key, people).is_some())
    };
    if let Some(index) = mapping.columns.iter().find(counts).map(|column| column.index) {
        let lost = mapping.columns[index].field.take();
        mapping.columns[index].how = How::Unmapped;
        mapping.pass_on(lost.as_slice(), index);
    }
}

fn says_person_number(key: &str) -> bool {
    PERSON_NUMBERS.split_whitespace().any(|heading| heading == key)
}

/// The columns that are read as numbers of people and of families.
fn held_keys(mapping: &Mapping) -> impl Iterator<Item = Key> + '_ {
    let held = SHARED.iter().filter_map(|field| mapping.column_of(*field));
    held.map(|place| Key { place, weight: HELD })
}

/// The columns that are not read and whose values may be numbers of families.
fn open_keys<'a>(mapping: &'a Mapping, people: &'a [&Row]) -> impl Iterator<Item = Key> + 'a {
    let is_contract = |column: &Column| CONTRACTS.split_whitespace().any(|known| known == column.key);
    let open =
        mapping.columns.iter().filter(|column| column.is_open() && are_numbers_of_families(people, column.index));
    let key = |column: &Column| Key { place: column.index, weight: if is_contract(column) { CONTRACT } else { 0 } };
    let mut keys: Vec<Key> = open.map(key).take(MOST_TRIED).collect();
    keys.sort_by_key(|key| std::cmp::Reverse(key.weight));
    keys.into_iter()
}

/// Whether each row has a number in a column, some have the same, and no more than are a family.
fn are_numbers_of_families(people: &[&Row], place: usize) -> bool {
    let mut families: HashMap<&str, usize> = HashMap::new();
    values(people, place).for_each(|value| *families.entry(value).or_default() += 1);
    families.values().sum::<usize>() == people.len()
        && (2..people.len()).contains(&families.len())
        && families.iter().all(|(value, size)| is_id(value) && *size <= LARGEST_FAMILY)
}

/// The people of each family with their numbers.
struct Numbered<'a> {
    families: Vec<Vec<(u32, &'a Row)>>,
    /// The number that employees have.
    employee: u32,
}

impl<'a> Numbered<'a> {
    fn of(place: usize, key: Key, people: &[&'a Row]) -> Option<Self> {
        let numbered = |row: &'a Row| {
            let family =
                Some(clean(row.cell(key.place))).filter(|family| !family.is_empty() && !is_placeholder(family))?;
            Some((family, number(clean(row.cell(place)))?, row))
        };
        Self::among(people.iter().map(|row| numbered(row)))
    }

    /// `None` where a row lacks its family or its number, and unless all families fit: there is one of several people, and in each everybody has
    /// another number, of which the employee's is the least.
    fn among(people: impl Iterator<Item = Option<(&'a str, u32, &'a Row)>>) -> Option<Self> {
        let mut by_family: HashMap<&str, Vec<(u32, &Row)>> = HashMap::new();
        for person in people {
            let (family, number, row) = person?;
            by_family.entry(family).or_default().push((number, row));
        }
        let families: Vec<Vec<(u32, &Row)>> = by_family.into_values().collect();
        let numbers = |family: &Vec<(u32, &Row)>| family.iter().map(|(number, _)| *number).collect::<HashSet<_>>();
        let least: HashSet<u32> = families.iter().filter_map(|family| numbers(family).into_iter().min()).collect();
        let fit = families.iter().all(|family| numbers(family).len() == family.len())
            && families.iter().any(|family| family.len() > 1)
            && least.len() == 1;
        let employee = least.into_iter().next().filter(|number| fit && EMPLOYEES.contains(number))?;
        Some(Self { families, employee })
    }

    /// Whether those with the employee's number are employees, and the others are not.
    fn agree(&self, role: impl Fn(&Row) -> Option<MemberType>) -> bool {
        let is_told = |(number, row): &(u32, &Row)| {
            role(row).map(|role| role == MemberType::Primary) == Some(*number == self.employee)
        };
        self.families.iter().flatten().all(is_told)
    }

    /// What speaks for a family: the headings, how the numbers count, and whether those of a number share a last name or a home.
    fn evidence(&self, (is_known, key): (bool, Key), mapping: &Mapping) -> Vec<Evidence<bool>> {
        let places = |fields: &[Field]| fields.iter().filter_map(|field| mapping.column_of(*field)).collect::<Vec<_>>();
        let (alike, names) = (places(&ALIKE), places(&NAMES));
        let several = || self.families.iter().filter(|family| family.len() > 1);
        let (mut all, mut some) = (0, 0);
        for family in several() {
            let Some((_, employee)) = family.iter().find(|(number, _)| *number == self.employee) else { continue };
            for (_, person) in family.iter().filter(|(number, _)| *number != self.employee) {
                // A row for each plan or position of one person counts no family.
                if names.len() > 1 && names.iter().all(|place| shares(person, employee, *place)) {
                    return Vec::new();
                }
                all += 1;
                some += usize::from(alike.iter().any(|place| shares(person, employee, *place)));
            }
        }
        let counts = several().all(|family| family.windows(2).all(|two| two[0].0 + 1 == two[1].0));
        let open = |weight: u32| if key.is_open() { weight } else { 0 };
        let reasons = [
            (true, 4 * u32::from(is_known)),
            (true, key.weight),
            (true, u32::from(counts)),
            (true, u32::from(several().count() > 1)),
            (true, open(share(some, all, 4))),
            (false, open(4)),
            (false, open(3 * u32::from(some * 2 < all))),
        ];
        reasons.into_iter().map(|(claim, weight)| Evidence { claim, weight }).collect()
    }
}

/// Ids that are a family's number with one of the person's behind it, such as `501-00` and `501-01`.
#[derive(Debug, Clone, Copy)]
pub(in crate::census) struct SuffixedIds {
    employee: u32,
    /// Whether no other column tells roles.
    tells_role: bool,
}

impl SuffixedIds {
    /// Those of a file without numbers of families, where people of one number are surely a family.
    pub(super) fn among(mapping: &Mapping, people: &[&Row]) -> Option<Self> {
        match Self::weighed(mapping, people)? {
            (ids, Verdict::Sure(true)) => Some(ids),
            _ => None,
        }
    }

    fn weighed(mapping: &Mapping, people: &[&Row]) -> Option<(Self, Verdict<bool>)> {
        let place = mapping.column_of(Field::UniqueId).filter(|_| !mapping.holds(Field::FamilyId))?;
        let families = Numbered::among(people.iter().map(|row| {
            let (family, number) = parts_of_id(clean(row.cell(place)))?;
            Some((family, number, *row))
        }))?;
        let roles = role_column(mapping).map(|at| families.agree(|row| role(clean(row.cell(at)))));
        let agreed = roles.map(|agree| Evidence { claim: agree, weight: 9 });
        let key = Key { place, weight: 0 };
        let evidence = families.evidence((families.employee == 0, key), mapping);
        let verdict = weigh(evidence.into_iter().chain(agreed))?;
        Some((Self { employee: families.employee, tells_role: roles.is_none() }, verdict))
    }

    /// The question about ids that may be each employee's own as well.
    fn question(mapping: &Mapping, people: &[&Row]) -> Option<Asked> {
        let place = mapping.column_of(Field::UniqueId)?;
        let is_near = matches!(Self::weighed(mapping, people)?, (_, Verdict::Ask(_)));
        let called = mapping.columns[place].called();
        let message = format!(
            "'{called}' may hold the number of a family with one of the person behind it. If so, add a column 'Family ID' and one of \
             relationships, and upload the file again. If each is an employee's own, map '{called}' as Unique ID."
        );
        is_near.then_some(Asked { place, message })
    }

    /// Gives a record the family's number, and the role that the person's number tells.
    pub(in crate::census) fn fill(self, raw: &mut RawRow) {
        let Some((family, number)) = raw.get(Field::UniqueId).and_then(parts_of_id) else { return };
        let family = family.to_owned();
        raw.set(Field::FamilyId, &family);
        if self.tells_role {
            raw.set(Field::Relationship, if number == self.employee { "EE" } else { "OT" });
        }
    }
}

/// The family's number and the person's behind it.
fn parts_of_id(id: &str) -> Option<(&str, u32)> {
    let (family, person) = id.rsplit_once(['-', '.', '/', ' '])?;
    let is_number = person.len() <= 2 && family.contains(|c: char| c.is_ascii_digit());
    number(person).filter(|_| is_number).map(|number| (family.trim_end(), number))
}

/// The columns that may count the people of each family, with what speaks for it; those below known headings first.
fn numbered(mapping: &Mapping, people: &[&Row]) -> Vec<Candidate> {
    let is_known = |column: &Column| says_person_number(&column.key);
    // A suffix may be that of a name.
    let may_be =
        |column: &&Column| column.is_open() || (column.field == Some(Field::Suffix) && column.how == How::Known);
    let are_numbers = |column: &&Column| people.iter().all(|row| number(clean(row.cell(column.index))).is_some());
    let mut columns: Vec<&Column> =
        mapping.columns.iter().filter(may_be).filter(are_numbers).take(MOST_TRIED).collect();
    columns.sort_by_key(|column| !is_known(column));
    let mut found = Vec::new();
    let keys: Vec<Key> = held_keys(mapping).chain(open_keys(mapping, people)).collect();
    for column in columns {
        for key in keys.iter().copied().filter(|key| key.place != column.index) {
            let Some(families) = Numbered::of(column.index, key, people) else { continue };
            let evidence = families.evidence((is_known(column), key), mapping);
            found.push(Candidate { place: column.index, key, evidence });
        }
    }
    found
}

/// Whether a heading asks of a row whether it is a dependent's: `Dependent`, `Is Dependent`, `Dependent Y/N`.
fn asks_dependent(heading: &str) -> bool {
    let words = words_of(heading.split(['(', '[']).next().unwrap_or_default());
    words.iter().any(|word| is_dependents_word(word))
        && words.iter().all(|word| is_dependents_word(word) || BESIDE_ANSWERS.contains(&word.as_str()))
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

/// Whether both rows have a value in a column, and the same.
fn shares(one: &Row, other: &Row, place: usize) -> bool {
    let cell = clean(one.cell(place));
    !cell.is_empty() && cell.eq_ignore_ascii_case(clean(other.cell(place)))
}

#[cfg(test)]
mod tests;
