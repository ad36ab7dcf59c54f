//! From our drafts to the vendor's documents and back. Pure.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use domain::Money;
use domain::billing::BillingType;
use domain::erp::Content;
use serde_json::Number;

use super::config::{Addresses, QuickBooksConfig};
use super::wire::{CustomField, Expense, Line, Memo, Paper, Reference, SalesItem};
use crate::Result;
use crate::amounts::{money, number};
use crate::document::{
    Document, DocumentKind, DocumentRef, ErpId, MOST_OF_NUMBER, MOST_OF_TEXT, RequestKey, Revision, Standing, is_id,
};
use crate::draft::{BillDraft, InvoiceDraft, InvoiceLine, MAX_NUMBER_LENGTH};
use crate::error::{ConnectorError, Refusal, VendorAnswer, shortened};
use crate::fingerprint;
use crate::lookups::{Term, TermId};

/// The most characters of a custom field. The vendor does not document it.
const CUSTOM_FIELD_UNVERIFIED: usize = 31;

fn invalid(message: impl Into<String>) -> ConnectorError {
    ConnectorError::refused(Refusal::Invalid, message)
}

fn reference(id: &str) -> Option<Reference> {
    (!id.trim().is_empty()).then(|| Reference { value: id.trim().to_owned(), name: None })
}

/// The document of a draft.
pub(super) fn invoice(config: &QuickBooksConfig, draft: &InvoiceDraft) -> Result<Paper> {
    check_number(&draft.number)?;
    if draft.lines.is_empty() {
        return Err(invalid("A document needs at least one line."));
    }
    let lines = draft.document_lines();
    let line = lines.iter().map(|line| invoice_line(config, line)).collect::<Result<_>>()?;
    Ok(Paper {
        doc_number: Some(draft.number.clone()),
        txn_date: Some(draft.dated.to_string()),
        due_date: draft.due_on.map(|day| day.to_string()),
        customer_ref: reference(draft.customer.as_str()),
        sales_term_ref: draft.terms.as_ref().and_then(|terms| reference(terms.as_str())),
        department_ref: reference(&config.location_id),
        customer_memo: Some(Memo { value: draft.memo.clone() }),
        custom_field: custom_fields(config, draft.broker.as_deref(), draft.document_total()),
        line,
        ..Paper::default()
    })
}

/// What marks a document as the answer to a request, in the note that the customer does not read.
pub(super) fn marked(paper: Paper, key: RequestKey) -> Paper {
    Paper { private_note: Some(key.to_string()), ..paper }
}

/// Whether a document carries the mark of a request.
pub(super) fn is_marked(paper: &Paper, key: RequestKey) -> bool {
    let key = key.to_string();
    paper.private_note.as_deref().is_some_and(|note| note.split_whitespace().any(|word| word == key))
}

fn check_number(number: &str) -> Result<()> {
    if number.trim().is_empty() {
        return Err(invalid("A document needs a number."));
    }
    let fits = number.chars().count() <= MAX_NUMBER_LENGTH;
    if fits { Ok(()) } else { Err(invalid("The number has more than 21 characters.")) }
}

fn invoice_line(config: &QuickBooksConfig, line: &InvoiceLine) -> Result<Line> {
    if line.rate < Money::ZERO {
        return Err(invalid("A rate must not be negative."));
    }
    let (product, class, field) = match line.billing_type {
        BillingType::Pepm => (&config.pepm_product_id, &config.pepm_class_id, "PEPM"),
        BillingType::PerConsultation | BillingType::AfterHours => {
            (&config.per_consult_product_id, &config.per_consult_class_id, "Per Consult")
        }
    };
    let item_ref = reference(product);
    let item_ref = item_ref.ok_or_else(|| invalid(format!("The account's settings name no {field} product.")))?;
    Ok(Line {
        detail_type: "SalesItemLineDetail".to_owned(),
        amount: number(line.amount()),
        description: Some(line.description.clone()),
        sales_item_line_detail: Some(SalesItem {
            item_ref: Some(item_ref),
            class_ref: reference(class),
            qty: Some(Number::from(line.quantity)),
            unit_price: number(line.rate),
            service_date: Some(line.service_on.to_string()),
            ..SalesItem::default()
        }),
        ..Line::default()
    })
}

fn custom_fields(config: &QuickBooksConfig, broker: Option<&str>, total: Money) -> Vec<CustomField> {
    let amount = total.decimal();
    let fields = [(&config.agent_id, broker), (&config.dollar_amount_id, Some(amount.as_str()))];
    let filled = fields.into_iter().filter(|(id, _)| !id.trim().is_empty());
    let field = |(id, value): (&String, Option<&str>)| {
        let value: String = value?.chars().take(CUSTOM_FIELD_UNVERIFIED).collect();
        let definition_id = id.trim().to_owned();
        Some(CustomField { definition_id, kind: "StringType".to_owned(), string_value: Some(value) })
    };
    filled.filter_map(field).collect()
}

/// The document of a bill.
pub(super) fn bill(config: &QuickBooksConfig, draft: &BillDraft) -> Result<Paper> {
    check_number(&draft.number)?;
    if draft.total() <= Money::ZERO {
        return Err(invalid("The total of a bill must be above zero."));
    }
    let account = reference(&config.cost_of_revenue_commission_account_id);
    let account = account.ok_or_else(|| invalid("The account's settings name no account for commissions."))?;
    let line = |line: &crate::draft::BillLine| Line {
        detail_type: "AccountBasedExpenseLineDetail".to_owned(),
        amount: number(line.amount),
        description: Some(line.description.clone()),
        account_based_expense_line_detail: Some(Expense {
            account_ref: Some(account.clone()),
            class_ref: reference(&config.cost_of_revenue_class_id),
            billable_status: Some("NotBillable".to_owned()),
        }),
        ..Line::default()
    };
    let terms = draft.terms.as_ref().map_or(config.commission_bill_sales_term_id.as_str(), TermId::as_str);
    Ok(Paper {
        doc_number: Some(draft.number.clone()),
        txn_date: Some(draft.dated.to_string()),
        vendor_ref: reference(draft.vendor.as_str()),
        sales_term_ref: reference(terms),
        department_ref: reference(&config.location_id),
        ap_account_ref: reference(&config.ap_account_id),
        private_note: Some(format!("{} {}", draft.memo, draft.key()).trim().to_owned()),
        custom_field: custom_fields(config, draft.broker.as_deref(), draft.total()),
        line: draft.lines.iter().map(line).collect(),
        ..Paper::default()
    })
}

/// The terms of a record. Only the plain kind counts days from the date.
pub(super) fn term(record: super::wire::TermRecord) -> Term {
    let counts = record.kind.as_deref().is_none_or(|kind| kind.eq_ignore_ascii_case("STANDARD"));
    Term { id: TermId(record.id), name: record.name, due_days: record.due_days.filter(|_| counts) }
}

/// A document as it came.
pub(super) fn document(addresses: &Addresses, kind: DocumentKind, paper: &Paper) -> Result<Document> {
    let id = paper.id.clone().filter(|id| is_id(id)).ok_or_else(|| unreadable("an id"))?;
    Ok(Document {
        number: shortened(paper.doc_number.clone().unwrap_or_default(), MOST_OF_NUMBER),
        revision: revision(paper),
        total: total(paper)?,
        url: Some(addresses.page_unverified(kind, &id)),
        party: party(paper),
        content: content(kind, paper)?,
        at: DocumentRef { kind, id: ErpId(id) },
    })
}

/// The customer or vendor of a document.
fn party(paper: &Paper) -> String {
    paper.customer_ref.as_ref().or(paper.vendor_ref.as_ref()).map(|one| one.value.clone()).unwrap_or_default()
}

fn party_name(paper: &Paper) -> String {
    let party = paper.customer_ref.as_ref().or(paper.vendor_ref.as_ref());
    shortened(party.and_then(|one| one.name.clone()).unwrap_or_default(), MOST_OF_TEXT)
}

/// What a document says. The terms give a bill its due date, and its memo is for staff.
fn content(kind: DocumentKind, paper: &Paper) -> Result<Content> {
    let is_bill = kind == DocumentKind::Bill;
    Ok(Content {
        dated: day(&paper.txn_date).ok_or_else(|| unreadable("a date"))?,
        due_on: day(&paper.due_date).filter(|_| !is_bill),
        memo: memo(paper).to_owned(),
        total: total(paper)?,
        lines: Some(told_lines(paper)),
    })
}

fn day(text: &Option<String>) -> Option<NaiveDate> {
    text.as_deref().and_then(|text| text.parse().ok())
}

/// The query column of the customer or vendor that a document belongs to.
pub(super) const fn party_column(kind: DocumentKind) -> &'static str {
    match kind {
        DocumentKind::Invoice | DocumentKind::CreditMemo => "CustomerRef",
        DocumentKind::Bill => "VendorRef",
    }
}

/// What is open of a document that came.
pub(super) fn standing(kind: DocumentKind, paper: &Paper) -> Result<Standing> {
    let total = total(paper)?;
    let payment_url = paper
        .invoice_link
        .clone()
        .filter(|url| url.starts_with("https://") || url.starts_with("http://"))
        .filter(|url| url.len() <= MOST_OF_TEXT);
    Ok(Standing {
        number: shortened(paper.doc_number.clone().unwrap_or_default(), MOST_OF_NUMBER),
        revision: revision(paper),
        party: party(paper),
        party_name: party_name(paper),
        total,
        balance: balance(kind, paper)?,
        voided: is_voided_unverified(paper, total),
        mailed: mailed_unverified(paper),
        dated: day(&paper.txn_date).ok_or_else(|| unreadable("a date"))?,
        due_on: day(&paper.due_date),
        memo: shortened(memo(paper).to_owned(), MOST_OF_TEXT),
        payment_url,
        lines: told_lines(paper),
    })
}

pub(super) fn total(paper: &Paper) -> Result<Money> {
    paper.total_amt.as_ref().and_then(money).ok_or_else(|| unreadable("a total"))
}

pub(super) fn balance(kind: DocumentKind, paper: &Paper) -> Result<Money> {
    let of_memo = paper.remaining_credit.as_ref().filter(|_| kind == DocumentKind::CreditMemo);
    let open = of_memo.or(paper.balance.as_ref()).and_then(money).filter(|open| *open >= Money::ZERO);
    open.ok_or_else(|| unreadable("a balance"))
}

/// Whether a document was voided. The vendor has no sign of it but these two.
fn is_voided_unverified(paper: &Paper, total: Money) -> bool {
    total == Money::ZERO && paper.private_note.as_deref().is_some_and(|note| note.starts_with("Voided"))
}

/// Whether a document was mailed, by its status and by when it was delivered. The vendor does not say which words the status has.
fn mailed_unverified(paper: &Paper) -> Option<bool> {
    match paper.email_status.as_deref() {
        Some("EmailSent") => Some(true),
        _ if paper.delivery_info.is_some() => Some(true),
        Some("NotSet" | "NeedToSend") => Some(false),
        _ => None,
    }
}

/// Checks that a document was not voided: such a document bills nothing.
pub(super) fn check_not_voided(paper: &Paper) -> Result<()> {
    if is_voided_unverified(paper, total(paper)?) { Err(settled()) } else { Ok(()) }
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

/// The content of a draft over a document as it came: only what an update writes.
pub(super) fn update(wanted: Paper, held: &Paper) -> Paper {
    Paper {
        id: held.id.clone(),
        sync_token: held.sync_token.clone(),
        sparse: Some(true),
        doc_number: None,
        customer_ref: None,
        department_ref: None,
        ..wanted
    }
}

/// Whether a document says already what a draft would make it say.
pub(super) fn says(held: &Paper, wanted: &Paper) -> bool {
    let same = |held: &Option<String>, wanted: &Option<String>| wanted.is_none() || held == wanted;
    same(&held.txn_date, &wanted.txn_date)
        && same(&held.due_date, &wanted.due_date)
        && (wanted.sales_term_ref.is_none() || held.sales_term_ref == wanted.sales_term_ref)
        && memo(held) == memo(wanted)
        && lines(held) == lines(wanted)
}

/// The version of a document: what an update would overwrite.
fn revision(paper: &Paper) -> Revision {
    let mut contents = vec![
        paper.txn_date.clone().unwrap_or_default(),
        paper.due_date.clone().unwrap_or_default(),
        paper.sales_term_ref.clone().unwrap_or_default().value,
        memo(paper).to_owned(),
    ];
    contents.extend(lines(paper));
    let details = details_of_lines(paper);
    fingerprint::of(contents.iter().map(String::as_str), details.iter().map(String::as_str))
}

fn memo(paper: &Paper) -> &str {
    paper.customer_memo.as_ref().map_or("", |memo| &memo.value)
}

/// What a person reads of the lines.
fn told_lines(paper: &Paper) -> Vec<(String, Money)> {
    let told = |line: &Line| {
        let amount = line.amount.as_ref().and_then(money).unwrap_or(Money::ZERO);
        (shortened(line.description.clone().unwrap_or_default(), MOST_OF_TEXT), amount)
    };
    paper.line.iter().filter(|line| is_sold(line)).map(told).collect()
}

/// Whether a line is of the document; the vendor adds sums and taxes.
fn is_sold(line: &Line) -> bool {
    !matches!(line.detail_type.as_str(), "SubTotalLineDetail" | "TaxLineDetail")
}

/// What an update takes from lines besides what it writes: the taxes and discounts of what is sold, and the accounts of what is owed for. Each
/// is named once, so that more lines alike are no change of it.
fn details_of_lines(paper: &Paper) -> Vec<String> {
    let line = |line: &Line| {
        let number = |value: &Option<Number>| value.as_ref().map(Number::to_string).unwrap_or_default();
        let of = |reference: &Option<Reference>| reference.clone().unwrap_or_default().value;
        let sold = line.sales_item_line_detail.clone().unwrap_or_default();
        let owed = line.account_based_expense_line_detail.clone().unwrap_or_default();
        let discount = (number(&sold.discount_amt), number(&sold.discount_rate));
        let (account, class) = (of(&owed.account_ref), of(&owed.class_ref));
        let tax = Some(of(&sold.tax_code_ref)).filter(|code| !takes_no_tax_unverified(code)).unwrap_or_default();
        format!("{tax}|{}|{}|{account}|{class}", discount.0, discount.1)
    };
    let details: BTreeSet<String> = paper.line.iter().filter(|line| is_sold(line)).map(line).collect();
    details.into_iter().collect()
}

/// Whether a code of taxes says that there is none. A company that begins to use taxes gives it to all lines.
fn takes_no_tax_unverified(code: &str) -> bool {
    code == "NON"
}

/// The lines, each as one text.
fn lines(paper: &Paper) -> Vec<String> {
    let line = |line: &Line| {
        let amount = line.amount.as_ref().and_then(money).unwrap_or(Money::ZERO).cents();
        let description = line.description.as_deref().unwrap_or_default();
        let detail = line.sales_item_line_detail.clone().unwrap_or_default();
        let of = |reference: Option<Reference>| reference.unwrap_or_default().value;
        let quantity = detail.qty.as_ref().and_then(Number::as_f64).unwrap_or_default();
        let price = detail.unit_price.as_ref().and_then(Number::as_f64).unwrap_or_default();
        let (item, class) = (of(detail.item_ref), of(detail.class_ref));
        let served = detail.service_date.unwrap_or_default();
        format!("{item}|{class}|{quantity}|{price}|{amount}|{served}|{description}")
    };
    paper.line.iter().filter(|line| is_sold(line)).map(line).collect()
}

/// Checks that an answer is about the document that was asked for.
pub(super) fn check_is(paper: &Paper, known: &DocumentRef) -> Result<()> {
    if paper.id.as_deref() == Some(known.id.as_str()) { Ok(()) } else { Err(unreadable("the id that was asked for")) }
}

/// An answer that lacks what every one has.
fn unreadable(what: &str) -> ConnectorError {
    let answer = VendorAnswer::saying(format!("the answer has not {what} that can be read"));
    ConnectorError::Retry { answer, wait: None }
}
