//! Workbooks: which sheet is read and as what, and what is refused.

use super::{issues, people, today};
use crate::census::check::{CheckReport, ShownNumber, check};
use crate::census::reader::{Limits, ReadError, ReadOptions};
use crate::census::workbook::write_text;
use crate::examples::workbooks::{Cell, Workbook, text};

/// Reads a workbook as the portal does.
fn read(bytes: &[u8], limits: Limits) -> CheckReport {
    read_by(bytes, ReadOptions { limits, ..ReadOptions::default() })
}

fn read_by(bytes: &[u8], mut options: ReadOptions) -> CheckReport {
    let mut made = Vec::new();
    match write_text(std::io::Cursor::new(bytes), &options, &mut made) {
        Ok(sheet) => options.sheet = Some(sheet),
        Err(ReadError::Refused(refusal)) => return CheckReport::refused(refusal.to_string()),
        Err(ReadError::Io(error)) => panic!("memory failed: {error}"),
    }
    check(made.as_slice(), today(), &options).expect("memory does not fail")
}

fn checked(workbook: &Workbook) -> CheckReport {
    read(&workbook.bytes(), Limits::default())
}

/// Reads a workbook of which a person has chosen a sheet.
fn checked_with(workbook: &Workbook, sheet: &str) -> CheckReport {
    read_by(&workbook.bytes(), ReadOptions { chosen_sheet: Some(sheet.to_owned()), ..ReadOptions::default() })
}

fn row(cells: &[&str]) -> Vec<Cell> {
    cells.iter().map(|cell| text(cell)).collect()
}

const HEADING: &[&str] = &["First Name", "Last Name", "DOB"];

#[test]
fn a_remark_beside_the_table_holds_no_row_up() {
    let rows = [row(HEADING), row(&["Ann", "Abel", "1/2/1980", "moved, see mail"]), row(&["Bo", "Bell", "1/3/1981"])];
    let report = checked(&Workbook::default().sheet("Census", &rows));
    assert_eq!((people(&report).len(), issues(&report)), (2, vec![]));
}

#[test]
fn a_row_of_the_sheet_is_a_line_and_values_are_what_excel_has_stored() {
    let day = |number| Cell::Day(number);
    let rows = [
        row(&["Hollow Creek Mills"]),
        vec![],
        row(&["Emp No", "First Name", "Last Name", "DOB", "Zip", "Cell Phone", "Status", "City"]),
        vec![
            Cell::Number(1001.0),
            text("Zoë"),
            text("Peña, Jr"),
            day(29222.0),
            Cell::Number(2139.0),
            Cell::Number(6_175_550_101.0),
            Cell::Markup("<c r=\"G4\" t=\"b\"><v>1</v></c>".to_owned()),
            text("Mt.\nAiry \"East\""),
        ],
        vec![],
        vec![
            Cell::Number(7.0),
            Cell::Formula("UPPER(\"bo\")", "BO"),
            text("Lund"),
            day(30000.75),
            Cell::Blank,
            Cell::Blank,
            Cell::Blank,
            Cell::Markup("<c r=\"H6\" t=\"e\"><f>1/0</f><v>#DIV/0!</v></c>".to_owned()),
        ],
        vec![Cell::Number(8.0), text("Cy"), text("Lund"), day(60.0)],
        row(&["Total", "3"]),
    ];
    let report = checked(&Workbook::default().sheet("Census", &rows));
    assert_eq!((report.encoding, report.delimiter, report.sheet.as_deref()), (Some("XLSX"), None, Some("Census")));
    assert_eq!((report.header_line, &report.ignored_lines[..]), (Some(3), &[1, 2, 5, 8][..]));
    assert_eq!(people(&report), [(4, "Zoë", "Peña, Jr"), (6, "BO", "Lund"), (7, "Cy", "Lund")]);
    let first = &report.records[0];
    assert_eq!((first.unique_id.as_deref(), first.date_of_birth.as_deref()), (Some("1001"), Some("1980-01-02")));
    assert_eq!((first.zip_code.as_deref(), first.cell_phone.as_deref()), (Some("02139"), Some("6175550101")));
    assert_eq!((first.status, first.city.as_deref()), (Some(ShownNumber::Number(0)), Some("Mt. Airy \"East\"")));
    assert_eq!(report.records[1].date_of_birth.as_deref(), Some("1982-02-18"));
    let told =
        [(4, "ZipCode", "lost_leading_zero"), (6, "City", "spreadsheet_error"), (7, "DateOfBirth", "invalid_date")];
    assert_eq!(issues(&report), told, "cells that are not there are blank and no fault of the row");
}

#[test]
fn a_formula_without_its_result_is_told_by_name_and_not_taken_for_a_blank() {
    let markup = |text: &str| Cell::Markup(text.to_owned());
    let rows = [
        row(&["ID", "First Name", "Last Name", "DOB", "City", "Zip", "Email"]),
        vec![
            markup("<c r=\"A2\"><f>\"E\"&amp;7</f></c>"),
            text("Ann"),
            markup("<c r=\"C2\"><f>UPPER(\"bee\")</f><v></v></c>"),
            markup("<c r=\"D2\"><f>DATE(1980,1,2)</f></c>"),
            markup("<c r=\"E2\"><f t=\"shared\" ref=\"E2:E3\" si=\"4000000000\">H2</f></c>"),
            text("89501"),
            markup("<c r=\"G2\" t=\"str\"><f>IF(A2=\"\",\"\",\"\")</f><v></v></c>"),
        ],
        vec![
            text("7"),
            text("Cal"),
            text("Dee"),
            Cell::Day(29222.0),
            markup("<c r=\"E3\"><f t=\"shared\" si=\"4000000000\"/></c>"),
        ],
    ];
    let report = checked(&Workbook::default().sheet("Census", &rows));
    let told = [
        (2, "LastName", "invalid_value"),
        (2, "UniqueId", "formula"),
        (2, "City", "formula"),
        (2, "DateOfBirth", "invalid_date"),
        (3, "City", "formula"),
    ];
    let mut found = issues(&report);
    found.sort_unstable();
    let mut expected = told.to_vec();
    expected.sort_unstable();
    assert_eq!(found, expected);
    for issue in &report.issues {
        let says = "holds a formula instead of its result; save the file with its results in a spreadsheet program and upload it again.";
        assert!(issue.message.ends_with(says), "{}", issue.message);
    }
    assert_eq!(report.records[0].email, None, "a formula whose result is nothing is blank");
}

#[test]
fn days_of_a_workbook_from_1904_are_the_days_that_it_shows() {
    let person = vec![text("Ann"), text("Abel"), Cell::Day(27760.0)];
    let report = checked(&Workbook::default().sheet("Census", &[row(HEADING), person]).from_1904());
    assert_eq!(report.records[0].date_of_birth.as_deref(), Some("1980-01-02"));
}

/// What spreadsheet programs write below the sheets since 2013.
const EXTENSION: &str = "<extLst><ext uri=\"{140A7094-0E35-4892-8432-C4D2E57EDEB5}\" \
    xmlns:x15=\"http://schemas.microsoft.com/office/spreadsheetml/2010/11/main\"><x15:workbookPr chartTrackingRefBase=\"1\"/></ext></extLst>";

#[test]
fn the_workbooks_own_properties_say_from_when_days_are_counted() {
    let born = |properties: &str, extensions: &str, cell: Cell| {
        let person = vec![text("Ann"), text("Abel"), cell];
        let workbook = Workbook::default().sheet("Census", &[row(HEADING), person]);
        let report = checked(&workbook.with_properties(properties, extensions));
        assert_eq!((report.refused.as_deref(), issues(&report)), (None, vec![]), "{properties}");
        report.records[0].date_of_birth.clone()
    };
    let (from_1904, from_1900) = (27896.0, 29358.0);
    for (properties, extensions, days) in [
        ("<workbookPr date1904=\"1\"/>", "", from_1904),
        ("<workbookPr date1904=\"1\"/>", EXTENSION, from_1904),
        ("<workbookPr date1904=\"true\" defaultThemeVersion=\"1\"/>", EXTENSION, from_1904),
        ("<workbookPr date1904=\"true\"></workbookPr>", "", from_1904),
        ("<workbookPr date1904=\"0\"/>", EXTENSION, from_1900),
        ("<workbookPr date1904=\"false\"/>", "", from_1900),
        ("", EXTENSION, from_1900),
    ] {
        for cell in [Cell::Day(days), Cell::Number(days), text("1980-05-17"), text("5/17/1980")] {
            assert_eq!(
                born(properties, extensions, cell.clone()).as_deref(),
                Some("1980-05-17"),
                "{properties} {cell:?}"
            );
        }
    }
}

/// Employees with their dependents; what holds for a whole family stands in a merged cell.
fn merged_families() -> Workbook {
    let rows = [
        row(&["Hollow Creek Mills"]),
        row(&["Family ID", "Last Name", "First Name", "DOB", "Relationship", "Status", "Plan"]),
        row(&["F1", "Abel", "Ann", "1/2/1980", "EE", "Terminated", "Gold"]),
        row(&["", "", "Bo", "1/3/1981", "SP"]),
        row(&["", "", "Cy", "1/4/2012", "CH"]),
        row(&["F2", "Dorn", "Di", "1/5/1983", "EE"]),
        row(&["", "", "Ed", "1/6/2014", "CH", "Active"]),
        row(&[""]),
    ];
    Workbook::default().sheet("Census", &rows).merged(&["A1:G1", "A3:A5", "B3:B5", "F3:F5", "G3:G7", "A6:A8", "B6:B8"])
}

#[test]
fn a_merged_cell_holds_for_its_first_row_and_is_told_once() {
    let report = checked(&merged_families());
    let read: Vec<_> = report
        .records
        .iter()
        .map(|one| (one.line, one.first_name.as_str(), one.last_name.as_str(), one.status, one.primary_line))
        .collect();
    let (gone, active) = (Some(ShownNumber::Number(1)), Some(ShownNumber::Number(0)));
    assert_eq!(
        read,
        [
            (3, "Ann", "Abel", gone, None),
            (4, "Bo", "Abel", None, Some(3)),
            (5, "Cy", "Abel", None, Some(3)),
            (6, "Di", "Dorn", None, None),
            (7, "Ed", "Dorn", active, Some(6)),
        ]
    );
    assert!(report.ignored_lines.iter().all(|line| [1, 8].contains(line)), "{:?}", report.ignored_lines);
    let told: Vec<_> = issues(&report).into_iter().filter(|(_, _, code)| *code == "merged_cells").collect();
    assert_eq!(told, [(2, "", "merged_cells")]);
}

#[test]
fn a_heading_over_two_rows_and_cells_merged_sideways_fill_nothing() {
    let rows = [
        row(&["First Name", "Last Name", "DOB", "City"]),
        row(&[""]),
        row(&["Ann", "Abel", "1/2/1980", ""]),
        row(&["Bo", "", "1/3/1981", ""]),
    ];
    let report = checked(&Workbook::default().sheet("Census", &rows).merged(&["A1:A2", "B1:B2", "C3:D3"]));
    assert_eq!(people(&report), [(3, "Ann", "Abel"), (4, "Bo", "")]);
    assert_eq!(issues(&report), [(4, "LastName", "missing_required")]);
}

#[test]
fn the_sheet_with_the_census_is_read_and_the_others_are_named() {
    let person = row(&["Ann", "Abel", "1/2/1980"]);
    let workbook = Workbook::default()
        .sheet("Summary", &[row(&["Plan", "Count"]), row(&["Gold", "2"])])
        .sheet("Empty", &[])
        .sheet("Roster", &[row(HEADING), person.clone()])
        .hidden("Last year", &[row(HEADING), person]);
    let report = checked(&workbook);
    assert_eq!((report.sheet.as_deref(), people(&report)), (Some("Roster"), vec![(2, "Ann", "Abel")]));
    assert_eq!(report.other_sheets, ["Summary", "Empty", "Last year"]);
    assert_eq!(issues(&report), [(1, "", "hidden_sheet")]);
}

#[test]
fn people_on_a_second_sheet_are_asked_about_whatever_its_headings() {
    let person = row(&["Ann", "Abel", "1/2/1980"]);
    let first = Workbook::default().sheet("Employees", &[row(HEADING), person]);
    let dependent = vec![text("7"), text("Kid"), text("Abel"), Cell::Day(42067.0), text("Child")];
    let heading = ["Emp ID", "Dependent First Name", "Dependent Last Name", "Dependent DOB", "Relationship"];
    for second in [
        vec![row(&heading), dependent],
        vec![row(&["EE Name", "DOB"]), row(&["Cy Nix", "1/4/1980"])],
        vec![row(&["Wer", "Wann"]), row(&["Ann Nix", "1/4/1980"])],
        vec![vec![text("Bob"), text("Nix"), Cell::Day(29222.0)]],
    ] {
        let workbook = first.clone().sheet("More", &second);
        let asked = checked(&workbook);
        assert_eq!((asked.sheet.as_deref(), issues(&asked)), (Some("Employees"), vec![(1, "", "sheet_choice")]));
        let named = "people on several sheets: 'Employees' (1 row), 'More' (1 row).";
        assert!(asked.issues[0].message.contains(named), "{second:?}: {}", asked.issues[0].message);
        let chosen = checked_with(&workbook, "Employees");
        assert_eq!((people(&chosen), issues(&chosen)), (vec![(2, "Ann", "Abel")], vec![(1, "", "unread_sheet")]));
        let hidden = checked(&first.clone().hidden("More", &second));
        assert_eq!((people(&hidden), issues(&hidden)), (vec![(2, "Ann", "Abel")], vec![(1, "", "hidden_sheet")]));
        assert!(hidden.issues[0].message.contains("'More'"), "{}", hidden.issues[0].message);
        let first_unknown =
            Workbook::default().sheet("More", &second).sheet("Codes", &[row(&["Code", "Name"]), row(&["7", "Dock"])]);
        assert_eq!(checked(&first_unknown).other_sheets.iter().filter(|name| *name == "More").count(), 0, "{second:?}");
    }
    let notes = vec![row(&["Prepared by Ann Abel"]), row(&["Plan", "Effective"]), row(&["Gold", "1/1/2005"])];
    let report = checked(&first.sheet("Notes", &notes));
    assert_eq!((people(&report), issues(&report)), (vec![(2, "Ann", "Abel")], vec![]));
}

#[test]
fn hidden_rows_are_read_and_told() {
    let cell = |text: &str| format!("<c t=\"inlineStr\"><is><t>{text}</t></is></c>");
    let row = |attributes: &str, cells: &[&str]| {
        let cells: String = cells.iter().map(|text| cell(text)).collect();
        format!("<row {attributes}>{cells}</row>")
    };
    let rows = [
        row("r=\"1\"", HEADING),
        row("r=\"2\" hidden=\"1\"", &["Ann", "Abel", "1/2/1980"]),
        row("r=\"3\"", &["Bo", "Cole", "1/3/1980"]),
    ];
    let markup = format!("<worksheet><sheetData>{}</sheetData></worksheet>", rows.concat());
    let report = checked(&Workbook::default().markup("People", markup));
    assert_eq!(people(&report), [(2, "Ann", "Abel"), (3, "Bo", "Cole")]);
    assert_eq!(issues(&report), [(1, "", "hidden_rows")]);
}

#[test]
fn a_sheet_of_which_no_heading_is_known_is_read_for_a_person_to_map() {
    let report = checked(&Workbook::of(&[&["Vorname", "Nachname", "Geburtstag"], &["Ute", "Kern", "12/24/1980"]]));
    assert_eq!((report.header_line, report.records.len()), (Some(1), 1));
    assert_eq!(report.unmapped_columns, ["Vorname", "Nachname", "Geburtstag"]);
}

#[test]
fn what_is_no_readable_workbook_is_refused_with_a_reason() {
    let good = Workbook::of(&[HEADING, &["Ann", "Abel", "1/2/1980"]]);
    let locked =
        [&b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"[..], &[0; 70_000], b"E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0"]
            .concat();
    let bytes = good.bytes();
    let wide: Vec<String> = (0..1001).map(|number| format!("Column {number}")).collect();
    let wide: Vec<&str> = HEADING.iter().copied().chain(wide.iter().map(String::as_str)).collect();
    for (bytes, reason) in [
        (b"".to_vec(), "The file is empty."),
        (b"First Name,Last Name,DOB\nAnn,Abel,1/2/1980\n".to_vec(), "named .xlsx but is not an Excel workbook"),
        (Workbook::default().part("photo.jpg", "x").bytes()[..40].to_vec(), "damaged"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0\0\0".to_vec(), "an old or binary Excel workbook"),
        (locked, "protected by a password"),
        (bytes[..bytes.len() / 2].to_vec(), "damaged"),
        (good.clone().part("xl/vbaProject.bin", "x").bytes(), "macros"),
        (Workbook::default().sheet("Empty", &[]).bytes(), "The file is empty."),
        (Workbook::of(&[HEADING]).bytes(), "no records"),
        (Workbook::of(&[&["Plan", "Count"], &["Gold", "2"]]).bytes(), "no usable heading"),
        (Workbook::of(&[&wide]).bytes(), "more than 1000 columns"),
        (Workbook::default().markup("Broken", "<worksheet><sheetData><row></sheetData>".to_owned()).bytes(), "damaged"),
        (Workbook::default().markup("Broken", sheet("<c r=\"A1\"><v>1</v></c>", "Z99999999")).bytes(), "damaged"),
        (
            Workbook::default()
                .markup("Entities", format!("<!DOCTYPE a [<!ENTITY b \"c\">]>{}", sheet("", "A1")))
                .bytes(),
            "damaged",
        ),
    ] {
        let report = read(&bytes, Limits::default());
        let refused = report.refused.unwrap_or_default();
        assert!(refused.contains(reason), "{refused:?} does not say {reason:?}");
    }
}

/// A sheet of one row, and a cell at a place of which there is none.
fn sheet(cells: &str, place: &str) -> String {
    format!("<worksheet><sheetData><row r=\"1\">{cells}<c r=\"{place}\"><v>1</v></c></row></sheetData></worksheet>")
}

#[test]
fn a_small_workbook_that_unpacks_to_a_large_one_is_refused_before_it_is_read() {
    let limits = Limits { bytes: 200_000, ..Limits::default() };
    let cells = "<c><v>1</v></c>".repeat(400_000);
    let strings = format!("<sst>{}</sst>", "<si><t>aaaaaaaaaaaaaaaaaaaa</t></si>".repeat(150_000));
    let cell = format!("<c t=\"inlineStr\"><is><t>{}</t></is></c>", "a".repeat(1_100_000));
    let markup = |cells: &str| format!("<worksheet><sheetData><row>{cells}</row></sheetData></worksheet>");
    for (workbook, reason) in [
        (Workbook::default().markup("Cells", markup(&cells)), "unpacks to more than 4000000 bytes"),
        (Workbook::of(&[HEADING]).part("xl/sharedStrings.xml", strings), "unpacks to more than"),
        (Workbook::default().markup("Cell", markup(&cell)), "A cell of the workbook is longer than"),
        (
            Workbook::of(&[HEADING]).part("xl/sharedStrings.xml", "<sst uniqueCount=\"4000000000\"><si/></sst>"),
            "damaged",
        ),
        (Workbook::of(&[HEADING]).part("xl/worksheets/sheet9.bin", vec![0; 40_000_000]), "unpacks to more than"),
        (
            Workbook::default().markup("Comment", format!("<!--{}-->", "a".repeat(1_100_000))),
            "A cell of the workbook is longer",
        ),
    ] {
        let bytes = workbook.bytes();
        assert!(bytes.len() < 100_000, "small as a file: {}", bytes.len());
        let refused = read(&bytes, limits).refused.unwrap_or_default();
        assert!(refused.contains(reason), "{refused:?} does not say {reason:?}");
    }
}

#[test]
fn a_short_string_that_many_cells_share_makes_no_endless_text() {
    let strings = format!("<sst><si><t>{}</t></si></sst>", "a".repeat(30_000));
    let rows: String = (1..=60).map(|row| format!("<row r=\"{row}\"><c t=\"s\"><v>0</v></c></row>")).collect();
    let markup = format!("<worksheet><sheetData>{rows}</sheetData></worksheet>");
    let workbook = Workbook::default().markup("Shared", markup).part("xl/sharedStrings.xml", strings);
    let refused = read(&workbook.bytes(), Limits { bytes: 200_000, ..Limits::default() }).refused.unwrap_or_default();
    assert!(refused.contains("unpacks to more than 1000000 bytes"), "{refused:?}");
}

#[test]
fn each_further_sheet_of_people_is_a_choice_whatever_its_name() {
    let active = [row(HEADING), row(&["Ann", "Abel", "1/2/1980"])];
    let other = |heading: &[&str]| [row(heading), row(&["Bo", "Bell", "1/3/1981"])];
    let day_first = other(&["First Name", "Last Name", "DOB (DD/MM/YYYY)"]);
    let half = other(&["First Name", "Last Name", "Term Date"]);
    let is_asked = |workbook: &Workbook| issues(&checked(workbook)).contains(&(1, "", "sheet_choice"));
    for (name, rows) in [("Termed", &day_first), ("Termed", &half), ("Ohio", &active), ("COBRA", &active)] {
        let workbook = Workbook::default().sheet("Active", &active).sheet(name, rows);
        assert!(is_asked(&workbook), "{name}");
        let chosen = checked_with(&workbook, "Active");
        assert_eq!((people(&chosen), issues(&chosen)), (vec![(2, "Ann", "Abel")], vec![(1, "", "unread_sheet")]));
    }
    let all_ended = Workbook::default().sheet("Termed", &active).sheet("Terminated", &active);
    assert!(is_asked(&all_ended), "no sheet of people who are covered");
}

#[test]
fn a_person_chooses_the_sheet_and_those_on_the_others_are_counted() {
    let person = |first: &str, last: &str| row(&[first, last, "1/2/1980"]);
    let workbook = Workbook::default()
        .sheet("Ohio", &[row(HEADING), person("Ann", "Abel")])
        .sheet("COBRA", &[row(HEADING), person("Bo", "Bell")])
        .sheet("Texas", &[row(&["As of November"]), row(HEADING), person("Cy", "Cole"), vec![], person("Di", "Dorn")])
        .hidden("Old", &[row(HEADING), person("Ed", "Eck")]);
    let asked = checked(&workbook);
    assert!(
        asked.issues[0].message.contains("'Ohio' (1 row), 'COBRA' (1 row), 'Texas' (2 rows). Which sheet"),
        "{:?}",
        asked.issues
    );
    let question = asked.layout.as_ref().and_then(|layout| layout.questions.first()).expect("a question");
    assert_eq!((question.about.as_str(), question.by.as_str()), ("Sheet", "Sheet"));
    let texas = checked_with(&workbook, "Texas");
    assert_eq!(people(&texas), [(3, "Cy", "Cole"), (5, "Di", "Dorn")]);
    assert_eq!(issues(&texas), [(2, "", "unread_sheet"), (2, "", "hidden_sheet")]);
    assert!(texas.issues[0].message.contains("'Ohio' (1 row), 'COBRA' (1 row). Put"), "{}", texas.issues[0].message);
    for name in ["Nevada", "Old"] {
        assert_eq!(issues(&checked_with(&workbook, name))[0], (1, "", "sheet_choice"), "{name} is no choice");
    }
    let known = |sheets: &str| issues(&checked_with(&workbook, sheets))[0].2.to_owned();
    assert_eq!(known("Texas\nOhio\nCOBRA\nTexas"), "unread_sheet", "the same sheets as when it was chosen");
    assert_eq!(known("Texas\nOhio\nTexas"), "sheet_choice", "a sheet of people is new");
}
