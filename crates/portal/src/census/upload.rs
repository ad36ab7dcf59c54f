//! An uploaded file on its way in: its parts are read in whatever order they come, the content is streamed to the file store, and
//! what is refused leaves nothing behind (rules.md#file-limits, rules.md#new-content, rules.md#settings-of-a-file).

use axum::body::Bytes;
use chrono::NaiveDate;
use domain::census::ReadError;
use domain::labels::label;
use domain::period::{check_plausible, read_date};
use domain::{CensusFileId, GroupId, Invalid};
use futures_util::{Stream, stream};
use store::census::mappings::RememberedColumns;
use uuid::Uuid;

use super::content::{self, Form, Incoming};
use super::source;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::{Part, UploadParts};

/// What is said when no file comes with the upload.
pub(super) const NO_FILE: &str = "You must select a file.";
/// What is said of a file of another kind.
const WRONG_NAME: &str = "Only .csv and .xlsx files can be uploaded.";
/// The longest text of a part that is not the file.
const LONGEST_TEXT: usize = 1000;

/// What an upload says.
#[derive(Debug, Default)]
pub(crate) struct Upload {
    /// The group; `None` for a file of several groups.
    pub(crate) group: Option<GroupId>,
    /// The file whose content is replaced.
    pub(super) replaces: Option<CensusFileId>,
    /// Whether the file holds several groups.
    pub(crate) multi_group: bool,
    /// The day on which it takes effect; `Some(None)` says that there is none, `None` says nothing.
    pub(crate) effective_on: Option<Option<NaiveDate>>,
    /// Whether absent members are ended; `Some(None)` leaves it to the group (rules.md#explicit-import), `None` says nothing.
    pub(crate) explicit_import: Option<Option<bool>>,
    /// The content.
    pub(super) content: Option<Received>,
    invalid: Invalid,
}

/// Content that lies in the file store already.
#[derive(Debug, Clone)]
pub(super) struct Received {
    /// The name of the new file.
    pub(super) name: Uuid,
    /// What the file was called.
    pub(super) file_name: String,
    /// What it holds.
    pub(super) content: Incoming,
}

impl Upload {
    /// Reads the parts. The content, if any came, lies in the store afterwards, whatever else is wrong: see [`Upload::discard`].
    pub(super) async fn receive(ctx: &Context, mut parts: UploadParts) -> Result<Self> {
        let mut upload = Self::default();
        match upload.take_all(ctx, &mut parts).await {
            Ok(()) => Ok(upload),
            Err(error) => {
                upload.discard(ctx).await?;
                Err(error)
            }
        }
    }

    async fn take_all(&mut self, ctx: &Context, parts: &mut UploadParts) -> Result<()> {
        while let Some(part) = parts.next().await? {
            self.take(ctx, part).await?;
        }
        Ok(())
    }

    async fn take(&mut self, ctx: &Context, part: Part<'_>) -> Result<()> {
        let name = part.name().to_ascii_lowercase();
        if name == "file" {
            return self.take_file(ctx, part).await;
        }
        self.say(&name, &part.text(LONGEST_TEXT).await?);
        Ok(())
    }

    fn say(&mut self, name: &str, text: &str) {
        let blank = text.is_empty() || text == "null";
        match name {
            "employerid" => {
                let id = self.number("EmployerId", text, blank);
                self.group = id.filter(|id| *id != 0).map(GroupId);
            }
            "censusfileid" => {
                let id = self.number("CensusFileId", text, blank);
                self.replaces = id.filter(|id| *id != 0).map(CensusFileId);
            }
            "ismultigroup" => self.multi_group = self.flag("IsMultiGroup", text, blank).unwrap_or(false),
            "explicitimport" => self.explicit_import = Some(self.flag("ExplicitImport", text, blank)),
            "globaleffectivedate" => {
                let read = read_date(text);
                let (key, label) = ("GlobalEffectiveDate", "Global Effective Date");
                self.invalid.check(blank || read.is_some(), key, format!("{label} must be a date."));
                check_plausible(&mut self.invalid, key, label, read);
                self.effective_on = Some(read);
            }
            _ => {}
        }
    }

    fn number(&mut self, key: &str, text: &str, blank: bool) -> Option<i64> {
        let read = text.parse().ok();
        self.invalid.check(blank || read.is_some(), key, format!("{} must be a number.", label(key)));
        read
    }

    fn flag(&mut self, key: &str, text: &str, blank: bool) -> Option<bool> {
        let read = text.to_ascii_lowercase().parse().ok();
        self.invalid.check(blank || read.is_some(), key, format!("{} must be true or false.", label(key)));
        read
    }

    async fn take_file(&mut self, ctx: &Context, part: Part<'_>) -> Result<()> {
        let file_name = bare_name(part.file_name());
        if file_name.is_empty() {
            return Ok(());
        }
        self.keep(ctx, file_name, part.content()).await
    }

    /// Takes content that the program itself has made.
    pub(crate) async fn take_content(&mut self, ctx: &Context, file_name: &str, content: Vec<u8>) -> Result<()> {
        let content = stream::iter([Ok::<_, std::convert::Infallible>(Bytes::from(content))]);
        self.keep(ctx, bare_name(file_name), content).await
    }

    async fn keep<E: std::fmt::Display>(
        &mut self,
        ctx: &Context,
        file_name: String,
        content: impl Stream<Item = std::result::Result<Bytes, E>>,
    ) -> Result<()> {
        if self.content.is_some() {
            return Err(Invalid::field("File", "Only one file can be uploaded at a time.").into());
        }
        let form = Form::of_name(&file_name).ok_or_else(|| Invalid::field("File", WRONG_NAME))?;
        let name = ctx.randomness.guid();
        let limit = ctx.config.census_max_bytes;
        let content = content::receive(ctx, name, form, limit, content).await.map_err(|error| match error {
            Error::TooLarge => refused(domain::census::Refusal::TooLarge { limit }),
            other => other,
        })?;
        self.content = Some(Received { name, file_name, content });
        Ok(())
    }

    /// The content, once everything is right that can be told of the upload alone; `remembered` are the headings that people have
    /// explained in earlier files of the group.
    ///
    /// # Errors
    /// Field errors; a file that is no census file is one of `File`.
    pub(super) async fn check(&self, ctx: &Context, remembered: RememberedColumns) -> Result<Received> {
        let mut invalid = self.invalid.clone();
        invalid.check(self.content.is_some(), "File", NO_FILE);
        let needs_group = self.group.is_none() && !self.multi_group && self.replaces.is_none();
        invalid.check(!needs_group, "EmployerId", "Choose a group.");
        invalid.result()?;
        let received = self.content.clone().ok_or_else(|| Invalid::field("File", NO_FILE))?;
        let content = source::open_key(ctx, &received.content.key).await?;
        let options = source::options(ctx, remembered, source::Place::default());
        source::blocking(content, options, |mut reader| {
            while let Some(item) = reader.next_item()? {
                if matches!(item, domain::census::Item::Row(_)) {
                    break;
                }
            }
            Ok(())
        })
        .await?;
        Ok(received)
    }

    /// Removes the content from the store again.
    ///
    /// # Errors
    /// When the store fails.
    pub(super) async fn discard(&self, ctx: &Context) -> Result<()> {
        match &self.content {
            Some(received) => content::discard(ctx, &received.content).await,
            None => Ok(()),
        }
    }
}

fn refused(refusal: domain::census::Refusal) -> Error {
    source::refused(ReadError::Refused(refusal))
}

/// The name without a folder and without what does not belong in a name, at most 200 characters.
fn bare_name(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    name.chars().filter(|c| !c.is_control()).take(200).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_loses_its_folder() {
        for (name, bare) in [("C:\\x\\a.csv", "a.csv"), ("../a.csv", "a.csv"), ("a\u{7}.csv", "a.csv"), ("", "")] {
            assert_eq!(bare_name(name), bare);
        }
    }
}
