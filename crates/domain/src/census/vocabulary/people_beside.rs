//! The words of columns that hold other people than the row's own.

use super::{Table, Words};

/// What a word of a heading speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) enum InHeading {
    /// A birth.
    Birth,
    /// What every person has one of, beside a name and a birth date.
    Detail,
    /// One who belongs to an employee.
    Relative,
    /// The same in short: a relative only beside a name or a birth date, as in `SP DOB`, `CH First`.
    ShortRelative,
    /// A name.
    Name,
    /// A contact or an heir: the columns behind such a name are theirs.
    NamedPerson,
    /// What people are insured by. The cells tell whether a plan stands there or the people on it.
    Coverage,
    /// Further people of any kind: `Others on plan`, `Who else is covered`.
    Anybody,
    /// Other people that a row names and does not cover, places and things with names like those of people, other names of the row's own person, and events that have a day.
    Other,
}

/// Words of headings.
pub(in crate::census) const HEADING_WORDS: Table<InHeading> = Table(&[
    (InHeading::Birth, Words("dob|birth|birthdate|birthday|bday|born|bdate|birthdt")),
    (InHeading::Detail, Words("ssn|ssns|sex|gender|genders")),
    (
        InHeading::Relative,
        Words(
            "spouse|spouses|partner|partners|husband|wife|child|children|childs|chd|kid|kids|son|sons|daughter|daughters|dep|deps|depn|\
         dpnd|dependent|dependents|dependant|dependants|stepchild|stepson|stepdaughter|baby|infant|newborn|relative|relatives|fiance|\
         fiancee|grandchild|niece|nephew|esposa|esposo|conyuge|hijo|hija|hijos|conjoint|enfant|enfants|ehepartner|family member|\
         family members|significant other|sig other|other adult|other adults|additional insured|covered persons",
        ),
    ),
    (InHeading::ShortRelative, Words("sp|sps|ch|dp|spo")),
    (
        InHeading::Name,
        Words(
            "name|names|nm|first|last|fname|lname|firstname|lastname|surname|given|givenname|fullname|nombre|apellido",
        ),
    ),
    (InHeading::NamedPerson, Words("beneficiary|beneficiaries|benef|bene|ben|emergency|contact|contacts|ice")),
    (InHeading::Coverage, Words("insurance|plan|plans|product|tier|coverage|coverages|benefit|benefits|policy")),
    (InHeading::Anybody, Words("others|else|who|people|persons|everybody|everyone")),
    (
        InHeading::Other,
        Words(
            "manager|managers|mgr|supervisor|supv|boss|lead|leader|foreman|chief|head|reports|reporting|report|director|approver|approved|\
         recruiter|recruited|hirer|interviewer|referred|referral|referrer|sponsor|physician|doctor|dr|pcp|dentist|provider|prescriber|\
         broker|agent|agency|advisor|adviser|consultant|counselor|coach|mentor|buddy|representative|rep|producer|carrier|insurer|\
         employer|company|organization|organisation|org|business|entity|client|customer|vendor|supplier|department|dept|division|\
         location|loc|site|office|branch|store|facility|building|school|college|university|district|region|territory|area|county|\
         country|city|town|state|street|address|worksite|workplace|position|title|job|occupation|role|class|category|type|status|code|\
         union|local|team|crew|shift|schedule|payroll|pay|cost|center|centre|bank|account|acct|attorney|trustee|custodian|landlord|\
         guardian|godparent|mother|father|mothers|fathers|parent|maiden|nickname|nick|preferred|prefers|goes|known|alias|aka|former|\
         formerly|previous|prior|birthname|chosen|display|called|pronoun|pronouns|language|race|ethnicity|religion|nationality|\
         citizenship|marital|user|username|login|email|mail|created|updated|modified|entered|prepared|signed|signature|signer|\
         verified|reviewed|reviewer|by|owner|assigned|project|grade|level|tobacco|smoker|age|relationship|relation|student|disabled|\
         medicare|medicaid|cobra|care|fsa|hsa|hra|group|groups|subgroup|subsidiary|affiliate|vehicle|property|hr|hire|hired|hiring|\
         rehire|rehired|start|started|starting|begin|began|end|ended|ending|term|termed|terminated|termination|effective|eff|\
         eligibility|enrollment|enrolment|enrolled|enroll|anniversary|seniority|service|worked|leave|loa|return|returned|event|\
         qualifying|election|elected|expiration|expires|expiry|exp|issue|issued|license|licence|visa|from|to|thru|through|adjusted|\
         probation|promotion|promoted|raise|increase|change|changed|waiver|waived|separation|resign|resigned|resignation|retire|\
         retired|retirement|death|deceased|married|marriage|divorce|wedding|exam|test|vaccination|screening|check|paid|period|month|\
         year|week|orientation|onboarding|onboarded|training|trained|certified|certification|joined|join|left|departure|entry|added|\
         removed|cancelled|canceled|accrual|vesting|vested|evaluation|appraisal|transfer|transferred|deposit|draft|due|received|\
         submitted|completed|posted|invoice|bill|billed",
        ),
    ),
]);

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

/// Headings for the person that a column of roles is about.
pub(in crate::census) const PERSONS: Words =
    Words("dependent|dependents|dependant|dep|member|participant|patient|enrollee");
