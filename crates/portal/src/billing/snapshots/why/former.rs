//! What the ledger held of the members of a page when a bill corrected them.

use std::collections::{BTreeMap, BTreeSet};

use domain::billing::ledger::EntryKind;
use domain::billing::reasons::Before;
use domain::{BillingMonth, MemberId, PlanLineId};
use store::View;
use store::snapshots::{self, FormerEntries, FrozenLine, FrozenSnapshot};

use crate::billing::snapshots::TakenBack;
use crate::error::Result;

type Place = (PlanLineId, BillingMonth);

/// What was in the ledger, by line item and month, and of these by member.
#[derive(Debug, Default)]
pub struct Former(BTreeMap<Place, BTreeMap<i64, Before>>);

impl Former {
    /// Reads what `snapshot` found for the members that its corrections on a page are about, given with the lines they stand on. Whoever
    /// is charged only has no need of it.
    pub async fn read<'a>(
        view: &View,
        snapshot: &FrozenSnapshot,
        taken_back: &TakenBack,
        page: impl Iterator<Item = (&'a FrozenLine, MemberId)>,
    ) -> Result<Self> {
        let mut wanted: BTreeMap<Place, BTreeSet<i64>> = BTreeMap::new();
        for (line, member) in page.filter(|(line, _)| line.kind != EntryKind::Charge) {
            wanted.entry((line.plan_line, line.month)).or_default().insert(member.get());
        }
        if wanted.is_empty() {
            return Ok(Self::default());
        }
        let lines: BTreeSet<_> = wanted.keys().map(|(line, _)| *line).collect();
        let months: BTreeSet<_> = wanted.keys().map(|(_, month)| *month).collect();
        let (lines, months) = (Vec::from_iter(lines), Vec::from_iter(months));
        let found = snapshots::former_entries(view, snapshot, &lines, &months).await?;
        let mut by_place: BTreeMap<Place, Vec<FormerEntries>> = BTreeMap::new();
        for entries in found {
            by_place.entry((entries.plan_line, entries.month)).or_default().push(entries);
        }
        let of_place = |(place, members): (Place, BTreeSet<i64>)| {
            let mut held = of_members(by_place.remove(&place).unwrap_or_default(), &members);
            for (id, before) in &mut held {
                before.cancelled = taken_back.of(MemberId(*id), place.1);
            }
            (place, held)
        };
        Ok(Self(wanted.into_iter().map(of_place).collect()))
    }

    /// What was held of a member whom a line corrects.
    pub fn of(&self, line: &FrozenLine, member: MemberId) -> Before {
        let of_place = self.0.get(&(line.plan_line, line.month));
        of_place.and_then(|members| members.get(&member.get())).cloned().unwrap_or_default()
    }
}

/// What the entries of one line item and month say of members.
fn of_members(found: Vec<FormerEntries>, members: &BTreeSet<i64>) -> BTreeMap<i64, Before> {
    let charges = found.iter().filter(|entries| entries.kind == EntryKind::Charge);
    let month_billed_at = charges.map(|entries| entries.billed_at).max();
    let nothing = Before { month_billed_at, ..Before::default() };
    let mut held: BTreeMap<i64, Before> = members.iter().map(|id| (*id, nothing.clone())).collect();
    for entries in &found {
        for id in entries.ids.iter() {
            if let Some(before) = held.get_mut(&id) {
                before.entries.push((entries.kind, entries.billed_at));
            }
        }
    }
    held
}
