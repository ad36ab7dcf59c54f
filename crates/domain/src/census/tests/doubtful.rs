//! Rows and values that look like something else: what is not sure waits for a person, and nobody becomes somebody else in silence.

use super::{checked, issues, people};

#[test]
fn a_comma_that_moved_the_values_is_told_though_the_last_column_is_blank() {
    for (heading, row) in [
        ("First Name,Last Name,DOB,Address,City,Notes", "Bob,Cay,1/2/1980,2 B St, Apt 4,Troy,"),
        ("First Name,Last Name,DOB,Address,City,State,Zip,Email", "Bob,Cay,1/2/1980,2 B St,Apt 4,Troy,NY,12180,"),
        ("First Name,Last Name,DOB,Address,City,State,Zip,Email", "Bob,Cay,1/2/1980,2 B St,Apt 4,Rear,Troy,NY,12180,,"),
        ("Last Name,First Name,Employee ID,DOB,Gender", "Cay, Jr.,Bob,2,1/2/1980,"),
        ("Last Name,First Name,Employee ID,DOB,Gender", "Cay,Jr.,Bob,2,1/2/1980,"),
    ] {
        let report = checked(format!("{heading}\n{row}\n"));
        assert_eq!(issues(&report), [(2, "", "too_many_fields")], "{row}");
    }
}

#[test]
fn blank_cells_that_other_rows_have_too_make_no_ragged_row() {
    for text in [
        // The heading has them too, and a blank behind a comma is the writer's habit.
        "First,Last,DOB,City,\nAnn,Abel,1/2/1980, Troy,\n",
        // All rows have one more.
        "First,Last,DOB,Address,City\nAnn,Abel,1/2/1980, 2 B St,Troy,\nBo,Bell,1/3/1981, 3 C St,Troy,\n",
    ] {
        let report = checked(text);
        assert!(issues(&report).iter().all(|(_, _, key)| *key != "too_many_fields"), "{text}: {:?}", issues(&report));
    }
}

#[test]
fn a_row_with_more_blank_cells_than_others_waits_unless_its_last_values_fit() {
    let text = "First,Last,DOB,City,State,Zip\nAnn,Abel,1/2/1980,Troy,NY,12180,,\nBo,Bell,1/3/1981,Troy,NY,12180,\n";
    assert_eq!(issues(&checked(text)), []);
    let moved = text.replace("Troy,NY,12180,,", "Troy, Ohio,NY,12180,");
    assert_eq!(issues(&checked(moved)), [(2, "", "too_many_fields")]);
    let lost = text.replace("Troy,NY,12180,,", "Troy, Ohio,NY,,");
    assert_eq!(issues(&checked(lost)), [(2, "", "too_many_fields")]);
    let alone = "First, Last, DOB, City\nAnn, Abel, 1/2/1980, Troy,\n";
    assert_eq!(issues(&checked(alone)), [(2, "", "too_many_fields")], "nothing tells that no comma moved the values");
}

#[test]
fn of_a_row_with_too_many_cells_nothing_is_read_that_a_comma_may_have_moved() {
    for (heading, row) in [
        ("Dept,Last Name,First Name,DOB,Address,City,State,Zip", "Ops,Cay,Bob,1/2/1980,8 Elm, Apt 2,Lima,OH,45801"),
        ("Site,Status,First Name,Last Name,DOB,Address,City", "Main,Active,Bob,Cay,1/2/1980,8 Elm, #3,Lima"),
        ("ID,Name,DOB,Sex,Address,City,State,Zip", "1,\"Cay, Bob\",1/2/1980,F,8 Elm, Apt 2,Lima,OH,45801"),
        ("ID,First Name,Last Name,Hire Date,DOB,Address,City", "1,Bob,Cay,2/1/2012,1/2/1980,8 Elm,Apt 2,Lima"),
    ] {
        let report = checked(format!("{heading}\n{row}\n"));
        assert_eq!(issues(&report), [(2, "", "too_many_fields")], "{row}");
        let record = &report.records[0];
        assert!(matches!((&*record.first_name, &*record.last_name), ("Bob", "Cay") | ("", "")), "{row}: {record:?}");
        assert!(matches!(record.date_of_birth.as_deref(), Some("1980-01-02") | None), "{row}");
    }
}

#[test]
fn a_date_that_a_comma_moved_to_the_place_of_another_proves_nothing() {
    let report =
        checked("Title,First Name,Last Name,Hire Date,DOB,City\nClerk, Night,Bob,Cay,2/1/2012,1/2/1980,Lima\n");
    assert_eq!(issues(&report), [(2, "", "too_many_fields")]);
    assert_eq!((report.records[0].first_name.as_str(), &report.records[0].date_of_birth), ("", &None));
}

#[test]
fn a_row_with_a_value_below_a_blank_heading_waits() {
    let remark =
        checked("ID,Last Name,First Name,DOB,Zip,,\n1,Cay,Bob,1/2/1980,45801,on FMLA,\n2,Dorn,Di,1/3/1981,45802,,x\n");
    assert_eq!(issues(&remark), [(2, "", "too_many_fields"), (3, "", "too_many_fields")]);
    let between = checked("First Name,,Last Name,DOB,Zip,,\nBob,B,Cay,1/2/1980,43201,x,\n");
    assert_eq!((people(&between), issues(&between)), (vec![(2, "Bob", "")], vec![(2, "", "too_many_fields")]));
    let moved = checked("First Name,Last Name,DOB,Address,City,\nBob,Cay,1/2/1980,8 Elm,Apt 2,Lima\n");
    assert_eq!(issues(&moved), [(2, "", "too_many_fields")], "nothing behind the address proves that it is whole");
    for (heading, row) in [
        ("ID,Last Name,First Name,DOB,City,State,Status,", "1,Cay,Bob,1/2/1980,Lima, OH,,Terminated"),
        ("ID,Last Name,First Name,DOB,City,Relationship,,", "1,Cay,Bob,1/2/1980,Lima, OH,,Spouse"),
        ("Last Name,First Name,Hire Date,DOB,Status,,", "Cay, Jr,Bob,2/1/2012,,Active,"),
        (
            "ID,DOB,Address,City,Work Phone,Cell Phone,Status,,",
            "1,1/2/1980,8 Elm, Apt 2,Lima,614-555-0101,,Terminated,",
        ),
        ("First,Last,DOB,Address,City,State,Zip,,", "Bob,Cay,1/2/1980,9 Elm, Apt 4,New York,,10001,"),
        ("ID,DOB,Last Name,First Name,", "1,1/2/1980,Cay, Jr,Bob"),
        ("ID,Last Name,First Name,DOB,Zip,,", "1,Cay,Bob,1/2/1980,45801,Terminated,"),
        ("ID,Last Name,First Name,DOB,Zip,,,", "1,Cay,Bob,1/2/1980,45801,Cay,Al,1/2/2012"),
    ] {
        let moved = checked(format!("{heading}\n{row}\n2,Dorn,Di,1/3/1981\n"));
        assert!(issues(&moved).contains(&(2, "", "too_many_fields")), "{heading}: {:?}", issues(&moved));
    }
}

#[test]
fn a_quotation_mark_and_another_one_further_down_swallow_nobody() {
    let report = checked(
        "First,Last,DOB,Note\nAnn,Abel,1/2/1980,\"new hire\nBo,Bell,1/3/1981,\nCy,Cole,1/4/1982,\nDi,Dorn,1/5/1983,moved\"\nEd,Eng,1/6/1984,\n",
    );
    let names: Vec<_> = people(&report).iter().map(|(line, first, _)| (*line, *first)).collect();
    assert_eq!(names, [(2, "Ann"), (3, "Bo"), (4, "Cy"), (5, "Di"), (6, "Ed")]);
    assert!(issues(&report).contains(&(2, "", "unclosed_quote")));
}

#[test]
fn a_cell_over_several_lines_stays_one() {
    let report = checked("First,Last,DOB,Address,City\nAnn,Abel,1/2/1980,\"2 B St,\nApt 4,\nRear\",Troy\n");
    assert_eq!(people(&report).len(), 1);
    assert_eq!(issues(&report), []);
}

#[test]
fn five_digits_are_no_number_of_a_day_beside_six() {
    let report =
        checked("First,Last,Birthdate MMDDYY\nAnn,Abel,10280\nBo,Bell,30485\nCy,Cole,110190\nDi,Dorn,1/2/1980\n");
    let asked: Vec<_> = issues(&report).into_iter().filter(|issue| issue.2 == "date_order").collect();
    assert_eq!(asked, [(1, "Birthdate MMDDYY", "date_order")], "one question about the column");
    let serials = checked("First,Last,DOB\nAnn,Abel,29222\nBo,Bell,30485\n");
    assert_eq!(issues(&serials), []);
}

#[test]
fn a_dependents_number_without_its_zeros_waits() {
    let report = checked(
        "Employee ID,Relationship,First Name,Last Name,DOB\n0012,EE,Ann,Bay,1/1/1980\n0013,EE,Bob,Cay,1/1/1981\n0014,EE,Gus,Day,1/1/1982\n\
         12,CH,Cal,Bay,1/1/2010\n12,CH,Cam,Bay,1/1/2011\n13,CH,Dee,Cay,1/1/2012\n",
    );
    let read: Vec<_> = report.records.iter().map(|one| (one.primary_line, one.unique_id.as_deref())).collect();
    assert_eq!(read[3..], [(None, Some("12")), (None, Some("12")), (None, Some("13"))]);
    let waits = report.issues.iter().filter(|issue| issue.code == "orphan_dependent").map(|issue| issue.line);
    assert_eq!(waits.collect::<Vec<_>>(), [5, 6, 7]);
}

#[test]
fn a_word_that_nobody_knows_makes_nobody_a_strangers_dependent() {
    let report = checked(
        "First Name,Last Name,DOB,Relationship\nAnn,Bay,1/1/1980,Employee\nBob,Cay,1/1/1981,Zzyx\nDee,Cay,1/1/1982,Spouse\n\
         Eve,Day,1/1/1983,Employee\nFay,Day,1/1/2012,Zzyx\n",
    );
    let (unknown, orphan) = ("unknown_relationship", "orphan_dependent");
    // Whether those of the unknown word have left is asked.
    let (field, left) = ("Relationship", ("Status", "says_left"));
    let told = [(3, field, unknown), (3, left.0, left.1), (3, field, orphan), (4, field, orphan)];
    assert_eq!(issues(&report), [&told[..], &[(6, field, unknown), (6, left.0, left.1)]].concat());
    assert_eq!(report.records[4].primary_line, Some(5));
}

#[test]
fn an_employee_is_one_however_employed() {
    for word in [
        "Employee (COBRA)",
        "Retiree",
        "Active Employee",
        "Employee - Retired",
        "Empl",
        "Full-Time",
        "Former Employee",
        "60",
    ] {
        let report = checked(format!(
            "First Name,Last Name,DOB,Relationship\nAnn,Bay,1/1/1980,{word}\nCal,Bay,1/1/2010,Child\n"
        ));
        let told: Vec<_> = issues(&report).into_iter().map(|(line, _, code)| (line, code)).collect();
        let may_have_left = ["COBRA", "Reti", "Former"].iter().any(|left| word.contains(left));
        assert_eq!(told, if may_have_left { vec![(2, "says_left")] } else { vec![] }, "{word}");
        assert_eq!(report.records[1].primary_line, Some(2), "{word}");
    }
    let report =
        checked("First Name,Last Name,DOB,Relationship\nAnn,Bay,1/1/1980,Self\nCal,Bay,1/1/1979,Former Spouse\n");
    assert_eq!(report.records[1].primary_line, Some(2));
}
