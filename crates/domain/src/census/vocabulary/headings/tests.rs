use super::*;
use crate::census::vocabulary::heading_key;

fn field(heading: &str) -> Option<Field> {
    recognise(&heading_key(heading)).map(|(field, _)| field)
}

#[test]
fn which_address_it_is_says_not_what_stands_there() {
    for heading in ["Address Home", "Address St", "Address Work", "Relation Name", "Rel Type"] {
        assert_eq!(recognise(&heading_key(heading)), None, "{heading}");
    }
}

#[test]
fn no_key_stands_for_two_fields() {
    let keys: usize = lines_of("fields").map(|(_, keys)| divided(keys).count()).sum();
    assert_eq!(BY_KEY.len(), keys);
    for key in BY_KEY.keys() {
        assert_eq!(heading_key(key), *key);
    }
}

#[test]
fn every_field_is_known_by_its_own_name() {
    for wanted in Field::ALL {
        assert_eq!(field(wanted.name()), Some(wanted));
        assert_eq!(field(&wanted.label().to_uppercase()), Some(wanted));
    }
}

#[test]
fn headings_of_all_sorts_are_recognised() {
    for (heading, wanted) in [
        ("First Name *", Some(Field::FirstName)),
        ("EMPLOYEE_FIRST_NAME", Some(Field::FirstName)),
        ("EE Last", Some(Field::LastName)),
        ("Date\u{a0}of\u{a0}Birth (MM/DD/YYYY)", Some(Field::DateOfBirth)),
        ("DOB mm/dd/yyyy", Some(Field::DateOfBirth)),
        ("Birth\nDate", Some(Field::DateOfBirth)),
        ("Emp No", Some(Field::UniqueId)),
        ("Employee #", Some(Field::UniqueId)),
        ("SS#", Some(Field::Ssn)),
        ("REL CODE", Some(Field::Relationship)),
        ("subscriber_relationship", Some(Field::Relationship)),
        ("Relationship to Employee", Some(Field::Relationship)),
        ("Member Gender", Some(Field::Gender)),
        ("Employee Home Zip", Some(Field::ZipCode)),
        ("Name (Last, First)", Some(Field::FullName)),
        ("Last Name, First Name", Some(Field::FullName)),
        ("Employee", Some(Field::FullName)),
        ("Emp Name", Some(Field::FullName)),
        ("EE Name", Some(Field::FullName)),
        ("Legal Name", Some(Field::FullName)),
        ("Full Legal Name", Some(Field::FullName)),
        ("Staff Name", Some(Field::FullName)),
        ("Employee's Name", Some(Field::FullName)),
        ("City, State Zip", None),
        ("Home street 1", Some(Field::AddressLine1)),
        ("Home street 2", Some(Field::AddressLine2)),
        ("Phone - Home Mobile", Some(Field::CellPhone)),
        ("Marital Status", None),
        ("Hire Date", None),
        ("Annual Salary", None),
        ("Coverage Tier", None),
        ("Middle Initial", Some(Field::MiddleName)),
        ("Employee Name Suffix", Some(Field::Suffix)),
        ("PAYROLL NAME", Some(Field::FullName)),
        ("Legal Name - First Name", Some(Field::FirstName)),
        ("Legal Name - Last Name", Some(Field::LastName)),
        ("Legal Name - Middle Name", Some(Field::MiddleName)),
        ("Preferred Name - First Name", None),
        ("Address - Line 1", Some(Field::AddressLine1)),
        ("Address - City", Some(Field::City)),
        ("Address - State", Some(Field::State)),
        ("Address - State/Province", Some(Field::State)),
        ("Address - Postal Code", Some(Field::ZipCode)),
        ("Primary Home Address - City", Some(Field::City)),
        ("Email - Primary Work", Some(Field::Email)),
        ("Email - Primary Home", Some(Field::Email)),
        ("Work Email", Some(Field::Email)),
        ("Home Address: Street Address Line 1", Some(Field::AddressLine1)),
        ("Primary Address: State / Territory Code", Some(Field::State)),
        ("Legal / Preferred Address: Zip / Postal Code", Some(Field::ZipCode)),
        ("Home address street 2", Some(Field::AddressLine2)),
        ("Personal Contact: Personal Mobile", Some(Field::CellPhone)),
        ("Work Contact: Work Email", Some(Field::Email)),
        ("Work Contact: Phone", None),
        ("AddrState", Some(Field::State)),
        ("Res Zip", Some(Field::ZipCode)),
        ("Res Phone", Some(Field::HomePhone)),
        ("Perm Address 1", Some(Field::AddressLine1)),
        ("MAIL_CITY", Some(Field::City)),
        ("Mail Address", None),
        ("Mbr Type", Some(Field::MemberType)),
        ("Cert #", Some(Field::UniqueId)),
        ("Fam", Some(Field::FamilyId)),
        ("Fam ID", Some(Field::FamilyId)),
        ("Fam #", Some(Field::FamilyId)),
        ("Family No", Some(Field::FamilyId)),
        ("Home Ph", Some(Field::HomePhone)),
        ("Home Number", Some(Field::HomePhone)),
        ("Cell Ph", Some(Field::CellPhone)),
        ("St Cd", Some(Field::State)),
        ("Cty", None),
        ("Personnel Number", Some(Field::UniqueId)),
        ("Emp Code", Some(Field::UniqueId)),
        ("Sub ID", Some(Field::UniqueId)),
        ("Dep Rel", Some(Field::Relationship)),
        ("Dep Code", None),
        ("A/I", Some(Field::Status)),
        ("Termed", Some(Field::Status)),
        ("Act/Term", Some(Field::Status)),
        ("Emp/Dep", Some(Field::MemberType)),
        ("Type of Member", Some(Field::MemberType)),
        ("Mid Init", Some(Field::MiddleName)),
        ("DtBirth", Some(Field::DateOfBirth)),
        ("SSN/Tax ID", Some(Field::Ssn)),
        ("Generation Suffix", Some(Field::Suffix)),
        ("Main Phone", Some(Field::CellPhone)),
        ("Position Status", Some(Field::Status)),
        ("TEL #", Some(Field::CellPhone)),
        ("Home Tel", Some(Field::HomePhone)),
        ("Work Tel", None),
        ("Province/State", Some(Field::State)),
        ("EMP_STAT", Some(Field::Status)),
        ("Marital Stat", None),
        ("Type", None),
        ("Spouse First Name", None),
        ("Work Phone", None),
        ("", None),
    ] {
        assert_eq!(field(heading), wanted, "{heading:?}");
    }
}

#[test]
fn a_heading_of_names_tells_which_comes_first() {
    for heading in [
        "Name (Last, First)",
        "Name (Last First)",
        "Last Name First Name",
        "Name: Last, First",
        "Name - Last First",
        "Employee Name (Last First MI)",
        "Employee Name: Last, First",
        "Last First Name",
        "LAST NAME, FIRST NAME MI",
    ] {
        assert_eq!((field(heading), says_last_first(heading)), (Some(Field::FullName), true), "{heading}");
    }
    for heading in ["Name", "Employee Name", "Name (First Last)", "First Name Last Name", "Full Name"] {
        assert_eq!((field(heading), says_last_first(heading)), (Some(Field::FullName), false), "{heading}");
    }
}

#[test]
fn only_a_heading_that_says_so_is_day_first() {
    assert!(says_day_first("DOB (DD/MM/YYYY)"));
    assert!(says_day_first("Birth date dd.mm.yy"));
    assert!(!says_day_first("DOB (MM/DD/YYYY)"));
    assert!(!says_day_first("Date of Birth"));
}
