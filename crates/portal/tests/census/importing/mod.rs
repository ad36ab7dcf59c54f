//! What the import does to members: by row, by absence, twice at once, killed half-way, and undone.

pub(in crate::census) mod absence;
pub(in crate::census) mod crash;
pub(in crate::census) mod effect;
pub(in crate::census) mod import;
pub(in crate::census) mod rewritten;
pub(in crate::census) mod same_person;
pub(in crate::census) mod small_groups;
pub(in crate::census) mod stop;
pub(in crate::census) mod twice;
pub(in crate::census) mod undo;
