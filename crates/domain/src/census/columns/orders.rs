//! Which number of a date of birth is the month, and which name comes first (rules.md#order-of-values).
//!
//! A person's choice goes before the heading, and the heading before the values. Where the values contradict the order, or do not tell it, the
//! file stops at Map Data with one question about the column.

use super::roles::asked;
use super::{Asked, How, Mapping};
use crate::census::cells::{DateOrder, Written, clean, is_nobodys, written};
use crate::census::field::Field;
use crate::census::findings::{Issue, IssueKind};
use crate::census::source::Row;
use crate::census::vocabulary::{RememberedOrders, ValueOrder, is_given_name, says_day_first, says_last_first};
use crate::text::fold;

/// Of so many dates one that contradicts the others may be a slip of its own.
const SLIP: u32 = 20;

/// Given names among so many last names are no chance.
const FEWEST_EXCHANGED: usize = 3;

/// How dates of the first rows are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::census) struct DateEvidence {
    /// Dates of whatever form.
    pub(in crate::census) dates: u32,
    /// How many are written in each way, by [`Written`].
    written: [u32; Written::WAYS],
}

impl DateEvidence {
    /// What the rows of people tell of the dates of birth, and of the file's other dates where each date of birth can be read either way.
    pub(super) fn among(mapping: &Mapping, people: &[&Row]) -> (Self, Self) {
        let Some(place) = mapping.column_of(Field::DateOfBirth) else { return Default::default() };
        let of = |place: usize| people.iter().fold(Self::default(), |found, row| found.with(clean(row.cell(place))));
        let found = of(place);
        if found.count(Written::EitherWay) == 0 || found.count(Written::MonthFirst) + found.count(Written::DayFirst) > 0
        {
            return (found, Self::default());
        }
        let others = mapping.columns().iter().filter(|column| column.field.is_none());
        let cells = others.flat_map(|column| people.iter().map(|row| clean(row.cell(column.index))));
        (found, cells.fold(Self::default(), Self::with))
    }

    /// With what one more cell tells.
    #[must_use]
    pub(in crate::census) fn with(mut self, cell: &str) -> Self {
        self.dates += u32::from(cell.contains(|c: char| c.is_ascii_digit()));
        written(cell).into_iter().for_each(|way| self.written[way as usize] += 1);
        self
    }

    /// How many are written in this way.
    pub(in crate::census) const fn count(self, way: Written) -> u32 {
        self.written[way as usize]
    }

    /// Whether more dates than a slip contradict an order.
    fn contradicts(self, order: DateOrder) -> bool {
        let [month, day] = [Written::MonthFirst, Written::DayFirst].map(|way| self.count(way));
        let (with, against) = if order == DateOrder::MonthFirst { (month, day) } else { (day, month) };
        let is_slip = against == 1 && self.count(Written::EitherWay) == 0;
        against > 0 && (against >= with || (!is_slip && against * SLIP >= with + against))
    }
}

impl Mapping {
    /// Reads the dates of birth or the whole names in this order, as a person has said of this file.
    pub fn choose_order(&mut self, order: ValueOrder) {
        self.orders.insert(order.field(), (order, How::ByHand));
    }

    /// Takes the orders that were chosen in earlier files of the group for columns of the same heading.
    pub(in crate::census) fn recall_orders(&mut self, remembered: &RememberedOrders) {
        for field in [Field::DateOfBirth, Field::FullName] {
            let order = self.holder(field).and_then(|column| remembered.get(&column.key));
            if let Some(order) = order.filter(|order| order.field() == field) {
                self.orders.insert(field, (*order, How::Remembered));
            }
        }
    }

    /// The orders that people have chosen, for this file or an earlier one of the group.
    pub fn chosen_orders(&self) -> impl Iterator<Item = ValueOrder> + '_ {
        self.orders.values().map(|(order, _)| *order)
    }

    /// The order that people have chosen for the values of a field, and how.
    pub(in crate::census) fn chosen_order(&self, field: Field) -> Option<(ValueOrder, How)> {
        self.orders.get(&field).copied().filter(|_| self.holds(field))
    }

    /// Which number of a date of birth is the month.
    pub fn date_order(&self) -> DateOrder {
        let by_values = || self.dates.count(Written::DayFirst) > self.dates.count(Written::MonthFirst);
        self.told_date_order().unwrap_or_else(|| if by_values() { DateOrder::DayFirst } else { DateOrder::MonthFirst })
    }

    /// The order of dates as a person or the heading tells it.
    fn told_date_order(&self) -> Option<DateOrder> {
        match self.chosen_order(Field::DateOfBirth) {
            Some((ValueOrder::DayFirst, _)) => Some(DateOrder::DayFirst),
            Some(_) => Some(DateOrder::MonthFirst),
            None => self.day_first().then_some(DateOrder::DayFirst),
        }
    }

    /// Whether the heading of the birth dates says that the day comes first.
    pub fn day_first(&self) -> bool {
        self.holder(Field::DateOfBirth).is_some_and(|column| says_day_first(&column.heading))
    }

    /// The question about the column of birth dates, where its values contradict the order that is known of it.
    pub(super) fn order_of_dates_issue(&self, line: u64) -> Option<Issue> {
        if matches!(self.chosen_order(Field::DateOfBirth), Some((_, How::ByHand))) {
            return None;
        }
        let told_order = self.told_date_order();
        let (is_known, order) = (told_order.is_some(), told_order.unwrap_or_default());
        let heading = &self.holder(Field::DateOfBirth)?.heading;
        let [days, six_digits, year_first] =
            [Written::DayNumber, Written::SixDigits, Written::YearDayMonth].map(|way| self.dates.count(way));
        let are_others = !is_known && self.other_dates.contradicts(order);
        let told = if are_others { self.other_dates } else { self.dates };
        let [month_first, day_first] = [Written::MonthFirst, Written::DayFirst].map(|way| told.count(way));
        let either =
            format!("{day_first} can only be read with the day first, and {month_first} only with the month first.");
        let message = match () {
            () if days > 0 && six_digits > 0 && !is_known => format!(
                "Of the dates in '{heading}' {six_digits} have six digits, as MMDDYY has, and {days} have five, which are MDDYY or days of a \
                 spreadsheet. Write them as 04/17/1983 and upload the file again. If five digits are days of a spreadsheet, say which comes first."
            ),
            () if year_first > 0 => format!(
                "Of the dates in '{heading}' {year_first} have the day before the month, behind the year. Write all of them as 04/17/1983 and \
                 upload the file again."
            ),
            () if are_others => format!(
                "Each date in '{heading}' can be read either way. Of the file's other dates {either} Which comes first?"
            ),
            () if self.dates.contradicts(order) => {
                format!("Of {} dates in '{heading}' {either} Which comes first?", told.dates)
            }
            () => return None,
        };
        Some(Issue::of_column(line, heading, IssueKind::DateOrder, message))
    }
}

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
    /// What the rows at the beginning tell; `None` without a column of whole names that is needed, and where a comma or the heading tells. That
    /// given names stand first is sure where fewer stand last. That the last name comes first is asked about.
    pub(in crate::census) fn among(mapping: &Mapping, people: &[&Row]) -> Option<Self> {
        if mapping.holds(Field::FirstName) && mapping.holds(Field::LastName) {
            return None;
        }
        let place = mapping.column_of(Field::FullName)?;
        let chosen = mapping.chosen_order(Field::FullName);
        if chosen.is_none() && says_last_first(&mapping.columns()[place].heading) {
            return None;
        }
        let ends: Vec<(String, String)> = people.iter().filter_map(|row| ends_of(clean(row.cell(place)))).collect();
        let (first, last) = given_names(&ends);
        let (last_first, is_sure) = (last > 1 && last > 2 * first, last < first);
        (!ends.is_empty()).then(|| Self { place, last_first, is_sure }.or_chosen(chosen))
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
        Some(Issue::of_column(line, heading, IssueKind::NameOrder, message))
    }
}

/// The question about first and last names in columns of their own, where more of the last names are given names than of the first ones.
pub(super) fn exchanged_names(mapping: &Mapping, people: &[&Row]) -> Option<Asked> {
    let [first, last] = [mapping.column_of(Field::FirstName)?, mapping.column_of(Field::LastName)?];
    let name = |row: &Row, place: usize| fold(clean(row.cell(place)));
    let given = |row: &Row| name(row, first).split(' ').next().unwrap_or_default().to_owned();
    let (right, exchanged) = given_names(&people.iter().map(|row| (given(row), name(row, last))).collect::<Vec<_>>());
    let message = format!(
        "seems to hold last names, and '{}' first names. Map each as what it holds, also where that is what its heading says.",
        mapping.columns()[last].called()
    );
    (exchanged >= FEWEST_EXCHANGED && exchanged > 2 * right).then(|| asked(mapping, first, &message))
}

/// How many of these first and last names have a given name in the first place alone, and how many in the last. A name of two given ones tells
/// nothing, and a last name may be a given one as well.
fn given_names(names: &[(String, String)]) -> (usize, usize) {
    let are_given = names.iter().map(|(first, last)| (is_given_name(first), is_given_name(last)));
    let count = |wanted: (bool, bool)| are_given.clone().filter(|given| *given == wanted).count();
    (count((true, false)), count((false, true)))
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
        (mapping.dates, mapping.other_dates) = DateEvidence::among(&mapping, &rows.iter().collect::<Vec<_>>());
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
            ("DOB", &["13.02.1980", "04/05/1981"], day, true),
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
        assert_eq!(mapping.told_date_order(), Some(DateOrder::MonthFirst));
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
    fn given_names_tell_the_order_or_it_is_asked() {
        let (sure, unsure) = (true, false);
        for (lines, expected) in [
            (&["JOHN DOE,,EE", "JANE DOE,,SP"][..], Some((false, sure))),
            (&["Ann Bee,,EE"], Some((false, sure))),
            (&["Ann James,,EE", "John Thomas,,EE"], Some((false, unsure))),
            (&["DOE JOHN,,EE", "DOE JANE,,SP", "DOE MARY,,CH"], Some((true, unsure))),
            (&["DOE JOHN,,EE", "ROE MARY,,EE", "POE ANN,,EE"], Some((true, unsure))),
            (&["Zzyx Qoph,,EE", "Vrum Qoph,,CH"], Some((false, unsure))),
            (&["\"Doe, John\",,EE"], None),
            (&["Cher,,EE"], None),
            (&[], None),
        ] {
            assert_eq!(order("Name,DOB,Relationship", lines), expected, "{lines:?}");
        }
        assert_eq!(order("Name (Last First),DOB", &["DOE JANE,,"]), None, "the heading says it");
        assert_eq!(order("First Name,Last Name,DOB", &["DOE,JANE,"]), None);
    }
}
