//! Just enough reading of Rust for the guards: code without comments, strings and inline tests, and the paths it names.

use std::ops::Range;

/// What stands in a Rust file. Code keeps its lines and columns; what was taken out is blank.
pub struct Source {
    /// The code without comments, contents of strings, and `#[cfg(test)]` modules.
    pub code: String,
    /// The contents of strings outside test modules, with the line they start on, from 1.
    pub strings: Vec<(usize, String)>,
}

/// Reads a file.
pub fn read(text: &str) -> Source {
    let mut reader = Reader { rest: text, code: String::with_capacity(text.len()), strings: Vec::new(), line: 1 };
    while !reader.rest.is_empty() {
        reader.step();
    }
    let Reader { code, strings, .. } = reader;
    without_tests(code, strings)
}

struct Reader<'a> {
    rest: &'a str,
    code: String,
    strings: Vec<(usize, String)>,
    line: usize,
}

impl Reader<'_> {
    fn step(&mut self) {
        let rest = self.rest;
        if rest.starts_with("//") {
            self.blank(rest.find('\n').unwrap_or(rest.len()));
        } else if rest.starts_with("/*") {
            self.blank(block_comment(rest));
        } else if let Some((content, length)) = string(rest, self.after_word()) {
            self.strings.push((self.line, rest[content].to_owned()));
            self.blank(length);
        } else if let Some(length) = character(rest) {
            self.blank(length);
        } else {
            self.keep(rest.chars().next().map_or(0, char::len_utf8));
        }
    }

    fn after_word(&self) -> bool {
        self.code.chars().next_back().is_some_and(is_word)
    }

    fn keep(&mut self, length: usize) {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.matches('\n').count();
        self.code.push_str(taken);
        self.rest = rest;
    }

    fn blank(&mut self, length: usize) {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.matches('\n').count();
        self.code.extend(taken.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        self.rest = rest;
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Where the content lies in a string that begins here, and the length of the whole.
fn string(rest: &str, after_word: bool) -> Option<(Range<usize>, usize)> {
    let prefix = rest.len() - rest.trim_start_matches(['b', 'c', 'r']).len();
    if prefix > 2 || (prefix > 0 && after_word) {
        return None;
    }
    let raw = rest[..prefix].contains('r');
    let hashes = if raw { rest[prefix..].len() - rest[prefix..].trim_start_matches('#').len() } else { 0 };
    let content = prefix + hashes + 1;
    if !rest[prefix + hashes..].starts_with('"') {
        return None;
    }
    let length = if raw {
        let end = format!("\"{}", "#".repeat(hashes));
        rest[content..].find(&end).unwrap_or(rest.len() - content)
    } else {
        let mut escaped = false;
        let end = rest[content..].find(|c| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        end.unwrap_or(rest.len() - content)
    };
    Some((content..content + length, (content + length + 1 + hashes).min(rest.len())))
}

/// The length of a character literal that begins here; a lifetime is none.
fn character(rest: &str) -> Option<usize> {
    let mut chars = rest.strip_prefix('\'')?.chars();
    match chars.next()? {
        '\\' => rest[2..].char_indices().skip(1).find(|(_, c)| *c == '\'').map(|(at, _)| at + 3),
        one => (chars.next()? == '\'').then(|| 2 + one.len_utf8()),
    }
}

fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    loop {
        if rest[at..].starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest[at..].starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
        } else {
            at += rest[at..].chars().next().map_or(0, char::len_utf8);
        }
        if depth == 0 || at >= rest.len() {
            return at;
        }
    }
}

fn without_tests(mut code: String, mut strings: Vec<(usize, String)>) -> Source {
    let mut from = 0;
    while let Some(at) = code[from..].find("#[cfg(test)]").map(|at| from + at) {
        let after = code[at + 12..].trim_start();
        let is_module = after.starts_with("mod ");
        let opening = code[at..].find(['{', ';']).map(|open| at + open);
        from = at + 12;
        if let Some(open) = opening.filter(|open| is_module && code[*open..].starts_with('{')) {
            let end = closing_brace(&code, open);
            let lines = code[..at].matches('\n').count() + 1..=code[..end].matches('\n').count() + 1;
            strings.retain(|(line, _)| !lines.contains(line));
            let blank: String = code[at..end].chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
            code.replace_range(at..end, &blank);
        }
    }
    Source { code, strings }
}

/// Just past the brace that closes the one at `open`.
pub fn closing_brace(code: &str, open: usize) -> usize {
    let mut depth = 0_i32;
    for (at, c) in code[open..].char_indices() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if depth == 0 {
            return open + at + 1;
        }
    }
    code.len()
}

/// Every path of two or more names in the code, with its line; `use` trees are spelled out, a `use` of one name included.
pub fn paths(code: &str) -> Vec<(usize, String)> {
    let tokens = tokens(code);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let (line, token) = tokens[at];
        if token == "use" {
            at = use_tree(&tokens, at + 1, "", &mut found);
        } else if token.starts_with(is_word) {
            let mut path = token.to_owned();
            while let [(_, "::"), (_, name), ..] = tokens[at + 1..]
                && name.starts_with(is_word)
            {
                path = format!("{path}::{name}");
                at += 2;
            }
            if path.contains("::") {
                found.push((line, path));
            }
            at += 1;
        } else {
            at += 1;
        }
    }
    found
}

/// Reads one branch of a `use` tree; gives the place after it.
fn use_tree(tokens: &[(usize, &str)], mut at: usize, prefix: &str, found: &mut Vec<(usize, String)>) -> usize {
    let mut path = prefix.to_owned();
    let line = tokens.get(at).map_or(0, |(line, _)| *line);
    loop {
        match tokens.get(at).map(|(_, token)| *token) {
            // A name that a macro fills in begins with a dollar sign.
            Some("::" | "$") => at += 1,
            Some("{") => {
                at += 1;
                while !matches!(tokens.get(at), None | Some((_, "}"))) {
                    at = use_tree(tokens, at, &path, found);
                    at += usize::from(matches!(tokens.get(at), Some((_, ","))));
                }
                return at + 1;
            }
            Some("as") => at += 2,
            Some("self") if !path.is_empty() => at += 1,
            Some(name) if name == "*" || name.starts_with(is_word) => {
                path = if path.is_empty() { name.to_owned() } else { format!("{path}::{name}") };
                at += 1;
            }
            _ => {
                found.push((line, path));
                return at;
            }
        }
    }
}

fn tokens(code: &str) -> Vec<(usize, &str)> {
    let mut tokens = Vec::new();
    for (number, line) in (1..).zip(code.lines()) {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let length = if is_word(first) {
                rest.find(|c| !is_word(c)).unwrap_or(rest.len())
            } else if rest.starts_with("::") {
                2
            } else {
                first.len_utf8()
            };
            tokens.push((number, &rest[..length]));
            rest = rest[length..].trim_start();
        }
    }
    tokens
}

#[test]
fn comments_strings_and_tests_are_no_code() {
    let text = "let a = \"x::y \\\" {\"; // b::c\nlet d: &'static str = r#\"e\"f\"#;\nlet g = '\"'; /* h /* i */ j */ let k = '\\'';\n\
                #[cfg(test)]\nmod tests {\n    fn l() { \"m\" }\n}\nfn n() {}\n";
    let source = read(text);
    assert_eq!(source.strings, [(1, "x::y \\\" {".to_owned()), (2, "e\"f".to_owned())]);
    assert_eq!(source.code.lines().count(), text.lines().count());
    let words: Vec<&str> = source.code.split_whitespace().collect();
    let expected = "let a = ; let d: &'static str = ; let g = ; let k = ; fn n() {}";
    assert_eq!(words, expected.split(' ').collect::<Vec<_>>());
}

#[test]
fn paths_are_spelled_out() {
    let code = "use std::{env, fs as files, io::{self, Read}};\nuse axum;\npub(crate) use super::service::*;\n\
                fn f(x: store::users::UserRow) -> Vec<a::B> { ctx.store.begin(); c::d::<E>() }";
    let found: Vec<String> = paths(code).into_iter().map(|(line, path)| format!("{line} {path}")).collect();
    assert_eq!(
        found,
        [
            "1 std::env",
            "1 std::fs",
            "1 std::io",
            "1 std::io::Read",
            "2 axum",
            "3 super::service::*",
            "4 store::users::UserRow",
            "4 a::B",
            "4 c::d",
        ]
    );
}
