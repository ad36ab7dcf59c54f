//! The words of columns that tell who has left, and of their values.

use super::line_words::LEFT;
use super::{Table, Words};

/// What a heading tells of leaving.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) enum Heading {
    /// The day or the reason of leaving, or whether the person has left.
    Leaving,
    /// What kind of change the row is.
    Change,
}

/// What a part of a heading stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Leaving,
    Day,
    /// What ends.
    Cover,
    Reason,
    Change,
    /// Of which kind a change is.
    Kind,
    Beside,
}

/// The words of such headings, beside [`LEFT`].
const PARTS: [(Part, Words); 8] = [
    (Part::Leaving, LEFT),
    (Part::Leaving, Words("term|end|resign|last|release|exit|thru|leaving")),
    (Part::Day, Words("date|dt|day|on")),
    (Part::Cover, Words("employment|coverage|cov|benefits|benefit")),
    (Part::Reason, Words("reason")),
    (
        Part::Change,
        Words(
            "change|transaction|txn|trans|tran|action|actn|act|event|update|maintenance|mainttype|maintcode|maintcd|ins03|leave",
        ),
    ),
    (Part::Kind, Words("type|code|indicator|record|enrollment|add")),
    (Part::Beside, Words("is|has|of|for|effective|work|worked")),
];

/// What the key of a heading tells that consists of such words alone.
pub(in crate::census) fn told_by(key: &str) -> Option<Heading> {
    if key == "dot" {
        return Some(Heading::Leaving);
    }
    let parts = parts_of(key)?;
    let has = |part: Part| parts.contains(&part);
    match () {
        () if has(Part::Change) => (!has(Part::Day) && !has(Part::Cover)).then_some(Heading::Change),
        () if !has(Part::Leaving) => None,
        // `Enrollment End Date` may be of a plan.
        () => (if has(Part::Reason) { !has(Part::Day) } else { !has(Part::Kind) }).then_some(Heading::Leaving),
    }
}

/// The words that make a key up, from the last to the first; `None` where others stand in it.
fn parts_of(key: &str) -> Option<Vec<Part>> {
    if key.is_empty() {
        return Some(Vec::new());
    }
    let words = PARTS.iter().flat_map(|(part, words)| words.all().map(move |word| (*part, word)));
    words.filter_map(|(part, word)| Some((part, key.strip_prefix(word)?))).find_map(|(part, rest)| {
        let mut parts = parts_of(rest)?;
        parts.push(part);
        Some(parts)
    })
}

/// Letters, codes of X12 (INS03) and short words for a change that ends the employment; elsewhere they may be anything.
pub(in crate::census) const ENDS: Words = Words("t|d|del|002|02|2|024|24");

/// Codes of statuses.
pub(in crate::census) const CODES: Words = Words("a|i|t");

/// What a whole heading beside columns of leaving says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) enum Beside {
    /// It asks whether the person is employed.
    Employed,
    /// The day of a change, beside a column that tells what kind of change it is.
    ChangeDay,
    /// The day on which an employee came.
    Hired,
}

/// Such headings.
pub(in crate::census) const HEADINGS: Table<Beside> = Table(&[
    (Beside::Employed, Words("currentlyemployed|stillemployed|isemployed|employed|activelyemployed|isstillemployed")),
    (
        Beside::ChangeDay,
        Words(
            "effectivedate|effectivedt|effdate|effdt|dateeffective|changedate|changeeffectivedate|dateofchange|eventdate|actiondate|transactiondate",
        ),
    ),
    (
        Beside::Hired,
        Words(
            "hiredate|hiredt|dateofhire|datehired|hired|hiredon|doh|originalhiredate|lasthiredate|rehiredate|dateofrehire|employmentdate|\
         employmentstartdate",
        ),
    ),
]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_leaving_are_known_by_their_words() {
        for (told, keys) in [
            (
                Some(Heading::Leaving),
                "termdate terminatedon trmdt lastdayworked coverageend covenddt benefitsenddate thrudate dot dateleft \
                 termeffectivedate lastdayofemployment retirementdate enddate lastdayofcoverage termreason terminationreasoncode \
                 reasonforleaving exitreason separationreason terminated isterminated termed termination term separated hasleft left waived \
                 cobra retired",
            ),
            (
                Some(Heading::Change),
                "changetype txncode addchangeterm leavereason maintenancereason recordaction event act",
            ),
            (
                None,
                "hiredate effectivedate leavedate planenddate enrollmentenddate lastname termlife changedate isactive",
            ),
        ] {
            for key in keys.split_whitespace() {
                assert_eq!(told_by(key), told, "{key}");
            }
        }
    }
}
