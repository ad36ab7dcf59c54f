//! The data of the template of the commission statement: every text of the document as it can be printed.

use domain::Money;
use domain::billing::invoice::PaymentStatus;
use domain::commissions::document::{InvoicePart, PartLine, StatementDocument};
use domain::commissions::totals::AdjustmentLine;
use domain::invoices::shown_count;
use serde::Serialize;

use crate::fonts::Weight;
use crate::invoice::shape;
use crate::letterhead::Letterhead;
use crate::printable::{Printable, letters_note, plain};

/// Points for the payee in running heads, and for the entries of the foot: sender, mail, telephone, document.
const HEAD_ROOM: f64 = 220.0;
const FOOT_ROOMS: [f64; 4] = [130.0, 130.0, 75.0, 100.0];
const FURNITURE_SIZE: f64 = 7.0;

/// Points for a fact, and its type size.
const FACT_ROOM: f64 = 74.0;
const FACT_SIZE: f64 = 9.0;

/// Points for the large figure beside the title, and its largest type size.
const HERO_ROOM: f64 = 180.0;
const HERO_SIZE: f64 = 30.0;

/// The statement as printed.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Sheet {
    file_title: String,
    sender: Letterhead,
    caption: &'static str,
    hero: String,
    hero_size: f64,
    payee: Printable,
    rule: Printable,
    facts: Vec<(&'static str, Vec<Printable>)>,
    /// Payable, pending and total: of earlier months, of this one, and both. What was pending and is paid by now is of earlier months.
    matrix: Vec<(&'static str, [String; 3])>,
    /// The payable part of the last total; absent when a part is below zero.
    payable: Option<Share>,
    brought: Vec<(Printable, String)>,
    brought_forward: String,
    invoices: Vec<InvoiceSheet>,
    /// The invoices of earlier months that are paid by now, and their sum; none without one.
    released: Vec<InvoiceSheet>,
    released_total: (String, String),
    /// Whether anything is pending.
    has_pending: bool,
    totals: Vec<(String, String)>,
    waiting: Vec<InvoiceSheet>,
    /// What the pending part comes to; empty without one.
    waiting_totals: Vec<(String, String)>,
    closing: (Printable, String),
    /// What is printed in place of letters that no font has.
    letters: Option<Printable>,
    foot: Vec<Printable>,
    running_name: Printable,
    running_about: String,
    running_end: String,
}

#[derive(Debug, Serialize)]
struct Share {
    part: f64,
    payable: String,
    pending: String,
}

#[derive(Debug, Serialize)]
struct InvoiceSheet {
    employer: Printable,
    /// Which invoice, and how it stands; absent for adjustments, which no invoice pays.
    about: Option<Printable>,
    shape: &'static str,
    status: &'static str,
    amount: String,
    lines: Vec<LineSheet>,
}

#[derive(Debug, Serialize)]
struct LineSheet {
    word: Option<&'static str>,
    name: Printable,
    month: String,
    quantity: String,
    rate: String,
    payout: String,
    amount: String,
}

impl Sheet {
    /// The texts of `document`.
    pub fn of(document: &StatementDocument) -> Self {
        let d = document;
        let hero = d.due.to_string();
        let waits = d.pending + d.pending_earlier;
        let (forward, own) = (d.brought_forward + d.total_earlier, d.total - d.total_earlier);
        Self {
            file_title: plain(&format!("Commission statement {}, {}, {}", d.number, d.payee_name, d.period)),
            sender: Letterhead::of(&d.sender),
            caption: d.caption,
            hero_size: HERO_SIZE.min(HERO_ROOM / (hero.chars().count() as f64 * 0.56)),
            hero,
            payee: (&d.payee_name).into(),
            rule: format!("Rule: {}", d.rule_name).into(),
            facts: facts(d),
            matrix: vec![
                ("Payable", [forward, own, d.due].map(|amount| amount.to_string())),
                ("Pending", [d.pending_earlier, d.pending, waits].map(|amount| amount.to_string())),
                (
                    "Total",
                    [forward + d.pending_earlier, own + d.pending, d.due + waits].map(|amount| amount.to_string()),
                ),
            ],
            payable: share(d.due, waits),
            brought: d.brought.iter().map(|(name, amount)| (name.into(), amount.to_string())).collect(),
            brought_forward: d.brought_forward.to_string(),
            invoices: d.invoices.iter().map(invoice).chain(adjustments(d)).collect(),
            released: d.released.iter().map(invoice).collect(),
            released_total: (format!("From earlier months, {}", d.released_counted), d.total_earlier.to_string()),
            has_pending: waits != Money::ZERO,
            totals: totals(d),
            waiting: d.waiting.iter().map(waiting).collect(),
            waiting_totals: waiting_totals(d),
            closing: (closing(d).into(), d.due.to_string()),
            letters: letters_note(texts(d)),
            foot: foot(d),
            running_name: Printable::shortened(&d.payee_name, Weight::SemiBold, FURNITURE_SIZE, HEAD_ROOM),
            running_about: format!("Commission statement, {}", d.period),
            running_end: format!("Statement {}", d.number),
        }
    }
}

fn facts(document: &StatementDocument) -> Vec<(&'static str, Vec<Printable>)> {
    let facts = [
        ("Statement", document.number.clone()),
        ("Billing period", document.period.to_string()),
        ("Created", document.created.clone()),
        ("Statement total", document.total.to_string()),
    ];
    facts.map(|(label, value)| (label, Printable::lines(value, Weight::Regular, FACT_SIZE, FACT_ROOM))).into()
}

fn share(payable: Money, pending: Money) -> Option<Share> {
    let whole = payable + pending;
    let is_whole = payable >= Money::ZERO && pending >= Money::ZERO && whole > Money::ZERO;
    is_whole.then(|| {
        let part = payable.cents() as f64 / whole.cents() as f64;
        // What is shown of both is a whole.
        let tenths = (part * 1000.0).round();
        let shown = |tenths: f64| format!("{:.1}%", tenths / 10.0);
        Share {
            part,
            payable: format!("Payable {}", shown(tenths)),
            pending: format!("Pending {}", shown(1000.0 - tenths)),
        }
    })
}

fn invoice(part: &InvoicePart) -> InvoiceSheet {
    let date = part.date.as_deref().unwrap_or("Not available");
    InvoiceSheet {
        employer: (&part.employer_name).into(),
        about: Some(format!("Invoice {}   Invoice date {date}", part.number).into()),
        shape: shape(part.status),
        status: part.status.text(),
        amount: part.amount.to_string(),
        lines: part.lines.iter().map(line).collect(),
    }
}

/// The same of what was pending when the statement was made.
fn waiting(part: &InvoicePart) -> InvoiceSheet {
    let status = match part.status {
        PaymentStatus::Paid => "Paid since this statement: the next one pays it",
        other => other.text(),
    };
    InvoiceSheet { status, ..invoice(part) }
}

/// The adjustments as a part of their own behind the invoices.
fn adjustments(document: &StatementDocument) -> Option<InvoiceSheet> {
    let line = |line: &AdjustmentLine| LineSheet {
        word: None,
        name: (&line.reason).into(),
        month: line.month.to_string(),
        quantity: String::new(),
        rate: String::new(),
        payout: String::new(),
        amount: line.amount.to_string(),
    };
    (!document.adjustments.is_empty()).then(|| InvoiceSheet {
        employer: "Adjustments".into(),
        about: None,
        shape: "",
        status: "",
        amount: document.adjusted.to_string(),
        lines: document.adjustments.iter().map(line).collect(),
    })
}

fn line(line: &PartLine) -> LineSheet {
    LineSheet {
        word: line.word,
        name: (&line.name).into(),
        month: line.month.to_string(),
        quantity: shown_count(line.quantity),
        rate: line.rate.map_or_else(|| "Several".to_owned(), |rate| rate.to_string()),
        payout: line.payout.to_string(),
        amount: line.total.to_string(),
    }
}

fn totals(document: &StatementDocument) -> Vec<(String, String)> {
    let d = document;
    let mut totals = Vec::new();
    if d.released.is_empty() {
        totals.push((format!("Statement total, {}", d.counted), d.total.to_string()));
    } else {
        totals.push((format!("This statement, {}", d.counted), (d.total - d.total_earlier).to_string()));
        totals.push(("From earlier months, now payable".to_owned(), d.total_earlier.to_string()));
        totals.push(("Statement total".to_owned(), d.total.to_string()));
    }
    if document.brought_forward != Money::ZERO {
        totals
            .push(("Balance brought forward from earlier statements".to_owned(), document.brought_forward.to_string()));
    }
    totals
}

fn waiting_totals(document: &StatementDocument) -> Vec<(String, String)> {
    let d = document;
    let mut totals = Vec::new();
    if !d.waiting.is_empty() {
        totals.push((format!("Pending, {}", d.waiting_counted), d.pending.to_string()));
    }
    if d.pending_earlier != Money::ZERO {
        totals.push(("Still pending from earlier months".to_owned(), d.pending_earlier.to_string()));
    }
    totals
}

fn closing(document: &StatementDocument) -> String {
    if document.due < Money::ZERO {
        "Brought forward to the next statement".to_owned()
    } else {
        format!("Payable now to {}", document.payee_name)
    }
}

fn foot(document: &StatementDocument) -> Vec<Printable> {
    let sender = &document.sender;
    let citation = format!("Statement {}", document.number);
    let entries = [Some(&sender.legal_name), sender.email.as_ref(), sender.phone.as_ref(), Some(&citation)];
    let shortened = |(text, room): (&String, f64)| Printable::shortened(text, Weight::Regular, FURNITURE_SIZE, room);
    entries.into_iter().zip(FOOT_ROOMS).filter_map(|(text, room)| Some(shortened((text?, room)))).collect()
}

/// Every text of a statement that people or other systems have written.
fn texts(document: &StatementDocument) -> Vec<&str> {
    let d = document;
    let sender = [&d.sender.name, &d.sender.legal_name].into_iter().chain(&d.sender.address);
    let parts = d.invoices.iter().chain(&d.released).chain(&d.waiting);
    let of_parts = parts.flat_map(|part| {
        [&part.employer_name, &part.number].into_iter().chain(part.lines.iter().map(|line| &line.name))
    });
    let brought = d.brought.iter().map(|(name, _)| name);
    let reasons = d.adjustments.iter().map(|line| &line.reason);
    let all = sender.chain([&d.payee_name, &d.rule_name]).chain(brought).chain(of_parts).chain(reasons);
    all.map(String::as_str).collect()
}
