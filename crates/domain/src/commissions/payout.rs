//! The payout on a plan line of a rule through the months, and what it leaves of the line's rate (rules.md#payout-rates).

use crate::groups::check_rate;
use crate::{BillingMonth, Invalid, Money};

#[cfg(test)]
mod tests;

/// The month from which a first payout holds: before every month that is billed.
pub const BEGINNING: BillingMonth = BillingMonth::from_number(12);
/// The first month that can be named for a payout: January 2000.
const EARLIEST: BillingMonth = BillingMonth::from_number(2000 * 12);
/// How many months after this one a payout can begin at most.
const MONTHS_AHEAD: i32 = 120;

/// Reads a payout as people type it, such as `$1,250.50` or `2.5`; spaces do not matter.
///
/// # Errors
/// On `PayoutRate` for letters, more than two decimals, a negative amount, and one above all rates.
pub fn read_payout(text: &str) -> Result<Money, Invalid> {
    let typed: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    if typed.is_empty() {
        return Err(Invalid::field("PayoutRate", "Payout Rate is required."));
    }
    let Ok(payout) = Money::parse(&typed) else {
        let expected = "Payout Rate must be an amount of dollars with at most 2 decimals, such as 2.50.";
        return Err(Invalid::field("PayoutRate", expected));
    };
    let mut invalid = Invalid::none();
    check_rate(&mut invalid, "PayoutRate", "Payout Rate", payout);
    invalid.or(payout)
}

/// Gives back the month that is named for a payout, if a payout can begin in it (rules.md#payout-rates).
///
/// # Errors
/// On `EffectiveFrom` for a month before 2000, and for one more than ten years after `now`.
pub fn check_start(named: Option<BillingMonth>, now: BillingMonth) -> Result<Option<BillingMonth>, Invalid> {
    let latest = now.plus(MONTHS_AHEAD);
    if named.is_some_and(|month| month < EARLIEST || month > latest) {
        return Err(Invalid::field("EffectiveFrom", format!("Choose a month from {EARLIEST} to {latest}.")));
    }
    Ok(named)
}

/// A payout that holds from a month until the next one that is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// The first month; [`BEGINNING`] for the first payout of a line.
    pub from: BillingMonth,
    /// What is paid on each that is billed.
    pub payout: Money,
}

/// The payouts of a plan line in a rule that are in force, by month.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Timeline(Vec<Rate>);

/// A payout that is to be stored, and the months whose payouts it replaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RateChange {
    /// The new payout.
    pub rate: Rate,
    /// From when those hold that it replaces.
    pub replaced: Vec<BillingMonth>,
}

impl FromIterator<Rate> for Timeline {
    fn from_iter<I: IntoIterator<Item = Rate>>(rates: I) -> Self {
        let mut rates: Vec<Rate> = rates.into_iter().collect();
        rates.sort_by_key(|rate| rate.from);
        Self(rates)
    }
}

impl Timeline {
    /// The payout of a month; nothing before the first.
    pub fn at(&self, month: BillingMonth) -> Money {
        self.in_force(month).map_or(Money::ZERO, |rate| rate.payout)
    }

    /// The payout that holds in a month, with the month from which it does; nothing before the first.
    pub fn in_force(&self, month: BillingMonth) -> Option<Rate> {
        self.0.iter().take_while(|rate| rate.from <= month).last().copied()
    }

    /// The payout that follows after a month.
    pub fn next(&self, month: BillingMonth) -> Option<Rate> {
        self.0.iter().find(|rate| rate.from > month).copied()
    }

    /// Whether it pays something in some month.
    pub fn pays(&self) -> bool {
        self.0.iter().any(|rate| rate.payout > Money::ZERO)
    }

    /// Its payouts, by month.
    pub fn rates(&self) -> &[Rate] {
        &self.0
    }

    /// What setting a payout changes; nothing when it is set already. Without a wish it holds from the first month without a
    /// statement, until the next one that is set for a month after `now`. From a wished month it holds until the next one that is set, also when
    /// an earlier one is as high: a later change of that one leaves it. Months with a statement keep their payout.
    ///
    /// # Errors
    /// On `EffectiveFrom` when a statement of the line is made for the wished month or a later one.
    pub fn change(
        &self,
        payout: Money,
        wish: Option<BillingMonth>,
        stated_until: Option<BillingMonth>,
        now: BillingMonth,
    ) -> Result<Option<RateChange>, Invalid> {
        if let (Some(wish), Some(last)) = (wish, stated_until)
            && wish <= last
        {
            return Err(Invalid::field("EffectiveFrom", stated(last)));
        }
        let from = wish.unwrap_or(first_open(stated_until));
        let is_past = |rate: &Rate| wish.is_none() && rate.from > from && rate.from <= now;
        let is_replaced = |rate: &&Rate| rate.from == from || is_past(rate);
        let replaced = || self.0.iter().filter(is_replaced);
        let is_set = match wish {
            Some(_) => self.0.contains(&Rate { from, payout }),
            None => self.at(from) == payout && replaced().all(|rate| rate.payout == payout),
        };
        if is_set {
            return Ok(None);
        }
        let replaced = replaced().map(|rate| rate.from).collect();
        Ok(Some(RateChange { rate: Rate { from, payout }, replaced }))
    }

    /// The payouts after a change.
    pub fn with(&self, change: &RateChange) -> Self {
        let kept = self.0.iter().filter(|rate| !change.replaced.contains(&rate.from)).copied();
        kept.chain([change.rate]).collect()
    }
}

/// The first month whose payout can still be set.
pub fn first_open(stated_until: Option<BillingMonth>) -> BillingMonth {
    stated_until.map_or(BEGINNING, |last| last.plus(1))
}

/// Said of a month whose statement is made.
fn stated(last: BillingMonth) -> String {
    format!("Statements up to {last} are made at the earlier rate. Choose a later month or delete them.")
}

/// What a line's rate leaves of it, for each that is billed; negative when more is paid out than is billed
/// (rules.md#net-of-a-line).
pub fn net(rate: Money, payout: Money, others: impl IntoIterator<Item = Money>) -> Money {
    rate - payout - others.into_iter().sum()
}

/// The first month from `now` on in which the payouts of all rules on a line come to more than its rate (rules.md#net-of-a-line).
pub fn overpaid_from(rate: Money, timelines: &[&Timeline], now: BillingMonth) -> Option<BillingMonth> {
    let later = timelines.iter().flat_map(|line| line.rates()).map(|rate| rate.from).filter(|from| *from > now);
    let mut months: Vec<BillingMonth> = later.chain([now]).collect();
    months.sort_unstable();
    let is_over =
        |month: &BillingMonth| net(rate, Money::ZERO, timelines.iter().map(|line| line.at(*month))) < Money::ZERO;
    months.into_iter().find(is_over)
}

/// How a payout that was set stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It holds from a later month.
    Scheduled,
    /// It holds now.
    InForce,
    /// A later one holds now.
    Ended,
    /// Another one was set in its place, or its line left the rule.
    Replaced,
}

impl Standing {
    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scheduled => "Scheduled",
            Self::InForce => "InForce",
            Self::Ended => "Ended",
            Self::Replaced => "Replaced",
        }
    }

    /// How a payout stands that holds from a month and was replaced or not, where another one is `in_force` now.
    pub fn of(from: BillingMonth, is_replaced: bool, in_force: Option<Rate>, now: BillingMonth) -> Self {
        match in_force {
            _ if is_replaced => Self::Replaced,
            _ if from > now => Self::Scheduled,
            Some(current) if current.from > from => Self::Ended,
            _ => Self::InForce,
        }
    }
}
