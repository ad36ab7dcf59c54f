//! The project stands alone: no address it is downloaded from, no folder of somebody's machine, no secret mirror in a lock file.

use super::assert_none;
use super::tree::{File, files, root};

/// Hosts that a file may name: this machine, names that are reserved for examples, and names that are never fetched.
const HOSTS: [(&str, &str); 14] = [
    ("127.0.0.1", "this machine"),
    ("localhost", "this machine"),
    ("0.0.0.0", "this machine"),
    ("example.com", "reserved for examples"),
    ("example.org", "reserved for examples"),
    ("example.net", "reserved for examples"),
    ("www.w3.org", "names of XML vocabularies"),
    ("schemas.openxmlformats.org", "names of the vocabularies of workbooks"),
    ("schemas.microsoft.com", "names of the vocabularies of newer workbooks"),
    ("www.apache.org", "the text of our licence"),
    ("oauth.platform.intuit.com", "where QuickBooks gives tokens, which its own settings do not say"),
    ("app.qbo.intuit.com", "where staff open a document of QuickBooks"),
    ("app.sandbox.qbo.intuit.com", "the same of its test companies"),
    ("169.254.169.254", "where a cloud tells its metadata: accounts must not reach it"),
];

#[test]
fn files_name_no_foreign_host() {
    let mut broken = Vec::new();
    for file in files().iter().filter(|file| !is_lock(file) && !is_licence(file)) {
        for (number, line) in (1..).zip(file.text.lines()) {
            for host in hosts(line).filter(|host| !may_be_named(host)) {
                broken.push(format!("{}:{number} names {host}", file.path));
            }
        }
    }
    assert_none(
        broken,
        "take the address out; a host that the product must talk to becomes a setting, or a line with its reason in HOSTS of outside.rs.",
    );
}

#[test]
fn files_name_no_folder_of_a_machine() {
    let mut broken = Vec::new();
    for file in files() {
        for (number, line) in (1..).zip(file.text.lines()) {
            if let Some(folder) = machine_folder(line) {
                broken.push(format!("{}:{number} names {folder}", file.path));
            }
        }
    }
    assert_none(
        broken,
        "use a path from the root of the repository, a setting, or a temporary folder made by the test (tempfile).",
    );
}

#[test]
fn lock_files_come_from_nowhere_in_particular() {
    let mut broken = Vec::new();
    for file in files().iter().filter(|file| is_lock(file)) {
        for (number, line) in (1..).zip(file.text.lines()) {
            if let Some(source) = particular_source(line) {
                broken.push(format!("{}:{number} pins {source}", file.path));
            }
        }
    }
    for name in [".cargo/config", "web/.yarnrc.yml"] {
        if root().join(name).exists() {
            broken.push(format!("{name} configures where packages come from"));
        }
    }
    // Cargo's may tell how a package is compiled, and nothing else.
    let of_cargo = std::fs::read_to_string(root().join(".cargo/config.toml")).unwrap_or_default();
    let sections = of_cargo.lines().filter(|line| line.starts_with('['));
    broken.extend(sections.filter(|line| *line != "[env]").map(|line| format!(".cargo/config.toml has {line}")));
    assert_none(
        broken,
        "npm: keep omit-lockfile-registry-resolved=true in web/.npmrc and run npm install again; \
         cargo: no git or path sources outside the workspace, and mirrors belong to the machine's own configuration.",
    );
}

fn is_lock(file: &File) -> bool {
    ["Cargo.lock", "package-lock.json"].contains(&file.name())
}

fn is_licence(file: &File) -> bool {
    ["LICENSE", "LICENCE", "NOTICE", "OFL"].iter().any(|word| file.name().contains(word))
}

fn hosts(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices("://").filter_map(|(at, separator)| {
        let is_web = ["http", "https", "ssh", "git", "ftp"].iter().any(|scheme| line[..at].ends_with(scheme));
        let rest = &line[at + separator.len()..];
        let host = rest.split(|c: char| !c.is_alphanumeric() && c != '.' && c != '-').next()?;
        (is_web && !host.is_empty()).then_some(host)
    })
}

fn may_be_named(host: &str) -> bool {
    let host = host.trim_end_matches('.');
    let reserved = [".example", ".example.com", ".example.org", ".example.net", ".test", ".invalid"]
        .iter()
        .any(|end| host.ends_with(end));
    reserved || HOSTS.iter().any(|(known, _)| *known == host)
}

/// A folder that only some machine has, at the start of a path.
fn machine_folder(line: &str) -> Option<String> {
    let folders = ["work", "root", "tmp", "home", "Users"].map(|folder| format!("/{folder}/"));
    let shared = ["spec", "data", "reference", "hooks"].map(|folder| format!("shared/{folder}"));
    let starts_a_path = |at: usize| !line[..at].ends_with(|c: char| c.is_alphanumeric() || "._-})$*".contains(c));
    let of_a_machine =
        folders.into_iter().find(|folder| line.match_indices(folder.as_str()).any(|(at, _)| starts_a_path(at)));
    of_a_machine.or_else(|| shared.into_iter().find(|folder| line.contains(folder.as_str())))
}

/// What a line of a lock file pins beside name, version and checksum.
fn particular_source(line: &str) -> Option<&str> {
    let line = line.trim();
    if let Some(source) = line.strip_prefix("source = ") {
        let source = source.trim_matches('"');
        let is_default = source.starts_with("registry+") && source.ends_with("/crates.io-index");
        return (!is_default).then_some(source);
    }
    let address = line.strip_prefix("\"resolved\": \"")?.split('"').next()?;
    address.contains("://").then_some(address)
}

#[test]
fn hosts_folders_and_mirrors_are_noticed() {
    let found = |line: &'static str| hosts(line).filter(|host| !may_be_named(host)).collect::<Vec<_>>();
    assert_eq!(
        found("see http://127.0.0.1:8080/ and https://portal.example/x and http://localhost"),
        Vec::<&str>::new()
    );
    let host = ["mirror", "invalid-host", "com"].join(".");
    let line = format!("curl -L https://{host}/x.tgz");
    assert_eq!(hosts(&line).filter(|host| !may_be_named(host)).collect::<Vec<_>>(), [host.as_str()]);

    let folder = |parts: [&str; 3]| machine_folder(&parts.concat());
    assert!(folder(["open(\"", "/ro", "ot/x\")"]).is_some());
    assert!(folder(["cd ", "/wo", "rk/x"]).is_some());
    assert!(folder(["../", "shared/", "data/x"]).is_some());
    assert!(folder(["import '.", "/ho", "me/Page'"]).is_none());
    assert!(folder(["target", "/tm", "p/x"]).is_none());

    let index = "/crates.io-index";
    assert_eq!(particular_source(&format!("source = \"registry+x{index}\"")), None);
    assert_eq!(particular_source(&format!("source = \"sparse+x{index}\"")), Some(format!("sparse+x{index}").as_str()));
    assert_eq!(particular_source("source = \"git+x\""), Some("git+x"));
    assert_eq!(particular_source("\"resolved\": \"x://y/z.tgz\","), Some("x://y/z.tgz"));
    assert_eq!(particular_source("\"resolved\": \"packages/a\","), None);
}
