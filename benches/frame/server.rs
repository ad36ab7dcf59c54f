//! The built program: how soon it is ready on an existing database, and what it holds in memory.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use serde_json::{Value, json};

use crate::table::{Row, timed};

const PASSWORD: &str = "a lantern over the harbor";
const EMAIL: &str = "dana.reyes@demo.example";
const STARTS: usize = 30;
/// How long a process is left alone before its memory counts as idle.
const REST: Duration = Duration::from_secs(3);

/// Start and memory, on the embedded database with the usual demonstration.
pub fn rows() -> anyhow::Result<Vec<Row>> {
    let folder = tempfile::tempdir()?;
    let program = program()?;
    let begun = Instant::now();
    let made = command(&program, folder.path()).arg("demo").output().context("the program")?;
    ensure!(made.status.success(), "no demonstration: {}", String::from_utf8_lossy(&made.stderr));
    let demonstration = begun.elapsed();

    let starts = (0..STARTS).map(|_| Ok(Server::start(&program, folder.path())?.ready_after));
    let starts = starts.collect::<anyhow::Result<Vec<_>>>()?;
    let bare = timed(STARTS, || command(&program, folder.path()).arg("--version").output());

    let server = Server::start(&program, folder.path())?;
    sleep(REST);
    let fresh = server.resident()?;
    server.work()?;
    sleep(REST);
    let used = server.resident()?;
    Ok(vec![
        Row::millis("the usual demonstration (ledgerwell demo)", &[demonstration]),
        Row::millis("start to ready, SQLite with the demonstration", &starts).under(50.0).beside(&bare),
        Row::size("idle after the start, resident", "MB", fresh).under(50.0),
        Row::size("idle after 400 pages and a PDF, resident", "MB", used),
    ])
}

/// The program, built beside this benchmark: `target/PROFILE/deps/frame-…` and `target/PROFILE/ledgerwell`.
fn program() -> anyhow::Result<PathBuf> {
    let own = std::env::current_exe()?;
    let folder = own.parent().and_then(Path::parent).context("the folder of the build")?;
    let program = folder.join("ledgerwell");
    ensure!(program.is_file(), "{} is missing; run `make bench`", program.display());
    Ok(program)
}

fn command(program: &Path, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.env("LEDGERWELL_DATA_DIR", folder).env("LEDGERWELL_DEMO_PASSWORD", PASSWORD).env("LEDGERWELL_LOG", "warn");
    command
}

/// A running program; ended with this value.
struct Server {
    child: Child,
    address: String,
    ready_after: Duration,
}

impl Drop for Server {
    fn drop(&mut self) {
        // Both fail only when it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start(program: &Path, folder: &Path) -> anyhow::Result<Self> {
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string();
        let mut command = command(program, folder);
        command.arg("serve").env("LEDGERWELL_LISTEN", &address).stdout(Stdio::piped()).stderr(Stdio::null());
        let begun = Instant::now();
        let mut child = command.spawn()?;
        let output = child.stdout.take().context("its output")?;
        let mut server = Self { child, address, ready_after: Duration::ZERO };
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        ensure!(line.contains("is ready"), "it did not start: {line}");
        let (head, _) = server.call("GET", "/readyz", "", None)?;
        server.ready_after = begun.elapsed();
        ensure!(head.starts_with("HTTP/1.0 200") || head.starts_with("HTTP/1.1 200"), "it is not ready: {head}");
        Ok(server)
    }

    /// Bytes of memory in use now.
    fn resident(&self) -> anyhow::Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("VmRSS")?;
        let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse()?;
        Ok(kilobytes * 1024)
    }

    /// A morning's work: lists and an invoice.
    fn work(&self) -> anyhow::Result<()> {
        let login = json!({"EmailAddress": EMAIL, "Password": PASSWORD}).to_string();
        let (head, _) = self.call("POST", "/api/v1/auth/login", &login, None)?;
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).context("a cookie")?;
        let cookie = cookie.split(';').next().unwrap_or_default();
        for page in 1..=100 {
            for list in ["employers/search", "employees/search", "census/files", "invoices"] {
                let (head, _) =
                    self.call("GET", &format!("/api/v1/{list}?PerPage=25&Page={page}"), "", Some(cookie))?;
                ensure!(head.contains(" 200 "), "{list}: {head}");
            }
        }
        let (_, invoices) = self.call("GET", "/api/v1/invoices?PerPage=1&Page=1", "", Some(cookie))?;
        let invoices: Value = serde_json::from_slice(&invoices)?;
        let pdf = format!("/api/v1/erp/invoices/0/pdf?InvoiceId={}", invoices["Value"]["Data"][0]["Id"]);
        let (head, body) = self.call("GET", &pdf, "", Some(cookie))?;
        ensure!(body.starts_with(b"%PDF"), "no PDF: {head}");
        Ok(())
    }

    /// One call over a connection of its own; HTTP/1.0 keeps the answer in one piece.
    fn call(&self, method: &str, path: &str, body: &str, cookie: Option<&str>) -> anyhow::Result<(String, Vec<u8>)> {
        let mut stream = TcpStream::connect(&self.address)?;
        let cookie = cookie.map(|cookie| format!("cookie: {cookie}\r\n")).unwrap_or_default();
        let request = format!(
            "{method} {path} HTTP/1.0\r\nhost: {}\r\n{cookie}sec-fetch-site: same-origin\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        // In one piece: several small ones would each wait for the other side to confirm the one before.
        stream.write_all(request.as_bytes())?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").context("an answer with a head")?;
        let body = answer.split_off(end + 4);
        Ok((String::from_utf8(answer)?, body))
    }
}
