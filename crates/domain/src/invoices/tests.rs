mod appendix;
mod change;
mod out_of_date;

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::examples::{self, cases, empty, full, line, member, month, plain, with_members};
use super::wording::part_letter;
use super::{
    BilledOn, Change, ChangeStep, CitedInvoice, InvoiceDocument, InvoiceInput, InvoiceLine, MemberChange, Payment,
    Place, shown_count, shown_signed,
};
use crate::billing::BillingType;
use crate::billing::invoice::PaymentStatus::{self, Open, Overdue, Paid, PartiallyPaid, Unknown, Voided};
use crate::billing::ledger::EntryKind::{self, Charge, Credit, Debt, ReversedCredit, ReversedDebt};
use crate::period::read_date;
use crate::{BillingMonth, MemberId, Money};

fn cents(cents: i64) -> Money {
    Money::from_cents(cents)
}

/// An invoice of one consultation line (or, when negative, one credit) over this amount.
fn amounting_to(amount: i64) -> InvoiceInput {
    let kind = if amount < 0 { Credit } else { Charge };
    let of_amount = line(3, kind, BillingType::PerConsultation, "Consultations", month(7), amount.abs());
    empty().with_lines(vec![of_amount.with_quantity(1)])
}

fn members_line(kind: EntryKind, plan_line: i64, of_month: u32, rate: i64, members: &[i64]) -> InvoiceLine {
    let named = members.iter().map(|id| super::LineMember { id: MemberId(*id), ..member(*id as usize) });
    line(plan_line, kind, BillingType::Pepm, &format!("Plan {plan_line}"), month(of_month), rate).with_members(named)
}

fn compared(previous: Vec<InvoiceLine>, now: Vec<InvoiceLine>) -> InvoiceDocument {
    InvoiceDocument::of(&InvoiceInput { previous: Some(examples::previous(previous)), ..empty() }.with_lines(now))
}

fn steps(document: &InvoiceDocument) -> Vec<(String, i64)> {
    let Change::Steps { steps, .. } = &document.change else { return Vec::new() };
    steps.iter().map(|step: &ChangeStep| (step.label.clone(), step.amount.cents())).collect()
}

fn shown(steps: &[(&str, i64)]) -> Vec<(String, i64)> {
    steps.iter().map(|(label, cents)| ((*label).to_owned(), *cents)).collect()
}

#[test]
fn every_example_adds_up() {
    for (name, input) in cases() {
        assert_eq!(InvoiceDocument::of(&input).check(), Ok(()), "{name}");
    }
}

#[test]
fn titles_and_captions_follow_the_amount_and_the_status() {
    for (amount, status, balance, title, caption, hero, total_label) in [
        (100, Open, None, "Invoice", "Total due by 08/30/2026", 100, "Total due"),
        (100, Unknown, None, "Invoice", "Total due by 08/30/2026", 100, "Total due"),
        (100, Paid, None, "Invoice", "Paid in full", 100, "Total"),
        (100, Paid, Some(0), "Invoice", "Paid in full", 100, "Total"),
        (100, PartiallyPaid, Some(40), "Invoice", "Balance due by 08/30/2026", 40, "Total"),
        (100, PartiallyPaid, None, "Invoice", "Total due by 08/30/2026", 100, "Total due"),
        (100, Overdue, Some(100), "Invoice", "Total overdue since 08/31/2026", 100, "Total due"),
        (100, Overdue, Some(40), "Invoice", "Balance overdue since 08/31/2026", 40, "Total"),
        (100, Overdue, Some(140), "Invoice", "Total overdue since 08/31/2026", 100, "Total due"),
        (100, Voided, Some(40), "Invoice", "Voided, do not pay", 100, "Total"),
        (0, Open, None, "Invoice", "Nothing to pay", 0, "Total due"),
        (0, Paid, Some(0), "Invoice", "Nothing to pay", 0, "Total due"),
        (-100, Open, None, "Credit memo", "Credit to your account, nothing to pay", -100, "Total credit"),
        (-100, Voided, None, "Credit memo", "Voided, do not pay", -100, "Total credit"),
    ] {
        let document = InvoiceDocument::of(&amounting_to(amount).with_status(status, balance.map(cents)));
        let found = (document.title, document.caption.as_str(), document.hero.cents(), document.total_label);
        assert_eq!(found, (title, caption, hero, total_label), "{amount} {status:?} {balance:?}");
        assert_eq!(document.check(), Ok(()));
    }
}

#[test]
fn what_was_paid_stands_below_the_total_only_when_it_is_known() {
    for (status, balance, expected) in [
        (Open, Some(40), None),
        (PartiallyPaid, Some(40), Some((-60, 40))),
        (PartiallyPaid, None, None),
        (PartiallyPaid, Some(-1), None),
        (Paid, None, Some((-100, 0))),
        (Overdue, Some(100), None),
        (Voided, Some(40), None),
    ] {
        let document = InvoiceDocument::of(&amounting_to(100).with_status(status, balance.map(cents)));
        let found = document.settlement.map(|s| (s.paid.cents(), s.balance.cents()));
        assert_eq!(found, expected, "{status:?} {balance:?}");
    }
}

#[test]
fn a_credit_memo_has_no_terms_of_payment() {
    let invoice = InvoiceDocument::of(&amounting_to(100));
    assert_eq!((invoice.date_label, invoice.corrects.as_deref()), ("Invoice date", None));
    assert_eq!((invoice.due_date.as_deref(), invoice.terms.as_deref()), (Some("08/30/2026"), Some("Net 30")));
    let memo = InvoiceDocument::of(&amounting_to(-100));
    assert_eq!((memo.date_label, memo.date.as_deref()), ("Credit memo date", Some("07/31/2026")));
    assert_eq!((memo.due_date, memo.terms, memo.remit_to), (None, None, None));
}

#[test]
fn a_credit_memo_names_the_months_and_invoices_that_it_corrects() {
    let credit = |of_month: u32, number: Option<&str>| InvoiceLine {
        corrects: number.map(|number| CitedInvoice { is_draft: number.starts_with('0'), number: number.to_owned() }),
        ..members_line(Credit, of_month.into(), of_month, 100, &[1])
    };
    let corrects = |lines| InvoiceDocument::of(&empty().with_lines(lines)).corrects;
    let lines = vec![credit(6, Some("LW-2")), credit(5, Some("LW-1")), credit(5, Some("LW-1")), credit(4, None)];
    let told = "April 2026, May 2026 (invoice LW-1), June 2026 (invoice LW-2)";
    assert_eq!(corrects(lines).as_deref(), Some(told));
    let draft = vec![credit(6, Some("000322")), credit(5, Some("LW-1")), credit(5, Some("000321"))];
    let told = "May 2026 (invoice LW-1, draft 000321), June 2026 (draft 000322)";
    assert_eq!(corrects(draft).as_deref(), Some(told), "what is in no accounting system is called so");
    let mut twice = vec![credit(5, Some("LW-1")), credit(5, Some("LW-2"))];
    assert_eq!(corrects(twice.clone()).as_deref(), Some("May 2026 (invoices LW-1, LW-2)"));
    twice.push(members_line(Charge, 9, 7, 1_000, &[1]));
    assert_eq!(corrects(twice), None, "an invoice says so line by line");
}

#[test]
fn a_draft_is_not_due_and_says_so() {
    for (amount, total_label) in [(100, "Total"), (0, "Total"), (-100, "Total credit")] {
        let document = InvoiceDocument::of(&InvoiceInput { erp: None, ..amounting_to(amount) });
        assert!(document.is_draft);
        let (of, done) = if amount < 0 { ("credit", "used") } else { ("total", "paid") };
        assert_eq!(document.caption, format!("Draft {of}, not to be {done} yet"), "{amount}");
        assert_eq!(document.total_label, total_label, "{amount}");
        let Payment::Text { title, .. } = document.payment else { panic!("a link without an ERP") };
        assert_eq!(title, format!("Not to be {done} yet"), "{amount}");
    }
    assert!(!InvoiceDocument::of(&amounting_to(100)).is_draft);
}

#[test]
fn an_invoice_carries_what_a_clerk_books_it_by() {
    let document = InvoiceDocument::of(&plain());
    let found = (document.group_code.as_str(), document.erp_customer.as_deref(), document.purchase_order.as_deref());
    assert_eq!(found, ("10427", Some("Brackenford Tool Works"), Some("BT-7731")));
    let blank = InvoiceInput { erp_customer: Some(" ".to_owned()), purchase_order: None, ..plain() };
    let document = InvoiceDocument::of(&blank);
    assert_eq!((document.erp_customer, document.purchase_order), (None, None));
}

#[test]
fn where_a_check_goes_is_named_as_a_whole_or_not_at_all() {
    for status in [Open, PartiallyPaid, Overdue, Paid, Voided, Unknown] {
        let remit_to = InvoiceDocument::of(&plain().with_status(status, None)).remit_to.expect("an address");
        assert_eq!(remit_to.name, "Quillmere Health, LLC");
        assert_eq!(remit_to.lines, ["88 Tannery Row, Suite 400", "Columbus, OH 43215"]);
    }
    let draft = InvoiceDocument::of(&InvoiceInput { erp: None, ..plain() });
    assert!(draft.remit_to.is_some());
    let mut input = examples::no_remit_to();
    let document = InvoiceDocument::of(&input);
    assert_eq!(document.remit_to, None);
    let Payment::Link { by_check, .. } = document.payment else { panic!("a link") };
    assert_eq!(by_check, None);
    let Payment::Link { by_check, .. } = InvoiceDocument::of(&plain()).payment else { panic!("a link") };
    let told = "Or send a check as under Remit to, with LW-004218 on its memo line.";
    assert_eq!(by_check.as_deref(), Some(told));
    input.erp.as_mut().expect("an ERP").link = None;
    let Payment::Text { text, .. } = InvoiceDocument::of(&input).payment else { panic!("no link") };
    assert_eq!(text, "Ask how to pay it, and name LW-004218: billing@quillmere.example or (614) 555-0187.");
}

#[test]
fn lines_and_lists_name_the_reference_of_their_members() {
    let document = InvoiceDocument::of(&examples::references());
    let lines: Vec<_> = document.charges.iter().map(|line| line.reference.as_deref()).collect();
    assert_eq!(lines, [Some("Reference # EAST"), Some("Reference # WEST")]);
    let lists: Vec<_> = document.appendix.iter().flat_map(|a| &a.lists).map(|list| list.title.as_str()).collect();
    assert_eq!(lists, ["A. Telehealth membership, Reference # EAST", "B. Telehealth membership, Reference # WEST"]);
}

#[test]
fn without_an_erp_nothing_is_said_that_only_an_erp_knows() {
    let document = InvoiceDocument::of(&InvoiceInput { erp: None, address: vec![" ".to_owned()], ..plain() });
    assert_eq!(document.number, "004218");
    assert_eq!(document.status, PaymentStatus::Unknown);
    assert_eq!((&document.date, &document.due_date, &document.terms), (&None, &None, &None));
    assert_eq!(document.bill_to.lines, ["No billing address on file"]);
    assert_eq!(document.memo, None);
    assert_eq!(document.citation(), "Draft invoice 004218");
    assert_eq!(document.file_name(), "invoice-004218.pdf");
}

#[test]
fn a_payment_link_is_printed_only_when_it_is_safe_to_follow() {
    for (link, shown) in [
        ("https://pay.example.com/i/LW-004218", Some("pay.example.com/i/LW-004218")),
        (" HTTPS://pay.example.com/i/1 ", Some("pay.example.com/i/1")),
        ("https://pay.example.com/t/0123456789012345678901234567890", Some("pay.example.com")),
        ("https://pay.example.com?invoice=0123456789012345678901234567890", Some("pay.example.com")),
        ("http://pay.example.com/i/1", None),
        ("javascript://pay.example.com/%0aalert(1)", None),
        ("https://pay.example.com@evil.example/", None),
        ("https://localhost/", None),
        ("https://pay.example.com/a b", None),
        (concat!("https://", "p\u{430}y.example.com/"), None),
        ("pay.example.com", None),
        ("", None),
    ] {
        let mut input = plain();
        input.erp.as_mut().expect("an ERP").link = Some(link.to_owned());
        let found = match InvoiceDocument::of(&input).payment {
            Payment::Link { shown, .. } => Some(shown),
            Payment::Text { title, .. } => {
                assert_eq!(title, "How to pay");
                None
            }
        };
        assert_eq!(found.as_deref(), shown, "{link}");
    }
}

#[test]
fn nobody_is_asked_to_pay_what_is_not_owed() {
    for (amount, status, expected) in [
        (100, Open, None),
        (100, PartiallyPaid, None),
        (100, Overdue, None),
        (100, Paid, Some("Paid in full")),
        (100, Voided, Some("Do not pay")),
        (0, Open, Some("No payment needed")),
        (-100, Open, Some("No payment needed")),
    ] {
        let document = InvoiceDocument::of(&amounting_to(amount).with_status(status, Some(cents(amount / 2))));
        let found = match document.payment {
            Payment::Link { .. } => None,
            Payment::Text { title, .. } => Some(title),
        };
        assert_eq!(found, expected, "{amount} {status:?}");
    }
}

#[test]
fn without_a_link_the_document_says_how_to_pay_instead() {
    let mut input = plain();
    input.erp.as_mut().expect("an ERP").link = None;
    let Payment::Text { text, .. } = InvoiceDocument::of(&input).payment else { panic!("there is no link") };
    assert_eq!(text, "By check, as under Remit to. Write LW-004218 on its memo line.");
}

#[test]
fn corrections_stand_debts_first_then_by_month_then_by_plan_line() {
    let correction = |kind, plan_line, of_month| members_line(kind, plan_line, of_month, 100, &[1]);
    let input = empty().with_lines(vec![
        correction(Credit, 1, 6),
        correction(Debt, 1, 6),
        correction(ReversedDebt, 7, 5),
        correction(Debt, 7, 6),
        correction(ReversedCredit, 1, 5),
        correction(Credit, 7, 6),
        members_line(Charge, 7, 7, 100, &[1]),
        members_line(Charge, 1, 7, 100, &[2]),
    ]);
    let document = InvoiceDocument::of(&input);
    let found: Vec<_> =
        document.corrections.iter().map(|l| (l.word.unwrap_or_default(), l.month.month(), l.name.as_str())).collect();
    assert_eq!(
        found,
        [
            ("Debt", 5, "Plan 1"),
            ("Debt", 6, "Plan 7"),
            ("Debt", 6, "Plan 1"),
            ("Credit", 5, "Plan 7"),
            ("Credit", 6, "Plan 7"),
            ("Credit", 6, "Plan 1"),
        ]
    );
    let groups = document.appendix.expect("members").corrections;
    assert!(groups[0].title.starts_with("Debt, May 2026, Plan 1 at $1.00"), "{}", groups[0].title);
    assert_eq!(document.charges.iter().map(|line| line.list).collect::<Vec<_>>(), [Some(0), Some(1)]);
}

#[test]
fn a_correction_says_what_happened_and_on_which_invoice() {
    let on = || BilledOn::Invoice("LW-1".to_owned());
    let otherwise = || BilledOn::Otherwise("LW-1".to_owned());
    let not_known = || BilledOn::NotKnown;
    for (kind, billing_type, billed_on, note, in_appendix) in [
        (Debt, BillingType::Pepm, on(), "active, not billed", "not billed on LW-1"),
        (Debt, BillingType::Pepm, otherwise(), "active, not billed", "by now billed on LW-1"),
        (Debt, BillingType::Pepm, not_known(), "active, not billed", "active, not billed"),
        (Credit, BillingType::Pepm, on(), "billed, not active", "billed on LW-1"),
        (Credit, BillingType::Pepm, otherwise(), "billed, not active", "no longer billed on LW-1"),
        (Credit, BillingType::Pepm, not_known(), "billed, not active", "billed, not active"),
        (Debt, BillingType::PerConsultation, not_known(), "completed, not billed", "completed, not billed"),
        (Credit, BillingType::AfterHours, not_known(), "billed, no longer counted", "billed, no longer counted"),
        (Credit, BillingType::PerConsultation, on(), "billed, no longer counted", "billed on LW-1, no longer counted"),
        (ReversedCredit, BillingType::Pepm, on(), "credit taken back", "credit taken back"),
        (ReversedDebt, BillingType::Pepm, on(), "debt taken back", "debt taken back"),
    ] {
        let corrected = InvoiceLine { billing_type, ..members_line(kind, 1, 6, 100, &[1]) };
        let corrected = InvoiceLine { billed_on, ..corrected };
        let document = InvoiceDocument::of(&empty().with_lines(vec![corrected, members_line(Charge, 1, 7, 100, &[1])]));
        assert_eq!(document.corrections[0].note, Some(note));
        let groups = document.appendix.expect("members").corrections;
        assert_eq!(groups[0].note.as_deref(), Some(in_appendix));
    }
}

#[test]
fn charges_are_headed_by_the_months_that_they_bill() {
    let of = |year, number| BillingMonth::new(year, number).expect("a month");
    for (months, label) in [
        (vec![of(2026, 7)], "Charges for July 2026"),
        (vec![of(2026, 7), of(2026, 7)], "Charges for July 2026"),
        (vec![of(2026, 7), of(2026, 6)], "Charges for June and July 2026"),
        (vec![of(2026, 12), of(2027, 1)], "Charges for December 2026 and January 2027"),
        (vec![of(2026, 6), of(2026, 8)], "Charges for June to August 2026"),
        (vec![of(2026, 12), of(2027, 1), of(2026, 11)], "Charges for November 2026 to January 2027"),
        // In arrears, on the invoice of July.
        (vec![of(2026, 6)], "Charges for June 2026"),
    ] {
        let lines = months.iter().map(|month| InvoiceLine { month: *month, ..members_line(Charge, 1, 7, 100, &[1]) });
        let document = InvoiceDocument::of(&empty().with_lines(lines.collect()));
        assert_eq!(document.charges_label, label);
    }
}

#[test]
fn who_is_corrected_again_is_not_told_what_the_first_invoice_said() {
    let day = |text| read_date(text).expect("a day");
    let change = |active| MemberChange::Made { active, made_on: day("2026-07-20"), effective: day("2026-06-01") };
    for (kind, active, again, note) in [
        (Debt, true, false, "not billed on LW-1"),
        (Debt, true, true, "corrected again"),
        (Debt, false, false, "corrected again"),
        (Credit, false, false, "billed on LW-1"),
        (Credit, false, true, "corrected again"),
        (Credit, true, false, "corrected again"),
        (ReversedCredit, true, false, "credit taken back"),
        (ReversedDebt, false, true, "corrected again"),
    ] {
        let again = if again { BTreeSet::from([1]) } else { BTreeSet::new() };
        let mut corrected =
            InvoiceLine { again: again.clone(), ..members_line(kind, 1, 6, 100, &[1]) }.billed_on("LW-1");
        corrected.members[0].change = Some(change(active));
        let document = InvoiceDocument::of(&empty().with_lines(vec![corrected, members_line(Charge, 1, 7, 100, &[1])]));
        let groups = document.appendix.expect("members").corrections;
        assert_eq!(groups[0].note.as_deref(), Some(note), "{kind:?} {active} {again:?}");
        assert_eq!(document.corrections[0].note == Some("corrected again"), note == "corrected again");
    }
}

#[test]
fn where_only_some_are_corrected_again_the_line_says_so() {
    let day = |text| read_date(text).expect("a day");
    let begun = MemberChange::Made { active: true, made_on: day("2026-07-20"), effective: day("2026-06-01") };
    for (kind, again, begun_again, note) in [
        (Credit, &[2][..], &[][..], "some corrected again"),
        (Credit, &[], &[2], "some corrected again"),
        (Credit, &[1], &[2], "corrected again"),
        (Debt, &[1], &[], "some corrected again"),
        (ReversedDebt, &[2], &[], "some corrected again"),
    ] {
        let mut line = members_line(kind, 1, 6, 100, &[1, 2]);
        line.again = again.iter().copied().collect();
        for member in &mut line.members {
            member.change = begun_again.contains(&member.id.get()).then_some(begun);
        }
        let document = InvoiceDocument::of(&empty().with_lines(vec![line, members_line(Charge, 1, 7, 100, &[1])]));
        assert_eq!(document.corrections[0].note, Some(note), "{kind:?} {again:?} {begun_again:?}");
        assert_eq!(document.appendix.expect("members").corrections[0].note.as_deref(), Some(note));
    }
}

#[test]
fn whatever_does_not_add_up_is_found() {
    type Spoil = fn(&mut InvoiceInput);
    let spoiled: [(&str, Spoil); 5] = [
        ("The total", |input| input.total += cents(1)),
        ("Consultations, medical", |input| input.lines[2].total += cents(1)),
        ("has the quantity -1", |input| input.lines[2].quantity = -1),
        ("lists 3 of 4 members", |input| drop(input.lines[4].members.pop())),
        ("The earlier total with its steps", |input| {
            input.previous.as_mut().expect("an earlier invoice").total += cents(1);
        }),
    ];
    for (found, spoil) in spoiled {
        let mut input = full(40, 12);
        spoil(&mut input);
        let document = InvoiceDocument::of(&input);
        let Err(out_of_balance) = document.check() else { panic!("{found} was not found") };
        let message = out_of_balance.to_string();
        assert!(message.contains(found), "{found}: {message}");
    }
    let mut document = InvoiceDocument::of(&full(40, 12));
    document.charges_total += cents(1);
    assert!(document.check().is_err_and(|error| error.to_string().contains("The sum of charges")));
    let mut document = InvoiceDocument::of(&full(40, 12));
    document.appendix.as_mut().expect("members").lists[0].members.pop();
    assert!(document.check().is_err_and(|error| error.to_string().contains("B. Telehealth membership")));
}

#[test]
fn counts_and_changes_are_shown_as_in_the_documents() {
    assert_eq!([0, 7, 999, 1_000, 1_204, 1_234_567].map(shown_count), ["0", "7", "999", "1,000", "1,204", "1,234,567"]);
    assert_eq!([48_300, -5_750, 0].map(|change| shown_signed(cents(change))), ["+$483.00", "\u{2212}$57.50", "$0.00"]);
}
