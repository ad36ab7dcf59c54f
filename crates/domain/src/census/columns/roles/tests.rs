//! Columns of families by their values.

use super::super::Remembered;
use super::super::by_values::{complete, infer, propose};
use super::*;
use crate::examples::TODAY;

/// The fields of the columns of a file, `-` of one that is not read, and the column that is asked about with `?`.
fn read(text: &str) -> Vec<String> {
    let mut lines = text.lines();
    let headings: Vec<String> = lines.next().expect("a heading").split(',').map(str::to_owned).collect();
    let rows: Vec<Row> = lines.map(|line| Row::default().with_cells(line.split(','))).collect();
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
    for (lines, are_read) in [
        (&["A1,00", "A1,01", "A1,02", "A2,00"][..], true),
        (&["A1,1", "A2,1", "A2,3", "A1,2"], true),
        (&["A1,01.0", "A1,02.0"], true),
        (&["A1,2", "A1,1"], true),
        // No employee has dependents.
        (&["A1,0", "A2,0", "A3,0"], false),
        // Counts of dependents.
        (&["A1,0", "A2,2", "A3,1"], false),
        // Lines of the file.
        (&["A1,1", "A1,2", "A2,3", "A2,4"], false),
        (&["A1,1", "A1,2", "A2,3"], false),
        (&["A1,0", "A1,1", "A2,1", "A2,2"], false),
        (&["A1,0", "A1,0", "A1,1"], false),
        (&["A1,0", "A1,"], false),
        (&["A1,0", "A1,1A"], false),
        (&["A1,0", "A1,1", ",0"], false),
        (&["A1,2", "A1,3"], false),
        (&["A1,100", "A1,101"], false),
    ] {
        let expected = if are_read { "Relationship" } else { "-" };
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
fn a_contract_beside_relationships_is_asked_about_where_it_may_be_a_familys() {
    let contract = |heading: &str, lines: &[&str]| first(heading, lines).swap_remove(0);
    for heading in ["Contract #", "Contract Number", "Contract ID", "Policy Number", "Policy #", "Policy No"] {
        assert_eq!(contract(heading, &["X1", "X3", "X2"]), "-", "nobody says whose they are");
        let roles = |lines: &[&str]| contract(&format!("{heading},Relationship"), lines);
        assert_eq!(roles(&["X1,Subscriber", "X1,Dependent", "X2,Subscriber"]), "?", "{heading}");
        assert_eq!(roles(&["X1,Employee", "X2,Spouse", "X3,Child"]), "-", "each person has a policy");
        for values in [&["X1", "X1", "X1"][..], &["X1"], &["PPO", "PPO", "HMO"], &["1/2/2027", "1/3/2027", "1/2/2027"]]
        {
            let lines: Vec<String> =
                values.iter().zip(["EE", "SP", "EE"]).map(|(value, role)| format!("{value},{role}")).collect();
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            assert_eq!(roles(&lines), "-", "{values:?}");
        }
    }
    let beside = first("Policy #,Subscriber ID,Relationship", &["1,1,EE", "1,1,SP", "2,2,EE"]);
    assert_eq!(beside, ["-", "UniqueId", "Relationship"]);
}

#[test]
fn numbered_people_of_a_number_are_a_family_where_they_share_a_name() {
    let rows = |lines: &[&str]| {
        read(&format!("Contract #,Person No,Last Name,First Name,DOB\n{}", lines.join("\n")))[..2].join(" ")
    };
    let alike = ["X1,1,Bee,Ann,1/2/1980", "X1,2,Bee,Max,1/2/1981", "X2,1,Lund,Eva,1/2/1982"];
    assert_eq!(rows(&alike), "UniqueId Relationship");
    let strangers = ["X1,1,Bee,Ann,1/2/1980", "X1,2,Lund,Max,1/2/1981", "X2,1,Cole,Eva,1/2/1982"];
    assert_eq!(rows(&strangers), "? -", "employees may be counted, too");
    let young = ["X1,1,Bee,Ann,1/2/1960", "X1,2,Lund,Max,1/2/2001", "X2,1,Cole,Eva,1/2/1982"];
    assert_eq!(rows(&young), "? -", "and be younger than the first one");
    let departments = "Dept,Line,Last Name,First Name,DOB\n10,1,Bee,Ann,1/2/1980\n10,2,Lund,Max,1/2/1981\n20,1,Cole,Eva,1/2/1982\n20,2,Dale,Jo,1/2/1983";
    assert_eq!(read(departments)[..2], ["-", "-"]);
    let households = "House,Nr,Last Name,First Name,DOB\nH1,1,Bee,Ann,1/2/1980\nH1,2,Bee,Max,1/2/1981\nH2,1,Cole,Eva,1/2/1982\nH2,2,Cole,Jo,1/2/1983";
    assert_eq!(read(households)[..2], ["?", "-"], "brothers may work in one shop");
}

#[test]
fn a_number_within_the_family_is_no_id() {
    for family in ["Contract #", "Subscriber ID", "Cardholder ID", "Family ID", "Cert No"] {
        for number in ["Person Number", "Person No", "Member Number"] {
            let told = |lines: &[&str]| first(&format!("{family},{number},Relationship"), lines);
            assert_eq!(told(&["X1,01,EE", "X1,02,SP", "X2,01,EE"])[1], "-", "{family} {number}");
            let is_id = number != "Person No";
            let twice = told(&["X1,01,EE", "X1,02,SP", "X1,01,EE"]);
            assert_eq!(twice[1] != "-", is_id, "{family} {number}: two of one family have one number");
        }
        assert_ne!(first(&format!("{family},Person Number,Relationship"), &["X1,1,EE", "X1,2,SP", "X2,3,EE"])[1], "-");
    }
    assert_eq!(first("Person Number", &["01", "02", "01"]), ["UniqueId"]);
}

#[test]
fn a_yes_below_dependent_is_asked_about() {
    let rows = |lines: &[&str]| read(&format!("Last,First,DOB,Dependent\n{}", lines.join("\n"))).swap_remove(3);
    assert_eq!(rows(&["Moss,Ann,1/2/1980,N", "Moss,Ida,1/2/2020,Y", "Reed,Tom,1/2/1982,N"]), "?");
    assert_eq!(rows(&["Moss,Ann,1/2/1980,N", "Moss,Karl,1/2/1981,Y", "Reed,Tom,1/2/1982,N"]), "?", "who has one?");
    assert_eq!(rows(&["Moss,Ann,1/2/1980,N", "Dale,Karl,1/2/1981,Y", "Reed,Tom,1/2/1982,N"]), "?");
    assert_eq!(rows(&["Moss,Ann,1/2/1980,Y", "Dale,Karl,1/2/1981,Y", "Reed,Tom,1/2/1982,N"]), "?");
    assert_eq!(rows(&["Moss,Ann,1/2/1980,N", "Reed,Tom,1/2/1982,N"]), "-");
    for heading in ["Dependent", "Is Dependent", "Dependent Y/N", "Dependent Flag"] {
        assert!(asks_dependent(heading), "{heading}");
    }
    for heading in ["Dependents", "Dependent Life", "Number of Dependents", "Tax Dependent Credit"] {
        assert!(!asks_dependent(heading), "{heading}");
    }
}

#[test]
fn of_two_columns_of_relationships_the_one_is_read_that_can_be() {
    let told = |codes: [&str; 3]| {
        let lines: Vec<String> =
            codes.iter().zip(["Self", "Spouse", "Child"]).map(|(code, word)| format!("{code},{word}")).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        first("Relationship Code,Relationship Description", &lines)
    };
    for codes in [["1", "2", "3"], ["01", "02", "03"]] {
        assert_eq!(told(codes), ["-", "Relationship"], "{codes:?}");
    }
    for codes in [["18", "01", "19"], ["EE", "SP", "CH"], ["Self", "Wife", "Cousin"], ["Self", "Spouse", "Child"]] {
        assert_eq!(told(codes), ["Relationship", "-"], "{codes:?}");
    }
    assert_eq!(first("Relationship Code", &["1", "2"]), ["Relationship"]);
}

#[test]
fn ids_with_a_number_of_the_person_behind_them_are_a_familys() {
    let fill = |lines: &[&str]| {
        let headings: Vec<String> = ["Member ID", "Last", "First", "DOB"].map(str::to_owned).to_vec();
        let rows: Vec<Row> = lines.iter().map(|line| Row::default().with_cells(line.split(','))).collect();
        let mut mapping = propose(&headings, &Remembered::default(), &rows);
        complete(&mut mapping, &rows, TODAY);
        let people: Vec<&Row> = rows.iter().collect();
        let ids = SuffixedIds::among(&mapping, &people)?;
        let mut raw = RawRow::new(3, 2).with(Field::UniqueId, "501-01");
        ids.fill(&mut raw);
        Some([Field::FamilyId, Field::Relationship].map(|field| raw.get(field).unwrap_or_default().to_owned()))
    };
    let family = [
        "501-00,Moss,Ann,1/2/1980",
        "501-01,Moss,Karl,1/3/1981",
        "501-02,Moss,Ida,1/3/2020",
        "502-00,Reed,Tom,1/4/1980",
    ];
    assert_eq!(fill(&family), Some(["501".to_owned(), "OT".to_owned()]));
    let hires = ["2019-01,Moss,Ann,1/2/1980", "2019-02,Reed,Tom,1/3/1981", "2020-01,Hall,Max,1/4/1980"];
    assert_eq!(fill(&hires), None, "a year and a count of those who came in it");
}

#[test]
fn what_a_person_maps_is_read_by_the_values() {
    let headings = ["Last", "First", "DOB", "Dependent"].map(str::to_owned);
    let lines = ["Moss,Ann,1/2/1980,N", "Moss,Karl,1/2/1981,Y", "Reed,Tom,1/2/1982,N"];
    let rows: Vec<Row> = lines.iter().map(|line| Row::default().with_cells(line.split(','))).collect();
    let mut mapping = propose(&headings, &Remembered::default(), &rows);
    assert_eq!(mapping.asked().collect::<Vec<_>>(), [3]);
    mapping.assign(3, Some(Field::MemberType));
    complete(&mut mapping, &rows, TODAY);
    assert_eq!(mapping.asked().next(), None);
    let told = infer(&mapping, &rows);
    let mut raw = RawRow::new(3, 2).with(Field::MemberType, "Y");
    told.meanings.fill(&mut raw);
    assert_eq!(raw.get(Field::MemberType), Some("OT"));
    mapping.assign(3, None);
    complete(&mut mapping, &rows, TODAY);
    assert_eq!((mapping.asked().next(), mapping.column_of(Field::MemberType)), (None, None), "it is left out");
}
