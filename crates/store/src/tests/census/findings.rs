//! What is wrong with rows put together, what they are compared with, and who is not whom.

use domain::census::file::Task;
use domain::census::{Field, Issue, IssueKind, RawRow, Record, RowState, Rules, Severity, validate};
use domain::examples::TODAY;
use domain::{CensusFileId, GroupId, MemberId, PageRequest, UserId};

use super::super::world;
use crate::census::findings::{self, FindingFilter};
use crate::census::issues::{self, NewIssue};
use crate::census::records::StoredRecord;
use crate::census::{beside, not_same, records, settling};
use crate::on_both_engines;
use crate::testing::TestStore;

on_both_engines!(
    findings_are_counted_by_kind_and_field_with_their_values,
    rows_with_a_finding_are_walked_and_resolved,
    failed_rows_come_with_everything_that_is_said,
    rows_alike_are_found_for_many_at_once,
    who_is_not_whom_is_remembered_once_and_forgotten,
);

const FILE: CensusFileId = CensusFileId(1);

fn read(number: u32, name: &str) -> Record {
    let raw = RawRow::new(u64::from(number) + 1, number)
        .with(Field::FirstName, name)
        .with(Field::LastName, "Abel")
        .with(Field::UniqueId, &format!("E-{number}"))
        .with(Field::DateOfBirth, &format!("05/{}/1984", 10 + number));
    validate(&raw, &Rules::on(TODAY)).record
}

fn said(row: u32, field: Field, kind: IssueKind, value: &str) -> NewIssue {
    NewIssue::of_row(row, Issue::of_field(2, field, kind, format!("{} is wrong.", field.label())).with_value(value))
}

/// Three rows of which two have unreadable dates, and one of them a missing name and an odd state.
async fn file(store: &TestStore) {
    world::populate(store).await;
    let rows = [read(1, "Ana"), read(2, "Ben"), read(3, "Cy")];
    let tx = store.begin().await.expect("a transaction");
    let all: Vec<_> = rows.iter().map(|record| (record, RowState::Valid)).collect();
    records::insert(&tx, FILE, &all).await.expect("rows are written");
    let all = [
        said(1, Field::DateOfBirth, IssueKind::InvalidDate, "soon"),
        said(3, Field::DateOfBirth, IssueKind::InvalidDate, "soon"),
        said(3, Field::LastName, IssueKind::MissingRequired, ""),
        said(3, Field::State, IssueKind::InvalidState, "Fla."),
    ];
    issues::insert(&tx, FILE, Task::ValidateData, &all).await.expect("issues are written");
    issues::insert(&tx, FILE, Task::MatchEmployees, &[NewIssue::error(Some(2), "Two fit.")]).await.expect("written");
    tx.commit_unaudited("the change of a test").await.expect("committed");
}

fn dates(value: Option<&str>) -> FindingFilter {
    FindingFilter {
        task: Task::ValidateData,
        kind: IssueKind::InvalidDate,
        field: Some("DateOfBirth".to_owned()),
        value: value.map(str::to_owned),
    }
}

async fn findings_are_counted_by_kind_and_field_with_their_values(store: TestStore) {
    file(&store).await;
    let found = findings::findings(&store.read(), FILE, Task::ValidateData).await.expect("read");
    let told: Vec<_> = found.iter().map(|one| (one.kind, one.field.as_deref(), one.severity, one.rows)).collect();
    assert_eq!(
        told,
        [
            (IssueKind::MissingRequired, Some("LastName"), Severity::Error, 1),
            (IssueKind::InvalidDate, Some("DateOfBirth"), Severity::Error, 2),
            (IssueKind::InvalidState, Some("State"), Severity::Warning, 1),
        ]
    );
    let tx = store.begin().await.expect("a transaction");
    let all: Vec<NewIssue> = ["never", "later", "later", "(none)"]
        .iter()
        .map(|value| said(2, Field::DateOfBirth, IssueKind::InvalidDate, value))
        .collect();
    issues::insert(&tx, FILE, Task::ValidateData, &all).await.expect("written");
    tx.commit_unaudited("the change of a test").await.expect("committed");
    let values = findings::values(&store.read(), FILE, Task::ValidateData, 3).await.expect("read");
    let told = |kind, field: &str| {
        let of = values.get(&(kind, Some(field.to_owned()))).into_iter().flatten();
        of.map(|one| (one.value.as_str(), one.rows)).collect::<Vec<_>>()
    };
    assert_eq!(told(IssueKind::InvalidDate, "DateOfBirth"), [("later", 2), ("soon", 2), ("(none)", 1)]);
    assert_eq!(told(IssueKind::InvalidState, "State"), [("Fla.", 1)]);
    assert_eq!(values.len(), 2, "a name that is missing has no value");
}

async fn rows_with_a_finding_are_walked_and_resolved(store: TestStore) {
    file(&store).await;
    let db = store.read();
    assert_eq!(findings::chunk(&db, FILE, &dates(Some("soon")), 0, 9).await.expect("read"), [1, 3]);
    assert_eq!(findings::chunk(&db, FILE, &dates(None), 1, 9).await.expect("read"), [3]);
    assert_eq!(findings::chunk(&db, FILE, &dates(Some("never")), 0, 9).await.expect("read"), [] as [u32; 0]);
    assert_eq!(findings::left(&db, FILE, &dates(None), 1).await.expect("read"), 1);
    let page = findings::records(&db, FILE, &dates(None), &PageRequest::first(1)).await.expect("a page");
    assert_eq!((page.total, page.rows[0].record.number), (2, 1));
    let tx = store.begin().await.expect("a transaction");
    let at = "2026-07-20T16:00:00Z".parse().expect("an instant");
    settling::resolve_rows(&tx, FILE, &[Task::ValidateData], &[3], at).await.expect("resolved");
    let left = issues::of_rows(&tx, FILE, &[1]).await.expect("read");
    settling::remove(&tx, FILE, &[left[&1][0].id]).await.expect("removed");
    tx.commit_unaudited("the change of a test").await.expect("committed");
    assert_eq!(findings::findings(&db, FILE, Task::ValidateData).await.expect("read"), []);
}

async fn failed_rows_come_with_everything_that_is_said(store: TestStore) {
    file(&store).await;
    let failed =
        async |task, after, limit| findings::failures(&store.read(), FILE, task, after, limit).await.expect("read");
    let born = "Date of Birth is wrong.".to_owned();
    let third = (3, vec![born.clone(), "Last Name is wrong.".to_owned()]);
    assert_eq!(failed(Task::ValidateData, 0, 9).await, [(1, vec![born.clone()]), third.clone()]);
    assert_eq!(failed(Task::ValidateData, 0, 1).await, [(1, vec![born])]);
    assert_eq!(failed(Task::ValidateData, 1, 9).await, [third]);
    assert_eq!(failed(Task::MatchEmployees, 0, 9).await, [(2, vec!["Two fit.".to_owned()])]);
}

async fn rows_alike_are_found_for_many_at_once(store: TestStore) {
    file(&store).await;
    let mut asked = [read(1, "Ana"), read(9, "New")];
    asked[1].unique_id = domain::census::Entry::Value("e-3".to_owned());
    let found = beside::alike(&store.read(), FILE, &asked).await.expect("read");
    let third = found.iter().find(|row| row.number == 3).expect("the row of the id");
    let mut whole = read(3, "Cy");
    assert_eq!((&third.unique_id, &third.first_name, third.line), (&whole.unique_id, &whole.first_name, whole.line));
    assert_eq!(numbers(&found), [1, 3]);
    whole.primary_row = Some(2);
    let tx = store.begin().await.expect("a transaction");
    let aside = StoredRecord { record: whole, state: RowState::SkippedByPerson, edited_by: None };
    records::save(&tx, FILE, &[aside]).await.expect("saved");
    assert_eq!(numbers(&beside::alike(&tx, FILE, &asked).await.expect("read")), [1], "one was set aside");
    let employees = beside::with_dependents(&tx, FILE, &[1, 2]).await.expect("read");
    assert_eq!(employees.into_iter().collect::<Vec<_>>(), [2]);
}

fn numbers(found: &[Record]) -> Vec<u32> {
    let mut numbers: Vec<u32> = found.iter().map(|row| row.number).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

async fn who_is_not_whom_is_remembered_once_and_forgotten(store: TestStore) {
    world::populate(&store).await;
    let pair = |member| (vec![7_u8; 32], MemberId(member));
    let at = "2026-07-20T16:00:00Z".parse().expect("an instant");
    let tx = store.begin().await.expect("a transaction");
    for member in [1, 1, 2] {
        not_same::remember(&tx, pair(member), UserId(1), at).await.expect("remembered");
    }
    tx.commit_unaudited("the change of a test").await.expect("committed");
    let of = async |group| not_same::of_group(&store.read(), GroupId(group)).await.expect("read").len();
    assert_eq!((of(1).await + of(2).await, of(99).await), (2, 0));
    let known = not_same::of_people(&store.read(), GroupId(1), &[vec![7; 32], vec![8; 32]]).await.expect("read");
    assert!(known.contains(&pair(1)), "{known:?}");
    let tx = store.begin().await.expect("a transaction");
    assert!(not_same::forget(&tx, &pair(1)).await.expect("forgotten"));
    assert!(!not_same::forget(&tx, &pair(1)).await.expect("nothing to forget"));
}
