//! Files as people send them, each with the trait it is about.

use super::{checked, issues, people};

#[test]
fn the_own_template_is_read_without_a_word() {
    let report = checked(
        "UniqueId,FirstName,LastName,DateOfBirth,Gender,State,ZipCode,Email,CellPhone\n\
         B-1,Anselm,Quill,02/03/1980,M,TX,76710,anselm@example.com,2545550101\n\
         B-2,Ruth-Ann,Odell,12/31/1999,F,Texas,76501-0001,,\n",
    );
    assert_eq!(people(&report), [(2, "Anselm", "Quill"), (3, "Ruth-Ann", "Odell")]);
    assert_eq!(issues(&report), []);
    assert_eq!((report.encoding, report.delimiter, report.header_line), (Some("UTF-8"), Some("comma"), Some(1)));
    assert_eq!(report.records[1].state.as_deref(), Some("TX"));
    assert_eq!(report.records[0].relationship, "EE");
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_heading() {
    let report =
        checked("\u{feff}\"First Name\",\"Last Name\",\"Date of Birth\"\r\n\"Ida\",\"St. Cloud\",\"3/9/1968\"\r\n");
    assert_eq!(report.encoding, Some("UTF-8 with BOM"));
    assert_eq!(people(&report), [(2, "Ida", "St. Cloud")]);
    assert_eq!(issues(&report), []);
}

#[test]
fn semicolons_and_windows_letters_are_read() {
    let report = checked(b"Last Name;First Name;DOB\r\nPe\xf1a;In\xe9s;05/06/1979\r\nD\x92Arcy;Zo\xeb;10/21/1988\r\n");
    assert_eq!((report.encoding, report.delimiter), (Some("Windows-1252"), Some("semicolon")));
    assert_eq!(people(&report), [(2, "Inés", "Peña"), (3, "Zoë", "D\u{2019}Arcy")]);
    assert_eq!(report.records[0].date_of_birth.as_deref(), Some("1979-05-06"));
}

#[test]
fn title_lines_empty_lines_and_totals_are_nobody() {
    let report = checked(
        "Hollow Creek Mills - Census,,,\nAs of 10/31/2026,,,\n,,,\nLast Name,First Name,DOB,Salary\n\
         Osei,Ama,8/8/1966,\"$71,250.00\"\n,,,\nTotal Employees,1,,\"$71,250.00\"\n",
    );
    assert_eq!(report.header_line, Some(4));
    assert_eq!(people(&report), [(5, "Ama", "Osei")]);
    assert_eq!(report.ignored_lines, [1, 2, 3, 6, 7]);
    assert_eq!(report.unmapped_columns, ["Salary"]);
    assert_eq!(issues(&report), []);
}

#[test]
fn pages_of_a_printed_report_are_nobody() {
    let report = checked(
        "last_name,first_name,dob\nAbara,Chidi,2/11/1969\nPage 1 of 2,,\n\nlast_name,first_name,dob\nBoone,Faye,6/24/2000\n\
         Run Date: 11/01/2026,,Page 2 of 2\n,,-----\nEnd of report\n",
    );
    assert_eq!(people(&report), [(2, "Chidi", "Abara"), (6, "Faye", "Boone")]);
    assert_eq!(report.ignored_lines, [3, 4, 5, 7, 8, 9]);
    assert_eq!(issues(&report), []);
}

#[test]
fn people_with_the_names_of_totals_and_pages_are_people() {
    let report = checked(
        "Last Name,First Name,DOB,Title\nPage,Larry,3/26/1973,Engineer\nTotal,Maria,1/2/1980,\nCount,,4/4/1970,\n\
         Kovacs,,,\n",
    );
    assert_eq!(report.records.len(), 3);
    assert_eq!(report.ignored_lines, [5], "a lone cell");
    assert!(issues(&report).contains(&(4, "FirstName", "missing_required")), "{:?}", report.issues);
}

#[test]
fn line_breaks_commas_and_quotes_may_stand_inside_quotes() {
    let report = checked(
        "First Name,Last Name,DOB,Address,City,State,Zip\nGwen,\"Hart, Jr.\",2/2/1959,\"Rural Route 2\nBox 114\",\"Mt. Airy\",NC,27030\n\
         \"Thea \"\"Tee\"\"\",Ames,6/30/1977,\"4 Court Sq\n\n\nc/o Hotel, 3rd\",Elkin,NC,28621\nIvo,Lund,1/1/1980,,,,\n",
    );
    assert_eq!(people(&report), [(2, "Gwen", "Hart, Jr."), (4, "Thea \"Tee\"", "Ames"), (8, "Ivo", "Lund")]);
    assert_eq!(report.records[1].address_line1.as_deref(), Some("4 Court Sq c/o Hotel, 3rd"));
    assert_eq!(issues(&report), []);
}

#[test]
fn of_a_heading_that_stands_twice_the_second_is_read_where_it_can_be() {
    let report = checked(
        "First Name,Last Name,DOB,Phone,Phone,Email,Email\nEfua,Sarpong,3/15/1982,(614) 555-0110,614-555-0111,e@example.com,f@example.com\n",
    );
    assert_eq!(issues(&report), ["Phone", "Email"].map(|heading| (1, heading, "duplicate_header")));
    assert_eq!(report.records[0].cell_phone.as_deref(), Some("6145550110"));
    assert_eq!(report.records[0].home_phone.as_deref(), Some("6145550111"));
    assert_eq!(report.records[0].email.as_deref(), Some("e@example.com"));
    assert_eq!(report.unmapped_columns, ["Email"]);
}

#[test]
fn one_column_of_names_is_split() {
    let report = checked(
        "Employee Name,Birthdate\n\"Silva, Duarte M.\",1965-09-09\n\"ten Boom, Lise\",1993-01-12\nCher,1958-08-16\n",
    );
    assert_eq!(people(&report), [(2, "Duarte", "Silva"), (3, "Lise", "ten Boom"), (4, "Cher", "")]);
    assert_eq!(issues(&report), [(4, "LastName", "missing_required")]);
}

#[test]
fn rows_that_do_not_fit_the_heading_are_held_back_without_shifting_values() {
    let report = checked(
        "First Name,Last Name,DOB,Address,City,State,Zip\nArlo,Byrne,9/9/1989,500 Lake Ave, Apt 12,Toledo,OH,43605\n\
         Yara,Pell,6/6/1964,33 Oak Ct\nDuy,Tran,2/20/1992,7 Elm St,Toledo,OH,43606,,\n",
    );
    assert_eq!(issues(&report), [(2, "", "too_many_fields"), (3, "", "too_few_fields")]);
    let shifted = &report.records[0];
    assert_eq!(
        (shifted.state.as_deref(), shifted.zip_code.as_deref(), shifted.city.as_deref()),
        (Some("OH"), Some("43605"), None)
    );
    assert_eq!(shifted.date_of_birth.as_deref(), Some("1989-09-09"));
    assert_eq!(
        report.records[2].zip_code.as_deref(),
        Some("43606"),
        "state and ZIP code tell that no comma moved them"
    );
}

#[test]
fn numbers_that_a_spreadsheet_has_spoiled_are_repaired_or_reported() {
    let report = checked(
        "Emp No,First Name,Last Name,DOB,SSN,Zip,Cell Phone\n7,Maud,Kelly,1/5/1981,901234567,2139,6.17555E+09\n\
         08,Silvan,Crowe,10/7/1973,12340000,02140-1234,6175550121.0\n",
    );
    assert_eq!(
        issues(&report),
        [(2, "CellPhone", "invalid_phone"), (2, "ZipCode", "lost_leading_zero"), (3, "SSN", "lost_leading_zero")]
    );
    assert_eq!(report.records[0].zip_code.as_deref(), Some("02139"));
    assert_eq!(report.records[1].unique_id.as_deref(), Some("08"));
    assert_eq!(report.records[1].ssn.as_deref(), Some("***-**-0000"));
}

#[test]
fn tabs_and_no_break_spaces_are_no_part_of_values() {
    let report = checked(
        "First Name \t Last Name\tDate\u{a0}of\u{a0}Birth\tSTATE \n Wendy \tAcker\t08/30/1956\tmi\nPri\u{a0} \tRao\t12/09/1990\tMI\n\tKun\t01/01/1980\tMI\n",
    );
    assert_eq!(report.delimiter, Some("tab"));
    assert_eq!(people(&report), [(2, "Wendy", "Acker"), (3, "Pri", "Rao"), (4, "", "Kun")]);
    assert_eq!(issues(&report), [(4, "FirstName", "missing_required")]);
}

#[test]
fn codes_of_x12_tie_families_by_the_subscribers_number() {
    let report = checked(
        "SSN,REL CODE,LNAME,FNAME,MI,DOB\n900551001,18,ADAIR,TESSA,J,19770722\n900551001,01,ADAIR,DEAN,,19751130\n\
         900551001,19,ADAIR,NILS,R,20100214\n900551002,18,BEAL,LEON,,19690305\n900551002,53,TAO,ARLO,,19700617\n\
         900551002,G8,BEAL,PAT,,19400101\n",
    );
    let relations: Vec<_> = report.records.iter().map(|record| (record.relationship, record.primary_line)).collect();
    assert_eq!(
        relations,
        [("EE", None), ("SP", Some(2)), ("CH", Some(2)), ("EE", None), ("DP", Some(5)), ("OT", Some(5))]
    );
    assert_eq!(issues(&report), []);
}

#[test]
fn utf16_of_both_orders_is_read_with_its_mark() {
    let text = "First Name,Last Name,DOB\r\nŁucja,Nowak,1/2/1980\r\n";
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for (bytes, name) in
        [([&[0xff, 0xfe], &little[..]].concat(), "UTF-16LE"), ([&[0xfe, 0xff], &big[..]].concat(), "UTF-16BE")]
    {
        let report = checked(bytes);
        assert_eq!(report.encoding, Some(name));
        assert_eq!(people(&report), [(2, "Łucja", "Nowak")]);
    }
}

#[test]
fn utf16_without_its_mark_is_read_as_single_bytes_or_refused() {
    let read = |text: &str| checked(text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>());
    let report = read("First Name,Last Name,DOB\r\nZoë,Nowak,1/2/1980\r\n");
    assert_eq!((people(&report), issues(&report)), (vec![(2, "Zoë", "Nowak")], vec![]));
    let refused = read("First Name,Last Name,DOB\r\nŁucja,Nowak,1/2/1980\r\n");
    assert!(refused.refused.is_some_and(|reason| reason.contains("not text")));
}

#[test]
fn a_letter_far_down_still_tells_the_encoding() {
    let mut file = b"First Name,Last Name,DOB\n".to_vec();
    for number in 0..4000 {
        let letters: String = format!("{number:04}").bytes().map(|digit| char::from(digit - b'0' + b'a')).collect();
        file.extend_from_slice(format!("Ann,{letters},1/2/1980\n").as_bytes());
    }
    file.extend_from_slice(b"Jos\xe9,Pe\xf1a,1/2/1981\n");
    let report = checked(&file);
    assert_eq!(report.encoding, Some("Windows-1252"));
    assert_eq!(people(&report)[4000], (4002, "José", "Peña"));
    assert_eq!(issues(&report), []);
}

/// As Excel for the Mac saves it: Mac Roman, and lines that end with a bare carriage return.
#[test]
fn signs_in_the_place_of_letters_are_told() {
    let heading = "First Name,Last Name,DOB,City\r";
    for (row, told) in [
        (&b"Jos\x8e,Mu\x96oz,1/2/1980,Gen\x8fve\r"[..], vec![(1, "", "mixed_encoding")]),
        (b"Ann,M\x9fller,1/4/1980,\x85rebro\r", vec![(1, "", "mixed_encoding")]),
        (b"Jos\xe9,O\x92Brien,1/2/1980,Al \x96 Annex \x80 5\r", vec![]),
    ] {
        let report = checked([heading.as_bytes(), row].concat());
        assert_eq!((report.encoding, report.delimiter), (Some("Windows-1252"), Some("comma")));
        assert_eq!((report.records.len(), issues(&report)), (1, told));
    }
}

#[test]
fn a_stray_byte_in_utf8_is_read_and_reported() {
    let report = checked(b"First Name,Last Name,DOB\nZo\xc3\xab,M\xc3\xbcller,1/2/1980\nJos\xe9,Lang,1/2/1981\n");
    assert_eq!(report.encoding, Some("UTF-8"));
    assert_eq!(people(&report), [(2, "Zoë", "Müller"), (3, "José", "Lang")]);
    assert_eq!(issues(&report), [(1, "", "mixed_encoding")]);
}

#[test]
fn files_that_are_no_census_are_refused_with_a_reason() {
    for (bytes, reason) in [
        (&b""[..], "The file is empty."),
        (b"\xef\xbb\xbf \r\n\r\n", "The file is empty."),
        (b"PK\x03\x04\x14\0xl/workbook.xml", "an Excel workbook"),
        (b"PK\x03\x04\x14\0photo.jpg", "a ZIP archive"),
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF document"),
        (b"\x89PNG\r\n\x1a\n\0\0", "no usable heading"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "an old Excel workbook"),
        (b"  <!DOCTYPE html><html>", "a web page"),
        (b"\xef\xbb\xbf<html>", "a web page"),
        (b"\xff\xfe \0<\0h\0t\0", "a web page"),
        (b"\xfe\xff\0 \0<\0h\0t", "a web page"),
        (b"First Name,Last Name\0\0\0\x01\x02\0", "not text"),
        (b"\x01\x02\x03\x04\x05\x06\x07\x08", "not text"),
        (b"hello there\nthis is a letter\n", "no usable heading"),
        (b"1,2,3\n4,5,6\n", "no usable heading"),
        (b"Anna,Smith,1/2/1980\nBen,Jones,1/2/1981\n", "no usable heading"),
        (b"First Name,Salary\n", "no usable heading"),
    ] {
        let report = checked(bytes);
        let refused = report.refused.unwrap_or_default();
        assert!(refused.contains(reason), "{refused:?} does not say {reason:?}");
        assert!(report.records.is_empty() && report.issues.is_empty());
    }
}

#[test]
fn sections_remarks_and_explanations_are_nobody() {
    let report = checked(
        "Last Name,First Name,DOB,Gender\n,,,\nActive Employees,,,\nOsei,Ama,8/8/1966,F\n\
         Department: Sales,,,\nRowe,Jo,8/9/1966,F\n* spouse works here too,,,\nSalaries are as of the end of last month\n",
    );
    assert_eq!(people(&report), [(4, "Ama", "Osei"), (6, "Jo", "Rowe")]);
    assert_eq!(report.ignored_lines, [2, 3, 5, 7, 8]);
    assert_eq!(issues(&report), []);
}

#[test]
fn a_person_whose_cells_are_not_divided_is_never_taken_for_a_remark() {
    for line in ["Rowe;Jo;8/9/1966;F", "Rowe Jo 8/9/1966 F 12 Main Street Waco", "Rowe, Jo"] {
        let report = checked(format!("Last Name,First Name,DOB,Gender\nOsei,Ama,8/8/1966,F\n{line}\n"));
        assert_eq!(report.records.len(), 2, "{line}");
        assert!(issues(&report).contains(&(3, "", "too_few_fields")), "{line}");
    }
}
