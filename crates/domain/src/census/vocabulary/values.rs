//! The words that stand in cells for a value, or for none.

use super::{Table, Words};
use crate::members::{Gender, Status};

/// Which names a word stands for none of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) enum NoName {
    /// No person has this name.
    Any,
    /// Family names may be so, and given names not.
    Given,
    /// Both may be so.
    Neither,
}

/// What stands in the place of a name.
pub(in crate::census) const NO_NAMES: Table<NoName> = Table(&[
    (
        NoName::Any,
        Words(
            "n/a|n.a.|n.a|tbd|tba|unk|unknown|not available|not applicable|not provided|not given|not known|no name|no first name|no last name|\
             to be determined|to be announced|\\n",
        ),
    ),
    (NoName::Given, Words("null|none|blank|missing")),
    (NoName::Neither, Words("na|nan|nil")),
]);

/// As programs write that they have nothing.
pub(in crate::census) const WRITTEN: Words = Words("NULL|NaN");

/// Answers to a question, yes or no. Below a heading that asks none, and says no status, they may mean either (rules.md#answers-as-statuses).
pub(in crate::census) const ANSWERS: Table<bool> =
    Table(&[(true, Words("1|y|yes|true|t|x")), (false, Words("0|n|no|false|f"))]);

/// What a heading of statuses asks or says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) enum Asked {
    /// The person is active.
    Active,
    /// The person has left.
    Ended,
    /// That the number 1 stands for those who are active.
    OneIsActive,
    /// The opposite.
    OneIsEnded,
}

/// Words of headings of statuses.
pub(in crate::census) const STATUS_HEADINGS: Table<Asked> = Table(&[
    (Asked::Active, Words("active|enabled|eligible|enrolled|employed|covered")),
    (Asked::Ended, Words("inactive|notactive|nonactive|terminated|termed|ineligible|noteligible|notenrolled")),
    (Asked::OneIsActive, Words("1=active|active=1|0=in|0=term")),
    (Asked::OneIsEnded, Words("1=in|1=term|inactive=1|terminated=1|0=active")),
]);

/// What belongs to a last name and keeps father and son apart.
pub(in crate::census) const SUFFIXES: Words = Words("jr|sr|ii|iii|iv|v|2nd|3rd");

/// What begins a last name of several words.
pub(in crate::census) const PARTICLES: Words =
    Words("van|von|vander|vanden|de|del|della|der|den|di|da|do|dos|du|la|le|st|st.|ten|ter|af|al|el|bin|ibn|mac|mc");

/// What stands before a name and is none of it.
pub(in crate::census) const TITLES: Words = Words("mr|mrs|ms|miss|mx|dr|prof|rev|hon");

/// What stands behind a name and is none of it: degrees and licences.
pub(in crate::census) const DEGREES: Words = Words("md|dds|dmd|dvm|phd|rn|lpn|cpa|esq|jd|mba|edd|pharmd");

/// What a word tells under a relationship, beside the relationships themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) enum Told {
    /// The holder of a policy or a contract: `Primary Insured`, `Named Insured`, `Card Holder`, `Employee (Self)`.
    Holder,
    /// Nothing beside a holder.
    BesideHolder,
    /// A kind of employment.
    Employment,
    /// A kind of employment, beside another word that tells it.
    BesideEmployment,
}

/// Words under a relationship.
pub(in crate::census) const BESIDE_RELATIONSHIPS: Table<Told> = Table(&[
    (
        Told::Holder,
        Words(
            "employee|empl|emp|ee|self|subscriber|primary|insured|member|participant|applicant|enrollee|policyholder|cardholder|contractholder|\
             certificateholder|accountholder|holder|owner",
        ),
    ),
    (Told::BesideHolder, Words("the|main|principal|named|policy|card|contract|certificate|account")),
    (
        Told::Employment,
        Words("retiree|retired|annuitant|pensioner|fulltime|parttime|ft|pt|hourly|salaried|salary|seasonal|temporary"),
    ),
    (Told::BesideEmployment, Words("active|current|regular|former|cobra|full|part|time|union")),
]);

/// Words of genders.
pub(in crate::census) const GENDERS: Table<Gender> = Table(&[
    (Gender::Male, Words("m|male|man|boy|masculine|1")),
    (Gender::Female, Words("f|female|fem|w|woman|girl|feminine|2")),
    (Gender::Other, Words("o|other|x|nb|nonbinary|nonconforming|another|diverse|0")),
    (
        Gender::Unknown,
        Words("u|unknown|unspecified|notspecified|undisclosed|notdisclosed|declined|prefernottosay|notprovided|unk|3"),
    ),
]);

/// Words and codes of people who are covered and of those who have left, and words beside them that change nothing.
pub(in crate::census) const STATUSES: Table<Option<Status>> = Table(&[
    (
        Some(Status::Active),
        Words(
            "0|a|act|active|y|yes|true|enrolled|covered|eligible|employed|fulltime|ft|parttime|pt|leave|leaveofabsence|loa|onleave|activeemployee",
        ),
    ),
    (
        Some(Status::InActive),
        Words(
            "1|i|inactive|inact|t|term|termed|terminated|termination|n|no|false|ended|cancelled|canceled|ineligible|notenrolled|deceased|resigned|\
             separated|notactive|nolongeractive|nolongeremployed|nolongerwithcompany|nolongerwiththecompany|notemployed|dismissed|discharged|quit|\
             leftcompany|leftthecompany|leftemployment",
        ),
    ),
    (None, Words("voluntary|voluntarily|involuntary|involuntarily|employee|employment|member|emp|ee")),
]);

/// Plans by their place among the names of plans, also as the tiers of broker templates.
pub(in crate::census) const PLANS: Table<usize> = Table(&[
    (
        0,
        Words(
            "familyplan|family|fam|f|es|ec|ecn|employeespouse|employeechild|employeechildren|employeefamily|eespouse|eechild|eechildren|eefamily",
        ),
    ),
    (1, Words("individualplan|individual|ind|single|ee|eo|employee|employeeonly|eeonly|self|selfonly")),
]);

/// Types that say nothing of a relationship.
pub(in crate::census) const VAGUE_TYPES: Words = Words("d|dep|dependent|o|ot|oth|other|otherdependent");

/// What stands for no value.
pub(in crate::census) const NOTHING: &[&str] = &["n/a", "na", "null", "none", "-", "--", "nan"];

/// Letters of kinds of employment.
pub(in crate::census) const EMPLOYMENT_LETTERS: &[&str] = &["f", "p", "t", "s", "ft", "pt", "c", "l"];
