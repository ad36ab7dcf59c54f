//! The words of the names of sections: those of people who have left, of dependents, and those that only divide a list.

/// Words of which the names of sections are made.
pub(in crate::census) const SECTIONS: &[&str] = &[
    "summary",
    "inactive",
    "terminated",
    "terminations",
    "retirees",
    "retired",
    "cobra",
    "fulltime",
    "parttime",
    "full",
    "part",
    "time",
    "salaried",
    "hourly",
    "waived",
    "waivers",
    "declined",
    "coverage",
    "new",
    "hires",
    "rehires",
    "pending",
    "spouses",
    "children",
    "census",
    "list",
    "roster",
];

/// Words that say by themselves that people have left.
pub(in crate::census) const ENDED: &[&str] =
    &["terminated", "terminations", "termination", "termed", "inactive", "inactives", "former", "formerly", "leavers"];

/// Words that say so of people only: `Past Employees`.
pub(in crate::census) const ENDED_PEOPLE: &[&str] = &[
    "separated",
    "separations",
    "resigned",
    "resignations",
    "departed",
    "discharged",
    "dismissed",
    "deceased",
    "ex",
    "past",
    "left",
];

/// Several words that say one thing, and the word for it.
pub(in crate::census) const PHRASES: &[(&str, &str)] = &[
    ("in-active", "inactive"),
    ("non-active", "inactive"),
    ("not active", "inactive"),
    ("no longer active", "inactive"),
    ("no longer employed", "inactive"),
    ("not employed", "inactive"),
    ("no longer with the company", "inactive"),
    ("no longer with company", "inactive"),
    ("left the company", "inactive"),
    ("left company", "inactive"),
    ("left employment", "inactive"),
    // What follows from it says nothing else.
    ("do not bill", ""),
    ("do not invoice", ""),
    ("do not cover", ""),
];

/// Words for the people of a list.
pub(in crate::census) const PEOPLE: &[&str] = &[
    "employees",
    "employee",
    "ees",
    "ee",
    "members",
    "member",
    "dependents",
    "dependent",
    "subscribers",
    "subscriber",
    "participants",
    "people",
    "persons",
    "staff",
    "personnel",
    "workers",
    "associates",
];

/// Words beside all these that change nothing.
pub(in crate::census) const BESIDE: &[&str] = &[
    "of",
    "the",
    "and",
    "or",
    "all",
    "who",
    "have",
    "list",
    "roster",
    "census",
    "section",
    "status",
    "group",
    "class",
    "category",
    "department",
    "dept",
    "division",
    "continued",
    "cont",
];

/// Words beside them that tell a time, which may be one to come.
pub(in crate::census) const TIMES: &[&str] = &[
    "as",
    "since",
    "from",
    "through",
    "thru",
    "to",
    "in",
    "on",
    "after",
    "before",
    "during",
    "effective",
    "this",
    "last",
    "month",
    "quarter",
    "year",
    "ytd",
];

/// Words for a leave.
pub(in crate::census) const LEAVES: &[&str] = &["leave", "leaves", "loa", "fmla"];

/// Words beside those for a leave.
pub(in crate::census) const KINDS_OF_LEAVE: &[&str] = &[
    "on",
    "of",
    "absence",
    "currently",
    "medical",
    "maternity",
    "paternity",
    "parental",
    "family",
    "military",
    "personal",
    "unpaid",
    "paid",
    "extended",
];

/// Labels of sections that are parts of a company or a plan.
pub(in crate::census) const DIVISIONS: &[&str] = &[
    "department",
    "dept",
    "division",
    "location",
    "site",
    "branch",
    "company",
    "class",
    "group",
    "group name",
    "cost center",
    "cost centre",
    "plan",
    "pay group",
    "paygroup",
    "client",
    "employer",
];

/// Labels of sections that tell a status behind them.
pub(in crate::census) const STATUSES: &[&str] = &[
    "status",
    "section",
    "employment status",
    "employee status",
    "emp status",
    "ee status",
    "member status",
    "work status",
];

/// Words of remarks that tell who is not in the list.
pub(in crate::census) const NEGATED: &[&str] = &[
    "not",
    "no",
    "except",
    "exclude",
    "excludes",
    "excluding",
    "excluded",
    "without",
    "never",
    "unless",
    "if",
    "please",
    "only",
    "a",
    "t",
];

/// Words that `Former` is said of where it tells of a company, as in `Former Group`.
pub(in crate::census) const COMPANIES: &[&str] = &["group", "class", "category", "department", "dept", "division"];

/// Words of sections that only divide; any other is about who is covered.
pub(in crate::census) const DIVIDING: &[&str] = &[
    "fulltime",
    "parttime",
    "full",
    "part",
    "time",
    "salaried",
    "hourly",
    "spouses",
    "children",
    "males",
    "females",
    "salary",
    "seasonal",
    "temporary",
    "exempt",
    "nonexempt",
    "union",
    "nonunion",
];

/// Names of sections in a word that is nobody's name.
pub(in crate::census) const PLAIN: &[&str] = &[
    "employees",
    "subscribers",
    "participants",
    "members",
    "hourly",
    "salaried",
    "males",
    "females",
    "seasonal",
    "retirees",
    "retired",
    "actives",
    "waived",
    "waivers",
    "cobra",
    "loa",
    "fmla",
];

/// Words that may say it where nothing else is said: of people, of what covers them, or of what is to be done with them.
pub(in crate::census) const ENDED_ALONE: &[&str] = &[
    "separations",
    "separated",
    "resignations",
    "resigned",
    "deceased",
    "departed",
    "departures",
    "discharged",
    "dismissed",
    "dropped",
    "drops",
    "removed",
    "removals",
    "deleted",
    "deletions",
    "deletes",
    "cancelled",
    "canceled",
    "cancellations",
    "terms",
];

/// What is asked to be done with those below.
pub(in crate::census) const TO_END: &[&str] =
    &["terminate", "term", "remove", "delete", "drop", "cancel", "inactivate", "deactivate"];

/// Who is meant by that.
pub(in crate::census) const THOSE_BELOW: &[&str] = &["following", "below", "these"];

/// Words by which nobody is to be ended.
pub(in crate::census) const DENYING: &[&str] = &["not", "no", "never", "if", "unless"];

/// Words for husbands and wives.
pub(in crate::census) const SPOUSES: &[&str] = &["spouse", "spouses", "husband", "husbands", "wife", "wives"];

/// Words for children.
pub(in crate::census) const CHILDREN: &[&str] = &[
    "child",
    "children",
    "kids",
    "son",
    "sons",
    "daughter",
    "daughters",
    "stepchild",
    "stepchildren",
    "grandchildren",
];

/// Partners of a company are none.
pub(in crate::census) const PARTNERS: &[&str] =
    &["domestic partner", "domestic partners", "life partner", "life partners"];

/// Words for all who belong to an employee.
pub(in crate::census) const DEPENDENTS: &[&str] = &["dependent", "dependents", "dependant", "dependants", "deps"];

/// Words for several of them; in the singular they may be a heading, a label or somebody's name.
pub(in crate::census) const RELATIVES: &[&str] = &[
    "spouses",
    "husbands",
    "wives",
    "children",
    "kids",
    "sons",
    "daughters",
    "stepchildren",
    "grandchildren",
    "partners",
    "dependents",
    "dependants",
    "deps",
];

/// Words beside relatives that change nothing.
pub(in crate::census) const BESIDE_RELATIVES: &[&str] = &[
    "covered",
    "enrolled",
    "eligible",
    "active",
    "domestic",
    "life",
    "other",
    "information",
    "info",
    "data",
    "details",
];

/// What the head of a list of relatives may say more, as other words of sections.
pub(in crate::census) const LISTS_OF_RELATIVES: &[&str] =
    &["listing", "enrollment", "enrollments", "detail", "report", "family", "relationship", "type", "dp"];

/// Words for those who have an employment of their own.
pub(in crate::census) const EMPLOYED: &[&str] = &[
    "employees",
    "employee",
    "ees",
    "ee",
    "subscribers",
    "subscriber",
    "staff",
    "personnel",
    "workers",
    "associates",
    "retirees",
    "retired",
    "hires",
];
