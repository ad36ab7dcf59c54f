//! The filter of a collection, such as `companyName CONTAIN "acme" AND isInactive IS false`.

use std::cmp::Ordering;

use super::fault::{self, Fault};
use crate::json::{Record, plain};

/// A filter that was understood.
#[derive(Debug, Clone, PartialEq)]
pub enum Filter {
    /// All of them hold.
    All(Vec<Filter>),
    /// One of them holds.
    Any(Vec<Filter>),
    /// A member, an operator and its values.
    Is(String, &'static str, Vec<String>),
}

/// The operators with the number of their values; any number where none is named.
const OPERATORS: &[(&str, Option<usize>)] = &[
    ("AFTER", Some(1)),
    ("AFTER_NOT", Some(1)),
    ("ANY_OF", None),
    ("ANY_OF_NOT", None),
    ("BEFORE", Some(1)),
    ("BEFORE_NOT", Some(1)),
    ("BETWEEN", None),
    ("BETWEEN_NOT", None),
    ("CONTAIN", Some(1)),
    ("CONTAIN_NOT", Some(1)),
    ("EMPTY", Some(0)),
    ("EMPTY_NOT", Some(0)),
    ("END_WITH", Some(1)),
    ("END_WITH_NOT", Some(1)),
    ("EQUAL", Some(1)),
    ("EQUAL_NOT", Some(1)),
    ("GREATER", Some(1)),
    ("GREATER_OR_EQUAL", Some(1)),
    ("IS", Some(1)),
    ("IS_NOT", Some(1)),
    ("LESS", Some(1)),
    ("LESS_OR_EQUAL", Some(1)),
    ("ON", Some(1)),
    ("ON_NOT", Some(1)),
    ("START_WITH", Some(1)),
    ("START_WITH_NOT", Some(1)),
];

/// Understands a filter.
///
/// # Errors
/// When it cannot be understood.
pub fn parse(text: &str) -> Result<Filter, Fault> {
    let mut words = words(text)?.into_iter().peekable();
    let filter = any(&mut words)?;
    if words.next().is_some() { Err(unclear("it goes on behind its end")) } else { Ok(filter) }
}

/// Whether a record is meant.
pub fn matches(filter: &Filter, record: &Record) -> bool {
    match filter {
        Filter::All(all) => all.iter().all(|one| matches(one, record)),
        Filter::Any(some) => some.iter().any(|one| matches(one, record)),
        Filter::Is(member, operator, values) => {
            let found = record.iter().find(|(name, _)| name.eq_ignore_ascii_case(member)).map(|(_, value)| value);
            let text = found.and_then(|value| plain(value).or_else(|| plain(value.get("id")?)));
            holds(&text.unwrap_or_default().to_lowercase(), operator, values)
        }
    }
}

fn holds(text: &str, operator: &str, values: &[String]) -> bool {
    if let Some(positive) = operator.strip_suffix("_NOT") {
        return !holds(text, positive, values);
    }
    let first = values.first().map(|value| value.to_lowercase()).unwrap_or_default();
    let order = |value: &str| match (text.parse::<f64>(), value.parse::<f64>()) {
        (Ok(left), Ok(right)) => left.partial_cmp(&right).unwrap_or(Ordering::Equal),
        _ => text.cmp(value),
    };
    match operator {
        "IS" | "EQUAL" | "ON" => order(&first).is_eq(),
        "CONTAIN" => text.contains(&first),
        "START_WITH" => text.starts_with(&first),
        "END_WITH" => text.ends_with(&first),
        "EMPTY" => text.is_empty(),
        "LESS" | "BEFORE" => order(&first).is_lt(),
        "LESS_OR_EQUAL" => order(&first).is_le(),
        "GREATER" | "AFTER" => order(&first).is_gt(),
        "GREATER_OR_EQUAL" => order(&first).is_ge(),
        "BETWEEN" => values.get(1).is_some_and(|last| order(&first).is_ge() && order(&last.to_lowercase()).is_le()),
        _ => values.iter().any(|value| value.to_lowercase() == text),
    }
}

/// A word, or a value between quotation marks.
#[derive(Debug, Clone, PartialEq)]
enum Word {
    Plain(String),
    Quoted(String),
    Sign(char),
}

type Words = std::iter::Peekable<std::vec::IntoIter<Word>>;

fn words(text: &str) -> Result<Vec<Word>, Fault> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let after = match first {
            '"' | '\'' => {
                let (quoted, after) = rest[1..].split_once(first).ok_or_else(|| unclear("a text has no end"))?;
                words.push(Word::Quoted(quoted.to_owned()));
                after
            }
            '(' | ')' | '[' | ']' | ',' => {
                words.push(Word::Sign(first));
                &rest[1..]
            }
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || "()[],\"'".contains(c)).unwrap_or(rest.len());
                words.push(Word::Plain(rest[..end].to_owned()));
                &rest[end..]
            }
        };
        rest = after.trim_start();
    }
    Ok(words)
}

fn takes(words: &mut Words, wanted: &str) -> bool {
    words.next_if(|word| matches!(word, Word::Plain(text) if text.eq_ignore_ascii_case(wanted))).is_some()
}

fn any(words: &mut Words) -> Result<Filter, Fault> {
    let mut some = vec![all(words)?];
    while takes(words, "OR") {
        some.push(all(words)?);
    }
    Ok(if some.len() == 1 { some.remove(0) } else { Filter::Any(some) })
}

fn all(words: &mut Words) -> Result<Filter, Fault> {
    let mut all = vec![one(words)?];
    while takes(words, "AND") {
        all.push(one(words)?);
    }
    Ok(if all.len() == 1 { all.remove(0) } else { Filter::All(all) })
}

fn one(words: &mut Words) -> Result<Filter, Fault> {
    if words.next_if_eq(&Word::Sign('(')).is_some() {
        let inside = any(words)?;
        return words.next_if_eq(&Word::Sign(')')).map(|_| inside).ok_or_else(|| unclear("a bracket has no end"));
    }
    let (Some(Word::Plain(member)), Some(Word::Plain(operator))) = (words.next(), words.next()) else {
        return Err(unclear("a field and an operator are needed"));
    };
    let known = OPERATORS.iter().copied().find(|(name, _)| name.eq_ignore_ascii_case(&operator));
    let (operator, count) = known.ok_or_else(|| unclear(&format!("there is no operator {operator}")))?;
    let mut values = Vec::new();
    if count != Some(0) {
        let is_list = words.next_if_eq(&Word::Sign('[')).is_some() || words.next_if_eq(&Word::Sign('(')).is_some();
        loop {
            match words.next() {
                Some(Word::Plain(value) | Word::Quoted(value)) => values.push(value),
                _ => return Err(unclear("a value is missing")),
            }
            if !is_list || words.next_if_eq(&Word::Sign(',')).is_none() {
                break;
            }
        }
        let is_closed = !is_list || words.next_if(|word| matches!(word, Word::Sign(']' | ')'))).is_some();
        if !is_closed || count.is_some_and(|count| count != values.len()) {
            return Err(unclear(&format!("the values of {operator} are wrong")));
        }
    }
    Ok(Filter::Is(member, operator, values))
}

fn unclear(why: &str) -> Fault {
    fault::invalid_request(format!("Invalid query parameter 'q': {why}."))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::json::object;

    #[test]
    fn a_filter_finds_what_it_names() {
        let record = object(json!({
            "companyName": "Acme Benefits", "isInactive": false, "total": 170.0, "entity": { "id": "42" }, "tranDate": "2026-02-03",
        }));
        for (text, is_meant) in [
            ("companyName CONTAIN \"acme\"", true),
            ("companyName CONTAIN_NOT acme", false),
            ("companyName START_WITH 'Acme B' AND isInactive IS false", true),
            ("companyName END_WITH x OR total GREATER 100", true),
            ("(companyName IS x OR total LESS_OR_EQUAL 170) AND entity ANY_OF [41, 42]", true),
            ("entity ANY_OF_NOT (41, 42)", false),
            ("total BETWEEN [100, 160]", false),
            ("email EMPTY AND companyName EMPTY_NOT", true),
            ("tranDate AFTER 2026-02-01 AND tranDate BEFORE_NOT 2026-02-03", true),
            ("total EQUAL 170 AND companyName IS_NOT x", true),
        ] {
            let filter = parse(text).unwrap_or_else(|fault| panic!("{text}: {}", fault.detail()));
            assert_eq!(matches(&filter, &record), is_meant, "{text}");
        }
        for text in ["", "companyName", "companyName LIKE x", "companyName IS", "a IS b c", "(a IS b", "a CONTAIN \"b"]
        {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
