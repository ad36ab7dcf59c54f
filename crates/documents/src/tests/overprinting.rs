//! Texts of every allowed length keep to their columns: none reaches over another or into the margin.

use domain::commissions::document::StatementDocument;
use domain::commissions::document::examples::cases as statements;
use domain::invoices::{InvoiceDocument, InvoiceInput, examples};
use domain::utilization::examples::cases::cases as reports;
use domain::utilization::{ReportDocument, ReportSource};
use proptest::prelude::*;
use typst::layout::Point;
use typst_layout::PagedDocument;

use super::{case, each_text};
use crate::world::{Template, lay_out};
use crate::{invoice, statement, utilization};

/// Points from the edge of the page to the left and right of what is printed, and the width between.
const LEFT: f64 = 48.0;
const RIGHT: f64 = 564.0;

/// Points by which boxes of letters may touch: kerning and italics reach a little out of theirs.
const TOUCHING: f64 = 0.8;

/// A text on a page: its left and right end, the height of its capitals and its baseline.
struct Printed {
    left: f64,
    right: f64,
    top: f64,
    base: f64,
    text: String,
}

impl Printed {
    fn covers(&self, other: &Self) -> bool {
        let across = self.right.min(other.right) - self.left.max(other.left);
        let down = self.base.min(other.base) - self.top.max(other.top);
        across > TOUCHING && down > TOUCHING
    }
}

/// What reaches into the margin or over another text.
fn overprinted(document: &PagedDocument) -> Vec<String> {
    let mut found = Vec::new();
    for (page, shown) in document.pages().iter().enumerate() {
        let mut printed: Vec<Printed> = Vec::new();
        each_text(&shown.frame, Point::zero(), &mut |at, text| {
            let (left, base) = (at.x.to_pt(), at.y.to_pt());
            let (right, top) = (left + text.width().to_pt(), base - 0.7 * text.size.to_pt());
            let text = text.text.trim().to_owned();
            if !text.is_empty() {
                printed.push(Printed { left, right, top, base, text });
            }
        });
        for (place, one) in printed.iter().enumerate() {
            if one.left < LEFT - TOUCHING || one.right > RIGHT + TOUCHING {
                found.push(format!("page {}, in the margin: {}", page + 1, one.text));
            }
            let over = printed[place + 1..].iter().filter(|other| one.covers(other));
            found.extend(over.map(|other| format!("page {}: {} over {}", page + 1, one.text, other.text)));
        }
    }
    found
}

fn of_invoice(input: &InvoiceInput) -> Vec<String> {
    overprinted(&lay_out(Template::Invoice, &invoice::Sheet::of(&InvoiceDocument::of(input))).expect("an invoice"))
}

fn of_report(source: &ReportSource) -> Vec<String> {
    let sheet = utilization::Sheet::of(&ReportDocument::of(source));
    overprinted(&lay_out(Template::Utilization, &sheet).expect("a report"))
}

/// The invoice of which every text that people write is `text`, as far as its field takes it.
fn filled(mut input: InvoiceInput, text: &str) -> InvoiceInput {
    let cut = |longest: usize| text.chars().take(longest).collect::<String>();
    input.customer = cut(200);
    input.group_code = cut(50);
    input.erp_customer = Some(cut(200));
    input.purchase_order = Some(cut(50));
    input.address = [100, 100, 60].map(cut).to_vec();
    input.sender.name = cut(60);
    input.sender.legal_name = cut(60);
    input.sender.address = vec![cut(60), cut(40)];
    input.sender.email = Some(cut(60));
    input.sender.phone = Some(cut(30));
    if let Some(erp) = &mut input.erp {
        erp.number = cut(21);
        erp.terms = Some(cut(31));
        erp.memo = Some(cut(1000));
    }
    for line in &mut input.lines {
        line.name = cut(200);
        line.reference = Some(cut(50));
        for member in &mut line.members {
            (member.first_name, member.last_name) = (cut(100), cut(100));
        }
        for consult in &mut line.consults {
            consult.number = cut(50);
        }
    }
    if let Some(previous) = &mut input.previous {
        previous.number = cut(21);
    }
    input
}

#[test]
fn no_text_of_an_example_is_printed_over_another() {
    for (name, input) in examples::cases() {
        if !["members-2000", "members-5001", "many-lines"].contains(&name) {
            assert_eq!(of_invoice(&input), [""; 0], "{name}");
        }
    }
    for (name, source) in reports() {
        assert_eq!(of_report(&source), [""; 0], "{name}");
    }
    for (name, input) in statements() {
        let statement = statement::Sheet::of(&StatementDocument::of(input));
        let statement = lay_out(Template::Statement, &statement).expect("a statement");
        assert_eq!(overprinted(&statement), [""; 0], "{name}");
    }
}

#[test]
fn no_text_without_a_place_to_break_is_printed_over_another() {
    for sign in ["W", "0", "-", "i", "M-1", "漢", "x/", "@"] {
        for name in ["corrections", "overdue", "corrected-consults"] {
            assert_eq!(of_invoice(&filled(case(name), &sign.repeat(1000))), [""; 0], "{sign} in {name}");
        }
        for (name, mut input) in statements().into_iter().take(2) {
            input.payee_name = sign.repeat(200);
            input.rule_name = sign.repeat(100);
            let statement = statement::Sheet::of(&StatementDocument::of(input));
            let statement = lay_out(Template::Statement, &statement).expect("a statement");
            assert_eq!(overprinted(&statement), [""; 0], "{sign} in {name}");
        }
        for (name, mut source) in reports().into_iter().take(2) {
            source.name = sign.repeat(200).chars().take(200).collect();
            assert_eq!(of_report(&source), [""; 0], "{sign} in {name}");
        }
    }
}

/// The longest names are printed whole in the cover, which grows with them.
#[test]
fn a_long_name_of_a_group_is_printed_whole() {
    for (name, mut source) in reports().into_iter().take(2) {
        source.name = "Maximilian ".repeat(18) + "and";
        assert_eq!(of_report(&source), [""; 0], "{name}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn no_text_of_any_allowed_length_is_printed_over_another(text in "[WMi0-9a-zA-Z .,/#_-]{1,200}") {
        prop_assert_eq!(of_invoice(&filled(case("overdue"), &text)), [""; 0]);
    }
}
