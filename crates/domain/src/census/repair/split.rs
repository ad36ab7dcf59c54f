//! One file for each employer group out of a multi-group file (task 5, rules.md#multi-group-file).
//!
//! A child is a file of the template's columns with the texts of the parent's rows as they stand, so that everything that
//! was wrong in a row is wrong in the child too and is told there.

use crate::census::reader::rows::MISFIT;
use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;

use crate::census::cells::{DateOrder, split_name};
use crate::census::columns::Mapping;
use crate::census::columns::family_columns::FamilyColumns;
use crate::census::field::Field;
use crate::census::findings::FamilySection;
use crate::census::findings::Section;
use crate::census::people::leftovers::without_added_signs;
use crate::census::roster::export::CsvWriter;
use crate::census::source::{RawRow, Shape};

/// The section behind one of people who have left.
const OTHERS: &str = "Active Employees";

/// The fields that the people of families in columns have.
const OF_FAMILIES: [Field; 9] = [
    Field::MemberType,
    Field::FirstName,
    Field::LastName,
    Field::Gender,
    Field::Email,
    Field::CellPhone,
    Field::HomePhone,
    Field::FamilyId,
    Field::Relationship,
];

/// Writes the rows of one group.
pub struct SplitWriter<W: Write> {
    rows: CsvWriter<W>,
    fields: Vec<Field>,
    /// Whether the parent has families in columns: their people get rows of their own, tied by a family id.
    has_families: bool,
    /// The section of people who have left, or may have, that the last row stands in.
    section: Option<Section>,
    /// The section of dependents that it stands in.
    family: Option<Arc<FamilySection>>,
}

impl<W: Write> SplitWriter<W> {
    /// Writes the heading: the fields that the parent's mapping has.
    ///
    /// # Errors
    /// A sink that fails.
    pub fn new(sink: W, parent: &Mapping) -> io::Result<Self> {
        let both = parent.column_of(Field::FirstName).is_some() && parent.column_of(Field::LastName).is_some();
        let has_families = !FamilyColumns::among(parent).is_empty();
        let kept = |field: &Field| match field {
            Field::FullName if both || has_families => false,
            field => parent.holds(*field) || (has_families && OF_FAMILIES.contains(field)),
        };
        let fields: Vec<Field> = Field::ALL.into_iter().filter(kept).collect();
        let day_first = parent.date_order() == DateOrder::DayFirst;
        let mut rows = CsvWriter::new(sink);
        rows.row(fields.iter().map(|field| match field {
            Field::DateOfBirth if day_first => "DateOfBirth (DD/MM/YYYY)",
            field => field.name(),
        }))?;
        Ok(Self { rows, fields, has_families, section: None, family: None })
    }

    /// Writes a row of the parent.
    ///
    /// # Errors
    /// A sink that fails.
    pub fn row(&mut self, raw: &RawRow) -> io::Result<()> {
        self.sections(raw.section.as_ref(), raw.family.as_ref())?;
        let misfit = (raw.shape != Shape::Even).then_some(MISFIT);
        // The child's reader finds it out again and tells why.
        let by_section = |field: Field| match field {
            Field::Status => raw.section.is_some(),
            Field::MemberType | Field::Relationship => raw.family.is_some(),
            _ => false,
        };
        let raw = if self.has_families { Cow::Owned(with_family(raw)) } else { Cow::Borrowed(raw) };
        let cells = self.fields.iter().map(|field| raw.get(*field).filter(|_| !by_section(*field)).unwrap_or_default());
        self.rows.row(cells.chain(misfit))
    }

    /// Begins the sections of a row where the row before stands in others.
    fn sections(&mut self, section: Option<&Section>, family: Option<&Arc<FamilySection>>) -> io::Result<()> {
        if self.section.as_ref() == section && self.family.as_ref() == family {
            return Ok(());
        }
        self.rows.row([OTHERS])?;
        if let Some(section) = section {
            self.rows.row([&*section.title])?;
        }
        // Right below the line of another section it divides that one.
        if let Some(family) = family {
            // A title that is read in the same way.
            let title =
                if family.told().1 == "Child" { "Children".to_owned() } else { format!("{}s", family.told().1) };
            self.rows.row([&*title])?;
        }
        self.section = section.cloned();
        self.family = family.cloned();
        Ok(())
    }

    /// Passes everything on to the sink.
    ///
    /// # Errors
    /// A sink that fails.
    pub fn flush(&mut self) -> io::Result<()> {
        self.rows.flush()
    }
}

/// The row as a file of rows for each person has it: the name in two parts, and a family id that ties the people of a row.
fn with_family(raw: &RawRow) -> RawRow {
    let mut own = raw.clone();
    if let Some(whole) = raw.get(Field::FullName) {
        let (first, last) = split_name(whole);
        for (field, text) in [(Field::FirstName, first), (Field::LastName, last)] {
            if raw.get(field).is_none() {
                own.set(field, &text);
            }
        }
    }
    if raw.get(Field::FamilyId).is_none() {
        own.set(Field::FamilyId, &format!("row {}", raw.employee_row.unwrap_or(raw.number)));
    }
    own
}

/// How the number of a group is compared: folded and without an added fraction or commas, since a spreadsheet may have changed its case or blanks.
pub fn group_key(number: &str) -> String {
    without_added_signs(crate::text::fold(number))
}
