//! Which number of a date of birth is the month, and which name comes first (rules.md#order-of-values).
//!
//! Families share their first word where the last name comes first, as `DOE JOHN` and `DOE JANE` do; given names stand behind it then.
//! A person's choice goes before the heading, and the heading before the values. Where the values contradict the order, the file stops at Map
//! Data with one question about the column.

use super::employees::EmployeeColumns;
use super::evidence::{Evidence, Verdict, weigh};
use super::{How, Mapping};
use crate::census::cells::is_nobodys;
use crate::census::cells::{DateOrder, Written, clean, read_relationship, written};
use crate::census::field::Field;
use crate::census::findings::issue::{Issue, IssueKind};
use crate::census::source::lines::Row;
use crate::census::vocabulary::given_names::is_given_name;
use crate::census::vocabulary::headings::{says_day_first, says_last_first};
use crate::census::vocabulary::{RememberedOrders, ValueOrder};
use crate::text::fold;

/// Of so many dates one that contradicts the others may be a slip of its own.
const SLIP: u32 = 20;

/// How the dates of birth of the first rows are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::census) struct DateEvidence {
    /// Dates of whatever form.
    pub(in crate::census) dates: u32,
    /// Those that can only be read with the month first.
    pub(in crate::census) month_first: u32,
    /// Those that can only be read with the day first.
    pub(in crate::census) day_first: u32,
    /// Those of them with full stops, which count once another one with stops can be read either way.
    with_stops: u32,
    is_open: bool,
    /// Those that can be read either way.
    pub(in crate::census) either_way: u32,
    /// Other dates of the file that can only be read with the month first, where no date of birth can.
    pub(in crate::census) others_month_first: u32,
    /// Likewise with the day first.
    pub(in crate::census) others_day_first: u32,
}

impl DateEvidence {
    /// What the rows of people tell. Where each date of birth can be read either way, the file's other dates count.
    pub(in crate::census) fn among(mapping: &Mapping, people: &[&Row]) -> Self {
        let Some(place) = mapping.column_of(Field::DateOfBirth) else { return Self::default() };
        let found = Self::of(place, people);
        if found.month_first + found.day_first > 0 || found.either_way == 0 {
            return found;
        }
        let others = mapping.columns.iter().filter(|column| column.field.is_none());
        others.map(|column| Self::of(column.index, people)).fold(found, |found, other| Self {
            others_month_first: found.others_month_first + other.month_first,
            others_day_first: found.others_day_first + other.day_first,
            ..found
        })
    }

    fn of(place: usize, people: &[&Row]) -> Self {
        people.iter().fold(Self::default(), |found, row| found.with(clean(row.cell(place))))
    }

    /// With what one more cell tells.
    #[must_use]
    pub(in crate::census) fn with(mut self, cell: &str) -> Self {
        self.dates += u32::from(cell.contains(|c: char| c.is_ascii_digit()));
        match written(cell) {
            Some(Written::MonthFirst) => self.month_first += 1,
            // Full stops are written by people who put the day first: such a date is read in either order.
            Some(Written::DayFirst) if cell.contains('.') => self.with_stops += 1,
            Some(Written::DayFirst) => self.day_first += 1,
            Some(Written::EitherWay) => {
                self.either_way += 1;
                self.is_open |= cell.contains('.');
            }
            Some(Written::DayNumber | Written::SixDigits) | None => {}
        }
        if self.is_open {
            self.day_first += std::mem::take(&mut self.with_stops);
        }
        self
    }

    /// Whether more dates than a slip contradict an order.
    const fn contradicts(self, order: DateOrder) -> bool {
        let (with, against) = match order {
            DateOrder::MonthFirst => (self.month_first, self.day_first),
            DateOrder::DayFirst => (self.day_first, self.month_first),
        };
        let is_slip = against == 1 && self.either_way == 0;
        against > 0 && (against >= with || (!is_slip && against * SLIP >= with + against))
    }
}

/// An order that a person has chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Chosen {
    order: ValueOrder,
    how: How,
}

impl Mapping {
    /// Reads the dates of birth or the whole names in this order, as a person has said of this file.
    pub fn choose_order(&mut self, order: ValueOrder) {
        self.set_order(order, How::ByHand);
    }

    /// Takes the orders that were chosen in earlier files of the group for columns of the same heading.
    pub(in crate::census) fn recall_orders(&mut self, remembered: &RememberedOrders) {
        for field in [Field::DateOfBirth, Field::FullName] {
            let key = self.column_of(field).map(|place| &self.columns[place].key);
            if let Some(order) = key.and_then(|key| remembered.get(key)).filter(|order| order.field() == field) {
                self.set_order(*order, How::Remembered);
            }
        }
    }

    fn set_order(&mut self, order: ValueOrder, how: How) {
        self.orders.retain(|chosen| chosen.order.field() != order.field());
        self.orders.push(Chosen { order, how });
    }

    /// The orders that people have chosen, for this file or an earlier one of the group.
    pub fn chosen_orders(&self) -> impl Iterator<Item = ValueOrder> + '_ {
        self.orders.iter().map(|chosen| chosen.order)
    }

    /// The chosen orders by the key of the heading, to be remembered for the group.
    pub fn orders_to_remember(&self) -> RememberedOrders {
        let of_column = |order: ValueOrder| {
            let key = &self.columns[self.column_of(order.field())?].key;
            (!key.is_empty()).then(|| (key.clone(), order))
        };
        self.chosen_orders().filter_map(of_column).collect()
    }

    /// The order that people have chosen for the values of a field, and how.
    pub(in crate::census) fn chosen_order(&self, field: Field) -> Option<(ValueOrder, How)> {
        let chosen = self.orders.iter().find(|chosen| chosen.order.field() == field)?;
        self.column_of(field).map(|_| (chosen.order, chosen.how))
    }

    /// Which number of a date of birth is the month.
    pub fn date_order(&self) -> DateOrder {
        match self.chosen_order(Field::DateOfBirth) {
            Some((ValueOrder::DayFirst, _)) => DateOrder::DayFirst,
            Some(_) => DateOrder::MonthFirst,
            None if self.day_first() || self.dates.day_first > self.dates.month_first => DateOrder::DayFirst,
            None => DateOrder::MonthFirst,
        }
    }

    /// Whether a person or the heading tells which number of a date is the month.
    pub fn knows_date_order(&self) -> bool {
        self.chosen_order(Field::DateOfBirth).is_some() || self.day_first()
    }

    /// Whether the heading of the birth dates says that the day comes first.
    pub fn day_first(&self) -> bool {
        self.column_of(Field::DateOfBirth).is_some_and(|index| says_day_first(&self.columns[index].heading))
    }

    /// With how all dates of birth of a file are written, of which the first rows have told a part.
    #[must_use]
    pub(in crate::census) fn with_dates(&self, dates: DateEvidence) -> Self {
        let (others_month_first, others_day_first) = (self.dates.others_month_first, self.dates.others_day_first);
        let dates = DateEvidence { others_month_first, others_day_first, ..dates };
        Self { dates, ..self.clone() }
    }

    /// How the dates of birth of the first rows are written.
    pub(in crate::census) const fn date_evidence(&self) -> DateEvidence {
        self.dates
    }

    /// The question about the column of birth dates, where its values contradict the order that is known of it.
    pub(super) fn order_of_dates_issue(&self, line: u64) -> Option<Issue> {
        let order = match self.chosen_order(Field::DateOfBirth) {
            Some((_, How::ByHand)) => return None,
            Some(_) => self.date_order(),
            None if self.day_first() => DateOrder::DayFirst,
            None => DateOrder::MonthFirst,
        };
        let heading = &self.columns[self.column_of(Field::DateOfBirth)?].heading;
        let DateEvidence { dates, month_first, day_first, others_month_first, others_day_first, .. } = self.dates;
        let others = DateEvidence { month_first: others_month_first, day_first: others_day_first, ..self.dates };
        let are_others = !self.knows_date_order() && others.contradicts(order);
        (are_others || self.dates.contradicts(order)).then(|| {
            let message = match are_others {
                true => format!(
                    "Each date in '{heading}' can be read either way. Of the file's other dates {others_day_first} can only be read with the day \
                     first, and {others_month_first} only with the month first. Which comes first?"
                ),
                false => format!(
                    "Of {dates} dates in '{heading}' {day_first} can only be read with the day first, and {month_first} only with the month \
                     first. Which comes first?"
                ),
            };
            Issue { line, key: Some(heading.clone()), kind: IssueKind::DateOrder, message, value: None }
        })
    }
}

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
    /// What the rows at the beginning tell; `None` without a column of whole names that is needed, and where a comma or the heading tells.
    pub(in crate::census) fn among(mapping: &Mapping, people: &[&Row]) -> Option<Self> {
        let says = |place: &usize| says_last_first(&mapping.columns()[*place].heading);
        if mapping.column_of(Field::FirstName).is_some() && mapping.column_of(Field::LastName).is_some() {
            let named = EmployeeColumns::named(mapping.columns()).and_then(|employee| employee.whole_name());
            let employee = named.or_else(|| mapping.stand_ins().and_then(|employee| employee.whole_name()));
            let order = Seen::of_employees(mapping, employee.filter(|place| !says(place))?, people)?;
            return (order.is_sure && order.last_first).then_some(order);
        }
        let place = mapping.column_of(Field::FullName)?;
        let chosen = mapping.chosen_order(Field::FullName);
        if chosen.is_none() && says(&place) {
            return None;
        }
        Some(Seen::of(mapping, place, people)?.or_chosen(chosen))
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
    fn of(mapping: &Mapping, place: usize, people: &[&Row]) -> Option<NameOrder> {
        let role = mapping.column_of(Field::Relationship).or_else(|| mapping.column_of(Field::MemberType));
        let is_dependent = |row: &Row| {
            role.is_some_and(|role| read_relationship(clean(row.cell(role))).is_some_and(|role| role.is_dependent()))
        };
        let mut found = Self::default();
        let mut above: Option<(String, String)> = None;
        for row in people {
            let Some(ends) = ends_of(clean(row.cell(place))) else { continue };
            found.see(&ends);
            // Without a column of roles those of one last name mostly stand below each other.
            if let Some(above) = above.as_ref().filter(|_| role.is_none() || is_dependent(row)) {
                found.compare(above, &ends);
            }
            if above.is_none() || !is_dependent(row) {
                above = Some(ends);
            }
        }
        found.order(place)
    }

    /// Of employees whose whole names stand beside the last names of their dependents.
    fn of_employees(mapping: &Mapping, place: usize, people: &[&Row]) -> Option<NameOrder> {
        let mut found = Self::default();
        for row in people {
            let Some((first, last)) = ends_of(clean(row.cell(place))) else { continue };
            let own = mapping.column_of(Field::LastName).map(|place| fold(clean(row.cell(place)))).unwrap_or_default();
            found.first_shared += usize::from(first == own && last != own);
            found.last_shared += usize::from(first != own && last == own);
            found.see(&(first, last));
        }
        found.order(place)
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

    /// `None` without a name that shows anything.
    fn order(&self, place: usize) -> Option<NameOrder> {
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
        (self.names > 0).then_some(NameOrder { place, last_first, is_sure })
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

    /// The mapping of a file of these dates.
    fn of(heading: &str, dates: &[&str]) -> Mapping {
        let mut mapping = Mapping::propose(["First", "Last", heading], &Remembered::default());
        let rows: Vec<Row> = dates.iter().map(|date| Row::default().with_cells(["A", "B", date].into_iter())).collect();
        mapping.dates = DateEvidence::among(&mapping, &rows.iter().collect::<Vec<_>>());
        mapping
    }

    #[test]
    fn values_that_contradict_the_order_are_one_question() {
        let (month, day) = (DateOrder::MonthFirst, DateOrder::DayFirst);
        for (heading, dates, order, is_asked) in [
            ("DOB", &["02/13/1980", "04/05/1981"][..], month, false),
            ("DOB", &["04/05/1981", "06/07/1981"], month, false),
            ("DOB", &["13/02/1980", "04/05/1981"], day, true),
            ("DOB", &["13/02/1980", "02/13/1980"], month, true),
            ("DOB", &["13/02/1980", "02/13/1980", "02/14/1980"], month, false),
            ("DOB", &["13/02/1980", "14/02/1980", "02/13/1980", "02/14/1980", "02/15/1980"], month, true),
            ("DOB (DD/MM/YYYY)", &["13/02/1980", "04/05/1981"], day, false),
            ("DOB (DD/MM/YYYY)", &["02/13/1980", "04/05/1981"], day, true),
            ("DOB", &["", "1980-02-13", "N/A"], month, false),
            ("DOB", &["13.02.1980", "04/05/1981"], month, false),
            ("DOB", &["13.02.1980", "04.05.1981"], day, true),
        ] {
            let mapping = of(heading, dates);
            assert_eq!(mapping.date_order(), order, "{heading} {dates:?}");
            assert_eq!(mapping.order_of_dates_issue(1).is_some(), is_asked, "{heading} {dates:?}");
        }
    }

    #[test]
    fn a_choice_goes_before_all_else() {
        let mut mapping = of("DOB", &["13/02/1980", "04/05/1981"]);
        mapping.choose_order(ValueOrder::MonthFirst);
        assert_eq!((mapping.date_order(), mapping.knows_date_order()), (DateOrder::MonthFirst, true));
        assert_eq!(mapping.order_of_dates_issue(1), None, "a person has said it");
        assert_eq!(mapping.orders_to_remember(), RememberedOrders::from([("dob".to_owned(), ValueOrder::MonthFirst)]));
        let mut next = of("DOB", &["13/02/1980", "04/05/1981"]);
        next.recall_orders(&RememberedOrders::from([("dob".to_owned(), ValueOrder::DayFirst)]));
        assert_eq!((next.date_order(), next.order_of_dates_issue(1)), (DateOrder::DayFirst, None));
        let mut other = of("DOB", &["02/13/1980", "02/14/1980"]);
        other.recall_orders(&RememberedOrders::from([("dob".to_owned(), ValueOrder::DayFirst)]));
        assert!(other.order_of_dates_issue(1).is_some(), "this file contradicts what is remembered");
    }

    #[test]
    fn an_order_is_of_the_column_that_holds_the_field() {
        let mut mapping = Mapping::propose(["Name", "DOB"], &Remembered::default());
        let names = RememberedOrders::from([
            ("name".to_owned(), ValueOrder::LastFirst),
            ("dob".to_owned(), ValueOrder::FirstLast),
        ]);
        mapping.recall_orders(&names);
        assert_eq!(mapping.chosen_order(Field::FullName), Some((ValueOrder::LastFirst, How::Remembered)));
        assert_eq!(mapping.chosen_order(Field::DateOfBirth), None);
        for order in ValueOrder::ALL {
            assert_eq!(ValueOrder::from_name(order.name()), Some(order));
        }
    }

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
    fn the_last_names_of_dependents_tell_the_order_of_their_employees() {
        let parts = ["DOE JOHN,,,", "DOE JOHN,JANE,DOE,", "DOE JOHN,MARY,DOE,", "ROE PAUL,ANNA,ROE,"];
        let heading = "Employee Name,Dependent First Name,Dependent Last Name,Dependent DOB";
        assert_eq!(order(heading, &parts), Some((true, true)));
    }
}
