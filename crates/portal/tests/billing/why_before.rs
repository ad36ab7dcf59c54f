//! "Why this amount?" of corrections that stood on the bill before: they are explained by what was known when that one was computed.

use serde_json::{Value, json};
use store::Engine;

use crate::support::{Billed, on_both_engines};

on_both_engines!(
    an_end_that_is_taken_back_is_told_as_it_was,
    a_regenerated_month_changes_no_reason,
    who_begins_in_the_month_that_is_billed_needs_no_other_reason,
);

/// `First, 7/2026, 10.0: reason` of everybody behind a cause, with `before` for what stands on the bill before.
async fn told(billed: &Billed, bill: &Value, cause: &str) -> Vec<String> {
    let rows = billed.client.get(&format!("{}/why/members?Cause={cause}", billed.snapshot(&bill["Id"]))).await.value();
    let one = |row: &Value| {
        let (first, month, amount) = (&row["Employee"]["FirstName"], &row["BillableMonth"], &row["AmountDollars"]);
        let before = if row["IsOfPrevious"] == Value::Bool(true) { " before" } else { "" };
        let first = first.as_str().expect("a name");
        format!("{first}, {month}{before}, {amount}: {}", row["Reason"].as_str().unwrap_or("-"))
    };
    rows["Data"].as_array().expect("rows").iter().map(one).collect()
}

/// May and June are billed; Ana is ended as of June 1 and credited with July, then that end is taken back.
async fn an_end_that_is_taken_back_is_told_as_it_was(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.app.travel_to("2026-06-04T16:00:00Z");
    let ana = billed.member("Ana", &[]).await;
    billed.member("Ben", &[]).await;
    billed.bill(5).await;
    billed.bill(6).await;
    billed.app.travel_to("2026-06-10T16:00:00Z");
    billed.change(ana, "terminate", "06/01/2026").await;
    billed.app.travel_to("2026-06-12T16:00:00Z");
    let july = billed.bill(7).await;
    assert_eq!(
        told(&billed, &july, "Credits").await,
        ["Ana, 6, -10.0: was billed, then ended back-dated on 06/10/2026"]
    );
    billed.app.travel_to("2026-06-14T16:00:00Z");
    billed.change(ana, "activate", "06/01/2026").await;
    billed.app.travel_to("2026-06-16T16:00:00Z");
    let august = billed.bill(8).await;
    for (cause, expected) in [
        ("Credits", "Ana, 6 before, 10.0: was billed, then ended back-dated on 06/10/2026"),
        ("Joined", "Ana, 8, 10.0: was ended, and the end was taken back on 06/14/2026"),
    ] {
        assert_eq!(told(&billed, &august, cause).await, [expected], "{cause}");
    }
    let debts = told(&billed, &august, "Debts").await;
    let expected = [
        "Ana, 6, 10.0: was credited, then the end was taken back on 06/14/2026",
        "Ana, 7, 10.0: had no charge for the month, then the end was taken back on 06/14/2026",
    ];
    assert_eq!(debts, expected);
}

/// Bo comes with a debt for July and is ended, Ana is credited for July and made active again; then July's own bill is regenerated, which
/// is later than all that but answered by nothing.
async fn a_regenerated_month_changes_no_reason(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.app.travel_to("2026-07-04T16:00:00Z");
    let ana = billed.member("Ana", &[]).await;
    billed.member("Cy", &[]).await;
    let july = billed.bill(7).await;
    billed.app.travel_to("2026-07-10T16:00:00Z");
    let bo = billed.app.member(billed.group.into()).named("Bo", "Lund").since("2026-07-01").create().await;
    billed.change(ana, "terminate", "07/01/2026").await;
    billed.app.travel_to("2026-07-12T16:00:00Z");
    let august = billed.bill(8).await;
    billed.app.travel_to("2026-07-14T16:00:00Z");
    billed.change(bo, "terminate", "07/01/2026").await;
    billed.change(ana, "activate", "07/02/2026").await;
    billed.app.travel_to("2026-07-16T16:00:00Z");
    billed.regenerate(&july["Id"]).await.value();
    billed.app.travel_to("2026-07-18T16:00:00Z");
    let september = billed.bill(9).await;
    for (bill, cause, expected) in [
        (&august, "Debts", "Bo, 7, 10.0: had no charge for the month, then made active back-dated on 07/10/2026"),
        (&august, "Credits", "Ana, 7, -10.0: was billed, then ended back-dated on 07/10/2026"),
    ] {
        assert_eq!(told(&billed, bill, cause).await, [expected], "{cause}");
    }
    for (cause, expected) in [
        ("Debts", "Ana, 7, 10.0: was credited, then made active back-dated on 07/14/2026"),
        ("Credits", "Bo, 7, -10.0: was billed afterwards, then ended back-dated on 07/14/2026"),
    ] {
        let said = told(&billed, &september, cause).await;
        assert!(said.iter().any(|said| said == expected), "{cause}: {said:?}");
    }
}

/// A line bills the month before its bill's own: Bo begins in April, which May's bill is the first to see, and is known before that one.
async fn who_begins_in_the_month_that_is_billed_needs_no_other_reason(engine: Engine) {
    let billed = Billed::without_lines(engine).await;
    billed.line(json!({"Name": "In arrears", "BillingPeriod": 1})).await;
    billed.app.travel_to("2026-04-20T16:00:00Z");
    billed.member("Ana", &[]).await;
    billed.app.member(billed.group.into()).named("Bo", "Lund").since("2026-04-15").create().await;
    billed.bill(4).await;
    billed.bill(5).await;
    let june = billed.bill(6).await;
    assert_eq!(told(&billed, &june, "Joined").await, ["Bo, 5, 10.0: -"]);
}
