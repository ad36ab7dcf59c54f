//! Which primary a dependent leaves and which it gets, by name (rules.md#dependents-and-primaries): a change as much as
//! that of a field.

use std::collections::HashMap;

use domain::MemberId;
use domain::census::Record;
use store::members::Member;

/// A dependent's primary before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Moved {
    /// Whom it leaves; `None` when it had none.
    pub(super) old: Option<String>,
    /// Whom it gets.
    pub(super) new: Option<String>,
}

/// The primaries of the rows of a page.
pub(super) struct Primaries {
    /// The members of their rows, as far as they are members.
    pub(super) of_rows: HashMap<u32, MemberId>,
    /// Those members, and those who are stored.
    pub(super) members: HashMap<MemberId, Member>,
    /// Their rows, but for those that are set aside or in error: they are nobody's primary.
    pub(super) records: HashMap<u32, Record>,
}

impl Primaries {
    /// How the row of a member whose primary is `stored` moves it, or to whom it gives a new one; `None` when it stays.
    pub(super) fn moved(&self, record: &Record, member: Option<MemberId>, stored: Option<MemberId>) -> Option<Moved> {
        let row = record.new_primary_row(stored)?;
        let new = self.of_rows.get(&row).copied();
        if new.is_none() && !self.records.contains_key(&row) {
            return None;
        }
        if new.is_some() && (new == stored || new == member) {
            return None;
        }
        let known = |id: MemberId| {
            self.members.get(&id).map(|member| name(&member.details.first_name, &member.details.last_name))
        };
        let of_row = || self.records.get(&row).map(|record| name(record.first_name.text(), record.last_name.text()));
        Some(Moved { old: stored.and_then(known), new: new.and_then(known).or_else(of_row) })
    }
}

fn name(first: &str, last: &str) -> String {
    format!("{first} {last}")
}
