use super::*;
use crate::Invalid;
use crate::members::StatusWish;
use crate::period::read_date;

fn day(text: &str) -> NaiveDate {
    read_date(text).unwrap()
}

/// A timeline of `A2026-01-01 I2026-07-01`; the ids are 1, 2, …
fn timeline(text: &str) -> Timeline {
    let change = |(i, word): (usize, &str)| StatusChange {
        id: StatusChangeId(i as i64 + 1),
        status: if word.starts_with('A') { Status::Active } else { Status::InActive },
        effective_on: day(&word[1..]),
    };
    Timeline::new(text.split_whitespace().enumerate().map(change).collect())
}

fn spelled(timeline: &Timeline) -> String {
    let letter = |status| if status == Status::Active { 'A' } else { 'I' };
    let words: Vec<_> = timeline.changes().iter().map(|c| format!("{}{}", letter(c.status), c.effective_on)).collect();
    words.join(" ")
}

fn after(timeline: &Timeline, write: Result<StatusWrite, Invalid>) -> String {
    match write {
        Ok(write) => spelled(&timeline.after(&write, StatusChangeId(99))),
        Err(invalid) => invalid.to_string(),
    }
}

#[test]
fn terminating_after_the_third_waits_for_next_month() {
    let member = timeline("A2026-01-01");
    for (today, wish, expected) in [
        ("2026-07-20", StatusWish::PLAIN, "A2026-01-01 I2026-08-01"),
        ("2026-07-03", StatusWish::PLAIN, "A2026-01-01 I2026-07-03"),
        ("2026-07-20", StatusWish::on(day("2026-05-01")), "A2026-01-01 I2026-05-01"),
        ("2026-07-20", StatusWish::on(day("2026-09-15")), "A2026-01-01 I2026-09-15"),
        ("2026-07-20", StatusWish::on(day("2026-01-01")), "I2026-01-01"),
        ("2026-07-20", StatusWish::on(day("2025-12-01")), "I2025-12-01"),
    ] {
        assert_eq!(after(&member, member.terminate(day(today), wish)), expected, "{today}");
    }
}

#[test]
fn a_file_sets_a_status_from_its_day_or_from_where_it_was_different() {
    for (before, status, on, expected) in [
        ("A2026-01-01", Status::InActive, "2026-05-01", Some("A2026-01-01 I2026-05-01")),
        ("A2026-01-01", Status::Active, "2026-05-01", None),
        ("A2026-01-01 I2026-07-01", Status::Active, "2026-07-15", Some("A2026-01-01 I2026-07-01 A2026-07-15")),
        ("A2026-01-01 I2026-07-01", Status::Active, "2026-06-01", Some("A2026-01-01")),
        ("A2026-01-01 I2026-03-01 A2026-06-01", Status::InActive, "2026-04-01", Some("A2026-01-01 I2026-03-01")),
        ("A2026-01-01 I2026-07-01", Status::Active, "2025-12-01", Some("A2025-12-01")),
    ] {
        let member = timeline(before);
        let write = member.change_by(status, day(on), day("2026-07-20"));
        let found = write.map(|write| spelled(&member.after(&write, StatusChangeId(99))));
        assert_eq!(found.as_deref(), expected, "{before} {on}");
    }
}

#[test]
fn what_stood_before_a_change_is_put_back_behind_it() {
    let today = day("2026-07-20");
    for (before, status, on, from, back) in [
        ("A2026-01-01", Status::InActive, "2026-05-01", "2026-05-01", 0),
        ("A2026-01-01 I2026-03-01 A2026-06-01 I2026-09-01", Status::InActive, "2026-02-01", "2026-02-01", 3),
        ("A2026-01-01 I2026-03-01 A2026-06-01", Status::InActive, "2026-04-01", "2026-06-01", 1),
        ("A2026-01-01", Status::Active, "2025-12-01", "2025-12-01", 1),
    ] {
        let member = timeline(before);
        let write = member.change_by(status, day(on), today).unwrap();
        let stood = member.stood_before(&write).unwrap();
        assert_eq!((stood.from, stood.changes.len()), (day(from), back), "{before}");
        let changed = member.after(&write, StatusChangeId(50));
        let restored = changed.put_back(&stood, today);
        assert_eq!(spelled(&changed.after(&restored, StatusChangeId(60))), before);
        assert!(restored.cancel.iter().all(|id| id.get() >= 50), "only what the change has appended");
    }
}

#[test]
fn a_member_whose_beginning_is_taken_back_was_active_on_no_day() {
    let member = timeline("A2026-01-01");
    let never = Stood { from: day("2026-01-01"), changes: Vec::new() };
    let write = member.put_back(&never, day("2026-07-20"));
    assert_eq!((write.cancel.as_slice(), write.previous, write.append.len()), (&[StatusChangeId(1)][..], None, 0));
    assert_eq!(write.current, CurrentStatus { status: Status::InActive, pending: None });
    assert_eq!(write.deltas, [CountDelta { day: day("2026-01-01"), total: 0, active: -1 }]);
}

#[test]
fn a_pending_end_is_shown_and_counts_as_active_until_its_day() {
    let member = timeline("A2026-01-01 I2026-08-01");
    let shown = |today| member.shown(day(today));
    assert_eq!(shown("2026-07-31"), ShownStatus::PendingInActive);
    assert!(shown("2026-07-31").counts_as_active());
    assert_eq!(shown("2026-08-01"), ShownStatus::InActive);
    let stored = member.current(day("2026-07-31"));
    assert_eq!(stored.shown(day("2026-08-01")), ShownStatus::InActive, "right although nothing was written since");
    assert!(member.is_active_on(day("2026-07-31")) && !member.is_active_on(day("2026-08-01")));
}

#[test]
fn a_member_of_a_later_day_is_pending_active() {
    let write = Timeline::begin(day("2026-09-01"), day("2026-07-20"));
    assert_eq!(
        write.current,
        CurrentStatus { status: Status::InActive, pending: Some((Status::Active, day("2026-09-01"))) }
    );
    assert_eq!(write.deltas, [CountDelta::NEW_MEMBER, CountDelta { day: day("2026-09-01"), total: 0, active: 1 }]);
}

#[test]
fn while_a_change_is_pending_only_an_undo_is_possible() {
    let ending = timeline("A2026-01-01 I2026-08-01");
    let today = day("2026-07-20");
    let wish = StatusWish::on(day("2026-05-01"));
    assert_eq!(after(&ending, ending.terminate(today, wish)), "Status: Undo the pending status change first.");
    assert_eq!(after(&ending, ending.activate(today, wish)), "Status: Undo the pending status change first.");
    assert_eq!(after(&ending, ending.undo(today, StatusWish::PLAIN)), "A2026-01-01");
    let returning = timeline("A2026-01-01 I2026-05-01 A2026-08-01");
    assert_eq!(after(&returning, returning.undo(today, StatusWish::PLAIN)), "A2026-01-01 I2026-05-01");
}

#[test]
fn undoing_writes_the_reopened_span_and_the_opposite_counts() {
    let member = timeline("A2026-01-01 I2026-08-01");
    let write = member.undo(day("2026-07-20"), StatusWish::PLAIN).unwrap();
    assert_eq!(write.cancel, [StatusChangeId(2)]);
    assert_eq!(write.previous, Some((StatusChangeId(1), None)));
    assert_eq!(write.append, []);
    assert_eq!(write.current, CurrentStatus { status: Status::Active, pending: None });
    assert_eq!(write.deltas, [CountDelta { day: day("2026-08-01"), total: 0, active: 1 }]);
}

#[test]
fn with_nothing_to_undo_only_a_forced_undo_does_something() {
    let forced = StatusWish { force_undo: true, ..StatusWish::PLAIN };
    let today = day("2026-07-20");
    for (start, plain, force) in [
        ("A2026-01-01", NOTHING, "A2026-01-01 I2026-07-20"),
        ("A2026-01-01 I2026-05-01", NOTHING, "A2026-01-01 I2026-05-01 A2026-07-20"),
        ("A2026-09-01", NOTHING, "I2026-07-20"),
        ("A2026-01-01 I2026-08-01", "A2026-01-01", "A2026-01-01"),
    ] {
        let member = timeline(start);
        assert_eq!(after(&member, member.undo(today, StatusWish::PLAIN)), plain, "{start}");
        assert_eq!(after(&member, member.undo(today, forced)), force, "{start}, forced");
    }
    const NOTHING: &str = "Status: There is no status change to undo.";
}

#[test]
fn a_change_cancels_all_later_ones_and_never_repeats_a_status() {
    let member = timeline("A2026-01-01 I2026-03-01 A2026-06-01");
    let today = day("2026-07-20");
    for (status, on, expected) in [
        (Status::InActive, "2026-02-01", "A2026-01-01 I2026-02-01"),
        (Status::InActive, "2026-06-01", "A2026-01-01 I2026-03-01"),
        (Status::Active, "2026-03-01", "A2026-01-01"),
        (Status::Active, "2026-04-15", "A2026-01-01 I2026-03-01 A2026-04-15"),
        (Status::Active, "2025-06-01", "A2025-06-01"),
        (Status::InActive, "2026-04-15", "EffectiveDate: The member is already In-Active on 04/15/2026."),
        (Status::Active, "2026-06-01", "EffectiveDate: The member is already Active on 06/01/2026."),
    ] {
        assert_eq!(after(&member, member.change(status, day(on), today)), expected);
    }
}

#[test]
fn saving_the_editor_leaves_a_pending_status_alone() {
    let today = day("2026-07-20");
    for (start, posted, expected) in [
        ("A2026-01-01", Status::Active, "unchanged"),
        ("A2026-01-01", Status::InActive, "A2026-01-01 I2026-08-01"),
        ("A2026-01-01 I2026-05-01", Status::Active, "A2026-01-01 I2026-05-01 A2026-08-01"),
        ("A2026-01-01 I2026-08-01", Status::InActive, "unchanged"),
        ("A2026-01-01 I2026-08-01", Status::Active, "Status: Undo the pending status change first."),
        ("A2026-09-01", Status::Active, "unchanged"),
        ("A2026-09-01", Status::InActive, "Status: Undo the pending status change first."),
    ] {
        let member = timeline(start);
        let saved = match member.save_from_editor(posted, today, StatusWish::PLAIN) {
            Ok(None) => "unchanged".to_owned(),
            Ok(Some(write)) => after(&member, Ok(write)),
            Err(invalid) => invalid.to_string(),
        };
        assert_eq!(saved, expected, "{start} {posted:?}");
    }
}

#[test]
fn a_terminated_group_ends_everyone_and_lengthens_no_cover() {
    for (start, today, expected) in [
        ("A2026-01-01", "2026-07-20", "A2026-01-01 I2026-08-01"),
        ("A2026-01-01", "2026-07-02", "A2026-01-01 I2026-07-02"),
        ("A2026-01-01 I2026-05-01", "2026-07-20", "unchanged"),
        ("A2026-01-01 I2026-07-25", "2026-07-20", "unchanged"),
        ("A2026-01-01 I2026-08-01", "2026-07-20", "unchanged"),
        ("A2026-01-01 I2026-09-15", "2026-07-20", "A2026-01-01 I2026-08-01"),
        ("A2026-01-01 I2026-07-25 A2026-09-01", "2026-07-20", "A2026-01-01 I2026-07-25"),
        ("A2026-01-01 I2026-05-01 A2026-08-01", "2026-07-20", "A2026-01-01 I2026-05-01"),
        ("A2026-09-01", "2026-07-20", ""),
    ] {
        let member = timeline(start);
        let ended = match member.end_with_group(day(today)) {
            None => "unchanged".to_owned(),
            Some(write) => after(&member, Ok(write)),
        };
        assert_eq!(ended, expected, "{start} {today}");
    }
}

#[test]
fn who_ended_with_the_group_comes_back_to_what_would_stand() {
    for (before, ended, from, expected) in [
        // Ended today: back from the day that is named, with the gap that was.
        ("A2026-01-01", "2026-07-02", "2026-07-20", "A2026-01-01 I2026-07-02 A2026-07-20"),
        ("A2026-01-01", "2026-07-02", "2026-09-01", "A2026-01-01 I2026-07-02 A2026-09-01"),
        // Without a gap, or before the end has come, as if nothing had been.
        ("A2026-01-01", "2026-07-02", "2026-07-02", "A2026-01-01"),
        ("A2026-01-01", "2026-07-20", "2026-07-25", "A2026-01-01"),
        ("A2026-01-01", "2026-07-02", "2026-03-01", "A2026-01-01"),
        // An end that was planned comes, or has come meanwhile.
        ("A2026-01-01 I2026-09-15", "2026-07-02", "2026-07-20", "A2026-01-01 I2026-07-02 A2026-07-20 I2026-09-15"),
        ("A2026-01-01 I2026-09-15", "2026-07-02", "2026-09-15", "unchanged"),
        ("A2026-01-01 I2026-09-15", "2026-07-02", "2026-10-01", "unchanged"),
        // A beginning that was planned comes on its day, not before.
        ("A2026-01-01 I2026-05-01 A2026-08-01", "2026-07-20", "2026-07-25", "A2026-01-01 I2026-05-01 A2026-08-01"),
        ("A2026-01-01 I2026-05-01 A2026-08-01", "2026-07-20", "2026-09-01", "A2026-01-01 I2026-05-01 A2026-09-01"),
        ("A2026-09-01", "2026-07-20", "2026-08-01", "A2026-09-01"),
        ("A2026-09-01", "2026-07-20", "2026-10-01", "A2026-10-01"),
        // The end of the group was none for them.
        ("A2026-01-01 I2026-05-01", "2026-07-20", "2026-08-01", "unchanged"),
    ] {
        let (member, today) = (timeline(before), day(ended));
        let write = member.end_with_group(today);
        let gone = write.map_or_else(|| member.clone(), |write| member.after(&write, StatusChangeId(50)));
        let back = match gone.resume(&member, day(from), day("2026-07-20")) {
            None => "unchanged".to_owned(),
            Some(write) => after(&gone, Ok(write)),
        };
        assert_eq!(back, expected, "{before} ended {ended}, back from {from}");
    }
}

#[test]
fn spans_run_from_the_first_active_day_to_the_first_day_without_cover() {
    let span = |from, until: Option<&str>| ActiveSpan { from: day(from), until: until.map(day) };
    let member = timeline("A2026-01-01 I2026-03-01 A2026-06-01");
    assert_eq!(member.active_spans(), [span("2026-01-01", Some("2026-03-01")), span("2026-06-01", None)]);
    assert_eq!(timeline("I2026-01-01").active_spans(), []);
}

#[test]
fn a_snapshot_shows_the_change_that_was_known_when_it_was_computed() {
    let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
    let row = |id: i64, letter: char, on: &str, recorded: &str, cancelled: Option<&str>| RecordedChange {
        change: StatusChange {
            id: StatusChangeId(id),
            status: if letter == 'A' { Status::Active } else { Status::InActive },
            effective_on: day(on),
        },
        recorded_at: at(recorded),
        cancelled_at: cancelled.map(at),
    };
    let history = [
        row(1, 'A', "2026-01-01", "2026-01-01T12:00:00Z", None),
        row(2, 'I', "2026-05-01", "2026-05-20T12:00:00Z", Some("2026-06-20T12:00:00Z")),
    ];
    let shown =
        |computed| frozen_change(history, day("2026-05-03"), at(computed)).map(|c| c.status.made_on(c.effective_on));
    assert_eq!(shown("2026-05-04T06:00:00Z").as_deref(), Some("Made Active on 01/01/2026"));
    assert_eq!(shown("2026-06-04T06:00:00Z").as_deref(), Some("Made In-Active on 05/01/2026"));
    assert_eq!(shown("2026-07-04T06:00:00Z").as_deref(), Some("Made Active on 01/01/2026"));
    assert_eq!(shown("2025-07-04T06:00:00Z"), None);
}

#[test]
fn statuses_have_the_numbers_and_colours_of_the_screens() {
    let shown: Vec<_> = ShownStatus::ALL.map(|s| (s.number(), s.name(), s.color())).to_vec();
    assert_eq!(
        shown,
        [
            (0, "Active", "#28a745"),
            (1, "In-Active", "#dc3545"),
            (2, "Pending In-Active", "#fd7e14"),
            (3, "Pending Active", "#17a2b8"),
        ]
    );
    for status in [Status::Active, Status::InActive] {
        assert_eq!(Status::from_number(status.number()), Some(status));
    }
    assert_eq!(Status::from_number(2), None);
}
