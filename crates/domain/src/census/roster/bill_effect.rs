//! What a file does to the next bill of a plan, to the cent, before it is processed.
//!
//! The bill is computed twice by the rules of snapshots: with the members as they are, and as the file makes them. What takes
//! effect in the past comes out as credits and debts of earlier months, as in the snapshot itself (rules.md#computing-a-bill,
//! rules.md#first-three-days, rules.md#effective-date-of-a-file).

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::NaiveDate;

use super::changes::Outcome;
use crate::billing::snapshot::{
    ComputedLine, ComputedSnapshot, ConsultFact, References, RosterChange, SnapshotRequest, compute,
};
use crate::members::status::ActiveSpan;
use crate::{BillingMonth, MemberId, Money};

/// A member as the file makes it, as far as bills look at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberAfter {
    /// The member; [`newcomer`] for one that is to be made.
    pub id: MemberId,
    /// What the file does to it.
    pub outcome: Outcome,
    /// Whether it will be a primary.
    pub is_primary: bool,
    /// Its folded billing reference.
    pub reference_key: Option<String>,
    /// When it will be active.
    pub spans: Vec<ActiveSpan>,
}

/// The id of a member that is still to be made: above every id that a database gives.
pub const fn newcomer(number: u32) -> MemberId {
    MemberId((1 << 52) + number as i64)
}

/// What members with one outcome do to a bill.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Share {
    /// How many members the file does this to, whether or not they are billed.
    pub members: u32,
    /// The bill's difference because of them, in cents, credits and debts included.
    pub amount: Money,
}

/// What a file does to the next bill of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillEffect {
    /// The month of the bill.
    pub period: BillingMonth,
    /// Its total without the file.
    pub before: Money,
    /// Its total with the file.
    pub after: Money,
    /// How many charges of members it has without the file, over all lines.
    pub charged_before: u64,
    /// How many with it.
    pub charged_after: u64,
    /// The part of the difference that is credits and debts of earlier months.
    pub corrections: Money,
    /// The difference by what the file does; together with that of consults it is the whole difference.
    pub shares: BTreeMap<Outcome, Share>,
    /// The difference of consults that the file gives another billing reference.
    pub consults: Money,
}

impl BillEffect {
    /// After minus before.
    pub fn difference(&self) -> Money {
        self.after - self.before
    }
}

/// The month of a plan's next bill: the one after its latest snapshot, but none that is long over; for a plan without one, the month
/// whose period `today` lies in.
pub fn next_period(latest: Option<BillingMonth>, today: NaiveDate) -> BillingMonth {
    let month = BillingMonth::of(today);
    let running = if today > month.cut_off() { month.plus(1) } else { month };
    latest.map_or(running, |latest| latest.plus(1).max(running.plus(-1)))
}

/// Computes the bill without and with the file. `request` holds the members as they are and the month to be billed; `references` are
/// those by which its lines and members were read; `consults` are its consults with the references that they will have.
///
/// # Panics
/// As [`compute`].
pub fn bill_effect(
    request: &SnapshotRequest<'_>,
    references: &References,
    changes: &[MemberAfter],
    consults: &[ConsultFact],
) -> BillEffect {
    let (before, after) = bills(request, references, changes, consults);
    let of_consults = |bill: &ComputedSnapshot| -> Money {
        bill.lines.iter().filter(|line| line.billing_type.counts_consults()).map(ComputedLine::total).sum()
    };
    let corrections = |bill: &ComputedSnapshot| -> Money {
        bill.lines.iter().filter(|line| line.is_correction()).map(ComputedLine::total).sum()
    };
    BillEffect {
        period: request.period(),
        before: before.total(),
        after: after.total(),
        charged_before: charged(&before),
        charged_after: charged(&after),
        corrections: corrections(&after) - corrections(&before),
        shares: shares(&before, &after, changes),
        consults: of_consults(&after) - of_consults(&before),
    }
}

/// What each of `changes` adds to the charges of the bill's own month, or takes from them; members who add nothing are left out. Credits and
/// debts of earlier months come once and are not among it.
///
/// # Panics
/// As [`compute`].
pub fn per_month(
    request: &SnapshotRequest<'_>,
    references: &References,
    changes: &[MemberAfter],
) -> HashMap<MemberId, Money> {
    let (before, after) = bills(request, references, changes, request.consults);
    let ids: HashSet<i64> = changes.iter().map(|member| member.id.get()).collect();
    let mut amounts: HashMap<MemberId, Money> = HashMap::new();
    entries(
        &before,
        &after,
        |line| !line.is_correction(),
        |id, entry| {
            if ids.contains(&id) {
                *amounts.entry(MemberId(id)).or_default() += entry;
            }
        },
    );
    amounts.retain(|_, amount| *amount != Money::default());
    amounts
}

/// The bill without the changes and with them.
fn bills(
    request: &SnapshotRequest<'_>,
    references: &References,
    changes: &[MemberAfter],
    consults: &[ConsultFact],
) -> (ComputedSnapshot, ComputedSnapshot) {
    let change = |member: &MemberAfter| RosterChange {
        id: member.id,
        is_primary: member.is_primary,
        reference: references.find(member.reference_key.as_deref()),
        spans: member.spans.clone(),
    };
    let roster = request.roster.changed(changes.iter().map(change));
    (compute(request), compute(&SnapshotRequest { roster: &roster, consults, ..*request }))
}

/// Each member's entries on lines but those of consults: those of the bill with the changes, and those without them taken back.
fn entries(
    before: &ComputedSnapshot,
    after: &ComputedSnapshot,
    wanted: impl Fn(&ComputedLine) -> bool,
    mut add: impl FnMut(i64, Money),
) {
    for (bill, counts) in [(after, 1), (before, -1)] {
        for line in bill.lines.iter().filter(|line| !line.billing_type.counts_consults() && wanted(line)) {
            let entry = line.rate * (i64::from(line.kind.sign()) * counts);
            line.ids.iter().for_each(|id| add(id, entry));
        }
    }
}

fn charged(bill: &ComputedSnapshot) -> u64 {
    let own = bill.lines.iter().filter(|line| !line.billing_type.counts_consults() && !line.is_correction());
    own.map(|line| line.quantity().unsigned_abs()).sum()
}

/// The difference of two bills, but for consults, by what the file does to the members on them.
fn shares(before: &ComputedSnapshot, after: &ComputedSnapshot, changes: &[MemberAfter]) -> BTreeMap<Outcome, Share> {
    let outcomes: HashMap<i64, Outcome> = changes.iter().map(|member| (member.id.get(), member.outcome)).collect();
    let mut shares: BTreeMap<Outcome, Share> = BTreeMap::new();
    for member in changes {
        shares.entry(member.outcome).or_default().members += 1;
    }
    entries(
        before,
        after,
        |_| true,
        |id, entry| {
            if let Some(outcome) = outcomes.get(&id) {
                shares.entry(*outcome).or_default().amount += entry;
            }
        },
    );
    shares
}

#[cfg(test)]
mod tests;
