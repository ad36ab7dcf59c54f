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
