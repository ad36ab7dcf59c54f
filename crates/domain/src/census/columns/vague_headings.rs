//! Headings that mean a thing by their values alone: below `Employee` stand numbers, below `Mail` e-mail addresses, and below `Contract #`
//! those of families, unless it is the number of all.

use crate::census::vocabulary::values::CERTIFICATES;
use std::collections::{HashMap, HashSet};

use crate::census::cells::{read_email, read_member_type, read_relationship_surely};
use crate::census::field::Field;
use crate::census::table::heading_cells::holds_date;
use crate::census::vocabulary::Remembered;
use crate::census::vocabulary::heading_keys::heading_key;
use crate::census::vocabulary::headings::{is_subscribers, recognise};
use crate::census::vocabulary::owners::{Owner, is_personal, owned};
use crate::census::vocabulary::roles::{MemberType, Relationship};
use crate::text::fold;

/// The keys of headings, what they stand for, and whether the values of a column say so.
struct Meaning {
    keys: &'static [&'static str],
    spelled: &'static str,
    is_told: fn(&[&str]) -> bool,
}

/// What people of a family share; a policy may be that of a whole group, too.
const CONTRACT: Meaning = Meaning {
    keys: &[
        "contractnumber",
        "contractno",
        "contractnum",
        "contractid",
        "contract",
        "policynumber",
        "policyno",
        "policynum",
        "policyid",
    ],
    spelled: "Subscriber ID",
    is_told: are_ids_of_families,
};

/// The number of a person within a family, such as 01 and 02; it may be an id as well.
const SUFFIX: Meaning = Meaning {
    keys: &["personnumber", "personno", "personid", "personcode", "membernumber", "memberno"],
    spelled: "Person Code",
    is_told: are_suffixes,
};

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

/// How a column of relationships is called that is not to be read.
const UNREADABLE: &str = "Relationship Number";

/// The headings of a file with what stands below them.
struct Vague<'a, V> {
    keys: Vec<String>,
    remembered: &'a Remembered,
    values: V,
}

/// The headings with those spelled out whose values say which of their meanings it is. `values` are those of a column.
pub(in crate::census) fn told_by_values<'a>(
    headings: &[String],
    remembered: &Remembered,
    values: impl Fn(usize) -> Vec<&'a str>,
) -> Vec<String> {
    let keys = headings.iter().map(|heading| heading_key(heading)).collect();
    let vague = Vague { keys, remembered, values };
    let (contract, are_dependents) = (vague.contract(), vague.are_dependents());
    let read = headings.iter().enumerate().map(|(place, heading)| {
        let told = || MEANINGS.iter().find(|meaning| vague.is_told(place, meaning)).map(|meaning| meaning.spelled);
        let spelled = match () {
            () if contract == Some(place) => Some(CONTRACT.spelled),
            () if vague.is_suffix(place, contract) => Some(SUFFIX.spelled),
            () if vague.is_unreadable(place) => Some(UNREADABLE),
            () if are_dependents => vague.without_dependent(place),
            () => told(),
        };
        spelled.map_or_else(|| heading.clone(), str::to_owned)
    });
    read.collect()
}

impl<'a, V: Fn(usize) -> Vec<&'a str>> Vague<'_, V> {
    fn is_open(&self, place: usize) -> bool {
        !self.remembered.contains_key(&self.keys[place])
    }

    /// The values of a column but for its heading, where it comes again.
    fn told(&self, place: usize) -> Vec<&'a str> {
        let mut values = (self.values)(place);
        values.retain(|value| heading_key(value) != self.keys[place]);
        values
    }

    fn is_told(&self, place: usize, meaning: &Meaning) -> bool {
        let is_one = meaning.keys.contains(&self.keys[place].as_str()) && self.is_open(place);
        let told = if is_one { self.told(place) } else { Vec::new() };
        !told.is_empty() && (meaning.is_told)(&told)
    }

    /// The column of contracts, where no other one says whom a family is insured by.
    fn contract(&self) -> Option<usize> {
        if self.keys.iter().any(|key| is_subscribers(key)) {
            return None;
        }
        (0..self.keys.len()).find(|place| self.is_told(*place, &CONTRACT) && self.are_apart(*place))
    }

    /// Whether contracts are those of families, and not of several employees or of single people: a column of relationships has each person's
    /// role, with one employee at most to a contract, which dependents have, too; or another counts the people of each, who have one name.
    fn are_apart(&self, place: usize) -> bool {
        let contracts = self.whole(place);
        let beside = |other: usize| {
            let values = self.whole(other);
            if values.len() == contracts.len() { contracts.iter().copied().zip(values).collect() } else { Vec::new() }
        };
        let others = || (0..self.keys.len()).filter(|other| *other != place);
        let are_told = |other: usize| {
            let roles = beside(other);
            have_one_employee(roles.iter().copied()) && are_shared(&roles)
        };
        let are_counted = |other: usize| self.is_told(other, &SUFFIX) && are_different(beside(other).into_iter());
        let has_last_names =
            |other: &usize| recognise(&self.keys[*other]).is_some_and(|(field, _)| field == Field::LastName);
        let have_one_name = || others().filter(has_last_names).any(|other| have_one_name(&beside(other)));
        others().filter(|other| self.has_roles(*other)).any(are_told) || (others().any(are_counted) && have_one_name())
    }

    /// The values of a column without blanks; none where it has some, since nobody knows whose a value is then.
    fn whole(&self, place: usize) -> Vec<&'a str> {
        let told = self.told(place);
        let longest = (0..self.keys.len()).map(|other| (self.values)(other).len()).max();
        if longest.is_some_and(|longest| longest > told.len()) { Vec::new() } else { told }
    }

    /// Whether a column is headed as one of relationships and says who is an employee.
    fn has_roles(&self, place: usize) -> bool {
        let field = recognise(&self.keys[place]).map(|(field, _)| field);
        matches!(field, Some(Field::Relationship | Field::MemberType)) && are_roles(&self.told(place))
    }

    /// Whether a column counts the people of each family, which another one numbers.
    fn is_suffix(&self, place: usize, contract: Option<usize>) -> bool {
        let is_family = |other: usize| {
            let key = &self.keys[other];
            is_subscribers(key)
                || recognise(key).is_some_and(|(field, _)| field == Field::FamilyId)
                || CERTIFICATES.contains(&key.as_str())
        };
        let counts = |family: usize| {
            let (families, numbers) = (self.told(family), self.told(place));
            families.len() == numbers.len() && are_different(families.into_iter().zip(numbers))
        };
        self.is_told(place, &SUFFIX)
            && contract.into_iter().chain((0..self.keys.len()).filter(|other| is_family(*other))).any(counts)
    }

    /// Whether a column has relationships in codes that say something else than another one does in words: nobody but the carrier knows them.
    fn is_unreadable(&self, place: usize) -> bool {
        let is_one = |place: usize| {
            self.is_open(place) && recognise(&self.keys[place]).is_some_and(|(field, _)| field == Field::Relationship)
        };
        if !is_one(place) {
            return false;
        }
        let mut others = (0..self.keys.len()).filter(|other| *other != place && is_one(*other)).peekable();
        let codes = if others.peek().is_some() { self.told(place) } else { Vec::new() };
        !codes.is_empty()
            && codes.iter().all(|code| code.len() <= LONGEST_CODE)
            && others.any(|other| contradict(&codes, &self.told(other)))
    }

    /// Whether columns that are headed as dependents' hold everybody, employees among them: none says the same of an employee or of nobody in
    /// particular. A list of dependents beside the numbers of their employees holds no employees.
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

/// So many people of one number are no family.
const LARGEST_FAMILY: usize = 15;

/// Whether values are ids of which none belongs to all.
fn are_ids_of_families(values: &[&str]) -> bool {
    let mut families: HashMap<&str, usize> = HashMap::new();
    values.iter().for_each(|value| *families.entry(value).or_default() += 1);
    let are_small = families.values().all(|people| *people <= LARGEST_FAMILY);
    families.len() > 1 && are_small && values.iter().all(|value| is_id(value))
}

/// Whether values are numbers of up to two digits, which come again: `01`, `02`, `01`.
fn are_suffixes(values: &[&str]) -> bool {
    let is_short = |value: &&str| value.len() <= 2 && value.bytes().all(|byte| byte.is_ascii_digit());
    values.iter().all(is_short) && values.iter().collect::<HashSet<_>>().len() < values.len()
}

/// Whether nobody of a family has another one's number.
fn are_different<'a>(mut people: impl Iterator<Item = (&'a str, &'a str)>) -> bool {
    let mut seen = HashSet::new();
    people.all(|person| seen.insert(person))
}

/// Whether values say who people are of a family, and of some that they are employees.
fn are_roles(values: &[&str]) -> bool {
    values.iter().all(|value| role(value).is_some())
        && values.iter().any(|value| role(value) == Some(MemberType::Primary))
}

fn role(value: &str) -> Option<MemberType> {
    read_relationship_surely(value).map(Relationship::member_type).or_else(|| read_member_type(value))
}

/// Whether some dependent has the number of an employee.
fn are_shared(people: &[(&str, &str)]) -> bool {
    let is_employee = |value: &str| role(value) == Some(MemberType::Primary);
    let employees = people.iter().filter(|(_, value)| is_employee(value));
    let families: HashSet<&str> = employees.map(|(family, _)| *family).collect();
    people.iter().any(|(family, value)| !is_employee(value) && families.contains(family))
}

/// Whether families have one last name each, and some of them several people.
fn have_one_name(people: &[(&str, &str)]) -> bool {
    let mut names: HashMap<&str, String> = HashMap::new();
    let mut are_alike = people.iter().map(|(family, name)| {
        let name = fold(name);
        *names.entry(family).or_insert_with(|| name.clone()) == name
    });
    are_alike.all(|is_alike| is_alike) && names.len() < people.len()
}

fn have_one_employee<'a>(people: impl Iterator<Item = (&'a str, &'a str)>) -> bool {
    let mut seen = HashSet::new();
    people.filter(|(_, value)| role(value) == Some(MemberType::Primary)).all(|(family, _)| seen.insert(family))
}

/// The most letters of a code.
const LONGEST_CODE: usize = 3;

/// Whether most codes say something else than the words beside them, which are all known and of a family.
fn contradict(codes: &[&str], words: &[&str]) -> bool {
    let are_words = words.iter().all(|word| word.len() > LONGEST_CODE) && are_roles(words);
    let differ = codes.iter().zip(words).filter(|(code, word)| {
        let told = read_relationship_surely(code);
        told.is_none() || told != read_relationship_surely(word)
    });
    are_words && codes.len() == words.len() && differ.count() * 2 > codes.len()
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
            assert_eq!(told_by_values(&headings, &Remembered::default(), |_| values.to_vec()), [read], "{heading}");
        }
        let headings = ["Employee".to_owned()];
        let remembered = Remembered::from([("employee".to_owned(), None)]);
        assert_eq!(told_by_values(&headings, &remembered, |_| vec!["1001"]), headings);
    }

    /// The headings as they are read, each with the values below it.
    fn read(columns: &[(&str, &'static [&'static str])]) -> Vec<String> {
        let headings: Vec<String> = columns.iter().map(|(heading, _)| (*heading).to_owned()).collect();
        told_by_values(&headings, &Remembered::default(), |place| columns[place].1.to_vec())
    }

    #[test]
    fn a_contract_is_a_familys_where_it_is_not_everybodys() {
        for heading in ["Contract #", "Contract Number", "Contract ID", "Policy Number", "Policy #", "Policy No"] {
            assert_eq!(read(&[(heading, &["X1", "X3", "X2"])]), [heading], "nobody says whose they are");
            let roles = |roles| read(&[(heading, &["X1", "X1", "X2"]), ("Relationship", roles)]).swap_remove(0);
            assert_eq!(roles(&["Subscriber", "Dependent", "Subscriber"]), "Subscriber ID", "{heading}");
            for others in [&["EE", "EE", "EE"][..], &["EE", "SP"], &["PPO", "PPO", "HMO"], &["SP", "CH", "SP"], &[]] {
                assert_eq!(roles(others), heading, "{others:?}");
            }
            let coverage = [(heading, &["X1", "X1", "X2"][..]), ("Coverage", &["Employee", "Family", "Employee"])];
            assert_eq!(read(&coverage)[0], heading, "a tier is nobody's role");
            let own = [(heading, &["X1", "X2", "X3"][..]), ("Relationship", &["Employee", "Spouse", "Child"])];
            assert_eq!(read(&own)[0], heading, "each person has a policy");
            let counted = |names| {
                let numbers = ("Person No", &["1", "2", "1"][..]);
                read(&[(heading, &["X1", "X1", "X2"]), numbers, ("Last Name", names)]).swap_remove(0)
            };
            assert_eq!(counted(&["Bee", "Bee", "Lund"]), "Subscriber ID");
            assert_eq!(counted(&["Bee", "Lund", "Cole"]), heading, "employees may be counted, too");
            for values in [&["X1", "X1", "X1"][..], &["X1"], &["PPO", "HMO"], &["1/2/2027", "1/3/2027"], &[]] {
                assert_eq!(read(&[(heading, values)]), [heading], "{values:?}");
            }
        }
        let family = ("Relationship", &["EE", "SP", "EE"][..]);
        let ids: &[&str] = &["1", "1", "2"];
        assert_eq!(read(&[("Policy #", ids), ("Subscriber ID", ids), family])[0], "Policy #");
        assert_eq!(read(&[("Policy #", ids), ("Contract #", ids), family])[..2], ["Subscriber ID", "Contract #"]);
        let group: &[&str] = &["1"; 16];
        assert_eq!(read(&[("Policy #", Box::leak([group, &["2"]].concat().into_boxed_slice()))]), ["Policy #"]);
    }

    #[test]
    fn a_number_within_the_family_is_no_id() {
        let roles = ("Relationship", &["EE", "SP", "EE"][..]);
        for family in ["Contract #", "Subscriber ID", "Cardholder ID", "Family ID", "Cert No"] {
            for number in ["Person Number", "Person No", "Member Number"] {
                let told = read(&[(family, &["X1", "X1", "X2"]), (number, &["01", "02", "01"]), roles]);
                assert_eq!(told[1], "Person Code", "{family} {number}");
                let told = read(&[(family, &["X1", "X1", "X1"]), (number, &["01", "02", "01"]), roles]);
                assert_eq!(told[1], number, "two of one family have one number");
            }
            let told = read(&[(family, &["X1", "X1", "X2"]), ("Person Number", &["1", "2", "3"]), roles]);
            assert_eq!(told[1], "Person Number", "{family}");
        }
        let certified = [("Certification", &["RN", "", "CPA"][..]), ("Member Number", &["11", "11", "12"]), roles];
        assert_eq!(read(&certified)[1], "Member Number", "who is certified has no family number");
        assert_eq!(read(&[("Person Number", &["01", "02", "01"])]), ["Person Number"]);
    }

    #[test]
    fn of_two_columns_of_relationships_the_one_is_read_that_can_be() {
        let words: &[&str] = &["Self", "Spouse", "Child"];
        for values in [&["1", "2", "3"], &["01", "02", "03"]] {
            let told = read(&[("Relationship Code", values), ("Relationship Description", words)]);
            assert_eq!(told, ["Relationship Number", "Relationship Description"], "{values:?}");
        }
        for values in [&["18", "01", "19"][..], &["EE", "SP", "CH"], &["Self", "Wife", "Cousin"], &["1", "2"], words] {
            let told = read(&[("Relationship Code", values), ("Relationship Description", words)]);
            assert_eq!(told, ["Relationship Code", "Relationship Description"]);
        }
        assert_eq!(read(&[("Relationship Code", &["1", "2"])]), ["Relationship Code"]);
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
}
