//! The search of everything: each kind, each role, and nothing beyond the scope.

use std::collections::BTreeSet;

use domain::access::Role;
use serde_json::{Value, json};
use store::Engine;

use crate::permissions::world::{Caller, World};
use crate::support::{Client, TestApp};

const SEARCH: &str = "/api/v1/search";

/// The text as a value of a query string.
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

async fn searched(client: &Client, term: &str) -> Value {
    client.get(&format!("{SEARCH}?Term={}", encoded(term))).await.value()
}

fn titles(hits: &Value) -> Vec<String> {
    let title = |hit: &Value| {
        format!("{} {}", hit["Kind"].as_str().unwrap_or_default(), hit["Title"].as_str().unwrap_or_default())
    };
    hits.as_array().expect("hits").iter().map(title).collect()
}

async fn found(client: &Client, term: &str) -> Vec<String> {
    titles(&searched(client, term).await["Hits"])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_role_finds_the_kinds_it_may_open_of_its_own_records() {
    let world = World::make(Engine::Sqlite).await;
    let all = [
        "Group One",
        "Group Two",
        "One",
        "Two",
        "Medical",
        "census.csv",
        "Summit",
        "Dana Reyes",
        "Abel",
        "10001",
        "10002",
    ];
    let expected: [(Caller, &[&str]); 4] = [
        (Caller::Administrator, &["Broker", "CensusFile", "Group", "Invoice", "Member", "Statement", "User"]),
        (Caller::BrokerAdministrator, &["Broker", "CensusFile", "Group", "Invoice", "Member", "Statement", "User"]),
        (Caller::AccountManager, &["CensusFile", "Group", "Invoice", "Member"]),
        (Caller::GroupUser, &["CensusFile", "Group", "Invoice", "Member"]),
    ];
    for (caller, wanted) in expected {
        let client = world.client(world.app(), caller);
        let mut kinds = BTreeSet::new();
        for term in all {
            let answer = searched(&client, term).await;
            let hits = answer["Hits"].as_array().expect("hits");
            assert!(answer["Total"].as_u64() >= Some(hits.len() as u64), "{term} {answer}");
            for hit in hits {
                kinds.insert(hit["Kind"].as_str().expect("a kind").to_owned());
                let foreign = hit.to_string().contains("Two");
                assert!(!foreign || caller == Caller::Administrator, "{caller:?} finds {hit} by {term}");
            }
        }
        assert_eq!(kinds.iter().map(String::as_str).collect::<Vec<_>>(), wanted, "{caller:?}");
        let opened = opened_of(&client, &kinds_with_ids()).await;
        let named: BTreeSet<&str> = opened.iter().map(|title| title.split(' ').next().expect("a kind")).collect();
        assert_eq!(named.into_iter().collect::<Vec<_>>(), wanted, "{caller:?}");
        assert!(caller == Caller::Administrator || opened.iter().all(|title| !title.contains("Two")), "{opened:?}");
    }
    assert_eq!(world.client(world.app(), Caller::Nobody).get(SEARCH).await.status, 401);
}

fn kinds_with_ids() -> String {
    let kinds = ["Group", "Member", "Invoice", "CensusFile", "Broker", "User", "Statement"];
    let items = kinds.iter().flat_map(|kind| [1, 2].map(|id| format!("{kind}-{id}")));
    let users = (3..=6).map(|id| format!("User-{id}"));
    items.chain(users).collect::<Vec<_>>().join(",")
}

async fn opened_of(client: &Client, items: &str) -> Vec<String> {
    titles(&client.get(&format!("{SEARCH}/opened?Items={items}")).await.value())
}

#[tokio::test]
async fn what_was_opened_is_named_in_its_order_and_what_is_gone_is_left_out() {
    let app = TestApp::start().await;
    let group = app.group().named("Calder Mill").create().await;
    let member = app.member(group).named("Ana", "Abel").create().await;
    let client = app.administrator().await;
    let items = format!("Member-{member},Group-{group},Member-999,Broker-999");
    assert_eq!(opened_of(&client, &items).await, ["Member Abel, Ana", "Group Calder Mill"]);
    assert_eq!(opened_of(&client, "").await, [""; 0]);
    for items in ["Secret-1", "Member", "Member-x", "Member--1", "Member-0", "Member-1;drop"] {
        let reply = client.get(&format!("{SEARCH}/opened?Items={items}")).await;
        assert_eq!(reply.error_keys(), ["Items"], "{items}");
    }
    let many = (1..=21).map(|id| format!("Member-{id}")).collect::<Vec<_>>().join(",");
    assert_eq!(client.get(&format!("{SEARCH}/opened?Items={many}")).await.error_keys(), ["Items"]);
}

#[tokio::test]
async fn a_hit_says_what_tells_it_from_others() {
    let app = TestApp::start().await;
    let group = app.group().named("Calder Mill").create().await;
    app.member(group).named("Ana", "Abel").create().await;
    app.member(group).named("Ben", "Abel").then(domain::members::Status::InActive, "2026-03-01").create().await;
    let client = app.administrator().await;
    let group_hit = json!({
        "Kind": "Group", "Id": group, "EmployerId": group, "Title": "Calder Mill", "Details": ["10001", "1 active"],
    });
    assert_eq!(searched(&client, "calder").await["Hits"], json!([group_hit]));
    let members = searched(&client, "abel").await;
    assert_eq!((&members["Total"], &members["HasMore"]), (&json!(2), &json!(false)));
    assert_eq!(members["HasMoreWords"], json!(false));
    assert_eq!(searched(&client, "abel a b c d e f").await["HasMoreWords"], json!(true));
    assert_eq!(members["Hits"][0]["Details"], json!(["Calder Mill", "05/17/1984"]));
    assert_eq!(members["Hits"][1]["Details"], json!(["Calder Mill", "05/17/1984", "In-Active"]));
    for (term, wanted) in [
        ("cladr mill", &[][..]),
        ("caldr mil", &["Group Calder Mill"]),
        ("abl ana", &["Member Abel, Ana"]),
        ("10001", &["Group Calder Mill"]),
        ("abel*", &["Member Abel, Ana", "Member Abel, Ben"]),
    ] {
        assert_eq!(found(&client, term).await, wanted, "{term}");
    }
}

#[tokio::test]
async fn no_text_is_a_fault() {
    let app = TestApp::start().await;
    let group = app.group().named("Calder Mill").create().await;
    app.member(group).named("Ana", "Abel").create().await;
    let client = app.administrator().await;
    for term in [
        "",
        " ",
        "%",
        "_",
        "*",
        "\"",
        "'",
        "\\",
        "%%%%",
        "___",
        "***",
        "\"\"\"",
        "<script>alert(1)</script>",
        "a' or '1'='1",
        "--",
        "\u{1f600}",
        "\u{1f600}\u{1f600}\u{1f600}",
        "\u{65e5}\u{672c}\u{8a9e}",
        "\u{5e9}\u{5dc}\u{5d5}\u{5dd}",
        "near/2 abel",
        "AND OR NOT",
        "\u{202e}leba",
        "99/99/9999",
        "0000-00-00",
    ] {
        let reply = client.get(&format!("{SEARCH}?Term={}", encoded(term))).await;
        assert_eq!(reply.status, 200, "{term}");
        assert_eq!(titles(&reply.value()["Hits"]), [""; 0], "{term}");
    }
    let long = "x".repeat(10_000);
    assert_eq!(client.get(&format!("{SEARCH}?Term={long}")).await.error_keys(), ["Term"]);
    let nothing = app.user(Role::GroupUser, None, &[]).await.1;
    assert_eq!(searched(&nothing, "abel").await["Total"], 0);
}
