//! Adjustments: amounts that a person adds to what a rule pays, each with its reason (rules.md#adjustments).

use chrono::NaiveDate;

use crate::commissions::statement::month_until_next_year;
use crate::groups::HIGHEST_RATE;
use crate::{AdjustmentId, BillingMonth, Invalid, Money, StatementId};

/// The most characters of a reason.
pub const LONGEST_REASON: usize = 200;

/// An adjustment that no live statement has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Adjustment {
    /// Its id.
    pub id: AdjustmentId,
    /// What it adds, negative for what it takes off.
    pub amount: Money,
    /// The first month whose statement takes it up.
    pub month: BillingMonth,
}

impl Adjustment {
    /// Whether the statement of a month takes it up.
    pub fn counts_in(&self, period: BillingMonth) -> bool {
        self.month <= period
    }
}

/// An adjustment as it was typed or posted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AdjustmentForm {
    /// Dollars, such as `$250.00` or `-40`.
    pub amount: String,
    /// Required, at most [`LONGEST_REASON`] characters in one line.
    pub reason: String,
    /// Required.
    pub month: Option<BillingMonth>,
}

/// The values of an adjustment that have passed every check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdjustmentDetails {
    /// What it adds; never zero.
    pub amount: Money,
    /// Trimmed.
    pub reason: String,
    /// The first month whose statement takes it up.
    pub month: BillingMonth,
}

impl AdjustmentForm {
    /// Checks every field and returns what is to be stored. The month is one for which a statement can be made.
    ///
    /// # Errors
    /// On `Amount`, `Reason` and `Month`.
    pub fn check(&self, today: NaiveDate) -> Result<AdjustmentDetails, Invalid> {
        let mut invalid = Invalid::none();
        let amount = read_amount(&self.amount, &mut invalid);
        let reason = self.reason.trim();
        invalid.require_line("Reason", "Reason", reason, LONGEST_REASON);
        let month = month_until_next_year("Month", "Month", self.month, today);
        let month = month.map_err(|wrong| invalid.0.extend(wrong.0)).ok();
        match amount.zip(month).filter(|_| invalid.is_empty()) {
            Some((amount, month)) => Ok(AdjustmentDetails { amount, reason: reason.to_owned(), month }),
            None => Err(invalid),
        }
    }
}

/// Reads an amount as people type it; spaces do not matter.
fn read_amount(text: &str, invalid: &mut Invalid) -> Option<Money> {
    let typed: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    if typed.is_empty() {
        invalid.add("Amount", "Amount is required.");
        return None;
    }
    let Ok(amount) = Money::parse(&typed) else {
        let expected = "Amount must be an amount of dollars with at most 2 decimals, such as 250.00 or -40.00.";
        invalid.add("Amount", expected);
        return None;
    };
    invalid.check(amount != Money::ZERO, "Amount", "Amount must not be zero.");
    let range = format!("Amount must be from {} to {HIGHEST_RATE}.", -HIGHEST_RATE);
    invalid.check((-HIGHEST_RATE..=HIGHEST_RATE).contains(&amount), "Amount", range);
    Some(amount)
}

/// Refuses an adjustment that the rule has already in no statement: a form that was sent twice adds it once.
///
/// # Errors
/// On `Reason`.
pub fn check_once<'a>(
    new: &AdjustmentDetails,
    open: impl IntoIterator<Item = &'a AdjustmentDetails>,
) -> Result<(), Invalid> {
    let mut invalid = Invalid::none();
    let said = "The rule has this adjustment already. Give another reason to add it once more.";
    invalid.check(open.into_iter().all(|one| one != new), "Reason", said);
    invalid.result()
}

/// The live statement that has an adjustment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// Its id.
    pub statement: StatementId,
    /// Its name.
    pub name: String,
    /// Whether a bill pays it.
    pub is_locked: bool,
}

/// Holds that an adjustment may be deleted: no live statement has it.
///
/// # Errors
/// On no field, with the statement.
pub fn check_delete(holder: Option<&Holder>) -> Result<(), Invalid> {
    let Some(Holder { statement, name, is_locked }) = holder else { return Ok(()) };
    let instead = if *is_locked {
        ", which has a bill. Add an adjustment of the opposite amount instead."
    } else {
        ". Delete that statement first."
    };
    Err(Invalid::field("", format!("This adjustment stands in statement {statement}, {name}{instead}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const JULY: BillingMonth = BillingMonth::from_number(2026 * 12 + 6);

    fn form(amount: &str, reason: &str, month: Option<BillingMonth>) -> AdjustmentForm {
        AdjustmentForm { amount: amount.to_owned(), reason: reason.to_owned(), month }
    }

    fn today() -> NaiveDate {
        JULY.day(20)
    }

    #[test]
    fn an_adjustment_is_read_as_it_is_typed() {
        for (amount, cents) in [
            ("250", 25_000),
            ("$250.00", 25_000),
            ("-$40.00", -4000),
            ("- 40", -4000),
            ("\u{2212}0.01", -1),
            ("99,999.99", 9_999_999),
            ("-99999.99", -9_999_999),
        ] {
            let read = form(amount, " Bonus for Q3 ", Some(JULY)).check(today()).expect(amount);
            assert_eq!((read.amount.cents(), read.reason.as_str(), read.month), (cents, "Bonus for Q3", JULY));
        }
        let longest = "x".repeat(LONGEST_REASON);
        assert_eq!(form("1", &format!(" {longest} "), Some(JULY)).check(today()).map(|read| read.reason), Ok(longest));
        let far = BillingMonth::new(2019, 1).expect("a month");
        assert_eq!(form("1", "Bonus", Some(far)).check(today()).map(|read| read.month), Ok(far));
    }

    #[test]
    fn what_is_wrong_is_named_by_its_field() {
        let amount = "Amount must be an amount of dollars with at most 2 decimals, such as 250.00 or -40.00.";
        let range = "Amount must be from \u{2212}$99,999.99 to $99,999.99.";
        let long = "x".repeat(LONGEST_REASON + 1);
        let december = BillingMonth::new(2027, 12).expect("a month");
        for (form, key, said) in [
            (form("", "Bonus", Some(JULY)), "Amount", "Amount is required."),
            (form("ten", "Bonus", Some(JULY)), "Amount", amount),
            (form("1.005", "Bonus", Some(JULY)), "Amount", amount),
            (form("0.00", "Bonus", Some(JULY)), "Amount", "Amount must not be zero."),
            (form("-0", "Bonus", Some(JULY)), "Amount", "Amount must not be zero."),
            (form("100000", "Bonus", Some(JULY)), "Amount", range),
            (form("-100000", "Bonus", Some(JULY)), "Amount", range),
            (form("1", "  ", Some(JULY)), "Reason", "Reason is required."),
            (form("1", &long, Some(JULY)), "Reason", "Reason must be at most 200 characters."),
            (form("1", "Bonus", None), "Month", "Month is required."),
            (form("1", "Bonus", Some(december.plus(1))), "Month", "Month must not be after December 2027."),
        ] {
            assert_eq!(form.check(today()), Err(Invalid::field(key, said)));
        }
        let refused = form("1", "Bonus\nfor Q3", Some(december)).check(today()).expect_err("two lines");
        assert_eq!(refused.0[0].key, "Reason");
        let all = AdjustmentForm::default().check(today()).expect_err("nothing is given").0;
        assert_eq!(all.iter().map(|error| error.key.as_str()).collect::<Vec<_>>(), ["Amount", "Reason", "Month"]);
    }

    #[test]
    fn a_form_that_is_sent_twice_adds_it_once() {
        let of = |cents, reason: &str, month| AdjustmentDetails {
            amount: Money::from_cents(cents),
            reason: reason.to_owned(),
            month,
        };
        let open = [of(250, "Bonus", JULY)];
        for (new, is_refused) in [
            (of(250, "Bonus", JULY), true),
            (of(251, "Bonus", JULY), false),
            (of(250, "Second bonus", JULY), false),
            (of(250, "Bonus", JULY.plus(1)), false),
        ] {
            assert_eq!(check_once(&new, &open).is_err(), is_refused, "{new:?}");
        }
    }

    #[test]
    fn an_adjustment_in_a_statement_stays() {
        let holder = |is_locked| Holder { statement: StatementId(7), name: "Acme - July 2026".to_owned(), is_locked };
        assert_eq!(check_delete(None), Ok(()));
        for (is_locked, said) in [
            (false, "This adjustment stands in statement 7, Acme - July 2026. Delete that statement first."),
            (
                true,
                "This adjustment stands in statement 7, Acme - July 2026, which has a bill. Add an adjustment of the opposite \
                 amount instead.",
            ),
        ] {
            assert_eq!(check_delete(Some(&holder(is_locked))), Err(Invalid::field("", said)));
        }
    }
}
