//! The streaming reader of a census file: bytes in, one [`RawRow`] for each record out, every other line reported.
//!
//! What is decided about the file when it is opened is its [`ReadingPlan`]. A [`Position`] moves from line to line and says where each stands.
//! Reading a row ([`rows`]) is a function of the row, of where it stands, and of the plan.
//! Memory does not grow with the file. The cells are the file's text, trimmed; [`crate::census::people::validate::validate`] reads values.

pub(in crate::census) mod rows;

use std::collections::VecDeque;
use std::io::Read;
use std::sync::Arc;

use chrono::NaiveDate;

use self::rows::{Beginning, Line, Position, ReadingPlan};
use crate::census::cells::clean;
use crate::census::columns::family_columns::FamilyMember;
use crate::census::columns::orders::{DateEvidence, NameOrder};
use crate::census::columns::whose::question_of_people;
use crate::census::columns::{Mapping, by_values};
use crate::census::field::Field;
use crate::census::findings::Issue;
use crate::census::lines::{Why, may_name_person};
use crate::census::source::encoding::TextReader;
pub use crate::census::source::{Limits, ReadError, ReadOptions};
use crate::census::source::{RawRow, Refusal, Row, RowReader, Sheet, XLSX};
use crate::census::table::{self, Dialect};

/// The most columns of a heading: far more than any list of people has.
const MOST_COLUMNS: usize = 1000;

/// A line that is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ignored {
    /// Its first physical line, from 1.
    pub line: u64,
    /// How many physical lines it spans.
    pub spans: u32,
    /// Why it is no row.
    pub why: Why,
    /// Whether it has a cell in a column of names, or its words may be those of a name. A heading that comes again may have one, too: see
    /// [`Self::may_name`].
    pub in_name_column: bool,
    /// Its trimmed cells in the order of the line, without blank ones at its end; none of a blank line.
    pub cells: Vec<Box<str>>,
}

impl Ignored {
    pub(in crate::census) fn of(row: &Row, why: Why, in_name_column: bool) -> Self {
        let filled = (0..row.len()).rfind(|place| !clean(row.cell(*place)).is_empty()).map_or(0, |last| last + 1);
        let cells = row.cells().take(filled).map(|cell| Box::from(clean(cell))).collect();
        Self { line: row.line, spans: row.spans, why, in_name_column, cells }
    }

    /// Whether it may name a person: it has a cell in a column of names, and words have decided, or it stands above the heading and holds
    /// something besides.
    pub fn may_name(&self) -> bool {
        let has_more = || self.cells.iter().filter(|cell| !cell.is_empty()).nth(1).is_some();
        self.in_name_column && (self.why.is_by_words() || (self.why == Why::Title && has_more()))
    }
}

/// What the reader gives next.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "nearly every item is a record; a box would cost an allocation for each")]
pub enum Item {
    /// A record.
    Row(RawRow),
    /// A line that is left out.
    Ignored(Ignored),
}

/// Reads a census file record by record.
pub struct CensusReader<R> {
    rows: RowReader<R>,
    dialect: Dialect,
    plan: ReadingPlan,
    position: Position,
    /// How many lines above the heading were given.
    given_above: usize,
    /// How the dates of birth of the rows so far are written. It changes nothing of how rows are read.
    dates: DateEvidence,
    /// The row that was read last.
    row: Row,
    /// Whether a line that was left out behind the last row may name a person.
    is_behind_another: bool,
    /// The other people of that row, who were not given yet.
    others: VecDeque<FamilyMember>,
    /// The columns of the person that was given last, where it stood beside another one.
    member_columns: Vec<(Field, usize)>,
    count: u64,
}

impl<R: Read> CensusReader<R> {
    /// Reads up to the heading line and proposes a mapping.
    ///
    /// # Errors
    /// A source that fails, and every [`Refusal`] that the beginning of the file tells.
    pub fn open(source: R, options: &ReadOptions) -> Result<Self, ReadError> {
        let limit = if options.sheet.is_some() { u64::MAX } else { options.limits.bytes };
        let mut rows = RowReader::new(TextReader::open(source, limit)?)?;
        let dialect = table::of_file(&mut rows, options)?;
        let (mut above, mut heading) = (Vec::new(), Row::default());
        while rows.next(dialect.delimiter, 0, &mut heading)? && heading.line < dialect.heading_line {
            above.push(heading.clone());
        }
        let headings = table::cells_of(&heading);
        let width = headings.iter().rposition(|heading| !heading.is_empty()).map_or(0, |last| last + 1);
        if width > MOST_COLUMNS {
            return Err(Refusal::TooManyColumns(heading.line, MOST_COLUMNS).into());
        }
        let mut people = rows.sample(dialect.delimiter, by_values::ROWS_LOOKED_AT)?;
        let usual_length = rows::usual_length(heading.len(), &people);
        let headings = headings.get(..width).unwrap_or_default();
        by_values::keep_people(headings, &mut people);
        let mut mapping = by_values::propose(headings, &options.remembered, &people.iter().collect::<Vec<_>>());
        mapping.recall_orders(&options.orders);
        let beginning = Beginning { options: options.clone(), above, heading, width, people, usual_length };
        let plan = ReadingPlan::of(mapping, Arc::new(beginning));
        Ok(Self {
            rows,
            dialect,
            position: Position::begin(&plan),
            plan,
            given_above: 0,
            dates: DateEvidence::default(),
            row: Row::default(),
            is_behind_another: false,
            others: VecDeque::new(),
            member_columns: Vec::new(),
            count: 0,
        })
    }

    /// How many bytes have been read as Windows-1252 and may mean something else.
    pub fn stray_bytes(&self) -> u64 {
        self.rows.source().stray_bytes()
    }

    /// The name of the encoding as far as the file has been read; [`XLSX`] of a workbook.
    pub fn encoding_name(&self) -> &'static str {
        if self.sheet().is_some() { XLSX } else { self.rows.source().encoding() }
    }

    /// The name of what separates the cells; of a workbook nothing does.
    pub fn delimiter_name(&self) -> Option<&'static str> {
        self.sheet().is_none().then_some(self.dialect.delimiter_name)
    }

    /// The sheet of the workbook that is read.
    pub fn sheet(&self) -> Option<&Sheet> {
        self.plan.beginning.options.sheet.as_ref()
    }

    /// The physical line of the heading, from 1.
    pub const fn heading_line(&self) -> u64 {
        self.dialect.heading_line
    }

    /// Whether rows name an employee beside their own person.
    pub const fn names_employees(&self) -> bool {
        self.plan.employee.is_some()
    }

    /// Which column holds which field.
    pub const fn mapping(&self) -> &Mapping {
        &self.plan.mapping
    }

    /// The rows of people at the beginning.
    pub(in crate::census) fn people(&self) -> Vec<&Row> {
        self.plan.beginning.people.iter().collect()
    }

    /// Which name comes first in whole names, as the families of the file tell.
    pub(in crate::census) const fn name_order(&self) -> Option<NameOrder> {
        self.plan.names
    }

    /// What is to be said about the file as a whole, once its rows have been read.
    pub fn issues_of_file(&self, multi_group: bool) -> Vec<Issue> {
        let (line, plan) = (self.heading_line(), &self.plan);
        // The first rows have told a part of how the dates are written.
        let mut mapping = plan.mapping.clone();
        mapping.dates = self.dates;
        let mut issues = mapping.issues(line, multi_group);
        issues.extend(question_of_people(&mapping, &plan.beside, line));
        issues.extend(by_values::shared_contacts(&mapping, &self.people(), line));
        issues.extend(plan.names.and_then(|order| order.issue(&mapping, line)));
        issues.extend(self.position.sections.issues());
        issues.extend(self.sheet().into_iter().flat_map(|sheet| sheet.issues(line)));
        issues
    }

    /// The columns of which a person has to say whether they hold people beside the row's own, whose they are, or what they tell of families.
    pub fn undecided(&self) -> Vec<usize> {
        self.plan.beside.iter().copied().chain(self.mapping().asked()).collect()
    }

    /// Returns a mapping that a person has made, completed by the values of the first rows in the columns without a decision. Dates count
    /// as dates of birth up to `today`.
    #[must_use]
    pub fn completed(&self, mut mapping: Mapping, today: NaiveDate) -> Mapping {
        by_values::complete(&mut mapping, &self.people(), today);
        mapping
    }

    /// Reads by another mapping from here on, such as one that a person has changed. What the mapping changes is decided anew.
    pub fn use_mapping(&mut self, mut mapping: Mapping) {
        by_values::look_at_births(&mut mapping, &self.people());
        self.dates = DateEvidence::default();
        if mapping != self.plan.mapping {
            self.plan = ReadingPlan::of(mapping, Arc::clone(&self.plan.beginning));
        }
        self.position = Position::begin(&self.plan);
    }

    /// The cells of the record that was read last, by the place of their column; for showing what a column holds.
    pub fn cells(&self) -> impl Iterator<Item = &str> {
        self.row.cells().map(clean).take(self.plan.beginning.width)
    }

    /// As [`Self::cells`], with what stands behind the last heading.
    pub fn every_cell(&self) -> impl Iterator<Item = &str> {
        self.row.cells().map(clean)
    }

    /// Returns the field that a column holds of the record that was read last. For a person in the employee's row it is that person's field.
    pub fn field_at(&self, place: usize) -> Option<Field> {
        if self.member_columns.is_empty() {
            return self.mapping().columns().get(place).and_then(|column| column.field);
        }
        self.member_columns.iter().find(|(_, at)| *at == place).map(|(field, _)| *field)
    }

    /// How many records have been read.
    pub const fn records(&self) -> u64 {
        self.count
    }

    /// The next record or ignored line; `None` at the end.
    ///
    /// # Errors
    /// A source that fails, bytes that are no text, a file over its limits or without a single record.
    pub fn next_item(&mut self) -> Result<Option<Item>, ReadError> {
        if let Some(FamilyMember { mut raw, columns }) = self.others.pop_front() {
            raw.number = self.next_number()?;
            self.member_columns = columns;
            return Ok(Some(Item::Row(raw)));
        }
        self.member_columns.clear();
        if let Some(row) = self.plan.beginning.above.get(self.given_above) {
            self.row.clone_from(row);
            self.given_above += 1;
            return self.item(Position::above(&self.row, &self.plan)).map(Some);
        }
        if !self.rows.next(self.dialect.delimiter, self.plan.beginning.width, &mut self.row)? {
            return if self.count == 0 { Err(Refusal::NoRecords.into()) } else { Ok(None) };
        }
        let line = self.position.below(&self.row, &self.plan);
        self.item(line).map(Some)
    }

    /// What a line gives: its first person, or that it is left out. A line that a person has made a row is one.
    fn item(&mut self, line: Line) -> Result<Item, ReadError> {
        let made = self.plan.beginning.options.made_rows.number_of(self.row.line);
        match (made, line.why) {
            (Some(number), _) => Ok(Item::Row(self.person(number, &Line { is_doubtful: false, ..line }))),
            (None, Some(why)) => {
                self.position.sections.left_out(&self.row, why, &self.plan.lines);
                let names_another = why == Why::Remark && may_name_person(&self.row);
                // A title comes again above a heading that does.
                self.is_behind_another = names_another || (self.is_behind_another && why != Why::Heading);
                let may_name = names_another || self.plan.lines.may_name(&self.row, why);
                Ok(Item::Ignored(Ignored::of(&self.row, why, may_name)))
            }
            (None, None) => self.people_of_row(&line),
        }
    }

    /// The first person of a row; the others wait.
    fn people_of_row(&mut self, line: &Line) -> Result<Item, ReadError> {
        let number = self.next_number()?;
        let mut own = self.person(number, line);
        own.is_behind_another = std::mem::take(&mut self.is_behind_another);
        self.others.extend(rows::family(&self.row, &own, &self.plan));
        Ok(Item::Row(own))
    }

    /// The row's own person. One that a person has made a row has a number of its own, so that the others keep theirs.
    fn person(&mut self, number: u32, line: &Line) -> RawRow {
        let mut raw = rows::cells(&self.row, number, line, &self.plan);
        self.dates = raw.get(Field::DateOfBirth).map_or(self.dates, |cell| self.dates.with(cell));
        (raw.section, raw.family) = self.position.sections.row(&self.row, &raw, &self.plan.lines);
        rows::complete(&self.row, &mut raw, &self.plan);
        raw
    }

    fn next_number(&mut self) -> Result<u32, Refusal> {
        let limit = self.plan.beginning.options.limits.records;
        if self.count == limit {
            return Err(Refusal::TooManyRecords(limit));
        }
        self.count = self.plan.beginning.options.made_rows.next_number(self.count);
        Ok(u32::try_from(self.count).unwrap_or(u32::MAX))
    }
}
