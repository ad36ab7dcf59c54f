//! Names of every script that the fonts have, and of those they lack, in every document.

use domain::invoices::{InvoiceDocument, InvoiceInput, LineMember, examples};
use domain::utilization::examples::cases::compared;
use domain::utilization::{ReportDocument, ReportSource};
use proptest::prelude::*;
use typst::layout::Point;
use typst::text::TextItem;
use typst_layout::PagedDocument;

use super::each_text;
use crate::world::{Template, lay_out};
use crate::{fonts, invoice, utilization};

/// A script, a first and a last name of it, and whether it is written from right to left.
const NAMES: [(&str, &str, &str, bool); 11] = [
    ("Latin extended", "Ƭọlá", "Ɗangɨwa", false),
    ("Vietnamese", "Ngọc", "Nguyễn", false),
    ("Greek", "Ἑλένη", "Παπαδόπουλος", false),
    ("Cyrillic", "Љубица", "Ѳеодоров", false),
    ("Hebrew", "דוד", "כהן", true),
    ("Arabic", "محمد", "العربية", true),
    ("Persian", "علی\u{200c}رضا", "پژمان", true),
    ("simplified Chinese", "小龙", "张", false),
    ("traditional Chinese", "佩蓉", "劉", false),
    ("Japanese", "さくら", "𠮷髙博", false),
    ("Korean", "민준", "김", false),
];

fn invoice_of(first_name: &str, last_name: &str) -> InvoiceInput {
    let member = LineMember { first_name: first_name.into(), last_name: last_name.into(), ..examples::member(0) };
    InvoiceInput { customer: format!("{first_name} {last_name}"), ..invoice_with(vec![member]) }
}

fn invoice_with(members: Vec<LineMember>) -> InvoiceInput {
    examples::empty().with_lines(vec![examples::with_members(1).lines[0].clone().with_members(members)])
}

fn report_of(first_name: &str, last_name: &str) -> ReportSource {
    ReportSource { name: format!("{first_name} {last_name}"), ..compared() }
}

fn laid_out(input: &InvoiceInput) -> PagedDocument {
    lay_out(Template::Invoice, &invoice::Sheet::of(&InvoiceDocument::of(input))).expect("an invoice")
}

fn report(source: &ReportSource) -> PagedDocument {
    lay_out(Template::Utilization, &utilization::Sheet::of(&ReportDocument::of(source))).expect("a report")
}

/// The texts of all pages one behind the other.
fn texts(document: &PagedDocument) -> Vec<TextItem> {
    let mut found = Vec::new();
    for page in document.pages() {
        each_text(&page.frame, Point::zero(), &mut |_, text| found.push(text.clone()));
    }
    found
}

fn joined(texts: &[TextItem]) -> String {
    texts.iter().map(|text| text.text.as_str()).collect()
}

/// Whether the letters of a name stand from right to left in the pieces that hold it whole.
fn stands_leftward(texts: &[TextItem], name: &str) -> bool {
    let holding: Vec<_> = texts.iter().filter_map(|text| Some((text, text.text.find(name)?))).collect();
    let is_leftward = |(text, at): &(&TextItem, usize)| {
        let of_name = |place: &usize| (*at..at + name.len()).contains(place);
        let places: Vec<usize> = text.glyphs.iter().map(|glyph| glyph.range().start).filter(of_name).collect();
        places.len() > 1 && places.is_sorted_by(|before, behind| before >= behind)
    };
    !holding.is_empty() && holding.iter().all(is_leftward)
}

#[test]
fn every_document_shows_names_of_every_script() {
    for (script, first_name, last_name, is_leftward) in NAMES {
        let (input, source) = (invoice_of(first_name, last_name), report_of(first_name, last_name));
        for (document, least) in [(laid_out(&input), 3), (report(&source), 2)] {
            let texts = texts(&document);
            for name in [first_name, last_name] {
                let shown = joined(&texts).matches(name).count();
                assert!(shown >= least, "{script}: {name} {shown} times in {}", joined(&texts));
                assert_eq!(stands_leftward(&texts, name), is_leftward, "{script}: {name}");
            }
            let missing = texts.iter().find(|text| text.glyphs.iter().any(|glyph| glyph.id == 0));
            assert!(missing.is_none(), "{script}: {missing:?}");
        }
        crate::invoice(&InvoiceDocument::of(&input)).expect("an invoice that screen readers accept");
        crate::utilization(&ReportDocument::of(&source)).expect("a report that screen readers accept");
    }
}

#[test]
fn letters_that_no_font_has_are_seen_in_every_document() {
    for (name, shown) in [
        ("ᚠᚢᚦ", "□□□"),
        ("Ada 🙂", "Ada □"),
        ("𠀋田", "□田"),
        ("ab\u{20dd}", "ab□"),
        ("א\u{64b}", "א□"),
        ("e\u{301}", "é"),
        ("각", "각"),
    ] {
        let (input, source) = (invoice_of("Jo", name), report_of("Jo", name));
        for document in [laid_out(&input), report(&source)] {
            let texts = joined(&texts(&document));
            assert!(texts.contains(shown), "{name}: {texts}");
        }
        crate::invoice(&InvoiceDocument::of(&input)).expect("an invoice");
        crate::utilization(&ReportDocument::of(&source)).expect("a report");
    }
}

#[test]
fn the_letters_that_most_names_are_written_in_are_there() {
    let ranges = [
        'א'..='ת',
        'ء'..='غ',
        'ف'..='ي',
        '一'..='\u{9fef}',
        '가'..='힣',
        'ぁ'..='ゖ',
        'ァ'..='ヺ',
        'Ạ'..='ỹ',
        'Ѐ'..='ԯ',
    ];
    let missing: String = ranges.into_iter().flatten().filter(|letter| !fonts::has(*letter)).collect();
    assert_eq!(missing, "");
}

/// Letters from everywhere, with marks and signs of direction more often than people write them.
fn any_text() -> impl Strategy<Value = String> {
    let mark = prop_oneof![Just('\u{301}'), Just('\u{5b8}'), Just('\u{64b}'), Just('\u{20dd}'), Just('\u{3099}')];
    let format = prop_oneof![Just('\u{200c}'), Just('\u{200d}'), Just('\u{202e}'), Just('\u{34f}'), Just('\u{3164}')];
    let known = prop_oneof![
        proptest::char::range('a', 'z'),
        proptest::char::range('\u{590}', '\u{8ff}'),
        proptest::char::range('\u{1100}', '\u{11ff}'),
        proptest::char::range('\u{3000}', '\u{31ff}'),
        proptest::char::range('一', '힣'),
        proptest::char::range('\u{f900}', '\u{ffff}'),
    ];
    let letter = prop_oneof![3 => known, 2 => any::<char>(), 1 => mark, 1 => format];
    proptest::collection::vec(letter, 1..12).prop_map(String::from_iter)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn no_name_keeps_a_document_from_being_made(names in proptest::collection::vec(any_text(), 40)) {
        let member = |name: &String| {
            LineMember { first_name: "Jo".to_owned(), last_name: name.clone(), ..examples::member(0) }
        };
        let input = invoice_with(names.iter().map(member).collect());
        let input = InvoiceInput { customer: names[0].clone(), ..input };
        let made = crate::invoice(&InvoiceDocument::of(&input));
        prop_assert!(made.is_ok(), "{:?}", made.err());
        let made = crate::utilization(&ReportDocument::of(&report_of(&names[1], &names[2])));
        prop_assert!(made.is_ok(), "{:?}", made.err());
    }
}
