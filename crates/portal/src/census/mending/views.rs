//! What the fix grid sends and is told.

use domain::Invalid;
use domain::census::file::Task;
use domain::census::remembered_values::is_vocabulary;
use domain::census::{Field, IssueKind, Severity};
use serde::{Deserialize, Serialize};
use store::census::findings::{Finding, FindingFilter, WrongValue};
use utoipa::{IntoParams, ToSchema};

use super::same_person::SamePerson;
use super::service::{Outcome, Refusal, Replacement};
use super::setting_aside::Which;
use crate::census::resolving::RecordInput;
use crate::census::views::RecordView;

/// Which records are meant, by what is wrong with them.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct FindingOf {
    /// The code of the kind, such as `invalid_date`.
    kind: String,
    /// The field; whole records when absent.
    field: Option<String>,
    /// The value in the file; any when absent.
    value: Option<String>,
}

/// A value that could not be taken.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct WrongValueView {
    /// As it stands in the file, cut to 200 characters.
    value: String,
    records: u32,
}

/// What is wrong with records, in one field or as a whole.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct FindingView {
    /// The code of the kind, such as `invalid_date`.
    kind: &'static str,
    /// The field; absent for whole records.
    field: Option<String>,
    /// What the field is called.
    label: Option<&'static str>,
    /// 'Error' holds the records back, 'Warning' lets them go in without the value.
    severity: &'static str,
    records: u32,
    /// The most frequent values, at most 20.
    values: Vec<WrongValueView>,
    /// Whether what takes the place of a value can be remembered for the group's next files.
    can_be_remembered: bool,
}

/// A person who stands in several records of the file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct SamePersonView {
    /// The records, in the order of the file.
    records: Vec<RecordView>,
}

impl From<SamePerson> for SamePersonView {
    fn from(rows: SamePerson) -> Self {
        Self { records: rows.into_iter().map(|(row, said)| RecordView::new(row, said, Vec::new())).collect() }
    }
}

/// The record of a person that counts.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct RecordThatCounts {
    /// Its number.
    pub(super) record_number: u32,
}

/// Corrected records.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct RecordsToFix {
    /// At most 500; only the fields that are sent change.
    pub(super) records: Vec<RecordInput>,
}

/// A value to be put in the place of another.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct ValueToReplace {
    /// The code of the kind.
    kind: String,
    /// The field.
    field: String,
    /// The value in the file; in every record with the finding when absent.
    from: Option<String>,
    /// The value from now on.
    to: String,
    /// Only records behind this one.
    after_record_number: u32,
    /// Whether the value takes the place of `From` in the group's next files as well; when absent, that stays as it is.
    remember: Option<bool>,
}

/// Records that are left out, or taken back in.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct RecordsToSkip {
    /// At most 500; when absent, the next with the finding.
    record_numbers: Option<Vec<u32>>,
    /// The code of the kind.
    kind: Option<String>,
    /// The field of the finding; whole records when absent.
    field: Option<String>,
    /// The value in the file; any when absent.
    value: Option<String>,
    /// Whether they are taken back in; only with `RecordNumbers`.
    takes_back: bool,
}

/// A correction that was not taken.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct RefusalView {
    record_number: u32,
    /// The field.
    key: String,
    message: String,
}

/// What came of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct MendedView {
    /// Records that were changed.
    changed: u32,
    /// Corrections that were not taken.
    refused: Vec<RefusalView>,
    /// The last record that was looked at.
    last_record_number: u32,
    /// How many records the work has left.
    left: u32,
    /// How many records of the file have errors now.
    records_with_errors_count: u32,
}

fn kind_of(code: &str) -> Result<IssueKind, Invalid> {
    let known = IssueKind::ALL.iter().copied().find(|kind| kind.code() == code);
    known.ok_or_else(|| Invalid::field("Kind", "There is no kind of finding of this code."))
}

fn field_of(name: &str) -> Result<Field, Invalid> {
    Field::from_name(name).ok_or_else(|| Invalid::field("Field", "There is no field of this name."))
}

fn filter(kind: &str, field: Option<&str>, value: Option<String>) -> Result<FindingFilter, Invalid> {
    let field = field.map(field_of).transpose()?;
    let field = field.map(|field| field.name().to_owned());
    Ok(FindingFilter { task: Task::ValidateData, kind: kind_of(kind)?, field, value })
}

impl FindingOf {
    /// As the database is asked.
    pub(super) fn filter(&self) -> Result<FindingFilter, Invalid> {
        filter(&self.kind, self.field.as_deref(), self.value.clone())
    }
}

impl ValueToReplace {
    /// The wish, read.
    pub(super) fn read(self) -> Result<Replacement, Invalid> {
        let field = field_of(&self.field)?;
        let mut invalid = Invalid::none();
        invalid.check(self.remember.is_none() || self.from.is_some(), "Remember", "Say in the place of which value.");
        let is_shared = self.remember.is_none() || is_vocabulary(field);
        invalid.check(is_shared, "Remember", format!("{} is not the same in every file.", field.label()));
        invalid.result()?;
        let filter = filter(&self.kind, Some(&self.field), self.from)?;
        Ok(Replacement { filter, field, to: self.to, after: self.after_record_number, remember: self.remember })
    }
}

impl RecordsToSkip {
    /// Which records are meant.
    pub(super) fn which(self) -> Result<Which, Invalid> {
        match (self.record_numbers, self.kind) {
            (Some(numbers), _) if self.takes_back => Ok(Which::Back(numbers)),
            (Some(numbers), _) => Ok(Which::Numbers(numbers)),
            (None, Some(kind)) if !self.takes_back => {
                Ok(Which::Found(filter(&kind, self.field.as_deref(), self.value)?))
            }
            _ => Err(Invalid::field("RecordNumbers", "Say which records are meant.")),
        }
    }
}

impl From<(Finding, Vec<WrongValue>)> for FindingView {
    fn from((finding, values): (Finding, Vec<WrongValue>)) -> Self {
        let value = |WrongValue { value, rows }| WrongValueView { value, records: rows };
        let field = finding.field.as_deref().and_then(Field::from_name);
        Self {
            kind: finding.kind.code(),
            label: field.map(Field::label),
            can_be_remembered: field.is_some_and(is_vocabulary),
            field: finding.field,
            severity: if finding.severity == Severity::Error { "Error" } else { "Warning" },
            records: finding.rows,
            values: values.into_iter().map(value).collect(),
        }
    }
}

impl From<Outcome> for MendedView {
    fn from(outcome: Outcome) -> Self {
        let refused = |Refusal { number, key, message }| RefusalView { record_number: number, key, message };
        Self {
            changed: outcome.changed,
            refused: outcome.refused.into_iter().map(refused).collect(),
            last_record_number: outcome.last,
            left: outcome.left,
            records_with_errors_count: outcome.with_errors,
        }
    }
}
