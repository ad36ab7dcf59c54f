//! The words of columns that tell who has left, and of their values.

/// Headings of days of leaving.
pub(in crate::census) const DAYS: &[&str] = &[
    "termdate",
    "termdt",
    "terminationdate",
    "terminationdt",
    "dateofterm",
    "dateoftermination",
    "dateterminated",
    "dateterm",
    "datetermed",
    "terminateddate",
    "terminatedon",
    "termeffectivedate",
    "terminationeffectivedate",
    "employmentenddate",
    "employmenttermdate",
    "employmentterminationdate",
    "coverageenddate",
    "coverageend",
    "coveragetermdate",
    "coverageterminationdate",
    "benefitenddate",
    "benefittermdate",
    "benefitterminationdate",
    "enddate",
    "enddt",
    "inactivedate",
    "inactivatedon",
    "canceldate",
    "canceldt",
    "cancellationdate",
    "dateofcancellation",
    "dropdate",
    "dropdt",
    "deletiondate",
    "deletedate",
    "resigndate",
    "quitdate",
    "datequit",
    "dateleft",
    "resignationdate",
    "coverageenddt",
    "coveragetermdt",
    "coverageterm",
    "coveragecanceldate",
    "employmentenddt",
    "employmenttermdt",
    "thrudate",
    "coveragethrudate",
    "separationdate",
    "dateofseparation",
    "lastday",
    "lastdayworked",
    "lastdayofwork",
    "lastdayofemployment",
    "lastworkday",
    "releasedate",
    "exitdate",
    "dot",
    "trmdt",
    "trmdate",
    "benefitsenddate",
    "benefitend",
    "benefitsend",
    "benefitstermdate",
    "covend",
    "covenddate",
    "covenddt",
    "covterm",
    "covtermdate",
    "covtermdt",
    "covtrmdt",
];

/// Headings that ask whether somebody has left.
pub(in crate::census) const LEFT: &[&str] =
    &["terminated", "isterminated", "termed", "termination", "term", "separated", "hasleft", "left"];

/// Headings that ask whether somebody is employed.
pub(in crate::census) const EMPLOYED: &[&str] =
    &["currentlyemployed", "stillemployed", "isemployed", "employed", "activelyemployed", "isstillemployed"];

/// Headings of reasons of leaving.
pub(in crate::census) const REASONS: &[&str] = &[
    "terminationreason",
    "termreason",
    "trmreason",
    "reasonfortermination",
    "terminationreasoncode",
    "termreasoncode",
    "separationreason",
    "reasonforseparation",
    "reasonforleaving",
    "exitreason",
];

/// Headings of kinds of changes.
pub(in crate::census) const CHANGES: &[&str] = &[
    "changetype",
    "typeofchange",
    "changecode",
    "transactiontype",
    "transactioncode",
    "transaction",
    "actiontype",
    "actioncode",
    "action",
    "actn",
    "act",
    "addchangeterm",
    "addtermchange",
    "change",
    "changeindicator",
    "updatecode",
    "addchangedelete",
    "addchangedrop",
    "eventtype",
    "event",
    "recordaction",
    "enrollmentaction",
    "maintenancereason",
    "changereason",
    "reasonforchange",
    "leavereason",
    "txn",
    "txntype",
    "txncode",
    "trans",
    "transtype",
    "transcode",
    "trantype",
    "trancode",
];

/// Headings of the maintenance codes of X12 (INS03).
pub(in crate::census) const MAINTENANCE: &[&str] = &[
    "maintenancetypecode",
    "maintenancecode",
    "maintenancetype",
    "mainttypecode",
    "maintcode",
    "maintcd",
    "mainttype",
    "ins03",
];

/// Where the day of a change stands, beside a column that tells what kind of change it is.
pub(in crate::census) const CHANGE_DAYS: &[&str] = &[
    "effectivedate",
    "effectivedt",
    "effdate",
    "effdt",
    "dateeffective",
    "changedate",
    "changeeffectivedate",
    "dateofchange",
    "eventdate",
    "actiondate",
    "transactiondate",
];

/// Short words for a change by which somebody leaves, which may be names elsewhere.
pub(in crate::census) const ENDS: &[&str] = &["del"];

/// How it is said that somebody has left.
pub(in crate::census) const YES: &[&str] = &["yes", "y", "true", "x"];

/// Kinds of employment that stand under a status.
pub(in crate::census) const KINDS_OF_EMPLOYMENT: &[&str] = &["fulltime", "ft", "parttime", "pt"];

/// Codes of statuses.
pub(in crate::census) const CODES: &[&str] = &["a", "i", "t"];
