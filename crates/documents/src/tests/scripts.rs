//! Names of every script that the fonts have, and of those they lack, in every document.

use std::collections::BTreeMap;

use domain::billing::ledger::EntryKind;
use domain::commissions::document::examples::cases as statements;
use domain::commissions::document::{StatementDocument, StatementInput};
use domain::invoices::{InvoiceDocument, InvoiceInput, InvoiceLine, LineMember, examples};
use domain::utilization::examples::cases::compared;
use domain::utilization::{ReportDocument, ReportSource};
use proptest::prelude::*;
use typst::layout::Point;
use typst::model::Document as _;
use typst::text::TextItem;
use typst_layout::PagedDocument;

use super::each_text;
use crate::world::{Template, lay_out};
use crate::{fonts, invoice, statement, utilization};

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

/// Scripts that no font has, a first and a last name of each, and what is printed in their place.
const WITHOUT_FONT: [(&str, &str, &str, [&str; 2]); 10] = [
    ("Devanagari", "स्मिता", "शर्मा", ["[smita]", "[srma]"]),
    ("Bengali", "অমৃতা", "রায়", ["[amrta]", "[ray']"]),
    ("Gujarati", "નેહા", "પટેલ", ["[neha]", "[ptel]"]),
    ("Gurmukhi", "ਹਰਪ੍ਰੀਤ", "ਸਿੰਘ", ["[hrprit]", "[simgh]"]),
    ("Tamil", "கவிதா", "குமார்", ["[kvita]", "[kumar]"]),
    ("Thai", "สมชาย", "ใจดี", ["[smchay]", "[aichdi]"]),
    ("Khmer", "សុខា", "ចាន់", ["[sokha]", "[chana]"]),
    ("Amharic", "አበበ", "ቢቂላ", ["['abebe]", "[bik'ila]"]),
    ("Armenian", "Արամ", "Խաչատրյան", ["[Aram]", "[Khach'atryan]"]),
    ("Georgian", "ნინო", "ბერიძე", ["[nino]", "[beridze]"]),
];

fn statement_of(first_name: &str, last_name: &str) -> StatementInput {
    let (_, input) = statements().into_iter().next().expect("a statement");
    StatementInput { payee_name: format!("{first_name} {last_name}"), ..input }
}

fn laid_out_statement(input: StatementInput) -> PagedDocument {
    lay_out(Template::Statement, &statement::Sheet::of(&StatementDocument::of(input))).expect("a statement")
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
        let statement = statement_of(first_name, last_name);
        let documents = [(laid_out(&input), 3), (report(&source), 2), (laid_out_statement(statement.clone()), 1)];
        for (document, least) in documents {
            let texts = texts(&document);
            assert!(
                titled(&document).contains(&format!("{first_name} {last_name}")),
                "{script}: {}",
                titled(&document)
            );
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
        crate::statement(&StatementDocument::of(statement)).expect("a statement that screen readers accept");
    }
}

/// The title in the data of the file.
fn titled(document: &PagedDocument) -> String {
    document.info().title.clone().expect("a title").to_string()
}

/// Read in its direction, each line gives the letters in the order in which they were written, its brackets among them.
#[test]
fn brackets_around_letters_that_are_written_leftward_stand_with_them() {
    for (name, is_leftward) in [
        ("חברת הכלים והמכונות של ברקנפורד (מפעלי הצפון והגליל המערבי והעמקים) בעמ", true),
        ("شركة الأدوات والآلات الصناعية (فرع المنطقة الشرقية والشمالية والغربية) المحدودة", true),
        ("Brackenford Tool Works of the Northern Region (Haifa and Acre) Ltd.", false),
    ] {
        let document = laid_out(&InvoiceInput { customer: name.to_owned(), ..invoice_of("Jo", "Ng") });
        let mut lines: BTreeMap<i64, Vec<(i64, String)>> = BTreeMap::new();
        each_text(&document.pages()[0].frame, Point::zero(), &mut |at, text| {
            let (left, base) = ((at.x.to_pt() * 100.0) as i64, (at.y.to_pt() * 10.0).round() as i64);
            if text.size.to_pt() == 9.0 && at.x.to_pt() < 260.0 {
                lines.entry(base).or_default().push((left, text.text.to_string()));
            }
        });
        let mut read = String::new();
        for mut line in lines.into_values() {
            line.sort();
            if is_leftward && line.iter().all(|(_, text)| !text.contains(|sign: char| sign.is_ascii_alphanumeric())) {
                line.reverse();
            }
            read.extend(line.into_iter().map(|(_, text)| text));
        }
        let without_blanks = |text: &str| text.replace(' ', "");
        let (read, name) = (without_blanks(&read), without_blanks(name));
        assert!(read.contains(&name), "{name} reads {read}");
    }
}

#[test]
fn names_that_no_font_has_are_told_in_latin_letters_in_every_document() {
    for (script, first_name, last_name, expected) in WITHOUT_FONT {
        let (input, source) = (invoice_of(first_name, last_name), report_of(first_name, last_name));
        let statement = statement_of(first_name, last_name);
        // Bill to, running head, member, and the sentence about it; in the report the running head and foot of each page.
        let documents = [(laid_out(&input), 4), (report(&source), 3), (laid_out_statement(statement.clone()), 2)];
        for (document, least) in documents {
            let texts = joined(&texts(&document));
            for name in expected {
                let shown = texts.matches(name).count();
                assert!(shown >= least, "{script}: {name} {shown} times in {texts}");
            }
            assert!(texts.contains("Letters that this document has no font for"), "{script}: {texts}");
            assert!(!texts.contains('□'), "{script}: {texts}");
            assert!(
                titled(&document).contains(&format!("{first_name} {last_name}")),
                "{script}: {}",
                titled(&document)
            );
        }
        crate::invoice(&InvoiceDocument::of(&input)).expect("an invoice that screen readers accept");
        crate::utilization(&ReportDocument::of(&source)).expect("a report that screen readers accept");
        crate::statement(&StatementDocument::of(statement)).expect("a statement that screen readers accept");
    }
}

/// A change of one text of an invoice.
type Writing = (&'static str, fn(&mut InvoiceInput, String));

#[test]
fn letters_without_a_font_are_told_of_wherever_they_stand() {
    let example = |name: &str| examples::cases().into_iter().find(|(other, _)| *other == name).expect("a case").1;
    fn line(input: &mut InvoiceInput, has: fn(&InvoiceLine) -> bool) -> &mut InvoiceLine {
        input.lines.iter_mut().find(|line| has(line)).expect("such a line")
    }
    fn is_charge(line: &InvoiceLine) -> bool {
        line.kind == EntryKind::Charge
    }
    let writings: [Writing; 18] = [
        ("corrections", |input, text| input.customer = text),
        ("corrections", |input, text| input.group_code = text),
        ("corrections", |input, text| input.erp_customer = Some(text)),
        ("corrections", |input, text| input.purchase_order = Some(text)),
        ("corrections", |input, text| input.address.push(text)),
        ("corrections", |input, text| input.sender.name = text),
        ("corrections", |input, text| input.sender.legal_name = text),
        ("corrections", |input, text| input.sender.address.push(text)),
        ("corrections", |input, text| input.sender.email = Some(text)),
        ("corrections", |input, text| input.erp.as_mut().expect("an ERP").number = text),
        ("corrections", |input, text| input.erp.as_mut().expect("an ERP").memo = Some(text)),
        ("corrections", |input, text| input.erp.as_mut().expect("an ERP").terms = Some(text)),
        ("corrections", |input, text| line(input, is_charge).name = text),
        ("references", |input, text| line(input, |line| line.reference.is_some()).reference = Some(text)),
        ("corrections", |input, text| line(input, |line| !line.members.is_empty()).members[0].last_name = text),
        ("corrections", |input, text| {
            line(input, |line| !is_charge(line) && !line.members.is_empty()).members[0].first_name = text;
        }),
        ("corrected-consults", |input, text| {
            line(input, |line| is_charge(line) && !line.consults.is_empty()).consults[0].number = text;
        }),
        ("outside-look-back", |input, text| input.unbilled[0].members[0].last_name = text),
    ];
    for (index, (case, write)) in writings.into_iter().enumerate() {
        let mut input = example(case);
        write(&mut input, "Ada ᚠᚢ".to_owned());
        let bands = invoice::Sheet::of(&InvoiceDocument::of(&input)).bands;
        let letters = bands.iter().find(|(label, _)| *label == "Letters");
        let (_, said) = letters.unwrap_or_else(|| panic!("the text of place {index} is not looked at"));
        assert!(said.last().is_some_and(|line| line.as_str().ends_with(": [fu].")), "{said:?}");
    }
}

#[test]
fn letters_that_no_font_has_are_seen_in_every_document() {
    for (name, shown) in [
        ("ᚠᚢᚦ", "[futh]"),
        ("Ada 🙂", "Ada [:slight_smile:]"),
        ("Ken\u{200d}ji\u{7}", "Kenji"),
        ("𠀋田", "[Jo]田"),
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
