//! What waits for a user in one mail a day: kinds with numbers and amounts, and no names (rules.md#work-digest).

use super::WorkKind;
use crate::Money;

/// One line for each kind of which something waits, in the order of the start page; none when nothing does.
pub fn digest_lines(waiting: impl IntoIterator<Item = (WorkKind, u64, Option<Money>)>) -> Vec<String> {
    let open = waiting.into_iter().filter(|(_, count, _)| *count > 0);
    open.map(|(kind, count, amount)| {
        let title = kind.title();
        match amount {
            Some(amount) => format!("{title}: {count}, {amount}"),
            None => format!("{title}: {count}"),
        }
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_waits_is_told_with_its_amount_where_it_has_one() {
        let cents = |cents| Some(Money::from_cents(cents));
        for (waiting, told) in [
            (vec![], vec![]),
            (vec![(WorkKind::Overdue, 0, cents(0)), (WorkKind::Renewals, 0, None)], vec![]),
            (
                vec![
                    (WorkKind::CensusErrors, 1, None),
                    (WorkKind::Overdue, 12, cents(2_933_400)),
                    (WorkKind::Drafts, 0, cents(0)),
                    (WorkKind::Renewals, 3, None),
                ],
                vec!["Census files with errors: 1", "Overdue invoices: 12, $29,334.00", "Renewals within 60 days: 3"],
            ),
        ] {
            assert_eq!(digest_lines(waiting), told);
        }
    }
}
