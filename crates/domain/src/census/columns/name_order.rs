//! Which name comes first in a column of whole names, where neither a comma nor the heading says so.
//!
//! Families share their first word where the last name comes first, as `DOE JOHN` and `DOE JANE` do; given names stand behind it then.
//! Where neither tells, a person says it for the column (rules.md#order-of-values).

use super::employees::EmployeeColumns;
use super::evidence::{Evidence, Verdict, weigh};
use super::{How, Mapping};
use crate::census::cells::no_names::is_nobodys;
use crate::census::cells::{clean, read_relationship};
use crate::census::field::Field;
use crate::census::findings::issue::{Issue, IssueKind};
use crate::census::source::lines::Row;
use crate::census::vocabulary::given_names::is_given_name;
use crate::census::vocabulary::headings::says_last_first;
use crate::census::vocabulary::orders::ValueOrder;
use crate::text::fold;

/// So many of a family at least share the first word with their employee, and so many times as many as share the last one.
const FEWEST: usize = 2;
const CLEARLY: usize = 4;
/// So many given names behind another word say by themselves that the last name comes first.
const FEWEST_GIVEN: usize = 3;

/// The order of the names in the column of whole names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) struct NameOrder {
    /// The place of the column.
    pub(in crate::census) place: usize,
    /// Whether the last name comes first.
    pub(in crate::census) last_first: bool,
    /// Whether the names leave no doubt.
    pub(in crate::census) is_sure: bool,
}

impl NameOrder {
    /// What the rows at the beginning tell; `None` without a column of whole names that is needed, and where a comma or the heading tells. The
    /// names of employees beside those of their dependents count as well.
    pub(in crate::census) fn among(mapping: &Mapping, people: &[&Row]) -> Option<Self> {
        let stand_ins = || mapping.stand_ins().and_then(|employees| employees.whole_name());
        let named = || EmployeeColumns::named(mapping.columns()).and_then(|employee| employee.whole_name());
        let employee = || named().or_else(stand_ins);
        let says = |place: usize| says_last_first(&mapping.columns()[place].heading);
        let has_parts = mapping.column_of(Field::FirstName).is_some() && mapping.column_of(Field::LastName).is_some();
        if has_parts {
            let place = employee().filter(|place| !says(*place))?;
            let evidence = Seen::of_employees(mapping, place, people);
            let order = evidence.order(place);
            return (evidence.names > 0 && order.is_sure && order.last_first).then_some(order);
        }
        let place = mapping.column_of(Field::FullName)?;
        let chosen = mapping.chosen_order(Field::FullName);
        if chosen.is_none() && says(place) {
            return None;
        }
        let evidence = Seen::of(mapping, (place, employee()), people);
        (evidence.names > 0).then(|| evidence.order(place).or_chosen(chosen))
    }

    /// The order that people have chosen, which is sure unless an earlier file has it and this one surely contradicts it.
    fn or_chosen(self, chosen: Option<(ValueOrder, How)>) -> Self {
        let Some((order, how)) = chosen else { return self };
        let last_first = order == ValueOrder::LastFirst;
        Self { last_first, is_sure: how == How::ByHand || !self.is_sure || self.last_first == last_first, ..self }
    }

    /// The question about the column where the order is not sure (rules.md#order-of-values).
    pub(in crate::census) fn issue(self, mapping: &Mapping, line: u64) -> Option<Issue> {
        if self.is_sure {
            return None;
        }
        let heading = &mapping.columns()[self.place].heading;
        let message = format!("The file does not tell for sure which name comes first in '{heading}'. Which does?");
        Some(Issue { line, key: Some(heading.clone()), kind: IssueKind::NameOrder, message, value: None })
    }
}

/// What names show of either order.
#[derive(Debug, Default)]
struct Seen {
    /// Names of two words and more without a comma.
    names: usize,
    /// People of a family who share nothing but the first, or nothing but the last word.
    first_shared: usize,
    last_shared: usize,
    /// Given names at the beginning and at the end.
    given_first: usize,
    given_last: usize,
}

impl Seen {
    fn of(mapping: &Mapping, (place, employee): (usize, Option<usize>), people: &[&Row]) -> Self {
        let role = mapping.column_of(Field::Relationship).or_else(|| mapping.column_of(Field::MemberType));
        let is_dependent = |row: &Row| {
            role.is_some_and(|role| read_relationship(clean(row.cell(role))).is_some_and(|role| role.is_dependent()))
        };
        let mut found = Self::default();
        let mut above: Option<(String, String)> = None;
        for row in people {
            let own = ends_of(clean(row.cell(place)));
            let employee = employee.and_then(|place| ends_of(clean(row.cell(place))));
            if let Some(employee) = employee {
                let is_new = above.as_ref() != Some(&employee);
                if is_new && own.as_ref() != Some(&employee) {
                    found.see(&employee);
                }
                if let Some(own) = own {
                    found.see(&own);
                    found.compare(&employee, &own);
                }
                above = Some(employee);
                continue;
            }
            let Some(ends) = own else { continue };
            found.see(&ends);
            // Without a column of roles those of one last name mostly stand below each other.
            if let Some(above) = above.as_ref().filter(|_| role.is_none() || is_dependent(row)) {
                found.compare(above, &ends);
            }
            if above.is_none() || !is_dependent(row) {
                above = Some(ends);
            }
        }
        found
    }

    /// Of employees whose whole names stand beside the last names of their dependents.
    fn of_employees(mapping: &Mapping, place: usize, people: &[&Row]) -> Self {
        let mut found = Self::default();
        for row in people {
            let Some((first, last)) = ends_of(clean(row.cell(place))) else { continue };
            let own = mapping.column_of(Field::LastName).map(|place| fold(clean(row.cell(place)))).unwrap_or_default();
            found.first_shared += usize::from(first == own && last != own);
            found.last_shared += usize::from(first != own && last == own);
            found.see(&(first, last));
        }
        found
    }

    fn see(&mut self, (first, last): &(String, String)) {
        self.names += 1;
        self.given_first += usize::from(is_given_name(first));
        self.given_last += usize::from(is_given_name(last));
    }

    /// Counts what two of a family share.
    fn compare(&mut self, one: &(String, String), other: &(String, String)) {
        self.first_shared += usize::from(one.0 == other.0 && one.1 != other.1);
        self.last_shared += usize::from(one.0 != other.0 && one.1 == other.1);
    }

    fn order(&self, place: usize) -> NameOrder {
        let is_clear = |many: usize, few: usize| many > CLEARLY * few;
        let reasons = [
            (false, 4),
            (false, if self.given_first > self.given_last { 5 } else { 0 }),
            (false, if is_clear(self.given_first, self.given_last) { 8 } else { 0 }),
            (false, if self.last_shared > self.first_shared { 5 } else { 0 }),
            (true, if self.first_shared >= FEWEST && is_clear(self.first_shared, self.last_shared) { 5 } else { 0 }),
            (true, if self.given_last > self.given_first { 5 } else { 0 }),
            // By itself it is asked about.
            (true, u32::from(self.given_last >= FEWEST_GIVEN && is_clear(self.given_last, self.given_first))),
        ];
        let (last_first, is_sure) = match weigh(reasons.map(|(claim, weight)| Evidence { claim, weight })) {
            Some(Verdict::Sure(last_first)) => (last_first, true),
            Some(Verdict::Ask(near)) => (near[0], false),
            None => (false, false),
        };
        NameOrder { place, last_first, is_sure }
    }
}

/// The first and the last word of a name without a comma.
fn ends_of(name: &str) -> Option<(String, String)> {
    let folded = fold(name);
    if folded.contains(',') || is_nobodys(name) {
        return None;
    }
    // A middle initial or name stands behind the given one.
    let mut words = folded.split_whitespace();
    let (first, second) = (words.next()?, words.next()?);
    Some((first.to_owned(), words.rfind(|word| word.len() > 1).unwrap_or(second).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::super::Remembered;
    use super::*;

    /// Whether the last name is read first, and whether that is sure.
    fn order(heading: &str, lines: &[&str]) -> Option<(bool, bool)> {
        let mapping = Mapping::propose(heading.split(','), &Remembered::default());
        let rows: Vec<Row> = lines.iter().map(|line| Row::of_line(line)).collect();
        NameOrder::among(&mapping, &rows.iter().collect::<Vec<_>>()).map(|order| (order.last_first, order.is_sure))
    }

    #[test]
    fn families_and_given_names_tell_the_order() {
        let (sure, unsure) = (true, false);
        for (lines, expected) in [
            (&["DOE JOHN,,EE", "DOE JANE,,SP", "DOE MARY,,CH"][..], Some((true, sure))),
            (&["JOHN DOE,,EE", "JANE DOE,,SP"], Some((false, sure))),
            (&["Ann Bee,,EE"], Some((false, sure))),
            (&["Zzyx Qoph,,EE", "Vrum Qoph,,CH"], Some((false, sure))),
            (&["Qoph Zzyx,,EE", "Qoph Vrum,,CH", "Qoph Blit,,CH"], Some((false, unsure))),
            (&["Zzyx Qoph,,EE"], Some((false, unsure))),
            (&["DOE JOHN,,EE", "DOE JANE,,SP"], Some((false, unsure))),
            (&["DOE JOHN,,EE", "ROE MARY,,EE", "POE ANN,,EE"], Some((true, unsure))),
            (&["\"Doe, John\",,EE"], None),
            (&["Cher,,EE"], None),
            (&[], None),
        ] {
            assert_eq!(order("Name,DOB,Relationship", lines), expected, "{lines:?}");
        }
        let alone = ["DOE JANE,,", "DOE JOHN,,", "DOE MARY,,", "ROE ANN,,"];
        assert_eq!(order("Name,DOB,City", &alone), Some((true, sure)), "neighbours of one last name");
        let by_given_name = ["JOHN DOE,,", "JOHN ROE,,", "JOHN POE,,"];
        assert_eq!(order("Name,DOB,City", &by_given_name), Some((false, sure)));
        assert_eq!(order("Name (Last First),DOB", &alone), None, "the heading says it");
        assert_eq!(order("First Name,Last Name,DOB", &alone), None);
    }

    #[test]
    fn names_of_employees_count_beside_those_of_their_dependents() {
        let beside = ["DOE JOHN,,", "DOE JOHN,DOE JANE,", "DOE JOHN,DOE MARY,", "ROE PAUL,,"];
        assert_eq!(order("Employee Name,Dependent Name,DOB", &beside), Some((true, true)));
        let turned = ["JOHN DOE,,", "JOHN DOE,JANE DOE,", "PAUL ROE,,"];
        assert_eq!(order("Employee Name,Dependent Name,DOB", &turned), Some((false, true)));
        let parts = ["DOE JOHN,,,", "DOE JOHN,JANE,DOE,", "DOE JOHN,MARY,DOE,", "ROE PAUL,ANNA,ROE,"];
        let heading = "Employee Name,Dependent First Name,Dependent Last Name,Dependent DOB";
        assert_eq!(order(heading, &parts), Some((true, true)));
    }
}
