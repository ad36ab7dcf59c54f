//! The words of the lines that divide a list: people who have left or may have, those who stay, dependents, parts of a company.

use super::Words;

/// Words of people who have left, or may have. A line with one of them asks whether those below it have.
pub(in crate::census) const LEFT: Words = Words(
    "terminated|terminations|termination|terminate|termed|terms|trm|inactive|inactives|in active|inactivate|inactivated|deactivate|non active|\
     not active|no longer|not employed|former|formerly|ex|past|leavers|left|quit|fired|separated|separations|separation|resigned|resignations|\
     resignation|departed|departures|discharged|dismissed|dismissal|deceased|retired|retirees|retiree|retirement|cobra|waived|waivers|waiver|\
     waive|declined|declines|opted out|opt out|ended|dropped|drops|drop|removed|removals|remove|deleted|deletions|deletion|delete|cancelled|\
     canceled|cancellations|cancellation|cancel|disenroll|disenrolled|disenrollment|laid off|layoff|furloughed|ineligible",
);

/// Words of people who are on leave, and employed.
pub(in crate::census) const LEAVES: Words = Words("leave|leaves|loa|fmla");

/// Words by which such a line says the opposite, before them.
pub(in crate::census) const NEGATED: Words =
    Words("not|no|don|without|except|exclude|excludes|excluding|excluded|never|unless|if");

/// Words of a line that speaks of the rows above it.
pub(in crate::census) const ABOVE: Words = Words("above|preceding");

/// Answers behind a label, by which there are none of them.
pub(in crate::census) const DENIED: Words = Words("no|n|none|false");

/// Words of those who are covered. A line with one of them begins a section of others.
pub(in crate::census) const STAYING: Words = Words("active|actives|current|hires|hire|rehires|enrolled");

/// Words of a label that tells a status behind it.
pub(in crate::census) const STATUSES: Words = Words("status|section|employment|employee|emp|ee|member|work|worker");

/// Words of a status of people who are covered.
pub(in crate::census) const COVERED: Words = Words("all|full time|fulltime|part time|parttime|seasonal|temporary");

/// Words beside a leave.
pub(in crate::census) const BESIDE_LEAVES: Words = Words(
    "on|of|absence|currently|medical|coverage|benefits|plan|maternity|paternity|parental|family|military|personal|unpaid|paid|extended",
);

/// Words for the parts of a company or a plan.
pub(in crate::census) const DIVISIONS: Words = Words(
    "department|dept|division|location|site|branch|class|group|client|employer|plan|pay group|paygroup|cost center|cost centre|worksite|office",
);

/// Words for those who have an employment of their own.
pub(in crate::census) const EMPLOYED: Words =
    Words("employees|employee|ees|ee|subscribers|subscriber|staff|personnel|workers|associates|retirees|retired|hires");

/// Words for husbands and wives.
pub(in crate::census) const SPOUSES: Words = Words("spouse|spouses|husband|husbands|wife|wives");

/// Words for children.
pub(in crate::census) const CHILDREN: Words =
    Words("child|children|kids|son|sons|daughter|daughters|stepchild|stepchildren|grandchildren");

/// Partners of a company are none.
pub(in crate::census) const PARTNERS: Words = Words("domestic partner|domestic partners|life partner|life partners");

/// Words for all who belong to an employee.
pub(in crate::census) const DEPENDENTS: Words = Words("dependent|dependents|dependant|dependants|deps|family members");

/// Words beside relatives that change nothing.
pub(in crate::census) const BESIDE_RELATIVES: Words = Words(
    "covered|enrolled|eligible|active|domestic|life|other|information|info|data|details|detail|listing|list|roster|census|enrollment|\
     enrollments|report|family|relationship|type|dp|partner|partners|of|the|and|or|all|section|continued|cont",
);
