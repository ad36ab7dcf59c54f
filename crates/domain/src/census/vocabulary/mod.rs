//! What words mean in census files: headings, owners, relatives, relationships, given names. Nothing here looks at a file.

pub(crate) mod given_names;
pub mod heading_keys;
pub mod headings;
pub(in crate::census) mod owners;
pub(in crate::census) mod relationship_words;
pub(in crate::census) mod relatives;
pub(in crate::census) mod roles;

use std::collections::BTreeMap;

use crate::census::field::Field;

/// What a person decided about headings in earlier files of the group: heading key to field, `None` to leave it out.
pub type Remembered = BTreeMap<String, Option<Field>>;
