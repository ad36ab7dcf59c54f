//! Census files: from the bytes of an uploaded list of people to what it does to the roster (rules.md#census-import).
//!
//! The way of a file: [`workbook`] makes text of a spreadsheet, [`records`] decodes and splits it, [`columns`] says which column holds what, [`validate()`] reads
//! one row, [`families`] adds what only the rows together know, [`matching`] lines rows up with members, [`changes`] decides
//! what happens to each member, [`progress`] and [`guards`] say when. Nothing here panics, whatever the bytes.

pub mod check;
pub mod columns;
pub mod families;
pub mod field;
pub mod file;
pub mod issue;
mod keys;
pub mod matching;
mod noise;
pub mod progress;
pub mod questions;
pub mod record;
pub mod records;
mod repair;
mod repeated_headings;
pub mod roster;
mod rules;
mod sections;
mod source;
pub mod validate;
pub mod values;
pub mod workbook;

#[cfg(test)]
mod tests;

use self::columns::by_values;
use self::columns::leaving;
use self::columns::owners;
use self::columns::statuses;
use self::columns::two_lines;
use self::columns::vague_headings;
pub use self::columns::{headings, suggest};
use self::families::family_doubts;
use self::families::family_sections;
use self::families::homes;
use self::families::named_employee;
use self::families::people_beside;
use self::families::person_numbers;
use self::families::place;
use self::families::stand_ins;
use self::repair::moved_cells;
pub use self::repair::{fix, identity_keys, mend, remembered_values, skipped_rows, split};
use self::roster::moving;
pub use self::roster::{
    apply, bill_effect, changes, denied, export, guards, id_moves, identity_change, line_up, new_ids, plan, pricing,
    rewrites, same_person, undo,
};
use self::source::macintosh;
use self::source::options;
pub use self::source::{dialect, encoding, items, lines, raw, refusal};
use self::values::birth_parts;
use self::values::date_habits;
use self::values::leftovers;
use self::values::letters;
use self::values::lost_codes;
use self::values::name_order;
use self::values::no_names;
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
