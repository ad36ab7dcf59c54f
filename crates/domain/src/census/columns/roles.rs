//! Which column tells employees from those who belong to one, and by what (rules.md#families-by-values).
//!
//! Numbers of persons that fit the families of a known number tell it by themselves. About other numbers, words, letters and answers, and about
//! codes that follow the homes, the reader asks.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::family_columns::FamilyColumns;
use super::shown::{Said, values};
use super::{Asked, Column, How, Mapping, REQUIRED};
use crate::census::cells::{
    Question, answer_in, clean, code, is_digits, is_placeholder, leaves_open, read_member_type, read_plan,
    read_relationship, read_relationship_surely, read_status, split_name, without_fraction, word_key,
};
use crate::census::field::Field;
use crate::census::source::{RawRow, Row};
use crate::census::vocabulary::{
    Answer, BesideRelationship, HeadingWord, Meaning, MemberType, Relationship, RoleHeading, WholeHeading,
    heading_words, is_dependents_word,
};
use crate::members::Status;

/// The numbers that the people of a family may share.
const SHARED: [Field; 3] = [Field::FamilyId, Field::UniqueId, Field::Ssn];

/// The numbers that an employee may have.
const EMPLOYEES: [u32; 2] = [0, 1];

/// A person of a family has at most this number.
pub(super) const LARGEST: u32 = 15;

/// The longest code, such as `FAM`. Anything longer is a word or a remark, which another month has otherwise.
pub(super) const LONGEST_CODE: usize = 3;

/// What a value of a column that surely tells roles says.
pub(super) fn role(value: &str) -> Option<MemberType> {
    read_relationship_surely(value).map(Relationship::member_type).or_else(|| read_member_type(value))
}

/// The columns of member types and of relationships.
pub(super) fn telling(mapping: &Mapping) -> [Option<usize>; 2] {
    [Field::MemberType, Field::Relationship].map(|field| mapping.column_of(field))
}

/// Who a row says it is in these columns.
pub(super) fn role_in(telling: [Option<usize>; 2], row: &Row) -> Option<MemberType> {
    telling.into_iter().flatten().find_map(|place| role(clean(row.cell(place))))
}

/// Whether the values of a column of statuses or relationships are codes of the file's own: numbers other than 0 and 1, letters of which some are
/// unknown, and no employee among relationships. `S` beside wives or husbands may be a son, also among types.
fn are_own_codes(field: Field, values: &[&str]) -> bool {
    let is_status = field == Field::Status;
    let is_known =
        |value: &str| if is_status { read_status(value).is_some() } else { read_relationship_surely(value).is_some() };
    let is_first = |value: &str| if is_status { value == "0" } else { role(value) == Some(MemberType::Primary) };
    let are_numbers = || values.iter().all(|value| is_digits(without_fraction(value)));
    let has = |letter: &str| values.iter().any(|value| value.eq_ignore_ascii_case(letter));
    let is_s_open = !is_status && has("s") && (has("w") || has("h"));
    if field == Field::MemberType {
        return is_s_open;
    }
    let unknown = values.iter().filter(|value| !is_known(value)).count();
    let has_first = values.iter().any(|value| is_known(value) && is_first(value));
    !values.is_empty()
        && values.iter().all(|value| value.len() <= LONGEST_CODE)
        && ((unknown > 0 && (is_status || unknown * 2 >= values.len()))
            || (!has_first && (unknown > 0 || are_numbers()))
            || is_s_open)
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
            true => may_be_open && found.iter().any(|cell| answer_in(cell).is_some()),
            false => !is_told && (are_own_codes(field, &found) || (field == Field::Status && are_mostly_ones(&found))),
        };
        is_open.then(|| Asked { is_of_chosen, ..asked(mapping, column.index, message) })
    };
    [Field::Status, Field::Relationship, Field::MemberType].into_iter().filter_map(question).collect()
}

/// Whether statuses are zeros and ones, and the ones, which read In-Active, are half of them: more may be employed than have left.
fn are_mostly_ones(found: &[&str]) -> bool {
    let count = |wanted: &str| found.iter().filter(|cell| without_fraction(cell) == wanted).count();
    let (zeros, ones) = (count("0"), count("1"));
    ones > 0 && zeros + ones == found.len() && ones >= zeros
}

/// The question about a column of statuses that may stand in the first row of a block only: most employees have none, one follows a status
/// In-Active, and of the statuses no two that follow each other are the same. One status alone marks those who have left, unless it stands in the
/// first row.
fn question_of_blocks(mapping: &Mapping, people: &[&Row]) -> Option<Asked> {
    let (place, telling) = (mapping.column_of(Field::Status)?, telling(mapping));
    let employees = people.iter().filter(|row| role_in(telling, row) != Some(MemberType::Dependent));
    let cells: Vec<&str> = employees.map(|row| clean(row.cell(place))).collect();
    let told: Vec<Option<Status>> =
        cells.iter().filter(|cell| !cell.is_empty()).map(|cell| read_status(cell)).collect();
    let may_go_on = cells.windows(2).any(|two| read_status(two[0]) == Some(Status::InActive) && two[1].is_empty());
    let message = "has a status in few rows, and employees without one below those who have left. If a status goes on in the rows below it, \
                   write it in each of them and upload the file again. If not, map the column as Status.";
    let is_of_one = told.len() == 1 && cells[0].is_empty();
    (may_go_on && !is_of_one && told.len() * 2 < cells.len() && told.windows(2).all(|two| two[0] != two[1]))
        .then(|| asked(mapping, place, message))
}

/// What is read in the place of a value: each value as [`code`] writes it.
type Spelled = BTreeMap<String, &'static str>;

/// The columns whose values mean something by the others beside them, known by the rows at the beginning.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::census) struct Meanings(Vec<(Field, Spelled)>);

impl Meanings {
    pub(in crate::census) fn among(mapping: &Mapping, people: &[&Row]) -> Self {
        let roles = [Field::Relationship, Field::MemberType].into_iter();
        Self(roles.filter_map(|field| Some((field, spelled_roles(mapping, field, people)?))).collect())
    }

    /// Spells out what the values of a row mean. A blank cell may be a code or an answer as well.
    pub(in crate::census) fn fill(&self, raw: &mut RawRow) {
        for (field, spelled) in &self.0 {
            if let Some(spelled) = spelled.get(&code(raw.get(*field).unwrap_or_default())) {
                raw.set(*field, spelled);
            }
        }
    }
}

/// Who of a family the values of a column tell that its heading does not explain: numbers of which the employees have one, answers, or
/// codes that follow the families.
fn spelled_roles(mapping: &Mapping, field: Field, people: &[&Row]) -> Option<Spelled> {
    let column = mapping.holder(field)?;
    let place = column.index;
    let found: Vec<&str> = values(people, place).collect();
    // A list of spouses has employees beside them.
    let is = |value: &str, letter: &str| value.eq_ignore_ascii_case(letter);
    if field == Field::MemberType && found.iter().all(|value| is(value, "s") || is(value, "d")) {
        return Some(Spelled::from([("s".to_owned(), "Subscriber")]));
    }
    let is_open = || !column.is_headed(Field::Relationship) || are_own_codes(field, &found);
    if !(column.is_decided() || column.how == How::ByValues) || !is_open() {
        return None;
    }
    let least = employees_number(people, place).filter(|_| field == Field::Relationship);
    let asked = answered(column, people).map(|asked| asked == MemberType::Primary);
    let has_unknown = found.into_iter().any(|value| role(value).is_none());
    let by_families = || code_by_number(mapping, people, place).or_else(|| code_by_homes(mapping, people, place));
    let employee = if has_unknown { by_families() } else { None };
    let is_employees = |cell: &str| match (least, asked) {
        (Some(_), _) => Some(number(cell) == least),
        (None, Some(_)) => Some(answer(cell) == asked),
        (None, None) => employee.as_ref().filter(|_| role(cell).is_none()).map(|employee| code(cell) == *employee),
    };
    let cells = people.iter().map(|row| clean(row.cell(place)));
    Some(cells.filter_map(|cell| Some((code(cell), if is_employees(cell)? { "EE" } else { "OT" }))).collect())
}

/// Gives the columns that no heading and no person has decided their fields, where the values tell of families. Returns whether nothing tells of
/// them and no question is asked about it.
pub(super) fn settle(mapping: &mut Mapping, people: &[&Row]) -> bool {
    drop_no_key(mapping, people);
    let codes = questions_of_codes(mapping, people);
    mapping.asked.extend(codes.into_iter().chain(question_of_blocks(mapping, people)));
    let is_told = telling(mapping) != [None; 2];
    let numbered = mapping.columns.iter().position(|column| counts_people(column, mapping, people));
    let repeated = numbered.filter(|place| is_repeated(people, *place));
    if let Some(place) = repeated {
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
    // Numbers that count the people of each family by a number that is read: the employee has the least.
    let least = numbered.and_then(|place| number(&code_by_number(mapping, people, place)?));
    if let Some(place) = numbered.filter(|place| least.is_some() && least == employees_number(people, *place)) {
        mapping.take_by_values(place, Field::Relationship);
        return false;
    }
    let of_numbers = repeated.map(|place| (place, Field::Relationship));
    let found = of_numbers.or_else(|| column_of_roles(mapping, people)).or_else(|| column_of_families(mapping, people));
    let ask = |(place, field): (usize, Field)| {
        let field = field.label();
        let message = format!(
            "may tell which rows are dependents. If so, map it as {field}, and what a family shares as Family ID, else leave it out."
        );
        asked(mapping, place, &message)
    };
    let question = found.map(ask);
    let is_open = question.is_none();
    mapping.asked.extend(question);
    is_open
}

pub(super) fn asked(mapping: &Mapping, place: usize, message: &str) -> Asked {
    Asked { place, message: format!("'{}' {message}", mapping.columns[place].called()), is_of_chosen: false }
}

/// Whether a heading speaks of a relationship, and of no beneficiary or contact: `Relationship Description`, `Rel. to the Employee`.
fn says_relation(column: &Column) -> bool {
    let is_others = |other: &str| column.key.contains(other);
    (column.key.contains("relation") || column.has(HeadingWord::Relation)) && !RoleHeading::Other.words().any(is_others)
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
    may_be && employees_number(people, column.index).is_some() && persons(mapping, people).count() == people.len()
}

/// The rows without those of a person who has one already, such as a row for each position.
fn persons<'a>(mapping: &Mapping, people: &'a [&Row]) -> impl Iterator<Item = &'a Row> {
    let mut seen = HashSet::new();
    let names: Vec<usize> = REQUIRED.iter().filter_map(|field| mapping.column_of(*field)).collect();
    let name = move |row: &Row| names.iter().map(|place| clean(row.cell(*place)).to_owned()).collect::<Vec<String>>();
    people.iter().copied().filter(move |row| seen.insert(name(row)))
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

/// The first column whose letters, words or answers may tell who is an employee, with what to map it as: most are roles, and of both kinds.
fn column_of_roles(mapping: &Mapping, people: &[&Row]) -> Option<(usize, Field)> {
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
    open.find_map(|column| Some((column.index, field(&column)?)))
}

/// A column without a known heading whose few values follow the families: rows with one of them share the home of a row with another.
fn column_of_families(mapping: &Mapping, people: &[&Row]) -> Option<(usize, Field)> {
    let may_tell = |column: &&Column| {
        column.is_open() && column.headed.is_none() && column.family.is_none() && Said::of(column).is_some()
    };
    let mut open = mapping.columns.iter().filter(may_tell).map(|column| column.index);
    open.find(|place| code_by_homes(mapping, people, *place).is_some()).map(|place| (place, Field::MemberType))
}

/// The employees' code in a column of few that follow homes. A home is a last name, with the address where the file has one.
fn code_by_homes(mapping: &Mapping, people: &[&Row], place: usize) -> Option<String> {
    let cell = |row: &Row, field: Field| mapping.column_of(field).map_or("", |at| clean(row.cell(at))).to_owned();
    let home = |row: &Row| {
        let last = Some(cell(row, Field::LastName)).filter(|last| !last.is_empty());
        let last = word_key(&last.unwrap_or_else(|| split_name(&cell(row, Field::FullName)).1));
        (!last.is_empty()).then(|| format!("{last} {}", word_key(&cell(row, Field::AddressLine1))))
    };
    let codes: HashSet<String> = people.iter().map(|row| code(clean(row.cell(place)))).collect();
    if codes.len() > MOST_CODES { None } else { code_by(mapping, people, place, FEWEST_FAMILIES, home) }
}

/// The employees' code in a column that follows families by a number that is read.
fn code_by_number(mapping: &Mapping, people: &[&Row], place: usize) -> Option<String> {
    let shared = SHARED.iter().filter_map(|field| mapping.column_of(*field)).filter(|key| *key != place);
    shared.into_iter().find_map(|key| {
        let number = |row: &Row| {
            let cell = clean(row.cell(key));
            (!cell.is_empty() && !is_placeholder(cell)).then(|| cell.to_owned())
        };
        code_by(mapping, people, place, 1, number)
    })
}

/// A column of codes has so many values at most, blank among them.
const MOST_CODES: usize = 6;
/// So many families and dependents have one last name by no chance.
pub(super) const FEWEST_FAMILIES: usize = 2;
/// Of ten rows so many at least follow the families.
const FOLLOWING: usize = 9;

/// The employees' code in a column that follows families: hardly two rows with it are of one family, and hardly a row with another one is of a
/// family without such a row.
fn code_by(
    mapping: &Mapping,
    people: &[&Row],
    place: usize,
    fewest: usize,
    family: impl Fn(&Row) -> Option<String>,
) -> Option<String> {
    let code_and_family = |row: &Row| Some((code(clean(row.cell(place))), family(row)?));
    let rows: Vec<(String, String)> = persons(mapping, people).filter_map(code_and_family).collect();
    let codes: BTreeSet<&String> = rows.iter().map(|(code, _)| code).collect();
    let is_employees = |employee: &&String| {
        let (own, others): (Vec<_>, Vec<_>) = rows.iter().partition(|(code, _)| code == *employee);
        let families: HashSet<&str> = own.iter().map(|(_, family)| family.as_str()).collect();
        let tied = others.iter().filter(|(_, family)| families.contains(family.as_str())).count();
        let follow = tied * 10 >= others.len() * FOLLOWING && families.len() * 10 >= own.len() * FOLLOWING;
        follow && others.len() >= fewest && families.len() >= fewest
    };
    codes.into_iter().find(is_employees).cloned()
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
    let filled: Vec<&str> = values(people, place).collect();
    let distinct = |cells: &[&str]| cells.iter().collect::<HashSet<_>>().len();
    let are_words = filled.len() > 1 && !filled.iter().any(|value| value.contains(|c: char| c.is_ascii_digit()));
    let tells =
        |value: &&str| answer(value).is_some() || read_relationship(value).is_some() || read_plan(value).is_some();
    // Words that no two rows share tie no family: they may name its people.
    let are_none = are_words && (filled.iter().all(tells) || distinct(&filled) == filled.len());
    let telling = telling(mapping);
    let is_employee = |row: &&&Row| role_in(telling, row) == Some(MemberType::Primary);
    let employees: Vec<&Row> = people.iter().filter(is_employee).copied().collect();
    let shared: Vec<&str> = values(&employees, place).collect();
    if are_none || distinct(&shared) * 2 < shared.len() {
        mapping.set(place, None, How::Unmapped);
    }
}

/// Yes or no; nothing is no.
fn answer(cell: &str) -> Option<bool> {
    let is_blank = cell.is_empty() || is_placeholder(cell);
    if is_blank { Some(false) } else { answer_in(cell).map(|told| told == Answer::Yes) }
}

/// A number of up to two digits.
pub(super) fn number(cell: &str) -> Option<u32> {
    let digits = Some(without_fraction(cell)).filter(|digits| is_digits(digits))?;
    digits.parse().ok().filter(|number| *number < 100)
}

#[cfg(test)]
mod tests;
