//! The words of the lines that a report prints around its rows.

use super::Words;

/// Words that begin or end a line that counts or sums. Some of them are names as well.
pub(in crate::census) const TOTALS: Words =
    Words("total|totals|subtotal|subtotals|tot|ttl|count|counts|headcount|sum|average|avg|median|minimum|maximum");

/// What is counted, and the words beside it.
pub(in crate::census) const COUNTED: Words = Words(
    "employee|employees|ee|ees|emps|member|members|dependent|dependents|subscriber|subscribers|participant|participants|worker|workers|\
     record|records|row|rows|entry|entries|people|persons|lives|spouses|children|males|females|grand|sub|final|net|running|overall|report|\
     page|company|group|number|no|nr|nbr|num|of|the|for|in|on|by|all|and|listed|found|selected|returned|affected|active|enrolled|eligible|\
     age|salary|premium|payroll|annual|usd|head|file|date|time|showing|to|query|pg|s",
);

/// How lines begin that tell pages or printing.
pub(in crate::census) const PRINTS: Words = Words(
    "printed|generated|prepared|exported|downloaded|created by|created on|run date|run time|run by|run on|report date|report run|report by|\
     report name|report id|print date|export date|date printed|as of|data as of|census as of|census data as of|last updated|end of|continued|\
     confidential",
);

/// What the row of an example calls itself.
pub(in crate::census) const EXAMPLES: Words = Words("example|sample");
