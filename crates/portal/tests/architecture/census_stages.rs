//! The stages in which a census file is read: each is a folder, and imports only those before it, so that a change is looked for in one place.

use std::collections::{BTreeMap, BTreeSet};

use super::assert_none;
use super::imports::absolute;
use super::rust_source::paths;
use super::tree::{files, rust_files};

const CENSUS: &str = "crates/domain/src/census/";

/// From the meaning of words to the work on files, in the order in which they may import each other.
const STAGES: [&str; 25] = [
    "field",
    "template",
    "given_names",
    "vocabulary",
    "cells",
    "keys",
    "findings",
    "source",
    "table",
    "columns",
    "lines",
    "pricing",
    "people",
    "families",
    "by_default",
    "reader",
    "workbook",
    "asking",
    "layout",
    "check",
    "denied",
    "matching",
    "roster",
    "repair",
    "tasks",
];

/// The people of a matching, and the pages on which they are kept.
const PACKING: [&str; 2] = ["matching/profile", "matching/shelf"];

/// The most files of a folder.
const FOLDER: usize = 25;

type Module = Vec<String>;

/// The files of the census that are no tests, each with the files that it imports and the line where it does.
fn imports() -> BTreeMap<Module, BTreeMap<Module, usize>> {
    let own = || rust_files().filter(|file| file.path.starts_with(CENSUS) && !file.is_rust_test());
    let module = |path: &str| -> Module {
        let inner = path.trim_start_matches(CENSUS).trim_end_matches(".rs").trim_end_matches("/mod");
        inner.split('/').map(str::to_owned).collect()
    };
    // The root names what other crates use.
    let all: BTreeSet<Module> = own().map(|file| module(&file.path)).filter(|one| one != &["mod"]).collect();
    let imported = |file: &super::tree::File| {
        let found = paths(&file.source().code).into_iter().filter_map(|(line, path)| {
            let path = absolute(&file.path, &path);
            let names: Module = path.strip_prefix("crate::census::")?.split("::").map(str::to_owned).collect();
            let file =
                (1..=names.len()).rev().map(|length| names[..length].to_vec()).find(|part| all.contains(part))?;
            Some((file, line))
        });
        found.collect()
    };
    own().map(|file| (module(&file.path), imported(file))).filter(|(one, _)| one != &["mod"]).collect()
}

fn shown(module: &Module) -> String {
    module.join("/")
}

#[test]
fn no_stage_imports_a_later_one() {
    let rank = |module: &Module| STAGES.iter().position(|stage| *stage == module[0]);
    let mut broken = Vec::new();
    for (module, imports) in imports() {
        let Some(own) = rank(&module) else {
            broken.push(format!("{} belongs to no stage", shown(&module)));
            continue;
        };
        let later = imports.iter().filter(|(other, _)| rank(other).is_none_or(|other| other > own));
        broken.extend(later.map(|(other, line)| format!("{}:{line} imports {}", shown(&module), shown(other))));
    }
    assert_none(
        broken,
        "move what both need to the earlier stage, or hand it in as a value; docs/decisions/0028 says what the stages are.",
    );
}

#[test]
fn no_files_of_a_stage_import_each_other_in_a_circle() {
    let imports = imports();
    // A parent knows its children, and they may know it. How people are packed and what is packed are one thing.
    let is_packing = |module: &Module| PACKING.contains(&shown(module).as_str());
    let is_of_family = |one: &Module, other: &Module| {
        one.starts_with(other) || other.starts_with(one) || (is_packing(one) && is_packing(other))
    };
    let leads_to = |from: &Module| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(module) = open.pop() {
            let next = imports.get(&module).into_iter().flatten().map(|(other, _)| other);
            open.extend(
                next.filter(|other| !is_of_family(&module, other))
                    .filter(|other| seen.insert((*other).clone()))
                    .cloned(),
            );
        }
        seen
    };
    let circles = imports.keys().filter(|module| leads_to(module).contains(*module)).map(shown);
    assert_none(circles.collect(), "take what the others need of one of them out into a file of its own.");
}

#[test]
fn folders_stay_small() {
    let mut folders: BTreeMap<&str, usize> = BTreeMap::new();
    for file in files().iter().filter(|file| file.path.starts_with(CENSUS)) {
        *folders.entry(file.path.rsplit_once('/').map_or("", |(folder, _)| folder)).or_default() += 1;
    }
    let broken = folders.into_iter().filter(|(_, count)| *count > FOLDER);
    assert_none(
        broken.map(|(folder, count)| format!("{folder} has {count} files, {} too many", count - FOLDER)).collect(),
        "find the noun that several of them share, and give it a folder.",
    );
}
