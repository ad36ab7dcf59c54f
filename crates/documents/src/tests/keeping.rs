//! What stays together where a page ends, and what stands on every first page.

use domain::billing::ledger::EntryKind;
use domain::invoices::{InvoiceInput, examples};
use typst::layout::Point;

use super::{case, each_text, laid_out, pages};

/// The line of a document's text before the one that begins with `start`, on the same page.
fn before<'a>(pages: &'a [String], start: &str) -> Option<&'a str> {
    let lines = pages.iter().flat_map(|page| page.lines().zip(std::iter::once("").chain(page.lines())));
    lines.filter(|(line, _)| line.starts_with(start)).map(|(_, before)| before).last()
}

#[test]
fn no_page_shows_the_sums_of_an_invoice_without_a_line() {
    for count in 18..34 {
        let mut input = case("plain");
        let line = input.lines[0].clone();
        input = input.with_lines(vec![line; count]);
        let pages = pages(&input);
        let before = before(&pages, "Total due $").expect("the total");
        assert!(before.contains("Consultations, medical"), "{count} lines: {before}");
    }
}

#[test]
fn no_page_shows_the_sum_of_charges_without_a_charge() {
    let credit = case("corrections").lines.into_iter().find(|line| line.kind == EntryKind::Credit).expect("a credit");
    let charge = case("plain").lines[0].clone();
    for (charges, corrections) in (15..27).flat_map(|charges| [(charges, 1), (charges, 2), (charges, 3)]) {
        let lines = vec![charge.clone(); charges].into_iter().chain(vec![credit.clone(); corrections]);
        let mut pages = pages(&examples::empty().with_lines(lines.collect()));
        pages.retain(|page| !page.contains("Member appendix"));
        for (sum, kept) in [("Charges for June 2026 $", "Consultations, medical"), ("Net corrections", "Credit")] {
            let before = before(&pages, sum)
                .unwrap_or_else(|| panic!("{charges} charges, {corrections} corrections, {sum}: {pages:#?}"));
            assert!(before.contains(kept), "{charges} charges, {corrections} corrections: {before}");
        }
    }
}

#[test]
fn no_page_shows_the_total_of_the_parts_without_a_part() {
    let line = examples::with_members(1).lines[0].clone();
    for count in 35..51 {
        let pages = pages(&examples::empty().with_lines(vec![line.clone(); count]));
        let before = before(&pages, "Total due, invoice LW-004218").expect("the total of the parts");
        assert!(before.contains("Telehealth membership"), "{count} parts: {before}");
    }
}

#[test]
fn every_first_page_says_whom_to_ask() {
    let (mail, phone) = ("accounts.receivable.department@quillmere-benefits.example", "+1 (614) 555-0187 ext. 20417");
    for (name, mut input) in examples::cases() {
        if name.starts_with("members-") || name == "many-lines" {
            continue;
        }
        input.sender.email = Some(mail.to_owned());
        input.sender.phone = Some(phone.to_owned());
        let first = first_page(&input);
        for told in [mail, phone] {
            assert!(first.contains(&told.replace(' ', "")), "{name}: {told}");
        }
    }
}

/// What the first page says from top to bottom, each column on its own, without blanks.
fn first_page(input: &InvoiceInput) -> String {
    let mut pieces = Vec::new();
    each_text(&laid_out(input).pages()[0].frame, Point::zero(), &mut |at, text| {
        pieces.push((at.x.to_pt().round() as i64, at.y.to_pt().round() as i64, text.text.to_string()));
    });
    pieces.sort();
    let said: String = pieces.into_iter().map(|(.., text)| text).collect();
    said.replace([' ', '\u{a0}'], "")
}

#[test]
fn a_link_too_long_for_a_code_is_printed_whole() {
    let link = format!("https://pay.example.com/{}", "a1b2-".repeat(83));
    let mut input = case("plain");
    input.erp.as_mut().expect("an ERP").link = Some(link.clone());
    let first = first_page(&input);
    assert!(first.contains(&link), "{first}");
    assert!(first.contains("Followthelinktopayonline.") && !first.contains("Scan"), "{first}");
    assert!(first_page(&case("plain")).contains("Scanorfollowthelink"));
}
