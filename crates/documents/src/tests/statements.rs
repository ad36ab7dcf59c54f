//! The commission statement as it is printed.

use domain::commissions::document::examples::cases;
use domain::commissions::document::{StatementDocument, StatementInput};
use typst::layout::Point;
use typst_layout::PagedDocument;

use super::{each_text, text_of};
use crate::statement::Sheet;
use crate::world::{Template, lay_out};

fn laid_out(input: StatementInput) -> PagedDocument {
    let sheet = Sheet::of(&StatementDocument::of(input));
    lay_out(Template::Statement, &sheet).expect("the example can be laid out")
}

fn case(name: &str) -> StatementInput {
    cases().into_iter().find(|(other, _)| *other == name).expect("a case of this name").1
}

fn text(name: &str) -> String {
    let pages = laid_out(case(name));
    pages.pages().iter().map(|page| text_of(&page.frame)).collect::<Vec<_>>().join("\n\n--- next page ---\n\n")
}

#[test]
fn a_statement_says_what_is_payable_what_waits_and_for_what() {
    let said = text("whole");
    for line in [
        "Brought forward This statement Total",
        "Statement total, 20 lines from 9 employers $3,187.00",
        "Balance brought forward from earlier statements −$265.00",
        "Payable now to Marlowe Benefit Advisors $2,922.00",
        "Individual Plan membership July 2026 40 $11.50 $1.25 $50.00",
        "Clawback Individual Plan membership June 2026 2 $11.50 $1.25 −$2.50",
        "Pending $412.50 $3,027.00 $3,439.50",
        "Pending, 12 lines from 5 employers $3,027.00",
        "Still pending from earlier months $412.50",
    ] {
        assert!(said.lines().any(|found| found == line), "{line}\n\n{said}");
    }
    // What is pending stands in a part of its own, behind what is payable (rules.md#printed-statement).
    let (payable, pending) = said.split_once("Pending until the invoices are paid").expect("a part of its own");
    assert!(payable.contains("Payable now to Marlowe Benefit Advisors"), "{said}");
    let waits = "Individual Plan membership July 2026 114 $11.50 $1.25 $142.50";
    assert!(pending.contains(waits) && !payable.contains(waits), "{said}");
    assert!(!text("plain").contains("Pending until the invoices are paid"));
}

#[test]
fn adjustments_stand_behind_the_invoices_with_their_reasons() {
    let said = text("adjusted");
    for line in [
        "Adjustments $210.00",
        "Bonus for Q2 July 2026 $250.00",
        "Statement total, 2 lines from 1 employer, 2 adjustments $558.75",
        "Payable now to Marlowe Benefit Advisors $558.75",
    ] {
        assert!(said.lines().any(|found| found == line), "{line}\n\n{said}");
    }
    let (lines, adjustments) = said.split_once("Adjustments $210.00").expect("a part of their own");
    assert!(lines.contains("Family Plan membership") && !adjustments.contains("membership"), "{said}");
    assert!(adjustments.contains("Correction agreed with the payee"), "{said}");
    let alone = text("adjusted-only");
    assert!(alone.lines().any(|found| found == "Statement total, 1 adjustment $250.00"), "{alone}");
    assert!(!text("plain").contains("Adjustments"));
}

#[test]
fn the_bar_is_the_part_of_the_last_total_that_is_payable() {
    let said = text("released");
    for line in [
        // $100.00 of June were pending and are paid by now.
        "Payable $100.00 $305.00 $405.00",
        "Pending $71.25 $1,505.00 $1,576.25",
        "Total $171.25 $1,810.00 $1,981.25",
        "Payable 20.4% Pending 79.6%",
    ] {
        assert!(said.lines().any(|found| found == line), "{line}\n\n{said}");
    }
    // Nothing of this month waits, but an earlier one does.
    let earlier = StatementInput { pending_earlier: domain::Money::from_cents(100_000_000), ..case("plain") };
    let pages = laid_out(earlier);
    let said = text_of(&pages.pages()[0].frame);
    assert!(said.contains("Payable 0.0%") && !said.contains("Payable 100.0%"), "{said}");
}

#[test]
fn a_statement_is_known_by_the_number_of_its_bill() {
    let (plain, billed) = (text("plain"), text("billed"));
    assert!(plain.contains("Statement CS-000312"), "{plain}");
    assert!(billed.contains("Statement 202607-312-OVB") && !billed.contains("CS-000312"), "{billed}");
}

#[test]
fn every_statement_is_a_file_that_screen_readers_accept() {
    for (name, input) in cases() {
        let document = StatementDocument::of(input);
        let first = crate::statement(&document).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(first, crate::statement(&document).expect("again"), "{name}");
    }
}

#[test]
fn a_statement_has_as_many_pages_as_its_lines_need() {
    for (name, pages) in [
        ("billed", 1..=1),
        ("plain", 1..=1),
        ("whole", 2..=2),
        ("released", 1..=2),
        ("adjusted", 1..=1),
        ("adjusted-only", 1..=1),
        ("negative", 1..=1),
        ("many", 10..=25),
    ] {
        let found = laid_out(case(name)).pages().len();
        assert!(pages.contains(&found), "{name}: {found}");
    }
}

#[test]
fn every_letter_of_a_statement_is_in_an_embedded_font() {
    for (name, input) in cases() {
        for page in laid_out(input).pages() {
            each_text(&page.frame, Point::zero(), &mut |_, text| {
                assert!(text.glyphs.iter().all(|glyph| glyph.id != 0), "{name}: {}", text.text);
            });
        }
    }
}

#[test]
fn a_negative_statement_claims_nothing() {
    let said = text("negative");
    assert!(!said.contains("Payable now"), "{said}");
    assert!(said.contains("Brought forward to the next statement"), "{said}");
}

#[test]
fn a_statement_without_lines_is_a_file_all_the_same() {
    let none = domain::Money::ZERO;
    let empty = StatementInput { lines: Vec::new(), brought: Vec::new(), total: none, pending: none, ..case("plain") };
    crate::statement(&StatementDocument::of(empty)).expect("a statement");
}

#[test]
fn no_page_shows_the_sums_of_a_statement_without_a_line() {
    for count in 16..60 {
        let mut input = case("many");
        input.lines.truncate(count);
        let said = laid_out(input).pages().iter().map(|page| text_of(&page.frame)).collect::<Vec<_>>();
        let page = said.iter().find(|page| page.contains("Statement total, ")).expect("the sum");
        let before = page.lines().take_while(|line| !line.starts_with("Statement total, ")).last().unwrap_or_default();
        assert!(before.contains("membership"), "{count} lines: {page}");
    }
}

#[test]
fn each_page_of_lines_begins_with_their_heading() {
    let pages = laid_out(case("many"));
    let said: Vec<String> = pages.pages().iter().map(|page| text_of(&page.frame)).collect();
    for (number, page) in said.iter().enumerate().filter(|(_, page)| page.contains("membership")) {
        let heading = "Plan line Billable month Quantity Billed rate Payout rate Commission";
        let at = page.lines().position(|line| line == heading);
        let first = page.lines().position(|line| line.contains("membership"));
        assert!(at.is_some() && at < first, "page {}: {page}", number + 1);
        // An invoice that a page break divides is named once more.
        let lines: Vec<&str> = page.lines().collect();
        let before = first.and_then(|first| lines.get(first - 1));
        assert!(before.is_some_and(|line| line.starts_with("Invoice ")), "page {}: {page}", number + 1);
    }
}
