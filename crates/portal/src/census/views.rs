//! Census files, tasks and records as the wire carries them.

use domain::census::changes::Outcome;
use domain::census::file::{Task, TaskState};
use domain::census::{IssueKind, Severity};
use domain::members::contact_details::shown_phone;
use serde::Serialize;
use serde_json::Value;
use store::census::issues::StoredIssue;
use store::census::matches::{How, NamedMatch};
use store::census::records::StoredRecord;
use store::census::tasks::{self, TaskRow};
use utoipa::ToSchema;

use super::asking::FileQuestionView;
use super::eligibility;
use super::service::{FileDetail, is_explicit};
use crate::http::wire::{Date, Instant};

/// The members of a group today.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct FileGroupMembers {
    total_members: i64,
    active_members: i64,
    in_active_members: i64,
}

/// The group of a file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct FileGroupView {
    id: i64,
    name: String,
    group_id: String,
    status_name: &'static str,
    explicit_import: bool,
    /// Whether others than administrators see its invoices, and so what a file does to its next bill.
    enable_invoice_access: bool,
    member_count: FileGroupMembers,
}

/// A person by name.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct Uploader {
    id: i64,
    full_name: String,
}

/// An error of a file or task.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct FileErrorView {
    /// Its id; 0 for the sum of the records with errors.
    id: i64,
    /// A sentence for people.
    error: String,
    /// Whether it is resolved.
    resolved: bool,
}

/// A task by name.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct TaskName {
    id: i64,
    task: i16,
    task_name: &'static str,
}

/// What a task counted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct TaskData {
    total_records: u32,
    records_with_errors_count: u32,
    records_with_matches_count: u32,
    records_without_matches_count: u32,
    /// The records of the page asked for; absent in lists.
    census_records: Option<Vec<RecordView>>,
    /// How many records the filter lets through.
    total_census_records: Option<u64>,
    /// What else the task found, in its own shape.
    #[schema(value_type = Option<Object>)]
    summary: Option<Value>,
}

/// A task.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct TaskView {
    id: i64,
    task_name: &'static str,
    task: i16,
    task_color: &'static str,
    /// `NotRun`, `Queued`, `Running`, `Done`, `Errors` or `Failed`.
    state: &'static str,
    /// Records it has been through; counts up while it runs.
    done: u32,
    /// Records in all.
    total: u32,
    completed_on: Option<Instant>,
    completed_with_errors: bool,
    errors: Vec<FileErrorView>,
    /// What is to be said about the file as a whole and holds nothing up, such as columns that are not read.
    warnings: Vec<String>,
    data: TaskData,
}

/// A census file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct FileView {
    id: i64,
    /// A GUID; its first 8 characters are the number.
    name: String,
    original_file_name: String,
    /// How many bytes were uploaded; of a part of a file of several groups, how many are its own.
    size: u64,
    status: i16,
    status_formatted: &'static str,
    status_color: &'static str,
    upload_date: Instant,
    uploaded_by: Uploader,
    employer_group: Option<FileGroupView>,
    parent_file_id: Option<i64>,
    is_multi_group: bool,
    /// The file's own setting; absent leaves it to the group.
    explicit_import: Option<bool>,
    /// What counts, by the file, the group and who uploaded it.
    effective_explicit_import: bool,
    global_effective_date: Option<Date>,
    /// The number of endings that an administrator has confirmed.
    confirmed_terminations: Option<u32>,
    has_errors: bool,
    error_count: u32,
    errors: Vec<FileErrorView>,
    ready_for_processing: bool,
    /// For what the file waits: its group, which is in-active, the number of endings that an administrator has to confirm, the answer to a
    /// question, or a look at its changes; absent when it does not wait.
    waits_for: Option<String>,
    /// What the file asks, with the answers.
    questions: Vec<FileQuestionView>,
    /// The number of its last inspection.
    inspection: u32,
    /// Whether a person has looked at the changes that the last inspection has found.
    changes_seen: bool,
    tasks: Vec<TaskView>,
    /// How many tasks are done.
    completed_tasks: usize,
    /// Whether new content may be uploaded in the place of its own: not once the import has changed anybody or has run.
    can_replace: bool,
    current_task: Option<TaskName>,
    next_task: Option<TaskName>,
    last_completed_task: Option<TaskView>,
    /// The last day on which the file may be undone; absent when it may not be undone.
    undoable_until: Option<Date>,
    /// How far the undoing of the file is; absent when nobody has asked for it.
    undo: Option<FileUndoView>,
    version: i32,
}

/// How far the undoing of a file is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct FileUndoView {
    /// `Queued`, `Running`, `Done` or `Failed`.
    state: &'static str,
    /// Members it has been through; counts up while it runs.
    done: u32,
    /// Members in all.
    total: u32,
    /// Members that are kept as they are.
    kept: u32,
    undone_on: Option<Instant>,
}

/// What is wrong with a field of a record.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct RecordErrorView {
    /// The field; empty for the whole record.
    key: String,
    message: String,
    /// 'Error' holds the record back, 'Warning' lets it go in without the value.
    severity: &'static str,
    /// The number of the task that says it.
    task: i16,
    /// What stood in the file; absent where the record has what took its place.
    value: Option<String>,
}

/// A member that a record matches, or may match.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct MatchView {
    employee_id: i64,
    employee_first_name: String,
    employee_last_name: String,
    match_type_formatted: &'static str,
    /// From 0 to 1.
    score: f64,
    /// What speaks for and against it, the weightiest first; in brackets how much, in bits.
    reasons: Vec<String>,
    chosen: bool,
}

/// A record.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct RecordView {
    record_number: u32,
    line: u64,
    /// 0 valid, 1 error, 2 set aside by a person, 3 set aside by a rule.
    row_state: i16,
    unique_id: String,
    member_type: &'static str,
    first_name: String,
    last_name: String,
    gender: Option<i16>,
    date_of_birth: Option<Date>,
    email: String,
    cell_phone: String,
    home_phone: String,
    address_line1: String,
    address_line2: String,
    city: String,
    state: &'static str,
    zip_code: String,
    other_member_id: String,
    plan_name: String,
    pricing_group_code: String,
    billing_reference_id: String,
    status: Option<i16>,
    relationship: &'static str,
    primary_record_number: Option<u32>,
    errors: Vec<RecordErrorView>,
    employee_matches: Vec<MatchView>,
}

impl FileView {
    /// A file with its tasks.
    pub fn new(detail: FileDetail) -> Self {
        let FileDetail { file, tasks, questions, issues, members, undoable_until, may_replace } = detail;
        let explicit = is_explicit(&file);
        let how_far = tasks::progress(file.is_multi_group, &tasks);
        let name = |task: Option<Task>| {
            let row = tasks.iter().find(|row| Some(row.task) == task)?;
            Some(TaskName { id: row.id.get(), task: row.task.number(), task_name: row.task.name() })
        };
        let views: Vec<_> = tasks.iter().map(|row| TaskView::new(row, &issues)).collect();
        let errors: Vec<_> = views.iter().flat_map(|task| task.errors.iter().cloned()).collect();
        let last = tasks.iter().find(|row| Some(row.task) == how_far.last_completed());
        let failed = tasks.iter().any(|row| row.state == TaskState::Failed);
        Self {
            id: file.id.get(),
            name: file.name.to_string(),
            size: file.size,
            status: file.status.number(),
            status_formatted: file.status.name(),
            status_color: file.status.color(),
            upload_date: file.uploaded_at.into(),
            parent_file_id: file.parent.map(Into::into),
            is_multi_group: file.is_multi_group,
            explicit_import: file.explicit_import,
            effective_explicit_import: explicit,
            global_effective_date: file.global_effective_on.map(Date),
            confirmed_terminations: file.guard.confirmed_count,
            has_errors: how_far.has_errors() || failed,
            error_count: file.error_count,
            errors,
            ready_for_processing: eligibility::check_ready(&file, &tasks, &questions).is_ok(),
            waits_for: eligibility::waits_in_words(&file, &tasks, &questions).filter(|_| file.undo.is_none()),
            questions: questions.into_iter().map(|one| FileQuestionView::new(one, explicit)).collect(),
            inspection: file.inspection,
            changes_seen: file.is_seen,
            completed_tasks: how_far.completed(),
            current_task: name(how_far.current()),
            next_task: name(how_far.next()),
            last_completed_task: last.map(|row| TaskView::new(row, &issues)),
            tasks: views,
            can_replace: may_replace,
            undoable_until: undoable_until.map(Date),
            undo: file.undo.map(|undo| FileUndoView {
                state: undo.state.name(),
                done: undo.done,
                total: undo.total,
                kept: undo.kept,
                undone_on: file.undone_at.map(Instant),
            }),
            version: file.version,
            uploaded_by: Uploader { id: file.uploaded_by.get(), full_name: file.uploader },
            original_file_name: file.original_file_name,
            employer_group: file.group.map(|group| FileGroupView {
                id: group.id.get(),
                name: group.name,
                group_id: group.code,
                status_name: group.status.name(),
                explicit_import: group.explicit_import,
                enable_invoice_access: group.enable_invoice_access,
                member_count: FileGroupMembers {
                    total_members: members.total,
                    active_members: members.active,
                    in_active_members: members.in_active(),
                },
            }),
        }
    }
}

const fn state_name(state: TaskState) -> &'static str {
    match state {
        TaskState::NotRun => "NotRun",
        TaskState::Queued => "Queued",
        TaskState::Running => "Running",
        TaskState::Done => "Done",
        TaskState::Errors => "Errors",
        TaskState::Failed => "Failed",
    }
}

/// What the rows of a file of several groups without a known group come to, one sentence for each Group ID.
fn unknown_groups(row: &TaskRow) -> Vec<String> {
    let told = row.summary.as_ref().filter(|_| row.counts.with_errors > 0);
    let Some(unknown) = told.and_then(|summary| summary["UnknownGroupIds"].as_array()) else { return Vec::new() };
    let number = |one: &Value, name: &str| one[name].as_u64().unwrap_or(0);
    let sentence = |one: &Value| {
        let (rows, line) = (number(one, "Rows"), number(one, "Line"));
        let (rows, have, place) = match rows {
            1 => ("1 row".to_owned(), "has", format!("line {line}")),
            n => (format!("{n} rows"), "have", format!("the first on line {line}")),
        };
        match one["GroupId"].as_str().unwrap_or_default() {
            "" => format!("{rows} {have} no Group ID: {place}."),
            id => format!("There is no group with the Group ID '{id}': {rows}, {place}."),
        }
    };
    let named: u64 = unknown.iter().map(|one| number(one, "Rows")).sum();
    let all = row.summary.as_ref().map_or(0, |summary| number(summary, "RecordsWithErrors"));
    let more = all.saturating_sub(named);
    let more = (more > 0).then(|| format!("Rows with other unknown Group IDs: {more}."));
    unknown.iter().map(sentence).chain(more).collect()
}

impl TaskView {
    /// A task without its records.
    pub fn new(row: &TaskRow, issues: &[StoredIssue]) -> Self {
        let mut errors: Vec<_> = issues
            .iter()
            .filter(|issue| issue.task == row.task && issue.severity == Severity::Error)
            .map(|issue| FileErrorView {
                id: issue.id,
                error: issue.message.clone(),
                resolved: issue.resolved_at.is_some(),
            })
            .collect();
        let warnings = issues
            .iter()
            .filter(|issue| issue.task == row.task && issue.row.is_none() && issue.severity == Severity::Warning);
        let unknown = unknown_groups(row);
        if !unknown.is_empty() {
            errors.extend(unknown.into_iter().map(|error| FileErrorView { id: 0, error, resolved: false }));
        } else if row.counts.with_errors > 0 {
            let error = match row.counts.with_errors {
                1 => "1 record has errors.".to_owned(),
                n => format!("{n} records have errors."),
            };
            errors.push(FileErrorView { id: 0, error, resolved: false });
        }
        Self {
            id: row.id.get(),
            task_name: row.task.name(),
            task: row.task.number(),
            task_color: row.state.color(),
            state: state_name(row.state),
            done: row.done,
            total: row.counts.total,
            completed_on: row.completed_at.map(Instant),
            completed_with_errors: row.state == TaskState::Errors,
            warnings: warnings.map(|issue| issue.message.clone()).collect(),
            errors,
            data: TaskData {
                total_records: row.counts.total,
                records_with_errors_count: row.counts.with_errors,
                records_with_matches_count: row.counts.matched,
                records_without_matches_count: row.counts.unmatched,
                census_records: None,
                total_census_records: None,
                summary: row.summary.clone(),
            },
        }
    }

    /// The same with a page of records.
    #[must_use]
    pub fn with_records(mut self, records: Vec<RecordView>, total: u64) -> Self {
        self.data.census_records = Some(records);
        self.data.total_census_records = Some(total);
        self
    }
}

impl RecordView {
    /// A record with what is wrong with it.
    pub fn new(row: StoredRecord, issues: Vec<StoredIssue>, matches: Vec<NamedMatch>) -> Self {
        let record = row.record;
        let error = |issue: StoredIssue| RecordErrorView {
            key: issue.field.unwrap_or_default(),
            message: issue.message,
            severity: if issue.severity == Severity::Error { "Error" } else { "Warning" },
            task: issue.task.number(),
            value: issue.value.filter(|_| issue.kind != Some(IssueKind::RememberedValue)),
        };
        Self {
            record_number: record.number,
            line: record.line,
            row_state: row.state.number(),
            unique_id: record.unique_id.text().to_owned(),
            member_type: record.member_type.value().map_or("", |kind| kind.name()),
            first_name: record.first_name.text().to_owned(),
            last_name: record.last_name.text().to_owned(),
            gender: record.gender.value().map(|gender| gender.number()),
            date_of_birth: record.date_of_birth.map(Date),
            email: record.email.text().to_owned(),
            cell_phone: shown_phone(record.cell_phone.text()),
            home_phone: shown_phone(record.home_phone.text()),
            address_line1: record.address_line1.text().to_owned(),
            address_line2: record.address_line2.text().to_owned(),
            city: record.city.text().to_owned(),
            state: record.state.value().copied().unwrap_or_default(),
            zip_code: record.zip_code.text().to_owned(),
            other_member_id: record.other_member_id.text().to_owned(),
            plan_name: record.plan_name.text().to_owned(),
            pricing_group_code: record.pricing_group_code.text().to_owned(),
            billing_reference_id: record.billing_reference_id.text().to_owned(),
            status: record.status.value().map(|status| status.number()),
            relationship: record.relationship.value().map_or("", |relationship| relationship.code()),
            primary_record_number: record.primary_row,
            errors: issues.into_iter().map(error).collect(),
            employee_matches: matches.into_iter().filter_map(match_view).collect(),
        }
    }
}

fn match_view(found: NamedMatch) -> Option<MatchView> {
    // The member that the import made of the row did not exist when it was matched.
    let (member, _) = found.matched.member.filter(|_| found.matched.outcome != Outcome::Create)?;
    let (employee_first_name, employee_last_name) = found.name?;
    let (match_type_formatted, score, reasons) = match found.matched.how {
        How::Evidence { match_type, score, reasons } => (match_type.label(), score, reasons),
        How::ByHand(_) => ("Chosen by a person", 1.0, Vec::new()),
        How::Nobody => return None,
    };
    let chosen = found.matched.chosen;
    let employee_id = member.get();
    Some(MatchView {
        employee_id,
        employee_first_name,
        employee_last_name,
        match_type_formatted,
        score,
        reasons,
        chosen,
    })
}
