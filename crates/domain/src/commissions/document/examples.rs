//! Statements to be printed. No person or company in them is real.

use chrono::NaiveDate;

use super::StatementInput;
use crate::billing::invoice::PaymentStatus;
use crate::commissions::ledger::LineKind;
use crate::commissions::totals::{AdjustmentLine, StatementLine};
use crate::invoices::Sender;
use crate::{BillingMonth, GroupId, Money, PlanLineId, SnapshotId, StatementId};

const JULY: BillingMonth = BillingMonth::from_number(2026 * 12 + 6);

const EMPLOYERS: [(&str, PaymentStatus); 12] = [
    ("Ashdown Dental Partners", PaymentStatus::Paid),
    ("Bluestem Logistics, LLC", PaymentStatus::Paid),
    ("Calder & Finch Manufacturing, Inc.", PaymentStatus::Open),
    ("Dovetail Furniture Works", PaymentStatus::Paid),
    ("Eastmoor Unified Charter Schools", PaymentStatus::PartiallyPaid),
    ("Foxglove Hospitality Group", PaymentStatus::Paid),
    ("Granite Ridge Credit Union", PaymentStatus::Paid),
    ("Harrow & Lyle, CPAs", PaymentStatus::Overdue),
    (
        "The Amalgamated Brotherhood of Lakeshore Stevedores and Warehouse Workers Health & Welfare Trust",
        PaymentStatus::Paid,
    ),
    ("Juniper Veterinary Clinics", PaymentStatus::Unknown),
    ("Kettle Creek Brewing Co.", PaymentStatus::Paid),
    ("Larkspur Home Health", PaymentStatus::Voided),
];

/// A line of an employer's invoice.
pub fn line(employer: usize, plan_line: i64, back: i32, is_credit: bool, quantity: i64) -> StatementLine {
    let (name, payment) = EMPLOYERS[employer % EMPLOYERS.len()];
    let payout = if plan_line == 1 { 125 } else { 175 };
    let total = Money::from_cents(payout) * quantity;
    StatementLine {
        kind: if is_credit { LineKind::Clawback } else { LineKind::Line },
        snapshot: SnapshotId(4189 + employer as i64),
        group: GroupId(employer as i64),
        plan_line: PlanLineId(plan_line),
        month: JULY.plus(-back),
        is_credit,
        is_correction: back > 0,
        invoice_month: JULY,
        payable: is_credit || payment == PaymentStatus::Paid,
        quantity,
        rate: Some(Money::from_cents(if plan_line == 1 { 1150 } else { 1725 })),
        payout: Money::from_cents(payout),
        total: if is_credit { -total } else { total },
        employer_name: name.to_owned(),
        plan_name: "Telehealth".to_owned(),
        line_name: if plan_line == 1 { "Individual Plan membership" } else { "Family Plan membership" }.to_owned(),
        reference_id: None,
        payment,
        erp_ref_id: None,
        invoice_number: (payment != PaymentStatus::Unknown).then(|| format!("LW-{:06}", 4189 + employer)),
        invoiced_on: (payment != PaymentStatus::Unknown).then(|| JULY.day(31)),
    }
}

/// A statement of some lines.
pub fn of(lines: Vec<StatementLine>, brought: &[(&str, i64)]) -> StatementInput {
    let sum = |payable: bool| lines.iter().filter(|line| line.payable == payable).map(|line| line.total).sum();
    StatementInput {
        id: StatementId(312),
        payee_name: "Marlowe Benefit Advisors".to_owned(),
        rule_name: "Ohio Valley book".to_owned(),
        period: JULY,
        made_at: made_on().and_hms_opt(14, 0, 0).expect("a time").and_utc(),
        made_on: made_on(),
        sender: Sender {
            name: "Fernhollow Health".to_owned(),
            legal_name: "Fernhollow Health, LLC".to_owned(),
            address: vec!["410 Almanac Street, Suite 900".to_owned(), "Columbus, OH 43215".to_owned()],
            email: Some("commissions@fernhollow.example".to_owned()),
            phone: Some("(614) 555-0142".to_owned()),
        },
        total: sum(true),
        pending: sum(false),
        pending_earlier: Money::ZERO,
        brought: brought.iter().map(|(name, cents)| ((*name).to_owned(), Money::from_cents(*cents))).collect(),
        bill_number: None,
        lines,
        adjustments: Vec::new(),
    }
}

/// The same statement with adjustments of July, by their reasons and cents.
pub fn adjusted(input: StatementInput, adjustments: &[(&str, i64)]) -> StatementInput {
    let line = |(reason, cents): &(&str, i64)| AdjustmentLine {
        reason: (*reason).to_owned(),
        month: JULY,
        amount: Money::from_cents(*cents),
    };
    let adjustments: Vec<AdjustmentLine> = adjustments.iter().map(line).collect();
    let total = input.total + adjustments.iter().map(|line| line.amount).sum();
    StatementInput { total, adjustments, ..input }
}

/// A reason as long as one may be.
const LONG_REASON: &str = "Correction agreed with the payee after the spring review: the payout of the warehouse plan was keyed in \
                           at the rate of the former contract for 2 weeks in June, before the amendment was countersigned.";

fn made_on() -> NaiveDate {
    JULY.plus(1).day(3)
}

/// Every case worth looking at.
pub fn cases() -> Vec<(&'static str, StatementInput)> {
    let whole = (0..EMPLOYERS.len()).flat_map(|employer| {
        let quantity = 40 + 37 * employer as i64;
        let charges = [line(employer, 1, 0, false, quantity), line(employer, 2, 0, false, quantity / 2)];
        let corrections = [line(employer, 1, 1, false, 4), line(employer, 1, 1, true, 2)];
        charges.into_iter().chain(corrections.into_iter().filter(move |_| employer % 3 == 2))
    });
    let many = (0..200).flat_map(|employer| [line(employer, 1, 0, false, 9), line(employer, 2, 0, false, 3)]);
    let earlier = |employer| StatementLine {
        invoice_month: JULY.plus(-1),
        month: JULY.plus(-1),
        ..line(employer, 1, 0, false, 80)
    };
    let plain = of(vec![line(0, 1, 0, false, 244), line(0, 2, 0, false, 25)], &[]);
    vec![
        ("billed", StatementInput { bill_number: Some("202607-312-OVB".to_owned()), ..plain.clone() }),
        ("plain", plain),
        (
            "whole",
            StatementInput {
                pending_earlier: Money::from_cents(41_250),
                ..of(whole.collect(), &[("Ohio Valley book - June 2026", -26_500)])
            },
        ),
        (
            "released",
            StatementInput {
                pending_earlier: Money::from_cents(7125),
                ..of(vec![earlier(3), line(0, 1, 0, false, 244), line(2, 1, 0, false, 1204)], &[])
            },
        ),
        (
            "adjusted",
            adjusted(
                of(vec![line(0, 1, 0, false, 244), line(0, 2, 0, false, 25)], &[]),
                &[("Bonus for Q2", 25_000), (LONG_REASON, -4000)],
            ),
        ),
        ("adjusted-only", adjusted(of(Vec::new(), &[]), &[("Bonus for Q2", 25_000)])),
        ("negative", of(vec![line(3, 1, 1, true, 7)], &[])),
        ("many", of(many.collect(), &[])),
    ]
}
