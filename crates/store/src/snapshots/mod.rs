//! Billing snapshots: what one is computed from, and the frozen result.
//!
//! A snapshot's lines and sets are written once and replaced as a whole by a regeneration. The ledger of a plan is the sets of its
//! undeleted snapshots (`live`), so that one is never wrong about the other (rules.md#ledger-sets).

mod active;
mod ageing;
mod basis;
pub mod bulk_actions;
mod cancelled;
mod chosen;
mod earlier;
pub mod erp;
mod facts;
mod former;
mod frozen;
mod ledger;
mod lines;
mod list;
mod listed;
mod members;
mod notes;
mod roster;
mod rows;
mod sources;
mod sums;
pub mod sweeping;
mod unsent;
mod write;

pub use active::primaries_by_reference;
pub use ageing::{Aged, age};
pub use basis::{PlanBasis, lock_plan, lock_plans, plan_bases, plan_basis};
pub use cancelled::{CancelledSource, cancelled};
pub use chosen::{chosen, open_to};
pub use earlier::previous_totals;
pub use facts::{ConsultsOf, consult_facts, consult_facts_of};
pub use former::{FormerEntries, former_entries};
pub(crate) use frozen::seen_by;
pub use frozen::{FrozenSnapshot, find, live, live_of, lock, of_plan, previous, standing};
pub use ledger::{SettledPlan, billed, billed_by, settled};
pub use lines::{FrozenLine, FrozenLineHead, FrozenUnbilled, line_heads, lines, unbilled};
pub use list::{SnapshotFilter, SnapshotRow, search};
pub use listed::{ListedMembers, listed_members};
pub use members::{LineChange, LineMember, MemberSet, members_of, members_page, names_of};
pub use roster::{ChangesOf, RosterOf, changed, roster, rosters};
pub use sources::{ChangeSource, SourceFile, sources};
pub use sums::{InvoiceSums, Sum, sums, totals_by_month};
pub(crate) use unsent::is_to_be_sent;
pub use unsent::unsent;
pub use write::{NewSnapshot, delete, insert, insert_all, replace};

/// The list of `list_count` that counts a group's undeleted snapshots.
pub(crate) const LIST: i16 = 0;
