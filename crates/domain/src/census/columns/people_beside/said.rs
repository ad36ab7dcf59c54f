//! What a heading says of the people in its column: that they belong to the employee, that they are others, or nothing.

use super::tells_who;
use crate::census::field::Field;
use crate::census::vocabulary::heading_keys::heading_key;
use crate::census::vocabulary::headings::recognise;
use crate::census::vocabulary::owners::{Owner, owned};
use crate::census::vocabulary::people_beside::{
    ANYBODY, BIRTH, COVERAGE, DAY, DETAILS, EVENTS, NAMED_PERSONS, NAMES, ORDINALS, OTHERS, RELATIVES,
    RELATIVES_OF_TWO_WORDS, SHORT_RELATIVES,
};
use crate::text::fold;

/// What a heading says of whose names or dates stand below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) enum Said {
    /// A relative, by a word for one and a word for a name or a birth: `Dependent #1 Name`, `DOB (Spouse)`.
    Person,
    /// Another person of the row by a number alone, with the field: `First Name 2`, `C1 DOB`.
    Numbered(Field),
    /// A relative, and nothing else: `Kid 1`, `Covered Dependents`.
    Relative {
        /// Whether it counts them.
        numbered: bool,
    },
    /// The number or the gender of a relative: `Spouse SSN`, `Child Sex`.
    Detail,
    /// A birth date, without a word that says whose.
    Birth,
    /// What people are insured by: `Plan Name`, `Spouse Coverage`.
    Coverage,
    /// Anybody who is insured: `Others on plan`.
    Anybody,
    /// A person the row does not cover, such as a manager; the row's own person; or the day of an event.
    Others,
    /// A date, without a word that says of what.
    Date,
    /// Nothing that is known.
    Nothing,
}

/// What a heading says.
pub(in crate::census) fn said(heading: &str) -> Said {
    let words = words_of(heading);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let has = |list: &str| words.iter().any(|word| list.split_whitespace().any(|known| known == *word));
    let is_birth = words.iter().any(|word| BIRTH.contains(word));
    let is_name = has(NAMES);
    let is_short = words.iter().any(|word| SHORT_RELATIVES.contains(word));
    let is_family = has(RELATIVES) || names_family_of_two(&words) || (is_short && (is_birth || is_name));
    let is_others = has(NAMED_PERSONS) || has(OTHERS) || has(EVENTS);
    let numbered = words.iter().any(|word| is_number(word));
    match () {
        () if is_family && is_birth => Said::Person,
        () if is_family && has(DETAILS) => Said::Detail,
        () if is_others || is_employees(heading) => Said::Others,
        () if has(COVERAGE) => {
            if has(ANYBODY) {
                Said::Anybody
            } else {
                Said::Coverage
            }
        }
        () if is_family && is_name => Said::Person,
        () if is_family => Said::Relative { numbered },
        () => match numbered_field(&words) {
            Some(field) => Said::Numbered(field),
            // A second column of the row's own birth date has a finding of its own.
            None if recognise(&heading_key(heading)).is_some_and(|(field, _)| field == Field::DateOfBirth) => {
                Said::Others
            }
            None if is_birth => Said::Birth,
            None if words.iter().any(|word| DAY.contains(word)) => Said::Date,
            None => Said::Nothing,
        },
    }
}

fn names_family_of_two(words: &[&str]) -> bool {
    words.windows(2).any(|two| RELATIVES_OF_TWO_WORDS.iter().any(|known| known == two))
}

/// Whether a heading is of the row's own employee, who does not count: `Subscriber Name`.
fn is_employees(heading: &str) -> bool {
    owned(&heading_key(heading)).is_some_and(|(owner, _, _)| owner == Owner::Employee)
}

fn is_number(word: &str) -> bool {
    ORDINALS.contains(&word) || word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The field of a name or a birth date that a heading counts; a letter or two before the number, as in `C1`, count with it.
fn numbered_field(words: &[&str]) -> Option<Field> {
    const LONGEST_CODE: usize = 3;
    let at = words.iter().position(|word| is_number(word))?;
    let is_code = |word: &&str| word.len() <= LONGEST_CODE && recognise(word).is_none();
    let from = if at > 0 && is_code(&words[at - 1]) { at - 1 } else { at };
    let rest = [&words[..from], &words[at + 1..]].concat().concat();
    recognise(&rest).map(|(field, _)| field).filter(|field| tells_who(*field))
}

/// The folded words of a heading: `Child1FirstName` is four.
pub(in crate::census) fn words_of(heading: &str) -> Vec<String> {
    let mut apart = String::with_capacity(heading.len() + 8);
    let mut before: Option<char> = None;
    for c in heading.chars() {
        let is_ordinal = || before.is_some_and(|last| last.is_ascii_digit()) && c.is_alphabetic();
        let begins = before.is_some_and(|last| {
            (last.is_lowercase() && c.is_uppercase()) || (last.is_alphabetic() && c.is_ascii_digit())
        });
        if begins || (is_ordinal() && c.is_uppercase()) {
            apart.push(' ');
        }
        apart.push(if c.is_alphanumeric() { c } else { ' ' });
        before = Some(c);
    }
    let folded = fold(&apart);
    let mut words = Vec::new();
    for word in folded.split(' ').filter(|word| !word.is_empty() && *word != "s") {
        // `child1name` in small letters; `1st` stays.
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = word.split_at(digits);
        if ORDINALS.contains(&word) || number.is_empty() || rest.is_empty() {
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
                Said::Numbered(Field::FirstName),
                &["First Name 2", "Member 2 First Name", "C1 First Name", "2nd First Name"],
            ),
            (Said::Numbered(Field::DateOfBirth), &["DOB 2", "C1 DOB", "Person 3 Date of Birth"]),
            (Said::Relative { numbered: true }, &["Kid 1", "Child #2", "2nd Child"]),
            (Said::Relative { numbered: false }, &["Covered Dependents", "Family Members", "Significant Other"]),
            (Said::Detail, &["Spouse SSN", "Child 1 Gender", "Dep Sex"]),
            (Said::Birth, &["Other DOB", "2nd Adult Birthdate"]),
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
                    "Birth Date",
                    "Spouse Effective Date",
                ],
            ),
            (Said::Date, &["Date", "Some Date"]),
            (Said::Coverage, &["Plan Name", "Spouse Coverage", "Coverage Tier"]),
            (Said::Anybody, &["Others on plan", "Who is on the policy?"]),
            (Said::Nothing, &["", "Column", "Notes", "Phone 2", "Home 2"]),
        ] {
            for heading in headings {
                assert_eq!(said(heading), said_by, "{heading}");
            }
        }
    }
}
