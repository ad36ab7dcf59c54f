//! Money in whole cents of the US dollar. There is no floating point in it, and no arithmetic that can silently overflow.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// An amount in whole cents; negative for credits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Money(i64);

/// Why a text is no amount.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not an amount of money with at most 2 decimals")]
pub struct NotMoney;

impl Money {
    /// No money.
    pub const ZERO: Self = Self(0);

    /// An amount from whole cents.
    pub const fn from_cents(cents: i64) -> Self {
        Self(cents)
    }

    /// The whole cents.
    pub const fn cents(self) -> i64 {
        self.0
    }

    /// Reads `1234.5`, `-0.07`, `$1,234.50`: an optional sign and `$`, digits with optional commas between thousands, at most 2
    /// decimals. A comma anywhere else may be somebody's decimal point, so `12,50` is no amount rather than $1,250.
    ///
    /// # Errors
    /// When the text is anything else, or larger than can be held.
    pub fn parse(text: &str) -> Result<Self, NotMoney> {
        let text = text.trim();
        let (negative, rest) = match text.strip_prefix(['-', '\u{2212}']) {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let rest = rest.strip_prefix('$').unwrap_or(rest);
        let (whole, fraction) = rest.split_once('.').unwrap_or((rest, ""));
        let whole = without_commas(whole).ok_or(NotMoney)?;
        let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if !digits(&whole) || !digits(fraction) || fraction.len() > 2 || (whole.is_empty() && fraction.is_empty()) {
            return Err(NotMoney);
        }
        let joined = format!("{}{:0<2}", if whole.is_empty() { "0" } else { &whole }, fraction);
        let cents: i64 = joined.parse().map_err(|_| NotMoney)?;
        Ok(Self(if negative { -cents } else { cents }))
    }

    /// The decimal text that every reader understands: `-1234.50`.
    pub fn decimal(self) -> String {
        let cents = self.0.unsigned_abs();
        format!("{}{}.{:02}", if self.0 < 0 { "-" } else { "" }, cents / 100, cents % 100)
    }
}

/// The digits without the commas between thousands; `None` when a comma stands anywhere else.
fn without_commas(whole: &str) -> Option<String> {
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    let has_groups = first.len() < whole.len();
    let is_leading = (1..=3).contains(&first.len()) && !first.starts_with('0');
    let are_thousands = !has_groups || (is_leading && groups.all(|group| group.len() == 3));
    are_thousands.then(|| whole.replace(',', ""))
}

/// As people read it: `$1,234.50`, and `−$57.50` with the true minus sign (documents, number formats).
impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cents = self.0.unsigned_abs();
        let digits = (cents / 100).to_string();
        let mut grouped = String::new();
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                grouped.push(',');
            }
            grouped.push(digit);
        }
        write!(f, "{}${grouped}.{:02}", if self.0 < 0 { "\u{2212}" } else { "" }, cents % 100)
    }
}

impl Add for Money {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.checked_add(other.0).expect("sums of money stay far below the largest number"))
    }
}

impl Sub for Money {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl AddAssign for Money {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Neg for Money {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// A rate times a whole quantity; exact, so no rounding is ever needed.
impl Mul<i64> for Money {
    type Output = Self;
    fn mul(self, quantity: i64) -> Self {
        Self(self.0.checked_mul(quantity).expect("rates and quantities are bounded"))
    }
}

impl Sum for Money {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn amounts_are_read_as_people_write_them() {
        for (text, cents) in [
            ("0", Ok(0)),
            ("12.5", Ok(1250)),
            ("12.50", Ok(1250)),
            (".07", Ok(7)),
            ("-0.07", Ok(-7)),
            ("$1,234.50", Ok(123_450)),
            ("\u{2212}$57.50", Ok(-5750)),
            (" 99999.99 ", Ok(9_999_999)),
            ("1,250.00", Ok(125_000)),
            ("12,345,678.9", Ok(1_234_567_890)),
            ("-1,250", Ok(-125_000)),
            ("12,50", Err(NotMoney)),
            ("1,2,3", Err(NotMoney)),
            ("1250,000", Err(NotMoney)),
            ("1,2500", Err(NotMoney)),
            ("0,125", Err(NotMoney)),
            (",125", Err(NotMoney)),
            ("1,250,", Err(NotMoney)),
            ("1,,250", Err(NotMoney)),
            (",", Err(NotMoney)),
            ("1.250,00", Err(NotMoney)),
            ("1.2,5", Err(NotMoney)),
            ("", Err(NotMoney)),
            ("$", Err(NotMoney)),
            (".", Err(NotMoney)),
            ("1.005", Err(NotMoney)),
            ("1e3", Err(NotMoney)),
            ("NaN", Err(NotMoney)),
            ("99999999999999999999", Err(NotMoney)),
        ] {
            assert_eq!(Money::parse(text).map(Money::cents), cents, "{text:?}");
        }
    }

    #[test]
    fn amounts_show_thousands_and_a_true_minus() {
        for (cents, shown) in [
            (0, "$0.00"),
            (5, "$0.05"),
            (123_456_789, "$1,234,567.89"),
            (-5750, "\u{2212}$57.50"),
            (100_000, "$1,000.00"),
        ] {
            assert_eq!(Money::from_cents(cents).to_string(), shown);
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(cents in -10_000_000_000_i64..10_000_000_000) {
            let money = Money::from_cents(cents);
            prop_assert_eq!(Money::parse(&money.decimal()), Ok(money));
            prop_assert_eq!(Money::parse(&money.to_string()), Ok(money));
        }

        #[test]
        fn a_total_is_the_sum_of_its_lines(rate in 0_i64..9_999_999, a in 0_i64..100_000, b in 0_i64..100_000) {
            let rate = Money::from_cents(rate);
            prop_assert_eq!(rate * a + rate * b, rate * (a + b));
        }
    }
}
