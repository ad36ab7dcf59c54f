//! Whether a row is meant, and where it stands.

use std::cmp::Ordering;

use super::{Comparison, Dialect, Filter, Operand};

/// The value of a column.
type Columns<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Whether the condition holds for a row.
pub fn matches(dialect: Dialect, filter: &Filter, columns: Columns<'_>) -> bool {
    match filter {
        Filter::And(all) => all.iter().all(|one| matches(dialect, one, columns)),
        Filter::Or(some) => some.iter().any(|one| matches(dialect, one, columns)),
        Filter::Not(inside) => !matches(dialect, inside, columns),
        Filter::IsNull(operand) => value(operand, columns).is_none(),
        Filter::In(operand, values) => {
            let wanted = value(operand, columns);
            wanted.is_some() && values.iter().any(|one| value(one, columns) == wanted)
        }
        Filter::Compare(left, comparison, right) => {
            let (Some(left), Some(right)) = (value(left, columns), value(right, columns)) else { return false };
            compares(dialect, &left, *comparison, &right)
        }
    }
}

/// What a row is ordered by: numbers before texts, texts whatever their case.
pub fn sort_key(operand: &Operand, columns: Columns<'_>) -> (u8, i64, String) {
    let shown = value(operand, columns).unwrap_or_default();
    match shown.parse::<f64>() {
        Ok(number) => (0, (number * 100.0) as i64, shown),
        Err(_) => (1, 0, shown.to_lowercase()),
    }
}

fn value(operand: &Operand, columns: Columns<'_>) -> Option<String> {
    match operand {
        Operand::Literal(text) => Some(text.clone()),
        Operand::Column(name) => columns(name),
        Operand::Upper(inside) => value(inside, columns).map(|text| text.to_uppercase()),
        Operand::Lower(inside) => value(inside, columns).map(|text| text.to_lowercase()),
    }
}

fn compares(dialect: Dialect, left: &str, comparison: Comparison, right: &str) -> bool {
    let order = match (left.parse::<f64>(), right.parse::<f64>()) {
        (Ok(left), Ok(right)) => left.partial_cmp(&right).unwrap_or(Ordering::Equal),
        _ => left.cmp(right),
    };
    match comparison {
        Comparison::Equal => order.is_eq(),
        Comparison::Unequal => order.is_ne(),
        Comparison::Less => order.is_lt(),
        Comparison::AtMost => order.is_le(),
        Comparison::Greater => order.is_gt(),
        Comparison::AtLeast => order.is_ge(),
        Comparison::Like if dialect == Dialect::QuickBooks => like(&left.to_lowercase(), &right.to_lowercase()),
        Comparison::Like => like(left, right),
    }
}

/// Whether the text is the pattern, with any text in place of each `%`.
fn like(text: &str, pattern: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('%') else { return text == pattern };
    let Some(mut left) = text.strip_prefix(first) else { return false };
    let Some((middle, last)) = rest.rsplit_once('%') else { return left.ends_with(rest) };
    for part in middle.split('%').filter(|part| !part.is_empty()) {
        let Some(at) = left.find(part) else { return false };
        left = &left[at + part.len()..];
    }
    left.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::like;

    #[test]
    fn a_percent_sign_stands_for_any_text() {
        for (text, pattern, is_like) in [
            ("harbor bakery", "%bak%", true),
            ("harbor bakery", "harbor%", true),
            ("harbor bakery", "%bakery", true),
            ("harbor bakery", "h%b%y", true),
            ("harbor bakery", "bak%", false),
            ("harbor bakery", "%bak", false),
            ("a", "a%a", false),
            ("", "%", true),
            ("x", "%%", true),
        ] {
            assert_eq!(like(text, pattern), is_like, "{text} like {pattern}");
        }
    }
}
