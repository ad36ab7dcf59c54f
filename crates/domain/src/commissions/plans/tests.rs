//! Which plan lines a rule may get, keep and lose.

use super::*;

fn held(id: i64, broker: i64, master: Option<i64>) -> HeldLine {
    HeldLine {
        plan_line: PlanLineId(id),
        broker: BrokerId(broker),
        master_broker: master.map(BrokerId),
        is_deleted: false,
    }
}

fn ids(ids: &[i64]) -> BTreeSet<PlanLineId> {
    ids.iter().copied().map(PlanLineId).collect()
}

fn lines(ids: &[i64]) -> Vec<PlanLineId> {
    ids.iter().copied().map(PlanLineId).collect()
}

#[test]
fn a_rule_gets_what_is_offered_and_keeps_what_it_has() {
    let has = [held(1, 7, None), held(2, 9, Some(7)), held(3, 9, None)];
    for (wanted, added, removed) in [
        (&[1, 2, 3][..], &[][..], &[][..]),
        (&[1, 2, 3, 4], &[4], &[]),
        (&[1, 3, 5], &[5], &[2]),
        (&[], &[], &[1, 2, 3]),
    ] {
        let found = change(&has, &ids(wanted), &ids(&[1, 2, 4, 5]), Some(BrokerId(7)));
        assert_eq!(found, Ok(PlanChange { added: lines(added), removed: lines(removed) }), "{wanted:?}");
    }
}

#[test]
fn a_line_of_another_broker_is_named() {
    let refused = change(&[], &ids(&[4, 8, 9]), &ids(&[4]), Some(BrokerId(7))).expect_err("refused");
    let said: Vec<_> = refused.0.iter().map(|wrong| (wrong.key.as_str(), wrong.message.as_str())).collect();
    assert_eq!(
        said,
        [
            ("BillingPlanIds", "Plan line 8 is not one of the broker's groups."),
            ("BillingPlanIds", "Plan line 9 is not one of the broker's groups."),
        ]
    );
}

#[test]
fn a_rule_without_a_broker_gets_no_plan() {
    let refused = change(&[], &ids(&[4]), &ids(&[]), None).expect_err("refused");
    assert_eq!(refused, Invalid::field("BrokerId", BROKER_FIRST));
    let has = [held(1, 7, None)];
    assert_eq!(
        change(&has, &ids(&[]), &ids(&[]), None).map(|change| change.removed),
        Ok(lines(&[1])),
        "but loses some"
    );
}

#[test]
fn another_broker_drops_the_lines_of_others() {
    let has = [held(1, 7, None), held(2, 9, Some(7)), held(3, 9, None)];
    for (broker, removed) in [(Some(7), &[3][..]), (Some(9), &[1]), (Some(5), &[1, 2, 3]), (None, &[1, 2, 3])] {
        assert_eq!(without_foreign(&has, broker.map(BrokerId)).removed, lines(removed), "{broker:?}");
    }
}

#[test]
fn a_line_that_could_not_be_chosen_any_more_says_why() {
    let line = held(1, 9, Some(7));
    assert_eq!(line.note(Some(BrokerId(7))), None);
    assert!(line.note(Some(BrokerId(5))).is_some_and(|note| note.contains("left the broker")));
    let deleted = HeldLine { is_deleted: true, ..line };
    assert!(deleted.note(Some(BrokerId(7))).is_some_and(|note| note.contains("deleted")));
}
