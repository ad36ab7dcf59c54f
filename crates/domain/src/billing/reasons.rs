//! Why an entry of a bill is there, in words that follow the name of the member, or the number of consults (beyond 4).
//!
//! What the ledger holds does not say what made a correction necessary; that is read from the entry that the correction answers, and from
//! the member's timeline: a change recorded after that entry was billed is the reason, or one that was taken back after it; what was known
//! then is not. Where neither is found only what is the case is said.

use std::cmp::Ordering;

use chrono::{DateTime, NaiveDate, Utc};

use crate::billing::ledger::EntryKind;
use crate::period::shown_date;

/// What brought a status change about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A person or a program changed the member.
    ByHand,
    /// A census file.
    File,
    /// A census file was undone.
    Undo,
    /// The whole group ended (decisions B11).
    GroupEnd,
    /// The product itself.
    Automatic,
}

/// The status change that counts for a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountedChange {
    /// Whether it made the member active.
    pub is_active: bool,
    /// From which day.
    pub effective_on: NaiveDate,
    /// When it was recorded.
    pub recorded_at: DateTime<Utc>,
    /// The day of that, in business time.
    pub recorded_on: NaiveDate,
    /// What brought it about.
    pub origin: Origin,
}

impl CountedChange {
    /// `back-dated on 10/20/2026`, `on 11/23/2026 as of 12/01/2026`, `by the file of 10/30/2026`.
    fn manner(&self) -> String {
        let day = shown_date(self.recorded_on);
        match self.effective_on.cmp(&self.recorded_on) {
            _ if !self.origin.is_by_hand() => self.origin.brought_about(self.recorded_on),
            Ordering::Less => format!("back-dated on {day}"),
            Ordering::Equal => format!("on {day}"),
            Ordering::Greater => format!("on {day} as of {}", shown_date(self.effective_on)),
        }
    }
}

impl Origin {
    const fn is_by_hand(self) -> bool {
        matches!(self, Self::ByHand | Self::Automatic)
    }

    /// `on 10/20/2026`, `by the file of 10/30/2026`.
    fn brought_about(self, on: NaiveDate) -> String {
        let day = shown_date(on);
        match self {
            Self::ByHand | Self::Automatic => format!("on {day}"),
            Self::File => format!("by the file of {day}"),
            Self::Undo => format!("by the undoing of a file on {day}"),
            Self::GroupEnd => format!("with the whole group on {day}"),
        }
    }
}

/// A status change that was taken back, so that it counts for no month any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CancelledChange {
    /// Whether it had made the member active.
    pub was_active: bool,
    /// From which day.
    pub effective_on: NaiveDate,
    /// When it was taken back.
    pub cancelled_at: DateTime<Utc>,
    /// The day of that, in business time.
    pub cancelled_on: NaiveDate,
    /// What took it back.
    pub origin: Origin,
}

/// What the ledger held of a member and a month on a line when a correction was computed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Before {
    /// When the line was last billed for the month, whomever it charged.
    pub month_billed_at: Option<DateTime<Utc>>,
    /// What the member's entries did, and when they were billed. A bill that was regenerated has billed its entries when that was done.
    pub entries: Vec<(EntryKind, DateTime<Utc>)>,
    /// What was taken back of the member's timeline until then, of all that would count for the month.
    pub cancelled: Vec<CancelledChange>,
}

impl Before {
    /// When the last entry was billed that one of `kind` answers: what it takes back, or what took back the charge that it repeats.
    fn answered_at(&self, kind: EntryKind) -> Option<DateTime<Utc>> {
        let is_answered = |other: EntryKind| {
            other.is_credit() != kind.is_credit()
                && (kind == EntryKind::Debt || other.is_of_debt() == kind.is_of_debt())
        };
        self.entries.iter().filter(|(other, _)| is_answered(*other)).map(|(_, at)| *at).max()
    }

    /// The last end, or beginning, that was taken back after `billed_at`.
    fn cancelled_since(&self, billed_at: Option<DateTime<Utc>>, was_active: bool) -> Option<&CancelledChange> {
        let is_since = |change: &&CancelledChange| {
            change.was_active == was_active && billed_at.is_some_and(|billed| change.cancelled_at > billed)
        };
        self.cancelled.iter().filter(is_since).max_by_key(|change| change.cancelled_at)
    }
}

/// Why there is a correction for a member and a month of which the ledger held `before`; a charge needs no reason.
pub fn of_correction(kind: EntryKind, change: Option<&CountedChange>, before: &Before) -> Option<String> {
    let is_active = change.is_some_and(|change| change.is_active);
    let answered_at = before.answered_at(kind);
    let billed_at = answered_at.or(before.month_billed_at);
    let since = change.filter(|change| billed_at.is_some_and(|billed| change.recorded_at > billed));
    let said = |was: &str, otherwise: &str| match (since, before.cancelled_since(billed_at, !is_active)) {
        (Some(change), _) => {
            let did = if is_active { "made active" } else { "ended" };
            format!("{was}, then {did} {}", change.manner())
        }
        (None, Some(cancelled)) => {
            let what = if is_active { "end" } else { "start" };
            let manner = cancelled.origin.brought_about(cancelled.cancelled_on);
            format!("{was}, then the {what} was taken back {manner}")
        }
        (None, None) => otherwise.to_owned(),
    };
    Some(match (kind, is_active) {
        (EntryKind::Charge, _) => return None,
        (EntryKind::Credit, false) => said("was billed", "was billed, and is not active for the month"),
        (EntryKind::Credit, true) => "was billed twice, of which once is taken back".to_owned(),
        (EntryKind::Debt, true) if answered_at.is_none() => {
            said("had no charge for the month", "is active for the month, which had no charge")
        }
        (EntryKind::Debt, false) => "was taken back once too often".to_owned(),
        (EntryKind::Debt | EntryKind::ReversedCredit, true) => {
            said("was credited", "was credited, and is active for the month")
        }
        (EntryKind::ReversedCredit, false) => "was credited for a charge that is no longer there".to_owned(),
        (EntryKind::ReversedDebt, false) => {
            said("was billed afterwards", "was billed afterwards, and is not active for the month")
        }
        (EntryKind::ReversedDebt, true) => "was billed afterwards, and is now charged with the month itself".to_owned(),
    })
}

/// Why there is a correction of consults; a charge needs no reason.
pub const fn of_consults(kind: EntryKind) -> Option<&'static str> {
    match kind {
        EntryKind::Charge => None,
        EntryKind::Debt => Some("came in after the month was billed"),
        EntryKind::Credit => Some("billed, then voided or no longer counted"),
        EntryKind::ReversedCredit => Some("credited, then counted again"),
        EntryKind::ReversedDebt => Some("billed afterwards, then voided or no longer counted"),
    }
}

/// Why someone joined or left where no change of status explains it: `change` counts for the month, and when the bill before was
/// made, at `before_at` and for members active on `before_cut_off`, the status was the same; `was_active` is what that bill knew of the month.
pub fn of_move(
    joined: bool,
    change: Option<&CountedChange>,
    before_cut_off: NaiveDate,
    before_at: DateTime<Utc>,
    was_active: bool,
) -> Option<&'static str> {
    let is_active = change.is_some_and(|change| change.is_active);
    let was_known = |change: &CountedChange| change.effective_on <= before_cut_off && change.recorded_at <= before_at;
    match (joined, is_active) {
        (true, true) if change.is_some_and(was_known) => Some(if was_active {
            "was active before, on no line of this plan"
        } else {
            "was ended, and the end was taken back"
        }),
        (false, true) => Some("is active, on no line of this plan any more"),
        (false, false) if change.is_none() => Some("was active, and the start was taken back"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
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
            (
                Credit,
                ended("2026-10-20", Origin::ByHand),
                billed,
                Some("was billed, then ended back-dated on 10/20/2026"),
            ),
            (
                Credit,
                ended("2026-10-30", Origin::File),
                billed,
                Some("was billed, then ended by the file of 10/30/2026"),
            ),
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
            (
                ReversedCredit,
                made("2026-09-02", Origin::ByHand),
                billed,
                Some("was credited, and is active for the month"),
            ),
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
            assert_eq!(found.as_deref(), expected, "{kind:?} {change:?}");
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
            (
                Debt,
                true,
                &[(Charge, "2026-09-04"), (Credit, "2026-10-25")],
                "was credited, and is active for the month",
            ),
            (Debt, true, &[(Charge, "2026-10-30")], "is active for the month, which had no charge"),
            (
                Credit,
                false,
                &[(ReversedCredit, "2026-10-10"), (Credit, "2026-09-10"), (Debt, "2026-10-30")],
                "was billed, then ended back-dated on 10/20/2026",
            ),
            (
                ReversedCredit,
                true,
                &[(Credit, "2026-10-10")],
                "was credited, then made active back-dated on 10/20/2026",
            ),
        ] {
            let entries = entries.iter().map(|(kind, day)| (*kind, at(day))).collect();
            let before = Before { month_billed_at: Some(at("2026-10-30")), entries, ..Before::default() };
            let found = of_correction(kind, changed(is_active).as_ref(), &before);
            assert_eq!(found.as_deref(), Some(expected), "{kind:?} {before:?}");
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
            assert_eq!(found, Some(format!("was billed, then ended {manner}")));
        }
    }

    /// What is taken back leaves no change of its own, and the one that counts again was known when the month was billed.
    #[test]
    fn what_was_taken_back_explains_a_correction_as_well() {
        let known = change(true, "2026-01-01", "2026-01-01", Origin::ByHand);
        let cancelled = |was_active, day, origin| CancelledChange {
            was_active,
            effective_on: read_date("2026-10-01").expect("a day"),
            cancelled_at: at(day),
            cancelled_on: read_date(day).expect("a day"),
            origin,
        };
        let before = |entries: &[(EntryKind, &str)], cancelled| Before {
            month_billed_at: Some(at("2026-10-04")),
            entries: entries.iter().map(|(kind, day)| (*kind, at(day))).collect(),
            cancelled: vec![cancelled],
        };
        let end = |day, origin| cancelled(false, day, origin);
        for (kind, counted, before, expected) in [
            (
                Debt,
                Some(&known),
                before(&[], end("2026-10-20", Origin::Undo)),
                "had no charge for the month, then the end was taken back by the undoing of a file on 10/20/2026",
            ),
            (
                Debt,
                Some(&known),
                before(&[(Charge, "2026-10-04"), (Credit, "2026-10-10")], end("2026-10-20", Origin::ByHand)),
                "was credited, then the end was taken back on 10/20/2026",
            ),
            (
                Debt,
                Some(&known),
                before(&[(Charge, "2026-10-04"), (Credit, "2026-10-25")], end("2026-10-20", Origin::ByHand)),
                "was credited, and is active for the month",
            ),
            (
                Credit,
                None,
                before(&[(Charge, "2026-10-04")], cancelled(true, "2026-10-20", Origin::File)),
                "was billed, then the start was taken back by the file of 10/20/2026",
            ),
        ] {
            assert_eq!(of_correction(kind, counted, &before).as_deref(), Some(expected), "{before:?}");
        }
    }

    #[test]
    fn a_move_is_explained_only_where_the_status_does_not() {
        let cut_off = read_date("2026-10-03").expect("a day");
        let before = at("2026-10-04");
        let made = |effective, recorded| Some(change(true, effective, recorded, Origin::ByHand));
        let ended = || Some(change(false, "2026-10-10", "2026-10-10", Origin::ByHand));
        let (on_no_line, any_more) =
            ("was active before, on no line of this plan", "is active, on no line of this plan any more");
        for (joined, change, was_active, explained) in [
            (true, made("2026-10-20", "2026-10-20"), false, None),
            (true, made("2026-10-01", "2026-10-05"), false, None),
            (true, made("2026-10-03", "2026-10-01"), true, Some(on_no_line)),
            (true, made("2026-10-03", "2026-10-01"), false, Some("was ended, and the end was taken back")),
            (true, None, false, None),
            (false, ended(), true, None),
            (false, made("2026-01-01", "2026-01-01"), true, Some(any_more)),
            (false, None, true, Some("was active, and the start was taken back")),
        ] {
            let found = of_move(joined, change.as_ref(), cut_off, before, was_active);
            assert_eq!(found, explained, "{joined} {change:?}");
        }
    }

    #[test]
    fn consults_have_a_reason_unless_they_are_charged() {
        for kind in EntryKind::ALL {
            assert_eq!(of_consults(kind).is_none(), kind == Charge, "{kind:?}");
        }
    }
}
