//! Columns that tell who has left and are no statuses: a day of termination, the kind of a change, a second column of statuses. They change
//! nothing (rules.md#census-columns), but whoever is read as active beside them is told.

use std::sync::Arc;

use chrono::{Months, NaiveDate};

use super::columns::{Column, How, Mapping};
use super::field::Field;
use super::headings::without_owner;
use super::issue::{Issue, IssueKind};
use super::letters::Letters;
use super::lines::Row;
use super::raw::RawRow;
use super::record::Entry;
use super::statuses::is_status;
use super::values::{DateOrder, Question, clean, is_placeholder, read_birth_date, read_status, unguarded, word_key};
use crate::members::Status;
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

/// What a column of a row tells of its leaving.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaving {
    heading: Arc<str>,
    text: Box<str>,
    sign: Sign,
}

impl Leaving {
    /// What is to be said of a row with this status.
    pub(super) fn issue(&self, line: u64, status: Entry<Status>, today: NaiveDate) -> Option<Issue> {
        let has_left = match self.sign {
            Sign::Day => status == Entry::Blank && is_past(&self.text, today),
            Sign::Left => status == Entry::Blank && (is_yes(&self.text) || is_past(&self.text, today)),
            Sign::Employed | Sign::Reason | Sign::Change | Sign::ChangeLetter | Sign::Maintenance => {
                status == Entry::Blank
            }
            Sign::Status(_) => status == Entry::Value(Status::Active),
        };
        let Self { heading, text, .. } = self;
        let why = match self.sign {
            Sign::Status(_) => "which is not read",
            _ => "and no column says the status",
        };
        has_left.then(|| {
            let message = format!(
                "The row is read as Active. '{heading}' says '{text}', {why}: check whether the person has left."
            );
            Issue::of_field(line, Field::Status, IssueKind::SaysLeft, message).with_value(text)
        })
    }
}

/// What is to be said of a row whose status is a letter with a day.
pub(super) fn by_code(line: u64, text: &str) -> Issue {
    let message = format!(
        "The row is read as Active. 'Status' says '{text}', which may be a day of leaving: check whether the person has left."
    );
    Issue::of_field(line, Field::Status, IssueKind::SaysLeft, message).with_value(text)
}

/// Whether a column is headed as the days on which people leave, of employment or of what covers them; a mere `End Date` may be a plan's.
pub(super) fn is_day_of_leaving(key: &str) -> bool {
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

/// The columns of a file that may tell who has left.
#[derive(Debug, Default)]
pub(super) struct LeavingColumns(Vec<(usize, Arc<str>, Sign)>);

impl LeavingColumns {
    pub(super) fn among(mapping: &Mapping, letters: &Letters) -> Self {
        // What a person has left out of this file is left out; of an earlier file, it may have been unknown as well.
        let open = mapping.columns().iter().filter(|column| column.field.is_none() && column.how != How::ByHand);
        let told = open.filter_map(|column| {
            let sign = match sign_of(column)? {
                Sign::Change | Sign::Maintenance if letters.may_be_changes(column.index) => Sign::ChangeLetter,
                sign => sign,
            };
            Some((column.index, column.heading.as_str().into(), sign))
        });
        Self(told.collect())
    }

    /// Notes what the first column of a row tells that tells anything.
    pub(super) fn fill(&self, row: &Row, raw: &mut RawRow) {
        raw.leaving = self.0.iter().find_map(|(place, heading, sign)| {
            let text = unguarded(clean(row.cell(*place)));
            may_tell(*sign, text).then(|| Leaving { heading: Arc::clone(heading), text: text.into(), sign: *sign })
        });
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
