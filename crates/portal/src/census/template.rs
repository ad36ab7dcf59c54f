//! The template as a workbook: its heading with example rows, and a sheet that says what each column may hold
//! (rules.md#census-template).

use axum::body::Body as Content;
use axum::response::{IntoResponse as _, Response};
use domain::census::Field;
use domain::census::template::{EXAMPLES, WORKBOOK_NAME, allowed, example_cell};
use rust_xlsxwriter::{Color, DataValidation, Format, FormatAlign, Workbook, Worksheet, XlsxError};

use crate::error::{Error, Result};
use crate::http::attachment;

const KIND: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// So many rows below the heading are text, so that no program turns an id or a ZIP code into a number.
const TEXT_ROWS: u32 = 5_000;

/// The template as a workbook, with example rows and the values that its columns may hold.
#[utoipa::path(
    get, path = "/census/template/workbook", tag = "census",
    responses((status = 200, body = Vec<u8>, content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))
)]
pub async fn download() -> Result<Response> {
    let bytes = workbook().map_err(|error| Error::from(anyhow::Error::from(error)))?;
    Ok((attachment(KIND, WORKBOOK_NAME), Content::from(bytes)).into_response())
}

fn workbook() -> std::result::Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    let heading = Format::new().set_bold().set_background_color(Color::RGB(0xE8_F3_F4));
    write_members(workbook.add_worksheet(), &heading)?;
    write_allowed(workbook.add_worksheet(), &heading)?;
    workbook.save_to_buffer()
}

/// The sheet that is filled in and uploaded.
fn write_members(sheet: &mut Worksheet, heading: &Format) -> std::result::Result<(), XlsxError> {
    let text = Format::new().set_num_format("@");
    let example = Format::new().set_num_format("@").set_italic().set_font_color(Color::RGB(0x56_63_70));
    sheet.set_name("Members")?.set_freeze_panes(1, 0)?;
    for (column, field) in (0..).zip(Field::template()) {
        sheet.set_column_width(column, 18)?.set_column_format(column, &text)?;
        sheet.write_string_with_format(0, column, field.name(), heading)?;
        for (row, example_row) in (1..).zip(EXAMPLES) {
            sheet.write_string_with_format(row, column, example_cell(example_row, *field), &example)?;
        }
        if let Some(values) = choices(*field) {
            let list = DataValidation::new().allow_list_strings(values)?.ignore_blank(true);
            sheet.add_data_validation(1, column, TEXT_ROWS, column, &list.show_error_message(false))?;
        }
    }
    Ok(())
}

/// The values of a column that a spreadsheet offers.
const fn choices(field: Field) -> Option<&'static [&'static str]> {
    match field {
        Field::MemberType => Some(&["Employee", "Dependent"]),
        Field::Gender => Some(&["Male", "Female", "Other", "Unknown"]),
        Field::PlanName => Some(&["Family Plan", "Individual Plan"]),
        Field::Status => Some(&["Active", "In-Active"]),
        Field::Relationship => Some(&["Employee", "Spouse", "Child", "Domestic Partner", "Other Dependent"]),
        _ => None,
    }
}

/// The sheet that tells what may stand in each column.
fn write_allowed(sheet: &mut Worksheet, heading: &Format) -> std::result::Result<(), XlsxError> {
    let whole = Format::new().set_text_wrap().set_align(FormatAlign::Top);
    sheet.set_name("Allowed values")?.set_freeze_panes(1, 0)?;
    for (column, (title, width)) in
        (0..).zip([("Column", 22), ("Must be filled", 18), ("Allowed values", 48), ("Note", 60)])
    {
        sheet.set_column_width(column, width)?;
        sheet.write_string_with_format(0, column, title, heading)?;
    }
    for (row, one) in (1..).zip(allowed()) {
        for (column, said) in (0..).zip([one.field.name(), one.needed.text(), one.values, one.note]) {
            sheet.write_string_with_format(row, column, said, &whole)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::{Seek as _, Write as _};

    use chrono::NaiveDate;
    use domain::census::ReadOptions;
    use domain::census::check::{Summary, summarize};
    use domain::census::export::template;

    use super::*;
    use crate::census::workbook::unpack;

    fn read(bytes: &[u8]) -> Summary {
        let mut file = tempfile::tempfile().expect("a file");
        file.write_all(bytes).expect("written");
        file.rewind().expect("rewound");
        let mut options = ReadOptions::default();
        let mut text = unpack(file, None, &mut options).expect("a workbook");
        text.rewind().expect("rewound");
        summarize(text, NaiveDate::from_ymd_opt(2026, 7, 1).expect("a day"), &options).expect("a summary")
    }

    #[test]
    fn a_template_that_nobody_has_filled_in_has_no_records() {
        let refused = read(&workbook().expect("a workbook")).report.refused;
        assert_eq!(refused.as_deref(), Some("The file has a heading line but no records."));
    }

    #[test]
    fn the_examples_of_the_template_are_nobody_in_a_file_that_was_filled_in_below_them() {
        let mut text = template();
        let mut row = |of: &dyn Fn(Field) -> &'static str| {
            text += &Field::template().iter().map(|field| of(*field)).collect::<Vec<_>>().join(",");
            text += "\r\n";
        };
        EXAMPLES.iter().for_each(|example| row(&|field| example_cell(example, field)));
        row(&|field| match field {
            Field::FirstName => "Ann",
            Field::LastName => "Moss",
            Field::DateOfBirth => "04/12/1985",
            _ => "",
        });
        let options = ReadOptions::default();
        let today = NaiveDate::from_ymd_opt(2026, 7, 1).expect("a day");
        let summary = summarize(std::io::Cursor::new(text), today, &options).expect("a summary");
        assert_eq!((summary.report.refused, summary.people), (None, 1));
    }
}
