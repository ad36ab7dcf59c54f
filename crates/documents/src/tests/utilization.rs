//! The utilization report as it is printed.

use domain::utilization::examples::cases::{cases, compared};
use domain::utilization::{ReportDocument, ReportSource};
use typst::layout::Point;
use typst_layout::PagedDocument;
use typst_pdf::PdfOptions;

use super::{each_text, text_of};
use crate::utilization::Sheet;
use crate::world::{Template, lay_out};

fn laid_out(source: &ReportSource) -> PagedDocument {
    let sheet = Sheet::of(&ReportDocument::of(source));
    lay_out(Template::Utilization, &sheet).expect("the example can be laid out")
}

fn text(source: &ReportSource) -> String {
    laid_out(source)
        .pages()
        .iter()
        .map(|page| text_of(&page.frame))
        .collect::<Vec<_>>()
        .join("\n\n--- next page ---\n\n")
}

#[test]
fn every_report_says_what_it_said() {
    for (name, source) in cases() {
        insta::assert_snapshot!(format!("utilization-{name}"), text(&source));
        crate::utilization(&ReportDocument::of(&source)).expect("a file that screen readers accept");
    }
}

#[test]
fn a_report_has_three_pages_unless_its_lists_are_long() {
    let pages: Vec<_> = cases().iter().map(|(name, source)| (*name, laid_out(source).pages().len())).collect();
    assert_eq!(pages, [("compared", 3), ("small-group", 3), ("empty", 3), ("many", 4)]);
}

#[test]
fn every_letter_of_a_report_is_in_an_embedded_font() {
    for (name, source) in cases() {
        for page in laid_out(&source).pages() {
            each_text(&page.frame, Point::zero(), &mut |_, text| {
                assert!(text.glyphs.iter().all(|glyph| glyph.id != 0), "{name}: {}", text.text);
            });
        }
    }
}

#[test]
fn every_table_of_a_report_has_a_head() {
    let plain = PdfOptions { pretty: true, ..PdfOptions::default() };
    let bytes = typst_pdf::pdf(&laid_out(&compared()), &plain).expect("a PDF");
    let text = String::from_utf8_lossy(&bytes);
    let tables = text.matches("/S /Table\n").count();
    assert!(tables >= 11, "{tables}");
    assert!(text.matches("/S /THead\n").count() >= tables);
}

#[test]
fn a_group_with_a_name_of_no_known_letters_is_printed() {
    let source = ReportSource { name: "ᚠᚢ\u{7}".to_owned(), ..compared() };
    assert!(text(&source).contains("[fu]"));
    crate::utilization(&ReportDocument::of(&source)).expect("a file that screen readers accept");
}

#[test]
fn the_same_report_gives_the_same_bytes() {
    let document = ReportDocument::of(&compared());
    let first = crate::utilization(&document).expect("a report");
    assert_eq!(crate::utilization(&document).expect("a report"), first);
}
