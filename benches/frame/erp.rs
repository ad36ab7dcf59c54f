//! Invoices in an ERP against the sandbox over its wire protocol: how long a bulk push of 500 takes beside the vendor's limit of calls, and
//! what the portal adds to the type-ahead of customers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::ensure;
use domain::BillingMonth;
use erp_sandbox::faults::{Effect, Fault};
use erp_sandbox::{Sandbox, System};
use serde_json::{Value, json};
use store::Engine;
use tokio::net::TcpListener;

use crate::client::{Bench, Client};
use crate::table::Row;

/// Invoices of the bulk push.
const INVOICES: usize = 500;
/// Calls that the vendor takes in a minute.
const CALLS_A_MINUTE: f64 = 500.0;
/// What the program may add to the time that the limit of calls asks for.
const ALLOWANCE: f64 = 1.15;
/// The latency of the vendor in the type-ahead.
const LATENCY: Duration = Duration::from_millis(50);
const SEARCHES: usize = 40;
/// What the portal may add to it, in milliseconds.
const ADDED: f64 = 20.0;

struct World {
    bench: Bench,
    client: Client,
    sandbox: Sandbox,
    account: Value,
    customer: Value,
}

/// The figures of the part.
pub async fn rows(engine: Engine) -> anyhow::Result<Vec<Row>> {
    let world = connected(engine).await?;
    let added = type_ahead(&world).await?;
    let (took, calls) = bulk(&world).await?;
    let limit = calls as f64 / CALLS_A_MINUTE * 60.0;
    let of = format!("bulk push of {INVOICES} invoices, {calls} calls, {engine:?}");
    Ok(vec![
        Row::figure(of, "s", took.as_secs_f64()).under(limit * ALLOWANCE),
        Row::figure("what the limit of calls asks for", "s", limit),
        Row::millis(format!("customer type-ahead beyond the vendor's {} ms, {engine:?}", LATENCY.as_millis()), &added)
            .under(ADDED),
    ])
}

async fn connected(engine: Engine) -> anyhow::Result<World> {
    let bench = Bench::with_accounts(engine).await?;
    let client = bench.signed_in().await?;
    let sandbox = Sandbox::new(Arc::new(|| std::time::SystemTime::now().into()));
    sandbox.stock(&["Fernwood"], &["Juniper"]);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let base = format!("http://{}", listener.local_addr()?);
    let serving = sandbox.clone();
    tokio::spawn(async move { serving.serve(listener).await });
    let services = "/api/v1/api-services";
    let form = json!({"Name": "Books", "ServiceType": "quickbooks", "ApiBaseUrl": base});
    let account = client.post(services, form).await?["Id"].clone();
    let config = {
        let world = sandbox.world();
        let company = &world.quickbooks;
        json!({
            "ApiServiceId": account, "RealmId": company.realm, "ClientId": company.client_id,
            "ClientSecret": company.client_secret, "PEPMProductId": company.id_of("Item", "PEPM"),
        })
    };
    client.post(&format!("{services}/configs"), config).await?;
    let pair = sandbox.connect_quickbooks();
    let tokens = json!({"ApiServiceId": account, "AccessToken": pair.access_token, "RefreshToken": pair.refresh_token});
    client.post(&format!("{services}/tokens"), tokens).await?;
    let known = client.value(&format!("/api/v1/erp/customers?ApiServiceId={account}&Term=fern")).await?;
    Ok(World { bench, client, sandbox, account, customer: known[0]["Id"].clone() })
}

/// How much longer a search takes than the vendor does.
async fn type_ahead(world: &World) -> anyhow::Result<Vec<Duration>> {
    let path = format!("/api/v1/erp/customers?ApiServiceId={}&Term=fern", world.account);
    world.sandbox.fail(Fault::always(Effect::Delay { millis: LATENCY.as_millis() as u64 }));
    let mut added = Vec::with_capacity(SEARCHES);
    for _ in 0..SEARCHES {
        // The pauses of a typist: this row does not measure the vendor's limit of calls.
        tokio::time::sleep(Duration::from_millis(300)).await;
        let begun = Instant::now();
        world.client.value(&path).await?;
        added.push(begun.elapsed().saturating_sub(LATENCY));
    }
    world.sandbox.recover();
    Ok(added)
}

/// A billing run of 500 plans, from the creation of its snapshots on; and the calls that it made.
async fn bulk(world: &World) -> anyhow::Result<(Duration, u64)> {
    let client = &world.client;
    let broker = client.post("/api/v1/brokers", json!({"Name": "Larch Benefits"})).await?["Id"].clone();
    let group = json!({
        "Name": "Kepler Works", "GroupId": "20000", "BrokerId": broker, "EffectiveDate": "2023-01-01",
        "AllowManualAdds": true, "DefaultPricingGroupRate": 10,
    });
    let group = client.post("/api/v1/employers", group).await?["Id"].clone();
    let member = json!({
        "EmployerId": group, "FirstName": "Ana", "LastName": "Abel", "DateOfBirth": "05/17/1984",
        "BypassDuplicationCheck": true,
    });
    client.post("/api/v1/employees", member).await?;
    let options = client.value(&format!("/api/v1/billing/{group}/pricing?Page=1")).await?;
    let option = options["Data"][0]["Id"].clone();
    let plans = format!("/api/v1/billing/{group}/invoices");
    for number in 0..INVOICES {
        let plan = json!({
            "Name": format!("Plan {number}"), "BillingType": 2, "ApiServiceId": world.account, "SendInvoice": false,
            "ErpCustomerId": world.customer, "ErpCustomerName": "Fernwood",
        });
        let plan = client.post(&plans, plan).await?["Id"].clone();
        let line = json!({"Name": "PEPM", "BillingPricingOptionId": option});
        client.post(&format!("{plans}/{plan}/line-items"), line).await?;
    }
    // The member is active from today.
    let month = BillingMonth::of(world.bench.ctx.today()).plus(1).cut_off().to_string();
    let run = client.post("/api/v1/billing-runs", json!({"BillingPeriod": month})).await?["Id"].clone();
    let path = format!("/api/v1/billing-runs/{run}");
    jobs(world).await?;
    let all: Vec<usize> = (1..=INVOICES).collect();
    client.post(&format!("{path}/approve"), json!({"PlanIds": all})).await?;
    client.post(&format!("{path}/create"), json!({})).await?;
    let before = calls_of(world);
    let begun = Instant::now();
    jobs(world).await?;
    let took = begun.elapsed();
    let done = client.value(&path).await?;
    ensure!(done["Counts"]["InvoiceCreated"] == INVOICES, "not all were created: {done}");
    let documents = world.sandbox.documents(System::QuickBooks).len();
    ensure!(documents == INVOICES, "{documents} documents stand in the ERP");
    Ok((took, calls_of(world) - before))
}

async fn jobs(world: &World) -> anyhow::Result<()> {
    portal::jobs::run_due(&world.bench.ctx).await.map_err(|error| anyhow::anyhow!("{error:?}"))
}

fn calls_of(world: &World) -> u64 {
    world.sandbox.world().made
}
