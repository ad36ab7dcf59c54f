//! Columns that no rule reads and that may say all the same who has left (rules.md#few-values): one question a file names them all.
//!
//! It looks at how the values are spread, not at what they mean: a value that few rows have, a remark in few rows, a word among days. In the columns
//! of statuses and relationships it looks for words that are none.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;

use super::roles::{LONGEST_CODE, role_in, telling};
use super::shown::{Shown, values};
use super::suggested::suggest;
use super::{Column, Mapping};
use crate::census::cells::{
    DateOrder, Question, Standing, answer_in, clean, is_digits, is_employed, is_placeholder, is_year, month,
    read_birth_date, read_gender, read_member_type, read_pending_status, read_plan, read_state, read_status, says_left,
    says_more_than_relationship, standing, unguarded, word_key,
};
use crate::census::field::Field;
use crate::census::findings::read_day;
use crate::census::source::Row;
use crate::census::table::holds_date;
use crate::census::vocabulary::{
    HeadingWord, LineWord, Meaning, MemberType, RoleHeading, WholeHeading, heading_words, names_kin,
};
use crate::members::{Gender, Status};
use crate::text::fold;

/// Values are few only among so many rows.
const FEWEST_ROWS: usize = 3;
/// So many rows of a short list are few.
const MOST_OF_SHORT: usize = 3;
/// A column of codes has so many values at most, of so many letters, and numbers of so many digits.
const MOST_VALUES: usize = 6;
const MOST_NUMBERS: usize = 3;
const LONGEST_VALUE: usize = 20;
const MOST_DIGITS: usize = 2;
/// `20261015` is a day.
const DIGITS_OF_DAY: usize = 8;

/// What few rows have in a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Few {
    /// Another value than this one, which most rows have; any where most have none.
    Other(String),
    /// A word among days, or a day before the one that most rows have.
    Day(Option<NaiveDate>),
    /// Words among statuses that are none, but for this one, which most rows have.
    NoStatus(String),
    /// Further words beside a relationship.
    Relationship,
    /// Letters beside the digits of an id, where most ids have these.
    Letters(String),
    /// Nothing, where the heading asks who is covered and this is the only answer.
    Blank(String),
    /// More days or years than this number of them, which most rows have: the second one ends what the first began. Among remarks also fewer.
    End(usize),
}

impl Few {
    fn of(column: &Column, is_read: bool, people: &[&Row]) -> Option<Self> {
        let filled: Vec<&str> = values(people, column.index).collect();
        let usual = || usual(people.iter().map(|row| key(text_of(row, column.index))));
        let is_told = || is_harmless(column, &filled) || are_harmless(&filled);
        let begins = (column.is_open() && column.headed.is_none()).then(|| usual_count(&filled)).flatten();
        match column.field {
            _ if asks_and_all_agree(column, &filled) => Some(Self::Blank(usual()?)),
            None if Question::of(&column.heading).is_some() && filled.iter().all(|cell| answer_in(cell).is_some()) => {
                None
            }
            _ if begins.is_some() => begins.map(Self::End),
            Some(Field::Status) => Some(Self::NoStatus(usual().unwrap_or_default())),
            Some(Field::Relationship | Field::MemberType) => Some(Self::Relationship),
            Some(Field::UniqueId | Field::OtherMemberId) => usual_letters(&filled).map(Self::Letters),
            _ if is_read || column.is_decided() => None,
            _ if are_days(&filled) && usual().is_none_or(|usual| usual.is_empty()) && !is_told() => {
                (filled.len() < people.len()).then(|| Self::Other(String::new()))
            }
            _ if filled.iter().filter(|cell| holds_date(cell)).count() * 2 > people.len() => {
                let usual = usual();
                let same = filled.iter().find(|cell| Some(key(cell)) == usual).filter(|_| !is_told());
                Some(Self::Day(same.and_then(|cell| day(cell))))
            }
            // Where most rows name a reason for leaving, the others have none.
            _ => usual()
                .filter(|usual| !is_told() && !says_left(usual) && (usual.is_empty() || are_codes(&filled)))
                .map(Self::Other),
        }
    }

    /// Whether it may tell of many rows who has left: days that are not all the same one, and words that are read as statuses.
    fn may_be_many(&self, filled: &[&str]) -> bool {
        let are_statuses = || filled.iter().all(|cell| read_status(cell).is_some() && !is_digits(cell));
        match self {
            Self::Day(_) => true,
            Self::Other(usual) if usual.is_empty() => are_days(filled) && filled.iter().any(|cell| *cell != filled[0]),
            Self::Other(usual) => {
                read_status(usual) == Some(Status::Active) && are_statuses() && answer_in(usual).is_none()
            }
            _ => false,
        }
    }

    pub(super) fn tells(&self, text: &str) -> bool {
        // Who is on leave, or active, has not left.
        let stays = || {
            (text.len() > LONGEST_CODE && read_status(text) == Some(Status::Active))
                || standing(text) == Some(Standing::OnLeave)
        };
        let is_other = |usual: &str| !["", usual].contains(&&*key(text)) && !stays();
        match self {
            Self::Other(usual) => is_other(usual),
            Self::Day(usual) if holds_date(text) => usual.zip(day(text)).is_some_and(|(usual, day)| day < usual),
            Self::Day(_) => is_other("") && text.starts_with(char::is_alphabetic),
            Self::NoStatus(usual) => {
                is_other(usual) && read_status(text).is_none() && read_pending_status(text).is_none()
            }
            // A spreadsheet may have made a day of an id, or left a formula in its place.
            Self::Letters(usual) => {
                let letters = letters(text);
                // A letter before the number begins an id of another kind, such as `N3`.
                let is_kind = letters.len() == 1 && text.starts_with(char::is_alphabetic);
                let is_other = letters != *usual && month(&letters).is_none() && !is_kind;
                !number_in(text).is_empty() && is_other && !text.contains('=')
            }
            Self::Blank(_) => key(text).is_empty(),
            Self::End(0) => days_in(text) > 0 && text.contains(char::is_alphabetic),
            Self::End(usual) => is_other("") && days_in(text) != *usual,
            Self::Relationship => {
                let is_word = text.len() > LONGEST_CODE && !text.contains(|c: char| c.is_ascii_digit());
                let is_unknown = || is_word && read_member_type(text).is_none() && !is_employed(text);
                is_other("") && (says_more_than_relationship(text) || is_unknown())
            }
        }
    }
}

/// The columns that `may_tell` it, by the rows of people at the beginning, with the title of the question about them: each with the values that
/// few rows have, and whether the title names them.
pub(super) fn among<'a>(
    mapping: &'a Mapping,
    people: &[&Row],
    may_tell: impl Fn(&Column) -> bool,
) -> (String, Vec<(&'a Column, Few, bool)>) {
    let read = mapping.read_places();
    let telling = telling(mapping);
    let is_employee = |row: &&Row| role_in(telling, row) != Some(MemberType::Dependent);
    let kinds: (Vec<&Row>, Vec<&Row>) = people.iter().copied().partition(is_employee);
    let (mut columns, mut titles) = (Vec::new(), Vec::new());
    for column in mapping.columns().iter().filter(|column| may_tell(column) && people.len() >= FEWEST_ROWS) {
        // What only employees have is held against that of other employees, and so it is with dependents.
        let count = |rows: &[&Row]| values(rows, column.index).count();
        let people = match (count(&kinds.0), count(&kinds.1)) {
            (_, 0) => &kinds.0,
            (0, _) if values(people, column.index).collect::<BTreeSet<_>>().len() > 1 => &kinds.1,
            _ => people,
        };
        // A remark may hold a day, where others have none.
        let is_remark = !read[column.index] && !column.is_decided() && !is_harmless(column, &[""]);
        let remark = Some(Few::End(0)).filter(|_| is_remark);
        for few in Few::of(column, read[column.index], people).into_iter().chain(remark) {
            let (rows, others): (Vec<&Row>, Vec<&Row>) =
                people.iter().copied().partition(|row| few.tells(text_of(row, column.index)));
            let told: Vec<&str> = rows.iter().map(|row| text_of(row, column.index)).collect();
            let may_be_many = few.may_be_many(&values(people, column.index).collect::<Vec<_>>());
            let most = if may_be_many { people.len() - 1 } else { most(people.len()) };
            // The columns of roles themselves say more than who somebody is.
            let is_of_role = || !telling.contains(&Some(column.index)) && are_of_one_role(&rows, &others, telling);
            if (1..=most).contains(&told.len()) && !is_of_role() {
                let (title, is_named) = title(column, &few, &told);
                titles.push(title);
                columns.push((column, few, is_named));
                break;
            }
        }
    }
    (titles.join("; "), columns)
}

/// Whether rows are all those of some relationships, and at least two: then the value tells who they are, and no leaving.
fn are_of_one_role(rows: &[&Row], others: &[&Row], telling: [Option<usize>; 2]) -> bool {
    let told = |row: &Row| telling.iter().flatten().map(|at| word_key(text_of(row, *at))).find(|key| !key.is_empty());
    let of = |rows: &[&Row]| rows.iter().map(|row| told(row)).collect::<BTreeSet<_>>();
    rows.len() > 1 && of(rows).is_disjoint(&of(others))
}

/// Whether a heading asks who is covered, and all cells that answer say yes.
fn asks_and_all_agree(column: &Column, filled: &[&str]) -> bool {
    let is_asked = !filled.is_empty() && !column.has(HeadingWord::Trait) && !names_kin(&column.heading);
    let question = Question::of(&column.heading).filter(|_| is_asked);
    question.is_some_and(|question| filled.iter().all(|cell| question.answer(cell) == Some(Status::Active)))
}

/// How many days or years most cells hold, where most hold the same number of them and any, and others hold more, or fewer among remarks.
fn usual_count(filled: &[&str]) -> Option<usize> {
    let mut counts: Vec<usize> = filled.iter().map(|cell| days_in(cell)).collect();
    counts.sort_unstable();
    let usual = *counts.get(counts.len() / 2)?;
    let are_most = counts.iter().filter(|count| **count == usual).count() * 2 > filled.len();
    // A word among days by themselves is told as such.
    let are_remarks = filled.iter().filter(|cell| holds_date(cell)).count() * 2 < filled.len();
    let differs = |count: &usize| *count > usual || (*count < usual && are_remarks);
    (usual > 0 && are_most && counts.iter().any(differs)).then_some(usual)
}

/// The letters that most ids have, or none. Behind the same number in two ids, letters tell people of a family apart.
fn usual_letters(ids: &[&str]) -> Option<String> {
    let ids: BTreeSet<(&str, String)> = ids.iter().map(|id| (number_in(id), letters(id))).collect();
    let are_apart = ids.iter().map(|(number, _)| number).collect::<BTreeSet<_>>().len() == ids.len();
    usual(ids.into_iter().map(|(_, letters)| letters)).filter(|_| are_apart)
}

/// The first number in an id.
fn number_in(id: &str) -> &str {
    id.split(|c: char| !c.is_ascii_digit()).find(|part| !part.is_empty()).unwrap_or_default()
}

fn letters(id: &str) -> String {
    fold(id).chars().filter(|c| c.is_alphabetic()).collect()
}

/// How many days, or years of four digits, a text holds.
fn days_in(text: &str) -> usize {
    let years = text.split(|c: char| !c.is_ascii_digit()).filter(|part| is_year(part));
    let days = text.split_whitespace().filter(|part| holds_date(part)).count();
    years.count().max(days).max(usize::from(holds_day(text)))
}

fn are_days(filled: &[&str]) -> bool {
    !filled.is_empty() && filled.iter().all(|cell| holds_date(cell))
}

/// So many of these rows are few at most: a quarter, and of a short list up to three, or half.
fn most(rows: usize) -> usize {
    (rows / 4).max(MOST_OF_SHORT.min(rows / 2))
}

/// The heading with the values, and whether they are named; without remarks, which another month has otherwise.
fn title(column: &Column, few: &Few, told: &[&str]) -> (String, bool) {
    let distinct: BTreeMap<String, &str> = told.iter().map(|text| (key(text), *text)).collect();
    let is_remark = matches!(few, Few::Other(usual) if usual.is_empty()) || *few == Few::End(0);
    let longest = if is_remark { LONGEST_CODE } else { LONGEST_VALUE };
    let are_short = distinct.len() <= MOST_VALUES && distinct.values().all(|text| text.chars().count() <= longest);
    let named = distinct.values().copied().collect::<Vec<_>>().join(", ");
    let title = match few {
        // What a known word tells is a question of its own.
        _ if !are_short && told.iter().any(|text| says_left(text)) => format!("{} (other remarks)", column.called()),
        _ if !are_short => column.called(),
        Few::Other(usual) if !usual.is_empty() => format!("{} ({named}; most rows: {usual})", column.called()),
        Few::Blank(usual) => format!("{} (blank; most rows: {usual})", column.called()),
        _ => format!("{} ({named})", column.called()),
    };
    (title, are_short)
}

/// What stands in a cell of a row.
pub(super) fn text_of(row: &Row, place: usize) -> &str {
    unguarded(clean(row.cell(place)))
}

fn day(text: &str) -> Option<NaiveDate> {
    read_birth_date(text, NaiveDate::MAX, DateOrder::MonthFirst)
}

/// A day that no list of people lies behind.
const LATEST: NaiveDate = NaiveDate::from_ymd_opt(2199, 12, 31).expect("a day of the calendar");

/// Whether a text is a day that stands for none, such as `12/31/9999` or `99991231`.
pub(super) fn is_open_end(text: &str) -> bool {
    (text.len() == DIGITS_OF_DAY && text.starts_with("9999") && is_digits(text))
        || day(text).is_some_and(|day| day > LATEST)
}

/// Whether a text is a day, or has one behind its words, with or without its year.
pub(super) fn holds_day(text: &str) -> bool {
    !is_open_end(text) && read_day(text, (LATEST, DateOrder::MonthFirst)).is_some()
}

/// By what values are held against each other; blank of none. A sign may be a value, too.
fn key(text: &str) -> String {
    let key = word_key(text);
    if is_placeholder(text) || !key.is_empty() { key } else { text.to_owned() }
}

/// What most of these are, blank where most are. Of two words that are as many it is the first.
fn usual(keys: impl Iterator<Item = String>) -> Option<String> {
    let (mut counts, mut all): (BTreeMap<String, (usize, usize)>, usize) = (BTreeMap::new(), 0);
    for key in keys {
        counts.entry(key).or_insert((0, usize::MAX - all)).0 += 1;
        all += 1;
    }
    let are_two = counts.len() == 2 && !counts.keys().any(|key| is_digits(key));
    let (key, (count, _)) = counts.into_iter().max_by_key(|(_, count)| *count)?;
    (count * 2 > all || (are_two && count * 2 == all)).then_some(key)
}

/// Whether a heading says what cannot tell who has left. The status of a job may tell it, and so may an answer to `Still with company`.
fn is_harmless(column: &Column, filled: &[&str]) -> bool {
    let words = heading_words(&column.heading);
    // `Leave Date` may be the day of leaving.
    let is_leave = |word: &String| LineWord::Leave.contains(word);
    let are_days = filled.iter().all(|cell| holds_date(cell));
    let is_status = words.iter().any(|word| word == "status");
    let is_of_role = RoleHeading::Other.words().any(|word| column.key.contains(word));
    let may_be_work = (column.has(HeadingWord::Work) && !are_days) || WholeHeading::PersonNumber.contains(&column.key);
    let kinds = [HeadingWord::Trait, HeadingWord::Contact, HeadingWord::Other, HeadingWord::Birth, HeadingWord::Begin];
    column.headed.is_some_and(|field| field != Field::Status)
        || column.owned.is_some()
        || kinds.into_iter().any(|kind| column.has(kind))
        || (words.iter().any(is_leave) && !(are_days && words.iter().all(|word| is_leave(word) || word == "date")))
        || (may_be_work && !is_status && !filled.iter().all(|cell| answer_in(cell).is_some()))
        || (is_of_role && !is_status && !are_days)
}

/// Whether each value tells something else of people, or all are those of a contact or of others.
fn are_harmless(filled: &[&str]) -> bool {
    let are_sums = filled.iter().any(|text| text.contains('.') && is_number(text));
    let tells_else = |text: &&str| {
        let is_gender = || matches!(read_gender(text), Some(Gender::Male | Gender::Female));
        let is_role = || is_gender() || read_member_type(text).is_some() || read_plan(text).is_some();
        let is_word = text.starts_with(char::is_alphabetic);
        is_number(text)
            || (are_sums && is_digits(text))
            || (is_word && (is_role() || is_employed(text) || read_state(text).is_some()))
    };
    let is_contact =
        || matches!(suggest(filled.iter().copied(), NaiveDate::MAX), Some(Field::Email | Field::CellPhone));
    let are_answers = filled.iter().all(|text| answer_in(text).is_some());
    (!are_answers && filled.iter().all(tells_else)) || is_contact() || Shown::of(filled.iter().copied()).may_be_others()
}

/// Whether a text is a number of several digits or a sum, and no day or year.
fn is_number(text: &str) -> bool {
    let is_sign = |c: char| c.is_ascii_digit() || "$,.-% ".contains(c);
    let is_code = is_digits(text) && (text.len() <= MOST_DIGITS || text.len() == DIGITS_OF_DAY || is_year(text));
    text.chars().all(is_sign) && !is_code && !holds_date(text)
}

/// Whether values are few and short, as those of a column of codes are. More numbers count something.
fn are_codes(filled: &[&str]) -> bool {
    let distinct: BTreeSet<String> = filled.iter().map(|text| key(text)).collect();
    let most = if filled.iter().all(|text| is_digits(text)) { MOST_NUMBERS } else { MOST_VALUES };
    distinct.len() <= most && filled.iter().all(|text| text.chars().count() <= LONGEST_VALUE)
}

#[cfg(test)]
mod tests {
    use super::super::Remembered;
    use super::*;

    /// The title of the question about a column below this heading, with these cells.
    fn asked(heading: &str, cells: [&str; 5]) -> String {
        let mapping = Mapping::propose(["First", "Last", "DOB", heading], &Remembered::default());
        let rows = cells.map(|cell| Row::default().with_cells(["Ann", "Moss", "1/2/1980", cell].into_iter()));
        among(&mapping, &rows.each_ref(), |column| column.index == 3).0
    }

    #[test]
    fn what_few_rows_have_is_asked_about_below_any_heading() {
        for (heading, cells, title) in [
            ("A/T", ["A", "A", "T", "A", "A"], "A/T (T; most rows: a)"),
            ("Rec Stat", ["L", "L", "L", "X", "L"], "Rec Stat (X; most rows: l)"),
            ("Cat", ["1", "1", "2", "1", "3"], "Cat (2, 3; most rows: 1)"),
            ("Zxq", ["", "", "T", "", ""], "Zxq (T)"),
            ("Zxq", ["", "", "*", "", ""], "Zxq (*)"),
            ("Last Pay", ["10/31/2026", "10/31/2026", "9/15/2026", "10/31/2026", ""], "Last Pay (9/15/2026)"),
            ("Comment", ["", "", "gave notice", "", ""], "Comment"),
            ("Valid Until", ["", "", "10/15/2026", "", ""], "Valid Until"),
            ("Paid Up To", ["12/31/2026", "12/31/2026", "9/30/2026", "12/31/2026", ""], "Paid Up To (9/30/2026)"),
            ("Joined", ["1/5/2020", "1/6/2021", "NO SHOW", "1/7/2022", "1/8/2022"], "Joined (NO SHOW)"),
            ("Job Status", ["A", "A", "T", "A", "A"], "Job Status (T; most rows: a)"),
            ("Still With Company", ["Y", "Y", "N", "Y", "Y"], "Still With Company (N; most rows: y)"),
            ("Status", ["Active", "Active", "Gone", "Active", "Active"], "Status (Gone)"),
            ("Status", ["In Force", "In Force", "Lapsed", "In Force", "In Force"], "Status (Lapsed)"),
            (
                "Relationship",
                ["Employee", "Spouse", "Child", "Child (gone)", "Employee"],
                "Relationship (Child (gone))",
            ),
        ] {
            assert_eq!(asked(heading, cells), title, "{heading} {cells:?}");
        }
    }

    #[test]
    fn ordinary_columns_are_not_asked_about() {
        for (heading, cells) in [
            ("Department", ["Sales", "Sales", "Ops", "Sales", "Sales"]),
            ("Job Title", ["Rep", "Rep", "Lead", "Rep", "Rep"]),
            ("Pay Type", ["H", "H", "S", "H", "H"]),
            ("Zxq", ["A", "A", "A", "A", "A"]),
            ("Zxq", ["A", "B", "C", "D", "E"]),
            ("Zxq", ["A", "A", "B", "B", "C"]),
            ("Zxq", ["M", "F", "M", "M", "M"]),
            ("Zxq", ["Full-Time", "Full-Time", "Part-Time", "Full-Time", "Full-Time"]),
            ("Zxq", ["40", "40.00", "37.50", "40.00", "40.00"]),
            ("Zxq", ["", "", "614-555-0109", "", ""]),
            ("Zxq", ["", "", "On leave", "", ""]),
            ("Allowances", ["0", "0", "1", "2", "3"]),
            ("Status", ["Active", "Active", "Leave - FMLA", "Active", "Active"]),
            ("Marital Status", ["Single", "Single", "Widowed", "Single", "Single"]),
            ("Nickname", ["", "", "Annie", "", ""]),
            ("Hire Date", ["1/5/2020", "1/5/2020", "1/5/2019", "1/5/2020", ""]),
            ("Coverage Effective", ["1/1/2026", "1/1/2026", "1/1/2020", "1/1/2026", "1/1/2026"]),
            ("Status", ["Active", "Active", "Terminated", "Active", ""]),
            ("Relationship", ["Employee", "Spouse", "Child - Adopted", "Child of Tom Reed", "Employee"]),
        ] {
            assert_eq!(asked(heading, cells), "", "{heading} {cells:?}");
        }
    }
}
