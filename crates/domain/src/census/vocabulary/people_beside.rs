//! The words of columns that hold other people than the row's own.

use super::{Table, Words};

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
