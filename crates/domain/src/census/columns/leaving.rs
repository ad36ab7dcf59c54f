//! Columns that tell who has left and are no statuses: a day of termination, the kind of a change, a second column of statuses. They change
//! nothing (rules.md#census-columns), but whoever is read as active beside them is told.

use crate::census::findings::leaving::Leaving;
use crate::census::findings::leaving::Sign;
use crate::census::vocabulary::leaving::{CHANGE_DAYS, EMPLOYED, ENDS, Heading, MAINTENANCE, told_by};
use std::sync::Arc;

use super::by_values::Told;
use super::statuses::is_status;
use super::{Column, How, Mapping, leaving_by_values};
use crate::census::cells::{
    Question, clean, is_placeholder, name_and_mark, read_pending_status, read_status, says_left, unguarded, word_key,
};
use crate::census::field::Field;
use crate::census::findings::questions::LeavingAnswers;
use crate::census::source::lines::Row;
use crate::census::source::raw::RawRow;
use crate::census::vocabulary::headings::without_owner;
use crate::census::vocabulary::sections::NEGATED;
use crate::census::vocabulary::values::ANSWERS;
use crate::census::vocabulary::words_of;
use crate::members::Status;
use crate::text::fold;

/// Whether a column is headed as the days on which people leave, of employment or of what covers them; a mere `End Date` may be a plan's.
pub(in crate::census) fn is_day_of_leaving(key: &str) -> bool {
    let key = without_owner(key);
    told_by(key) == Some(Heading::Day) && key != "enddate"
}

/// The columns of a file that may tell who has left.
#[derive(Debug, Default)]
pub(in crate::census) struct LeavingColumns {
    told: Vec<(usize, Arc<str>, Sign)>,
    /// Where days of leaving stand.
    days: Vec<usize>,
    /// Where days of changes stand.
    change_days: Vec<usize>,
    /// Where names stand, beside which a mark may tell it.
    names: Vec<(usize, Arc<str>)>,
    answers: LeavingAnswers,
}

impl LeavingColumns {
    pub(in crate::census) fn among(mapping: &Mapping, values: &Told, answers: &LeavingAnswers) -> Self {
        // What a person has left out of this file is left out; of an earlier file, it may have been unknown as well.
        let open = mapping.columns().iter().filter(|column| column.field.is_none() && column.how != How::ByHand);
        let places = |is_headed: fn(&str) -> bool| -> Vec<usize> {
            let is_one = |column: &&Column| is_headed(without_owner(&column.key));
            open.clone().filter(is_one).map(|column| column.index).collect()
        };
        let names = [Field::FirstName, Field::LastName, Field::FullName].into_iter().filter_map(|field| {
            let column = &mapping.columns()[mapping.column_of(field)?];
            Some((column.index, column.heading.as_str().into()))
        });
        let names = names.collect();
        let (days, change_days) =
            (places(|key| told_by(key) == Some(Heading::Day)), places(|key| CHANGE_DAYS.contains(key)));
        let told = |column: &Column, sign: Sign| {
            let is_letter =
                matches!(sign, Sign::Change | Sign::Maintenance) && values.meanings.may_be_changes(column.index);
            (column.index, column.heading.as_str().into(), if is_letter { Sign::ChangeLetter } else { sign })
        };
        let by_heading = open.filter_map(|column| Some(told(column, sign_of(column)?)));
        // Words may come behind the rows at the beginning, as in a list that is sorted by them.
        let by_values = leaving_by_values::open(mapping).filter(|column| sign_of(column).is_none()).map(|column| {
            let sign = values.leaving.iter().find(|(place, _)| *place == column.index).map(|(_, sign)| *sign);
            told(column, sign.unwrap_or(Sign::Words))
        });
        // Beside what they are read for these may say it, as `Retiree` does among relationships.
        let read =
            [Field::Relationship, Field::MemberType, Field::PlanName, Field::Status].into_iter().filter_map(|field| {
                let column = &mapping.columns()[mapping.column_of(field)?];
                Some((column.index, column.heading.as_str().into(), Sign::Words))
            });
        // What no heading says comes last: it may be of anything.
        Self {
            told: by_heading.chain(read).chain(by_values).collect(),
            days,
            change_days,
            names,
            answers: answers.clone(),
        }
    }

    /// Notes what the first column of a row tells that tells anything, else what stands beside a name.
    pub(in crate::census) fn fill(&self, row: &Row, raw: &mut RawRow) {
        let told = self.told.iter().find_map(|(place, heading, sign)| {
            let text = unguarded(clean(row.cell(*place)));
            may_tell(*sign, text).then(|| Leaving {
                heading: Arc::clone(heading),
                text: text.into(),
                sign: *sign,
                day: self.day(row, (*place, *sign)),
                answer: self.answers.get(&**heading).copied(),
            })
        });
        raw.leaving = told.or_else(|| self.names.iter().find_map(|name| self.beside_name(row, name)));
    }

    fn beside_name(&self, row: &Row, (place, heading): &(usize, Arc<str>)) -> Option<Leaving> {
        let name = clean(row.cell(*place));
        name_and_mark(name)?;
        let mut name = name.to_owned();
        let mark = loop {
            let (bare, mark) = name_and_mark(&name).map(|(bare, mark)| (bare, mark.to_owned()))?;
            if says_left(&mark) {
                break mark;
            }
            name = bare;
        };
        let own = mark.contains(|c: char| c.is_ascii_digit()).then(|| mark.as_str().into());
        Some(Leaving {
            heading: Arc::clone(heading),
            text: mark.as_str().into(),
            sign: Sign::Words,
            day: own.or_else(|| self.day(row, (*place, Sign::Reason))),
            answer: self.answers.get(&**heading).copied(),
        })
    }

    /// The day that stands in the row: in the column that tells of leaving itself, else in one of days of leaving, else beside the kind of a
    /// change.
    fn day(&self, row: &Row, (place, sign): (usize, Sign)) -> Option<Box<str>> {
        let own = matches!(sign, Sign::Day | Sign::SomeDay | Sign::Left | Sign::Words).then_some(place);
        let is_change = matches!(sign, Sign::Change | Sign::ChangeLetter | Sign::Maintenance);
        let change_days = if is_change { &self.change_days[..] } else { &[] };
        let places = own.iter().chain(&self.days).chain(change_days);
        let holds = |text: &&str| text.contains(|c: char| c.is_ascii_digit());
        places.map(|place| unguarded(clean(row.cell(*place)))).find(holds).map(Into::into)
    }
}

fn sign_of(column: &Column) -> Option<Sign> {
    let key = without_owner(&column.key);
    match told_by(key) {
        // Its first letters look like an owner's.
        _ if EMPLOYED.contains(&column.key) || EMPLOYED.contains(key) => Some(Sign::Employed),
        _ if MAINTENANCE.contains(key) => Some(Sign::Maintenance),
        Some(Heading::Day) => Some(Sign::Day),
        Some(Heading::Reason) => Some(Sign::Reason),
        Some(Heading::Change) => Some(Sign::Change),
        Some(Heading::Asked) => Some(Sign::Left),
        None => is_status(column).then(|| Sign::Status(Question::of(&column.heading))),
    }
}

fn is_no(key: &str) -> bool {
    matches!(key, "no" | "n" | "false" | "0")
}

fn may_tell(sign: Sign, text: &str) -> bool {
    if text.is_empty() || is_placeholder(text) {
        return false;
    }
    let key = || word_key(text);
    let is_end = || ENDS.contains(&key()) || (says_left(text) && NEGATED.place_in(&words_of(&fold(text))).is_none());
    match sign {
        Sign::Day | Sign::SomeDay => text.starts_with(|c: char| c.is_alphanumeric()),
        // After a no another column may still tell it.
        Sign::Left => {
            let is_day = || text.contains(|c: char| c.is_ascii_digit()) && !is_no(&key());
            ANSWERS.meaning(&key()) == Some(true) || is_day() || says_left(text)
        }
        Sign::Employed => is_no(&key()),
        Sign::Reason => !matches!(&*key(), "" | "0" | "no" | "n" | "false" | "active"),
        Sign::Change => is_end(),
        Sign::ChangeLetter => matches!(&*key(), "t" | "d") || is_end(),
        Sign::Maintenance => matches!(text, "002" | "02" | "2" | "024" | "24") || is_end(),
        // A pending change of our own rosters changes nothing.
        Sign::Words => says_left(text) && read_pending_status(text).is_none(),
        Sign::Letter => matches!(&*key(), "t" | "i"),
        Sign::Status(question) => {
            let answer = question.and_then(|question| question.answer(text));
            answer.or_else(|| read_status(text)) == Some(Status::InActive)
        }
    }
}
