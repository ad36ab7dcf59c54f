//! The change set as a file: a row for every change, with what it adds to the charges of a month where that is foreseen.

use std::io::{self, SeekFrom};

use anyhow::Context as _;
use chrono::NaiveDate;
use domain::census::Field;
use domain::census::changes::Remark;
use domain::census::export::{BYTE_ORDER_MARK, CsvWriter};
use domain::{CensusFileId, CensusTaskId, Money, PageRequest};
use serde_json::json;
use tokio::fs::File;
use tokio::io::{AsyncSeekExt as _, AsyncWriteExt as _};

use super::http::FieldChangeView;
use super::service::{Basis, Change, ChangeSet, Wanted};
use crate::census::service;
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

const WHAT: &str = "a file for a change set";
const HEADING: [&str; 10] = [
    "Row",
    "Employee Id",
    "Last Name",
    "First Name",
    "Kind",
    "Effective Date",
    "Changes",
    "Remark",
    "Per Month",
    "Done",
];

/// A change set to be sent.
#[derive(Debug)]
pub(super) struct Export {
    /// How the file is called.
    pub(super) name: String,
    /// Its content, from the beginning.
    pub(super) content: File,
}

/// Writes the changes of a kind. The whole is written before anything is sent, so that a fault never looks like a short file.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when file or task are not there, or the task has no change set.
pub(super) async fn download(
    ctx: &Context,
    who: &CallerOrigin,
    ids: (CensusFileId, CensusTaskId),
    wanted: Wanted,
) -> Result<Export> {
    let basis = Basis::read(ctx, who, ids).await?;
    let mut set = ChangeSet::of(ctx, who, &basis, wanted).await?;
    let folder = ctx.config.parts_folder();
    std::fs::create_dir_all(&folder).context(WHAT)?;
    let mut content = File::from_std(tempfile::tempfile_in(folder).context(WHAT)?);
    content.write_all(BYTE_ORDER_MARK.as_bytes()).await.context(WHAT)?;
    content.write_all(&csv([HEADING.map(str::to_owned).to_vec()])?).await.context(WHAT)?;
    let mut request = PageRequest::first(PageRequest::MOST_PER_PAGE);
    let rows = loop {
        let page = set.page(&request).await?;
        content.write_all(&csv(page.rows.iter().map(cells))?).await.context(WHAT)?;
        if request.page >= page.pages() {
            break page.total;
        }
        request.page += 1;
    };
    content.flush().await.context(WHAT)?;
    content.seek(SeekFrom::Start(0)).await.context(WHAT)?;
    let file = &basis.detail.file;
    let entry = service::file_entry(ctx, who, "census.export_changes", file).with_detail(json!({ "changes": rows }));
    ctx.store.begin().await?.commit(entry).await?;
    let stem = file.original_file_name.rsplit_once('.').map_or("census", |(stem, _)| stem);
    Ok(Export { name: format!("{stem} changes.csv"), content })
}

fn csv(rows: impl IntoIterator<Item = Vec<String>>) -> Result<Vec<u8>> {
    let written = |bytes: &mut Vec<u8>| -> io::Result<()> {
        let mut csv = CsvWriter::new(bytes);
        for row in rows {
            csv.row(row.iter().map(String::as_str))?;
        }
        csv.flush()
    };
    let mut bytes = Vec::new();
    written(&mut bytes).context(WHAT)?;
    Ok(bytes)
}

fn cells(change: &Change) -> Vec<String> {
    let text = |what: Option<String>| what.unwrap_or_default();
    let (first, last) = &change.name;
    let told: Vec<String> = change.told().map(|field| words(&field)).collect();
    vec![
        text(change.row.map(|row| row.to_string())),
        text(change.member.map(|member| member.to_string())),
        last.clone(),
        first.clone(),
        change.kind.to_owned(),
        text(change.effective_on.map(day)),
        told.join("; "),
        remarks(change),
        text(change.per_month.map(Money::decimal)),
        if change.is_done { "Yes" } else { "" }.to_owned(),
    ]
}

/// Said of a row that replaces who its member is.
const CHANGE_OF_IDENTITY: &str = "Change of identity.";

fn remarks(change: &Change) -> String {
    let warnings = change.warnings.iter().map(String::as_str);
    let identity = change.replaces_identity().then_some(CHANGE_OF_IDENTITY);
    identity.into_iter().chain(change.remark.map(Remark::message)).chain(warnings).collect::<Vec<_>>().join(" ")
}

/// `City: Troy -> Dayton`; what was empty before has no arrow.
fn words(FieldChangeView { field, label, old, new }: &FieldChangeView) -> String {
    let shown = |text: &str| match text.parse() {
        Ok(born) if *field == Field::DateOfBirth.name() => day(born),
        _ => text.to_owned(),
    };
    let new = new.as_deref().map_or_else(|| "(nothing)".to_owned(), shown);
    old.as_deref().map_or_else(|| format!("{label}: {new}"), |old| format!("{label}: {} -> {new}", shown(old)))
}

fn day(on: NaiveDate) -> String {
    on.format("%m/%d/%Y").to_string()
}
