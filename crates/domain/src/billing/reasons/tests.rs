//! What each entry says of itself.

use super::*;
use crate::period::read_date;
use EntryKind::{Charge, Credit, Debt, ReversedCredit, ReversedDebt};

fn at(day: &str) -> DateTime<Utc> {
    read_date(day).expect("a day").and_hms_opt(12, 0, 0).expect("noon").and_utc()
}

fn change(is_active: bool, effective: &str, recorded: &str, origin: Origin) -> CountedChange {
    let day = |text| read_date(text).expect("a day");
    CountedChange {
        is_active,
        effective_on: day(effective),
        recorded_at: at(recorded),
        recorded_on: day(recorded),
        origin,
    }
}

/// Every kind of entry, with a change that came after the month was billed, one that was known, and none.
#[test]
fn corrections_are_explained_by_what_came_after_the_month_was_billed() {
    let billed = Some(at("2026-10-04"));
    let ended = |recorded, origin| Some(change(false, "2026-09-01", recorded, origin));
    let made = |recorded, origin| Some(change(true, "2026-09-01", recorded, origin));
    for (kind, change, billed_at, expected) in [
        (Charge, made("2026-10-20", Origin::ByHand), billed, None),
        (Credit, ended("2026-10-20", Origin::ByHand), billed, Some("was billed, then ended back-dated on 10/20/2026")),
        (Credit, ended("2026-10-30", Origin::File), billed, Some("was billed, then ended by the file of 10/30/2026")),
        (
            Credit,
            ended("2026-10-30", Origin::GroupEnd),
            billed,
            Some("was billed, then ended with the whole group on 10/30/2026"),
        ),
        (Credit, ended("2026-09-02", Origin::ByHand), billed, Some("was billed, and is not active for the month")),
        (Credit, None, billed, Some("was billed, and is not active for the month")),
        (Credit, made("2026-10-20", Origin::ByHand), billed, Some("was billed twice, of which once is taken back")),
        (
            Debt,
            made("2026-10-20", Origin::Undo),
            billed,
            Some("had no charge for the month, then made active by the undoing of a file on 10/20/2026"),
        ),
        (Debt, made("2026-09-02", Origin::File), billed, Some("is active for the month, which had no charge")),
        (Debt, made("2026-10-20", Origin::ByHand), None, Some("is active for the month, which had no charge")),
        (Debt, ended("2026-10-20", Origin::ByHand), billed, Some("was taken back once too often")),
        (
            ReversedCredit,
            made("2026-10-20", Origin::ByHand),
            billed,
            Some("was credited, then made active back-dated on 10/20/2026"),
        ),
        (ReversedCredit, made("2026-09-02", Origin::ByHand), billed, Some("was credited, and is active for the month")),
        (ReversedCredit, None, billed, Some("was credited for a charge that is no longer there")),
        (
            ReversedDebt,
            ended("2026-10-20", Origin::ByHand),
            billed,
            Some("was billed afterwards, then ended back-dated on 10/20/2026"),
        ),
        (
            ReversedDebt,
            made("2026-10-20", Origin::ByHand),
            billed,
            Some("was billed afterwards, and is now charged with the month itself"),
        ),
    ] {
        let before = Before { month_billed_at: billed_at, ..Before::default() };
        let found = of_correction(kind, change.as_ref(), &before);
        assert_eq!(found.as_ref().map(|reason| reason.words.as_str()), expected, "{kind:?} {change:?}");
    }
}

/// The month's own bill was regenerated on October 30, after the status had changed on the 20th: what counts is when the entry was
/// billed that is set right.
#[test]
fn a_correction_answers_the_entry_before_it_and_not_the_bill_of_the_month() {
    let changed = |is_active| Some(change(is_active, "2026-09-01", "2026-10-20", Origin::ByHand));
    for (kind, is_active, entries, expected) in [
        (
            ReversedDebt,
            false,
            &[(Debt, "2026-10-10")][..],
            "was billed afterwards, then ended back-dated on 10/20/2026",
        ),
        (
            Debt,
            true,
            &[(Charge, "2026-10-30"), (Credit, "2026-10-10")],
            "was credited, then made active back-dated on 10/20/2026",
        ),
        (Debt, true, &[(Charge, "2026-09-04"), (Credit, "2026-10-25")], "was credited, and is active for the month"),
        (Debt, true, &[(Charge, "2026-10-30")], "is active for the month, which had no charge"),
        (
            Credit,
            false,
            &[(ReversedCredit, "2026-10-10"), (Credit, "2026-09-10"), (Debt, "2026-10-30")],
            "was billed, then ended back-dated on 10/20/2026",
        ),
        (ReversedCredit, true, &[(Credit, "2026-10-10")], "was credited, then made active back-dated on 10/20/2026"),
    ] {
        let entries = entries.iter().map(|(kind, day)| (*kind, at(day))).collect();
        let before = Before { month_billed_at: Some(at("2026-10-30")), entries, ..Before::default() };
        let found = of_correction(kind, changed(is_active).as_ref(), &before);
        assert_eq!(found, Some(Reason::plain(expected)), "{kind:?} {before:?}");
    }
}

/// Only what lies before the day on which it was recorded is back-dated; a month may be billed before it begins.
#[test]
fn a_change_by_hand_tells_from_when_it_counts() {
    let billed = Before { month_billed_at: Some(at("2026-11-04")), ..Before::default() };
    for (effective, manner) in [
        ("2026-11-01", "back-dated on 11/23/2026"),
        ("2026-11-23", "on 11/23/2026"),
        ("2026-12-01", "on 11/23/2026 as of 12/01/2026"),
    ] {
        let ended = change(false, effective, "2026-11-23", Origin::ByHand);
        let found = of_correction(Credit, Some(&ended), &billed);
        assert_eq!(found, Some(Reason::plain(format!("was billed, then ended {manner}"))));
    }
}

fn cancelled(id: i64, was_active: bool, day: &str, origin: Origin) -> CancelledChange {
    CancelledChange {
        id: StatusChangeId(id),
        was_active,
        effective_on: read_date("2026-10-01").expect("a day"),
        cancelled_at: at(day),
        cancelled_on: read_date(day).expect("a day"),
        origin,
        is_creation: false,
    }
}

/// What is taken back leaves no change of its own, and the one that counts again was known when the month was billed.
#[test]
fn what_was_taken_back_explains_a_correction_as_well() {
    let known = change(true, "2026-01-01", "2026-01-01", Origin::ByHand);
    let before = |entries: &[(EntryKind, &str)], cancelled| Before {
        month_billed_at: Some(at("2026-10-04")),
        entries: entries.iter().map(|(kind, day)| (*kind, at(day))).collect(),
        cancelled: vec![cancelled],
    };
    let end = |day, origin| cancelled(7, false, day, origin);
    let made = |is_creation| CancelledChange { is_creation, ..cancelled(7, true, "2026-10-20", Origin::Undo) };
    for (kind, counted, before, expected, taken_back) in [
        (
            Debt,
            Some(&known),
            before(&[], end("2026-10-20", Origin::Undo)),
            "had no charge for the month, then the end was taken back by the undoing of a file on 10/20/2026",
            Some(StatusChangeId(7)),
        ),
        (
            Debt,
            Some(&known),
            before(&[(Charge, "2026-10-04"), (Credit, "2026-10-10")], end("2026-10-20", Origin::ByHand)),
            "was credited, then the end was taken back on 10/20/2026",
            Some(StatusChangeId(7)),
        ),
        (
            Debt,
            Some(&known),
            before(&[(Charge, "2026-10-04"), (Credit, "2026-10-25")], end("2026-10-20", Origin::ByHand)),
            "was credited, and is active for the month",
            None,
        ),
        (
            Credit,
            None,
            before(&[(Charge, "2026-10-04")], cancelled(7, true, "2026-10-20", Origin::File)),
            "was billed, then the start was taken back by the file of 10/20/2026",
            Some(StatusChangeId(7)),
        ),
        (
            Credit,
            None,
            before(&[(Charge, "2026-10-04")], made(true)),
            "was billed, then the creation was taken back by the undoing of a file on 10/20/2026",
            Some(StatusChangeId(7)),
        ),
    ] {
        let expected = Reason { words: expected.to_owned(), taken_back };
        assert_eq!(of_correction(kind, counted, &before), Some(expected), "{before:?}");
    }
}

#[test]
fn a_move_is_explained_only_where_the_status_does_not() {
    let made = |effective, recorded| Some(change(true, effective, recorded, Origin::ByHand));
    let ended = |day| Some(change(false, day, day, Origin::ByHand));
    let end = [cancelled(8, false, "2026-10-20", Origin::ByHand)];
    let creation = [CancelledChange { is_creation: true, ..cancelled(9, true, "2026-10-20", Origin::Undo) }];
    let starts = [cancelled(5, true, "2026-10-02", Origin::ByHand), cancelled(6, true, "2026-10-21", Origin::File)];
    let none: &[CancelledChange] = &[];
    let (on_no_line, any_more) =
        ("was active before, on no line of this plan", "is active, on no line of this plan any more");
    for (joined, change, was_active, cancelled, explained) in [
        (true, made("2026-10-20", "2026-10-20"), false, none, None),
        (true, made("2026-10-01", "2026-10-05"), false, none, None),
        (true, made("2026-10-03", "2026-10-01"), true, none, Some((on_no_line, None))),
        (true, made("2026-10-03", "2026-10-01"), false, none, Some(("was ended, and the end was taken back", None))),
        (
            true,
            made("2026-10-03", "2026-10-01"),
            false,
            &end,
            Some(("was ended, and the end was taken back on 10/20/2026", Some(8))),
        ),
        (true, None, false, none, None),
        (false, ended("2026-10-10"), true, none, None),
        (false, made("2026-01-01", "2026-01-01"), true, none, Some((any_more, None))),
        (false, None, true, none, Some(("was active, and the start was taken back", None))),
        (
            false,
            None,
            true,
            &creation,
            Some(("was active, and the creation was taken back by the undoing of a file on 10/20/2026", Some(9))),
        ),
        // Ended in March and begun again, which is taken back: the end of March counts again.
        (
            false,
            ended("2026-03-01"),
            true,
            &starts,
            Some(("was active, and the start was taken back by the file of 10/21/2026", Some(6))),
        ),
    ] {
        let moved = Move {
            joined,
            change: change.as_ref(),
            before_at: at("2026-10-04"),
            before_cut_off: read_date("2026-10-03").expect("a day"),
            was_active,
            cancelled,
        };
        let explained =
            explained.map(|(words, id)| Reason { words: words.to_owned(), taken_back: id.map(StatusChangeId) });
        assert_eq!(of_move(&moved), explained, "{moved:?}");
    }
}

#[test]
fn consults_have_a_reason_unless_they_are_charged() {
    for kind in EntryKind::ALL {
        assert_eq!(of_consults(kind).is_none(), kind == Charge, "{kind:?}");
    }
}
