//! The edge cases of an invoice document, by name.

use super::{day, empty, family, full, individual, late, line, member, month, previous, with_members};
use crate::billing::BillingType;
use crate::billing::invoice::PaymentStatus;
use crate::billing::ledger::EntryKind;
use crate::invoices::{InvoiceInput, LineMember, MemberChange, UnbilledLine};
use crate::{Money, SnapshotId};

/// Every case with its name.
pub fn cases() -> Vec<(&'static str, InvoiceInput)> {
    vec![
        ("plain", plain()),
        ("one-page", one_page()),
        ("corrections", full(40, 12)),
        ("credit-memo", credit_memo()),
        ("zero-total", zero_total()),
        ("no-erp", InvoiceInput { erp: None, ..full(40, 12) }),
        ("no-lines", empty()),
        ("credit-memo-sent", credit_memo_sent()),
        ("no-remit-to", no_remit_to()),
        ("references", references()),
        ("paid", plain().with_status(PaymentStatus::Paid, None)),
        ("partially-paid", plain().with_status(PaymentStatus::PartiallyPaid, Some(Money::from_cents(100_000)))),
        ("overdue", plain().with_status(PaymentStatus::Overdue, Some(Money::from_cents(319_200)))),
        ("out-of-date", out_of_date()),
        ("voided", plain().with_status(PaymentStatus::Voided, None)),
        ("long-names", long_names()),
        ("outside-look-back", outside_look_back()),
        ("corrected-consults", corrected_consults()),
        ("many-lines", many_lines()),
        ("members-1", with_members(1)),
        ("members-197", with_members(197)),
        ("members-198", with_members(198)),
        ("members-199", with_members(199)),
        ("members-2000", full(1204, 770)),
        ("members-5001", with_members(5_001)),
    ]
}

/// Regenerated after it was paid in part, and not updated in the ERP yet.
fn out_of_date() -> InvoiceInput {
    plain()
        .with_status(PaymentStatus::PartiallyPaid, Some(Money::from_cents(100_000)))
        .out_of_date(Some(Money::from_cents(270_200)))
}

/// Consultations and fees only: nobody is listed.
pub fn plain() -> InvoiceInput {
    empty().with_lines(vec![
        line(3, EntryKind::Charge, BillingType::PerConsultation, "Consultations, medical", month(6), 4900)
            .with_quantity(63),
        line(4, EntryKind::Charge, BillingType::AfterHours, "After-hours consultation fee", month(6), 500)
            .with_quantity(21),
    ])
}

/// All that one page can hold: charges, corrections, what changed since the month before, and how to pay.
pub fn one_page() -> InvoiceInput {
    let consults = |kind, of_month, name: &str, plan_line, quantity| {
        line(plan_line, kind, BillingType::PerConsultation, name, month(of_month), 4900).with_quantity(quantity)
    };
    let (medical, therapy) = ("Consultations, medical", "Consultations, behavioral health");
    let fees = |of_month, quantity| {
        let name = "After-hours consultation fee";
        line(4, EntryKind::Charge, BillingType::AfterHours, name, month(of_month), 500).with_quantity(quantity)
    };
    let before = [
        consults(EntryKind::Charge, 5, medical, 3, 71),
        consults(EntryKind::Charge, 5, therapy, 5, 18),
        fees(5, 18),
        consults(EntryKind::Credit, 4, medical, 3, 2),
    ];
    InvoiceInput { previous: Some(previous(before)), ..empty() }.with_lines(vec![
        consults(EntryKind::Charge, 6, medical, 3, 63),
        consults(EntryKind::Charge, 6, therapy, 5, 22),
        fees(6, 21),
        consults(EntryKind::Debt, 4, medical, 3, 1).billed_on("LW-003996"),
        consults(EntryKind::Debt, 5, medical, 3, 4).billed_on("LW-004107"),
        consults(EntryKind::Debt, 5, therapy, 5, 2).billed_on("LW-004107"),
        consults(EntryKind::Credit, 4, therapy, 5, 1).billed_on("LW-003996"),
        consults(EntryKind::Credit, 5, medical, 3, 1).billed_on("LW-004107"),
    ])
}

/// A negative total, nothing in an ERP, a line of quantity 0, names that do not fit on one line.
pub fn credit_memo() -> InvoiceInput {
    let name = "Telehealth membership for seasonal and transitional dock personnel covered under the supplemental \
                hardship agreement, Individual Plan";
    InvoiceInput {
        snapshot: SnapshotId(4263),
        period: month(8),
        customer: "The Amalgamated Brotherhood of Harborside Stevedores and Grain Elevator Workers Health & Welfare \
                   Trust"
            .to_owned(),
        address: Vec::new(),
        erp_customer: None,
        purchase_order: None,
        erp: None,
        ..empty()
    }
    .with_lines(vec![
        line(1, EntryKind::Charge, BillingType::Pepm, name, month(8), 1150),
        individual(EntryKind::Credit, 6).with_members(late(0..8, 6, false)),
        individual(EntryKind::Credit, 7).with_members(late(0..8, 6, false)),
    ])
}

/// A credit memo that is in the ERP.
pub fn credit_memo_sent() -> InvoiceInput {
    empty().with_lines(vec![
        individual(EntryKind::Charge, 7).with_members((0..2).map(member)),
        individual(EntryKind::Credit, 5).with_members(late(0..8, 5, false)).billed_on("LW-003996"),
        individual(EntryKind::Credit, 6).with_members(late(0..8, 6, false)).billed_on("LW-004107"),
    ])
}

/// From a company whose address is not set.
pub fn no_remit_to() -> InvoiceInput {
    let mut input = plain();
    input.sender.address.clear();
    input
}

/// Lines of the same name for members of different references.
pub fn references() -> InvoiceInput {
    let of = |plan_line, reference: &str, members: std::ops::Range<usize>| {
        let line = line(plan_line, EntryKind::Charge, BillingType::Pepm, "Telehealth membership", month(7), 1150);
        line.for_reference(reference).with_members(members.map(member))
    };
    empty().with_lines(vec![of(1, "EAST", 0..4), of(2, "WEST", 30..33)])
}

/// Charges that a credit takes back to the cent.
pub fn zero_total() -> InvoiceInput {
    empty().with_lines(vec![
        individual(EntryKind::Charge, 7).with_members((0..5).map(member)),
        individual(EntryKind::Credit, 6).with_members(late(10..15, 6, false)).billed_on("LW-004107"),
    ])
}

/// Names of people and groups that need several lines or have no blank to break at, and letters from all over Europe.
pub fn long_names() -> InvoiceInput {
    let named = |number: usize, last_name: &str, first_name: &str| LineMember {
        last_name: last_name.to_owned(),
        first_name: first_name.to_owned(),
        ..member(number)
    };
    let hyphenated = named(1, "Featherstonehaugh-Cholmondeley-Marjoribanks", "Maximiliana Theodosia");
    let unbroken = named(2, "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren", "Hubert");
    let plain = named(3, "Ng", "An");
    let accented = named(4, "Łęczyńska-Ožbolt", "Đorđe Ștefan Őrs Ğülşah Ñandú Þóra Ærøskøbing");
    let members = [hyphenated, unbroken, plain, accented];
    let corrected = members.clone().map(|member| LineMember {
        change: Some(MemberChange::Made { active: true, made_on: day(7, 20), effective: day(6, 1) }),
        ..member
    });
    InvoiceInput {
        customer: "Stowarzyszenie Przyjaciół Żeglugi Śródlądowej i Kolei Wąskotorowych Oddział Toledo, \
                   Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
            .to_owned(),
        ..empty()
    }
    .with_lines(vec![
        individual(EntryKind::Charge, 7).with_members(members),
        individual(EntryKind::Debt, 6).with_members(corrected).billed_on("LW-004107"),
    ])
}

/// Differences that are too old to be billed.
pub fn outside_look_back() -> InvoiceInput {
    let old = |is_credit, members: Vec<LineMember>| UnbilledLine {
        is_credit,
        billing_type: BillingType::Pepm,
        name: "Telehealth membership, Individual Plan".to_owned(),
        month: month(2),
        quantity: members.len() as i64,
        members,
        consults: Vec::new(),
    };
    let consults = UnbilledLine {
        is_credit: false,
        billing_type: BillingType::PerConsultation,
        name: "Consultations, medical".to_owned(),
        month: month(1),
        quantity: 2,
        members: Vec::new(),
        consults: Vec::new(),
    };
    InvoiceInput {
        unbilled: vec![
            old(false, late(30..32, 2, true).collect()),
            old(true, late(40..43, 2, false).collect()),
            consults,
        ],
        ..with_members(12)
    }
}

/// Consultations that came in late or were voided, and corrections taken back: nobody who consulted is named.
pub fn corrected_consults() -> InvoiceInput {
    let consults =
        |kind, of_month| line(3, kind, BillingType::PerConsultation, "Consultations, medical", month(of_month), 4900);
    let unexplained = |numbers: std::ops::Range<usize>| numbers.map(member);
    empty().with_lines(vec![
        individual(EntryKind::Charge, 7).with_members((0..20).map(member)),
        consults(EntryKind::Charge, 6).with_quantity(17).with_consults(day(6, 4)),
        consults(EntryKind::Debt, 5).with_quantity(3).with_consults(day(5, 20)).billed_on("LW-004107"),
        // Not known one by one: only counted.
        consults(EntryKind::Credit, 5).with_quantity(1).billed_on("LW-004107"),
        individual(EntryKind::ReversedCredit, 5).with_members(unexplained(5..7)),
        individual(EntryKind::ReversedDebt, 5).with_members(unexplained(8..9)),
    ])
}

/// More lines than fit on a page, and small lists that share pages.
pub fn many_lines() -> InvoiceInput {
    let site = |number: usize| {
        let name = format!("Telehealth membership, site {:02}", number + 1);
        let members = (0..3 + number * 5 % 17).map(|of_site| member(number * 30 + of_site));
        line(number as i64 + 1, EntryKind::Charge, BillingType::Pepm, &name, month(7), 1150).with_members(members)
    };
    let credits =
        (4..7).map(|of_month| family(EntryKind::Credit, of_month).with_members(late(900..930, of_month, false)));
    empty().with_lines((0..32).map(site).chain(credits).collect())
}
