//! The rows of a census file, what is said about them, and how its columns and words are remembered.

use domain::census::file::Task;
use domain::census::{
    Field, Issue, IssueKind, RawRow, Record, RememberedValues, RowState, Rules, ValueOrder, validate,
};
use domain::examples::TODAY;
use domain::{CensusFileId, GroupId, PageRequest, UserId};
use serde_json::json;

use super::super::world;
use crate::census::issues::{self, NewIssue};
use crate::census::mappings::{self, RememberedColumns};
use crate::census::records::{self, LateRow, RecordFilter, StoredRecord};
use crate::census::{remembered_values, settling, tasks};
use crate::on_both_engines;
use crate::testing::TestStore;
use crate::{Error, Store, Tx};

on_both_engines!(
    a_corrected_row_comes_back_as_it_was_saved,
    rows_are_listed_by_what_became_of_them,
    a_later_row_tells_about_an_earlier_one,
    issues_of_a_row_are_resolved_and_others_stay,
    headings_are_remembered_by_group,
    words_are_remembered_and_forgotten_for_one_group,
    what_a_task_goes_by_is_kept_until_it_starts_over,
);

const FILE: CensusFileId = CensusFileId(1);

fn raw(number: u32, name: &str) -> RawRow {
    RawRow::new(u64::from(number) + 1, number)
        .with(Field::FirstName, name)
        .with(Field::LastName, "Abel")
        .with(Field::DateOfBirth, "05/17/1984")
}

fn read(raw: &RawRow) -> Record {
    validate(raw, &Rules::on(TODAY)).record
}

/// A file of three rows: a valid one, one with an error, and a dependent of the first.
async fn file(store: &Store) {
    world::populate(store).await;
    let kit = raw(3, "Kit").with(Field::MemberType, "Dependent").with(Field::DateOfBirth, "02/03/2010");
    let mut all = [read(&raw(1, "Ana").with(Field::UniqueId, "E-1")), read(&raw(2, "Ben")), read(&kit)];
    all[2].primary_row = Some(1);
    let states = [RowState::Valid, RowState::Error, RowState::Valid];
    let rows: Vec<_> = all.iter().zip(states).collect();
    let tx = store.begin().await.expect("a transaction");
    records::insert(&tx, FILE, &rows).await.expect("rows are written");
    commit(tx).await;
}

async fn commit(tx: Tx) {
    tx.commit_unaudited("the change of a test").await.expect("committed");
}

async fn listed(store: &Store, filter: RecordFilter) -> Vec<u32> {
    let page = records::search(&store.read(), FILE, filter, &PageRequest::first(25)).await.expect("a page");
    page.rows.iter().map(|row| row.record.number).collect()
}

async fn a_corrected_row_comes_back_as_it_was_saved(store: TestStore) {
    file(&store).await;
    let record = read(&raw(2, "Ben").with(Field::City, "Troy").with(Field::Email, "<clear>").with(Field::State, "OH"));
    let fixed = StoredRecord { record, state: RowState::Valid, edited_by: Some(UserId(1)) };
    let tx = store.begin().await.expect("a transaction");
    records::save(&tx, FILE, std::slice::from_ref(&fixed)).await.expect("saved");
    commit(tx).await;
    assert_eq!(records::find(&store.read(), FILE, 2).await.expect("found"), fixed);
    let edited = records::edited(&store.read(), FILE).await.expect("read");
    assert_eq!(edited.keys().collect::<Vec<_>>(), [&2]);
    let tx = store.begin().await.expect("a transaction");
    let aside = records::find(&tx, FILE, 3).await.expect("found");
    let aside = StoredRecord { state: RowState::SkippedByPerson, ..aside };
    records::save(&tx, FILE, std::slice::from_ref(&aside)).await.expect("saved");
    assert_eq!(records::edited(&tx, FILE).await.expect("read").remove(&3), Some(aside));
    assert_eq!(records::remove_some(&tx, FILE, 10).await.expect("removed"), 1);
    let nowhere = StoredRecord { record: read(&raw(9, "Zoe")), ..fixed.clone() };
    assert!(matches!(records::save(&tx, FILE, &[fixed.clone(), nowhere]).await, Err(Error::NotFound)));
    commit(tx).await;
    assert_eq!(listed(&store, RecordFilter::All).await, [2, 3]);
}

async fn rows_are_listed_by_what_became_of_them(store: TestStore) {
    file(&store).await;
    let tx = store.begin().await.expect("a transaction");
    issues::insert(&tx, FILE, Task::ValidateData, &[NewIssue::error(Some(2), "Wrong.")]).await.expect("written");
    commit(tx).await;
    for (filter, rows) in [
        (RecordFilter::All, &[1, 2, 3][..]),
        (RecordFilter::Errors(Task::ValidateData), &[2]),
        (RecordFilter::Errors(Task::MatchEmployees), &[]),
        (RecordFilter::Valid, &[1, 3]),
        (RecordFilter::Skipped, &[]),
        (RecordFilter::Matched, &[]),
        (RecordFilter::Unmatched, &[]),
        (RecordFilter::One(3), &[3]),
        (RecordFilter::One(9), &[]),
    ] {
        assert_eq!(listed(&store, filter).await, rows, "{filter:?}");
    }
    let walked = records::chunk(&store.read(), FILE, 1, &[RowState::Valid], 10).await.expect("a chunk");
    assert_eq!(walked.iter().map(|row| row.record.number).collect::<Vec<_>>(), [3]);
    for (range, rows) in [((0, 2), &[1][..]), ((1, 3), &[3]), ((3, 9), &[])] {
        let between = records::between(&store.read(), FILE, range, RowState::Valid).await.expect("rows");
        assert_eq!(between.iter().map(|row| row.record.number).collect::<Vec<_>>(), rows, "{range:?}");
    }
    assert_eq!(records::last_number(&store.read(), FILE).await.expect("read"), 3);
    assert_eq!(records::last_number(&store.read(), CensusFileId(99)).await.expect("read"), 0);
}

async fn a_later_row_tells_about_an_earlier_one(store: TestStore) {
    file(&store).await;
    let told = LateRow { primary_row: Some(3), drop_unique_id: true, is_wrong: true, ..LateRow::new(1) };
    let tx = store.begin().await.expect("a transaction");
    records::note_late(&tx, FILE, &[told]).await.expect("noted");
    commit(tx).await;
    let row = records::find(&store.read(), FILE, 1).await.expect("found");
    assert_eq!((row.record.primary_row, row.record.unique_id.text(), row.state), (Some(3), "", RowState::Error));
    assert_eq!(records::count(&store.read(), FILE, RowState::Error).await.expect("counted"), 2);
}

async fn issues_of_a_row_are_resolved_and_others_stay(store: TestStore) {
    file(&store).await;
    let task = Task::ValidateData;
    let date = Issue::of_field(3, Field::DateOfBirth, IssueKind::InvalidDate, "No date.").with_value("soon");
    let phone = Issue::of_field(3, Field::CellPhone, IssueKind::InvalidPhone, "No phone.");
    let said = [
        NewIssue::of_row(2, date),
        NewIssue::of_row(2, phone),
        NewIssue::error(Some(3), "Wrong."),
        NewIssue::error(None, "The whole file."),
    ];
    let tx = store.begin().await.expect("a transaction");
    issues::insert(&tx, FILE, task, &said).await.expect("written");
    commit(tx).await;
    let read = store.read();
    let of_row = issues::of_rows(&read, FILE, &[2]).await.expect("read").remove(&2).expect("some");
    assert_eq!(of_row.iter().map(|issue| issue.value.as_deref()).collect::<Vec<_>>(), [Some("soon"), None]);
    assert_eq!(issues::rows_with_errors(&read, FILE, task).await.expect("counted"), 2);
    assert_eq!(issues::errors_of_file(&read, FILE, Some(task)).await.expect("counted"), 1);
    let tx = store.begin().await.expect("a transaction");
    let at = "2026-07-20T16:00:00Z".parse().expect("an instant");
    settling::resolve_rows(&tx, FILE, &[task], &[2], at).await.expect("done");
    commit(tx).await;
    assert_eq!(issues::rows_with_errors(&read, FILE, task).await.expect("counted"), 1);
    assert!(issues::of_rows(&read, FILE, &[2]).await.expect("read").is_empty());
    let told = issues::said_by(&read, FILE, task, &[2, 3]).await.expect("read");
    assert_eq!(told[&2].iter().map(|issue| issue.resolved_at).collect::<Vec<_>>(), [Some(at), Some(at)]);
    assert_eq!(told[&3].len(), 1);
    assert_eq!(issues::said_by(&read, FILE, Task::MatchEmployees, &[2]).await.expect("read").len(), 0);
    let tx = store.begin().await.expect("a transaction");
    settling::reopen(&tx, FILE, &[of_row[0].id]).await.expect("reopened");
    settling::remove(&tx, FILE, &[of_row[1].id]).await.expect("removed");
    settling::remove_of_rows(&tx, FILE, task, &[3]).await.expect("removed");
    commit(tx).await;
    let left = issues::said_by(&read, FILE, task, &[2, 3]).await.expect("read");
    assert_eq!(left.into_values().flatten().collect::<Vec<_>>(), of_row[..1]);
    let tx = store.begin().await.expect("a transaction");
    assert_eq!(issues::remove_some(&tx, FILE, &[Task::MatchEmployees], 10).await.expect("removed"), 0);
    assert_eq!(issues::remove_some(&tx, FILE, &[task], 3).await.expect("removed"), 2);
    commit(tx).await;
}

async fn headings_are_remembered_by_group(store: TestStore) {
    world::populate(&store).await;
    let at = "2026-07-20T16:00:00Z".parse().expect("an instant");
    let choices = |pairs: &[(&str, Option<Field>)]| RememberedColumns {
        fields: pairs.iter().map(|(key, field)| ((*key).to_owned(), *field)).collect(),
        ..RememberedColumns::default()
    };
    let first = choices(&[("nachname", Some(Field::LastName)), ("ort", None)]);
    let again = choices(&[("ort", Some(Field::City))]);
    let tx = store.begin().await.expect("a transaction");
    for (group, said) in [(Some(GroupId(1)), &first), (Some(GroupId(1)), &again), (None, &first)] {
        mappings::remember(&tx, group, said, UserId(1), at).await.expect("remembered");
    }
    commit(tx).await;
    let known = async |group| mappings::remembered(&store.read(), group).await.expect("read");
    let both = choices(&[("nachname", Some(Field::LastName)), ("ort", Some(Field::City))]);
    assert_eq!(known(Some(GroupId(1))).await, both);
    assert_eq!(known(Some(GroupId(2))).await, RememberedColumns::default());
    assert_eq!(known(None).await, first);

    let orders = [("geboren", ValueOrder::DayFirst), ("name", ValueOrder::LastFirst)];
    let orders = orders.map(|(key, order)| (key.to_owned(), order)).into();
    let fields = choices(&[("geboren", Some(Field::DateOfBirth))]).fields;
    let tx = store.begin().await.expect("a transaction");
    mappings::remember(&tx, Some(GroupId(2)), &RememberedColumns { fields, orders, sheet: None }, UserId(1), at)
        .await
        .expect("remembered");
    commit(tx).await;
    let ordered = known(Some(GroupId(2))).await;
    assert_eq!(ordered.orders.len(), 2);
    assert_eq!(ordered.orders["geboren"], ValueOrder::DayFirst);
    assert_eq!(ordered.fields["name"], Some(Field::FullName), "an order is of a field");
}

async fn words_are_remembered_and_forgotten_for_one_group(store: TestStore) {
    world::populate(&store).await;
    let (group, by) = (GroupId(1), (UserId(1), "2026-07-20T16:00:00Z".parse().expect("an instant")));
    let tx = store.begin().await.expect("a transaction");
    for (word, replacement) in [("Fla.", "FL"), (" FLA. ", "GA"), ("Flo", "FL")] {
        remembered_values::remember(&tx, (group, Field::State, word), replacement, by).await.expect("remembered");
    }
    assert!(remembered_values::forget(&tx, (group, Field::State, "flo")).await.expect("forgotten"));
    assert!(!remembered_values::forget(&tx, (group, Field::Gender, "fla.")).await.expect("it never was"));
    commit(tx).await;
    let known = async |group| remembered_values::remembered(&store.read(), group).await.expect("read");
    let last = [(Field::State, "fla.".to_owned(), "GA".to_owned())].into_iter().collect();
    assert_eq!((known(group).await, known(GroupId(2)).await), (last, RememberedValues::default()));
}

async fn what_a_task_goes_by_is_kept_until_it_starts_over(store: TestStore) {
    world::populate(&store).await;
    let file = CensusFileId(1);
    let tx = store.begin().await.expect("a transaction");
    world::execute(&tx, "delete from census_task").await.expect("none is left");
    tasks::insert(&tx, file, false).await.expect("made");
    tasks::set_summary(&tx, file, Task::MapData, json!({"asked": 1})).await.expect("kept");
    commit(tx).await;
    let kept = tasks::of_file(&store.read(), file).await.expect("read")[0].summary.clone();
    assert_eq!(kept, Some(json!({"asked": 1})));
    let tx = store.begin().await.expect("a transaction");
    tasks::reset(&tx, file, &[Task::MapData]).await.expect("reset");
    let none = tasks::set_summary(&tx, file, Task::MapMultiGroup, json!({})).await;
    assert!(matches!(none, Err(Error::NotFound)));
    commit(tx).await;
    assert_eq!(tasks::of_file(&store.read(), file).await.expect("read")[0].summary, None);
}
