//! One row to one person: its values, with everything that is wrong in them.

pub mod denied;
pub(in crate::census) mod leftovers;
pub mod pricing;
pub mod record;
pub(in crate::census) mod rules;
pub mod validate;
