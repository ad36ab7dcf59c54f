//! Task 5: a file of several groups becomes one file for each of them (decisions C1). Rows of unknown groups, and of groups that
//! whoever asked for the run may not see, are errors of the task; the other groups get their files all the same.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use domain::access::Caller;
use domain::census::split::group_key;
use domain::census::values::unguarded;
use domain::census::{CensusReader, Field, Issue, IssueKind, Item, ReadError};
use domain::{CensusFileId, GroupId};
use serde_json::json;
use store::census::files::{self, NewContent, NewFile, Settings};
use store::census::issues::{self, NewIssue};
use store::census::{mappings, tasks};
use store::groups::listing;
use store::users;
use tempfile::TempDir;
use tokio_util::io::ReaderStream;

use super::content::{self, Form};
use super::mapping::{self, MapSummary};
use super::queueing;
use super::run::{Finished, Run};
use super::source;
use super::spool::Spools;
use crate::error::Result;

/// The most lines that are reported one by one.
const REPORTED_LINES: usize = 1000;

/// What the rows of the file came to.
struct Split {
    parts: BTreeMap<GroupId, PathBuf>,
    issues: Vec<NewIssue>,
    summary: MapSummary,
    records: u32,
    with_errors: u32,
}

/// Runs the task.
pub(super) async fn run(run: &Run<'_>) -> Result<Finished> {
    let groups = groups_in_reach(run).await?;
    let folder = parts_folder(&run.ctx.config.parts_folder())?;
    let split = split(run, groups, folder.path().to_owned()).await?;
    let tx = run.begin().await?;
    issues::insert(&tx, run.file.id, run.task, &split.issues).await?;
    run.commit_chunk(tx, 0, split.records).await?;
    let mut made = Vec::new();
    let existing: HashMap<GroupId, CensusFileId> =
        files::children(&run.ctx.store.read(), run.file.id).await?.into_iter().map(|(id, group)| (group, id)).collect();
    for (group, path) in &split.parts {
        if let Some(child) = make_child(run, *group, path, existing.get(group).copied()).await? {
            made.push(child);
        }
    }
    let mut summary = serde_json::to_value(split.summary).map_err(anyhow::Error::from)?;
    summary["Files"] = json!(made);
    summary["RecordsWithErrors"] = json!(split.with_errors);
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

async fn split(run: &Run<'_>, groups: HashMap<String, GroupId>, folder: PathBuf) -> Result<Split> {
    let db = run.ctx.store.read();
    let asked = mapping::summary(&tasks::of_file(&db, run.file.id).await?, run.task).asked;
    let remembered = mappings::remembered(&db, None).await?;
    let content = source::open(run.ctx, run.file.stored_file).await?;
    let options = source::options(run.ctx, remembered, asked.heading_line);
    source::blocking(content, options, move |mut reader| {
        let (mapping, mut summary) = mapping::describe(&reader, asked);
        let mut issues: Vec<_> =
            mapping.issues(reader.heading_line(), true).into_iter().map(NewIssue::of_file).collect();
        reader.use_mapping(mapping);
        let mut spools = Spools::new(folder, reader.mapping().clone());
        let mut with_errors = 0;
        if reader.mapping().column_of(Field::GroupId).is_some() {
            with_errors = distribute(&mut reader, &groups, &mut spools, &mut issues)?;
        } else {
            source::count_records(&mut reader)?;
        }
        summary.encoding = reader.encoding_name().to_owned();
        let records = u32::try_from(reader.records()).unwrap_or(u32::MAX);
        let parts = spools.finish().map_err(ReadError::Io)?;
        Ok(Split { parts, issues, summary, records, with_errors })
    })
    .await
}

/// Gives each row to its group; gives how many rows have none.
fn distribute<R: std::io::Read>(
    reader: &mut CensusReader<R>,
    groups: &HashMap<String, GroupId>,
    spools: &mut Spools,
    issues: &mut Vec<NewIssue>,
) -> std::result::Result<u32, ReadError> {
    let mut lost = 0_u32;
    while let Some(item) = reader.next_item()? {
        let Item::Row(raw) = item else { continue };
        let number = raw.get(Field::GroupId).map_or("", unguarded).to_owned();
        match groups.get(&group_key(&number)) {
            Some(group) => spools.row(*group, &raw).map_err(ReadError::Io)?,
            None => {
                lost += 1;
                if issues.len() < REPORTED_LINES {
                    issues.push(NewIssue::of_row(raw.number, unknown_group(raw.line, &number)));
                }
            }
        }
    }
    Ok(lost)
}

fn unknown_group(line: u64, number: &str) -> Issue {
    if number.is_empty() {
        let message = format!("Line {line}: Group ID is required.");
        return Issue::of_field(line, Field::GroupId, IssueKind::MissingRequired, message);
    }
    let message = format!("Line {line}: there is no group with the Group ID '{number}'.");
    Issue::of_field(line, Field::GroupId, IssueKind::InvalidValue, message).with_value(number)
}

/// Makes or replaces the file of one group; `None` when there is one that has been processed, which stays as it is.
async fn make_child(
    run: &Run<'_>,
    group: GroupId,
    path: &Path,
    existing: Option<CensusFileId>,
) -> Result<Option<CensusFileId>> {
    let ctx = run.ctx;
    let name = ctx.randomness.guid();
    let part = tokio::fs::File::open(path).await.context("a part of a census file")?;
    let incoming = content::receive(ctx, name, Form::Text, u64::MAX, ReaderStream::new(part)).await?;
    let tx = run.begin().await?;
    let stored_file = content::keep(&tx, &incoming, run.stamp()).await?;
    let parent = &run.file;
    let new = NewContent {
        original_file_name: content::text_name(&parent.original_file_name),
        stored_file,
        by_administrator: parent.by_administrator,
    };
    let explicit_import = if parent.by_administrator { None } else { Some(false) };
    let settings = Settings { explicit_import, global_effective_on: parent.global_effective_on };
    let child = match existing {
        None => {
            let uploaded_by = parent.uploaded_by;
            let (group, parent) = (Some(group), Some(parent.id));
            let file = NewFile { name, group, parent, content: new, settings, uploaded_by };
            files::insert(&tx, &file, run.stamp()).await?
        }
        Some(child) => {
            let before = files::lock(&tx, domain::access::Scope::system(), child).await?;
            if content::refusal(&tx, &before).await?.is_some() {
                drop(tx);
                content::discard(ctx, &incoming).await?;
                return Ok(None);
            }
            content::replace(&tx, &before, &new, settings, run.stamp()).await?
        }
    };
    let file = files::find(&tx, domain::access::Scope::system(), child).await?;
    queueing::queue_first(ctx, &tx, run.asker(), &file).await?;
    let entry = run.entry("census.split", "census_file").on(child).in_group(group);
    tx.commit(entry.with_detail(json!({"parent": parent.id}))).await?;
    Ok(Some(child))
}
