//! Rows whose leaving stands in another column than the status, and the user's answer about them (rules.md#told-leaving).

use chrono::NaiveDate;

use super::today;
use crate::census::asking::AskedLeaving;
use crate::census::findings::issue::Issue;
use crate::census::findings::questions::{LeavingAnswers, Question, QuestionKind};
use crate::census::people::record::Record;
use crate::census::people::validate::{Checked, Rules, validate};
use crate::census::reader::Item;
use crate::census::reader::{CensusReader, ReadOptions};
use crate::census::source::RawRow;
use crate::members::Status;

/// The rows of a file, judged, with the questions that it asks.
fn judged(text: &str, answers: &[(&str, bool)]) -> (Vec<Checked>, Vec<Question>) {
    let leaving: LeavingAnswers = answers.iter().map(|(heading, yes)| ((*heading).to_owned(), *yes)).collect();
    let options = ReadOptions { leaving, ..ReadOptions::default() };
    let mut reader = CensusReader::open(text.as_bytes(), &options).expect("a file");
    let (mut rows, mut asked) = (Vec::new(), AskedLeaving::default());
    while let Some(item) = reader.next_item().expect("memory does not fail") {
        let Item::Row(raw) = item else { continue };
        let checked = validate(&raw, &Rules::on(today()));
        see(&mut asked, &raw, &checked);
        rows.push(checked);
    }
    (rows, asked.finish())
}

fn see(asked: &mut AskedLeaving, raw: &RawRow, checked: &Checked) {
    raw.leaving.iter().filter(|_| checked.may_have_left).for_each(|told| asked.see(told, raw.line));
}

fn status(record: &Record) -> (Option<Status>, Option<NaiveDate>) {
    (record.status.value().copied(), record.leaves_on)
}

fn codes(issues: &[Issue]) -> Vec<&'static str> {
    issues.iter().map(|issue| issue.kind.code()).collect()
}

const CHANGES: &str = "Change Type,Effective Date,Employee ID,First Name,Last Name,DOB,Reason\n\
    ADD,12/01/2026,E060,Jamal,Ellis,01/11/1972,New hire\n\
    TERM,12/01/2026,E006,Glen,Osborn,04/23/1969,Resigned\n\
    TERM,11/15/2026,E007,Shanice,Robbins,04/06/1995,Resigned\n\
    CHG,12/01/2026,E004,Vikram,Keller,12/05/2005,Address\n";

fn day(text: &str) -> Option<NaiveDate> {
    Some(text.parse().expect("a date"))
}

#[test]
fn a_list_of_changes_asks_once_whether_those_who_leave_are_ended() {
    let (rows, questions) = judged(CHANGES, &[]);
    assert!(rows.iter().all(|row| status(&row.record) == (None, None)), "nobody is ended without a yes");
    let told: Vec<_> = rows.iter().map(|row| codes(&row.issues)).collect();
    assert_eq!(told, [vec![], vec!["says_left"], vec!["says_left"], vec![]]);
    let [question] = &questions[..] else { panic!("{questions:?}") };
    assert_eq!((question.kind, question.rows, question.line), (QuestionKind::Leaving, 2, 3));
    assert_eq!(
        question.text(),
        "2 rows from line 3 to 4 say under 'Change Type' that the person has left or is to leave. Are these people ended, each on the day that \
         the row names if it names one? A status In-Active counts in any case."
    );
    assert!(question.holds(None, true) && question.holds(None, false), "it waits for the answer");
    assert!(!question.holds(Some(true), true) && !question.holds(Some(false), true));
    assert!(Question::changes_rows(question.kind, None, true) && !Question::changes_rows(question.kind, None, false));
}

#[test]
fn a_yes_ends_each_on_its_day_and_a_no_leaves_them_alone() {
    let (rows, questions) = judged(CHANGES, &[("Change Type", true)]);
    let ended = Some(Status::InActive);
    let found: Vec<_> = rows.iter().map(|row| status(&row.record)).collect();
    assert_eq!(found, [(None, None), (ended, day("2026-12-01")), (ended, day("2026-11-15")), (None, None)]);
    assert_eq!(rows[1].issues[0].message, "Status is read as In-Active from 12/01/2026: 'Change Type' says 'TERM'.");
    assert_eq!(codes(&rows[1].issues), ["left_as_said"]);
    assert_eq!(questions.len(), 1, "the question stays, with its answer");

    let (rows, questions) = judged(CHANGES, &[("Change Type", false)]);
    assert!(rows.iter().all(|row| status(&row.record) == (None, None) && row.issues.is_empty()));
    assert_eq!(questions.len(), 1);
}

#[test]
fn the_day_stands_in_the_column_that_tells_of_leaving_or_beside_it() {
    for (headings, cells, heading, leaves_on) in [
        ("Term Date", "10/15/2026", "Term Date", day("2026-10-15")),
        ("Terminated,Last Day Worked", "Yes,11/30/2026", "Terminated", day("2026-11-30")),
        ("Terminated,Effective Date", "Yes,11/30/2026", "Terminated", None),
        ("Change Type,Term Date,Effective Date", "TERM,12/15/2026,01/01/2020", "Change Type", day("2026-12-15")),
        ("Change Type,Term Date,Effective Date", "TERM,,12/01/2026", "Change Type", day("2026-12-01")),
        ("Change Type,Effective Date", "TERM,12/01/2099", "Change Type", None),
        ("Change Type,Effective Date", "TERM,soon", "Change Type", None),
        ("Change Type", "TERM", "Change Type", None),
        ("Termination Reason,Exit Date", "Resigned,11/02/26", "Termination Reason", day("2026-11-02")),
    ] {
        let text = format!("First Name,Last Name,DOB,{headings}\nAnn,Lee,01/02/1980,{cells}\n");
        let (rows, _) = judged(&text, &[(heading, true)]);
        assert_eq!(status(&rows[0].record), (Some(Status::InActive), leaves_on), "{headings} {cells}");
    }
}

#[test]
fn a_status_that_the_file_says_is_no_question() {
    for cells in ["Active,TERM", "Terminated,TERM", ",ADD"] {
        let text = format!("First Name,Last Name,DOB,Status,Change Type\nAnn,Lee,01/02/1980,{cells}\n");
        let (rows, questions) = judged(&text, &[("Change Type", true)]);
        assert_eq!((rows[0].record.leaves_on, questions.len()), (None, 0), "{cells}");
    }
}

/// Who leaves on a day to come is covered until then. A day of the last months contradicts Active; one long ago is that of a person who came back.
#[test]
fn a_day_of_leaving_is_asked_about_whatever_the_status_says() {
    for (headings, cells, heading, leaves_on) in [
        ("Status,Term Date", "Active,12/31/2026", "Term Date", day("2026-12-31")),
        ("Status,Term Date", "Active,10/01/2026", "Term Date", day("2026-10-01")),
        ("Status,Term Date", ",12/31/2026", "Term Date", day("2026-12-31")),
        ("Term Date", "11/21/2026", "Term Date", day("2026-11-21")),
        ("Status,Terminated", "Active,12/31/2026", "Terminated", day("2026-12-31")),
        ("Status,Terminated,Term Date", "Active,No,12/31/2026", "Term Date", day("2026-12-31")),
        ("HR Info", "Termed 12/31/2026", "HR Info", day("2026-12-31")),
    ] {
        let text = format!("First Name,Last Name,DOB,{headings}\nAnn,Lee,01/02/1980,{cells}\n");
        let (rows, questions) = judged(&text, &[]);
        assert_ne!(rows[0].record.status.value(), Some(&Status::InActive), "{headings}");
        assert_eq!((codes(&rows[0].issues), questions.len()), (vec!["says_left"], 1), "{headings} {cells}");
        let (rows, _) = judged(&text, &[(heading, true)]);
        assert_eq!(status(&rows[0].record), (Some(Status::InActive), leaves_on), "{headings} {cells}");
        assert_eq!(codes(&rows[0].issues), ["left_as_said"], "{headings} {cells}");
        let (rows, _) = judged(&text, &[(heading, false)]);
        assert!(rows[0].issues.is_empty() && rows[0].record.leaves_on.is_none(), "{headings} {cells}");
    }
    for (headings, cells) in [("Status,Term Date", "Active,12/31/9999"), ("Status,Term Date", "Active,10/01/2020")] {
        let text = format!("First Name,Last Name,DOB,{headings}\nAnn,Lee,01/02/1980,{cells}\n");
        assert_eq!(judged(&text, &[]).1, [], "{headings} {cells}");
    }
    let text = "First Name,Last Name,DOB,Status,Term Date\nAnn,Lee,01/02/1980,Active,12/31/2026\n";
    let said =
        "The row is read as Active. 'Term Date' says '12/31/2026': check whether the person has left, or is to leave.";
    assert_eq!(judged(text, &[]).0[0].issues[0].message, said);
}

/// The status ends the person; on which day, the column says, and a person says whether that counts.
#[test]
fn the_day_of_a_row_that_says_in_active_is_asked_about() {
    let text = |cells: &str| format!("First Name,Last Name,DOB,Status,Term Date\nAnn,Lee,01/02/1980,{cells}\n");
    let ended = Some(Status::InActive);
    for (cells, leaves_on) in
        [("Terminated,10/01/2026", day("2026-10-01")), ("Terminated,12/31/2026", day("2026-12-31"))]
    {
        for (answers, leaves_on) in
            [(&[][..], None), (&[("Term Date", false)], None), (&[("Term Date", true)], leaves_on)]
        {
            let (rows, questions) = judged(&text(cells), answers);
            assert_eq!((status(&rows[0].record), questions.len()), ((ended, leaves_on), 1), "{cells} {answers:?}");
        }
    }
    for cells in ["Terminated,", "Terminated,01/15/2020", "Terminated,12/31/9999", "Terminated,soon"] {
        let (rows, questions) = judged(&text(cells), &[("Term Date", true)]);
        assert_eq!((status(&rows[0].record), questions.len()), ((ended, None), 0), "{cells}");
    }
}

/// A list that is sorted by status says it behind its first rows only.
#[test]
fn words_far_down_in_a_column_are_asked_about() {
    let active = "Ann,Lee,01/02/1980,Active\n".repeat(700);
    let text = format!("First Name,Last Name,DOB,HR Info\n{active}Bob,Lee,01/02/1980,Former employee\n");
    let (_, questions) = judged(&text, &[]);
    assert_eq!(questions.iter().map(|one| (one.line, one.rows)).collect::<Vec<_>>(), [(702, 1)]);
}

/// What few rows have is one question, which a yes answers for all of them.
#[test]
fn what_few_rows_have_ends_people_after_a_yes_alone() {
    let rows = ["Ann,Lee,A,", "Bob,Lee,T,", "Cal,Lee,A,10/31/2026", "Dee,Lee,A,", "Eve,Lee,A,"];
    let rows = rows.map(|row| row.replacen("Lee", "Lee,01/02/1980", 1)).join("\n");
    let text = format!("First Name,Last Name,DOB,A/T,Valid Until\n{rows}\n");
    let title = "A/T (T; most rows: a); Valid Until";
    let (rows, questions) = judged(&text, &[]);
    assert!(rows.iter().all(|row| status(&row.record) == (None, None)));
    assert_eq!(questions.iter().map(|one| (&*one.title, one.rows)).collect::<Vec<_>>(), [(title, 2)]);
    let (rows, _) = judged(&text, &[(title, true)]);
    let ended: Vec<_> = rows.iter().map(|row| status(&row.record)).collect();
    let left = Some(Status::InActive);
    assert_eq!(ended, [(None, None), (left, None), (left, day("2026-10-31")), (None, None), (None, None)]);
    let (rows, questions) = judged(&text, &[(title, false)]);
    assert!(
        rows.iter().all(|row| row.issues.is_empty()) && questions.len() == 1,
        "the question stays, with its answer"
    );
}

/// What tells which people a file with these rows asks about.
fn asked_about(rows: &str) -> u32 {
    let (_, questions) = judged(&format!("First Name,Last Name,DOB,Term Date\n{rows}Eva,Kemp,1/6/1984,\n"), &[]);
    let [question] = &questions[..] else { panic!("{questions:?}") };
    question.out_of
}

#[test]
fn a_question_about_a_column_is_another_one_about_other_people() {
    let (ann, tom) = ("Ann,Moss,1/2/1980,10/15/2026\n", "Tom,Reed,1/3/1980,10/15/2026\n");
    assert_eq!(asked_about(&format!("{ann}{tom}")), asked_about(&format!("{tom}{ann}")), "in any order");
    assert_ne!(asked_about(ann), asked_about(tom), "of other people");
    assert_ne!(asked_about(ann), asked_about(&format!("{ann}{tom}")), "of one more");
    assert_ne!(asked_about(ann), asked_about("Ann,Moss,1/2/1980,11/15/2026\n"), "of another day");
}
