//! Lines that are nobody, and people who are called like them.

use proptest::prelude::*;
use proptest::sample::select;

use crate::census::tests::{checked, issues, people};

const HEADING: &str = "Emp ID,First Name,Last Name,DOB,Salary\nA1,Ann,Bee,1/2/1980,10\n";

#[test]
fn what_programs_print_around_a_list_is_nobody() {
    for line in [
        "2026-11-20 15:45:00,,,,",
        "\"Friday, November 20, 2026 3:45 PM\",,,,",
        "Run by: jsmith,,,,",
        "Date: 11/20/2026,,,,",
        "EIN: 12-3456789,,,,",
        "http://payroll.example.com/report,,,,Page 1",
        "C:\\Reports\\census.xlsx,,,,",
        "Average age,,,45,",
        "Avg. Age:,45,,,",
        "Median age 41,,,,",
        "(2 rows affected),,,,",
        "2 record(s) found.,,,,",
        "Query returned 2 rows,,,,",
        "\"Showing 1 to 2 of 2 entries\",,,,",
        "No. of employees,2,,,",
        "# of records,2,,,",
        "Employees 2,,,,",
        "Males: 1,,,,",
        "N = 2,,,,",
        "End of data,,,,",
        "EOF,,,,",
        "Copyright 2026 Acme,,,,",
        "Proprietary and Confidential,,,,",
        "For internal use only,,,,",
        "Data as of 11/01/2026,,,,",
        "Data as of 11/01/2026,,,,Page 1",
        "\"Census data as of November 1, 2026\",,,,",
        "Data as of:,11/01/2026,,,",
        "Signature: ____________,,,,",
        "Signature:,____________,,Date:,________",
        "____________,,,________,",
        "Print name:,,,,",
        "Approved by: Jane Doe,,,,",
        "Dept 100 Total Employees: 2,,,,",
        "Sales Headcount: 12",
        "\"Friday, Nov 20, 2026 10:15:33 AM GMT-8\",,,,",
        "Max:,,,,98000",
        "*** SAMPLE ***,,,,",
    ] {
        let report = checked(format!("{HEADING}{line}\n"));
        assert_eq!((people(&report), &report.ignored_lines[..]), (vec![(2, "Ann", "Bee")], &[3][..]), "{line}");
        assert_eq!(issues(&report), [], "{line}");
    }
}

/// A line in other words waits for a person to decide.
#[test]
fn a_line_in_words_that_no_table_has_waits() {
    for line in [
        "11/20/2026 3:45 PM,,,,jsmith",
        "Printed by,jsmith,,,",
        "As of,11/01/2026,,,",
        "www.acme.example/report,,,,11/20/2026",
        "varchar(50),varchar(50),varchar(50),date,\"decimal(10,2)\"",
        "A(10),A(30),A(30),MM/DD/YYYY,N(9)",
        "General,Text,Text,Short Date,Number",
        "Max age,,,64,",
        "Authorized Signature ____________,,,Date ________,",
        "Min,,,,25000",
        "TRL,,,,2",
        "(example),John,Doe,,52000",
        "EXAMPLE,Jane,Doe,MM/DD/YYYY,52000",
        ",(example) John,Doe,,52000",
        ",John (example),Doe,,52000",
        ",Example: Jane,Doe,,52000",
        ",Sample,Employee,,52000",
        ",Jane,Doe [Sample],,52000",
    ] {
        let report = checked(format!("{HEADING}{line}\n"));
        assert_eq!((report.records.len(), &report.ignored_lines[..]), (2, &[][..]), "{line}");
        assert!(issues(&report).iter().any(|(at, _, code)| *at == 3 && *code != "section_status"), "{line}");
    }
}

#[test]
fn what_may_be_left_of_somebody_is_told_and_not_left_out() {
    for line in [
        ",,,11/20/1986 3:45 PM,",
        "11/20/2026 3:45 PM,Ann,Lee,,",
        ",Max,,,22",
        "A2,User,,,",
        ",Alpha,Long,,",
        ",Date,,1/2/1980,",
        "http://a.example,Ann,,,",
        "A3,Mean,,,45",
        ",Ann,as of,,",
        "A4,,Data,,",
        "Min,A4,,,5",
        "Min,,,1/2/1980,5",
    ] {
        let report = checked(format!("{HEADING}{line}\n"));
        assert_eq!((report.records.len(), &report.ignored_lines[..]), (2, &[][..]), "{line}");
        assert!(!report.issues.is_empty(), "{line}");
    }
}

#[test]
fn a_title_that_counts_its_pages_comes_again() {
    let heading = "ID,Name,DOB,Rel";
    let report = checked(format!(
        "Enrollment Listing,,,Page 1 of 2\n{heading}\n1,Ann Bee,1/2/1980,EE\nEnrollment Listing,,,Page 2 of 2\n{heading}\n2,Cal Dee,3/4/1981,EE\n"
    ));
    assert_eq!(
        (people(&report), &report.ignored_lines[..]),
        (vec![(3, "Ann", "Bee"), (6, "Cal", "Dee")], &[1, 4, 5][..])
    );
}

#[test]
fn what_stands_in_brackets_beside_a_name_is_mostly_somebodys() {
    for (first, last) in [
        ("Ann (Smith)", "Bee"),
        ("Ann", "Bee (Smith)"),
        ("Joe", "Sample"),
        ("(Ann)", "Bee"),
        ("Ann \"Sam\"", "Bee"),
        ("Samplette", "Bee"),
    ] {
        let report = checked(format!("First,Last,DOB\n\"{}\",{last},1/2/1980\n", first.replace('"', "\"\"")));
        assert_eq!((people(&report), &report.ignored_lines[..]), (vec![(2, first, last)], &[][..]));
    }
    let whole = checked(
        "Name,DOB\nExample,1/2/1980\nSample Employee,1/2/1980\n\"Doe, John (sample)\",1/2/1980\nJoe Sample,1/2/1980\n",
    );
    let waits: Vec<_> = issues(&whole).into_iter().filter(|(_, _, code)| *code == "may_be_nobody").collect();
    assert_eq!((whole.records.len(), &whole.ignored_lines[..]), (4, &[][..]));
    assert_eq!(waits, [2, 3, 4, 5].map(|line| (line, "", "may_be_nobody")));
}

/// Words that lines of nobody are made of, and that people may be called. Beside them stand words of print lines, such as `Printed`, which are no
/// names.
const WORDS: &[&str] = &[
    "Total",
    "Average",
    "Max",
    "Min",
    "Mean",
    "Median",
    "Sum",
    "Count",
    "Employees",
    "Records",
    "Rows",
    "Members",
    "Page",
    "End",
    "Of",
    "Date",
    "Text",
    "Alpha",
    "General",
    "Money",
    "Long",
    "Char",
    "Number",
    "String",
    "User",
    "By",
    "Copyright",
    "Eof",
    "Males",
    "Showing",
    "Query",
    "N",
    "A",
    "Www",
    "Title",
    "Name",
    "First",
    "Last",
    "Status",
    "Group",
    "Note",
    "Data",
    "Signature",
    "Mode",
    "High",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn whoever_has_a_name_and_a_date_of_birth_is_somebody(
        first in select(WORDS),
        last in select(WORDS),
        born in select(&["1/2/1980", "1980-01-02", "29222", "Jan 2 1980", "1/2/1980 12:00:00 AM"][..]),
        id in select(&["", "7", "A7", "2026", "Total", "11/20/2026 3:45 PM"][..]),
        salary in select(&["", "2", "$1,200.00"][..]),
    ) {
        let report = checked(format!("{HEADING}{id},{first},{last},{born},\"{salary}\"\n"));
        prop_assert_eq!(people(&report), [(2, "Ann", "Bee"), (3, first, last)]);
        prop_assert_eq!(report.records[1].date_of_birth.as_deref(), Some("1980-01-02"));
        prop_assert_eq!(report.ignored_lines, [0_u64; 0]);
    }
}

#[test]
fn numbered_lines_that_nobody_has_filled_in_are_nobody() {
    for (heading, tail) in [
        ("#,First,Last,DOB", "3,,,\n4,,,\n5,,,\n"),
        (",First,Last,DOB", "3,,,\n\n4,,,\n"),
        ("Line,First,Last,DOB", "3\n4\n"),
        ("#,First,Last,DOB,Tier", "3,,,,\n4,,,,\n"),
    ] {
        let report = checked(format!("{heading}\n1,Ann,Bee,1/2/1980\n2,Bo,Lund,3/4/1981\n{tail}"));
        let told: Vec<_> = issues(&report).into_iter().filter(|(_, _, code)| *code != "too_few_fields").collect();
        assert_eq!((people(&report), told), (vec![(2, "Ann", "Bee"), (3, "Bo", "Lund")], vec![]), "{heading}");
    }
    let report = checked(
        "#,First,Last,DOB\nEx.,Jo,Doe,1/2/1980\n1,Ann,Bee,1/2/1980\n,Al,Bee,3/4/2011\n2,,,\n3,Bo,Lund,3/4/1981\n4,,,\n",
    );
    assert_eq!(people(&report), [(2, "Jo", "Doe"), (3, "Ann", "Bee"), (4, "Al", "Bee"), (6, "Bo", "Lund")]);
    assert_eq!(report.ignored_lines, [5, 7]);
}

#[test]
fn a_number_may_be_what_is_left_of_somebody() {
    for (heading, first, last) in [
        ("Emp ID,First,Last,DOB", "1", "2,,,"),
        ("#,First,Last,DOB", "1", "2,,Lee,"),
        ("#,First,Last,DOB", "1", "2,x,,"),
        ("#,First,Last,DOB", "1", "2,,,,Lee"),
    ] {
        let report = checked(format!("{heading}\n{first},Ann,Bee,1/2/1980\n{last}\n"));
        assert_eq!((report.records.len(), &report.ignored_lines[..]), (2, &[][..]), "{heading} {last}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_line_with_anything_to_read_is_taken_for_an_empty_numbered_one(
        rows in prop::collection::vec((select(&["", "7", "8", "9"][..]), select(&["", "Ann", "2"][..]), select(&["", "Bee"][..]), select(&["", "1/2/1980"][..]), select(&["", "89501", "5"][..])), 1..12),
    ) {
        let mut file = "#,Emp ID,First Name,Last Name,DOB,Zip\n1,6,Al,Lund,3/4/1970,\n".to_owned();
        let mut blank = Vec::new();
        for (number, (id, first, last, born, zip)) in (2_u64..).zip(&rows) {
            file.push_str(&format!("{number},{id},{first},{last},{born},{zip}\n"));
            if [id, first, last, born, zip].iter().all(|cell| cell.is_empty()) {
                blank.push(number + 1);
            }
        }
        prop_assert_eq!(checked(file).ignored_lines, blank);
    }
}

#[test]
fn words_in_columns_that_are_not_read_are_nobody() {
    let report = checked(
        "Department,Employee,DOB\nSales,,\n,Ann Bee,1/2/1980\nDock and Yard,,\n,Bo Lund,1/3/1981\nOffice,Cal Dee,1/4/1982\n",
    );
    let read = [(3, "Ann", "Bee"), (5, "Bo", "Lund"), (6, "Cal", "Dee")];
    assert_eq!((people(&report), &report.ignored_lines[..]), (read.to_vec(), &[2, 4][..]));
    assert_eq!(issues(&report), [(1, "Employee", "name_order")]);
}

#[test]
fn words_that_may_be_somebodys_are_told_wherever_they_stand() {
    for (heading, line) in [
        ("Department,Employee,DOB", "Sales,,1/2/1980"),
        ("Department,Employee,DOB", "Sales,,,more"),
        ("Nickname,First Name,Last Name,DOB,Spouse First Name", ",,,,Mary"),
        ("Name,First Name,Last Name,DOB", "Mary Bee,,,"),
        ("Nom,First Name,DOB", "Mary,,"),
    ] {
        let first = if heading.contains("Last") { ",Ann,Bee,1/2/1980" } else { ",Ann Bee,1/2/1980" };
        let tail = ",".repeat(heading.matches(',').count() - first.matches(',').count());
        let report = checked(format!("{heading}\n{first}{tail}\n{line}\n"));
        assert_eq!((report.records.len(), &report.ignored_lines[..]), (2, &[][..]), "{heading} {line}");
    }
}

/// A person with only a part of the birth date is no total of that name.
#[test]
fn a_part_of_a_birth_date_makes_a_row() {
    let parts = "Name,Birth Month,Birth Day,Birth Year,Employee ID\nAnn Archer,1,1,1980,1\nBob Barnes,2,2,1981,2\n";
    for line in ["Total Maria,3,4,,", "Total Maria,,,1980,", "Total Maria,3,,,", "Count Basie,,7,,"] {
        let report = checked(format!("{parts}{line}\n"));
        assert_eq!((people(&report).len(), report.ignored_lines.len()), (3, 0), "{line}");
        assert!(issues(&report).iter().any(|(at, _, _)| *at == 4), "{line}: an error of its row");
    }
    for line in ["Total,2,,,", "Grand Total,,,2,", "Total Employees,2,,,"] {
        assert_eq!(checked(format!("{parts}{line}\n")).ignored_lines, [4], "{line}");
    }
    let ages = "Name,DOB/Age,Employee ID\nAnn Archer,1/1/1980,1\nBob Barnes,1/1/1981,2\n";
    let report = checked(format!("{ages}Total Maria,45,\n"));
    assert_eq!((people(&report).len(), report.ignored_lines.len()), (3, 0), "{:?}", report.issues);
    for line in ["Total,45,", "Average age,45,"] {
        assert_eq!(checked(format!("{ages}{line}\n")).ignored_lines, [4], "{line}");
    }
}
