//! The streaming reader of a census file: bytes in, one [`RawRow`](crate::census::source::raw::RawRow) for each record out, every other line reported.
//!
//! Memory does not grow with the file. The cells are the file's text, trimmed; [`crate::census::people::validate::validate`] reads values.

pub mod items;
mod open_quote;
mod records;
mod sheets_below;
pub(in crate::census) mod torn_rows;

use std::collections::VecDeque;
use std::io::Read;

use chrono::NaiveDate;

pub use self::items::{Ignored, Item};
use self::open_quote::OpenQuote;
use self::sheets_below::{Part, SheetsBelow};
use self::torn_rows::usual_length;
use crate::census::cells::{Question, clean};
use crate::census::columns::Mapping;
use crate::census::columns::birth_parts::BirthParts;
use crate::census::columns::by_values::{self, Told};
use crate::census::columns::family_columns::{FamilyColumns, FamilyMember};
use crate::census::columns::leaving::LeavingColumns;
use crate::census::columns::orders::DateEvidence;
use crate::census::columns::people_beside::PeopleBeside;
use crate::census::field::{FIELD_COUNT, Field};
use crate::census::findings::issue::Issue;
use crate::census::findings::questions::{LeavingAnswers, MadeRows};
use crate::census::lines::merged::MergedCells;
use crate::census::lines::repeated_headings::RepeatedHeadings;
use crate::census::lines::sections::Sections;
use crate::census::lines::{Noise, Reading, Why};
use crate::census::source::encoding::TextReader;
use crate::census::source::lines::{Row, RowReader};
pub use crate::census::source::options::{Limits, ReadOptions};
use crate::census::source::raw::Shape;
pub use crate::census::source::refusal::ReadError;
use crate::census::source::refusal::Refusal;
use crate::census::source::sheet::{Sheet, XLSX};
use crate::census::table::dialect::{self, Dialect};
use crate::census::table::two_lines::joined;
use crate::census::vocabulary::Remembered;

/// The most columns of a heading: far more than any list of people has.
const MOST_COLUMNS: usize = 1000;

/// Reads a census file record by record.
pub struct CensusReader<R> {
    rows: RowReader<R>,
    row: Row,
    dialect: Dialect,
    sheet: Option<Sheet>,
    below: SheetsBelow,
    noise: Noise,
    mapping: Mapping,
    places: [Option<usize>; FIELD_COUNT],
    status: Option<Question>,
    /// What the column of statuses is called where it does not say what an answer means.
    open_status: Option<String>,
    birth: Option<BirthParts>,
    pub(in crate::census) told: Told,
    /// The rows at the beginning, by which [`Told`] is inferred.
    sample: Vec<Row>,
    /// How the dates of birth of the rows so far are written.
    dates: DateEvidence,
    beside: PeopleBeside,
    families: FamilyColumns,
    /// The people beside the employee of the row that was read last, who were not given yet.
    family: VecDeque<FamilyMember>,
    /// The columns of the person that was given last, where it stood beside an employee.
    member_columns: Vec<(Field, usize)>,
    merged: MergedCells,
    /// Whether whole names have the last name first.
    last_first: bool,
    sections: Sections,
    leaving: LeavingColumns,
    /// What people have said about such columns.
    leaving_answers: LeavingAnswers,
    width: usize,
    /// Cells of the heading, with blank ones behind its last word.
    heading_cells: usize,
    /// Cells of the heading or of most rows, with blank ones behind the last word.
    usual_length: usize,
    /// The heading that came again last, when it is not the file's.
    repeated_headings: Option<RepeatedHeadings>,
    is_short: bool,
    /// Whether words take the row for nobody.
    is_doubtful: bool,
    open_quote: Option<OpenQuote>,
    /// The lines above the heading that were not given yet.
    above: std::vec::IntoIter<Row>,
    /// Lines that a person has made rows.
    made_rows: MadeRows,
    count: u64,
    limit: u64,
    failed: bool,
}

impl<R: Read> CensusReader<R> {
    /// Reads up to the heading line and proposes a mapping.
    ///
    /// # Errors
    /// A source that fails, and every [`Refusal`] that the beginning of the file tells.
    pub fn open(source: R, options: &ReadOptions) -> Result<Self, ReadError> {
        let limit = if options.sheet.is_some() { u64::MAX } else { options.limits.bytes };
        let mut rows = RowReader::new(TextReader::open(source, limit)?)?;
        let dialect = dialect::of_file(&mut rows, options)?;
        let mut row = Row::default();
        let above = rows_above(&mut rows, &dialect, &mut row)?;
        let mut noise = Noise::default();
        noise.set_heading(&row);
        let upper = above.last().filter(|_| dialect.over_two_lines);
        let (headings, width) = headings_of(&row, upper, &options.remembered)?;
        let sample = rows.sample(dialect.delimiter.byte(), by_values::ROWS_LOOKED_AT);
        let mut mapping = by_values::propose(headings.get(..width).unwrap_or_default(), &options.remembered, &sample);
        mapping.recall_orders(&options.orders);
        let told = by_values::infer(&mapping, &sample);
        noise.set_mapping(&mapping);
        // The upper line of a heading is no title.
        let titles = &above[..above.len() - usize::from(upper.is_some())];
        let sections = Sections::below(titles, options.sections.clone(), &mapping, &sample);
        let is_made = |row: &&Row| options.made_rows.number_of(row.line).is_some();
        above.iter().filter(|row| !is_made(row)).for_each(|row| noise.add_title(row));
        Ok(Self {
            rows,
            row: Row::default(),
            dialect,
            sheet: options.sheet.clone(),
            noise,
            places: mapping.places(),
            status: mapping.asks_status(),
            open_status: mapping.open_status(),
            birth: mapping.birth_parts(),
            last_first: mapping.last_first(),
            leaving: LeavingColumns::among(&mapping, &told.leaving, &options.leaving),
            leaving_answers: options.leaving.clone(),
            told,
            dates: DateEvidence::default(),
            beside: PeopleBeside::among(&mapping),
            families: FamilyColumns::among(&mapping),
            family: VecDeque::new(),
            member_columns: Vec::new(),
            mapping,
            sections,
            width,
            heading_cells: headings.len(),
            usual_length: usual_length(headings.len(), &sample),
            merged: MergedCells::of(options.sheet.as_ref(), row.line),
            sample,
            repeated_headings: None,
            is_short: false,
            is_doubtful: false,
            open_quote: OpenQuote::of(&row),
            below: SheetsBelow::of(options.sheet.as_ref()),
            above: above.into_iter(),
            made_rows: options.made_rows.clone(),
            count: 0,
            limit: options.limits.records,
            failed: false,
        })
    }

    /// How many bytes were no UTF-8 and have been read as Windows-1252.
    pub const fn stray_bytes(&self) -> u64 {
        self.rows.stray_bytes()
    }

    /// The name of the encoding as far as the file has been read; [`XLSX`] of a workbook.
    pub const fn encoding_name(&self) -> &'static str {
        if self.sheet.is_some() { XLSX } else { self.rows.encoding().name() }
    }

    /// The name of what separates the cells; of a workbook nothing does.
    pub fn delimiter_name(&self) -> Option<&'static str> {
        self.sheet.is_none().then(|| self.dialect.delimiter.name())
    }

    /// The sheet of the workbook that is read.
    pub const fn sheet(&self) -> Option<&Sheet> {
        self.sheet.as_ref()
    }

    /// The physical line of the heading, from 1.
    pub const fn heading_line(&self) -> u64 {
        self.dialect.heading_line
    }

    /// Whether rows name an employee beside their own person.
    pub const fn names_employees(&self) -> bool {
        self.told.employees.are_named()
    }

    /// Which column holds which field.
    pub const fn mapping(&self) -> &Mapping {
        &self.mapping
    }

    /// What is to be said about the file as a whole, once its rows have been read.
    pub fn issues_of_file(&self, multi_group: bool) -> Vec<Issue> {
        let (line, mapping) = (self.heading_line(), &self.mapping.with_dates(self.dates));
        let mut issues = mapping.issues(line, multi_group);
        issues.extend(self.beside.issue(mapping, line));
        issues.extend(self.told.names.and_then(|order| order.issue(mapping, line)));
        issues.extend(self.told.contacts.issues(mapping, line));
        issues.extend(self.merged.issues(mapping, line));
        issues.extend(self.sections.issues());
        issues.extend(self.sheet.iter().flat_map(|sheet| sheet.issues(line)));
        issues
    }

    /// The columns of which a person has to say whether they hold people beside the row's own, whose they are, or what they tell of families, once all rows have been read.
    pub fn undecided(&self) -> Vec<usize> {
        self.beside.undecided().chain(self.mapping.asked()).collect()
    }

    /// Returns a mapping that a person has made, completed by the values of the first rows in the columns without a decision. Dates count
    /// as dates of birth up to `today`.
    #[must_use]
    pub fn completed(&self, mut mapping: Mapping, today: NaiveDate) -> Mapping {
        by_values::complete(&mut mapping, &self.sample, today);
        mapping
    }

    /// Reads by another mapping from here on, such as one that a person has changed. What the rows at the beginning tell is inferred anew.
    pub fn use_mapping(&mut self, mut mapping: Mapping) {
        by_values::look_at_births(&mut mapping, &self.sample);
        self.told = by_values::infer(&mapping, &self.sample);
        self.beside = PeopleBeside::among(&mapping);
        self.families = FamilyColumns::among(&mapping);
        self.places = mapping.places();
        self.status = mapping.asks_status();
        self.open_status = mapping.open_status();
        self.birth = mapping.birth_parts();
        self.last_first = mapping.last_first();
        self.leaving = LeavingColumns::among(&mapping, &self.told.leaving, &self.leaving_answers);
        self.noise.set_mapping(&mapping);
        self.sections.set_mapping(&mapping, self.above.as_slice(), &self.sample);
        self.mapping = mapping;
    }

    /// The cells of the record that was read last, by the place of their column; for showing what a column holds.
    pub fn cells(&self) -> impl Iterator<Item = &str> {
        self.row.cells().map(clean).take(self.width)
    }

    /// As [`Self::cells`], with what stands behind the last heading.
    pub fn every_cell(&self) -> impl Iterator<Item = &str> {
        self.row.cells().map(clean)
    }

    /// Returns the field that a column holds of the record that was read last. For a person in the employee's row it is that person's field.
    pub fn field_at(&self, place: usize) -> Option<Field> {
        if self.member_columns.is_empty() {
            return self.mapping.columns().get(place).and_then(|column| column.field);
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
        if let Some(member) = self.family.pop_front() {
            return self.family_member(member).map(Some);
        }
        self.member_columns.clear();
        if let Some(row) = self.above.next() {
            let is_heading = self.dialect.over_two_lines && row.line + u64::from(row.spans) == self.heading_line();
            self.row = row;
            return self.above_heading(is_heading);
        }
        let width = self.repeated_headings.as_ref().map_or(self.width, |headings| headings.width);
        if !self.rows.next(self.dialect.delimiter.byte(), width, &mut self.row)? {
            return if self.count == 0 { Err(OpenQuote::refusal(self.open_quote).into()) } else { Ok(None) };
        }
        self.merged.fill(&mut self.row);
        let part = self.below.part(self.row.line);
        match part {
            Part::Above => return self.above_heading(false),
            Part::Heading => return self.above_heading(true),
            Part::Name => self.repeated_headings = None,
            Part::Census | Part::Row => {}
        }
        let made = self.made_rows.number_of(self.row.line);
        let why = self.why_nobody();
        match (if part == Part::Name { Some(Why::Remark) } else { why }, made) {
            (Some(why), None) if part == Part::Name => {
                self.sections.sheet(&self.row);
                return Ok(Some(Item::Ignored(self.left_out(why))));
            }
            (Some(why), None) => {
                if self.row.len() == 1 {
                    self.open_quote = OpenQuote::behind(self.open_quote, &self.row, self.width)?;
                }
                self.sections.nobody(&self.row, why);
                return Ok(Some(Item::Ignored(self.left_out(why))));
            }
            (Some(_), Some(_)) => {
                let ordered = self.repeated_headings.as_ref().map(|headings| headings.in_order(&self.row));
                self.row = ordered.unwrap_or_else(|| std::mem::take(&mut self.row));
            }
            (None, _) => {}
        }
        self.open_quote = OpenQuote::behind(self.open_quote, &self.row, self.width)?;
        match made {
            Some(number) => Ok(Some(self.made_row(number))),
            None => self.next_record().map(Some),
        }
    }

    /// A line that a person has made a row. It has a number of its own, so that the others keep theirs.
    fn made_row(&mut self, number: u32) -> Item {
        self.is_doubtful = false;
        self.sections.somebody(&self.row);
        Item::Row(self.record(number))
    }

    /// A line above the heading: a title, or a person of a list that was sorted with its heading. The upper line of a heading is none, nor is
    /// the heading of a sheet that stands below the census.
    fn above_heading(&mut self, is_heading: bool) -> Result<Option<Item>, ReadError> {
        self.is_short = self.row.len() < self.width;
        if let Some(number) = self.made_rows.number_of(self.row.line) {
            return Ok(Some(self.made_row(number)));
        }
        self.is_doubtful = !is_heading && self.noise.may_be_above(&self.row);
        let why = if is_heading { Why::Heading } else { Why::Title };
        if self.is_doubtful { self.next_record().map(Some) } else { Ok(Some(Item::Ignored(self.left_out(why)))) }
    }

    fn left_out(&self, why: Why) -> Ignored {
        let ordered = self.repeated_headings.as_ref().map(|headings| headings.in_order(&self.row));
        Ignored::of(&self.row, why, self.noise.has_name_cell(ordered.as_ref().unwrap_or(&self.row)))
    }

    fn next_record(&mut self) -> Result<Item, ReadError> {
        if self.count == self.limit {
            return Err(Refusal::TooManyRecords { limit: self.limit }.into());
        }
        let number = self.next_number();
        self.sections.somebody(&self.row);
        let record = self.record(number);
        if let Some(employee) = self.told.employees.before(&self.row, &record) {
            self.member_columns = employee.columns;
            self.family.push_back(FamilyMember { columns: self.mapping.read_fields(), raw: record });
            return Ok(Item::Row(employee.raw));
        }
        self.family = self.families.people(&self.row, &record, self.has_last_first()).into();
        Ok(Item::Row(record))
    }

    /// Why the row is nobody; else it is put into the order of the file's columns.
    fn why_nobody(&mut self) -> Option<Why> {
        self.is_doubtful = false;
        if let Some(why) = self.noise.repeated(&self.row) {
            if why == Why::Heading {
                self.repeated_headings = None;
            }
            return Some(why);
        }
        if let Some(headings) = RepeatedHeadings::at(&self.row, &self.mapping) {
            self.repeated_headings = Some(headings);
            return Some(Why::Heading);
        }
        self.is_short = self.row.len() < self.repeated_headings.as_ref().map_or(self.width, |headings| headings.width);
        let ordered = self.repeated_headings.as_ref().map(|headings| headings.in_order(&self.row));
        match self.noise.read(ordered.as_ref().unwrap_or(&self.row)) {
            Reading::Nobody(why) => return Some(why),
            Reading::Doubtful => self.is_doubtful = true,
            Reading::Row => {}
        }
        if let Some(ordered) = ordered {
            self.row = ordered;
        }
        None
    }

    fn shape(&self) -> Shape {
        match () {
            () if self.repeated_headings.as_ref().is_some_and(|headings| headings.is_other) => Shape::OtherTable,
            () if self.row.unclosed => Shape::Unclosed,
            // Past the heading of a sheet stand remarks: no comma moves its cells.
            () if self.sheet.is_none() && self.is_torn() => Shape::TooMany,
            // Of a sheet only the cells that hold something are stored.
            () if self.is_short && self.sheet.is_none() => Shape::TooFew,
            () if self.is_doubtful => Shape::MayBeNobody,
            () => Shape::Even,
        }
    }
}

/// The rows above the heading, which is read into `row`.
fn rows_above<R: Read>(rows: &mut RowReader<R>, dialect: &Dialect, row: &mut Row) -> Result<Vec<Row>, ReadError> {
    let mut above = Vec::new();
    while rows.next(dialect.delimiter.byte(), 0, row)? && row.line < dialect.heading_line {
        above.push(row.clone());
    }
    Ok(above)
}

/// The headings of a row, with those of the line above it where both are one heading, and how many columns there are.
fn headings_of(row: &Row, upper: Option<&Row>, remembered: &Remembered) -> Result<(Vec<String>, usize), Refusal> {
    let own = dialect::cells_of(row);
    let both = upper.and_then(|upper| joined(&dialect::cells_of(upper), &own, remembered));
    let headings = both.unwrap_or(own);
    let width = headings.iter().rposition(|heading| !heading.is_empty()).map_or(0, |last| last + 1);
    if width > MOST_COLUMNS {
        return Err(Refusal::TooManyColumns { line: row.line, limit: MOST_COLUMNS });
    }
    Ok((headings, width))
}

impl<R: Read> Iterator for CensusReader<R> {
    type Item = Result<Item, ReadError>;

    /// Ends behind the first error.
    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let item = self.next_item().transpose();
        self.failed = matches!(item, Some(Err(_)));
        item
    }
}
