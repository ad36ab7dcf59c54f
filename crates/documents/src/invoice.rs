//! The data of the invoice template: every figure and date of the document as the text to print.

mod appendix;

use std::iter;

use domain::Money;
use domain::billing::invoice::PaymentStatus;
use domain::invoices::{Change, ChangeStep, DocumentLine, InvoiceDocument, Payment, shown_count, shown_signed};
use serde::Serialize;

use self::appendix::AppendixSheet;
use crate::fonts::Weight;
use crate::letterhead::Letterhead;
use crate::printable::{Printable, letters_note, plain};
use crate::{code, measure};

/// Facts beside each other.
const FACTS_A_ROW: usize = 3;

/// Points for a fact and for a line of an address, and their type size.
const FACT_ROOM: f64 = 88.0;
const ADDRESS_ROOM: f64 = 206.0;
const FACT_SIZE: f64 = 9.0;

/// Points for what the panels at the foot of the first page say, and its type size. A fortieth is left: kerning may widen a line by it.
const PANEL_ROOM: f64 = 159.0;
const CHANGE_ROOM: f64 = 331.0;
const SAID_SIZE: f64 = 8.0;

/// Points for the text of a band, and its most lines: the first page holds the invoice.
const BAND_ROOM: f64 = 438.0;
const BAND_LINES: usize = 14;

/// The most lines of a fact: names and terms of an accounting system may have hundreds of letters.
const FACT_LINES: usize = 6;

/// The colour of text and of the code; the same as `ink` in the style of the templates.
const INK: &str = "#16212E";

/// Points for the customer's name in running heads, and for the entries of the foot: sender, mail, telephone, document.
const HEAD_ROOM: f64 = 220.0;
const FOOT_ROOMS: [f64; 4] = [130.0, 130.0, 75.0, 100.0];
const FURNITURE_SIZE: f64 = 7.0;

/// Points for the large figure next to the title, and its largest type size.
const HERO_ROOM: f64 = 290.0;
const HERO_SIZE: f64 = 34.0;

/// Points for a description that is sure to stand on one line, for its first word, before its note, and for a step of what changed.
const DESCRIPTION_ROOM: f64 = 250.0;
const WORD_ROOM: f64 = 34.0;
const NOTE_GAP: f64 = 5.0;
const STEP_ROOM: f64 = 146.0;
const TEXT_SIZE: f64 = 8.5;
const NOTE_SIZE: f64 = 7.0;

/// As wide as a note that cites pages can be.
const CITED: &str = "consultations on pages 0000–0000";

/// The invoice as printed.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Sheet {
    file_title: String,
    title: &'static str,
    draft: bool,
    sender: Letterhead,
    remit_to: Option<RemitTo>,
    caption: String,
    hero: String,
    hero_size: f64,
    bill_to: BillTo,
    /// In rows of at most three.
    facts: Vec<Vec<Fact>>,
    /// The bands in lines that fit, each with its label.
    pub(crate) bands: Vec<(&'static str, Vec<Printable>)>,
    status: &'static str,
    period: String,
    charges: Vec<Line>,
    charges_label: String,
    charges_total: String,
    corrections: Vec<Line>,
    net_corrections: String,
    total_label: &'static str,
    total: String,
    settlement: Vec<(&'static str, String)>,
    change: Option<Steps>,
    /// In lines that fit.
    no_change: Option<Vec<Printable>>,
    payment: PaymentPanel,
    appendix: Option<AppendixSheet>,
    foot: Vec<Printable>,
    running_name: Printable,
}

#[derive(Debug, Serialize)]
struct BillTo {
    name: Vec<Printable>,
    lines: Vec<Printable>,
    known: bool,
}

#[derive(Debug, Serialize)]
struct RemitTo {
    name: Vec<Printable>,
    lines: Vec<Printable>,
}

#[derive(Debug, Serialize)]
struct Fact {
    label: &'static str,
    /// In lines that fit.
    value: Vec<Printable>,
    strong: bool,
    /// Whether the shape of the status stands before it.
    shape: bool,
}

#[derive(Debug, Serialize)]
struct Line {
    month: String,
    word: Option<&'static str>,
    name: Printable,
    reference: Option<Printable>,
    note: Option<&'static str>,
    quantity: String,
    rate: String,
    amount: String,
    list: Option<usize>,
    consults: Option<usize>,
    /// Whether it is sure to stand on one line.
    short: bool,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
struct Steps {
    /// The labels in lines that fit.
    previous_label: Vec<Printable>,
    previous: String,
    steps: Vec<Step>,
    closing_label: Vec<Printable>,
    difference: String,
    total: String,
    low: i64,
    high: i64,
}

#[derive(Debug, Serialize)]
struct Step {
    label: Vec<Printable>,
    note: Option<&'static str>,
    amount: String,
    from: i64,
    to: i64,
}

#[derive(Debug, Serialize)]
struct PaymentPanel {
    title: &'static str,
    /// In lines that fit.
    text: Vec<Printable>,
    link: Option<String>,
    /// The link in lines that fit, and their type size.
    shown: Vec<Printable>,
    size: f64,
    code: Option<String>,
}

impl Sheet {
    /// The texts of `document`.
    pub fn of(document: &InvoiceDocument) -> Self {
        let d = document;
        let hero = d.hero.to_string();
        Self {
            file_title: plain(&format!("{}, {}, {}", d.citation(), d.bill_to.name, d.period)),
            title: d.title,
            draft: d.is_draft,
            sender: Letterhead::of(&d.sender),
            remit_to: d
                .remit_to
                .as_ref()
                .map(|to| RemitTo { name: address_name(&to.name), lines: address_lines(&to.lines) }),
            caption: d.caption.clone(),
            hero_size: HERO_SIZE.min(HERO_ROOM / (hero.chars().count() as f64 * 0.56)),
            hero,
            bill_to: BillTo {
                name: address_name(&d.bill_to.name),
                lines: address_lines(&d.bill_to.lines),
                known: d.bill_to.has_address,
            },
            facts: facts(d),
            bands: bands(d),
            status: shape(d.status),
            period: d.period.to_string(),
            charges: d.charges.iter().map(line).collect(),
            charges_label: d.charges_label.clone(),
            charges_total: d.charges_total.to_string(),
            corrections: d.corrections.iter().map(line).collect(),
            net_corrections: d.net_corrections.to_string(),
            total_label: d.total_label,
            total: d.total.to_string(),
            settlement: d.settlement.map_or_else(Vec::new, |s| {
                vec![("Paid", s.paid.to_string()), (balance_label(s.balance), s.balance.to_string())]
            }),
            change: steps(d),
            no_change: match &d.change {
                Change::Nothing(sentence) => Some(Printable::lines(sentence, Weight::Regular, SAID_SIZE, CHANGE_ROOM)),
                Change::Steps { .. } => None,
            },
            payment: payment(&d.payment),
            appendix: d.appendix.as_ref().map(AppendixSheet::of),
            foot: foot(d),
            running_name: Printable::shortened(&d.bill_to.name, Weight::SemiBold, FURNITURE_SIZE, HEAD_ROOM),
        }
    }
}

/// What stands between the facts and the lines; a memo is a text of the accounting system, of any length.
fn bands(document: &InvoiceDocument) -> Vec<(&'static str, Vec<Printable>)> {
    let letters = letters_note(texts(document)).map(|note| note.as_str().to_owned());
    let bands =
        [("Note", &document.notice), ("Corrects", &document.corrects), ("Memo", &document.memo), ("Letters", &letters)];
    let lines = |text: &str| Printable::few_lines(text, Weight::Regular, TEXT_SIZE, BAND_ROOM, BAND_LINES);
    bands.into_iter().filter_map(|(label, text)| Some((label, lines(text.as_deref()?)))).collect()
}

/// More may have been paid than a total that was lowered since.
fn balance_label(balance: Money) -> &'static str {
    if balance < Money::ZERO { "Balance in your favor" } else { "Balance due" }
}

fn address_name(name: &str) -> Vec<Printable> {
    Printable::lines(name, Weight::SemiBold, FACT_SIZE, ADDRESS_ROOM)
}

fn address_lines(lines: &[String]) -> Vec<Printable> {
    lines.iter().flat_map(|line| Printable::lines(line, Weight::Regular, FACT_SIZE, ADDRESS_ROOM)).collect()
}

/// What is not known has no place: first what the document is, then the customer's account.
fn facts(document: &InvoiceDocument) -> Vec<Vec<Fact>> {
    let fact = |label, value: &str| {
        let value = Printable::few_lines(value, Weight::SemiBold, FACT_SIZE, FACT_ROOM, FACT_LINES);
        Fact { label, value, strong: false, shape: false }
    };
    let known = |label, value: &Option<String>| value.as_ref().map(|value| fact(label, value));
    let status = if document.is_draft { "Draft" } else { document.status.text() };
    let of_document = [
        Some(Fact { strong: true, ..fact(document.number_label, &document.number) }),
        known(document.date_label, &document.date),
        known("Due date", &document.due_date),
        Some(fact("Billing period", &document.period.to_string())),
        known("Terms", &document.terms),
        Some(Fact { shape: true, ..fact("Status", status) }),
    ];
    let of_account = [
        Some(fact("Group number", &document.group_code)),
        known("Customer account", &document.erp_customer),
        known("PO number", &document.purchase_order),
    ];
    let rows = |facts: Vec<Option<Fact>>| {
        let mut facts = facts.into_iter().flatten();
        iter::from_fn(move || Some(facts.by_ref().take(FACTS_A_ROW).collect::<Vec<_>>()).filter(|row| !row.is_empty()))
    };
    rows(Vec::from(of_document)).chain(rows(Vec::from(of_account))).collect()
}

/// The shape that says the status without colour.
pub(crate) fn shape(status: PaymentStatus) -> &'static str {
    match status {
        PaymentStatus::Unknown => "dash",
        PaymentStatus::Open => "ring",
        PaymentStatus::PartiallyPaid => "half",
        PaymentStatus::Paid => "disc",
        PaymentStatus::Overdue => "triangle",
        PaymentStatus::Voided => "cross",
    }
}

fn line(line: &DocumentLine) -> Line {
    Line {
        month: line.month.to_string(),
        word: line.word,
        name: (&line.name).into(),
        reference: line.reference.as_ref().map(Printable::new),
        note: line.note,
        quantity: shown_count(line.quantity),
        rate: line.rate.to_string(),
        amount: line.amount.to_string(),
        list: line.list,
        consults: line.consults,
        short: description_width(line) <= DESCRIPTION_ROOM,
    }
}

fn description_width(line: &DocumentLine) -> f64 {
    let word = line.word.map_or(0.0, |_| WORD_ROOM);
    let cited = line.list.or(line.consults).map(|_| CITED);
    let notes = [line.reference.as_deref(), line.note.or(cited)];
    let note = |note: &str| NOTE_GAP + measure::width(Printable::unbroken(note).as_str(), Weight::Regular, NOTE_SIZE);
    let notes: f64 = notes.into_iter().flatten().map(note).sum();
    word + measure::width(Printable::unbroken(&line.name).as_str(), Weight::Regular, TEXT_SIZE) + notes
}

fn steps(document: &InvoiceDocument) -> Option<Steps> {
    let Change::Steps { previous_label, previous, steps, closing_label, difference } = &document.change else {
        return None;
    };
    let ends = || steps.iter().map(|step| step.to.cents()).chain([0]);
    Some(Steps {
        previous_label: label_lines(previous_label, Weight::Regular),
        previous: previous.to_string(),
        steps: steps.iter().map(step).collect(),
        closing_label: label_lines(closing_label, Weight::SemiBold),
        difference: difference.clone(),
        total: document.total.to_string(),
        low: ends().min().unwrap_or_default(),
        high: ends().max().unwrap_or_default(),
    })
}

fn step(step: &ChangeStep) -> Step {
    Step {
        label: label_lines(&step.label, Weight::Regular),
        note: step.note,
        amount: shown_signed(step.amount),
        from: step.from.cents(),
        to: step.to.cents(),
    }
}

/// A label in lines that fit beside the bars.
fn label_lines(label: &str, weight: Weight) -> Vec<Printable> {
    Printable::lines(label, weight, TEXT_SIZE, STEP_ROOM)
}

fn payment(payment: &Payment) -> PaymentPanel {
    match payment {
        Payment::Link { link, shown, by_check } => {
            let code = code::svg(link, INK);
            // Without a code paper gives no other way than the whole address.
            let (how, shown, size) = match code {
                Some(_) => ("Scan or follow the link to pay online.", shown, TEXT_SIZE),
                None => ("Follow the link to pay online.", link, NOTE_SIZE),
            };
            let text: Vec<&str> = iter::once(how).chain(by_check.as_deref()).collect();
            PaymentPanel {
                title: "Pay this invoice",
                text: Printable::lines(text.join(" "), Weight::Regular, NOTE_SIZE, PANEL_ROOM),
                link: Some(link.clone()),
                shown: Printable::lines(shown, Weight::SemiBold, size, PANEL_ROOM),
                size,
                code,
            }
        }
        Payment::Text { title, text } => PaymentPanel {
            title,
            text: Printable::lines(text, Weight::Regular, SAID_SIZE, PANEL_ROOM),
            link: None,
            shown: Vec::new(),
            size: TEXT_SIZE,
            code: None,
        },
    }
}

fn foot(document: &InvoiceDocument) -> Vec<Printable> {
    let sender = &document.sender;
    let citation = document.citation();
    let entries = [Some(&sender.legal_name), sender.email.as_ref(), sender.phone.as_ref(), Some(&citation)];
    let shortened = |(text, room): (&String, f64)| Printable::shortened(text, Weight::Regular, FURNITURE_SIZE, room);
    entries.into_iter().zip(FOOT_ROOMS).filter_map(|(text, room)| Some(shortened((text?, room)))).collect()
}

/// Every text of a document that people or other systems have written.
fn texts(document: &InvoiceDocument) -> Vec<&str> {
    let d = document;
    let (sender, of_lines) = (&d.sender, d.charges.iter().chain(&d.corrections));
    let of_account = [&d.number, &d.bill_to.name, &d.group_code].into_iter().chain(&d.bill_to.lines);
    let known = [&sender.email, &sender.phone, &d.terms, &d.erp_customer, &d.purchase_order, &d.memo, &d.corrects];
    let of_sender = [&sender.name, &sender.legal_name].into_iter().chain(&sender.address);
    let mut texts: Vec<&String> = of_sender.chain(of_account).chain(known.into_iter().flatten()).collect();
    texts.extend(of_lines.flat_map(|line| iter::once(&line.name).chain(&line.reference)));
    if let Change::Steps { previous_label, steps, .. } = &d.change {
        texts.extend(iter::once(previous_label).chain(steps.iter().map(|step| &step.label)));
    }
    if let Some(appendix) = &d.appendix {
        texts.extend(appendix::texts(appendix));
    }
    texts.into_iter().map(String::as_str).collect()
}
