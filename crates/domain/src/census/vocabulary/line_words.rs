//! The words of lines that are no rows: people who have left or may have, those who stay, dependents, parts of a company, and what a report prints
//! around its rows.

use super::Words;

/// What a word of a line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) enum LineWord {
    /// Words of people who have left, or may have. A line with one of them asks whether those below it have.
    Left,
    /// Words of people who are on leave, and employed.
    Leave,
    /// Words by which such a line says the opposite, before them.
    Negation,
    /// Words of a line that speaks of the rows above it.
    Above,
    /// Answers behind a label, by which there are none of them.
    Denial,
    /// Words of those who are covered. A line with one of them begins a section of others.
    Staying,
    /// Words of a label that tells a status behind it.
    StatusLabel,
    /// Words of a status of people who are covered.
    Covered,
    /// Words beside a leave.
    BesideLeave,
    /// Words for the parts of a company or a plan.
    Division,
    /// Words for those who have an employment of their own.
    Employee,
    /// Words for husbands and wives.
    Spouse,
    /// Words for children.
    Child,
    /// Partners of a company are none.
    Partner,
    /// Words for all who belong to an employee.
    Dependent,
    /// Words beside relatives that change nothing.
    BesideRelative,
    /// Words that begin or end a line that counts or sums. Some of them are names as well.
    Total,
    /// What is counted, and the words beside it.
    Counted,
    /// How lines begin that tell pages or printing.
    Print,
    /// What the row of an example calls itself.
    Example,
}

/// People who have left, or may have; also in headings.
pub(super) const LEFT: Words = Words(
    "terminated|terminations|termination|terminate|termed|terms|trm|inactive|inactives|in active|inactivate|inactivated|deactivate|non active|\
     not active|no longer|not employed|former|formerly|ex|past|leavers|left|quit|fired|separated|separations|separation|resigned|resignations|\
     resignation|departed|departures|discharged|dismissed|dismissal|deceased|retired|retirees|retiree|retirement|cobra|waived|waivers|waiver|\
     waive|declined|declines|opted out|opt out|ended|dropped|drops|drop|removed|removals|remove|deleted|deletions|deletion|delete|cancelled|\
     canceled|cancellations|cancellation|cancel|disenroll|disenrolled|disenrollment|laid off|layoff|furloughed|ineligible",
);

const LINE_WORDS: &[(LineWord, Words)] = &[
    (LineWord::Left, LEFT),
    (LineWord::Leave, Words("leave|leaves|loa|fmla")),
    (LineWord::Negation, Words("not|no|don|without|except|exclude|excludes|excluding|excluded|never|unless|if")),
    (LineWord::Above, Words("above|preceding")),
    (LineWord::Denial, Words("no|n|none|false")),
    (LineWord::Staying, Words("active|actives|current|hires|hire|rehires|enrolled")),
    (LineWord::StatusLabel, Words("status|section|employment|employee|emp|ee|member|work|worker")),
    (LineWord::Covered, Words("all|full time|fulltime|part time|parttime|seasonal|temporary")),
    (
        LineWord::BesideLeave,
        Words(
            "on|of|absence|currently|medical|coverage|benefits|plan|maternity|paternity|parental|family|military|personal|unpaid|paid|extended",
        ),
    ),
    (
        LineWord::Division,
        Words(
            "department|dept|division|location|site|branch|class|group|client|employer|plan|pay group|paygroup|cost center|cost centre|worksite|office",
        ),
    ),
    (
        LineWord::Employee,
        Words(
            "employees|employee|ees|ee|subscribers|subscriber|staff|personnel|workers|associates|retirees|retired|hires",
        ),
    ),
    (LineWord::Spouse, Words("spouse|spouses|husband|husbands|wife|wives")),
    (LineWord::Child, Words("child|children|kids|son|sons|daughter|daughters|stepchild|stepchildren|grandchildren")),
    (LineWord::Partner, Words("domestic partner|domestic partners|life partner|life partners")),
    (LineWord::Dependent, Words("dependent|dependents|dependant|dependants|deps|family members")),
    (
        LineWord::BesideRelative,
        Words(
            "covered|enrolled|eligible|active|domestic|life|other|information|info|data|details|detail|listing|list|roster|census|enrollment|\
     enrollments|report|family|relationship|type|dp|partner|partners|of|the|and|or|all|section|continued|cont",
        ),
    ),
    (
        LineWord::Total,
        Words("total|totals|subtotal|subtotals|tot|ttl|count|counts|headcount|sum|average|avg|median|minimum|maximum"),
    ),
    (
        LineWord::Counted,
        Words(
            "employee|employees|ee|ees|emps|member|members|dependent|dependents|subscriber|subscribers|participant|participants|worker|workers|\
     record|records|row|rows|entry|entries|people|persons|lives|spouses|children|males|females|grand|sub|final|net|running|overall|report|\
     page|company|group|number|no|nr|nbr|num|of|the|for|in|on|by|all|and|listed|found|selected|returned|affected|active|enrolled|eligible|\
     age|salary|premium|payroll|annual|usd|head|file|date|time|showing|to|query|pg|s",
        ),
    ),
    (
        LineWord::Print,
        Words(
            "printed|generated|prepared|exported|downloaded|created by|created on|run date|run time|run by|run on|report date|report run|report by|\
     report name|report id|print date|export date|date printed|as of|data as of|census as of|census data as of|last updated|end of|continued|\
     confidential",
        ),
    ),
    (LineWord::Example, Words("example|sample")),
];

impl LineWord {
    /// All words and phrases of this meaning.
    pub(in crate::census) fn words(self) -> Words {
        LINE_WORDS.iter().find(|(kind, _)| *kind == self).map_or(Words(""), |(_, words)| *words)
    }

    /// Whether a word stands in any table.
    pub(in crate::census) fn knows(word: &str) -> bool {
        LINE_WORDS.iter().any(|(_, words)| words.all().any(|phrase| phrase.split(' ').any(|one| one == word)))
    }

    /// Whether a word is one of them.
    pub(in crate::census) fn contains(self, word: &str) -> bool {
        self.words().contains(word)
    }

    /// Whether a text of these words begins with one of them.
    pub(in crate::census) fn begin(self, words: &[&str]) -> bool {
        self.words().begin(words)
    }

    /// The place of the first of them in a text of these words.
    pub(in crate::census) fn place_in(self, words: &[&str]) -> Option<usize> {
        self.words().place_in(words)
    }
}
