//! The files of the repository, read once for all guards.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::rust_source::{Source, read};

/// Folders that hold what is built, installed or stored, never what is written.
const NOT_OURS: [&str; 7] = [".git", "target", "node_modules", "dist", "data", "test-results", "playwright-report"];

/// A text file of the repository.
pub struct File {
    /// Its path from the root, with `/`.
    pub path: String,
    /// Its content.
    pub text: String,
    source: OnceLock<Source>,
}

impl File {
    /// A file of this path and content.
    pub fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned(), source: OnceLock::new() }
    }

    /// Its content, read as Rust.
    pub fn source(&self) -> &Source {
        self.source.get_or_init(|| read(&self.text))
    }

    /// The name without folders.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// Whether the name ends in one of these.
    pub fn is(&self, endings: &[&str]) -> bool {
        endings.iter().any(|ending| self.path.ends_with(ending))
    }

    /// Whether it is Rust that only tests use.
    pub fn is_rust_test(&self) -> bool {
        let parts: Vec<&str> = self.path.split('/').collect();
        parts.iter().any(|part| ["tests", "testing"].contains(part))
            || ["tests.rs", "testing.rs"].contains(&self.name())
    }

    /// Whether it is TypeScript that only tests use.
    pub fn is_web_test(&self) -> bool {
        self.is(&[".test.ts", ".test.tsx"]) || self.path.contains("/e2e/") || self.path.contains("/testing/")
    }
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every text file of the repository, by path.
pub fn files() -> &'static [File] {
    static FILES: OnceLock<Vec<File>> = OnceLock::new();
    FILES.get_or_init(|| {
        let mut files = Vec::new();
        collect(&root(), "", &mut files);
        files.sort_by(|a, b| a.path.cmp(&b.path));
        files
    })
}

/// The Rust files of the crates.
pub fn rust_files() -> impl Iterator<Item = &'static File> {
    files().iter().filter(|file| file.path.starts_with("crates/") && file.is(&[".rs"]))
}

fn collect(folder: &Path, prefix: &str, files: &mut Vec<File>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{} cannot be read: {e}", folder.display()));
    for entry in entries {
        let entry = entry.expect("an entry of a readable folder");
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{prefix}{name}");
        let kind = entry.file_type().expect("the kind of an entry");
        if NOT_OURS.contains(&name.as_str()) {
            continue;
        } else if kind.is_dir() {
            collect(&entry.path(), &format!("{path}/"), files);
        } else if kind.is_file()
            && let Ok(text) = fs::read_to_string(entry.path())
        {
            files.push(File::new(&path, &text));
        }
    }
}

#[test]
fn the_guards_see_the_repository() {
    for path in
        ["Cargo.toml", "crates/domain/src/lib.rs", "crates/portal/tests/architecture.rs", "web/package-lock.json"]
    {
        assert!(files().iter().any(|file| file.path == path), "{path} is not seen: mend tree.rs");
    }
    assert!(rust_files().count() > 100 && files().iter().all(|file| !file.path.contains("node_modules/")));
}
