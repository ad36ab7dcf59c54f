use std::sync::Arc;

use chrono::TimeDelta;
use domain::Money;
use erp_sandbox::faults::{Effect, Fault, When};
use erp_sandbox::netsuite::PublicKey;
use jsonwebtoken::Algorithm;
use serde_json::json;

use super::assertion::SigningKey;
use super::fault::judge;
use super::wire::Paper;
use super::{NetSuite, NetSuiteConfig, convert};
use crate::bench::{SandboxBench, clock, limits, netsuite_config};
use crate::contract::{Bench, assert_refused, bill_draft, created, invoice_draft, line};
use crate::transport::{Answer, Verdict};
use crate::{Accounting, Clock, ConnectorError, InvoiceDraft, MemoryTokens, Refusal, Secret, TokenStore, Tokens};

mod contract {
    crate::accounting_contract!(super::SandboxBench::netsuite().await);
}

const RSA: &str = include_str!("recorded/rsa-3072-for-tests.pem");
const RSA_PUBLIC: &str = include_str!("recorded/rsa-3072-for-tests.pub.pem");
const SHORT_RSA: &str = include_str!("recorded/rsa-1024-for-tests.pem");
const P384: &str = include_str!("recorded/p384-for-tests.pem");
const P384_PUBLIC: &str = include_str!("recorded/p384-for-tests.pub.pem");

fn other(bench: &SandboxBench, change: impl FnOnce(&mut NetSuiteConfig), clock: Clock) -> NetSuite {
    let mut config = netsuite_config(&bench.sandbox, &bench.base);
    change(&mut config);
    NetSuite::new(config, Arc::<MemoryTokens>::default(), clock, limits()).expect("good settings")
}

#[tokio::test]
async fn assertions_are_signed_by_each_kind_of_key() {
    for (pem, public, algorithm) in [(RSA, RSA_PUBLIC, Algorithm::PS256), (P384, P384_PUBLIC, Algorithm::ES384)] {
        assert_eq!(SigningKey::of(&Secret::new(pem)).map(|key| key.algorithm()), Ok(algorithm));
        let bench = SandboxBench::netsuite().await;
        bench.sandbox.change(|world| world.netsuite.public_key = PublicKey::from_pem(public).expect("a public key"));
        let signing = other(&bench, |config| config.private_key = Secret::new(pem), clock());
        signing.check_connection().await.expect("a signature that is taken");
    }
    // A certificate of a caller stands beside the sandbox's own, with which the portal goes on.
    let bench = SandboxBench::netsuite().await;
    let key = PublicKey::from_pem(P384_PUBLIC).expect("a public key");
    bench.sandbox.change(|world| world.netsuite.certificates_of_callers.insert("caller".to_owned(), key));
    let of_caller = other(
        &bench,
        |config| (config.private_key, config.certificate_id) = (Secret::new(P384), "caller".to_owned()),
        clock(),
    );
    of_caller.check_connection().await.expect("the caller's signature");
    other(&bench, |_| {}, clock()).check_connection().await.expect("the sandbox's own signature");
    let own = bench.sandbox.world().netsuite.private_key.clone();
    assert_eq!(SigningKey::of(&Secret::new(own)).map(|key| key.algorithm()), Ok(Algorithm::ES256));
}

#[test]
fn a_text_that_is_no_key_is_a_problem_of_its_field() {
    let cut: String = RSA.chars().take(RSA.len() / 2).collect();
    for text in ["", "secret", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----", &cut, RSA_PUBLIC] {
        let problem = NetSuite::check_private_key(&Secret::new(text)).expect_err("refused");
        assert_eq!(problem.field, "ClientSecret", "{text}");
        assert!(!problem.message.is_empty());
    }
}

#[test]
fn a_key_that_is_pasted_in_another_form_is_taken_or_its_form_is_named() {
    let certificate = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
    let is_taken = |text: &str| SigningKey::of(&Secret::new(text)).is_ok();
    for text in [
        RSA.replace('\n', "\\n"),
        RSA.replace('\n', " "),
        RSA.replace('\n', "\r\n"),
        format!("{certificate}{RSA}"),
        format!("{certificate}{RSA}").replace('\n', " "),
        format!("Bag Attributes\n{RSA}{certificate}"),
    ] {
        assert!(is_taken(&text), "{text}");
    }
    let block = |label: &str| format!("-----BEGIN {label}-----\nMIIB\n-----END {label}-----\n");
    for (text, said) in [
        (RSA_PUBLIC.to_owned(), "the public part"),
        (certificate.to_owned(), "the public part"),
        (SHORT_RSA.to_owned(), "too short"),
        (block("ENCRYPTED PRIVATE KEY"), "is encrypted"),
        (format!("{}{}", block("EC PARAMETERS"), block("EC PRIVATE KEY")), "is not in PKCS#8"),
        (block("PRIVATE KEY"), "no private key"),
        ("MIIB".to_owned(), "no private key"),
    ] {
        let problem = NetSuite::check_private_key(&Secret::new(&text)).expect_err("refused");
        assert!(problem.message.contains(said), "{text}: {}", problem.message);
    }
}

/// The account mails a record at each save that says so, by the customer's preference or because it did before.
#[tokio::test]
async fn only_a_mail_that_is_asked_for_is_sent() {
    let bench = SandboxBench::netsuite().await;
    let draft = invoice_draft(&bench, vec![line(98, 1000)]).await;
    let paper = convert::invoice(&netsuite_config(&bench.sandbox, &bench.base), &draft).expect("a paper");
    assert_eq!(paper.to_be_emailed, Some(false));
    let made = created(&bench, &draft).await;
    bench.accounting().email_invoice(&made.at, &["books@harbor.example".to_owned()]).await.expect("a mail");
    bench.edit(&made.at).await;
    assert_eq!(bench.mails().await.len(), 1, "a person who saves the record mails nothing");
    let held = bench.accounting().standing(&made.at).await.expect("a read").expect("it exists");
    let next = InvoiceDraft { generation: 2, lines: vec![line(97, 1000)], ..draft };
    bench.accounting().update_invoice(&made.at, &held.revision, &next).await.expect("an update");
    assert_eq!(bench.mails().await.len(), 1, "an update mails nothing");
}

#[tokio::test]
async fn a_memo_of_the_staff_over_there_stays_theirs() {
    let bench = SandboxBench::netsuite().await;
    let draft = invoice_draft(&bench, vec![line(98, 1000)]).await;
    let mut wanted = convert::invoice(&netsuite_config(&bench.sandbox, &bench.base), &draft).expect("a paper");
    wanted.memo = Some("New words".to_owned());
    let held = |memo: &str, message: Option<&str>| Paper {
        memo: Some(memo.to_owned()),
        message: message.map(str::to_owned),
        ..Paper::default()
    };
    for (held, written) in
        [(held("Ours", Some("Ours")), true), (held("Ask Ida first", Some("Ours")), false), (held("Ours", None), true)]
    {
        let update = convert::update(wanted.clone(), &held);
        assert_eq!(update.memo.is_some(), written, "{held:?}");
        assert_eq!(update.message, wanted.message);
    }
}

#[tokio::test]
async fn a_token_is_asked_for_once_and_anew_when_it_is_turned_down() {
    let bench = SandboxBench::netsuite().await;
    bench.accounting().terms().await.expect("a token");
    bench.accounting().terms().await.expect("the same");
    assert_eq!(bench.tokens.saves(), 1);
    bench.sandbox.change(|world| world.netsuite.expire_tokens());
    bench.accounting().terms().await.expect("a new token");
    assert_eq!(bench.tokens.saves(), 2);
    bench.accounting().refresh_tokens().await.expect("asked for by a person");
    bench.accounting().check_connection().await.expect("a sign-in");
    assert_eq!(bench.tokens.saves(), 4);
}

#[tokio::test]
async fn a_token_that_a_person_enters_is_tried_and_replaced_when_it_is_turned_down() {
    let bench = SandboxBench::netsuite().await;
    bench.accounting().terms().await.expect("a token");
    let held = bench.tokens.load().await.expect("a store").expect("tokens");
    let bad = Tokens { access: Secret::new("bad"), access_ends: None, ..held };
    bench.tokens.save(&bad).await.expect("a store");
    bench.accounting().terms().await.expect("a new token");
    let used = bench.tokens.load().await.expect("a store").expect("tokens");
    assert_ne!(used.access, bad.access);
}

#[tokio::test]
async fn too_many_calls_at_once_look_like_a_bad_token_and_pass() {
    let bench = SandboxBench::netsuite().await;
    let twice = Fault { path: "/suiteql".to_owned(), times: Some(2), ..Fault::always(Effect::Expired) };
    bench.sandbox.fail(twice);
    bench.accounting().terms().await.expect("the third attempt");
}

#[tokio::test]
async fn credentials_and_clocks_that_are_wrong_are_told() {
    let bench = SandboxBench::netsuite().await;
    let fast: Clock = {
        let clock = clock();
        Arc::new(move || clock() + TimeDelta::hours(1))
    };
    let slow: Clock = {
        let clock = clock();
        Arc::new(move || clock() - TimeDelta::hours(1))
    };
    for wrong in [
        other(&bench, |config| config.client_id = "other".to_owned(), clock()),
        other(&bench, |config| config.certificate_id = "other".to_owned(), clock()),
        other(&bench, |config| config.private_key = Secret::new(P384), clock()),
        other(&bench, |_| {}, fast),
        other(&bench, |_| {}, slow),
    ] {
        let failure = wrong.check_connection().await.expect_err("refused");
        assert!(
            matches!(&failure, ConnectorError::NewCredentials(answer) if answer.message.contains("clock")),
            "{failure:?}"
        );
    }
}

#[tokio::test]
async fn what_people_changed_is_not_written_over_by_a_repeated_creation() {
    let bench = SandboxBench::netsuite().await;
    let draft = invoice_draft(&bench, vec![line(98, 1000)]).await;
    let made = created(&bench, &draft).await;
    bench.edit(&made.at).await;
    assert_eq!(created(&bench, &draft).await.at, made.at);
    let standing = bench.accounting().standing(&made.at).await.expect("a read").expect("it exists");
    assert_eq!(standing.memo, "Please pay by cheque");
}

#[tokio::test]
async fn a_payment_is_no_change_of_the_content() {
    let bench = SandboxBench::netsuite().await;
    let draft = invoice_draft(&bench, vec![line(98, 1000)]).await;
    let made = created(&bench, &draft).await;
    bench.pay(&made.at, Money::from_cents(1000)).await;
    let next = InvoiceDraft { generation: 2, lines: vec![line(97, 1000)], ..draft };
    let updated = bench.accounting().update_invoice(&made.at, &made.revision, &next).await.expect("no conflict");
    assert_eq!(updated.total, Money::from_cents(97_000));
}

#[tokio::test]
async fn a_number_that_is_taken_and_a_closed_period_are_told() {
    let bench = SandboxBench::netsuite().await;
    let draft = invoice_draft(&bench, vec![line(98, 1000)]).await;
    let made = created(&bench, &draft).await;
    let second = InvoiceDraft { generation: 2, ..draft.clone() };
    assert_eq!(created(&bench, &second).await.at, made.at, "it is ours, of an earlier request");
    let foreign = InvoiceDraft { snapshot: domain::SnapshotId(124), ..draft.clone() };
    assert_refused(bench.accounting().create_invoice(&foreign).await, Refusal::NumberTaken);
    bench.sandbox.change(|world| world.netsuite.preferences.closed_through = Some(draft.dated));
    let third = InvoiceDraft { generation: 3, number: "EG-000125".to_owned(), ..draft };
    let failure = bench.accounting().create_invoice(&third).await.expect_err("the period is closed");
    assert_eq!(failure.refusal(), Some(Refusal::PeriodClosed));
    assert!(failure.to_string().contains("closed period"), "{failure}");
}

fn judged(status: u16, content_type: &str, body: &str) -> Verdict<Answer> {
    judge(Answer { status, content_type: content_type.to_owned(), body: body.as_bytes().to_vec(), ..Answer::default() })
}

/// A document counts as deleted when the account says so of it, and for no other reason.
#[test]
fn only_the_accounts_own_words_say_that_a_record_is_gone() {
    let coded =
        |code: &str| serde_json::json!({ "o:errorDetails": [{ "detail": "x", "o:errorCode": code }] }).to_string();
    let gone = judged(404, "application/json", &coded("NONEXISTENT_ID"));
    assert!(matches!(&gone, Verdict::Refused(failure) if failure.refusal() == Some(Refusal::Gone)), "{gone:?}");
    assert!(matches!(judged(404, "application/json", &coded("INVALID_URL")), Verdict::Unclear(_)));
    for status in [302, 400, 403, 404, 408, 409, 422, 429] {
        for (kind, body) in [("text/html", "<html>Not here</html>"), ("application/json", "{}"), ("", "")] {
            assert!(matches!(judged(status, kind, body), Verdict::Wordless(..)), "{status} {kind}");
        }
    }
}

/// The account works dates out by the terms and trims texts: it is written, and what stands there is ours.
#[tokio::test]
async fn what_the_account_puts_in_another_form_is_written_all_the_same() {
    let bench = SandboxBench::netsuite().await;
    let draft = invoice_draft(&bench, vec![line(98, 1000)]).await;
    let config = netsuite_config(&bench.sandbox, &bench.base);
    let wanted = convert::invoice(&config, &draft).expect("a paper");
    let held = Paper {
        due_date: Some("2026-12-31".to_owned()),
        memo: Some("July".to_owned()),
        message: Some("July".to_owned()),
        total: crate::amounts::number(draft.document_total()),
        ..wanted.clone()
    };
    assert!(!convert::says(&held, &wanted), "it differs in form");
    assert_eq!(convert::bills(&held, &wanted, draft.document_total()), Ok(true));
    let other = InvoiceDraft { lines: vec![line(97, 1000)], ..draft.clone() };
    let other_paper = convert::invoice(&config, &other).expect("a paper");
    assert_eq!(convert::bills(&held, &other_paper, other.document_total()), Ok(false));
}

/// An answer says no although the record was saved, and the mail left with it: the mail is not asked for again.
#[tokio::test]
async fn a_mail_that_left_before_its_answer_failed_is_not_sent_again() {
    let new = || vec!["books@harbor.example".to_owned()];
    for (status, when, mails) in [
        (400, When::After, 1),
        (422, When::After, 1),
        (429, When::After, 1),
        (401, When::After, 1),
        (400, When::Before, 0),
        // Nothing was done, and it may be done again: the mail leaves at the second try.
        (429, When::Before, 1),
        (401, When::Before, 1),
    ] {
        let bench = SandboxBench::netsuite().await;
        let made = created(&bench, &invoice_draft(&bench, vec![line(98, 1000)]).await).await;
        let fault = Fault::of_writes(Effect::Status { status, when, retry_after: None });
        bench.sandbox.fail(fault.clone().once());
        let mailed = bench.accounting().email_invoice(&made.at, &new()).await;
        assert_eq!((mailed.is_ok(), bench.mails().await.len()), (mails == 1, mails), "{status} {when:?}: {mailed:?}");
        assert!(!matches!(mailed, Err(ConnectorError::OutcomeUnknown(_))), "{status} {when:?}");
        // Once the record has the recipients, a refusal in words tells nothing of a further mail.
        bench.accounting().email_invoice(&made.at, &new()).await.expect("a mail");
        bench.sandbox.fail(fault.once());
        let again = bench.accounting().email_invoice(&made.at, &new()).await.expect_err("refused");
        assert_eq!(matches!(again, ConnectorError::OutcomeUnknown(_)), status != 429, "{status} {when:?}: {again:?}");
    }
}

/// The account is set up for taxes: each line gets a code and no amount, which is no change of a document.
#[test]
fn a_tax_code_is_no_change_of_a_document() {
    let paper = |line: serde_json::Value, more: serde_json::Value| -> Paper {
        let mut paper = serde_json::json!({
            "id": "7", "tranId": "EG-000007", "tranDate": "2026-07-20", "entity": { "id": "5" }, "memo": "July",
            "item": { "items": [line] }, "total": 980, "amountRemaining": 980, "status": { "id": "A" },
        });
        paper.as_object_mut().expect("a record").extend(more.as_object().expect("fields").clone());
        serde_json::from_value(paper).expect("a paper")
    };
    let line =
        serde_json::json!({ "item": { "id": "3" }, "quantity": 98, "rate": 10, "amount": 980, "description": "PEPM" });
    let mut taxed = line.clone();
    taxed["taxCode"] = serde_json::json!({ "id": "-8", "refName": "-Not Taxable-" });
    taxed["isTaxable"] = serde_json::json!(false);
    let (before, after) = (
        paper(line, serde_json::json!({})),
        paper(taxed, serde_json::json!({ "taxTotal": 0, "isTaxable": false, "taxItem": { "id": "-8" } })),
    );
    let standing = |paper: &Paper| convert::standing(crate::DocumentKind::Invoice, paper).expect("a standing");
    assert_eq!(standing(&before), standing(&after));
}

/// Changes the first line of a record in the sandbox as a person would.
fn change_line(bench: &SandboxBench, (kind, list): (&str, &str), id: &str, member: &str, value: serde_json::Value) {
    bench.sandbox.change(|world| {
        let mut record = world.netsuite.records.get(kind, id).expect("a record").clone();
        record[list]["items"][0][member] = value;
        world.netsuite.records.put(kind, id.parse().expect("a number"), record);
    });
}

#[tokio::test]
async fn a_place_or_tax_of_a_line_is_a_change_that_no_update_takes_away() {
    let bench = SandboxBench::netsuite().await;
    let draft = invoice_draft(&bench, vec![line(98, 1000)]).await;
    let made = created(&bench, &draft).await;
    let next = InvoiceDraft { generation: 2, lines: vec![line(97, 1000)], ..draft };
    for member in ["department", "location", "taxCode"] {
        change_line(&bench, ("invoice", "item"), made.at.id.as_str(), member, json!({ "id": "64" }));
        assert_refused(bench.accounting().update_invoice(&made.at, &made.revision, &next).await, Refusal::Changed);
        change_line(&bench, ("invoice", "item"), made.at.id.as_str(), member, serde_json::Value::Null);
    }
}

#[tokio::test]
async fn the_lines_of_a_bill_belong_to_its_version() {
    let bench = SandboxBench::netsuite().await;
    let made = bench.accounting().create_bill(&bill_draft(&bench, &[24_400]).await).await.expect("a bill");
    let standing = async || bench.accounting().standing(&made.at).await.expect("a read").expect("it exists").revision;
    let before = standing().await;
    change_line(&bench, ("vendorBill", "expense"), made.at.id.as_str(), "memo", json!("Other words"));
    assert_ne!(standing().await, before);
}

/// A setting that is broken, and the label that the refusal names it by.
type Broken = (fn(&mut NetSuiteConfig), &'static str);

#[tokio::test]
async fn a_record_that_is_not_there_is_told_with_the_setting_that_names_it() {
    const GONE: &str = "999999999";
    let bench = SandboxBench::netsuite().await;
    let tried = |change: fn(&mut NetSuiteConfig)| other(&bench, change, clock());
    let mut invoice = invoice_draft(&bench, vec![line(1, 1000)]).await;
    invoice.terms = None;
    let bill = bill_draft(&bench, &[6000]).await;
    let of_invoices: [Broken; 8] = [
        (|config| config.subsidiary_id = GONE.to_owned(), "Subsidiary ID"),
        (|config| config.department_id = GONE.to_owned(), "Department ID"),
        (|config| config.class_id = GONE.to_owned(), "Class ID"),
        (|config| config.location_id = GONE.to_owned(), "Location ID"),
        (|config| config.invoice_custom_form_id = GONE.to_owned(), "Invoice Custom Form ID"),
        (|config| config.default_terms_id = GONE.to_owned(), "Default Terms ID"),
        (|config| config.invoice_ar_account_id = GONE.to_owned(), "Invoice AR Account ID"),
        (|config| config.pepm_item_id = GONE.to_owned(), "PEPM Item ID"),
    ];
    let of_bills: [Broken; 4] = [
        (|config| config.vendor_bill_custom_form_id = GONE.to_owned(), "Vendor Bill Custom Form ID"),
        (|config| config.commission_bill_terms_id = GONE.to_owned(), "Commission Bill Terms ID"),
        (|config| config.ap_account_id = GONE.to_owned(), "AP Account ID"),
        (
            |config| config.cost_of_revenue_commission_account_id = GONE.to_owned(),
            "Cost of Revenue Commission Account ID",
        ),
    ];
    for (change, label) in of_invoices {
        let failure = tried(change).create_invoice(&invoice).await.expect_err(label);
        assert!(failure.to_string().contains(label), "{label}: {failure}");
    }
    for (change, label) in of_bills {
        let failure = tried(change).create_bill(&bill).await.expect_err(label);
        assert!(failure.to_string().contains(label), "{label}: {failure}");
    }
    assert_eq!(bench.document_count().await, 0);
}
