//! Columns mapped by hand: what each holds, where the heading stands, and that it is remembered for the group's next files
//! (rules.md#census-columns).

use std::collections::BTreeSet;

use chrono::NaiveDate;
use domain::census::file::Task;
use domain::census::suggest;
use domain::census::{CensusReader, Field, Item, Mapping, ReadError, ValueOrder};
use domain::{CensusFileId, CensusTaskId, Invalid};
use serde_json::json;
use store::census::files::{self, CensusFile};
use store::census::mappings::RememberedColumns;
use store::census::tasks::TaskRow;
use store::census::{mappings, tasks};

use super::service::require_open;
use crate::census::mapping::{self, Asked, Assignment, MapSummary};
use crate::census::queueing::{self, Asker};
use crate::census::service::{self, FileDetail};
use crate::census::source::{self, Place};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// Records that are looked through for what a column holds.
const LOOKED_AT: usize = 200;
/// Values of a column that are shown.
const SHOWN: usize = 3;
/// The most characters of a value that are shown.
const LONGEST: usize = 60;

/// What a column holds.
#[derive(Debug, Clone, Default)]
pub(super) struct Held {
    /// The first values that differ.
    pub(super) shown: Vec<String>,
    /// The field that a column without one could hold.
    pub(super) suggested: Option<Field>,
}

/// How a file is read, with what stands in its columns.
#[derive(Debug)]
pub(super) struct Columns {
    /// How it is read.
    pub(super) summary: MapSummary,
    /// What each column holds.
    pub(super) held: Vec<Held>,
    /// The required fields that no column holds.
    pub(super) missing: Vec<Field>,
    /// Whether the file holds several groups.
    pub(super) is_multi_group: bool,
    mapping: Mapping,
}

/// What a person wants of the mapping.
#[derive(Debug, Clone, Default)]
pub(super) struct Wanted {
    /// The sheet of people; the one that is read already when absent. Another sheet has other columns.
    pub(super) sheet: Option<String>,
    /// The line of the heading; as it is found when absent.
    pub(super) heading_line: Option<u64>,
    /// The columns. Where nothing but orders is asked for, heading and columns stay.
    pub(super) columns: Option<Vec<Assignment>>,
    /// The orders of values; others stay.
    pub(super) orders: Vec<ValueOrder>,
}

impl Wanted {
    /// Whether nothing but orders is asked for.
    fn keeps_columns(&self) -> bool {
        let names_place = self.sheet.is_some() || self.heading_line.is_some();
        self.columns.is_none() && !names_place && !self.orders.is_empty()
    }

    /// What is asked for from now on. Decisions about Group IDs stay when the columns change.
    fn over(self, before: Asked) -> Asked {
        let is_kept = |order: &ValueOrder| self.orders.iter().all(|wanted| wanted.field() != order.field());
        let orders = before.orders.iter().copied().filter(is_kept).chain(self.orders.iter().copied()).collect();
        if self.keeps_columns() {
            return Asked { orders, ..before };
        }
        let columns = self.columns.unwrap_or_default();
        let sheet = self.sheet.or(before.sheet);
        Asked { heading_line: self.heading_line, sheet, columns, orders, groups: before.groups }
    }
}

/// The columns of a file; `place` looks at them by another heading or on another sheet.
///
/// # Errors
/// [`Error::NotFound`] when file or task are not there; on `HeadingLine` for a line without a heading; on `Sheet` for one that is none of
/// those with people.
pub(super) async fn columns(
    ctx: &Context,
    who: &CallerOrigin,
    (id, task): (CensusFileId, CensusTaskId),
    place: Place,
) -> Result<Columns> {
    let (detail, row) = mapping_task(ctx, who, id, task).await?;
    let asked = mapping::summary(&detail.tasks, row.task).asked;
    let is_other_sheet = place.sheet.is_some() && place.sheet != asked.sheet;
    let is_other_heading = place.heading_line.is_some() && place.heading_line != asked.heading_line;
    let asked = if is_other_sheet || is_other_heading {
        let sheet = place.sheet.or(asked.sheet);
        Asked { heading_line: place.heading_line, sheet, columns: Vec::new(), ..asked }
    } else {
        asked
    };
    read(ctx, &detail.file, asked).await
}

/// Maps the columns or chooses orders of values by hand, and reads the file again. What is to be remembered of a file of several groups is so
/// by administrators only.
///
/// # Errors
/// As [`columns`]; on `Columns` for what cannot be: a field twice, a column that is not there, a required field left out.
pub(super) async fn assign(
    ctx: &Context,
    who: &CallerOrigin,
    (id, task): (CensusFileId, CensusTaskId),
    wanted: Wanted,
    remember: bool,
) -> Result<FileDetail> {
    let (detail, row) = mapping_task(ctx, who, id, task).await?;
    let keeps_columns = wanted.keeps_columns();
    // The columns of another sheet are looked at by the task, which asks for those that are missing.
    let chooses_sheet = wanted.sheet.is_some() && wanted.columns.is_none();
    let asked = wanted.over(mapping::summary(&detail.tasks, row.task).asked);
    let asked = if keeps_columns { asked } else { decided(ctx, &detail, &row, asked).await? };
    let found = read(ctx, &detail.file, asked.clone()).await?;
    check(&asked, &found, chooses_sheet)?;
    let tx = ctx.store.begin().await?;
    let file = files::lock(&tx, who.scope(), id).await?;
    require_open(&tx, &file).await?;
    let group = file.group.as_ref().map(|group| group.id);
    // What is remembered for files of several groups is read by everybody's: it is not for those who see some of the groups only.
    let remember = remember && (group.is_some() || who.is_administrator());
    if remember {
        let (fields, orders) = (found.mapping.to_remember(), found.mapping.orders_to_remember());
        // A workbook with another sheet of people asks again.
        let sheet = asked.sheet.as_deref().map(|chosen| {
            let others = found.summary.sheets.iter().map(|sheet| sheet.name.as_str());
            std::iter::once(chosen).chain(others).collect::<Vec<_>>().join("\n")
        });
        let said = RememberedColumns { fields, orders, sheet };
        mappings::remember(&tx, group, &said, who.user, ctx.now()).await?;
    }
    queueing::queue(ctx, &tx, Asker::from(who), &file, row.task, row.task).await?;
    let detail = json!({ "asked": asked, "remembered": remember });
    let summary = MapSummary { asked, ..MapSummary::default() };
    let summary = serde_json::to_value(summary).map_err(anyhow::Error::from)?;
    tasks::set_summary(&tx, id, row.task, summary).await?;
    tx.commit(service::file_entry(ctx, who, "census.map", &file).with_detail(detail)).await?;
    service::find(ctx, who, id).await
}

/// What of a request a person has decided. A column that is left out and was so already is no decision, unless the file asks for one: its
/// values may still tell what it holds.
async fn decided(ctx: &Context, detail: &FileDetail, row: &TaskRow, asked: Asked) -> Result<Asked> {
    if asked.columns.iter().all(|one| one.family || one.field.is_some()) {
        return Ok(asked);
    }
    let before = mapping::summary(&detail.tasks, row.task);
    let is_same = before.asked.heading_line == asked.heading_line && before.asked.sheet == asked.sheet;
    let kept = if is_same { before.asked.columns } else { Vec::new() };
    let Asked { heading_line, sheet, .. } = asked.clone();
    let shown = Asked { heading_line, sheet, columns: kept.clone(), ..Asked::default() };
    let shown = read(ctx, &detail.file, shown).await?.mapping;
    let families = shown.family_labels();
    let is_family = |index: usize| matches!(families.get(index), Some(Some((_, true))));
    let is_held =
        |index: usize| is_family(index) || shown.columns().get(index).is_none_or(|column| column.field.is_some());
    let was_left_out = |index: usize| kept.iter().any(|one| one.index == index && one.field.is_none());
    let is_asked = |index: usize| is_same && before.undecided.contains(&index);
    let decides = |one: &Assignment| {
        one.family || one.field.is_some() || is_held(one.index) || was_left_out(one.index) || is_asked(one.index)
    };
    let columns = asked.columns.into_iter().filter(decides).collect();
    Ok(Asked { columns, ..asked })
}

async fn mapping_task(
    ctx: &Context,
    who: &CallerOrigin,
    id: CensusFileId,
    task: CensusTaskId,
) -> Result<(FileDetail, TaskRow)> {
    let (detail, row) = service::task_of(ctx, who, id, task).await?;
    if matches!(row.task, Task::MapData | Task::MapMultiGroup) { Ok((detail, row)) } else { Err(Error::NotFound) }
}

async fn read(ctx: &Context, file: &CensusFile, asked: Asked) -> Result<Columns> {
    let content = source::open(ctx, file.stored_file).await?;
    let options = mapping::options(ctx, file, asked.place()).await?;
    let is_multi_group = file.is_multi_group;
    let by_hand = asked.heading_line.is_some();
    let today = ctx.today();
    let wanted_sheet = asked.sheet.clone();
    let read = source::blocking(content, options, move |mut reader| {
        let values = first_values(&mut reader)?;
        let (mapping, summary) = mapping::describe(&reader, asked, today);
        let held = held(values, &mapping, today);
        Ok(Columns { summary, held, missing: mapping.needed(is_multi_group), is_multi_group, mapping })
    });
    // The content was read when it was uploaded; what cannot be read now is a line that a person has named.
    let columns = read.await.map_err(|error| match error {
        Error::Invalid(_) if by_hand => {
            Invalid::field("HeadingLine", "There is no heading with rows below it on this line.").into()
        }
        other => other,
    })?;
    if wanted_sheet.is_some() && wanted_sheet != columns.summary.sheet {
        return Err(Invalid::field("Sheet", "The workbook has no such sheet of people.").into());
    }
    Ok(columns)
}

/// The values of each column, as they stand in the first rows.
fn first_values<R: std::io::Read>(reader: &mut CensusReader<R>) -> std::result::Result<Vec<Vec<String>>, ReadError> {
    let mut values = vec![Vec::new(); reader.mapping().columns().len()];
    let mut rows = 0;
    while rows < LOOKED_AT {
        let Some(item) = reader.next_item()? else { break };
        let Item::Row(_) = item else { continue };
        rows += 1;
        for (cell, seen) in reader.cells().zip(&mut values) {
            if !cell.is_empty() {
                seen.push(cell.chars().take(LONGEST).collect());
            }
        }
    }
    Ok(values)
}

/// The first values of each column that differ, and what a column that holds no field could hold: each field is suggested
/// once, and only while no column holds it.
fn held(values: Vec<Vec<String>>, mapping: &Mapping, today: NaiveDate) -> Vec<Held> {
    let mut taken: BTreeSet<Field> = mapping.columns().iter().filter_map(|column| column.field).collect();
    let mut all = Vec::with_capacity(values.len());
    for (values, column) in values.into_iter().zip(mapping.columns()) {
        let open = column.field.is_none();
        let suggested = open.then(|| suggest(values.iter().map(String::as_str), today)).flatten();
        let suggested = suggested.filter(|field| taken.insert(*field));
        let mut shown: Vec<String> = Vec::with_capacity(SHOWN);
        for value in values {
            if shown.len() < SHOWN && !shown.contains(&value) {
                shown.push(value);
            }
        }
        all.push(Held { shown, suggested });
    }
    all
}

fn check(asked: &Asked, found: &Columns, chooses_sheet: bool) -> Result<()> {
    let mut invalid = Invalid::none();
    let mut taken = BTreeSet::new();
    for one in &asked.columns {
        let place = one.index.saturating_add(1);
        invalid.check(one.index < found.held.len(), "Columns", format!("The file has no column {place}."));
        if let Some(field) = one.field.filter(|field| !taken.insert(*field)) {
            invalid.add("Columns", format!("Two columns cannot both hold {}.", field.label()));
        }
    }
    for field in found.missing.iter().filter(|_| !chooses_sheet) {
        invalid.add("Columns", format!("There is no column for {}.", field.label()));
    }
    Ok(invalid.result()?)
}
