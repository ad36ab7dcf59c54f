//! Texts stay in the boxes that are made for them: amounts in one piece, long words, names of hundreds of letters.

use domain::Money;
use domain::commissions::document::StatementDocument;
use domain::commissions::document::examples::cases as statements;
use domain::invoices::{InvoiceDocument, InvoiceInput};
use domain::utilization::examples::cases::cases as reports;
use domain::utilization::{ReportDocument, ReportSource};
use typst::layout::Point;
use typst_layout::PagedDocument;

use super::{case, each_text, laid_out};
use crate::world::{Template, lay_out};
use crate::{statement, utilization};

/// What cuts a word without being seen, and would be copied with it.
const UNSEEN: char = '\u{200b}';

/// A piece of text on a page: its place, its width and its letters.
struct Piece {
    page: usize,
    left: f64,
    base: f64,
    width: f64,
    text: String,
}

impl Piece {
    fn right(&self) -> f64 {
        self.left + self.width
    }
}

fn pieces(document: &PagedDocument) -> Vec<Piece> {
    let mut found = Vec::new();
    for (page, shown) in document.pages().iter().enumerate() {
        each_text(&shown.frame, Point::zero(), &mut |at, text| {
            let (left, base) = (at.x.to_pt(), at.y.to_pt());
            found.push(Piece { page, left, base, width: text.width().to_pt(), text: text.text.to_string() });
        });
    }
    found
}

fn report(source: &ReportSource) -> PagedDocument {
    lay_out(Template::Utilization, &utilization::Sheet::of(&ReportDocument::of(source))).expect("a report")
}

/// An invoice over so much a line, with charges and corrections of both signs.
fn over(cents: i64) -> InvoiceInput {
    let mut input = case("corrections");
    for line in &mut input.lines {
        line.rate = Money::from_cents(cents);
        let quantity = line.quantity;
        *line = line.clone().with_quantity(quantity);
    }
    let lines = std::mem::take(&mut input.lines);
    input.previous = None;
    input.with_lines(lines)
}

#[test]
fn an_amount_stays_in_one_piece_with_its_sign() {
    for cents in [1_150, 9_999_999, 9_999_999_999, 999_999_999_999] {
        let input = over(cents);
        let document = InvoiceDocument::of(&input);
        let found = pieces(&laid_out(&input));
        let stands = |amount: Money| found.iter().any(|piece| piece.text.trim() == amount.to_string());
        let amounts = document.charges.iter().chain(&document.corrections).map(|line| line.amount);
        for amount in amounts.chain([document.total, document.net_corrections, document.charges_total]) {
            assert!(stands(amount), "{amount} is not in one piece");
        }
        let torn = found.iter().find(|piece| matches!(piece.text.trim(), "\u{2212}" | "\u{2212}$" | "$"));
        assert!(torn.is_none(), "a sign without its amount at {cents}");
    }
}

#[test]
fn what_is_copied_has_no_unseen_letters() {
    let long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft".repeat(4);
    let mut documents = Vec::new();
    for name in ["corrections", "overdue", "corrected-consults", "outside-look-back"] {
        let mut input = case(name);
        (input.customer, input.erp_customer) = (long.clone(), Some(long.clone()));
        if let Some(erp) = &mut input.erp {
            erp.memo = Some(long.clone());
        }
        for line in &mut input.lines {
            line.name = long.chars().take(200).collect();
            for member in &mut line.members {
                member.last_name.clone_from(&long);
            }
        }
        documents.push(laid_out(&input));
    }
    for (_, source) in reports().into_iter().take(1) {
        documents.push(report(&ReportSource { name: long.clone(), ..source }));
    }
    for (_, mut input) in statements().into_iter().take(1) {
        (input.payee_name, input.rule_name) = (long.clone(), long.clone());
        let sheet = statement::Sheet::of(&StatementDocument::of(input));
        documents.push(lay_out(Template::Statement, &sheet).expect("a statement"));
    }
    for document in &documents {
        let unseen = pieces(document).into_iter().find(|piece| piece.text.contains(UNSEEN));
        assert!(unseen.is_none(), "{:?}", unseen.map(|piece| piece.text));
    }
}

/// The band of the memo is 450 points wide behind its label, the panel of the payment 164.
#[test]
fn long_words_stay_in_the_memo_and_in_the_panel_of_the_payment() {
    for word in ["W".repeat(300), "0123456789".repeat(30), format!("see {} for more", "w-".repeat(200))] {
        let mut input = case("plain");
        let erp = input.erp.as_mut().expect("an ERP");
        (erp.memo, erp.link) = (Some(word.clone()), None);
        erp.number = word.chars().filter(|sign| *sign != ' ').take(60).collect();
        let found = pieces(&laid_out(&input));
        let start = |text: &str| {
            let piece = found.iter().find(|piece| piece.page == 0 && piece.text.trim() == text);
            piece.unwrap_or_else(|| panic!("{text} is not there")).left
        };
        let (memo, panel) = (start("Memo") + 46.0, start("How to pay"));
        let signs = &word[word.len() / 2..word.len() / 2 + 12];
        let of_memo = found.iter().filter(|piece| piece.text.contains(signs) && (piece.left - memo).abs() < 1.0);
        for piece in of_memo.clone() {
            assert!(piece.right() <= memo + 451.0, "{} ends at {}", piece.text, piece.right());
        }
        assert!(of_memo.count() > 0, "{word}");
        for piece in found.iter().filter(|piece| piece.page == 0 && piece.left >= panel - 0.5) {
            assert!(piece.right() <= 48.0 + 516.0 + 1.0, "{} ends at {}", piece.text, piece.right());
        }
    }
}

#[test]
fn names_of_hundreds_of_letters_leave_the_first_page_to_the_invoice() {
    for letters in ["Harborline Stevedoring ", "Harborlinestevedoring", "W"] {
        let long: String = letters.chars().cycle().take(500).collect();
        let mut input = case("plain");
        input.erp_customer = Some(long.clone());
        input.erp.as_mut().expect("an ERP").terms = Some(long.clone());
        let document = laid_out(&input);
        assert_eq!(document.pages().len(), 1, "{letters}");
        let found = pieces(&document);
        assert!(found.iter().any(|piece| piece.text.contains('…')), "{letters}: what is left out is marked");
        let total = found.iter().find(|piece| piece.text.trim() == "Total due").expect("the total");
        assert!(total.base < 500.0, "{letters}: the total stands at {}", total.base);
    }
    let mut whole = case("plain");
    let name = "Amalgamated Brotherhood of Harborside Stevedores and Grain Elevator Workers Trust";
    whole.erp_customer = Some(name.to_owned());
    let printed: String = pieces(&laid_out(&whole)).iter().map(|piece| format!("{} ", piece.text.trim())).collect();
    assert!(!printed.contains('…') && printed.contains("Workers Trust"), "{printed}");
}
