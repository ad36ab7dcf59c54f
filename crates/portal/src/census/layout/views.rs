//! How a file was understood, as the wire carries it.

use domain::census::Field;
use domain::census::layout::{
    FamilyTie, FamilyTies, Layout, LayoutColumn, LayoutSection, LeftOutLines, LineText, OpenQuestion, ReadOrder,
    ReadPerson, ReadValue,
};
use serde::Serialize;
use store::census::layouts::StoredLayout;
use utoipa::ToSchema;

use crate::http::wire::Instant;

/// How a file was understood.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct FileLayoutView {
    /// When its columns were mapped.
    made_on: Option<Instant>,
    /// Absent before its columns are mapped.
    layout: Option<LayoutView>,
}

impl From<Option<StoredLayout>> for FileLayoutView {
    fn from(stored: Option<StoredLayout>) -> Self {
        let made_on = stored.as_ref().map(|stored| Instant(stored.made_at));
        Self { made_on, layout: stored.map(|stored| LayoutView::from(stored.layout)) }
    }
}

/// A layout.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct LayoutView {
    /// `XLSX` of a workbook.
    encoding: String,
    /// Absent of a workbook.
    delimiter: Option<String>,
    /// The sheet of a workbook that is read.
    sheet: Option<String>,
    /// The sheets that are not read.
    other_sheets: Vec<String>,
    /// The physical line of the heading, from 1.
    heading_line: u64,
    rows: u64,
    /// How many rows at the beginning tell the columns, the orders and the families.
    looked_at: u32,
    /// What only a person can say and the file does not ask by itself.
    questions: Vec<LayoutQuestionView>,
    /// The first people as they will be read.
    people: Vec<ReadPersonView>,
    columns: Vec<LayoutColumnView>,
    /// Which number of a date is the month.
    dates: ReadOrderView,
    /// Which name comes first.
    names: ReadOrderView,
    sections: Vec<LayoutSectionView>,
    families: FamilyTiesView,
    /// The lines that are nobody, by reason.
    left_out: Vec<LeftOutLinesView>,
}

/// What only a person can say.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct LayoutQuestionView {
    /// `Section`, `Leaving`, `Columns`, `Names` or `Dates`.
    about: String,
    line: u64,
    /// The heading of the column that it is about.
    column: Option<String>,
    text: String,
    /// How it is answered: `Answer` by yes or no once the rows are validated, `Order` by the order of the values, `Mapping` by mapping the
    /// columns, `File` by a corrected file.
    by: String,
}

/// A person as it will be read, beside the line.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ReadPersonView {
    line: u64,
    /// The cells as they stand; social security numbers are hidden but for four digits, and long cells cut.
    cells: Vec<String>,
    values: Vec<ReadValueView>,
    is_dependent: bool,
    /// The line of a dependent's employee.
    primary_line: Option<u64>,
    /// What is wrong, as far as the first rows tell.
    says: Vec<String>,
}

/// A value that is read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ReadValueView {
    /// The name of the field.
    field: String,
    label: &'static str,
    value: String,
}

/// A column with what it holds and why.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct LayoutColumnView {
    /// Its place, from 0.
    index: usize,
    heading: String,
    /// The name of the field; absent when the column is not read.
    field: Option<String>,
    label: Option<&'static str>,
    /// `Known`, `SecondChoice`, `ByValues`, `Remembered`, `ByHand`, `OfAnother` or `Unmapped`.
    how: String,
    /// The same in a sentence.
    why: String,
    /// `Person` of the row, `Employee`, `Dependent`, `Another` or `Relative`.
    whose: String,
    /// How many of a hundred filled cells can be read as the field.
    fits: Option<u8>,
    /// The label of another field that nearly all of its values look like.
    second: Option<&'static str>,
}

/// In which order the parts of a value stand.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ReadOrderView {
    /// `MonthFirst`, `DayFirst`, `FirstLast`, `LastFirst` or `Columns`; empty where the file has none.
    order: String,
    /// Whether the file leaves no doubt.
    is_sure: bool,
    why: String,
    /// The heading of the column.
    column: Option<String>,
}

/// A line that divides the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct LayoutSectionView {
    line: u64,
    title: String,
    /// `Left`, `MayHaveLeft` or `Dependents`.
    kind: String,
    first_line: u64,
    last_line: u64,
    rows: u32,
    /// Whether a person has said that those below have left.
    answer: Option<bool>,
}

/// How the dependents among the first rows are tied to their employees.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct FamilyTiesView {
    dependents: u32,
    ties: Vec<FamilyTieView>,
    /// How many wait for a person to say whose they are.
    untied: u32,
    untied_lines: Vec<u64>,
}

/// How some dependents are tied.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct FamilyTieView {
    /// `FamilyId`, `SSN`, `UniqueId`, `NamedEmployee`, `Section` or `Order`.
    by: String,
    why: String,
    dependents: u32,
    first_line: u64,
}

/// Lines that are nobody for the same reason.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct LeftOutLinesView {
    /// `Title`, `Blank`, `Table`, `Heading`, `Total`, `Page`, `Unread` or `Remark`.
    reason: String,
    why: String,
    lines: u64,
    /// How many of them have a cell in a column of names.
    may_be_people: u64,
    first_line: u64,
    examples: Vec<LineTextView>,
}

/// A line with what stands in it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct LineTextView {
    line: u64,
    text: String,
}

fn label(name: &str) -> Option<&'static str> {
    Field::from_name(name).map(Field::label)
}

fn all<T, V: From<T>>(values: Vec<T>) -> Vec<V> {
    values.into_iter().map(V::from).collect()
}

impl From<Layout> for LayoutView {
    fn from(layout: Layout) -> Self {
        Self {
            encoding: layout.encoding,
            delimiter: layout.delimiter,
            sheet: layout.sheet,
            other_sheets: layout.other_sheets,
            heading_line: layout.heading_line,
            rows: layout.rows,
            looked_at: layout.looked_at,
            questions: all(layout.questions),
            people: all(layout.people),
            columns: all(layout.columns),
            dates: layout.dates.into(),
            names: layout.names.into(),
            sections: all(layout.sections),
            families: layout.families.into(),
            left_out: all(layout.left_out),
        }
    }
}

impl From<OpenQuestion> for LayoutQuestionView {
    fn from(open: OpenQuestion) -> Self {
        let OpenQuestion { about, line, column, text, by } = open;
        Self { about, line, column, text, by }
    }
}

impl From<ReadPerson> for ReadPersonView {
    fn from(person: ReadPerson) -> Self {
        let ReadPerson { line, cells, values, is_dependent, primary_line, says } = person;
        Self { line, cells, values: all(values), is_dependent, primary_line, says }
    }
}

impl From<ReadValue> for ReadValueView {
    fn from(read: ReadValue) -> Self {
        Self { label: label(&read.field).unwrap_or_default(), field: read.field, value: read.value }
    }
}

impl From<LayoutColumn> for LayoutColumnView {
    fn from(column: LayoutColumn) -> Self {
        let LayoutColumn { index, heading, field, how, why, whose, fits, second } = column;
        let (name, second) = (field.as_deref().and_then(label), second.as_deref().and_then(label));
        Self { index, heading, field, label: name, how, why, whose, fits, second }
    }
}

impl From<ReadOrder> for ReadOrderView {
    fn from(read: ReadOrder) -> Self {
        let ReadOrder { order, is_sure, why, column } = read;
        Self { order, is_sure, why, column }
    }
}

impl From<LayoutSection> for LayoutSectionView {
    fn from(section: LayoutSection) -> Self {
        let LayoutSection { line, title, kind, first_line, last_line, rows, answer } = section;
        Self { line, title, kind, first_line, last_line, rows, answer }
    }
}

impl From<FamilyTies> for FamilyTiesView {
    fn from(families: FamilyTies) -> Self {
        let FamilyTies { dependents, ties, untied, untied_lines } = families;
        Self { dependents, ties: all(ties), untied, untied_lines }
    }
}

impl From<FamilyTie> for FamilyTieView {
    fn from(tie: FamilyTie) -> Self {
        let FamilyTie { by, why, dependents, first_line } = tie;
        Self { by, why, dependents, first_line }
    }
}

impl From<LeftOutLines> for LeftOutLinesView {
    fn from(lines: LeftOutLines) -> Self {
        let LeftOutLines { reason, why, lines, may_be_people, first_line, examples } = lines;
        Self { reason, why, lines, may_be_people, first_line, examples: all(examples) }
    }
}

impl From<LineText> for LineTextView {
    fn from(line: LineText) -> Self {
        let LineText { line, text } = line;
        Self { line, text }
    }
}
