//! Census files: from the bytes of an uploaded list of people to what it does to the roster (rules.md#census-import).
//!
//! The way of a file: [`workbook`] makes text of a spreadsheet, [`records`] decodes and splits it, [`columns`] says which column holds what, [`validate()`] reads
//! one row, [`families`] adds what only the rows together know, [`matching`] lines rows up with members, [`changes`] decides
//! what happens to each member, [`progress`] and [`guards`] say when. Nothing here panics, whatever the bytes.

pub mod apply;
pub mod bill_effect;
mod birth_parts;
mod by_values;
pub mod changes;
pub mod check;
pub mod columns;
mod date_habits;
pub mod denied;
pub mod dialect;
pub mod encoding;
pub mod export;
pub mod families;
mod family_doubts;
mod family_sections;
pub mod field;
pub mod file;
pub mod fix;
pub mod guards;
pub mod headings;
mod homes;
pub mod id_moves;
pub mod identity_change;
pub mod issue;
pub mod items;
mod keys;
mod leaving;
mod leftovers;
mod letters;
pub mod line_up;
pub mod lines;
mod lost_codes;
mod macintosh;
pub mod matching;
pub mod mend;
mod moved_cells;
mod moving;
mod name_order;
mod named_employee;
pub mod new_ids;
mod no_names;
mod noise;
mod options;
mod owners;
mod people_beside;
mod person_numbers;
pub mod plan;
pub mod pricing;
pub mod progress;
pub mod questions;
pub mod raw;
pub mod record;
pub mod records;
pub mod refusal;
pub mod remembered_values;
pub mod roster;
mod rules;
pub mod same_person;
mod sections;
pub mod signs;
pub mod spared;
pub mod split;
mod stand_ins;
mod statuses;
pub mod suggest;
mod turn;
mod two_lines;
pub mod undo;
mod vague_headings;
pub mod validate;
pub mod values;
pub mod workbook;

#[cfg(test)]
mod tests;

pub use columns::{Mapping, Remembered};
pub use families::CrossRows;
pub use family_sections::{FamilySection, InFamilySection};
pub use field::Field;
pub use issue::{Issue, IssueKind, Severity};
pub use items::{Ignored, Item};
pub use leaving::Leaving;
pub use noise::Why;
pub use pricing::{PricingGroups, PricingRule};
pub use raw::{RawRow, Shape};
pub use record::{Entry, Record, RowState};
pub use records::{CensusReader, Limits, ReadError, ReadOptions};
pub use refusal::Refusal;
pub use remembered_values::RememberedValues;
pub use sections::Section;
pub use validate::{Checked, Rules, validate};
