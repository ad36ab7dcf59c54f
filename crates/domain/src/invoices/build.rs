//! From a snapshot's rows to the document: titles, order, sums and the words that depend on them.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Days, NaiveDate};

use super::appendix::{Cited, Places, appendix, places};
use super::document::{BillTo, DocumentLine, InvoiceDocument, Payment, RemitTo, Settlement};
use super::wording::{correction_note, correction_word, months, shown_reference};
use super::{CitedInvoice, ErpFacts, InvoiceInput, InvoiceLine, Sender, change};
use crate::billing::invoice::{PaymentStatus, is_credit_memo, plain_number};
use crate::billing::ledger::EntryKind;
use crate::period::shown_date;
use crate::{BillingMonth, Money, text};

/// A payment address is printed whole up to this length, above it only its host.
const LONGEST_SHOWN_LINK: usize = 34;

/// What the texts of one invoice depend on.
struct Standing {
    /// The amount that the customer can pay: the total, or the ERP's total while the ERP has an older one (rules.md#out-of-date-invoice).
    counts: Money,
    status: PaymentStatus,
    due: Option<NaiveDate>,
    /// Whether it is in no ERP.
    is_draft: bool,
    /// What was paid of what counts.
    settlement: Option<Settlement>,
    /// What the ERP has while its content is older.
    older: Option<Older>,
}

/// The invoice as it still stands in the ERP.
#[derive(Clone, Copy)]
struct Older {
    /// Its total there, negative for a credit memo.
    total: Option<Money>,
    balance: Option<Money>,
    /// The total that it will have, or that its lines come to here.
    new_total: Money,
    /// Whether a person has changed it there; else the snapshot was computed anew since.
    is_changed: bool,
}

impl Older {
    /// Whether it comes to the same, so that there is no other amount to tell it from.
    fn has_new_total(self) -> bool {
        self.total == Some(self.new_total)
    }
}

impl InvoiceDocument {
    /// The document of a snapshot. It never fails: whether the rows add up is for [`InvoiceDocument::check`] to say.
    pub fn of(input: &InvoiceInput) -> Self {
        let standing = Standing::of(input);
        let is_credit = standing.counts < Money::ZERO;
        let number = input.erp.as_ref().map_or_else(|| plain_number(input.snapshot), |erp| erp.number.clone());
        let title = if is_credit { "Credit memo" } else { "Invoice" };
        let (charges, corrections) = ordered(&input.lines);
        let cited = Cited {
            document: format!("{}{} {number}", if standing.is_draft { "draft " } else { "" }, title.to_lowercase()),
            total_label: standing.total_label(),
            total: input.total,
        };
        let appendix = appendix(input, &corrections, &cited);
        let erp = input.erp.as_ref();
        let remit_to = remit_to(&input.sender).filter(|_| !is_credit);
        let known = |text: Option<&str>| known(text).map(str::to_owned);
        Self {
            snapshot: input.snapshot,
            made_at: input.made_at,
            sender: input.sender.clone(),
            title,
            number_label: if is_credit || standing.is_draft { "Number" } else { "Invoice number" },
            caption: standing.caption(),
            hero: standing
                .settlement
                .map_or(standing.counts, |s| if s.balance > Money::ZERO { s.balance } else { standing.counts }),
            bill_to: bill_to(input),
            is_draft: standing.is_draft,
            date_label: if is_credit { "Credit memo date" } else { "Invoice date" },
            date: erp.and_then(|erp| erp.invoice_date).map(shown_date),
            // A credit memo is never due, on whatever terms the invoices of the customer are (rules.md#credit-memo).
            due_date: standing.due.filter(|_| !is_credit).map(shown_date),
            terms: known(erp.filter(|_| !is_credit).and_then(|erp| erp.terms.as_deref())),
            group_code: input.group_code.clone(),
            erp_customer: known(input.erp_customer.as_deref()),
            purchase_order: known(input.purchase_order.as_deref()),
            corrects: is_credit.then(|| corrected_months(&corrections)).flatten(),
            period: input.period,
            status: standing.status,
            memo: known(erp.and_then(|erp| erp.memo.as_deref())),
            notice: standing.notice(),
            charges_label: format!("Charges for {}", months(charges.iter().map(|line| line.month))),
            charges_total: charges.iter().map(|line| line.total).sum(),
            charges: charges.iter().zip(places(&charges)).map(|(line, places)| document_line(line, places)).collect(),
            net_corrections: corrections.iter().map(|line| line.total).sum(),
            corrections: corrections.iter().map(|line| document_line(line, Places::default())).collect(),
            total_label: cited.total_label,
            total: input.total,
            // It stands below the total, and of another one nothing is paid there.
            settlement: standing.settlement.filter(|_| standing.older.is_none_or(|older| older.has_new_total())),
            change: change::compare(input),
            payment: standing.payment(&input.sender, &number, erp.and_then(|erp| erp.link.as_deref())),
            remit_to,
            appendix,
            number,
        }
    }
}

impl Standing {
    fn of(input: &InvoiceInput) -> Self {
        let erp = input.erp.as_ref();
        let theirs = |erp: &ErpFacts| erp.total.map(|total| if erp.is_credit_memo { -total } else { total });
        let differs = |erp: &ErpFacts| theirs(erp).is_some_and(|total| total != input.total);
        let is_other = |erp: &&ErpFacts| (erp.out_of_date || differs(erp)) && erp.status != PaymentStatus::Voided;
        let older = erp.filter(is_other).map(|erp| Older {
            total: theirs(erp),
            balance: erp.balance,
            new_total: input.total,
            is_changed: !erp.out_of_date,
        });
        // Where its older total was never heard, what is left to pay of it says what it asks for.
        let counts = older.map_or(Some(input.total), |older| older.total.or(older.balance)).unwrap_or(input.total);
        let settlement = erp
            .filter(|_| counts > Money::ZERO)
            .and_then(|erp| paid(erp, counts))
            .map(|paid| Settlement { paid: -paid, balance: counts - paid });
        let status = match (erp.map_or(PaymentStatus::Unknown, |erp| erp.status), settlement) {
            (_, Some(settlement)) if settlement.balance <= Money::ZERO => PaymentStatus::Paid,
            (PaymentStatus::Paid, Some(_)) => PaymentStatus::PartiallyPaid,
            (status, _) => status,
        };
        Self { counts, status, due: erp.and_then(|erp| erp.due_date), is_draft: erp.is_none(), settlement, older }
    }

    fn notice(&self) -> Option<String> {
        let older = self.older?;
        let what = if self.counts < Money::ZERO { "credit memo" } else { "invoice" };
        if older.has_new_total() {
            return Some(format!(
                "The {what} in the accounting system is still to be updated. Its total stays the same."
            ));
        }
        let paid = self.settlement.map_or(String::new(), |s| format!(", of which {} is paid", -s.paid));
        let stands = match (older.total, older.balance) {
            (Some(total), _) => format!(" Until then its total of {total} counts{paid}."),
            (None, Some(balance)) => format!(" Until then {balance} is left to pay of it."),
            (None, None) => String::new(),
        };
        let new = older.new_total;
        if older.is_changed {
            let counts = self.counts;
            return Some(format!(
                "The {what} was changed in the accounting system. Its total of {counts} there counts{paid}. The lines here come to {new}."
            ));
        }
        // No update turns an invoice into a credit memo, or the reverse (rules.md#credit-memo).
        let becomes = if is_credit_memo(self.counts) == is_credit_memo(new) { "updated" } else { "replaced" };
        Some(format!("The {what} in the accounting system is still to be {becomes}.{stands} Its new total is {new}."))
    }

    fn total_label(&self) -> &'static str {
        match (self.counts, self.status, self.settlement) {
            _ if self.older.is_some_and(|older| older.is_changed) => "Total of the lines",
            _ if self.older.is_some_and(|older| !older.has_new_total()) => "New total",
            (counts, ..) if counts < Money::ZERO => "Total credit",
            (_, PaymentStatus::Voided, _) | (_, _, Some(_)) => "Total",
            _ if self.is_draft => "Total",
            _ => "Total due",
        }
    }

    fn caption(&self) -> String {
        let what = if self.settlement.is_some() { "Balance" } else { "Total" };
        let due = self.due.map(shown_date);
        match (self.status, due) {
            (PaymentStatus::Voided, _) => "Voided, do not pay".to_owned(),
            _ if self.is_draft && self.counts < Money::ZERO => "Draft credit, not to be used yet".to_owned(),
            _ if self.is_draft => "Draft total, not to be paid yet".to_owned(),
            _ if self.counts < Money::ZERO => "Credit to your account, nothing to pay".to_owned(),
            _ if self.counts == Money::ZERO => "Nothing to pay".to_owned(),
            (PaymentStatus::Paid, _) => "Paid in full".to_owned(),
            // On the due date itself it is in time.
            (PaymentStatus::Overdue, Some(_)) => {
                let since = self.due.and_then(|due| due.checked_add_days(Days::new(1))).map(shown_date);
                format!("{what} overdue since {}", since.unwrap_or_default())
            }
            (PaymentStatus::Overdue, None) => format!("{what} overdue"),
            (_, Some(due)) => format!("{what} due by {due}"),
            (_, None) => format!("{what} due"),
        }
    }

    fn payment(&self, sender: &Sender, number: &str, link: Option<&str>) -> Payment {
        let nothing = |title, text: &str| Payment::Text { title, text: text.to_owned() };
        match self.status {
            PaymentStatus::Voided => nothing("Do not pay", "This document was voided. Nothing is owed on it."),
            _ if self.is_draft && self.counts < Money::ZERO => nothing(
                "Not to be used yet",
                "This is a draft. The credit memo that takes its place says what is credited.",
            ),
            _ if self.is_draft => nothing(
                "Not to be paid yet",
                "This is a draft. The document that takes its place says what is owed, by when, and how to pay it.",
            ),
            _ if self.counts < Money::ZERO => nothing(
                "No payment needed",
                "The credit reduces the next invoice. This document has no payment link or code.",
            ),
            _ if self.counts == Money::ZERO => {
                nothing("No payment needed", "The charges and corrections add up to zero.")
            }
            PaymentStatus::Paid => nothing("Paid in full", "Thank you. Nothing is left to pay on this invoice."),
            _ => match link.filter(|_| self.can_be_paid_online()).and_then(shown_link) {
                Some((link, shown)) => {
                    let to_remit = |_| format!("Or send a check as under Remit to, with {number} on its memo line.");
                    Payment::Link { link, shown, by_check: remit_to(sender).map(to_remit) }
                }
                None => Payment::Text { title: "How to pay", text: by_check(sender, number) },
            },
        }
    }
}

impl Standing {
    /// The page of an older invoice that is settled asks for nothing.
    fn can_be_paid_online(&self) -> bool {
        self.older.and_then(|older| older.balance) != Some(Money::ZERO)
    }
}

/// What was paid of what counts, if that is known and not nothing: what the ERP's own total was and its balance is not.
fn paid(erp: &ErpFacts, counts: Money) -> Option<Money> {
    let theirs = erp.total.or((!erp.out_of_date).then_some(counts))?;
    let balance = match erp.status {
        PaymentStatus::Paid => Money::ZERO,
        PaymentStatus::PartiallyPaid | PaymentStatus::Overdue => erp.balance?,
        PaymentStatus::Unknown | PaymentStatus::Open | PaymentStatus::Voided => return None,
    };
    (Money::ZERO..theirs).contains(&balance).then(|| theirs - balance)
}

fn known(text: Option<&str>) -> Option<&str> {
    text.and_then(text::non_blank)
}

fn bill_to(input: &InvoiceInput) -> BillTo {
    let lines: Vec<_> = input.address.iter().filter_map(|line| text::non_blank(line)).map(str::to_owned).collect();
    let has_address = !lines.is_empty();
    let lines = if has_address { lines } else { vec!["No billing address on file".to_owned()] };
    BillTo { name: input.customer.trim().to_owned(), lines, has_address }
}

/// How to pay without a link: by check, or by asking the sender when it has no address for checks (rules.md#remit-to).
fn by_check(sender: &Sender, number: &str) -> String {
    let contact: Vec<_> = [&sender.email, &sender.phone].into_iter().flatten().map(String::as_str).collect();
    let contact = contact.join(" or ");
    match (remit_to(sender), contact.is_empty()) {
        (Some(_), _) => format!("By check, as under Remit to. Write {number} on its memo line."),
        (None, true) => format!("Ask {} how to pay it, and name {number}.", sender.name),
        (None, false) => format!("Ask how to pay it, and name {number}: {contact}."),
    }
}

/// Where a check goes, if that is known as a whole (rules.md#remit-to).
fn remit_to(sender: &Sender) -> Option<RemitTo> {
    let name = known(Some(&sender.legal_name))?.to_owned();
    let lines = sender.address.clone();
    (!lines.is_empty()).then_some(RemitTo { name, lines })
}

/// `May 2026 (invoice LW-003996) and June 2026`: the months of the corrections, each with the invoices that billed it.
fn corrected_months(corrections: &[&InvoiceLine]) -> Option<String> {
    let mut months: BTreeMap<BillingMonth, BTreeSet<&CitedInvoice>> = BTreeMap::new();
    for line in corrections {
        months.entry(line.month).or_default().extend(&line.corrects);
    }
    let told = |(month, invoices): (BillingMonth, BTreeSet<&CitedInvoice>)| {
        let told = |drafts: bool| -> Vec<&str> {
            invoices.iter().filter(|one| one.is_draft == drafts).map(|one| one.number.as_str()).collect()
        };
        let named = [("invoice", told(false)), ("draft", told(true))].into_iter().filter(|(_, of)| !of.is_empty());
        let named = named.map(|(noun, of)| match of.len() {
            1 => format!("{noun} {}", of[0]),
            _ => format!("{noun}s {}", of.join(", ")),
        });
        let named: Vec<_> = named.collect();
        if named.is_empty() { month.to_string() } else { format!("{month} ({})", named.join(", ")) }
    };
    let told: Vec<_> = months.into_iter().map(told).collect();
    (!told.is_empty()).then(|| told.join(", "))
}

/// The address and what is printed of it; `None` unless it is a plain `https` address.
fn shown_link(link: &str) -> Option<(String, String)> {
    let link = link.trim();
    let (scheme, rest) = link.split_once("://")?;
    let host = rest.split(['/', '?', '#']).next().filter(|host| host.contains('.') && !host.contains('@'))?;
    let plain = link.chars().all(|c| c.is_ascii_graphic());
    (scheme.eq_ignore_ascii_case("https") && plain).then(|| {
        let shown = if rest.len() <= LONGEST_SHOWN_LINK { rest } else { host };
        (link.to_owned(), shown.to_owned())
    })
}

/// The charges in their stored order, and the corrections: debts, then credits, each by month, then in the order in
/// which the plan's lines are billed.
fn ordered(lines: &[InvoiceLine]) -> (Vec<&InvoiceLine>, Vec<&InvoiceLine>) {
    let (mut corrections, charges): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.kind != EntryKind::Charge);
    let place = |line: &InvoiceLine| charges.iter().position(|charge| charge.plan_line == line.plan_line);
    let place = |line: &InvoiceLine| place(line).unwrap_or(charges.len());
    corrections
        .sort_by_key(|line| (line.kind.is_credit(), line.month, place(line), line.plan_line, line.kind, line.rate));
    (charges, corrections)
}

fn document_line(line: &InvoiceLine, places: Places) -> DocumentLine {
    DocumentLine {
        month: line.month,
        kind: line.kind,
        word: correction_word(line.kind),
        name: line.name.clone(),
        reference: shown_reference(line),
        note: correction_note(line),
        quantity: line.quantity,
        rate: line.rate,
        amount: line.total,
        list: places.members,
        consults: places.consults,
    }
}
