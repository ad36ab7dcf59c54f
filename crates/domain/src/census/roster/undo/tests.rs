use super::*;
use crate::StatusChangeId;
use crate::census::field::Field;
use crate::census::roster::apply::PricingCodes;
use crate::census::roster::apply::changed;
use crate::census::roster::changes::FieldChange;
use crate::examples::{TODAY, member_details};
use crate::members::Status;
use crate::members::status::StatusChange;
use crate::period::read_date;
use crate::{MemberId, PricingGroupId};

fn day(text: &str) -> NaiveDate {
    read_date(text).unwrap()
}

fn active_since(on: &str) -> Timeline {
    Timeline::new(vec![StatusChange { id: StatusChangeId(1), status: Status::Active, effective_on: day(on) }])
}

#[test]
fn a_file_may_be_undone_for_thirty_days_once_and_while_nothing_is_at_work() {
    let processed = Undoable {
        is_multi_group: false,
        changed_on: Some(day("2026-07-20")),
        is_processed: true,
        is_busy: false,
        undo: None,
    };
    let too_late = "A file can be undone for 30 days. The last day for this file was 08/19/2026.";
    for (file, today, expected) in [
        (processed, "2026-07-20", None),
        (processed, "2026-08-19", None),
        (processed, "2026-08-20", Some(too_late)),
        (Undoable { is_busy: true, ..processed }, "2026-07-20", Some("This file is being worked on already.")),
        (
            Undoable { undo: Some(UndoState::Queued), ..processed },
            "2026-07-20",
            Some("This file is being worked on already."),
        ),
        (
            Undoable { undo: Some(UndoState::Running), ..processed },
            "2026-09-20",
            Some("This file is being worked on already."),
        ),
        (Undoable { undo: Some(UndoState::Failed), ..processed }, "2026-09-20", None),
        (
            Undoable { undo: Some(UndoState::Done), ..processed },
            "2026-07-20",
            Some("This file has been undone already."),
        ),
        (
            Undoable { changed_on: None, ..processed },
            "2026-07-20",
            Some("This file changed no members, so there is nothing to undo."),
        ),
        (
            Undoable { changed_on: None, is_processed: false, ..processed },
            "2026-07-20",
            Some("This file has not been processed, so there is nothing to undo."),
        ),
        (
            Undoable { is_multi_group: true, changed_on: None, ..processed },
            "2026-07-20",
            Some("This file holds several groups. Undo the file of each group instead."),
        ),
    ] {
        let said = file.check(day(today)).err().map(|why| why.to_string());
        assert_eq!(said.as_deref(), expected, "{file:?} {today}");
    }
}

/// A file's update of a member, and what it noted.
fn updated() -> (MemberDetails, MemberDetails, Before) {
    let before = member_details();
    let change = |field, old: Option<&str>, new: Option<&str>| FieldChange {
        field,
        old: old.map(str::to_owned),
        new: new.map(str::to_owned),
    };
    let fields = [
        change(Field::LastName, Some("Barrowby"), Some("Zorn")),
        change(Field::City, Some("Dayton"), None),
        change(Field::AddressLine2, None, Some("Flat 2")),
        change(Field::UniqueId, Some("E-1001"), Some("E-9")),
        change(Field::PricingGroupCode, None, Some("executive")),
    ];
    let codes = PricingCodes::new(vec![(PricingGroupId(7), "executive".to_owned())], None);
    let after = changed(&before, &fields, &codes);
    let noted = Before::of(&fields, &before, Some(MemberId(4)), &Timeline::default(), None);
    (before, after, noted)
}

fn touched<'a>(details: &'a MemberDetails, before: &'a Before, timeline: &'a Timeline) -> Touched<'a> {
    Touched {
        kind: ChangeKind::Updated,
        before: Some(before),
        version_after: 3,
        version: 3,
        by_later_file: false,
        details,
        primary: None,
        timeline,
    }
}

#[test]
fn fields_go_back_to_what_they_were_through_what_is_stored_beside_the_change() {
    let (before, after, noted) = updated();
    assert_eq!((after.pricing_group, after.city.as_deref()), (Some(PricingGroupId(7)), None));
    let stored: Before = serde_json::from_value(serde_json::to_value(&noted).unwrap()).unwrap();
    assert_eq!(stored, noted);
    let timeline = active_since("2026-01-01");
    let back = touched(&after, &stored, &timeline).put_back(TODAY).unwrap();
    assert_eq!(back.details, before);
    assert_eq!((back.primary, back.status.is_none()), (Some(MemberId(4)), true));
    assert_eq!(back.unique_key(&after).as_deref(), Some("e-1001"));
    assert_eq!(noted.unique_key.as_deref(), Some("e-1001"));
}

#[test]
fn who_was_changed_since_is_kept_and_the_reason_names_a_later_file() {
    let (_, after, noted) = updated();
    let timeline = active_since("2026-01-01");
    let now = touched(&after, &noted, &timeline);
    for (now, kept) in [
        (Touched { version: 4, ..now }, Kept::ChangedSince),
        (Touched { version: 4, by_later_file: true, ..now }, Kept::LaterFile),
        (Touched { before: None, ..now }, Kept::BeforeUnknown),
        (Touched { kind: ChangeKind::Terminated, ..now }, Kept::BeforeUnknown),
        (Touched { kind: ChangeKind::Created, version: 4, ..now }, Kept::ChangedSince),
    ] {
        assert_eq!(now.put_back(TODAY), Err(kept), "{now:?}");
    }
    let unreadable = Before { status: Some(BeforeStatus { from: TODAY, stood: vec![(7, TODAY)] }), ..noted };
    assert_eq!(touched(&after, &unreadable, &timeline).put_back(TODAY), Err(Kept::BeforeUnknown));
}

#[test]
fn who_was_made_was_active_on_no_day_and_is_in_nobodys_way() {
    let details = member_details();
    let timeline = active_since("2026-06-01");
    let none = Before::default();
    let made = Touched {
        kind: ChangeKind::Created,
        before: None,
        primary: Some(MemberId(4)),
        ..touched(&details, &none, &timeline)
    };
    let back = made.put_back(TODAY).unwrap();
    assert_eq!((back.details.unique_id.as_deref(), back.primary), (None, None));
    assert_eq!(back.details.full_name(), details.full_name());
    let write = back.status.as_ref().unwrap();
    assert_eq!(timeline.after(write, StatusChangeId(9)), Timeline::default());
    assert!(!back.may_have_dependents(ChangeKind::Created) && back.may_have_dependents(ChangeKind::Updated));
    let never_active = Timeline::default();
    assert_eq!(Touched { timeline: &never_active, ..made }.put_back(TODAY).unwrap().status, None);
}

#[test]
fn numbers_and_words_come_back() {
    for kind in ChangeKind::ALL {
        assert_eq!(ChangeKind::from_number(kind.number()), Some(kind));
    }
    for kept in Kept::ALL {
        assert_eq!(Kept::from_number(kept.number()), Some(kept));
        assert!(kept.message().ends_with('.'));
    }
    for state in UndoState::ALL {
        assert_eq!(UndoState::from_number(state.number()), Some(state));
    }
    let names: Vec<_> =
        ChangeKind::ALL.map(ChangeKind::name).into_iter().chain(UndoState::ALL.map(UndoState::name)).collect();
    assert_eq!(names, ["Created", "Updated", "Reactivated", "Terminated", "Queued", "Running", "Done", "Failed"]);
}
