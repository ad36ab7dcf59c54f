//! Questions about files, lines that were left out of them, and who has looked at what they change.

use chrono::{DateTime, Utc};
use domain::access::Scope;
use domain::census::Ignored;
use domain::census::questions::{MadeRows, Question, QuestionKind};
use domain::census::{RawRow, RowState, Rules, Why, validate};
use domain::examples::TODAY;
use domain::{CensusFileId, PageRequest, StoredFileId, UserId};
use uuid::Uuid;

use super::super::world;
use crate::census::files::{NewContent, NewFile};
use crate::census::left_out::{self, LeftOut};
use crate::census::questions;
use crate::census::{content, files, records, seen};
use crate::testing::TestStore;
use crate::{Stamp, on_both_engines};

on_both_engines!(
    questions_keep_their_answers_while_the_same_is_asked,
    a_no_to_the_same_words_is_remembered_for_the_group,
    a_no_about_people_of_a_column_holds_for_these_people,
    an_answer_needs_its_question,
    lines_are_kept_in_their_order_and_made_rows,
    new_content_forgets_what_was_asked_and_left_out,
    a_look_counts_for_one_inspection,
);

const FILE: CensusFileId = CensusFileId(1);
const ADA: UserId = UserId(1);

fn at() -> DateTime<Utc> {
    "2026-07-20T15:00:00Z".parse().expect("an instant")
}

fn section(line: u64, rows: u32) -> Question {
    let (first_line, last_line) = (line + 1, line + u64::from(rows));
    Question { kind: QuestionKind::Section, line, first_line, last_line, rows, out_of: 0, title: "Inactive".to_owned() }
}

async fn questions_keep_their_answers_while_the_same_is_asked(store: TestStore) {
    world::populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    questions::replace(&tx, FILE, vec![section(2, 3), section(9, 1)]).await.expect("asked");
    let asked = questions::of_file(&tx, FILE).await.expect("read");
    let found: Vec<_> = asked.iter().map(|one| (one.question.clone(), one.yes())).collect();
    assert_eq!(found, [(section(2, 3), None), (section(9, 1), None)]);
    for (one, yes) in asked.iter().zip([true, false]) {
        questions::answer(&tx, FILE, one.id, yes, (ADA, at())).await.expect("answered");
    }
    let answered = questions::of_file(&tx, FILE).await.expect("read");
    let told: Vec<_> = answered.iter().filter_map(|one| one.answer.clone()).collect();
    assert_eq!((told[0].yes, told[0].by, told[0].by_name.as_str(), told[0].at), (true, ADA, "Ada Young", at()));
    assert_eq!(questions::section_answers(&tx, FILE).await.expect("read"), [(2, true), (9, false)].into());
    // Of other lines it is another question.
    questions::replace(&tx, FILE, vec![section(2, 3), section(9, 2)]).await.expect("asked anew");
    assert_eq!(questions::section_answers(&tx, FILE).await.expect("read"), [(2, true)].into());
    tx.commit_unaudited("the change of a test").await.expect("committed");
}

async fn a_no_to_the_same_words_is_remembered_for_the_group(store: TestStore) {
    world::populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    let group = files::find(&tx, Scope::system(), FILE).await.expect("a file").group.expect("of a group").id;
    let content =
        NewContent { original_file_name: "next.csv".to_owned(), stored_file: StoredFileId(1), by_administrator: true };
    let (name, settings) = (Uuid::from_u128(0xc2), files::Settings::default());
    let next = NewFile { name, group: Some(group), parent: None, content, settings, uploaded_by: ADA };
    let next = files::insert(&tx, &next, Stamp { at: at(), by: Some(ADA) }).await.expect("a second file");
    let titled = |line: u64, title: &str| Question { title: title.to_owned(), ..section(line, 1) };
    questions::replace(&tx, FILE, vec![titled(2, "On Leave"), titled(9, "Termed"), titled(20, "Waived")])
        .await
        .expect("asked");
    for (one, yes) in questions::of_file(&tx, FILE).await.expect("read").iter().zip([false, true]) {
        questions::answer(&tx, FILE, one.id, yes, (ADA, at())).await.expect("answered");
    }
    questions::replace(&tx, next, vec![titled(5, "On Leave"), titled(8, "Termed"), titled(30, "Waived")])
        .await
        .expect("asked");
    questions::recall(&tx, next, group).await.expect("recalled");
    let asked = questions::of_file(&tx, next).await.expect("read");
    assert_eq!(asked.iter().map(questions::StoredQuestion::yes).collect::<Vec<_>>(), [Some(false), None, None]);
    assert_eq!(asked[0].answer.as_ref().map(|answer| (answer.by, answer.at)), Some((ADA, at())), "whose answer it was");
    questions::recall(&tx, FILE, group).await.expect("recalled");
    let first = questions::of_file(&tx, FILE).await.expect("read");
    assert_eq!(first[1].yes(), Some(true), "what was answered stays");
    tx.commit_unaudited("the change of a test").await.expect("committed");
}

async fn a_no_about_people_of_a_column_holds_for_these_people(store: TestStore) {
    world::populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    let group = files::find(&tx, Scope::system(), FILE).await.expect("a file").group.expect("of a group").id;
    let content =
        NewContent { original_file_name: "next.csv".to_owned(), stored_file: StoredFileId(1), by_administrator: true };
    let (name, settings) = (Uuid::from_u128(0xc3), files::Settings::default());
    let next = NewFile { name, group: Some(group), parent: None, content, settings, uploaded_by: ADA };
    let next = files::insert(&tx, &next, Stamp { at: at(), by: Some(ADA) }).await.expect("a second file");
    let about = |people: u32, title: &str| Question {
        kind: QuestionKind::Leaving,
        out_of: people,
        title: title.to_owned(),
        ..section(u64::from(people), 1)
    };
    questions::replace(&tx, FILE, vec![about(2, "Notes"), about(4, "Term Date")]).await.expect("asked");
    for one in questions::of_file(&tx, FILE).await.expect("read") {
        questions::answer(&tx, FILE, one.id, false, (ADA, at())).await.expect("answered");
    }
    questions::replace(&tx, next, vec![about(2, "Notes"), about(6, "Term Date")]).await.expect("asked");
    questions::recall(&tx, next, group).await.expect("recalled");
    let asked = questions::of_file(&tx, next).await.expect("read");
    assert_eq!(asked.iter().map(questions::StoredQuestion::yes).collect::<Vec<_>>(), [Some(false), None]);
    tx.commit_unaudited("the change of a test").await.expect("committed");
}

async fn an_answer_needs_its_question(store: TestStore) {
    world::populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    let unknown = questions::answer(&tx, FILE, 99, true, (ADA, at())).await;
    assert!(matches!(unknown, Err(crate::Error::NotFound)), "{unknown:?}");
    let unknown = left_out::make_row(&tx, FILE, (7, 1), (ADA, at())).await;
    assert!(matches!(unknown, Err(crate::Error::NotFound)), "{unknown:?}");
    let unknown = left_out::find(&tx, FILE, 7).await;
    assert!(matches!(unknown, Err(crate::Error::NotFound)), "{unknown:?}");
}

fn line(line: u64, why: Why, cells: &[&str]) -> LeftOut {
    let cells = cells.iter().map(|cell| Box::from(*cell)).collect();
    LeftOut::of(&Ignored { line, spans: 1, why, in_name_column: true, cells }).expect("it holds something")
}

async fn lines_are_kept_in_their_order_and_made_rows(store: TestStore) {
    world::populate(&store).await;
    let blank = Ignored { line: 5, spans: 1, why: Why::Blank, in_name_column: false, cells: vec![Box::from("")] };
    assert_eq!(LeftOut::of(&blank), None, "nothing stands in it");
    let title = line(1, Why::Title, &["Roster"]);
    assert!(!title.has_name, "a title is no person");
    let long = "x".repeat(500);
    let (total, page) = (line(7, Why::Total, &["Count", "Basie", &long]), line(9, Why::Page, &["Page 1"]));
    assert!(total.has_name && total.cells[2].len() == 200, "a long cell is cut");
    let tx = store.begin().await.expect("a transaction");
    left_out::insert(&tx, FILE, &[page.clone(), total.clone(), title.clone()]).await.expect("kept");
    let first = PageRequest::first(9);
    let all = left_out::page(&tx, FILE, false, &first).await.expect("a page");
    assert_eq!((all.total, all.rows), (3, vec![title, total.clone(), page.clone()]));
    assert_eq!(left_out::page(&tx, FILE, true, &first).await.expect("a page").rows, [total.clone(), page.clone()]);
    left_out::make_row(&tx, FILE, (7, 12), (ADA, at())).await.expect("made a row");
    assert_eq!(left_out::made_rows(&tx, FILE).await.expect("read"), MadeRows::from_iter([(7, 12)]));
    assert_eq!(left_out::page(&tx, FILE, true, &first).await.expect("a page").rows, [page]);
    // Read anew, it stays a row.
    assert_eq!(left_out::remove_some(&tx, FILE, 9).await.expect("removed"), 2);
    left_out::insert(&tx, FILE, std::slice::from_ref(&total)).await.expect("kept");
    let made = left_out::find(&tx, FILE, 7).await.expect("found");
    assert_eq!(made, LeftOut { made_row: Some(12), ..total });
    tx.commit_unaudited("the change of a test").await.expect("committed");
}

async fn new_content_forgets_what_was_asked_and_left_out(store: TestStore) {
    world::populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    assert_eq!(records::last_number(&tx, FILE).await.expect("read"), 0);
    let record = validate(&RawRow::new(2, 4), &Rules::on(TODAY)).record;
    records::insert(&tx, FILE, &[(&record, RowState::Error)]).await.expect("written");
    assert_eq!(records::last_number(&tx, FILE).await.expect("read"), 4);
    questions::replace(&tx, FILE, vec![section(2, 3)]).await.expect("asked");
    left_out::insert(&tx, FILE, &[line(7, Why::Total, &["Total"])]).await.expect("kept");
    seen::note(&tx, FILE, 0, (ADA, at())).await.expect("seen");
    content::forget(&tx, FILE).await.expect("forgotten");
    assert_eq!(questions::of_file(&tx, FILE).await.expect("read"), []);
    assert_eq!(left_out::page(&tx, FILE, false, &PageRequest::first(9)).await.expect("a page").total, 0);
    assert!(!files::find(&tx, Scope::system(), FILE).await.expect("found").is_seen);
    tx.commit_unaudited("the change of a test").await.expect("committed");
}

async fn a_look_counts_for_one_inspection(store: TestStore) {
    world::populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    let now = async || {
        let file = files::find(&tx, Scope::system(), FILE).await.expect("found");
        (file.inspection, file.is_seen)
    };
    files::count_inspection(&tx, FILE).await.expect("inspected");
    assert_eq!(now().await, (1, false));
    for _ in 0..2 {
        seen::note(&tx, FILE, 1, (ADA, at())).await.expect("seen");
    }
    assert_eq!(now().await, (1, true));
    files::count_inspection(&tx, FILE).await.expect("inspected");
    assert_eq!(now().await, (2, false));
    tx.commit_unaudited("the change of a test").await.expect("committed");
}
