//! Splitting text into rows: like the `csv` crate where that is right, better where it is not.

pub(in crate::census::tests) mod company_contacts;
pub(in crate::census::tests) mod family_sections;
pub(in crate::census::tests) mod left_out;
pub(in crate::census::tests) mod made_rows;
pub(in crate::census::tests) mod messy;
pub(in crate::census::tests) mod noise;
pub(in crate::census::tests) mod report_lines;
pub(in crate::census::tests) mod sections;
pub(in crate::census::tests) mod summaries;

use proptest::prelude::*;

use crate::census::source::lines::{Row, split_row};

fn rows(text: &str) -> Vec<Vec<String>> {
    let mut row = Row::default();
    let (mut at, mut rows) = (0, Vec::new());
    while at < text.len() {
        at += split_row(&text[at..], true, b',', &mut row).expect("the text is complete");
        rows.push(row.cells().map(str::to_owned).collect());
    }
    rows
}

#[test]
fn cells_are_split_by_rfc_4180() {
    for (text, expected) in [
        ("a,b\r\nc,d\r\n", vec![vec!["a", "b"], vec!["c", "d"]]),
        ("\"a,1\",\"b\"\"2\"\"\"\n", vec![vec!["a,1", "b\"2\""]]),
        ("\"a\r\nb\",c", vec![vec!["a\r\nb", "c"]]),
        ("a,,\n\n,\n", vec![vec!["a", "", ""], vec![""], vec!["", ""]]),
        ("5\" pipe,x\n", vec![vec!["5\" pipe", "x"]]),
        ("\"\",\"\"\n", vec![vec!["", ""]]),
        ("\"a\"b,c\n", vec![vec!["ab", "c"]]),
        ("\"1 Main\" Apt 2,\"x\"  \"y\"", vec![vec!["1 Main Apt 2", "x  \"y\""]]),
        (" \"Dan\"  ,\"Eff\" ", vec![vec!["Dan", "Eff"]]),
        ("\"1,Moss,Ann\"\n \"2,\"\"Moss, Jr\"\",Bo\" \n", vec![vec!["1", "Moss", "Ann"], vec!["2", "Moss, Jr", "Bo"]]),
        ("\"Moss, Ann\"\n", vec![vec!["Moss, Ann"]]),
    ] {
        assert_eq!(rows(text), expected, "{text:?}");
    }
}

#[test]
fn a_row_that_may_go_on_waits_for_more_text() {
    let mut row = Row::default();
    for text in ["a,b", "a,\"b", "a,\"b\"", "a,\"b\n", "a,b\r", "a, "] {
        assert_eq!(split_row(text, false, b',', &mut row), None, "{text:?}");
        assert!(split_row(text, true, b',', &mut row).is_some(), "{text:?}");
    }
}

#[test]
fn rows_know_how_many_lines_they_span() {
    let mut row = Row::default();
    for (text, spans) in [("a\n", 1), ("\"a\nb\"\n", 2), ("\"a\r\nb\rc\n\"\n", 4)] {
        split_row(text, true, b',', &mut row);
        assert_eq!(row.spans, spans, "{text:?}");
    }
}

#[test]
fn a_mark_that_stays_open_is_a_letter_of_its_line() {
    let mut row = Row::default();
    let text = format!("\"Ann,Abel\n{}", "Ben,Abel\n".repeat(10_000));
    assert_eq!(split_row(&text, true, b',', &mut row), Some(10));
    assert!(row.unclosed);
    assert_eq!(row.cells().collect::<Vec<_>>(), ["Ann", "Abel"]);
}

proptest! {
    #[test]
    fn what_the_csv_crate_writes_is_read_back(table in prop::collection::vec(prop::collection::vec("[a-z,;\"\r\n\t é ]{0,8}", 2..5), 1..8)) {
        let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
        for row in &table {
            writer.write_record(row).unwrap();
        }
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        // The crate writes cells of blanks before quotes without quoting the blanks' meaning away; both read them alike.
        prop_assert_eq!(rows(&text), table);
    }

    #[test]
    fn every_text_is_split_to_its_end(text in any::<String>(), complete: bool) {
        let mut row = Row::default();
        let mut at = 0;
        while at < text.len() {
            match split_row(&text[at..], complete, b';', &mut row) {
                Some(used) => {
                    prop_assert!(used > 0 && text.is_char_boundary(at + used));
                    at += used;
                }
                None => {
                    prop_assert!(!complete);
                    break;
                }
            }
        }
    }
}
