//! Whether a row says that a member has moved, so that its address replaces the stored one as a whole (rules.md#whole-address).

use crate::census::cells::Entry;
use crate::census::field::Field;
use crate::census::people::record::Record;
use crate::members::MemberDetails;
use crate::text::fold;

/// Words of a street that one file writes out and another shortens.
const SHORT: &[(&str, &str)] = &[
    ("street", "st"),
    ("str", "st"),
    ("avenue", "ave"),
    ("av", "ave"),
    ("road", "rd"),
    ("drive", "dr"),
    ("lane", "ln"),
    ("court", "ct"),
    ("place", "pl"),
    ("boulevard", "blvd"),
    ("circle", "cir"),
    ("terrace", "ter"),
    ("trail", "trl"),
    ("parkway", "pkwy"),
    ("highway", "hwy"),
    ("square", "sq"),
    ("north", "n"),
    ("south", "s"),
    ("east", "e"),
    ("west", "w"),
    ("northeast", "ne"),
    ("northwest", "nw"),
    ("southeast", "se"),
    ("southwest", "sw"),
];

/// The fields of a home, which change together.
pub(in crate::census) const HOME: [Field; 5] =
    [Field::AddressLine1, Field::AddressLine2, Field::City, Field::State, Field::ZipCode];

/// Whether the row gives another street or ZIP code than the stored one. Another spelling of the street and four more digits of the ZIP
/// code are no other home.
pub(in crate::census) fn moves_home(record: &Record, stored: &MemberDetails) -> bool {
    let is_other_street = match &record.address_line1 {
        Entry::Blank => false,
        Entry::Clear => stored.address_line1.is_some(),
        Entry::Value(street) => stored.address_line1.as_deref().is_some_and(|old| words(old) != words(street)),
    };
    is_other_street || is_other_zip(record, stored)
}

/// Whether the row gives another ZIP code, city or state than the stored one and says nothing of the stored street, or words without a number in its
/// place, such as `see HR`. A file without a column of streets would take it from every member, and the new town beside the old street is no address.
pub(in crate::census) fn lacks_street(record: &Record, stored: &MemberDetails) -> bool {
    let has_number = |street: &str| street.contains(|c: char| c.is_ascii_digit());
    let Some(old) = stored.address_line1.as_deref() else { return false };
    match &record.address_line1 {
        Entry::Blank => moves_home(record, stored) || is_other_town(record, stored),
        Entry::Value(street) => has_number(old) && !has_number(street) && !is_other_zip(record, stored),
        Entry::Clear => false,
    }
}

fn is_other_zip(record: &Record, stored: &MemberDetails) -> bool {
    stored.zip_code.as_deref().zip(record.zip_code.value()).is_some_and(|(old, new)| five(old) != five(new))
}

/// Whether the row gives another city or state than the stored one.
fn is_other_town(record: &Record, stored: &MemberDetails) -> bool {
    let differs = |new: Option<&str>, old: &Option<String>| {
        new.zip(old.as_deref()).is_some_and(|(new, old)| fold(new) != fold(old))
    };
    differs(record.city.value().map(String::as_str), &stored.city)
        || differs(record.state.value().copied(), &stored.state)
}

/// The words of a street as they are compared.
fn words(street: &str) -> Vec<String> {
    let folded = fold(street);
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| SHORT.iter().find(|(long, _)| *long == word).map_or(word, |(_, short)| short).to_owned()).collect()
}

fn five(zip: &str) -> &str {
    zip.get(..5).unwrap_or(zip)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::apply::{PricingCodes, changed, stored};
    use super::super::changes::{ApplyOptions, Decision, FieldChange, Remark, decide};
    use super::super::undo::{Before, ChangeKind, Touched};
    use super::*;
    use crate::census::people::validate::{Rules, validate};
    use crate::census::source::RawRow;
    use crate::examples::{TODAY, member_details};
    use crate::members::Status;
    use crate::members::status::{CurrentStatus, Timeline};

    fn lives(street: &str, unit: &str, zip: &str) -> MemberDetails {
        let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        let (city, state) = (some("Boston"), some("MA"));
        let (address_line1, address_line2, zip_code) = (some(street), some(unit), some(zip));
        MemberDetails { address_line1, address_line2, city, state, zip_code, ..member_details() }
    }

    fn record(cells: &[(Field, &str)]) -> Record {
        let member = member_details();
        let born = member.date_of_birth.to_string();
        let mut raw = RawRow::new(2, 1)
            .with(Field::FirstName, &member.first_name)
            .with(Field::LastName, &member.last_name)
            .with(Field::DateOfBirth, &born);
        for (field, text) in cells {
            raw.set(*field, text);
        }
        validate(&raw, &Rules::on(TODAY)).record
    }

    fn changes(record: &Record, details: &MemberDetails) -> Vec<FieldChange> {
        decided(record, details).fields
    }

    fn decided(record: &Record, details: &MemberDetails) -> Decision {
        let codes = PricingCodes::default();
        let status = CurrentStatus { status: Status::Active, pending: None };
        let options = ApplyOptions { administrator: true, global_effective_on: None, by_rule: TODAY };
        decide(record, Some(&stored(details, status, &codes, TODAY)), &options)
    }

    #[test]
    fn a_new_street_or_zip_code_replaces_the_whole_address() {
        const STREET: Field = Field::AddressLine1;
        const UNIT: Field = Field::AddressLine2;
        const ZIP: Field = Field::ZipCode;
        let home = lives("12 N Elm St", "Apt 20", "02139");
        for (what, row, second_line) in [
            ("another street", &[(STREET, "7 Oak Ave")][..], None),
            ("another house of the street", &[(STREET, "14 N Elm St")], None),
            ("another kind of street", &[(STREET, "12 N Elm Ave")], None),
            ("the second line in the first", &[(STREET, "12 N Elm St Apt 20")], None),
            ("another street of another ZIP code", &[(STREET, "7 Oak Ave"), (ZIP, "80202")], None),
            ("the same street of another ZIP code", &[(STREET, "12 N Elm St"), (ZIP, "80202")], None),
            ("no street any more", &[(STREET, "<clear>")], None),
            ("another second line", &[(STREET, "7 Oak Ave"), (UNIT, "Fl 2")], Some("Fl 2")),
            ("the same second line", &[(STREET, "7 Oak Ave"), (UNIT, "apt 20")], Some("Apt 20")),
            ("the same street", &[(STREET, "12 N Elm St"), (ZIP, "02139")], Some("Apt 20")),
            ("another spelling", &[(STREET, "12 NORTH ELM STREET.")], Some("Apt 20")),
            ("the rest of the ZIP code", &[(STREET, "12 N Elm St"), (ZIP, "02139-1234")], Some("Apt 20")),
            ("a ZIP code alone", &[(ZIP, "80202")], Some("Apt 20")),
            ("nothing", &[], Some("Apt 20")),
        ] {
            let record = record(row);
            let changes = changes(&record, &home);
            let after = changed(&home, &changes, &PricingCodes::default());
            assert_eq!(after.address_line2.as_deref(), second_line, "{what}");
            let told = changes.iter().find(|change| change.field == UNIT).map(|change| change.new.as_deref());
            assert_eq!(told, (second_line != Some("Apt 20")).then_some(second_line), "{what}: the change set says it");
        }
        // What the row leaves blank belongs to the old home.
        for (what, row, wanted) in [
            (
                "a street and a city",
                &[(STREET, "7 Oak Ave"), (Field::City, "Denver")][..],
                &[
                    (STREET, Some("7 Oak Ave")),
                    (UNIT, None),
                    (Field::City, Some("Denver")),
                    (Field::State, None),
                    (ZIP, None),
                ][..],
            ),
            ("a ZIP code and a city without a street", &[(ZIP, "80202"), (Field::City, "Denver")], &[]),
            ("another city alone", &[(Field::City, "Cambridge")], &[]),
            ("another state alone", &[(Field::State, "CO")], &[]),
            ("another city of the ZIP code", &[(Field::City, "Cambridge"), (ZIP, "02139")], &[]),
            (
                "another city beside the street",
                &[(STREET, "12 N ELM ST"), (Field::City, "Cambridge")],
                &[(Field::City, Some("Cambridge"))],
            ),
        ] {
            let moved = changes(&record(row), &home);
            let told: Vec<_> = moved.iter().map(|change| (change.field, change.new.as_deref())).collect();
            assert_eq!(told, wanted, "{what}");
        }
        let remark = |row: &[(Field, &str)]| decided(&record(row), &home).remark;
        assert_eq!(remark(&[(ZIP, "80202")]), Some(Remark::AddressKept));
        assert_eq!(remark(&[(Field::City, "Cambridge")]), Some(Remark::AddressKept));
        assert_eq!(remark(&[(Field::State, "CO")]), Some(Remark::AddressKept));
        assert_eq!(remark(&[(Field::City, "BOSTON"), (Field::State, "MA")]), None);
        assert_eq!(remark(&[(ZIP, "80202"), (STREET, "12 N Elm St")]), None);
        assert_eq!(remark(&[(ZIP, "02139-1234")]), None);
        // The first street of a member is no move, nor is a town where no street is stored.
        let first = lives("", "Apt 20", "");
        assert!(!moves_home(&record(&[(STREET, "7 Oak Ave"), (ZIP, "80202")]), &first));
        assert!(!lacks_street(&record(&[(Field::City, "Denver")]), &first));
    }

    fn one_of(texts: &'static [&'static str]) -> impl Strategy<Value = &'static str> {
        prop::sample::select(texts)
    }

    const STREETS: &[&str] = &["", "12 N Elm St", "12 North Elm Street", "7 Oak Ave", "7 Oak Ave Apt 20"];
    const UNITS: &[&str] = &["", "Apt 20", "Fl 2"];
    const ZIPS: &[&str] = &["", "02139", "02139-1234", "80202"];

    proptest! {
        #[test]
        fn an_address_is_changed_once_shown_whole_and_put_back_by_undoing(
            (old_street, old_unit, old_zip) in (one_of(STREETS), one_of(UNITS), one_of(ZIPS)),
            (street, unit, zip) in (one_of(STREETS), one_of(UNITS), one_of(ZIPS)),
        ) {
            let before = lives(old_street, old_unit, old_zip);
            let row = record(&[(Field::AddressLine1, street), (Field::AddressLine2, unit), (Field::ZipCode, zip)]);
            let fields = changes(&row, &before);
            let after = changed(&before, &fields, &PricingCodes::default());
            prop_assert_eq!(changes(&row, &after), Vec::new(), "the second time nothing is left to do");
            let second = after.address_line2.as_deref().unwrap_or_default();
            let expected = match (unit, moves_home(&row, &before)) {
                _ if lacks_street(&row, &before) => old_unit,
                ("", true) => "",
                ("", false) => old_unit,
                (unit, _) => unit,
            };
            prop_assert_eq!(second, expected);
            let mut places: Vec<Field> = fields.iter().map(|change| change.field).collect();
            places.dedup();
            prop_assert!(places.is_sorted() && places.len() == fields.len(), "each field once, in order");
            let noted = Before::of(&fields, &before, None, &Timeline::default(), None);
            let touched = Touched {
                kind: ChangeKind::Updated,
                before: Some(&noted),
                version_after: 2,
                version: 2,
                by_later_file: false,
                details: &after,
                primary: None,
                timeline: &Timeline::default(),
            };
            prop_assert_eq!(touched.put_back(TODAY).map(|back| back.details), Ok(before));
        }
    }
}
