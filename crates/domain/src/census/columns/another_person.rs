//! Whose a column is that stands behind the name of another person (rules.md#whose-column-it-is).
//!
//! In `Emergency Contact, Relationship` the relationship is the contact's. In `Employee, Covered person, Relationship` the rows may be about the
//! covered persons. Where neither heading nor values tell, the file stops until a person has said it.

use std::collections::{BTreeMap, BTreeSet};

use super::evidence::{Asked, Evidence, Verdict, weigh};
use super::family_columns::FamilyColumns;
use super::heading::is_of_named_person;
use super::shown::Shown;
use super::words::role;
use super::{Column, How, Mapping};
use crate::census::cells::clean;
use crate::census::field::Field;
use crate::census::source::lines::Row;
use crate::census::vocabulary::owners::Owner;
use crate::census::vocabulary::relatives::of_relative;
use crate::census::vocabulary::roles::MemberType;

/// What stands behind a name without saying whose it is, beside a relationship.
const CONTACTS: [Field; 3] = [Field::CellPhone, Field::HomePhone, Field::Email];

/// Of so many names one may lack a relationship.
const LACKING: usize = 4;

/// A column of names that is not read, with what stands beside it.
#[derive(Debug)]
struct Named {
    /// The column of the name.
    place: usize,
    /// Whether the heading names people that a row does not cover, such as contacts.
    is_told: bool,
    /// The relationship behind it, or else before a name of such people.
    relationship: Option<usize>,
    /// Whether the relationship stands before it.
    is_before: bool,
    /// The phones and e-mail addresses behind it that do not say whose they are.
    contacts: Vec<usize>,
}

/// Whose a relationship is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// It is of the person that the row is about.
    Row,
    /// It is of the named person.
    Named,
}

/// Takes the columns from the row's own person that belong to another one, as far as no person has mapped them.
pub(super) fn settle(mapping: &mut Mapping, people: &[&Row]) {
    give_back(mapping);
    for named in all_named(mapping, people) {
        if let Some(place) = named.relationship {
            let whose = named.whose(place, mapping, people);
            if whose.is_some() && whose != Some(Verdict::Sure(Whose::Row)) {
                mapping.lend(&[place]);
            }
            if matches!(whose, Some(Verdict::Ask(_))) {
                let (called, person) = (mapping.columns[place].called(), mapping.columns[named.place].called());
                let message = format!(
                    "'{called}' may be of the row's own person or of the person named in '{person}'. Map it if it is of the row's own person, \
                     else leave it out. If the rows are about those in '{person}', map that column as Full Name as well."
                );
                mapping.asked.push(Asked { place, message });
            }
        }
        if named.is_told || named.has_phones(people) {
            mapping.lend(&named.contacts);
        }
    }
}

/// Begins anew: what was taken from the row's own person is its own again.
fn give_back(mapping: &mut Mapping) {
    for index in 0..mapping.columns.len() {
        if mapping.columns[index].how == How::OfAnother {
            mapping.columns[index].how = How::Unmapped;
            mapping.take(index, mapping.columns[index].headed(), How::Known);
        }
    }
}

/// The columns of names that are not read and stand beside columns that do not say whose they are.
fn all_named(mapping: &Mapping, people: &[&Row]) -> Vec<Named> {
    let families = FamilyColumns::among(mapping);
    let is_open = |column: &&Column| {
        column.field.is_none()
            && column.how != How::OfAnother
            && column.headed().is_none()
            && column.owner() != Some(Owner::Employee)
            && families.may_hold(column.index).is_none()
            && of_relative(&column.key).is_none()
    };
    mapping.columns.iter().filter(is_open).filter_map(|column| Named::at(column, mapping, people)).collect()
}

/// Whether a column does not say whose it is, and no person has decided it.
fn is_unsaid(column: &Column) -> bool {
    column.owner().is_none() && matches!(column.how, How::Known | How::SecondChoice | How::Unmapped)
}

impl Named {
    fn at(column: &Column, mapping: &Mapping, people: &[&Row]) -> Option<Self> {
        let is_told = is_of_named_person(&column.heading);
        let (mut behind, mut contacts) = (None, Vec::new());
        for next in mapping.columns.iter().skip(column.index + 1) {
            match next.headed() {
                Some(Field::Relationship) if behind.is_none() && next.owner().is_none() => {
                    behind = is_unsaid(next).then_some(next.index);
                }
                Some(field) if CONTACTS.contains(&field) && next.owner().is_none() => {
                    contacts.extend(is_unsaid(next).then_some(next.index));
                }
                // Other columns of that person may stand between them.
                None if is_of_named_person(&next.heading) => {}
                _ => break,
            }
        }
        let is_relationship = |column: &&Column| is_unsaid(column) && column.is_headed(Field::Relationship);
        let before = column.index.checked_sub(1).map(|place| &mapping.columns[place]).filter(is_relationship);
        let before = before.filter(|_| is_told && behind.is_none()).map(|column| column.index);
        let relationship = behind.or(before);
        let values = || people.iter().map(|row| clean(row.cell(column.index))).filter(|cell| !cell.is_empty());
        let are_named = || if is_told { are_words(values()) } else { Shown::of(values()).may_be_others() };
        ((relationship.is_some() || !contacts.is_empty()) && are_named()).then_some(Self {
            place: column.index,
            is_told,
            relationship,
            is_before: before.is_some(),
            contacts,
        })
    }

    /// What the rows say of whose a relationship is.
    fn whose(&self, relationship: usize, mapping: &Mapping, people: &[&Row]) -> Option<Verdict<Whose>> {
        let (mut all, mut employees, mut without_name, mut without_relationship) = (0, 0, 0, 0);
        for row in people {
            let told = clean(row.cell(relationship));
            let is_named = clean(row.cell(self.place)).contains(char::is_alphabetic);
            if told.is_empty() {
                without_relationship += usize::from(is_named);
                continue;
            }
            all += 1;
            without_name += usize::from(!is_named);
            employees += usize::from(role(told) == Some(MemberType::Primary));
        }
        let is_other = |column: &Column| column.index != relationship && column.is_headed(Field::Relationship);
        let is_only = !mapping.columns.iter().any(is_other);
        // Before a name stands the relationship of the row's own person, unless both are blank and filled together.
        let is_apart = match self.is_before {
            true => all == 0 || without_name + without_relationship > 0,
            false => all == 0 && !self.is_told,
        };
        // No contact is the employee; of others some may be, where the rows are about them.
        let are_employees = employees > 0 && (self.is_told || employees == all);
        let is_rows = are_employees || without_name * 2 > all || is_apart;
        let is_theirs = self.is_told
            && !self.is_before
            && without_name == 0
            && without_relationship * LACKING <= all + without_relationship;
        weigh([
            Evidence { claim: Whose::Row, weight: if is_rows { 44 } else { 4 } },
            // Another column may tell the relationship of the row's own person.
            Evidence { claim: Whose::Named, weight: 6 + 6 * u32::from(is_theirs) + 12 * u32::from(!is_only) },
        ])
    }

    /// Whether each repeated name has one phone, and the phones differ between names: then the phone is the named person's.
    fn has_phones(&self, people: &[&Row]) -> bool {
        let has = |place: &usize| {
            let mut phones: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
            let told = people.iter().map(|row| (clean(row.cell(self.place)), clean(row.cell(*place))));
            told.filter(|(name, phone)| !name.is_empty() && !phone.is_empty())
                .for_each(|(name, phone)| phones.entry(name).or_default().push(phone));
            let different: BTreeSet<&str> = phones.values().flatten().copied().collect();
            phones.values().any(|phones| phones.len() > 1)
                && phones.values().all(|phones| phones.iter().all(|phone| *phone == phones[0]))
                && different.len() > 1
        };
        self.contacts.iter().any(has)
    }
}

/// Whether there are values, none of which holds a digit.
fn are_words<'a>(values: impl Iterator<Item = &'a str>) -> bool {
    let mut values = values.peekable();
    values.peek().is_some() && values.all(|value| !value.contains(|c: char| c.is_ascii_digit()))
}

impl Mapping {
    /// Takes these columns from the row's own person, and gives their fields to other columns that are headed so.
    fn lend(&mut self, places: &[usize]) {
        let mut lost = Vec::new();
        for place in places {
            lost.extend(self.columns[*place].field.take());
            self.columns[*place].how = How::OfAnother;
        }
        self.pass_on(&lost, usize::MAX);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Remembered;
    use super::*;

    /// The headings that are read, with their fields, and those that are asked about, of a file.
    fn read(text: &str) -> (Vec<String>, Vec<String>) {
        let mut lines = text.lines();
        let headings: Vec<&str> = lines.next().expect("a heading").split(',').collect();
        let rows: Vec<Row> = lines.map(|line| Row::default().with_cells(line.split(','))).collect();
        let mut mapping = Mapping::propose(headings, &Remembered::default());
        let people: Vec<&Row> = rows.iter().collect();
        settle(&mut mapping, &people);
        let before = mapping.clone();
        mapping.asked.clear();
        settle(&mut mapping, &people);
        assert_eq!(mapping, before, "the same once more");
        let shown = mapping.columns().iter().filter_map(|column| Some((column, column.field?)));
        let asked = mapping.asked().map(|place| mapping.columns()[place].heading.clone()).collect();
        (shown.map(|(column, field)| format!("{} = {}", column.heading, field.name())).collect(), asked)
    }

    #[test]
    fn what_stands_behind_a_contact_is_the_contacts() {
        for (behind, cells) in [
            ("Relationship", "Karl Moss,Spouse"),
            ("Relationship,Phone", "Karl Moss,Spouse,201-555-0165"),
            ("Phone,Relationship", "Karl Moss,201-555-0165,Spouse"),
            ("Emergency Contact Phone,Relationship,Email", "Karl Moss,201-555-0165,Mother,k@demo.example"),
        ] {
            let (read, asked) = read(&format!("First,Last,DOB,Emergency Contact,{behind}\nAnn,Moss,1/2/1980,{cells}"));
            assert_eq!(read, ["First = FirstName", "Last = LastName", "DOB = DateOfBirth"], "{behind}");
            assert_eq!(asked, Vec::<String>::new(), "{behind}");
        }
    }

    #[test]
    fn the_rows_own_columns_stay_beside_a_contact() {
        let own = "First,Last,DOB,Phone,Emergency Contact,Relationship,Phone,Relationship to Employee";
        let (read, asked) = read(&format!("{own}\nAnn,Moss,1/2/1980,2015550165,Karl Moss,Spouse,2015550166,Self"));
        assert_eq!(read[3..], ["Phone = CellPhone", "Relationship to Employee = Relationship"]);
        assert_eq!(asked, Vec::<String>::new());
        let families = "First,Last,DOB,Emergency Contact,Relationship";
        let rows = "Ann,Moss,1/2/1980,Karl Moss,Self\nIda,Moss,1/2/2010,Karl Moss,Child";
        assert_eq!(super::tests::read(&format!("{families}\n{rows}")).0[3..], ["Relationship = Relationship"]);
        let blank = "Ann,Moss,1/2/1980,Karl Moss,\nIda,Moss,1/2/2010,,Child";
        assert_eq!(super::tests::read(&format!("{families}\n{blank}")).0[3..], ["Relationship = Relationship"]);
    }

    #[test]
    fn where_nothing_tells_whose_it_is_a_person_does() {
        for (heading, rows) in [
            ("Agent,Relationship", "Karl Moss,Spouse"),
            ("Policy Owner,Relationship", "Karl Moss,Child"),
            (
                "Emergency Contact,Relationship",
                "Karl Moss,Spouse\nIda,Moss,1/2/2010,Karl Moss,\nEva,Moss,1/2/2011,Karl Moss,",
            ),
        ] {
            let (_, asked) = read(&format!("First,Last,DOB,{heading}\nAnn,Moss,1/2/1980,{rows}"));
            assert_eq!(asked, ["Relationship"], "{heading}");
        }
        for heading in [
            "Department,Relationship\nAnn,Moss,1/2/1980,Human Resources,Spouse",
            "Agent,Relationship\nAnn,Moss,1/2/1980,,Spouse",
        ] {
            let (read, asked) = read(&format!("First,Last,DOB,{heading}"));
            assert_eq!((read.len(), asked.len()), (4, 0), "{heading}");
        }
    }

    #[test]
    fn whether_rows_are_about_the_person_named_behind_the_employee_is_asked() {
        let own = "Ann Moss,R1,Ann Moss,Self,1980-01-02";
        let dependents = "Ann Moss,R1,Karl Brandt,Spouse,1979-02-01";
        for rows in [format!("{own}\n{dependents}"), dependents.to_owned()] {
            let (_, asked) = read(&format!("Employee,Employee ID,Covered person,Relationship,DOB\n{rows}"));
            assert_eq!(asked, ["Relationship"], "{rows}");
        }
    }

    #[test]
    fn a_managers_phone_is_known_by_coming_again() {
        let heading = "First,Last,DOB,Manager,Phone";
        let again = "Ann,Moss,1/2/1980,Karl Dale,2015550165\nTom,Reed,1/3/1980,Karl Dale,2015550165\nMax,Hall,1/4/1980,Eva Lund,2015550166";
        assert_eq!(read(&format!("{heading}\n{again}")).0.len(), 3);
        let own = again.replacen("2015550165", "2015550167", 1);
        assert_eq!(read(&format!("{heading}\n{own}")).0[3..], ["Phone = CellPhone"]);
    }
}
