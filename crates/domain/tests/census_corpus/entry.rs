//! The entries of the corpus as they lie in their folders.

use std::fs;
use std::path::{Path, PathBuf};

use domain::census::ValueOrder;

/// What divides what is written by hand from what the test writes.
const DIVIDER: &str = "---\n";

/// What stands above the divider, one `name: value` a line.
#[derive(Debug, Clone, Default)]
pub struct Head {
    /// `about`: what the file is there for.
    pub about: String,
    /// `wrong`: what the text below must become, once for each fault of today.
    pub wrong: Vec<String>,
    /// `explicit: yes`: members who are absent from the file are ended.
    pub explicit: bool,
    /// `groups: several`: each row names its employer group.
    pub several_groups: bool,
    /// `dependents: no`: the group takes no dependents.
    pub no_dependents: bool,
    /// `order: DayFirst`, once for dates and once for names: the order of the values, as a person has chosen it.
    pub orders: Vec<ValueOrder>,
    /// `sheet: Ohio`: the sheet that a person has chosen.
    pub sheet: Option<String>,
    /// `answer: yes` or `answer: no`: what is answered to every question about sections and columns; without it none is answered.
    pub answer: Option<bool>,
}

impl Head {
    fn read(text: &str, path: &Path) -> Self {
        let mut head = Self::default();
        for line in text.lines() {
            let (name, value) = line.split_once(": ").unwrap_or((line, ""));
            match (name, value) {
                ("about", about) => about.clone_into(&mut head.about),
                ("wrong", wrong) if !wrong.is_empty() => head.wrong.push(wrong.to_owned()),
                ("explicit", "yes") => head.explicit = true,
                ("groups", "several") => head.several_groups = true,
                ("dependents", "no") => head.no_dependents = true,
                ("sheet", name) => head.sheet = Some(name.to_owned()),
                ("answer", "yes") => head.answer = Some(true),
                ("answer", "no") => head.answer = Some(false),
                ("order", order) => head.orders.extend(ValueOrder::from_name(order)),
                _ => panic!("{}: nobody knows what '{line}' means", path.display()),
            }
        }
        head
    }
}

/// A file with what must come of it.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its folder and name.
    pub name: String,
    /// What is written by hand.
    pub head: Head,
    /// The file.
    pub census: PathBuf,
    /// The list of those who are members before.
    pub before: Option<PathBuf>,
    /// What must come of it.
    pub expected: String,
    head_text: String,
    text: PathBuf,
}

impl Entry {
    /// The name of the folder.
    pub fn folder(&self) -> &str {
        self.name.split_once('/').map_or("", |(folder, _)| folder)
    }

    /// Puts what comes of the file in the place of what did.
    pub fn write(&self, now: &str) {
        let text = format!("{}{DIVIDER}{now}", self.head_text);
        fs::write(&self.text, text).expect("the corpus can be written");
    }
}

/// Every entry, by name.
pub fn all() -> Vec<Entry> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/census_corpus/files");
    let mut entries: Vec<Entry> = listed(&root)
        .iter()
        .flat_map(|folder| listed(folder))
        .filter(|path| is_census(path))
        .map(|path| one(&root, &path))
        .collect();
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    entries
}

fn listed(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of the corpus");
    entries.map(|entry| entry.expect("a readable entry").path()).collect()
}

fn is_census(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    [".csv", ".xlsx", ".sheets"].iter().any(|end| name.ends_with(end)) && !name.ends_with(".before.csv")
}

fn one(root: &Path, census: &Path) -> Entry {
    let text = census.with_extension("txt");
    let before = Some(census.with_extension("before.csv")).filter(|path| path.is_file());
    let name = census.with_extension("").strip_prefix(root).expect("below the root").to_string_lossy().into_owned();
    // A new file has no text yet.
    let stored = fs::read_to_string(&text).unwrap_or_default();
    let (head_text, expected) = stored.split_once(DIVIDER).unwrap_or((&stored, ""));
    let head = Head::read(head_text, &text);
    Entry {
        name,
        head,
        census: census.to_owned(),
        before,
        expected: expected.to_owned(),
        head_text: head_text.to_owned(),
        text,
    }
}
