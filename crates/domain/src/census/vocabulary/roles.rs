//! The roles of a family: the relationships and member types, and the single words and codes that stand for them, those
//! of X12 834 (INS02) among them. What more words say is read in `relationships`.

use std::collections::HashMap;
use std::sync::LazyLock;

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
