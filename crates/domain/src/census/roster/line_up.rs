//! Lining up two files of people without a database: what `ledgerwell census match` does (rules.md#commands).
//!
//! Both files are CSV in UTF-8 with a heading line. Columns are found by their headings as in a census file, and any of them may be missing; a
//! value that cannot be read is compared as it stands or not at all, and never stops anything.

use std::collections::HashMap;
use std::io::{Read, Write};

use csv::StringRecord;
use thiserror::Error;

use crate::census::cells::{read_gender, read_member_type, read_relationship_surely};
use crate::census::columns::Mapping;
use crate::census::field::Field;
use crate::census::keys::id_key;
use crate::census::matching::{BirthDate, Candidate, Matcher, Person, Row};
use crate::census::vocabulary::Remembered;
use crate::census::vocabulary::roles::MemberType;
use crate::ids::MemberId;

/// Why two files cannot be lined up.
#[derive(Debug, Error)]
pub enum LineUpError {
    /// A file that cannot be read to its end.
    #[error("the {which} cannot be read: {source}")]
    Unreadable {
        /// Roster or census.
        which: &'static str,
        /// Where and why.
        source: csv::Error,
    },
    /// A file without any column that tells people apart.
    #[error("the {which} has no column of names or dates of birth")]
    NoColumns {
        /// Roster or census.
        which: &'static str,
    },
    /// The matches cannot be written.
    #[error("the matches cannot be written: {0}")]
    Unwritable(csv::Error),
}

/// How many people there were, and how many of them are on both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinedUpFiles {
    /// Lines of the roster.
    pub members: usize,
    /// Lines of the census.
    pub rows: usize,
    /// Matches written.
    pub matches: usize,
    /// Lines of the census about which a person would be asked.
    pub questions: usize,
}

/// Writes the matches of at least `threshold` (0 to 1) as `census_row, roster_id, score, match_type`, in the order of the census. Where a
/// file does not number its lines (`roster_id`, `census_row`), they count from 1.
///
/// # Errors
/// When a file is no CSV file of people, or the matches cannot be written.
pub fn line_up(
    roster: impl Read,
    census: impl Read,
    threshold: f64,
    matches: impl Write,
) -> Result<LinedUpFiles, LineUpError> {
    let mut matcher = Matcher::new();
    let roster_ids = read_side(roster, "roster", "rosterid", |number, person, primary| {
        let id = MemberId(number.into());
        matcher.add_member(&Candidate {
            id,
            person: *person,
            primary: primary.map(|primary| MemberId(primary.into())),
        });
    })?;
    let census_rows = read_side(census, "census", "censusrow", |number, person, primary_row| {
        matcher.add_row(&Row { number, person: *person, primary_row, threshold });
    })?;
    let lined_up = matcher.settle();
    let mut sink = csv::Writer::from_writer(matches);
    let mut written = 0;
    sink.write_record(["census_row", "roster_id", "score", "match_type"]).map_err(LineUpError::Unwritable)?;
    for found in lined_up.settled() {
        let row = census_rows.name(found.number);
        let member = roster_ids.name(u32::try_from(found.member.get()).unwrap_or_default());
        let score = format!("{:.6}", found.score);
        sink.write_record([&row, &member, &score, found.match_type.label()]).map_err(LineUpError::Unwritable)?;
        written += 1;
    }
    sink.flush().map_err(|error| LineUpError::Unwritable(error.into()))?;
    let questions = lined_up.questions();
    Ok(LinedUpFiles { members: roster_ids.lines, rows: census_rows.lines, matches: written, questions })
}

/// How a side calls its lines, all in one text.
#[derive(Default)]
struct Lines {
    lines: usize,
    names: String,
    ends: Vec<u32>,
}

impl Lines {
    fn add(&mut self, name: &str) {
        self.lines += 1;
        self.names.push_str(name);
        self.ends.push(u32::try_from(self.names.len()).unwrap_or(u32::MAX));
    }

    /// The name of a line from 1, by default its number.
    fn name(&self, number: u32) -> String {
        let place = (number as usize).saturating_sub(1);
        let begin = place.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or_default();
        let name =
            self.ends.get(place).and_then(|end| self.names.get(begin as usize..*end as usize)).unwrap_or_default();
        if name.is_empty() { number.to_string() } else { name.to_owned() }
    }
}

/// Reads one side line by line. Gives each person with its number and, in a family, the number of the family's first.
fn read_side(
    source: impl Read,
    which: &'static str,
    id_column: &str,
    mut each: impl FnMut(u32, &Person<'_>, Option<u32>),
) -> Result<Lines, LineUpError> {
    let unreadable = |source| LineUpError::Unreadable { which, source };
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(source);
    let headings = reader.byte_headers().map_err(unreadable)?;
    let headings: Vec<String> = headings.iter().map(|heading| String::from_utf8_lossy(heading).into_owned()).collect();
    let columns = Columns::of(&headings, id_column).ok_or(LineUpError::NoColumns { which })?;
    let mut families: HashMap<u64, u32> = HashMap::new();
    let mut lines = Lines::default();
    let mut bytes = csv::ByteRecord::new();
    while reader.read_byte_record(&mut bytes).map_err(unreadable)? {
        let record = StringRecord::from_byte_record_lossy(std::mem::take(&mut bytes));
        let number = u32::try_from(lines.lines + 1).unwrap_or(u32::MAX);
        lines.add(columns.id.and_then(|place| record.get(place)).unwrap_or_default().trim());
        let family = columns.family_key(&record).map(|key| *families.entry(key).or_insert(number));
        each(number, &columns.person(&record), family.filter(|first| *first != number));
        bytes = record.into_byte_record();
    }
    Ok(lines)
}

/// The places of the columns.
struct Columns {
    id: Option<usize>,
    fields: Mapping,
    places: [Option<usize>; crate::census::field::FIELD_COUNT],
}

impl Columns {
    /// `None` when no column tells people apart.
    fn of(headings: &[String], id_column: &str) -> Option<Self> {
        let is_id = |heading: &&String| crate::census::vocabulary::heading_key(heading) == id_column;
        let id = headings.iter().position(|heading| is_id(&heading));
        let others = headings.iter().map(|heading| if is_id(&heading) { "" } else { heading.as_str() });
        let fields = Mapping::propose(others, &Remembered::default());
        let personal = [Field::FirstName, Field::LastName, Field::DateOfBirth, Field::UniqueId];
        personal.iter().any(|field| fields.column_of(*field).is_some()).then(|| {
            let places = fields.places();
            Self { id, fields, places }
        })
    }

    fn cell<'a>(&self, record: &'a StringRecord, field: Field) -> &'a str {
        let place = self.places[field.index()];
        place.and_then(|place| record.get(place)).map(str::trim).unwrap_or_default()
    }

    /// What the people of a family share: the family's id, else the number of the employee's social security.
    fn family_key(&self, record: &StringRecord) -> Option<u64> {
        [Field::FamilyId, Field::Ssn]
            .into_iter()
            .map(|field| (field, self.cell(record, field)))
            .find(|(_, family)| !family.is_empty())
            .map(|(field, family)| id_key(field.index() as u8, family))
    }

    fn person<'a>(&self, record: &'a StringRecord) -> Person<'a> {
        let cell = |field| self.cell(record, field);
        let relationship = read_relationship_surely(cell(Field::Relationship));
        let member_type = read_member_type(cell(Field::MemberType));
        let said = member_type.map(|kind| kind == MemberType::Dependent);
        Person {
            unique_id: cell(Field::UniqueId),
            other_member_id: cell(Field::OtherMemberId),
            first_name: cell(Field::FirstName),
            last_name: cell(Field::LastName),
            suffix: cell(Field::Suffix),
            date_of_birth: self.date_of_birth(cell(Field::DateOfBirth)),
            gender: read_gender(cell(Field::Gender)).map(|gender| gender.number()),
            email: cell(Field::Email),
            cell_phone: cell(Field::CellPhone),
            home_phone: cell(Field::HomePhone),
            address_line1: cell(Field::AddressLine1),
            address_line2: cell(Field::AddressLine2),
            city: cell(Field::City),
            state: cell(Field::State),
            zip_code: cell(Field::ZipCode),
            dependent: said.or(relationship.map(|relationship| relationship.is_dependent())),
            relationship: relationship.map_or("", |relationship| relationship.code()),
        }
    }

    fn date_of_birth(&self, text: &str) -> Option<BirthDate> {
        let date = BirthDate::read(text)?;
        Some(if self.fields.day_first() { date.turned() } else { date })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lined_up(roster: &str, census: &str) -> Result<String, LineUpError> {
        let mut matches = Vec::new();
        line_up(roster.as_bytes(), census.as_bytes(), 0.5, &mut matches)?;
        Ok(String::from_utf8(matches).expect("text"))
    }

    const ROSTER: &str = "roster_id,FirstName,LastName,DateOfBirth,ZipCode\n\
                          M7,Ana,Abel,05/17/1984,45402\nM3,Bo,Bell,13/31/1990,45403\n";

    #[test]
    fn columns_are_found_by_name_wherever_they_stand() {
        let census = "DOB,census_row,Last Name,First Name,Shoe Size\n13/31/1990,1,BELL,Bo,9\n1984-05-17,2,Abel,Anna,7\n\
                      ,3,Nobody,Known,\n";
        let matches = lined_up(ROSTER, census).expect("matches");
        let lines: Vec<&str> = matches.lines().collect();
        assert_eq!(lines[0], "census_row,roster_id,score,match_type");
        assert!(lines[1].starts_with("1,M3,0.99") && lines[1].ends_with(",Name and Date of Birth"), "{matches}");
        assert!(lines[2].starts_with("2,M7,0.9"), "{matches}");
        assert_eq!(lines.len(), 3, "{matches}");
    }

    #[test]
    fn what_is_no_list_of_people_is_said_so() {
        let error = lined_up("a,b\n1,2\n", ROSTER).expect_err("no columns").to_string();
        assert_eq!(error, "the roster has no column of names or dates of birth");
        assert!(lined_up(ROSTER, "").is_err());
        assert_eq!(lined_up(ROSTER, "FirstName\n").expect("nobody").lines().count(), 1);
    }

    #[test]
    fn ragged_lines_and_bytes_that_are_no_text_stop_nothing() {
        let mut matches = Vec::new();
        let census = b"FirstName,LastName,DateOfBirth\n\xff\xfe,\0,x\nAna\nAna,Abel,05/17/1984,and,more\n";
        let found = line_up(ROSTER.as_bytes(), &census[..], 0.5, &mut matches).expect("matches");
        assert_eq!((found.members, found.rows, found.matches), (2, 3, 1));
    }
}
