//! What the values tell is inferred by whatever mapping there is: proposed, remembered, or made by hand.

use super::{checked, today};
use crate::census::columns::How;
use crate::census::field::Field;
use crate::census::reader::{CensusReader, Item, ReadOptions};
use crate::census::vocabulary::Remembered;

const LETTERS: &str = "DOE,JOHN,05/17/1984,E\nDOE,JANE,03/02/1985,S\nDOE,MARY,01/09/2012,C\nROE,PAUL,02/03/1979,E\n\
                       ROE,ANNA,02/05/1979,S\n";
const NUMBERED: &str = "F1,JOHN DOE,05/17/1984,0\nF1,JANE DOE,03/02/1985,1\nF1,MARY DOE,01/09/2012,2\nF2,PAUL ROE,02/03/1979,0\n\
                        F2,ANNA ROE,02/05/1979,1\n";

/// Field and way of the last column when these columns are mapped by hand, and what is then remembered.
fn by_hand(text: &str, columns: &[(usize, Field)]) -> (Option<Field>, How, Remembered) {
    let reader = CensusReader::open(text.as_bytes(), &ReadOptions::default()).expect("a census");
    let mut mapping = reader.mapping().clone();
    for (index, field) in columns {
        assert!(mapping.assign(*index, Some(*field)));
    }
    let mapping = reader.completed(mapping, today());
    let last = mapping.columns().last().expect("a column");
    (last.field, last.how, mapping.to_remember())
}

#[test]
fn letters_and_numbers_are_read_by_a_mapping_made_by_hand_and_by_a_remembered_one() {
    let letters = format!("Apellido,Nombre,DOB,Type\n{LETTERS}");
    let names = [(0, Field::LastName), (1, Field::FirstName)];
    let whole_names: String = LETTERS.lines().map(|line| format!("F,{}\n", line.replacen(',', " ", 1))).collect();
    let by_family = format!("Familia,Name,DOB,Type\n{}", whole_names.replace("F,ROE", "G,ROE"));
    for (text, columns) in [
        (letters, &names[..]),
        (format!("Familia,Name,DOB,Dep No\n{NUMBERED}"), &[(0, Field::FamilyId)]),
        (by_family, &[(0, Field::FamilyId)]),
    ] {
        let (field, how, remembered) = by_hand(&text, columns);
        assert_eq!((field, how), (Some(Field::Relationship), How::ByValues), "{text}");
        let options = ReadOptions { remembered, ..ReadOptions::default() };
        let mut next = CensusReader::open(text.as_bytes(), &options).expect("a census");
        assert_eq!(next.mapping().columns()[3].field, Some(Field::Relationship), "the next file: {text}");
        let mut told = Vec::new();
        while let Some(item) = next.next_item().expect("the text is read") {
            if let Item::Row(raw) = item {
                told.push(raw.get(Field::Relationship).map(str::to_owned));
            }
        }
        assert!(told.iter().all(Option::is_some), "{told:?}");
    }
}

#[test]
fn what_a_person_has_left_out_is_not_inferred() {
    let text = format!("Last Name,First Name,DOB,Type\n{LETTERS}");
    let reader = CensusReader::open(text.as_bytes(), &ReadOptions::default()).expect("a census");
    assert_eq!(reader.mapping().columns()[3].how, How::ByValues);
    let mut mapping = reader.mapping().clone();
    assert!(mapping.assign(3, None));
    let mapping = reader.completed(mapping, today());
    assert_eq!(mapping.columns()[3].field, None);
    let options = ReadOptions { remembered: mapping.to_remember(), ..ReadOptions::default() };
    let next = CensusReader::open(text.as_bytes(), &options).expect("a census");
    assert_eq!(next.mapping().columns()[3].field, None);
}

/// Of whole names a family shares the word at one end.
#[test]
fn letters_are_read_beside_whole_names() {
    let first_last: Vec<String> = LETTERS
        .lines()
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            format!("{} {},{},{}", cells[1], cells[0], cells[2], cells[3])
        })
        .collect();
    let last_first: String = LETTERS.lines().map(|line| format!("{}\n", line.replacen(',', " ", 1))).collect();
    let with_comma: String = LETTERS.lines().map(|line| format!("\"{}\",{}\n", &line[..8], &line[9..])).collect();
    for rows in [first_last.join("\n"), last_first, with_comma] {
        let report = checked(format!("Name,DOB,Type\n{rows}\n"));
        let primaries: Vec<_> = report.records.iter().map(|record| record.primary_line).collect();
        assert_eq!(primaries, [None, Some(2), Some(2), None, Some(5)], "{rows}");
    }
    let kinds =
        checked("Name,DOB,Type\nAnn Bee,1/2/1980,E\nBo Lund,1/3/1980,S\nCy Moss,1/4/1980,C\nDi Reed,1/5/1980,E\n");
    assert_eq!(kinds.unmapped_columns, ["Type"], "strangers are employed so");
}

#[test]
fn the_names_of_employees_and_dependents_are_read_in_one_order() {
    let report = checked(
        "Employee Name,Dependent Name,DOB,Relationship\nDOE JOHN,,05/17/1984,EE\nDOE JOHN,DOE JANE,03/02/1985,SP\n\
         DOE JOHN,DOE MARY,01/09/2012,CH\nROE PAUL,,02/03/1979,EE\n",
    );
    let people: Vec<_> =
        report.records.iter().map(|one| (&*one.first_name, &*one.last_name, one.primary_line)).collect();
    assert_eq!(
        people,
        [("JOHN", "DOE", None), ("JANE", "DOE", Some(2)), ("MARY", "DOE", Some(2)), ("PAUL", "ROE", None)],
        "{:?}",
        report.issues
    );
}
