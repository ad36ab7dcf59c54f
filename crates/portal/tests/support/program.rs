//! The built program itself, serving a folder of its own: what a test kills without warning and starts again.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use chrono::NaiveDate;
use portal::clock::{Clock as _, SystemClock, day_in};
use serde_json::{Value, json};
use store::{Store, StoreConfig};

use super::PASSWORD;

const EMAIL: &str = "crash@example.com";
/// The longest work takes seconds, on a busy machine more of them.
const PATIENCE: Duration = Duration::from_secs(180);

/// The program, serving a folder and a database.
pub struct Program {
    child: Child,
    address: String,
    cookie: String,
}

impl Program {
    fn command(folder: &Path, database: Option<&str>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ledgerwell"));
        command
            .env("LEDGERWELL_DATA_DIR", folder)
            .env("LEDGERWELL_LOG", "warn")
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if let Some(url) = database {
            command.env("LEDGERWELL_DATABASE_URL", url);
        }
        command
    }

    /// Today, as a program that is started without settings sees it: in the evening of the business day it is tomorrow in UTC.
    pub fn today() -> NaiveDate {
        day_in(chrono_tz::America::New_York, SystemClock.now())
    }

    /// Serves a folder with its own database.
    pub fn serve(folder: &Path) -> Self {
        Self::serve_over(folder, None)
    }

    /// Serves a folder over another database.
    pub fn serve_over(folder: &Path, database: Option<&str>) -> Self {
        let address = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port");
        let mut child = Self::command(folder, database)
            .arg("serve")
            .env("LEDGERWELL_LISTEN", address.to_string())
            .spawn()
            .expect("the program starts");
        let mut ready = String::new();
        let output = child.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut ready).expect("it says that it is ready");
        assert!(ready.contains("is ready"), "{ready}");
        let mut program = Self { child, address: address.to_string(), cookie: String::new() };
        let login = json!({"EmailAddress": EMAIL, "Password": PASSWORD}).to_string();
        let (head, _) = program.send("POST", "/auth/login", "application/json", login.as_bytes());
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
        program.cookie = cookie.split(';').next().expect("its value").to_owned();
        program
    }

    /// What the program says in its log until it is ready, with these settings.
    pub fn said_at_start(folder: &Path, settings: &[(&str, &str)]) -> String {
        let mut child = Self::command(folder, None)
            .arg("serve")
            .env("LEDGERWELL_LISTEN", "127.0.0.1:0")
            .env("LEDGERWELL_METRICS_LISTEN", "off")
            .envs(settings.iter().copied())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut ready = String::new();
        let output = child.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut ready).expect("it says that it is ready");
        child.kill().expect("the program is killed");
        let mut said = String::new();
        child.stderr.take().expect("its log").read_to_string(&mut said).expect("text");
        child.wait().expect("it is gone");
        assert!(ready.contains("is ready"), "{ready}{said}");
        said
    }

    /// Makes the administrator that the program signs in as.
    pub fn administrator(folder: &Path, database: Option<&str>) {
        let mut admin = Self::command(folder, database)
            .args(["create-admin", "--email", EMAIL, "--first-name", "Dana", "--last-name", "Reyes"])
            .stdin(Stdio::piped())
            .spawn()
            .expect("the program starts");
        admin.stdin.take().expect("its input").write_all(PASSWORD.as_bytes()).expect("the password");
        assert!(admin.wait().expect("it ends").success());
    }

    /// One call over a connection of its own, to be sent later and elsewhere; HTTP/1.0 keeps the answer in one piece.
    pub fn prepared(&self, method: &str, path: &str, media_type: &str, body: &[u8]) -> impl FnOnce() -> String + use<> {
        let head = format!(
            "{method} /api/v1{path} HTTP/1.0\r\nhost: {}\r\ncookie: {}\r\nsec-fetch-site: same-origin\r\n\
             content-type: {media_type}\r\ncontent-length: {}\r\n\r\n",
            self.address,
            self.cookie,
            body.len()
        );
        let (address, body) = (self.address.clone(), body.to_vec());
        move || {
            let mut answer = Vec::new();
            let _killed_meanwhile = TcpStream::connect(&address).and_then(|mut stream| {
                stream.write_all(head.as_bytes())?;
                stream.write_all(&body)?;
                stream.read_to_end(&mut answer)
            });
            String::from_utf8(answer).expect("a text")
        }
    }

    /// One call and its answer.
    pub fn send(&self, method: &str, path: &str, media_type: &str, body: &[u8]) -> (String, Value) {
        let answer = self.prepared(method, path, media_type, body)();
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        (head.to_owned(), serde_json::from_str(body).expect("a JSON body"))
    }

    /// One call and the whole envelope of its answer.
    pub fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let body = if method == "GET" { String::new() } else { body.to_string() };
        self.send(method, path, "application/json", body.as_bytes()).1
    }

    /// One call that succeeds, and its value.
    pub fn call(&self, method: &str, path: &str, body: Value) -> Value {
        let answer = self.ask(method, path, &body);
        assert_eq!(answer["IsValid"], true, "{method} {path}: {answer}");
        answer["Value"].clone()
    }

    /// Looks at a record until `reached`.
    pub fn until(&self, path: &str, reached: impl Fn(&Value) -> bool) -> Value {
        let begun = Instant::now();
        loop {
            let now = self.call("GET", path, Value::Null);
            if reached(&now) {
                return now;
            }
            assert!(begun.elapsed() < PATIENCE, "not reached: {now}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Ends the program at once, without a chance to tidy up.
    pub fn kill(self) {
        drop(self);
    }
}

/// No program outlives its test, whatever becomes of that.
impl Drop for Program {
    fn drop(&mut self) {
        self.child.kill().expect("the program is killed");
        self.child.wait().expect("it is gone");
    }
}

/// The database of a folder.
pub async fn open(folder: &Path) -> Store {
    let url = format!("sqlite:{}", folder.join("ledgerwell.db").display());
    Store::connect(&StoreConfig::new(url)).await.expect("the database opens")
}
