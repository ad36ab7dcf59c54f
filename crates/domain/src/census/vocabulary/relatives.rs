//! Whose column a heading names: words for those who belong to an employee, and owners where the employee and the person of the row have columns of
//! their own.
//!
//! `Subscriber First Name` beside `Member First Name` is the employee's, and every row is the member's. In lists of dependents, such as
//! `Employee Name, Dependent Name`, a row that names no dependent is the employee's own.

use super::heading_words;
pub(in crate::census) use super::headings::Owner;
use super::headings::{HeadingWord, recognise};
use super::words::{Meaning, meanings};
use crate::census::field::Field;

meanings! {
    /// What a relative is to the employee, as far as a heading tells.
    pub(in crate::census) enum Kin in "kin" {
        /// Spouse, husband or wife.
        Spouse,
        /// A partner who is no spouse.
        Partner,
        /// A child.
        Child,
        /// A dependent; the heading tells no more.
        Dependent,
    }
}

impl Kin {
    /// How the person is called beside its columns, which is the relationship in the words of a census file but for a dependent.
    pub(in crate::census) const fn label(self) -> &'static str {
        match self {
            Self::Spouse => "Spouse",
            Self::Partner => "Domestic Partner",
            Self::Child => "Child",
            Self::Dependent => "Dependent",
        }
    }
}

/// The relatives of the employee that a heading or the tier of a plan names.
pub(in crate::census) fn kin_in(text: &str) -> Vec<Kin> {
    let words = heading_words(text);
    let pairs = words.windows(2).filter_map(|two| Kin::of(&two.join(" ")));
    words.iter().filter_map(|word| Kin::of(word)).chain(pairs).collect()
}

/// Whether a heading names a person of the employee's family.
pub(in crate::census) fn names_kin(heading: &str) -> bool {
    !kin_in(heading).is_empty()
}

/// What a column holds of somebody who belongs to the employee: `Spouse DOB`, `Child 1 Name`, `Dep First Name 2`, `DOB - Spouse`.
pub(in crate::census) fn of_relative(key: &str) -> Option<Field> {
    let key = without_number(key);
    let words = Kin::table().all();
    let around = words.flat_map(|(_, word)| [key.strip_prefix(word), key.strip_suffix(word)]);
    let told = around.flatten().map(without_number).find_map(|rest| {
        // `Member/Dependent` says what somebody is.
        recognise(rest).map(|(field, _)| field).filter(|field| *field != Field::FullName || rest.contains("name"))
    });
    told.filter(|field| field.is_personal() || *field == Field::Ssn)
}

fn without_number(key: &str) -> &str {
    key.trim_matches(|c: char| c.is_ascii_digit())
}

/// What else a column may hold of a relative.
pub(in crate::census) const OF_RELATIVES: [Field; 5] =
    [Field::Ssn, Field::Relationship, Field::Email, Field::CellPhone, Field::HomePhone];

/// A column of a person of the employee's family.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) struct FamilyColumn {
    pub(in crate::census) kin: Kin,
    /// Which of several of its kind, from 1; 0 where the heading does not count.
    pub(in crate::census) ordinal: u8,
    /// What it holds of the person.
    pub(in crate::census) field: Field,
}

impl FamilyColumn {
    /// The relationship of the only dependent of a row.
    pub(in crate::census) const OF_DEPENDENT: Self =
        Self { kin: Kin::Dependent, ordinal: 0, field: Field::Relationship };

    /// Reads a heading; `None` when it names no relative, or no field of a person.
    pub(in crate::census) fn of(heading: &str) -> Option<Self> {
        let (mut kin, mut ordinal, mut rest) = (None, 0, String::new());
        let words = heading_words(heading);
        let mut words = words.iter().map(String::as_str).peekable();
        while let Some(word) = words.next() {
            let two = words.peek().and_then(|next| Kin::of(&format!("{word} {next}")));
            if two.is_some() {
                words.next();
            }
            match (two.or_else(|| Kin::of(word)), number_of(word)) {
                // `Spouse/DP` is a spouse: the first word counts.
                (Some(known), _) => kin = kin.or(Some(known)),
                (None, Some(number)) if ordinal == 0 => ordinal = number,
                (None, Some(_)) => return None,
                (None, None) if HeadingWord::Between.contains(word) => {}
                (None, None) => rest.push_str(word),
            }
        }
        let is_of_persons = |field: &Field| field.is_personal() || OF_RELATIVES.contains(field);
        let field = match rest.as_str() {
            "" => Field::FullName,
            rest => recognise(rest).map(|(field, _)| field).filter(is_of_persons)?,
        };
        Some(Self { kin: kin?, ordinal, field })
    }

    /// Whose it is: `Spouse`, `Child 2`.
    pub(in crate::census) fn whose(self) -> String {
        match self.ordinal {
            0 => self.kin.label().to_owned(),
            ordinal => format!("{} {ordinal}", self.kin.label()),
        }
    }

    /// Whose it is and what it holds: `Spouse: First Name`.
    pub(in crate::census) fn label(self) -> String {
        format!("{}: {}", self.whose(), self.field.label())
    }
}

/// The number of `2`, `2nd` or `second`; `first` is a part of a name's heading.
fn number_of(word: &str) -> Option<u8> {
    let mut counting = (2..).zip(HeadingWord::Counting.words());
    let spelled = counting.find(|(_, spelled)| *spelled == word).map(|(number, _)| number);
    let digits = HeadingWord::Ordinal.words().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    spelled.or_else(|| digits.parse().ok().filter(|number| *number > 0))
}

/// Whether a word is one of dependents.
pub(in crate::census) fn is_dependents_word(word: &str) -> bool {
    Owner::of(word) == Some(Owner::Dependent)
}

/// A heading whose own word comes behind whose it is, so much surer than one that says nothing of that, in a file of two owners.
const UNSAID: u16 = 1000;

/// Owner, field and rank of a personal column that says whose it is. `Employee` alone is a name, `Dependent` alone mostly a yes or no.
pub(in crate::census) fn owned(key: &str) -> Option<(Owner, Field, u16)> {
    let by_word = |owner: Owner, word: &str| match key.strip_prefix(word)? {
        "" if owner == Owner::Employee => Some((owner, Field::FullName, UNSAID)),
        rest => recognise(rest).filter(|(field, _)| field.is_personal()).map(|(field, rank)| (owner, field, rank)),
    };
    Owner::table().all().find_map(|(owner, word)| by_word(owner, word))
}

/// Who the rows of a file are about, told by its columns of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rows {
    /// The only ones the names are of.
    Sole,
    /// Those of names that say nothing of whose they are.
    Unsaid,
    /// Those of one owner, beside names of another.
    Of(Owner),
}

/// Who the rows of a file are about, and whether dependents with a name and a birth date of their own stand beside them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) struct Whose {
    rows: Rows,
    has_dependents: bool,
}

impl Whose {
    pub(in crate::census) fn of<'a>(keys: impl Iterator<Item = &'a str> + Clone) -> Self {
        let named = || keys.clone().filter_map(owned).filter(|(_, field, _)| field.is_name()).map(|(owner, ..)| owner);
        let is_name = |key: &str, field: Field| field.is_name() && (field != Field::FullName || key.contains("name"));
        let names = |key: &str| recognise(key).is_some_and(|(field, _)| is_name(key, field));
        let is_unsaid = keys.clone().any(|key| owned(key).is_none() && names(key));
        let are_born = || keys.clone().any(|key| matches!(owned(key), Some((Owner::Dependent, Field::DateOfBirth, _))));
        let beside = named().filter(|owner| *owner != Owner::Dependent).max();
        let has_dependents =
            (is_unsaid || beside.is_some()) && named().any(|owner| owner == Owner::Dependent) && are_born();
        let most = if has_dependents { beside } else { named().max() };
        let rows = match most {
            _ if is_unsaid => Rows::Unsaid,
            Some(most) if named().any(|owner| owner != most) => Rows::Of(most),
            _ => Rows::Sole,
        };
        Self { rows, has_dependents }
    }

    /// The field a column holds and how sure that is; none where it is of another person than the row.
    pub(in crate::census) fn claim(self, key: &str) -> Option<(Field, u16)> {
        let is_dependents =
            |(field, _): &(Field, u16)| self.has_dependents && matches!(field, Field::Relationship | Field::MemberType);
        match (self.rows, owned(key)) {
            (Rows::Of(most), Some((owner, field, rank))) => (owner == most).then_some((field, rank)),
            (Rows::Of(_), None) => {
                let known = recognise(key).filter(|known| !is_dependents(known));
                known.map(|(field, rank)| (field, if field.is_personal() { rank + UNSAID } else { rank }))
            }
            (Rows::Unsaid, Some((Owner::Dependent, ..))) if self.has_dependents => None,
            (Rows::Unsaid, Some((_, field, rank))) => recognise(key).map(|_| (field, rank + UNSAID)),
            _ => recognise(key).filter(|known| !is_dependents(known)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_says_of_which_relative_it_is_and_what_it_holds() {
        for (heading, label) in [
            ("Spouse First Name", Some("Spouse: First Name")),
            ("SP DOB", Some("Spouse: Date of Birth")),
            ("Husband/Wife", Some("Spouse: Full Name")),
            ("Name (Spouse)", Some("Spouse: Full Name")),
            ("Significant Other DOB", Some("Domestic Partner: Date of Birth")),
            ("Ch1 DOB", Some("Child 1: Date of Birth")),
            ("2nd Child Name", Some("Child 2: Full Name")),
            ("Child1FirstName", Some("Child 1: First Name")),
            ("Dependent #2 Relationship", Some("Dependent 2: Relationship")),
            ("Spouse Coverage", None),
            ("Child 1 of 2 Name", None),
            ("Beneficiary Name", None),
            ("First Name", None),
        ] {
            let read = FamilyColumn::of(heading).map(FamilyColumn::label);
            assert_eq!(read.as_deref(), label, "{heading}");
        }
        for heading in ["Others on plan", "Who else is covered", "Spouse Coverage", "Family Members"] {
            assert!(names_kin(heading), "{heading}");
        }
        assert!(!names_kin("Department") && !names_kin("Emergency Contact"));
    }

    #[test]
    fn rows_are_about_the_last_of_those_who_are_named() {
        for (keys, rows, has_dependents) in [
            (&["employeename", "dob"][..], Rows::Sole, false),
            (&["employeename", "employeedob", "dependent"], Rows::Sole, false),
            (&["employeename", "dependentname"], Rows::Of(Owner::Dependent), false),
            (&["employeename", "dependentname", "dependentdob"], Rows::Of(Owner::Employee), true),
            (&["membername", "depfirstname"], Rows::Of(Owner::Dependent), false),
            (&["employee", "patientname"], Rows::Of(Owner::Person), false),
            (&["subscribername", "name"], Rows::Unsaid, false),
            (&["firstname", "lastname", "dependentname"], Rows::Unsaid, false),
            (&["firstname", "lastname", "dependentname", "dependentdob"], Rows::Unsaid, true),
            (&["subscriberid", "memberid", "first"], Rows::Unsaid, false),
            (&["dependentname", "dependentdob"], Rows::Sole, false),
        ] {
            assert_eq!(Whose::of(keys.iter().copied()), Whose { rows, has_dependents }, "{keys:?}");
        }
    }
}
