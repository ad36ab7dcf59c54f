//! The words of lines that a report prints around its rows: counts, pages, remarks, explanations, examples.

/// How totals and page lines begin, and the words between their numbers.
pub(in crate::census) const BEGINNINGS: &[&str] = &[
    "data", "census", "tot", "ttl", "final", "grand", "sub", "count", "rec", "row", "num", "emp", "mem", "ave", "sum",
    "head", "page", "pg", "print", "run", "rep", "gen", "as of", "conf", "cont", "end", "prep", "date", "time", "of",
    "group", "company", "overall", "no",
];

/// Codes for kinds of people, as rosters write them.
pub(in crate::census) const CODES_OF_KINDS: &[&str] =
    &["m", "f", "ee", "sp", "ch", "dp", "es", "ec", "ef", "eo", "fam"];

/// Words for kinds of people that nobody is called by.
pub(in crate::census) const KINDS_OF_NOBODY: &[&str] = &[
    "employees",
    "males",
    "females",
    "members",
    "subscribers",
    "dependents",
    "retirees",
    "waivers",
    "spouses",
    "only",
    "records",
    "rows",
    "family",
];

/// Words for kinds of people.
pub(in crate::census) const KINDS: &[&str] = &[
    "male",
    "males",
    "female",
    "females",
    "men",
    "women",
    "active",
    "actives",
    "inactive",
    "terminated",
    "cobra",
    "retired",
    "retirees",
    "enrolled",
    "waived",
    "waivers",
    "eligible",
    "ineligible",
    "covered",
    "full",
    "part",
    "time",
    "salaried",
    "hourly",
    "employee",
    "employees",
    "ee",
    "only",
    "and",
    "spouse",
    "spouses",
    "child",
    "children",
    "family",
    "single",
    "married",
    "dependents",
    "subscribers",
    "new",
    "hires",
];

/// What is counted in a sentence: `12 rows returned`.
pub(in crate::census) const TOLD_COUNTS: &[&str] =
    &["employees", "members", "records", "rows", "lives", "people", "subscribers", "dependents", "entries"];

/// Words of a sentence that counts.
pub(in crate::census) const TELLING: &[&str] = &["query", "showing", "displaying", "to", "listed", "on"];

/// What is counted, and the words beside it.
pub(in crate::census) const COUNTED: &[&str] = &[
    "employee",
    "employees",
    "member",
    "members",
    "dependent",
    "dependents",
    "subscriber",
    "subscribers",
    "participant",
    "participants",
    "record",
    "records",
    "row",
    "rows",
    "people",
    "persons",
    "lives",
    "count",
    "counts",
    "number",
    "of",
    "the",
    "for",
    "in",
    "file",
    "report",
    "group",
    "all",
    "active",
    "enrolled",
    "eligible",
    "salary",
    "premium",
    "payroll",
    "annual",
    "total",
    "totals",
    "and",
    "usd",
    "age",
    "affected",
    "listed",
    "males",
    "females",
    "ees",
    "emps",
    "found",
    "selected",
    "returned",
];

/// Words before a line that is left to be written on.
pub(in crate::census) const FORMS: &[&str] = &[
    "signature",
    "signed",
    "sign",
    "date",
    "title",
    "name",
    "print",
    "printed",
    "please",
    "here",
    "by",
    "authorized",
    "approved",
    "employer",
    "hr",
    "completed",
    "submitted",
    "phone",
    "initials",
    "of",
];

/// Labels of remarks, beside those of sections.
pub(in crate::census) const LABELS: &[&str] = &[
    "note",
    "notes",
    "remark",
    "remarks",
    "source",
    "legend",
    "codes",
    "tier codes",
    "plan codes",
    "coverage codes",
    "status codes",
    "relationship codes",
    "participation",
    "participation rate",
    "signature",
    "authorized signature",
    "employer signature",
    "signed by",
    "approved by",
    "submitted by",
    "completed by",
    "prepared by",
    "prepared for",
    "contact",
    "report",
    "carrier",
    "broker",
    "effective date",
];

/// What explains a column: its form, or whether it must be filled.
pub(in crate::census) const HINTS: &[&str] = &[
    "required",
    "optional",
    "required field",
    "text",
    "date",
    "number",
    "numeric",
    "string",
    "code",
    "m/f",
    "m or f",
    "male/female",
    "yes/no",
    "y/n",
    "5 digits",
    "10 digits",
    "9 digits",
    "2 letters",
    "n/a",
    "if applicable",
    "alphanumeric",
];

/// What a report is about, before the day that it is of.
pub(in crate::census) const SUBJECTS: &[&str] =
    &["data", "census", "roster", "report", "list", "information", "current", "effective", "status", "prices", "rates"];

/// What a page may be of.
pub(in crate::census) const REPORTS: &[&str] =
    &["report", "census", "roster", "list", "listing", "register", "printed", "date"];

/// What has an end: `End of listing`.
pub(in crate::census) const LISTS: &[&str] = &["report", "listing", "list", "census", "roster", "file"];

/// What stands before the day of a report or of what it is about.
pub(in crate::census) const DATED: &[&str] = &[
    "date printed",
    "exported",
    "downloaded",
    "last updated",
    "updated",
    "effective date",
    "effective",
    "plan year",
    "pay period",
    "pay period ending",
    "pay date",
    "check date",
    "week ending",
    "period ending",
    "period end",
    "billing period",
];

/// Words beside the figures of a day.
pub(in crate::census) const BESIDE_DAYS: &[&str] = &["on", "at", "am", "pm", "to", "through", "thru", "and"];

/// What stands beside the figures of a stamp.
pub(in crate::census) const BESIDE_STAMPS: &[&str] = &[
    "am",
    "pm",
    "a.m.",
    "p.m.",
    "at",
    "et",
    "est",
    "edt",
    "ct",
    "cst",
    "cdt",
    "mt",
    "mst",
    "mdt",
    "pt",
    "pst",
    "pdt",
    "utc",
    "gmt",
    "-",
    "mon",
    "tue",
    "wed",
    "thu",
    "fri",
    "sat",
    "sun",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];

/// Labels of what a report says of itself.
pub(in crate::census) const PRINTS: &[&str] = &[
    "run by",
    "report run by",
    "printed by",
    "print date",
    "printed on",
    "run date",
    "run time",
    "report date",
    "report name",
    "created by",
    "created on",
    "generated by",
    "generated on",
    "exported by",
    "exported on",
    "export date",
    "user id",
    "sorted by",
    "sort order",
    "filters applied",
    "filtered by",
    "selection criteria",
    "date printed",
    "requested by",
    "exported",
    "downloaded",
    "downloaded on",
    "downloaded by",
    "last updated",
    "last updated on",
    "last updated by",
    "effective date",
    "plan year",
    "pay period",
    "pay period ending",
    "period ending",
    "billing period",
    "as of",
    "as of date",
    "data as of",
    "census as of",
    "census data as of",
    "report as of",
    "information as of",
];

/// What says something of a report only with its colon.
pub(in crate::census) const COLONED: &[&str] =
    &["date", "time", "user", "filter", "filters", "parameters", "criteria", "ein", "fein", "tax id", "page"];

/// Types that only their size makes one.
pub(in crate::census) const TYPES_BY_LETTER: &[&str] = &["a", "n", "an", "x"];

/// Types of the values of a column.
pub(in crate::census) const TYPES: &[&str] = &[
    "varchar",
    "varchar2",
    "nvarchar",
    "char",
    "nchar",
    "text",
    "string",
    "int",
    "integer",
    "bigint",
    "smallint",
    "decimal",
    "float",
    "double",
    "real",
    "number",
    "numeric",
    "date",
    "datetime",
    "datetime2",
    "timestamp",
    "time",
    "bool",
    "boolean",
    "bit",
    "currency",
    "money",
    "alpha",
    "alphanumeric",
    "general",
    "short date",
    "long date",
    "short text",
    "long text",
    "date/time",
    "uuid",
];

/// What is measured of people.
pub(in crate::census) const MEASURES: &[&str] = &[
    "min", "max", "mean", "mode", "minimum", "maximum", "median", "average", "avg", "std dev", "stdev", "low", "high",
    "range", "variance",
];

/// What is counted or summed, in words that nobody is called.
pub(in crate::census) const SUMMED: &[&str] = &["tot", "ttl"];

/// What a bill says below its sum.
pub(in crate::census) const BILLED: &[&str] = &[
    "adjustment",
    "adjustments",
    "amount due",
    "balance",
    "balance due",
    "balance forward",
    "credit",
    "credits",
    "fees",
    "payments",
    "premium due",
    "previous balance",
    "tax",
    "taxes",
];

/// Words for the parts of a company.
pub(in crate::census) const PARTS: &[&str] =
    &["division", "department", "dept", "location", "cost center", "cost centre", "company", "branch", "worksite"];

/// What a row of an example calls itself.
pub(in crate::census) const EXAMPLES: &[&str] = &[
    "example",
    "sample",
    "for example",
    "example only",
    "sample only",
    "example row",
    "sample row",
    "example record",
    "sample record",
    "example entry",
    "sample entry",
    "example data",
    "sample data",
    "example employee",
    "sample employee",
    "employee example",
    "employee sample",
    "example member",
    "sample member",
    "example line",
    "sample line",
    "delete this row",
    "example delete this row",
    "example please delete",
];

/// How a place without anybody begins its name, signs in front left out of account.
pub(in crate::census) const VACANCIES: &[&str] =
    &["vacan", "open", "unfilled", "position", "to be", "(", "*", "[", "<"];

/// What is vacant.
pub(in crate::census) const PLACES: &[&str] =
    &["position", "positions", "role", "req", "requisition", "seat", "slot", "job", "headcount", "post", "opening"];
