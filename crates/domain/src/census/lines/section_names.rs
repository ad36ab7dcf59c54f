//! What a line that divides a list says of the people below it.

use crate::census::cells::read_status;
use crate::census::vocabulary::sections::{COVERED, DENIED, LEFT, NEGATED, STATUSES, STAYING};
use crate::census::vocabulary::words_of;
use crate::members::Status;
use crate::text::fold;

/// What a line says of those below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) enum SectionName {
    /// They have left, or may have: it is asked.
    MayHaveLeft,
    /// They are others, such as `Active Employees`.
    Others,
}

/// What a text says of those below it; `None` where it tells nothing of a status.
pub(in crate::census) fn section_name(text: &str) -> Option<SectionName> {
    let folded = fold(text);
    let (label, value) = folded.split_once([':', '=']).map_or(("", &*folded), |(label, value)| (label, value.trim()));
    let label = words_of(label);
    if label.contains(&"status") && label.iter().all(|word| STATUSES.contains(word)) && !value.is_empty() {
        return Some(of_status(value));
    }
    // The key to codes: `T = Terminated`.
    if folded.contains('=') {
        return None;
    }
    // `Term`, `Not Enrolled`: a status by itself; a letter or a number may be anything.
    if folded.len() > 2 && !DENIED.contains(&folded) && read_status(&folded) == Some(Status::InActive) {
        return Some(SectionName::MayHaveLeft);
    }
    let words = words_of(&folded);
    // `Include terminated: No`, `Please leave blank`.
    let is_denied = words.last().is_some_and(|last| DENIED.contains(last)) || words.contains(&"blank");
    if is_denied && LEFT.place_in(&words).is_some() {
        return None;
    }
    let clauses: Vec<_> = folded.split(" - ").filter_map(of_clause).collect();
    let may_have_left = clauses.contains(&Told::Section(SectionName::MayHaveLeft));
    match () {
        () if may_have_left => Some(SectionName::MayHaveLeft),
        () if clauses.contains(&Told::NoLeavers) => None,
        () => clauses.contains(&Told::Section(SectionName::Others)).then_some(SectionName::Others),
    }
}

/// What a clause tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Told {
    Section(SectionName),
    /// That there are no leavers.
    NoLeavers,
}

/// What a clause says of the people below; a `not` before its word turns that round.
fn of_clause(text: &str) -> Option<Told> {
    let words = words_of(text);
    let is_negated = |place: usize| NEGATED.place_in(&words[..place]).is_some();
    if let Some(place) = LEFT.place_in(&words) {
        return Some(if is_negated(place) { Told::NoLeavers } else { Told::Section(SectionName::MayHaveLeft) });
    }
    let place = STAYING.place_in(&words)?;
    Some(Told::Section(if is_negated(place) { SectionName::MayHaveLeft } else { SectionName::Others }))
}

/// Returns what the value behind the label of a status says. An unknown code may mark people who have left.
fn of_status(value: &str) -> SectionName {
    let words = words_of(value);
    let may_have_left = LEFT.place_in(&words).is_some() || read_status(value) == Some(Status::InActive);
    let stays = || {
        read_status(value).is_some_and(|_| !value.contains(|c: char| c.is_ascii_digit()))
            || STAYING.place_in(&words).is_some()
            || COVERED.begin(&words)
    };
    if may_have_left || !stays() { SectionName::MayHaveLeft } else { SectionName::Others }
}

#[cfg(test)]
mod tests {
    use super::SectionName::{MayHaveLeft, Others};
    use super::*;

    #[test]
    fn any_word_of_leaving_makes_a_section_that_is_asked_about() {
        for name in [
            "Terminated",
            "Terminated Employees",
            "Terminated Employees (12)",
            "Terminated Employees: 3",
            "Terminated Employees - per HR 10/31",
            "Terminations:",
            "*** INACTIVE ***",
            "In-Active Employees",
            "Non-active",
            "Not active",
            "Former Group Members",
            "Ex-Employees",
            "No longer employed",
            "Employees who left the company",
            "Active and Terminated Employees",
            "TERMINATED - DO NOT BILL",
            "DO NOT BILL - TERMINATED",
            "Not Eligible - Terminated",
            "Not current",
            "Pending Terminations",
            "Terminated / COBRA",
            "COBRA PARTICIPANTS",
            "Retirees",
            "On Leave",
            "LOA",
            "TERM",
            "Not Enrolled",
            "Waived",
            "Declined coverage",
            "Deceased",
            "Please terminate the following:",
            "Status: Terminated",
            "Worker Status: Terminated",
            "Employment Status = Termed",
            "Status: T",
            "Status: X",
            "Status: 1",
            "Status: LOA",
            "Employment Status: On strike",
        ] {
            assert_eq!(section_name(name), Some(MayHaveLeft), "{name}");
        }
        for name in ["Active Employees", "New Hires", "Status: Active", "Status: A", "Employee Status: All", "Actives"]
        {
            assert_eq!(section_name(name), Some(Others), "{name}");
        }
        for name in [
            "Please do not list terminated employees",
            "No terminations this month",
            "Excludes terminated employees",
            "Include terminated: No",
            "Please leave the ID blank if it is unknown",
            "T = Terminated",
            "Department: Sales",
            "Employees",
            "Marital Status: Single",
            "Short Term Disability",
            "False",
            "Ann Bee",
            "1003",
            "",
        ] {
            assert_eq!(section_name(name), None, "{name}");
        }
    }
}
