//! Who is active in which month, as one bit a member and month: the form in which a million members are billed.

use chrono::{Datelike, NaiveDate};

use crate::billing::snapshot::{LookBack, Reference};
use crate::members::status::ActiveSpan;
use crate::period::CUT_OFF_DAY;
use crate::{BillingMonth, MemberId};

/// A member as the computation sees it: 24 bytes, nothing behind a pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemberMonths {
    id: MemberId,
    active: u32,
    reference: Reference,
    is_primary: bool,
}

impl MemberMonths {
    /// The member.
    pub const fn id(&self) -> MemberId {
        self.id
    }

    pub(in crate::billing) const fn reference(&self) -> Reference {
        self.reference
    }

    pub(in crate::billing) const fn is_primary(&self) -> bool {
        self.is_primary
    }

    pub(in crate::billing) const fn is_active(&self, bit: u32) -> bool {
        self.active & bit != 0
    }
}

/// A member as it would be: in the place of the one of its id, or new.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RosterChange {
    /// The member.
    pub id: MemberId,
    /// Whether it is a primary then.
    pub is_primary: bool,
    /// Its reference then.
    pub reference: Reference,
    /// The spans on which it is active then.
    pub spans: Vec<ActiveSpan>,
}

/// The members of a group and the months in which they are active: from 25 months before a snapshot's month to the one
/// after it, so that every line of the plan finds its months whatever its period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roster {
    period: BillingMonth,
    members: Vec<MemberMonths>,
    /// Where the last span was added; spans of a member come together as a rule.
    last: usize,
}

/// The months before the snapshot's that a roster knows: a line that bills the month before looks 24 months further back.
const MONTHS_BEFORE: i32 = LookBack::LONGEST.months() as i32 + 1;
/// All months of a roster: those before, the snapshot's, and the one after.
const MONTHS: i32 = MONTHS_BEFORE + 2;

impl Roster {
    /// An empty roster for a snapshot of `period`.
    pub const fn new(period: BillingMonth) -> Self {
        Self { period, members: Vec::new(), last: 0 }
    }

    /// The month of the snapshot it is for.
    pub const fn period(&self) -> BillingMonth {
        self.period
    }

    /// Empties it for the next group, keeping its memory.
    pub fn clear(&mut self, period: BillingMonth) {
        self.period = period;
        self.members.clear();
        self.last = 0;
    }

    /// Adds a member who is not active yet: `is_primary` and `reference` as they are today (rules.md#billable-members,
    /// rules.md#billing-references).
    ///
    /// # Panics
    /// When members do not come with ascending ids.
    pub fn push(&mut self, id: MemberId, is_primary: bool, reference: Reference) {
        assert!(self.members.last().is_none_or(|last| last.id < id), "members come with ascending ids");
        self.members.push(MemberMonths { id, active: 0, reference, is_primary });
    }

    /// Marks a member as active from `from` until the day before `until`: in each month whose 3rd lies in between
    /// (rules.md#cut-off-day). Spans come in any order. A member that was not pushed is left out.
    pub fn add_span(&mut self, id: MemberId, from: NaiveDate, until: Option<NaiveDate>) {
        let bits = self.bits(from, until);
        let here = self.members.get(self.last).is_some_and(|member| member.id == id);
        let place = if here { Ok(self.last) } else { self.members.binary_search_by_key(&id, |member| member.id) };
        if let Ok(place) = place {
            self.members[place].active |= bits;
            self.last = place;
        }
    }

    /// The same roster with some members as they would be.
    #[must_use]
    pub fn changed(&self, changes: impl IntoIterator<Item = RosterChange>) -> Self {
        let mut after = self.clone();
        for change in changes {
            let active = change.spans.iter().fold(0, |bits, span| bits | self.bits(span.from, span.until));
            let RosterChange { id, is_primary, reference, .. } = change;
            let member = MemberMonths { id, active, reference, is_primary };
            // Those that are added stand behind until all are sorted.
            match after.members[..self.members.len()].binary_search_by_key(&id, |member| member.id) {
                Ok(place) => after.members[place] = member,
                Err(_) => after.members.push(member),
            }
        }
        after.members.sort_by_key(|member| member.id);
        after
    }

    /// The members, by id.
    pub fn members(&self) -> &[MemberMonths] {
        &self.members
    }

    /// Whether the member is active at the cut-off of `month`.
    pub fn is_active(&self, id: MemberId, month: BillingMonth) -> bool {
        let place = self.members.binary_search_by_key(&id, |member| member.id);
        place.is_ok_and(|place| self.members[place].is_active(self.bit(month)))
    }

    /// The bit of a month; none when the roster does not know the month.
    pub(in crate::billing) fn bit(&self, month: BillingMonth) -> u32 {
        let place = month.since(self.first_month());
        if (0..MONTHS).contains(&place) { 1 << place } else { 0 }
    }

    fn first_month(&self) -> BillingMonth {
        self.period.plus(-MONTHS_BEFORE)
    }

    /// One bit for each month whose cut-off is `from` or later and before `until`.
    fn bits(&self, from: NaiveDate, until: Option<NaiveDate>) -> u32 {
        // The first month whose cut-off is not before the day: its own up to the 3rd, else the next.
        let first_not_before = |day: NaiveDate| {
            let month = BillingMonth::of(day).since(self.first_month());
            (month + i32::from(day.day() > CUT_OFF_DAY)).clamp(0, MONTHS)
        };
        let start = first_not_before(from);
        let end = until.map_or(MONTHS, first_not_before);
        if end <= start { 0 } else { ((1_u32 << (end - start)) - 1) << start }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::period::read_date;

    fn july() -> BillingMonth {
        BillingMonth::new(2026, 7).unwrap()
    }

    fn active_months(from: &str, until: Option<&str>) -> Vec<String> {
        let mut roster = Roster::new(july());
        roster.push(MemberId(1), true, Reference::NONE);
        roster.add_span(MemberId(1), read_date(from).unwrap(), until.map(|day| read_date(day).unwrap()));
        let months = (-30..10).map(|step| july().plus(step));
        months.filter(|month| roster.is_active(MemberId(1), *month)).map(|month| month.to_string()).collect()
    }

    #[test]
    fn the_third_decides_the_whole_month() {
        assert_eq!(active_months("2026-05-03", Some("2026-06-03")), ["May 2026"]);
        assert_eq!(active_months("2026-05-04", Some("2026-06-04")), ["June 2026"]);
        assert_eq!(active_months("2026-05-04", Some("2026-06-03")), Vec::<String>::new());
        assert_eq!(active_months("2026-05-03", Some("2026-06-04")), ["May 2026", "June 2026"]);
        assert_eq!(active_months("2026-07-01", None), ["July 2026", "August 2026"]);
    }

    #[test]
    fn members_are_replaced_and_added_in_the_order_of_their_ids() {
        let from = read_date("2026-05-01").unwrap();
        let mut roster = Roster::new(july());
        for id in [3, 5] {
            roster.push(MemberId(id), true, Reference::NONE);
            roster.add_span(MemberId(id), from, None);
        }
        let change = |id, spans: &[ActiveSpan]| RosterChange {
            id: MemberId(id),
            is_primary: id != 9,
            reference: Reference::NONE,
            spans: spans.to_vec(),
        };
        let june = ActiveSpan { from, until: read_date("2026-06-15") };
        let after = roster.changed([change(9, &[june]), change(5, &[]), change(4, &[june])]);
        let ids: Vec<_> = after.members().iter().map(|member| (member.id().get(), member.is_primary())).collect();
        assert_eq!(ids, [(3, true), (4, true), (5, true), (9, false)]);
        let june = july().plus(-1);
        for (id, active) in [(3, [true, true]), (4, [true, false]), (5, [false, false]), (9, [true, false])] {
            assert_eq!([june, july()].map(|month| after.is_active(MemberId(id), month)), active, "{id}");
        }
    }

    #[test]
    fn the_roster_knows_25_months_back_and_one_ahead() {
        let all = active_months("1990-01-01", None);
        assert_eq!((all.len(), all[0].as_str(), all[26].as_str()), (27, "June 2024", "August 2026"));
    }

    proptest! {
        #[test]
        fn bits_are_what_the_days_say(from in 0..1200_i64, days in 1..1200_i64, open in any::<bool>()) {
            let start = read_date("2024-01-01").unwrap();
            let from = start + chrono::Duration::days(from);
            let until = (!open).then(|| from + chrono::Duration::days(days));
            let mut roster = Roster::new(july());
            roster.push(MemberId(7), true, Reference::NONE);
            roster.add_span(MemberId(7), from, until);
            for month in (-25..=1).map(|step| july().plus(step)) {
                let cut_off = month.cut_off();
                let expected = from <= cut_off && until.is_none_or(|until| cut_off < until);
                prop_assert_eq!(roster.is_active(MemberId(7), month), expected, "{}", month);
            }
        }
    }
}
