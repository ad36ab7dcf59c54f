//! The files of the groups that a file of several groups is split into, when it is split for the first time and again (rules.md#multi-group-file,
//! rules.md#new-content).

use std::collections::HashSet;
use std::path::Path;

use anyhow::Context as _;
use domain::access::Scope;
use domain::{CensusFileId, GroupId};
use serde_json::json;
use store::census::files::{self, CensusFile, Child, NewContent, NewFile, Settings};
use store::census::issues::{self, NewIssue};
use store::{Tx, stored_files};
use tokio_util::io::ReaderStream;

use super::content::{self, Form, Incoming, Kept};
use super::queueing;
use super::run::Run;
use crate::error::Result;

/// The parts of a file, and what became of them in this run.
pub(super) struct Parts<'a> {
    run: &'a Run<'a>,
    before: Vec<Child>,
    taken: HashSet<GroupId>,
    /// Parts that were made, or given new content.
    pub(super) made: Vec<CensusFileId>,
    /// Parts that had been processed with the very same rows, and stay.
    pub(super) processed: Vec<CensusFileId>,
    /// Parts of groups that the file no longer has.
    pub(super) removed: Vec<CensusFileId>,
}

impl<'a> Parts<'a> {
    /// Those that there are.
    pub(super) async fn of(run: &'a Run<'a>) -> Result<Self> {
        let before = files::children(&run.ctx.store.read(), run.file.id).await?;
        let (made, processed, removed) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Self { run, before, taken: HashSet::new(), made, processed, removed })
    }

    /// Takes in the rows of a group: as the content of its open part, or as another part beside one that was processed with other rows.
    pub(super) async fn take(&mut self, group: GroupId, path: &Path) -> Result<()> {
        let (run, ctx) = (self.run, self.run.ctx);
        self.taken.insert(group);
        let name = ctx.randomness.guid();
        let part = tokio::fs::File::open(path).await.context("a part of a census file")?;
        let incoming = content::receive(ctx, name, Form::Text, u64::MAX, ReaderStream::new(part)).await?;
        let of_group: Vec<Child> = self.before.iter().filter(|child| child.group == group).copied().collect();
        let open = of_group.iter().find(|child| !child.is_processed);
        if open.is_none()
            && let Some(same) = self.processed_with(&of_group, &incoming).await?
        {
            self.processed.push(same);
            return content::discard(ctx, &incoming).await;
        }
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
        let child = match open {
            None => {
                let uploaded_by = parent.uploaded_by;
                let (group, parent) = (Some(group), Some(parent.id));
                let file = NewFile { name, group, parent, content: new, settings, uploaded_by };
                files::insert(&tx, &file, run.stamp()).await?
            }
            Some(child) => {
                let before = files::lock(&tx, Scope::system(), child.id).await?;
                if let Some(why) = content::kept(&tx, &before).await? {
                    drop(tx);
                    self.say_kept(&before, why).await?;
                    return content::discard(ctx, &incoming).await;
                }
                content::replace(&tx, &before, &new, settings, run.stamp()).await?
            }
        };
        let file = files::find(&tx, Scope::system(), child).await?;
        queueing::queue_first(ctx, &tx, run.asker(), &file).await?;
        let entry = run.entry("census.split", "census_file").on(child).in_group(group);
        tx.commit(entry.with_detail(json!({"parent": parent.id}))).await?;
        self.made.push(child);
        Ok(())
    }

    /// The part that was processed with the very same rows, and stands.
    async fn processed_with(&self, of_group: &[Child], incoming: &Incoming) -> Result<Option<CensusFileId>> {
        let db = self.run.ctx.store.read();
        for child in of_group.iter().rev().filter(|child| child.is_processed && !child.is_undone) {
            let file = files::find(&db, Scope::system(), child.id).await?;
            if stored_files::find(&db, file.stored_file).await?.sha256 == incoming.saved.sha256 {
                return Ok(Some(child.id));
            }
        }
        Ok(None)
    }

    /// Removes the open parts of groups in reach that the file no longer has: what they hold stands in no file any more.
    pub(super) async fn remove_others(&mut self, reach: &HashSet<GroupId>) -> Result<()> {
        let is_gone =
            |child: &&Child| !child.is_processed && reach.contains(&child.group) && !self.taken.contains(&child.group);
        let gone: Vec<Child> = self.before.iter().filter(is_gone).copied().collect();
        for child in gone {
            let tx = self.run.begin().await?;
            let before = files::lock(&tx, Scope::system(), child.id).await?;
            match content::kept(&tx, &before).await? {
                Some(why) => {
                    drop(tx);
                    self.say_kept(&before, why).await?;
                }
                None => {
                    self.remove(tx, &before).await?;
                    self.removed.push(child.id);
                }
            }
        }
        Ok(())
    }

    async fn remove(&self, tx: Tx, file: &CensusFile) -> Result<()> {
        files::delete(&tx, file, self.run.stamp()).await?;
        let entry = self.run.entry("census.delete", "census_file").on(file.id).in_group(file.group_id()?);
        Ok(tx.commit(entry.with_detail(json!({"parent": self.run.file.id, "file": file.original_file_name}))).await?)
    }

    /// Says of a part that it could not be given its new rows.
    async fn say_kept(&self, part: &CensusFile, why: Kept) -> Result<()> {
        let code = part.group.as_ref().map_or("", |group| group.code.as_str());
        let message = match why {
            Kept::Busy => format!(
                "The file of Group ID {code} is being worked on, so its rows were not taken over. Run this task again when \
                 that is done."
            ),
            Kept::Imported => format!(
                "The file of Group ID {code} was imported in part, so its rows were not taken over. Finish its import or \
                 delete it, then run this task again."
            ),
        };
        let tx = self.run.begin().await?;
        issues::insert(&tx, self.run.file.id, self.run.task, &[NewIssue::error(None, message)]).await?;
        Ok(tx.commit_unaudited("a part of a census file stays as it is").await?)
    }
}
