//! Correcting a record in place: the uploaded file stays as it was, and reading it again leaves the correction alone
//! (rules.md#fixing-a-row).

use std::collections::BTreeMap;

use domain::census::cells::CLEAR;
use domain::census::file::Task;
use domain::census::fix::{Around, PRIMARY_KEY, holds_back, judge};
use domain::census::mend::Others;
use domain::census::same_person::is_told_otherwise;
use domain::census::{Checked, Field, RawRow, Record};
use domain::{CensusFileId, CensusTaskId, Invalid};
use serde_json::{Map, Value, json};
use store::Tx;
use store::census::issues::{self, NewIssue};
use store::census::records::{self, StoredRecord};
use store::census::{beside, settling};

use super::same_person::{self, Because};
use super::service::{require_not_imported, require_open, resettle};
use crate::census::service::JudgedRow;
use crate::census::{judging, service};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// What a person says about a record: the fields that were sent, `""` for those to be blank. What was not sent stays.
#[derive(Debug, Default)]
pub(in crate::census) struct Correction {
    /// The record.
    pub(in crate::census) number: u32,
    /// The texts by field.
    pub(in crate::census) texts: BTreeMap<Field, String>,
    /// The record of a dependent's employee.
    pub(in crate::census) primary: Option<u32>,
}

impl Correction {
    /// Whether the record stays with the employee that it has: a form sends it along unchanged.
    pub(in crate::census) fn names_no_other_primary(&self, before: &Record) -> bool {
        self.primary.is_none() || self.primary == before.primary_row
    }
}

/// Corrects a record and judges it again. What is still wrong is refused by field, and the record stays as it was.
///
/// # Errors
/// [`Error::NotFound`] when file, task or record are not there; the fields that are still wrong.
pub(super) async fn fix(
    ctx: &Context,
    who: &CallerOrigin,
    (id, task): (CensusFileId, CensusTaskId),
    correction: &Correction,
) -> Result<JudgedRow> {
    service::task_of(ctx, who, id, task).await?;
    let tx = ctx.store.begin().await?;
    let file = store::census::files::lock(&tx, who.scope(), id).await?;
    let before = records::find(&tx, id, correction.number).await?;
    require_open(&tx, &file).await?;
    require_not_imported(&tx, &file, "RecordNumber", &[correction.number]).await?;
    let rules = judging::rules_of_corrections(&tx, &file, ctx.today()).await?;
    let checked = judged(&tx, id, &before.record, correction, &rules).await?;
    refuse_what_is_wrong(&checked)?;
    let state = checked.state();
    let after = StoredRecord { record: checked.record, state, edited_by: Some(who.user) };
    records::save(&tx, id, std::slice::from_ref(&after)).await?;
    settling::remove_of_rows(&tx, id, Task::ValidateData, &[correction.number]).await?;
    let told: Vec<_> = checked.issues.into_iter().map(|issue| NewIssue::of_row(correction.number, issue)).collect();
    issues::insert(&tx, id, Task::ValidateData, &told).await?;
    if is_told_otherwise(&before.record, &after.record) {
        same_person::settle(&tx, &file, std::slice::from_ref(&before.record), Because::Corrected).await?;
    }
    resettle(&tx, &file, Task::MatchEmployees).await?;
    let entry = service::file_entry(ctx, who, "census.fix_record", &file);
    tx.commit(entry.with_change(&told_of(&before), &told_of(&after))).await?;
    let said = issues::of_rows(&ctx.store.read(), id, &[correction.number]).await?.remove(&correction.number);
    Ok((after, said.unwrap_or_default(), Vec::new()))
}

async fn judged(
    tx: &Tx,
    id: CensusFileId,
    before: &Record,
    correction: &Correction,
    rules: &domain::census::Rules,
) -> Result<Checked> {
    let raw = corrected(before, &correction.texts);
    let read = domain::census::validate(&raw, rules).record;
    let asked = std::slice::from_ref(&read);
    let alike = Others::beside(asked, beside::alike(tx, id, asked).await?).alike(&read);
    let primary = match correction.primary.or(before.primary_row).filter(|_| read.is_dependent()) {
        Some(number) => Some(employee(tx, id, number).await?),
        None => None,
    };
    let primary_by_order = correction.names_no_other_primary(before) && before.primary_by_order;
    let has_dependents = !beside::with_dependents(tx, id, &[before.number]).await?.is_empty();
    Ok(judge(&raw, rules, &Around { alike: &alike, primary: primary.as_ref(), primary_by_order, has_dependents }))
}

async fn employee(tx: &Tx, id: CensusFileId, number: u32) -> Result<Record> {
    match records::find(tx, id, number).await {
        Ok(found) => Ok(found.record),
        Err(store::Error::NotFound) => {
            Err(Invalid::field(PRIMARY_KEY, "The file has no record of this number.").into())
        }
        Err(fault) => Err(Error::from(fault)),
    }
}

/// The record as it would stand in a file. A value that the row clears stays cleared unless another takes its place: a form shows
/// it blank.
pub(in crate::census) fn corrected(before: &Record, texts: &BTreeMap<Field, String>) -> RawRow {
    let mut raw = RawRow::new(before.line, before.number);
    raw.leaves_on = before.leaves_on;
    for field in Field::template() {
        let stored = before.cell(*field).unwrap_or_default();
        let text = match texts.get(field).map(|text| text.trim()) {
            Some("") if stored == CLEAR => CLEAR,
            Some(text) => text,
            None => &stored,
        };
        raw.set(*field, text);
    }
    raw
}

fn refuse_what_is_wrong(checked: &Checked) -> Result<()> {
    let mut invalid = Invalid::none();
    for issue in checked.issues.iter().filter(|issue| holds_back(issue.kind)) {
        invalid.add(issue.key.clone().unwrap_or_default(), issue.message.clone());
    }
    Ok(invalid.result()?)
}

/// The record for the audit.
fn told_of(row: &StoredRecord) -> Value {
    let cell = |field: &Field| Some((field.name().to_owned(), json!(row.record.cell(*field)?)));
    let mut told: Map<String, Value> = Field::template().iter().filter_map(cell).collect();
    told.insert(PRIMARY_KEY.to_owned(), json!(row.record.primary_row));
    told.insert("RowState".to_owned(), json!(row.state.number()));
    Value::Object(told)
}
