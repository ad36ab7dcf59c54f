//! A workbook in words: what a person can read and compare, made a real one for the test.
//!
//! `[Name]` begins a sheet, and `[hidden Name]` one that is hidden. Every line below is a row, its cells parted by ` | `. A cell is text, or what
//! its first word says: `number 1001`, `day 29222`, `zeros 421` (a number that is shown with six digits), `true`, `formula UPPER("bo") = BO`,
//! `struck Ann`. `merged A2:A4` merges cells of the sheet above it.

use domain::examples::workbooks::{Cell, Workbook, text};

/// The bytes of the workbook.
pub fn bytes(words: &str) -> Vec<u8> {
    let mut workbook = Workbook::default();
    let mut sheet: Option<Sheet> = None;
    for line in words.lines() {
        let name = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        match (name, &mut sheet) {
            (Some(name), before) => {
                workbook = before.take().into_iter().fold(workbook, Sheet::add);
                sheet = Some(Sheet::called(name));
            }
            (None, Some(sheet)) => sheet.take(line),
            (None, None) => panic!("a row above the first sheet: {line}"),
        }
    }
    sheet.into_iter().fold(workbook, Sheet::add).bytes()
}

struct Sheet {
    name: String,
    is_hidden: bool,
    rows: Vec<Vec<Cell>>,
    merged: Vec<String>,
}

impl Sheet {
    fn called(name: &str) -> Self {
        let hidden = name.strip_prefix("hidden ");
        let (rows, merged) = (Vec::new(), Vec::new());
        Self { name: hidden.unwrap_or(name).to_owned(), is_hidden: hidden.is_some(), rows, merged }
    }

    fn take(&mut self, line: &str) {
        match line.strip_prefix("merged ") {
            Some(range) => self.merged.push(range.to_owned()),
            None => {
                let row = self.rows.len() + 1;
                let cells = line.split(" | ").enumerate().map(|(at, words)| cell(row, at, words.trim()));
                self.rows.push(if line.is_empty() { Vec::new() } else { cells.collect() });
            }
        }
    }

    fn add(workbook: Workbook, sheet: Self) -> Workbook {
        let Self { name, is_hidden, rows, merged } = sheet;
        let workbook = if is_hidden { workbook.hidden(&name, &rows) } else { workbook.sheet(&name, &rows) };
        let ranges: Vec<&str> = merged.iter().map(String::as_str).collect();
        if ranges.is_empty() { workbook } else { workbook.merged(&ranges) }
    }
}

fn cell(row: usize, column: usize, words: &str) -> Cell {
    let place = format!("{}{row}", char::from(b'A' + u8::try_from(column).expect("few columns")));
    let number = |digits: &str| digits.parse().expect("a number");
    match words.split_once(' ').unwrap_or((words, "")) {
        ("number", digits) => Cell::Number(number(digits)),
        ("day", digits) => Cell::Day(number(digits)),
        ("zeros", digits) => Cell::Markup(format!("<c r=\"{place}\" s=\"2\"><v>{digits}</v></c>")),
        ("true", "") => Cell::Markup(format!("<c r=\"{place}\" t=\"b\"><v>1</v></c>")),
        ("formula", both) => {
            let (formula, result) = both.split_once(" = ").expect("a formula and its result");
            let formula = formula.replace('&', "&amp;").replace('<', "&lt;");
            Cell::Markup(format!("<c r=\"{place}\" t=\"str\"><f>{formula}</f><v>{result}</v></c>"))
        }
        ("struck", told) => {
            Cell::Markup(format!("<c r=\"{place}\" s=\"3\" t=\"inlineStr\"><is><t>{told}</t></is></c>"))
        }
        _ => text(words),
    }
}
