//! What the values tell is inferred by whatever mapping there is: proposed, remembered, or made by hand.

use super::{checked, today};
use crate::census::columns::How;
use crate::census::field::Field;
use crate::census::reader::{CensusReader, Item, ReadOptions};
use crate::census::vocabulary::Remembered;

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
fn numbers_are_read_by_a_mapping_made_by_hand_and_by_a_remembered_one() {
    let texts = [format!("Familia,Name,DOB,Dep No\n{NUMBERED}")];
    for (text, columns) in texts.into_iter().map(|text| (text, [(0, Field::FamilyId)])) {
        let (field, how, remembered) = by_hand(&text, &columns);
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
    let text = format!("Family ID,Name,DOB,Dep No\n{NUMBERED}");
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

#[test]
fn the_order_of_names_beside_employees_is_asked_about_where_few_tell_it() {
    let report = checked(
        "Employee Name,Dependent Name,DOB,Relationship\nDOE JOHN,,05/17/1984,EE\nDOE JOHN,DOE JANE,03/02/1985,SP\n\
         DOE JOHN,DOE MARY,01/09/2012,CH\nROE PAUL,,02/03/1979,EE\n",
    );
    let told: Vec<_> = report.issues.iter().map(|issue| (issue.line, issue.code)).collect();
    assert!(told.contains(&(1, "name_order")), "{told:?}");
}
