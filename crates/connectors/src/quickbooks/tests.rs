use std::sync::Arc;

use domain::Money;
use erp_sandbox::System;
use erp_sandbox::faults::{Effect, Fault, When};
use serde_json::json;

use super::fault::judge;
use super::wire::Paper;
use super::{QuickBooks, QuickBooksConfig};
use crate::bench::{SandboxBench, clock, limits, quickbooks_config};
use crate::contract::{Bench, assert_refused, bill_draft, created, invoice_draft, line};
use crate::transport::{Answer, Verdict};
use crate::{Accounting, ConnectorError, InvoiceDraft, MemoryTokens, Refusal, Secret, TokenStore, Tokens, VendorId};

mod contract {
    crate::accounting_contract!(super::SandboxBench::quickbooks().await);
}

fn other(bench: &SandboxBench, change: impl FnOnce(&mut QuickBooksConfig), tokens: Arc<MemoryTokens>) -> QuickBooks {
    let mut config = quickbooks_config(&bench.sandbox, &bench.base);
    change(&mut config);
    QuickBooks::new(config, tokens, clock(), limits()).expect("good settings")
}

#[tokio::test]
async fn an_expired_token_is_refreshed_once_and_saved_before_it_is_used() {
    let bench = SandboxBench::quickbooks().await;
    let before = bench.tokens.load().await.expect("a store").expect("tokens");
    bench.sandbox.change(|world| world.quickbooks.expire_access_tokens());
    bench.accounting().terms().await.expect("a refreshed token");
    bench.accounting().terms().await.expect("the same token");
    assert_eq!(bench.tokens.saves(), 1);
    let after = bench.tokens.load().await.expect("a store").expect("tokens");
    assert_ne!((after.access, after.refresh), (before.access, before.refresh));
    bench.accounting().refresh_tokens().await.expect("asked for by a person");
    assert_eq!(bench.tokens.saves(), 2);
}

#[tokio::test]
async fn two_processes_refresh_once() {
    let bench = SandboxBench::quickbooks().await;
    // A token that is given up at once: who refreshes with the old one again loses the account.
    bench.sandbox.change(|world| {
        world.quickbooks.preferences.previous_refresh_token_seconds = 0;
        world.quickbooks.expire_access_tokens();
    });
    let second = other(&bench, |_| {}, bench.tokens.clone());
    let (one, two) = tokio::join!(bench.accounting().terms(), second.terms());
    assert!(one.is_ok() && two.is_ok(), "{one:?} {two:?}");
    assert_eq!(bench.tokens.saves(), 1);
}

/// How often tokens were asked for.
fn sign_ins(bench: &SandboxBench) -> usize {
    bench.sandbox.world().calls.iter().filter(|call| call.path.ends_with("/tokens/bearer")).count()
}

#[tokio::test]
async fn tokens_that_a_person_enters_take_the_place_of_those_in_use() {
    let bench = SandboxBench::quickbooks().await;
    bench.accounting().refresh_tokens().await.expect("asked for by a person");
    bench.accounting().terms().await.expect("the tokens in use");
    assert_eq!(sign_ins(&bench), 1);
    let held = bench.tokens.load().await.expect("a store").expect("tokens");
    let bad = Tokens { access: Secret::new("bad"), access_ends: None, refresh: Some(Secret::new("worse")), ..held };
    bench.tokens.save(&bad).await.expect("a store");
    for (what, tried) in [
        ("refreshing", bench.accounting().refresh_tokens().await),
        ("testing", bench.accounting().check_connection().await),
        ("reading", bench.accounting().terms().await.map(drop)),
    ] {
        assert!(matches!(tried, Err(ConnectorError::NewCredentials(_))), "{what}: {tried:?}");
    }
    assert_eq!(sign_ins(&bench), 4, "the vendor was asked each time");
}

#[tokio::test]
async fn an_access_token_alone_is_used_until_it_is_turned_down() {
    let bench = SandboxBench::quickbooks().await;
    let held = bench.tokens.load().await.expect("a store").expect("tokens");
    for refresh in [None, Some(Secret::default())] {
        let alone = Tokens { access_ends: None, refresh, ..held.clone() };
        let alone = other(&bench, |_| {}, Arc::new(MemoryTokens::holding(Some(alone))));
        alone.terms().await.expect("a token whose end nobody knows");
        alone.check_connection().await.expect("the same token");
        let failure = alone.refresh_tokens().await.expect_err("nothing to ask with");
        assert!(failure.to_string().contains("no refresh token"), "{failure}");
    }
    assert_eq!(sign_ins(&bench), 0);
    bench.sandbox.change(|world| world.quickbooks.expire_access_tokens());
    let alone = Tokens { access_ends: None, refresh: None, ..held };
    let alone = other(&bench, |_| {}, Arc::new(MemoryTokens::holding(Some(alone))));
    for tried in [alone.terms().await.map(drop), alone.check_connection().await] {
        assert!(matches!(tried, Err(ConnectorError::NewCredentials(_))), "{tried:?}");
    }
}

#[tokio::test]
async fn credentials_that_are_wrong_are_asked_for() {
    let bench = SandboxBench::quickbooks().await;
    let realm = other(&bench, |config| config.realm_id = "1".to_owned(), bench.tokens.clone());
    let failure = realm.check_connection().await.expect_err("another company");
    assert!(
        matches!(&failure, ConnectorError::NewCredentials(answer) if answer.code.as_deref() == Some("3100")),
        "{failure:?}"
    );
    bench.accounting().check_connection().await.expect("the right company");

    bench.sandbox.change(|world| world.quickbooks.expire_access_tokens());
    let secret = other(&bench, |config| config.client_secret = Secret::new("wrong"), bench.tokens.clone());
    let failure = secret.terms().await.expect_err("a wrong secret");
    assert!(matches!(failure, ConnectorError::NewCredentials(_)), "{failure:?}");
    bench.sandbox.change(|world| world.quickbooks.expire_refresh_tokens());
    let failure = bench.accounting().terms().await.expect_err("all tokens are gone");
    assert!(
        matches!(&failure, ConnectorError::NewCredentials(answer) if answer.message.contains("enter new tokens")),
        "{failure:?}"
    );
    let none = other(&bench, |_| {}, Arc::default());
    assert!(matches!(none.terms().await, Err(ConnectorError::NewCredentials(_))));
}

#[tokio::test]
async fn a_company_that_numbers_its_documents_itself_still_has_one_of_each() {
    let bench = SandboxBench::quickbooks().await;
    bench.sandbox.change(|world| world.quickbooks.preferences.custom_txn_numbers = false);
    let draft = invoice_draft(&bench, vec![line(98, 1000)]).await;
    let made = created(&bench, &draft).await;
    assert_eq!(made.number, "1001");
    assert_eq!(created(&bench, &draft).await.at, made.at);
    assert_eq!(bench.document_count().await, 1);
}

#[tokio::test]
async fn a_number_that_is_taken_is_told_and_our_own_document_is_adopted() {
    let bench = SandboxBench::quickbooks().await;
    let draft = invoice_draft(&bench, vec![line(98, 1000)]).await;
    let made = created(&bench, &draft).await;
    let second = InvoiceDraft { generation: 2, ..draft.clone() };
    assert_eq!(created(&bench, &second).await.at, made.at, "it is ours, of an earlier request");
    let foreign = InvoiceDraft { snapshot: domain::SnapshotId(124), ..draft.clone() };
    assert_refused(bench.accounting().create_invoice(&foreign).await, Refusal::NumberTaken);
    bench.sandbox.change(|world| world.quickbooks.forget_answers());
    assert_eq!(created(&bench, &draft).await.at, made.at);
    assert_eq!(bench.document_count().await, 1);
}

#[tokio::test]
async fn a_mail_or_a_payment_is_no_change_of_the_content() {
    let bench = SandboxBench::quickbooks().await;
    let draft = invoice_draft(&bench, vec![line(98, 1000)]).await;
    let made = created(&bench, &draft).await;
    bench.accounting().email_invoice(&made.at, &["books@harbor.example".to_owned()]).await.expect("a mail");
    bench.pay(&made.at, Money::from_cents(1000)).await;
    let next = InvoiceDraft { generation: 2, lines: vec![line(97, 1000)], ..draft };
    let updated = bench.accounting().update_invoice(&made.at, &made.revision, &next).await.expect("no conflict");
    assert_eq!(updated.total, Money::from_cents(97_000));
}

#[tokio::test]
async fn closed_books_and_the_words_for_it_are_shown() {
    let bench = SandboxBench::quickbooks().await;
    let draft = invoice_draft(&bench, vec![line(98, 1000)]).await;
    bench.sandbox.change(|world| world.quickbooks.preferences.books_closed_through = Some(draft.dated));
    let failure = bench.accounting().create_invoice(&draft).await.expect_err("the books are closed");
    assert_eq!((failure.refusal(), failure.answer().code.as_deref()), (Some(Refusal::PeriodClosed), Some("6210")));
    assert!(failure.to_string().contains("closed"), "{failure}");
    assert!(failure.answer().trace_id.is_some());
}

#[tokio::test]
async fn a_throttled_call_is_repeated_within_the_call() {
    let bench = SandboxBench::quickbooks().await;
    let throttled = Effect::Status { status: 429, when: Default::default(), retry_after: Some(0) };
    bench.sandbox.fail(Fault { system: Some(System::QuickBooks), ..Fault::always(throttled).once() });
    bench.accounting().terms().await.expect("the second attempt");
}

/// A company numbers its documents itself, the answer is lost and its key forgotten: the mark is found by party and date.
#[tokio::test]
async fn a_document_of_another_number_is_found_by_party_and_date() {
    let bench = SandboxBench::quickbooks().await;
    bench.sandbox.change(|world| world.quickbooks.preferences.custom_txn_numbers = false);
    let (invoice, bill) = (invoice_draft(&bench, vec![line(98, 1000)]).await, bill_draft(&bench, &[6000]).await);
    let made = created(&bench, &invoice).await;
    let billed = bench.accounting().create_bill(&bill).await.expect("the draft is in order");
    bench.sandbox.change(|world| world.quickbooks.forget_answers());
    for (sought, at) in [(invoice.sought(), made.at), (bill.sought(), billed.at)] {
        let found = bench.accounting().find(&sought).await.expect("a look-up");
        assert_eq!(found.map(|found| found.at), Some(at));
    }
}

/// What made a document is not sent again within the call: a system that forgets keys would make another one.
#[tokio::test]
async fn a_creation_in_doubt_is_sent_once() {
    for when in [When::Before, When::After] {
        for effect in [Effect::Drop { when }, Effect::Status { status: 500, when, retry_after: None }] {
            for bench in [SandboxBench::quickbooks().await, SandboxBench::netsuite().await] {
                let draft = invoice_draft(&bench, vec![line(98, 1000)]).await;
                bench.sandbox.fail(Fault::of_writes(effect.clone()).once());
                let failure = bench.accounting().create_invoice(&draft).await.expect_err("no answer came");
                assert!(matches!(failure, ConnectorError::OutcomeUnknown(_)), "{effect:?}: {failure:?}");
                assert_eq!(bench.document_count().await, usize::from(when == When::After));
            }
        }
    }
}

/// An answer says no although the mail has left: the document tells that it was mailed.
#[tokio::test]
async fn a_mail_that_left_before_its_answer_failed_is_not_sent_again() {
    for (status, when, mails) in [
        (429, When::After, 1),
        (422, When::After, 1),
        (500, When::After, 1),
        (401, When::After, 1),
        (422, When::Before, 0),
        // Nothing was done, and it may be done again: the mail leaves at the second try.
        (429, When::Before, 1),
        (401, When::Before, 1),
    ] {
        let bench = SandboxBench::quickbooks().await;
        let draft = invoice_draft(&bench, vec![line(98, 1000)]).await;
        let made = created(&bench, &draft).await;
        let fault = Fault::always(Effect::Status { status, when, retry_after: None });
        bench.sandbox.fail(Fault { path: "/send".to_owned(), ..fault }.once());
        let mailed = bench.accounting().email_invoice(&made.at, &["books@harbor.example".to_owned()]).await;
        assert_eq!((mailed.is_ok(), bench.mails().await.len()), (mails == 1, mails), "{status} {when:?}: {mailed:?}");
    }
}

/// No mail leaves while the address is being written: it can be asked for again.
#[tokio::test]
async fn a_mail_whose_address_may_not_have_been_written_was_surely_not_sent() {
    let books = || vec!["books@harbor.example".to_owned()];
    for when in [When::Before, When::After] {
        let bench = SandboxBench::quickbooks().await;
        let made = created(&bench, &invoice_draft(&bench, vec![line(98, 1000)]).await).await;
        bench.sandbox.fail(Fault::of_writes(Effect::Drop { when }));
        let failure = bench.accounting().email_invoice(&made.at, &books()).await.expect_err("cut off");
        assert!(matches!(failure, ConnectorError::Retry { .. }), "{when:?}: {failure:?}");
        bench.sandbox.recover();
        bench.accounting().email_invoice(&made.at, &books()).await.expect("a mail");
        assert_eq!(bench.mails().await.len(), 1, "{when:?}");
    }
}

#[tokio::test]
async fn recipients_that_do_not_fit_are_refused_before_the_document_is_touched() {
    let bench = SandboxBench::quickbooks().await;
    let made = created(&bench, &invoice_draft(&bench, vec![line(98, 1000)]).await).await;
    let many: Vec<String> =
        (0..6).map(|one| format!("accounts-payable-of-the-northern-district-{one}@harbor.example")).collect();
    let long = vec![format!("{}@harbor.example", "a".repeat(90))];
    for recipients in [many, long] {
        let failure = bench.accounting().email_invoice(&made.at, &recipients).await.expect_err("too long");
        assert!(failure.to_string().starts_with("QuickBooks mails to one address of up to 100"), "{failure}");
    }
    assert!(bench.mails().await.is_empty());
    assert!(bench.sandbox.documents(System::QuickBooks)[0].1.get("BillEmail").is_none());
}

#[tokio::test]
async fn the_field_for_copies_is_sent_only_where_there_are_or_were_some() {
    let bench = SandboxBench::quickbooks().await;
    let draft = invoice_draft(&bench, vec![line(98, 1000)]).await;
    let made = created(&bench, &draft).await;
    let copies = || {
        let documents = bench.sandbox.documents(System::QuickBooks);
        documents[0].1.get("BillEmailCc").map(|copies| copies["Address"].as_str().unwrap_or_default().to_owned())
    };
    let (books, desk) = ("books@harbor.example".to_owned(), "desk@harbor.example".to_owned());
    for (recipients, expected) in [
        (vec![books.clone()], None),
        (vec![books.clone(), desk.clone()], Some(desk)),
        (vec![books.clone()], Some(String::new())),
        (vec![books], Some(String::new())),
    ] {
        bench.accounting().email_invoice(&made.at, &recipients).await.expect("a mail");
        assert_eq!(copies(), expected, "{recipients:?}");
        assert_eq!(bench.mails().await.pop().as_ref(), Some(&recipients));
    }
}

fn judged(status: u16, body: &str) -> Verdict<serde_json::Value> {
    judge(Answer { status, body: body.as_bytes().to_vec(), ..Answer::default() })
}

#[test]
fn every_spelling_of_a_failure_is_understood() {
    let business = json!({ "Fault": { "Error": [{ "Message": "Stale", "Detail": "Stale Object Error", "code": "5010" }], "type": "ValidationFault" } });
    for status in [200, 400] {
        let verdict = judged(status, &business.to_string());
        assert!(
            matches!(&verdict, Verdict::Refused(failure) if failure.refusal() == Some(Refusal::Changed) && failure.to_string() == "Stale Object Error"),
            "{verdict:?}"
        );
    }
    let gateway = |code: &str, message: &str| {
        json!({ "fault": { "error": [{ "message": message, "detail": null, "code": code }], "type": "SERVICE" }, "warnings": null }).to_string()
    };
    assert!(matches!(judged(401, &gateway("3200", "message=AuthenticationFailed")), Verdict::BadToken(_)));
    let lost_access = judged(401, &gateway("120", "x"));
    assert!(matches!(lost_access, Verdict::Refused(ConnectorError::NewCredentials(_))), "{lost_access:?}");
    assert!(matches!(judged(403, &gateway("3001", "message=ThrottleExceeded")), Verdict::Busy(..)));
    let xml = "<IntuitResponse><Fault type=\"AUTHENTICATION\"><Error code=\"100\"><Message>m</Message><Detail>a &amp; b</Detail></Error></Fault></IntuitResponse>";
    assert!(matches!(judged(401, xml), Verdict::BadToken(answer) if answer.message == "a & b"));
    assert!(matches!(judged(500, &business.to_string()), Verdict::Unclear(_)));
    assert!(matches!(judged(200, "<html>"), Verdict::Unclear(_)));
    for status in [302, 403, 404, 408, 409, 422, 429] {
        assert!(matches!(judged(status, "<html>"), Verdict::Wordless(..)), "{status}");
    }
    assert!(matches!(judged(200, "{\"Fault\": {}}"), Verdict::Refused(_)));
    assert!(matches!(judged(200, "{\"Invoice\": {}, \"fault\": null}"), Verdict::Fine(_)));
}

#[tokio::test]
async fn secrets_are_never_printed() {
    let tokens = Tokens {
        access: Secret::new("s3cret"),
        access_ends: None,
        refresh: None,
        refresh_ends: None,
        refreshed_at: None,
    };
    assert!(!format!("{tokens:?}").contains("s3cret"));
}

/// The company is set up for taxes: each line gets a code, and a line of taxes without an amount comes; that is no change of a document.
#[test]
fn a_tax_code_is_no_change_of_a_document() {
    let paper = |lines: serde_json::Value, more: serde_json::Value| -> Paper {
        let mut paper = json!({
            "Id": "7", "SyncToken": "0", "DocNumber": "EG-000007", "TxnDate": "2026-07-20", "CustomerRef": { "value": "5" },
            "CustomerMemo": { "value": "July" }, "Line": lines, "TotalAmt": 980, "Balance": 980,
        });
        paper.as_object_mut().expect("a record").extend(more.as_object().expect("fields").clone());
        serde_json::from_value(paper).expect("a paper")
    };
    let detail = json!({ "ItemRef": { "value": "3" }, "Qty": 98, "UnitPrice": 10, "ServiceDate": "2026-07-01" });
    let mut taxed = detail.clone();
    taxed["TaxCodeRef"] = json!({ "value": "NON" });
    let line = |detail: serde_json::Value| json!({ "DetailType": "SalesItemLineDetail", "Amount": 980, "Description": "PEPM", "SalesItemLineDetail": detail });
    let sums = json!({ "DetailType": "SubTotalLineDetail", "Amount": 980, "SubTotalLineDetail": {} });
    let taxes =
        json!({ "DetailType": "TaxLineDetail", "Amount": 0, "TaxLineDetail": { "TaxRateRef": { "value": "1" } } });
    let before = paper(json!([line(detail), sums]), json!({}));
    let after = paper(
        json!([line(taxed), sums, taxes]),
        json!({ "SyncToken": "1", "TxnTaxDetail": { "TotalTax": 0 }, "ApplyTaxAfterDiscount": false }),
    );
    let standing = |paper: &Paper| super::convert::standing(crate::DocumentKind::Invoice, paper).expect("a standing");
    assert_eq!(standing(&before), standing(&after));
}

/// Changes the record of a document in the sandbox as a person would.
fn change_record(
    bench: &SandboxBench,
    entity: &str,
    id: &str,
    change: impl FnOnce(&mut serde_json::Map<String, serde_json::Value>),
) {
    bench.sandbox.change(|world| {
        let mut record = world.quickbooks.records.get(entity, id).expect("a record").clone();
        change(&mut record);
        world.quickbooks.records.put(entity, id.parse().expect("a number"), record);
    });
}

#[tokio::test]
async fn a_tax_or_discount_of_a_line_is_a_change_that_no_update_takes_away() {
    let bench = SandboxBench::quickbooks().await;
    let draft = invoice_draft(&bench, vec![line(98, 1000)]).await;
    let made = created(&bench, &draft).await;
    let next = InvoiceDraft { generation: 2, lines: vec![line(97, 1000)], ..draft };
    for (member, value) in [("TaxCodeRef", json!({ "value": "TAX" })), ("DiscountAmt", json!(5))] {
        change_record(&bench, "Invoice", made.at.id.as_str(), |record| {
            let detail = &mut record["Line"][0]["SalesItemLineDetail"];
            detail[member] = value.clone();
        });
        assert_refused(bench.accounting().update_invoice(&made.at, &made.revision, &next).await, Refusal::Changed);
        change_record(&bench, "Invoice", made.at.id.as_str(), |record| {
            record["Line"][0]["SalesItemLineDetail"].as_object_mut().expect("a detail").remove(member);
        });
    }
    let earlier = crate::Revision(made.revision.as_str().split('.').next().expect("a part").to_owned());
    bench.accounting().update_invoice(&made.at, &earlier, &next).await.expect("a version of an earlier release");
}

#[tokio::test]
async fn an_update_that_has_nothing_to_write_takes_no_change_of_a_line_for_its_own() {
    let bench = SandboxBench::quickbooks().await;
    let draft = invoice_draft(&bench, vec![line(98, 1000)]).await;
    let made = created(&bench, &draft).await;
    change_record(&bench, "Invoice", made.at.id.as_str(), |record| {
        record["Line"][0]["SalesItemLineDetail"]["TaxCodeRef"] = json!({ "value": "TAX" });
    });
    let same = InvoiceDraft { generation: 2, ..draft };
    assert_refused(bench.accounting().update_invoice(&made.at, &made.revision, &same).await, Refusal::Changed);
}

/// A setting that is broken, and the label that the refusal names it by.
type Broken = (fn(&mut QuickBooksConfig), &'static str);

#[tokio::test]
async fn a_record_that_is_not_there_is_told_with_the_setting_that_names_it() {
    const GONE: &str = "999999999";
    let bench = SandboxBench::quickbooks().await;
    let invoice = invoice_draft(&bench, vec![line(1, 1000)]).await;
    let bill = bill_draft(&bench, &[6000]).await;
    let of_invoices: [Broken; 3] = [
        (|config| config.pepm_product_id = GONE.to_owned(), "PEPM Product ID"),
        (|config| config.pepm_class_id = GONE.to_owned(), "PEPM Class ID"),
        (|config| config.location_id = GONE.to_owned(), "Location ID"),
    ];
    let of_bills: [Broken; 4] = [
        (|config| config.ap_account_id = GONE.to_owned(), "AP Account ID"),
        (
            |config| config.cost_of_revenue_commission_account_id = GONE.to_owned(),
            "Cost of Revenue Commission Account ID",
        ),
        (|config| config.cost_of_revenue_class_id = GONE.to_owned(), "Cost of Revenue Class ID"),
        (|config| config.commission_bill_sales_term_id = GONE.to_owned(), "Commission Bill Sales Term ID"),
    ];
    for (change, label) in of_invoices {
        let failure = other(&bench, change, bench.tokens.clone()).create_invoice(&invoice).await.expect_err(label);
        assert!(failure.to_string().contains(label), "{label}: {failure}");
    }
    for (change, label) in of_bills {
        let failure = other(&bench, change, bench.tokens.clone()).create_bill(&bill).await.expect_err(label);
        assert!(failure.to_string().contains(label), "{label}: {failure}");
    }
    let mut unknown = bill;
    unknown.vendor = VendorId::from(GONE);
    let failure = bench.accounting().create_bill(&unknown).await.expect_err("an unknown vendor");
    assert!(!failure.to_string().contains("of the ERP account"), "the rule names the vendor: {failure}");
    assert_eq!(bench.document_count().await, 0);
}
