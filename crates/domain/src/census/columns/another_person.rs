//! Whose a column is that stands behind the name of another person (rules.md#whose-column-it-is).
//!
//! In `Emergency Contact, Relationship` the relationship is the contact's. In `Employee, Covered person, Relationship` the rows are about the
//! covered persons where some are their own employee. Where neither heading nor values tell, the file stops until a person has said it.

use std::collections::{BTreeMap, BTreeSet};

use super::evidence::{Asked, Evidence, Verdict, weigh};
use super::family_columns::FamilyColumns;
use super::people_beside::words_of;
use super::roles::role;
use super::whole_names::are_names;
use super::{How, Mapping};
use crate::census::cells::keys::name_key;
use crate::census::cells::{clean, split_name, tidy};
use crate::census::field::Field;
use crate::census::source::lines::Row;
use crate::census::vocabulary::given_names::is_given_name;
use crate::census::vocabulary::headings::recognise;
use crate::census::vocabulary::owners::{Owner, owned};
use crate::census::vocabulary::people_beside::NAMED_PERSONS;
use crate::census::vocabulary::relatives::of_relative;
use crate::census::vocabulary::roles::MemberType;
use crate::text::fold;

/// What stands behind a name without saying whose it is.
const BEHIND_NAMES: [Field; 4] = [Field::Relationship, Field::CellPhone, Field::HomePhone, Field::Email];

/// Of so many names one may lack a relationship.
const LACKING: usize = 4;

/// A column of names that is not read, with what stands behind it.
#[derive(Debug)]
struct Named {
    /// The column of the name.
    place: usize,
    /// Whether the heading names people that a row does not cover, such as contacts.
    is_told: bool,
    /// The columns behind it that do not say whose they are.
    behind: Vec<usize>,
    /// A relationship that stands before it, where none stands behind it.
    before: Option<usize>,
}

/// Whose a relationship is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// It is of the person that the row is about.
    Row,
    /// It is of the named person, who is not covered.
    Named,
    /// It is of the named person, and the row is about that person.
    NamedInRow,
}

/// Takes the columns from the row's own person that belong to another one, as far as no person has mapped them.
pub(super) fn settle(mapping: &mut Mapping, people: &[&Row]) {
    give_back(mapping);
    for named in all_named(mapping, people) {
        let relationship = named.relationship(mapping).or(named.before);
        let whose = relationship.and_then(|place| named.whose(place, mapping, people));
        match whose {
            None | Some(Verdict::Sure(Whose::Row)) => {}
            Some(Verdict::Sure(Whose::NamedInRow)) => mapping.read_person(named.place),
            Some(Verdict::Sure(Whose::Named) | Verdict::Ask(_)) => {
                mapping.lend(relationship.as_slice(), &[Field::Relationship]);
            }
        }
        if let (Some(Verdict::Ask(_)), Some(place)) = (&whose, relationship) {
            let (called, person) = (mapping.columns[place].called(), mapping.columns[named.place].called());
            let message = format!(
                "'{called}' may be of the row's own person or of the person named in '{person}'. Map it if it is of the row's own person, \
                 else leave it out."
            );
            mapping.asked.push(Asked { place, message });
        }
        let is_in_row = whose == Some(Verdict::Sure(Whose::NamedInRow));
        if !is_in_row && (named.is_told || named.has_phones(mapping, people)) {
            mapping.lend(&named.behind, &BEHIND_NAMES[1..]);
        }
    }
}

/// Begins anew: what was taken from the row's own person is its own again.
fn give_back(mapping: &mut Mapping) {
    for index in 0..mapping.columns.len() {
        if mapping.columns[index].how == How::OfAnother {
            mapping.columns[index].how = How::Unmapped;
            mapping.take_free(index);
        }
    }
}

/// Whether a column is headed as one of a field.
fn is_headed(mapping: &Mapping, place: usize, field: Field) -> bool {
    mapping.columns[place].is_headed(field)
}

/// The columns of names that are not read and stand before columns that do not say whose they are.
fn all_named(mapping: &Mapping, people: &[&Row]) -> Vec<Named> {
    let families = FamilyColumns::among(mapping);
    let is_open = |place: usize| {
        let column = &mapping.columns[place];
        let is_employees = || owned(&column.key).is_some_and(|(owner, _, _)| owner == Owner::Employee);
        let is_familys = || families.may_hold(place).is_some() || of_relative(&column.key).is_some();
        column.field.is_none() && column.how != How::OfAnother && !is_employees() && !is_familys()
    };
    let named = (0..mapping.columns.len()).filter(|place| is_open(*place)).filter_map(|place| {
        let heading = &mapping.columns[place].heading;
        let is_told = is_of_named_person(heading);
        let behind = behind(mapping, place);
        let values = people.iter().map(|row| clean(row.cell(place))).filter(|cell| !cell.is_empty());
        let is_name = || if is_told { are_words(values.clone()) } else { are_people(values.clone()) };
        let found = Named { place, is_told, before: None, behind };
        let before = (is_told && found.relationship(mapping).is_none()).then(|| before(mapping, place)).flatten();
        let is_beside = before.is_some() || !found.behind.is_empty();
        (is_beside && recognise(&mapping.columns[place].key).is_none() && is_name())
            .then_some(Named { before, ..found })
    });
    named.collect()
}

/// The columns behind a name that may be of the named person; other columns of that person may stand between them.
fn behind(mapping: &Mapping, place: usize) -> Vec<usize> {
    let mut behind = Vec::new();
    for column in mapping.columns.iter().skip(place + 1) {
        let field = recognise(&column.key).map(|(field, _)| field);
        let is_again =
            |field| field == Field::Relationship && behind.iter().any(|place| is_headed(mapping, *place, field));
        match field {
            Some(field) if BEHIND_NAMES.contains(&field) && owned(&column.key).is_none() && !is_again(field) => {
                if matches!(column.how, How::Known | How::SecondChoice | How::Unmapped) {
                    behind.push(column.index);
                }
            }
            None if is_of_named_person(&column.heading) => {}
            _ => break,
        }
    }
    behind
}

/// The relationship in the column before a name.
fn before(mapping: &Mapping, place: usize) -> Option<usize> {
    let column = &mapping.columns[place.checked_sub(1)?];
    let is_open = matches!(column.how, How::Known | How::SecondChoice | How::Unmapped);
    (is_open && owned(&column.key).is_none() && is_headed(mapping, column.index, Field::Relationship))
        .then_some(column.index)
}

/// Returns whether a heading names people that a row does not cover.
fn is_of_named_person(heading: &str) -> bool {
    words_of(heading).iter().any(|word| NAMED_PERSONS.split_whitespace().any(|known| known == word))
}

/// Whether there are values, none of which holds a digit.
fn are_words<'a>(mut values: impl Iterator<Item = &'a str> + Clone) -> bool {
    values.clone().next().is_some() && values.all(|value| !value.contains(|c: char| c.is_ascii_digit()))
}

/// Whether values are names of people: whole ones, of which half hold a given name that is known.
fn are_people<'a>(values: impl Iterator<Item = &'a str> + Clone) -> bool {
    let holds_given = |value: &&str| fold(value).split([' ', ',']).any(is_given_name);
    are_names(values.clone()) && values.clone().filter(holds_given).count() * 2 >= values.count()
}

impl Named {
    /// The relationship behind the name.
    fn relationship(&self, mapping: &Mapping) -> Option<usize> {
        self.behind.iter().copied().find(|place| is_headed(mapping, *place, Field::Relationship))
    }

    /// What the rows say of whose a relationship is.
    fn whose(&self, relationship: usize, mapping: &Mapping, people: &[&Row]) -> Option<Verdict<Whose>> {
        let (mut all, mut employees, mut without_name, mut without_relationship) = (0, 0, 0, 0);
        let mut is_named_otherwise = false;
        for row in people {
            let told = clean(row.cell(relationship));
            let name = key_of(clean(row.cell(self.place)));
            if told.is_empty() {
                without_relationship += usize::from(name.is_some());
                continue;
            }
            let is_employee = role(told) == Some(MemberType::Primary);
            all += 1;
            without_name += usize::from(name.is_none());
            employees += usize::from(is_employee);
            is_named_otherwise |= is_employee != (name.is_some() && name == own_key(mapping, row));
        }
        let mut places = 0..mapping.columns.len();
        let is_only = places.all(|place| place == relationship || !is_headed(mapping, place, Field::Relationship));
        // A contact is another person than the row's own; a covered person may be the employee.
        let is_covered = is_only && employees > 0 && employees < all && !is_named_otherwise && !is_chosen(mapping);
        // Before a name stands the relationship of the row's own person, unless both are blank and filled together.
        let is_before = self.before.is_some();
        let is_apart =
            if is_before { all == 0 || without_name + without_relationship > 0 } else { all == 0 && !self.is_told };
        let is_rows = (employees > 0 && !is_covered) || without_name * 2 > all || is_apart;
        let is_theirs = !is_before && without_name == 0 && without_relationship * LACKING <= all + without_relationship;
        let reasons = [
            (Whose::Row, 4),
            (Whose::Row, if is_rows { 40 } else { 0 }),
            (Whose::Named, 6),
            (Whose::Named, if self.is_told && is_theirs { 6 } else { 0 }),
            // Another column tells the relationship of the row's own person.
            (Whose::Named, if is_only { 0 } else { 12 }),
            (Whose::NamedInRow, if is_covered { 40 } else { 0 }),
        ];
        weigh(reasons.map(|(claim, weight)| Evidence { claim, weight }))
    }

    /// Whether each repeated name has one phone, and the phones differ between names: then the phone is the named person's.
    fn has_phones(&self, mapping: &Mapping, people: &[&Row]) -> bool {
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
        self.behind.iter().filter(|place| !is_headed(mapping, **place, Field::Relationship)).any(has)
    }
}

/// The key of a whole name.
fn key_of(name: &str) -> Option<u64> {
    let (first, last) = split_name(&tidy(name));
    (!first.is_empty()).then(|| name_key(&first, &last))
}

/// The key of the name that the row is read with.
fn own_key(mapping: &Mapping, row: &Row) -> Option<u64> {
    let cell = |field: Field| mapping.column_of(field).map(|place| clean(row.cell(place)));
    match (cell(Field::FirstName), cell(Field::LastName)) {
        (Some(first), Some(last)) => Some(name_key(first, last)),
        _ => cell(Field::FullName).and_then(key_of),
    }
}

/// Whether a person has said which columns hold the names.
fn is_chosen(mapping: &Mapping) -> bool {
    let names = [Field::FirstName, Field::LastName, Field::FullName].map(|field| mapping.column_of(field));
    names.into_iter().flatten().any(|place| matches!(mapping.columns[place].how, How::ByHand | How::Remembered))
}

impl Mapping {
    /// Takes from the row's own person what these columns hold of the fields, and gives it to other columns that are headed so.
    fn lend(&mut self, places: &[usize], fields: &[Field]) {
        let mut lost = Vec::new();
        for place in places {
            let column = &mut self.columns[*place];
            if fields.iter().any(|field| column.is_headed(*field)) {
                lost.extend(column.field.take());
                column.how = How::OfAnother;
            }
        }
        self.pass_on(&lost, usize::MAX);
    }

    /// Reads the rows as those of the person who is named in this column.
    fn read_person(&mut self, index: usize) {
        for field in [Field::FirstName, Field::LastName] {
            if let Some(held) = self.column_of(field) {
                self.set(held, None, How::Unmapped);
            }
        }
        self.take_by_values(index, Field::FullName);
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
    fn rows_are_about_the_person_who_is_at_times_the_employee() {
        let rows = "Ann Moss,R1,Ann Moss,Self,1980-01-02\nAnn Moss,R1,Karl Brandt,Spouse,1979-02-01";
        let expected =
            ["Employee ID = UniqueId", "Covered person = FullName", "Relationship = Relationship", "DOB = DateOfBirth"];
        assert_eq!(read(&format!("Employee,Employee ID,Covered person,Relationship,DOB\n{rows}")).0, expected);
        let dependents = "Ann Moss,R1,Karl Brandt,Spouse,1979-02-01";
        let (_, asked) = read(&format!("Employee,Employee ID,Covered person,Relationship,DOB\n{dependents}"));
        assert_eq!(asked, ["Relationship"], "no row is an employee's");
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
