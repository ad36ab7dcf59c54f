//! A PostgreSQL instance for the tests of one process.
//!
//! A shell of another process group runs it and reads from a pipe that only this process holds open. However this process
//! ends, the pipe ends with it; the shell then stops the instance and removes its folder, so that none is ever left behind.
//! It listens on a socket in that folder and on no port, so that no two instances can meet.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Connection, Executor};
use tokio::sync::OnceCell;

use crate::{Store, StoreConfig};

const MISSING: &str = "PostgreSQL 15 or later is needed for these tests: install it (Debian, Ubuntu: `apt-get install \
    postgresql`), or set TEST_DATABASE_URL to a server on which databases may be created";

/// Fast and forgetful: nothing in it outlives the process.
const SETTINGS: &[&str] = &[
    "listen_addresses=",
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "autovacuum=off",
    // Taken as it is used: little in a test, and what a large roster wants in a benchmark.
    "shared_buffers=1GB",
    "max_connections=300",
];

/// The second signal ends it at once; until it listens to that, only the first one has an effect.
const SCRIPT: &str = r#"
folder=$(mktemp -d "$1/ledgerwell-postgres.XXXXXX") || exit 1
bin=$2
shift 2
echo "$folder"
if "$bin/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 --locale=C --no-sync >"$folder/log" 2>&1; then
    "$bin/postgres" -D "$folder/data" -k "$folder" "$@" >>"$folder/log" 2>&1 &
    server=$!
    read -r _
    kill -TERM "$server"
    kill -QUIT "$server"
    wait "$server"
fi
rm -rf "$folder"
"#;

/// A database of one test; dropped with this value.
#[derive(Debug)]
pub(super) struct Database {
    url: String,
    server: &'static Server,
}

impl Database {
    pub(super) async fn empty() -> Self {
        Self::copy_of("template0").await
    }

    /// On a server of someone else's, where a template would remain, each database is migrated by itself.
    pub(super) async fn migrated() -> Self {
        if Server::of_this_process().await.pipe.is_none() {
            let database = Self::empty().await;
            database.migrate().await;
            return database;
        }
        static TEMPLATE: OnceCell<Database> = OnceCell::const_new();
        let template = TEMPLATE
            .get_or_init(|| async {
                let database = Self::empty().await;
                database.migrate().await;
                database
            })
            .await;
        Self::copy_of(template.name()).await
    }

    async fn migrate(&self) {
        let store = Store::connect(&StoreConfig::new(&self.url)).await.expect("the new database opens");
        store.migrate().await.expect("an empty PostgreSQL database is migrated");
        store.close().await;
    }

    async fn copy_of(template: &str) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let server = Server::of_this_process().await;
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("ledgerwell_{}_{number}", std::process::id());
        server
            .execute(&format!("create database {name} template {template}"))
            .await
            .expect("a test database is created");
        Self { url: server.url_of(&name), server }
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }

    fn name(&self) -> &str {
        let path = self.url.split('?').next().unwrap_or_default();
        path.rsplit('/').next().unwrap_or_default()
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let (server, statement) = (self.server, format!("drop database if exists {} with (force)", self.name()));
        // A runtime of its own, since the test's may be ending.
        let dropping = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.map(|runtime| runtime.block_on(server.execute(&statement)))
        });
        if server.pipe.is_none() {
            // Nothing may remain on a server of someone else's; our own ends with this process.
            drop(dropping.join());
        }
    }
}

/// Where databases are created.
#[derive(Debug)]
struct Server {
    /// The address of its `postgres` database or of the one given.
    url: String,
    /// Ends our own instance when it is closed, which only the end of this process does.
    pipe: Option<ChildStdin>,
}

impl Server {
    async fn of_this_process() -> &'static Self {
        static SERVER: OnceCell<Result<Server, String>> = OnceCell::const_new();
        match SERVER.get_or_init(Self::find_or_start).await {
            Ok(server) => server,
            Err(message) => panic!("{message}"),
        }
    }

    #[expect(clippy::disallowed_methods, reason = "tests have no configuration; this is the one variable they know")]
    async fn find_or_start() -> Result<Self, String> {
        match std::env::var("TEST_DATABASE_URL") {
            Ok(url) => Ok(Self { url, pipe: None }),
            Err(_) => Self::start().await,
        }
    }

    async fn start() -> Result<Self, String> {
        let bin = binaries().ok_or(MISSING)?;
        let mut shell = unprivileged("sh")?;
        shell.args(["-c", SCRIPT, "sh"]).arg(std::env::temp_dir()).arg(bin);
        for setting in SETTINGS {
            shell.args(["-c", setting]);
        }
        let mut shell = shell
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .process_group(0)
            .spawn()
            .map_err(|error| format!("no shell could be started for PostgreSQL: {error}"))?;
        let mut folder = String::new();
        if let Some(output) = shell.stdout.take() {
            BufReader::new(output).read_line(&mut folder).map_err(|error| error.to_string())?;
        }
        let folder = PathBuf::from(folder.trim());
        let pipe = shell.stdin.take();
        let server = Self { url: format!("postgres://postgres@localhost/postgres?host={}", folder.display()), pipe };
        server.wait_until_ready(&mut shell, &folder).await?;
        Ok(server)
    }

    async fn wait_until_ready(&self, shell: &mut Child, folder: &Path) -> Result<(), String> {
        let begun = Instant::now();
        while let Err(error) = self.execute("select 1").await {
            let ended = shell.try_wait().ok().flatten().is_some();
            if ended || begun.elapsed() > Duration::from_secs(60) {
                let log = std::fs::read_to_string(folder.join("log")).unwrap_or_default();
                return Err(format!("PostgreSQL did not start: {error}\n{log}"));
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    fn url_of(&self, database: &str) -> String {
        let (address, options) = self.url.split_once('?').unwrap_or((&self.url, ""));
        let server = address.rsplit_once('/').map_or(address, |(server, _)| server);
        format!("{server}/{database}?{options}")
    }

    async fn execute(&self, statement: &str) -> sqlx::Result<()> {
        let options = PgConnectOptions::from_str(&self.url)?.disable_statement_logging();
        let mut connection = PgConnection::connect_with(&options).await?;
        connection.execute(sqlx::AssertSqlSafe(statement.to_owned())).await?;
        connection.close().await
    }
}

/// Where `initdb` and `postgres` lie: on the path, or where Debian keeps them.
fn binaries() -> Option<PathBuf> {
    let on_path = std::env::var_os("PATH");
    let on_path = on_path.iter().flat_map(std::env::split_paths);
    let mut debian: Vec<_> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .filter_map(|version| version.ok().map(|version| version.path().join("bin")))
        .collect();
    debian.sort();
    on_path
        .chain(debian.into_iter().rev())
        .find(|folder| ["initdb", "postgres"].iter().all(|name| folder.join(name).is_file()))
}

/// A command under a user that PostgreSQL accepts: it refuses to run as root.
fn unprivileged(program: &str) -> Result<Command, String> {
    let id = |arguments: &[&str]| {
        let output = Command::new("id").args(arguments).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    if id(&["-u"]).as_deref() != Some("0") {
        return Ok(Command::new(program));
    }
    let user = ["postgres", "nobody"].into_iter().find(|user| id(&["-u", user]).is_some());
    let user = user.ok_or("PostgreSQL does not run as root, and there is neither a user postgres nor nobody")?;
    let mut command = Command::new("setpriv");
    command.arg(format!("--reuid={}", id(&["-u", user]).unwrap_or_default()));
    command.arg(format!("--regid={}", id(&["-g", user]).unwrap_or_default()));
    command.args(["--clear-groups", program]);
    Ok(command)
}
