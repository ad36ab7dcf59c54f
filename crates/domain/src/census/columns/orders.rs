//! Which number of a date of birth is the month, and which name comes first (rules.md#order-of-values).
//!
//! A person's choice goes before the heading, and the heading before the values. Where the values contradict the order, the file stops at Map
//! Data with one question about the column.

use super::{How, Mapping};
use crate::census::cells::{DateOrder, Written, clean, written};
use crate::census::field::Field;
use crate::census::findings::issue::{Issue, IssueKind};
use crate::census::source::lines::Row;
use crate::census::vocabulary::headings::says_day_first;
use crate::census::vocabulary::orders::{RememberedOrders, ValueOrder};

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
}
