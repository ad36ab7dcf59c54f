//! The application under test: the real router over a fresh database, with a fixed clock and a client a caller.

mod billed;
mod books;
pub mod census;
mod client;
pub mod consults;
mod dice;
mod fixed;
mod groups;
mod members;
pub mod payouts;
pub mod program;
pub mod runs;
pub mod users;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use chrono::TimeDelta;
use connectors::patient_platform::PatientPlatform;
use domain::access::{Caller, Role};
use domain::{BrokerId, GroupId, UserId};
use portal::config::{Config, PasswordCost, Sender};
use portal::context::local_platform;
use portal::files::Files;
use portal::http::{CallerOrigin, Peer};
use portal::mail::Post;
use portal::{Context, Parts};
use store::Engine;
use store::testing::TestStore;
use store::users::NewUser;
use tempfile::TempDir;
use tokio::sync::{Notify, OnceCell};

pub use billed::{Billed, period};
pub use books::Books;
pub use client::{Client, Reply};
pub use dice::Dice;
pub use fixed::{FixedClock, Sequence};
pub use members::day;

/// Makes a test of each function, once an engine; it is called with the engine.
macro_rules! on_both_engines {
    ($($name:ident),* $(,)?) => {$(
        mod $name {
            #[tokio::test]
            async fn sqlite() {
                super::$name(store::Engine::Sqlite).await;
            }

            #[tokio::test]
            async fn postgres() {
                super::$name(store::Engine::Postgres).await;
            }
        }
    )*};
}
pub(crate) use on_both_engines;

/// The password of every user of a test.
pub const PASSWORD: &str = "blue kettle on a hill";

/// The application over its own database.
pub struct TestApp {
    /// What its use cases may touch.
    pub ctx: Context,
    router: axum::Router,
    /// The accounting systems behind its ERP accounts.
    pub books: Arc<Books>,
    clock: Arc<FixedClock>,
    folder: TempDir,
    store: TestStore,
    users: Mutex<u32>,
    staff: OnceCell<CallerOrigin>,
}

impl TestApp {
    /// On SQLite, at noon in New York on July 20, 2026.
    pub async fn start() -> Self {
        Self::on(Engine::Sqlite).await
    }

    /// On SQLite, with other settings.
    pub async fn with(vary: impl FnOnce(&mut Config)) -> Self {
        Self::varied(store::testing::fresh(Engine::Sqlite).await, local_platform(), vary)
    }

    /// On the engine named.
    pub async fn on(engine: Engine) -> Self {
        Self::over(store::testing::fresh(engine).await)
    }

    /// Over a database of its own that has records already.
    pub fn over(store: TestStore) -> Self {
        Self::varied(store, local_platform(), |_| {})
    }

    /// On the engine named, with another patient platform.
    pub async fn beside(engine: Engine, platform: Arc<dyn PatientPlatform>) -> Self {
        Self::varied(store::testing::fresh(engine).await, platform, |_| {})
    }

    fn varied(store: TestStore, platform: Arc<dyn PatientPlatform>, vary: impl FnOnce(&mut Config)) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let clock = Arc::new(FixedClock::new("2026-07-20T16:00:00Z"));
        let mut config = config(&folder);
        vary(&mut config);
        let books = Arc::new(Books::new(&config, clock.clone()));
        let ctx = Context::new(Parts {
            store: (*store).clone(),
            clock: clock.clone(),
            randomness: Arc::new(Sequence::default()),
            files: Files::in_folder(&folder.path().join("files")).expect("a folder for files"),
            platform,
            accountants: books.clone(),
            post: Post::new(&config).expect("an outbox"),
            job_bell: Notify::new(),
            config,
        });
        Self {
            router: portal::router(ctx.clone()),
            ctx,
            books,
            clock,
            folder,
            store,
            users: Mutex::new(0),
            staff: OnceCell::new(),
        }
    }

    /// What the next start of the program has to do with, after its settings have changed.
    pub fn restarted(&self, vary: impl FnOnce(&mut Config)) -> Context {
        let mut config = self.ctx.config.clone();
        vary(&mut config);
        Context::new(Parts {
            store: self.ctx.store.clone(),
            clock: self.clock.clone(),
            randomness: self.ctx.randomness.clone(),
            files: Files::in_folder(&self.folder.path().join("files")).expect("a folder for files"),
            platform: self.ctx.platform.clone(),
            accountants: self.books.clone(),
            post: Post::new(&config).expect("an outbox"),
            job_bell: Notify::new(),
            config,
        })
    }

    /// The same with what was uploaded, over a copy of the database that a call may change. `bytes` are those of [`TestApp::bytes`].
    pub async fn copy(&self, bytes: &[u8]) -> Self {
        let copy = Self::over(store::testing::copy_of(bytes).await);
        copy_folder(&self.folder.path().join("files"), &copy.folder.path().join("files"));
        copy
    }

    /// The database as bytes, for [`store::testing::copy_of`].
    pub async fn bytes(&self) -> Vec<u8> {
        self.store.bytes().await
    }

    /// Lets time pass.
    pub fn pass(&self, span: TimeDelta) {
        self.clock.pass(span);
    }

    /// Sets the time.
    pub fn travel_to(&self, instant: &str) {
        self.clock.set(instant);
    }

    /// Runs a statement, for what no use case does yet, when the next one asks for the time after `asks` times. The test has to run on
    /// several threads.
    pub fn meanwhile(&self, asks: usize, sql: &'static str) {
        let store = self.ctx.store.clone();
        self.clock.meanwhile(asks, Box::pin(async move { store::testing::execute(&store, sql).await }));
    }

    /// A client that is not signed in.
    pub fn nobody(&self) -> Client {
        Client::new(self.router.clone())
    }

    /// A signed-in administrator.
    pub async fn administrator(&self) -> Client {
        self.user(Role::Administrator, None, &[]).await.1
    }

    /// A signed-in user of a role, with the groups given to it.
    pub async fn user(&self, role: Role, broker: Option<BrokerId>, groups: &[GroupId]) -> (UserId, Client) {
        let number = {
            let mut users = self.users.lock().expect("not poisoned");
            *users += 1;
            *users
        };
        let user = NewUser {
            email: format!("user{number}@example.com"),
            first_name: "Dana".to_owned(),
            last_name: format!("Reyes{number}"),
            phone: None,
            role,
            broker,
        };
        let email = user.email.clone();
        let id = portal::auth::service::create_user(&self.ctx, user, PASSWORD).await.expect("a user is made");
        let tx = self.ctx.store.begin().await.expect("a transaction");
        store::users::assign_groups(&tx, id, groups).await.expect("groups are given");
        tx.commit_unaudited("set up by a test").await.expect("committed");
        let mut client = self.nobody();
        client.sign_in(&email, PASSWORD).await;
        (id, client)
    }

    /// An administrator who sets up what a test needs, by calling use cases; nobody who signs in.
    pub async fn staff(&self) -> &CallerOrigin {
        let make = async || {
            let user = NewUser {
                email: "staff@example.com".to_owned(),
                first_name: "Sam".to_owned(),
                last_name: "Okafor".to_owned(),
                phone: None,
                role: Role::Administrator,
                broker: None,
            };
            let user = portal::auth::service::create_user(&self.ctx, user, PASSWORD).await.expect("a user is made");
            let caller = Caller { user, role: Role::Administrator, broker: None, impersonator: None };
            CallerOrigin { caller, session: None, confirmed_at: None, peer: Peer::default() }
        };
        self.staff.get_or_init(make).await
    }

    /// Runs every job that is due.
    pub async fn run_jobs(&self) {
        portal::jobs::run_due(&self.ctx).await.expect("jobs run");
    }

    /// Runs the nightly job.
    pub async fn tidy_up(&self) {
        let tx = self.ctx.store.begin().await.expect("a transaction");
        portal::jobs::enqueue(&self.ctx, &tx, &portal::housekeeping::jobs::TidyUp {}).await.expect("queued");
        tx.commit_unaudited("asked for by a test").await.expect("committed");
        self.run_jobs().await;
    }

    /// The names of the census files that lie in the file store.
    pub fn stored_files(&self) -> Vec<String> {
        let Ok(folder) = std::fs::read_dir(self.folder.path().join("files/census")) else { return Vec::new() };
        folder.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    }

    /// Where a census file of a name lies in the file store.
    pub fn stored_file(&self, name: &str) -> PathBuf {
        self.folder.path().join("files/census").join(name)
    }

    /// Where the parts of census files lie while they are split.
    pub fn parts_folder(&self) -> PathBuf {
        self.folder.path().join("parts")
    }

    /// The texts of the mails in the outbox, oldest first.
    pub fn mails(&self) -> Vec<String> {
        let outbox = self.folder.path().join("outbox");
        let mut mails: Vec<_> =
            std::fs::read_dir(outbox).expect("an outbox").map(|entry| entry.expect("an entry").path()).collect();
        mails.sort_by_key(|path| path.metadata().and_then(|data| data.modified()).expect("a time"));
        mails.into_iter().map(|path| std::fs::read_to_string(path).expect("a mail").replace("=\r\n", "")).collect()
    }
}

/// The token of the link in a mail.
pub fn token_of(mail: &str) -> String {
    let start = mail.find("#token=3D").map(|at| at + 9).or_else(|| mail.find("#token=").map(|at| at + 7));
    let rest = &mail[start.expect("a link in the mail")..];
    rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect()
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let (old, new) = (entry.path(), to.join(entry.file_name()));
        if old.is_dir() {
            copy_folder(&old, &new);
        } else {
            std::fs::copy(old, new).expect("a copy");
        }
    }
}

fn config(folder: &TempDir) -> Config {
    let mut config = Config::from([
        ("LEDGERWELL_DATA_DIR".to_owned(), folder.path().display().to_string()),
        ("LEDGERWELL_BASE_URL".to_owned(), "https://portal.example".to_owned()),
        ("LEDGERWELL_SECRET_KEY".to_owned(), "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=".to_owned()),
    ])
    .expect("settings of the test");
    config.password_cost = PasswordCost { memory_kib: 8, passes: 1 };
    config.sender = Sender {
        name: "Fernhollow Health, LLC".to_owned(),
        address: vec!["410 Almanac Street".to_owned(), "Columbus, OH 43215".to_owned()],
        email: Some("billing@fernhollow.example".to_owned()),
        phone: Some("(614) 555-0142".to_owned()),
        is_invented: false,
        lack: None,
    };
    config
}
