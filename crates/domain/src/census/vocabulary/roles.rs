//! The roles of a family: the relationships and member types, and the single words and codes that stand for them, those
//! of X12 834 (INS02) among them. What more words say is read in `relationships`.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::{Table, Words};
use crate::members::member::{DEPENDENT, PRIMARY};

/// Who of a family a member is (rules.md#plan-name-and-member-type).
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
    /// `EE`, `SP`, `CH`, `DP` or `OT` (rules.md#commands).
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

/// The words and codes of each relationship, as `word_key` writes them.
pub(in crate::census) const RELATIONSHIPS: &[(Relationship, &str)] = &[
    // Who holds the policy.
    (
        Relationship::Employee,
        "18 20 ee e emp employee self subscriber sub primary insured policyholder member participant applicant employeeself \
         selfemployee employeesubscriber headofhousehold hoh 60",
    ),
    // Who is married to the employee.
    (
        Relationship::Spouse,
        "01 sp s h w spouse wife husband spo spou sps hus husb wif spse spousewife spousehusband married legalspouse lawfulspouse \
         commonlaw commonlawspouse esposa esposo",
    ),
    // A child of the employee, or in the employee's care.
    (
        Relationship::Child,
        "19 09 10 17 43 ch c d dep dependent child son daughter dau dtr dgt dght chd chi chld kid sc stepchild stepson \
         stepdaughter dc disabledchild disableddependent ac adoptedchild adopted fosterchild fc lg legalguardian \
         legalguardianship newborn hijo hija biologicalchild naturalchild childson childdaughter dependentchild \
         handicappeddependent overagedependent childofdomesticpartner domesticpartnerchild student",
    ),
    // Who lives with the employee as if married.
    (
        Relationship::Partner,
        "53 29 dp domesticpartner lifepartner partner civilunion civilunionpartner significantother sigother rdp domptnr dompart \
         dompartner domesticptnr domesticpartnerspouse",
    ),
    // Others who belong to the employee, and those who once did.
    (
        Relationship::Other,
        "g8 g9 03 04 05 06 07 08 11 12 13 14 15 16 23 24 25 26 31 32 33 34 36 38 48 49 ot o oth other otherdependent \
         otherrelative parent mother father grandchild grandson granddaughter sibling brother sister niece nephew ward exspouse \
         relative otherrelationship sponsoreddependent grandparent lda legallydomiciledadult",
    ),
];

static BY_WORD: LazyLock<HashMap<&'static str, Relationship>> = LazyLock::new(|| {
    let words =
        RELATIONSHIPS.iter().flat_map(|(relationship, words)| words.split(' ').map(|word| (word, *relationship)));
    words.collect()
});

/// The relationship of one word or code, as `word_key` writes it.
pub(in crate::census) fn relationship_of(key: &str) -> Option<Relationship> {
    BY_WORD.get(key).copied()
}

/// Words of headings of relationships.
pub(in crate::census) const RELATIONS: Words = Words("relationship|relation|relations|rel|relshp|rlshp|reln");

/// Words of cells of coverage, which are no names.
pub(in crate::census) const NO_NAMES: Words = Words(
    "yes|no|y|n|x|true|false|waived|waive|waiver|waives|covered|cover|declined|decline|declines|elected|elect|enrolled|enroll|\
     active|inactive|pending|eligible|ineligible|employee|only|family|single|none|all|both|ppo|hmo|hsa|epo|pos|hdhp|gold|silver|\
     bronze|platinum|medical|dental|vision|life|basic|core|plus|high|low|plan|unknown|tbd|same|see|attached|above|below|self|ee|\
     es|ec|fam|emp|spouse|child|children|dependent|dependents|partner|or|on|file|member|subscriber|retiree|insured|primary|\
     refused|opted|excluded|included|accepted|out|in",
);

/// Headings of the numbers of people within a family.
pub(in crate::census) const PERSON_NUMBERS: Words = Words(
    "depno|depnumber|depnum|depseq|depseqno|depsequence|depcode|dependentno|dependentnumber|dependentnum|dependentseq|\
     dependentsequence|dependentcode|dependentsuffix|personcode|personno|personnumber|personnum|personseq|personsequence|\
     personsuffix|memberseq|membersequence|membersuffix|membersequencenumber|seq|seqno|seqnumber|seqnum|sequence|sequenceno|\
     sequencenumber|personid|membernumber|memberno|dep|dependent|person",
);

/// Words beside `Dependent` in a heading that asks for a yes or no.
pub(in crate::census) const BESIDE_ANSWERS: Words = Words("is|a|flag|indicator|ind|y|n|yn");

/// What a heading, or a part of one, says of a column of roles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) enum RoleHeading {
    /// It is a heading of a column that may hold roles.
    Whole,
    /// Such a heading ends so.
    End,
    /// A heading with it is of something else.
    Other,
}

/// Headings of columns of roles.
pub(in crate::census) const ROLE_HEADINGS: Table<RoleHeading> = Table(&[
    (
        RoleHeading::Whole,
        Words(
            "member|person|participant|insured|enrollee|familymember|who|status|memberstatus|familystatus|dependentstatus|dependent",
        ),
    ),
    (RoleHeading::End, Words("type|role|category|indicator|kind|code|designation|class|position|relationship")),
    (RoleHeading::Other, Words("benef|contact|emergency|coverage|tier|plan|elect|rate|product|enrollment")),
]);

/// Headings for the person that a row is about, beside its employee.
pub(in crate::census) const PERSONS: Words =
    Words("dependent|dependents|dependant|dep|member|participant|patient|enrollee");
