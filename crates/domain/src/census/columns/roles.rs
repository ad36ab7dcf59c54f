//! Which column tells employees from those who belong to one, and by what (rules.md#families-by-values).
//!
//! Numbers of persons that fit the families of a known number tell it by themselves. About other numbers, and about words, letters and answers, the reader asks.

use std::collections::{BTreeSet, HashSet};

use super::family_columns::FamilyColumns;
use super::shown::values;
use super::whose::Said;
use super::{Asked, Column, How, Mapping};
use crate::census::cells::{
    Question, clean, is_answer, is_digits, is_placeholder, leaves_open, read_member_type, read_plan, read_relationship,
    read_relationship_surely, read_status, split_name, without_fraction, word_key,
};
use crate::census::field::Field;
use crate::census::source::{RawRow, Row};
use crate::census::vocabulary::{
    Answer, BesideRelationship, CellWord, HeadingWord, Meaning, MemberType, Relationship, RoleHeading, WholeHeading,
    heading_words, is_dependents_word,
};
use crate::members::Status;

/// The numbers that the people of a family may share.
const SHARED: [Field; 3] = [Field::FamilyId, Field::UniqueId, Field::Ssn];

/// By what two rows are of one person.
const NAMES: [Field; 4] = [Field::FirstName, Field::LastName, Field::FullName, Field::DateOfBirth];

/// The numbers that an employee may have.
const EMPLOYEES: [u32; 2] = [0, 1];

/// A person of a family has at most this number.
pub(super) const LARGEST: u32 = 15;

/// The longest code beside letters, such as `FT`.
const LONGEST: usize = 2;

/// The longest code of a relationship, such as `FAM`.
const LONGEST_CODE: usize = 3;

/// What a value of a column that surely tells roles says.
pub(super) fn role(value: &str) -> Option<MemberType> {
    read_relationship_surely(value).map(Relationship::member_type).or_else(|| read_member_type(value))
}

/// Whether values say who people are of a family, and of some that they are employees.
pub(super) fn are_roles(values: &[&str]) -> bool {
    values.iter().all(|value| role(value).is_some())
        && values.iter().any(|value| role(value) == Some(MemberType::Primary))
}

/// Whether the values of a column of statuses or relationships are codes of the file's own: numbers other than 0 and 1, letters of which some are
/// unknown, and no employee among relationships.
fn are_own_codes(field: Field, values: &[&str]) -> bool {
    let is_status = field == Field::Status;
    let is_known = |value: &str| match is_status {
        true => read_status(value).is_some() || CellWord::EmploymentLetter.contains(&word_key(value)),
        false => read_relationship_surely(value).is_some(),
    };
    let is_first = |value: &str| if is_status { value == "0" } else { role(value) == Some(MemberType::Primary) };
    let unknown = values.iter().filter(|value| !is_known(value)).count();
    let has_first = values.iter().any(|value| is_known(value) && is_first(value));
    let are_numbers = || values.iter().all(|value| is_digits(without_fraction(value)));
    !values.is_empty()
        && values.iter().all(|value| value.len() <= LONGEST_CODE)
        && ((unknown > 0 && (is_status || unknown * 2 >= values.len()))
            || (!has_first && (unknown > 0 || are_numbers())))
}

/// The questions about columns of statuses and relationships that hold codes which neither a person nor the heading explains, and about a column of
/// answers that a person has chosen for the statuses below a heading that asks nothing.
fn questions_of_codes(mapping: &Mapping, people: &[&Row]) -> Vec<Asked> {
    let message = "holds codes or answers that have no known meaning. Leave it out, or write Active and In-Active, or Employee, Spouse and Child, in \
                   their place.";
    let question = |field: Field| {
        let column = mapping.holder(field).filter(|column| column.how != How::ByValues)?;
        let found: Vec<&str> = values(people, column.index).collect();
        let (is_of_chosen, is_headed) = (column.is_decided(), column.is_headed(field));
        let is_told = column.heading.contains('=') || Question::of(&column.heading).is_some();
        let may_be_open = field == Field::Status && !is_headed && leaves_open(&column.heading);
        let is_open = match is_of_chosen {
            true => may_be_open && found.iter().any(|cell| is_answer(cell)),
            false => !is_told && (are_own_codes(field, &found) || (field == Field::Status && are_mostly_ones(&found))),
        };
        is_open.then(|| Asked { is_of_chosen, ..asked(mapping, column.index, message) })
    };
    [Field::Status, Field::Relationship].into_iter().filter_map(question).collect()
}

/// Whether statuses are zeros and ones, and the ones, which read In-Active, are half of them: more may be employed than have left.
fn are_mostly_ones(found: &[&str]) -> bool {
    let count = |wanted: &str| found.iter().filter(|cell| without_fraction(cell) == wanted).count();
    let (zeros, ones) = (count("0"), count("1"));
    ones > 0 && zeros + ones == found.len() && ones >= zeros
}

/// What values mean beside the others of their column, where they mean another thing alone.
#[derive(Debug, Clone, PartialEq, Eq)]
enum ValueMeaning {
    /// Letters of kinds of employment.
    Employment,
    /// What `S` is spelled.
    LetterS(&'static str),
    /// The employees' number among those of a family.
    Numbers(u32),
    /// Answers to whether the person is of this type, such as no below `Dependent`.
    Answers(MemberType),
    /// The employees' code among those that follow the families, and the others.
    Codes { employee: String, others: BTreeSet<String> },
}

impl ValueMeaning {
    fn of(mapping: &Mapping, field: Field, people: &[&Row]) -> Option<Self> {
        let column = mapping.holder(field)?;
        let found: Vec<&str> = values(people, column.index).collect();
        let letters = letters_of(&found);
        let has = |letter: &str| letters.contains(letter);
        let are_all = |is_known: fn(&str) -> bool| letters.iter().all(|letter| is_known(letter));
        let are_spouses = (has("w") || has("h")) && (has("d") || (has("w") && has("h")));
        let is_open = || !column.is_headed(Field::Relationship) || are_own_codes(field, &found);
        let is_chosen = (column.is_decided() || column.how == How::ByValues) && is_open();
        match field {
            // `T` is some kind of employment beside full and part time, and no end of it.
            Field::Status => {
                let are_kinds = are_all(|letter| CellWord::EmploymentLetter.contains(letter));
                ((has("f") || has("p")) && are_kinds).then_some(Self::Employment)
            }
            // `S` is a son where `D` is a daughter and `W` and `H` are the spouses.
            _ if has("s") && are_spouses && !has("c") && !has("sp") => Some(Self::LetterS("Son")),
            // A list of spouses has employees beside them.
            Field::MemberType if has("s") && are_all(|letter| matches!(letter, "s" | "d")) => {
                Some(Self::LetterS("Subscriber"))
            }
            _ if !is_chosen => None,
            _ => {
                let number = employees_number(people, column.index).filter(|_| field == Field::Relationship);
                let place = column.index;
                let codes =
                    || codes_by_number(mapping, people, place).or_else(|| codes_of_homes(mapping, people, place));
                let has_unknown = found.iter().any(|value| role(value).is_none());
                let codes =
                    || codes().filter(|_| has_unknown).map(|(employee, others)| Self::Codes { employee, others });
                number.map(Self::Numbers).or_else(|| answered(column, people).map(Self::Answers)).or_else(codes)
            }
        }
    }

    /// A value spelled out; `None` where it stays.
    fn spelled(&self, value: &str) -> Option<&'static str> {
        let is_employee = match self {
            Self::Employment => {
                return CellWord::EmploymentLetter.contains(&word_key(value)).then_some(Status::Active.name());
            }
            Self::LetterS(spelled) => return value.eq_ignore_ascii_case("s").then_some(spelled),
            Self::Numbers(employee) => number(value)? == *employee,
            Self::Answers(asked) => answer(value)? == (*asked == MemberType::Primary),
            Self::Codes { employee, others } => {
                let code = code(value);
                if role(value).is_some() || (!others.contains(&code) && code != *employee) {
                    return None;
                }
                code == *employee
            }
        };
        Some(if is_employee { "EE" } else { "OT" })
    }
}

/// The columns whose values mean something by the others beside them, known by the rows at the beginning.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::census) struct Meanings(Vec<(Field, ValueMeaning)>);

impl Meanings {
    pub(super) fn among(mapping: &Mapping, people: &[&Row]) -> Self {
        let fields = [Field::Relationship, Field::MemberType, Field::Status].into_iter();
        Self(fields.filter_map(|field| Some((field, ValueMeaning::of(mapping, field, people)?))).collect())
    }

    /// Spells out what the values of a row mean.
    pub(in crate::census) fn fill(&self, raw: &mut RawRow) {
        for (field, meaning) in &self.0 {
            // A blank cell may be a code or an answer as well.
            if let Some(spelled) = meaning.spelled(raw.get(*field).unwrap_or_default()) {
                raw.set(*field, spelled);
            }
        }
    }
}

/// Gives the columns that no heading and no person has decided their fields, where the values tell of families. Returns whether nothing tells of
/// them and no question is asked about it.
pub(super) fn settle(mapping: &mut Mapping, people: &[&Row]) -> bool {
    drop_no_key(mapping, people);
    let codes = questions_of_codes(mapping, people);
    mapping.asked.extend(codes);
    let is_told = mapping.holds(Field::Relationship) || mapping.holds(Field::MemberType);
    let numbered = mapping.columns.iter().position(|column| counts_people(column, mapping, people));
    if let Some(place) = numbered.filter(|place| is_repeated(people, *place)) {
        // A number that comes again is no person's id.
        let lost = mapping.columns[place].field.filter(|field| *field != Field::Suffix);
        if lost.is_some() {
            mapping.set(place, None, How::Unmapped);
            mapping.pass_on(lost.as_slice(), place);
        }
    }
    // A family in columns has its employee in the same row.
    if is_told || !FamilyColumns::among(mapping).is_empty() {
        return false;
    }
    if let Some(place) = numbered.filter(|place| counts_families(mapping, *place, people)) {
        mapping.take_by_values(place, Field::Relationship);
        return false;
    }
    let ask = |place: usize| {
        let message = "may number the people of each family. If so, map it as Relationship, and what the family shares as Family ID, else leave \
                       it out.";
        asked(mapping, place, message)
    };
    let of_numbers = numbered.filter(|place| is_repeated(people, *place)).map(ask);
    let of_words = || question_of_values(mapping, people);
    let of_codes = || question_of_codes_of_families(mapping, people);
    let question = of_numbers.or_else(of_words).or_else(of_codes);
    let is_open = question.is_none();
    mapping.asked.extend(question);
    is_open
}

pub(super) fn asked(mapping: &Mapping, place: usize, message: &str) -> Asked {
    Asked { place, message: format!("'{}' {message}", mapping.columns[place].called()), is_of_chosen: false }
}

/// Whether a heading speaks of a relationship, and of no beneficiary or contact: `Relationship Description`, `Rel. to the Employee`.
pub(super) fn says_relation(column: &Column) -> bool {
    let is_others = |other: &str| column.key.contains(other);
    let is_word = || heading_words(&column.heading).iter().any(|word| HeadingWord::Relation.contains(word));
    (column.key.contains("relation") || is_word()) && !RoleHeading::Other.words().any(is_others)
}

/// The different values of a column of letters; none when it holds anything longer.
fn letters_of(values: &[&str]) -> HashSet<String> {
    let is_letter = |value: &&str| value.len() <= LONGEST && value.bytes().all(|byte| byte.is_ascii_alphabetic());
    let letters = if values.iter().all(is_letter) { values } else { &[] };
    letters.iter().map(|value| value.to_ascii_lowercase()).collect()
}

/// Whether a column is headed as one of numbers within a family, and holds them. A row for each plan of a person counts no family.
fn counts_people(column: &Column, mapping: &Mapping, people: &[&Row]) -> bool {
    let is_known = matches!(column.how, How::Known | How::SecondChoice);
    let may_be = match column.field {
        None => column.is_open() && WholeHeading::PersonNumber.contains(&column.key),
        Some(Field::UniqueId | Field::OtherMemberId) => is_known && WholeHeading::PersonNumber.contains(&column.key),
        // A suffix may be that of a name.
        field => is_known && field == Some(Field::Suffix),
    };
    let names: Vec<usize> = NAMES.iter().filter_map(|field| mapping.column_of(*field)).collect();
    let name = |row: &&Row| names.iter().map(|place| clean(row.cell(*place)).to_owned()).collect::<Vec<String>>();
    may_be
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
    let filled: Vec<&str> = values(people, place).collect();
    filled.iter().collect::<HashSet<_>>().len() < filled.len()
}

/// Whether the numbers of a column count the people of each family by a number that is read: the employee has the least.
fn counts_families(mapping: &Mapping, place: usize, people: &[&Row]) -> bool {
    let codes = codes_by_number(mapping, people, place);
    codes.is_some_and(|(employee, _)| number(&employee) == employees_number(people, place))
}

/// The question about the first column whose letters, words or answers may tell who is an employee: most are roles, and of both kinds.
fn question_of_values(mapping: &Mapping, people: &[&Row]) -> Option<Asked> {
    let field = |column: &&Column| {
        let filled: Vec<&str> = values(people, column.index).collect();
        let is_dependent = |value: &&&str| read_relationship(value).is_some_and(Relationship::is_dependent);
        let roles = filled.iter().filter(|value| read_relationship(value).is_some()).count();
        let are_both = (1..roles).contains(&filled.iter().filter(is_dependent).count()) && roles * 2 > filled.len();
        // A few codes of numbers may be of anything.
        let are_many = filled.iter().collect::<HashSet<_>>().len() > 2 && roles * 4 >= filled.len() * 3;
        let are_words = are_many || filled.iter().any(|value| value.contains(char::is_alphabetic));
        let is_other = RoleHeading::Other.words().any(|other| column.key.contains(other));
        let is_told = (says_relation(column) && !filled.is_empty()) || (are_both && are_words && !is_other);
        let is_type = are_both && filled.iter().filter(is_dependent).all(|value| is_dependents_word(&word_key(value)));
        let told = if is_type { Field::MemberType } else { Field::Relationship };
        is_told.then_some(told).or_else(|| answered(column, people).map(|_| Field::MemberType))
    };
    let mut open = mapping.columns.iter().filter(|column| column.is_open());
    let (place, field) = open.find_map(|column| Some((column.index, field(&column)?)))?;
    let message = format!("may tell which rows are dependents. If so, map it as {}, else leave it out.", field.label());
    Some(asked(mapping, place, &message))
}

/// The question about a column without a known heading whose few values follow the families.
fn question_of_codes_of_families(mapping: &Mapping, people: &[&Row]) -> Option<Asked> {
    let may_tell = |column: &&Column| {
        column.is_open() && column.headed.is_none() && column.family.is_none() && Said::of(column).is_some()
    };
    let mut open = mapping.columns.iter().filter(may_tell);
    let place = open.find(|column| codes_of_homes(mapping, people, column.index).is_some())?.index;
    let message = "follows the families: rows with one of its values share the last name or the home of a row with another. If it tells who is an \
                   employee, map it as Member Type, else leave it out.";
    Some(asked(mapping, place, message))
}

fn code(cell: &str) -> String {
    word_key(without_fraction(cell))
}

/// The code of the employees and those of the others.
type Codes = (String, BTreeSet<String>);

/// The codes of a column that follow homes. A home is a last name, with the address where the file has one.
fn codes_of_homes(mapping: &Mapping, people: &[&Row], place: usize) -> Option<Codes> {
    let cell = |row: &Row, field: Field| mapping.column_of(field).map_or("", |at| clean(row.cell(at))).to_owned();
    let home = |row: &Row| {
        let last = Some(cell(row, Field::LastName)).filter(|last| !last.is_empty());
        let last = word_key(&last.unwrap_or_else(|| split_name(&cell(row, Field::FullName)).1));
        (!last.is_empty()).then(|| format!("{last} {}", word_key(&cell(row, Field::AddressLine1))))
    };
    codes_by(mapping, people, place, FEWEST_FAMILIES, home).filter(|(_, others)| others.len() < MOST_CODES)
}

/// The codes of a column that follow families by a number that is read.
fn codes_by_number(mapping: &Mapping, people: &[&Row], place: usize) -> Option<Codes> {
    let shared = SHARED.iter().filter_map(|field| mapping.column_of(*field)).filter(|key| *key != place);
    shared.into_iter().find_map(|key| {
        let number = |row: &Row| {
            let cell = clean(row.cell(key));
            (!cell.is_empty() && !is_placeholder(cell)).then(|| cell.to_owned())
        };
        codes_by(mapping, people, place, 1, number)
    })
}

/// A column of codes has so many values at most, blank among them.
const MOST_CODES: usize = 6;
/// So many families and dependents have one last name by no chance.
const FEWEST_FAMILIES: usize = 2;
/// Of ten rows so many at least follow the families.
const FOLLOWING: usize = 9;

/// The codes of a column that follow families: hardly two rows with the employees' code are of one family, and hardly one of the others is of a
/// family without such a row.
fn codes_by(
    mapping: &Mapping,
    people: &[&Row],
    place: usize,
    fewest: usize,
    family: impl Fn(&Row) -> Option<String>,
) -> Option<Codes> {
    // A person with a row for each position is one.
    let mut seen = HashSet::new();
    let names: Vec<usize> = NAMES.iter().filter_map(|field| mapping.column_of(*field)).collect();
    let name = |row: &Row| names.iter().map(|at| clean(row.cell(*at)).to_owned()).collect::<Vec<String>>();
    let people = people.iter().filter(|row| seen.insert(name(row)));
    let code_and_family = |row: &&Row| Some((code(clean(row.cell(place))), family(row)?));
    let rows: Vec<(String, String)> = people.filter_map(code_and_family).collect();
    let codes: BTreeSet<&String> = rows.iter().map(|(code, _)| code).collect();
    let is_employees = |employee: &&String| {
        let (own, others): (Vec<_>, Vec<_>) = rows.iter().partition(|(code, _)| code == *employee);
        let families: HashSet<&str> = own.iter().map(|(_, family)| family.as_str()).collect();
        let tied = others.iter().filter(|(_, family)| families.contains(family.as_str())).count();
        let follow = tied * 10 >= others.len() * FOLLOWING && families.len() * 10 >= own.len() * FOLLOWING;
        follow && others.len() >= fewest && families.len() >= fewest
    };
    let employee = codes.iter().copied().find(is_employees)?;
    let others = codes.iter().copied().filter(|code| *code != employee).cloned().collect();
    Some((employee.clone(), others))
}

/// The type of member that a heading asks for: `Dependent`, `Is Dependent`, `Subscriber`, `Employee Y/N`.
fn asked_type(heading: &str) -> Option<MemberType> {
    let mut words = heading_words(heading.split(['(', '[']).next().unwrap_or_default());
    words.retain(|word| !HeadingWord::BesideAnswer.contains(word));
    let is_holder = |word: &String| BesideRelationship::Holder.contains(word);
    let is_beside = |word: &String| is_holder(word) || BesideRelationship::BesideHolder.contains(word);
    match () {
        () if words.is_empty() => None,
        () if words.iter().all(|word| is_dependents_word(word)) => Some(MemberType::Dependent),
        () if Relationship::of(&words.concat()) == Some(Relationship::Employee) => Some(MemberType::Primary),
        () => (words.iter().any(is_holder) && words.iter().all(is_beside)).then_some(MemberType::Primary),
    }
}

/// The type of member that a column asks for which holds yes and no, or yes and nothing.
fn answered(column: &Column, people: &[&Row]) -> Option<MemberType> {
    let answers = || people.iter().map(|row| answer(clean(row.cell(column.index)))).collect::<HashSet<_>>();
    asked_type(&column.heading).filter(|_| answers() == HashSet::from([Some(true), Some(false)]))
}

/// Takes a column from the families' keys whose values are none: answers, tiers, names of relatives, or what most employees share.
fn drop_no_key(mapping: &mut Mapping, people: &[&Row]) {
    let known = mapping.holder(Field::FamilyId).filter(|column| column.how == How::Known);
    let Some(place) = known.map(|column| column.index) else { return };
    let has_digit = |value: &str| value.contains(|c: char| c.is_ascii_digit());
    let tells =
        |value: &str| answer(value).is_some() || read_relationship(value).is_some() || read_plan(value).is_some();
    let roles = [Field::MemberType, Field::Relationship].map(|field| mapping.column_of(field));
    let is_employee =
        |row: &&&Row| roles.iter().flatten().find_map(|at| role(clean(row.cell(*at)))) == Some(MemberType::Primary);
    let employees: Vec<&Row> = people.iter().filter(is_employee).copied().collect();
    let shared: Vec<&str> = values(&employees, place).collect();
    let distinct = shared.iter().collect::<HashSet<_>>().len();
    let filled: Vec<&str> = values(people, place).collect();
    let are_words = filled.len() > 1 && !filled.iter().copied().any(has_digit);
    let tells_tiers = are_words && filled.iter().copied().all(tells);
    // Words that no two rows share tie no family: they may name its people.
    let are_alone = are_words && filled.iter().collect::<HashSet<_>>().len() == filled.len();
    if tells_tiers || are_alone || distinct * 2 < shared.len() {
        mapping.set(place, None, How::Unmapped);
    }
}

/// Yes or no; nothing is no.
fn answer(cell: &str) -> Option<bool> {
    let is_blank = cell.is_empty() || is_placeholder(cell);
    if is_blank { Some(false) } else { Answer::of(&word_key(without_fraction(cell))).map(|told| told == Answer::Yes) }
}

/// A number of up to two digits.
pub(super) fn number(cell: &str) -> Option<u32> {
    let digits = without_fraction(cell);
    let is_number = (1..=3).contains(&digits.len()) && is_digits(digits);
    is_number.then(|| digits.parse().ok()).flatten().filter(|number| *number < 100)
}

#[cfg(test)]
mod tests;
