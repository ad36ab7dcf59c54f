//! Why a bill differs from the one before it: causes that add up to the difference to the cent, and who stands behind each.
//!
//! The sets of both bills are walked side by side, one id at a time, so that no member is looked up by name and none is held.
//! Consults are only ever counted: who had one is health information (documents reference, member appendix).

mod entries;
mod roll;

pub use entries::{Behind, Entry, Standing, behind_cause, behind_line, everybody, standings};

use roll::{Charged, Roll, walk};

use super::ledger::{EntryKind, IdSet};
use super::line::BillingType;
use crate::{Money, PlanLineId};

/// A line of a bill, as far as the comparison goes.
#[derive(Debug, Clone, Copy)]
pub struct ComparedLine<'a> {
    /// The plan's line item.
    pub plan_line: PlanLineId,
    /// What its entries do.
    pub kind: EntryKind,
    /// What it counts.
    pub billing_type: BillingType,
    /// The rate of each entry.
    pub rate: Money,
    /// How many entries.
    pub quantity: i64,
    /// Their sum, negative for credits.
    pub total: Money,
    /// Whom it bills, or which consults.
    pub ids: &'a IdSet,
}

impl ComparedLine<'_> {
    fn charges(&self, of: BillingType) -> bool {
        self.kind == EntryKind::Charge && self.billing_type == of
    }

    /// The amount of one of its entries.
    fn entry(&self) -> Money {
        self.rate * i64::from(self.kind.sign())
    }
}

/// Why an amount changed, in the order in which it is told (beyond 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// Members charged now and not before.
    Joined,
    /// Members charged before and not now.
    Left,
    /// Members charged both times, on other lines.
    ChangedLine,
    /// Members charged on the same lines, at other rates.
    RateChanges,
    /// How many members were charged, where it is not known who.
    Members,
    /// What was taken back.
    Credits,
    /// What was billed on.
    Debts,
    /// Consultations.
    Consults,
    /// After-hours fees.
    AfterHours,
}

impl Cause {
    /// All of them, in their order.
    pub const ALL: [Self; 9] = [
        Self::Joined,
        Self::Left,
        Self::ChangedLine,
        Self::RateChanges,
        Self::Members,
        Self::Credits,
        Self::Debts,
        Self::Consults,
        Self::AfterHours,
    ];

    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Joined => "Joined",
            Self::Left => "Left",
            Self::ChangedLine => "ChangedLine",
            Self::RateChanges => "RateChanges",
            Self::Members => "Members",
            Self::Credits => "Credits",
            Self::Debts => "Debts",
            Self::Consults => "Consults",
            Self::AfterHours => "AfterHours",
        }
    }

    /// The cause of a name, whatever its case.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cause| cause.name().eq_ignore_ascii_case(name.trim()))
    }

    /// The cause that a whole line belongs to; `None` for a charge of members, whose entries belong to several.
    const fn of_line(line: &ComparedLine<'_>) -> Option<Self> {
        match (line.kind, line.billing_type) {
            (EntryKind::Charge, BillingType::Pepm) => None,
            (EntryKind::Charge, BillingType::PerConsultation) => Some(Self::Consults),
            (EntryKind::Charge, BillingType::AfterHours) => Some(Self::AfterHours),
            (kind, _) if kind.is_credit() => Some(Self::Credits),
            _ => Some(Self::Debts),
        }
    }

    fn of_member(was: &Charged, is: &Charged) -> Option<Self> {
        match (was.is_nothing(), is.is_nothing()) {
            (true, _) => Some(Self::Joined),
            (_, true) => Some(Self::Left),
            _ if was.plan_lines != is.plan_lines => Some(Self::ChangedLine),
            _ => (was.amount != is.amount).then_some(Self::RateChanges),
        }
    }
}

/// What a cause comes to on one of the two bills.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Side {
    /// How many members, entries or consults.
    pub quantity: i64,
    /// Their amount.
    pub amount: Money,
    /// The lowest and the highest price of one.
    rates: Option<(Money, Money)>,
}

impl Side {
    fn add(&mut self, quantity: i64, rate: Money, amount: Money) {
        self.quantity += quantity;
        self.amount += amount;
        if quantity > 0 {
            let (lowest, highest) = self.rates.unwrap_or((rate, rate));
            self.rates = Some((lowest.min(rate), highest.max(rate)));
        }
    }

    /// The price of one, when it is the same for all.
    pub fn rate(&self) -> Option<Money> {
        self.rates.filter(|(lowest, highest)| lowest == highest).map(|(rate, _)| rate)
    }
}

/// A cause and what it comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CauseOfChange {
    /// The cause.
    pub cause: Cause,
    /// On the earlier bill.
    pub before: Side,
    /// On this one.
    pub now: Side,
}

impl CauseOfChange {
    /// By how much it changed the total.
    pub fn amount(&self) -> Money {
        self.now.amount - self.before.amount
    }
}

/// Two bills of a plan, compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// The members charged on the earlier bill.
    pub members_before: i64,
    /// The members charged on this one.
    pub members: i64,
    /// Why the total changed, in the order of [`Cause`]. Who joined and left and whose rate changed is told whenever members are
    /// charged, everything else only where there is any.
    pub causes: Vec<CauseOfChange>,
}

impl Comparison {
    /// Compares a bill with the one before; with nothing, when there is none.
    pub fn of(before: &[ComparedLine<'_>], now: &[ComparedLine<'_>]) -> Self {
        let mut sides = Sides::default();
        let (members_before, members) = if names_everybody(before) && names_everybody(now) {
            compare_members(before, now, &mut sides)
        } else {
            let charged = |lines: &[ComparedLine<'_>], side: &mut Side| add_all(lines, BillingType::Pepm, side);
            let members = sides.of(Cause::Members);
            charged(before, &mut members.before);
            charged(now, &mut members.now);
            (members.before.quantity, members.now.quantity)
        };
        for line in before {
            if let Some(cause) = Cause::of_line(line) {
                sides.of(cause).before.add(line.quantity, line.rate, line.total);
            }
        }
        for line in now {
            if let Some(cause) = Cause::of_line(line) {
                sides.of(cause).now.add(line.quantity, line.rate, line.total);
            }
        }
        Self { members_before, members, causes: sides.finish() }
    }

    /// A cause, if it is told.
    pub fn find(&self, cause: Cause) -> Option<&CauseOfChange> {
        self.causes.iter().find(|told| told.cause == cause)
    }

    /// What the causes add up to.
    pub fn difference(&self) -> Money {
        self.causes.iter().map(CauseOfChange::amount).sum()
    }

    /// Whether the causes lead from one stored total exactly to the other.
    pub fn leads(&self, from: Money, to: Money) -> bool {
        from + self.difference() == to
    }
}

/// Whether every charge of members says whom it charges.
fn names_everybody(lines: &[ComparedLine<'_>]) -> bool {
    lines.iter().filter(|line| line.charges(BillingType::Pepm)).all(|line| line.ids.len() as i64 == line.quantity)
}

fn add_all(lines: &[ComparedLine<'_>], of: BillingType, side: &mut Side) {
    for line in lines.iter().filter(|line| line.charges(of)) {
        side.add(line.quantity, line.rate, line.total);
    }
}

/// Adds up member by member; returns how many were charged before, and now.
fn compare_members(before: &[ComparedLine<'_>], now: &[ComparedLine<'_>], sides: &mut Sides) -> (i64, i64) {
    let (mut members_before, mut members) = (0, 0);
    walk(Roll::of_charges(before), Roll::of_charges(now), |_, was, is| {
        members_before += i64::from(!was.is_nothing());
        members += i64::from(!is.is_nothing());
        let Some(cause) = Cause::of_member(was, is) else { return };
        let told = sides.of(cause);
        for (side, charged) in [(&mut told.before, was), (&mut told.now, is)] {
            side.add(i64::from(!charged.is_nothing()), charged.amount, charged.amount);
        }
    });
    if members_before + members > 0 {
        for cause in [Cause::Joined, Cause::Left, Cause::RateChanges] {
            sides.of(cause);
        }
    }
    (members_before, members)
}

/// The causes met so far.
#[derive(Default)]
struct Sides(Vec<CauseOfChange>);

impl Sides {
    fn of(&mut self, cause: Cause) -> &mut CauseOfChange {
        let place = self.0.iter().position(|told| told.cause == cause).unwrap_or_else(|| {
            self.0.push(CauseOfChange { cause, before: Side::default(), now: Side::default() });
            self.0.len() - 1
        });
        &mut self.0[place]
    }

    fn finish(mut self) -> Vec<CauseOfChange> {
        self.0.sort_by_key(|told| told.cause);
        self.0
    }
}

#[cfg(test)]
mod tests;
