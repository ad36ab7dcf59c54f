//! Rules of the business are cited by their anchor in `docs/rules.md`, and each citation leads somewhere.

use std::collections::BTreeSet;

use super::assert_none;
use super::tree::{File, files};

/// Where the rules stand.
const RULES: &str = "docs/rules.md";

/// What stands before an anchor, in code and in links.
const CITATION: &str = "rules.md#";

#[test]
fn every_cited_rule_exists() {
    let anchors = anchors(rules());
    let mut broken = Vec::new();
    for file in files() {
        for (number, line) in (1..).zip(file.text.lines()) {
            let unknown = cited(line).filter(|anchor| !anchors.contains(anchor));
            broken.extend(unknown.map(|anchor| format!("{}:{number} cites #{anchor}", file.path)));
        }
    }
    assert_none(broken, "name an anchor of docs/rules.md, or write the rule there under a heading of its own.");
}

#[test]
fn every_rule_is_cited() {
    let cited: BTreeSet<String> = others().flat_map(|file| cited(&file.text)).collect();
    let broken = anchors(rules()).into_iter().filter(|anchor| !cited.contains(anchor));
    assert_none(
        broken.map(|anchor| format!("{RULES}#{anchor} is cited nowhere")).collect(),
        "cite the rule where code follows it as (rules.md#…), link it from docs, or take it out.",
    );
}

#[test]
fn no_two_rules_share_an_anchor() {
    let headings: Vec<_> = headings(rules()).map(anchor).collect();
    let repeated = headings.iter().enumerate().filter(|(at, heading)| headings[..*at].contains(heading));
    assert_none(repeated.map(|(_, heading)| format!("#{heading} stands twice")).collect(), "give one another title.");
}

#[test]
fn references_lead_to_papers_of_the_repository_only() {
    let mut broken = Vec::new();
    for file in others() {
        broken.extend(outside(&file.text).into_iter().map(|(line, words)| format!("{}:{line}: {words}", file.path)));
    }
    assert_none(broken, "cite the rule as (rules.md#…), or say it in words.");
}

#[test]
fn the_api_document_cites_no_rule() {
    let document = files().iter().find(|file| file.path == "openapi.json").expect("openapi.json");
    assert_none(
        cited(&document.text).map(|anchor| format!("openapi.json cites #{anchor}")).collect(),
        "write the citation in brackets at the end of a sentence, (rules.md#…): portal/src/api_document takes those out.",
    );
}

/// The text of the rules.
fn rules() -> &'static str {
    &files().iter().find(|file| file.path == RULES).expect("docs/rules.md").text
}

/// All files but the rules.
fn others() -> impl Iterator<Item = &'static File> {
    files().iter().filter(|file| file.path != RULES)
}

/// The titles of the rules.
fn headings(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.strip_prefix("### "))
}

fn anchors(text: &str) -> BTreeSet<String> {
    headings(text).map(anchor).collect()
}

/// The anchor that a Markdown heading gets.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

/// The anchors that a text cites.
fn cited(text: &str) -> impl Iterator<Item = String> {
    let ends = |rest: &str| rest.find(|c: char| !c.is_alphanumeric() && c != '-').unwrap_or(rest.len());
    let after = text.match_indices(CITATION).map(|(at, found)| &text[at + found.len()..]);
    // Without letters behind it, it is how this guard itself names what it looks for.
    after.map(move |rest| rest[..ends(rest)].to_owned()).filter(|anchor| !anchor.is_empty())
}

/// References to papers that do not stand in the repository, with their lines: a numbered decision, requirement or section.
fn outside(text: &str) -> Vec<(usize, String)> {
    let lines = (1..).zip(text.lines());
    let words = lines.flat_map(|(number, line)| words(line).map(move |word| (number, word)));
    let words: Vec<(usize, &str)> = words.chain([(0, ""), (0, "")]).collect();
    let found = words.windows(3).filter(|found| is_outside(found[0].1, found[1].1, found[2].1));
    found.map(|found| (found[0].0, format!("{} {} {}", found[0].1, found[1].1, found[2].1))).collect()
}

/// The words of a line, without what begins a comment.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let bare = line.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    bare.filter(|word| !word.is_empty())
}

fn is_outside(first: &str, second: &str, third: &str) -> bool {
    const PAPERS: [&str; 5] = ["billing", "census", "groups", "people", "settings"];
    let is_section = |word: &str| ["section", "sections"].contains(&word);
    let starts_with_digit = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    match first.to_lowercase().as_str() {
        "decision" | "decisions" => is_numbered(second, 'A'..='H', 1..=2),
        "requirement" | "requirements" => {
            second.split_once('-').is_some_and(|(area, number)| area.len() == 1 && starts_with_digit(number))
        }
        "data" => second == "model" && (is_section(third) || starts_with_digit(third)),
        paper if PAPERS.contains(&paper) => is_section(second) && starts_with_digit(third),
        _ => false,
    }
}

/// Whether a word is a letter with a number, as `H5`.
fn is_numbered(word: &str, letters: std::ops::RangeInclusive<char>, digits: std::ops::RangeInclusive<usize>) -> bool {
    let word = word.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let Some(rest) = word.strip_prefix(|c| letters.contains(&c)) else { return false };
    let number = rest.trim_end_matches('a');
    digits.contains(&number.len()) && number.bytes().all(|digit| digit.is_ascii_digit())
}

#[test]
fn citations_and_foreign_references_are_told_apart() {
    let text = "/// Ends a member (rules.md#first-three-days, rules.md#roles).";
    assert_eq!(cited(text).collect::<Vec<_>>(), ["first-three-days", "roles"]);
    assert_eq!(anchor("After-hours line"), "after-hours-line");
    assert_eq!(anchor("Broker's day (1)"), "brokers-day-1");

    for parts in [
        ["as agreed (deci", "sions C8)"],
        ["as agreed (deci", "sion D5a, and more)"],
        ["/// as agreed (deci", "sions\n/// H10)"],
        ["the counters (data mo", "del 4.2)"],
        ["conventions (data mo", "del, section 1)"],
        ["the file's tasks (census sec", "tion 4)"],
        ["which stays (require", "ment C-060)"],
    ] {
        assert_eq!(outside(&parts.concat()).len(), 1, "{parts:?}");
    }
    for text in ["decisions about files", "the data model of a census", "one section 4 wide", "groups 1 and 2"] {
        assert_eq!(outside(text), [], "{text}");
    }
}
