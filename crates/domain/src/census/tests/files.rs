//! Limits, pointing at the heading, mixed line ends, unclosed quotation marks.

use super::{checked, issues, people, today};
use crate::census::check::{CheckReport, check};
use crate::census::field::Field;
use crate::census::reader::{CensusReader, Item, Limits, ReadError, ReadOptions};
use crate::census::repair::split::SplitWriter;
use crate::census::source::Refusal;

const HEADING: &str = "First Name,Last Name,DOB\n";

#[test]
fn a_file_over_its_limits_is_refused_as_a_whole() {
    let file = format!("{HEADING}Ann,Abel,1/2/1980\nBen,Abel,1/2/1981\nCy,Abel,1/2/1982\n");
    for (limits, reason) in [
        (Limits { records: 2, ..Limits::default() }, "The file has more than 2 records."),
        (Limits { bytes: 50, ..Limits::default() }, "The file is larger than 50 bytes."),
    ] {
        let options = ReadOptions { limits, ..ReadOptions::default() };
        let report = check(file.as_bytes(), today(), &options).unwrap();
        assert!(report.refused.clone().unwrap().starts_with(reason), "{:?}", report.refused);
        assert!(report.records.is_empty());
    }
    let enough = ReadOptions { limits: Limits { bytes: file.len() as u64, records: 3 }, ..ReadOptions::default() };
    assert_eq!(check(file.as_bytes(), today(), &enough).unwrap().records.len(), 3);
}

#[test]
fn a_heading_without_records_is_refused() {
    assert!(checked(HEADING).refused.unwrap().contains("no records"));
}

#[test]
fn a_line_without_end_is_refused() {
    let file = format!("{HEADING}Ann,{},1/2/1980\n", "x".repeat(3 * 1024 * 1024));
    let mut reader = CensusReader::open(file.as_bytes(), &ReadOptions::default()).unwrap();
    let fault = reader.find_map(Result::err).unwrap();
    assert!(matches!(fault, ReadError::Refused(Refusal::LineTooLong { line: 2, .. })), "{fault:?}");
}

#[test]
fn every_kind_of_line_end_counts_one_line() {
    let report = checked("First Name,Last Name,DOB\rAnn,Abel,1/2/1980\r\nBen,Abel,1/2/1981\n\rCy,Abel,1/2/1982");
    assert_eq!(people(&report), [(2, "Ann", "Abel"), (3, "Ben", "Abel"), (5, "Cy", "Abel")]);
    assert_eq!(report.ignored_lines, [4]);
}

#[test]
fn an_unclosed_quotation_mark_costs_one_row_and_not_the_rest_of_the_file() {
    let report =
        checked(format!("{HEADING}Ann,Abel,1/2/1980\n\"Ben,Abel,1/2/1981\nCy,\"Abel\",1/2/1982\nDee,Abel,1/2/1983\n"));
    assert_eq!(people(&report), [(2, "Ann", "Abel"), (3, "Ben", "Abel"), (4, "Cy", "Abel"), (5, "Dee", "Abel")]);
    assert_eq!(issues(&report), [(3, "", "unclosed_quote")]);
}

#[test]
fn blanks_before_a_quotation_mark_do_not_make_it_a_letter() {
    let report = checked(format!("{HEADING}Ann, \"Abel, Jr\" , 1/2/1980\n"));
    assert_eq!(people(&report), [(2, "Ann", "Abel, Jr")]);
}

#[test]
fn a_person_may_point_at_a_heading_that_nobody_knows_and_map_it() {
    let file = "Liste\nVorname;Nachname;Geburtstag\nUte;Kern;12/24/1980\n";
    let report = checked(file);
    assert_eq!((report.header_line, report.delimiter), (Some(2), Some("semicolon")), "found by what stands below it");
    let missing =
        [(2, "FirstName", "missing_column"), (2, "LastName", "missing_column"), (2, "DateOfBirth", "missing_column")];
    assert_eq!(issues(&report)[..3], missing);
    let options = ReadOptions { heading_line: Some(2), ..ReadOptions::default() };
    let mut reader = CensusReader::open(file.as_bytes(), &options).unwrap();
    assert_eq!(reader.mapping().unmapped(), ["Vorname", "Nachname", "Geburtstag"]);
    let mut mapping = reader.mapping().clone();
    for (index, field) in [Field::FirstName, Field::LastName, Field::DateOfBirth].into_iter().enumerate() {
        assert!(mapping.assign(index, Some(field)));
    }
    let remembered = mapping.to_remember();
    reader.use_mapping(mapping);
    let items: Vec<_> = reader.by_ref().map(Result::unwrap).collect();
    let [Item::Ignored(title), Item::Row(row)] = &items[..] else { panic!("{items:?}") };
    assert_eq!(
        (title.line, row.get(Field::FirstName), row.get(Field::DateOfBirth)),
        (1, Some("Ute"), Some("12/24/1980"))
    );

    let next = ReadOptions { remembered, ..ReadOptions::default() };
    let report = check(file.as_bytes(), today(), &next).unwrap();
    assert_eq!(people(&report), [(3, "Ute", "Kern")]);
    assert_eq!(issues(&report), []);
}

#[test]
fn excel_may_name_the_separator_first() {
    let report = checked("sep=;\r\nFirst Name;Last Name;DOB\r\nAnn;Abel;1/2/1980\r\n");
    assert_eq!((report.header_line, report.delimiter), (Some(2), Some("semicolon")));
    assert_eq!(report.ignored_lines, [1]);
}

#[test]
fn a_title_that_comes_again_on_each_page_is_nobody() {
    let report = checked(format!(
        "Hollow Creek Mills\n{HEADING}Ann,Abel,1/2/1980\nHollow Creek Mills\n{HEADING}Ben,Abel,1/2/1981\n"
    ));
    assert_eq!(people(&report), [(3, "Ann", "Abel"), (6, "Ben", "Abel")]);
    assert_eq!(report.ignored_lines, [1, 4, 5]);
}

#[test]
fn the_report_uses_the_names_of_the_wire() {
    let report = checked(format!("{HEADING}Ann,Abel,1/2/1980\nBen,,1/2/1981\n"));
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["Records"][0]["DateOfBirth"], "1980-01-02");
    for key in crate::census::check::record_keys() {
        assert!(json["Records"][0].get(key).is_some(), "{key}");
    }
    assert_eq!(
        json["Issues"][0],
        serde_json::json!({"Line": 3, "Key": "LastName", "Severity": "Error", "Code": "missing_required", "Message": "Last Name is required."})
    );
    for key in ["Encoding", "Delimiter", "HeaderLine", "Refused", "IgnoredLines", "UnmappedColumns"] {
        assert!(json.get(key).is_some(), "{key}");
    }
}

#[test]
fn a_report_written_piece_by_piece_is_the_same() {
    for file in [
        format!("{HEADING}Ann,Abel,1/2/1980\nBen,,1/2/1981\n,,\n"),
        "Employee ID,Rel,Name,DOB,X\nE1,CH,\"Abel, Cy\",1/1/2010,\nE1,EE,\"Abel, Bo\",1/1/1980,\nE9,CH,\"Abel, Di\",1/1/2011,\n".to_owned(),
        "no census".to_owned(),
    ] {
        let mut written = Vec::new();
        crate::census::check::write_report(|| Ok(file.as_bytes()), today(), &ReadOptions::default(), &mut written).unwrap();
        let read: serde_json::Value = serde_json::from_slice(&written).unwrap();
        assert_eq!(read, serde_json::to_value(checked(&file)).unwrap());
    }
}

#[test]
fn a_group_split_off_a_file_of_several_reads_the_same() {
    let file = "Group,Employee Name,DOB (DD/MM/YYYY),Address,City,Note\n10001,\"Abel, Ann\",25/12/1980,1 Main St,Waco,x\n\
                10001,Cher,03/04/1981,=mc2,Waco,\n10001,\"Abel, Bo\",1/2/1980,2 Main St, Unit 3,Waco,\n";
    let mut parent = CensusReader::open(file.as_bytes(), &ReadOptions::default()).unwrap();
    let mut child = Vec::new();
    let mut writer = SplitWriter::new(&mut child, parent.mapping()).unwrap();
    for item in parent.by_ref() {
        if let Item::Row(raw) = item.unwrap() {
            writer.row(&raw).unwrap();
        }
    }
    writer.flush().unwrap();
    drop(writer);
    let (before, after) = (checked(file), checked(&child));
    assert_eq!(people(&after), people(&before));
    assert_eq!(issues(&after), issues(&before));
    let born = |report: &CheckReport| report.records.iter().map(|each| each.date_of_birth.clone()).collect::<Vec<_>>();
    assert_eq!(born(&after)[..2], born(&before)[..2]);
    assert_eq!(after.records[1].address_line1.as_deref(), Some("=mc2"));
}

#[test]
fn the_row_of_a_quotation_mark_without_end_waits_and_a_file_without_a_row_is_refused() {
    let people = "First,Last,DOB,City\nAnn,Bee,1/2/1980,Troy\n";
    for lines in ["x\n".repeat(200), "Dear all\n\n".repeat(200), "x\r\n".repeat(200)] {
        let report = checked(format!("{people}Bo,Lund,1/2/1981,\"Troy\n{lines}"));
        assert_eq!((report.refused.as_deref(), issues(&report)), (None, vec![(3, "", "unclosed_quote")]));
        assert!(report.ignored_lines.len() >= 200);
    }
    let report = checked(format!("First,Last,DOB,\"City\n{}", "\n".repeat(200)));
    assert!(report.refused.is_some_and(|said| said.contains("no records")));
    let report = checked(format!("{people}Bo,Lund,1/2/1981,\"Troy\n{}", "Cal,Dee,1/2/1982,Troy\n".repeat(20_000)));
    assert_eq!((report.refused, report.records.len()), (None, 20_002));
}
