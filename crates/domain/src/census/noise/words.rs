//! The words of lines that are nobody, as reports and people write them.

use super::pages::is_as_of;
use super::prints::{is_address, is_labelled_print};
use super::section_names::{DIVISIONS, STATUSES, is_leave, names_ended};
use crate::text::fold;

/// Whether a cell begins with a letter, and like no total and no page line.
pub(super) fn is_other_word(cell: &str) -> bool {
    let begins = |beginning: &&str| {
        cell.as_bytes().get(..beginning.len()).is_some_and(|start| start.eq_ignore_ascii_case(beginning.as_bytes()))
    };
    cell.starts_with(char::is_alphabetic) && !BEGINNINGS.iter().any(begins)
}

/// How totals and page lines begin, and the words between their numbers.
const BEGINNINGS: &[&str] = &[
    "data", "census", "tot", "ttl", "final", "grand", "sub", "count", "rec", "row", "num", "emp", "mem", "ave", "sum",
    "head", "page", "pg", "print", "run", "rep", "gen", "as of", "conf", "cont", "end", "prep", "date", "time", "of",
    "group", "company", "overall", "no",
];

/// `Total Employees`, `Grand Total:`, `Record count`, `Employee count: 12`, `Total 12`, `Dallas Total`.
pub(super) fn is_total(text: &str) -> bool {
    let text = &spelled(text);
    is_total_alone(text) || is_total_of(&words(text))
}

/// As [`is_total`], without a word that somebody may be called.
pub(super) fn is_total_alone(text: &str) -> bool {
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
pub(super) fn is_kind(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
    words.peek().is_some() && words.all(|word| KINDS.contains(&word))
}

/// `EE+SP`, `M`: a kind of people by the codes of rosters.
fn is_kind_by_codes(text: &str) -> bool {
    const CODES: &[&str] = &["m", "f", "ee", "sp", "ch", "dp", "es", "ec", "ef", "eo", "fam"];
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
    words.peek().is_some() && words.all(|word| CODES.contains(&word))
}

/// Whether nobody is called by the words of a kind: `Employees`, `Employee Only`.
pub(super) fn is_kind_of_nobody(text: &str) -> bool {
    const SEVERAL: &[&str] = &[
        "employees",
        "males",
        "females",
        "members",
        "subscribers",
        "dependents",
        "retirees",
        "waivers",
        "spouses",
        "only",
        "records",
        "rows",
        "family",
    ];
    let is_noun = |word: &str| SEVERAL.contains(&word);
    is_noun(text) || (is_kind(text) && text.split(|c: char| !c.is_alphanumeric()).any(is_noun))
}

const KINDS: &[&str] = &[
    "male",
    "males",
    "female",
    "females",
    "men",
    "women",
    "active",
    "actives",
    "inactive",
    "terminated",
    "cobra",
    "retired",
    "retirees",
    "enrolled",
    "waived",
    "waivers",
    "eligible",
    "ineligible",
    "covered",
    "full",
    "part",
    "time",
    "salaried",
    "hourly",
    "employee",
    "employees",
    "ee",
    "only",
    "and",
    "spouse",
    "spouses",
    "child",
    "children",
    "family",
    "single",
    "married",
    "dependents",
    "subscribers",
    "new",
    "hires",
];

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
    let is_noun = |word: &&str| NOUNS.contains(word);
    let is_said = matches!(words.first(), Some(&("showing" | "displaying"))) || words.iter().any(is_noun);
    let is_known = |word: &&str| is_number(word) || is_noun(word) || COUNTED.contains(word) || TELLING.contains(word);
    is_said && words.iter().any(is_number) && words.iter().all(is_known)
}

const NOUNS: &[&str] =
    &["employees", "members", "records", "rows", "lives", "people", "subscribers", "dependents", "entries"];
const TELLING: &[&str] = &["query", "showing", "displaying", "to", "listed", "on"];

/// `Dallas Total`, `Total for Sales Dept: 3`: with a word that may be a name, and so only beside numbers.
fn is_total_of(words: &[&str]) -> bool {
    let total = |word: Option<&&str>| matches!(word, Some(&("total" | "totals" | "subtotal" | "subtotals" | "count")));
    let named: Vec<&str> =
        words.iter().copied().filter(|word| !word.bytes().all(|byte| byte.is_ascii_digit())).collect();
    named.len() >= 2 && (total(named.first()) || total(named.last()))
}

pub(super) const COUNTED: &[&str] = &[
    "employee",
    "employees",
    "member",
    "members",
    "dependent",
    "dependents",
    "subscriber",
    "subscribers",
    "participant",
    "participants",
    "record",
    "records",
    "row",
    "rows",
    "people",
    "persons",
    "lives",
    "count",
    "counts",
    "number",
    "of",
    "the",
    "for",
    "in",
    "file",
    "report",
    "group",
    "all",
    "active",
    "enrolled",
    "eligible",
    "salary",
    "premium",
    "payroll",
    "annual",
    "total",
    "totals",
    "and",
    "usd",
    "age",
    "affected",
    "listed",
    "males",
    "females",
    "ees",
    "emps",
    "found",
    "selected",
    "returned",
];

/// What stands alone on its line and can be nobody's name: a sentence, `Department: Sales`, `Active employees`.
///
/// A line with a date or an address of five digits and more is never one: it may be a person whose cells are not divided.
pub(super) fn is_remark(text: &str) -> bool {
    let folded = fold(text);
    let is_printed = is_address(text) || is_labelled_print(text) || is_as_of(&folded);
    if is_printed || names_ended(text) || is_comment(text) || is_key(text) {
        return true;
    }
    if may_be_undivided(&folded) {
        return false;
    }
    let words: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_label = |label: &str| [LABELS, DIVISIONS, STATUSES].iter().any(|labels| labels.contains(&label));
    let labelled = folded.split_once(':').is_some_and(|(label, _)| is_label(label.trim()));
    let marked = folded.starts_with('*') || folded.starts_with('\u{a9}');
    let sentence = words.len() >= 6 && !folded.contains([',', ';', '\t', '|']);
    let called_out = folded.ends_with(['!', '?']);
    is_section(&folded)
        || is_total_of_section(&folded)
        || labelled
        || marked
        || sentence
        || called_out
        || is_notice(&folded, &words)
}

/// Whether a line may hold a date or an address of five digits and more.
pub(super) fn may_be_undivided(folded: &str) -> bool {
    folded.bytes().filter(u8::is_ascii_digit).count() >= 5 || folded.matches('/').count() >= 2
}

/// `Active employees`, `COBRA`: words that name a section of a list, and nobody.
pub(super) fn is_section(folded: &str) -> bool {
    if is_leave(folded) {
        return true;
    }
    let mut words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let count = words.clone().count();
    let is_long = count >= 2 || folded.len() >= 8;
    let tells = is_long
        || ["summary", "cobra", "active", "retired", "waived", "waivers"].contains(&folded.trim_end_matches(':'));
    tells && words.all(is_section_word)
}

pub(super) fn is_section_word(word: &str) -> bool {
    SECTIONS.contains(&word) || COUNTED.contains(&word)
}

/// `# Exported by jsmith`, `END`: as programs write beside what they write for each other. Cells that are not divided are no words.
fn is_comment(text: &str) -> bool {
    let is_marked = ["# ", "## ", "// "].iter().any(|mark| text.starts_with(mark));
    matches!(text, "END" | "end") || (is_marked && !text.contains([',', ';', '\t', '|']))
}

/// `EE = Employee Only`: a code and what it stands for.
fn is_key(text: &str) -> bool {
    let Some((code, meaning)) = text.split_once('=') else { return false };
    let (code, meaning) = (code.trim(), meaning.trim());
    let is_code =
        (1..=6).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'+');
    let is_words = |c: char| c.is_alphabetic() || matches!(c, ' ' | '+' | '&' | '/' | '-' | '(' | ')');
    is_code && meaning.starts_with(char::is_alphabetic) && meaning.chars().all(is_words)
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

/// `Copyright 2026 Acme`, `Proprietary and Confidential`, `For internal use only`.
fn is_notice(folded: &str, words: &[&str]) -> bool {
    let has_year = words.iter().any(|word| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit()));
    let is_copyright = folded.starts_with("copyright ") || folded.starts_with("(c) ");
    (is_copyright && has_year) || words.contains(&"confidential") || folded.ends_with("use only") || folded == "eof"
}

/// What is left to be written on: `Signature: ____`, `Date _______`, `Authorized by:`.
pub(super) fn is_form(cell: &str) -> bool {
    const WORDS: [&str; 20] = [
        "signature",
        "signed",
        "sign",
        "date",
        "title",
        "name",
        "print",
        "printed",
        "please",
        "here",
        "by",
        "authorized",
        "approved",
        "employer",
        "hr",
        "completed",
        "submitted",
        "phone",
        "initials",
        "of",
    ];
    let is_line = cell.contains("___") || cell.contains("....");
    let begins = cell.starts_with([
        'S', 's', 'A', 'a', 'P', 'p', 'E', 'e', 'H', 'h', 'C', 'c', 'D', 'd', 'T', 't', 'N', 'n', 'X', 'x', '_', 'I',
        'i',
    ]);
    if !begins || !(is_line || cell.ends_with(':')) {
        return false;
    }
    let folded = fold(cell);
    let mut words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.all(|word| WORDS.contains(&word) || (is_line && word == "x"))
}

/// Labels of remarks, beside those of [`DIVISIONS`] and [`STATUSES`].
const LABELS: &[&str] = &[
    "note",
    "notes",
    "remark",
    "remarks",
    "source",
    "legend",
    "codes",
    "tier codes",
    "plan codes",
    "coverage codes",
    "status codes",
    "relationship codes",
    "participation",
    "participation rate",
    "signature",
    "authorized signature",
    "employer signature",
    "signed by",
    "approved by",
    "submitted by",
    "completed by",
    "prepared by",
    "prepared for",
    "contact",
    "report",
    "carrier",
    "broker",
    "effective date",
];

const SECTIONS: &[&str] = &[
    "summary",
    "inactive",
    "terminated",
    "terminations",
    "retirees",
    "retired",
    "cobra",
    "fulltime",
    "parttime",
    "full",
    "part",
    "time",
    "salaried",
    "hourly",
    "waived",
    "waivers",
    "declined",
    "coverage",
    "new",
    "hires",
    "rehires",
    "pending",
    "spouses",
    "children",
    "census",
    "list",
    "roster",
];

/// What stands below a heading to explain it: `MM/DD/YYYY`, `M/F`, `required`, `Text (50)`.
pub(super) fn is_hint(cell: &str) -> bool {
    let folded = fold(cell);
    let is_length = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let sized = folded.strip_suffix(')').and_then(|text| text.split_once('(')).filter(|(_, length)| is_length(length));
    let folded = sized.map_or(folded.as_str(), |(kind, _)| kind.trim_end());
    let bare = folded.trim_matches(['(', ')', '[', ']', '<', '>', '*', '.']);
    let format = bare.len() >= 5 && bare.chars().all(|c| "mdyx#/-. ()".contains(c));
    format || HINTS.contains(&bare)
}

const HINTS: &[&str] = &[
    "required",
    "optional",
    "required field",
    "text",
    "date",
    "number",
    "numeric",
    "string",
    "code",
    "m/f",
    "m or f",
    "male/female",
    "yes/no",
    "y/n",
    "5 digits",
    "10 digits",
    "9 digits",
    "2 letters",
    "n/a",
    "if applicable",
    "alphanumeric",
];
