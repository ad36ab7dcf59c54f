//! Invoices to vary in tests. All names, numbers and addresses are invented.

mod cases;

pub use cases::*;
use std::collections::BTreeSet;

use chrono::{DateTime, Days, NaiveDate, Utc};

use super::{
    BilledOn, CitedInvoice, ErpFacts, InvoiceInput, InvoiceLine, LineConsult, LineMember, MemberChange,
    PreviousInvoice, PreviousLine, Sender,
};
use crate::billing::BillingType;
use crate::billing::invoice::PaymentStatus;
use crate::billing::ledger::EntryKind;
use crate::{BillingMonth, MemberId, Money, PlanLineId, SnapshotId};

const LAST: [&str; 40] = [
    "Abbott",
    "Aldred",
    "Anselm",
    "Ashdown",
    "Barrow",
    "Beckwith",
    "Blythe",
    "Bramall",
    "Carrow",
    "Chisholm",
    "Corwin",
    "Dalby",
    "Denholm",
    "Drayton",
    "Eastlake",
    "Ellery",
    "Farrow",
    "Fenwick",
    "Garrick",
    "Gatsby-Ruiz",
    "Haldane",
    "Harker",
    "Ingram",
    "Jessop",
    "Kestrel",
    "Kilbride",
    "Lathom",
    "Lindqvist",
    "Marlowe",
    "Merrick",
    "Nordahl",
    "Oakley",
    "Penrose",
    "Quiroga",
    "Radcliffe",
    "Sefton",
    "Thackeray",
    "Underhill",
    "Wexford",
    "Zielińska",
];
const FIRST: [&str; 30] = [
    "Ada", "Bo", "Cyrus", "Delia", "Edgar", "Fay", "Gil", "Hester", "Idris", "June", "Kit", "Luz", "Milo", "Nell",
    "Otto", "Pia", "Quinn", "Rosa", "Saul", "Tess", "Uma", "Vera", "Wren", "Xavi", "Yael", "Zeno", "Şule", "Éva",
    "Łukasz", "Đức",
];

/// A month of 2026.
pub fn month(month: u32) -> BillingMonth {
    BillingMonth::new(2026, month).expect("a month of the year")
}

/// A day of 2026.
pub fn day(month: u32, day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, month, day).expect("a day of the year")
}

/// The member with this number, from 0; names repeat after 1,200.
pub fn member(number: usize) -> LineMember {
    LineMember {
        id: MemberId(104_729 + number as i64 * 397),
        last_name: LAST[number / FIRST.len() % LAST.len()].to_owned(),
        first_name: FIRST[number % FIRST.len()].to_owned(),
        since: NaiveDate::from_ymd_opt(2022 + (number % 4) as i32, 1 + (number * 7 % 12) as u32, 1),
        change: None,
    }
}

/// A line of plan line `plan_line` for the period or, as a correction, for an earlier month.
pub fn line(
    plan_line: i64,
    kind: EntryKind,
    of: BillingType,
    name: &str,
    month: BillingMonth,
    cents: i64,
) -> InvoiceLine {
    InvoiceLine {
        plan_line: PlanLineId(plan_line),
        kind,
        billing_type: of,
        name: name.to_owned(),
        month,
        quantity: 0,
        rate: Money::from_cents(cents),
        total: Money::ZERO,
        reference: None,
        consults: Vec::new(),
        corrects: None,
        members: Vec::new(),
        billed_on: BilledOn::NotKnown,
        again: BTreeSet::new(),
    }
}

impl InvoiceLine {
    /// The same line for these members.
    pub fn with_members(mut self, members: impl IntoIterator<Item = LineMember>) -> Self {
        self.members = members.into_iter().collect();
        let quantity = self.members.len() as i64;
        self.with_quantity(quantity)
    }

    /// The same line with this quantity and the total that goes with it.
    pub fn with_quantity(mut self, quantity: i64) -> Self {
        self.quantity = quantity;
        let total = self.rate * quantity;
        self.total = if self.kind.is_credit() { -total } else { total };
        self
    }

    /// The same line, billed or missed on the invoice with this number.
    pub fn billed_on(mut self, number: &str) -> Self {
        self.billed_on = BilledOn::Invoice(number.to_owned());
        self.corrects = Some(CitedInvoice { number: number.to_owned(), is_draft: false });
        self
    }

    /// The same line with its consultations: one a day from the third on, every third of them after hours.
    pub fn with_consults(mut self, from: NaiveDate) -> Self {
        let consult = |place: i64| LineConsult {
            on: from + Days::new((place / 3).unsigned_abs()),
            number: format!("PC-{:07}", self.plan_line.get() * 100_000 + i64::from(self.month.month()) * 1_000 + place),
            is_after_hours: self.billing_type == BillingType::AfterHours || place % 3 == 2,
        };
        self.consults = (0..self.quantity).map(consult).collect();
        self
    }

    /// The same line for the members with a reference.
    pub fn for_reference(mut self, reference: &str) -> Self {
        self.reference = Some(reference.to_owned());
        self
    }
}

impl InvoiceInput {
    /// The same invoice with these lines and the total that goes with them.
    pub fn with_lines(mut self, lines: Vec<InvoiceLine>) -> Self {
        self.total = lines.iter().map(|line| line.total).sum();
        self.lines = lines;
        self
    }

    /// The same invoice with this payment status and what is left to pay.
    pub fn with_status(mut self, status: PaymentStatus, balance: Option<Money>) -> Self {
        if let Some(erp) = &mut self.erp {
            (erp.status, erp.balance) = (status, balance);
        }
        self
    }
}

impl InvoiceInput {
    /// An invoice like this to another customer, with another number and other members.
    pub fn of_another(mut self, customer: usize) -> Self {
        self.snapshot = SnapshotId(self.snapshot.get() + customer as i64);
        self.customer = format!("{} No. {customer}", self.customer);
        if let Some(erp) = &mut self.erp {
            erp.number = format!("LW-{:06}", self.snapshot.get());
            erp.link = Some(format!("https://pay.example.com/i/{}", erp.number));
        }
        for line in &mut self.lines {
            let numbers = customer * 67..;
            line.members = line.members.iter().zip(numbers).map(|(_, number)| member(number)).collect();
        }
        self
    }

    /// The same invoice, of which the ERP still has an older content with this total.
    pub fn out_of_date(mut self, total: Option<Money>) -> Self {
        if let Some(erp) = &mut self.erp {
            (erp.total, erp.out_of_date) = (total, true);
        }
        self
    }
}

/// An invoice for July 2026 in an ERP, without lines and without an earlier invoice.
pub fn empty() -> InvoiceInput {
    InvoiceInput {
        snapshot: SnapshotId(4218),
        period: month(7),
        total: Money::ZERO,
        made_at: DateTime::<Utc>::from_timestamp(1_785_499_200, 0).expect("a moment of 2026"),
        sender: Sender {
            name: "Quillmere Health".to_owned(),
            legal_name: "Quillmere Health, LLC".to_owned(),
            address: vec!["88 Tannery Row, Suite 400".to_owned(), "Columbus, OH 43215".to_owned()],
            email: Some("billing@quillmere.example".to_owned()),
            phone: Some("(614) 555-0187".to_owned()),
        },
        customer: "Brackenford Tool Works, Inc.".to_owned(),
        group_code: "10427".to_owned(),
        erp_customer: Some("Brackenford Tool Works".to_owned()),
        purchase_order: Some("BT-7731".to_owned()),
        address: ["Accounts Payable", "1900 Foundry Loop, Building 4", "Dayton, OH 45402"].map(str::to_owned).to_vec(),
        erp: Some(ErpFacts {
            number: "LW-004218".to_owned(),
            invoice_date: Some(day(7, 31)),
            due_date: Some(day(8, 30)),
            terms: Some("Net 30".to_owned()),
            memo: Some("July membership and consultations.".to_owned()),
            link: Some("https://pay.example.com/i/LW-004218".to_owned()),
            status: PaymentStatus::Open,
            balance: None,
            total: None,
            is_credit_memo: false,
            out_of_date: false,
        }),
        lines: Vec::new(),
        unbilled: Vec::new(),
        previous: None,
    }
}

const INDIVIDUAL: &str = "Telehealth membership, Individual Plan";
const FAMILY: &str = "Telehealth membership, Family Plan";

fn individual(kind: EntryKind, of_month: u32) -> InvoiceLine {
    line(1, kind, BillingType::Pepm, INDIVIDUAL, month(of_month), 1150)
}

fn family(kind: EntryKind, of_month: u32) -> InvoiceLine {
    line(2, kind, BillingType::Pepm, FAMILY, month(of_month), 1725)
}

/// `members` behind one charge, and nothing else.
pub fn with_members(members: usize) -> InvoiceInput {
    empty().with_lines(vec![individual(EntryKind::Charge, 7).with_members((0..members).map(member))])
}

/// Members who came to light late, made active in July with effect from the first of `from`.
fn late(numbers: std::ops::Range<usize>, from: u32, active: bool) -> impl Iterator<Item = LineMember> {
    numbers.map(move |number| {
        let change = MemberChange::Made { active, made_on: day(7, 2 + (number % 27) as u32), effective: day(from, 1) };
        LineMember { change: Some(change), ..member(number) }
    })
}

/// `count` members numbered from `first`, of whom the last `new` came on the first of July.
fn roster(first: usize, count: usize, new: usize) -> impl Iterator<Item = LineMember> {
    let stayed = count.saturating_sub(new);
    (0..count).map(move |place| match member(first + place) {
        known if place < stayed => known,
        newcomer => LineMember { since: Some(day(7, 1)), ..newcomer },
    })
}

/// Where the family plan's members, those who came to light late and those who left have their numbers.
const FAMILY_FROM: usize = 10_000;
const LATE_FROM: usize = 20_000;
const LEFT_FROM: usize = 20_030;

/// Charges for two plans, consultations and fees, six corrections, and an earlier invoice: `individual_members` and
/// `family_members`, of whom the last 30 and 8 are new.
pub fn full(individual_members: usize, family_members: usize) -> InvoiceInput {
    let lines = vec![
        individual(EntryKind::Charge, 7).with_members(roster(0, individual_members, 30)),
        family(EntryKind::Charge, 7).with_members(roster(FAMILY_FROM, family_members, 8)),
        consultations(63),
        fees(21),
        individual(EntryKind::Debt, 5).with_members(late(LATE_FROM..LATE_FROM + 4, 5, true)).billed_on("LW-003996"),
        individual(EntryKind::Debt, 6).with_members(late(LATE_FROM..LATE_FROM + 9, 6, true)).billed_on("LW-004107"),
        family(EntryKind::Debt, 6).with_members(late(20_010..20_012, 6, true)).billed_on("LW-004107"),
        family(EntryKind::Credit, 5).with_members(late(20_020..20_022, 5, false)).billed_on("LW-003996"),
        individual(EntryKind::Credit, 6).with_members(late(LEFT_FROM..LEFT_FROM + 5, 6, false)).billed_on("LW-004107"),
        family(EntryKind::Credit, 6).with_members(late(20_020..20_024, 6, false)).billed_on("LW-004107"),
    ];
    let stayed = roster(0, individual_members.saturating_sub(30), 0);
    let family_stayed = roster(FAMILY_FROM, family_members.saturating_sub(8), 0);
    let previous = previous([
        individual(EntryKind::Charge, 6).with_members(stayed.chain(roster(LEFT_FROM, 27, 0))),
        family(EntryKind::Charge, 6).with_members(family_stayed.chain(roster(20_020, 5, 0))),
        consultations(71),
        fees(18),
        individual(EntryKind::Credit, 5).with_quantity(4),
    ]);
    InvoiceInput { previous: Some(previous), ..empty() }.with_lines(lines)
}

fn consultations(quantity: i64) -> InvoiceLine {
    line(3, EntryKind::Charge, BillingType::PerConsultation, "Consultations, medical", month(7), 4900)
        .with_quantity(quantity)
        .with_consults(day(6, 4))
}

fn fees(quantity: i64) -> InvoiceLine {
    line(4, EntryKind::Charge, BillingType::AfterHours, "After-hours consultation fee", month(7), 500)
        .with_quantity(quantity)
        .with_consults(day(6, 4))
}

/// The invoice for June 2026 with these lines.
pub fn previous(lines: impl IntoIterator<Item = InvoiceLine>) -> PreviousInvoice {
    let line = |line: InvoiceLine| PreviousLine {
        plan_line: line.plan_line,
        kind: line.kind,
        billing_type: line.billing_type,
        quantity: line.quantity,
        rate: line.rate,
        total: line.total,
        members: line.members.into_iter().map(|member| member.id).collect(),
    };
    let lines: Vec<_> = lines.into_iter().map(line).collect();
    let total = lines.iter().map(|line| line.total).sum();
    PreviousInvoice { period: month(6), number: "LW-004107".to_owned(), total, lines }
}
