//! Lines that count or sum, as reports and people write them.

use crate::census::vocabulary::report_lines::{
    BEGINNINGS, CODES_OF_KINDS, COUNTED, KINDS, KINDS_OF_NOBODY, TELLING, TOLD_COUNTS,
};

/// Whether a cell begins with a letter, and like no total and no page line.
pub(in crate::census) fn is_other_word(cell: &str) -> bool {
    let begins = |beginning: &&str| {
        cell.as_bytes().get(..beginning.len()).is_some_and(|start| start.eq_ignore_ascii_case(beginning.as_bytes()))
    };
    cell.starts_with(char::is_alphabetic) && !BEGINNINGS.iter().any(begins)
}

/// `Total Employees`, `Grand Total:`, `Record count`, `Employee count: 12`, `Total 12`, `Dallas Total`.
pub(in crate::census) fn is_total(text: &str) -> bool {
    let text = &spelled(text);
    is_total_alone(text) || is_total_of(&words(text))
}

/// As [`is_total`], without a word that somebody may be called.
pub(in crate::census) fn is_total_alone(text: &str) -> bool {
    let text = &spelled(text);
    let words = words(text);
    // What a comma divides is a name.
    let sums = || !text.contains(',') && is_summing(&words);
    is_counting(&words) || is_count(&words) || is_told_count(&words) || is_labelled_count(text) || sums()
}

fn spelled(text: &str) -> String {
    text.replace("(s)", "s").replace('#', " number ")
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

/// `Final Total`, `Carried forward`, `Ttl Emps 3`; `Tot` by itself may be somebody.
fn is_summing(words: &[&str]) -> bool {
    match words {
        ["final" | "net" | "running" | "cumulative", "total" | "totals", rest @ ..]
        | ["carried" | "brought", "forward", rest @ ..] => rest.iter().all(|word| is_counted(word)),
        ["tot" | "ttl", rest @ ..] => !rest.is_empty() && rest.iter().all(|word| is_counted(word)),
        _ => false,
    }
}

/// `Employees: 2`, `Lives = 12`.
fn is_labelled_count(text: &str) -> bool {
    let Some((label, number)) = text.split_once([':', '=']) else { return false };
    let mut words = label.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
    let counts = label.trim() == "n"
        || is_kind(label)
        || is_kind_by_codes(label)
        || (words.peek().is_some() && words.all(|word| COUNTED.contains(&word)));
    counts && !number.trim().is_empty() && number.trim().bytes().all(|byte| byte.is_ascii_digit())
}

/// `Male`, `Full Time`, `EE + Spouse`: a kind of people, which beside a number counts them.
pub(in crate::census) fn is_kind(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
    words.peek().is_some() && words.all(|word| KINDS.contains(&word))
}

/// `EE+SP`, `M`: a kind of people by the codes of rosters.
fn is_kind_by_codes(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
    words.peek().is_some() && words.all(|word| CODES_OF_KINDS.contains(&word))
}

/// Whether nobody is called by the words of a kind: `Employees`, `Employee Only`.
pub(in crate::census) fn is_kind_of_nobody(text: &str) -> bool {
    let is_noun = |word: &str| KINDS_OF_NOBODY.contains(&word);
    is_noun(text) || (is_kind(text) && text.split(|c: char| !c.is_alphanumeric()).any(is_noun))
}

fn is_counting(words: &[&str]) -> bool {
    match words {
        [
            // The last line of a file that programs exchange.
            "trl" | "trailer" | "ftr" | "footer" | "total" | "totals" | "subtotal" | "subtotals" | "count" | "headcount" | "average" | "avg" | "median" | "minimum" | "maximum"
            | "sum",
            rest @ ..,
        ]
        // By themselves these two are names.
        | ["min" | "max" | "mean", "age" | "salary" | "premium", rest @ ..]
        | ["grand" | "sub" | "report" | "page" | "group" | "company" | "overall", "total" | "totals", rest @ ..]
        | [
            "record" | "records" | "row" | "employee" | "employees" | "ee" | "member" | "members" | "head",
            "count" | "total" | "totals",
            rest @ ..,
        ]
        | [
            "number" | "no" | "nr" | "nbr" | "num",
            "of",
            "employees" | "ees" | "emps" | "members" | "records" | "rows" | "people" | "lives",
            rest @ ..,
        ] => rest.iter().all(|word| is_counted(word)),
        _ => false,
    }
}

fn is_counted(word: &str) -> bool {
    COUNTED.contains(&word) || word.bytes().all(|byte| byte.is_ascii_digit())
}

/// `12 employees`, `3 total lives`.
fn is_count(words: &[&str]) -> bool {
    match words {
        [number, rest @ ..] if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            !rest.is_empty() && rest.iter().all(|word| COUNTED.contains(word))
        }
        _ => false,
    }
}

/// `Employees 2`, `Query returned 2 rows`, `Showing 1 to 2 of 2`: numbers, and words that together count and name nobody.
fn is_told_count(words: &[&str]) -> bool {
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let is_noun = |word: &&str| TOLD_COUNTS.contains(word);
    let is_said = matches!(words.first(), Some(&("showing" | "displaying"))) || words.iter().any(is_noun);
    let is_known = |word: &&str| is_number(word) || is_noun(word) || COUNTED.contains(word) || TELLING.contains(word);
    is_said && words.iter().any(is_number) && words.iter().all(is_known)
}

/// `Dallas Total`, `Total for Sales Dept: 3`: with a word that may be a name, and so only beside numbers.
fn is_total_of(words: &[&str]) -> bool {
    let total = |word: Option<&&str>| matches!(word, Some(&("total" | "totals" | "subtotal" | "subtotals" | "count")));
    let named: Vec<&str> =
        words.iter().copied().filter(|word| !word.bytes().all(|byte| byte.is_ascii_digit())).collect();
    named.len() >= 2 && (total(named.first()) || total(named.last()))
}

/// `Dept 100 Total Employees: 2`: whatever section it is of, it counts people and gives their number.
pub(in crate::census) fn is_total_of_section(folded: &str) -> bool {
    let Some((label, number)) = folded.rsplit_once(':') else { return false };
    let words: Vec<&str> = label.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_number =
        !number.trim().is_empty() && number.trim().bytes().all(|byte| byte.is_ascii_digit() || byte == b',');
    let counts = matches!(
        words.as_slice(),
        [.., "total" | "count" | "headcount"]
            | [
                ..,
                "total" | "number" | "count",
                "employees" | "members" | "lives" | "records" | "dependents" | "enrolled" | "subscribers"
            ]
    );
    is_number && counts
}
