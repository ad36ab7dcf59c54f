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

    /// Says what of the workbook the text does not show: the question which sheet is read, people on sheets that are not read, hidden rows, and
    /// rows that are struck through.
    pub(in crate::census) fn issues(&self, line: u64) -> impl Iterator<Item = Issue> {
        const ROWS: &str = "The workbook has hidden rows. Those of the sheet that is read are read like all others: show them, and delete whoever \
                            does not belong to the list.";
        let rows = self.hides_rows.then(|| Issue::of_row(line, IssueKind::HiddenRows, ROWS));
        let shown = self.choice_issue(line).or_else(|| self.unread_issue(line, false));
        let hidden = self.unread_issue(line, true);
        [shown, hidden, rows, self.struck_issue(line), self.merged_issue(line)].into_iter().flatten()
    }

    fn choice_issue(&self, line: u64) -> Option<Issue> {
        let message = format!(
            "The workbook has people on several sheets: {}. Which sheet is this group's census? Choose it, or put everybody on one sheet and \
             upload the file again.",
            named(self.choices.iter())
        );
        self.is_asked().then(|| Issue::of_row(line, IssueKind::SheetChoice, message))
    }

    /// Counts the people on the sheets that are not read, be they hidden or shown.
    fn unread_issue(&self, line: u64, is_hidden: bool) -> Option<Issue> {
        let unread = || self.unread_people.iter().filter(|sheet| sheet.is_hidden == is_hidden);
        let (kind, which) =
            if is_hidden { (IssueKind::HiddenSheet, "hidden") } else { (IssueKind::UnreadSheet, "other") };
        let message = format!(
            "The workbook has people on {which} sheets, who are not read: {}. Put whoever belongs to this list on the sheet '{}' and upload the \
             file again.",
            named(unread()),
            self.name
        );
        (unread().count() > 0).then(|| Issue::of_row(line, kind, message))
    }

    fn struck_issue(&self, line: u64) -> Option<Issue> {
        let message = format!(
            "Rows are struck through: {}. They are read like all others: set a person who has left to In-Active, or delete the row.",
            lines(&self.struck)
        );
        (!self.struck.is_empty()).then(|| Issue::of_row(line, IssueKind::StruckRows, message))
    }

    /// Says once that a merged cell below the heading has its value in its first row only.
    fn merged_issue(&self, line: u64) -> Option<Issue> {
        let below: Vec<u64> = self.merged.iter().copied().filter(|merged| *merged > line).collect();
        let message = format!(
            "Cells are merged over several rows: {}. Their value is read in the first of these rows only. Unmerge and fill them if it holds for \
             all.",
            lines(&below)
        );
        (!below.is_empty()).then(|| Issue::of_row(line, IssueKind::MergedCells, message))
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
fn named<'a>(sheets: impl Iterator<Item = &'a PeopleSheet>) -> String {
    let one = |PeopleSheet { name, rows, .. }: &PeopleSheet| match rows {
        1 => format!("'{name}' (1 row)"),
        rows => format!("'{name}' ({rows} rows)"),
    };
    sheets.map(one).collect::<Vec<_>>().join(", ")
}
