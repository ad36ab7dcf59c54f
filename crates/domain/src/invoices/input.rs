//! What an invoice document is made from: rows as they stand in the database, without any text or sum.

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate, Utc};

use super::{BilledOn, MemberChange};
use crate::billing::BillingType;
use crate::billing::invoice::PaymentStatus;
use crate::billing::ledger::EntryKind;
use crate::{BillingMonth, MemberId, Money, PlanLineId, SnapshotId};

/// Everything one invoice document is made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceInput {
    /// The snapshot that is the invoice.
    pub snapshot: SnapshotId,
    /// The billing period: the month of the snapshot's end date.
    pub period: BillingMonth,
    /// The stored total; it must equal the sum of `lines`.
    pub total: Money,
    /// When the snapshot was computed. Stands in the file as its creation time, so that the same snapshot gives the same bytes.
    pub made_at: DateTime<Utc>,
    /// Who sends the invoice.
    pub sender: Sender,
    /// The name of the group that is billed.
    pub customer: String,
    /// The group's public number.
    pub group_code: String,
    /// What the customer is called in the ERP.
    pub erp_customer: Option<String>,
    /// The number of the customer's purchase order.
    pub purchase_order: Option<String>,
    /// The lines of the billing address, top to bottom; empty when it is not known.
    pub address: Vec<String>,
    /// What the ERP says; `None` when the snapshot is not in an ERP.
    pub erp: Option<ErpFacts>,
    /// The snapshot's lines in their stored order.
    pub lines: Vec<InvoiceLine>,
    /// Differences older than the look-back, which are listed and not billed (rules.md#look-back).
    pub unbilled: Vec<UnbilledLine>,
    /// The undeleted snapshot of the same plan for the month before, if there is one.
    pub previous: Option<PreviousInvoice>,
}

/// Who sends the invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sender {
    /// The name people know, at the head of the page.
    pub name: String,
    /// The name in law, to which a check is made out.
    pub legal_name: String,
    /// The lines of the postal address, top to bottom; empty unless the whole address is known (rules.md#remit-to).
    pub address: Vec<String>,
    /// Where questions go by mail, if anywhere.
    pub email: Option<String>,
    /// Where questions go by telephone, if anywhere.
    pub phone: Option<String>,
}

/// What an ERP says about the invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErpFacts {
    /// The document number (rules.md#invoice-numbers).
    pub number: String,
    /// The day the invoice was made in the ERP (rules.md#invoice-and-due-date).
    pub invoice_date: Option<NaiveDate>,
    /// The day it has to be paid by.
    pub due_date: Option<NaiveDate>,
    /// The name of its terms, such as `Net 30`.
    pub terms: Option<String>,
    /// The memo for the customer.
    pub memo: Option<String>,
    /// The hosted payment page; only an `https` address is ever printed.
    pub link: Option<String>,
    /// Where the payment stands.
    pub status: PaymentStatus,
    /// What was left to pay of its total at the last sync, if there was one.
    pub balance: Option<Money>,
    /// Its total there, where that is known and not the snapshot's.
    pub total: Option<Money>,
    /// Whether it is a credit memo there: balance and total, which have no sign, are what is given back.
    pub is_credit_memo: bool,
    /// Whether it still has an older content than the snapshot: until it is updated its total and balance are those of the older one
    /// (rules.md#out-of-date-invoice).
    pub out_of_date: bool,
}

/// A line of the snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceLine {
    /// The plan line it was computed from.
    pub plan_line: PlanLineId,
    /// How it came about.
    pub kind: EntryKind,
    /// What it bills.
    pub billing_type: BillingType,
    /// The line's name as frozen in the snapshot.
    pub name: String,
    /// The month it bills.
    pub month: BillingMonth,
    /// How many; never negative.
    pub quantity: i64,
    /// The price of one.
    pub rate: Money,
    /// The stored total; negative on a credit.
    pub total: Money,
    /// The reference that chose the members, where not all are included.
    pub reference: Option<String>,
    /// The consultations behind the line, one entry each of `quantity`. Left empty for members, and may be left empty when
    /// [`Appendix::lists_members`](super::Appendix::lists_members) says that they will not be listed.
    pub consults: Vec<LineConsult>,
    /// For a correction: the invoice of `month`, if there is one.
    pub corrects: Option<CitedInvoice>,
    /// Who is behind the line, one entry each of `quantity`. Left empty for consultations and fees, and may be left empty
    /// for charges when [`Appendix::lists_members`](super::Appendix::lists_members) says that nobody will be listed.
    pub members: Vec<LineMember>,
    /// For a correction: what the invoice of `month` says today of those it is about.
    pub billed_on: BilledOn,
    /// For a correction: for whom, or for which consultations, an earlier invoice has corrected the month already, so that what it was
    /// billed at first says nothing any more.
    pub again: BTreeSet<i64>,
}

/// Another invoice as a document names it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CitedInvoice {
    /// Its number.
    pub number: String,
    /// Whether it is in no accounting system.
    pub is_draft: bool,
}

impl CitedInvoice {
    /// `LW-003996`, or `draft 000322`.
    pub fn cited(&self) -> String {
        if self.is_draft { format!("draft {}", self.number) } else { self.number.clone() }
    }
}

/// How many of a correction the kind alone does not tell of what happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Again {
    Nobody,
    Some,
    All,
}

impl InvoiceLine {
    /// Who was corrected before, or has been ended or begun again since.
    pub(super) fn again(&self) -> Again {
        let again = if self.billing_type.counts_consults() {
            self.again.len()
        } else {
            self.members.iter().filter(|member| self.is_again(member)).count()
        };
        match again {
            0 => Again::Nobody,
            again if again as i64 >= self.quantity => Again::All,
            _ => Again::Some,
        }
    }

    fn is_again(&self, member: &LineMember) -> bool {
        let stands = |active: bool| member.change.is_some_and(|change| change.is_active() == active);
        let was_corrected = self.again.contains(&member.id.get());
        match self.kind {
            EntryKind::Debt => was_corrected || stands(false),
            EntryKind::Credit => was_corrected || stands(true),
            EntryKind::Charge => false,
            EntryKind::ReversedCredit | EntryKind::ReversedDebt => was_corrected,
        }
    }
}

/// A consultation behind a line: what can be checked with the patient platform without naming who consulted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineConsult {
    /// The business day on which it began.
    pub on: NaiveDate,
    /// The platform's own number of it.
    pub number: String,
    /// Whether it was after hours (rules.md#after-hours).
    pub is_after_hours: bool,
}

/// A member behind a line, with names as frozen in the snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineMember {
    /// The member.
    pub id: MemberId,
    /// The family name.
    pub last_name: String,
    /// The given name.
    pub first_name: String,
    /// The day since which the member is active without interruption; shown behind charges.
    pub since: Option<NaiveDate>,
    /// What was last recorded of the member's status, which is what explains a correction.
    pub change: Option<MemberChange>,
}

/// A difference outside the look-back: listed, not billed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnbilledLine {
    /// Whether it would have lowered the total.
    pub is_credit: bool,
    /// What it would have billed.
    pub billing_type: BillingType,
    /// The line's name.
    pub name: String,
    /// The month it would have put right.
    pub month: BillingMonth,
    /// How many.
    pub quantity: i64,
    /// Who; left empty for consultations and fees.
    pub members: Vec<LineMember>,
    /// Which consultations; left empty for members.
    pub consults: Vec<LineConsult>,
}

/// The invoice of the month before, to compare with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviousInvoice {
    /// Its billing period.
    pub period: BillingMonth,
    /// Its number.
    pub number: String,
    /// Its stored total.
    pub total: Money,
    /// Its lines.
    pub lines: Vec<PreviousLine>,
}

/// A line of the invoice of the month before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviousLine {
    /// The plan line it was computed from.
    pub plan_line: PlanLineId,
    /// How it came about.
    pub kind: EntryKind,
    /// What it billed.
    pub billing_type: BillingType,
    /// How many.
    pub quantity: i64,
    /// The price of one.
    pub rate: Money,
    /// The stored total.
    pub total: Money,
    /// Who was behind a charge for members. Left empty, the comparison counts members instead of naming who came and went.
    pub members: Vec<MemberId>,
}
