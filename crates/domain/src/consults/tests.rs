//! Files of consults: what is read, what is refused and how it is said.

use std::io::{self, Read};

use chrono::{DateTime, Utc};
use proptest::prelude::*;

use super::*;
use crate::Invalid;
use crate::members::Gender;

const HEADING: &str = "ExternalId,employerid,StartedOn";

fn instant(text: &str) -> DateTime<Utc> {
    text.parse().expect("an instant of the test")
}

fn now() -> DateTime<Utc> {
    instant("2026-07-20T16:00:00Z")
}

/// A source that gives few bytes at a time.
struct Trickle<'a>(&'a [u8]);

impl Read for Trickle<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let (some, rest) = self.0.split_at(self.0.len().min(7).min(into.len()));
        into[..some.len()].copy_from_slice(some);
        self.0 = rest;
        Ok(some.len())
    }
}

fn read(kind: FileKind, text: &str) -> Result<Vec<Result<Reported, Refused>>, Stopped> {
    let mut reader = ConsultReader::open(Trickle(text.as_bytes()), kind, u64::MAX, now())?;
    std::iter::from_fn(|| reader.next_row().transpose()).collect()
}

/// The only consult of comma-separated text with these further columns.
fn one(columns: &str, cells: &str) -> Result<Reported, Invalid> {
    let text = format!("{HEADING}{columns}\nc-1,7,2026-07-01T14:30:00Z{cells}\n");
    let mut rows = read(FileKind::Csv, &text).expect("the file is read");
    assert_eq!(rows.len(), 1);
    rows.remove(0).map_err(|refused| refused.invalid)
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn evenings_and_weekends_are_after_hours() {
    for (at, after_hours) in [
        ("2026-07-20T07:59:59", true),
        ("2026-07-20T08:00:00", false),
        ("2026-07-20T19:59:59", false),
        ("2026-07-20T20:00:00", true),
        ("2026-07-18T12:00:00", true),
        ("2026-07-19T12:00:00", true),
        ("2026-07-24T12:00:00", false),
    ] {
        assert_eq!(is_after_hours(at.parse().expect("a time")), after_hours, "{at}");
    }
}

#[test]
fn both_kinds_of_file_say_the_same() {
    let csv = "\u{feff}externalid,GroupId,UniqueId,StartedOn,Status,WaitMinutes,Rating,IsAfterHours,Gender,Age,Region,InsurancePlan,\
               GroupCode,Source,Access,AlternativeCare,Diagnoses,Prescriptions\r\n\
               c-1, ACME ,U-1,2026-07-01T10:30:00.1239-04:00,Void,5,4,TRUE,F,40,OH,Gold,A-1,Friend,Video,Urgent care,\
               \"Cough; Fever;\",Rest\r\n";
    let json = r#"{"ExternalId":"c-1","groupId":"acme","UniqueId":"u-1","StartedOn":"2026-07-01T14:30:00.123Z","Status":"void",
        "WaitMinutes":5,"Rating":"4","IsAfterHours":true,"Gender":"Female","Age":40,"Region":"OH","InsurancePlan":"Gold",
        "GroupCode":"A-1","Source":"Friend","Access":"Video","AlternativeCare":"Urgent care","Diagnoses":["Cough","Fever",null],
        "Prescriptions":"Rest","EmployerId":null}"#;
    let expected = Reported {
        line: 2,
        external_id: "c-1".into(),
        group: OfGroup::Code("acme".into()),
        member: OfMember::UniqueKey("u-1".into()),
        started_at: instant("2026-07-01T14:30:00.123Z"),
        is_completed: false,
        wait_minutes: Some(5),
        rating: Some(4),
        is_after_hours: Some(true),
        gender: Some(Gender::Female),
        age: Some(40),
        about: About {
            region: Some("OH".into()),
            plan: Some("Gold".into()),
            code: Some("A-1".into()),
            source: Some("Friend".into()),
            access: Some("Video".into()),
            alternative: Some("Urgent care".into()),
            diagnoses: texts(&["Cough", "Fever"]),
            prescriptions: texts(&["Rest"]),
        },
    };
    assert_eq!(read(FileKind::Csv, csv).expect("it is read"), [Ok(expected.clone())]);
    let line = format!("\n{}\n\n", json.replace('\n', " "));
    assert_eq!(read(FileKind::JsonLines, &line).expect("it is read"), [Ok(expected)]);
}

#[test]
fn what_a_row_leaves_out_is_unknown_and_a_consult_took_place_unless_it_is_void() {
    let found = one("", "").expect("a consult");
    assert_eq!((found.group, found.member, found.is_completed), (OfGroup::Id(GroupId(7)), OfMember::Unknown, true));
    assert_eq!((found.is_after_hours, found.gender, found.age), (None, None, None));
    assert_eq!(found.about, About::default());
}

#[test]
fn each_field_says_what_is_wrong_with_it() {
    let long = "x".repeat(201);
    let many = "x;".repeat(51);
    for (columns, cells, key, message) in [
        (",Status", ",gone", "Status", "Status must be completed or void."),
        (",WaitMinutes", ",-1", "WaitMinutes", "WaitMinutes must be a whole number from 0 to 10080."),
        (",WaitMinutes", ",4.5", "WaitMinutes", "WaitMinutes must be a whole number from 0 to 10080."),
        (",Rating", ",6", "Rating", "Rating must be a whole number from 1 to 5."),
        (",IsAfterHours", ",maybe", "IsAfterHours", "IsAfterHours must be true or false."),
        (",Gender", ",?", "Gender", "Gender must be Male, Female, Other or Unknown."),
        (",Age", ",131", "Age", "Age must be a whole number from 0 to 130."),
        (",Region", &format!(",{long}"), "Region", "Region must be at most 200 characters."),
        (",Diagnoses", &format!(",{long}"), "Diagnoses", "Each of Diagnoses must be at most 200 characters."),
        (",Prescriptions", &format!(",{many}"), "Prescriptions", "Prescriptions may hold 50 texts at most."),
        (",GroupId", ",A", "GroupId", "Name the group by EmployerId or by GroupId."),
        (",EmployeeId,UniqueId", ",4,U", "UniqueId", "Name the employee by EmployeeId or by UniqueId."),
        (",EmployeeId", ",x", "EmployeeId", "EmployeeId must be a whole number from 1 to 9223372036854775807."),
    ] {
        assert_eq!(one(columns, cells), Err(Invalid::field(key, message)), "{columns} {cells}");
    }
}

#[test]
fn a_consult_needs_an_id_a_group_and_a_time_that_has_been() {
    let zone = "StartedOn must be a time with its offset from UTC, such as 2026-07-01T14:30:00Z.";
    for (row, key, message) in [
        (",7,2026-07-01T14:30:00Z", "ExternalId", "ExternalId is required."),
        ("c,,2026-07-01T14:30:00Z", "EmployerId", "EmployerId or GroupId is required unless EmployeeId is given."),
        ("c,7,", "StartedOn", "StartedOn is required."),
        ("c,7,2026-07-01 14:30", "StartedOn", zone),
        ("c,7,2026-02-30T14:30:00Z", "StartedOn", zone),
        ("c,7,2026-07-20T16:00:01Z", "StartedOn", "StartedOn must not lie in the future."),
        ("c,7,0026-07-20T16:00:01Z", "StartedOn", "StartedOn must lie in the years 1900 to 2199."),
    ] {
        let found = read(FileKind::Csv, &format!("{HEADING}\n{row}\n")).expect("the file is read");
        assert_eq!(found, [Err(Refused { line: 2, invalid: Invalid::field(key, message) })], "{row}");
    }
}

#[test]
fn who_is_named_by_an_id_needs_no_group_and_by_a_unique_id_needs_one() {
    let of = |columns: &str, cells: &str| {
        let text = format!("ExternalId,StartedOn{columns}\nc-1,2026-07-01T14:30:00Z{cells}");
        let mut rows = read(FileKind::Csv, &text).expect("the file is read");
        rows.remove(0).map(|found| (found.group, found.member)).map_err(|refused| refused.invalid.0.len())
    };
    assert_eq!(of(",EmployeeId", ",4"), Ok((OfGroup::OfMember, OfMember::Id(MemberId(4)))));
    assert_eq!(of(",UniqueId", ",U"), Err(1));
}

#[test]
fn a_wrong_row_is_named_by_its_line_and_the_others_are_read() {
    let good = "2026-07-01T14:30:00Z";
    let text = format!("{HEADING}\n\na,7,{good}\nb,7\n\"c\",7,\"{good}\nd,7,{good},x\ne,7,{good}");
    let lines = |rows: Vec<Result<Reported, Refused>>| -> Vec<_> {
        rows.into_iter()
            .map(|row| row.map(|row| row.external_id).map_err(|row| (row.line, row.invalid.to_string())))
            .collect()
    };
    assert_eq!(
        lines(read(FileKind::Csv, &text).expect("the file is read")),
        [
            Ok("a".to_owned()),
            Err((4, ": The row has 2 cells, the heading 3.".to_owned())),
            Err((5, ": A quotation mark is not closed.".to_owned())),
            Err((6, ": The row has 4 cells, the heading 3.".to_owned())),
            Ok("e".to_owned()),
        ]
    );
    let json = "[]\n{\"ExternalId\":{},\"Nonsense\":1}\n{";
    assert_eq!(
        lines(read(FileKind::JsonLines, json).expect("the file is read")),
        [
            Err((1, ": The line is not a JSON object.".to_owned())),
            Err((
                2,
                "ExternalId: ExternalId must be a single value.; Nonsense: Consults have no field \"Nonsense\"."
                    .to_owned()
            )),
            Err((3, ": The line is not a JSON object.".to_owned())),
        ]
    );
}

#[test]
fn a_file_of_something_else_is_refused_as_a_whole() {
    let endless = format!("{{\"ExternalId\":\"{}", "x".repeat(2_000_000));
    for (kind, text, message) in [
        (FileKind::Csv, "", "The file is empty."),
        (FileKind::Csv, "Name,City\nA,B\n", "Consults have no column \"Name\"."),
        (FileKind::Csv, "ExternalId,EmployerId\n", "The column StartedOn is missing."),
        (FileKind::Csv, "ExternalId,externalid,StartedOn\n", "The column ExternalId stands there twice."),
        (FileKind::Csv, "%PDF-1.7", "The file is a PDF document, not CSV or JSON Lines."),
        (FileKind::JsonLines, "\0\0\0", "The file is not text."),
        (FileKind::JsonLines, &endless, "Line 1 is longer than 1048576 characters."),
    ] {
        let stopped = read(kind, text).expect_err("it is refused");
        assert_eq!(stopped.to_string(), message);
    }
    let text = format!("{HEADING}\nc-1,7,2026-07-01T14:30:00Z\n");
    let stopped = ConsultReader::open(text.as_bytes(), FileKind::Csv, 20, now()).err().expect("it is refused");
    assert_eq!(stopped.to_string(), "The file is larger than 20 bytes. Split it into smaller files.");
}

#[test]
fn the_name_tells_the_kind() {
    for (name, kind) in [
        ("a.CSV", Some(FileKind::Csv)),
        ("a.jsonl", Some(FileKind::JsonLines)),
        ("a.ndjson", Some(FileKind::JsonLines)),
        ("a.xlsx", None),
        ("csv", None),
    ] {
        assert_eq!(FileKind::of_name(name), kind, "{name}");
    }
}

proptest! {
    #[test]
    fn whatever_the_bytes_nothing_panics(bytes in prop::collection::vec(any::<u8>(), 0..400), json in any::<bool>()) {
        let kind = if json { FileKind::JsonLines } else { FileKind::Csv };
        let mut text = if json { Vec::new() } else { format!("{HEADING}\n").into_bytes() };
        text.extend(bytes);
        if let Ok(mut reader) = ConsultReader::open(text.as_slice(), kind, u64::MAX, now()) {
            while let Ok(Some(_)) = reader.next_row() {}
        }
    }
}

/// The ids of consults on lines of JSON, or what is said of the line.
fn ids_of(values: &[&str]) -> Vec<String> {
    let line = |value: &&str| {
        format!("{{\"ExternalId\":{value},\"EmployerId\":7,\"StartedOn\":\"2026-07-01T14:30:00Z\",\"Age\":40}}\n")
    };
    let rows = read(FileKind::JsonLines, &values.iter().map(line).collect::<String>()).expect("the file is read");
    rows.into_iter().map(|row| row.map_or_else(|no| no.invalid.to_string(), |consult| consult.external_id)).collect()
}

#[test]
fn ids_that_are_not_texts_are_whole_numbers_as_written() {
    const INEXACT: &str = "ExternalId: ExternalId must be a text or a whole number: put it in quotation marks.";
    for (value, id) in [
        ("18446744073709551616", "18446744073709551616"),
        ("18446744073709551617", "18446744073709551617"),
        ("123456789012345678901234567890", "123456789012345678901234567890"),
        ("9007199254740993", "9007199254740993"),
        ("-7", "-7"),
        ("\"4711.10\"", "4711.10"),
        ("4711.1", INEXACT),
        ("4711.10", INEXACT),
        ("4711.0", INEXACT),
        ("4.711e3", INEXACT),
        ("1E400", INEXACT),
        ("true", INEXACT),
        ("false", INEXACT),
        ("\"true\"", "true"),
        ("\"A\\u0000C\"", "ExternalId: ExternalId must not contain control characters."),
        ("\"A\\nC\"", "ExternalId: ExternalId must not contain control characters."),
    ] {
        assert_eq!(ids_of(&[value]), [id], "{value}");
    }
}

#[test]
fn ids_that_a_spreadsheet_has_rounded_are_refused_in_both_kinds_of_file() {
    const ROUNDED: &str =
        "ExternalId: ExternalId was rounded by a spreadsheet, so that its last digits are lost: write it in full.";
    for id in ["2.12345E+19", "2.9e+19", "1E+05"] {
        assert_eq!(ids_of(&[&format!("\"{id}\"")]), [ROUNDED], "{id}");
        let text = format!("{HEADING}\n{id},7,2026-07-01T14:30:00Z\n");
        let rows = read(FileKind::Csv, &text).expect("the file is read");
        assert_eq!(rows[0].as_ref().map_err(|refused| refused.invalid.to_string()).err().as_deref(), Some(ROUNDED));
    }
    assert!(one(",UniqueId", ",1.2E+05").is_err(), "no other id either");
    for id in ["E-19", "2E19", "A1E+2", "1.2.3"] {
        assert_eq!(ids_of(&[&format!("\"{id}\"")]), [id], "somebody's own");
    }
}

#[test]
fn other_numbers_are_taken_as_they_are_written() {
    let line = r#"{"ExternalId":"c","GroupId":18446744073709551617,"UniqueId":18446744073709551616,"StartedOn":"2026-07-01T14:30:00Z",
        "WaitMinutes":12,"Age":40,"Region":1.50,"Diagnoses":[18446744073709551617,2.50]}"#;
    let rows = read(FileKind::JsonLines, &line.replace('\n', " ")).expect("it is read");
    let found = rows[0].as_ref().expect("a consult");
    assert_eq!(found.group, OfGroup::Code("18446744073709551617".into()));
    assert_eq!(found.member, OfMember::UniqueKey("18446744073709551616".into()));
    assert_eq!(found.about.region.as_deref(), Some("1.50"));
    assert_eq!(found.about.diagnoses, texts(&["18446744073709551617", "2.50"]));
}

#[test]
fn a_field_that_stands_twice_in_an_object_is_refused() {
    let line = r#"{"ExternalId":"a","externalid":"b","EmployerId":7,"StartedOn":"2026-07-01T14:30:00Z"}"#;
    let rows = read(FileKind::JsonLines, line).expect("it is read");
    let refused = rows[0].as_ref().expect_err("two ids");
    assert_eq!(refused.invalid.to_string(), "ExternalId: ExternalId stands there twice.");
}
