//! When a snapshot may be created, regenerated and deleted (rules.md#billable-consults, rules.md#snapshots-of-a-plan). Every refusal says why and
//! what to do instead.

use std::ops::RangeInclusive;

use chrono::{Datelike as _, NaiveDate};

use crate::billing::snapshot::LookBack;
use crate::{BillingMonth, DateRange, Invalid, SnapshotId};

/// The most days from the first day of a snapshot's period to its last.
const LONGEST_SPAN_DAYS: i64 = 62;

/// What is said when no plan is chosen.
pub const NO_PLAN: &str = "Please select a billing plan.";
/// What is said when the plan has a snapshot of the month already; the database's constraint is reported the same way.
pub const EXISTS: &str = "A snapshot already exists for this plan and billing period.";

/// The years of a billing run, whose month was checked when it was asked for.
pub const EVERY_YEAR: RangeInclusive<i32> = 1900..=2199;

/// What counts of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlanState {
    /// Whether it is active.
    pub active: bool,
    /// The last day on which a period may begin.
    pub expires_on: Option<NaiveDate>,
}

impl PlanState {
    /// Whether a period that begins on `start` may be billed.
    pub fn bills(self, start: NaiveDate) -> bool {
        self.active && self.expires_on.is_none_or(|expires| expires >= start)
    }
}

/// An undeleted snapshot of the plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LiveSnapshot {
    /// Its id.
    pub id: SnapshotId,
    /// Its period.
    pub window: DateRange,
}

impl LiveSnapshot {
    /// The month of its end.
    pub fn period(self) -> BillingMonth {
        BillingMonth::of(self.window.end)
    }
}

/// The years whose months a person may bill one by one: those that the creator offers (rules.md#months-to-bill). A slip of the year would stand
/// at the head of every list, and would have to be deleted before any other snapshot of the plan. What is there already is not asked.
pub fn years_offered(today: NaiveDate) -> RangeInclusive<i32> {
    today.year() - 1..=today.year() + 1
}

/// Checks a snapshot that is to be created for a month of these years: `plan` is `None` when none was chosen, `live` are the plan's
/// undeleted ones. Returns its period.
///
/// # Errors
/// On `InvoiceId` for the plan, on `StartDate` for the period.
pub fn check_new(
    plan: Option<PlanState>,
    (start, end): (Option<NaiveDate>, Option<NaiveDate>),
    years: &RangeInclusive<i32>,
    live: &[LiveSnapshot],
) -> Result<DateRange, Invalid> {
    let mut invalid = Invalid::none();
    match plan {
        None => invalid.add("InvoiceId", NO_PLAN),
        Some(plan) => {
            invalid.check(plan.active, "InvoiceId", "This billing plan is not active. Set it active to bill it.");
            let expired = plan.expires_on.zip(start).is_some_and(|(expires, start)| expires < start);
            invalid.check(
                !expired,
                "InvoiceId",
                "This billing plan expires before the billing period begins. Set a later expiration date to bill it.",
            );
        }
    }
    let (Some(start), Some(end)) = (start, end) else {
        invalid.add("StartDate", "Choose the billing period.");
        return Err(invalid);
    };
    let window = DateRange { start, end };
    check_window(&mut invalid, window, years, live);
    invalid.or(window)
}

fn check_window(invalid: &mut Invalid, window: DateRange, years: &RangeInclusive<i32>, live: &[LiveSnapshot]) {
    let key = "StartDate";
    if !years.contains(&BillingMonth::of(window.end).year()) {
        invalid.add(key, format!("The billing period must lie in the years {} to {}.", years.start(), years.end()));
    } else if window.end <= window.start {
        invalid.add(key, "The billing period must end after it begins.");
    } else if (window.end - window.start).num_days() > LONGEST_SPAN_DAYS {
        invalid.add(key, format!("The billing period must end at most {LONGEST_SPAN_DAYS} days after it begins."));
    } else if live.iter().any(|other| other.period() == BillingMonth::of(window.end)) {
        invalid.add(key, EXISTS);
    } else if let Some(other) = live.iter().find(|other| other.window.overlaps(window)) {
        let message = format!(
            "The billing period overlaps the snapshot of {} for this plan.{}",
            other.period(),
            rest(window, *other)
        );
        invalid.add(key, message);
    }
}

/// How the days are billed that the period of the month before has left of a month.
fn rest(window: DateRange, before: LiveSnapshot) -> String {
    let month = BillingMonth::of(window.end);
    if before.period().plus(1) == month {
        format!(" A billing run of {month} bills the days after it.")
    } else {
        String::new()
    }
}

/// What stands in the way of a change to a snapshot.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SnapshotStanding {
    /// Its invoice is paid.
    pub is_paid: bool,
    /// It stands in an ERP.
    pub is_in_erp: bool,
    /// What stands there is from before it was computed anew.
    pub is_out_of_date: bool,
    /// What stands there is an invoice and should be a credit memo by now, or the reverse: no update makes it that (rules.md#credit-memo).
    pub has_turned: bool,
    /// Its invoice was withdrawn there.
    pub is_voided: bool,
    /// Its creation there was asked for, and nobody knows yet with what outcome.
    pub is_on_its_way: bool,
    /// An undeleted commission statement uses it.
    pub is_in_statement: bool,
    /// Such a statement has a bill in the ERP, so that it cannot be deleted any more (rules.md#bill-of-a-statement).
    pub is_in_billed_statement: bool,
    /// An undeleted commission statement tells lines of it as pending (rules.md#basis-paid).
    pub is_told_pending: bool,
}

/// Checks whether `snapshot` may be regenerated; `live` are the plan's undeleted snapshots, itself included.
///
/// The plan's next snapshot must still be able to correct its months: whoever was corrected by a later snapshot is set
/// right by the next one. The latest snapshot was corrected by none and can always be regenerated.
///
/// # Errors
/// On no field, with the first reason that applies.
pub fn check_regenerate(
    snapshot: LiveSnapshot,
    standing: SnapshotStanding,
    live: &[LiveSnapshot],
    look_back: LookBack,
) -> Result<(), Invalid> {
    check_paid(standing, "regenerated")?;
    check_statements(standing, "regenerated")?;
    let months = months_before_next(snapshot, live);
    if months.is_none_or(|months| look_back.reaches(months)) {
        return Ok(());
    }
    let way = if months.is_some_and(|months| LookBack::LONGEST.reaches(months)) {
        "Lengthen the look-back of the group first"
    } else {
        "Delete the later snapshots first"
    };
    refuse(format!(
        "This snapshot cannot be regenerated because {} is outside the look-back of the plan's next snapshot ({} {}). {way}, or settle the difference outside the plan.",
        snapshot.period(),
        look_back.months(),
        if look_back.months() == 1 { "month" } else { "months" },
    ))
}

/// How many months the plan's next snapshot is after this one; `None` for the latest, which no later one has corrected.
fn months_before_next(snapshot: LiveSnapshot, live: &[LiveSnapshot]) -> Option<i32> {
    let latest = latest(live).filter(|latest| latest.period() > snapshot.period())?;
    Some(latest.period().plus(1).since(snapshot.period()))
}

/// The plan of a snapshot that is to be deleted.
#[derive(Debug, Clone, Copy)]
pub struct PlanStanding<'a> {
    /// Its undeleted snapshots.
    pub live: &'a [LiveSnapshot],
    /// What stands in the way of a change to the latest of them.
    pub latest: SnapshotStanding,
    /// Its look-back.
    pub look_back: LookBack,
}

/// Said of a snapshot whose payout a statement promises once it is paid: deleted, it would be paid by nothing.
const TOLD_PENDING: &str =
    "This snapshot cannot be deleted because a commission statement tells it as pending. Regenerate it instead.";

/// Checks whether `snapshot` may be deleted. Only the latest may go: what later snapshots corrected would otherwise hang in the air.
///
/// # Errors
/// On no field, with the first reason that applies.
pub fn check_delete(snapshot: LiveSnapshot, standing: SnapshotStanding, plan: PlanStanding<'_>) -> Result<(), Invalid> {
    check_paid(standing, "deleted")?;
    check_statements(standing, "deleted")?;
    if standing.is_told_pending {
        return refuse(TOLD_PENDING);
    }
    if let Some(reason) = why_in_erp(standing) {
        return refuse(reason);
    }
    match latest(plan.live) {
        Some(latest) if latest.period() > snapshot.period() => refuse(why_not_latest(snapshot, latest.period(), plan)),
        _ => Ok(()),
    }
}

/// What leads to the deletion of a snapshot that is not the latest: what the later ones need before they are deleted, or what does instead.
fn why_not_latest(snapshot: LiveSnapshot, latest: BillingMonth, plan: PlanStanding<'_>) -> String {
    let only = "Only the plan's latest snapshot can be deleted";
    let months = months_before_next(snapshot, plan.live);
    let reaches = |look_back: LookBack| months.is_some_and(|months| look_back.reaches(months));
    if plan.latest.is_in_billed_statement || plan.latest.is_told_pending {
        let instead = if reaches(plan.look_back) {
            "Regenerate this one instead."
        } else if reaches(LookBack::LONGEST) {
            "Lengthen the look-back of the group and regenerate this one instead."
        } else {
            "Settle outside the plan what this one bills."
        };
        let why = if plan.latest.is_in_billed_statement {
            "is held by a commission statement that has a bill in the ERP"
        } else {
            "is told as pending by a commission statement"
        };
        return format!("{only}, and that of {latest} {why}. {instead}");
    }
    let first = match plan.live.iter().filter(|other| other.period() > snapshot.period()).count() {
        1 => format!("Delete the snapshot of {latest} first"),
        later => format!("Delete the {later} later ones first, beginning with {latest}"),
    };
    let or = if reaches(plan.look_back) { ", or regenerate this one" } else { "" };
    format!("{only}. {first}{or}.{}", what_deleting_takes(plan.latest))
}

/// What is done before the latest snapshot is deleted. It may be created anew afterwards.
const fn what_deleting_takes(latest: SnapshotStanding) -> &'static str {
    if latest.is_in_statement {
        " A commission statement uses that one: delete the statement before."
    } else if latest.is_on_its_way {
        " It is not known whether its invoice was created in the ERP: choose Create Invoice in ERP there again before."
    } else if latest.is_in_erp {
        " Its invoice is in the ERP: take off what was paid of it, delete it there and choose Sync Payment Status before. What was deleted can be created anew afterwards."
    } else {
        ""
    }
}

/// Refuses what would take the ground from a payment. The next snapshot goes by what this one says: where an older amount was paid, it makes
/// nothing good.
fn check_paid(standing: SnapshotStanding, done: &str) -> Result<(), Invalid> {
    let (why, instead) = match standing {
        SnapshotStanding { is_paid: false, .. } => return Ok(()),
        SnapshotStanding { is_out_of_date: false, .. } => {
            ("is paid", "Create the next snapshot: it credits or charges what has changed since.")
        }
        _ => (
            "is paid as it stood before the snapshot was computed anew",
            "Take the payment off it in the ERP and choose Sync Payment Status, then Update Invoice in ERP.",
        ),
    };
    refuse(format!("This snapshot cannot be {done} because its invoice {why}. {instead}"))
}

/// Refuses what would take the ground from a statement. One with a bill stays for good, so that deleting it is no advice then.
fn check_statements(standing: SnapshotStanding, done: &str) -> Result<(), Invalid> {
    let (why, instead) = if standing.is_in_billed_statement {
        (
            "a commission statement uses it and has a bill in the ERP",
            "Create the next snapshot: it credits or charges what has changed since.",
        )
    } else if standing.is_in_statement {
        ("a commission statement uses it", "Delete the statement first.")
    } else {
        return Ok(());
    };
    refuse(format!("This snapshot cannot be {done} because {why}. {instead}"))
}

/// What stands in the way of deleting a snapshot in the ERP, with what helps: none of it is refused in its turn.
fn why_in_erp(standing: SnapshotStanding) -> Option<&'static str> {
    if standing.is_on_its_way {
        return Some(
            "This snapshot cannot be deleted because it is not known whether its invoice was created in the ERP. Choose Create Invoice in ERP again: it is looked up first and never written twice.",
        );
    }
    if standing.has_turned {
        return Some(
            "This snapshot cannot be deleted because it is in the ERP, and an update cannot turn an invoice into a credit memo or the reverse. Void or delete it there and choose Sync Payment Status first.",
        );
    }
    if standing.is_voided {
        return Some(
            "This snapshot cannot be deleted because its voided invoice is still in the ERP. Delete the invoice there and choose Sync Payment Status first.",
        );
    }
    standing.is_in_erp.then_some(
        "This snapshot cannot be deleted because it is in the ERP. Regenerate it and update the invoice in the ERP instead. Or take off what was paid of it, delete it there and choose Sync Payment Status first.",
    )
}

/// The latest of a plan's undeleted snapshots.
pub fn latest(live: &[LiveSnapshot]) -> Option<LiveSnapshot> {
    live.iter().copied().max_by_key(|snapshot| snapshot.period())
}

fn refuse(reason: impl Into<String>) -> Result<(), Invalid> {
    Err(Invalid::field("", reason))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::period::read_date;

    fn day(text: &str) -> NaiveDate {
        read_date(text).unwrap()
    }

    fn live(year: i32, month: u32) -> LiveSnapshot {
        LiveSnapshot { id: SnapshotId(month.into()), window: BillingMonth::new(year, month).unwrap().window() }
    }

    const ACTIVE: PlanState = PlanState { active: true, expires_on: None };

    fn new(plan: Option<PlanState>, start: &str, end: &str) -> String {
        let years = years_offered(day("2026-07-20"));
        let result = check_new(plan, (read_date(start), read_date(end)), &years, &[live(2026, 5), live(2026, 6)]);
        result.map_or_else(|invalid| invalid.to_string(), |window| format!("{} days", window.days()))
    }

    #[test]
    fn a_new_snapshot_needs_a_plan_and_a_free_period() {
        let expiring = |on| Some(PlanState { active: true, expires_on: Some(day(on)) });
        let exists = "StartDate: A snapshot already exists for this plan and billing period.";
        let far = "StartDate: The billing period must lie in the years 2025 to 2027.";
        for (found, expected) in [
            (new(Some(ACTIVE), "2026-06-04", "2026-07-03"), "30 days"),
            (new(None, "2026-06-04", "2026-07-03"), "InvoiceId: Please select a billing plan."),
            (
                new(Some(PlanState { active: false, ..ACTIVE }), "2026-06-04", "2026-07-03"),
                "InvoiceId: This billing plan is not active. Set it active to bill it.",
            ),
            (
                new(expiring("2026-06-03"), "2026-06-04", "2026-07-03"),
                "InvoiceId: This billing plan expires before the billing period begins. Set a later expiration date to bill it.",
            ),
            (new(expiring("2026-06-04"), "2026-06-04", "2026-07-03"), "30 days"),
            (new(Some(ACTIVE), "2026-05-04", "2026-06-03"), exists),
            (new(Some(ACTIVE), "2026-06-20", "2026-06-30"), exists),
            (
                new(Some(ACTIVE), "2026-06-03", "2026-07-03"),
                "StartDate: The billing period overlaps the snapshot of June 2026 for this plan. \
                 A billing run of July 2026 bills the days after it.",
            ),
            (
                new(Some(ACTIVE), "2026-04-03", "2026-04-30"),
                "StartDate: The billing period overlaps the snapshot of May 2026 for this plan.",
            ),
            (new(Some(ACTIVE), "2026-07-03", "2026-07-03"), "StartDate: The billing period must end after it begins."),
            (new(Some(ACTIVE), "2026-07-04", "2026-07-03"), "StartDate: The billing period must end after it begins."),
            // The 62nd day after the first one is still in time, as both ends count here.
            (new(Some(ACTIVE), "2026-07-01", "2026-09-01"), "63 days"),
            (
                new(Some(ACTIVE), "2026-07-01", "2026-09-02"),
                "StartDate: The billing period must end at most 62 days after it begins.",
            ),
            (new(Some(ACTIVE), "2024-12-04", "2025-01-03"), "31 days"),
            (new(Some(ACTIVE), "2027-11-04", "2027-12-03"), "30 days"),
            (new(Some(ACTIVE), "2024-11-04", "2024-12-03"), far),
            (new(Some(ACTIVE), "2027-12-04", "2028-01-03"), far),
            (new(Some(ACTIVE), "9999-12-01", "9999-12-31"), far),
            (new(Some(ACTIVE), "1899-12-31", "1900-01-30"), far),
            (new(Some(ACTIVE), "", "2026-07-03"), "StartDate: Choose the billing period."),
            (new(None, "", ""), "InvoiceId: Please select a billing plan.; StartDate: Choose the billing period."),
        ] {
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn regenerating_is_refused_with_the_reason() {
        let all = [live(2026, 3), live(2026, 4), live(2026, 5), live(2026, 6)];
        let check = |month: u32, standing, look_back| {
            let result = check_regenerate(live(2026, month), standing, &all, LookBack::new(look_back));
            result.err().map_or(String::new(), |invalid| invalid.0[0].message.clone())
        };
        let free = SnapshotStanding::default();
        assert_eq!(check(6, free, 3), "");
        assert_eq!(check(4, free, 3), "", "April is three months before July");
        assert!(check(3, free, 3).contains("March 2026 is outside the look-back"));
        assert!(check(4, free, 1).contains("(1 month)"), "{}", check(4, free, 1));
        assert_eq!(check(3, free, 4), "");
        assert_eq!(check(6, free, 0), "", "nothing later has corrected the latest");
        assert!(check(5, free, 0).contains("outside the look-back"));
        assert!(check(5, free, 0).contains("Lengthen the look-back of the group first"));
        let far = [live(2024, 5), live(2026, 6)];
        let refused = check_regenerate(far[0], free, &far, LookBack::LONGEST).unwrap_err().to_string();
        assert!(refused.contains("Delete the later snapshots first"), "no look-back is longer: {refused}");
        let paid = SnapshotStanding { is_paid: true, ..free };
        assert!(
            check(6, paid, 3).ends_with(
                "its invoice is paid. Create the next snapshot: it credits or charges what has changed since."
            )
        );
        let older = SnapshotStanding { is_out_of_date: true, ..paid };
        assert!(check(6, older, 3).contains("Take the payment off it"), "the next snapshot would not make it good");
        let in_statement = SnapshotStanding { is_in_statement: true, ..free };
        assert!(check(6, in_statement, 3).ends_with("a commission statement uses it. Delete the statement first."));
        let billed = SnapshotStanding { is_in_billed_statement: true, ..in_statement };
        assert!(check(6, billed, 3).contains("Create the next snapshot"), "its statement cannot be deleted");
        assert_eq!(check(6, SnapshotStanding { is_in_erp: true, ..free }, 3), "", "the ERP follows by Update Invoice");
    }

    #[test]
    fn only_the_latest_can_be_deleted_and_nothing_that_others_hold() {
        let all = [live(2025, 12), live(2026, 1)];
        let check = |snapshot, standing| {
            let plan = PlanStanding { live: &all, latest: standing, look_back: LookBack::default() };
            let result = check_delete(snapshot, standing, plan);
            result.err().map_or(String::new(), |invalid| invalid.0[0].message.clone())
        };
        let free = SnapshotStanding::default();
        assert_eq!(check(live(2026, 1), free), "");
        assert!(check(live(2025, 12), free).contains("Delete the snapshot of January 2026 first"));
        let in_erp = SnapshotStanding { is_in_erp: true, ..free };
        let in_statement = SnapshotStanding { is_in_statement: true, ..free };
        for (standing, said) in [
            (in_statement, "uses it. Delete the statement first"),
            (
                SnapshotStanding { is_in_billed_statement: true, ..in_statement },
                "has a bill in the ERP. Create the next",
            ),
            (SnapshotStanding { is_told_pending: true, ..in_erp }, "tells it as pending. Regenerate it instead."),
            (in_erp, "Regenerate it and update the invoice"),
            (SnapshotStanding { is_paid: true, ..in_erp }, "is paid. Create the next snapshot"),
            (SnapshotStanding { is_paid: true, is_out_of_date: true, ..in_erp }, "Take the payment off it in the ERP"),
            (SnapshotStanding { is_voided: true, ..in_erp }, "Delete the invoice there and choose Sync"),
            (
                SnapshotStanding { has_turned: true, is_out_of_date: true, ..in_erp },
                "Void or delete it there and choose Sync",
            ),
            (
                SnapshotStanding { has_turned: true, is_voided: true, ..in_erp },
                "Void or delete it there and choose Sync",
            ),
            (SnapshotStanding { is_on_its_way: true, ..free }, "Choose Create Invoice in ERP again"),
        ] {
            assert!(check(live(2026, 1), standing).contains(said), "{standing:?}");
        }
    }

    /// None of the ways is refused in its turn: regenerating is named within the look-back alone.
    #[test]
    fn an_earlier_snapshot_is_told_what_the_later_ones_need_to_be_deleted() {
        let all = [live(2025, 2), live(2026, 8), live(2026, 9), live(2026, 10)];
        let free = SnapshotStanding::default();
        let in_erp = SnapshotStanding { is_in_erp: true, ..free };
        let in_statement = SnapshotStanding { is_in_statement: true, ..in_erp };
        let billed = SnapshotStanding { is_in_billed_statement: true, ..in_statement };
        let on_its_way = SnapshotStanding { is_on_its_way: true, ..free };
        let pending = SnapshotStanding { is_told_pending: true, ..free };
        for (place, latest, look_back, first, last) in [
            (2, free, 3, "Delete the snapshot of October 2026 first, or regenerate this one.", "this one."),
            (2, free, 1, "Delete the snapshot of October 2026 first.", "first."),
            (1, free, 3, "Delete the 2 later ones first, beginning with October 2026, or", "this one."),
            (
                0,
                in_erp,
                3,
                "Delete the 3 later ones first, beginning with October 2026. Its",
                "created anew afterwards.",
            ),
            (2, in_erp, 3, "Delete the snapshot of October 2026 first, or regenerate", "created anew afterwards."),
            (2, SnapshotStanding { is_paid: true, ..in_erp }, 3, "Delete the snapshot", "created anew afterwards."),
            (0, in_statement, 3, "Delete the 3 later ones", "delete the statement before."),
            (0, on_its_way, 3, "Delete the 3 later ones", "choose Create Invoice in ERP there again before."),
            (2, billed, 3, "", "has a bill in the ERP. Regenerate this one instead."),
            (2, pending, 3, "", "as pending by a commission statement. Regenerate this one instead."),
            (0, billed, 3, "", "Lengthen the look-back of the group and regenerate this one instead."),
        ] {
            let plan = PlanStanding { live: &all, latest, look_back: LookBack::new(look_back) };
            let said = check_delete(all[place], free, plan).unwrap_err().to_string();
            assert!(said.contains("Only the plan's latest snapshot can be deleted"), "{said}");
            assert!(said.contains(first) && said.ends_with(last), "{said}");
        }
    }
}
