//! Which lines are never left out, and what is told of those that are (rules.md#unreadable-row).

use crate::census::lines::Why;
use crate::census::reader::{CensusReader, ReadOptions};
use crate::census::reader::{Ignored, Item};
use crate::census::tests::{checked, issues, people};

const WHOLE: &str = "Name,Date of Birth,Employee ID,Zip,Phone\nAnn Bee,1/2/1980,700001,02139,\n";
const PARTS: &str = "First Name,Last Name,DOB,Employee ID,Salary\nAnn,Bee,1/2/1980,700001,10\n";

/// The lines that a file leaves out.
fn left_out(text: &str) -> Vec<Ignored> {
    let mut reader = CensusReader::open(text.as_bytes(), &ReadOptions::default()).unwrap();
    let mut found = Vec::new();
    while let Some(item) = reader.next_item().unwrap() {
        if let Item::Ignored(line) = item {
            found.push(line);
        }
    }
    found
}

#[test]
fn a_birth_date_an_ssn_or_an_id_makes_a_row_whatever_the_words_say() {
    let ssn = "First Name,Last Name,SSN,Zip\nAnn,Bee,123-45-6780,02139\n";
    for (heading, line) in [
        (WHOLE, "Count Basie,,707777,02139,"),
        (WHOLE, "Count Basie,,707777,,"),
        (WHOLE, "Maria Total,,7,,"),
        (WHOLE, "Total Maria,,7,,"),
        (WHOLE, "Basie Count,29222x,,,"),
        (WHOLE, "Max,,12,,"),
        (WHOLE, "Grand Total,,30,,"),
        (WHOLE, "Page 2 of 2,,A7,,"),
        (WHOLE, "VACANT,,P-1001,,"),
        (WHOLE, "Example: Jane Doe,1/2/1980,,,"),
        (PARTS, "Max,,,12,50000"),
        (PARTS, "(example) John,Doe,1/2/1980,,52000"),
        (PARTS, "Male,,,4,"),
        (PARTS, "3,,,4,"),
        (ssn, "Total,,123-45-6789,"),
        (ssn, "Example,,XXX-XX-6789,"),
    ] {
        let report = checked(format!("{heading}{line}\n"));
        assert_eq!((report.records.len(), &report.ignored_lines[..]), (2, &[][..]), "{line}");
        let is_wrong = report
            .issues
            .iter()
            .any(|issue| issue.line == 3 && issue.severity == crate::census::findings::issue::Severity::Error);
        assert!(is_wrong, "{line}: {:?}", report.issues);
    }
}

#[test]
fn a_name_beside_another_value_of_a_person_is_no_total() {
    for line in ["Count Basie,,,02139,", "Basie Count,,,,614-555-0101", "Total Maria,,,02139-1234,"] {
        let report = checked(format!("{WHOLE}{line}\n"));
        assert_eq!(issues(&report), [(3, "DateOfBirth", "missing_required")], "{line}");
    }
}

#[test]
fn a_person_who_is_called_as_an_example_waits() {
    for (line, first, last) in [
        ("Sample,Person,1/3/1981,2,", "Sample", "Person"),
        ("Example,Lopez,1/3/1981,3,", "Example", "Lopez"),
        ("Lee,Example,1/2/1990,4,", "Lee", "Example"),
    ] {
        let report = checked(format!("{PARTS}{line}\n"));
        assert_eq!(people(&report), [(2, "Ann", "Bee"), (3, first, last)], "{line}");
        assert!(issues(&report).contains(&(3, "", "may_be_nobody")), "{line}: {:?}", issues(&report));
    }
}

#[test]
fn what_reads_like_nobody_and_holds_a_birth_date_waits_for_a_person() {
    for line in [
        "(example) John,Doe,1/2/1980,,52000",
        "Sample,Employee,1/2/1980,,52000",
        "Jane,Doe [Sample],1/2/1980,9,52000",
        "EXAMPLE,,1/2/1980,9,52000",
    ] {
        let report = checked(format!("{PARTS}{line}\n"));
        assert!(issues(&report).contains(&(3, "", "may_be_nobody")), "{line}: {:?}", issues(&report));
    }
    let somebody = checked(format!("{WHOLE}Basie Count,29222,,,\n"));
    assert_eq!((people(&somebody)[1], issues(&somebody)), ((3, "Basie", "Count"), vec![]));
    let whole = checked(format!("{WHOLE}Grand Total,29222,,,\n"));
    assert_eq!(issues(&whole), [(3, "", "may_be_nobody")]);
}

#[test]
fn columns_in_another_order_change_nothing_of_it() {
    let report =
        checked(format!("{WHOLE}Employee ID,Phone,Zip,Date of Birth,Name\n707777,,02139,,Count Basie\n7,,,,Total\n"));
    assert_eq!(report.ignored_lines, [3]);
    assert_eq!(issues(&report), [(4, "", "other_table"), (5, "", "other_table")]);
}

#[test]
fn a_person_above_the_heading_of_a_sorted_list_waits() {
    let report = checked(
        "Abel,Ann,1/2/1980,7\nBee,Bo,1/3/1981,8\nLast Name,First Name,DOB,Employee ID\nMoe,Cy,1/4/1982,9\nZed,Di,1/5/1983,10\n",
    );
    assert_eq!((people(&report).len(), &report.ignored_lines[..]), (4, &[][..]));
    assert_eq!(issues(&report), [(1, "", "may_be_nobody"), (2, "", "may_be_nobody")]);
    let titled = checked("Acme,Census,10/31/2026,\nLast Name,First Name,DOB,Employee ID\nMoe,Cy,1/4/1982,9\n");
    assert_eq!((people(&titled).len(), &titled.ignored_lines[..]), (1, &[1][..]));
}

#[test]
fn a_line_above_the_heading_with_a_number_and_a_name_waits() {
    let ids = "UniqueId,FirstName,LastName,DateOfBirth,Zip\nE101,Bo,Bee,01/02/1961,43200\n";
    let ssn = "ID,First,Last,DOB,SSN\nE101,Bo,Bee,01/02/1961,123-45-6781\n";
    let whole = "Name,DOB,ID\n\"Bee, Bo\",01/02/1961,E101\n";
    let list = "ID,First,Last\nE101,Bo,Bee\n";
    for (line, rest) in [
        ("E100,Alda,Abbot,,43200", ids),
        ("E100,Alda,Abbot,n/a,43200", ids),
        ("E100,,Abbot,01/01/1960,43200", ids),
        ("E100,Alda,,,43200", ids),
        ("E100,Ald4,Abbot,01/01/1960,43200", ids),
        (",Alda,Abbot,01/01/1960,", ids),
        (",Alda,Abbot,,123-45-6780", ssn),
        ("\"Abbot, Alda\",,E100", whole),
        ("E100,Alda,Abbot", list),
    ] {
        let report = checked(format!("{line}\n{rest}"));
        assert_eq!((report.records.len(), &report.ignored_lines[..]), (2, &[][..]), "{line}");
        assert!(issues(&report).contains(&(1, "", "may_be_nobody")), "{line}: {:?}", issues(&report));
    }
}

#[test]
fn a_line_above_the_heading_with_a_name_and_more_may_name_a_person() {
    let named = |line: &str| {
        let lines =
            left_out(&format!("{line}\nUniqueId,FirstName,LastName,DateOfBirth,Zip\nE101,Bo,Bee,01/02/1961,43200\n"));
        lines.iter().map(|line| (line.why, line.may_name())).collect::<Vec<_>>()
    };
    assert_eq!(named(",Alda,Abbot,,"), [(Why::Title, true)]);
    assert_eq!(named(",Kim,Abbot,03/04/2019,"), [(Why::Title, true)]);
    assert_eq!(named(",Acme Census,,,"), [(Why::Title, false)]);
    let two_lines = left_out("Employee,First,Last,Date of\nID,Name,Name,Birth\nE101,Bo,Bee,01/02/1961\n");
    assert_eq!(
        two_lines.iter().map(|line| line.may_name()).collect::<Vec<_>>(),
        [false],
        "the upper line of the heading"
    );
}

#[test]
fn lines_that_are_left_out_tell_what_they_are_and_why() {
    let lines = left_out(&format!(
        "Acme Census,,\n{PARTS}Total Maria,,,,30\nTotal,,,,30\n,,,,\n,,Page 1 of 2,,\nTerminated Employees,,,,\n"
    ));
    let told: Vec<_> =
        lines.iter().map(|line| (line.line, line.why, line.in_name_column, line.cells.join("|"))).collect();
    assert_eq!(
        told,
        [
            (1, Why::Title, true, "Acme Census".to_owned()),
            (5, Why::Total, false, "Total||||30".to_owned()),
            (6, Why::Blank, false, String::new()),
            (7, Why::Total, false, "||Page 1 of 2".to_owned()),
            (8, Why::Remark, true, "Terminated Employees".to_owned()),
        ]
    );
}
