//! Questions and lines that were left out as the wire carries them.

use serde::Serialize;
use store::census::left_out::LeftOut;
use store::census::questions::StoredQuestion;
use utoipa::ToSchema;

use crate::http::wire::Instant;

/// A question about a file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct FileQuestionView {
    id: i64,
    /// `Section`, `LeftOut`, `LeftOutOfWhole`, `FewNamed`, `NewIds`, `EmployeesOnly`, `Leaving`, `Rewritten` or `Employees`.
    kind: &'static str,
    /// The sentence for people.
    question: String,
    /// The line that the question is about; 0 when it is about the whole file.
    line: u64,
    /// The first line that the answer concerns.
    first_line: u64,
    /// The last line that the answer concerns.
    last_line: u64,
    /// How many rows, lines or members the answer concerns, or how many members the file names.
    rows: u32,
    /// Whether the import waits for the answer.
    holds: bool,
    /// Yes or no; absent without an answer.
    answer: Option<bool>,
    /// Who answered.
    answered_by: Option<String>,
    answered_on: Option<Instant>,
}

impl FileQuestionView {
    /// A question about a file that ends absent members, or does not.
    pub fn new(stored: StoredQuestion, explicit: bool) -> Self {
        let (holds, answer) = (stored.holds(explicit), stored.yes());
        let answered_on = stored.answer.as_ref().map(|answer| Instant(answer.at));
        Self {
            id: stored.id,
            kind: stored.question.kind.name(),
            question: stored.question.text(),
            line: stored.question.line,
            first_line: stored.question.first_line,
            last_line: stored.question.last_line,
            rows: stored.question.rows,
            holds,
            answer,
            answered_by: stored.answer.map(|answer| answer.by_name),
            answered_on,
        }
    }
}

/// A line that was left out of a file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct LeftOutView {
    /// Its first physical line.
    line: u64,
    /// How many physical lines it spans.
    spans: u32,
    /// Why it was left out, in words.
    reason: &'static str,
    /// What stands in it; very long cells are cut.
    cells: Vec<String>,
    /// Whether it holds something in a column of names, so that it may be a person.
    has_name: bool,
    /// The number of the record that a person has made of it; absent of a line that is left out.
    record_number: Option<u32>,
}

impl From<LeftOut> for LeftOutView {
    fn from(line: LeftOut) -> Self {
        Self {
            line: line.line,
            spans: line.spans,
            reason: line.why.text(),
            cells: line.cells,
            has_name: line.has_name,
            record_number: line.made_row,
        }
    }
}
