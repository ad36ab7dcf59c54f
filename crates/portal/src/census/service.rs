//! Use cases of census files: found, uploaded, replaced, changed, deleted, processed.

use chrono::{DateTime, Days, NaiveDate, Utc};
use domain::access::Scope;
use domain::census::IssueKind;
use domain::census::file::{FileStatus, Task};
use domain::census::progress::{Denied, effective_explicit};
use domain::groups::GroupStatus;
use domain::period::check_plausible;
use domain::{CensusFileId, CensusTaskId, GroupId, Invalid, Page, PageRequest, UserId};
use serde_json::json;
use store::audit::Entry;
use store::census::files::{self, CensusFile, NewContent, NewFile, Settings};
use store::census::issues::{self, StoredIssue};
use store::census::listing::{self, FileFilter};
use store::census::mappings;
use store::census::matches::{self, NamedMatch};
use store::census::questions::{self, StoredQuestion};
use store::census::records::{self, RecordFilter, StoredRecord};
use store::census::tasks::{self, TaskRow};
use store::census::undo;
use store::counts::{self, MemberCounts};
use store::{Stamp, Tx, groups};

use super::content;
use super::mapping;
use super::queueing::{self, Asker};
use super::resolving::resettle;
use super::undoing;
use super::upload::Upload;
use crate::clock::start_of_day;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// A file with everything its screens show.
#[derive(Debug)]
pub struct FileDetail {
    /// The file.
    pub file: CensusFile,
    /// Its tasks.
    pub tasks: Vec<TaskRow>,
    /// What it asks.
    pub questions: Vec<StoredQuestion>,
    /// What is said about it as a whole.
    pub issues: Vec<StoredIssue>,
    /// The members of its group today.
    pub members: MemberCounts,
    /// The last day on which it may be undone; `None` when it may not be undone.
    pub undoable_until: Option<NaiveDate>,
    /// Whether new content may take the place of its own.
    pub may_replace: bool,
}

/// The instant from which, and the instant before which, files were uploaded.
pub type Uploaded = (Option<DateTime<Utc>>, Option<DateTime<Utc>>);

/// A page of the files in scope.
///
/// # Errors
/// When the database fails.
pub async fn search(
    ctx: &Context,
    who: &CallerOrigin,
    filter: &FileFilter,
    request: &PageRequest,
) -> Result<Page<FileDetail>> {
    let page = listing::search(&ctx.store.read(), who.scope(), filter, request).await?;
    let (total, per_page) = (page.total, page.per_page);
    Ok(Page { rows: detailed(ctx, page.rows).await?, total, per_page })
}

/// The instants from which and before which files of these business days were uploaded.
///
/// # Errors
/// A day that is none.
pub fn uploaded(ctx: &Context, from: Option<NaiveDate>, to: Option<NaiveDate>) -> Result<Uploaded> {
    let mut invalid = Invalid::none();
    check_plausible(&mut invalid, "UploadedFrom", "Uploaded From", from);
    check_plausible(&mut invalid, "UploadedTo", "Uploaded To", to);
    invalid.result()?;
    let start = |day| start_of_day(ctx.config.time_zone, day);
    Ok((from.map(start), to.map(|day| start(day + Days::new(1)))))
}

/// Puts the file that a link asks for at the head of the first page, where it stands on a later one; one that the list does not have stays
/// out of it.
///
/// # Errors
/// When the database fails.
pub async fn with_expanded(
    ctx: &Context,
    who: &CallerOrigin,
    (filter, request): (FileFilter, &PageRequest),
    expanded: CensusFileId,
    page: Page<FileDetail>,
) -> Result<Page<FileDetail>> {
    if request.page > 1 || page.rows.iter().any(|row| row.file.id == expanded) {
        return Ok(page);
    }
    let one = FileFilter { ids: Some(vec![expanded]), ..filter };
    let found = search(ctx, who, &one, &PageRequest { term: request.term.clone(), ..PageRequest::first(1) }).await?;
    Ok(Page { rows: found.rows.into_iter().chain(page.rows).collect(), ..page })
}

/// One file.
///
/// # Errors
/// [`Error::NotFound`] when it is not in scope.
pub async fn find(ctx: &Context, who: &CallerOrigin, id: CensusFileId) -> Result<FileDetail> {
    let file = files::find(&ctx.store.read(), who.scope(), id).await?;
    detailed(ctx, vec![file]).await?.pop().ok_or(Error::NotFound)
}

/// Adds what stands beside the files of a page: five queries, however many files.
async fn detailed(ctx: &Context, files: Vec<CensusFile>) -> Result<Vec<FileDetail>> {
    let db = ctx.store.read();
    let ids: Vec<_> = files.iter().map(|file| file.id).collect();
    let groups: Vec<_> = files.iter().filter_map(|file| file.group.as_ref().map(|group| group.id)).collect();
    let mut tasks = tasks::of_files(&db, &ids).await?;
    let mut issues = issues::of_files(&db, &ids).await?;
    let members = counts::of_groups(&db, &groups, ctx.today()).await?;
    let changed = undo::last_changes(&db, &ids).await?;
    let mut asked = questions::of_files(&db, &ids).await?;
    let detail = |file: CensusFile| {
        let tasks = tasks.remove(&file.id).unwrap_or_default();
        FileDetail {
            may_replace: is_served(&file) && content::may_replace(&file, &tasks, changed.contains_key(&file.id)),
            undoable_until: undoing::until(ctx, &file, &tasks, changed.get(&file.id).copied()),
            questions: asked.remove(&file.id).unwrap_or_default(),
            issues: issues.remove(&file.id).unwrap_or_default(),
            members: file.group.as_ref().and_then(|group| members.get(&group.id).copied()).unwrap_or_default(),
            tasks,
            file,
        }
    };
    Ok(files.into_iter().map(detail).collect())
}

/// Takes an upload in: a new file, or new content of one that has not been processed (rules.md#new-content).
///
/// # Errors
/// Field errors; [`Error::NotFound`] when the group or the file is not in scope. Then nothing is kept.
pub(crate) async fn upload(ctx: &Context, who: &CallerOrigin, upload: Upload) -> Result<FileDetail> {
    match take_in(ctx, who, &upload).await {
        Ok(id) => find(ctx, who, id).await,
        Err(error) => {
            upload.discard(ctx).await?;
            Err(error)
        }
    }
}

/// A row of a file with what is said about it and the members it was lined up with.
pub type JudgedRow = (StoredRecord, Vec<StoredIssue>, Vec<NamedMatch>);

/// Which records a list of a task shows: the one of a number if there is one, otherwise those of a word; all by any other.
pub fn wanted_records(word: Option<&str>, number: Option<u32>, task: Task) -> RecordFilter {
    if let Some(number) = number {
        return RecordFilter::One(number);
    }
    match word.unwrap_or_default().to_ascii_lowercase().as_str() {
        "errors" => RecordFilter::Errors(task),
        "warnings" => RecordFilter::Warnings(task),
        "saysleft" => RecordFilter::Told(IssueKind::SaysLeft),
        "valid" => RecordFilter::Valid,
        "skipped" => RecordFilter::Skipped,
        "matched" => RecordFilter::Matched,
        "unmatched" => RecordFilter::Unmatched,
        _ => RecordFilter::All,
    }
}

/// A page of the rows of a file that the caller has found in its scope, in the order of the file.
///
/// # Errors
/// When the database fails.
pub async fn records(
    ctx: &Context,
    file: CensusFileId,
    filter: RecordFilter,
    request: PageRequest,
) -> Result<Page<JudgedRow>> {
    let db = ctx.store.read();
    let page = records::search(&db, file, filter, &PageRequest { order_by: None, ..request }).await?;
    let numbers: Vec<u32> = page.rows.iter().map(|row| row.record.number).collect();
    let mut said = issues::of_rows(&db, file, &numbers).await?;
    let mut matched = matches::of_rows(&db, file, &numbers).await?;
    Ok(page.map(|row| {
        let issues = said.remove(&row.record.number).unwrap_or_default();
        let matched = matched.remove(&row.record.number).unwrap_or_default();
        (row, issues, matched)
    }))
}

async fn take_in(ctx: &Context, who: &CallerOrigin, upload: &Upload) -> Result<CensusFileId> {
    let db = ctx.store.read();
    let group = upload.group.filter(|_| !upload.multi_group);
    let mut headings_of = group;
    if let Some(replaced) = upload.replaces {
        let of_file = files::find(&db, who.scope(), replaced).await?.group;
        of_file.as_ref().map_or(Ok(()), |group| check_served(group.status, "File"))?;
        headings_of = of_file.map(|group| group.id);
    } else if let Some(group) = group {
        check_served(groups::find(&db, who.scope(), group).await?.details.status, "EmployerId")?;
    }
    let received = upload.check(ctx, mappings::remembered(&db, headings_of).await?).await?;
    let tx = ctx.store.begin().await?;
    let stamp = who.stamp(ctx);
    let content = NewContent {
        original_file_name: received.file_name.clone(),
        stored_file: content::keep(&tx, &received.content, stamp).await?,
        by_administrator: who.is_administrator(),
    };
    let (id, action) = match upload.replaces {
        Some(id) => (replace(&tx, who, id, &content, upload, stamp).await?, "census.replace"),
        None => {
            let settings =
                settings(who, upload.explicit_import.flatten(), upload.effective_on.flatten(), group.is_none());
            let uploaded_by = who.user;
            let new = NewFile { name: received.name, group, parent: None, content, settings, uploaded_by };
            (files::insert(&tx, &new, stamp).await?, "census.upload")
        }
    };
    let file = files::find(&tx, Scope::system(), id).await?;
    queueing::queue_first(ctx, &tx, Asker::from(who), &file).await?;
    let detail = json!({"file": received.file_name, "bytes": received.content.saved.size});
    tx.commit(file_entry(ctx, who, action, &file).with_detail(detail)).await?;
    Ok(id)
}

/// Whether the group of a file is served; a file of several groups has none.
fn is_served(file: &CensusFile) -> bool {
    file.group.as_ref().is_none_or(|group| group.status.check_members_editable().is_ok())
}

/// Refuses a file of a group that is not served: it could never be processed (rules.md#inactive-group).
fn check_served(status: GroupStatus, key: &str) -> Result<()> {
    let refused = |_| Invalid::field(key, "This group is in-active: a census file of it cannot be processed.");
    Ok(status.check_members_editable().map_err(refused)?)
}

/// Puts what was uploaded in the place of a file's content.
async fn replace(
    tx: &Tx,
    who: &CallerOrigin,
    id: CensusFileId,
    new: &NewContent,
    upload: &Upload,
    stamp: Stamp,
) -> Result<CensusFileId> {
    let before = files::lock(tx, who.scope(), id).await?;
    if let Some(why) = content::kept(tx, &before).await? {
        return Err(Invalid::field("File", why.message()).into());
    }
    // What the upload does not name stays as it is.
    let explicit = upload.explicit_import.unwrap_or(before.explicit_import);
    let effective_on = upload.effective_on.unwrap_or(before.global_effective_on);
    let settings = settings(who, explicit, effective_on, before.is_multi_group);
    content::replace(tx, &before, new, settings, stamp).await
}

/// What a caller may set: others than administrators end nobody and choose no date (rules.md#who-may-end-members, rules.md#effective-date-of-a-file,
/// rules.md#settings-of-a-file).
fn settings(who: &CallerOrigin, explicit: Option<bool>, effective_on: Option<NaiveDate>, several: bool) -> Settings {
    if !who.is_administrator() {
        return Settings { explicit_import: Some(false), global_effective_on: None };
    }
    Settings { explicit_import: explicit.filter(|_| !several), global_effective_on: effective_on }
}

/// Saves the settings of a file. Both are an administrator's (rules.md#settings-of-a-file).
///
/// # Errors
/// [`Error::NotFound`] when it is not in scope; [`Error::Forbidden`] for others than administrators; stale versions.
pub async fn update(
    ctx: &Context,
    who: &CallerOrigin,
    id: CensusFileId,
    version: Option<i32>,
    change: impl FnOnce(Settings) -> Settings,
) -> Result<FileDetail> {
    files::find(&ctx.store.read(), who.scope(), id).await?;
    if !who.is_administrator() {
        return Err(Error::Forbidden);
    }
    let tx = ctx.store.begin().await?;
    let before = files::lock(&tx, who.scope(), id).await?;
    require_unprocessed(&tx, &before).await?;
    let old = Settings { explicit_import: before.explicit_import, global_effective_on: before.global_effective_on };
    let new = change(old);
    let mut invalid = Invalid::none();
    check_plausible(&mut invalid, "GlobalEffectiveDate", "Global Effective Date", new.global_effective_on);
    if let (Some(true), Some(why)) = (new.explicit_import, cannot_end(&before)) {
        invalid.add("ExplicitImport", why);
    }
    invalid.result()?;
    files::update(&tx, id, version, new, who.stamp(ctx)).await?;
    let mut entries = vec![updated(ctx, who, &before, new)];
    if before.is_multi_group && old.global_effective_on != new.global_effective_on {
        entries.extend(date_parts(ctx, who, &tx, id, new.global_effective_on).await?);
    } else if old != new {
        // What the inspection has counted, and what an administrator has confirmed, was by the former settings.
        resettle(&tx, &before, Task::InspectData).await?;
    }
    tx.commit_all(entries).await?;
    find(ctx, who, id).await
}

/// Gives the parts of a file that are not processed the day of the whole, which they were split off with (rules.md#effective-date-of-a-file).
async fn date_parts(
    ctx: &Context,
    who: &CallerOrigin,
    tx: &Tx,
    parent: CensusFileId,
    effective_on: Option<NaiveDate>,
) -> Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for child in files::children(tx, parent).await?.into_iter().filter(|child| !child.is_processed) {
        let part = files::lock(tx, who.scope(), child.id).await?;
        require_unprocessed(tx, &part).await?;
        let new = Settings { explicit_import: part.explicit_import, global_effective_on: effective_on };
        files::update(tx, part.id, None, new, who.stamp(ctx)).await?;
        resettle(tx, &part, Task::InspectData).await?;
        entries.push(updated(ctx, who, &part, new));
    }
    Ok(entries)
}

fn updated(ctx: &Context, who: &CallerOrigin, before: &CensusFile, new: Settings) -> Entry {
    let said =
        |s: Settings| json!({"explicit_import": s.explicit_import, "global_effective_on": s.global_effective_on});
    let old = Settings { explicit_import: before.explicit_import, global_effective_on: before.global_effective_on };
    file_entry(ctx, who, "census.update", before).with_change(&said(old), &said(new))
}

/// By which settings a file is applied stays as it is while a task is at work, and once it is applied (rules.md#census-tasks).
async fn require_unprocessed(tx: &Tx, file: &CensusFile) -> Result<()> {
    queueing::check_not_undone(file)?;
    let progress = tasks::progress(file.is_multi_group, &tasks::of_file(tx, file.id).await?);
    let why = match progress.current() {
        Some(_) => Denied::Busy,
        None if file.processed_at.is_some() => Denied::Processed,
        None => return Ok(()),
    };
    Err(Invalid::field("", why.to_string()).into())
}

/// Why a file ends nobody, whatever is set (rules.md#who-may-end-members).
fn cannot_end(file: &CensusFile) -> Option<&'static str> {
    match (file.is_multi_group, file.by_administrator) {
        (true, _) => Some("A file of several groups ends nobody itself. Set this at the file of each group."),
        (false, false) => {
            Some("Only a file that an administrator has uploaded can end absent members. Upload it again.")
        }
        (false, true) => None,
    }
}

/// Deletes a file. What it did to members stays.
///
/// # Errors
/// [`Error::NotFound`] when it is not in scope; a refusal while a task is at work.
pub async fn delete(ctx: &Context, who: &CallerOrigin, id: CensusFileId) -> Result<()> {
    let tx = ctx.store.begin().await?;
    let file = files::lock(&tx, who.scope(), id).await?;
    let is_undone_now = file.undo.is_some_and(|undo| undo.state.is_busy());
    if is_undone_now || tasks::progress(file.is_multi_group, &tasks::of_file(&tx, id).await?).current().is_some() {
        return Err(Invalid::field("", "This file is being worked on already.").into());
    }
    files::delete(&tx, &file, who.stamp(ctx)).await?;
    let detail = json!({"file": file.original_file_name});
    Ok(tx.commit(file_entry(ctx, who, "census.delete", &file).with_detail(detail)).await?)
}

/// Runs a task by hand (rules.md#census-tasks).
///
/// # Errors
/// [`Error::NotFound`] when file or task is not in scope; the reason when it may not run now.
pub async fn run_task(ctx: &Context, who: &CallerOrigin, id: CensusFileId, task: CensusTaskId) -> Result<FileDetail> {
    let (_, row) = task_of(ctx, who, id, task).await?;
    let tx = ctx.store.begin().await?;
    let file = files::lock(&tx, who.scope(), id).await?;
    queueing::check(&tx, &file, row.task).await?;
    // How people have mapped the columns outlives another run.
    let asked = mapping::kept(&tasks::of_file(&tx, id).await?, row.task)?;
    queueing::queue(ctx, &tx, Asker::from(who), &file, row.task, row.task).await?;
    if let Some(asked) = asked {
        tasks::set_summary(&tx, id, row.task, asked).await?;
    }
    let detail = json!({"task": row.task.name()});
    tx.commit(file_entry(ctx, who, "census.run", &file).with_detail(detail)).await?;
    find(ctx, who, id).await
}

/// An audit entry of the caller about a file, in the file's group if it has one.
pub(super) fn file_entry(ctx: &Context, who: &CallerOrigin, action: &'static str, file: &CensusFile) -> Entry {
    let entry = who.entry(ctx, action, "census_file").on(file.id);
    match &file.group {
        Some(group) => entry.in_group(group.id),
        None => entry,
    }
}

/// A task of a file.
///
/// # Errors
/// [`Error::NotFound`] when the file is not in scope or has no such task.
pub async fn task_of(
    ctx: &Context,
    who: &CallerOrigin,
    id: CensusFileId,
    task: CensusTaskId,
) -> Result<(FileDetail, TaskRow)> {
    let detail = find(ctx, who, id).await?;
    let row = detail.tasks.iter().find(|row| row.id == task).cloned().ok_or(Error::NotFound)?;
    Ok((detail, row))
}

/// Whether a file ends absent members, by its own setting and its group's (rules.md#explicit-import).
pub(super) fn is_explicit(file: &CensusFile) -> bool {
    let of_group = file.group.as_ref().is_some_and(|group| group.explicit_import);
    effective_explicit(file.explicit_import, of_group, file.by_administrator, file.is_multi_group)
}

/// Groups of a wish as a filter; 0 means all.
pub fn groups_of(ids: &[i64]) -> Vec<GroupId> {
    ids.iter().filter(|id| **id != 0).map(|id| GroupId(*id)).collect()
}

/// The statuses of a list's filter, by their numbers.
///
/// # Errors
/// A number that is none.
pub fn statuses_of(numbers: &[i64]) -> Result<Vec<FileStatus>> {
    let status = |number: &i64| i16::try_from(*number).ok().and_then(FileStatus::from_number);
    let statuses: Option<Vec<FileStatus>> = numbers.iter().map(status).collect();
    statuses.ok_or_else(|| Invalid::field("Statuses", "There is no such status.").into())
}

/// The users who uploaded files in scope, of one group where it is given, by name.
///
/// # Errors
/// When the database fails.
pub async fn uploaders(ctx: &Context, who: &CallerOrigin, group: Option<GroupId>) -> Result<Vec<(UserId, String)>> {
    Ok(listing::uploaders(&ctx.store.read(), who.scope(), group).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_asked_for_before_a_word_and_an_unknown_word_means_all() {
        for (word, number, wanted) in [
            (None, None, RecordFilter::All),
            (Some("Errors"), None, RecordFilter::Errors(Task::MatchEmployees)),
            (Some("warnings"), None, RecordFilter::Warnings(Task::MatchEmployees)),
            (Some("saysLeft"), None, RecordFilter::Told(IssueKind::SaysLeft)),
            (Some("valid"), None, RecordFilter::Valid),
            (Some("SKIPPED"), None, RecordFilter::Skipped),
            (Some("matched"), None, RecordFilter::Matched),
            (Some("unmatched"), None, RecordFilter::Unmatched),
            (Some("odd"), None, RecordFilter::All),
            (Some("errors"), Some(7), RecordFilter::One(7)),
        ] {
            assert_eq!(wanted_records(word, number, Task::MatchEmployees), wanted, "{word:?} {number:?}");
        }
    }
}
