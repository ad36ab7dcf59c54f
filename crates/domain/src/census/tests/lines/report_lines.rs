//! Lines that reports print around their people, by themselves and beside numbers, and people who are called like them.

use proptest::prelude::*;
use proptest::sample::select;

use crate::census::tests::{checked, issues, people};

/// A heading with its two people, and one more who stands below the line.
const FILES: [(&str, &str); 3] = [
    ("Last Name,First Name,DOB,Zip\nBee,Ann,1/2/1980,48201\nLund,Bo,3/4/1981,48202\n", "Dee,Cal,1/4/1982,48203\n"),
    (
        "Emp ID,Employee Name,DOB,Zip\nA1,\"Bee, Ann\",1/2/1980,48201\nA2,\"Lund, Bo\",3/4/1981,48202\n",
        "A3,\"Dee, Cal\",1/4/1982,48203\n",
    ),
    (
        "Name,DOB,Sex,Zip\n\"Bee, Ann\",1/2/1980,F,48201\n\"Lund, Bo\",3/4/1981,M,48202\n",
        "\"Dee, Cal\",1/4/1982,M,48203\n",
    ),
];

/// A line of four cells.
fn padded(line: &str) -> String {
    format!("{line}{}", ",".repeat(3_usize.saturating_sub(line.matches(',').count())))
}

/// Whether the line is nobody between the people of a file, and nothing is said of it.
fn is_nobody(file: usize, line: &str) -> bool {
    let (above, below) = FILES[file];
    let report = checked(format!("{above}{}\n{below}", padded(line)));
    people(&report) == [(2, "Ann", "Bee"), (3, "Bo", "Lund"), (5, "Cal", "Dee")]
        && report.ignored_lines == [4]
        // Unknown words are asked about, as those of a section.
        && issues(&report).iter().all(|(_, _, code)| *code == "section_status")
}

#[test]
fn ids_that_begin_like_a_page_are_somebodys() {
    let report =
        crate::census::tests::checked("Employee ID,Name,DOB,Zip\nPG-1001,Ann Bee,1/2/1980,45801\nPG-1002,Bo Lund,,\n");
    assert_eq!(crate::census::tests::people(&report), [(2, "Ann", "Bee"), (3, "Bo", "Lund")]);
}

#[test]
fn pages_days_and_ends_of_reports_are_nobody_wherever_they_stand() {
    for line in [
        "Page No. 1",
        "Page Number: 1",
        "Page 1 of 2 - 10/31/2026",
        "Page 1 of 2  Printed 10/31/2026",
        "Date Printed: 10/31/2026",
        "Exported 10/31/2026",
        "Exported on 10/31/2026 by jdoe",
        "Downloaded 10/31/2026",
        "Last updated 10/31/2026",
        "Effective Date: 01/01/2027",
        "Plan Year: 2027",
        "Pay Period: 10/16/2026 - 10/31/2026",
        "Period Ending 10/31/2026",
        "Continued from page 1",
        "(cont.)",
        "Sheet 1 of 2",
        "Report Complete",
        "End Report",
        "End of listing",
        "Lark Bakery,Page 1",
        "Lark Bakery,,,Page 1 of 2",
        "Report HR-102 Page 1",
        ",,Page No. 1",
    ] {
        for file in 0..FILES.len() {
            assert!(is_nobody(file, line), "{file} {line}");
        }
    }
    assert!(is_nobody(0, "Date: 10/31/2026,Time: 8:15,,Page: 1"));
    assert!(is_nobody(1, "Signature: ____,,Date: ____,"));
}

#[test]
fn totals_in_other_words_are_nobody() {
    for line in [
        "Final Total",
        "Final Total,,3",
        "Tot,,3",
        "TTL: 3",
        "Ttl Emps 3",
        "Nbr of Employees 3",
        "Employees on report: 3",
        "\"EE: 2\",SP: 1",
        "M: 1,F: 2",
        "EE+SP: 1",
        "Participation: 80%",
    ] {
        for file in 0..FILES.len() {
            assert!(is_nobody(file, line), "{file} {line}");
        }
    }
    for line in ["No. of EEs,3", "Records,3", "Employees,3", "Males,1", "Females,2"] {
        for file in 0..FILES.len() {
            assert!(is_nobody(file, line), "{file} {line}");
        }
    }
}

#[test]
fn sums_without_a_word_wait() {
    let report = checked(
        "Emp ID,Name,DOB,Gender,Volume,Premium\n1,\"Bee, Ann\",1/2/1980,F,50000,12.50\n,,,,110000,27.50\n,,,Total,110000,27.50\n,Total Lives,2,,,\n",
    );
    assert_eq!((people(&report), &report.ignored_lines[..]), (vec![(2, "Ann", "Bee"), (3, "", "")], &[4, 5][..]));
    assert!(issues(&report).iter().all(|(line, _, _)| *line == 3), "a line of numbers may be what is left of a person");
}

#[test]
fn the_key_to_codes_is_nobody() {
    let report = checked(
        "Name,DOB,Sex,Tier\n\"Bee, Ann\",1/2/1980,F,EE\n,,,\nTier codes:,,,\nEE = Employee Only,,,\nES = Employee + Spouse,,,\nFAM=Family,,,\n",
    );
    assert_eq!((people(&report), &report.ignored_lines[..]), (vec![(2, "Ann", "Bee")], &[3, 4, 5, 6, 7][..]));
    assert_eq!(issues(&report), []);
}

#[test]
fn departments_divide_a_list() {
    for line in ["Sales Department", "Sales Dept.", "Research & Development Dept", "Pay Group: Biweekly"] {
        for file in 0..FILES.len() {
            assert!(is_nobody(file, line), "{file} {line}");
        }
    }
}

/// A lone cell in a column of one half of the name is no person; one that may be a whole name is.
#[test]
fn a_lone_cell_is_left_out_unless_it_may_be_a_whole_name() {
    for line in ["Betty", "Page", "Dept", ",Waived", ",,,48201", "Dallas Office"] {
        let report = checked(format!("{}{}\n", FILES[0].0, padded(line)));
        assert_eq!((report.records.len(), &report.ignored_lines[..]), (2, &[4][..]), "{line}");
    }
    for (file, line) in [(0, "\"Moss, Ida\",,,"), (2, "Ida Moss,,,"), (2, "\"Moss, Ida\",,,")] {
        let report = checked(format!("{}{line}\n", FILES[file].0));
        assert_eq!((report.records.len(), &report.ignored_lines[..]), (3, &[][..]), "{line}");
        assert!(!report.issues.is_empty(), "{line}");
    }
}

#[test]
fn whoever_follows_a_department_has_not_surely_left() {
    let report = checked(
        "Last,First,DOB\nBee,Ann,1/2/1980\nTerminated Employees,,\nLund,Bo,3/4/1981\nSales Department,,\nDee,Cal,1/4/1982\n",
    );
    let told: Vec<_> = report.records.iter().map(|record| record.status).collect();
    assert_eq!(told, [None, None, None], "a section waits for a yes");
    assert_eq!(issues(&report), [(4, "Status", "section_status"), (6, "Status", "section_status")]);
}

#[test]
fn who_may_be_somebody_is_told() {
    for line in [
        "Page,,1/2/1980",
        ",Page,1/2/1980",
        "Page,7,1/2/1980",
        "Tot,,29222",
        "Tot,,1/2/1980",
        "Mean,,1/2/1980",
        "Max,,41",
        "Adjustments,,,$0.00",
        "Waived,Lee",
        "Sales Department,Lee",
        "Records,Ann",
    ] {
        let report = checked(format!("{}{}\n", FILES[0].0, padded(line)));
        assert_eq!((report.records.len(), &report.ignored_lines[..]), (3, &[][..]), "{line}");
        assert!(!report.issues.is_empty(), "{line}");
    }
}

/// Words of such lines that somebody may be called.
const WORDS: &[&str] = &[
    "Tot",
    "Ttl",
    "Final",
    "Records",
    "Carried",
    "Forward",
    "Adjustments",
    "Balance",
    "Credit",
    "Department",
    "Dept",
    "Waived",
    "Waivers",
    "Declined",
    "Coverage",
    "Family",
    "Page",
    "Sheet",
    "Report",
    "Complete",
    "End",
    "Listing",
    "Plan",
    "Year",
    "Period",
    "Effective",
    "Mean",
    "Males",
    "Only",
    "Cont",
    "Codes",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn whoever_is_called_like_a_line_and_has_a_date_of_birth_is_somebody(
        first in select(WORDS),
        last in select(WORDS),
        born in select(&["1/2/1980", "1980-01-02", "29222", "Jan 2 1980"][..]),
        zip in select(&["", "48201"][..]),
    ) {
        let report = checked(format!("{}{last},{first},{born},{zip}\n", FILES[0].0));
        prop_assert_eq!(people(&report), [(2, "Ann", "Bee"), (3, "Bo", "Lund"), (4, first, last)]);
        let whole = checked(format!("{}\"{last}, {first}\",{born},,{zip}\n", FILES[2].0));
        prop_assert_eq!(people(&whole), [(2, "Ann", "Bee"), (3, "Bo", "Lund"), (4, first, last)]);
    }

    #[test]
    fn half_a_person_with_a_date_of_birth_is_told(
        name in select(WORDS),
        born in select(&["1/2/1980", "1980-01-02", "29222"][..]),
    ) {
        for row in [format!("{name},,{born},"), format!(",{name},{born},")] {
            let report = checked(format!("{}{row}\n", FILES[0].0));
            prop_assert_eq!(report.records.len(), 3, "{}", row);
        }
    }
}
