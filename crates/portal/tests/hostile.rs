//! Bad input anywhere is answered, never a fault: every operation of the API takes values that no screen would send, on both engines,
//! and answers below 500. Where a valid body is known, it is spoilt one field at a time, so that the rest of it reaches the database.

use domain::access::Role;
use serde_json::{Map, Value, json};
use store::Engine;

use crate::permissions::world::{Caller, World};
use crate::support::Client;

/// What is put in the place of a value, whatever the field is.
fn hostile_values() -> Vec<Value> {
    let deep = (0..60).fold(json!(1), |inner, _| json!([inner]));
    vec![
        json!(null),
        json!(""),
        json!("\u{0}"),
        json!("a\u{0}b"),
        json!("x".repeat(20_000)),
        json!("\u{202e}\u{feff}%_'\"\\;--"),
        json!(0),
        json!(-1),
        json!(i32::MAX),
        json!(i64::from(i32::MAX) + 1),
        json!(i64::MAX),
        json!(i64::MIN),
        json!(u64::MAX),
        json!(1e300),
        json!(0.001),
        json!("NaN"),
        json!("0000-00-00"),
        json!("0001-01-01"),
        json!("9999-12-31"),
        json!("+262142-12-31"),
        json!("2026-02-30"),
        json!(true),
        json!([]),
        json!([9_007_199_254_740_993_i64, -1, 0]),
        json!(["\u{0}", {}]),
        json!({"a": {"b": []}}),
        deep,
    ]
}

/// The same as parts of a query string.
const HOSTILE_QUERY: [&str; 9] =
    ["%00", "a%00b", "%ff%fe", "-1", "0", "9223372036854775807", "99999999999999999999", "%27%3B--%25_", "1,2,%00,x"];

/// Ids that are none.
const HOSTILE_IDS: [&str; 6] = ["0", "-1", "9223372036854775807", "9223372036854775808", "x%00", "%F0%28"];

/// An operation as the document describes it.
struct Described {
    method: String,
    path: String,
    parameters: Vec<String>,
    fields: Vec<String>,
}

fn described() -> Vec<Described> {
    let document = serde_json::to_value(portal::api_document()).expect("json");
    let mut all = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let parameters = parameters.filter(|parameter| parameter["in"] == "query");
            all.push(Described {
                method: method.to_uppercase(),
                path: path.clone(),
                parameters: parameters.filter_map(|p| p["name"].as_str().map(str::to_owned)).collect(),
                fields: fields(&document, operation),
            });
        }
    }
    // What removes a record comes last, so that the others still find it; signing out would end the test's own session.
    all.retain(|operation| !operation.path.ends_with("/logout"));
    // The last of all ends a session, which is the test's own.
    all.sort_by_key(|operation| (operation.method == "DELETE", operation.path.contains("/auth/sessions/")));
    all
}

/// The names of the fields of an operation's body.
fn fields(document: &Value, operation: &Value) -> Vec<String> {
    let contents = operation["requestBody"]["content"].as_object();
    let schema = contents.and_then(|contents| contents.values().next()).map(|content| &content["schema"]);
    let name = schema.and_then(|schema| schema["$ref"].as_str()).and_then(|name| name.rsplit('/').next());
    let properties = name.and_then(|name| document["components"]["schemas"][name]["properties"].as_object());
    properties.into_iter().flat_map(Map::keys).cloned().collect()
}

/// A caller who keeps a list of what was not answered as it should be.
struct Attacker {
    client: Client,
    faults: Vec<String>,
}

impl Attacker {
    fn on(world: &World) -> Self {
        Self { client: world.client(world.app(), Caller::Administrator), faults: Vec::new() }
    }

    async fn call(&mut self, method: &str, path: &str, body: Option<Value>) {
        let shown: String = body.as_ref().map(Value::to_string).unwrap_or_default().chars().take(200).collect();
        let reply = self.client.call(method, path, body).await;
        let is_json = reply.headers.get("content-type").is_some_and(|kind| kind == "application/json");
        if reply.status.as_u16() >= 500 || (is_json && !reply.json()["Errors"].is_array()) {
            self.faults.push(format!("{} to {method} {path} {shown}", reply.status));
        }
    }

    fn done(self) {
        assert!(self.faults.is_empty(), "{} faults:\n{}", self.faults.len(), self.faults.join("\n"));
    }
}

async fn every_operation_answers(engine: Engine) {
    let world = World::make(engine).await;
    let mut attacker = Attacker::on(&world);
    for operation in described() {
        let path = world.path(&operation.path, Caller::Administrator, false).expect("a path");
        for name in &operation.parameters {
            for value in HOSTILE_QUERY {
                let joint = if path.contains('?') { '&' } else { '?' };
                attacker.call(&operation.method, &format!("{path}{joint}{name}={value}"), None).await;
            }
        }
        for value in hostile_values() {
            if operation.fields.is_empty() {
                break;
            }
            let body = operation.fields.iter().map(|name| (name.clone(), value.clone())).collect();
            attacker.call(&operation.method, &path, Some(Value::Object(body))).await;
            attacker.call(&operation.method, &path, Some(value)).await;
        }
        for id in HOSTILE_IDS {
            if let Some(path) = with_id(&operation.path, id) {
                attacker.call(&operation.method, &path, Some(json!({}))).await;
            }
        }
    }
    attacker.done();
}

/// The path with every parameter replaced by `id`; `None` when it has none.
fn with_id(template: &str, id: &str) -> Option<String> {
    let parts = template.split('/').map(|part| if part.starts_with('{') { id } else { part });
    template.contains('{').then(|| parts.collect::<Vec<_>>().join("/"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_operation_answers_bad_input_on_sqlite() {
    every_operation_answers(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_operation_answers_bad_input_on_postgres() {
    every_operation_answers(Engine::Postgres).await;
}

/// A member of the administrator's group, as the editor posts it.
fn member(world: &World) -> Value {
    let id = |template: &str| world.path(template, Caller::Administrator, false).expect("a path").parse::<i64>();
    json!({
        "EmployerId": id("{employerId}").expect("an id"), "FirstName": "Ana", "LastName": "Stone", "DateOfBirth": "1984-05-17",
        "EmailAddress": "ana@mail.example", "Gender": 2, "State": "OH", "ZipCode": "45402", "Status": 0, "PlanName": "Family Plan",
        "MemberType": "Dependent", "EmployerProvidedId": "E-1", "BillingReferenceId": "West", "BypassDuplicationCheck": true,
        "PricingGroupId": id("{pricingGroupId}").expect("an id"), "OverrideDate": true, "EffectiveDate": "2026-07-01",
    })
}

/// Operations that change something, each with a body that is valid but for one field.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_valid_body_with_one_bad_field_is_answered() {
    let world = World::make(Engine::Postgres).await;
    let mut attacker = Attacker::on(&world);
    let path = |template: &str| world.path(template, Caller::Administrator, false).expect("a path");
    let option = path("{pricingId}").parse::<i64>().expect("an id");
    let broker = path("{brokerId}").parse::<i64>().expect("an id");
    let billing = "/api/v1/billing/{employerId}";
    let group = "/api/v1/employers/{employerId}";
    for (method, template, body) in [
        ("POST", "/api/v1/brokers".to_owned(), json!({"Name": "Northgate"})),
        ("PUT", "/api/v1/brokers/{id}".to_owned(), json!({"Name": "Northgate"})),
        (
            "POST",
            "/api/v1/employers".to_owned(),
            json!({"Name": "Fernwood", "BrokerId": broker, "EffectiveDate": "2026-01-01"}),
        ),
        (
            "PUT",
            "/api/v1/employers/{employerId}".to_owned(),
            json!({"Name": "Fernwood", "GroupId": "10001", "BrokerId": broker, "EffectiveDate": "2026-01-01"}),
        ),
        (
            "POST",
            "/api/v1/users".to_owned(),
            json!({"FirstName": "A", "LastName": "B", "EmailAddress": "a@b.example", "RoleId": 3, "BrokerId": broker}),
        ),
        (
            "PUT",
            "/api/v1/users/{id}".to_owned(),
            json!({"FirstName": "A", "LastName": "B", "EmailAddress": "a@b.example", "RoleId": 3, "BrokerId": broker}),
        ),
        ("POST", format!("{group}/contacts"), json!({"FirstName": "Ines", "LastName": "Marsh"})),
        ("PUT", format!("{group}/contacts/{{contactId}}"), json!({"FirstName": "Ines", "LastName": "Marsh"})),
        ("POST", format!("{group}/notes"), json!({"Note": "Called.", "NoteType": 1})),
        ("PUT", format!("{group}/notes/{{noteId}}"), json!({"Note": "Called.", "NoteType": 1})),
        ("POST", "/api/v1/employees".to_owned(), member(&world)),
        ("PUT", "/api/v1/employees/{employeeId}".to_owned(), member(&world)),
        (
            "POST",
            "/api/v1/employees/{employeeId}/terminate".to_owned(),
            json!({"EffectiveDate": "2026-07-25", "OverrideDate": true, "ForceUndo": true}),
        ),
        ("POST", "/api/v1/employees/{employeeId}/status/undo".to_owned(), json!({"ForceUndo": true})),
        ("POST", format!("{billing}/pricing"), json!({"Name": "Standard", "Rate": 12.5})),
        ("PUT", format!("{billing}/pricing/{{pricingId}}"), json!({"Name": "Standard", "Rate": 12.5})),
        ("POST", format!("{billing}/pricing-groups"), json!({"Name": "Part time", "PricingOptionId": option})),
        (
            "PUT",
            format!("{billing}/pricing-groups/{{pricingGroupId}}"),
            json!({"Name": "Part time", "PricingOptionId": option}),
        ),
        ("POST", format!("{billing}/invoices"), json!({"Name": "Medical", "BillingType": 2})),
        ("PUT", format!("{billing}/invoices/{{invoiceId}}"), json!({"Name": "Medical"})),
        (
            "POST",
            format!("{billing}/invoices/{{invoiceId}}/line-items"),
            json!({"Name": "PEPM", "BillingPricingOptionId": option}),
        ),
        (
            "POST",
            format!("{billing}/invoices/{{invoiceId}}/snapshots"),
            json!({"StartDate": "2026-05-04", "EndDate": "2026-06-03"}),
        ),
        ("PUT", "/api/v1/census/files/{id}".to_owned(), json!({"GlobalEffectiveDate": "2026-07-01"})),
        ("POST", "/api/v1/auth/keys".to_owned(), json!({"Name": "Export", "Days": 30})),
    ] {
        let Some(operation) = described().into_iter().find(|o| o.method == method && o.path == template) else {
            panic!("{method} {template} is no operation");
        };
        for field in &operation.fields {
            for value in hostile_values() {
                let mut spoilt = body.clone();
                spoilt[field] = value;
                attacker.call(method, &path(&template), Some(spoilt)).await;
            }
        }
    }
    attacker.done();
}

/// Uploads whose form is odd rather than the file.
#[tokio::test]
async fn an_odd_upload_form_is_answered() {
    let world = World::make(Engine::Postgres).await;
    let client = world.client(world.app(), Caller::Administrator);
    let group = world.path("{employerId}", Caller::Administrator, false).expect("an id");
    let rows: &[u8] = b"UniqueId,FirstName\n7001,Ma\0ren\n";
    for (field, value) in [
        ("employerId", "\u{0}"),
        ("employerId", "9223372036854775808"),
        ("isMultiGroup", "perhaps"),
        ("explicitImport", "\u{0}"),
        ("globalEffectiveDate", "0000-00-00"),
        ("globalEffectiveDate", "+262142-12-31"),
    ] {
        let form = [("employerId", group.as_str()), (field, value)];
        let reply = client.upload("/api/v1/census/files", &form, ("cen\u{1}sus.csv", rows)).await;
        assert!(reply.status.as_u16() < 500, "{} to {field}={value:?}", reply.status);
    }
    world.app().run_jobs().await;
}

/// A role that sees nothing is not a way round.
#[tokio::test]
async fn a_search_for_anything_finds_nothing_that_is_not_the_callers() {
    let world = World::make(Engine::Sqlite).await;
    let (_, stranger) = world.app().user(Role::GroupUser, None, &[]).await;
    for path in ["/api/v1/employers/search", "/api/v1/employees/search", "/api/v1/census/files", "/api/v1/invoices"] {
        for term in ["", "%25", "_", "Group%20One", "'%20OR%201%3D1--"] {
            let reply = stranger.get(&format!("{path}?Page=1&Term={term}")).await;
            assert_eq!(reply.value()["TotalRecords"], json!(0), "{path} {term}");
        }
    }
}
