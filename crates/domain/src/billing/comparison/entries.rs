//! Who stands behind a cause, a line or a whole bill: entries whose amounts add up to it.

use std::collections::{BTreeMap, BTreeSet};

use super::roll::{Charged, Roll, walk};
use super::{Cause, ComparedLine};
use crate::billing::line::BillingType;
use crate::{MemberId, Money, PlanLineId};

/// Who an entry is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Behind {
    /// A member.
    Member(MemberId),
    /// So many consults, of which nobody is named.
    Consults(i64),
}

/// A part of an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// Whom it is about.
    pub behind: Behind,
    /// Whether `line` is one of the earlier bill; what that had and this has not counts against the amount.
    pub is_of_before: bool,
    /// The place of the line in its bill, the first when there are several.
    pub line: usize,
    /// What it adds to the amount.
    pub amount: Money,
}

/// What stands behind a cause. The entries add up to its amount.
pub fn behind_cause(cause: Cause, before: &[ComparedLine<'_>], now: &[ComparedLine<'_>]) -> Vec<Entry> {
    match cause {
        Cause::Joined | Cause::Left | Cause::ChangedLine | Cause::RateChanges => members_behind(cause, before, now),
        Cause::Members => Vec::new(),
        Cause::Credits | Cause::Debts | Cause::Consults | Cause::AfterHours => {
            let of = |lines: &[ComparedLine<'_>], is_of_before: bool| {
                let places = (0..lines.len()).filter(|place| Cause::of_line(&lines[*place]) == Some(cause));
                places.flat_map(|place| line_entries(lines, place, is_of_before)).collect::<Vec<_>>()
            };
            [of(now, false), of(before, true)].concat()
        }
    }
}

/// What stands behind the line at a place of a bill. The entries add up to its total.
pub fn behind_line(lines: &[ComparedLine<'_>], place: usize) -> Vec<Entry> {
    line_entries(lines, place, false)
}

/// Everybody on a bill, each member once with everything that is charged and taken back, and its consults line by line. The
/// entries add up to the total.
pub fn everybody(lines: &[ComparedLine<'_>]) -> Vec<Entry> {
    let mut entries = Vec::new();
    walk(Roll::of_everybody(lines), Roll::of_charges(&[]), |id, charged, _| {
        let behind = Behind::Member(MemberId(id));
        entries.push(Entry { behind, is_of_before: false, line: charged.place, amount: charged.amount });
    });
    let consults = (0..lines.len()).filter(|place| lines[*place].billing_type != BillingType::Pepm);
    entries.extend(consults.flat_map(|place| line_entries(lines, place, false)));
    entries
}

fn members_behind(wanted: Cause, before: &[ComparedLine<'_>], now: &[ComparedLine<'_>]) -> Vec<Entry> {
    let mut entries = Vec::new();
    walk(Roll::of_charges(before), Roll::of_charges(now), |id, was, is| {
        if Cause::of_member(was, is) == Some(wanted) {
            let (is_of_before, place) = if is.is_nothing() { (true, was.place) } else { (false, is.place) };
            let behind = Behind::Member(MemberId(id));
            entries.push(Entry { behind, is_of_before, line: place, amount: is.amount - was.amount });
        }
    });
    entries
}

fn line_entries(lines: &[ComparedLine<'_>], place: usize, is_of_before: bool) -> Vec<Entry> {
    let line = &lines[place];
    let sign = if is_of_before { -1 } else { 1 };
    let entry = |behind, amount: Money| Entry { behind, is_of_before, line: place, amount: amount * sign };
    match line.billing_type {
        BillingType::Pepm => line.ids.iter().map(|id| entry(Behind::Member(MemberId(id)), line.entry())).collect(),
        _ if line.quantity == 0 => Vec::new(),
        _ => vec![entry(Behind::Consults(line.quantity), line.total)],
    }
}

/// What a member is charged for the month of a bill.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Standing {
    /// On which plan lines, ascending.
    pub plan_lines: Vec<PlanLineId>,
    /// The sum of their rates.
    pub amount: Money,
}

/// What some members are charged on a bill; who is charged nothing is left out.
pub fn standings(lines: &[ComparedLine<'_>], members: &BTreeSet<MemberId>) -> BTreeMap<MemberId, Standing> {
    let mut found = BTreeMap::new();
    walk(Roll::of_charges(lines), Roll::of_charges(&[]), |id, charged: &Charged, _| {
        if members.contains(&MemberId(id)) {
            let standing = Standing { plan_lines: charged.plan_lines.clone(), amount: charged.amount };
            found.insert(MemberId(id), standing);
        }
    });
    found
}
