//! The part of SQL that both systems answer: one table, conditions, an order, and a page.
//!
//! QuickBooks' own language has no `OR`, escapes by a backslash and pages by words; SuiteQL is Oracle's, doubles apostrophes and pages by
//! the address.

mod lexer;
mod matching;
mod parser;

pub use matching::{matches, sort_key};
pub use parser::parse;

/// Whose language it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// QuickBooks'.
    QuickBooks,
    /// NetSuite's SuiteQL.
    SuiteQl,
}

/// A statement that was understood.
#[derive(Debug, Clone, PartialEq)]
pub struct Select {
    /// The columns, with `*` for all and `count(*)` for their number.
    pub columns: Vec<String>,
    /// What the columns are called in the answer, one for each.
    pub called: Vec<String>,
    /// Whether rows that say the same come once.
    pub distinct: bool,
    /// The table.
    pub table: String,
    /// Which rows.
    pub filter: Option<Filter>,
    /// In which order; true for descending.
    pub order: Vec<(Operand, bool)>,
    /// The first row, from 1.
    pub start: Option<usize>,
    /// The most rows.
    pub most: Option<usize>,
}

impl Select {
    /// Without the name of the table, or another that the statement gives it, in front of the names of its columns.
    fn without(mut self, table: &str) -> Self {
        self.columns = self.columns.iter().map(|name| without(name, table)).collect();
        self.called = self.called.iter().map(|name| without(name, table)).collect();
        self.filter = self.filter.map(|filter| filter.without(table));
        self.order = self.order.into_iter().map(|(operand, descending)| (operand.without(table), descending)).collect();
        self
    }

    /// The names of all columns that the statement asks for, compares or orders by.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.columns.iter().map(String::as_str).collect();
        names.retain(|name| !["*", "count(*)"].contains(name));
        if let Some(filter) = &self.filter {
            filter.collect(&mut names);
        }
        for (operand, _) in &self.order {
            operand.collect(&mut names);
        }
        names
    }
}

/// A condition.
#[derive(Debug, Clone, PartialEq)]
pub enum Filter {
    /// All of them hold.
    And(Vec<Filter>),
    /// One of them holds.
    Or(Vec<Filter>),
    /// It does not hold.
    Not(Box<Filter>),
    /// Two values beside each other.
    Compare(Operand, Comparison, Operand),
    /// A value is one of these.
    In(Operand, Vec<Operand>),
    /// There is no value.
    IsNull(Operand),
}

/// A name of a column without that of its table.
fn without(name: &str, table: &str) -> String {
    let own = name.split_once('.').filter(|(before, _)| before.eq_ignore_ascii_case(table)).map(|(_, own)| own);
    own.unwrap_or(name).to_owned()
}

impl Filter {
    /// Without the name of the table in front of the names of its columns.
    fn without(self, table: &str) -> Self {
        let each = |all: Vec<Self>| all.into_iter().map(|one| one.without(table)).collect();
        match self {
            Self::And(all) => Self::And(each(all)),
            Self::Or(some) => Self::Or(each(some)),
            Self::Not(inside) => Self::Not(Box::new(inside.without(table))),
            Self::Compare(left, comparison, right) => {
                Self::Compare(left.without(table), comparison, right.without(table))
            }
            Self::In(operand, values) => {
                Self::In(operand.without(table), values.into_iter().map(|one| one.without(table)).collect())
            }
            Self::IsNull(operand) => Self::IsNull(operand.without(table)),
        }
    }

    fn collect<'a>(&'a self, names: &mut Vec<&'a str>) {
        match self {
            Self::And(all) | Self::Or(all) => all.iter().for_each(|one| one.collect(names)),
            Self::Not(inside) => inside.collect(names),
            Self::Compare(left, _, right) => [left, right].into_iter().for_each(|one| one.collect(names)),
            Self::In(operand, values) => {
                operand.collect(names);
                values.iter().for_each(|one| one.collect(names));
            }
            Self::IsNull(operand) => operand.collect(names),
        }
    }
}

/// How two values compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `<>` or `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
    /// `LIKE`, with `%` for any text.
    Like,
}

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub enum Operand {
    /// Of a column.
    Column(String),
    /// As it stands.
    Literal(String),
    /// In capitals.
    Upper(Box<Operand>),
    /// In small letters.
    Lower(Box<Operand>),
}

impl Operand {
    /// Without the name of the table in front of the names of its columns.
    fn without(self, table: &str) -> Self {
        match self {
            Self::Column(name) => Self::Column(without(&name, table)),
            Self::Literal(text) => Self::Literal(text),
            Self::Upper(inside) => Self::Upper(Box::new(inside.without(table))),
            Self::Lower(inside) => Self::Lower(Box::new(inside.without(table))),
        }
    }

    fn collect<'a>(&'a self, names: &mut Vec<&'a str>) {
        match self {
            Self::Column(name) => names.push(name),
            Self::Literal(_) => {}
            Self::Upper(inside) | Self::Lower(inside) => inside.collect(names),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(dialect: Dialect, condition: &str, name: &str) -> bool {
        let select = parse(dialect, &format!("select * from Customer where {condition}")).expect("understood");
        let value = |column: &str| (column == "DisplayName").then(|| name.to_owned());
        matches(dialect, select.filter.as_ref().expect("a condition"), &value)
    }

    #[test]
    fn quickbooks_finds_whatever_the_case_and_escapes_by_a_backslash() {
        for (condition, name, found) in [
            ("DisplayName LIKE '%bak%'", "Harbor BAKERY", true),
            ("DisplayName like 'bak%'", "Harbor Bakery", false),
            (r"DisplayName LIKE '%o\'hara%'", "O'Hara & Sons", true),
            (r"DisplayName = 'a\\b'", r"a\b", true),
            ("DisplayName IN ('a', 'b') AND DisplayName != 'a'", "b", true),
            ("Active = true", "x", false),
        ] {
            assert_eq!(holds(Dialect::QuickBooks, condition, name), found, "{condition}");
        }
    }

    #[test]
    fn suiteql_tells_letters_apart_and_doubles_apostrophes() {
        for (condition, name, found) in [
            ("UPPER(DisplayName) LIKE '%BAK%'", "Harbor Bakery", true),
            ("DisplayName LIKE '%BAK%'", "Harbor Bakery", false),
            ("DisplayName = 'O''Hara' OR DisplayName IS NULL", "O'Hara", true),
            ("NOT (DisplayName = 'x') AND Other IS NULL", "y", true),
        ] {
            assert_eq!(holds(Dialect::SuiteQl, condition, name), found, "{condition}");
        }
    }

    #[test]
    fn suiteql_gives_names_and_refuses_what_is_not_meant() {
        let text = "SELECT DISTINCT c.id AS Key, UPPERCASE, c.companyname name FROM customer AS c WHERE c.id NOT IN (1, 2) \
                    AND c.companyname NOT LIKE 'A%' AND customer.memo NOT BETWEEN 1 AND 2 ORDER BY c.companyname";
        let select = parse(Dialect::SuiteQl, text).expect("understood");
        assert!(select.distinct);
        assert_eq!(select.columns, ["id", "UPPERCASE", "companyname"]);
        assert_eq!(select.called, ["Key", "UPPERCASE", "name"]);
        assert_eq!(select.table, "customer");
        assert!(select.names().iter().all(|name| !name.contains('.')), "{:?}", select.names());
        for (condition, name, found) in [
            ("DisplayName NOT LIKE 'B%'", "Acme", true),
            ("DisplayName NOT LIKE 'B%'", "Bakery", false),
            ("DisplayName NOT IN ('a', 'b')", "c", true),
            ("DisplayName NOT IN ('a', 'b')", "b", false),
            ("Other NOT IN ('a')", "c", false),
            ("Other NOT LIKE 'a'", "c", false),
            ("DisplayName BETWEEN 'a' AND 'c'", "b", true),
            ("DisplayName BETWEEN 'a' AND 'c' AND DisplayName NOT BETWEEN 'c' AND 'd'", "c", false),
        ] {
            assert_eq!(holds(Dialect::SuiteQl, condition, name), found, "{condition}");
        }
        for text in [
            "select * from Customer where a not in ('b')",
            "select distinct Id from Customer",
            "select Id as x from Customer",
        ] {
            assert!(parse(Dialect::QuickBooks, text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_quickbooks_does_not_know_is_refused() {
        for text in [
            "select * from Customer where a = 'b' or c = 'd'",
            "select * from Customer c join Invoice i",
            "select * from Customer group by Name",
            "select * from Customer where a = 'b",
            "delete from Customer",
            "select * from Customer where a like 'b' maxresults ten",
            "",
        ] {
            assert!(parse(Dialect::QuickBooks, text).is_err(), "{text}");
        }
    }

    #[test]
    fn pages_and_orders_are_read_in_both_spellings() {
        for order in ["ORDERBY Name DESC", "order by Name desc"] {
            let text = format!("SELECT Id, Name FROM Term {order} STARTPOSITION 11 MAXRESULTS 10");
            let select = parse(Dialect::QuickBooks, &text).expect("understood");
            assert_eq!(select.order, [(Operand::Column("Name".to_owned()), true)]);
            assert_eq!((select.start, select.most), (Some(11), Some(10)));
            assert_eq!(select.columns, ["Id", "Name"]);
        }
        let count = parse(Dialect::QuickBooks, "SELECT COUNT(*) FROM Invoice").expect("understood");
        assert_eq!(count.columns, ["count(*)"]);
    }
}
