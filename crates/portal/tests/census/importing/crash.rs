//! An import and its undoing, stopped without warning in the middle of a statement and taken up by another worker: what is left is what
//! an undisturbed run leaves, member by member, in the counters, in the audit and in the mails.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Poll;

use chrono::TimeDelta;
use domain::access::Scope;
use domain::{GroupId, PageRequest};
use serde_json::{Value, json};
use store::Engine;
use store::audit::Filter;

use crate::support::census::{FILES, file_path, task, task_path};
use crate::support::{Client, TestApp};

/// Members who are there before the file: some change, a few end.
const BEFORE: usize = 40;
/// New members, every tenth a dependent; with those before more than one chunk of the import and of its undoing, on a server two at once.
const fn new_on(engine: Engine) -> usize {
    match engine {
        Engine::Sqlite => 560,
        Engine::Postgres => 1260,
    }
}

/// Points of a run in percent, the same in every test run; behind the last of them only mails are left to be sent.
struct Points(u64);

impl Iterator for Points {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        // xorshift, enough to scatter a few points
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        Some(3 + self.0 % 83)
    }
}

/// Runs what is due, and stops it for good when it has been waited for so often; gives how often that was.
async fn run_at_most(app: &TestApp, waits: u64) -> u64 {
    let mut work = pin!(app.run_jobs());
    let mut waited = 0;
    poll_fn(|cx| {
        if waited == waits {
            return Poll::Ready(());
        }
        waited += 1;
        work.as_mut().poll(cx)
    })
    .await;
    waited
}

/// A name for a number, unlike those of all other numbers.
fn name_of(number: usize, from: usize) -> String {
    const SYLLABLES: [&str; 16] = [
        "bra", "cey", "dul", "fen", "gos", "hiv", "jup", "kam", "lod", "mur", "nex", "pig", "rot", "swa", "tez", "wyn",
    ];
    // Odd, so that no two numbers below 65,536 meet; large, so that neighbours share nothing.
    let scattered = (number * 40_503 + from) % 65_536;
    (0..4).map(|place| SYLLABLES[scattered >> (4 * place) & 15]).collect()
}

fn row(number: usize, city: &str, more: &str) -> String {
    let (first, last) = (name_of(number, 17), name_of(number, 40_009));
    // A few have an address and are welcomed.
    let email = if number.is_multiple_of(300) { format!("{first}@mail.example") } else { String::new() };
    let born = format!("{:02}/{:02}/{}", number % 12 + 1, number % 28 + 1, 1950 + number % 50);
    format!("E-{number},Primary,{first},{last},{born},{email},{city},{more},F{number}\n")
}

fn rows_before() -> String {
    (0..BEFORE).map(|number| row(number, "Dayton", "")).collect()
}

/// Most of those before move, three are ended by their row and two by their absence, and many are new.
fn rows_of_file(new: usize) -> String {
    let stay = (2..BEFORE).map(|number| match number {
        5 | 15 | 25 => row(number, "Dayton", "In-Active"),
        _ => row(number, if number.is_multiple_of(3) { "Dayton" } else { "Troy" }, ""),
    });
    let new = (BEFORE..BEFORE + new).map(|number| match number % 10 {
        9 => row(number, "Lima", "")
            .replace(",Primary,", ",Dependent,")
            .replace(&format!(",F{number}"), &format!(",F{}", number - 1)),
        _ => row(number, "Lima", ""),
    });
    stay.chain(new).collect()
}

struct World {
    engine: Engine,
    app: TestApp,
    client: Client,
    /// Changes of members in the audit so far.
    audited: AtomicU64,
}

impl World {
    async fn on(engine: Engine) -> Self {
        let app = TestApp::on(engine).await;
        let client = app.administrator().await;
        Self { engine, app, client, audited: AtomicU64::new(0) }
    }

    /// A group with members, and a file that is inspected and not processed.
    async fn inspected(&self) -> (GroupId, Value) {
        let group = self.app.census_group().await;
        let from_june = [("globalEffectiveDate", "06/01/2026")];
        let before = self.app.uploaded(&self.client, group, &from_june, &rows_before()).await;
        self.app.processed(&self.client, &before).await;
        let explicit = [("globalEffectiveDate", "07/01/2026"), ("explicitImport", "true")];
        let file = self.app.uploaded(&self.client, group, &explicit, &rows_of_file(new_on(self.engine))).await;
        let file = self.app.run_tasks(&self.client, &file, 1..=3).await;
        self.newly_audited().await;
        (group, file)
    }

    /// Runs what is queued to its end, stopped once on the way when a number of waits is given. Gives how many there were, and whether
    /// it was stopped before it was done.
    async fn run(&self, stopped_after: Option<u64>, is_at_work: impl AsyncFn() -> bool) -> (u64, bool) {
        let waited = run_at_most(&self.app, stopped_after.unwrap_or(u64::MAX)).await;
        let is_at_work = is_at_work().await;
        self.app.pass(TimeDelta::seconds(61));
        self.app.run_jobs().await;
        (waited, is_at_work)
    }

    async fn process(&self, file: &Value, stopped_after: Option<u64>) -> (u64, bool) {
        self.client.look_at_changes(file).await;
        self.client.post(&format!("{FILES}/process"), json!({"FileIds": [file["Id"]]})).await.value();
        let at_work = async || self.client.census(file).await["StatusFormatted"] != "Completed";
        let waited = self.run(stopped_after, at_work).await;
        let done = self.client.census(file).await;
        assert_eq!(done["StatusFormatted"], "Completed", "{done}");
        waited
    }

    async fn undo(&self, file: &Value, stopped_after: Option<u64>) -> (u64, bool) {
        self.client.post(&format!("{}/undo", file_path(file)), json!({})).await.value();
        let at_work = async || self.client.census(file).await["Undo"]["State"] != "Done";
        let waited = self.run(stopped_after, at_work).await;
        let done = self.client.census(file).await;
        assert_eq!((&done["Undo"]["State"], &done["Undo"]["Kept"]), (&json!("Done"), &json!(0)), "{done}");
        waited
    }

    /// How many changes of members the audit has noted since this was last asked.
    async fn newly_audited(&self) -> u64 {
        let filter = Filter { subject: Some("member".to_owned()), ..Filter::default() };
        let db = self.app.ctx.store.read();
        let all = store::audit::search(&db, Scope::system(), &filter, &PageRequest::first(1)).await.expect("the audit");
        all.total - self.audited.swap(all.total, Ordering::Relaxed)
    }

    /// What is left of a group, without what differs from one group to the next: ids and instants.
    async fn remains(&self, group: GroupId) -> Value {
        let path = format!("/api/v1/employees/search?GroupId={group}&OrderBy=FirstName&PerPage=1000&Page=1");
        let list = self.client.get(&path).await.value();
        let rows = list["Data"].as_array().expect("rows");
        let name =
            |id: &Value| rows.iter().find(|row| row["Id"] == *id).map_or(json!(null), |row| row["FirstName"].clone());
        let history = |row: &Value| {
            let changes = row["StatusHistory"].as_array().expect("a history").iter();
            changes
                .map(|change| json!([change["Status"], change["EffectiveDate"], change["IsCancelled"]]))
                .collect::<Value>()
        };
        let told = rows.iter().map(|row| {
            json!([
                row["FirstName"],
                row["City"],
                row["Status"],
                row["EmployerProvidedId"],
                name(&row["PrimaryEmployeeId"]),
                row["Version"],
                row["WelcomeSentOn"].is_null(),
                history(row)
            ])
        });
        let db = self.app.ctx.store.read();
        let counts = store::counts::of_group(&db, group, self.app.ctx.today()).await.expect("counted");
        json!([told.collect::<Value>(), counts.total, counts.active, self.newly_audited().await])
    }
}

/// Stopped once at each of some points, once undisturbed, and all the same afterwards. How often a run waits is not always the same on a
/// server, so that one may be done before the point; another takes its place.
async fn stopped_anywhere(engine: Engine, points: usize) {
    let world = World::on(engine).await;
    let (calm, file) = world.inspected().await;
    let (of_import, _) = world.process(&file, None).await;
    let imported = world.remains(calm).await;
    let (of_undo, _) = world.undo(&file, None).await;
    let undone = world.remains(calm).await;
    let mut scattered = Points(0x9E37_79B9_7F4A_7C15);
    let (mut imports, mut undos) = (0, 0);
    for _ in 0..3 * points {
        let (group, file) = world.inspected().await;
        let (first, second) = (scattered.next().expect("a point"), scattered.next().expect("a point"));
        let (_, stopped) = world.process(&file, Some(of_import * first / 100)).await;
        imports += usize::from(stopped);
        let left = world.remains(group).await;
        assert!(left == imported, "{engine:?}: an import stopped at {first} percent left something else");
        let (_, stopped) = world.undo(&file, Some(of_undo * second / 100)).await;
        undos += usize::from(stopped);
        let left = world.remains(group).await;
        assert!(left == undone, "{engine:?}: an undoing stopped at {second} percent left something else");
        if imports >= points && undos >= points {
            break;
        }
    }
    assert!(imports >= points && undos >= points, "{engine:?}: {imports} imports and {undos} undoings were stopped");
    let drifted = store::counts::upkeep::drifted(&world.app.ctx.store.read(), world.app.ctx.today()).await;
    assert_eq!(drifted.expect("an answer"), []);
}

#[tokio::test]
async fn an_import_and_its_undoing_stopped_at_ten_points_leave_what_undisturbed_ones_leave() {
    stopped_anywhere(Engine::Sqlite, 10).await;
}

/// A row that waits for a person does so wherever the run was stopped, and says why.
#[tokio::test]
async fn a_row_that_was_left_to_a_person_is_so_after_a_stop() {
    let world = World::on(Engine::Sqlite).await;
    let process = async |stopped_after: Option<u64>| {
        let (group, file) = world.inspected().await;
        world.app.move_member_to(group, &name_of(7, 17), "Lima").await;
        world.client.look_at_changes(&file).await;
        world.client.post(&format!("{FILES}/process"), json!({"FileIds": [file["Id"]]})).await.value();
        let (waited, _) = world.run(stopped_after, async || true).await;
        let file = world.client.census(&file).await;
        let import = task(&file, 4);
        let told = json!([file["StatusFormatted"], file["ErrorCount"], import["Errors"], import["Data"]]);
        let held = world.client.get(&format!("{}?Filter=errors", task_path(&file, 4))).await.value();
        (waited, told, held["Data"]["CensusRecords"][0]["Errors"].clone(), world.remains(group).await)
    };
    let calm = process(None).await;
    assert_eq!(calm.1[0], "Errors", "{}", calm.1);
    for percent in [25, 40, 55, 70, 85] {
        let (_, mut told, why, left) = process(Some(calm.0 * percent / 100)).await;
        // Ids of issues differ.
        for (error, of_calm) in
            told[2].as_array_mut().expect("errors").iter_mut().zip(calm.1[2].as_array().expect("errors"))
        {
            error["Id"] = of_calm["Id"].clone();
        }
        assert_eq!((told, why), (calm.1.clone(), calm.2.clone()), "stopped at {percent} percent");
        assert!(left == calm.3, "stopped at {percent} percent: the members differ");
    }
}

#[tokio::test]
async fn the_same_on_a_server() {
    stopped_anywhere(Engine::Postgres, 3).await;
}
