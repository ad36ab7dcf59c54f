//! Unique ids that pass among the members of a chunk, and those that are taken (rules.md#ids-that-pass).

use std::collections::{HashMap, HashSet};

use domain::MemberId;
use domain::census::id_moves::{ID_TAKEN_MEANWHILE, giving_up};
use store::members::Member;

use super::{Changing, Ground, Steps, before};

impl Steps {
    /// Leaves rows to a person whose unique id another member has who does not give it up in this chunk. `found` are the holders as they are
    /// now. The ids of the rows `passing` come free elsewhere.
    pub(in crate::census) fn hold_back_taken_ids(
        &mut self,
        holders: &HashMap<String, MemberId>,
        found: &HashMap<MemberId, Member>,
        passing: &HashSet<u32>,
    ) {
        // A member that is left out keeps its id, for which another row may have waited.
        while self.leave_out_taken_ids(holders, found, passing) {}
        let taken: HashSet<String> = self.unique_keys().into_iter().collect();
        let review = &mut self.review;
        self.changing.retain(|changing| {
            let is_wanted = !changing.gives_up || changing.former_unique_key().is_some_and(|key| taken.contains(&key));
            if let (false, Some(row)) = (is_wanted, changing.row) {
                review.push((row, ID_TAKEN_MEANWHILE));
            }
            is_wanted
        });
    }

    /// Leaves out one round of rows; false when all ids are free.
    fn leave_out_taken_ids(
        &mut self,
        holders: &HashMap<String, MemberId>,
        found: &HashMap<MemberId, Member>,
        passing: &HashSet<u32>,
    ) -> bool {
        let is_fresh = |member: &Member| found.get(&member.id).is_none_or(|now| now.version == member.version);
        let giving = self.changing.iter().filter(|changing| is_fresh(&changing.member));
        let freed: HashSet<String> = giving.filter_map(Changing::former_unique_key).collect();
        let is_taken = |key: &String| holders.contains_key(key) && !freed.contains(key);
        let review = &mut self.review;
        let before = review.len();
        self.making.retain(|making| {
            let key = making.member.details.unique_key().filter(|_| !passing.contains(&making.row));
            let free = !key.is_some_and(|key| is_taken(&key));
            if !free {
                review.push((making.row, ID_TAKEN_MEANWHILE));
            }
            free
        });
        self.changing.retain(|changing| {
            let Some(row) = changing.row.filter(|row| !passing.contains(row)) else { return true };
            let key = changing.new_unique_key().filter(|key| holders.get(key) != Some(&changing.member.id));
            let free = !key.is_some_and(|key| is_taken(&key));
            if !free {
                review.push((row, ID_TAKEN_MEANWHILE));
            }
            free
        });
        review.len() > before
    }
}

impl Changing {
    /// Takes the unique id away that the change leaves.
    pub(super) fn give_up(&mut self, ground: &Ground) {
        let Some(change) = giving_up(&self.after.details) else { return };
        self.fields.push(change);
        self.after.details.unique_id = None;
        self.before = before(&self.member, &self.fields, self.after.status.as_ref(), ground);
        self.gives_up = true;
    }
}
