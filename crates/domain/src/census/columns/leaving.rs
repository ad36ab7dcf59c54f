//! Columns that tell who has left and are no statuses: a day of termination, the kind of a change, a second column of statuses, words below any
//! heading. They change nothing (rules.md#told-leaving): the row says so, and the file asks.

use std::sync::Arc;

use chrono::NaiveDate;

use super::family_columns::FamilyMember;
use super::few::FewColumns;
use super::shown::values;
use super::{Column, How, Mapping};
use crate::census::cells::{
    DateOrder, Question, Standing, clean, is_placeholder, name_and_mark, read_birth_date, read_pending_status,
    read_status, says_left, says_more_than_relationship, standing, unguarded, without_fraction, word_key,
};
use crate::census::field::Field;
use crate::census::findings::{Leaving, LeavingAnswers, Sign};
use crate::census::source::{RawRow, Row};
use crate::census::vocabulary::leaving::{Heading, LeavingValue, WholeHeading, told_by};
use crate::census::vocabulary::{
    Answer, CellWord, HeadingWord, Meaning, RoleHeading, heading_words, names_kin, without_owner,
};
use crate::members::Status;

/// The fields beside whose values a word may tell it, as `Retiree` does among relationships.
const TELLING: [Field; 12] = [
    Field::Relationship,
    Field::MemberType,
    Field::PlanName,
    Field::Status,
    Field::Email,
    Field::CellPhone,
    Field::HomePhone,
    Field::AddressLine1,
    Field::AddressLine2,
    Field::City,
    Field::State,
    Field::ZipCode,
];

/// A day that no list of people lies behind.
const LATEST: NaiveDate = NaiveDate::from_ymd_opt(2199, 12, 31).expect("a day of the calendar");

/// By what the cells of a column may tell that a person has left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reads {
    /// By anything but a no: the heading speaks of leaving.
    Leaving,
    /// By this answer: the heading asks who is covered.
    Answer(Answer),
    /// By a word, a letter or a code of X12 (INS03) for a change that ends the employment.
    Change,
    /// By words such as `Terminated` or `Termed 10/15/2026`.
    Words,
    /// By such words, by `None` or a no: the column is of coverage.
    Cover,
    /// As a status does, beside the column that is read.
    Status(Option<Question>),
    /// By words, also those of the person's own relationship: `Ex-Spouse`.
    Role,
}

impl Reads {
    /// By the heading; `None` where that tells nothing.
    fn by_heading(column: &Column) -> Option<Self> {
        let key = without_owner(&column.key);
        // `Subscriber Last` is a name.
        let is_other = column.owned.is_some() || column.headed.is_some_and(|field| field != Field::Status);
        Some(match told_by(key).filter(|_| !is_other) {
            Some(Heading::Leaving) => Self::Leaving,
            Some(Heading::Change) => Self::Change,
            None if column.is_headed(Field::Status) => Self::Status(Question::of(&column.heading)),
            None => return None,
        })
    }

    /// By the values below a heading that says nothing: answers, or else words in any of them.
    fn by_values(column: &Column, people: &[&Row]) -> Self {
        let filled: Vec<&str> = values(people, column.index).filter(|cell| !is_open_end(cell)).collect();
        let heading = heading_words(&column.heading);
        let has = |kind: HeadingWord| heading.iter().any(|word| kind.contains(word));
        let covers = RoleHeading::Other.words().any(|word| column.key.contains(word)) && !has(HeadingWord::Contact);
        let is_told = has(HeadingWord::Trait) || column.is_headed(Field::FamilyId);
        match answer_of_leaving(&column.heading, &filled).filter(|_| !is_told) {
            Some(answer) => Self::Answer(answer),
            None if covers && !is_told => Self::Cover,
            None => Self::Words,
        }
    }

    fn tells(self, text: &str) -> bool {
        let key = word_key(text);
        if text.is_empty() || is_placeholder(text) || is_open_end(text) {
            return self == Self::Cover && CellWord::NoCover.contains(&key);
        }
        match self {
            // After a no another column may still tell it.
            Self::Leaving => {
                answer_in(text) != Some(Answer::No)
                    && key != "active"
                    && text.starts_with(|c: char| c.is_alphanumeric())
            }
            Self::Answer(answer) => answer_in(text) == Some(answer),
            Self::Change => LeavingValue::End.contains(&key) || says_left(text),
            // A pending change of our own rosters changes nothing.
            Self::Cover if CellWord::NoCover.contains(&key) => true,
            Self::Words | Self::Cover => {
                read_pending_status(text).is_none() && (says_left(text) || mark_of_leaving(text).is_some())
            }
            Self::Role => says_left(text) || standing(text) == Some(Standing::MayHaveLeft),
            Self::Status(question) => {
                let answer = question.and_then(|question| question.answer(text));
                answer.or_else(|| read_status(text)) == Some(Status::InActive) || says_left(text)
            }
        }
    }
}

/// A column with its heading.
type Headed = (usize, Arc<str>);

/// The columns of a file that may tell who has left.
#[derive(Debug, Default)]
pub(in crate::census) struct LeavingColumns {
    /// The surest first.
    told: Vec<(Headed, Reads)>,
    /// Where names stand, beside which a mark may tell it.
    names: Vec<Headed>,
    /// Where days of hire stand.
    hired: Vec<usize>,
    /// Where days of changes stand.
    changed: Vec<usize>,
    /// Where few rows have something that no rule reads.
    few: FewColumns,
}

impl LeavingColumns {
    /// Those that are headed so, those that are read as something else, and last what no heading says, which may be of anything.
    pub(super) fn among(mapping: &Mapping, people: &[&Row]) -> Self {
        let (read, columns) = (mapping.read_places(), mapping.columns());
        let headed = |place: usize| (place, Arc::from(columns[place].heading.as_str()));
        // What a person has left out of an earlier file may have been unknown as well.
        let unread = || columns.iter().filter(|column| column.field.is_none() && column.how != How::ByHand);
        let told = unread().filter_map(|column| Some((headed(column.index), Reads::by_heading(column)?)));
        let reads = |field| match field {
            Field::PlanName => Reads::Cover,
            Field::Relationship | Field::MemberType => Reads::Role,
            _ => Reads::Words,
        };
        let beside = TELLING.into_iter().filter_map(|field| Some((headed(mapping.column_of(field)?), reads(field))));
        let is_hire = |column: &Column| says(column, WholeHeading::Hired) || column.key.contains("hire");
        let others = columns.iter().filter(|column| {
            let is_asked = || mapping.asked().any(|place| place == column.index);
            let is_of_others = is_hire(column) || names_kin(&column.heading) || is_asked();
            !read[column.index] && !column.is_decided() && !is_of_others && Reads::by_heading(column).is_none()
        });
        let others = others.map(|column| (headed(column.index), Reads::by_values(column, people)));
        let told: Vec<(Headed, Reads)> = told.chain(beside).chain(others).collect();
        let is_words = |column: &Column| {
            let own = told.iter().find(|((place, _), _)| *place == column.index).map(|(_, reads)| *reads);
            own.map_or(is_hire(column), |reads| !matches!(reads, Reads::Leaving | Reads::Change))
        };
        Self {
            few: FewColumns::among(mapping, people, is_words),
            told,
            names: Field::NAMES.into_iter().filter_map(|field| mapping.column_of(field)).map(headed).collect(),
            hired: unread().filter(|column| is_hire(column)).map(|column| column.index).collect(),
            changed: unread()
                .filter(|column| says(column, WholeHeading::ChangeDay))
                .map(|column| column.index)
                .collect(),
        }
    }

    /// Notes what the first column of a row tells that tells anything of leaving, else what stands beside a name, else, or behind a no, what few rows
    /// have. A person hired after the day of leaving has come back.
    pub(in crate::census) fn fill(&self, row: &Row, raw: &mut RawRow, answers: &LeavingAnswers) {
        let of_column = |((place, heading), reads): &(Headed, Reads)| {
            let text = text_of(row, *place);
            let sign = if matches!(reads, Reads::Status(_)) { Sign::Status } else { Sign::Told };
            let told = (Arc::clone(heading), text.to_owned(), self.day(row, *place, *reads), sign);
            reads.tells(text).then_some(told)
        };
        let of_name = |(place, heading): &Headed| {
            let mark = mark_of_leaving(clean(row.cell(*place)))?;
            let day = if holds_day(&mark) { Some(mark.as_str().into()) } else { self.day(row, *place, Reads::Leaving) };
            Some((Arc::clone(heading), mark, day, Sign::Told))
        };
        let of_few = self.few.told(row).map(|(heading, text, sign)| {
            let day = holds_day(&text).then(|| text.as_str().into());
            (heading, text, day, sign)
        });
        let told = self.told.iter().find_map(of_column).or_else(|| self.names.iter().find_map(of_name));
        let told = told.into_iter().chain(of_few).filter(|(.., day, _)| !self.is_hired_after(day.as_deref(), row));
        for (heading, text, day, sign) in told {
            let answer = answers.get(&*heading).copied();
            raw.leaving.push(Leaving { heading, text: text.into(), sign, day, answer });
            if answer != Some(false) {
                return;
            }
        }
    }

    /// Notes what the cells of a relative tell who stands in the employee's row: a mark beside the name, or a relationship that has ended.
    pub(in crate::census) fn fill_relative(
        mapping: &Mapping,
        person: &mut FamilyMember,
        row: &Row,
        answers: &LeavingAnswers,
    ) {
        for (field, place) in &person.columns {
            let text = text_of(row, *place);
            let told = match field {
                Field::Relationship => {
                    (Reads::Role.tells(text) || says_more_than_relationship(text)).then(|| text.to_owned())
                }
                field if field.is_name() => mark_of_leaving(text),
                _ => None,
            };
            let Some(told) = told else { continue };
            let heading: Arc<str> = mapping.columns()[*place].heading.as_str().into();
            let (day, answer) = (holds_day(&told).then(|| told.as_str().into()), answers.get(&*heading).copied());
            person.raw.leaving.push(Leaving { heading, text: told.into(), sign: Sign::Told, day, answer });
        }
    }

    /// The day that stands in the row: in the column that tells of leaving itself, else in another one, else beside the kind of a change.
    fn day(&self, row: &Row, place: usize, reads: Reads) -> Option<Box<str>> {
        let others = self.told.iter().filter(|(_, reads)| *reads == Reads::Leaving).map(|((place, _), _)| *place);
        let changed = self.changed.iter().filter(|_| reads == Reads::Change).copied();
        let places = std::iter::once(place).chain(others).chain(changed);
        places.map(|place| text_of(row, place)).find(|text| holds_day(text)).map(Into::into)
    }

    /// Whether a day of hire lies behind the day of leaving, in either order of its parts.
    fn is_hired_after(&self, left: Option<&str>, row: &Row) -> bool {
        let is_later = |order| {
            let read = |text: &str| read_birth_date(text, NaiveDate::MAX, order);
            let hired = self.hired.iter().filter_map(|place| read(text_of(row, *place))).max()?;
            Some(hired > read(left?)?)
        };
        let told: Vec<bool> = [DateOrder::MonthFirst, DateOrder::DayFirst].into_iter().filter_map(is_later).collect();
        !told.is_empty() && told.iter().all(|is_later| *is_later)
    }
}

/// Whether a whole heading says so.
fn says(column: &Column, heading: WholeHeading) -> bool {
    [&*column.key, without_owner(&column.key)].iter().any(|key| heading.contains(key))
}

fn text_of(row: &Row, place: usize) -> &str {
    unguarded(clean(row.cell(place)))
}

/// Whether a text is a day that stands for none, such as `12/31/9999`.
fn is_open_end(text: &str) -> bool {
    read_birth_date(text, NaiveDate::MAX, DateOrder::MonthFirst).is_some_and(|day| day > LATEST)
}

/// Whether a text is a date, or ends with one.
fn holds_day(text: &str) -> bool {
    let day = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    let last = text.rsplit(' ').next().unwrap_or_default();
    [text, day, last].iter().any(|text| read_birth_date(text, LATEST, DateOrder::MonthFirst).is_some())
}

fn answer_in(cell: &str) -> Option<Answer> {
    Answer::of(&word_key(without_fraction(cell)))
}

/// Which answer below a heading tells that people have left.
fn answer_of_leaving(heading: &str, filled: &[&str]) -> Option<Answer> {
    let are_words = filled.iter().all(|cell| cell.contains(char::is_alphabetic));
    let are_answers = || filled.iter().all(|cell| answer_in(cell).is_some());
    let status = Question::of(heading).filter(|_| are_words || are_answers())?.answer("no")?;
    Some(if status == Status::InActive { Answer::No } else { Answer::Yes })
}

/// The mark beside a name that tells of leaving, behind other marks.
fn mark_of_leaving(name: &str) -> Option<String> {
    let (bare, mark) = name_and_mark(name)?;
    if says_left(mark) { Some(mark.to_owned()) } else { mark_of_leaving(&bare) }
}

#[cfg(test)]
mod tests {
    use super::super::Remembered;
    use super::*;

    /// By what a column below this heading, with these cells, is read.
    fn reads(heading: &str, cells: [&str; 4]) -> Option<Reads> {
        let mapping = Mapping::propose(["First", "Last", "DOB", heading], &Remembered::default());
        let rows = cells.map(|cell| Row::default().with_cells(["Ann", "Moss", "1/2/1980", cell].into_iter()));
        let found = LeavingColumns::among(&mapping, &rows.each_ref());
        found.told.into_iter().find(|((place, _), _)| *place == 3).map(|(_, reads)| reads)
    }

    #[test]
    fn values_below_any_heading_may_tell_who_has_left() {
        for (heading, cells, expected) in [
            ("HR Info", ["Active", "Terminated", "Active", ""], Some(Reads::Words)),
            ("Notes", ["", "Termed 10/15/2026", "moved in May", ""], Some(Reads::Words)),
            ("HR Status", ["A", "T", "A", "A"], Some(Reads::Words)),
            ("Inactivation", ["", "10/15/2026", "", ""], Some(Reads::Words)),
            ("Rehire Date", ["", "10/15/2026", "", ""], None),
            ("Last Hire", ["", "10/15/2026", "", ""], None),
            ("Spouse Status", ["", "Terminated", "", ""], None),
            ("Leave End Date", ["", "10/15/2026", "", ""], Some(Reads::Words)),
            ("Transaction", ["A", "", "T", "C"], Some(Reads::Change)),
            ("Term Date", ["", "10/15/2026", "", ""], Some(Reads::Leaving)),
            ("Subscriber Last", ["Moss", "Reed", "", ""], Some(Reads::Words)),
        ] {
            assert_eq!(reads(heading, cells), expected, "{heading} {cells:?}");
        }
    }
}
