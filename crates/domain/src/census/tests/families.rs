//! Families, the same person twice, one id for two people.

pub(in crate::census::tests) mod people_beside;
mod pointers;
pub(in crate::census::tests) mod roles;
pub(in crate::census::tests) mod tasks;

use super::{checked, issues, today};
use crate::census::families::{CrossRows, StoredDependents};
use crate::census::findings::issue::Issue;
use crate::census::people::record::Record;
use crate::census::people::validate::{Rules, validate};
use crate::census::pricing::{PricingGroups, PricingRule};
use crate::census::reader::Item;
use crate::census::reader::{CensusReader, ReadOptions};

fn primary_lines(file: &str) -> Vec<Option<u64>> {
    checked(file).records.iter().map(|record| record.primary_line).collect()
}

#[test]
fn a_family_id_decides_whatever_the_order() {
    let report = checked(
        "Family ID,Relationship,First Name,Last Name,DOB\nF1,CH,Mo,Hart,5/5/2012\nF2,EE,Ned,Ibsen,1/4/1979\nF1,EE,Nat,Volk,10/10/1980\n\
         F3,CH,Orla,Keen,3/8/2015\nF1,SP,Gil,Volk,1/4/1979\nF1,CH,Lu,Hart,5/5/2012\n",
    );
    let primaries: Vec<_> = report.records.iter().map(|record| record.primary_line).collect();
    assert_eq!(primaries, [Some(4), None, None, None, Some(4), Some(4)]);
    assert_eq!(issues(&report), [(5, "Relationship", "orphan_dependent")]);
}

#[test]
fn without_any_number_the_employee_above_is_the_family() {
    let file = "Relationship,First Name,Last Name,DOB\nChild,Al,One,1/1/2015\nEmployee,Bo,One,1/1/1980\nSpouse,Cy,One,1/1/1981\n\
                Employee,Di,Two,1/1/1982\nChild,Ed,Two,1/1/2016\n";
    assert_eq!(primary_lines(file), [None, None, Some(3), None, Some(5)]);
    assert_eq!(issues(&checked(file)), [(2, "Relationship", "orphan_dependent")]);
}

#[test]
fn a_shared_number_is_not_found_by_order_and_an_own_number_is() {
    let shared = "SSN,Relationship,First Name,Last Name,DOB\n900551001,EE,Bo,One,1/1/1980\n900551001,CH,Cy,One,1/1/2010\n\
                  900551009,CH,Di,Two,1/1/2011\n";
    assert_eq!(primary_lines(shared), [None, Some(2), None]);
    assert_eq!(issues(&checked(shared)), [(4, "Relationship", "orphan_dependent")]);
    let own = shared.replace("900551001,CH", "900551008,CH");
    assert_eq!(primary_lines(&own), [None, Some(2), None]);
    assert_eq!(issues(&checked(&own)), [(4, "Relationship", "orphan_dependent")]);
    assert_eq!(issues(&checked(own.replace("Di,Two", "Di,One"))), []);
}

#[test]
fn a_dependent_that_repeats_its_primarys_id_stores_none() {
    let report = checked(
        "Employee ID,Relationship,First Name,Last Name,DOB\nE2,CH,Ava,Two,1/1/2012\nE1,EE,Bo,One,1/1/1980\nE1,CH,Cy,One,1/1/2010\n\
         E2,EE,Di,Two,1/1/1982\n",
    );
    let told: Vec<_> = report.records.iter().map(|record| (record.unique_id.as_deref(), record.primary_line)).collect();
    assert_eq!(told, [(None, Some(5)), (Some("E1"), None), (None, Some(3)), (Some("E2"), None)]);
    assert_eq!(issues(&report), []);
}

#[test]
fn two_people_with_one_id_are_reported() {
    let report = checked(
        "Employee ID,First Name,Last Name,DOB\nE-1,Bo,One,1/1/1980\ne-1,Cy,Two,1/1/1981\nE1,Di,Three,1/1/1982\n",
    );
    assert_eq!(issues(&report), [(3, "UniqueId", "duplicate_unique_id")]);
    assert_eq!(report.issues[0].message, "Unique ID is already used in row 1, line 2 of the file.");
}

/// A leaver and the successor may stand in one file under one id (rules.md#ids-that-pass).
#[test]
fn an_id_passes_from_a_row_that_ends_to_one_that_stays() {
    const HEADING: &str = "Employee ID,First Name,Last Name,DOB,Status,Relationship\n";
    let (left, came) = ("7,Bob,Barr,5/17/1984,Terminated,Employee\n", "7,Carl,Moss,1/2/1990,Active,Employee\n");
    let kit = "7,Kit,Moss,2/3/2015,Active,Child\n";
    for (rows, told, employees) in [
        ([left, came], vec![], vec![None, None]),
        ([came, left], vec![], vec![None, None]),
        ([came, came], vec![(3, "", "same_row")], vec![None, None]),
    ] {
        let report = checked(format!("{HEADING}{}", rows.concat()));
        assert_eq!(issues(&report), told, "{rows:?}");
        let lines: Vec<_> = report.records.iter().map(|record| record.primary_line).collect();
        assert_eq!(lines, employees, "{rows:?}");
    }
    // The id ties no dependent then; the name above it does.
    let report = checked(format!("{HEADING}{left}{came}{kit}"));
    assert_eq!((issues(&report), report.records[2].primary_line), (vec![], Some(3)));
    let report = checked(format!("{HEADING}{came}{left}{kit}"));
    assert_eq!(issues(&report), [(4, "Relationship", "orphan_dependent")]);
}

#[test]
fn the_same_person_twice_is_reported_and_twins_are_not() {
    let report = checked(
        "First Name,Last Name,DOB\nJosé,O'Hara,1/1/1980\nMila,Hale,5/5/2000\nSasha,Hale,5/5/2000\njose,OHARA,1980-01-01\nJosé,O'Hara,1/1/1981\n",
    );
    assert_eq!(issues(&report), [(5, "", "duplicate_person")]);
    assert_eq!(report.issues[0].message, "The same person is already in row 1, line 2 of the file.");
}

/// A row that says nothing new needs no question (rules.md#same-person-twice).
#[test]
fn a_row_that_says_the_same_is_set_aside() {
    let heading = "Employee ID,Relationship,First Name,Last Name,DOB,Status,Plan,Benefit\n";
    let (ann, karl) = ("A3,EE,Ann,Moss,10/12/1981,Active", "A3,SP,Karl,Brandt,1/2/1980,Active");
    let rows = |rows: &[(&str, &str)]| -> String {
        rows.iter().map(|(person, plans)| format!("{person},{plans}\n")).collect()
    };
    let told = |text: &str| -> Vec<(u64, &'static str)> {
        let report = checked(format!("{heading}{text}"));
        let kinds = report.issues.iter().map(|issue| (issue.line, issue.code));
        kinds.filter(|(_, code)| *code != "unknown_plan").collect()
    };
    let plans = rows(&[(ann, "Medical,PPO"), (karl, "Medical,PPO"), (ann, "Dental,"), (karl, "Dental,")]);
    assert_eq!(told(&plans), [(4, "same_row"), (5, "same_row")]);
    let ended = ann.replace("Active", "Terminated");
    for (text, line) in [
        (rows(&[(&ended, ","), (&ended, ",")]), (3, "same_row")),
        (rows(&[(ann, "Family Plan,"), (ann, "Individual Plan,")]), (3, "duplicate_person")),
        (rows(&[(ann, ","), (&ended, ",")]), (3, "duplicate_person")),
    ] {
        assert_eq!(told(&text), [line], "{text}");
    }
    // Without a number a child may be that of two employees.
    let child = ",CH,Ida,Moss,1/2/2010,Active";
    let (other, bo) = (",EE,Bo,Moss,1/3/1980,Active", ",EE,Ann,Moss,1/2/1980,Active");
    let of_two = rows(&[(bo, ","), (child, ","), (other, ","), (child, ",")]);
    assert!(told(&of_two).contains(&(5, "duplicate_person")), "{:?}", told(&of_two));
}

#[test]
fn of_two_rows_of_a_person_the_one_is_asked_about_that_says_less() {
    let heading = "Employee ID,Relationship,First Name,Last Name,DOB,Status\n";
    let employee = "A3,EE,Dennis,Stark,10/12/1981,";
    let ended = format!("{employee}Terminated\n");
    let active = format!("{employee}Active\n");
    let spouse = "A1,SP,Dennis,Stark,10/12/1981,Active\n";
    let partner = "A1,EE,Ada,Stark,1/1/1980,Active\n";
    for (what, rows, line) in [
        ("two positions, of which the later has ended", [&active, &ended], 4),
        ("two positions, of which the earlier has ended", [&ended, &active], 3),
        ("an employee who is also a spouse", [&active, &spouse.to_owned()], 4),
        ("a spouse who is also an employee", [&spouse.to_owned(), &active], 3),
        ("a former employee who is a spouse", [&ended, &spouse.to_owned()], 3),
    ] {
        let report = checked(format!("{heading}{partner}{}{}", rows[0], rows[1]));
        assert_eq!(issues(&report), [(line, "", "duplicate_person")], "{what}: one question");
        let other = if line == 3 {
            "is in row 3, line 4 of the file as well"
        } else {
            "is already in row 2, line 3 of the file"
        };
        assert_eq!(report.issues[0].message, format!("The same person {other}."), "{what}");
    }
    // Of three rows one counts.
    let three = checked(format!("{heading}{ended}{active}{ended}"));
    assert_eq!(issues(&three), [(2, "", "duplicate_person"), (4, "", "duplicate_person")]);
    // The family belongs to the row that counts.
    let child = "A3,CH,Kit,Stark,5/5/2012,\n";
    let report = checked(format!("{heading}{ended}{active}{child}"));
    assert_eq!((issues(&report).len(), report.records[2].primary_line), (1, Some(3)));
}

#[test]
fn a_second_employee_of_a_family_is_told() {
    let report = checked(
        "Family ID,Relationship,First Name,Last Name,DOB\nF1,EE,Bo,One,1/1/1980\nF1,EE,Cy,One,1/1/1981\nF1,CH,Di,One,1/1/2011\n",
    );
    // The number says of neither that the child is theirs, and both have its last name: a person chooses.
    assert_eq!(issues(&report), [(3, "FamilyId", "second_primary"), (4, "Relationship", "orphan_dependent")]);
    assert_eq!(report.records[2].primary_line, None);
}

#[test]
fn a_second_spouse_of_an_employee_is_told_however_the_two_are_found() {
    let file = "Family ID,Relationship,First Name,Last Name,DOB,Status\nF1,SP,Al,One,1/1/1981,\nF1,EE,Bo,One,1/1/1980,\nF1,DP,Cy,One,1/1/1982,\n\
                F2,EE,Di,Two,1/1/1970,\nF2,SP,Ed,Two,1/1/1971,Terminated\nF2,SP,Flo,Two,1/1/1972,\n";
    let report = checked(file);
    assert_eq!(issues(&report), [(2, "Relationship", "second_spouse")]);
    let said =
        "The employee in row 2, line 3 of the file already has a spouse or partner in row 3, line 4 of the file.";
    assert_eq!(report.issues[0].message, said);
    let by_order = "Relationship,First Name,Last Name,DOB\nEE,Bo,One,1/1/1980\nSP,Cy,One,1/1/1982\nCH,Di,One,1/1/2010\nSP,Ed,One,1/1/1981\n";
    assert_eq!(issues(&checked(by_order)), [(5, "Relationship", "second_spouse")]);
}

#[test]
fn order_alone_ties_nobody() {
    let heading = "Relationship,First Name,Last Name,DOB,Address,Phone\nEE,Bo,One,1/1/1980,1 Oak St,614-555-0101\n";
    for (row, is_tied) in [
        ("CH,Cy,Two,1/1/2010,9 Elm St,", false),
        ("CH,Cy,Two,1/1/2010,,", false),
        ("CH,Cy,Two,1/1/2010,,614-555-0102", false),
        ("CH,Cy,One,1/1/2010,9 Elm St,", true),
        ("CH,Cy,One,1/1/2010,,", true),
        ("CH,Cy,One Jr.,1/1/2010,,", true),
        ("CH,Cy,Two,1/1/2010,1 Oak Street,", false),
        ("CH,Cy,Two,1/1/2010,1 OAK ST.,", true),
        ("CH,Cy,Two,1/1/2010,1 Oak St Apt 2,", false),
        ("CH,Cy,Two,1/1/2010,,614-555-0101", false),
    ] {
        let report = checked(format!("{heading}{row}\n"));
        let expected: &[_] = if is_tied { &[] } else { &[(3, "Relationship", "orphan_dependent")] };
        assert_eq!(issues(&report), expected, "{row}");
        assert_eq!(report.records[1].primary_line, is_tied.then_some(2), "{row}");
    }
    let tied = "Family ID,Relationship,First Name,Last Name,DOB,Address\nF1,EE,Bo,One,1/1/1980,1 Oak St\nF1,CH,Cy,Two,1/1/2010,9 Elm St\n";
    assert_eq!(issues(&checked(tied)), [], "a number says whose it is");
}

#[test]
fn a_list_that_is_sorted_by_name_makes_nobody_a_strangers_dependent() {
    let report = checked(
        "Last Name,First Name,DOB,Relationship\nZzadams,Ann,1/1/1980,Employee\nZzbaker,Cara,1/1/2012,Child\nZzbaker,Dan,1/1/1981,Employee\n\
         Cole,Eve,1/1/1982,Significant Other\n",
    );
    let (field, code) = ("Relationship", "orphan_dependent");
    assert_eq!(issues(&report), [(3, field, code), (5, field, code)]);
    assert!(report.records.iter().all(|record| record.primary_line.is_none()));
    let said = "Nothing but the order of the rows says that this is a dependent of the employee in row 1, line 2 of the file: neither last \
                name nor address is the same. Choose the employee or skip this row.";
    assert_eq!(report.issues[0].message, said);
}

/// A list of names alone, in which several employees are called Baker.
const BAKERS: &str = "First,Last,DOB,Relationship,Address\n";

#[test]
fn a_last_name_of_several_employees_ties_nobody_without_the_home() {
    let (code, field) = ("orphan_dependent", "Relationship");
    for (rows, primary, told) in [
        // Sorted by first name, or the other way round.
        ("Dan,Baker,1/2/1979,Employee,\nCara,Baker,1/2/2010,Child,\nAnn,Baker,1/2/1980,Employee,\n", None, true),
        ("Ann,Baker,1/2/1980,Employee,\nCara,Baker,1/2/2010,Child,\nDan,Baker,1/2/1979,Employee,\n", None, true),
        (
            "Ann,Baker,1/2/1980,Employee,9 Elm St\nCara,Baker,1/2/2010,Child,1 Oak St\nDan,Baker,1/2/1979,Employee,1 Oak St\n",
            None,
            true,
        ),
        (
            "Ann,Baker,1/2/1980,Employee,9 Elm St\nCara,Baker,1/2/2010,Child,9 Elm St\nDan,Baker,1/2/1979,Employee,1 Oak St\n",
            Some(2),
            false,
        ),
        ("Ann,Baker,1/2/1980,Employee,\nCara,Baker,1/2/2010,Child,\nDan,Cook,1/2/1979,Employee,\n", Some(2), false),
    ] {
        let report = checked(format!("{BAKERS}{rows}"));
        let expected: &[_] = if told { &[(3, field, code)] } else { &[] };
        assert_eq!((issues(&report), report.records[1].primary_line), (expected.to_vec(), primary), "{rows}");
    }
}

#[test]
fn a_last_name_keeps_the_stored_employee_of_a_member() {
    let file = "First,Last,DOB,Relationship\nAnn,Baker,1/2/1980,Employee\nCara,Baker,1/2/2010,Child\nDan,Baker,1/2/1979,Employee\n";
    for (name, expected) in [("Cara", (Some(1), 0)), ("Nobody", (None, 1))] {
        let mut stored = StoredDependents::default();
        stored.add(name, "Baker", chrono::NaiveDate::from_ymd_opt(2010, 1, 2).unwrap());
        let mut rows = CrossRows::new(&Rules::on(today())).knowing(stored);
        let mut child = None;
        for item in CensusReader::open(file.as_bytes(), &ReadOptions::default()).unwrap() {
            let Item::Row(raw) = item.unwrap() else { continue };
            let mut row = validate(&raw, &Rules::on(today()));
            rows.observe(&mut row);
            child = child.or(row.record.is_dependent().then_some(row.record));
        }
        let (child, late) = (child.expect("a child"), rows.finish());
        let primary = late.iter().find_map(|late| late.primary_row);
        let told = late.iter().filter(|late| late.issue.is_some()).count();
        assert_eq!((child.primary_row, primary, told), (None, expected.0, expected.1), "{name}");
    }
}

#[test]
fn whose_dependent_a_member_is_stays_and_is_not_asked() {
    let file = "Relationship,First Name,Last Name,DOB\nEE,Bo,One,1/1/1980\nCH,Cy,Two,1/1/2010\nCH,Di,Two,1/1/2012\n";
    let mut stored = StoredDependents::default();
    stored.add("cy", "TWO", chrono::NaiveDate::from_ymd_opt(2010, 1, 1).unwrap());
    let mut rows = CrossRows::new(&Rules::on(today())).knowing(stored);
    let mut told = Vec::new();
    for item in CensusReader::open(file.as_bytes(), &ReadOptions::default()).unwrap() {
        let Item::Row(raw) = item.unwrap() else { continue };
        let mut row = validate(&raw, &Rules::on(today()));
        rows.observe(&mut row);
        told.push(row.issues.len());
    }
    assert_eq!(told, [0; 3]);
    let late: Vec<_> =
        rows.finish().iter().map(|late| (late.primary_row, late.by_order, late.issue.is_some())).collect();
    assert_eq!(late, [(Some(1), true, false), (None, false, true)]);
}

#[test]
fn a_row_that_is_set_aside_still_parts_the_families() {
    for (aside, is_tied) in [("EE,Bo,One,2/1/1980", false), ("EE,Al,One,1/1/1980", true), ("SP,Bo,One,2/1/1980", true)]
    {
        let file = format!("Relationship,First Name,Last Name,DOB\nEE,Al,One,1/1/1980\n{aside}\nCH,Cy,One,1/1/2010\n");
        let rules = Rules::on(today());
        let mut rows = CrossRows::new(&rules);
        for item in CensusReader::open(file.as_bytes(), &ReadOptions::default()).expect("a census") {
            let Item::Row(raw) = item.expect("a line") else { continue };
            let mut row = validate(&raw, &rules);
            if raw.number == 2 {
                rows.pass_over(&row);
            } else {
                rows.observe(&mut row);
            }
        }
        let tied: Vec<Option<u32>> = rows.finish().into_iter().map(|late| late.primary_row).collect();
        assert_eq!(tied, [is_tied.then_some(1)], "{aside}");
    }
}

#[test]
fn order_ties_by_the_whole_last_name_and_by_no_part_of_it() {
    for (employee, child, is_tied) in [
        ("Garcia-Lopez", "Garcia Lopez", true),
        ("GARCÍA LOPEZ", "Garcia-Lopez", true),
        ("Hart Jr.", "Hart III", true),
        ("Garcia", "Garcia-Lopez", false),
        ("Garcia Lopez", "Lopez Ruiz", false),
        ("Hart-Volk", "Volk Hart", false),
        ("de la Cruz", "de la Rosa", false),
        ("Dela Cruz", "Dela Rosa", false),
        ("Delos Santos", "Delos Reyes", false),
        ("Santa Cruz", "Santa Maria", false),
        ("Saint James", "Saint Clair", false),
        ("Della Rossi", "Della Bruno", false),
        ("Abdul Rahman", "Abdul Karim", false),
        ("Singh Kaur", "Gill Kaur", false),
        ("Smith Senior", "Baker Senior", false),
        ("van Dyke", "van Horn", false),
        ("Bay", "Bayley", false),
    ] {
        let report = checked(format!(
            "Relationship,First Name,Last Name,DOB\nEE,Bo,{employee},1/1/1980\nCH,Cy,{child},1/1/2010\n"
        ));
        let expected: &[_] = if is_tied { &[] } else { &[(3, "Relationship", "orphan_dependent")] };
        assert_eq!(issues(&report), expected, "{employee} {child}");
        assert_eq!(report.records[1].primary_line, is_tied.then_some(2), "{employee} {child}");
    }
}

/// Thirty employees of a company, a child and its parent behind them, with these cells in each row.
fn company(address: &str, phone: &str, colleagues: usize) -> String {
    let names = ('a'..='b').flat_map(|one| ('a'..='z').map(move |other| format!("Zz{one}{other}")));
    let rows: Vec<String> = names
        .take(colleagues)
        .map(|name| format!("{name},Ann,1/1/1980,Employee"))
        .chain(["Zzzbaker,Cara,1/1/2012,Child".to_owned(), "Zzzbaker,Dan,1/1/1981,Employee".to_owned()])
        .map(|row| format!("{row},{address},Ames,50010,{phone}\n"))
        .collect();
    format!("Last Name,First Name,DOB,Relationship,Address,City,Zip,Phone\n{}", rows.concat())
}

#[test]
fn what_a_whole_company_shares_ties_nobody() {
    for (address, phone) in [("100 Plant Rd", ""), ("", "614-555-0100"), ("100 Plant Rd", "614-555-0100")] {
        for colleagues in [3, 30] {
            let report = checked(company(address, phone, colleagues));
            let line = colleagues as u64 + 2;
            let orphan = (line, "Relationship", "orphan_dependent");
            let shared = (!phone.is_empty()).then_some((1, "Phone", "shared_contact"));
            let told: Vec<_> = shared.into_iter().chain([orphan]).collect();
            assert_eq!(issues(&report), told, "{address} {phone} {colleagues}");
            assert_eq!(report.records[colleagues].primary_line, None);
        }
        let report = checked(company(address, phone, 1));
        let tied = (!address.is_empty()).then_some(2);
        assert_eq!(report.records[1].primary_line, tied, "two employees may live together: {:?}", report.issues);
    }
    let apart = checked(
        "Last Name,First Name,DOB,Relationship,Address,Zip\nAbel,Ann,1/1/1980,Employee,1 Main St,43004\n\
         Bee,Cara,1/1/2012,Child,1 Main St,90210\n",
    );
    assert_eq!(issues(&apart), [(3, "Relationship", "orphan_dependent")], "one street of two towns");
}

#[test]
fn the_member_type_alone_makes_dependents_too() {
    let report = checked(
        "MemberType,FirstName,LastName,DateOfBirth\nDependent,Al,One,1/1/2015\nPrimary,Bo,One,1/1/1980\nDependent,Cy,One,1/1/2012\n",
    );
    assert_eq!(issues(&report), [(2, "MemberType", "orphan_dependent")]);
    assert_eq!(report.records[2].primary_line, Some(3));
    assert_eq!(report.records[2].relationship, "OT");
}

/// Everything that is said about a file by the given rules.
fn judged(file: &str, rules: &Rules) -> (Vec<Record>, Vec<Issue>) {
    let mut rows = CrossRows::new(rules);
    let (mut records, mut told) = (Vec::new(), Vec::new());
    for item in CensusReader::open(file.as_bytes(), &ReadOptions::default()).unwrap() {
        if let Item::Row(raw) = item.unwrap() {
            let mut row = validate(&raw, rules);
            rows.observe(&mut row);
            told.append(&mut row.issues);
            records.push(row.record);
        }
    }
    told.extend(rows.finish().into_iter().filter_map(|late| late.issue));
    (records, told)
}

fn group(code: &str, implicit_dependents: bool, is_default: bool) -> PricingRule {
    PricingRule {
        code: code.to_owned(),
        implicit_dependents,
        is_default,
        primary_threshold: 0.5,
        dependent_threshold: 0.5,
    }
}

#[test]
fn dependents_take_their_primarys_pricing_group_only_where_it_allows_that() {
    let groups = PricingGroups::new(vec![group("std", true, true), group("exec", false, false)]);
    let rules = Rules { pricing: Some(groups), ..Rules::on(today()) };
    let file = "Pricing Group,Family ID,Relationship,First Name,Last Name,DOB\n,F1,EE,Bo,One,1/1/1980\n,F1,CH,Cy,One,1/1/2011\n\
                ,F2,CH,Di,Two,1/1/2011\nEXEC,F2,EE,Ed,Two,1/1/1970\nexec,F2,CH,Flo,Two,1/1/2012\ngold,F3,EE,Gil,Tri,1/1/1975\n";
    let (records, told) = judged(file, &rules);
    let told: Vec<_> = told.iter().map(|issue| (issue.line, issue.message.as_str())).collect();
    assert_eq!(
        told,
        [(7, "Pricing Group Code is not a pricing group of this group."), (4, "Pricing Group Code is required.")]
    );
    assert_eq!(records[3].pricing_group_code.text(), "exec");
}

#[test]
fn dependents_are_set_aside_without_issues_where_the_group_takes_none() {
    let rules = Rules { process_dependents: false, ..Rules::on(today()) };
    let (records, told) =
        judged("Relationship,First Name,Last Name,DOB\nCH,,One,bad\nEE,Bo,One,1/1/1980\nSP,Bo,One,1/1/1980\n", &rules);
    assert_eq!(told, []);
    assert_eq!(records.len(), 3);
}
