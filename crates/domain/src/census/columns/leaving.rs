//! Columns that tell who has left, or when a person starts, and are no statuses: a day of termination, the kind of a change, a second column of
//! statuses, words below any heading. They change nothing (rules.md#told-leaving): the row says so, and the file asks.

use std::sync::Arc;

use chrono::NaiveDate;

use super::heading::{names_kin, words_of};
use super::shown::values;
use super::{Column, How, Mapping};
use crate::census::cells::{
    DateOrder, Question, clean, is_placeholder, name_and_mark, read_birth_date, read_pending_status, read_status,
    says_left, unguarded, word_key,
};
use crate::census::field::Field;
use crate::census::findings::leaving::{Leaving, Sign, Starting};
use crate::census::findings::questions::LeavingAnswers;
use crate::census::source::RawRow;
use crate::census::source::lines::Row;
use crate::census::vocabulary;
use crate::census::vocabulary::headings::without_owner;
use crate::census::vocabulary::leaving::{Beside, CODES, ENDS, HEADINGS, Heading, is_day, told_by};
use crate::census::vocabulary::line_words::LineWord;
use crate::census::vocabulary::values::ANSWERS;
use crate::members::Status;
use crate::text::fold;

/// The fields beside whose values a word may tell it, as `Retiree` does among relationships.
const TELLING: [Field; 4] = [Field::Relationship, Field::MemberType, Field::PlanName, Field::Status];

/// Days in a few rows tell something only among so many rows.
const FEWEST_ROWS: usize = 3;

/// A day that no list of people lies behind.
const LATEST: NaiveDate = NaiveDate::from_ymd_opt(2199, 12, 31).expect("a day of the calendar");

/// Returns the columns that may tell who has left, with what tells it: those that are headed so, those that are read as something else, and
/// last what no heading says, which may be of anything.
pub(super) fn signs(mapping: &Mapping, people: &[&Row]) -> Vec<(usize, Sign)> {
    let read = mapping.read_places();
    let headed = unread(mapping).filter_map(|column| Some((column.index, by_heading(column)?)));
    let beside = TELLING.into_iter().filter_map(|field| Some((mapping.column_of(field)?, Sign::Words)));
    let others = mapping.columns().iter().filter(|column| {
        !read[column.index] && !column.is_decided() && !is_of_others(column) && by_heading(column).is_none()
    });
    headed.chain(beside).chain(others.map(|column| (column.index, by_values(column, people)))).collect()
}

/// The columns without a field. What a person has left out of an earlier file may have been unknown as well.
fn unread(mapping: &Mapping) -> impl Iterator<Item = &Column> {
    mapping.columns().iter().filter(|column| column.field.is_none() && column.how != How::ByHand)
}

/// Returns whether a column is of a relative, or of the days on which people came.
fn is_of_others(column: &Column) -> bool {
    HEADINGS.meaning(&column.key) == Some(Beside::Hired) || column.key.contains("hire") || names_kin(&column.heading)
}

fn by_heading(column: &Column) -> Option<Sign> {
    let key = without_owner(&column.key);
    Some(match told_by(key) {
        // Its first letters look like an owner's.
        _ if [&*column.key, key].iter().any(|key| HEADINGS.meaning(key) == Some(Beside::Employed)) => Sign::Employed,
        Some(Heading::Day) => Sign::Day,
        Some(Heading::Reason) => Sign::Reason,
        Some(Heading::Change) => Sign::Change,
        Some(Heading::Asked) => Sign::Left,
        None if column.is_headed(Field::Status) => Sign::Status(Question::of(&column.heading)),
        None => return None,
    })
}

/// What the values tell below a heading that says nothing: letters of statuses, days in a few of the rows, or else words in any of them.
fn by_values(column: &Column, people: &[&Row]) -> Sign {
    let filled: Vec<&str> = values(people, column.index).collect();
    let heading = words_of(&column.heading);
    let are_statuses = filled.iter().all(|cell| CODES.contains(&word_key(cell)))
        && filled.iter().any(|cell| word_key(cell) == "a")
        && heading.iter().any(|word| word == "status");
    // `Leave End Date` is of a leave; `Leave Date` may be the day of leaving.
    let is_leave = |word: &String| LineWord::Leave.contains(word);
    let is_of_leave = heading.iter().any(is_leave) && !heading.iter().all(|word| is_leave(word) || is_day(word));
    let is_date = |cell: &&str| read_birth_date(cell, LATEST, DateOrder::MonthFirst).is_some();
    let are_days = people.len() >= FEWEST_ROWS && filled.len() * 2 <= people.len() && filled.iter().all(is_date);
    match () {
        () if are_statuses => Sign::Letter,
        () if are_days && !filled.is_empty() && !is_of_leave => Sign::SomeDay,
        () => Sign::Words,
    }
}

/// A column with its heading.
type Headed = (usize, Arc<str>);

/// The columns of a file that may tell who has left and who starts.
#[derive(Debug, Default)]
pub(in crate::census) struct LeavingColumns {
    told: Vec<(Headed, Sign)>,
    /// Where names stand, beside which a mark may tell it.
    names: Vec<Headed>,
    /// Where days of leaving stand.
    days: Vec<usize>,
    /// Where days of hire stand.
    hired: Vec<Headed>,
    /// Where days of changes stand.
    changed: Vec<Headed>,
    answers: LeavingAnswers,
}

impl LeavingColumns {
    pub(in crate::census) fn among(mapping: &Mapping, signs: &[(usize, Sign)], answers: &LeavingAnswers) -> Self {
        let headed = |place: usize| (place, Arc::from(mapping.columns()[place].heading.as_str()));
        let days = |beside: Beside| -> Vec<Headed> {
            let says = |key: &str| HEADINGS.meaning(key) == Some(beside);
            let is_one = |column: &&Column| says(&column.key) || says(without_owner(&column.key));
            unread(mapping).filter(is_one).map(|column| headed(column.index)).collect()
        };
        let is_day = |column: &&Column| told_by(without_owner(&column.key)) == Some(Heading::Day);
        let names = [Field::FirstName, Field::LastName, Field::FullName];
        Self {
            told: signs.iter().map(|(place, sign)| (headed(*place), *sign)).collect(),
            names: names.into_iter().filter_map(|field| mapping.column_of(field)).map(headed).collect(),
            days: unread(mapping).filter(is_day).map(|column| column.index).collect(),
            hired: days(Beside::Hired),
            changed: days(Beside::ChangeDay),
            answers: answers.clone(),
        }
    }

    /// Notes what the first column of a row tells that tells anything of leaving, else what stands beside a name, else when the person starts.
    /// A person hired after the day of leaving has come back.
    pub(in crate::census) fn fill(&self, row: &Row, raw: &mut RawRow) {
        let told = self.told.iter().find_map(|((place, heading), sign)| {
            let text = text_of(row, *place);
            may_tell(*sign, text).then(|| self.leaving(heading, text, (*sign, self.day(row, *place, *sign))))
        });
        let told = told.or_else(|| self.names.iter().find_map(|name| self.beside_name(row, name)));
        raw.leaving = told.filter(|leaving| !self.is_hired_after(leaving, row));
        // Beside what tells of leaving, a day is that of the leaving.
        if raw.leaving.is_none() {
            raw.starting = self.hired.iter().chain(&self.changed).find_map(|(place, heading)| {
                let text = text_of(row, *place);
                let is_day = text.starts_with(|c: char| c.is_alphanumeric()) && holds_digit(text);
                is_day.then(|| Starting { heading: Arc::clone(heading), text: text.into() })
            });
        }
    }

    fn leaving(&self, heading: &Arc<str>, text: &str, (sign, day): (Sign, Option<Box<str>>)) -> Leaving {
        let answer = self.answers.get(&**heading).copied();
        Leaving { heading: Arc::clone(heading), text: text.into(), sign, day, answer }
    }

    fn beside_name(&self, row: &Row, (place, heading): &Headed) -> Option<Leaving> {
        let mark = mark_of_leaving(clean(row.cell(*place)))?;
        let own = holds_digit(&mark).then(|| mark.as_str().into());
        Some(self.leaving(heading, &mark, (Sign::Words, own.or_else(|| self.day(row, *place, Sign::Reason)))))
    }

    /// The day that stands in the row: in the column that tells of leaving itself, else in one of days of leaving, else beside the kind of a
    /// change.
    fn day(&self, row: &Row, place: usize, sign: Sign) -> Option<Box<str>> {
        let own = matches!(sign, Sign::Day | Sign::SomeDay | Sign::Left | Sign::Words).then_some(place);
        let changed = self.changed.iter().filter(|_| sign == Sign::Change).map(|(place, _)| *place);
        let places = own.into_iter().chain(self.days.iter().copied()).chain(changed);
        places.map(|place| text_of(row, place)).find(|text| holds_digit(text)).map(Into::into)
    }

    /// Whether a day of hire lies behind the day of leaving that a column of days tells, in either order of its parts.
    fn is_hired_after(&self, leaving: &Leaving, row: &Row) -> bool {
        let Some(left) = leaving.day.as_deref().filter(|_| matches!(leaving.sign, Sign::Day | Sign::SomeDay)) else {
            return false;
        };
        let is_later = |order| {
            let read = |text: &str| read_birth_date(text, NaiveDate::MAX, order);
            let hired = self.hired.iter().filter_map(|(place, _)| read(text_of(row, *place))).max()?;
            Some(hired > read(left)?)
        };
        let told: Vec<bool> = [DateOrder::MonthFirst, DateOrder::DayFirst].into_iter().filter_map(is_later).collect();
        !told.is_empty() && told.iter().all(|is_later| *is_later)
    }
}

fn text_of(row: &Row, place: usize) -> &str {
    unguarded(clean(row.cell(place)))
}

fn holds_digit(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
}

/// The mark beside a name that tells of leaving, behind other marks.
fn mark_of_leaving(name: &str) -> Option<String> {
    let (bare, mark) = name_and_mark(name)?;
    if says_left(mark) { Some(mark.to_owned()) } else { mark_of_leaving(&bare) }
}

fn may_tell(sign: Sign, text: &str) -> bool {
    if text.is_empty() || is_placeholder(text) {
        return false;
    }
    let key = word_key(text);
    let is_no = matches!(&*key, "no" | "n" | "false" | "0");
    let is_end = || {
        ENDS.contains(&key)
            || (says_left(text) && LineWord::Negation.place_in(&vocabulary::words_of(&fold(text))).is_none())
    };
    match sign {
        Sign::Day | Sign::SomeDay => text.starts_with(|c: char| c.is_alphanumeric()),
        // After a no another column may still tell it.
        Sign::Left => ANSWERS.meaning(&key) == Some(true) || (holds_digit(text) && !is_no) || says_left(text),
        Sign::Employed => is_no,
        Sign::Reason => !is_no && !key.is_empty() && key != "active",
        Sign::Change => is_end(),
        // A pending change of our own rosters changes nothing.
        Sign::Words => says_left(text) && read_pending_status(text).is_none(),
        Sign::Letter => matches!(&*key, "t" | "i"),
        Sign::Status(question) => {
            let answer = question.and_then(|question| question.answer(text));
            answer.or_else(|| read_status(text)) == Some(Status::InActive)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Remembered;
    use super::*;

    /// The sign of a column below this heading, with these cells.
    fn sign(heading: &str, cells: [&str; 4]) -> Option<Sign> {
        let mapping = Mapping::propose(["First", "Last", "DOB", heading], &Remembered::default());
        let rows = cells.map(|cell| Row::default().with_cells(["Ann", "Moss", "1/2/1980", cell].into_iter()));
        let found = signs(&mapping, &rows.each_ref());
        found.into_iter().find(|(place, _)| *place == 3).map(|(_, sign)| sign)
    }

    #[test]
    fn values_below_any_heading_may_tell_who_has_left() {
        for (heading, cells, expected) in [
            ("HR Info", ["Active", "Terminated", "Active", ""], Some(Sign::Words)),
            ("Notes", ["", "Termed 10/15/2026", "moved in May", ""], Some(Sign::Words)),
            ("HR Status", ["A", "T", "A", "A"], Some(Sign::Letter)),
            ("Shift", ["A", "T", "A", "A"], Some(Sign::Words)),
            ("HR Status", ["A", "B", "C", "T"], Some(Sign::Words)),
            ("Inactivation", ["", "10/15/2026", "", ""], Some(Sign::SomeDay)),
            ("Inactivation", ["1/5/2020", "10/15/2026", "2/3/2019", ""], Some(Sign::Words)),
            ("Rehire Date", ["", "10/15/2026", "", ""], None),
            ("Last Hire", ["", "10/15/2026", "", ""], None),
            ("Spouse Status", ["", "Terminated", "", ""], None),
            ("Leave End Date", ["", "10/15/2026", "", ""], Some(Sign::Words)),
            ("Leave Date", ["", "10/15/2026", "", ""], Some(Sign::SomeDay)),
            ("Transaction", ["A", "", "T", "C"], Some(Sign::Change)),
            ("Transaction", ["Add", "", "Term", ""], Some(Sign::Change)),
        ] {
            assert_eq!(sign(heading, cells), expected, "{heading} {cells:?}");
        }
    }
}
