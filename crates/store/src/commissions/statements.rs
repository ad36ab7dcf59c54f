//! Commission statements: what is owed to a payee for a month, frozen. A snapshot line stands in one statement of a rule at most.

mod adjustments;
mod bills;
mod candidates;
mod existing;
mod groups_left;
mod left_open;
mod lines;
mod list;
mod making;
mod month;
mod month_lines;
mod not_paid;
pub(super) mod ordered_rows;
mod told;
mod why;

pub use adjustments::{Adjusted, adjusted};
pub use bills::{DueBill, address, begin, bills, due_bills, payees, seal, unseal};
pub use candidates::{Candidates, Wanted, candidates, first_statements};
pub use existing::{carried_into, delete, find, find_all, lock, of_rule, of_snapshot, previous, used};
pub(crate) use existing::{ids_using, is_told_pending};
pub use groups_left::groups_left;
pub use left_open::left_open;
pub use lines::{Brought, brought, lines};
pub use list::{StatementFilter, StatementRow, named, payees_of_all, search};
pub use making::{LINE_TAKEN, NewStatement, insert, lock_ground};
pub use month::{MonthOf, RunRule, month, rules};
pub use month_lines::{Chunk, Span, chunk, of_month, span};
pub use not_paid::{Which, not_paid, voided};
pub use told::{ToldLine, tell, told_lines};
pub use why::{OfTotal, WhyLine, why};
