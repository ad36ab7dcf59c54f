//! The order of tasks, the states of a file, the guards.

use chrono::NaiveDate;

use crate::census::roster::changes::effective_on;
use crate::census::roster::guards::{Absence, Held, TerminationGuard, absence, may_judge_absence, names_few};
use crate::census::tasks::file::{Extent, FileStatus, Task, TaskState};
use crate::census::tasks::progress::{Denied, NotReady, Progress, effective_explicit};
use crate::groups::GroupStatus;
use crate::members::status::ShownStatus;

fn progress(states: &[TaskState]) -> Progress {
    Progress::stored(false, Task::of_file(false).iter().copied().zip(states.iter().copied()))
}

#[test]
fn numbers_names_and_colours_are_those_of_the_wire() {
    let tasks: Vec<_> = Task::ALL.iter().map(|task| (task.number(), task.name())).collect();
    assert_eq!(
        tasks,
        [
            (0, "Map Data"),
            (1, "Validate Data"),
            (2, "Match Employees"),
            (3, "Inspect Data"),
            (4, "Process Data"),
            (5, "Map Multi-Group File")
        ]
    );
    let states: Vec<_> =
        FileStatus::ALL.iter().map(|status| (status.number(), status.name(), status.color())).collect();
    assert_eq!(
        states,
        [
            (0, "Uploaded", "#6c757d"),
            (1, "Queued", "#17a2b8"),
            (2, "Processing", "#007bff"),
            (3, "Needs Attention", "#fd7e14"),
            (4, "Errors", "#dc3545"),
            (5, "Completed", "#28a745"),
            (6, "Failed", "#343a40")
        ]
    );
    for state in TaskState::ALL {
        assert_eq!(TaskState::from_number(state.number()), Some(state));
    }
    assert_eq!(Task::from_number(6), None);
    assert_eq!(FileStatus::from_number(5), Some(FileStatus::Completed));
}

#[test]
fn tasks_run_in_their_order_only() {
    use TaskState::{Done, Errors, NotRun, Running};
    for (states, task, answer) in [
        (&[NotRun][..], Task::MapData, Ok(())),
        (&[NotRun], Task::ValidateData, Err(Denied::OutOfOrder)),
        (&[Done], Task::ValidateData, Ok(())),
        (&[Done, Errors], Task::MatchEmployees, Err(Denied::OutOfOrder)),
        (&[Done, Errors], Task::ValidateData, Ok(())),
        (&[Done, Done, Done], Task::ValidateData, Ok(())),
        (&[Done, Running], Task::MatchEmployees, Err(Denied::Busy)),
        (&[Done, Done, Done, Done], Task::ProcessData, Err(Denied::OnlyByProcess)),
        (&[Done, Done, Done, Done, Done], Task::MatchEmployees, Err(Denied::Processed)),
        (&[], Task::MapMultiGroup, Err(Denied::NoSuchTask)),
    ] {
        assert_eq!(progress(states).may_run(task), answer, "{states:?} {task:?}");
    }
    assert_eq!(Denied::OutOfOrder.to_string(), "A previous task has not been completed.");
    assert_eq!(Progress::uploaded(true).next(), Some(Task::MapMultiGroup));
}

#[test]
fn what_is_queued_or_at_work_may_be_stopped() {
    use TaskState::{Done, Errors, NotRun, Queued, Running};
    for (states, answer) in [
        (&[Done, Running][..], Ok(Task::ValidateData)),
        (&[Done, Done, Done, Done, Queued], Ok(Task::ProcessData)),
        (&[Done, Done, Done, Done, Done], Err(Denied::Idle)),
        (&[Done, Errors, NotRun], Err(Denied::Idle)),
    ] {
        assert_eq!(progress(states).may_stop(), answer, "{states:?}");
    }
    let several = Progress::stored(true, [(Task::MapMultiGroup, Running)]);
    assert_eq!(several.may_stop(), Err(Denied::Splitting), "its parts are files of their own by then");
    let waits = Progress::stored(true, [(Task::MapMultiGroup, Queued)]);
    assert_eq!(waits.may_stop(), Err(Denied::WaitsToSplit), "nothing stands yet");
    assert_eq!(Denied::Idle.to_string(), "This file is not being worked on.");
}

#[test]
fn the_state_of_a_file_follows_from_its_tasks() {
    use TaskState::{Done, Errors, Failed, NotRun, Queued, Running};
    for (states, status, ready) in [
        (&[NotRun][..], FileStatus::Uploaded, true),
        (&[Queued], FileStatus::Queued, false),
        (&[Done, Running], FileStatus::Processing, false),
        (&[Done], FileStatus::NeedsAttention, true),
        (&[Done, Errors], FileStatus::Errors, false),
        (&[Done, Failed], FileStatus::Failed, true),
        (&[Done, Done, Done, Done], FileStatus::NeedsAttention, true),
        (&[Done, Done, Done, Done, Done], FileStatus::Completed, false),
    ] {
        let progress = progress(states);
        assert_eq!(progress.status(), status, "{states:?}");
        assert_eq!(progress.check_ready(Some(GroupStatus::Active), false, None).is_ok(), ready, "{states:?}");
    }
}

#[test]
fn a_file_that_is_not_ready_says_why() {
    use TaskState::{Done, Errors, NotRun, Queued};
    let active = Some(GroupStatus::Active);
    let held = Held::Confirmation { active: 8, ended: 7, ends_later: false };
    let inspected = &[Done, Done, Done, Done, NotRun][..];
    for (states, group, has_open_errors, waits, why) in [
        (inspected, None, false, None, NotReady::SeveralGroups),
        (inspected, Some(GroupStatus::InActive), false, None, NotReady::InActiveGroup),
        (&[Queued], active, false, None, NotReady::Busy),
        (&[Done, Done, Done, Done, Done], active, false, None, NotReady::Processed),
        (inspected, active, false, Some(held), NotReady::Held(held)),
        (&[Done, Done, Done, Done, Errors], active, true, Some(held), NotReady::Held(held)),
        (&[Done, Errors], active, false, None, NotReady::OpenErrors),
        (inspected, active, true, None, NotReady::OpenErrors),
    ] {
        assert_eq!(progress(states).check_ready(group, has_open_errors, waits), Err(why), "{states:?}");
    }
    let says = "This file would end 7 of 8 active members. An administrator has to confirm that number first.";
    assert_eq!(NotReady::Held(held).to_string(), says);
}

#[test]
fn processing_runs_what_is_left_and_a_begun_import_is_not_replaced() {
    use TaskState::{Done, Errors, Failed, NotRun, Queued, Running};
    let left = progress(&[Done, Done]);
    assert_eq!(left.to_process(), [Task::MatchEmployees, Task::InspectData, Task::ProcessData]);
    assert_eq!((left.completed(), left.last_completed()), (2, Some(Task::ValidateData)));
    for (import, has_imported, may) in [
        (NotRun, false, true),
        // Stopped before it has changed anybody.
        (Errors, false, true),
        (Failed, false, true),
        (Errors, true, false),
        (Failed, true, false),
        // Matched again after an import.
        (NotRun, true, false),
        (Done, false, false),
        (Queued, false, false),
        (Running, false, false),
    ] {
        assert_eq!(
            progress(&[Done, Done, Done, Done, import]).may_replace(has_imported),
            may,
            "{import:?} {has_imported}"
        );
    }
    assert!(progress(&[Done, Errors]).may_replace(false) && !progress(&[Running]).may_replace(false));
}

#[test]
fn only_an_administrators_file_ends_absent_members() {
    for (own, of_group, administrator, multi_group, explicit) in [
        (None, true, true, false, true),
        (None, false, true, false, false),
        (Some(false), true, true, false, false),
        (Some(true), false, true, false, true),
        (Some(true), true, false, false, false),
        (None, true, false, false, false),
        (Some(true), true, true, true, false),
    ] {
        assert_eq!(effective_explicit(own, of_group, administrator, multi_group), explicit);
    }
}

#[test]
fn the_global_effective_date_comes_before_the_rule() {
    let [global, rule] = [1, 2].map(|month| NaiveDate::from_ymd_opt(2026, month, 1).unwrap());
    assert_eq!(effective_on(Some(global), rule), global);
    assert_eq!(effective_on(None, rule), rule);
}

#[test]
fn ending_many_members_needs_the_exact_number() {
    let guard = TerminationGuard::default();
    for (active, ended, needed) in [
        (10, 4, false),
        (10, 5, true),
        (11, 5, false),
        (11, 6, true),
        (1, 1, true),
        (2, 1, true),
        (3, 1, false),
        (5, 4, true),
        (0, 1, true),
        (100, 10, false),
        (100, 11, true),
        (101, 10, false),
        (60, 6, false),
        (59, 6, true),
        (0, 0, false),
        (u64::MAX, u64::MAX, true),
    ] {
        assert_eq!(guard.needs_confirmation(active, ended), needed, "{ended} of {active}");
    }
    assert_eq!(guard.allows(100, 11, Some(11), false), Ok(()));
    assert_eq!(
        guard.allows(100, 11, Some(12), false),
        Err(Held::Confirmation { active: 100, ended: 11, ends_later: false })
    );
    assert_eq!(
        guard.allows(100, 11, None, false).unwrap_err().to_string(),
        "This file would end 11 of 100 active members. An administrator has to confirm that number first."
    );
    assert_eq!(
        guard.allows(3, 8, None, false).unwrap_err().to_string(),
        "This file would end 8 members, those to become active later among them; 3 are active now. An administrator has to confirm \
         that number first."
    );
}

#[test]
fn no_setting_of_a_group_lets_half_of_it_end_unasked() {
    let widest = TerminationGuard { members: 1_000_000, percent: 100 };
    for (active, ended, needed) in [(1, 1, true), (4, 1, false), (4, 2, true), (1000, 499, false), (1000, 500, true)] {
        assert_eq!(widest.needs_confirmation(active, ended), needed, "{ended} of {active}");
    }
    assert_eq!(
        widest.allows(5, 4, None, false).unwrap_err().to_string(),
        "This file would end 4 of 5 active members. An administrator has to confirm that number first."
    );
}

#[test]
fn a_file_that_names_less_than_half_of_a_group_may_be_anothers() {
    for (active, named, few) in [
        (0, 0, false),
        (1, 0, true),
        (1, 1, false),
        (2, 1, false),
        (3, 1, true),
        (3, 2, false),
        (12, 5, true),
        (12, 6, false),
    ] {
        assert_eq!(names_few(active, named), few, "{named} of {active}");
    }
}

#[test]
fn an_unreadable_row_is_never_an_absence() {
    assert_eq!(may_judge_absence(10, 0, false), Ok(()));
    assert_eq!(may_judge_absence(10, 1, false), Err(Held::UnreadRows { rows: 1 }));
    assert_eq!(may_judge_absence(0, 0, false), Err(Held::NoValidRows));
    assert_eq!(may_judge_absence(10, 0, true), Err(Held::FailedRowsOnly));
}

#[test]
fn absence_ends_those_who_are_active_today_and_on_the_day_of_the_file() {
    use Absence::{Ends, LaterEnd, Nothing, StillToStart};
    use ShownStatus::{Active, InActive, PendingActive, PendingInActive};
    for (shown, active_then, dependent, takes_dependents, expected) in [
        (Active, true, false, true, Ends),
        // The file takes effect before the member begins.
        (Active, false, false, true, StillToStart),
        (PendingActive, false, false, true, StillToStart),
        // The file takes effect on the day on which the member begins, or later: its first of the month is often that day.
        (PendingActive, true, false, true, StillToStart),
        // The end that is set lies behind the day of the file.
        (PendingInActive, true, false, true, LaterEnd),
        (PendingInActive, true, true, true, LaterEnd),
        (PendingInActive, true, true, false, Nothing),
        // The end that is set lies before it; whether a later beginning is set, too, the timeline tells.
        (PendingInActive, false, false, true, StillToStart),
        (InActive, false, false, true, Nothing),
        (Active, true, true, true, Ends),
        (PendingActive, true, true, true, StillToStart),
        (PendingActive, false, true, true, StillToStart),
        (Active, true, true, false, Nothing),
        (Active, false, true, false, Nothing),
        (PendingActive, true, true, false, Nothing),
    ] {
        assert_eq!(absence(shown, active_then, dependent, takes_dependents), expected, "{shown:?} {active_then}");
    }
}

#[test]
fn a_small_work_has_few_rows_and_few_members_to_compare_them_with() {
    let small = |bytes, rows, members| Extent { bytes, rows, members }.is_small();
    for (bytes, rows, members, expected) in [
        (500_000, None, 5000, true),
        (500_001, None, 0, false),
        // Once the rows are counted it does not matter how wide they are, or how well a workbook packs them.
        (90_000_000, Some(5000), 5000, true),
        (10_000, Some(5001), 0, false),
        (100, Some(1), 5001, false),
        (100, None, 5001, false),
    ] {
        assert_eq!(small(bytes, rows, members), expected, "{bytes} bytes, {rows:?} rows, {members} members");
    }
    assert!(Extent::is_short_undo(5000) && !Extent::is_short_undo(5001));
}

#[test]
fn a_large_work_has_many_rows_or_many_members_to_compare_them_with() {
    for (bytes, rows, members, expected) in [
        (20_000_000, None, 200_000, false),
        (20_000_001, None, 0, true),
        (90_000_000, Some(200_000), 0, false),
        (10_000, Some(200_001), 0, true),
        (100, Some(1), 200_001, true),
    ] {
        let extent = Extent { bytes, rows, members };
        assert_eq!(extent.is_large(), expected, "{extent:?}");
        assert!(!(extent.is_large() && extent.is_small()), "{extent:?}");
    }
}
