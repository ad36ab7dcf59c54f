//! Columns that a person has mapped as the family's number because they name other rows.

use crate::census::check::{CheckReport, check};
use crate::census::field::Field;
use crate::census::reader::ReadOptions;
use crate::census::tests::{checked, issues, today};
use crate::census::vocabulary::heading_key;

/// The report of a file of which a person has mapped the column below this heading as the family's number.
fn mapped(text: &str, heading: &str) -> CheckReport {
    let remembered = [(heading_key(heading), Some(Field::FamilyId))].into();
    check(text.as_bytes(), today(), &ReadOptions { remembered, ..ReadOptions::default() })
        .expect("memory does not fail")
}

fn primaries(report: &CheckReport) -> Vec<Option<u64>> {
    report.records.iter().map(|record| record.primary_line).collect()
}

#[test]
fn a_column_that_names_other_rows_ties_them_once_it_is_mapped() {
    for (heading, [ann, karl, tom]) in [
        ("ID,Sponsor ID", ["1,", "11,1", "2,"]),
        ("ID,Dependent Of", ["1001,", "1002,1001", "1003,"]),
        ("No,Under No", ["1,", "2,1", "3,"]),
        ("Last4,Sub Last4", ["4411,4411", "5522,4411", "7744,7744"]),
        ("SSN,Sub SSN", ["900-11-0001,900-11-0001", "900-11-0002,900110001", "900-11-0004,900-11-0004"]),
        ("Ref,Parent Ref", ["A-1,", "A-2,A-1", "A-4,"]),
        ("Note,Guarantor", [",Self", ",Ann Boyd", ",Self"]),
        ("Note,Covered Under", [",Ann Boyd", ",Ann Boyd", ",Tom Reed"]),
    ] {
        let text = format!(
            "{heading},First Name,Last Name,DOB\n{ann},Ann,Boyd,1/2/1980\n{karl},Karl,Boyd,3/4/1979\n{tom},Tom,Reed,1/4/1982\n"
        );
        let pointing = heading.split_once(',').expect("two columns").1;
        assert!(
            issues(&checked(&text)).contains(&(1, pointing, "people_beside")),
            "{heading}: {:?}",
            issues(&checked(&text))
        );
        let report = mapped(&text, pointing);
        assert_eq!((primaries(&report), issues(&report)), (vec![None, Some(2), None], vec![]), "{heading}");
        let questions = report.layout.expect("a layout").questions;
        assert!(questions.iter().all(|question| question.about != "Employees"), "{heading}: {questions:?}");
    }
}
