//! How a file was understood, in one look: what each column holds and why, which people are read, which lines are nobody, and what a person
//! has to say (rules.md#reading-of-a-file).
//!
//! [`LayoutBuilder`] makes it while the file is read for the first time. It looks at every line, and at the values of the first rows only.

mod builder;
mod columns;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::census::findings::Question;

pub use self::builder::LayoutBuilder;

/// Of so many rows at the beginning it is counted which values fit and how families are tied.
pub const ROWS_LOOKED_AT: u32 = 500;

/// So many people are shown as they will be read.
pub const PEOPLE_SHOWN: usize = 10;

/// Writes structures as they are stored and sent.
macro_rules! stored {
    ($($(#[$about:meta])* pub struct $name:ident { $($fields:tt)* })*) => {$(
        $(#[$about])*
        #[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "PascalCase")]
        pub struct $name { $($fields)* }
    )*};
}

stored! {
    /// How a file was understood.
    pub struct Layout {
        /// The name of the encoding, `XLSX` of a workbook.
        pub encoding: String,
        /// `comma`, `semicolon`, `tab` or `pipe`; `None` of a workbook.
        pub delimiter: Option<String>,
        /// The name of the sheet of a workbook that is read.
        pub sheet: Option<String>,
        /// The names of the sheets that are not read.
        pub other_sheets: Vec<String>,
        /// The physical line of the heading, from 1.
        pub heading_line: u64,
        /// How many rows the file has.
        pub rows: u64,
        /// Of how many rows at the beginning it is counted which values fit and how families are tied.
        pub looked_at: u32,
        /// What only a person can say, the first to be answered first.
        pub questions: Vec<OpenQuestion>,
        /// The first people as they will be read.
        pub people: Vec<ReadPerson>,
        /// The columns in the order of the file.
        pub columns: Vec<LayoutColumn>,
        /// Which number of a date is the month.
        pub dates: ReadOrder,
        /// Which name comes first.
        pub names: ReadOrder,
        /// The lines that divide the list.
        pub sections: Vec<LayoutSection>,
        /// How dependents are tied to their employees.
        pub families: FamilyTies,
        /// The lines that are nobody, by reason.
        pub left_out: Vec<LeftOutLines>,
    }

    /// A column with what it holds.
    pub struct LayoutColumn {
        /// Its place, from 0.
        pub index: usize,
        /// The heading as it stands, trimmed.
        pub heading: String,
        /// The name of the field that it holds; `None` when it is not read.
        pub field: Option<String>,
        /// How it came to that: `Known`, `SecondChoice`, `ByValues`, `Remembered`, `ByHand`, `OfAnother` or `Unmapped`.
        pub how: String,
        /// The same in a sentence.
        pub why: String,
        /// Whose it is: `Person` of the row, `Employee`, `Dependent`, `Another` who is named beside it, `Relative` in the employee's own row who is
        /// not read, or one who is, such as `Spouse` and `Child 2`.
        pub whose: String,
        /// How many of a hundred filled cells of the first rows can be read as the field; `None` where any text can.
        pub fits: Option<u8>,
        /// Another field that nearly all of its values look like.
        pub second: Option<String>,
    }

    /// In which order the parts of a value stand.
    pub struct ReadOrder {
        /// `MonthFirst` or `DayFirst` of dates; `FirstLast`, `LastFirst` or `Columns` of names; blank where the file has none.
        pub order: String,
        /// Whether the file leaves no doubt.
        pub is_sure: bool,
        /// Why, in a sentence.
        pub why: String,
        /// The heading of the column.
        pub column: Option<String>,
    }

    /// A line that divides the list.
    pub struct LayoutSection {
        /// Its line.
        pub line: u64,
        /// What it says.
        pub title: String,
        /// `Left` of people who have left or may have, `Dependents`. An older layout has `MayHaveLeft` as well.
        pub kind: String,
        /// The line of the first row below it.
        pub first_line: u64,
        /// The line of the last row below it.
        pub last_line: u64,
        /// How many rows stand below it.
        pub rows: u32,
        /// Whether a person has said that those below have left.
        pub answer: Option<bool>,
    }

    /// How the dependents among the first rows are tied to their employees.
    pub struct FamilyTies {
        /// How many of the first rows are dependents.
        pub dependents: u32,
        /// By what they are tied.
        pub ties: Vec<FamilyTie>,
        /// How many wait for a person to say whose they are.
        pub untied: u32,
        /// The lines of the first of those.
        pub untied_lines: Vec<u64>,
    }

    /// How some dependents are tied.
    pub struct FamilyTie {
        /// `Row`, `FamilyId`, `SSN`, `UniqueId`, `NamedEmployee` or `Order`. An older layout has `Section` as well.
        pub by: String,
        /// The same in words.
        pub why: String,
        /// How many dependents are tied so.
        pub dependents: u32,
        /// The line of the first of them.
        pub first_line: u64,
    }

    /// Lines that are nobody for the same reason.
    pub struct LeftOutLines {
        /// `Title`, `Blank`, `Heading`, `Total`, `Page`, `Unread` or `Remark`.
        pub reason: String,
        /// The same in words.
        pub why: String,
        /// How many physical lines there are.
        pub lines: u64,
        /// How many of them have a cell in a column of names.
        pub may_be_people: u64,
        /// The first of them.
        pub first_line: u64,
        /// What stands in the first of them that hold anything.
        pub examples: Vec<LineText>,
    }

    /// A line with what stands in it.
    pub struct LineText {
        /// The line.
        pub line: u64,
        /// Its cells, side by side.
        pub text: String,
    }

    /// A person as it will be read, beside the line.
    pub struct ReadPerson {
        /// The first physical line.
        pub line: u64,
        /// The cells as they stand, by the place of their column; social security numbers are hidden but for four digits, and long cells cut.
        pub cells: Vec<String>,
        /// What is read.
        pub values: Vec<ReadValue>,
        /// Whether it is a dependent.
        pub is_dependent: bool,
        /// The line of a dependent's employee.
        pub primary_line: Option<u64>,
        /// What is wrong, as far as the first rows tell.
        pub says: Vec<String>,
    }

    /// A value that is read.
    pub struct ReadValue {
        /// The name of the field.
        pub field: String,
        /// The text as a roster shows it; days as `YYYY-MM-DD`.
        pub value: String,
    }

    /// What only a person can say.
    pub struct OpenQuestion {
        /// `Section`, `Leaving`, `Columns`, `Names`, `Dates`, `Sheet` or `Employees`.
        pub about: String,
        /// The line that it is about.
        pub line: u64,
        /// The heading of the column that it is about.
        pub column: Option<String>,
        /// The sentence that is shown.
        pub text: String,
        /// How it is answered: `Answer` by yes or no, `Order` by choosing the order of the values, `Mapping` by mapping the columns, `Sheet` by
        /// choosing the sheet, `File` by a corrected file.
        pub by: String,
    }
}

impl OpenQuestion {
    /// One that is answered by yes or no.
    pub(in crate::census) fn by_answer(question: &Question) -> Self {
        Self::new(question.kind.name(), question.line, None, question.text(), "Answer")
    }

    fn new(about: &str, line: u64, column: Option<String>, text: String, by: &str) -> Self {
        Self { about: about.to_owned(), line, column, text, by: by.to_owned() }
    }
}
