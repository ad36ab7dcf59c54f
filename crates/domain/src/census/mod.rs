//! Census files: from the bytes of an uploaded list of people to what it does to the roster (rules.md#census-import).
//!
//! Reading is made of stages, each with a folder that imports only those before it: [`vocabulary`] says what words mean, [`cells`] reads the
//! text of a cell, [`findings`] are what is told and asked, [`source`] makes rows of bytes, [`table`] finds delimiter and heading, [`columns`]
//! says which column holds what, [`lines`] which lines are nobody, [`people`] reads one row, [`families`] adds what only the rows together
//! know, [`reader`] puts all of that together, [`workbook`] makes text of a spreadsheet, and [`layout`] tells a person how the file was
//! understood. Beside them [`keys`] stand for texts and people, [`given_names`] knows short forms, `asking` collects and words the questions,
//! [`by_default`] asks who is an employee, [`denied`] keeps what people have said of rows and members, [`pricing`] knows the groups that rows may name, [`check`] prints what was read, [`repair`] takes
//! corrections, [`matching`] lines rows up with members, [`roster`] decides what happens to each, and [`tasks`] says when.
//! Nothing here panics, whatever the bytes.

mod asking;
pub mod by_default;
pub mod cells;
pub mod check;
pub mod columns;
pub mod denied;
pub mod families;
pub mod field;
pub mod findings;
pub(crate) mod given_names;
pub mod keys;
pub mod layout;
pub mod lines;
pub mod matching;
pub mod people;
pub mod pricing;
pub mod reader;
mod repair;
pub mod roster;
pub mod source;
pub mod table;
pub mod tasks;
pub mod template;
pub mod vocabulary;
pub mod workbook;

#[cfg(test)]
mod tests;

// What the other crates use, under the names of what it is about.
pub use self::cells::Entry;
pub use self::columns::Mapping;
pub use self::columns::suggested::suggest;
pub use self::families::CrossRows;
pub use self::field::Field;
pub use self::findings::Leaving;
pub use self::findings::issue::{self, Issue, IssueKind, Severity};
/// Questions about a file, and how they are collected.
pub mod questions {
    pub use super::asking::{AskedLeaving, AskedSections};
    pub use super::findings::questions::*;
}
pub use self::findings::{FamilySection, Section};
pub use self::layout::{Layout, LayoutBuilder};
pub use self::lines::Why;
pub use self::people::record::{Record, RowState};
pub use self::people::validate::{self, Checked, Rules, validate};
pub use self::pricing::{PricingGroups, PricingRule};
pub use self::reader::{CensusReader, Ignored, Item};
pub use self::repair::remembered_values::{self, RememberedValues};
pub use self::repair::{fix, identity_keys, left_over, mend, same_person, skipped_rows, split};
pub use self::roster::{
    apply, bill_effect, changes, export, guards, id_moves, identity_change, line_up, new_ids, plan, rewrites, undo,
};
pub use self::source::{Limits, ReadOptions};
pub use self::source::{RawRow, Shape};
pub use self::source::{ReadError, Refusal};
pub use self::tasks::{file, progress};
pub use self::vocabulary::{Remembered, headings};
pub use self::vocabulary::{RememberedOrders, ValueOrder};
