//! Which column tells employees from those who belong to one, and which one holds what a family shares (rules.md#families-by-values).
//!
//! Words for relatives tell it by themselves. The reader weighs numbers of persons, letters and answers to `Dependent`: their heading, how
//! they count, and whether the people they would join share a name or a home. It asks a user where employees may be meant as well.

mod words;

use std::collections::{HashMap, HashSet};

use self::words::{are_letters, find_words, says_kind};
pub(super) use self::words::{are_roles, role};
use super::evidence::{Asked, Evidence, Verdict, share, weigh};
use super::kinship::{Kin, Kinship, shares};
use super::people_beside::words_of;
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

/// The numbers that an employee may have.
const EMPLOYEES: [u32; 2] = [0, 1];

/// So many people of one number are no family.
const LARGEST_FAMILY: usize = 15;

/// So many columns at most are tried as numbers of persons, and as many as those of families.
const MOST_TRIED: usize = 8;

/// How the values of a column tell who is an employee, where they are no words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) enum By {
    /// `E` among letters for relatives.
    Letters,
    /// The employees' number among those of a family.
    Numbers(u32),
    /// No below `Dependent`.
    Answers,
}

impl By {
    /// Whether a value is an employee's; `None` of one that says nothing.
    pub(in crate::census) fn is_employee(self, cell: &str) -> Option<bool> {
        let key = word_key(without_fraction(cell));
        match self {
            Self::Letters => Some(key == "e").filter(|_| !key.is_empty()),
            Self::Numbers(employee) => number(cell).map(|number| number == employee),
            Self::Answers if cell.is_empty() || is_placeholder(cell) => Some(true),
            Self::Answers => ANSWERS.meaning(&key).map(|yes| !yes),
        }
    }

    /// What tells the roles in the column that a person or the values have made one of relationships or member types.
    pub(in crate::census) fn of(mapping: &Mapping, field: Field, people: &[&Row]) -> Option<Self> {
        let column = &mapping.columns[mapping.column_of(field)?];
        let is_told = matches!(column.how, How::ByValues | How::ByHand | How::Remembered);
        let numbered = |key: Key| Some(Self::Numbers(Numbered::of(column.index, key, people)?.employee));
        let keys = || held_keys(mapping).filter(|key| key.place != column.index);
        let by_numbers = || (field == Field::Relationship).then(|| keys().find_map(numbered)).flatten();
        let by_answers = || asks_dependent(&column.heading) && are_answers(people, column.index);
        match is_told {
            true => by_numbers().or_else(|| by_answers().then_some(Self::Answers)),
            false => None,
        }
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

/// A column that may tell roles.
struct Candidate {
    place: usize,
    by: By,
    key: Option<Key>,
    evidence: Vec<Evidence<bool>>,
}

/// Gives the columns that no heading and no person has decided their fields, where the values tell of families.
pub(super) fn settle(mapping: &mut Mapping, people: &[&Row]) {
    find_words(mapping, people);
    free_person_numbers(mapping, people);
    if let Some(role) = role_column(mapping) {
        return find_contract(mapping, role, people);
    }
    let mut asked = None;
    for candidate in candidates(mapping, people) {
        match weigh(candidate.evidence.iter().copied()) {
            Some(Verdict::Sure(true)) => return candidate.take(mapping),
            Some(Verdict::Ask(_)) => asked = asked.or(Some(candidate)),
            Some(Verdict::Sure(false)) | None => {}
        }
    }
    let asked = asked.map(|candidate| candidate.question(mapping)).or_else(|| SuffixedIds::question(mapping, people));
    mapping.asked.extend(asked);
}

fn role_column(mapping: &Mapping) -> Option<usize> {
    mapping.column_of(Field::Relationship).or_else(|| mapping.column_of(Field::MemberType))
}

impl Candidate {
    fn take(self, mapping: &mut Mapping) {
        let lost = mapping.columns[self.place].field;
        let field = if self.by == By::Answers { Field::MemberType } else { Field::Relationship };
        mapping.take_by_values(self.place, field);
        mapping.pass_on(lost.as_slice(), self.place);
        if let Some(key) = self.key.filter(|key| key.is_open()) {
            take_key(mapping, key);
        }
    }

    fn question(&self, mapping: &Mapping) -> Asked {
        let called = mapping.columns[self.place].called();
        match self.key.filter(|key| key.is_open()) {
            Some(key) => {
                let family = mapping.columns[key.place].called();
                let message = format!(
                    "'{family}' may be the number of a family, whose people '{called}' counts. If so, map '{family}' as Family ID and \
                     '{called}' as Relationship, else leave '{family}' out."
                );
                Asked { place: key.place, message }
            }
            None => {
                let message = format!(
                    "'{called}' may tell which rows are dependents. If so, map it as {}, else leave it out.",
                    if self.by == By::Answers { Field::MemberType.label() } else { Field::Relationship.label() }
                );
                Asked { place: self.place, message }
            }
        }
    }
}

/// Gives a column of contracts the field of the employee's id, which the family shares, or else that of the family's number.
fn take_key(mapping: &mut Mapping, key: Key) {
    let field = match mapping.column_of(Field::UniqueId) {
        None if key.weight > 0 => Field::UniqueId,
        _ => Field::FamilyId,
    };
    mapping.take_by_values(key.place, field);
}

/// Takes a column of contracts where a column of roles gives each contract one employee at most, and a dependent to some.
fn find_contract(mapping: &mut Mapping, role_place: usize, people: &[&Row]) {
    let is_employee = |row: &Row| role(clean(row.cell(role_place))) == Some(MemberType::Primary);
    let ties = |key: &Key| {
        let Some(families) = families(people, key.place) else { return false };
        let employees = |family: &Vec<&Row>| family.iter().filter(|row| is_employee(row)).count();
        families.values().all(|family| employees(family) <= 1)
            && families.values().any(|family| family.len() > 1 && employees(family) == 1)
    };
    if people.iter().all(|row| role(clean(row.cell(role_place))).is_some()) && !held_keys(mapping).any(|key| ties(&key))
    {
        let contract = open_keys(mapping, people).filter(|key| key.weight > 0).find(|key| ties(key));
        contract.into_iter().for_each(|key| take_key(mapping, key));
    }
}

/// Frees a column that is headed as one of ids and counts the people of each family instead.
fn free_person_numbers(mapping: &mut Mapping, people: &[&Row]) {
    let counts = |column: &Column| {
        let keys = held_keys(mapping).chain(open_keys(mapping, people).filter(|key| key.weight > 0));
        let mut keys = keys.filter(|key| key.place != column.index);
        matches!(column.how, How::Known | How::SecondChoice)
            && matches!(column.field, Some(Field::UniqueId | Field::OtherMemberId))
            && says_person_number(&column.key)
            && keys.any(|key| Numbered::of(column.index, key, people).is_some_and(|found| found.are_repeated))
    };
    let found = mapping.columns.iter().find(|column| counts(column)).map(|column| column.index);
    if let Some(index) = found {
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
    let is_key = |column: &&Column| {
        column.field.is_none() && column.how == How::Unmapped && are_numbers_of_families(people, column.index)
    };
    let is_contract = |column: &Column| CONTRACTS.split_whitespace().any(|known| known == column.key);
    let key = |column: &Column| Key { place: column.index, weight: if is_contract(column) { CONTRACT } else { 0 } };
    let mut keys: Vec<Key> = mapping.columns.iter().filter(is_key).map(key).take(MOST_TRIED).collect();
    keys.sort_by_key(|key| std::cmp::Reverse(key.weight));
    keys.into_iter()
}

/// The people of each value of a column in the order of the file; `None` where a row has none.
fn families<'a>(people: &[&'a Row], place: usize) -> Option<HashMap<&'a str, Vec<&'a Row>>> {
    let mut families: HashMap<&str, Vec<&Row>> = HashMap::new();
    for row in people {
        let family = clean(row.cell(place));
        if family.is_empty() || is_placeholder(family) {
            return None;
        }
        families.entry(family).or_default().push(row);
    }
    Some(families)
}

/// Whether each row has a number in a column, some have the same, and no more than are a family.
fn are_numbers_of_families(people: &[&Row], place: usize) -> bool {
    // `1001`, `E-1001`: one word with a digit, and no date.
    let is_id = |value: &str| value.contains(|c: char| c.is_ascii_digit()) && !value.contains([' ', '/', '@', ',']);
    families(people, place).is_some_and(|families| {
        families.len() > 1
            && families.len() < people.len()
            && families.iter().all(|(value, family)| is_id(value) && family.len() <= LARGEST_FAMILY)
    })
}

/// The people of each family with their numbers.
struct Numbered<'a> {
    families: Vec<Vec<(u32, &'a Row)>>,
    /// The number that employees have.
    employee: u32,
    /// Whether the numbers come again with each family.
    are_repeated: bool,
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
        let all: HashSet<u32> = families.iter().flat_map(numbers).collect();
        let fit = families.iter().all(|family| numbers(family).len() == family.len())
            && families.iter().any(|family| family.len() > 1)
            && least.len() == 1;
        let employee = least.into_iter().next().filter(|number| fit && EMPLOYEES.contains(number))?;
        let are_repeated = all.len() < families.iter().map(Vec::len).sum();
        Some(Self { families, employee, are_repeated })
    }

    /// Whether those with the employee's number are employees, and the others are not.
    fn agree(&self, role: impl Fn(&Row) -> Option<MemberType>) -> bool {
        let is_told = |(number, row): &(u32, &Row)| {
            role(row).map(|role| role == MemberType::Primary) == Some(*number == self.employee)
        };
        self.families.iter().flatten().all(is_told)
    }

    fn evidence(&self, (is_known, key): (bool, Key), kinship: &Kinship) -> Vec<Evidence<bool>> {
        let several = || self.families.iter().filter(|family| family.len() > 1);
        let (mut kin, mut is_same) = (Kin::default(), false);
        for family in several() {
            let Some((_, employee)) = family.iter().find(|(number, _)| *number == self.employee) else { continue };
            for (_, person) in family.iter().filter(|(number, _)| *number != self.employee) {
                kinship.count(&mut kin, (person, employee));
                is_same |= kinship.are_same(person, employee);
            }
        }
        // A row for each plan or position of one person counts no family.
        if is_same {
            return Vec::new();
        }
        let counts = several().all(|family| family.windows(2).all(|two| two[0].0 + 1 == two[1].0));
        let open = |weight: u32| if key.is_open() { weight } else { 0 };
        let reasons = [
            (true, 3 * u32::from(is_known)),
            (true, key.weight),
            (true, u32::from(counts)),
            (true, u32::from(several().count() > 1)),
            (true, open(share(kin.alike, kin.all, 4))),
            (true, open(3 * u32::from(kin.children > 0))),
            (false, open(4)),
            (false, open(3 * u32::from(kin.alike * 2 < kin.all && kin.children == 0))),
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
        let evidence = families.evidence((families.employee == 0, key), &Kinship::of(mapping));
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

/// The columns that may tell roles, with what speaks for it; those below known headings first.
fn candidates(mapping: &Mapping, people: &[&Row]) -> Vec<Candidate> {
    let kinship = Kinship::of(mapping);
    let mut found = numbered(mapping, people, &kinship);
    let open = || mapping.columns.iter().filter(|column| column.field.is_none() && column.how == How::Unmapped);
    for column in open() {
        let by = match () {
            () if says_kind(&column.key) && are_letters(people.iter().map(|row| clean(row.cell(column.index)))) => {
                By::Letters
            }
            () if asks_dependent(&column.heading) && are_answers(people, column.index) => By::Answers,
            () => continue,
        };
        let evidence = joined((column.index, by), (mapping, people), &kinship);
        found.push(Candidate { place: column.index, by, key: None, evidence });
    }
    found
}

fn numbered(mapping: &Mapping, people: &[&Row], kinship: &Kinship) -> Vec<Candidate> {
    let is_known = |column: &Column| says_person_number(&column.key);
    // `Person Number` may be an id, and a suffix that of a name.
    let may_be = |column: &&Column| match column.field {
        None => column.how == How::Unmapped,
        Some(Field::UniqueId) => column.how == How::Known && is_known(column),
        Some(Field::Suffix) => column.how == How::Known,
        Some(_) => false,
    };
    let are_numbers = |column: &&Column| people.iter().all(|row| number(clean(row.cell(column.index))).is_some());
    let mut columns: Vec<&Column> =
        mapping.columns.iter().filter(may_be).filter(are_numbers).take(MOST_TRIED).collect();
    columns.sort_by_key(|column| !is_known(column));
    let keys: Vec<Key> = held_keys(mapping).chain(open_keys(mapping, people)).collect();
    let mut found = Vec::new();
    for column in columns {
        for key in keys.iter().copied().filter(|key| key.place != column.index) {
            let Some(families) = Numbered::of(column.index, key, people) else { continue };
            let evidence = families.evidence((is_known(column), key), kinship);
            found.push(Candidate { place: column.index, by: By::Numbers(families.employee), key: Some(key), evidence });
        }
    }
    found
}

/// Weighs letters and answers: those who are no employees share a number, a name or a home with the employee above. A person with a number
/// that no employee has is a dependent whose employee is missing.
fn joined((place, by): (usize, By), (mapping, people): (&Mapping, &[&Row]), kinship: &Kinship) -> Vec<Evidence<bool>> {
    let number = mapping.column_of(Field::FamilyId).or_else(|| mapping.column_of(Field::UniqueId));
    let is_employee = |row: &Row| by.is_employee(clean(row.cell(place)));
    let employees = people.iter().filter(|row| is_employee(row) == Some(true));
    let numbers: HashSet<&str> = employees.filter_map(|row| Some(clean(row.cell(number?)))).collect();
    let (mut above, mut kin, mut missing, mut has_first) = (None, Kin::default(), 0, false);
    for row in people.iter().copied() {
        match (is_employee(row), above) {
            (Some(true), _) => above = Some(row),
            (Some(false), None) => has_first = true,
            (Some(false), Some(employee)) => match number {
                Some(at) if shares(row, employee, at) => kin = Kin { all: kin.all + 1, alike: kin.alike + 1, ..kin },
                Some(at) if differs(row, employee, at) && !numbers.contains(clean(row.cell(at))) => missing += 1,
                Some(at) if differs(row, employee, at) => kin.all += 1,
                _ => kinship.count(&mut kin, (row, employee)),
            },
            (None, _) => {}
        }
    }
    let (is_asked, is_alone) = (by == By::Answers, missing > 0 && missing >= kin.alike);
    // A yes below `Dependent` may as well say that an employee has one.
    let (heading, kinship, against) = if is_asked { (6, 6, 7) } else { (2, 8, 5) };
    let reasons = [
        (true, heading),
        (true, share(kin.alike, kin.all, kinship)),
        (true, 3 * u32::from(kin.children > 0)),
        (false, against + 4 * u32::from((is_asked && has_first) || is_alone)),
    ];
    reasons.into_iter().map(|(claim, weight)| Evidence { claim, weight }).collect()
}

fn differs(row: &Row, other: &Row, at: usize) -> bool {
    let (one, other) = (clean(row.cell(at)), clean(other.cell(at)));
    !one.is_empty() && !other.is_empty() && !one.eq_ignore_ascii_case(other)
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

#[cfg(test)]
mod tests;
