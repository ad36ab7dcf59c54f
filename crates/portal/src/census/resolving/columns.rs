//! The endpoints of columns mapped by hand. Their paths follow their neighbours (rules.md#calls-of-our-own).

use axum::extract::State;
use domain::census::workbook::PeopleSheet;
use domain::census::{Field, ValueOrder};
use domain::{CensusFileId, CensusTaskId, Invalid};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::assigning::{self, Columns, Held, Wanted};
use crate::census::mapping::{Assignment, MappedColumn};
use crate::census::source::Place;
use crate::census::views::FileView;
use crate::context::Context;
use crate::error::Error;
use crate::http::{Answer, Body, CallerOrigin, Envelope, Path, Query, answer};

/// By which heading, and on which sheet, the columns are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct PlaceOf {
    /// The physical line of the heading, from 1; as it was found when absent.
    heading_line: Option<u64>,
    /// The sheet of people of a workbook; the one that is read when absent.
    sheet: Option<String>,
}

/// A sheet of people.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct PeopleSheetView {
    name: String,
    /// How many rows below its heading hold something.
    rows: u64,
    /// The cells of its heading.
    heading: Vec<String>,
}

/// A column of the file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct FileColumnView {
    /// Its place, from 0.
    index: usize,
    heading: String,
    /// The field that it holds; absent when it is left out.
    field: Option<String>,
    /// `Known`, `SecondChoice`, `ByValues`, `Remembered`, `ByHand`, `OfAnother` or `Unmapped`.
    how: String,
    /// Whose and what it holds of the employee's family, such as `Spouse: First Name`, be it read or left out.
    family: Option<String>,
    /// The first values that differ, as they stand in the file.
    values: Vec<String>,
    /// The field that its values look like; absent when it holds one, or when they look like none that is free.
    suggested: Option<String>,
}

/// A field that a column may hold.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct CensusFieldView {
    name: &'static str,
    label: &'static str,
}

/// How a file is read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct MappingView {
    /// The physical line of the heading, from 1.
    heading_line: u64,
    /// The line that a person has pointed at; absent when the heading was found.
    asked_heading_line: Option<u64>,
    /// `XLSX` of a workbook.
    encoding: String,
    /// Empty of a workbook.
    delimiter: String,
    /// The sheet of a workbook that is read.
    sheet: Option<String>,
    /// The sheets that are not read.
    other_sheets: Vec<String>,
    /// The sheets of people to choose from; empty unless the workbook has several.
    sheets: Vec<PeopleSheetView>,
    columns: Vec<FileColumnView>,
    /// The fields that columns may hold.
    fields: Vec<CensusFieldView>,
    /// The labels of required fields that no column holds.
    missing: Vec<&'static str>,
}

/// What a column is to hold.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct ColumnChoice {
    /// Its place, from 0.
    index: usize,
    /// The field's name; `Family` reads the column as its heading says of the employee's family; absent leaves it out.
    field: Option<String>,
}

/// Stands in the place of a field for a column of the employee's family.
const FAMILY: &str = "Family";

/// Columns mapped by hand.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct MappingInput {
    /// The sheet of people of a workbook; the one that is read stays when absent.
    sheet: Option<String>,
    /// The physical line of the heading, from 1; as it is found when absent.
    heading_line: Option<u64>,
    /// The columns. Heading and columns stay as they are when nothing but orders is given.
    columns: Option<Vec<ColumnChoice>>,
    /// The orders of values, at most one of `MonthFirst` and `DayFirst` for dates, and one of `FirstLast` and `LastFirst` for whole names;
    /// those that are not named stay as they are.
    orders: Vec<String>,
    /// Whether the next files of the group are read so; yes when absent.
    remember: Option<bool>,
}

impl MappingInput {
    fn wanted(&self) -> Result<Wanted, Invalid> {
        let mut invalid = Invalid::none();
        let mut columns = Vec::new();
        for choice in self.columns.iter().flatten() {
            let family = choice.field.as_deref() == Some(FAMILY);
            let named = choice.field.as_deref().filter(|_| !family);
            let field = named.map(|name| (name, Field::from_name(name)));
            if let Some((name, None)) = field {
                invalid.add("Columns", format!("There is no field '{name}'."));
            }
            columns.push(Assignment { index: choice.index, field: field.and_then(|(_, field)| field), family });
        }
        let mut orders: Vec<ValueOrder> = Vec::new();
        for name in &self.orders {
            match ValueOrder::from_name(name) {
                None => invalid.add("Orders", format!("There is no order '{name}'.")),
                Some(order) if orders.iter().any(|other| other.field() == order.field()) => {
                    invalid.add("Orders", format!("{} can have one order only.", order.field().label()));
                }
                Some(order) => orders.push(order),
            }
        }
        let columns = self.columns.is_some().then_some(columns);
        invalid.or(Wanted { sheet: self.sheet.clone(), heading_line: self.heading_line, columns, orders })
    }
}

impl From<Columns> for MappingView {
    fn from(found: Columns) -> Self {
        let fields = Field::ALL.into_iter().filter(|field| found.is_multi_group || *field != Field::GroupId);
        let column = |(column, held): (MappedColumn, Held)| FileColumnView {
            index: column.index,
            heading: column.heading,
            field: column.field.map(|field| field.name().to_owned()),
            how: column.how,
            family: column.family,
            values: held.shown,
            suggested: held.suggested.map(|field| field.name().to_owned()),
        };
        let sheet = |PeopleSheet { name, rows, heading, .. }: PeopleSheet| PeopleSheetView { name, rows, heading };
        Self {
            heading_line: found.summary.heading_line,
            asked_heading_line: found.summary.asked.heading_line,
            encoding: found.summary.encoding,
            delimiter: found.summary.delimiter,
            sheet: found.summary.sheet,
            other_sheets: found.summary.other_sheets,
            sheets: found.summary.sheets.into_iter().map(sheet).collect(),
            columns: found.summary.columns.into_iter().zip(found.held).map(column).collect(),
            fields: fields.map(|field| CensusFieldView { name: field.name(), label: field.label() }).collect(),
            missing: found.missing.into_iter().map(Field::label).collect(),
        }
    }
}

/// Which column of a file holds which field.
#[utoipa::path(
    get, path = "/census/files/{fileId}/tasks/{taskId}/mapping", tag = "census",
    params(("fileId" = i64, Path), ("taskId" = i64, Path), PlaceOf),
    responses((status = 200, body = Envelope<MappingView>))
)]
pub async fn mapping(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((file, task)): Path<(CensusFileId, CensusTaskId)>,
    Query(of): Query<PlaceOf>,
) -> Answer<MappingView> {
    let place = Place { heading_line: of.heading_line, sheet: of.sheet };
    answer(assigning::columns(&ctx, &who, (file, task), place).await?)
}

/// Maps columns and chooses orders of values by hand; the file is read again.
#[utoipa::path(
    put, path = "/census/files/{fileId}/tasks/{taskId}/mapping", tag = "census",
    params(("fileId" = i64, Path), ("taskId" = i64, Path)), request_body = MappingInput,
    responses((status = 200, body = Envelope<FileView>))
)]
pub async fn map_columns(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((file, task)): Path<(CensusFileId, CensusTaskId)>,
    Body(input): Body<MappingInput>,
) -> Answer<FileView> {
    let wanted = input.wanted().map_err(Error::from)?;
    let detail = assigning::assign(&ctx, &who, (file, task), wanted, input.remember.unwrap_or(true)).await?;
    answer(FileView::new(detail))
}
