use super::fake::{Call, FakePlatform};
use super::*;

async fn keeps_the_contract(platform: impl Fn() -> Box<dyn PatientPlatform>) {
    contract::covered_members_are_counted(&*platform()).await;
    contract::every_call_may_be_repeated(&*platform()).await;
    contract::an_empty_group_is_synced(&*platform()).await;
    contract::only_an_open_sync_takes_members(&*platform()).await;
    contract::members_are_counted_or_not_kept(&*platform()).await;
}

#[tokio::test]
async fn the_local_platform_keeps_the_contract() {
    keeps_the_contract(|| Box::<LocalPlatform>::default()).await;
}

#[tokio::test]
async fn the_fake_keeps_the_contract() {
    keeps_the_contract(|| Box::<FakePlatform>::default()).await;
}

#[tokio::test]
async fn the_fake_fails_where_it_is_told_to_until_it_recovers() {
    let sync = GroupSync { key: SyncKey(Uuid::from_u128(1)), group: Uuid::from_u128(2), on: NaiveDate::default() };
    for failing in [Call::Begin, Call::Push, Call::Finish, Call::Count] {
        let fake = FakePlatform::failing(failing);
        let outcomes = [
            (Call::Begin, fake.begin(&sync).await.is_ok()),
            (Call::Push, fake.push(sync.key, 0, &[]).await.is_ok()),
            (Call::Finish, fake.finish(sync.key).await.is_ok()),
            (Call::Count, fake.count(sync.group, &[]).await.is_ok()),
        ];
        assert_eq!(outcomes.iter().find(|(_, ok)| !ok).map(|(call, _)| *call), Some(failing));
        fake.recover();
        assert!(fake.begin(&sync).await.is_ok());
        assert!(fake.covered(sync.group).is_empty());
    }
}

#[test]
fn a_member_is_covered_from_its_first_day_until_before_its_end() {
    let day = |day| NaiveDate::from_ymd_opt(2026, 7, day).expect("a day of the calendar");
    let member =
        |until| Eligibility { member: Uuid::nil(), plan: String::new(), is_primary: true, from: day(10), until };
    for (until, on, covered) in
        [(None, 9, false), (None, 10, true), (Some(day(12)), 11, true), (Some(day(12)), 12, false)]
    {
        assert_eq!(member(until).is_covered_on(day(on)), covered, "{until:?} {on}");
    }
}
