//! Columns that no rule reads and that may say all the same who has left (rules.md#few-values): one question a file names them all.
//!
//! It looks at how the values are spread, not at what they mean: a value that few rows have, a remark in few rows, a word among days. In the columns
//! of statuses and relationships it looks for words that are none.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::NaiveDate;

use super::by_values::suggest;
use super::shown::{Shown, values};
use super::{Column, Mapping};
use crate::census::cells::{
    DateOrder, Standing, clean, is_answer, is_digits, is_employed, is_placeholder, read_birth_date, read_gender,
    read_member_type, read_pending_status, read_plan, read_relationship_surely, read_state, read_status,
    says_more_than_relationship, standing, unguarded, word_key,
};
use crate::census::field::Field;
use crate::census::source::Row;
use crate::census::table::holds_date;
use crate::census::vocabulary::{
    HeadingWord, LineWord, Meaning, Relationship, RoleHeading, WholeHeading, heading_words,
};
use crate::members::{Gender, Status};

/// Values are few only among so many rows.
const FEWEST_ROWS: usize = 3;
/// A column of codes has so many values at most, of so many letters, and numbers of so many digits.
const MOST_VALUES: usize = 6;
const LONGEST_VALUE: usize = 20;
const MOST_DIGITS: usize = 2;
/// The longest code among blank cells; anything longer is a remark, which another month has otherwise.
const LONGEST_CODE: usize = 3;

/// What few rows have in a column.
#[derive(Debug)]
enum Few {
    /// Another value than this one, which most rows have; any where most have none.
    Other(String),
    /// A word among days, or a day before the one that most rows have.
    Day(Option<NaiveDate>),
    /// Words among statuses that are none, but for this one, which most rows have.
    NoStatus(String),
    /// Further words beside a relationship.
    Relationship,
}

impl Few {
    fn of(column: &Column, is_read: bool, people: &[&Row]) -> Option<Self> {
        let filled: Vec<&str> = values(people, column.index).collect();
        let usual = || usual(people, column.index);
        match column.field {
            Some(Field::Status) => Some(Self::NoStatus(usual().unwrap_or_default())),
            Some(Field::Relationship | Field::MemberType) => Some(Self::Relationship),
            _ if is_read || column.is_decided() => None,
            _ if filled.iter().filter(|cell| holds_date(cell)).count() * 2 > filled.len() => {
                let usual = usual().filter(|_| !is_harmless(column, &filled));
                Some(Self::Day(
                    usual.and_then(|usual| {
                        filled.iter().find(|cell| word_key(cell) == usual).and_then(|cell| day(cell))
                    }),
                ))
            }
            _ if is_harmless(column, &filled) || are_harmless(&filled) => None,
            _ => usual().filter(|usual| usual.is_empty() || are_codes(&filled)).map(Self::Other),
        }
    }

    fn tells(&self, text: &str) -> bool {
        let key = word_key(text);
        let is_text = !key.is_empty() && !is_placeholder(text);
        // Who is on leave, or active, has not left.
        let stays = || text.len() > LONGEST_CODE && read_status(text) == Some(Status::Active);
        is_text
            && match self {
                Self::Other(usual) => key != *usual && !stays() && standing(text) != Some(Standing::OnLeave),
                Self::Day(usual) if holds_date(text) => usual.zip(day(text)).is_some_and(|(usual, day)| day < usual),
                Self::Day(_) => text.starts_with(char::is_alphabetic),
                Self::NoStatus(usual) => {
                    key != *usual && read_status(text).is_none() && read_pending_status(text).is_none()
                }
                Self::Relationship => says_more_than_relationship(text),
            }
    }
}

/// The columns in which few rows have something that may tell of leaving.
#[derive(Debug, Default)]
pub(super) struct FewColumns {
    columns: Vec<(usize, Few)>,
    /// All of them, each with the values that few rows have.
    title: Arc<str>,
}

impl FewColumns {
    /// Those that `may_tell` it, by the rows of people at the beginning.
    pub(super) fn among(mapping: &Mapping, people: &[&Row], may_tell: impl Fn(&Column) -> bool) -> Self {
        let read = mapping.read_places();
        let roles = [Field::Relationship, Field::MemberType].map(|field| mapping.column_of(field));
        let is_employee = |row: &&&Row| !roles.iter().flatten().any(|at| is_dependents(text_of(row, *at)));
        let employees: Vec<&Row> = people.iter().filter(is_employee).copied().collect();
        let (mut columns, mut titles) = (Vec::new(), Vec::new());
        for column in mapping.columns().iter().filter(|column| may_tell(column) && people.len() >= FEWEST_ROWS) {
            // What only employees have is held against that of other employees.
            let count = |rows: &[&Row]| values(rows, column.index).count();
            let people = if count(people) == count(&employees) { &employees } else { people };
            let Some(few) = Few::of(column, read[column.index], people) else { continue };
            let told: Vec<&str> =
                people.iter().map(|row| text_of(row, column.index)).filter(|text| few.tells(text)).collect();
            if (1..=people.len() / 2).contains(&told.len()) {
                titles.push(title(column, &few, &told));
                columns.push((column.index, few));
            }
        }
        Self { columns, title: titles.join("; ").into() }
    }

    /// What a row has that few have, with the title of the question.
    pub(super) fn told(&self, row: &Row) -> Option<(Arc<str>, String)> {
        let texts = self.columns.iter().map(|(place, few)| (text_of(row, *place), few));
        let (text, _) = texts.filter(|(text, few)| few.tells(text)).next()?;
        Some((Arc::clone(&self.title), text.to_owned()))
    }
}

/// The heading with the values; without remarks, which another month has otherwise.
fn title(column: &Column, few: &Few, told: &[&str]) -> String {
    let distinct: BTreeMap<String, &str> = told.iter().map(|text| (word_key(text), *text)).collect();
    let longest = if matches!(few, Few::Other(usual) if usual.is_empty()) { LONGEST_CODE } else { LONGEST_VALUE };
    let are_short = distinct.len() <= MOST_VALUES && distinct.values().all(|text| text.chars().count() <= longest);
    let named = || distinct.values().copied().collect::<Vec<_>>().join(", ");
    if are_short { format!("{} ({})", column.called(), named()) } else { column.called() }
}

fn text_of(row: &Row, place: usize) -> &str {
    unguarded(clean(row.cell(place)))
}

fn day(text: &str) -> Option<NaiveDate> {
    read_birth_date(text, NaiveDate::MAX, DateOrder::MonthFirst)
}

fn is_dependents(text: &str) -> bool {
    read_relationship_surely(text).is_some_and(Relationship::is_dependent)
}

/// The value of most rows, blank where most have none. Of two words that as many rows have it is the first.
fn usual(people: &[&Row], place: usize) -> Option<String> {
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for (at, row) in people.iter().enumerate() {
        let text = text_of(row, place);
        let key = if is_placeholder(text) { String::new() } else { word_key(text) };
        counts.entry(key).or_insert((0, people.len() - at)).0 += 1;
    }
    let are_two = counts.len() == 2 && !counts.keys().any(|key| is_digits(key));
    let (key, (count, _)) = counts.into_iter().max_by_key(|(_, count)| *count)?;
    (count * 2 > people.len() || (are_two && count * 2 == people.len())).then_some(key)
}

/// Whether a heading says what cannot tell who has left. The status of a job may tell it, and so may an answer to `Still with company`.
fn is_harmless(column: &Column, filled: &[&str]) -> bool {
    let words = heading_words(&column.heading);
    let has = |kind: HeadingWord| words.iter().any(|word| kind.contains(word));
    let is_status = words.iter().any(|word| word == "status");
    let is_of_role = RoleHeading::Other.words().any(|word| column.key.contains(word));
    let may_be_work = has(HeadingWord::Work) || is_of_role || WholeHeading::PersonNumber.contains(&column.key);
    let kinds = [HeadingWord::Trait, HeadingWord::Contact, HeadingWord::Other, HeadingWord::Birth];
    column.headed.is_some_and(|field| field != Field::Status)
        || column.owned.is_some()
        || kinds.into_iter().any(has)
        || words.iter().any(|word| LineWord::Leave.contains(word))
        || (may_be_work && !is_status && !filled.iter().all(|cell| is_answer(cell)))
}

/// Whether each value tells something else of people, or all are those of a contact or of others.
fn are_harmless(filled: &[&str]) -> bool {
    let tells_else = |text: &&str| {
        let is_gender = || matches!(read_gender(text), Some(Gender::Male | Gender::Female));
        let is_role = || is_gender() || read_member_type(text).is_some() || read_plan(text).is_some();
        let is_word = text.starts_with(char::is_alphabetic);
        is_number(text) || (is_word && (is_role() || is_employed(text) || read_state(text).is_some()))
    };
    let is_contact =
        || matches!(suggest(filled.iter().copied(), NaiveDate::MAX), Some(Field::Email | Field::CellPhone));
    let are_answers = filled.iter().all(|text| is_answer(text));
    (!are_answers && filled.iter().all(tells_else)) || is_contact() || Shown::of(filled.iter().copied()).may_be_others()
}

/// Whether a text is a number of several digits or a sum.
fn is_number(text: &str) -> bool {
    let is_sign = |c: char| c.is_ascii_digit() || "$,.-% ".contains(c);
    text.chars().all(is_sign) && !(is_digits(text) && text.len() <= MOST_DIGITS)
}

/// Whether values are few and short, as those of a column of codes are.
fn are_codes(filled: &[&str]) -> bool {
    let distinct: BTreeMap<String, ()> = filled.iter().map(|text| (word_key(text), ())).collect();
    distinct.len() <= MOST_VALUES && filled.iter().all(|text| text.chars().count() <= LONGEST_VALUE)
}
