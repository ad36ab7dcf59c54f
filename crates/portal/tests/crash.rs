//! A program that is killed in the middle of an import or a billing run loses nothing and does nothing twice: the built program itself,
//! killed without warning, started again, and compared with what comes of it undisturbed.

use std::collections::BTreeMap;
use std::path::Path;

use domain::access::Scope;
use domain::{BillingMonth, GroupId, PageRequest};
use serde_json::{Value, json};
use store::Store;
use store::audit::Filter;
use store::snapshots::SnapshotFilter;

use crate::support::program::{Program, open};
use crate::support::runs::multiply;

/// A name, an address, and the changes of status with their days.
type MemberFacts = (String, Option<String>, Vec<(i16, String)>);

const ROWS: usize = 4000;
/// What is done with a census file.
impl Program {
    fn upload(&self, group: &Value, csv: &str) -> Value {
        let body = format!(
            "--b\r\nContent-Disposition: form-data; name=\"employerId\"\r\n\r\n{group}\r\n\
             --b\r\nContent-Disposition: form-data; name=\"globalEffectiveDate\"\r\n\r\n01/01/2026\r\n\
             --b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"members.csv\"\r\n\
             Content-Type: text/csv\r\n\r\n{csv}\r\n--b--\r\n"
        );
        let (_, answer) = self.send("POST", "/census/files", "multipart/form-data; boundary=b", body.as_bytes());
        assert_eq!(answer["IsValid"], true, "{answer}");
        answer["Value"].clone()
    }

    /// Looks at the file until `reached`.
    fn wait(&self, file: &Value, reached: impl Fn(&Value) -> bool) -> Value {
        self.until(&format!("/census/files/{}", file["Id"]), reached)
    }

    fn process(&self, file: &Value) {
        self.wait(file, |file| file["ReadyForProcessing"] == true);
        let process = || self.call("POST", "/census/files/process", json!({"FileIds": [file["Id"]]}));
        process();
        let looked = self.wait(file, |file| import(file)["State"] == "NotRun" && inspection(file)["State"] == "Done");
        let seen = format!("/census/files/{}/tasks/{}/changes/seen", file["Id"], inspection(&looked)["Id"]);
        self.call("PUT", &seen, json!({"Inspection": looked["Inspection"]}));
        process();
    }
}

fn import(file: &Value) -> &Value {
    task(file, 4)
}

fn inspection(file: &Value) -> &Value {
    task(file, 3)
}

fn task(file: &Value, number: u64) -> &Value {
    let mut tasks = file["Tasks"].as_array().expect("tasks").iter();
    tasks.find(|task| task["Task"] == number).expect("the task")
}

fn csv() -> String {
    let mut csv = "UniqueId,MemberType,FirstName,LastName,DateOfBirth,FamilyId\n".to_owned();
    for number in 0..ROWS {
        let kind = if number % 4 == 3 { "Dependent" } else { "Primary" };
        // The dependent belongs to the primary before it.
        let family = if number % 4 == 3 { number - 1 } else { number };
        let letters: String = number.to_string().bytes().map(|digit| char::from(b'a' + digit - b'0')).collect();
        csv.push_str(&format!("E-{number},{kind},First{letters},Last{letters},05/17/1984,F{family}\n"));
    }
    csv
}

fn groups(program: &Program) -> [Value; 2] {
    let broker = program.call("POST", "/brokers", json!({"Name": "Fernwood Benefits"}));
    ["Disturbed", "Undisturbed"].map(|name| {
        let group = json!({
            "Name": name, "GroupId": name, "BrokerId": broker["Id"], "EffectiveDate": "01/01/2020",
            "ProcessDependentsInCensus": true, "ExplicitImport": false,
        });
        program.call("POST", "/employers", group)["Id"].clone()
    })
}

/// What an import leaves behind, without what differs from one to the next: by unique id the names, the primary and the history;
/// and how often the audit speaks of each member.
#[derive(Debug, PartialEq)]
struct Remains {
    members: BTreeMap<String, MemberFacts>,
    counted: (i64, i64),
    audited: Vec<usize>,
}

async fn remains(store: &Store, group: &Value) -> Remains {
    let db = store.read();
    let group = GroupId(group.as_i64().expect("an id"));
    let today = "2026-07-20".parse().expect("a day");
    let mut found = Vec::new();
    for page in 1.. {
        let request = PageRequest { page, ..PageRequest::first(1000) };
        let list = store::members::search(&db, Scope::system(), Some(group), &request).await.expect("members");
        if list.rows.is_empty() {
            break;
        }
        found.extend(list.rows);
    }
    let ids: BTreeMap<_, _> =
        found.iter().map(|row| (row.member.id, row.member.details.unique_id.clone().expect("an id"))).collect();
    let members = found.iter().map(|row| {
        let history = row.history.iter().map(|change| (change.status.number(), change.effective_on.to_string()));
        let primary = row.member.primary.map(|primary| ids[&primary].clone());
        (ids[&row.member.id].clone(), (row.member.details.full_name(), primary, history.collect()))
    });
    let mut audited: BTreeMap<i64, usize> = ids.keys().map(|id| (id.get(), 0)).collect();
    for page in 1.. {
        let request = PageRequest { page, ..PageRequest::first(1000) };
        let filter = Filter { subject: Some("member".to_owned()), ..Filter::default() };
        let list = store::audit::search(&db, Scope::system(), &filter, &request).await.expect("the audit");
        if list.rows.is_empty() {
            break;
        }
        for row in list.rows.iter().filter(|row| row.group == Some(group)) {
            *audited.entry(row.subject_id.expect("a member")).or_default() += 1;
        }
    }
    let counts = store::counts::of_group(&db, group, today).await.expect("counters");
    Remains {
        members: members.collect(),
        counted: (counts.total, counts.active),
        audited: audited.into_values().collect(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_import_goes_on_where_it_stopped_and_does_nothing_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    Program::administrator(folder.path(), None);
    let program = Program::serve(folder.path());
    let [disturbed, undisturbed] = groups(&program);
    let file = program.upload(&disturbed, &csv());
    program.process(&file);
    program.wait(&file, |file| import(file)["Done"].as_u64().expect("a number") >= 500);
    program.kill();

    let store = open(folder.path()).await;
    let so_far = remains(&store, &disturbed).await.members.len();
    assert!((1..ROWS).contains(&so_far), "killed in the middle, but {so_far} of {ROWS} members are there");

    let program = again(folder.path()).await;
    let done = program.wait(&file, |file| file["StatusFormatted"] == "Completed");
    assert_eq!(import(&done)["Data"]["Summary"]["Created"], ROWS, "{done}");
    let other = program.upload(&undisturbed, &csv());
    program.process(&other);
    program.wait(&other, |file| file["StatusFormatted"] == "Completed");
    program.kill();

    let (left, wanted) = (remains(&store, &disturbed).await, remains(&store, &undisturbed).await);
    assert_eq!(left.members.len(), ROWS);
    assert!(left == wanted, "the disturbed import left something else than the undisturbed one");
    assert!(left.audited.iter().all(|times| *times == 1), "each member was made once, and said so once");
}

/// Plans of the billing run that is killed.
const PLANS: u64 = 250;

/// Five groups with a member each, and fifty plans beside each other in each.
async fn bill(program: Program, folder: &Path) -> Program {
    let broker = program.call("POST", "/brokers", json!({"Name": "Fernwood Benefits"}));
    for name in ["Alder", "Birch", "Cedar", "Dogwood", "Elm"] {
        let group = json!({
            "Name": name, "GroupId": name, "BrokerId": broker["Id"], "EffectiveDate": "01/01/2020",
            "AllowManualAdds": true, "DefaultPricingGroupRate": 10,
        });
        let group = program.call("POST", "/employers", group)["Id"].clone();
        let member = json!({"EmployerId": group, "FirstName": "Ana", "LastName": "Abel", "DateOfBirth": "05/17/1984", "BypassDuplicationCheck": true});
        program.call("POST", "/employees", member);
        let plans = format!("/billing/{group}/invoices");
        let plan = program.call("POST", &plans, json!({"Name": "Medical", "GenerateInvoice": false, "BillingType": 2}))
            ["Id"]
            .clone();
        let option = program.call("GET", &format!("/billing/{group}/pricing?Page=1"), Value::Null);
        let line = json!({"Name": "PEPM", "BillingPricingOptionId": option["Data"][0]["Id"]});
        program.call("POST", &format!("{plans}/{plan}/line-items"), line);
    }
    program.kill();
    multiply(&open(folder).await, 49).await;
    Program::serve(folder)
}

/// Plans with a snapshot, and lines of the audit that say so.
async fn billed(folder: &Path) -> (u64, u64, u64) {
    let store = open(folder).await;
    let (db, page) = (store.read(), PageRequest::first(1000));
    let list =
        store::snapshots::search(&db, Scope::system(), &SnapshotFilter::default(), &page).await.expect("snapshots");
    let plans: std::collections::BTreeSet<_> = list.rows.iter().map(|row| row.snapshot.plan).collect();
    let filter = Filter { subject: Some("snapshot".to_owned()), ..Filter::default() };
    let audited = store::audit::search(&db, Scope::system(), &filter, &page).await.expect("the audit");
    (list.total, plans.len() as u64, audited.total)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_billing_run_goes_on_where_it_stopped_and_bills_nothing_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    Program::administrator(folder.path(), None);
    let program = bill(Program::serve(folder.path()), folder.path()).await;
    // The members are active from today.
    let next = BillingMonth::of(Program::today()).plus(1).cut_off().to_string();
    let id = program.call("POST", "/billing-runs", json!({"BillingPeriod": next}))["Id"].clone();
    let run = format!("/billing-runs/{id}");
    program.until(&run, |run| run["Done"].as_u64().expect("a number") >= 50);
    program.kill();
    let program = again(folder.path()).await;
    program.until(&run, |run| run["State"] == "Drafted");
    let plans: Vec<u64> = (1..=PLANS).collect();
    program.call("POST", &format!("{run}/approve"), json!({"PlanIds": plans}));
    program.call("POST", &format!("{run}/create"), json!({}));
    program.until(&run, |run| run["Created"].as_u64().expect("a number") >= 50);
    program.kill();

    let (so_far, ..) = billed(folder.path()).await;
    assert!((50..PLANS).contains(&so_far), "killed in the middle, but {so_far} of {PLANS} snapshots are there");
    let program = again(folder.path()).await;
    let done = program.until(&run, |run| run["State"] == "Done");
    assert_eq!((&done["Created"], &done["CreatedTotalDollars"]), (&json!(PLANS), &json!(2500.0)), "{done}");
    program.kill();
    assert_eq!(billed(folder.path()).await, (PLANS, PLANS, PLANS), "each plan is billed once, and said so once");
}

/// Starts the program again. Nobody has to wait until the lease of the dead one ends, which it never would here.
async fn again(folder: &Path) -> Program {
    let endless = "update job set lease_until = '2999-01-01T00:00:00.000Z' where state = 1";
    store::testing::execute(&open(folder).await, endless).await;
    Program::serve(folder)
}
