//! Headings of relationships, which say to whom in many words: `Relationship Description`, `Rel. to the Employee`.

use crate::census::vocabulary::Words;

const STEMS: [&str; 6] = ["relationship", "relation", "relshp", "rlshp", "reln", "rel"];

/// How it is told.
const FORMS: [&str; 9] = ["codedescription", "codedesc", "description", "descr", "desc", "name", "code", "cd", "type"];

/// Who is insured by himself.
const HOLDERS: Words = Words(
    "employee|empl|emp|ee|subscriber|sub|insured|member|participant|primary|primaryinsured|primarymember|\
     primarysubscriber|policyholder|cardholder|contractholder|accountholder|employeesubscriber",
);

const DEPENDENTS: Words = Words("dependent|dependant|dep");

/// Whether a key says that of somebody of a family, and not of a beneficiary or of whom to call.
pub(in crate::census) fn is_relationship(key: &str) -> bool {
    STEMS.iter().filter_map(|stem| key.strip_prefix(stem)).any(|rest| {
        let form = FORMS.iter().find_map(|form| rest.strip_prefix(form));
        // `Relation Name` may be that of the relative.
        let is_short = !key.starts_with("relationship") && (rest == "name" || rest == "type");
        (form == Some("") && !is_short) || [Some(rest), form].into_iter().flatten().any(says_of_whom)
    })
}

fn says_of_whom(rest: &str) -> bool {
    let whom = |word| rest.strip_prefix(word).map(|rest: &str| rest.strip_prefix("the").unwrap_or(rest));
    let bare = |whom: &str, names: Words| {
        names.contains(whom)
            || FORMS.iter().any(|form| whom.strip_suffix(form).is_some_and(|name| names.contains(name)))
    };
    whom("to").is_some_and(|whom| bare(whom, HOLDERS)) || whom("of").is_some_and(|whom| bare(whom, DEPENDENTS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relationship_is_to_somebody_who_is_insured_by_himself() {
        for key in [
            "relationshipdescription",
            "relationshipdesc",
            "reldesc",
            "relationshipname",
            "relationshiptotheemployee",
            "relationshiptoemp",
            "reltoemployee",
            "reltoinsured",
            "reltosub",
            "relationshipofdependent",
            "relationshiptoprimaryinsured",
            "relcodedesc",
            "relationshiptosubscribercode",
        ] {
            assert!(is_relationship(key), "{key}");
        }
        for key in [
            "relationship",
            "relationshipstatus",
            "relationshiptobeneficiary",
            "relationshiptodependent",
            "relationshipofemergencycontact",
            "relationshipmanager",
            "related",
            "religion",
            "releasedate",
            "relativename",
            "",
        ] {
            assert!(!is_relationship(key), "{key}");
        }
    }
}
