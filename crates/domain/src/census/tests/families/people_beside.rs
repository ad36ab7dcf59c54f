//! People in columns beside the row's own person: told by what the cells hold, and no column of anything else stops a file.

use crate::census::columns::Mapping;
use crate::census::reader::{CensusReader, ReadOptions};
use crate::census::tests::{checked, issues};

/// A file of two people with these columns beside their own; the second one has nothing in them.
fn file(columns: &[(&str, &str)]) -> String {
    let cell = |text: &str| if text.contains([',', '"']) { format!("\"{text}\"") } else { text.to_owned() };
    let headings: Vec<String> = columns.iter().map(|(heading, _)| cell(heading)).collect();
    let values: Vec<String> = columns.iter().map(|(_, value)| cell(value)).collect();
    format!(
        "First Name,Last Name,DOB,Unique ID,{}\nAnn,Archer,05/17/1984,1,{}\nBob,Barnes,03/02/1985,2{}\n",
        headings.join(","),
        values.join(","),
        ",".repeat(columns.len())
    )
}

fn stops(columns: &[(&str, &str)]) -> bool {
    issues(&checked(file(columns))).iter().any(|(_, _, code)| *code == "people_beside")
}

#[test]
fn people_beside_stop_the_file_however_their_columns_are_called() {
    for columns in [
        &[("Child #1", "Kid"), ("Child #2", "Kod")][..],
        &[("Kid 1", "Kid"), ("Kid 2", "Kod")],
        &[("C1 Name", "Kid"), ("C1 DOB", "01/02/2015")],
        &[("First Name 2", "Sam"), ("Last Name 2", "Archer"), ("DOB 2", "01/02/1985")],
        &[("Member 2 First Name", "Sam"), ("Member 2 Last Name", "Archer"), ("Member 2 DOB", "01/02/1985")],
        &[("First Name", "Sam"), ("Last Name", "Archer"), ("DOB", "01/02/2015")],
        &[("DOB (Spouse)", "01/02/1985")],
        &[("Eligible Child Name", "Sam Archer"), ("Eligible Child Birthdate", "1/2/2012")],
        &[("Dependents", "Kid Archer (1/2/2015); Kod Archer (3/4/2016)")],
        &[("Covered Dependents", "Sam Archer")],
        &[("Family Members", "Sam Archer, Kid Archer")],
        &[("SPOUSE NAME & DOB", "Sam Archer 1/2/1985")],
        &[("Dependent 1 (Name/DOB)", "Sam Archer 1/2/1985")],
        &[("Spouse", "Svetlanka")],
        &[("Insured 2", "Sam Archer"), ("Insured 2 DOB", "01/02/1985")],
        // Nothing in the heading says it.
        &[("", "Sam Archer"), ("City", "Ames")],
        &[("Family Members", "Sam and Kid Archer")],
        &[("Dependents", "Kid Archer (1/2/2015)")],
        &[("Zusatz", "Archer, Sam")],
        &[("Hijo mayor", "Sam")],
        &[("Partie 2", "Mary Poe"), ("Partie 3", "Robert Poe")],
        &[("Remarks", "Sam Archer 1/2/1985")],
        &[("Notes", "Spouse: Mary Poe (1/2/1985)")],
        &[("Other DOB", "01/02/1985")],
        &[("SP", "01/02/1983")],
        // The whole family in one cell.
        &[("Dependents", "Sam (spouse); Kim (child)")],
        &[("Covered Family", "Sam (spouse); Kim (child)")],
        &[("Family Members", "Sam - spouse - 3/4/1981")],
        &[("Comments", "spouse Xoqui Zzadam 3/4/1981")],
        // What only a person has.
        &[("Spouse SSN", "123-45-6789")],
        &[("Spouse Sex", "M"), ("Spouse SSN", "123-45-6789")],
    ] {
        assert!(stops(columns), "{columns:?}");
    }
}

/// A name and a birth date below headings of the same relative are read (rules.md#families-in-columns).
#[test]
fn whole_sets_of_columns_do_not_stop_the_file() {
    for columns in [
        &[("Dependent #1 Name", "Sam Archer"), ("Dependent #1 DOB", "01/02/1985")][..],
        &[("1st Child Name", "Kid"), ("1st Child DOB", "01/02/2015")],
        &[("SP First Name", "Sam"), ("SP Last Name", "Archer"), ("SP DOB", "01/02/1985")],
        &[("CH1 First Name", "Kid"), ("CH1 DOB", "01/02/2015")],
        &[("Name (Spouse)", "Sam Archer"), ("DOB (Spouse)", "01/02/1985")],
        &[("Significant Other", "Sam"), ("Significant Other DOB", "01/02/1985")],
    ] {
        assert!(!stops(columns), "{columns:?}");
        assert_eq!(checked(file(columns)).records.len(), 3, "{columns:?}");
    }
}

#[test]
fn columns_of_others_and_of_events_do_not_stop_it() {
    for (heading, value) in [
        ("Hire Date", "1/2/2015"),
        ("Date of Hire", "1/2/2015"),
        ("Rehire", "1/2/2015"),
        ("Original Start Date", "1/2/2015"),
        ("Term Date", "1/2/2026"),
        ("Last Day Worked", "1/2/2026"),
        ("Benefit Effective", "1/2/2026"),
        ("Coverage Start", "1/2/2026"),
        ("Eligibility", "1/2/2026"),
        ("Anniversary", "1/2/2015"),
        ("Seniority Date", "1/2/2015"),
        ("Spouse Effective Date", "1/2/2015"),
        ("Orientation", "1/2/2015"),
        ("Signed", "1/2/2026"),
        ("Date", "1/2/2026"),
        ("Stand", "1/2/2026"),
        ("Emergency Contact", "Sam Archer"),
        ("Emergency Contact Name", "Sam Archer"),
        ("Emergency Contact 2", "Sam Archer"),
        ("Emergency Contact - Spouse", "Sam Archer"),
        ("ICE Name", "Sam Archer"),
        ("Beneficiary", "Sam Archer"),
        ("Beneficiary 1 Name", "Sam Archer"),
        ("Beneficiary DOB", "1/2/1985"),
        ("Manager", "Mary Poe"),
        ("Manager Name", "Poe, Mary"),
        ("Supervisor", "Mary Poe"),
        ("Reports To", "Mary Poe"),
        ("Team Lead", "Mary"),
        ("Primary Care Physician", "Mary Poe"),
        ("PCP Name", "Mary Poe"),
        ("Broker", "Mary Poe"),
        ("Account Rep", "Mary Poe"),
        ("Plan Name", "Gold PPO"),
        ("Medical Plan", "Gold PPO"),
        ("Dental Plan Name", "Delta Premier"),
        ("Carrier", "Blue Cross"),
        ("Tier", "EE + Spouse"),
        ("Coverage", "Employee and Children"),
        ("Spouse Coverage", "Yes"),
        ("Spouse Plan Name", "Gold PPO"),
        ("Spouse Employer Name", "Acme Mills"),
        ("Spouse SSN", "on file"),
        ("Spouse", "Waived"),
        ("Spouse", "Yes"),
        ("Dependents", "2"),
        ("Number of Children", "2"),
        ("Children", "None"),
        ("Dep", "3"),
        ("Department", "Human Resources"),
        ("Dept Name", "Sales"),
        ("Job Title", "Charge Nurse"),
        ("Position", "Office Manager"),
        ("Preferred Name", "Annie"),
        ("Nickname", "Annie"),
        ("Maiden Name", "Rose"),
        ("Mother's Maiden Name", "Rose Poe"),
        ("Former Last Name", "Rose"),
        ("Name", "Ann Archer"),
        ("Display Name", "Archer, Ann"),
        ("Full Legal Name", "Ann M Archer"),
        ("Username", "aarcher"),
        ("Salary", "52000"),
        ("Union", "Local 12"),
        ("Notes", "on leave until 1/2/2027"),
        ("Comments", "see HR"),
        ("Marital Status", "Married"),
        ("Ethnicity", "Hispanic"),
        ("Last Name 2", "Lopez"),
    ] {
        assert!(!stops(&[(heading, value)]), "{heading}: {value}");
    }
    for (heading, value) in [
        ("Referred By", "Mary Poe"),
        ("Location", "San Antonio"),
        ("Office", "Charlotte"),
        ("Group Name", "Archer Mills"),
        ("Company Name", "Archer Mills"),
    ] {
        assert!(stops(&[(heading, value)]), "{heading} is left out once for the group");
    }
}

/// `Subscriber Name` beside a member is the employee's, who has a row of his own.
#[test]
fn the_employee_whom_a_row_names_stands_not_beside_it() {
    for text in [
        "Subscriber Name,Member First Name,Member Last Name,DOB\nAnn Archer,Sam,Archer,1/2/1985\n",
        "Employee Name,Dependent Name,DOB,Relationship\nAnn Archer,,1/2/1985,EE\nAnn Archer,Sam Archer,1/2/1984,SP\n",
        "Policyholder,First Name,Last Name,DOB\nAnn Archer,Sam,Archer,1/2/1985\n",
    ] {
        let report = checked(text);
        assert!(!issues(&report).iter().any(|(_, _, code)| *code == "people_beside"), "{:?}", report.issues);
    }
}

/// Neither cells nor heading are sure: a person leaves the column out, of this file and of the next ones.
#[test]
fn a_column_that_a_person_leaves_out_stops_the_file_no_more() {
    let told = |reader: &mut CensusReader<&[u8]>| {
        while reader.next_item().expect("the text is read").is_some() {}
        (reader.undecided(), reader.issues_of_file(false).len())
    };
    let text = file(&[("Zusatz", "Mary Poe")]);
    let mut reader = CensusReader::open(text.as_bytes(), &ReadOptions::default()).expect("a census");
    assert_eq!(told(&mut reader), (vec![4], 1));
    let mut reader = CensusReader::open(text.as_bytes(), &ReadOptions::default()).expect("a census");
    let mut mapping: Mapping = reader.mapping().clone();
    assert!(mapping.assign(4, None));
    let remembered = mapping.to_remember();
    reader.use_mapping(mapping);
    assert_eq!(told(&mut reader), (vec![], 0));
    let options = ReadOptions { remembered, ..ReadOptions::default() };
    let mut next = CensusReader::open(text.as_bytes(), &options).expect("a census");
    assert_eq!(told(&mut next), (vec![], 0));
    // So it is with what is surely a family.
    let text = file(&[("Dependent #1 Name", "Mary Poe")]);
    let mut reader = CensusReader::open(text.as_bytes(), &ReadOptions::default()).expect("a census");
    let mut mapping = reader.mapping().clone();
    assert!(mapping.assign(4, None));
    assert_eq!(told(&mut reader), (vec![4], 1));
    reader.use_mapping(mapping);
    assert_eq!(told(&mut reader), (vec![], 0));
}
