//! Single words and codes of relationships, X12 834 (INS02) among them; what more words say is read in `relationships`.

use crate::census::vocabulary::roles::Relationship;

/// The relationship of one word or code, as `word_key` writes it.
pub(in crate::census) fn relationship_of(key: &str) -> Option<Relationship> {
    match () {
        () if is_employee(key) => Some(Relationship::Employee),
        () if is_spouse(key) => Some(Relationship::Spouse),
        () if is_child(key) => Some(Relationship::Child),
        () if is_partner(key) => Some(Relationship::Partner),
        () if is_other(key) => Some(Relationship::Other),
        () => None,
    }
}

/// Who holds the policy.
fn is_employee(key: &str) -> bool {
    matches!(
        key,
        "18" | "20"
            | "ee"
            | "e"
            | "emp"
            | "employee"
            | "self"
            | "subscriber"
            | "sub"
            | "primary"
            | "insured"
            | "policyholder"
            | "member"
            | "participant"
            | "applicant"
            | "employeeself"
            | "selfemployee"
            | "employeesubscriber"
            | "headofhousehold"
            | "hoh"
            | "60"
    )
}

/// Who is married to the employee.
fn is_spouse(key: &str) -> bool {
    matches!(
        key,
        "01" | "sp"
            | "s"
            | "h"
            | "w"
            | "spouse"
            | "wife"
            | "husband"
            | "spo"
            | "spou"
            | "sps"
            | "hus"
            | "husb"
            | "wif"
            | "spse"
            | "spousewife"
            | "spousehusband"
            | "married"
            | "legalspouse"
            | "lawfulspouse"
            | "commonlaw"
            | "commonlawspouse"
            | "esposa"
            | "esposo"
    )
}

/// Who lives with the employee as if married.
fn is_partner(key: &str) -> bool {
    matches!(
        key,
        "53" | "29"
            | "dp"
            | "domesticpartner"
            | "lifepartner"
            | "partner"
            | "civilunion"
            | "civilunionpartner"
            | "significantother"
            | "sigother"
            | "rdp"
            | "domptnr"
            | "dompart"
            | "dompartner"
            | "domesticptnr"
            | "domesticpartnerspouse"
    )
}

/// A child of the employee, or in the employee's care.
fn is_child(key: &str) -> bool {
    matches!(
        key,
        "19" | "09"
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
            | "hijo"
            | "hija"
            | "biologicalchild"
            | "naturalchild"
            | "childson"
            | "childdaughter"
            | "dependentchild"
            | "handicappeddependent"
            | "overagedependent"
            | "childofdomesticpartner"
            | "domesticpartnerchild"
            | "student"
    )
}

/// Others who belong to the employee, and those who once did.
fn is_other(key: &str) -> bool {
    matches!(
        key,
        "g8" | "g9"
            | "03"
            | "04"
            | "05"
            | "06"
            | "07"
            | "08"
            | "11"
            | "12"
            | "13"
            | "14"
            | "15"
            | "16"
            | "23"
            | "24"
            | "25"
            | "26"
            | "31"
            | "32"
            | "33"
            | "34"
            | "36"
            | "38"
            | "48"
            | "49"
            | "ot"
            | "o"
            | "oth"
            | "other"
            | "otherdependent"
            | "otherrelative"
            | "parent"
            | "mother"
            | "father"
            | "grandchild"
            | "grandson"
            | "granddaughter"
            | "sibling"
            | "brother"
            | "sister"
            | "niece"
            | "nephew"
            | "ward"
            | "exspouse"
            | "relative"
            | "otherrelationship"
            | "sponsoreddependent"
            | "grandparent"
            | "lda"
            | "legallydomiciledadult"
    )
}
