//! The shape of the report: the JSON of `ledgerwell census check --json` (rules.md#commands).

use serde::Serialize;

use crate::census::cells::CLEAR;
use crate::census::cells::Entry;
use crate::census::field::Field;
use crate::census::findings::issue::{Issue, Severity};
use crate::census::layout::Layout;
use crate::census::people::record::Record;
use crate::members::member::{DEPENDENT, PRIMARY};

/// What a file holds and what is wrong with it.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct CheckReport {
    /// The name of the encoding, `XLSX` of a workbook; `None` when the file was refused.
    pub encoding: Option<&'static str>,
    /// `comma`, `semicolon`, `tab` or `pipe`; `None` of a workbook.
    pub delimiter: Option<&'static str>,
    /// The name of the sheet of a workbook that is read.
    pub sheet: Option<String>,
    /// The names of the sheets that are not read.
    pub other_sheets: Vec<String>,
    /// The physical line of the heading, from 1.
    pub header_line: Option<u64>,
    /// Why the file is not read at all; everything found until then is left out.
    pub refused: Option<String>,
    /// The people.
    pub records: Vec<CheckedRecord>,
    /// The physical lines that are nobody.
    pub ignored_lines: Vec<u64>,
    /// The headings of columns that are not read.
    pub unmapped_columns: Vec<String>,
    /// What is wrong, in the order of the lines.
    pub issues: Vec<CheckedIssue>,
    /// How the file was understood; `None` when it was refused.
    pub layout: Option<Layout>,
}

impl CheckReport {
    /// The report of a file that is not read.
    pub fn refused(reason: String) -> Self {
        Self { refused: Some(reason), ..Self::default() }
    }
}

/// A person of the file.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "PascalCase")]
#[expect(missing_docs, reason = "the fields are those of the template, see Field")]
pub struct CheckedRecord {
    pub line: u64,
    pub group_id: Option<String>,
    pub unique_id: Option<String>,
    pub member_type: &'static str,
    pub first_name: String,
    pub last_name: String,
    pub gender: Option<ShownNumber>,
    pub date_of_birth: Option<String>,
    pub email: Option<String>,
    pub cell_phone: Option<String>,
    pub home_phone: Option<String>,
    pub address_line1: Option<String>,
    pub address_line2: Option<String>,
    pub city: Option<String>,
    pub state: Option<String>,
    pub zip_code: Option<String>,
    pub other_member_id: Option<String>,
    pub plan_name: Option<String>,
    pub pricing_group_code: Option<String>,
    pub billing_reference_id: Option<String>,
    pub status: Option<ShownNumber>,
    pub family_id: Option<String>,
    pub relationship: &'static str,
    /// All but the last four digits hidden.
    #[serde(rename = "SSN")]
    pub ssn: Option<String>,
    /// The line of a dependent's employee.
    pub primary_line: Option<u64>,
}

/// Something that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct CheckedIssue {
    /// The first physical line of the record, from 1.
    pub line: u64,
    /// The field, the heading, or nothing for a whole row.
    pub key: Option<String>,
    /// Whether the row waits for a person.
    pub severity: Severity,
    /// The stable code of the kind.
    pub code: &'static str,
    /// A sentence for people.
    pub message: String,
}

impl From<Issue> for CheckedIssue {
    fn from(issue: Issue) -> Self {
        Self {
            line: issue.line,
            severity: issue.severity(),
            key: issue.key,
            code: issue.kind.code(),
            message: issue.message,
        }
    }
}

fn shown(entry: Entry<String>) -> Option<String> {
    match entry {
        Entry::Blank => None,
        Entry::Clear => Some(CLEAR.to_owned()),
        Entry::Value(text) => Some(text),
    }
}

/// A number, or the literal that clears it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ShownNumber {
    /// The number.
    Number(i16),
    /// The literal.
    Clear(&'static str),
}

fn shown_number(entry: Entry<i16>) -> Option<ShownNumber> {
    match entry {
        Entry::Blank => None,
        Entry::Clear => Some(ShownNumber::Clear(CLEAR)),
        Entry::Value(number) => Some(ShownNumber::Number(number)),
    }
}

impl From<Record> for CheckedRecord {
    fn from(record: Record) -> Self {
        Self {
            line: record.line,
            member_type: if record.is_dependent() { DEPENDENT } else { PRIMARY },
            relationship: record.shown_relationship().code(),
            group_id: shown(record.group_id),
            unique_id: shown(record.unique_id),
            first_name: record.first_name.text().to_owned(),
            last_name: record.last_name.text().to_owned(),
            gender: shown_number(record.gender.map(|gender| gender.number())),
            date_of_birth: record.date_of_birth.map(|day| day.to_string()),
            email: shown(record.email),
            cell_phone: shown(record.cell_phone),
            home_phone: shown(record.home_phone),
            address_line1: shown(record.address_line1),
            address_line2: shown(record.address_line2),
            city: shown(record.city),
            state: shown(record.state.map(str::to_owned)),
            zip_code: shown(record.zip_code),
            other_member_id: shown(record.other_member_id),
            plan_name: shown(record.plan_name),
            pricing_group_code: shown(record.pricing_group_code),
            billing_reference_id: shown(record.billing_reference_id),
            status: shown_number(record.status.map(|status| status.number())),
            family_id: shown(record.family_id),
            ssn: record.ssn.map(|ssn| ssn.masked()),
            primary_line: None,
        }
    }
}

/// The names of the fields in [`CheckedRecord`], in the order of the template.
pub fn record_keys() -> impl Iterator<Item = &'static str> {
    Field::template().iter().map(|field| field.name())
}
