//! What a heading says of the people in its column: that they belong to the employee, that they are others, or nothing.

use super::tells_who;
use crate::census::field::Field;
use crate::census::vocabulary::heading_keys::heading_key;
use crate::census::vocabulary::headings::recognise;
use crate::census::vocabulary::owners::{Owner, owned};
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
    /// A person the row does not cover, such as a manager; the row's own person; or the day of an event.
    Others,
    /// A date, without a word that says of what.
    Date,
    /// Nothing that is known.
    Nothing,
}

/// Words for those who belong to an employee.
const FAMILY: &str = "spouse spouses partner partners husband wife child children childs chd kid kids son sons daughter daughters dep deps \
    depn dpnd dependent dependents dependant dependants stepchild stepson stepdaughter baby infant newborn relative relatives fiance fiancee \
    grandchild niece nephew esposa esposo conyuge hijo hija hijos conjoint enfant enfants ehepartner";

/// Those of two words.
const FAMILY_OF_TWO: [[&str; 2]; 8] = [
    ["family", "member"],
    ["family", "members"],
    ["significant", "other"],
    ["sig", "other"],
    ["other", "adult"],
    ["other", "adults"],
    ["additional", "insured"],
    ["covered", "persons"],
];

/// Short words that are a relative only beside a name or a birth date: `SP DOB`, `CH First`.
const SHORT: [&str; 5] = ["sp", "sps", "ch", "dp", "spo"];

/// What every person has one of, beside a name and a birth date.
const DETAILS: &str = "ssn ssns sex gender genders";

const BIRTH: [&str; 8] = ["dob", "birth", "birthdate", "birthday", "bday", "born", "bdate", "birthdt"];

const NAME: &str =
    "name names nm first last fname lname firstname lastname surname given givenname fullname nombre apellido";

/// People that a row names and does not cover, places and things with names like those of people, other names of the row's own person, and
/// events that have a day.
const OTHERS: &str = "beneficiary beneficiaries benef bene ben emergency contact contacts ice manager managers mgr supervisor supv boss lead \
    leader foreman chief head reports reporting report director approver approved recruiter recruited hirer interviewer referred referral \
    referrer sponsor physician doctor dr pcp dentist provider prescriber broker agent agency advisor adviser consultant counselor coach mentor \
    buddy representative rep producer carrier insurer insurance plan plans product tier coverage coverages benefit benefits policy employer \
    company organization organisation org business entity client customer vendor supplier department dept division location loc site office \
    branch store facility building school college university district region territory area county country city town state street address \
    worksite workplace position title job occupation role class category type status code union local team crew shift schedule payroll pay \
    cost center centre bank account acct attorney trustee custodian landlord guardian godparent mother father mothers fathers parent maiden \
    nickname nick preferred prefers goes known alias aka former formerly previous prior birthname chosen display called pronoun pronouns \
    language race ethnicity religion nationality citizenship marital user username login email mail created updated modified entered prepared \
    signed signature signer verified reviewed reviewer by owner assigned project grade level tobacco smoker gender sex ssn age relationship \
    relation student disabled medicare medicaid cobra care fsa hsa hra group groups subgroup \
    subsidiary affiliate vehicle property hr";

/// Words of days that are no births.
const EVENTS: &str = "hire hired hiring rehire rehired start started starting begin began end ended ending term termed terminated termination \
    effective eff eligibility enrollment enrolment enrolled enroll anniversary seniority service worked leave loa return returned event \
    qualifying election elected expiration expires expiry exp issue issued license licence visa from to thru through adjusted probation \
    promotion promoted raise increase change changed waiver waived separation resign resigned resignation retire retired retirement death \
    deceased married marriage divorce wedding exam test vaccination screening check paid period month year week orientation onboarding \
    onboarded training trained certified certification joined join left departure entry entered added removed cancelled canceled accrual \
    vesting vested evaluation appraisal transfer transferred deposit draft due received submitted completed posted invoice bill billed";

/// Words of a day.
const DATE: [&str; 6] = ["date", "dt", "day", "when", "on", "dates"];

const ORDINALS: [&str; 9] = ["1st", "2nd", "3rd", "4th", "5th", "6th", "second", "third", "fourth"];

/// What a heading says.
pub(in crate::census) fn said(heading: &str) -> Said {
    let words = words_of(heading);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let has = |list: &str| words.iter().any(|word| list.split_whitespace().any(|known| known == *word));
    let is_birth = words.iter().any(|word| BIRTH.contains(word));
    let is_name = has(NAME);
    let is_short = words.iter().any(|word| SHORT.contains(word));
    let is_family = has(FAMILY) || names_family_of_two(&words) || (is_short && (is_birth || is_name));
    let is_others = has(OTHERS) || has(EVENTS);
    let numbered = words.iter().any(|word| is_number(word));
    match () {
        () if is_family && is_birth => Said::Person,
        () if is_family && has(DETAILS) => Said::Detail,
        () if is_others || is_employees(heading) => Said::Others,
        () if is_family && is_name => Said::Person,
        () if is_family => Said::Relative { numbered },
        () => match numbered_field(&words) {
            Some(field) => Said::Numbered(field),
            // A second column of the row's own birth date has a finding of its own.
            None if recognise(&heading_key(heading)).is_some_and(|(field, _)| field == Field::DateOfBirth) => {
                Said::Others
            }
            None if is_birth => Said::Birth,
            None if words.iter().any(|word| DATE.contains(word)) => Said::Date,
            None => Said::Nothing,
        },
    }
}

fn names_family_of_two(words: &[&str]) -> bool {
    words.windows(2).any(|two| FAMILY_OF_TWO.iter().any(|known| known == two))
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
fn words_of(heading: &str) -> Vec<String> {
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
                    "SPOUSE NAME & DOB",
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
                    "Plan Name",
                    "Hire Date",
                    "Child Care Provider",
                    "Subscriber Name",
                    "Preferred First Name",
                    "Birth Date",
                    "Spouse Effective Date",
                ],
            ),
            (Said::Date, &["Date", "Some Date"]),
            (Said::Nothing, &["", "Column", "Notes", "Phone 2", "Home 2"]),
        ] {
            for heading in headings {
                assert_eq!(said(heading), said_by, "{heading}");
            }
        }
    }
}
