//! Amounts as JSON numbers, exact to the cent.

use domain::Money;
use serde_json::Number;

/// An amount as the vendors write it. A double holds every amount of money exactly enough to be read back to the cent.
pub(crate) fn number(amount: Money) -> Option<Number> {
    Number::from_f64(amount.cents() as f64 / 100.0)
}

/// The amount of a number; nothing when it is no amount of whole cents.
pub(crate) fn money(number: &Number) -> Option<Money> {
    let cents = number.as_f64()? * 100.0;
    let whole = cents.round();
    ((cents - whole).abs() < 0.01 && whole.abs() < 9e15).then(|| Money::from_cents(whole as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_come_back_to_the_cent() {
        for cents in [0, 1, 29, 425, -425, 17_000, 99_999_999_999_999] {
            let amount = Money::from_cents(cents);
            assert_eq!(number(amount).as_ref().and_then(money), Some(amount), "{cents}");
        }
        assert_eq!(Number::from_f64(4.255).as_ref().and_then(money), None);
    }
}
