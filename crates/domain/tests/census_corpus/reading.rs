//! Reads a file as the tasks Map Data and Validate Data do, but for what they store.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::Cursor;
use std::path::Path;

use domain::census::columns::Column;
use domain::census::families::{Late, StoredDependents};
use domain::census::questions::{AskedLeaving, AskedSections, MadeRows, Question, QuestionKind};
use domain::census::workbook::write_text;
use domain::census::{
    CensusReader, CrossRows, Ignored, Issue, Item, Mapping, PricingGroups, ReadError, ReadOptions, Record, RowState,
    Rules, Severity, check, validate,
};

use crate::TODAY;
use crate::entry::Head;
use crate::workbook;

/// A row that was read.
#[derive(Debug)]
pub struct Row {
    /// Its values, completed from the other rows.
    pub record: Record,
    /// Whether it is valid, has errors or is skipped.
    pub state: RowState,
}

/// The reader's understanding of a file.
#[derive(Debug, Default)]
pub struct Read {
    /// Why the reader refuses the file; every other field is blank then.
    pub refused: Option<String>,
    /// Encoding, delimiter and heading line, or the sheet of a workbook.
    pub form: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// What each column holds of the employee's family.
    pub families: Vec<Option<(String, bool)>>,
    /// The columns that a person has to decide about before anything is read.
    pub undecided: Vec<usize>,
    /// Whether Map Data stops the file: with an error, or with a column that is undecided.
    pub stops: bool,
    /// The rows.
    pub rows: Vec<Row>,
    /// The lines that were left out, blank ones and the titles among them.
    pub left_out: Vec<Ignored>,
    /// The questions to a person.
    pub questions: Vec<Question>,
    /// The issues that the reader reports.
    pub issues: Vec<Issue>,
}

/// Reads a file. `members` are the dependents of the group.
pub fn read(census: &Path, head: &Head, members: &StoredDependents) -> Read {
    match try_read(census, head, members) {
        Ok(read) => read,
        Err(ReadError::Refused(refusal)) => Read { refused: Some(refusal.to_string()), ..Read::default() },
        Err(ReadError::Io(error)) => panic!("{}: memory fails: {error}", census.display()),
    }
}

fn try_read(census: &Path, head: &Head, members: &StoredDependents) -> Result<Read, ReadError> {
    let mut options = ReadOptions { chosen_sheet: head.sheet.clone(), ..ReadOptions::default() };
    let text = text(census, &mut options)?;
    let mut read = map(&text, &options, head)?;
    let needed = !read.undecided.is_empty() || read.issues.iter().any(|issue| issue.severity() == Severity::Error);
    if needed {
        read.stops = true;
        return Ok(read);
    }
    answer_all(&text, &mut options, head.answer);
    validate_rows(&text, &options, (head, members), read)
}

/// The text of a file; a workbook is converted to text first.
fn text(census: &Path, options: &mut ReadOptions) -> Result<Vec<u8>, ReadError> {
    let bytes = fs::read(census).expect("a file of the corpus");
    let bytes = match census.extension().and_then(|end| end.to_str()) {
        Some("csv") => return Ok(bytes),
        Some("sheets") => workbook::bytes(&String::from_utf8(bytes).expect("words")),
        _ => bytes,
    };
    let mut text = Vec::new();
    options.sheet = Some(write_text(Cursor::new(bytes), options, &mut text)?);
    Ok(text)
}

fn map(text: &[u8], options: &ReadOptions, head: &Head) -> Result<Read, ReadError> {
    let mut reader = CensusReader::open(text, options)?;
    let mapping = mapping(&reader, head);
    let (columns, families) = (mapping.columns().to_vec(), mapping.family_labels());
    let mut undecided: Vec<usize> = mapping.likely_birth_dates().into_iter().collect();
    reader.use_mapping(mapping);
    while reader.next_item()?.is_some() {}
    undecided.extend(reader.undecided());
    let form = match (reader.sheet(), reader.delimiter_name()) {
        (Some(sheet), _) => {
            format!("sheet '{}'", sheet.name)
        }
        (None, delimiter) => format!("{}, {}", reader.encoding_name(), delimiter.unwrap_or("?")),
    };
    Ok(Read {
        form: format!("{form}, heading in line {}", reader.heading_line()),
        columns,
        families,
        undecided,
        issues: reader.issues_of_file(head.several_groups),
        ..Read::default()
    })
}

/// The mapping with what a person has said of it.
fn mapping(reader: &CensusReader<&[u8]>, head: &Head) -> Mapping {
    let mut mapping = reader.mapping().clone();
    head.orders.iter().for_each(|order| mapping.choose_order(*order));
    reader.completed(mapping, TODAY)
}

/// Gives every line and every heading the same answer.
fn answer_all(text: &[u8], options: &mut ReadOptions, answer: Option<bool>) {
    let Some(answer) = answer else { return };
    let lines = String::from_utf8_lossy(text).lines().count() as u64;
    options.sections = (1..=lines).map(|line| (line, answer)).collect();
    if let Ok(reader) = CensusReader::open(text, options) {
        options.leaving = reader.mapping().columns().iter().map(|column| (column.heading.clone(), answer)).collect();
    }
    options.made_rows = MadeRows::default();
}

fn validate_rows(
    text: &[u8],
    options: &ReadOptions,
    (head, members): (&Head, &StoredDependents),
    mut read: Read,
) -> Result<Read, ReadError> {
    let mut reader = CensusReader::open(text, options)?;
    let mapping = mapping(&reader, head);
    reader.use_mapping(mapping);
    let rules = Rules {
        multi_group: head.several_groups,
        process_dependents: !head.no_dependents,
        pricing: Some(PricingGroups::default()).filter(|_| !head.several_groups),
        ..Rules::on(TODAY).for_columns(reader.mapping())
    };
    // A file of several groups is split before its rows are held against each other.
    let mut groups: BTreeMap<String, CrossRows> = BTreeMap::new();
    let (mut sections, mut leaving) = (AskedSections::default(), AskedLeaving::default());
    while let Some(item) = reader.next_item()? {
        match item {
            Item::Ignored(line) => read.left_out.push(line),
            Item::Row(raw) => {
                raw.section.iter().for_each(|section| sections.see(section, raw.line));
                let mut checked = validate(&raw, &rules);
                raw.leaving.iter().filter(|_| checked.may_have_left).for_each(|told| leaving.see(told, raw.line));
                let group = checked.record.group_id.text().to_owned();
                let rows = groups
                    .entry(if head.several_groups { group } else { String::new() })
                    .or_insert_with(|| CrossRows::new(&rules).knowing(members.clone()));
                rows.observe(&mut checked);
                let state = checked.state();
                read.issues.append(&mut checked.issues);
                read.rows.push(Row { record: checked.record, state });
            }
        }
    }
    let late: Vec<Late> = groups.into_values().flat_map(CrossRows::finish).collect();
    add_late(&mut read, &late);
    if reader.stray_bytes() > 0 {
        read.issues.push(check::stray(reader.heading_line(), reader.stray_bytes()));
    }
    read.issues.sort_by_key(|issue| issue.line);
    read.questions.extend(sections.finish().0);
    read.questions.extend(left_out(&read.left_out));
    read.questions.extend(leaving.finish());
    Ok(read)
}

/// Adds what later rows have told about earlier ones.
fn add_late(read: &mut Read, late: &[Late]) {
    let places: HashMap<u32, usize> = read.rows.iter().enumerate().map(|(at, row)| (row.record.number, at)).collect();
    for one in late {
        let row = &mut read.rows[places[&one.number]];
        one.write_into(&mut row.record);
        if let Some(issue) = &one.issue {
            if issue.severity() == Severity::Error && row.state == RowState::Valid {
                row.state = RowState::Error;
            }
            read.issues.push(issue.clone());
        }
    }
}

/// The question about lines that were left out although they hold something in a column of names.
fn left_out(lines: &[Ignored]) -> Option<Question> {
    let mut named = lines.iter().filter(|line| line.in_name_column && line.why.is_by_words()).map(|line| line.line);
    let first_line = named.next()?;
    let (last_line, more) = named.fold((first_line, 0), |(_, more), line| (line, more + 1));
    let title = String::new();
    let kind = QuestionKind::LeftOut;
    Some(Question { kind, line: first_line, first_line, last_line, rows: 1 + more, out_of: 0, title })
}
