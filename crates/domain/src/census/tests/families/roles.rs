//! Who of a family somebody is, told by columns of all names.

use crate::census::check::{CheckReport, check};
use crate::census::field::Field;
use crate::census::reader::ReadOptions;
use crate::census::tests::{checked, issues, today};

/// Relationship and line of the employee of each row.
fn families(report: &CheckReport) -> Vec<(&str, Option<u64>)> {
    report.records.iter().map(|record| (record.relationship, record.primary_line)).collect()
}

fn file(heading: &str, values: &[&str]) -> String {
    // A row with the relationship of the first row begins a new family.
    let mut family = 'a';
    let row = |(year, value): (i32, &&str)| {
        let begins = year > 1980 && values.first() == Some(value);
        family = if begins { char::from_u32(family as u32 + 1).unwrap_or(family) } else { family };
        format!("{value},Ann,Bee{family},1/2/{year}\n")
    };
    let rows: String = (1980..).zip(values).map(row).collect();
    format!("{heading},First,Last,DOB\n{rows}")
}

#[test]
fn words_of_relationships_below_another_heading_are_asked_about() {
    for heading in ["Type", "Role", "Record Type", "Person Role", "Family Member", "Member"] {
        for values in [["Employee", "Spouse", "Child", "Employee"], ["EE", "SP", "CH", "EE"], ["18", "01", "19", "18"]]
        {
            let asked = (1, heading, "people_beside");
            assert!(issues(&checked(file(heading, &values))).contains(&asked), "{heading}: {values:?}");
        }
    }
}

#[test]
fn the_last_rows_of_a_long_file_tell_as_well() {
    let row = |n: usize| format!("{},P{n},Moss,05/{:02}/1984\n", if n < 600 { "EE" } else { "CH" }, n % 28 + 1);
    let rows: String = (0..620).map(row).collect();
    assert_eq!(issues(&checked(format!("Type,First,Last,DOB\n{rows}")))[0], (1, "Type", "people_beside"));
}

#[test]
fn subscribers_and_dependents_may_be_told_by_letters() {
    for heading in ["Sub/Dep", "Sub or Dep", "Subscriber/Dependent", "Member Type"] {
        for (subscriber, dependent) in [("S", "D"), ("s", "d"), ("SUB", "DEP")] {
            let report = checked(file(heading, &[subscriber, dependent, subscriber]));
            let family = [("EE", None), ("OT", Some(2)), ("EE", None)];
            assert_eq!((families(&report), issues(&report)), (family.to_vec(), vec![]), "{heading}: {subscriber}");
            assert_eq!(report.unmapped_columns, [""; 0], "{heading}");
        }
    }
    let alone = checked(file("Sub/Dep", &["S", "S"]));
    assert_eq!(families(&alone), [("EE", None), ("EE", None)]);
}

#[test]
fn numbers_of_persons_tell_employees_from_their_dependents() {
    for heading in ["Dep No", "Dependent Number", "Person Code", "Person Number", "Seq", "Sequence"] {
        for values in [["0", "1", "2", "0"], ["00", "01", "02", "00"], ["01", "02", "03", "01"], ["1", "2", "3", "1"]] {
            let rows: Vec<String> =
                values.iter().zip(["A1", "A1", "A1", "A2"]).map(|(value, id)| format!("{id},{value}")).collect();
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            let report = checked(file(&format!("Subscriber ID,{heading}"), &rows));
            let family = [("EE", None), ("OT", Some(2)), ("OT", Some(2)), ("EE", None)];
            assert_eq!((families(&report), issues(&report)), (family.to_vec(), vec![]), "{heading}: {values:?}");
            assert_eq!(report.unmapped_columns, [""; 0], "{heading}");
        }
    }
    let counts = checked(file("Employee ID,Dep No", &["A1,0", "A2,2", "A3,1"]));
    assert_eq!(counts.unmapped_columns, ["Dep No"], "how many dependents somebody has makes nobody one");
    assert!(families(&counts).iter().all(|(relationship, _)| *relationship != "OT"), "{counts:?}");
    let told = checked(file("Subscriber ID,Dep No,Relationship", &["A1,0,EE", "A1,1,SP"]));
    assert_eq!(families(&told), [("EE", None), ("SP", Some(2))], "words go before");
}

#[test]
fn numbers_of_a_files_own_are_no_codes() {
    for values in [["1", "2", "3", "1"], ["1", "1", "1", "1"], ["18", "1", "2", "18"], ["1", "10", "11", "1"]] {
        let report = checked(file("Relationship", &values));
        let unknown: Vec<_> = issues(&report).into_iter().filter(|issue| issue.2 == "unknown_relationship").collect();
        assert!(unknown.len() >= values.iter().filter(|value| **value == "1").count(), "{values:?}");
    }
}

#[test]
fn a_family_is_whole_whatever_its_employee_is_called() {
    for employee in
        ["Primary Insured", "Primary Member", "Insured", "Policy Holder", "Cardholder", "Enrollee", "Named Insured"]
    {
        let report = checked(file("Relationship", &[employee, "Spouse", "Child", employee]));
        let family = [("EE", None), ("SP", Some(2)), ("CH", Some(2)), ("EE", None)];
        assert_eq!((families(&report), issues(&report)), (family.to_vec(), vec![]), "{employee}");
    }
}

#[test]
fn a_column_of_other_kinds_stays_unread() {
    for values in [
        ["Full-time", "Part-time", "Full-time"],
        ["PPO", "HMO", "Gold"],
        ["Employee", "Contractor", "Director"],
        ["1", "2", "3"],
    ] {
        for heading in ["Type", "Role", "Record Type"] {
            let report = checked(file(heading, &values));
            let told = vec![];
            assert_eq!(
                (&report.unmapped_columns[..], issues(&report)),
                (&[heading.to_owned()][..], told),
                "{values:?}"
            );
            assert!(report.records.iter().all(|record| record.relationship == "EE"), "{values:?}");
        }
    }
    for heading in ["Beneficiary Type", "Coverage Type", "Emergency Contact Type", "Rate Tier"] {
        let report = checked(file(heading, &["Employee", "Spouse", "Child"]));
        assert_eq!(report.unmapped_columns, [heading]);
    }
    let beside = checked("Type,Relationship,First,Last,DOB\nEmployee,EE,Ann,Bee,1/2/1980\nChild,SP,Al,Bee,1/2/1981\n");
    assert_eq!(families(&beside)[1].0, "SP", "a heading that says so goes before");
}

#[test]
fn letters_and_words_that_may_be_relationships_are_asked_about() {
    for values in [
        ["E", "S", "C", "E"],
        ["18", "1", "19", "18"],
        ["Employee", "Spouse", "Child", "Retiree"],
        ["Employee", "Partner", "Employee", "Partner"],
        ["18", "34", "52", "18"],
    ] {
        let report = checked(file("Record Type", &values));
        let asked = issues(&report).contains(&(1, "Record Type", "people_beside"));
        assert_eq!((&report.unmapped_columns[..], asked), (&["Record Type".to_owned()][..], true), "{values:?}");
    }
}

#[test]
fn a_member_type_tells_a_relationship_where_no_other_column_does() {
    let report = checked(
        "Member Type,First,Last,DOB\nPrimary,Ann,Bee,1/2/1980\nSpouse,Al,Bee,1/2/1981\nRetiree,Di,Cole,1/2/1950\n\
         Child 1,Ed,Cole,1/2/2011\nDependent,Flo,Cole,1/2/2012\n",
    );
    assert_eq!(families(&report), [("EE", None), ("SP", Some(2)), ("EE", None), ("CH", Some(4)), ("OT", Some(4))]);
    assert_eq!(issues(&report), [(4, "MemberType", "unknown_member_type"), (4, "Status", "says_left")]);
    let both =
        checked("Member Type,Relationship,First,Last,DOB\nPrimary,,Ann,Bee,1/2/1980\nDependent,CH,Al,Bee,1/2/2010\n");
    assert_eq!(families(&both), [("EE", None), ("CH", Some(2))]);
}

#[test]
fn a_column_that_a_person_left_out_stays_out() {
    let remembered = [("type".to_owned(), None::<Field>)].into();
    let text = file("Type", &["Employee", "Spouse"]);
    let report = check(text.as_bytes(), today(), &ReadOptions { remembered, ..ReadOptions::default() }).unwrap();
    assert_eq!(report.unmapped_columns, ["Type"]);
}

/// Name, employee's line and date of each row.
fn rows(report: &CheckReport) -> Vec<String> {
    let shown = report.records.iter().map(|record| {
        let born = record.date_of_birth.as_deref().unwrap_or("-");
        let line = record.primary_line.map_or("-".to_owned(), |line| line.to_string());
        format!("{} {} {born} {line}", record.first_name, record.last_name)
    });
    shown.collect()
}

#[test]
fn a_dependent_is_tied_to_the_employee_who_is_named_beside() {
    for heading in ["Employee,Dependent,DOB", "Employee Name,Dependent Name,DOB", "Subscriber,Dep,Birth Date"] {
        let report = checked(format!(
            "{heading}\nCal Dee,,3/4/1975\nAnn Bee,,1/2/1980\nAnn Bee,Tim Bee,3/4/2010\nCal Dee,Eve Dee,5/6/2011\n             Flo Gus,Hal Gus,7/8/2012\nFlo Gus,,9/9/1981\nIda Joy,Kim Joy,7/8/2013\n"
        ));
        let family = [
            "Cal Dee 1975-03-04 -",
            "Ann Bee 1980-01-02 -",
            "Tim Bee 2010-03-04 3",
            "Eve Dee 2011-05-06 2",
            "Hal Gus 2012-07-08 7",
            "Flo Gus 1981-09-09 -",
            "Kim Joy 2013-07-08 -",
        ];
        assert_eq!(rows(&report), family, "{heading}");
        assert_eq!(issues(&report), [(8, "MemberType", "orphan_dependent")], "{heading}");
    }
}

#[test]
fn of_two_employees_of_one_name_only_the_one_above_is_sure() {
    let report = checked(
        "Employee,Dependent,DOB\nAnn Bee,,1/2/1980\nAnn Bee,Tim Bee,3/4/2010\nAnn Bee,,5/6/1985\nAnn Bee,Al Bee,7/8/2011\nCal Dee,,3/4/1975\n         Ann Bee,Eve Bee,7/8/2015\n",
    );
    let found: Vec<_> = report.records.iter().map(|record| record.primary_line).collect();
    assert_eq!(found, [None, Some(2), None, Some(4), None, None]);
    assert!(issues(&report).contains(&(7, "MemberType", "orphan_dependent")));
}

#[test]
fn a_column_of_members_beside_employees_is_theirs() {
    let report = checked(
        "Employee,Member,Relationship,DOB\nAnn Bee,Ann Bee,Self,1/2/1980\nCal Dee,Cal Dee,Self,3/4/1975\nAnn Bee,Tim Bee,Child,3/4/2010\n",
    );
    assert_eq!(rows(&report), ["Ann Bee 1980-01-02 -", "Cal Dee 1975-03-04 -", "Tim Bee 2010-03-04 2"]);
}

#[test]
fn a_column_of_dependents_that_holds_no_names_stays_unread() {
    for values in [["Y", "N"], ["1", "2"], ["Spouse", "Child"]] {
        let report = checked(format!(
            "Employee,DOB,Dependent,City\nAnn Bee,1/2/1980,{},Waco\nCal Dee,3/4/1975,{},Waco\n",
            values[0], values[1]
        ));
        assert_eq!(rows(&report), ["Ann Bee 1980-01-02 -", "Cal Dee 1975-03-04 -"], "{values:?}");
        assert_eq!(report.unmapped_columns, ["Dependent"]);
    }
}

#[test]
fn letters_that_may_mean_several_things_are_asked_about() {
    for (heading, letters) in [
        ("Rel", ["E", "W", "S", "D"]),
        ("Type", ["E", "H", "S", "S"]),
        ("Member Type", ["E", "H", "S", "S"]),
        ("Status", ["F", "P", "T", "F"]),
    ] {
        assert!(issues(&checked(file(heading, &letters))).contains(&(1, heading, "people_beside")), "{letters:?}");
    }
}

#[test]
fn families_tell_which_name_comes_first() {
    let heading = "Cert No,Insured Name,DOB,Relation";
    let turned = "1,DOE JOHN,1/1/1980,Self\n1,DOE JANE,1/2/1981,Spouse\n1,DOE JIMMY A,1/3/2012,Child\n2,ROE ANN,1/4/1970,Self\n\
                  2,ROE BOB,1/5/1971,Spouse\n3,XIANG WEI,1/6/1972,Self\n";
    let report = checked(format!("{heading}\n{turned}"));
    let names: Vec<_> =
        report.records.iter().map(|record| format!("{} {}", record.first_name, record.last_name)).collect();
    assert_eq!(names, ["JOHN DOE", "JANE DOE", "JIMMY DOE", "ANN ROE", "BOB ROE", "WEI XIANG"]);
    let spoken = "1,JOHN DOE,1/1/1980,Self\n1,JANE DOE,1/2/1981,Spouse\n2,JOHN ROE,1/3/1970,Self\n2,JOHN ROE JR,1/4/2000,Child\n";
    let report = checked(format!("{heading}\n{spoken}"));
    let names: Vec<_> =
        report.records.iter().map(|record| format!("{} {}", record.first_name, record.last_name)).collect();
    assert_eq!(names, ["JOHN DOE", "JANE DOE", "JOHN ROE", "JOHN ROE JR"]);
}

/// Codes of the file's own that follow the families are asked about. Mapped as the member type they tell who is an employee, blank ones too.
#[test]
fn codes_that_follow_the_families_tell_employees_once_they_are_mapped() {
    for [employee, dependent] in
        [["M", "D"], ["1", "2"], ["A", "B"], ["X", ""], ["", "Y"], ["Insured", "Add'l insured"]]
    {
        let row = |(code, first, last, year): (&str, &str, &str, i32)| format!("{code},{first},{last},1/2/{year}\n");
        let rows: String = [
            (employee, "Ann", "Boyd", 1980),
            (dependent, "Karl", "Boyd", 1981),
            (employee, "Tom", "Reed", 1982),
            (employee, "Max", "Hall", 1983),
            (dependent, "Ida", "Hall", 1984),
        ]
        .map(row)
        .concat();
        let text = format!("Flag,First,Last,DOB\n{rows}");
        assert!(issues(&checked(&text)).contains(&(1, "Flag", "people_beside")), "{employee}/{dependent}");
        let remembered = [("flag".to_owned(), Some(Field::MemberType))].into();
        let report = check(text.as_bytes(), today(), &ReadOptions { remembered, ..ReadOptions::default() });
        let tied: Vec<Option<u64>> =
            report.expect("memory does not fail").records.iter().map(|record| record.primary_line).collect();
        assert_eq!(tied, [None, Some(2), None, None, Some(5)], "{employee}/{dependent}");
    }
}

/// What half of the rows of employees have, or what has nothing to do with homes, numbers no family.
#[test]
fn codes_of_people_who_are_no_families_are_not_asked_about() {
    for codes in [["A", "B", "A", "B", "A"], ["A", "A", "A", "B", "B"], ["A", "A", "A", "A", "A"]] {
        let lasts = ["Boyd", "Reed", "Hall", "Boyd", "Lund"];
        let rows: String = codes
            .iter()
            .zip(lasts)
            .zip(1980..)
            .map(|((code, last), year)| format!("{code},P{year},{last},1/2/{year}\n"))
            .collect();
        let report = checked(format!("Flag,First,Last,DOB\n{rows}"));
        assert!(issues(&report).iter().all(|(_, _, kind)| *kind != "people_beside"), "{codes:?}");
    }
}
