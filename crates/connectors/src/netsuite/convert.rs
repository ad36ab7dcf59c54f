//! From our drafts to the vendor's records and back. Pure.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use domain::Money;
use domain::billing::BillingType;
use domain::erp::Content;
use serde_json::Number;

use super::config::{Addresses, NetSuiteConfig};
use super::wire::{Line, Paper, Party, Reference, Sublist, TermRow};
use crate::Result;
use crate::amounts::{money, number};
use crate::document::{
    Document, DocumentKind, DocumentRef, ErpId, MOST_OF_NUMBER, MOST_OF_TEXT, Revision, Standing, is_id,
};
use crate::draft::{BillDraft, BillLine, InvoiceDraft, InvoiceLine, MAX_NUMBER_LENGTH};
use crate::error::{ConnectorError, Refusal, VendorAnswer, shortened};
use crate::fingerprint;
use crate::lookups::{Term, TermId};

fn invalid(message: impl Into<String>) -> ConnectorError {
    ConnectorError::refused(Refusal::Invalid, message)
}

fn reference(id: &str) -> Option<Reference> {
    (!id.trim().is_empty()).then(|| Reference { id: id.trim().to_owned(), ref_name: None })
}

fn check_number(number: &str) -> Result<()> {
    if number.trim().is_empty() {
        return Err(invalid("A document needs a number."));
    }
    let fits = number.chars().count() <= MAX_NUMBER_LENGTH;
    if fits { Ok(()) } else { Err(invalid("The number has more than 21 characters.")) }
}

/// The record of a draft.
pub(super) fn invoice(config: &NetSuiteConfig, draft: &InvoiceDraft) -> Result<Paper> {
    check_number(&draft.number)?;
    if draft.lines.is_empty() {
        return Err(invalid("A document needs at least one line."));
    }
    let is_invoice = draft.kind() == DocumentKind::Invoice;
    let terms = draft.terms.as_ref().map_or(config.default_terms_id.as_str(), TermId::as_str);
    let lines = draft.document_lines();
    let items = lines.iter().map(|line| invoice_line(config, line)).collect::<Result<_>>()?;
    Ok(Paper {
        tran_id: Some(draft.number.clone()),
        tran_date: Some(draft.dated.to_string()),
        due_date: draft.due_on.map(|day| day.to_string()),
        entity: reference(draft.customer.as_str()),
        // The form, the account and the terms are those of invoices.
        custom_form: reference(&config.invoice_custom_form_id).filter(|_| is_invoice),
        account: reference(&config.invoice_ar_account_id).filter(|_| is_invoice),
        terms: reference(terms).filter(|_| is_invoice),
        memo: Some(draft.memo.clone()),
        message: Some(draft.memo.clone()),
        item: Some(Sublist { items }),
        to_be_emailed: unasked_unverified(),
        ..common(config)
    })
}

/// Keeps a save from mailing the record. The account may mail it by the customer's preference, or again once it was mailed.
const fn unasked_unverified() -> Option<bool> {
    Some(false)
}

fn common(config: &NetSuiteConfig) -> Paper {
    Paper {
        subsidiary: reference(&config.subsidiary_id),
        department: reference(&config.department_id),
        class_of: reference(&config.class_id),
        location: reference(&config.location_id),
        ..Paper::default()
    }
}

fn invoice_line(config: &NetSuiteConfig, line: &InvoiceLine) -> Result<Line> {
    if line.rate < Money::ZERO {
        return Err(invalid("A rate must not be negative."));
    }
    let (item, field) = match line.billing_type {
        BillingType::Pepm => (&config.pepm_item_id, "PEPM"),
        BillingType::PerConsultation => (&config.per_consult_item_id, "Per Consult"),
        BillingType::AfterHours => (&config.after_hours_item_id, "After Hours"),
    };
    let item = reference(item).ok_or_else(|| invalid(format!("The account's settings name no {field} item.")))?;
    Ok(Line {
        item: Some(item),
        price: Some(custom_price_unverified()),
        quantity: Some(Number::from(line.quantity)),
        rate: number(line.rate),
        amount: number(line.amount()),
        description: Some(line.description.clone()),
        ..of_line(config)
    })
}

/// The price level under which a rate of our own stands.
fn custom_price_unverified() -> Reference {
    Reference { id: "-1".to_owned(), ref_name: None }
}

fn of_line(config: &NetSuiteConfig) -> Line {
    Line {
        department: reference(&config.department_id),
        class_of: reference(&config.class_id),
        location: reference(&config.location_id),
        ..Line::default()
    }
}

/// The record of a bill.
pub(super) fn bill(config: &NetSuiteConfig, draft: &BillDraft) -> Result<Paper> {
    check_number(&draft.number)?;
    if draft.total() <= Money::ZERO {
        return Err(invalid("The total of a bill must be above zero."));
    }
    let account = reference(&config.cost_of_revenue_commission_account_id);
    let account = account.ok_or_else(|| invalid("The account's settings name no account for commissions."))?;
    let line = |line: &BillLine| Line {
        account: Some(account.clone()),
        amount: number(line.amount),
        memo: Some(line.description.clone()),
        ..of_line(config)
    };
    let terms = draft.terms.as_ref().map_or(config.commission_bill_terms_id.as_str(), TermId::as_str);
    Ok(Paper {
        tran_id: Some(draft.number.clone()),
        tran_date: Some(draft.dated.to_string()),
        entity: reference(draft.vendor.as_str()),
        custom_form: reference(&config.vendor_bill_custom_form_id),
        account: reference(&config.ap_account_id),
        terms: reference(terms),
        memo: Some(draft.memo.clone()),
        expense: Some(Sublist { items: draft.lines.iter().map(line).collect() }),
        ..common(config)
    })
}

/// The name that people know a customer or vendor by.
pub(super) fn display_name(party: &Party) -> String {
    let name = party.companyname.as_ref().filter(|name| !name.is_empty()).or(party.entityid.as_ref());
    name.cloned().unwrap_or_else(|| party.id.clone())
}

/// The terms of a row.
pub(super) fn term(row: TermRow) -> Term {
    let due_days = row.daysuntilnetdue.and_then(|days| days.parse().ok());
    Term { name: row.name.unwrap_or_else(|| row.id.clone()), id: TermId(row.id), due_days }
}

/// A document as it came.
pub(super) fn document(addresses: &Addresses, kind: DocumentKind, paper: &Paper) -> Result<Document> {
    let id = paper.id.clone().filter(|id| is_id(id)).ok_or_else(|| unreadable("an id"))?;
    Ok(Document {
        number: shortened(paper.tran_id.clone().unwrap_or_default(), MOST_OF_NUMBER),
        revision: revision(paper),
        total: total(paper)?,
        url: Some(addresses.page(kind, &id)),
        party: party_id(paper),
        content: content(kind, paper)?,
        at: DocumentRef { kind, id: ErpId(id) },
    })
}

/// What a document says. The terms give a bill its due date, and its memo is for staff.
fn content(kind: DocumentKind, paper: &Paper) -> Result<Content> {
    let is_bill = kind == DocumentKind::Bill;
    Ok(Content {
        dated: day(&paper.tran_date).ok_or_else(|| unreadable("a date"))?,
        due_on: day(&paper.due_date).filter(|_| !is_bill),
        memo: if is_bill { String::new() } else { memo(paper).to_owned() },
        total: total(paper)?,
        lines: Some(told_lines(paper)),
    })
}

/// The customer or vendor of a document.
fn party_id(paper: &Paper) -> String {
    paper.entity.as_ref().map(|entity| entity.id.clone()).unwrap_or_default()
}

fn party_name(paper: &Paper) -> String {
    shortened(paper.entity.as_ref().and_then(|entity| entity.ref_name.clone()).unwrap_or_default(), MOST_OF_TEXT)
}

fn day(text: &Option<String>) -> Option<NaiveDate> {
    text.as_deref().and_then(|text| text.parse().ok())
}

/// What is open of a document that came. The vendor has no page where a customer pays.
pub(super) fn standing(kind: DocumentKind, paper: &Paper) -> Result<Standing> {
    let voided = is_voided_unverified(paper);
    Ok(Standing {
        number: shortened(paper.tran_id.clone().unwrap_or_default(), MOST_OF_NUMBER),
        revision: revision(paper),
        party: party_id(paper),
        party_name: party_name(paper),
        total: total(paper)?,
        balance: if voided { Money::ZERO } else { balance(kind, paper)? },
        voided,
        mailed: None,
        dated: day(&paper.tran_date).ok_or_else(|| unreadable("a date"))?,
        due_on: day(&paper.due_date),
        memo: shortened(memo(paper).to_owned(), MOST_OF_TEXT),
        payment_url: None,
        lines: told_lines(paper),
    })
}

fn total(paper: &Paper) -> Result<Money> {
    paper.total.as_ref().and_then(money).ok_or_else(|| unreadable("a total"))
}

fn balance(kind: DocumentKind, paper: &Paper) -> Result<Money> {
    if kind == DocumentKind::Bill && paper.amount_remaining.is_none() {
        return total(paper);
    }
    let of_memo = paper.unapplied.as_ref().filter(|_| kind == DocumentKind::CreditMemo);
    let open = of_memo.or(paper.amount_remaining.as_ref()).and_then(money).filter(|open| *open >= Money::ZERO);
    open.ok_or_else(|| unreadable("a balance"))
}

/// Whether a document was voided. The letter is not in the vendor's pages.
fn is_voided_unverified(paper: &Paper) -> bool {
    paper.status.as_ref().is_some_and(|status| status.id == "V" || status.id.eq_ignore_ascii_case("voided"))
}

/// Checks that a document was not voided: its lines may stand there unchanged and bill nothing.
pub(super) fn check_not_voided(paper: &Paper) -> Result<()> {
    if is_voided_unverified(paper) { Err(settled()) } else { Ok(()) }
}

fn settled() -> ConnectorError {
    ConnectorError::refused(Refusal::Settled, "The document is paid or voided and cannot be changed.")
}

/// Checks that a document may get a content of this total.
pub(super) fn check_changeable(kind: DocumentKind, paper: &Paper, wanted: Money) -> Result<()> {
    check_not_voided(paper)?;
    let open = balance(kind, paper)?;
    let paid = total(paper)? - open;
    if paid > Money::ZERO && open == Money::ZERO {
        return Err(settled());
    }
    if paid > wanted {
        return Err(ConnectorError::refused(Refusal::Overpaid, "More has been paid than the new total."));
    }
    Ok(())
}

/// The content of a draft as a change of what is held: only what an update writes. A memo that staff have given the record beside the words
/// for the customer stays theirs.
pub(super) fn update(wanted: Paper, held: &Paper) -> Paper {
    let is_edited = held.message.is_some() && held.memo != held.message;
    Paper {
        tran_date: wanted.tran_date,
        due_date: wanted.due_date,
        terms: wanted.terms,
        memo: wanted.memo.filter(|_| !is_edited),
        message: wanted.message,
        item: wanted.item,
        to_be_emailed: unasked_unverified(),
        ..Paper::default()
    }
}

/// Whether a document says already what a draft would make it say.
pub(super) fn says(held: &Paper, wanted: &Paper) -> bool {
    let same = |held: &Option<String>, wanted: &Option<String>| wanted.is_none() || held == wanted;
    same(&held.tran_date, &wanted.tran_date)
        && same(&held.due_date, &wanted.due_date)
        && (wanted.terms.is_none() || held.terms == wanted.terms)
        && memo(held) == memo(wanted)
        && lines(held) == lines(wanted)
}

/// Whether a document bills what a draft would have it bill, in whatever form its dates and texts are kept.
pub(super) fn bills(held: &Paper, wanted: &Paper, wanted_total: Money) -> Result<bool> {
    let amounts = |paper: &Paper| {
        let mut amounts: Vec<i64> = told_lines(paper).iter().map(|(_, amount)| amount.cents()).collect();
        amounts.sort_unstable();
        amounts
    };
    Ok(total(held)? == wanted_total && amounts(held) == amounts(wanted))
}

/// The version of a document: what an update would overwrite.
fn revision(paper: &Paper) -> Revision {
    let mut contents = vec![
        paper.tran_date.clone().unwrap_or_default(),
        paper.due_date.clone().unwrap_or_default(),
        paper.terms.clone().unwrap_or_default().id,
        memo(paper).to_owned(),
    ];
    contents.extend(lines(paper));
    let details = details_of_lines(paper);
    fingerprint::of(contents.iter().map(String::as_str), details.iter().map(String::as_str))
}

/// What the customer reads.
fn memo(paper: &Paper) -> &str {
    paper.message.as_deref().or(paper.memo.as_deref()).unwrap_or_default()
}

/// What a person reads of the lines.
fn told_lines(paper: &Paper) -> Vec<(String, Money)> {
    let told = |line: &Line| {
        let text = line.description.as_ref().or(line.memo.as_ref()).cloned().unwrap_or_default();
        (shortened(text, MOST_OF_TEXT), line.amount.as_ref().and_then(money).unwrap_or(Money::ZERO))
    };
    paper.item.iter().chain(&paper.expense).flat_map(|list| &list.items).map(told).collect()
}

/// What an update takes from lines besides what it compares, and the lines of a bill, which no update replaces.
fn details_of_lines(paper: &Paper) -> Vec<String> {
    let id = |reference: &Option<Reference>| reference.clone().unwrap_or_default().id;
    let tax = |line: &Line| Some(id(&line.tax_code)).filter(|code| !takes_no_tax_unverified(code)).unwrap_or_default();
    let place = |line: &Line| format!("{}|{}|{}", id(&line.department), id(&line.location), tax(line));
    // Each is named once, so that more lines alike are no change of it.
    let items: BTreeSet<String> = paper.item.iter().flat_map(|list| &list.items).map(place).collect();
    let expense = |line: &Line| {
        let amount = line.amount.as_ref().and_then(money).unwrap_or(Money::ZERO).cents();
        let memo = line.memo.as_deref().unwrap_or_default();
        format!("{}|{}|{amount}|{}|{memo}", id(&line.account), id(&line.class_of), place(line))
    };
    items.into_iter().chain(paper.expense.iter().flat_map(|list| &list.items).map(expense)).collect()
}

/// Whether a code of taxes says that there is none. An account that begins to use taxes gives it to all lines.
fn takes_no_tax_unverified(code: &str) -> bool {
    matches!(code, "-7" | "-8")
}

/// The lines, each as one text.
fn lines(paper: &Paper) -> Vec<String> {
    let line = |line: &Line| {
        let amount = line.amount.as_ref().and_then(money).unwrap_or(Money::ZERO).cents();
        let number = |value: &Option<Number>| value.as_ref().and_then(Number::as_f64).unwrap_or_default();
        let (quantity, rate) = (number(&line.quantity), number(&line.rate));
        let item = line.item.clone().unwrap_or_default().id;
        let class = line.class_of.clone().unwrap_or_default().id;
        format!("{item}|{class}|{quantity}|{rate}|{amount}|{}", line.description.as_deref().unwrap_or_default())
    };
    paper.item.iter().flat_map(|list| &list.items).map(line).collect()
}

/// Checks that an answer is about the record that was asked for.
pub(super) fn check_is(paper: &Paper, id: &str) -> Result<()> {
    if paper.id.as_deref() == Some(id) { Ok(()) } else { Err(unreadable("the id that was asked for")) }
}

/// An answer that lacks what every one has.
fn unreadable(what: &str) -> ConnectorError {
    let answer = VendorAnswer::saying(format!("the answer has not {what} that can be read"));
    ConnectorError::Retry { answer, wait: None }
}
