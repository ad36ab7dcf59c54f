//! Columns that tell who has left and are no statuses: a day of termination, the kind of a change, a second column of statuses. They change
//! nothing (rules.md#census-columns), but whoever is read as active beside them is told.

use std::sync::Arc;

use chrono::{Months, NaiveDate};

use super::super::columns::{Column, How, Mapping};
use super::super::field::Field;
use super::super::headings::without_owner;
use super::super::issue::{Issue, IssueKind};
use super::super::letters::Letters;
use super::super::lines::Row;
use super::super::questions::LeavingAnswers;
use super::super::raw::RawRow;
use super::super::record::Entry;
use super::super::statuses::is_status;
use super::super::values::{
    DateOrder, Question, clean, is_placeholder, read_birth_date, read_status, unguarded, word_key,
};
use crate::members::Status;
use crate::period::shown_date;
use crate::text::fold;

/// What a column may tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    /// The day on which somebody leaves.
    Day,
    /// Whether somebody has left, or since when.
    Left,
    /// Whether somebody is employed still.
    Employed,
    /// Why somebody has left, in any words.
    Reason,
    /// What kind of change the row is, by a word.
    Change,
    /// The same by a letter among others.
    ChangeLetter,
    /// The same by a code of X12 (INS03).
    Maintenance,
    /// The status, beside the column that is read.
    Status(Option<Question>),
}

const DAYS: &[&str] = &[
    "termdate",
    "termdt",
    "terminationdate",
    "terminationdt",
    "dateofterm",
    "dateoftermination",
    "dateterminated",
    "dateterm",
    "datetermed",
    "terminateddate",
    "terminatedon",
    "termeffectivedate",
    "terminationeffectivedate",
    "employmentenddate",
    "employmenttermdate",
    "employmentterminationdate",
    "coverageenddate",
    "coverageend",
    "coveragetermdate",
    "coverageterminationdate",
    "benefitenddate",
    "benefittermdate",
    "benefitterminationdate",
    "enddate",
    "enddt",
    "inactivedate",
    "inactivatedon",
    "canceldate",
    "canceldt",
    "cancellationdate",
    "dateofcancellation",
    "dropdate",
    "dropdt",
    "deletiondate",
    "deletedate",
    "resigndate",
    "quitdate",
    "datequit",
    "dateleft",
    "resignationdate",
    "coverageenddt",
    "coveragetermdt",
    "coverageterm",
    "coveragecanceldate",
    "employmentenddt",
    "employmenttermdt",
    "thrudate",
    "coveragethrudate",
    "separationdate",
    "dateofseparation",
    "lastday",
    "lastdayworked",
    "lastdayofwork",
    "lastdayofemployment",
    "lastworkday",
    "releasedate",
    "exitdate",
    "dot",
    "trmdt",
    "trmdate",
    "benefitsenddate",
    "benefitend",
    "benefitsend",
    "benefitstermdate",
    "covend",
    "covenddate",
    "covenddt",
    "covterm",
    "covtermdate",
    "covtermdt",
    "covtrmdt",
];

const LEFT: &[&str] = &["terminated", "isterminated", "termed", "termination", "term", "separated", "hasleft", "left"];

const EMPLOYED: &[&str] =
    &["currentlyemployed", "stillemployed", "isemployed", "employed", "activelyemployed", "isstillemployed"];

const REASONS: &[&str] = &[
    "terminationreason",
    "termreason",
    "trmreason",
    "reasonfortermination",
    "terminationreasoncode",
    "termreasoncode",
    "separationreason",
    "reasonforseparation",
    "reasonforleaving",
    "exitreason",
];

const CHANGES: &[&str] = &[
    "changetype",
    "typeofchange",
    "changecode",
    "transactiontype",
    "transactioncode",
    "transaction",
    "actiontype",
    "actioncode",
    "action",
    "actn",
    "act",
    "addchangeterm",
    "addtermchange",
    "change",
    "changeindicator",
    "updatecode",
    "addchangedelete",
    "addchangedrop",
    "eventtype",
    "event",
    "recordaction",
    "enrollmentaction",
    "maintenancetype",
    "maintenancereason",
    "changereason",
    "reasonforchange",
    "leavereason",
    "txn",
    "txntype",
    "txncode",
    "trans",
    "transtype",
    "transcode",
    "trantype",
    "trancode",
];

const MAINTENANCE: &[&str] = &[
    "maintenancetypecode",
    "maintenancecode",
    "maintenancetype",
    "mainttypecode",
    "maintcode",
    "maintcd",
    "mainttype",
    "ins03",
];

/// How such a change is called.
const ENDS: &[&str] = &[
    "trm",
    "term",
    "terms",
    "termed",
    "terminate",
    "terminated",
    "termination",
    "cancel",
    "canceled",
    "cancelled",
    "cancellation",
    "drop",
    "dropped",
    "del",
    "delete",
    "deleted",
    "deletion",
    "disenroll",
    "disenrolled",
    "disenrollment",
    "inactivate",
    "inactivated",
    "separation",
    "remove",
    "removed",
];

/// Words by which the reason of a change says that somebody has left his employer, unless another word says that it is not so, or whose end it is.
const GONE: &[&str] = &[
    "term",
    "termed",
    "terminated",
    "termination",
    "resigned",
    "resignation",
    "quit",
    "dismissed",
    "dismissal",
    "discharged",
    "fired",
    "layoff",
    "laid",
    "deceased",
    "retired",
    "retirement",
];
const NOT_GONE: &[&str] = &[
    "no",
    "not",
    "non",
    "spouse",
    "spouses",
    "partner",
    "dependent",
    "child",
    "coverage",
    "other",
    "short",
    "long",
    "pending",
    "rescinded",
    "reinstated",
    "reversed",
];

/// How it is said that somebody has left.
const YES: &[&str] = &["yes", "y", "true", "x"];

/// A day further back than so many months is none of a list of today, or the year of two digits is one to come.
const LONG_AGO: Months = Months::new(50 * 12);

/// Where the day of a change stands, beside a column that tells what kind of change it is.
const CHANGE_DAYS: &[&str] = &[
    "effectivedate",
    "effectivedt",
    "effdate",
    "effdt",
    "dateeffective",
    "changedate",
    "changeeffectivedate",
    "dateofchange",
    "eventdate",
    "actiondate",
    "transactiondate",
];

/// A day of leaving lies at most so many months ahead; a later one is none that a list tells.
const AHEAD: Months = Months::new(24);

/// What a column of a row tells of its leaving.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaving {
    heading: Arc<str>,
    text: Box<str>,
    sign: Sign,
    /// The day, as it stands in the row.
    day: Option<Box<str>>,
    /// The user's answer: whether the people this column marks have left.
    answer: Option<bool>,
}

impl Leaving {
    /// The heading of the column that tells it.
    pub const fn heading(&self) -> &Arc<str> {
        &self.heading
    }

    /// Whether the file asks if the person of a row with this status has left: only this column says it (rules.md#told-leaving).
    pub(in crate::census) fn is_asked(&self, status: Entry<Status>, today: NaiveDate) -> bool {
        !matches!(self.sign, Sign::Status(_)) && self.has_left(status, today)
    }

    /// Whether a person has said that they have left.
    pub(in crate::census) fn is_confirmed(&self) -> bool {
        self.answer == Some(true)
    }

    /// The day that the row names, where it names one.
    pub(in crate::census) fn day(&self, today: NaiveDate) -> Option<NaiveDate> {
        day_of_leaving(self.day.as_deref()?, today)
    }

    fn has_left(&self, status: Entry<Status>, today: NaiveDate) -> bool {
        match self.sign {
            Sign::Day => status == Entry::Blank && is_past(&self.text, today),
            Sign::Left => status == Entry::Blank && (is_yes(&self.text) || is_past(&self.text, today)),
            Sign::Employed | Sign::Reason | Sign::Change | Sign::ChangeLetter | Sign::Maintenance => {
                status == Entry::Blank
            }
            Sign::Status(_) => status == Entry::Value(Status::Active),
        }
    }

    /// What is to be said of a row with this status; nothing where a person has said that it has not left.
    pub(in crate::census) fn issue(&self, line: u64, status: Entry<Status>, today: NaiveDate) -> Option<Issue> {
        let Self { heading, text, .. } = self;
        if self.answer.is_some() && self.is_asked(status, today) {
            let day = self.day(today).map_or_else(String::new, |day| format!(" from {}", shown_date(day)));
            let message = format!("Status is read as In-Active{day}: '{heading}' says '{text}'.");
            let said = Issue::of_field(line, Field::Status, IssueKind::LeftAsSaid, message).with_value(text);
            return self.is_confirmed().then_some(said);
        }
        let why = match self.sign {
            Sign::Status(_) => "which is not read",
            _ => "and no column says the status",
        };
        self.has_left(status, today).then(|| {
            let message = format!(
                "The row is read as Active. '{heading}' says '{text}', {why}: check whether the person has left."
            );
            Issue::of_field(line, Field::Status, IssueKind::SaysLeft, message).with_value(text)
        })
    }
}

/// What is to be said of a row whose status is a letter with a day.
pub(in crate::census) fn by_code(line: u64, text: &str) -> Issue {
    let message = format!(
        "The row is read as Active. 'Status' says '{text}', which may be a day of leaving: check whether the person has left."
    );
    Issue::of_field(line, Field::Status, IssueKind::SaysLeft, message).with_value(text)
}

/// Whether a column is headed as the days on which people leave, of employment or of what covers them; a mere `End Date` may be a plan's.
pub(in crate::census) fn is_day_of_leaving(key: &str) -> bool {
    let key = without_owner(key);
    DAYS.contains(&key) && key != "enddate"
}

fn is_yes(text: &str) -> bool {
    let key = word_key(text);
    YES.contains(&key.as_str()) || ENDS.contains(&key.as_str())
}

/// Whether a reason in several words, or one, is that somebody has left his employer.
fn says_gone(text: &str) -> bool {
    let folded = fold(text);
    let words = || folded.split(|c: char| !c.is_alphanumeric());
    words().any(|word| GONE.contains(&word)) && !words().any(|word| NOT_GONE.contains(&word))
}

/// Whether a text is a day that has come.
fn is_past(text: &str, today: NaiveDate) -> bool {
    let earliest = today.checked_sub_months(LONG_AGO);
    read_birth_date(text, today, DateOrder::MonthFirst)
        .is_some_and(|day| earliest.is_some_and(|earliest| day >= earliest))
}

/// The day of leaving, when it lies in the last decades or in the months ahead that a list may name.
fn day_of_leaving(text: &str, today: NaiveDate) -> Option<NaiveDate> {
    let (earliest, latest) = (today.checked_sub_months(LONG_AGO)?, today.checked_add_months(AHEAD)?);
    read_birth_date(text, latest, DateOrder::MonthFirst).filter(|day| *day >= earliest)
}

/// The columns of a file that may tell who has left.
#[derive(Debug, Default)]
pub(in crate::census) struct LeavingColumns {
    told: Vec<(usize, Arc<str>, Sign)>,
    /// Where days of leaving stand.
    days: Vec<usize>,
    /// Where days of changes stand.
    change_days: Vec<usize>,
    answers: LeavingAnswers,
}

impl LeavingColumns {
    pub(in crate::census) fn among(mapping: &Mapping, letters: &Letters, answers: &LeavingAnswers) -> Self {
        // What a person has left out of this file is left out; of an earlier file, it may have been unknown as well.
        let open = mapping.columns().iter().filter(|column| column.field.is_none() && column.how != How::ByHand);
        let places = |keys: &[&str]| -> Vec<usize> {
            let has = |column: &&Column| keys.contains(&without_owner(&column.key));
            open.clone().filter(has).map(|column| column.index).collect()
        };
        let (days, change_days) = (places(DAYS), places(CHANGE_DAYS));
        let told = open.filter_map(|column| {
            let sign = match sign_of(column)? {
                Sign::Change | Sign::Maintenance if letters.may_be_changes(column.index) => Sign::ChangeLetter,
                sign => sign,
            };
            Some((column.index, column.heading.as_str().into(), sign))
        });
        Self { told: told.collect(), days, change_days, answers: answers.clone() }
    }

    /// Notes what the first column of a row tells that tells anything.
    pub(in crate::census) fn fill(&self, row: &Row, raw: &mut RawRow) {
        raw.leaving = self.told.iter().find_map(|(place, heading, sign)| {
            let text = unguarded(clean(row.cell(*place)));
            may_tell(*sign, text).then(|| Leaving {
                heading: Arc::clone(heading),
                text: text.into(),
                sign: *sign,
                day: self.day(row, (*place, *sign)),
                answer: self.answers.get(&**heading).copied(),
            })
        });
    }

    /// The day that stands in the row: in the column that tells of leaving itself, else in one of days of leaving, else beside the kind of a
    /// change.
    fn day(&self, row: &Row, (place, sign): (usize, Sign)) -> Option<Box<str>> {
        let own = matches!(sign, Sign::Day | Sign::Left).then_some(place);
        let is_change = matches!(sign, Sign::Change | Sign::ChangeLetter | Sign::Maintenance);
        let change_days = if is_change { &self.change_days[..] } else { &[] };
        let places = own.iter().chain(&self.days).chain(change_days);
        let holds = |text: &&str| text.contains(|c: char| c.is_ascii_digit());
        places.map(|place| unguarded(clean(row.cell(*place)))).find(holds).map(Into::into)
    }
}

fn sign_of(column: &Column) -> Option<Sign> {
    let key = without_owner(&column.key);
    match () {
        // Its first letters look like an owner's.
        () if EMPLOYED.contains(&column.key.as_str()) || EMPLOYED.contains(&key) => Some(Sign::Employed),
        () if REASONS.contains(&key) => Some(Sign::Reason),
        () if MAINTENANCE.contains(&key) => Some(Sign::Maintenance),
        () if DAYS.contains(&key) => Some(Sign::Day),
        () if LEFT.contains(&key) => Some(Sign::Left),
        () if CHANGES.contains(&key) => Some(Sign::Change),
        () if is_status(column) => Some(Sign::Status(Question::of(&column.heading))),
        () => None,
    }
}

fn may_tell(sign: Sign, text: &str) -> bool {
    if text.is_empty() || is_placeholder(text) {
        return false;
    }
    let key = word_key(text);
    let is_end = || ENDS.contains(&key.as_str()) || says_gone(text);
    match sign {
        Sign::Day | Sign::Left => text.starts_with(|c: char| c.is_alphanumeric()),
        Sign::Employed => matches!(key.as_str(), "no" | "n" | "false" | "0"),
        Sign::Reason => !matches!(key.as_str(), "" | "0" | "no" | "n" | "false" | "active"),
        Sign::Change => is_end(),
        Sign::ChangeLetter => matches!(key.as_str(), "t" | "d") || is_end(),
        Sign::Maintenance => matches!(text, "002" | "02" | "2" | "024" | "24") || is_end(),
        Sign::Status(question) => {
            let answer = question.and_then(|question| question.answer(text));
            answer.or_else(|| read_status(text)) == Some(Status::InActive)
        }
    }
}
