//! Workbooks for tests, put together part by part, so that a test can also make what no spreadsheet program writes.

use std::io::{Cursor, Write as _};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006/relationships";

/// A cell as it stands in the markup of a sheet.
#[derive(Debug, Clone)]
pub enum Cell {
    /// Nothing.
    Blank,
    /// Text.
    Text(String),
    /// A number without a format.
    Number(f64),
    /// A number in the format of a day.
    Day(f64),
    /// A formula with its last result.
    Formula(&'static str, &'static str),
    /// Markup of its own.
    Markup(String),
}

/// Text as a cell.
pub fn text(text: &str) -> Cell {
    if text.is_empty() { Cell::Blank } else { Cell::Text(text.to_owned()) }
}

/// A workbook.
#[derive(Debug, Clone, Default)]
pub struct Workbook {
    sheets: Vec<(String, &'static str, String)>,
    parts: Vec<(String, Vec<u8>)>,
    /// The markup of the workbook's own properties, and of its extensions.
    properties: String,
    extensions: String,
}

impl Workbook {
    /// One sheet of text, the first row being row 1.
    pub fn of(rows: &[&[&str]]) -> Self {
        let cells: Vec<Vec<Cell>> = rows.iter().map(|row| row.iter().map(|cell| text(cell)).collect()).collect();
        Self::default().sheet("People", &cells)
    }

    /// Adds a visible sheet.
    #[must_use]
    pub fn sheet(self, name: &str, rows: &[Vec<Cell>]) -> Self {
        self.with(name, "visible", rows)
    }

    /// Adds a sheet that is hidden.
    #[must_use]
    pub fn hidden(self, name: &str, rows: &[Vec<Cell>]) -> Self {
        self.with(name, "hidden", rows)
    }

    fn with(mut self, name: &str, state: &'static str, rows: &[Vec<Cell>]) -> Self {
        let rows: String = rows.iter().enumerate().map(|(at, row)| row_markup(at + 1, row)).collect();
        let data = format!("<worksheet xmlns=\"{MAIN}\"><sheetData>{rows}</sheetData></worksheet>");
        self.sheets.push((name.to_owned(), state, data));
        self
    }

    /// Adds a visible sheet of whatever markup.
    #[must_use]
    pub fn markup(mut self, name: &str, markup: String) -> Self {
        self.sheets.push((name.to_owned(), "visible", markup));
        self
    }

    /// Adds a part of whatever content.
    #[must_use]
    pub fn part(mut self, name: &str, content: impl Into<Vec<u8>>) -> Self {
        self.parts.push((name.to_owned(), content.into()));
        self
    }

    /// Counts days from 1904, as old Macintosh workbooks do.
    #[must_use]
    pub fn from_1904(self) -> Self {
        self.with_properties("<workbookPr date1904=\"1\"/>", "")
    }

    /// Has properties of its own and extensions of whatever markup.
    #[must_use]
    pub fn with_properties(mut self, properties: &str, extensions: &str) -> Self {
        (self.properties, self.extensions) = (properties.to_owned(), extensions.to_owned());
        self
    }

    /// Merges cells of the last sheet, such as `A2:A4`.
    #[must_use]
    pub fn merged(mut self, ranges: &[&str]) -> Self {
        let cells: String = ranges.iter().map(|range| format!("<mergeCell ref=\"{range}\"/>")).collect();
        if let Some((_, _, markup)) = self.sheets.last_mut() {
            *markup = markup.replace("</worksheet>", &format!("<mergeCells>{cells}</mergeCells></worksheet>"));
        }
        self
    }

    /// The bytes of the file.
    ///
    /// # Panics
    /// Never: writing to memory does not fail.
    pub fn bytes(&self) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        let mut part = |name: &str, content: &[u8]| {
            zip.start_file(name, SimpleFileOptions::default()).expect("memory");
            zip.write_all(content).expect("memory");
        };
        let (mut sheets, mut relations) = (String::new(), String::new());
        for (at, (name, state, markup)) in self.sheets.iter().enumerate() {
            let id = at + 1;
            sheets.push_str(&format!("<sheet name=\"{name}\" sheetId=\"{id}\" state=\"{state}\" r:id=\"r{id}\"/>"));
            relations.push_str(&format!(
                "<Relationship Id=\"r{id}\" Type=\"{OFFICE}/worksheet\" Target=\"worksheets/sheet{id}.xml\"/>"
            ));
            part(&format!("xl/worksheets/sheet{id}.xml"), markup.as_bytes());
        }
        let Self { properties, extensions, .. } = self;
        let workbook = format!(
            "<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\">{properties}<sheets>{sheets}</sheets>{extensions}</workbook>"
        );
        part("xl/workbook.xml", workbook.as_bytes());
        let relations = format!("<Relationships xmlns=\"{PACKAGE}\">{relations}</Relationships>");
        part("xl/_rels/workbook.xml.rels", relations.as_bytes());
        // In their order: plain, a day, a number of six digits, struck through.
        let styles = format!(
            "<styleSheet xmlns=\"{MAIN}\"><numFmts count=\"1\"><numFmt numFmtId=\"164\" formatCode=\"000000\"/></numFmts>\
             <fonts count=\"2\"><font/><font><strike/></font></fonts>\
             <cellXfs count=\"4\"><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/><xf numFmtId=\"164\" applyNumberFormat=\"1\"/>\
             <xf numFmtId=\"0\" fontId=\"1\" applyFont=\"1\"/></cellXfs></styleSheet>"
        );
        part("xl/styles.xml", styles.as_bytes());
        let root = format!(
            "<Relationships xmlns=\"{PACKAGE}\"><Relationship Id=\"r1\" Type=\"{OFFICE}/officeDocument\" \
             Target=\"xl/workbook.xml\"/></Relationships>"
        );
        part("_rels/.rels", root.as_bytes());
        for (name, content) in &self.parts {
            part(name, content);
        }
        zip.finish().expect("memory").into_inner()
    }
}

fn row_markup(number: usize, cells: &[Cell]) -> String {
    if cells.is_empty() {
        return String::new();
    }
    let cells: String = cells.iter().enumerate().map(|(at, cell)| cell_markup(&place(number, at), cell)).collect();
    format!("<row r=\"{number}\">{cells}</row>")
}

/// `B7`. Columns past the 26th stand behind the one before them, and need no name.
fn place(row: usize, column: usize) -> String {
    let letter = u8::try_from(column).ok().filter(|column| *column < 26).map(|column| char::from(b'A' + column));
    letter.map_or_else(String::new, |letter| format!(" r=\"{letter}{row}\""))
}

fn cell_markup(place: &str, cell: &Cell) -> String {
    match cell {
        Cell::Blank => String::new(),
        Cell::Text(text) => {
            let text = text.replace('&', "&amp;").replace('<', "&lt;");
            format!("<c{place} t=\"inlineStr\"><is><t xml:space=\"preserve\">{text}</t></is></c>")
        }
        Cell::Number(number) => format!("<c{place}><v>{number}</v></c>"),
        Cell::Day(number) => format!("<c{place} s=\"1\"><v>{number}</v></c>"),
        Cell::Formula(formula, result) => {
            format!("<c{place} t=\"str\"><f>{formula}</f><v>{result}</v></c>")
        }
        Cell::Markup(markup) => markup.clone(),
    }
}
