//! Task 0: which column holds which field. The file is read once to its end, so that one that cannot be read is found out before
//! anything is written, and its records are counted.

use std::collections::{BTreeSet, HashMap};

use chrono::NaiveDate;
use domain::census::export::heads_failures;
use domain::census::file::Task;
use domain::census::questions::{Question, QuestionKind};
use domain::census::workbook::PeopleSheet;
use domain::census::{CensusReader, Field, Issue, Item, Layout, LayoutBuilder, Mapping, ReadOptions, ValueOrder};
use domain::{CensusFileId, GroupId, Invalid};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::Tx;
use store::census::files::CensusFile;
use store::census::issues::{self, NewIssue};
use store::census::tasks::TaskRow;
use store::census::{layouts, mappings, questions, remembered_values, tasks};

use super::super::run::{Finished, Run};
use super::super::{judging, source};
use crate::census::source::Place;
use crate::context::Context;
use crate::error::Result;

/// What a mapping task keeps in its summary: what a person has asked for, and how the file is read because of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct MapSummary {
    /// What a person has asked for.
    pub asked: Asked,
    /// The physical line of the heading.
    pub heading_line: u64,
    /// The encoding.
    pub encoding: String,
    /// What separates the cells; nothing in a workbook.
    pub delimiter: String,
    /// The sheet of a workbook that is read.
    pub sheet: Option<String>,
    /// The sheets that are not read.
    pub other_sheets: Vec<String>,
    /// The sheets of people to choose from, where the workbook has several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sheets: Vec<PeopleSheet>,
    /// The columns in the order of the file.
    pub columns: Vec<MappedColumn>,
    /// The people beside the employee whom the rows name in columns of their own: `Spouse`, `Child 2`.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub relatives: BTreeSet<String>,
    /// The orders of values that people have chosen, for this file or an earlier one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub orders: Vec<ValueOrder>,
    /// Whether the file has unique ids and no birth dates.
    pub by_id: bool,
    /// The columns that may hold other people than the row's own, or dates of birth: a person maps them, leaves them out, or mends the file.
    pub undecided: Vec<usize>,
}

impl MapSummary {
    /// Whether members are known by their ids alone, as the file has no birth dates (rules.md#list-without-birth-dates).
    pub(in crate::census) fn is_by_id(&self) -> bool {
        self.by_id
    }

    /// Whether the file is our download of another one's failed rows, mended: it has the column of errors, which is not read, wherever a
    /// spreadsheet has moved it and whatever it made of its letters.
    pub(in crate::census) fn holds_failed_rows_only(&self) -> bool {
        self.columns.iter().any(|column| column.field.is_none() && heads_failures(&column.heading))
    }
}

/// What a person has asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct Asked {
    /// The line of the heading, when it was found wrongly.
    pub heading_line: Option<u64>,
    /// The sheet of people that was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sheet: Option<String>,
    /// The columns that were mapped by hand.
    pub columns: Vec<Assignment>,
    /// The orders of values that were chosen by hand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub orders: Vec<ValueOrder>,
    /// What becomes of rows whose Group ID no group has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupOfId>,
}

impl Asked {
    /// Where the census stands.
    pub(in crate::census) fn place(&self) -> Place {
        Place { heading_line: self.heading_line, sheet: self.sheet.clone() }
    }
}

/// A column mapped by hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Assignment {
    /// Its place, from 0.
    pub index: usize,
    /// What it holds; `None` to leave it out.
    pub field: Option<Field>,
    /// Whether it is read as the column of a family that its heading says it is; it has no field of the row's own person then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub family: bool,
}

/// What a person has decided about a Group ID that no group has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct GroupOfId {
    /// The Group ID as it stands in the file; blank for rows without one.
    pub group_id: String,
    /// The group that its rows are of; `None` to leave them out.
    pub employer: Option<GroupId>,
}

/// A column as it is read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct MappedColumn {
    /// Its place, from 0.
    pub index: usize,
    /// Its heading as it stands.
    pub heading: String,
    /// What it holds.
    pub field: Option<Field>,
    /// How it came to that.
    pub how: String,
    /// Whose and what it holds of the employee's family, such as `Spouse: First Name`, be it read or left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
}

/// How a file is read, once its columns are known.
#[derive(Debug, Clone)]
pub(in crate::census) struct Reading {
    heading_line: u64,
    sheet: Option<String>,
    pub(in crate::census) columns: Vec<MappedColumn>,
    orders: Vec<ValueOrder>,
}

impl Reading {
    /// As the mapping task has found.
    pub(in crate::census) fn of(tasks: &[TaskRow], task: Task) -> Option<Self> {
        let summary = summary(tasks, task);
        let MapSummary { heading_line, sheet, columns, orders, .. } = summary;
        (!columns.is_empty()).then_some(Self { heading_line, sheet, columns, orders })
    }

    /// Where the census stands: on the sheet that the mapping was made of, whatever is remembered since.
    pub(in crate::census) fn place(&self) -> Place {
        Place { heading_line: Some(self.heading_line), sheet: self.sheet.clone() }
    }

    /// Makes a reader read so. What the reader proposes itself stays as it is, and what nobody reads may tell who has left.
    pub(in crate::census) fn apply<R: std::io::Read>(&self, reader: &mut CensusReader<R>) {
        let mut mapping = reader.mapping().clone();
        let fields: HashMap<usize, Field> =
            self.columns.iter().filter_map(|column| Some((column.index, column.field?))).collect();
        let others: Vec<usize> = mapping
            .columns()
            .iter()
            .filter(|column| column.field.is_some() && column.field.as_ref() != fields.get(&column.index))
            .map(|column| column.index)
            .collect();
        for index in others {
            mapping.assign(index, None);
        }
        for (index, field) in fields {
            if mapping.columns().get(index).is_some_and(|column| column.field != Some(field)) {
                mapping.assign(index, Some(field));
            }
        }
        // Whether a family is read or left out of this file goes before what is remembered.
        for column in self.columns.iter().filter(|column| column.family.is_some() && column.field.is_none()) {
            match column.how.as_str() {
                "ByHand" => _ = mapping.assign(column.index, None),
                "Unmapped" => mapping.read_family(column.index),
                _ => {}
            }
        }
        self.orders.iter().for_each(|order| mapping.choose_order(*order));
        reader.use_mapping(mapping);
    }
}

/// How a file is opened by every task: with the headings that are remembered for its group.
pub(in crate::census) async fn options(ctx: &Context, file: &CensusFile, place: Place) -> Result<ReadOptions> {
    let remembered = mappings::remembered(&ctx.store.read(), file.group.as_ref().map(|group| group.id)).await?;
    Ok(source::options(ctx, remembered, place))
}

/// What a mapping task has kept; blank before it has run.
pub(in crate::census) fn summary(tasks: &[TaskRow], task: Task) -> MapSummary {
    let kept = tasks.iter().find(|row| row.task == task).and_then(|row| row.summary.clone());
    kept.and_then(|kept| serde_json::from_value(kept).ok()).unwrap_or_default()
}

/// What people have asked for, as a summary to start from when the task runs anew; `None` when they have asked for nothing.
pub(in crate::census) fn kept(tasks: &[TaskRow], task: Task) -> Result<Option<Value>> {
    let asked = summary(tasks, task).asked;
    if asked == Asked::default() {
        return Ok(None);
    }
    let summary = serde_json::to_value(MapSummary { asked, ..MapSummary::default() });
    Ok(Some(summary.map_err(anyhow::Error::from)?))
}

/// Puts together how a file is read: by name and synonym, as remembered, and as a person has asked for this file. What the values tell of the
/// other columns is inferred from all that.
pub(in crate::census) fn describe<R: std::io::Read>(
    reader: &CensusReader<R>,
    asked: Asked,
    today: NaiveDate,
) -> (Mapping, MapSummary) {
    let mut mapping = reader.mapping().clone();
    for one in &asked.columns {
        if one.family {
            mapping.read_family(one.index);
        } else {
            mapping.assign(one.index, one.field);
        }
    }
    asked.orders.iter().for_each(|order| mapping.choose_order(*order));
    let mapping = reader.completed(mapping, today);
    let columns = mapping.columns().iter().zip(mapping.family_labels()).map(|(column, family)| MappedColumn {
        family: family.map(|(label, _)| label),
        index: column.index,
        heading: column.heading.clone(),
        field: column.field,
        how: format!("{:?}", column.how),
    });
    let summary = MapSummary {
        heading_line: reader.heading_line(),
        encoding: reader.encoding_name().to_owned(),
        delimiter: reader.delimiter_name().unwrap_or_default().to_owned(),
        sheet: reader.sheet().map(|sheet| sheet.name.clone()),
        other_sheets: reader.sheet().map(|sheet| sheet.others.clone()).unwrap_or_default(),
        sheets: reader.sheet().map(|sheet| sheet.choices.clone()).unwrap_or_default(),
        columns: columns.collect(),
        relatives: reader.relatives_in_columns(&mapping),
        orders: mapping.chosen_orders().collect(),
        by_id: mapping.is_by_id(),
        undecided: mapping.likely_birth_dates().into_iter().collect(),
        asked,
    };
    (mapping, summary)
}

/// Runs the task.
pub(in crate::census) async fn run(run: &Run<'_>) -> Result<Finished> {
    let (ctx, file) = (run.ctx, &run.file);
    let db = ctx.store.read();
    let asked = summary(&tasks::of_file(&db, file.id).await?, run.task).asked;
    let Mapped { issues: found, summary, records, layout, questions: asked } = read(run, asked).await?;
    let tx = run.begin().await?;
    let said: Vec<_> = found.into_iter().map(NewIssue::of_file).collect();
    issues::insert(&tx, file.id, run.task, &said).await?;
    layouts::replace(&tx, file.id, &layout, ctx.now()).await?;
    ask(&tx, file.id, &asked).await?;
    if let Some(group) = &file.group {
        questions::recall(&tx, file.id, group.id).await?;
    }
    let total = u32::try_from(records).unwrap_or(u32::MAX);
    run.commit_chunk(tx, total, total).await?;
    let summary: Value = serde_json::to_value(summary).map_err(anyhow::Error::from)?;
    Ok(Finished { total, summary: Some(summary), ..Finished::default() })
}

/// What the mapping of a file has found.
struct Mapped {
    issues: Vec<Issue>,
    summary: MapSummary,
    records: u64,
    layout: Layout,
    questions: Vec<Question>,
}

/// Asks what the first reading has found, so that it can be answered before the rows are validated.
async fn ask(tx: &Tx, file: CensusFileId, asked: &[Question]) -> Result<()> {
    for kind in [QuestionKind::Section, QuestionKind::Leaving] {
        let of_kind = asked.iter().filter(|question| question.kind == kind).cloned().collect();
        questions::replace_kind(tx, file, kind, of_kind).await?;
    }
    Ok(())
}

async fn read(run: &Run<'_>, asked: Asked) -> Result<Mapped> {
    let content = source::open(run.ctx, run.file.stored_file).await?;
    let options = options(run.ctx, &run.file, asked.place()).await?;
    let (today, db) = (run.ctx.today(), run.ctx.store.read());
    let rules = judging::rules(&db, run.group()?, today).await?;
    let remembered = remembered_values::remembered(&db, run.group()?).await?;
    let mut reading = source::Reading::begin(content, options, move |mut reader, counted| {
        let (mapping, mut summary) = describe(&reader, asked, today);
        reader.use_mapping(mapping);
        let mut layout = LayoutBuilder::new(&reader, rules);
        let see = |mut item: Item, reader: &CensusReader<source::Text>| {
            if let Item::Row(raw) = &mut item
                && layout.is_looking()
            {
                remembered.replace(raw);
            }
            layout.see(&item, reader);
        };
        let records = source::count_records(&mut reader, see, |so_far| _ = source::send(counted, so_far))?;
        summary.encoding = reader.encoding_name().to_owned();
        summary.undecided.extend(reader.undecided());
        let (layout, questions) = layout.finish(&reader);
        Ok(Mapped { issues: reader.issues_of_file(false), summary, records, layout, questions })
    });
    while let Some(so_far) = reading.next().await {
        let tx = run.begin().await?;
        // How many there are in all is known at the end.
        run.commit_chunk(tx, u32::try_from(so_far).unwrap_or(u32::MAX), 0).await?;
    }
    reading.end().await
}

/// What is said when a task needs the columns and nobody has mapped them.
pub(in crate::census) fn not_mapped() -> crate::error::Error {
    Invalid::field("", "A previous task has not been completed.").into()
}
