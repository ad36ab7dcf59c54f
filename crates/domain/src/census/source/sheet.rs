//! What the text of a workbook does not say: its sheets, its hidden rows, those that are struck through, and its merged cells.

use serde::{Deserialize, Serialize};

use super::RawRow;
use crate::census::cells::day_of_1904;
use crate::census::field::Field;
use crate::census::findings::{Issue, IssueKind};

/// How a workbook is called where a text has its encoding.
pub const XLSX: &str = "XLSX";

/// So many lines of rows that are struck through are named.
const LINES_NAMED: usize = 20;

/// Which sheet of a workbook a text was made of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sheet {
    /// Its name.
    pub name: String,
    /// The names of the other sheets, which are not read.
    pub others: Vec<String>,
    /// The sheets of which a person chooses one, this one among them. Blank where the workbook leaves no choice.
    pub choices: Vec<PeopleSheet>,
    /// Whether a person has chosen this sheet.
    pub is_chosen: bool,
    /// The sheets with people that are not read, those that are hidden among them.
    pub unread_people: Vec<PeopleSheet>,
    /// Whether a sheet of the workbook has hidden rows.
    pub hides_rows: bool,
    /// The lines of rows that are struck through, from 1.
    pub struck: Vec<u64>,
    /// Whether its days are counted from 1904.
    pub is_1904: bool,
    /// The first lines of merged cells that cover several rows, from 1.
    pub merged: Vec<u64>,
}

impl Sheet {
    /// Puts the day in the place of a bare number of one, which only the workbook knows how to count.
    pub(in crate::census) fn read_day(&self, raw: &mut RawRow) {
        let day = raw.get(Field::DateOfBirth).filter(|_| self.is_1904).and_then(day_of_1904);
        if let Some(day) = day {
            raw.set(Field::DateOfBirth, &day.to_string());
        }
    }

    /// Whether a person has to choose the sheet before anything is imported (rules.md#sheets-of-people).
    pub const fn is_asked(&self) -> bool {
        !self.is_chosen && !self.choices.is_empty()
    }

    /// Says what of the workbook the text does not show: the question which sheet is read, people on sheets that are not read, hidden rows, rows
    /// that are struck through, and merged cells below the heading, which have their value in their first row only.
    pub(in crate::census) fn issues(&self, heading_line: u64) -> Vec<Issue> {
        let (hidden, shown): (Vec<_>, Vec<_>) = self.unread_people.iter().partition(|sheet| sheet.is_hidden);
        let merged: Vec<u64> = self.merged.iter().copied().filter(|line| *line > heading_line).collect();
        let unread = |which: &str, sheets: &[&PeopleSheet]| {
            format!(
                "The workbook has people on {which} sheets, who are not read: {}. Put those who belong to this list on the sheet '{}' and \
                 upload the file again.",
                named(sheets),
                self.name
            )
        };
        let choice = format!(
            "The workbook has people on several sheets: {}. Which sheet is this group's census? Choose it, or put everybody on one sheet and \
             upload the file again.",
            named(&self.choices.iter().collect::<Vec<_>>())
        );
        let rows = "The workbook has hidden rows. Those of the sheet that is read are read like all others: show them, and delete those who do \
                    not belong to the list.";
        let struck = format!(
            "Rows are struck through: {}. They are read like all others: set a person who has left to In-Active, or delete the row.",
            lines(&self.struck)
        );
        let cells = format!(
            "Cells are merged over several rows: {}. Their value is read in the first of these rows only. Unmerge and fill them if it holds \
             for all.",
            lines(&merged)
        );
        let said = [
            (self.is_asked(), IssueKind::SheetChoice, choice),
            (!self.is_asked() && !shown.is_empty(), IssueKind::UnreadSheet, unread("other", &shown)),
            (!hidden.is_empty(), IssueKind::HiddenSheet, unread("hidden", &hidden)),
            (self.hides_rows, IssueKind::HiddenRows, rows.to_owned()),
            (!self.struck.is_empty(), IssueKind::StruckRows, struck),
            (!merged.is_empty(), IssueKind::MergedCells, cells),
        ];
        let so = said.into_iter().filter(|(is_so, ..)| *is_so);
        so.map(|(_, kind, message)| Issue::of_row(heading_line, kind, message)).collect()
    }
}

/// The first of these lines.
fn lines(lines: &[u64]) -> String {
    let named: Vec<String> = lines.iter().take(LINES_NAMED).map(u64::to_string).collect();
    format!("{}{}", named.join(", "), if lines.len() > LINES_NAMED { " and more" } else { "" })
}

/// A sheet with people on it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct PeopleSheet {
    /// Its name.
    pub name: String,
    /// How many rows below its heading hold something.
    pub rows: u64,
    /// The cells of its heading; blank where no heading is known.
    pub heading: Vec<String>,
    /// Whether the workbook hides it.
    pub is_hidden: bool,
}

/// The names of sheets, each with the number of its rows.
fn named(sheets: &[&PeopleSheet]) -> String {
    let one = |sheet: &&PeopleSheet| match sheet.rows {
        1 => format!("'{}' (1 row)", sheet.name),
        rows => format!("'{}' ({rows} rows)", sheet.name),
    };
    sheets.iter().map(one).collect::<Vec<_>>().join(", ")
}
