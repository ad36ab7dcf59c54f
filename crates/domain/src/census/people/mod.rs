//! One row to one person: its values, with everything that is wrong in them.

pub mod denied;
pub(in crate::census) mod leftovers;
pub mod record;
pub mod rules;
pub mod validate;

pub use self::record::{Record, RowState};
pub use self::validate::{Checked, Rules, validate};
