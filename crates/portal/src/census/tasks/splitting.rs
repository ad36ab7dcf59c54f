//! Task 5: a file of several groups becomes one file for each of them (rules.md#multi-group-file). Rows of unknown groups, and of groups that
//! whoever asked for the run may not see, are errors of the task; the other groups get their files all the same. Those rows are kept
//! with the file: whom they name is not absent from the other groups' files (rules.md#unreadable-row).

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use chrono::NaiveDate;
use domain::GroupId;
use domain::access::Caller;
use domain::census::cells::unguarded;
use domain::census::identity_keys::IdentityKeys;
use domain::census::split::group_key;
use domain::census::{
    CensusReader, Field, Ignored, Issue, IssueKind, Item, Layout, LayoutBuilder, RawRow, ReadError, Record, RowState,
    Rules, Shape, validate,
};
use serde::Serialize;
use serde_json::json;
use store::census::issues::{self, NewIssue};
use store::census::left_out::{self, LeftOut};
use store::census::{layouts, records, tasks};
use store::groups::listing;
use store::users;
use tempfile::TempDir;

use super::super::asking::{self, LeftOutCount};
use super::super::mapping::{self, GroupOfId, MapSummary};
use super::super::parts::Parts;
use super::super::run::{Finished, Run};
use super::super::source;
use super::super::spool::Spools;
use super::super::validating::forget_rows;
use crate::error::Result;

/// The most lines that are reported and kept one by one.
const REPORTED_LINES: usize = 1000;
/// The most Group IDs that are named.
const NAMED: usize = 20;

/// What the rows of the file came to.
struct Split {
    /// The rows of each group, where they lie and how many they are.
    parts: Vec<(GroupId, PathBuf, u32)>,
    issues: Vec<NewIssue>,
    summary: MapSummary,
    layout: Layout,
    records: u32,
    lost: Lost,
    /// Whether the rows could be told apart by group at all.
    is_whole: bool,
}

/// The rows without a known group.
#[derive(Default)]
struct Lost {
    rows: u32,
    /// Those that do not say who they are.
    nobody: u32,
    /// Those that are kept, with where they stand.
    records: Vec<(Record, RowState)>,
    unknown: Vec<Unknown>,
    /// Rows that a person has left out with their Group ID.
    set_aside: u32,
    /// Lines that were left out, as far as they are kept, and how many there are.
    left_out: Vec<LeftOut>,
    left_out_count: LeftOutCount,
}

/// A Group ID that no group has; blank when the rows have none.
#[derive(Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
struct Unknown {
    group_id: String,
    rows: u32,
    /// The first line.
    line: u64,
}

impl Lost {
    fn leave_out(&mut self, ignored: &Ignored) {
        let Some(line) = LeftOut::of(ignored) else { return };
        self.left_out_count.see(line.line, line.has_name);
        if self.left_out.len() < REPORTED_LINES {
            self.left_out.push(line);
        }
    }

    /// Keeps a row, as far as there is room; whether it says who it is, and is kept.
    fn keep(&mut self, raw: &RawRow, rules: &Rules, state: RowState) -> (bool, bool) {
        let record = validate(raw, rules).record;
        let says_who = raw.shape == Shape::Even && IdentityKeys::default().add(&record);
        let is_kept = self.records.len() < REPORTED_LINES;
        if is_kept {
            self.records.push((record, state));
        }
        (says_who, is_kept)
    }

    /// Leaves out a row as the user decided. Its person does not count as absent in the other groups' files.
    fn set_aside(&mut self, raw: &RawRow, rules: &Rules) {
        self.set_aside = self.set_aside.saturating_add(1);
        let (_, is_kept) = self.keep(raw, rules, RowState::SkippedByRule);
        self.nobody += u32::from(!is_kept);
    }

    fn add(&mut self, raw: &RawRow, number: &str, rules: &Rules) {
        self.rows = self.rows.saturating_add(1);
        let (says_who, is_kept) = self.keep(raw, rules, RowState::Error);
        self.nobody += u32::from(!says_who || !is_kept);
        let may_name = self.unknown.len() < NAMED;
        match self.unknown.iter_mut().find(|one| one.group_id == number) {
            Some(known) => known.rows += 1,
            None if !may_name => {}
            None => self.unknown.push(Unknown { group_id: number.to_owned(), rows: 1, line: raw.line }),
        }
    }
}

/// Runs the task.
pub(in crate::census) async fn run(run: &Run<'_>) -> Result<Finished> {
    let groups = groups_in_reach(run).await?;
    let reach: HashSet<GroupId> = groups.values().copied().collect();
    let folder = parts_folder(&run.ctx.config.parts_folder())?;
    let split = split(run, groups, folder.path().to_owned()).await?;
    forget_rows(run).await?;
    let tx = run.begin().await?;
    issues::insert(&tx, run.file.id, run.task, &split.issues).await?;
    let lost: Vec<_> = split.lost.records.iter().map(|(record, state)| (record, *state)).collect();
    records::insert(&tx, run.file.id, &lost).await?;
    left_out::insert(&tx, run.file.id, &split.lost.left_out).await?;
    layouts::replace(&tx, run.file.id, &split.layout, run.ctx.now()).await?;
    run.commit_chunk(tx, 0, split.records).await?;
    let mut parts = Parts::of(run).await?;
    let mut done = 0_u32;
    for (group, path, rows) in &split.parts {
        parts.take(*group, path).await?;
        done = done.saturating_add(*rows);
        let tx = run.begin().await?;
        run.commit_chunk(tx, done, split.records).await?;
    }
    if split.is_whole {
        parts.remove_others(&reach).await?;
    }
    let mut summary = serde_json::to_value(split.summary).map_err(anyhow::Error::from)?;
    for (name, value) in [
        ("Files", json!(parts.made)),
        ("Processed", json!(parts.processed)),
        ("Removed", json!(parts.removed)),
        ("RecordsWithErrors", json!(split.lost.rows)),
        ("UnknownGroupIds", json!(split.lost.unknown)),
        ("Nobody", json!(split.lost.nobody)),
        ("SetAside", json!(split.lost.set_aside)),
        ("LeftOut", json!(split.lost.left_out_count.lines)),
        ("LeftOutNamed", json!(split.lost.left_out_count.named)),
    ] {
        summary[name] = value;
    }
    Ok(Finished { total: split.records, summary: Some(summary), ..Finished::default() })
}

/// A folder of this run alone, which goes with it; what a killed one leaves is removed at night.
fn parts_folder(within: &Path) -> Result<TempDir> {
    const WHAT: &str = "a folder for the parts of a census file";
    std::fs::create_dir_all(within).context(WHAT)?;
    Ok(tempfile::tempdir_in(within).context(WHAT)?)
}

/// The groups that rows may name, by their folded number.
async fn groups_in_reach(run: &Run<'_>) -> Result<HashMap<String, GroupId>> {
    let db = run.ctx.store.read();
    let account = users::account(&db, run.by).await?.ok_or_else(|| domain::Invalid::field("", NO_ACCOUNT))?;
    let broker = account.broker.map(|(broker, _)| broker);
    let scope = Caller { user: run.by, role: account.role, broker, impersonator: None }.scope();
    let names = listing::names(&db, scope).await?;
    Ok(names.into_iter().map(|group| (group_key(&group.code), group.id)).collect())
}

const NO_ACCOUNT: &str = "Whoever asked for this task can no longer sign in. Run it again.";

/// Whose the rows of a Group ID are, by its folded number; `None` for one that a person has left out.
type Owners = HashMap<String, Option<GroupId>>;

/// The groups by their own numbers, and the Group IDs about which a person has decided. A number that a group has is its own; a group that
/// the asking person may not see gets nothing.
fn owners(groups: HashMap<String, GroupId>, decided: &[GroupOfId]) -> Owners {
    let reach: HashSet<GroupId> = groups.values().copied().collect();
    let mut owners: Owners = groups.into_iter().map(|(key, group)| (key, Some(group))).collect();
    for one in decided.iter().filter(|one| one.employer.is_none_or(|group| reach.contains(&group))) {
        owners.entry(group_key(&one.group_id)).or_insert(one.employer);
    }
    owners
}

async fn split(run: &Run<'_>, groups: HashMap<String, GroupId>, folder: PathBuf) -> Result<Split> {
    let db = run.ctx.store.read();
    let asked = mapping::summary(&tasks::of_file(&db, run.file.id).await?, run.task).asked;
    let groups = owners(groups, &asked.groups);
    let content = source::open(run.ctx, run.file.stored_file).await?;
    let options = mapping::options(run.ctx, &run.file, asked.place()).await?;
    let options = asking::decided(&db, run.file.id, options).await?;
    let today = run.ctx.today();
    source::blocking(content, options, move |mut reader| {
        let (mapping, mut summary) = mapping::describe(&reader, asked, today);
        let mut issues = Vec::new();
        reader.use_mapping(mapping);
        let mut spools = Spools::new(folder, reader.mapping().clone());
        let mut lost = Lost::default();
        let mut sizes = BTreeMap::new();
        let mut layout = LayoutBuilder::new(&reader, Rules { multi_group: true, ..Rules::on(today) });
        let is_whole = reader.mapping().column_of(Field::GroupId).is_some();
        if is_whole {
            (lost, sizes) = distribute(&mut reader, (&groups, today), (&mut spools, &mut layout), &mut issues)?;
        } else {
            source::count_records(&mut reader, |item, reader| layout.see(&item, reader), |_| {})?;
        }
        let of_file = reader.issues_of_file(true);
        // A part would hold the employees without the people who stand beside them, or values in an order without an answer.
        let is_undecided = of_file
            .iter()
            .any(|issue| matches!(issue.kind, IssueKind::PeopleBeside | IssueKind::DateOrder | IssueKind::NameOrder));
        issues.splice(0..0, of_file.into_iter().map(NewIssue::of_file));
        summary.encoding = reader.encoding_name().to_owned();
        summary.undecided.extend(reader.undecided());
        let records = u32::try_from(reader.records()).unwrap_or(u32::MAX);
        let mut parts = spools.finish().map_err(ReadError::Io)?;
        if is_undecided {
            parts.clear();
        }
        let is_whole = is_whole && !is_undecided;
        let parts = parts.into_iter().map(|(group, path)| (group, path, sizes.get(&group).copied().unwrap_or(0)));
        let (layout, _) = layout.finish(&reader);
        Ok(Split { parts: parts.collect(), issues, summary, layout, records, lost, is_whole })
    })
    .await
}

/// Gives each row to its group; gives the rows that have none, and how many each group has.
fn distribute<R: std::io::Read>(
    reader: &mut CensusReader<R>,
    (groups, today): (&Owners, NaiveDate),
    (spools, layout): (&mut Spools, &mut LayoutBuilder),
    issues: &mut Vec<NewIssue>,
) -> std::result::Result<(Lost, BTreeMap<GroupId, u32>), ReadError> {
    let rules = Rules::on(today).for_columns(reader.mapping());
    let (mut lost, mut sizes) = (Lost::default(), BTreeMap::new());
    while let Some(item) = reader.next_item()? {
        layout.see(&item, reader);
        let raw = match item {
            Item::Row(raw) => raw,
            Item::Ignored(ignored) => {
                lost.leave_out(&ignored);
                continue;
            }
        };
        let number = raw.get(Field::GroupId).map_or("", unguarded).to_owned();
        match groups.get(&group_key(&number)) {
            Some(Some(group)) => {
                spools.row(*group, &raw).map_err(ReadError::Io)?;
                *sizes.entry(*group).or_default() += 1;
            }
            Some(None) => lost.set_aside(&raw, &rules),
            None => {
                lost.add(&raw, &number, &rules);
                if issues.len() < REPORTED_LINES {
                    issues.push(NewIssue::of_row(raw.number, unknown_group(raw.line, &number)));
                }
            }
        }
    }
    Ok((lost, sizes))
}

fn unknown_group(line: u64, number: &str) -> Issue {
    if number.is_empty() {
        let message = format!("Line {line}: Group ID is required.");
        return Issue::of_field(line, Field::GroupId, IssueKind::MissingRequired, message);
    }
    let message = format!("Line {line}: there is no group with the Group ID '{number}'.");
    Issue::of_field(line, Field::GroupId, IssueKind::InvalidValue, message).with_value(number)
}
