//! What a heading says by its words: whose names or dates stand below it, and of which of several people.

use crate::census::field::Field;
use crate::census::vocabulary::heading_keys::heading_key;
use crate::census::vocabulary::headings::recognise;
use crate::census::vocabulary::owners::{Owner, is_name, is_personal, owned};
use crate::census::vocabulary::people_beside::{HEADING_WORDS, InHeading};
use crate::census::vocabulary::relatives::{KIN, Kin, of_relative};
use crate::text::fold;

/// What a heading says of the people in its column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    /// A relative, by a word for one and a word for a name or a birth: `Dependent #1 Name`, `DOB (Spouse)`.
    Person,
    /// The number or the gender of a relative: `Spouse SSN`, `Child Sex`.
    Detail,
    /// A relative and nothing else, or anybody who is insured: `Kid 1`, `Others on plan`.
    Anybody,
    /// A birth date, without a word that says whose.
    Birth,
    /// What people are insured by: `Plan Name`, `Spouse Coverage`.
    Coverage,
    /// A person the row does not cover, such as a manager; the row's own employee; or the day of an event.
    Others,
    /// Nothing that is known.
    Nothing,
}

/// Returns what a heading says of the people in its column.
pub(super) fn said(heading: &str) -> Said {
    let key = heading_key(heading);
    if of_relative(&key).is_some_and(|field| field == Field::DateOfBirth || is_name(field)) {
        return Said::Person;
    }
    let words = words_of(heading);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let has = |kind: InHeading| HEADING_WORDS.has(kind, &words);
    let is_birth = has(InHeading::Birth);
    let is_short = has(InHeading::ShortRelative) && (is_birth || has(InHeading::Name));
    let is_family = has(InHeading::Relative) || is_short;
    let is_employees = owned(&key).is_some_and(|(owner, ..)| owner == Owner::Employee);
    match () {
        () if is_family && is_birth => Said::Person,
        () if is_family && has(InHeading::Detail) => Said::Detail,
        () if is_employees || has(InHeading::NamedPerson) || has(InHeading::Other) || has(InHeading::Detail) => {
            Said::Others
        }
        () if has(InHeading::Coverage) && !has(InHeading::Anybody) => Said::Coverage,
        () if has(InHeading::Coverage) => Said::Anybody,
        () if is_family && has(InHeading::Name) => Said::Person,
        () if is_family => Said::Anybody,
        () if is_birth => Said::Birth,
        () => Said::Nothing,
    }
}

/// Whether a heading names people that a row does not cover, such as contacts and heirs.
pub(super) fn is_of_named_person(heading: &str) -> bool {
    words_of(heading).iter().any(|word| HEADING_WORDS.meaning(word) == Some(InHeading::NamedPerson))
}

/// A column of a person of the employee's family.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) struct FamilyColumn {
    pub(super) kin: Kin,
    /// Which of several of its kind, from 1; 0 where the heading does not count.
    pub(super) ordinal: u8,
    /// What it holds of the person.
    pub(in crate::census) field: Field,
}

impl FamilyColumn {
    /// Reads a heading; `None` when it names no relative, or no field of a person.
    pub(super) fn of(heading: &str) -> Option<Self> {
        let (mut kin, mut ordinal, mut rest) = (None, 0, String::new());
        let words = words_of(heading);
        let mut words = words.iter().map(String::as_str).peekable();
        while let Some(word) = words.next() {
            let two = words.peek().and_then(|next| kin_of(&format!("{word} {next}")));
            if two.is_some() {
                words.next();
            }
            match (two.or_else(|| kin_of(word)), number_of(word)) {
                // `Spouse/DP` is a spouse: the first word counts.
                (Some(known), _) => kin = kin.or(Some(known)),
                (None, Some(number)) if ordinal == 0 => ordinal = number,
                (None, Some(_)) => return None,
                (None, None) => rest.push_str(word),
            }
        }
        let is_of_persons = |field: &Field| {
            is_personal(*field)
                || matches!(
                    field,
                    Field::Ssn | Field::Relationship | Field::Email | Field::CellPhone | Field::HomePhone
                )
        };
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
    pub(super) fn label(self) -> String {
        format!("{}: {}", self.whose(), self.field.label())
    }
}

/// What relative a word or two words name.
fn kin_of(text: &str) -> Option<Kin> {
    KIN.iter().find(|(_, words)| words.contains(&text)).map(|(kin, _)| *kin)
}

/// Whether a heading names a person of the employee's family.
pub(super) fn names_kin(heading: &str) -> bool {
    words_of(heading).iter().any(|word| kin_of(word).is_some())
}

/// The number of `2`, `2nd` or `second`; `first` is a part of a name's heading.
fn number_of(word: &str) -> Option<u8> {
    match word {
        "second" => Some(2),
        "third" => Some(3),
        "fourth" => Some(4),
        _ => {
            let digits = ENDS_OF_ORDINALS.iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
            digits.parse().ok().filter(|number| *number > 0)
        }
    }
}

const ENDS_OF_ORDINALS: [&str; 4] = ["st", "nd", "rd", "th"];

/// The folded words of a heading: `Child1FirstName` is four.
pub(super) fn words_of(heading: &str) -> Vec<String> {
    let mut apart = String::with_capacity(heading.len() + 8);
    let mut before = ' ';
    for c in heading.chars() {
        if (c.is_uppercase() && (before.is_lowercase() || before.is_ascii_digit()))
            || (c.is_ascii_digit() && before.is_alphabetic())
        {
            apart.push(' ');
        }
        apart.push(if c.is_alphanumeric() { c } else { ' ' });
        before = c;
    }
    let mut words = Vec::new();
    for word in fold(&apart).split(' ').filter(|word| !word.is_empty() && *word != "s") {
        // `child1name` in small letters; `1st` stays.
        let (number, rest) = word.split_at(word.bytes().take_while(u8::is_ascii_digit).count());
        if number.is_empty() || rest.is_empty() || ENDS_OF_ORDINALS.contains(&rest) {
            words.push(word.to_owned());
        } else {
            words.extend([number.to_owned(), rest.to_owned()]);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_says_whose_names_and_days_it_heads() {
        for (said_by, headings) in [
            (
                Said::Person,
                &[
                    "Dependent #1 Name",
                    "1st Child DOB",
                    "SP First Name",
                    "CH1 DOB",
                    "Name (Spouse)",
                    "DOB (Spouse)",
                    "Eligible Child Birthdate",
                    "Significant Other DOB",
                    "SPOUSE NAMES & DOB",
                    "Dependent 1 (Name/DOB)",
                    "Depn1FirstName",
                    "child1name",
                    "Spouse's Date of Birth for Coverage",
                ][..],
            ),
            (
                Said::Anybody,
                &["Kid 1", "Child #2", "2nd Child", "Covered Dependents", "Family Members", "Significant Other"],
            ),
            (Said::Detail, &["Spouse SSN", "Child 1 Gender", "Dep Sex"]),
            (
                Said::Birth,
                &["Other DOB", "2nd Adult Birthdate", "DOB 2", "C1 DOB", "Person 3 Date of Birth", "Birth Date"],
            ),
            (
                Said::Others,
                &[
                    "Emergency Contact",
                    "Emergency Contact (Spouse)",
                    "Spouse Employer Name",
                    "Manager Name",
                    "Beneficiary 1 Name",
                    "Beneficiary 1 DOB",
                    "Hire Date",
                    "Child Care Provider",
                    "Subscriber Name",
                    "Preferred First Name",
                    "Spouse Effective Date",
                ],
            ),
            (Said::Coverage, &["Plan Name", "Spouse Coverage", "Coverage Tier"]),
            (Said::Anybody, &["Others on plan", "Who is on the policy?"]),
            (Said::Nothing, &["", "Date", "Some Date", "First Name 2", "Column", "Notes", "Phone 2", "Home 2"]),
        ] {
            for heading in headings {
                assert_eq!(said(heading), said_by, "{heading}");
            }
        }
    }
}
