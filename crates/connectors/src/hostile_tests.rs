//! Both connectors against servers that answer badly: errors and kept texts stay short, errors hold no secret, and good tokens are not overwritten.

use std::sync::Arc;

use chrono::TimeDelta;
use erp_sandbox::Sandbox;
use serde_json::{Value, json};

use crate::bench::{clock, limits, netsuite_config, quickbooks_config};
use crate::netsuite::NetSuite;
use crate::quickbooks::QuickBooks;
use crate::stub::{Came, Said, Stub};
use crate::{
    Accounting, ConnectorError, DocumentKind, DocumentRef, ErpId, MemoryTokens, Secret, TokenStore, Tokens,
    VendorAnswer,
};

const REFRESH: &str = "refresh/token+0123456789";
const SECRET: &str = "client/secret+0123456789";

fn tokens(access_ends_in: TimeDelta) -> Arc<MemoryTokens> {
    Arc::new(MemoryTokens::holding(Some(Tokens {
        access: Secret::new("access/token+0123456789"),
        access_ends: Some(clock()() + access_ends_in),
        refresh: Some(Secret::new(REFRESH)),
        refresh_ends: None,
        refreshed_at: None,
    })))
}

/// Both connectors at the stub server, each with its own tokens from `held`.
fn both(stub: &Stub, held: impl Fn() -> Arc<MemoryTokens>) -> [(Box<dyn Accounting>, Arc<MemoryTokens>); 2] {
    let sandbox = Sandbox::new(clock());
    let (of_quickbooks, of_netsuite) = (held(), held());
    let mut config = quickbooks_config(&sandbox, &stub.base);
    config.client_secret = Secret::new(SECRET);
    let quickbooks = QuickBooks::new(config, of_quickbooks.clone(), clock(), limits()).expect("good settings");
    let netsuite = NetSuite::new(netsuite_config(&sandbox, &stub.base), of_netsuite.clone(), clock(), limits());
    [(Box::new(quickbooks), of_quickbooks), (Box::new(netsuite.expect("good settings")), of_netsuite)]
}

fn granted(access: &str) -> Said {
    (200, vec![], json!({ "access_token": access, "expires_in": 3600, "token_type": "bearer" }).to_string())
}

/// Every secret of a call, in plain form and as the call spells it.
fn secrets(came: &Came) -> Vec<String> {
    let of_quickbooks = came.is_sign_in() && came.line().ends_with("/bearer");
    let mut found = if of_quickbooks { vec![REFRESH.to_owned(), SECRET.to_owned()] } else { Vec::new() };
    for line in came.text.lines().filter(|line| line.to_lowercase().starts_with("authorization: ")) {
        found.extend(line.split(' ').nth(2).map(str::to_owned));
    }
    for field in ["client_assertion=", "refresh_token="] {
        found.extend(came.body().split(field).nth(1).and_then(|rest| rest.split('&').next()).map(str::to_owned));
    }
    found
}

fn assert_nothing_is_told(failure: &ConnectorError, stub: &Stub) {
    let VendorAnswer { message, code, trace_id, .. } = failure.answer();
    let told = format!("{failure} {message} {code:?} {trace_id:?} {failure:?}");
    let secrets: Vec<String> = stub.calls().iter().flat_map(secrets).collect();
    assert!(!secrets.is_empty(), "the calls carry secrets");
    for secret in secrets {
        assert!(!told.contains(&secret), "{secret} stands in: {told}");
    }
}

type Words = fn(&str) -> String;

#[tokio::test]
async fn no_secret_of_a_call_comes_back_in_what_is_told() {
    let bodies: [Words; 4] = [
        |heard| heard.to_owned(),
        |heard| json!({ "Fault": { "Error": [{ "Message": "m", "Detail": heard, "code": heard }] } }).to_string(),
        |heard| {
            json!({ "o:errorDetails": [{ "detail": heard, "o:errorCode": heard, "o:errorPath": "x" }] }).to_string()
        },
        |heard| json!({ "QueryResponse": { "Term": [{ "Id": [heard] }] }, "items": [{ "id": [heard] }] }).to_string(),
    ];
    for status in [200, 400, 403, 404, 429, 500] {
        for body in bodies {
            let stub = Stub::answering(move |came| {
                if came.is_sign_in() {
                    return granted("bearer/token+0123456789");
                }
                (status, vec![("intuit_tid", secrets(came).concat())], body(&came.text))
            });
            let stub = stub.await;
            for (erp, _) in both(&stub, || tokens(TimeDelta::zero())) {
                let failure = erp.terms().await.expect_err("no terms came");
                assert_nothing_is_told(&failure, &stub);
            }
        }
    }
}

#[tokio::test]
async fn no_secret_of_a_sign_in_comes_back_in_what_is_told() {
    let bodies: [Words; 4] = [
        |heard| heard.to_owned(),
        |heard| json!({ "error": heard, "error_description": heard }).to_string(),
        |heard| json!({ "error": heard.split_whitespace().next_back(), "access_token": null }).to_string(),
        |heard| format!("<html>{heard}</html>"),
    ];
    for status in [200, 400, 401, 429, 500] {
        for body in bodies {
            let stub =
                Stub::answering(move |came| (status, vec![("intuit_tid", secrets(came).concat())], body(&came.text)));
            let stub = stub.await;
            for (erp, held) in both(&stub, || tokens(TimeDelta::zero())) {
                let failure = erp.refresh_tokens().await.expect_err("no tokens came");
                assert_nothing_is_told(&failure, &stub);
                assert_eq!(held.saves(), 0);
            }
        }
    }
}

#[tokio::test]
async fn the_words_of_a_failure_are_cut() {
    let long = "é".repeat(1 << 16);
    for body in [
        long.clone(),
        json!({ "Fault": { "Error": [{ "Detail": long, "code": long }] } }).to_string(),
        json!({ "o:errorDetails": [{ "detail": long, "o:errorCode": long, "o:errorPath": long }] }).to_string(),
        json!({ "QueryResponse": { "Term": [{ "Id": [], (long.clone()): long, "DueDays": long }] } }).to_string(),
    ] {
        for status in [200, 400, 403, 500] {
            let body = body.clone();
            let stub = Stub::answering(move |_| (status, vec![("intuit_tid", "t".repeat(4000))], body.clone())).await;
            for (erp, _) in both(&stub, || tokens(TimeDelta::hours(1))) {
                let failure = erp.terms().await.expect_err("no terms came");
                let VendorAnswer { message, code, trace_id, .. } = failure.answer();
                let lengths = [message, code.as_ref().unwrap_or(message), trace_id.as_ref().unwrap_or(message)];
                for text in lengths {
                    assert!(text.chars().count() <= 600, "{} characters of {text}", text.chars().count());
                }
            }
        }
    }
}

#[tokio::test]
async fn what_is_kept_of_a_document_is_cut() {
    let long = "é".repeat(1 << 15);
    let said = {
        let mut paper = loose(&Came { text: "GET /v3/company/1/invoice/71 HTTP/1.1".to_owned() })["Invoice"].clone();
        paper["DocNumber"] = json!(long);
        paper["CustomerMemo"] = json!({ "value": long });
        paper["Line"][0]["Description"] = json!(long);
        paper["InvoiceLink"] = json!(format!("https://pay.example/{long}"));
        let mut record = loose(&Came::default());
        record["tranId"] = json!(long);
        record["message"] = json!(long);
        record["item"]["items"][0]["description"] = json!(long);
        record["Invoice"] = paper;
        record.to_string()
    };
    let stub = Stub::answering(move |_| (200, vec![], said.clone())).await;
    for (erp, _) in both(&stub, || tokens(TimeDelta::hours(1))) {
        let at = crate::DocumentRef { kind: crate::DocumentKind::Invoice, id: crate::ErpId("71".to_owned()) };
        let standing = erp.standing(&at).await.expect("a read").expect("it exists");
        assert_eq!((standing.number.chars().count(), standing.memo.chars().count()), (100, 4000));
        assert_eq!((standing.lines[0].0.chars().count(), standing.payment_url), (4000, None));
    }
}

#[tokio::test]
async fn what_no_token_can_be_takes_the_place_of_none() {
    for (answer, is_kept) in [
        (json!({ "access_token": null, "refresh_token": "rt-new" }), false),
        (json!({ "access_token": "", "refresh_token": "rt-new" }), false),
        (json!({ "access_token": "two words" }), false),
        (json!({ "access_token": "at-new", "refresh_token": "" }), true),
        (json!({ "access_token": "at-new", "refresh_token": null, "expires_in": 9e18 }), true),
        (json!({ "access_token": "at-new", "expires_in": i64::MAX, "x_refresh_token_expires_in": i64::MAX }), true),
        (json!({ "access_token": "at-new", "expires_in": "never", "x_refresh_token_expires_in": -7 }), true),
    ] {
        let said = answer.to_string();
        let stub = Stub::answering(move |_| (200, vec![], said.clone())).await;
        for (erp, held) in both(&stub, || tokens(TimeDelta::zero())) {
            let refreshed = erp.refresh_tokens().await;
            assert_eq!((refreshed.is_ok(), held.saves()), (is_kept, usize::from(is_kept)), "{answer}: {refreshed:?}");
            let kept = held.load().await.expect("a store").expect("tokens");
            assert!(kept.refresh.is_none_or(|refresh| refresh == Secret::new(REFRESH)), "{answer}");
            assert!(kept.access_ends.is_some(), "{answer}");
        }
    }
}

/// Some emulators send numbers as texts and texts as numbers.
#[tokio::test]
async fn numbers_as_texts_and_texts_as_numbers_are_read() {
    let stub = Stub::answering(|came| (200, vec![], loose(came).to_string())).await;
    for (erp, _) in both(&stub, || tokens(TimeDelta::hours(1))) {
        let terms = erp.terms().await.expect("terms");
        assert_eq!((terms[0].id.as_str(), terms[0].due_days, terms.len()), ("3", Some(30), 1));
        let customers = erp.customers("", 10).await.expect("customers");
        assert_eq!((customers[0].id.as_str(), customers[0].display_name.as_str()), ("58", "Fernwood"));
        for kind in crate::DocumentKind::ALL {
            let at = crate::DocumentRef { kind, id: crate::ErpId("71".to_owned()) };
            let standing = erp.standing(&at).await.expect("a read").expect("it exists");
            assert_eq!((standing.total.cents(), standing.balance.cents()), (17_000, 17_000), "{kind:?}");
            assert_eq!((standing.number.as_str(), standing.voided), ("1042", false), "{kind:?}");
            assert_eq!(standing.lines, [("PEPM".to_owned(), domain::Money::from_cents(17_000))], "{kind:?}");
        }
    }
}

#[tokio::test]
async fn an_answer_without_a_result_is_not_nothing_found() {
    for body in [json!({}), json!({ "time": "x" }), json!([]), json!({ "QueryResponse": null, "items": null })] {
        let said = body.to_string();
        let stub = Stub::answering(move |_| (200, vec![], said.clone())).await;
        for (erp, _) in both(&stub, || tokens(TimeDelta::hours(1))) {
            let terms = erp.terms().await;
            assert!(matches!(terms, Err(ConnectorError::Retry { .. })), "{body}: {terms:?}");
        }
    }
}

fn loose(came: &Came) -> Value {
    let query = came.line().contains("/query");
    match (query, came.line().contains("/v3/company/")) {
        (true, true) if came.line().contains("Term") => json!({ "QueryResponse": {
            "Term": [{ "Id": 3, "Name": "Net 30", "Type": null, "DueDays": "30", "Active": "true" }] } }),
        (true, true) => json!({ "QueryResponse": { "Customer": [{ "Id": 58, "DisplayName": "Fernwood" }] } }),
        (true, false) if came.body().contains("FROM term") => {
            json!({ "items": [{ "id": 3, "name": "Net 30", "daysuntilnetdue": 30 }], "hasMore": "false" })
        }
        (true, false) => json!({ "items": [{ "id": 58, "companyname": "Fernwood", "entityid": 7 }], "hasMore": null }),
        (false, true) => {
            let line = json!({ "Id": 1, "DetailType": "SalesItemLineDetail", "Amount": "170.00", "Description": "PEPM",
                "SalesItemLineDetail": { "ItemRef": { "value": 5 }, "Qty": "40", "UnitPrice": "4.25" } });
            let paper = json!({ "Id": 71, "SyncToken": 2, "DocNumber": 1042, "TxnDate": "2026-02-03", "DueDate": null,
                "CustomField": null, "Line": [line], "TotalAmt": "170.00", "Balance": "170", "RemainingCredit": "170",
                "CustomerRef": { "value": 58 }, "CustomerMemo": { "value": null }, "BillEmail": { "Address": null },
                "BillEmailCc": null, "sparse": "false" });
            json!({ "Invoice": paper, "CreditMemo": paper, "Bill": paper })
        }
        (false, false) => json!({ "id": 71, "tranId": 1042, "tranDate": "2026-02-03", "total": "170.00",
            "amountRemaining": "170", "unapplied": "170", "status": "Open", "terms": { "id": 3 }, "entity": 58,
            "toBeEmailed": "F", "expense": null, "item": { "items": [{ "item": { "id": 5 }, "quantity": "40",
                "rate": "4.25", "amount": "170.00", "description": "PEPM", "price": { "id": -1 } }] } }),
    }
}

/// What both systems answer about document 7, in the words of each.
fn document(came: &Came, id: &str, open: i64) -> Said {
    if came.is_sign_in() {
        return granted("bearer/token+0123456789");
    }
    let body = if came.line().contains("/company/") {
        json!({ "Invoice": { "Id": id, "SyncToken": "0", "DocNumber": "1", "TxnDate": "2026-11-01", "TotalAmt": 10, "Balance": open } })
    } else {
        json!({ "id": id, "tranId": "1", "tranDate": "2026-11-01", "total": 10, "amountRemaining": open })
    };
    (200, vec![("Content-Type", "application/json".to_owned())], body.to_string())
}

#[tokio::test]
async fn an_answer_about_another_document_or_with_less_than_nothing_open_is_not_believed() {
    for (id, open, expected) in
        [("7", 4, Ok(400)), ("8", 4, Err("the id that was asked for")), ("7", -4, Err("a balance"))]
    {
        let stub = Stub::answering(move |came| document(came, id, open)).await;
        for (erp, _) in both(&stub, || tokens(TimeDelta::hours(1))) {
            let asked = DocumentRef { kind: DocumentKind::Invoice, id: ErpId("7".to_owned()) };
            let read = erp.standing(&asked).await.map(|found| found.expect("it exists").balance.cents());
            let read = read.map_err(|failure| failure.to_string());
            match (&read, expected) {
                (Err(said), Err(expected)) => assert!(said.contains(expected), "{said}"),
                _ => assert_eq!(read, expected.map_err(str::to_owned), "{id} {open}"),
            }
        }
    }
}

#[tokio::test]
async fn a_pdf_without_its_end_is_no_pdf() {
    for (body, is_taken) in [("%PDF-1.4 broken", false), ("%PDF-1.4\n1 0 obj\n%%EOF\n", true)] {
        let stub = Stub::answering(move |came| {
            if came.is_sign_in() {
                return granted("bearer/token+0123456789");
            }
            (200, vec![("Content-Type", "application/pdf".to_owned())], body.to_owned())
        });
        let stub = stub.await;
        let [(quickbooks, _), _] = both(&stub, || tokens(TimeDelta::hours(1)));
        let asked = DocumentRef { kind: DocumentKind::Invoice, id: ErpId("7".to_owned()) };
        let found = quickbooks.invoice_pdfs().expect("it makes PDFs").invoice_pdf(&asked).await;
        assert_eq!(found.is_ok(), is_taken, "{body}: {found:?}");
    }
}
