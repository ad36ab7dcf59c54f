//! A statement as words, texts, numbers and signs.

use super::Dialect;

/// A piece of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// A name or keyword.
    Word(String),
    /// What stood between apostrophes.
    Text(String),
    /// A number.
    Number(String),
    /// A sign, such as `<=`.
    Sign(&'static str),
}

const SIGNS: [&str; 11] = ["<=", ">=", "<>", "!=", "=", "<", ">", "(", ")", ",", "*"];

/// The pieces of a statement.
///
/// # Errors
/// What is wrong with it.
pub fn tokens(dialect: Dialect, text: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        let (token, after) = if first == '\'' {
            quoted(dialect, rest)?
        } else if first.is_alphabetic() || first == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && !"_.".contains(c)).unwrap_or(rest.len());
            (Token::Word(rest[..end].to_owned()), &rest[end..])
        } else if first.is_ascii_digit() || first == '-' {
            let end = rest[1..].find(|c: char| !c.is_ascii_digit() && c != '.').map_or(rest.len(), |end| end + 1);
            (Token::Number(rest[..end].to_owned()), &rest[end..])
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            let sign = sign.ok_or_else(|| format!("'{first}' is not understood"))?;
            (Token::Sign(sign), &rest[sign.len()..])
        };
        tokens.push(token);
        rest = after.trim_start();
    }
    Ok(tokens)
}

fn quoted(dialect: Dialect, rest: &str) -> Result<(Token, &str), String> {
    let mut text = String::new();
    let mut letters = rest.char_indices().skip(1).peekable();
    while let Some((at, letter)) = letters.next() {
        match (dialect, letter) {
            (Dialect::QuickBooks, '\\') => text.extend(letters.next().map(|(_, escaped)| escaped)),
            (Dialect::SuiteQl, '\'') if letters.next_if(|(_, next)| *next == '\'').is_some() => text.push('\''),
            (_, '\'') => return Ok((Token::Text(text), &rest[at + 1..])),
            (_, letter) => text.push(letter),
        }
    }
    Err("a text has no end".to_owned())
}
