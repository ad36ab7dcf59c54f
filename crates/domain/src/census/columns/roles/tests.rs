//! Columns of families by their values.

use super::super::Remembered;
use super::super::by_values::{complete, propose};
use super::*;
use crate::census::source::RawRow;
use crate::examples::TODAY;

/// The fields of the columns of a file, `-` of one that is not read, and the column that is asked about with `?`.
fn read(text: &str) -> Vec<String> {
    let mut lines = text.lines();
    let headings: Vec<String> = lines.next().expect("a heading").split(',').map(str::to_owned).collect();
    let rows: Vec<Row> = lines.map(|line| Row::default().with_cells(line.split(','))).collect();
    let rows: Vec<&Row> = rows.iter().collect();
    let mut mapping = propose(&headings, &Remembered::default(), &rows);
    complete(&mut mapping, &rows, TODAY);
    let asked: Vec<usize> = mapping.asked().collect();
    let shown = |column: &Column| match column.field {
        Some(field) => field.name().to_owned(),
        None if asked.contains(&column.index) => "?".to_owned(),
        None => "-".to_owned(),
    };
    mapping.columns().iter().map(shown).collect()
}

/// As [`read`], the first columns of rows that end with a name and a birth date each.
fn first(headings: &str, lines: &[&str]) -> Vec<String> {
    let columns = headings.split(',').count();
    let rows: Vec<String> =
        lines.iter().enumerate().map(|(at, line)| format!("{line},N{at},{},1/2/{}", "L", 1980 + at)).collect();
    read(&format!("{headings},First,Last,DOB\n{}", rows.join("\n"))).into_iter().take(columns).collect()
}

#[test]
fn numbers_that_fit_every_family_are_read() {
    let (read, asked, none) = ("Relationship", "?", "-");
    for (lines, expected) in [
        (&["A1,00", "A1,01", "A1,02", "A2,00"][..], read),
        (&["A1,1", "A2,1", "A2,3", "A1,2"], read),
        (&["A1,01.0", "A1,02.0"], read),
        (&["A1,2", "A1,1"], read),
        // No employee has dependents.
        (&["A1,0", "A2,0", "A3,0"], none),
        // Counts of dependents.
        (&["A1,0", "A2,2", "A3,1"], none),
        // Lines of the file.
        (&["A1,1", "A1,2", "A2,3", "A2,4"], none),
        (&["A1,1", "A1,2", "A2,3"], none),
        (&["A1,0", "A1,1", "A2,1", "A2,2"], asked),
        (&["A1,0", "A1,0", "A1,1"], asked),
        (&["A1,0", "A1,"], none),
        (&["A1,0", "A1,1A"], none),
        (&["A1,0", "A1,1", ",0"], read),
        (&["A1,2", "A1,3"], none),
        (&["A1,100", "A1,101"], none),
    ] {
        assert_eq!(first("Subscriber ID,Dep No", lines)[1], expected, "{lines:?}");
    }
}

#[test]
fn the_heading_says_that_they_are_persons_numbers() {
    let lines = ["7,A1,0", "7,A1,1", "8,A2,0"];
    for (heading, expected) in [
        ("Family ID,Member ID,Person Code", "Relationship"),
        ("Family ID,Subscriber ID,Person Number", "Relationship"),
        ("Family ID,Subscriber ID,Member Suffix", "Relationship"),
        ("Plan,Employee ID,Sequence", "Relationship"),
        ("Plan,Employee ID,Dep #", "Relationship"),
        ("Plan,Employee ID,Number of Dependents", "-"),
        ("Plan,Employee ID,Level", "-"),
    ] {
        assert_eq!(first(heading, &lines)[2], expected, "{heading}");
    }
}

#[test]
fn a_row_for_each_plan_of_a_person_counts_no_family() {
    let rows = "A1,1,Ann,Moss,1/2/1980\nA1,2,Ann,Moss,1/2/1980\nA2,1,Tom,Reed,1/3/1980";
    assert_eq!(read(&format!("Employee ID,Seq,First,Last,DOB\n{rows}"))[1], "-");
}

#[test]
fn a_number_within_the_family_is_no_id() {
    for family in ["Contract #", "Subscriber ID", "Cardholder ID", "Family ID", "Cert No"] {
        for number in ["Person Number", "Person No", "Member Number"] {
            let told = |lines: &[&str]| first(&format!("{family},{number},Relationship"), lines);
            assert_eq!(told(&["X1,01,EE", "X1,02,SP", "X2,01,EE"])[1], "-", "{family} {number}");
        }
        assert_ne!(first(&format!("{family},Person Number,Relationship"), &["X1,1,EE", "X1,2,SP", "X2,3,EE"])[1], "-");
    }
    assert_eq!(first("Person Number", &["01", "02", "01"]), ["?"]);
}

#[test]
fn a_yes_below_dependent_is_asked_about() {
    let rows = |lines: &[&str]| read(&format!("Last,First,DOB,Dependent\n{}", lines.join("\n"))).swap_remove(3);
    assert_eq!(rows(&["Moss,Ann,1/2/1980,N", "Moss,Ida,1/2/2020,Y", "Reed,Tom,1/2/1982,N"]), "?");
    assert_eq!(rows(&["Moss,Ann,1/2/1980,N", "Moss,Karl,1/2/1981,Y", "Reed,Tom,1/2/1982,N"]), "?", "who has one?");
    assert_eq!(rows(&["Moss,Ann,1/2/1980,N", "Dale,Karl,1/2/1981,Y", "Reed,Tom,1/2/1982,N"]), "?");
    assert_eq!(rows(&["Moss,Ann,1/2/1980,Y", "Dale,Karl,1/2/1981,Y", "Reed,Tom,1/2/1982,N"]), "?");
    assert_eq!(rows(&["Moss,Ann,1/2/1980,N", "Reed,Tom,1/2/1982,N"]), "-");
    let (dependent, primary) = (Some(MemberType::Dependent), Some(MemberType::Primary));
    for (heading, asked) in [
        ("Dependent", dependent),
        ("Is Dependent", dependent),
        ("Dependent Y/N", dependent),
        ("Dependent Flag", dependent),
        ("Primary (Y/N)", primary),
        ("Is Subscriber", primary),
        ("Policy Holder", primary),
        ("Spouse", None),
        ("Union Member", None),
        ("Full Time", None),
        ("Dependents", None),
        ("Dependent Life", None),
        ("Number of Dependents", None),
        ("Tax Dependent Credit", None),
    ] {
        assert_eq!(asked_type(heading), asked, "{heading}");
    }
}

#[test]
fn what_a_person_maps_is_read_by_the_values() {
    for (heading, [yes, no]) in [("Dependent", ["OT", "EE"]), ("Subscriber", ["EE", "OT"])] {
        let headings = ["Last", "First", "DOB", heading].map(str::to_owned);
        let lines = ["Moss,Ann,1/2/1980,N", "Moss,Karl,1/2/1981,Y", "Reed,Tom,1/2/1982,N"];
        let rows: Vec<Row> = lines.iter().map(|line| Row::default().with_cells(line.split(','))).collect();
        let rows: Vec<&Row> = rows.iter().collect();
        let mut mapping = propose(&headings, &Remembered::default(), &rows);
        assert_eq!(mapping.asked().collect::<Vec<_>>(), [3], "{heading}");
        mapping.assign(3, Some(Field::MemberType));
        complete(&mut mapping, &rows, TODAY);
        assert_eq!(mapping.asked().next(), None, "{heading}");
        let meanings = Meanings::among(&mapping, &rows);
        for (answer, spelled) in [("Y", yes), ("N", no)] {
            let mut raw = RawRow::new(3, 2).with(Field::MemberType, answer);
            meanings.fill(&mut raw);
            assert_eq!(raw.get(Field::MemberType), Some(spelled), "{heading}");
        }
        mapping.assign(3, None);
        complete(&mut mapping, &rows, TODAY);
        assert_eq!((mapping.asked().next(), mapping.column_of(Field::MemberType)), (None, None), "it is left out");
    }
}

#[test]
fn numbers_below_a_contract_are_asked_about() {
    let lines = ["X1,1,Bee,Ann,1/2/1980", "X1,2,Bee,Max,1/2/1981", "X2,1,Lund,Eva,1/2/1982"].join("\n");
    assert_eq!(read(&format!("Contract #,Person No,Last Name,First Name,DOB\n{lines}"))[..2], ["-", "?"]);
    assert_eq!(read(&format!("Dept,Line,Last Name,First Name,DOB\n{lines}"))[..2], ["-", "-"]);
}
