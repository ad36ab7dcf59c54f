//! Columns that tell who has left and are no statuses: a day of termination, the kind of a change, a second column of statuses, words below any
//! heading. They change nothing (rules.md#told-leaving): the row says so, and the file asks.

use std::sync::Arc;

use chrono::NaiveDate;

use super::family_columns::{FamilyColumns, FamilyMember};
use super::few::{self, Few, holds_day, is_open_end, text_of};
use super::roles::{role_in, telling};
use super::shown::values;
use super::{Column, How, Mapping};
use crate::census::cells::{
    DateOrder, Question, Standing, answer_in, is_placeholder, may_say_left, name_and_mark, read_birth_date,
    read_pending_status, read_status, says_left, says_more_than_relationship, standing, word_key,
};
use crate::census::field::Field;
use crate::census::findings::{Leaving, LeavingAnswers, Sign};
use crate::census::keys::id_key;
use crate::census::source::{RawRow, Row};
use crate::census::vocabulary::leaving::{LeavingValue, Part, WholeHeading, told_by};
use crate::census::vocabulary::{
    Answer, CellWord, HeadingWord, Kin, Meaning, MemberType, RoleHeading, heading_words, names_kin, without_owner,
};
use crate::members::Status;

/// By what the cells of a column may tell that a person has left.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    /// By a mark beside the name: `Tom - TERM`.
    Mark,
    /// By what few rows have there, and no rule reads.
    Few(Few),
}

impl Reads {
    /// By the heading; `None` where that tells nothing.
    fn by_heading(column: &Column) -> Option<Self> {
        let words = heading_words(&column.heading);
        let bare: String = words.iter().filter(|word| Kin::of(word).is_none()).map(String::as_str).collect();
        // `Subscriber Last` is a name.
        let is_named = column.owned.is_some() || column.family.is_some_and(|own| own.field != Field::FullName);
        let is_other = is_named || column.headed.is_some_and(|field| field != Field::Status);
        let told = told_by(without_owner(&column.key)).or_else(|| told_by(&bare));
        Some(match told.filter(|_| !is_other) {
            Some(Part::Leaving) => Self::Leaving,
            Some(_) => Self::Change,
            None if column.is_headed(Field::Status) => Self::Status(Question::of(&column.heading)),
            None => return None,
        })
    }

    /// Beside what is read as a field: a word may tell it, as `Retiree` does among relationships.
    const fn beside(field: Field) -> Self {
        match field {
            Field::PlanName => Self::Cover,
            Field::Relationship | Field::MemberType => Self::Role,
            field if field.is_name() => Self::Mark,
            _ => Self::Words,
        }
    }

    /// By the values below a heading that says nothing: answers, or else words in any of them.
    fn by_values(column: &Column, people: &[&Row]) -> Self {
        let filled: Vec<&str> = values(people, column.index).filter(|cell| !is_open_end(cell)).collect();
        let covers =
            RoleHeading::Other.words().any(|word| column.key.contains(word)) && !column.has(HeadingWord::Contact);
        let is_told = column.has(HeadingWord::Trait) || column.is_headed(Field::FamilyId);
        match answer_of_leaving(&column.heading, &filled).filter(|_| !is_told) {
            Some(answer) => Self::Answer(answer),
            None if covers && !is_told => Self::Cover,
            None => Self::Words,
        }
    }

    /// What a cell tells of leaving.
    fn told(&self, text: &str) -> Option<String> {
        self.tells(text).then(|| match self {
            Self::Mark => mark_of_leaving(text).unwrap_or_default(),
            _ if text.is_empty() => BLANK.to_owned(),
            _ => text.to_owned(),
        })
    }

    fn tells(&self, text: &str) -> bool {
        let key = || word_key(text);
        match self {
            Self::Few(few) => few.tells(text),
            Self::Cover if CellWord::NoCover.contains(&key()) => true,
            // Nearly every cell stops here.
            Self::Words | Self::Cover | Self::Mark | Self::Role if !may_say_left(text) => false,
            _ if text.is_empty() || is_placeholder(text) || is_open_end(text) => false,
            Self::Mark => mark_of_leaving(text).is_some(),
            // After a no another column may still tell it.
            Self::Leaving => {
                answer_in(text) != Some(Answer::No) && key() != "active" && text.contains(char::is_alphanumeric)
            }
            Self::Answer(answer) => answer_in(text) == Some(*answer),
            Self::Change => LeavingValue::End.contains(&key()) || says_left(text),
            // A pending change of our own rosters changes nothing.
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

/// A column that may tell who has left.
#[derive(Debug, Clone, PartialEq, Eq)]
struct LeavingColumn {
    place: usize,
    /// The heading, or that of the question about all columns of which few rows have something.
    title: Arc<str>,
    reads: Reads,
    sign: Sign,
    /// Whether the title names the values, so that a no holds for everybody who has them.
    is_named: bool,
}

impl LeavingColumn {
    fn new(column: &Column, title: &str, reads: Reads, is_named: bool) -> Self {
        let is_status = || heading_words(&column.heading).iter().any(|word| word == "status");
        let sign = match reads {
            Reads::Few(_) if is_status() => Sign::FewStatus,
            Reads::Few(_) => Sign::Few,
            Reads::Status(_) | Reads::Cover | Reads::Answer(_) => Sign::Status,
            _ if is_status() => Sign::Status,
            _ => Sign::Told,
        };
        Self { place: column.index, title: title.into(), reads, sign, is_named }
    }
}

/// The columns of a file that may tell who has left.
#[derive(Debug, Default)]
pub(in crate::census) struct LeavingColumns {
    /// The surest first.
    columns: Vec<LeavingColumn>,
    /// Where few rows have something that no rule reads.
    few: Vec<LeavingColumn>,
    /// Where days of hire stand.
    hired: Vec<usize>,
    /// Where days of changes stand.
    changed: Vec<usize>,
}

impl LeavingColumns {
    /// Those that are headed so and those that are read as something else. Behind them come those that no heading explains, which may be of
    /// anything, and what few rows have.
    pub(in crate::census) fn among(mapping: &Mapping, people: &[&Row]) -> Self {
        let (read, columns) = (mapping.read_places(), mapping.columns());
        // What a person has left out of an earlier file may have been unknown as well.
        let unread = || columns.iter().filter(|column| column.field.is_none() && column.how != How::ByHand);
        let is_of_kin = |column: &Column| names_kin(&column.heading) && !is_of_dependents(column, mapping, people);
        let headed = unread().filter(|column| !is_of_kin(column));
        let headed = headed.filter_map(|column| Some((column, Reads::by_heading(column)?)));
        let beside = Field::ALL.into_iter().filter_map(|field| Some((mapping.holder(field)?, Reads::beside(field))));
        let is_hire = |column: &Column| says(column, WholeHeading::Hired) || column.key.contains("hire");
        let others = columns.iter().filter(|column| {
            let is_asked = || mapping.asked().any(|place| place == column.index);
            let is_of_others = is_hire(column) || is_of_kin(column) || is_asked();
            !read[column.index] && !column.is_decided() && !is_of_others && Reads::by_heading(column).is_none()
        });
        let others = others.map(|column| (column, Reads::by_values(column, people)));
        let told: Vec<(&Column, Reads)> = headed.chain(beside).chain(others).collect();
        let may_have_few = |column: &Column| match told.iter().find(|(own, _)| own.index == column.index) {
            Some((_, reads)) => !matches!(reads, Reads::Leaving | Reads::Change),
            None => is_hire(column),
        };
        let (title, few) = few::among(mapping, people, may_have_few);
        let few = few.into_iter();
        let few = few.map(|(column, few, is_named)| LeavingColumn::new(column, &title, Reads::Few(few), is_named));
        let told = told.into_iter().map(|(column, reads)| LeavingColumn::new(column, &column.heading, reads, false));
        let is_of_change = |column: &&Column| says(column, WholeHeading::ChangeDay);
        Self {
            columns: told.collect(),
            few: few.collect(),
            hired: unread().filter(|column| is_hire(column)).map(|column| column.index).collect(),
            changed: unread().filter(is_of_change).map(|column| column.index).collect(),
        }
    }

    /// Notes what the first column of a row tells that tells anything of leaving. Where none does, or a person has denied it, follows what few rows
    /// have. A person hired after the day of leaving has come back.
    pub(in crate::census) fn fill(&self, row: &Row, raw: &mut RawRow, answers: &LeavingAnswers) {
        let told = |column: &LeavingColumn| {
            let text = column.reads.told(text_of(row, column.place))?;
            let day = self.day(row, &text, &column.reads);
            let whose = if column.is_named { 0 } else { whose(raw, &text) };
            let answer = answers.get(&*column.title).copied();
            Some(Leaving { heading: column.title.clone(), text: text.into(), sign: column.sign, day, whose, answer })
        };
        let first = [&self.columns, &self.few].map(|columns| columns.iter().find_map(told));
        for told in first.into_iter().flatten().filter(|told| !self.is_hired_after(told.day.as_deref(), row)) {
            let is_denied = told.answer == Some(false);
            raw.leaving.push(told);
            if !is_denied {
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
            let is_ended = *field == Field::Relationship && says_more_than_relationship(text);
            if let Some(told) = Reads::beside(*field).told(text).or_else(|| is_ended.then(|| text.to_owned())) {
                let heading: Arc<str> = mapping.columns()[*place].heading.as_str().into();
                let day = holds_day(&told).then(|| told.as_str().into());
                let (whose, answer) = (whose(&person.raw, &told), answers.get(&*heading).copied());
                person.raw.leaving.push(Leaving { heading, text: told.into(), sign: Sign::Told, day, whose, answer });
            }
        }
    }

    /// The day that stands in the row: in the text itself, else in another column that tells of leaving. The kind of a change may have its day
    /// beside it.
    fn day(&self, row: &Row, text: &str, reads: &Reads) -> Option<Box<str>> {
        let own = holds_day(text).then_some(text);
        if let (None, Reads::Few(_)) | (Some(_), _) = (own, reads) {
            return own.map(Into::into);
        }
        let others = self.columns.iter().filter(|other| other.reads == Reads::Leaving).map(|other| other.place);
        let changed = self.changed.iter().filter(|_| *reads == Reads::Change).copied();
        others.chain(changed).map(|place| text_of(row, place)).find(|text| holds_day(text)).map(Into::into)
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

/// Stands for a blank cell.
const BLANK: &str = "(blank)";

/// The key of a person and of what a cell tells of it.
fn whose(raw: &RawRow, text: &str) -> u64 {
    let own = [Field::FirstName, Field::LastName, Field::FullName, Field::DateOfBirth].map(|field| raw.get(field));
    let own: Vec<&str> = own.into_iter().flatten().chain([text]).collect();
    id_key(b'w', &own.join(" "))
}

/// Whether a column headed as one of a relative is of dependents in rows of their own: only they have a value there.
fn is_of_dependents(column: &Column, mapping: &Mapping, people: &[&Row]) -> bool {
    let told = telling(mapping);
    let is_dependent = |row: &&&Row| role_in(told, row) == Some(MemberType::Dependent);
    let filled = values(people, column.index).count();
    let dependents: Vec<&Row> = people.iter().filter(is_dependent).copied().collect();
    let are_theirs = filled > 0 && filled == values(&dependents, column.index).count();
    are_theirs && FamilyColumns::among(mapping).is_empty()
}

/// Whether a whole heading says so.
fn says(column: &Column, heading: WholeHeading) -> bool {
    [&*column.key, without_owner(&column.key)].iter().any(|key| heading.contains(key))
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
        found.columns.into_iter().find(|column| column.place == 3).map(|column| column.reads)
    }

    #[test]
    fn a_column_of_a_relative_may_tell_it_where_dependents_have_rows() {
        let reads = |heading: &str, cells: [&str; 4]| {
            let mapping = Mapping::propose(["First", "Last", "DOB", "Relationship", heading], &Remembered::default());
            let row = |(relationship, cell)| {
                Row::default().with_cells(["Ann", "Moss", "1/2/1980", relationship, cell].into_iter())
            };
            let rows = ["Employee", "Spouse", "Child", "Employee"].into_iter().zip(cells).map(row);
            let rows: Vec<Row> = rows.collect();
            let found = LeavingColumns::among(&mapping, &rows.iter().collect::<Vec<_>>());
            let few = found.few.iter().any(|column| column.place == 4);
            let told = found.columns.into_iter().find(|column| column.place == 4).map(|column| column.reads);
            told.filter(|reads| *reads != Reads::Words || !few).or(few.then_some(Reads::Few(Few::End(0))))
        };
        let few = Some(Reads::Few(Few::End(0)));
        let days = ["", "", "10/15/2026", ""];
        for (heading, cells, expected) in [
            ("Dep Term Date", days, Some(Reads::Leaving)),
            ("Dependent Term Date", days, Some(Reads::Leaving)),
            ("Dep End Date", days, Some(Reads::Leaving)),
            ("Dep Cov End", days, Some(Reads::Leaving)),
            ("Dep Drop Date", days, Some(Reads::Leaving)),
            ("Spouse Term Date", days, Some(Reads::Leaving)),
            ("ChildTermDt", days, Some(Reads::Leaving)),
            ("Dep Term Date", ["10/15/2026", "", "", ""], None),
            ("Dep Elig End", days, few.clone()),
            ("Dep Active", ["", "Y", "N", ""], Some(Reads::Answer(Answer::No))),
            ("Dep Elig", ["", "Y", "N", ""], few.clone()),
            ("Dep Elig", ["", "N", "", ""], few.clone()),
            ("Dep Status", ["", "A", "T", ""], few),
            ("Spouse Waived", ["Y", "", "", "N"], None),
            ("Spouse Coverage", ["Y", "N", "", "N"], None),
            ("Dependent Care FSA", ["N", "", "", "Y"], None),
            ("Spouse Last", ["", "", "", "Reed"], None),
        ] {
            assert_eq!(reads(heading, cells), expected, "{heading} {cells:?}");
        }
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
