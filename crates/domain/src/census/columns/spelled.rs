//! Headings that mean a thing by their values alone: below `Employee` stand numbers, below `Mail` e-mail addresses, and below `Spouse` names.
//!
//! They are spelled out before the columns get their fields.

use std::collections::HashSet;

use super::roles::are_roles;
use super::whole_names::are_names;
use crate::census::cells::read_email;
use crate::census::field::Field;
use crate::census::table::heading_cells::holds_date;
use crate::census::vocabulary::Remembered;
use crate::census::vocabulary::given_names::is_given_name;
use crate::census::vocabulary::heading_keys::heading_key;
use crate::census::vocabulary::headings::recognise;
use crate::census::vocabulary::owners::{Owner, is_personal, owned};
use crate::census::vocabulary::people_beside::PERSONS;
use crate::census::vocabulary::relatives::RELATIVES;
use crate::text::fold;

/// The keys of headings, what they stand for, and whether the values of a column say so.
struct Meaning {
    keys: &'static [&'static str],
    spelled: &'static str,
    is_told: fn(&[&str]) -> bool,
}

const MEANINGS: [Meaning; 3] = [
    Meaning { keys: &["employee", "emp"], spelled: "Employee ID", is_told: |values| values.iter().all(|id| is_id(id)) },
    Meaning {
        keys: &["mail"],
        spelled: "Email",
        is_told: |values| values.iter().all(|mail| read_email(mail).is_some()),
    },
    Meaning {
        keys: &["dobage", "birthdateage", "dateofbirthage"],
        spelled: "Date of Birth",
        is_told: |values| values.iter().all(|date| holds_date(date)),
    },
];

/// The headings of a file with what stands below them.
struct Vague<'a, V> {
    keys: Vec<String>,
    remembered: &'a Remembered,
    values: V,
}

/// The headings with those spelled out whose values say which of their meanings it is. `values` are those of a column.
pub(super) fn spelled_out<'a>(
    headings: &[String],
    remembered: &Remembered,
    values: impl Fn(usize) -> Vec<&'a str>,
) -> Vec<String> {
    let keys: Vec<String> = headings.iter().map(|heading| heading_key(heading)).collect();
    let vague = Vague { keys, remembered, values };
    let (are_dependents, names_employee) = (vague.are_dependents(), vague.names_employee());
    let read = headings.iter().enumerate().map(|(place, heading)| {
        let spelled = || MEANINGS.iter().find(|meaning| vague.is_told(place, meaning)).map(|meaning| meaning.spelled);
        match vague.without_dependent(place).filter(|_| are_dependents).or_else(spelled) {
            Some(spelled) => spelled.to_owned(),
            None if vague.is_name(place, names_employee) => format!("{heading} Name"),
            None => heading.clone(),
        }
    });
    read.collect()
}

impl<'a, V: Fn(usize) -> Vec<&'a str>> Vague<'_, V> {
    fn is_open(&self, place: usize) -> bool {
        !self.remembered.contains_key(&self.keys[place])
    }

    fn is_told(&self, place: usize, meaning: &Meaning) -> bool {
        let is_one = meaning.keys.contains(&self.keys[place].as_str()) && self.is_open(place);
        let told = if is_one { (self.values)(place) } else { Vec::new() };
        !told.is_empty() && (meaning.is_told)(&told)
    }

    /// Whether a heading says that it holds the names of employees.
    fn names_employee(&self) -> bool {
        let of_employee = |key: &String| {
            owned(key).is_some_and(|(owner, field, _)| {
                owner == Owner::Employee && matches!(field, Field::FullName | Field::LastName)
            })
        };
        (0..self.keys.len()).any(|place| of_employee(&self.keys[place]) && !self.is_told(place, &MEANINGS[0]))
    }

    /// Whether a column holds names that its heading does not speak of: `Dependent` and `Member` beside the employee, `Spouse` and `Child 1`
    /// beside anybody.
    fn is_name(&self, place: usize, names_employee: bool) -> bool {
        let key = self.keys[place].as_str();
        let told = || (self.values)(place).into_iter();
        self.is_open(place)
            && ((names_employee && PERSONS.contains(&key) && are_names(told()))
                || (is_relative(key) && are_names_of_relatives(told())))
    }

    /// Whether a column is headed as one of relationships and says who is an employee.
    fn has_roles(&self, place: usize) -> bool {
        let field = recognise(&self.keys[place]).map(|(field, _)| field);
        matches!(field, Some(Field::Relationship | Field::MemberType)) && are_roles(&(self.values)(place))
    }

    /// Whether columns with headings of dependents hold employees too: no other column has their fields for employees or without an owner. A
    /// list of dependents beside the numbers of their employees holds no employees.
    fn are_dependents(&self) -> bool {
        let fields: HashSet<Field> = self.keys.iter().filter_map(|key| of_dependent(key)).collect();
        let has_names = fields.contains(&Field::FirstName) || fields.contains(&Field::LastName);
        let is_beside = |key: &String| {
            let is_rival = || recognise(key).is_some_and(|(field, _)| is_rival(field, &fields));
            of_dependent(key).is_none()
                && (owned(key).is_some_and(|(owner, _, _)| owner == Owner::Employee) || is_rival())
        };
        has_names && (0..self.keys.len()).any(|place| self.has_roles(place)) && !self.keys.iter().any(is_beside)
    }

    fn without_dependent(&self, place: usize) -> Option<&'static str> {
        let field = of_dependent(&self.keys[place]).filter(|_| self.is_open(place))?;
        Some(field.name())
    }
}

/// The field of a dependent that a heading names with that word.
fn of_dependent(key: &str) -> Option<Field> {
    const READ: [Field; 4] = [Field::FirstName, Field::LastName, Field::DateOfBirth, Field::Gender];
    let of = |(owner, field, _)| (owner == Owner::Dependent && READ.contains(&field)).then_some(field);
    owned(key).and_then(of)
}

/// Whether a column may be of another person than one who has these fields.
fn is_rival(field: Field, fields: &HashSet<Field>) -> bool {
    let has_name = fields.contains(&Field::FirstName) || fields.contains(&Field::LastName);
    fields.contains(&field) || (is_personal(field) && field == Field::FullName && has_name)
}

/// `1001`, `E-1001`: one word with a digit, and no date.
fn is_id(value: &str) -> bool {
    value.contains(|c: char| c.is_ascii_digit()) && !value.contains([' ', '/', '@', ','])
}

/// Whether a column of names beside the employee's would be headed so, without the word: `Spouse`, `Child 1`, `Dependents`.
fn is_relative(key: &str) -> bool {
    let bare = key.trim_end_matches(|c: char| c.is_ascii_digit());
    RELATIVES.contains(bare) && !(bare == key && matches!(bare, "dependent" | "dependant" | "dep"))
}

/// As [`are_names`], but for given names alone, as a family's are often told.
fn are_names_of_relatives<'a>(values: impl Iterator<Item = &'a str> + Clone) -> bool {
    let is_given = |value: &str| is_given_name(&fold(value));
    are_names(values.clone()) || (values.clone().count() > 0 && values.clone().all(is_given))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_means_what_stands_below_it() {
        for (heading, values, read) in [
            ("Employee", &["1001", "E-1002"][..], "Employee ID"),
            ("Employee", &["1001", "Ann Bee"], "Employee"),
            ("Employee", &["Ann Bee"], "Employee"),
            ("Employee", &[], "Employee"),
            ("MAIL", &["ann@example.com"], "Email"),
            ("Mail", &["12 Elm St"], "Mail"),
            ("Mail", &["Yes"], "Mail"),
        ] {
            let headings = [heading.to_owned()];
            assert_eq!(spelled_out(&headings, &Remembered::default(), |_| values.to_vec()), [read], "{heading}");
        }
        let headings = ["Employee".to_owned()];
        let remembered = Remembered::from([("employee".to_owned(), None)]);
        assert_eq!(spelled_out(&headings, &remembered, |_| vec!["1001"]), headings);
    }

    /// The headings as they are read, each with the values below it.
    fn read(columns: &[(&str, &'static [&'static str])]) -> Vec<String> {
        let headings: Vec<String> = columns.iter().map(|(heading, _)| (*heading).to_owned()).collect();
        spelled_out(&headings, &Remembered::default(), |place| columns[place].1.to_vec())
    }

    #[test]
    fn columns_of_dependents_alone_are_everybodys() {
        let with_roles = |names: &[&str], roles: &'static [&'static str]| {
            let columns = names.iter().map(|name| (*name, &[][..])).chain([("Relationship", roles)]);
            let mut read = read(&columns.collect::<Vec<_>>());
            read.pop();
            read
        };
        let headings = |names: &[&str]| with_roles(names, &["Self", "Child"]);
        let dependents = ["Dependent Last Name", "Dep First Name", "Dependent DOB"];
        assert_eq!(headings(&dependents), ["LastName", "FirstName", "DateOfBirth"]);
        assert_eq!(with_roles(&dependents, &["Spouse", "Child"]), dependents, "no employee is among them");
        for names in [
            &["First Name", "Last Name", "Dependent DOB"][..],
            &["First Name", "Last Name", "DOB", "Sex of Employee", "Dependent Gender"],
            &["First Name", "Last Name", "DOB", "Dependent First Name", "Dependent DOB"],
            &["First Name", "Last Name", "Dependent First Name", "Dependent Last Name", "Dependent DOB"],
            &["Employee Name", "Dependent First Name", "Dependent Last Name", "Dependent DOB"],
            &["Name", "Dependent First Name", "DOB"],
            &["Employee DOB", "Dependent First Name", "Dependent Last Name"],
            &["Dependent Name", "Dependent"],
        ] {
            assert_eq!(headings(names), names, "{names:?}");
        }
    }

    #[test]
    fn relatives_may_be_told_by_their_given_names() {
        for (key, is) in [
            ("spouse", true),
            ("child1", true),
            ("dependents", true),
            ("dependent2", true),
            ("dependent", false),
            ("spousessn", false),
        ] {
            assert_eq!(is_relative(key), is, "{key}");
        }
        assert!(are_names_of_relatives(["Maria", "Robert"].into_iter()));
        for values in [&["Yes", "No"][..], &["Y"], &["2", "0"], &["Covered", "Waived"], &["Maria", "Waived"], &[]] {
            assert!(!are_names_of_relatives(values.iter().copied()), "{values:?}");
        }
    }
}
