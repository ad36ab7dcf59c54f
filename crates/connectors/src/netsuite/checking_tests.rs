use std::sync::Arc;

use chrono::TimeDelta;
use erp_sandbox::faults::{Effect, Fault};
use serde_json::json;

use super::{NetSuite, NetSuiteConfig};
use crate::bench::{SandboxBench, clock, limits, netsuite_config};
use crate::contract::Bench as _;
use crate::{Accounting, CheckedSetting, Clock, Found, MemoryTokens};

fn at(bench: &SandboxBench, clock: Clock, change: impl FnOnce(&mut NetSuiteConfig)) -> NetSuite {
    let mut config = netsuite_config(&bench.sandbox, &bench.base);
    change(&mut config);
    NetSuite::new(config, Arc::new(MemoryTokens::default()), clock, limits()).expect("good settings")
}

fn told(checked: &[CheckedSetting]) -> Vec<String> {
    let text = |one: &CheckedSetting| match &one.found {
        Found::Named(name) => format!("{} is {name}", one.field),
        Found::Wrong(why) | Found::Unknown(why) => format!("{}: {why}", one.field),
    };
    checked.iter().map(text).collect()
}

#[tokio::test]
async fn every_setting_is_told_by_its_name_over_there() {
    let bench = SandboxBench::netsuite().await;
    let term = bench.sandbox.change(|world| world.netsuite.add_term("Net 30 days", Some(30)));
    let all = at(&bench, clock(), |config| {
        let world = bench.sandbox.world();
        let id = |kind: &str, name: &str| world.netsuite.id_of(kind, name).expect("it is in stock");
        *config = NetSuiteConfig {
            subsidiary_id: id("subsidiary", "Sandbox Company"),
            department_id: id("department", "Operations"),
            class_id: id("classification", "Memberships"),
            location_id: id("location", "Head Office"),
            invoice_custom_form_id: id("customForm", "Invoice"),
            vendor_bill_custom_form_id: id("customForm", "Vendor Bill"),
            default_terms_id: term.clone(),
            commission_bill_terms_id: term,
            invoice_ar_account_id: id("account", "Accounts Receivable"),
            ap_account_id: id("account", "Accounts Payable"),
            cost_of_revenue_commission_account_id: id("account", "Commissions"),
            pepm_item_id: id("item", "PEPM"),
            per_consult_item_id: id("item", "Per Consult"),
            after_hours_item_id: id("item", "After Hours"),
            ..config.clone()
        };
    });
    let checked = all.check_settings().await.expect("looked up");
    assert_eq!(
        told(&checked),
        [
            "PEPMItemId is PEPM",
            "PerConsultItemId is Per Consult",
            "AfterHoursItemId is After Hours",
            "SubsidiaryId is Sandbox Company",
            "DepartmentId is Operations",
            "ClassId is Memberships",
            "LocationId is Head Office",
            "DefaultTermsId is Net 30 days",
            "CommissionBillTermsId is Net 30 days",
            "InvoiceARAccountId is Accounts Receivable",
            "APAccountId is Accounts Payable",
            "CostOfRevenueCommissionAccountId is Commissions",
            "InvoiceCustomFormId is Invoice",
            "VendorBillCustomFormId is Vendor Bill",
        ]
    );
}

#[tokio::test]
async fn what_a_setting_names_wrongly_is_told_in_words() {
    let bench = SandboxBench::netsuite().await;
    let (inactive, payable) = bench.sandbox.change(|world| {
        let suite = &mut world.netsuite;
        let id = suite.id_of("item", "Per Consult").expect("it is in stock");
        let mut record = suite.records.get("item", &id).expect("a record").clone();
        record.insert("isInactive".to_owned(), json!(true));
        suite.records.put("item", id.parse().expect("a number"), record);
        (id, suite.id_of("account", "Accounts Payable").expect("it is in stock"))
    });
    let wrong = at(&bench, clock(), |config| {
        *config = NetSuiteConfig {
            pepm_item_id: "9999".to_owned(),
            per_consult_item_id: inactive,
            after_hours_item_id: "1 or 1=1".to_owned(),
            invoice_ar_account_id: payable,
            subsidiary_id: String::new(),
            ..config.clone()
        };
    });
    let checked = told(&wrong.check_settings().await.expect("looked up"));
    for expected in [
        "PEPMItemId: NetSuite has no item with the ID 9999.",
        "PerConsultItemId: The item Per Consult is inactive in NetSuite.",
        "AfterHoursItemId: NetSuite has no item with the ID 1 or 1=1.",
        "InvoiceARAccountId: Accounts Payable is an account of the type AcctPay in NetSuite; it must be Accounts Receivable.",
    ] {
        assert!(checked.iter().any(|line| line == expected), "{expected}: {checked:?}");
    }
    let none = at(&bench, clock(), |config| {
        for item in [&mut config.pepm_item_id, &mut config.per_consult_item_id, &mut config.after_hours_item_id] {
            item.clear();
        }
    });
    let checked = told(&none.check_settings().await.expect("looked up"));
    for expected in [
        "PEPMItemId: Name an item: without it no invoice with members can be sent.",
        "Without an item no invoice with consultations can be sent.",
    ] {
        assert!(checked.iter().any(|line| line.ends_with(expected)), "{expected}: {checked:?}");
    }
}

#[tokio::test]
async fn one_form_cannot_serve_invoices_and_bills() {
    let bench = SandboxBench::netsuite().await;
    let same = at(&bench, clock(), |config| {
        let form = bench.sandbox.world().netsuite.id_of("customForm", "Vendor Bill").expect("it is in stock");
        config.invoice_custom_form_id.clone_from(&form);
        config.vendor_bill_custom_form_id = form;
    });
    let checked = told(&same.check_settings().await.expect("looked up"));
    let wrong =
        "InvoiceCustomFormId: Invoices and bills name the same form. A form of NetSuite serves one kind of document.";
    assert!(checked.iter().any(|line| line == wrong), "{checked:?}");
}

#[tokio::test]
async fn a_sign_in_that_fails_points_to_its_setting_or_to_the_clock() {
    let bench = SandboxBench::netsuite().await;
    let client = at(&bench, clock(), |config| config.client_id = "other".to_owned());
    let failure = client.refresh_tokens().await.expect_err("another integration");
    assert_eq!(client.blamed(&failure), Some("ClientId"), "{failure}");
    let certificate = at(&bench, clock(), |config| config.certificate_id = "other".to_owned());
    let failure = certificate.refresh_tokens().await.expect_err("another certificate");
    assert_eq!(certificate.blamed(&failure), Some("CertificateId"), "{failure}");
    for (apart, said) in [
        (TimeDelta::hours(1), "this server's clock is 60 minutes ahead of NetSuite's"),
        (TimeDelta::hours(-1), "this server's clock is 60 minutes behind NetSuite's"),
    ] {
        let right = clock();
        let wrong = at(&bench, Arc::new(move || right() + apart), |_| {});
        let failure = wrong.refresh_tokens().await.expect_err("the clock is wrong");
        assert!(failure.to_string().contains(said), "{failure}");
        assert_eq!(wrong.blamed(&failure), None);
    }
}

#[tokio::test]
async fn strange_answers_are_told_in_words_and_without_tokens() {
    for path in ["/token", "/suiteql"] {
        for (effect, said) in [
            (Effect::Html, "a web page came instead of data"),
            (Effect::Truncated, "the answer broke off before its end"),
            (Effect::Huge, "the answer is too large"),
        ] {
            let bench = SandboxBench::netsuite().await;
            bench.sandbox.fail(Fault { path: path.to_owned(), ..Fault::always(effect.clone()) });
            let words = bench.accounting().check_settings().await.expect_err("nothing is read").to_string();
            assert!(words.contains(said) && !words.contains("nst-"), "{path} {effect:?}: {words}");
        }
    }
}
