//! The work queue: each role has its own kinds, of its own records.

use domain::access::Role;
use serde_json::Value;
use store::Engine;

use crate::permissions::world::{Caller, World};
use crate::support::TestApp;

const QUEUE: &str = "/api/v1/work-queue";

fn of<'a>(queue: &'a Value, kind: &str) -> Option<&'a Value> {
    queue["Kinds"].as_array().expect("kinds").iter().find(|one| one["Kind"] == kind)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_role_has_the_kinds_it_may_act_on_of_its_own_records() {
    let world = World::make(Engine::Sqlite).await;
    let others = ["CensusErrors", "Expiring", "Overdue", "CensusWaiting", "Renewals"];
    let all = [
        "CensusErrors",
        "ErpDocuments",
        "Expiring",
        "Overdue",
        "CensusWaiting",
        "Drafts",
        "BillsNotSent",
        "StatementsWithoutBill",
        "Renewals",
    ];
    let expected: [(Caller, &[&str]); 4] = [
        (Caller::Administrator, &all),
        (Caller::BrokerAdministrator, &others),
        (Caller::AccountManager, &others),
        (Caller::GroupUser, &others[..4]),
    ];
    let mut files = Vec::new();
    for (caller, wanted) in expected {
        let client = world.client(world.app(), caller);
        let queue = client.get(QUEUE).await.value();
        let kinds: Vec<&str> =
            queue["Kinds"].as_array().expect("kinds").iter().filter_map(|one| one["Kind"].as_str()).collect();
        assert_eq!(kinds, wanted, "{caller:?}");
        for kind in all {
            let page = client.get(&format!("{QUEUE}/{kind}?Page=1&PerPage=25")).await;
            match of(&queue, kind) {
                None => assert_eq!(page.status, 404, "{caller:?} {kind}"),
                Some(of_kind) => assert_eq!(page.value()["TotalRecords"], of_kind["Count"], "{caller:?} {kind}"),
            }
        }
        let waiting =
            ["CensusErrors", "CensusWaiting"].map(|kind| of(&queue, kind).expect("the kind")["Count"].as_u64());
        files.push(waiting.into_iter().flatten().sum::<u64>());
        let foreign = queue.to_string().contains("Group Two");
        assert_eq!(foreign, caller == Caller::Administrator, "{caller:?} {queue}");
    }
    assert!(files[0] > files[1] && files[1] > 0 && files[1..].iter().all(|count| *count == files[1]), "{files:?}");
    assert_eq!(world.client(world.app(), Caller::Nobody).get(QUEUE).await.status, 401);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_empty_installation_has_nothing_to_do_and_no_unknown_kind() {
    let app = TestApp::on(Engine::Sqlite).await;
    let (_, client) = app.user(Role::Administrator, None, &[]).await;
    let queue = client.get(QUEUE).await.value();
    assert_eq!(queue["Total"], 0, "{queue}");
    assert_eq!(of(&queue, "Overdue").expect("the kind")["Amount"], 0.0);
    assert!(of(&queue, "Renewals").expect("the kind")["Amount"].is_null());
    assert_eq!(client.get(&format!("{QUEUE}/Secrets")).await.status, 404);
    assert_eq!(client.get(&format!("{QUEUE}/overdue?PerPage=0&Page=1")).await.error_keys(), ["PerPage"]);
}
