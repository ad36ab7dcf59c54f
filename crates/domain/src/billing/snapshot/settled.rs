//! Which snapshot has set right all that a plan billed before, and by which terms.
//!
//! After a snapshot of a plan nothing is open that it could correct. Whoever has not changed since needs no second look, as long as nobody
//! else touches the ledger and the terms stay.

use std::fmt::Write as _;

use crate::SnapshotId;
use crate::billing::snapshot::{LineScope, LineTerms, LookBack};

/// Raised when the rules of the computation change: what was right by the former ones is looked at in full once more.
const RULES: u8 = 3;

/// The last thing that happened to the ledger of a plan: a snapshot was computed. There is none when one was deleted last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// The snapshot that was created or regenerated.
    pub by: SnapshotId,
    /// What corrections depended on then, from [`terms_mark`].
    pub terms: String,
}

/// Everything of a plan that corrections depend on, as a text to be compared: the look-back, and of each line item what it counts, for
/// which month, for whom, and whether it corrects and charges. Names and rates are not in it; a correction keeps the rate it corrects.
pub fn terms_mark(look_back: LookBack, lines: &[LineTerms]) -> String {
    let mut mark = format!("{RULES} {}", look_back.months());
    for line in lines {
        let reference = match line.scope {
            LineScope::AllMembers => None,
            LineScope::WithReference(_) => line.reference_id.as_deref(),
        };
        let (kind, period) = (line.billing_type.number(), line.period.offset());
        let (ignores, deleted) = (u8::from(line.ignore_credits_and_debts), u8::from(line.is_deleted));
        // Writing to a text cannot fail.
        let _ = write!(mark, "; {} {kind} {period} {ignores}{deleted} {reference:?}", line.id.get());
    }
    mark
}
