//! The rules that every [`PatientPlatform`] must keep, as functions that the tests of one call, each on a platform of its own.

use chrono::{Days, NaiveDate};
use uuid::Uuid;

use super::{Eligibility, GroupSync, PatientPlatform, PlatformError, SyncKey};

/// The day for which the rules sync.
const ON: NaiveDate = NaiveDate::from_ymd_opt(2026, 7, 20).expect("a day of the calendar");

const GROUP: Uuid = Uuid::from_u128(7);

fn sync(number: u128) -> GroupSync {
    GroupSync { key: SyncKey(Uuid::from_u128(number)), group: GROUP, on: ON }
}

fn covered(numbers: std::ops::Range<u128>) -> Vec<Eligibility> {
    let member = |number| Eligibility {
        member: Uuid::from_u128(number),
        plan: "Family Plan".to_owned(),
        is_primary: true,
        from: ON,
        until: ON.checked_add_days(Days::new(1)),
    };
    numbers.map(member).collect()
}

/// Those who are covered on the day are counted, over all parts.
pub async fn covered_members_are_counted(platform: &dyn PatientPlatform) {
    let sync = sync(1);
    platform.begin(&sync).await.expect("begun");
    platform.push(sync.key, 0, &covered(0..3)).await.expect("taken");
    let mut others = covered(3..5);
    others[0].until = Some(ON);
    others[1].from = ON.checked_add_days(Days::new(1)).expect("a day");
    others[1].until = None;
    platform.push(sync.key, 1, &others).await.expect("taken");
    assert_eq!(platform.finish(sync.key).await, Ok(3));
}

/// A part that is pushed twice counts once, as it was the last time; a sync that is finished twice gives the same number.
pub async fn every_call_may_be_repeated(platform: &dyn PatientPlatform) {
    let sync = sync(2);
    for _ in 0..2 {
        platform.begin(&sync).await.expect("begun");
    }
    platform.push(sync.key, 0, &covered(0..9)).await.expect("taken");
    platform.push(sync.key, 0, &covered(0..4)).await.expect("taken");
    platform.begin(&sync).await.expect("begun again, with what was pushed");
    for _ in 0..2 {
        assert_eq!(platform.finish(sync.key).await, Ok(4));
    }
}

/// A group without covered members is synced too.
pub async fn an_empty_group_is_synced(platform: &dyn PatientPlatform) {
    let sync = sync(3);
    platform.begin(&sync).await.expect("begun");
    assert_eq!(platform.finish(sync.key).await, Ok(0));
}

/// A sync that was not begun, was given up for another, or is finished takes nothing.
pub async fn only_an_open_sync_takes_members(platform: &dyn PatientPlatform) {
    let is_refused = |answer: super::Result<()>| matches!(answer, Err(PlatformError::Refused(_)));
    assert!(is_refused(platform.push(sync(4).key, 0, &covered(0..1)).await), "it was not begun");
    platform.begin(&sync(4)).await.expect("begun");
    platform.begin(&sync(5)).await.expect("begun instead");
    assert!(is_refused(platform.push(sync(4).key, 0, &covered(0..1)).await), "it was given up");
    assert!(is_refused(platform.finish(sync(4).key).await.map(drop)), "it was given up");
    platform.push(sync(5).key, 0, &covered(0..2)).await.expect("taken");
    assert_eq!(platform.finish(sync(5).key).await, Ok(2));
    assert!(is_refused(platform.push(sync(5).key, 1, &covered(2..3)).await), "it is finished");
    assert!(is_refused(platform.finish(sync(6).key).await.map(drop)), "it was not begun");
}

/// What a finished sync said is counted on any day, unless the platform keeps no members at all.
pub async fn members_are_counted_or_not_kept(platform: &dyn PatientPlatform) {
    let sync = sync(7);
    platform.begin(&sync).await.expect("begun");
    platform.push(sync.key, 0, &covered(0..3)).await.expect("taken");
    platform.finish(sync.key).await.expect("finished");
    let days = [ON, ON + Days::new(1)];
    let counts = platform.count(GROUP, &days).await.expect("counted");
    assert!(counts.is_none_or(|counts| counts == [3, 0]));
    let counts = platform.count(Uuid::from_u128(99), &days).await.expect("counted");
    assert!(counts.is_none_or(|counts| counts == [0, 0]), "nobody knows that group");
}
