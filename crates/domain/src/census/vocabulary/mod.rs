//! What words mean in census files, as tables. Nothing here looks at a file, and of tables that say different things of a word none shares it
//! with another.

pub(crate) mod given_names;
pub mod heading_keys;
pub mod headings;
pub(in crate::census) mod leaving;
pub(in crate::census) mod owners;
pub(in crate::census) mod people_beside;
pub(in crate::census) mod relationship_words;
pub(in crate::census) mod relatives;
pub(in crate::census) mod report_lines;
pub(in crate::census) mod roles;
pub(in crate::census) mod sections;
pub(in crate::census) mod values;

use std::collections::BTreeMap;

use crate::census::field::Field;

/// What a person decided about headings in earlier files of the group: heading key to field, `None` to leave it out.
pub type Remembered = BTreeMap<String, Option<Field>>;

#[cfg(test)]
mod tests;
