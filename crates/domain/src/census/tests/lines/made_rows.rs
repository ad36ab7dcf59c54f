//! Lines that a person makes rows, and the questions about a file.

use crate::census::findings::questions::{MadeRows, Question, QuestionKind};
use crate::census::reader::Item;
use crate::census::reader::{CensusReader, ReadOptions};

/// Each line below the heading: the number and first name of a row, or what stands in a line that is left out.
fn read(text: &str, made: &[(u64, u32)]) -> Vec<String> {
    let made_rows = made.iter().copied().collect();
    let options = ReadOptions { made_rows, ..ReadOptions::default() };
    let mut reader = CensusReader::open(text.as_bytes(), &options).expect("a census");
    let mut items = Vec::new();
    while let Some(item) = reader.next_item().expect("memory does not fail") {
        items.push(match item {
            Item::Row(raw) => {
                format!("{} {}", raw.number, raw.get(crate::census::field::Field::FirstName).unwrap_or_default())
            }
            Item::Ignored(ignored) => {
                format!("{:?} {} {}", ignored.why, ignored.cells.join("|"), ignored.in_name_column)
            }
        });
    }
    items
}

#[test]
fn a_line_made_a_row_leaves_the_numbers_of_the_others() {
    let text = "First,Last,DOB\nAnn,Bee,1/2/1980\nTotal: 2,,\nBob,Bee,1/2/1981\nCal,Bee,1/2/1982\n";
    assert_eq!(read(text, &[]), ["1 Ann", "Total Total: 2 false", "2 Bob", "3 Cal"]);
    assert_eq!(read(text, &[(3, 4)]), ["1 Ann", "4 Total: 2", "2 Bob", "3 Cal"]);
    // Where other columns have made more rows of the lines, none has the number of another.
    assert_eq!(read(text, &[(3, 2)]), ["1 Ann", "2 Total: 2", "3 Bob", "4 Cal"]);
}

#[test]
fn a_line_above_the_heading_can_be_made_a_row() {
    let text = ",Al,Abbot,\nID,First,Last,DOB\n1,Ann,Bee,1/2/1980\n,Al,Abbot,\n";
    assert_eq!(read(text, &[])[..2], ["Title |Al|Abbot true", "1 Ann"]);
    assert_eq!(read(text, &[(1, 3)])[..2], ["3 Al", "1 Ann"]);
}

#[test]
fn only_a_yes_lets_an_explicit_file_with_such_lines_go_on() {
    use QuestionKind::{FewNamed, LeftOut, LeftOutOfWhole, Rewritten, Section};
    for (kind, answer, explicit, holds) in [
        (Section, None, false, true),
        (Section, Some(false), true, false),
        (Section, Some(true), false, false),
        (LeftOut, None, true, true),
        (LeftOut, None, false, false),
        (LeftOut, Some(false), true, true),
        (LeftOut, Some(true), true, false),
        (LeftOutOfWhole, None, true, true),
        (LeftOutOfWhole, None, false, false),
        (FewNamed, None, false, true),
        (FewNamed, Some(false), false, true),
        (FewNamed, Some(true), true, false),
        (Rewritten, None, false, true),
        (Rewritten, Some(false), false, true),
        (Rewritten, Some(true), true, false),
    ] {
        assert_eq!(Question::of_file(kind, 2).holds(answer, explicit), holds, "{kind:?} {answer:?} {explicit}");
    }
    for (in_doubt, matched, answer, holds) in
        [(40, 0, None, false), (38, 2, None, true), (0, 40, Some(false), true), (0, 40, Some(true), false)]
    {
        assert_eq!(Question::new_ids(in_doubt, matched).holds(answer, false), holds, "{in_doubt} {matched} {answer:?}");
    }
    for (kind, before, after, changes) in [
        (Section, None, true, true),
        (Section, None, false, false),
        (Section, Some(true), false, true),
        (Section, Some(true), true, false),
        (LeftOut, None, true, false),
    ] {
        assert_eq!(Question::changes_rows(kind, before, after), changes, "{kind:?} {before:?} {after}");
    }
}

#[test]
fn a_question_names_its_lines() {
    let question = |kind, first_line, last_line, rows| Question {
        kind,
        line: first_line,
        first_line,
        last_line,
        rows,
        out_of: 0,
        title: "Inactive".to_owned(),
    };
    let one = question(QuestionKind::LeftOut, 7, 7, 1).text();
    assert!(one.starts_with("Line 7 was left out"), "{one}");
    let several = question(QuestionKind::LeftOut, 7, 19, 3).text();
    assert!(several.starts_with("3 lines from 7 to 19 were left out"), "{several}");
    for (named, active, text) in [
        (2, 12, "This file names 2 of the 12 active members of this group. Is it this group's file?"),
        (0, 1, "This file names 0 of the 1 active member of this group. Is it this group's file?"),
    ] {
        assert_eq!(Question::few_named(named, active).text(), text);
    }
    assert_eq!(MadeRows::from_iter([(7, 3)]).next_number(2), 4);
}
