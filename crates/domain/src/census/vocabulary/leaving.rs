//! The words of columns that tell who has left, and of their values.

use super::line_words::LineWord;
use super::words::{Meaning, meanings};

meanings! {
    /// What a part of a heading stands for, beside the words of people who have left.
    pub(in crate::census) enum Part in "leaving_parts" {
        /// By itself the day or the reason of leaving, or whether the person has left.
        Leaving,
        Day,
        /// What ends.
        Cover,
        Reason,
        /// By itself the kind of a change.
        Change,
        /// Of which kind a change is.
        Kind,
        Beside,
    }

    /// What a cell tells in a column of leaving; elsewhere it may be anything.
    pub(in crate::census) enum LeavingValue in "leaving_values" {
        /// A letter, a code of X12 (INS03) or a short word for a change that ends the employment.
        End,
    }

    /// What a whole heading beside columns of leaving says.
    pub(in crate::census) enum WholeHeading in "leaving_headings" {
        /// The day of a change, beside a column that tells what kind of change it is.
        ChangeDay,
        /// The day on which an employee came.
        Hired,
    }
}

/// What the key of a heading tells that consists of such words alone: a leaving or a change.
pub(in crate::census) fn told_by(key: &str) -> Option<Part> {
    let parts = parts_of(key)?;
    let has = |part: Part| parts.contains(&part);
    match () {
        () if has(Part::Change) => (!has(Part::Day) && !has(Part::Cover)).then_some(Part::Change),
        () if !has(Part::Leaving) => None,
        // `Enrollment End Date` may be of a plan.
        () => (if has(Part::Reason) { !has(Part::Day) } else { !has(Part::Kind) }).then_some(Part::Leaving),
    }
}

/// The words that make a key up, from the last to the first; `None` where others stand in it.
fn parts_of(key: &str) -> Option<Vec<Part>> {
    if key.is_empty() {
        return Some(Vec::new());
    }
    let left = LineWord::Left.words().map(|word| (Part::Leaving, word));
    let words = left.chain(Part::table().all());
    words.filter_map(|(part, word)| Some((part, key.strip_prefix(word)?))).find_map(|(part, rest)| {
        let mut parts = parts_of(rest)?;
        parts.push(part);
        Some(parts)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_leaving_are_known_by_their_words() {
        for (told, keys) in [
            (
                Some(Part::Leaving),
                "termdate terminatedon trmdt lastdayworked coverageend covenddt benefitsenddate thrudate dot dateleft \
                 termeffectivedate lastdayofemployment retirementdate enddate lastdayofcoverage termreason terminationreasoncode \
                 reasonforleaving exitreason separationreason terminated isterminated termed termination term separated hasleft left waived \
                 cobra retired",
            ),
            (
                Some(Part::Change),
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
