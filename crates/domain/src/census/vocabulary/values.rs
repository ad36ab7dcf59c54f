//! The words that stand in cells for a value, or for none.

use super::Words;

/// What nobody is called, however it is written.
pub(in crate::census) const NOBODYS: Words = Words(
    "n/a|n.a.|n.a|tbd|tba|unk|unknown|not available|not applicable|not provided|not given|not known|no name|\
     no first name|no last name|to be determined|to be announced|\\n",
);

/// Family names that stand for nothing too.
pub(in crate::census) const NO_FAMILY_NAMES: Words = Words("null|none|blank|missing");

/// Given and family names that stand for nothing too.
pub(in crate::census) const NO_NAMES: Words = Words("na|nan|nil");

/// As programs write that they have nothing.
pub(in crate::census) const WRITTEN: Words = Words("NULL|NaN");

/// Answers to a question. Below a heading that asks none, and says no status, they may mean either (rules.md#answers-as-statuses).
pub(in crate::census) const ANSWERS: Words = Words("1|0|y|n|yes|no|true|false|t|f|x");

/// Those of them that say no.
pub(in crate::census) const NOES: &[&str] = &["0", "n", "no", "false", "f"];

/// Words of headings that ask whether somebody is active.
pub(in crate::census) const ASKS_ACTIVE: &[&str] =
    &["active", "enabled", "eligible", "enrolled", "employed", "covered"];

/// Words of headings that ask whether somebody has left.
pub(in crate::census) const ASKS_ENDED: &[&str] =
    &["inactive", "notactive", "nonactive", "terminated", "termed", "ineligible", "noteligible", "notenrolled"];

/// Headings that say which number is which.
pub(in crate::census) const ONE_IS_ENDED: &[&str] = &["1=in", "1=term", "inactive=1", "terminated=1", "0=active"];

/// Headings that say the opposite.
pub(in crate::census) const ONE_IS_ACTIVE: &[&str] = &["1=active", "active=1", "0=in", "0=term"];

/// Suffixes that belong to the last name and keep father and son apart.
pub(in crate::census) const SUFFIXES: &[&str] = &["jr", "sr", "ii", "iii", "iv", "v", "2nd", "3rd"];

/// Words that begin a last name of several words.
pub(in crate::census) const PARTICLES: &[&str] = &[
    "van", "von", "vander", "vanden", "de", "del", "della", "der", "den", "di", "da", "do", "dos", "du", "la", "le",
    "st", "st.", "ten", "ter", "af", "al", "el", "bin", "ibn", "mac", "mc",
];

/// What stands before a name and is none of it.
pub(in crate::census) const TITLES: &[&str] = &["mr", "mrs", "ms", "miss", "mx", "dr", "prof", "rev", "hon"];

/// What stands behind a name and is none of it: degrees and licences.
pub(in crate::census) const DEGREES: &[&str] =
    &["md", "dds", "dmd", "dvm", "phd", "rn", "lpn", "cpa", "esq", "jd", "mba", "edd", "pharmd"];

/// Words for relatives that are known with one slip, too.
pub(in crate::census) const MISSPELLED: Words =
    Words("employee|subscriber|primary|spouse|husband|daughter|dependent|stepchild|domesticpartner");

/// Words beside a student that change nothing.
pub(in crate::census) const BESIDE_STUDENTS: Words =
    Words("student|full|part|time|fulltime|parttime|ft|pt|over|age|college|adult|dependent|dep");

/// The holder of a policy or a contract: `Primary Insured`, `Named Insured`, `Main Member`, `Card Holder`, `Employee (Self)`.
pub(in crate::census) const HOLDERS: Words = Words(
    "employee|empl|emp|ee|self|subscriber|primary|insured|member|participant|applicant|enrollee|policyholder|\
     cardholder|contractholder|certificateholder|accountholder|holder|owner",
);

/// Words beside the holder of a policy that change nothing.
pub(in crate::census) const BESIDE_HOLDERS: Words =
    Words("the|main|principal|named|policy|card|contract|certificate|account");

/// Words of an employment under a relationship.
pub(in crate::census) const EMPLOYMENTS: Words = Words(
    "retiree|retired|annuitant|pensioner|active|current|regular|former|cobra|full|part|time|fulltime|parttime|ft|pt|\
     hourly|salaried|salary|union|seasonal|temporary",
);

/// Words beside those of an employment.
pub(in crate::census) const BESIDE_EMPLOYMENTS: Words =
    Words("active|current|regular|former|cobra|full|part|time|union");

/// Types that say nothing of a relationship.
pub(in crate::census) const VAGUE_TYPES: Words = Words("d|dep|dependent|o|ot|oth|other|otherdependent");

/// Words beside a gender that change nothing.
pub(in crate::census) const BESIDE_GENDERS: Words = Words("gender|sex|legal|cis|cisgender|he|him|his|she|her|hers");

/// Words and codes of people who are covered.
pub(in crate::census) const ACTIVE: Words = Words(
    "0|a|act|active|y|yes|true|enrolled|covered|eligible|employed|fulltime|ft|parttime|pt|leave|leaveofabsence|loa|\
     onleave|activeemployee",
);

/// Words and codes of people who have left.
pub(in crate::census) const INACTIVE: Words = Words(
    "1|i|inactive|inact|t|term|termed|terminated|termination|n|no|false|ended|cancelled|canceled|ineligible|\
     notenrolled|deceased|resigned|separated|notactive|nolongeractive|nolongeremployed|nolongerwithcompany|\
     nolongerwiththecompany|notemployed|dismissed|discharged|quit|leftcompany|leftthecompany|leftemployment",
);

/// Words beside a status that change nothing.
pub(in crate::census) const BESIDE_STATUSES: Words =
    Words("voluntary|voluntarily|involuntary|involuntarily|employee|employment|member|emp|ee");

/// What stands for no value.
pub(in crate::census) const NOTHING: &[&str] = &["n/a", "na", "null", "none", "-", "--", "nan"];

/// Headings of the month of birth.
pub(in crate::census) const BIRTH_MONTHS: &[&str] = &["birthmonth", "dobmonth", "monthofbirth", "dobmm", "birthmon"];

/// Headings of the day of birth.
pub(in crate::census) const BIRTH_DAYS: &[&str] = &["birthday", "dobday", "dayofbirth", "dobdd"];

/// Headings of the year of birth.
pub(in crate::census) const BIRTH_YEARS: &[&str] = &["birthyear", "dobyear", "yearofbirth", "dobyyyy", "birthyr"];

/// Letters of kinds of employment.
pub(in crate::census) const EMPLOYMENT_LETTERS: &[&str] = &["f", "p", "t", "s", "ft", "pt", "c", "l"];

/// Letters of kinds of changes.
pub(in crate::census) const CHANGE_LETTERS: &[&str] = &["a", "c", "n", "r", "u", "t", "d", "x"];
