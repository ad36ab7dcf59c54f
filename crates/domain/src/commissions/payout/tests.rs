//! Payouts by hand, and what holds whatever is set.

use proptest::prelude::*;

use super::*;

const OCTOBER: BillingMonth = BillingMonth::from_number(2026 * 12 + 9);
/// The month of today.
const NOW: BillingMonth = OCTOBER.plus(1);

fn cents(cents: i64) -> Money {
    Money::from_cents(cents)
}

fn rate(from: BillingMonth, amount: i64) -> Rate {
    Rate { from, payout: cents(amount) }
}

fn timeline(rates: &[Rate]) -> Timeline {
    rates.iter().copied().collect()
}

#[test]
fn a_payout_is_read_as_people_type_it() {
    let amount = "Payout Rate must be an amount of dollars with at most 2 decimals, such as 2.50.";
    let range = "Payout Rate must be from $0.00 to $99,999.99.";
    for (text, read) in [
        ("2", Ok(200)),
        ("$2.25", Ok(225)),
        (" $ 1,250.5 ", Ok(125_050)),
        ("0", Ok(0)),
        (".75", Ok(75)),
        ("", Err("Payout Rate is required.")),
        ("  ", Err("Payout Rate is required.")),
        ("two", Err(amount)),
        ("2.50 USD", Err(amount)),
        ("12a", Err(amount)),
        ("1.005", Err(amount)),
        ("1e3", Err(amount)),
        ("2,50", Err(amount)),
        ("-1", Err(range)),
        ("-$0.01", Err(range)),
        ("100000", Err(range)),
    ] {
        let found = read_payout(text).map(Money::cents).map_err(|mut invalid| {
            let wrong = invalid.0.remove(0);
            assert_eq!(wrong.key, "PayoutRate");
            wrong.message
        });
        assert_eq!(found, read.map_err(str::to_owned), "{text:?}");
    }
}

#[test]
fn a_payout_begins_between_2000_and_ten_years_from_now() {
    let month = |year, month| BillingMonth::new(year, month).expect("a month");
    let (november, december) = (month(2026, 11), month(2026, 12));
    let to_november = Some("Choose a month from January 2000 to November 2036.");
    let to_december = Some("Choose a month from January 2000 to December 2036.");
    for (named, now, refused) in [
        (None, november, None),
        (Some(month(2000, 1)), november, None),
        (Some(month(1999, 12)), november, to_november),
        (Some(month(1900, 1)), november, to_november),
        (Some(BEGINNING), november, to_november),
        (Some(november), november, None),
        (Some(month(2036, 11)), november, None),
        (Some(month(2036, 12)), november, to_november),
        (Some(month(2036, 12)), december, None),
        (Some(month(2037, 1)), december, to_december),
        (Some(month(9999, 12)), december, to_december),
    ] {
        let expected = refused.map_or(Ok(named), |said| Err(Invalid::field("EffectiveFrom", said)));
        assert_eq!(check_start(named, now), expected, "{named:?} in {now}");
    }
}

#[test]
fn a_timeline_pays_when_one_of_its_months_does() {
    for (rates, pays) in [
        (vec![], false),
        (vec![rate(BEGINNING, 0)], false),
        (vec![rate(BEGINNING, 0), rate(OCTOBER, 0)], false),
        (vec![rate(BEGINNING, 0), rate(OCTOBER, 1)], true),
        (vec![rate(BEGINNING, 100), rate(OCTOBER, 0)], true),
    ] {
        assert_eq!(timeline(&rates).pays(), pays, "{rates:?}");
    }
}

#[test]
fn a_month_has_the_latest_payout_that_has_begun() {
    let line = timeline(&[rate(OCTOBER, 200), rate(BEGINNING, 100), rate(OCTOBER.plus(2), 300)]);
    for (month, paid) in [(-400, 100), (-1, 100), (0, 200), (1, 200), (2, 300), (90, 300)] {
        assert_eq!(line.at(OCTOBER.plus(month)), cents(paid), "{month}");
    }
    assert_eq!(timeline(&[rate(OCTOBER, 200)]).at(OCTOBER.plus(-1)), Money::ZERO);
    assert_eq!(Timeline::default().at(OCTOBER), Money::ZERO);
}

#[test]
fn a_payout_holds_from_the_month_that_is_meant() {
    let first = rate(BEGINNING, 100);
    let later = rate(OCTOBER.plus(4), 400);
    let change = |from, amount, replaced: &[BillingMonth]| {
        Some(RateChange { rate: rate(from, amount), replaced: replaced.to_vec() })
    };
    for (about, rates, payout, wish, stated, expected) in [
        ("the first holds from the beginning", vec![], 100, None, None, change(BEGINNING, 100, &[])),
        ("nothing stated: for the whole time", vec![first], 200, None, None, change(BEGINNING, 200, &[BEGINNING])),
        (
            "nothing stated: until the month to come that is set",
            vec![first, later],
            200,
            None,
            None,
            change(BEGINNING, 200, &[BEGINNING]),
        ),
        (
            "nothing stated: for all months up to now",
            vec![first, rate(NOW, 150), later],
            200,
            None,
            None,
            change(BEGINNING, 200, &[BEGINNING, NOW]),
        ),
        ("after the last statement", vec![first], 200, None, Some(OCTOBER), change(OCTOBER.plus(1), 200, &[])),
        (
            "after the last statement, until the month to come that is set",
            vec![first, later],
            200,
            None,
            Some(OCTOBER),
            change(OCTOBER.plus(1), 200, &[]),
        ),
        (
            "a wished month, until the next",
            vec![first, later],
            200,
            Some(OCTOBER.plus(2)),
            Some(OCTOBER),
            change(OCTOBER.plus(2), 200, &[]),
        ),
        (
            "a wished month, anew",
            vec![first, later],
            200,
            Some(later.from),
            None,
            change(later.from, 200, &[later.from]),
        ),
        ("a wished month of a new line", vec![], 200, Some(OCTOBER), None, change(OCTOBER, 200, &[])),
        ("the same", vec![first], 100, None, None, None),
        ("as high as before, from a wished month", vec![first], 100, Some(OCTOBER), None, change(OCTOBER, 100, &[])),
        ("the same of a wished month", vec![first, later], 400, Some(later.from), None, None),
        ("none is the same as nothing", vec![], 0, None, None, None),
        (
            "the same at first, but not up to now",
            vec![first, rate(NOW, 150)],
            100,
            None,
            None,
            change(BEGINNING, 100, &[BEGINNING, NOW]),
        ),
        ("back to nothing", vec![first], 0, None, Some(OCTOBER), change(OCTOBER.plus(1), 0, &[])),
    ] {
        let found = timeline(&rates).change(cents(payout), wish, stated, NOW);
        assert_eq!(found, Ok(expected), "{about}");
    }
}

#[test]
fn a_month_with_a_statement_keeps_its_payout() {
    let line = timeline(&[rate(BEGINNING, 100)]);
    for wish in [OCTOBER, OCTOBER.plus(-1)] {
        let refused = line.change(cents(200), Some(wish), Some(OCTOBER), NOW).expect_err("refused");
        let said = "Statements up to October 2026 are made at the earlier rate. Choose a later month or delete them.";
        assert_eq!(refused, Invalid::field("EffectiveFrom", said));
    }
}

#[test]
fn the_net_is_what_all_payouts_leave() {
    for (billed, payout, others, left, overpaid) in [
        (1250, 200, vec![25, 25], 1000, false),
        (1250, 1300, vec![], -50, true),
        (1250, 1250, vec![], 0, false),
        (200, 150, vec![60], -10, true),
        (0, 0, vec![], 0, false),
    ] {
        let found = net(cents(billed), cents(payout), others.into_iter().map(cents));
        assert_eq!((found, found < Money::ZERO), (cents(left), overpaid));
    }
}

#[test]
fn a_line_pays_too_much_from_the_first_month_in_which_it_does() {
    let (now, june) = (OCTOBER, OCTOBER.plus(8));
    let lowered = timeline(&[rate(BEGINNING, 900), rate(june, 100)]);
    let raised = timeline(&[rate(BEGINNING, 100), rate(june, 900)]);
    let five = timeline(&[rate(BEGINNING, 500)]);
    let ended = timeline(&[rate(BEGINNING, 2000), rate(OCTOBER.plus(-1), 0)]);
    for (timelines, found) in [
        (vec![], None),
        (vec![&lowered, &five], Some(now)),
        (vec![&raised, &five], Some(june)),
        (vec![&lowered], None),
        (vec![&ended, &five], None),
    ] {
        assert_eq!(overpaid_from(cents(1000), &timelines, now), found);
    }
}

#[test]
fn a_payout_is_scheduled_in_force_ended_or_replaced() {
    let line = timeline(&[rate(BEGINNING, 100), rate(OCTOBER, 200), rate(OCTOBER.plus(3), 300)]);
    assert_eq!(line.in_force(OCTOBER.plus(2)), Some(rate(OCTOBER, 200)));
    assert_eq!(line.next(OCTOBER.plus(2)), Some(rate(OCTOBER.plus(3), 300)));
    assert_eq!((line.next(OCTOBER.plus(3)), timeline(&[]).in_force(OCTOBER)), (None, None));
    let of = |from, is_replaced| Standing::of(from, is_replaced, line.in_force(OCTOBER.plus(1)), OCTOBER.plus(1));
    let found = [BEGINNING, OCTOBER, OCTOBER.plus(3)].map(|from| of(from, false));
    assert_eq!(found, [Standing::Ended, Standing::InForce, Standing::Scheduled]);
    assert_eq!(of(OCTOBER.plus(3), true), Standing::Replaced);
}

#[test]
fn a_payout_of_a_wished_month_outlives_a_change_of_an_earlier_one() {
    let set = |line: Timeline, amount, wish| {
        let change = line.change(cents(amount), Some(wish), None, NOW).expect("allowed").expect("a change");
        line.with(&change)
    };
    let line = set(timeline(&[rate(BEGINNING, 100)]), 100, OCTOBER);
    let line = set(line, 200, OCTOBER.plus(-2));
    assert_eq!([-3, -2, -1, 0, 5].map(|month| line.at(OCTOBER.plus(month)).cents()), [100, 200, 200, 100, 100]);
}

proptest! {
    #[test]
    fn what_was_stated_never_changes(
        wishes in prop::collection::vec((0_i64..500, prop::option::of(-6_i32..18), -1_i32..12), 1..30),
    ) {
        let mut line = Timeline::default();
        let mut stated: Option<BillingMonth> = None;
        for (amount, wish, until) in wishes {
            let until = (until >= 0).then(|| OCTOBER.plus(until));
            stated = stated.max(until);
            let wish = wish.map(|month| OCTOBER.plus(month));
            let Ok(Some(change)) = line.change(cents(amount), wish, stated, NOW) else { continue };
            let after = line.with(&change);
            let last = stated.unwrap_or(BEGINNING.plus(-1));
            for month in -8..30 {
                let month = OCTOBER.plus(month);
                let is_meant = month >= change.rate.from;
                if month <= last || !is_meant {
                    prop_assert_eq!(after.at(month), line.at(month));
                } else if wish.is_none() && month <= NOW {
                    prop_assert_eq!(after.at(month), cents(amount));
                }
            }
            prop_assert_eq!(after.at(change.rate.from), cents(amount));
            let mut months: Vec<_> = after.rates().iter().map(|rate| rate.from).collect();
            months.dedup();
            prop_assert_eq!(months.len(), after.rates().len(), "one payout a month");
            prop_assert_eq!(after.change(cents(amount), wish, stated, NOW), Ok(None), "the same again is nothing");
            line = after;
        }
    }

    #[test]
    fn the_net_falls_by_what_is_paid(billed in 0_i64..1_000_000, payouts in prop::collection::vec(0_i64..1_000_000, 0..8)) {
        let all: i64 = payouts.iter().sum();
        let left = net(cents(billed), Money::ZERO, payouts.into_iter().map(cents));
        prop_assert_eq!(left, cents(billed - all));
        prop_assert_eq!(left < Money::ZERO, all > billed);
    }
}
