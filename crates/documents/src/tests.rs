//! Documents as they are printed: page counts, texts, fonts, sameness of bytes.

mod boxes;
mod keeping;
mod overprinting;
mod scripts;
mod statements;
mod utilization;

use domain::billing::ledger::EntryKind;
use domain::invoices::{InvoiceDocument, InvoiceInput, InvoiceLine, LineMember, examples};
use domain::{MemberId, Money};
use typst::layout::{Abs, Frame, FrameItem, Point};
use typst::text::TextItem;
use typst_layout::PagedDocument;
use typst_pdf::PdfOptions;

use crate::invoice::Sheet;
use crate::world::{Template, lay_out};
use crate::{DocumentError, fonts};

fn laid_out(input: &InvoiceInput) -> PagedDocument {
    let document = InvoiceDocument::of(input);
    document.check().expect("the example adds up");
    lay_out(Template::Invoice, &Sheet::of(&document)).expect("the example can be laid out")
}

/// The text of every page, line by line, each line from left to right.
fn pages(input: &InvoiceInput) -> Vec<String> {
    laid_out(input).pages().iter().map(|page| text_of(&page.frame)).collect()
}

fn text_of(frame: &Frame) -> String {
    let mut pieces = Vec::new();
    let tenths = |length: Abs| (length.to_pt() * 10.0).round() as i64;
    each_text(frame, Point::zero(), &mut |at, text| {
        pieces.push((tenths(at.y), tenths(at.x), text.text.trim().to_owned()));
    });
    pieces.retain(|(_, _, text)| !text.is_empty());
    pieces.sort();
    let lines = pieces.chunk_by(|a, b| a.0 == b.0);
    let joined = lines.map(|line| line.iter().map(|(_, _, text)| text.as_str()).collect::<Vec<_>>().join(" "));
    joined.collect::<Vec<_>>().join("\n")
}

fn each_text(frame: &Frame, origin: Point, see: &mut impl FnMut(Point, &TextItem)) {
    for (at, item) in frame.items() {
        let at = *at + origin;
        match item {
            FrameItem::Group(group) => each_text(&group.frame, at, see),
            FrameItem::Text(text) => see(at, text),
            _ => {}
        }
    }
}

fn case(name: &str) -> InvoiceInput {
    examples::cases().into_iter().find(|(other, _)| *other == name).expect("a case of this name").1
}

#[test]
fn every_case_has_its_number_of_pages() {
    for (name, expected) in [
        ("plain", 1),
        ("one-page", 1),
        ("corrections", 4),
        ("credit-memo", 2),
        ("zero-total", 2),
        ("no-erp", 4),
        ("no-lines", 1),
        ("credit-memo-sent", 2),
        ("no-remit-to", 1),
        ("references", 2),
        ("paid", 1),
        ("partially-paid", 1),
        ("overdue", 1),
        ("out-of-date", 1),
        ("voided", 1),
        ("long-names", 2),
        ("outside-look-back", 2),
        ("corrected-consults", 3),
        ("many-lines", 10),
        ("members-1", 2),
        ("members-197", 3),
        ("members-198", 3),
        ("members-199", 4),
        ("members-2000", 13),
        ("members-5001", 2),
    ] {
        assert_eq!(laid_out(&case(name)).pages().len(), expected, "{name}");
    }
    assert_eq!(examples::cases().len(), 25, "every case is in the list");
}

#[test]
fn the_longest_month_keeps_its_distance_from_the_description() {
    let mut input = case("plain");
    for line in &mut input.lines {
        line.month = examples::month(9);
    }
    let mut pieces = Vec::new();
    each_text(&laid_out(&input).pages()[0].frame, Point::zero(), &mut |at, text| {
        pieces.push((at.y.to_pt().round() as i64, at.x.to_pt(), text.width().to_pt(), text.text.to_string()));
    });
    let month = pieces.iter().find(|(.., text)| text.trim() == "September 2026").expect("the month in one piece");
    let after = pieces.iter().filter(|(y, x, ..)| *y == month.0 && *x > month.1).map(|(_, x, ..)| *x);
    let gap = after.fold(f64::INFINITY, f64::min) - (month.1 + month.2);
    assert!(gap >= 6.0, "{gap} points");
}

#[test]
fn full_pages_of_members_stay_one_page_each() {
    for (members, expected) in [(0, 1), (408, 4), (409, 5), (618, 5), (619, 6)] {
        assert_eq!(laid_out(&examples::with_members(members)).pages().len(), expected, "{members} members");
    }
}

#[test]
fn every_small_case_says_what_it_said() {
    for (name, input) in examples::cases() {
        let pages = pages(&input);
        if pages.len() <= 5 && !name.starts_with("members-19") {
            insta::assert_snapshot!(name, pages.join("\n\n--- next page ---\n\n"));
            crate::invoice(&InvoiceDocument::of(&input)).expect("a file that screen readers accept");
        }
    }
}

#[test]
fn a_long_appendix_cites_its_pages_and_names_them_as_a_dictionary_does() {
    let pages = pages(&case("members-2000"));
    let has = |page: usize, text: &str| assert!(pages[page - 1].contains(text), "page {page}: {}", pages[page - 1]);
    has(1, "Telehealth membership, Individual Plan members on pages 3–8");
    has(1, "Telehealth membership, Family Plan members on pages 9–12");
    has(1, "Corrections for earlier months each member and reason on page 2");
    has(1, "Page 1 of 13");
    has(2, "B. Telehealth membership, Individual Plan 3–8 1,204 $13,846.00");
    has(3, "A filled square marks the 30 members who were not on the June invoice.");
    has(3, "Member appendix, July 2026 Abbott, Ada – Blythe, Łukasz");
    has(4, "Member appendix, July 2026 Blythe, Luz – ");
    has(8, "1,204 members $13,846.00");
    has(12, "770 members $13,282.50");
    assert_eq!(pages.iter().map(|page| page.matches('■').count()).sum::<usize>(), 38);
}

#[test]
fn names_are_wrapped_and_never_cut() {
    let input = case("long-names");
    let mut printed = String::new();
    for page in laid_out(&input).pages() {
        each_text(&page.frame, Point::zero(), &mut |_, text| printed.push_str(&text.text));
    }
    let plain = |text: &str| text.chars().filter(|c| c.is_alphabetic()).collect::<String>();
    let printed = plain(&printed);
    for member in &input.lines[0].members {
        let name = plain(&format!("{}{}", member.last_name, member.first_name));
        assert_eq!(printed.matches(&name).count(), 2, "{name}, in the corrections and in the list");
    }
    assert!(printed.contains(&plain(&input.customer)));
}

#[test]
fn every_printed_letter_is_in_an_embedded_font() {
    for (name, input) in examples::cases() {
        let sheet = Sheet::of(&InvoiceDocument::of(&input));
        assert!(sheet.bands.iter().all(|(label, _)| *label != "Letters"), "{name}");
        for page in laid_out(&input).pages() {
            each_text(&page.frame, Point::zero(), &mut |_, text| {
                assert!(text.glyphs.iter().all(|glyph| glyph.id != 0), "{name}: {}", text.text);
            });
        }
    }
}

#[test]
fn the_serif_prints_titles_and_the_large_figure_only() {
    for page in laid_out(&case("credit-memo")).pages() {
        each_text(&page.frame, Point::zero(), &mut |_, text| {
            let is_display = ["Credit memo", "\u{2212}$184.00", "Member appendix"].contains(&text.text.as_str());
            let family = text.font.font().info().family.as_str();
            let is_head = text.size < Abs::pt(15.0);
            assert_eq!(family, if is_display && !is_head { "Ledgerwell Serif" } else { "Inter" }, "{}", text.text);
        });
    }
}

#[test]
fn european_names_and_signs_can_be_printed() {
    let letters = "łžőđşŁŽŐĐŞčćřěůąęăâîșțğıİńśźżåæøßœñéèêëüöäïõãçþðÀÇØŒŠŽẞỳắệĳŀΑωбЯїґ$€£¥−–—‘’“”…×&§■□→≤";
    let missing: String = letters.chars().filter(|letter| !fonts::has(*letter)).collect();
    assert_eq!(missing, "");
}

#[test]
fn long_ids_leave_room_for_the_name() {
    let line = |member: LineMember| examples::with_members(1).lines[0].clone().with_members([member]);
    let input = |lines: Vec<InvoiceLine>| examples::empty().with_lines(lines);
    let member = LineMember { id: MemberId(9_007_199_254_740_991), ..examples::member(29) };
    let text = pages(&input(vec![line(member)]))[1].clone();
    assert!(text.contains("9007199254740991") && text.contains("Abbott") && text.contains("Đức"), "{text}");
}

#[test]
fn the_same_value_gives_the_same_bytes() {
    let document = InvoiceDocument::of(&case("corrections"));
    let first = crate::invoice(&document).expect("an invoice");
    assert!(first.starts_with(b"%PDF-1.7"));
    comemo::evict(0);
    assert_eq!(crate::invoice(&document).expect("an invoice"), first);
}

#[test]
fn head_and_foot_of_a_page_are_those_of_its_own_document() {
    for customer in [1, 2] {
        let input = examples::with_members(20).of_another(customer);
        let number = input.erp.as_ref().expect("an invoice in the ERP").number.clone();
        let page = pages(&input)[1].clone();
        assert!(page.starts_with(&format!("{} Member appendix, July 2026", input.customer)), "{page}");
        assert!(page.ends_with(&format!("Invoice {number} Page 2 of 2")), "{page}");
    }
}

#[test]
fn no_page_shows_the_sum_of_corrections_without_an_entry() {
    let line = case("corrections").lines.into_iter().find(|line| line.kind == EntryKind::Credit).expect("a credit");
    for count in 30..48 {
        let members = line.members.iter().cycle().take(count).cloned();
        let input = examples::empty().with_lines(vec![line.clone().with_members(members)]);
        let pages = pages(&input);
        let last = pages.iter().rfind(|page| page.contains("\nNet corrections")).expect("the sum");
        assert!(last.contains("Made In-Active"), "{count} members: {last}");
    }
}

#[test]
fn a_row_is_as_high_as_its_description() {
    let mut input = case("plain");
    input.lines[0].name = "Consultations, medical, with a name for which one line is not enough ".repeat(2);
    let mut pieces = Vec::new();
    each_text(&laid_out(&input).pages()[0].frame, Point::zero(), &mut |at, text| {
        pieces.push((at.y.to_pt(), text.text.to_string()));
    });
    let height = |start: &str| pieces.iter().rfind(|(_, text)| text.starts_with(start)).expect("the text").0;
    let (first, second) = (height("$3,087.00"), height("$105.00"));
    let wrapped: Vec<_> = pieces.iter().map(|(y, _)| *y).filter(|y| *y > first + 1.0 && *y < second - 1.0).collect();
    let last = wrapped.iter().copied().fold(f64::NAN, f64::max);
    assert!(last > first && second - last > 15.0, "{first}, {wrapped:?}, {second}");
}

#[test]
fn a_thick_appendix_is_a_small_file() {
    let bytes = crate::invoice(&InvoiceDocument::of(&case("members-2000"))).expect("an invoice");
    assert!(bytes.len() < 400_000, "{} bytes", bytes.len());
}

#[test]
fn every_table_has_a_head_and_every_page_is_tagged() {
    let plain = PdfOptions { pretty: true, ..PdfOptions::default() };
    for name in ["corrections", "outside-look-back", "no-lines"] {
        let bytes = typst_pdf::pdf(&laid_out(&case(name)), &plain).expect("a PDF");
        let text = String::from_utf8_lossy(&bytes);
        let tables = text.matches("/S /Table\n").count();
        assert!(tables > 0, "{name}");
        assert!(text.matches("/S /THead\n").count() >= tables, "{name}");
        assert!(text.contains("/S /H1\n"), "{name}");
    }
}

#[test]
fn an_invoice_that_does_not_add_up_is_not_printed() {
    let input = InvoiceInput { total: Money::from_cents(1), ..case("plain") };
    let refused = crate::invoice(&InvoiceDocument::of(&input));
    assert!(matches!(refused, Err(DocumentError::OutOfBalance(_))), "{refused:?}");
}

#[test]
fn the_code_is_left_out_when_the_link_is_too_long_to_scan() {
    let link = |length: usize| format!("https://pay.example.com/{}", "a".repeat(length));
    assert!(crate::code::svg(&link(10), "#000").is_some_and(|svg| svg.starts_with("<svg")));
    assert!(crate::code::svg(&link(250), "#000").is_some());
    assert!(crate::code::svg(&link(400), "#000").is_none());
}
