//! Words of headings in whole files: what brokers and carriers call the columns that everybody has.

use super::{checked, issues};
use crate::census::field::Field;
use crate::census::vocabulary::heading_key;
use crate::census::vocabulary::headings::recognise;

#[test]
fn headings_of_many_programs_are_known() {
    for (field, headings) in [
        (
            Field::UniqueId,
            "Associate Number;Worker #;Pers. No.;Employee Identification Number;Badge No;Clock No;Cardholder ID",
        ),
        (
            Field::FirstName,
            "First Name / Initial;First and Middle Name;Covered Person First Name;Individual First Name;NM104",
        ),
        (Field::LastName, "Covered Person Last Name;Individual Last Name;Personal: Last Name;NM103;NM103 Last Name"),
        (Field::DateOfBirth, "Birth Dte;BRTHDT;Personal: Date of Birth;DMG02;DMG02 Birth Date"),
        (Field::Gender, "Gender Description;Gender - Legal;Sex at Birth;Male/Female"),
        (Field::Ssn, "Tax ID (SSN);SSN/TIN;SSN or ITIN;Full SSN"),
        (Field::Email, "Email 1;email_1;Company Email"),
        (Field::CellPhone, "Personal phone number;Home/Cell Phone;Cell or Home Phone"),
        (Field::AddressLine1, "Physical Address;Mailing Street;Home address (street 1);Address (Line 1)"),
        (Field::AddressLine2, "Home address (street 2);Address (Line 2);Address (Apt #)"),
        (
            Field::City,
            "Home address (city);Primary_City/Municipality;City/Municipality;City or Town;Town/City;Physical City",
        ),
        (
            Field::State,
            "Home address (state);Address State or Province Code;State or Province;State/Province Code;Physical State",
        ),
        (Field::ZipCode, "Home address (zip);Address Zip or Postal Code;Physical Zip;Mailing Address (Zip Code)"),
    ] {
        for heading in headings.split(';') {
            let known = recognise(&heading_key(heading)).map(|(field, _)| field);
            assert_eq!(known, Some(field), "{heading}");
        }
    }
}

#[test]
fn headings_of_other_things_stay_unknown() {
    for heading in [
        "Employer Identification Number",
        "Tax ID",
        "Contract #",
        "Policy Number",
        "Relationship to Beneficiary",
        "Emergency Contact Relationship",
        "Relationship Status",
        "Individual Deductible",
        "Individual Plan",
        "Personal Days",
        "Dependent DOB",
        "Address (Home) Type",
        "REF02",
    ] {
        assert_eq!(recognise(&heading_key(heading)), None, "{heading}");
    }
}

#[test]
fn a_contract_joins_a_family() {
    for heading in ["Subscriber ID", "Cardholder ID"] {
        let report = checked(format!(
            "{heading},Relationship,Last Name,First Name,DOB\nC100,18-Self,Hale,Gwen,10/10/1980\nC100,Common Law Spouse,Hale,Lars,1/4/1979\n\
             C101,18-Self,Osman,Yusuf,12/12/1960\nC100,19-Child,Pike,Delia,3/8/2015\nC109,19-Child,Osman,Ali,3/8/2014\n"
        ));
        let primary: Vec<Option<u64>> = report.records.iter().map(|record| record.primary_line).collect();
        assert_eq!(primary, [None, Some(2), None, Some(2), None], "{heading}");
        assert_eq!(issues(&report), [(6, "Relationship", "orphan_dependent")], "{heading}");
    }
    for heading in ["Contract #", "Policy Number"] {
        let report = checked(format!(
            "{heading},Relationship,Last Name,First Name,DOB\nC100,Self,Hale,Gwen,10/10/1980\nC100,Child,Pike,Delia,3/8/2015\n\
             C101,Self,Osman,Yusuf,12/12/1960\n"
        ));
        assert_eq!(
            issues(&report),
            [(3, "Relationship", "orphan_dependent")],
            "a person says that it is a family's: {heading}"
        );
    }
}

#[test]
fn the_policy_of_a_group_is_nobodys_id() {
    let report =
        checked("Policy Number,Last Name,First Name,DOB\n77001,Hale,Gwen,10/10/1980\n77001,Osman,Yusuf,12/12/1960\n");
    assert_eq!((issues(&report), &report.unmapped_columns[..]), (vec![], &["Policy Number".to_owned()][..]));
    assert!(report.records.iter().all(|record| record.unique_id.is_none() && record.primary_line.is_none()));
    // Of two policies each has employees of its own.
    let report = checked(
        "Emp ID,Policy #,Relationship,Last Name,First Name,DOB\n1,P1,Employee,Hale,Gwen,10/10/1980\n2,P1,Employee,Osman,Yusuf,12/12/1960\n\
         2,P1,Spouse,Osman,Delia,3/8/1961\n3,P2,Employee,Pike,Ali,3/8/1974\n",
    );
    let primary: Vec<Option<u64>> = report.records.iter().map(|record| record.primary_line).collect();
    assert_eq!((primary, issues(&report)), (vec![None, None, Some(3), None], vec![]));
    assert_eq!(report.unmapped_columns, ["Policy #".to_owned()]);
}

#[test]
fn a_persons_number_within_a_contract_is_no_id() {
    let rows = "88001,01,Subscriber,Rasmus,Hedda,1/1/1971\n88001,02,Spouse,Rasmus,Olaf,2/2/1970\n88002,01,Subscriber,Ingram,Bud,4/4/1959\n";
    for number in ["Person Number", "Person Code", "Member Number"] {
        let report = checked(format!("Subscriber ID,{number},Relationship,Last Name,First Name,Birth Date\n{rows}"));
        let ids: Vec<Option<&str>> = report.records.iter().map(|record| record.unique_id.as_deref()).collect();
        assert_eq!((ids, issues(&report)), (vec![Some("88001"), None, Some("88002")], vec![]), "{number}");
        assert_eq!(report.unmapped_columns, [number.to_owned()]);
    }
    let contracts = checked(
        "Contract,Person No,Last Name,First Name,DOB\n2024A,1,Bee,Ann,1/2/1970\n2024A,2,Lund,Bo,1/3/1971\n2025B,1,Cole,Di,1/5/1973\n",
    );
    assert!(contracts.records.iter().all(|record| record.primary_line.is_none()), "employees may be counted, too");
}

#[test]
fn of_a_code_and_its_description_one_is_read() {
    for [own, spouse, child] in [["18", "01", "19"], ["1", "2", "3"]] {
        let report = checked(format!(
            "Emp ID,Relationship Code,Relationship Description,Last Name,First Name,DOB\n7,{own},Self,Hale,Gwen,10/10/1980\n\
             7,{spouse},Spouse,Hale,Lars,1/4/1979\n7,{child},Child,Hale,Delia,3/8/2015\n"
        ));
        assert_eq!(report.unmapped_columns, ["Relationship Description"]);
        let told: Vec<&str> = report.records.iter().map(|record| record.relationship).collect();
        if own == "1" {
            assert!(
                issues(&report).contains(&(1, "Relationship Code", "people_beside")),
                "codes of its own are asked about"
            );
        } else {
            assert_eq!((told, issues(&report)), (vec!["EE", "SP", "CH"], vec![]));
        }
    }
}

#[test]
fn a_list_that_is_headed_as_dependents_alone_is_mapped_by_a_person() {
    let report = checked(
        "Dependent Last Name,Dependent First Name,Dependent DOB,Relationship\nHale,Gwen,10/10/1980,Self\nHale,Delia,3/8/2015,Child\n",
    );
    let missing = ["FirstName", "LastName", "DateOfBirth"].map(|field| (1, field, "missing_column"));
    assert_eq!(issues(&report)[..3], missing);
}

#[test]
fn a_list_of_dependents_makes_nobody_an_employee() {
    for heading in ["Employee ID", "Subscriber SSN"] {
        let report = checked(format!(
            "{heading},Dependent First Name,Dependent Last Name,Dependent DOB,Dependent Gender\n101,Cy,Bee,1/2/1975,M\n102,Di,Lund,1/2/1976,F\n"
        ));
        assert!(issues(&report).iter().any(|(_, _, key)| *key == "missing_column"), "{heading}: {:?}", issues(&report));
    }
}

#[test]
fn words_of_employment_and_given_names_are_no_family() {
    let report = checked(
        "ID,First Name,Last Name,DOB,Employee Class\n1,Ann,Bee,1/2/1980,Employee\n2,Cy,Dee,1/2/1981,Full-Time Student\n\
         3,Al,Cole,1/2/1981,Employee\n",
    );
    assert!(report.records.iter().all(|record| record.primary_line.is_none()));
    let beside = checked(
        "First,Last,DOB,Spouse\nAnn,Bee,1/2/1980,Mary Jo Bee\nBo,Bee,1/2/1981,Foster\nCy,Dee,1/2/1982,Jo Ann Dee\n",
    );
    assert!(issues(&beside).iter().any(|(_, _, key)| *key == "people_beside"), "{:?}", issues(&beside));
}

#[test]
fn vague_headings_mean_what_stands_below_them() {
    let report = checked("Emp,First Name,Last Name,DOB/Age\n1001,Ann,Bee,1/2/1980\n1002,Bo,Lund,3/4/1981\n");
    assert_eq!(report.records[1].unique_id.as_deref(), Some("1002"));
    assert_eq!((report.records[1].date_of_birth.as_deref(), issues(&report)), (Some("1981-03-04"), vec![]));
}

#[test]
fn of_two_addresses_all_parts_are_those_of_one() {
    for (read, other) in [("Mailing", "Physical"), ("Home", "Physical")] {
        for order in [[read, other], [other, read]] {
            let columns = order.map(|part| format!("{part} Street,{part} City,{part} State,{part} Zip"));
            let values =
                order.map(|part| if part == read { "9 Elm St,Lima,OH,45801" } else { "1 Oak Rd,Dayton,TX,75001" });
            let report =
                checked(format!("First,Last,DOB,{}\nAnn,Bee,1/2/1980,{}\n", columns.join(","), values.join(",")));
            let record = &report.records[0];
            let home = [&record.address_line1, &record.city, &record.zip_code].map(|part| part.as_deref());
            assert_eq!(home, [Some("9 Elm St"), Some("Lima"), Some("45801")], "{order:?}");
        }
    }
}

#[test]
fn any_heading_of_a_relationship_is_asked_about() {
    let headings = "Relationship Description;Rel Desc;Relationship to the Employee;Rel. to Employee;Rel to Sub;Relationship of Dependent;\
                    Relationship to Primary Insured;relationshipdescription;Rel_Code_Desc";
    for heading in headings.split(';') {
        for [one, other] in [["Employee", "Spouse"], ["A", "B"]] {
            let report =
                checked(format!("{heading},First,Last,DOB\n{one},Ann,Bee,1/2/1980\n{other},Bo,Bee,1/2/1981\n"));
            assert!(issues(&report).contains(&(1, heading, "people_beside")), "{heading}");
        }
    }
}
