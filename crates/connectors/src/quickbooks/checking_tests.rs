use erp_sandbox::System;
use erp_sandbox::faults::{Effect, Fault};
use serde_json::json;

use super::{QuickBooks, QuickBooksConfig};
use crate::bench::{SandboxBench, clock, limits, quickbooks_config};
use crate::contract::Bench as _;
use crate::{Accounting, CheckedSetting, ConnectorError, Found, MemoryTokens, Secret, TokenStore};

fn other(bench: &SandboxBench, change: impl FnOnce(&mut QuickBooksConfig)) -> QuickBooks {
    let mut config = quickbooks_config(&bench.sandbox, &bench.base);
    change(&mut config);
    QuickBooks::new(config, bench.tokens.clone(), clock(), limits()).expect("good settings")
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
    let bench = SandboxBench::quickbooks().await;
    let all = other(&bench, |config| {
        let world = bench.sandbox.world();
        let id = |entity: &str, name: &str| world.quickbooks.id_of(entity, name).expect("it is in stock");
        config.pepm_product_id = id("Item", "PEPM");
        config.per_consult_product_id = id("Item", "Per Consult");
        config.pepm_class_id = id("Class", "Memberships");
        config.per_consult_class_id = id("Class", "Consultations");
        config.cost_of_revenue_class_id = id("Class", "Cost of Revenue");
        config.cost_of_revenue_commission_account_id = id("Account", "Commissions");
        config.ap_account_id = id("Account", "Accounts Payable");
        config.commission_bill_sales_term_id = String::new();
        config.location_id = id("Department", "Head Office");
        config.agent_id = "1".to_owned();
        config.dollar_amount_id = "2".to_owned();
    });
    let checked = all.check_settings().await.expect("looked up");
    assert_eq!(
        told(&checked),
        [
            "RealmId is Sandbox Company",
            "PEPMProductId is PEPM",
            "PerConsultProductId is Per Consult",
            "PEPMClassId is Memberships",
            "PerConsultClassId is Consultations",
            "CostOfRevenueClassId is Cost of Revenue",
            "CostOfRevenueCommissionAccountId is Commissions",
            "APAccountId is Accounts Payable",
            "LocationId is Head Office",
            "AgentId is Agent",
            "DollarAmountId is Dollar Amount",
        ]
    );
}

#[tokio::test]
async fn what_a_setting_names_wrongly_is_told_in_words() {
    let bench = SandboxBench::quickbooks().await;
    let (inactive, category, income) = bench.sandbox.change(|world| {
        let books = &mut world.quickbooks;
        let mut vary = |entity: &str, name: &str, member: &str, value: serde_json::Value| {
            let id = books.id_of(entity, name).expect("it is in stock");
            let mut record = books.records.get(entity, &id).expect("a record").clone();
            record.insert(member.to_owned(), value);
            books.records.put(entity, id.parse().expect("a number"), record);
            id
        };
        (
            vary("Class", "Memberships", "Active", json!(false)),
            vary("Item", "Per Consult", "Type", json!("Category")),
            vary("Account", "Commissions", "AccountType", json!("Income")),
        )
    });
    let wrong = other(&bench, |config| {
        config.pepm_product_id = "9999".to_owned();
        config.per_consult_product_id = category;
        config.pepm_class_id = inactive;
        config.per_consult_class_id = "x' or 1".to_owned();
        config.cost_of_revenue_class_id = String::new();
        config.ap_account_id = income;
        config.cost_of_revenue_commission_account_id = String::new();
        config.commission_bill_sales_term_id = "77".to_owned();
        config.location_id = String::new();
        config.agent_id = "3".to_owned();
    });
    let checked = wrong.check_settings().await.expect("looked up");
    assert_eq!(
        told(&checked)[1..],
        [
            "CostOfRevenueCommissionAccountId: Without an account no bill of commissions can be sent.",
            "PEPMProductId: QuickBooks has no product with the ID 9999.",
            "PerConsultProductId: Per Consult is a category in QuickBooks, not a product.",
            "PEPMClassId: The class Memberships is inactive in QuickBooks.",
            "PerConsultClassId: QuickBooks has no class with the ID x' or 1.",
            "APAccountId: Commissions is an account of the type Income in QuickBooks; it must be Accounts Payable.",
            "CommissionBillSalesTermId: QuickBooks has no term with the ID 77.",
            "AgentId: QuickBooks has no custom field with the ID 3.",
            "DollarAmountId is Dollar Amount",
        ]
    );
    let none = other(&bench, |config| {
        config.pepm_product_id = String::new();
        config.per_consult_product_id = " ".to_owned();
    });
    let checked = none.check_settings().await.expect("looked up");
    for expected in [
        "PEPMProductId: Name a product: without it no invoice with members can be sent.",
        "Without a product no invoice with consultations can be sent.",
    ] {
        assert!(told(&checked).iter().any(|line| line.ends_with(expected)), "{expected}: {checked:?}");
    }
}

#[tokio::test]
async fn one_custom_field_cannot_hold_two_values() {
    let bench = SandboxBench::quickbooks().await;
    let same = other(&bench, |config| config.agent_id.clone_from(&config.dollar_amount_id));
    let checked = told(&same.check_settings().await.expect("looked up"));
    let wrong = "AgentId: Agent and dollar amount name the same custom field, which holds one of them only.";
    assert!(checked.iter().any(|line| line == wrong), "{checked:?}");
}

#[tokio::test]
async fn a_sign_in_that_fails_points_to_its_setting() {
    let bench = SandboxBench::quickbooks().await;
    let secret = other(&bench, |config| config.client_secret = Secret::new("wrong"));
    let failure = secret.refresh_tokens().await.expect_err("a wrong secret");
    assert_eq!(secret.blamed(&failure), Some("ClientSecret"), "{failure}");
    let realm = other(&bench, |config| config.realm_id = "1".to_owned());
    let failure = realm.check_connection().await.expect_err("another company");
    assert_eq!(realm.blamed(&failure), Some("RealmId"), "{failure}");
    bench.sandbox.change(|world| world.quickbooks.expire_refresh_tokens());
    let failure = bench.accounting().refresh_tokens().await.expect_err("no tokens are left");
    assert_eq!(bench.accounting().blamed(&failure), None, "{failure}");
    let none = QuickBooks::new(
        quickbooks_config(&bench.sandbox, &bench.base),
        std::sync::Arc::new(MemoryTokens::default()),
        clock(),
        limits(),
    );
    let failure = none.expect("good settings").refresh_tokens().await.expect_err("no tokens");
    assert!(failure.to_string().contains("no refresh token"), "{failure}");
}

/// What came instead of tokens is never repeated: it may hold one.
#[tokio::test]
async fn an_answer_that_is_not_understood_is_told_without_its_tokens() {
    for (effect, said) in [
        (Effect::Html, "a web page came instead of data (HTTP status 200)"),
        (Effect::Truncated, "the answer broke off before its end"),
        (Effect::Huge, "the answer is too large"),
        (Effect::Status { status: 500, when: Default::default(), retry_after: None }, "was not that of a sign-in"),
    ] {
        let bench = SandboxBench::quickbooks().await;
        bench.sandbox.fail(Fault { path: "/bearer".to_owned(), ..Fault::always(effect.clone()) });
        let failure = bench.accounting().refresh_tokens().await.expect_err("no tokens");
        let words = failure.to_string();
        assert!(matches!(failure, ConnectorError::Retry { .. }) && words.contains(said), "{effect:?}: {words}");
        assert!(!words.contains("qbr-") && !words.contains("qba-"), "{words}");
        assert!(bench.tokens.load().await.expect("a store").is_some(), "the tokens stay");
    }
}

#[tokio::test]
async fn strange_answers_of_the_company_are_told_in_words() {
    for (effect, said) in [
        (Effect::Html, "a web page came instead of data"),
        (Effect::Truncated, "the answer broke off before its end"),
        (Effect::Huge, "the answer is too large"),
    ] {
        let bench = SandboxBench::quickbooks().await;
        let path = "/v3/".to_owned();
        bench.sandbox.fail(Fault { path, system: Some(System::QuickBooks), ..Fault::always(effect.clone()) });
        let words = bench.accounting().check_settings().await.expect_err("nothing is read").to_string();
        assert!(words.contains(said), "{effect:?}: {words}");
    }
}
