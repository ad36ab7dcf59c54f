//! Words and codes about people: gender, relationship, member type, status, plan, social security number.

use std::fmt;

use chrono::{Datelike, NaiveDate};

use super::dates::{DateOrder, read_birth_date};
use super::{Repaired, is_filler, plain_signs, without_fraction, word_key};
use crate::census::matching::one_edit_apart;
use crate::members::member::{DEPENDENT, PLAN_NAMES, PRIMARY};
use crate::members::{Gender, Status};

/// Who of a family a member is (decisions B9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MemberType {
    /// The employee.
    Primary,
    /// Somebody of the employee's family.
    Dependent,
}

impl MemberType {
    /// The text that is stored and shown.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Primary => PRIMARY,
            Self::Dependent => DEPENDENT,
        }
    }
}

/// The relationship to the employee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Relationship {
    /// The employee.
    Employee,
    /// Husband or wife.
    Spouse,
    /// Child, own, adopted, foster or by marriage.
    Child,
    /// Domestic or life partner.
    Partner,
    /// Any other dependent.
    Other,
}

impl Relationship {
    /// `EE`, `SP`, `CH`, `DP` or `OT` (decisions H3).
    pub const fn code(self) -> &'static str {
        match self {
            Self::Employee => "EE",
            Self::Spouse => "SP",
            Self::Child => "CH",
            Self::Partner => "DP",
            Self::Other => "OT",
        }
    }

    /// Everybody but the employee.
    pub const fn is_dependent(self) -> bool {
        !matches!(self, Self::Employee)
    }

    /// The member type it makes.
    pub const fn member_type(self) -> MemberType {
        if self.is_dependent() { MemberType::Dependent } else { MemberType::Primary }
    }
}

/// A social security number: nine digits that are compared, and never shown or stored.
#[derive(Clone, PartialEq, Eq)]
pub struct Ssn(String);

impl Ssn {
    /// All but the last four digits hidden.
    pub fn masked(&self) -> String {
        format!("***-**-{}", &self.0[5..])
    }

    /// The nine digits, for making a key of them.
    pub(in crate::census) fn digits(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Ssn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Ssn(***)")
    }
}

/// Reads words, letters and our own numbers, also in a few words that leave no doubt: `M - Male`, `Female (F)`, `1-Male`.
pub fn read_gender(text: &str) -> Option<Gender> {
    gender_of(&word_key(without_fraction(text))).or_else(|| {
        let halves = text.split_once(['-', '(', '/']).map(|(one, other)| (gender_of_half(one), gender_of_half(other)));
        match halves {
            Some((Some(one), Some(other))) if one == other => Some(one),
            _ => gender_by_words(text),
        }
    })
}

fn gender_of_half(text: &str) -> Option<Gender> {
    gender_of(&word_key(text))
}

/// A gender that each word tells, but for those that tell none and a number before or behind a whole word, which is somebody's code for it.
/// What a comma joins are two values.
fn gender_by_words(text: &str) -> Option<Gender> {
    const BESIDE: [&str; 11] = ["gender", "sex", "legal", "cis", "cisgender", "he", "him", "his", "she", "her", "hers"];
    let folded = crate::text::fold(text);
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let (numbers, words): (Vec<&str>, Vec<&str>) =
        words.partition(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let mut told = words.iter().filter(|word| !BESIDE.contains(word)).map(|word| gender_of(word));
    let gender = told.next().flatten().filter(|gender| told.all(|other| other == Some(*gender)))?;
    let is_whole = words.iter().any(|word| word.len() > 1 && gender_of(word).is_some());
    let fits = |number: &&str| is_whole || gender_of(number) == Some(gender);
    (!text.contains([',', ';']) && numbers.len() < 2 && numbers.iter().all(fits)).then_some(gender)
}

fn gender_of(key: &str) -> Option<Gender> {
    match key {
        "m" | "male" | "man" | "boy" | "masculine" | "1" => Some(Gender::Male),
        "f" | "female" | "fem" | "w" | "woman" | "girl" | "feminine" | "2" => Some(Gender::Female),
        "o" | "other" | "x" | "nb" | "nonbinary" | "nonconforming" | "another" | "diverse" | "0" => Some(Gender::Other),
        "u" | "unknown" | "unspecified" | "notspecified" | "undisclosed" | "notdisclosed" | "declined"
        | "prefernottosay" | "notprovided" | "unk" | "3" => Some(Gender::Unknown),
        _ => None,
    }
}

/// Reads words, the letters of broker templates and the codes of X12 834 (INS02).
///
/// A code keeps its zero: `01` is a spouse, `1` is nothing that can be told.
pub fn read_relationship(text: &str) -> Option<Relationship> {
    let key = word_key(without_fraction(text));
    relationship_of(&key).or_else(|| in_words(text, &key))
}

/// The same of a column that surely holds relationships: there words of employment, such as `Retiree`, are an employee's. Elsewhere they may tell
/// other things of people and say nothing of a family.
pub fn read_relationship_surely(text: &str) -> Option<Relationship> {
    let key = word_key(without_fraction(text));
    let employed = || is_employed(text).then_some(Relationship::Employee);
    relationship_of(&key).or_else(employed).or_else(|| in_words(text, &key))
}

fn in_words(text: &str, key: &str) -> Option<Relationship> {
    // "Child 2", "Spouse 1"
    let bare = key.trim_end_matches(|c: char| c.is_ascii_digit());
    let numbered = (bare.len() >= 2 && bare.len() < key.len()).then(|| relationship_of(bare)).flatten();
    numbered.or_else(|| by_words(text)).or_else(|| misspelled(key))
}

/// A long word with one slip.
fn misspelled(key: &str) -> Option<Relationship> {
    const WORDS: [&str; 9] = [
        "employee",
        "subscriber",
        "primary",
        "spouse",
        "husband",
        "daughter",
        "dependent",
        "stepchild",
        "domesticpartner",
    ];
    WORDS.iter().find(|word| one_edit_apart(key, word)).and_then(|word| relationship_of(word))
}

/// A relationship that is told in more words, such as `Child - Adopted` or `Employee's Spouse`; the words of a tier, which
/// joins people by `+`, `&` or `and`, tell none.
fn by_words(text: &str) -> Option<Relationship> {
    let folded = crate::text::fold(text);
    let words: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(word));
    match () {
        () if folded.contains(['+', '&']) || has(&["and", "no", "not", "without", "only"]) => None,
        () if has(&["ex", "former", "divorced", "grand", "great", "law", "ward", "parent"]) => {
            Some(Relationship::Other)
        }
        () if has(&["child", "son", "daughter", "stepchild", "stepson", "stepdaughter"]) => Some(Relationship::Child),
        () if has(&["partner"]) => Some(Relationship::Partner),
        () if has(&["spouse", "wife", "husband"]) => Some(Relationship::Spouse),
        () if words.iter().any(|word| HOLDERS.contains(word)) && words.iter().all(is_of_holder) => {
            Some(Relationship::Employee)
        }
        () => None,
    }
}

/// The holder of a policy or a contract: `Primary Insured`, `Named Insured`, `Main Member`, `Card Holder`, `Employee (Self)`.
const HOLDERS: [&str; 18] = [
    "employee",
    "empl",
    "ee",
    "self",
    "subscriber",
    "primary",
    "insured",
    "member",
    "participant",
    "applicant",
    "enrollee",
    "policyholder",
    "cardholder",
    "contractholder",
    "certificateholder",
    "accountholder",
    "holder",
    "owner",
];

fn is_of_holder(word: &&str) -> bool {
    const BESIDE: [&str; 9] =
        ["the", "main", "principal", "named", "policy", "card", "contract", "certificate", "account"];
    HOLDERS.contains(word) || BESIDE.contains(word)
}

/// Whether a word tells how somebody is employed: `Retiree`, `Full-Time`, `Active Employee`, `Employee - Retired`.
fn is_employed(text: &str) -> bool {
    const EMPLOYED: [&str; 22] = [
        "retiree",
        "retired",
        "annuitant",
        "pensioner",
        "active",
        "current",
        "regular",
        "former",
        "cobra",
        "full",
        "part",
        "time",
        "fulltime",
        "parttime",
        "ft",
        "pt",
        "hourly",
        "salaried",
        "salary",
        "union",
        "seasonal",
        "temporary",
    ];
    // Nor do these, unless somebody is said to be an employee.
    const VAGUE: [&str; 9] = ["active", "current", "regular", "former", "cobra", "full", "part", "time", "union"];
    let folded = crate::text::fold(text);
    let words: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let tells = |word: &&str| HOLDERS.contains(word) || (EMPLOYED.contains(word) && !VAGUE.contains(word));
    (words.iter().any(tells) || matches!(words[..], ["full" | "part", "time"]))
        && words.iter().all(|word| is_of_holder(word) || EMPLOYED.contains(word))
}

fn relationship_of(key: &str) -> Option<Relationship> {
    let relationship = match key {
        "18" | "20" | "ee" | "e" | "emp" | "employee" | "self" | "subscriber" | "sub" | "primary" | "insured"
        | "policyholder" | "member" | "participant" | "applicant" | "employeeself" | "selfemployee"
        | "employeesubscriber" | "headofhousehold" | "60" => Relationship::Employee,
        "01" | "sp" | "s" | "h" | "w" | "spouse" | "wife" | "husband" | "spo" | "spou" | "sps" | "hus" | "husb"
        | "wif" | "spousewife" | "spousehusband" | "married" | "legalspouse" | "lawfulspouse" => Relationship::Spouse,
        "53"
        | "29"
        | "dp"
        | "domesticpartner"
        | "lifepartner"
        | "partner"
        | "civilunion"
        | "civilunionpartner"
        | "significantother"
        | "domesticpartnerspouse" => Relationship::Partner,
        "19"
        | "09"
        | "10"
        | "17"
        | "43"
        | "ch"
        | "c"
        | "d"
        | "dep"
        | "dependent"
        | "child"
        | "son"
        | "daughter"
        | "dau"
        | "dtr"
        | "dgt"
        | "dght"
        | "chd"
        | "chi"
        | "chld"
        | "kid"
        | "sc"
        | "stepchild"
        | "stepson"
        | "stepdaughter"
        | "dc"
        | "disabledchild"
        | "disableddependent"
        | "ac"
        | "adoptedchild"
        | "adopted"
        | "fosterchild"
        | "fc"
        | "lg"
        | "legalguardian"
        | "legalguardianship"
        | "newborn"
        | "biologicalchild"
        | "naturalchild"
        | "childson"
        | "childdaughter"
        | "dependentchild"
        | "handicappeddependent"
        | "childofdomesticpartner"
        | "domesticpartnerchild"
        | "student" => Relationship::Child,
        "g8" | "g9" | "03" | "04" | "05" | "06" | "07" | "08" | "11" | "12" | "13" | "14" | "15" | "16" | "23"
        | "24" | "25" | "26" | "31" | "32" | "33" | "34" | "36" | "38" | "48" | "49" | "ot" | "o" | "oth" | "other"
        | "otherdependent" | "otherrelative" | "parent" | "mother" | "father" | "grandchild" | "grandson"
        | "granddaughter" | "sibling" | "brother" | "sister" | "niece" | "nephew" | "ward" | "exspouse"
        | "relative" | "sponsoreddependent" | "grandparent" => Relationship::Other,
        _ => return None,
    };
    Some(relationship)
}

/// Reads primary and dependent, and every word for a relationship.
pub fn read_member_type(text: &str) -> Option<MemberType> {
    match word_key(text).as_str() {
        "p" | "prim" | "employees" | "subscribers" | "enrollee" => Some(MemberType::Primary),
        "deps" | "dependents" | "dependant" | "family" => Some(MemberType::Dependent),
        _ => read_relationship(text).map(Relationship::member_type),
    }
}

/// The relationship that a member type tells besides: `Spouse`. `Dependent` may be anyone's.
pub fn read_relationship_of_type(text: &str) -> Option<Relationship> {
    const VAGUE: [&str; 8] = ["d", "dep", "dependent", "o", "ot", "oth", "other", "otherdependent"];
    let told = read_relationship(text).filter(|relationship| relationship.is_dependent());
    told.filter(|_| !VAGUE.contains(&word_key(text).as_str()))
}

/// Reads active and in-active in words and numbers, also with how it came to that, as in `Terminated (Voluntary)`, or in two words for the same.
pub fn read_status(text: &str) -> Option<Status> {
    status_of(&word_key(without_fraction(text))).or_else(|| status_by_words(text))
}

/// As [`read_status`], and a word with its day: who is terminated by a day to come has not left.
pub fn read_status_on(text: &str, today: NaiveDate) -> Option<Status> {
    read_status(text).or_else(|| {
        let (word, day) = text.trim().rsplit_once(' ')?;
        let word = word.trim_end().trim_end_matches([':', '-']).trim_end();
        let word =
            ["effective", "eff", "as of", "on"].iter().find_map(|before| word.strip_suffix(before)).unwrap_or(word);
        let status = read_status(word).filter(|status| *status == Status::InActive)?;
        read_birth_date(day, today, DateOrder::MonthFirst)
            .filter(|day| day.year() + A_LIFE >= today.year() && word.chars().count() > 1)
            .map(|_| status)
    })
}

/// Whether a text is the letter of those who have left, which may stand for something else as well, with a day that has come.
pub fn may_have_left(text: &str, today: NaiveDate) -> bool {
    let day = text.trim().strip_prefix(['T', 't']).and_then(|rest| rest.strip_prefix([' ', '-', ':', '/']));
    day.and_then(|day| read_birth_date(day.trim_start_matches([' ', '-', ':']), today, DateOrder::MonthFirst))
        .is_some_and(|day| day.year() + A_LIFE >= today.year())
}

/// A year of two digits that is longer ago is one to come.
const A_LIFE: i32 = 50;

/// Every word tells the same, but for those that tell how it came.
fn status_by_words(text: &str) -> Option<Status> {
    const BESIDE: [&str; 9] =
        ["voluntary", "voluntarily", "involuntary", "involuntarily", "employee", "employment", "member", "emp", "ee"];
    let folded = crate::text::fold(text);
    let words: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let mut told = words.iter().filter(|word| word.len() > 1 && !BESIDE.contains(word)).map(|word| status_of(word));
    let status = told.next().flatten()?;
    // `Terminated: No` asks and answers.
    let is_answer = |word: &&str| matches!(*word, "no" | "yes" | "true" | "false");
    let is_whole = words.iter().all(|word| word.len() > 1 && !is_answer(word)) && !text.contains([',', ';']);
    (is_whole && told.all(|other| other == Some(status))).then_some(status)
}

fn status_of(key: &str) -> Option<Status> {
    match key {
        "0" | "a" | "act" | "active" | "y" | "yes" | "true" | "enrolled" | "covered" | "eligible" | "employed"
        | "fulltime" | "ft" | "parttime" | "pt" | "leave" | "leaveofabsence" | "loa" | "onleave" | "activeemployee" => {
            Some(Status::Active)
        }
        "1"
        | "i"
        | "inactive"
        | "inact"
        | "t"
        | "term"
        | "termed"
        | "terminated"
        | "termination"
        | "n"
        | "no"
        | "false"
        | "ended"
        | "cancelled"
        | "canceled"
        | "ineligible"
        | "notenrolled"
        | "deceased"
        | "resigned"
        | "separated"
        | "notactive"
        | "nolongeractive"
        | "nolongeremployed"
        | "nolongerwithcompany"
        | "nolongerwiththecompany"
        | "notemployed"
        | "dismissed"
        | "discharged"
        | "quit"
        | "leftcompany"
        | "leftthecompany"
        | "leftemployment" => Some(Status::InActive),
        _ => None,
    }
}

/// `Family Plan` or `Individual Plan` (decisions B9), also from the tiers of broker templates.
pub fn read_plan(text: &str) -> Option<&'static str> {
    match word_key(text).as_str() {
        "familyplan" | "family" | "fam" | "f" | "es" | "ec" | "ecn" | "employeespouse" | "employeechild"
        | "employeechildren" | "employeefamily" | "eespouse" | "eechild" | "eechildren" | "eefamily" => {
            Some(PLAN_NAMES[0])
        }
        "individualplan" | "individual" | "ind" | "single" | "ee" | "eo" | "employee" | "employeeonly" | "eeonly"
        | "self" | "selfonly" => Some(PLAN_NAMES[1]),
        _ => None,
    }
}

/// Nine digits; one or two zeros that a spreadsheet has dropped in front are put back. Hidden digits make it unreadable.
pub fn read_ssn(text: &str) -> Option<Repaired<Ssn>> {
    let text = plain_signs(without_fraction(text));
    if !text.chars().all(|c| c.is_ascii_digit() || c == '-' || c.is_whitespace()) {
        return None;
    }
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    // People who share a number that stands for none are no family.
    if is_filler(&digits) || digits == "123456789" {
        return None;
    }
    let lost = digits.len() < 9;
    // Whoever takes zeros away takes all that a number begins with: this one has lost its end.
    if lost && digits.starts_with('0') {
        return None;
    }
    ((7..=9).contains(&digits.len())).then(|| Repaired { value: Ssn(format!("{digits:0>9}")), zeros_restored: lost })
}
