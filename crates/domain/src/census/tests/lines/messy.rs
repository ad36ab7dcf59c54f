//! Files as benefits administrators get them: what is nobody must not become a person, and nobody may vanish.

use crate::census::tests::{checked, issues, people};

#[test]
fn totals_in_the_words_of_payroll_programs_are_nobody() {
    let report = checked(
        "First,Last,DOB,Salary\nAnn,Abel,1/2/1980,\"$1,200\"\nDallas Total,1,,\"$1,200\"\nBo,Total,1/3/1981,\nSubtotal Sales Dept,1,,\n\
         Grand Totals:,,2 employees,\"$2,400\"\n2 employees,,,\nTotal for all locations: 2,,,\nReport Total,2,,\nSummary,,,\n",
    );
    let read = [(2, "Ann", "Abel"), (3, "Dallas Total", ""), (4, "Bo", "Total"), (5, "Subtotal Sales Dept", "")];
    assert_eq!(people(&report), read, "with a word that may be a name a line waits");
    assert_eq!(report.ignored_lines, [6, 7, 8, 9, 10]);
    assert!(issues(&report).iter().all(|(line, _, _)| [3, 5].contains(line)));
}

#[test]
fn a_total_beside_a_name_or_a_birth_date_is_told_and_not_left_out() {
    let report = checked("First,Last,DOB\nAnn,Abel,1/2/1980\nDallas Total,,\nTotal,Maria,\nTotal,,4/4/1970\n");
    assert_eq!(report.records.len(), 3);
    assert_eq!(report.ignored_lines, [3]);
}

#[test]
fn people_above_a_second_table_are_people() {
    let report = checked(
        "First Name,Last Name,DOB\nAnn,Abel,1/2/1980\n\nDEPENDENTS\nFirst Name,Last Name,DOB,Relationship,City\nCy,Abel,1/2/2010,Child,Waco\n",
    );
    assert_eq!(report.header_line, Some(1));
    assert_eq!(people(&report)[0], (2, "Ann", "Abel"));
    assert_eq!(report.ignored_lines, [3, 4, 5]);
    assert_eq!(issues(&report), [(6, "", "other_table")], "nobody below the second heading goes in unseen");
    assert_eq!(people(&report)[1], (6, "Cy", "Abel"));
}

#[test]
fn rows_below_a_heading_in_another_order_are_read_by_it_and_wait() {
    let report = checked(
        "Acme,,\nID,First Name,Last Name,DOB,City\n1,Ann,Bee,1/2/1980,Waco\nLast Name,First Name,City,DOB,ID\nDee,Cal,Troy,3/4/1981,2\nTotal,1,,,\n\
         Acme,,\nLast Name,First Name,City,DOB,ID\nEff,Dan,Troy,5/6/1982,3\nGee,Eve,7/8/1983\nHay,Flo,\"Waco, TX\",9/10/1984,5,more\n\
         ID,First Name,Last Name,DOB,City\n6,Gus,Ives,11/12/1985,Waco\n",
    );
    let expected = [
        (3, "Ann", "Bee"),
        (5, "Cal", "Dee"),
        (9, "Dan", "Eff"),
        (10, "Eve", "Gee"),
        (11, "Flo", "Hay"),
        (13, "Gus", "Ives"),
    ];
    assert_eq!(people(&report), expected);
    assert_eq!(report.ignored_lines, [1, 4, 6, 7, 8, 12]);
    let waiting: Vec<_> = issues(&report).into_iter().filter(|(_, _, code)| *code == "other_table").collect();
    assert_eq!(waiting, [5, 9, 10, 11].map(|line| (line, "", "other_table")));
    let read: Vec<_> = report.records.iter().map(|one| (one.unique_id.as_deref(), one.city.as_deref())).collect();
    assert_eq!(read[1..3], [(Some("2"), Some("Troy")), (Some("3"), Some("Troy"))]);
    assert_eq!(report.records[1].date_of_birth.as_deref(), Some("1981-03-04"));
}

#[test]
fn rows_of_another_table_wait_for_a_person() {
    let report = checked(
        "First Name,Last Name,DOB\nAnn,Bee,1/2/1980\n\nTerminations since last month\nLast Name,First Name,DOB,Term Date\n\
         Dee,Cal,3/4/1981,10/01/2026\nTotal,1,,\n",
    );
    assert_eq!(people(&report), [(2, "Ann", "Bee"), (6, "Cal", "Dee")]);
    assert_eq!(issues(&report), [(6, "", "other_table")]);
    assert_eq!(report.ignored_lines, [3, 4, 5, 7]);
}

#[test]
fn a_table_headed_as_that_of_dependents_is_another_one() {
    let report = checked(
        "Emp ID,First Name,Last Name,DOB\n7,Ann,Bee,1/2/1980\n\nEmp ID,Dependent Last Name,Dependent First Name,Dependent DOB\n8,Dee,Cal,3/4/2011\n",
    );
    assert_eq!(issues(&report), [(5, "", "other_table")], "no name is read in the order of the first table");
    assert_eq!(report.ignored_lines, [3, 4]);
}

#[test]
fn a_heading_over_two_lines_is_read_by_its_second() {
    let report = checked("Employee,Employee,Date of,Home\nFirst Name,Last Name,Birth,Zip\nAnn,Abel,1/2/1980,02139\n");
    assert_eq!((report.header_line, people(&report)), (Some(2), vec![(3, "Ann", "Abel")]));
    assert_eq!(report.ignored_lines, [1]);
}

#[test]
fn what_a_spreadsheet_leaves_in_the_place_of_a_value_is_told() {
    let report = checked(
        "ID,First,Last,DOB,City,Zip\n=A2&B2,Ann,Abel,1/2/1980,#REF!,#N/A\n\"=\"\"007\"\"\",=VLOOKUP(A1),Moss,########,Waco,02139\n\
         9,#NAME?,Lund,1/3/1980,,\n",
    );
    let told = [
        (2, "UniqueId", "formula"),
        (2, "City", "spreadsheet_error"),
        (3, "FirstName", "invalid_value"),
        (3, "DateOfBirth", "invalid_date"),
        (4, "FirstName", "invalid_value"),
    ];
    assert_eq!(issues(&report), told);
    assert_eq!(report.records[0].unique_id, None);
    assert_eq!(report.records[1].unique_id.as_deref(), Some("007"));
}

#[test]
fn what_an_apostrophe_declares_text_is_no_formula() {
    let report = checked("ID,First,Last,DOB\n'@SUM(A1),Ann,\"'=HYPERLINK(\"\"x\"\")\",'1/2/1980\n");
    assert_eq!((people(&report), issues(&report)), (vec![(2, "Ann", "=HYPERLINK(\"x\")")], vec![]));
    assert_eq!(report.records[0].unique_id.as_deref(), Some("@SUM(A1)"));
}

#[test]
fn what_nobody_can_see_is_no_part_of_a_value() {
    let report = checked(
        "First Name\u{200b},Last\u{a0}Name,DOB\u{200e}\nA\u{ad}nn,Be\u{200b}ll,\u{200e}1/2/1980\u{202c}\nCy,Lund,1\u{2044}2\u{2044}1982\n",
    );
    assert_eq!(people(&report), [(2, "Ann", "Bell"), (3, "Cy", "Lund")]);
    assert_eq!(issues(&report), []);
}

#[test]
fn a_name_that_was_spoiled_on_its_way_is_told() {
    let report = checked("First Name,Last Name,DOB\nJosÃ©,Peña,1/2/1980\n");
    assert_eq!(
        (people(&report), issues(&report)),
        (vec![(2, "JosÃ©", "Peña")], vec![(2, "FirstName", "garbled_text")])
    );
}

#[test]
fn numbers_that_stand_for_none_make_no_family() {
    let report = checked(
        "Rel,First,Last,DOB,SSN,Phone,Zip\nEE,Ann,Abel,1/2/1980,000-00-0000,000-000-0000,00000\nEE,Bo,Lund,1/3/1980,000000000,,\n\
         CH,Cy,Lund,1/3/2010,000-00-0000,,\n",
    );
    assert_eq!(report.records[2].primary_line, Some(3), "by the order of the rows");
    let told = [
        (2, "CellPhone", "invalid_phone"),
        (2, "ZipCode", "invalid_zip"),
        (2, "SSN", "invalid_ssn"),
        (3, "SSN", "invalid_ssn"),
        (4, "SSN", "invalid_ssn"),
    ];
    assert_eq!(issues(&report), told);
}

#[test]
fn pipes_and_a_heading_that_nobody_knows_are_read() {
    let report = checked("Vorname|Nachname|Geburtstag\nUte|Kern|12/24/1980\n");
    assert_eq!((report.delimiter, report.header_line, report.records.len()), (Some("pipe"), Some(1), 1));
    assert_eq!(report.unmapped_columns, ["Vorname", "Nachname", "Geburtstag"]);
    for orders in
        ["Item,Qty,Price\nBolt,5,1.20\nNut,6,0.90\n", "a,b\n1,1/2/1980\n", "Dear Sir,\nplease find,\nenclosed,\n"]
    {
        assert!(checked(orders).refused.is_some_and(|reason| reason.contains("no usable heading")), "{orders}");
    }
}

#[test]
fn a_line_without_end_and_a_table_too_wide_are_refused() {
    let wide: String = (0..1001).map(|number| format!(",Column {number}")).collect();
    for (file, reason) in [
        ("x".repeat(3_000_000), "Line 1 is longer than 1048576 characters"),
        (
            format!("First Name,Last Name,DOB{wide}\nAnn,Abel,1/2/1980\n"),
            "The heading on line 1 has more than 1000 columns",
        ),
    ] {
        let refused = checked(&file).refused.unwrap_or_default();
        assert!(refused.contains(reason), "{refused}");
    }
    let columns: String = (0..10_000).map(|number| format!(",A column called {number}")).collect();
    let refused = checked(format!("First Name,Last Name,DOB{columns}\n")).refused.unwrap_or_default();
    assert!(refused.contains("more than 1000 columns"), "{refused}");
    let blank = format!("First Name,Last Name,DOB{0}\nAnn,Abel,1/2/1980{0}\n", ",".repeat(10_000));
    assert_eq!(people(&checked(blank)), [(2, "Ann", "Abel")], "columns without anything in them are none");
}

#[test]
fn page_numbers_and_counts_in_other_shapes_are_nobody() {
    let report = checked(
        "First Name,Last Name,DOB,City\nAnn,Bee,1/2/1980,Reno\n2,,,\n- 2 -,,,\n--- end ---,,,\nBob,Cee,2/3/1981,Reno\n,,,3\n\
         Employees: 2,,,\nCount = 12,,,\nLives = 2,,,\n,,2,\n",
    );
    assert_eq!(people(&report), [(2, "Ann", "Bee"), (6, "Bob", "Cee")]);
    assert_eq!(report.ignored_lines, [3, 4, 5, 7, 8, 9, 10, 11]);
    assert_eq!(issues(&report), []);
}

#[test]
fn what_databases_and_templates_write_around_people_is_nobody() {
    let report = checked(
        "First Name,Last Name,DOB,Sex,City\nAnn,Found,1/2/1980,F,Reno\nAge,Bee,1/2/1981,,\n\
         (2 rows affected),,,,\n2 record(s) found.,,,,\nNo. of employees,2,,,\nAverage age,,,45,\nhttps://hr.example.com/report,,,,\n",
    );
    assert_eq!(people(&report), [(2, "Ann", "Found"), (3, "Age", "Bee")]);
    assert_eq!((&report.ignored_lines[..], issues(&report)), (&[4, 5, 6, 7, 8][..], vec![]));
}

#[test]
fn a_bare_number_where_ids_stand_is_a_row() {
    for file in [
        "ID,First,Last,DOB\nE-10,Ann,Abel,1/2/1980\n7,,,\n",
        "ID,First,Last,DOB\n10,Ann,Abel,1/2/1980\n1,,,\n",
        "SSN,First,Last,DOB\n123456789,Ann,Abel,1/2/1980\n987654321,,,\n",
    ] {
        let report = checked(file);
        assert_eq!((report.records.len(), &report.ignored_lines[..]), (2, &[][..]), "{file}");
    }
}

#[test]
fn people_who_are_called_like_nobody_are_people() {
    let report = checked(
        "First,Last,DOB\nTotal,Page,1/2/1980\nNull,Count,1/2/1981\nNA,Employees,1/2/1982\nEnd,Fin,1/2/1983\n2,Chainz,1/2/1984\n",
    );
    assert_eq!((report.records.len(), &report.ignored_lines[..]), (5, &[][..]));
}

/// No date moves to another day in silence: the column is asked about once (rules.md#order-of-values).
#[test]
fn a_column_of_dates_is_asked_about_where_the_days_come_first() {
    let report =
        checked("First,Last,DOB\nA,Aa,13/02/1980\nB,Bb,14/03/1981\nC,Cc,05/04/1982\nD,Dd,25/12/1990\nE,Ee,6/6/1990\n");
    assert_eq!(issues(&report), [(1, "DOB", "date_order")]);
    let dates: Vec<_> = report.records.iter().filter_map(|record| record.date_of_birth.as_deref()).collect();
    assert_eq!(dates, ["1980-02-13", "1981-03-14", "1982-04-05", "1990-12-25", "1990-06-06"], "until it is answered");
    let mixed = checked("First,Last,DOB\nA,Aa,13/02/1980\nB,Bb,02/14/1981\nC,Cc,05/04/1982\n");
    assert_eq!(issues(&mixed), [(1, "DOB", "date_order"), (2, "DateOfBirth", "invalid_date")]);
    assert_eq!(mixed.records[2].date_of_birth.as_deref(), Some("1982-05-04"));
    let many: String = (0..30).map(|day| format!("P{day},Ff,03/{}/1983\n", day % 15 + 13)).collect();
    let slip = checked(format!("First,Last,DOB\nA,Aa,13/02/1980\nC,Cc,05/04/1982\n{many}"));
    assert_eq!(issues(&slip), [(2, "DateOfBirth", "invalid_date")], "one slip among many says nothing of the others");
    let many: String = (0..600).map(|row| format!("P{row},Ff,03/04/1983\n")).collect();
    let late = checked(format!("First,Last,DOB\n{many}A,Aa,13/02/1980\n"));
    assert_eq!(issues(&late)[0], (1, "DOB", "date_order"), "the last row counts as the first ones do");
    let plain = checked("First,Last,DOB\nA,Aa,02/13/1980\nC,Cc,05/04/1982\n");
    assert_eq!(issues(&plain), []);
}

#[test]
fn suffix_and_middle_name_in_columns_of_their_own_belong_to_the_name() {
    let report = checked(
        "First,Middle,Last,Suffix,DOB\nAnn,M,Bee,Jr,1/2/1980\nBob,Lee,Cee,III,1/2/1981\nCy,N/A,Dee,MD,1/2/1982\nEve,,Fay Sr.,Sr,1/2/1983\n",
    );
    let names = [(2, "Ann", "Bee Jr"), (3, "Bob Lee", "Cee III"), (4, "Cy", "Dee"), (5, "Eve", "Fay Sr.")];
    assert_eq!((people(&report), &report.unmapped_columns[..]), (names.to_vec(), &[][..]));
}

#[test]
fn the_same_person_is_told_by_row_and_line() {
    let report = checked("First,Last,DOB,City\n\nA,Aa,1/2/1980,Waco\nA,Aa,1/2/1980,Troy\n");
    assert_eq!(report.issues[0].message, "The same person is already in row 1, line 3 of the file.");
}

#[test]
fn a_heading_that_has_the_last_name_first_orders_names_without_a_comma() {
    for heading in ["Name (Last First)", "\"Name (Last, First)\"", "Last First Name", "Employee Name - Last First MI"] {
        let report = checked(format!(
            "{heading},DOB\nBee Ann M,1/2/1980\n\"Lund, Bo\",1/3/1981\nVan Dyke Cal,1/4/1982\nNot available,1/5/1983\n"
        ));
        let read = [(2, "Ann", "Bee"), (3, "Bo", "Lund"), (4, "Cal", "Van Dyke"), (5, "", "")];
        assert_eq!(people(&report), read, "{heading}");
    }
    let report = checked(
        "Employee Name (Last First),Employee DOB,Dependent Name (Last First),Dependent DOB\n\
         Bee Ann,1/2/1980,,\nBee Ann,1/2/1980,Bee Cal,1/2/2010\n",
    );
    assert_eq!(people(&report), [(2, "Ann", "Bee"), (3, "Ann", "Bee"), (3, "Cal", "Bee")]);
    assert_eq!(report.records[2].primary_line, Some(2), "the row that comes again is set aside");
}
