//! Whatever the bytes: no panic; whatever the dialect: the same people.

use encoding_rs::WINDOWS_1252;
use proptest::prelude::*;

use super::{checked, today};
use crate::census::check::check;
use crate::census::field::Field;
use crate::census::reader::ReadOptions;
use crate::census::roster::export::CsvWriter;

const VALID: &str = "Title of the list,,,\nEmployee ID,Relationship,First Name,Last Name,DOB,SSN,Zip,Cell Phone,Email\n\
    E1,EE,Ann,\"Abel, Jr\",1/2/1980,900551001,02139,(617) 555-0101,ann@example.com\nE1,CH,Ben,Abel,25569,900551001,2139,,\n\
    ,,,\nTotal,2\n";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        checked(&bytes);
    }

    #[test]
    fn a_damaged_file_never_panics(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..12), cut in any::<prop::sample::Index>(), insert in prop::collection::vec(any::<u8>(), 0..6)) {
        let mut bytes = VALID.as_bytes().to_vec();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        let at = cut.index(bytes.len());
        bytes.splice(at..at, insert);
        checked(&bytes);
        checked(&bytes[..at]);
    }

    #[test]
    fn it_does_not_matter_how_the_bytes_arrive(bytes in prop::collection::vec(prop::sample::select(VALID.as_bytes()), 0..600), step in 1..40_usize) {
        let whole = [VALID.as_bytes(), &bytes].concat();
        let slow = Slow { bytes: &whole, step };
        prop_assert_eq!(check(slow, today(), &ReadOptions::default()).unwrap(), checked(&whole));
    }

    #[test]
    fn people_are_read_back_from_every_dialect_and_encoding(people in prop::collection::vec(person(), 1..20), delimiter in prop::sample::select(&b",;\t"[..]), encoding in 0..5_u8, end in prop::sample::select(vec!["\n", "\r\n", "\r"])) {
        let text = written(&people, delimiter, end);
        let bytes = match encoding {
            0 => text.into_bytes(),
            1 => format!("\u{feff}{text}").into_bytes(),
            2 => [vec![0xff, 0xfe], text.encode_utf16().flat_map(u16::to_le_bytes).collect()].concat(),
            3 => [vec![0xfe, 0xff], text.encode_utf16().flat_map(u16::to_be_bytes).collect()].concat(),
            _ => WINDOWS_1252.encode(&text).0.into_owned(),
        };
        let report = checked(&bytes);
        prop_assert_eq!(report.refused, None);
        prop_assert!(report.issues.iter().all(|issue| matches!(issue.code, "duplicate_person" | "implausible_age" | "people_beside")), "{:?}", report.issues);
        let read: Vec<[String; 4]> = report.records.into_iter().map(|record| {
            [record.first_name, record.last_name, record.date_of_birth.unwrap_or_default(), record.address_line1.unwrap_or_default()]
        }).collect();
        prop_assert_eq!(read, people);
    }

    #[test]
    fn what_is_exported_is_read_back_unchanged(people in prop::collection::vec(person(), 1..10), city in "[=+@-][a-zA-Z0-9=+ -]{0,9}[a-z]") {
        let mut file = Vec::new();
        let mut writer = CsvWriter::new(&mut file);
        writer.row(["FirstName", "LastName", "DateOfBirth", "AddressLine1", "City"]).unwrap();
        for person in &people {
            writer.row(person.iter().map(String::as_str).chain([city.as_str()])).unwrap();
        }
        writer.flush().unwrap();
        drop(writer);
        prop_assert!(!file.windows(2).any(|pair| matches!(pair, [b',' | b'\n' | b'"', b'=' | b'+' | b'-' | b'@'])), "{}", String::from_utf8_lossy(&file));
        let report = checked(&file);
        prop_assert_eq!(report.records.len(), people.len());
        for (record, person) in report.records.iter().zip(&people) {
            prop_assert_eq!((&record.first_name, &record.last_name), (&person[0], &person[1]));
            let tidy = city.split_whitespace().collect::<Vec<_>>().join(" ");
            prop_assert_eq!(record.city.as_deref(), Some(tidy.as_str()));
        }
    }
}

/// First name, last name, ISO date of birth, address; letters that Windows-1252 has too.
fn person() -> impl Strategy<Value = [String; 4]> {
    let name = "[A-ZÅÉ][a-zéüñø]{1,8}( [A-Z][a-z]{1,5})?";
    let address = "[0-9]{1,3} [A-Z][a-z]{2,8}(, Unit \"[A-Z]\"; [a-z]{1,3})?";
    let date =
        (1930..2010_i32, 1..=12_u32, 1..=28_u32).prop_map(|(year, month, day)| format!("{year}-{month:02}-{day:02}"));
    (name, name, date, address).prop_map(|(first, last, date, address)| [first, last, date, address])
}

fn written(people: &[[String; 4]], delimiter: u8, end: &str) -> String {
    let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(Vec::new());
    writer.write_record(["First Name", "Last Name", "DOB", "Address"]).unwrap();
    for person in people {
        writer.write_record(person).unwrap();
    }
    String::from_utf8(writer.into_inner().unwrap()).unwrap().replace('\n', end)
}

/// A source that gives a few bytes at a time.
struct Slow<'a> {
    bytes: &'a [u8],
    step: usize,
}

impl std::io::Read for Slow<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let count = self.step.min(into.len()).min(self.bytes.len());
        into[..count].copy_from_slice(&self.bytes[..count]);
        self.bytes = &self.bytes[count..];
        Ok(count)
    }
}

#[test]
fn the_template_is_a_file_that_maps_completely() {
    let template = crate::census::roster::export::template();
    let file = format!("{template}{}", "x,".repeat(Field::template().len() - 1) + "x\r\n");
    let report = checked(file);
    assert_eq!((report.refused, report.unmapped_columns), (None, Vec::new()));
}
