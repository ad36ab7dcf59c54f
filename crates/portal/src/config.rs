//! Every setting with its default and its check, and the only reader of the environment (rules.md#settings-and-stores).
//!
//! A setting is an environment variable with the prefix `LEDGERWELL_`. A wrong or unknown one stops the start, and says what to do.

mod sender;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono_tz::Tz;
use domain::utilization::SmallGroup;

pub use self::sender::Sender;
use crate::keys::{Key, Keys};

/// The settings of a run.
#[derive(Clone)]
pub struct Config {
    /// Where the data is: `sqlite:PATH` or `postgres://…`. Default: `ledgerwell.db` in the data folder.
    pub database_url: String,
    /// The folder of the embedded database, uploads and the mail outbox. Default: `data`.
    pub data_dir: PathBuf,
    /// The address to listen on. Default: `127.0.0.1:8080`.
    pub listen: SocketAddr,
    /// The address under which people reach the portal; it stands in mails. Default: `http://` and the listening address.
    pub base_url: String,
    /// The keys that seal secrets and key hashes. Default: one that is made once and kept in `secret.key` in the data folder.
    pub secret_keys: Keys,
    /// The file they are kept in; none when the setting names them.
    pub key_file: Option<PathBuf>,
    /// `smtp://` or `smtps://` with credentials. Default: none; mails become `.eml` files in `outbox` in the data folder.
    pub smtp_url: Option<String>,
    /// The sender of mails. Default: `Ledgerwell <no-reply@localhost>`.
    pub mail_from: String,
    /// Business time. Default: `America/New_York`.
    pub time_zone: Tz,
    /// Minutes after which an idle session ends, 5 to 720. Default: 30.
    pub session_idle_minutes: i64,
    /// The largest upload in bytes. Default: 100 MB.
    pub census_max_bytes: u64,
    /// The most rows of a census file. Default: 1,000,000.
    pub census_max_rows: u64,
    /// The password of the demonstration's users. Default: a random one, printed when the data is made.
    pub demo_password: Option<String>,
    /// The address of this machine at which the ERP sandbox is served beside the portal. Default: none, and no sandbox.
    pub erp_sandbox: Option<SocketAddr>,
    /// Who sends the invoices.
    pub sender: Sender,
    /// Fewer consulting members than this make a small group, 1 to 1000. Default: 11.
    pub small_group: SmallGroup,
    /// Proxies of our own in front of the portal, 0 to 9: from so many `X-Forwarded-For` is believed. Default: 0.
    pub proxies: usize,
    /// Where `/metrics` is served apart from the portal. Default: `127.0.0.1:9464`, if nothing else listens there.
    pub metrics: Option<MetricsAddress>,
    /// The bearer token with which the portal itself answers `/metrics`. Default: none; then it does not.
    pub metrics_token: Option<String>,
    /// The log filter. Default: `info`.
    pub log: String,
    /// Cost of password hashing; lower in tests only.
    pub password_cost: PasswordCost,
}

/// Where `/metrics` is served.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MetricsAddress {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// Whether a person has chosen it, so that the start must not go on without it.
    pub is_chosen: bool,
}

/// What a census file is read by; for commands that need nothing else of [`Config`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The largest file in bytes.
    pub max_bytes: u64,
    /// The most rows.
    pub max_rows: u64,
    /// Business time.
    pub time_zone: Tz,
}

impl Reading {
    /// Reads the settings from the process's environment. Unlike [`Config::from_environment`] it makes no key and no folder.
    ///
    /// # Errors
    /// A setting that is unknown or wrong, in a sentence that says what to do.
    #[expect(clippy::disallowed_methods, reason = "with Config the only reader of the environment")]
    pub fn from_environment() -> anyhow::Result<Self> {
        Self::of(&Given::of(std::env::vars())?)
    }

    fn of(given: &Given) -> anyhow::Result<Self> {
        Ok(Self {
            max_bytes: given.parse("CENSUS_MAX_BYTES", "104857600", "a number of bytes")?,
            max_rows: given.parse("CENSUS_MAX_ROWS", "1000000", "a number of rows")?,
            time_zone: given.parse("TIME_ZONE", "America/New_York", "an IANA name such as America/New_York")?,
        })
    }
}

/// What hashing a password costs (Argon2id).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PasswordCost {
    /// Memory in KiB.
    pub memory_kib: u32,
    /// Passes over it.
    pub passes: u32,
}

impl PasswordCost {
    /// 19 MiB and two passes, the minimum that OWASP's password storage guidance gives for Argon2id.
    pub const PRODUCTION: Self = Self { memory_kib: 19_456, passes: 2 };
}

const PREFIX: &str = "LEDGERWELL_";
/// The file of the data folder that keys are kept in.
const KEY_FILE: &str = "secret.key";

/// Every known setting: its name without the prefix and what it is for.
pub const SETTINGS: &[(&str, &str)] = &[
    ("DATABASE_URL", "sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME; default: ledgerwell.db in the data folder"),
    ("DATA_DIR", "folder of the embedded database, uploads and outbox; default: data"),
    ("LISTEN", "address and port to listen on; default: 127.0.0.1:8080"),
    ("BASE_URL", "address under which people reach the portal; default: http:// and the listening address"),
    (
        "SECRET_KEY",
        "32 bytes in base64 that seal secrets, earlier keys behind a comma; default: made once, in secret.key in the data folder",
    ),
    ("SMTP_URL", "smtp://USER:PASSWORD@HOST:PORT; default: none, mails become files in outbox in the data folder"),
    ("MAIL_FROM", "sender of mails; default: Ledgerwell <no-reply@localhost>"),
    ("TIME_ZONE", "business time, an IANA name; default: America/New_York"),
    ("SESSION_IDLE_MINUTES", "minutes after which an idle session ends, 5 to 720; default: 30"),
    ("CENSUS_MAX_BYTES", "largest census file in bytes; default: 104857600"),
    ("CENSUS_MAX_ROWS", "most rows of a census file; default: 1000000"),
    ("DEMO_PASSWORD", "password of the demonstration's users, 12 to 128 characters; default: random"),
    (
        "ERP_SANDBOX",
        "address of this machine at which the ERP sandbox is served too, such as 127.0.0.1:8090; default: none",
    ),
    ("SENDER_NAME", "name of the company that sends the invoices; default: an invented one, Ledgerwell Health, LLC"),
    (
        "SENDER_ADDRESS",
        "its address, street|city, state and ZIP code; invoices say Remit to when the name is set and the address whole",
    ),
    ("SENDER_EMAIL", "its billing e-mail address, at the head of every invoice as the place for questions"),
    ("SENDER_PHONE", "its billing phone number, beside it"),
    ("SMALL_GROUP_BELOW", "consulting members below which a report withholds diagnoses and prescriptions; default: 11"),
    ("PROXIES", "proxies of yours in front of the portal, whose X-Forwarded-For is believed, 0 to 9; default: 0"),
    ("METRICS_LISTEN", "address and port of /metrics, or off; default: 127.0.0.1:9464, if it is free"),
    (
        "METRICS_TOKEN",
        "bearer token, 16 characters or more, with which LISTEN answers /metrics too; default: it does not",
    ),
    ("LOG", "log filter, such as info or portal=debug; default: info"),
];

impl Config {
    /// Reads the settings from the process's environment.
    ///
    /// # Errors
    /// A setting that is unknown or wrong, in a sentence that says what to do.
    #[expect(clippy::disallowed_methods, reason = "the only reader of the environment")]
    pub fn from_environment() -> anyhow::Result<Self> {
        Self::from(std::env::vars())
    }

    /// Where the parts of census files lie while they are split.
    pub fn parts_folder(&self) -> PathBuf {
        self.data_dir.join("parts")
    }

    /// Reads the settings from `variables`; those without the prefix are somebody else's.
    ///
    /// # Errors
    /// As [`Config::from_environment`].
    pub fn from(variables: impl IntoIterator<Item = (String, String)>) -> anyhow::Result<Self> {
        let given = Given::of(variables)?;
        let data_dir = PathBuf::from(given.or("DATA_DIR", "data"));
        let listen: SocketAddr = given.parse("LISTEN", "127.0.0.1:8080", "an address such as 127.0.0.1:8080")?;
        let default_url = format!("sqlite:{}", data_dir.join("ledgerwell.db").display());
        let database_url = given.or("DATABASE_URL", &default_url);
        if !["sqlite:", "postgres:", "postgresql:"].iter().any(|scheme| database_url.starts_with(scheme)) {
            bail!("{PREFIX}DATABASE_URL must start with sqlite: or postgres://");
        }
        let base_url = given.or("BASE_URL", &format!("http://{listen}")).trim_end_matches('/').to_owned();
        if !base_url.starts_with("http://") && !base_url.starts_with("https://") {
            bail!("{PREFIX}BASE_URL must start with http:// or https://");
        }
        let session_idle_minutes = given.parse("SESSION_IDLE_MINUTES", "30", "a number of minutes")?;
        if !(5..=720).contains(&session_idle_minutes) {
            bail!("{PREFIX}SESSION_IDLE_MINUTES must be between 5 and 720");
        }
        let small_group: u32 = given.parse("SMALL_GROUP_BELOW", "11", "a number of members")?;
        if !(1..=1000).contains(&small_group) {
            bail!("{PREFIX}SMALL_GROUP_BELOW must be between 1 and 1000");
        }
        let reading = Reading::of(&given)?;
        Ok(Self {
            database_url,
            key_file: given.get("SECRET_KEY").is_none().then(|| data_dir.join(KEY_FILE)),
            secret_keys: secret_keys(given.get("SECRET_KEY"), &data_dir)?,
            smtp_url: given.get("SMTP_URL").map(str::to_owned),
            mail_from: given.or("MAIL_FROM", "Ledgerwell <no-reply@localhost>"),
            time_zone: reading.time_zone,
            census_max_bytes: reading.max_bytes,
            census_max_rows: reading.max_rows,
            demo_password: given.get("DEMO_PASSWORD").map(str::to_owned),
            erp_sandbox: erp_sandbox(&given)?,
            sender: Sender::of(&given),
            small_group: SmallGroup::below(small_group),
            proxies: proxies(&given)?,
            metrics: metrics_address(&given)?,
            metrics_token: metrics_token(&given)?,
            log: given.or("LOG", "info,sea_orm_migration=warn"),
            password_cost: PasswordCost::PRODUCTION,
            session_idle_minutes,
            data_dir,
            listen,
            base_url,
        })
    }

    /// Whether people reach the portal over TLS, so that cookies may demand it.
    pub fn is_https(&self) -> bool {
        self.base_url.starts_with("https://")
    }
}

fn proxies(given: &Given) -> anyhow::Result<usize> {
    let proxies = given.parse("PROXIES", "0", "a number of proxies")?;
    if proxies > 9 {
        bail!("{PREFIX}PROXIES must be between 0 and 9");
    }
    Ok(proxies)
}

fn metrics_address(given: &Given) -> anyhow::Result<Option<MetricsAddress>> {
    if given.get("METRICS_LISTEN") == Some("off") {
        return Ok(None);
    }
    let listen = given.parse("METRICS_LISTEN", "127.0.0.1:9464", "an address such as 127.0.0.1:9464, or off,")?;
    Ok(Some(MetricsAddress { listen, is_chosen: given.get("METRICS_LISTEN").is_some() }))
}

fn metrics_token(given: &Given) -> anyhow::Result<Option<String>> {
    let token = given.get("METRICS_TOKEN").map(str::to_owned);
    if token.as_ref().is_some_and(|token| token.len() < 16) {
        bail!("{PREFIX}METRICS_TOKEN must have 16 characters or more; `openssl rand -base64 32` makes one");
    }
    Ok(token)
}

/// The settings as given, by name without the prefix.
struct Given(BTreeMap<String, String>);

impl Given {
    fn of(variables: impl IntoIterator<Item = (String, String)>) -> anyhow::Result<Self> {
        let mut given = BTreeMap::new();
        for (name, value) in variables {
            let Some(short) = name.strip_prefix(PREFIX) else { continue };
            if !SETTINGS.iter().any(|(known, _)| *known == short) {
                let known: Vec<_> = SETTINGS.iter().map(|(known, _)| format!("{PREFIX}{known}")).collect();
                bail!("{name} is not a setting. Settings are: {}", known.join(", "));
            }
            if !value.trim().is_empty() {
                given.insert(short.to_owned(), value.trim().to_owned());
            }
        }
        Ok(Self(given))
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    fn or(&self, name: &str, default: &str) -> String {
        self.get(name).unwrap_or(default).to_owned()
    }

    fn parse<T: std::str::FromStr>(&self, name: &str, default: &str, expected: &str) -> anyhow::Result<T> {
        let text = self.or(name, default);
        text.parse().map_err(|_| anyhow!("{PREFIX}{name} is {text:?}, but {expected} is expected"))
    }
}

/// Where the sandbox is served: it shows its credentials, so that nobody else may reach it.
fn erp_sandbox(given: &Given) -> anyhow::Result<Option<SocketAddr>> {
    let Some(text) = given.get("ERP_SANDBOX") else { return Ok(None) };
    let address = text.parse::<SocketAddr>().ok().filter(|address| address.ip().is_loopback());
    let wrong = || {
        anyhow!("{PREFIX}ERP_SANDBOX is {text:?}, but an address of this machine is expected, such as 127.0.0.1:8090")
    };
    address.map(Some).ok_or_else(wrong)
}

/// The given keys, or those kept in the data folder, of which the first is made on first use.
fn secret_keys(given: Option<&str>, data_dir: &Path) -> anyhow::Result<Keys> {
    if let Some(text) = given {
        return Keys::parse(text).map_err(|error| anyhow!("{PREFIX}SECRET_KEY {error}"));
    }
    let path = data_dir.join(KEY_FILE);
    if path.exists() {
        return Keys::read(&path);
    }
    std::fs::create_dir_all(data_dir).with_context(|| format!("creating the data folder {}", data_dir.display()))?;
    let mut key: Key = [0; 32];
    getrandom::fill(&mut key).map_err(|e| anyhow!("no random numbers: {e}"))?;
    write_private(&path, &STANDARD.encode(key)).with_context(|| format!("writing {}", path.display()))?;
    Ok(Keys::one(key))
}

fn write_private(path: &Path, text: &str) -> std::io::Result<()> {
    use std::io::Write as _;
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> anyhow::Result<Config> {
        let key = STANDARD.encode([7; 32]);
        let key = [("LEDGERWELL_SECRET_KEY", key.as_str())];
        let all = key.iter().chain(variables).map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Config::from(all)
    }

    #[test]
    fn nothing_given_is_a_working_setup() {
        let config = read(&[("PATH", "/bin")]).expect("valid");
        assert_eq!(config.database_url, "sqlite:data/ledgerwell.db");
        assert_eq!(config.base_url, "http://127.0.0.1:8080");
        assert!(!config.is_https());
        let metrics = config.metrics.expect("an address");
        assert!(metrics.listen.ip().is_loopback() && !metrics.is_chosen, "{metrics:?}");
        assert_eq!((config.metrics_token, config.proxies), (None, 0));
    }

    #[test]
    fn metrics_are_where_they_are_wanted() {
        let at = |address: &str| {
            let listen = address.parse().expect("an address");
            Some(MetricsAddress { listen, is_chosen: true })
        };
        for (value, expected) in [("off", None), ("0.0.0.0:9000", at("0.0.0.0:9000"))] {
            assert_eq!(read(&[("LEDGERWELL_METRICS_LISTEN", value)]).expect("valid").metrics, expected, "{value}");
        }
    }

    #[test]
    fn half_an_address_to_remit_to_is_named_as_missing_and_printed_nowhere() {
        let (name, address) = (("LEDGERWELL_SENDER_NAME", "Quillmere, LLC"), "LEDGERWELL_SENDER_ADDRESS");
        let whole = (address, "88 Tannery Row | Columbus, OH 43215");
        let mail = ("LEDGERWELL_SENDER_EMAIL", "billing@quillmere.example");
        for (mut given, missing) in [
            (vec![name, whole], None),
            (vec![name], Some("set LEDGERWELL_SENDER_ADDRESS.")),
            (
                vec![name, (address, "Columbus, OH 43215")],
                Some("give LEDGERWELL_SENDER_ADDRESS a line for the street and one for the place."),
            ),
            (
                vec![name, (address, "88 Tannery Row | Columbus, OH")],
                Some("end LEDGERWELL_SENDER_ADDRESS with the state and the ZIP code."),
            ),
            (vec![name, (address, " | ")], Some("set LEDGERWELL_SENDER_ADDRESS.")),
            (vec![whole], Some("set LEDGERWELL_SENDER_NAME.")),
            (vec![], Some("set LEDGERWELL_SENDER_NAME, and set LEDGERWELL_SENDER_ADDRESS.")),
        ] {
            given.push(mail);
            let sender = read(&given).expect("valid").sender;
            let said = sender.is_to_be_set();
            assert_eq!(sender.address.is_empty(), missing.is_some(), "{given:?}");
            match missing {
                Some(missing) => assert!(said.is_some_and(|said| said.contains(missing)), "{given:?}"),
                None => assert_eq!(said, None),
            }
        }
    }

    #[test]
    fn what_invoices_invent_or_do_not_tell_is_named() {
        let whole = ("LEDGERWELL_SENDER_ADDRESS", "88 Tannery Row | Columbus, OH 43215");
        let (name, phone) = (("LEDGERWELL_SENDER_NAME", "Quillmere, LLC"), ("LEDGERWELL_SENDER_PHONE", "555-0187"));
        let invented = "Invoices name an invented company as their sender: Ledgerwell Health, LLC.";
        let nobody = "Invoices do not say whom to ask: set LEDGERWELL_SENDER_EMAIL or LEDGERWELL_SENDER_PHONE.";
        for (given, invents, asks) in [
            (vec![], true, true),
            (vec![whole], true, true),
            (vec![whole, phone], true, false),
            (vec![name, whole], false, true),
            (vec![name, whole, phone], false, false),
        ] {
            let said = read(&given).expect("valid").sender.is_to_be_set().unwrap_or_default();
            assert_eq!((said.contains(invented), said.contains(nobody)), (invents, asks), "{given:?}: {said}");
        }
    }

    #[test]
    fn a_wrong_setting_says_what_is_expected() {
        for (name, value, said) in [
            ("LEDGERWELL_LISTEN", "8080", "127.0.0.1:8080 is expected"),
            ("LEDGERWELL_TIME_ZONE", "Eastern", "an IANA name"),
            ("LEDGERWELL_DATABASE_URL", "mysql://x", "must start with sqlite: or postgres://"),
            ("LEDGERWELL_BASE_URL", "portal", "must start with http://"),
            ("LEDGERWELL_SESSION_IDLE_MINUTES", "1", "between 5 and 720"),
            ("LEDGERWELL_SMALL_GROUP_BELOW", "0", "between 1 and 1000"),
            ("LEDGERWELL_SMALL_GROUP_BELOW", "many", "a number of members"),
            ("LEDGERWELL_METRICS_LISTEN", "on", "127.0.0.1:9464, or off, is expected"),
            ("LEDGERWELL_METRICS_TOKEN", "short", "16 characters or more"),
            ("LEDGERWELL_PROXIES", "10", "between 0 and 9"),
            ("LEDGERWELL_PROXIES", "-1", "a number of proxies"),
            ("LEDGERWELL_ERP_SANDBOX", "0.0.0.0:8090", "an address of this machine"),
            ("LEDGERWELL_ERP_SANDBOX", "8090", "an address of this machine"),
            ("LEDGERWELL_SECRET_KEY", "short", "32 bytes in base64"),
            ("LEDGERWELL_DATABSE_URL", "sqlite:x", "is not a setting"),
        ] {
            let error = read(&[(name, value)]).err().expect("refused");
            assert!(format!("{error:#}").contains(said), "{name}: {error:#}");
        }
    }

    #[test]
    fn the_secret_key_is_made_once_and_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let first = secret_keys(None, folder.path()).expect("made");
        assert_eq!(secret_keys(None, folder.path()).expect("kept"), first);
    }
}
