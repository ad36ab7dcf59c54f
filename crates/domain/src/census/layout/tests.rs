use super::*;
use crate::census::people::Rules;
use crate::census::reader::{CensusReader, ReadOptions};
use crate::examples::TODAY;

fn layout(text: &str) -> Layout {
    let mut reader = CensusReader::open(text.as_bytes(), &ReadOptions::default()).unwrap();
    let mut builder = LayoutBuilder::new(&reader, Rules::on(TODAY));
    while let Some(item) = reader.next_item().unwrap() {
        builder.see(&item, &reader);
    }
    builder.finish(&reader).0
}

fn values(person: &ReadPerson) -> Vec<(&str, &str)> {
    person.values.iter().map(|value| (&*value.field, &*value.value)).collect()
}

const FAMILIES: &str = "Roster of Harborline,,,,,\n\
    Emp Name,DOB,Relationship,Family ID,SSN,Shirt\n\
    \"Moss, Ann\",5/17/1984,EE,1,900-12-3456,L\n\
    \"Moss, Karl\",1/30/1982,SP,1,,M\n\
    \"Brandt, Ida\",5/6/1990,EE,2,,S\n\
    Terminated Employees,,,,,\n\
    \"Reed, Tom\",2/28/1971,EE,3,,L\n\
    Total: 4,,,,,\n";

#[test]
fn a_file_is_told_in_one_look() {
    let found = layout(FAMILIES);
    assert_eq!((found.heading_line, found.rows, found.looked_at, &*found.encoding), (2, 4, 4, "UTF-8"));
    let columns: Vec<(&str, Option<&str>)> =
        found.columns.iter().map(|column| (&*column.heading, column.field.as_deref())).collect();
    let expected = [
        ("Emp Name", Some("FullName")),
        ("DOB", Some("DateOfBirth")),
        ("Relationship", Some("Relationship")),
        ("Family ID", Some("FamilyId")),
        ("SSN", Some("SSN")),
        ("Shirt", None),
    ];
    assert_eq!(columns, expected);
    assert_eq!(found.columns[1].fits, Some(100));
    let read: Vec<u64> = found.people.iter().map(|person| person.line).collect();
    assert_eq!(read, [3, 4, 5, 7]);
    let section = &found.sections[0];
    assert_eq!((section.line, &*section.kind, section.first_line, section.rows), (6, "Left", 7, 1));
    let left_out: Vec<(&str, u64)> = found.left_out.iter().map(|lines| (&*lines.reason, lines.lines)).collect();
    assert_eq!(left_out, [("Title", 1), ("Total", 1), ("Remark", 1)]);
    assert_eq!(found.left_out[0].examples[0].text, "Roster of Harborline");
    let asked: Vec<(&str, &str)> = found.questions.iter().map(|open| (&*open.about, &*open.text)).collect();
    assert_eq!(asked, [("Section", "Line 7 stands below 'Terminated Employees'. Has this person left?")]);
}

#[test]
fn people_are_shown_as_they_will_be_read_and_no_social_security_number_is() {
    let found = layout(FAMILIES);
    let ann = &found.people[0];
    assert_eq!(ann.cells, ["Moss, Ann", "5/17/1984", "EE", "1", "***-**-3456", "L"]);
    for value in [("FirstName", "Ann"), ("LastName", "Moss"), ("DateOfBirth", "1984-05-17"), ("SSN", "***-**-3456")] {
        assert!(values(ann).contains(&value), "{value:?}");
    }
    let karl = &found.people[1];
    assert_eq!((karl.is_dependent, karl.primary_line), (true, Some(3)));
    let text = serde_json::to_string(&found).unwrap();
    assert!(!text.contains("900-12-3456") && !text.contains("900123456"), "{text}");
    assert_eq!(serde_json::from_str::<Layout>(&text).unwrap(), found, "it is stored as it is");
}

#[test]
fn a_number_in_an_unread_column_is_hidden() {
    let found = layout("First Name,Last Name,DOB,Spouse SSN,Note\nAnn,Moss,5/17/1984,900123456,900-12-3457\n");
    assert_eq!(found.people[0].cells, ["Ann", "Moss", "5/17/1984", "***-**-3456", "***-**-3457"]);
}

#[test]
fn the_order_of_dates_is_told_with_why() {
    for (heading, dates, (order, is_sure), is_asked) in [
        ("DOB", ["4/17/1983", "5/6/1990"], ("MonthFirst", true), false),
        ("DOB", ["1983-04-17", "1990-05-06"], ("MonthFirst", true), false),
        ("DOB", ["4/5/1983", "5/6/1990"], ("MonthFirst", false), false),
        ("DOB", ["17/4/1983", "5/6/1990"], ("DayFirst", false), true),
        ("DOB", ["17/4/1983", "6/25/1990"], ("MonthFirst", false), true),
        ("DOB (DD/MM/YYYY)", ["17/4/1983", "5/6/1990"], ("DayFirst", true), false),
        ("DOB", ["", ""], ("", false), false),
    ] {
        let [one, other] = dates;
        let found = layout(&format!("First Name,Last Name,{heading}\nAnn,Moss,{one}\nTom,Reed,{other}\n"));
        let asked = found.questions.iter().any(|open| open.about == "Dates");
        assert_eq!(((&*found.dates.order, found.dates.is_sure), asked), ((order, is_sure), is_asked), "{dates:?}");
        assert!(!found.dates.why.is_empty());
    }
}

#[test]
fn the_order_of_names_is_told_with_why() {
    for (heading, names, order) in [
        ("First Name,Last Name", ["Ann,Moss", "Tom,Reed"], ("Columns", true)),
        ("Name,City", ["\"Moss, Ann\",Waco", "\"Reed, Tom\",Waco"], ("LastFirst", true)),
        ("Name (Last First),City", ["Moss Ann,Waco", "Reed Tom,Waco"], ("LastFirst", true)),
        ("Name,City", ["Ann Moss,Waco", "Tom Reed,Waco"], ("FirstLast", true)),
        ("Name,City", ["Zzyx Qoph,Waco", "Vrum Blit,Waco"], ("FirstLast", false)),
    ] {
        let [one, other] = names;
        let found = layout(&format!("{heading},DOB\n{one},4/17/1983\n{other},6/25/1990\n"));
        assert_eq!((&*found.names.order, found.names.is_sure), order, "{heading} {names:?}");
        assert_eq!(found.questions.iter().any(|open| open.about == "Names"), !order.1, "{names:?}");
    }
}

#[test]
fn dependents_are_told_by_what_ties_them() {
    let ties = |text: &str| -> Vec<(String, u32)> {
        layout(text).families.ties.into_iter().map(|tie| (tie.by, tie.dependents)).collect()
    };
    for (text, by) in [
        ("First,Last,DOB,Relationship,Family ID\nAnn,Moss,5/17/1984,EE,1\nKarl,Brandt,1/30/1982,SP,1\n", "FamilyId"),
        (
            "First,Last,DOB,Relationship,SSN\nAnn,Moss,5/17/1984,EE,900123456\nKarl,Brandt,1/30/1982,SP,900123456\n",
            "SSN",
        ),
        ("First,Last,DOB,Relationship,Unique ID\nAnn,Moss,5/17/1984,EE,E1\nKarl,Brandt,1/30/1982,SP,E1\n", "UniqueId"),
        ("First,Last,DOB,Relationship\nAnn,Moss,5/17/1984,EE\nKarl,Moss,1/30/1982,SP\n", "Order"),
    ] {
        assert_eq!(ties(text), [(by.to_owned(), 1)], "{text}");
    }
    let lost = layout("First,Last,DOB,Relationship\nAnn,Moss,5/17/1984,EE\nKarl,Brandt,1/30/1982,SP\n").families;
    assert_eq!((lost.dependents, lost.untied, lost.untied_lines), (1, 1, vec![3]));
}

#[test]
fn a_column_that_looks_like_another_field_says_so() {
    let found = layout("First Name,Last Name,Zxq,Hired\nAnn,Moss,5/17/1984,4/1/2024\nTom,Reed,1/30/1982,4/2/2024\n");
    assert_eq!(found.columns[2].second.as_deref(), Some("DateOfBirth"));
    let asked: Vec<(&str, &str)> = found.questions.iter().map(|open| (&*open.text, &*open.by)).collect();
    assert_eq!(
        asked,
        [("There is no column for Date of Birth.", "Mapping")],
        "what a column looks like is no question"
    );
    let wrong =
        layout("First Name,Last Name,DOB,Gender\nAnn,Moss,5/17/1984,a@example.com\nTom,Reed,1/30/1982,b@example.com\n");
    let gender = &wrong.columns[3];
    assert_eq!((gender.fits, gender.second.as_deref()), (Some(0), Some("Email")));
}

#[test]
fn only_the_first_people_are_shown_and_all_rows_are_counted() {
    let rows: String = (0..700).map(|n| format!("P{n},Moss,05/{:02}/1984\n", n % 28 + 1)).collect();
    let found = layout(&format!("First Name,Last Name,DOB\n{rows}"));
    assert_eq!((found.rows, found.looked_at, found.people.len()), (700, ROWS_LOOKED_AT, PEOPLE_SHOWN));
}
