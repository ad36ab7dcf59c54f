//! What was uploaded: of one file, or of several as one ZIP file.

use domain::{CensusFileId, Invalid, PageRequest};
use futures_util::TryStreamExt as _;
use store::census::files;
use store::census::listing::{self, FileFilter};
use store::stored_files;

use super::content::Form;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;
use crate::http::archive::{ZipFile, archive};

/// The most files of one ZIP file.
const MOST: usize = 100;
/// The name under which a browser saves it.
const NAME: &str = "census-files.zip";
/// As many characters of a file's name as people know it by.
const NUMBER: usize = 8;

/// What was uploaded: where it lies, and as what it is sent.
#[derive(Debug)]
pub struct Original {
    /// The name that it was uploaded under.
    pub file_name: String,
    /// Its key in the file store.
    pub storage_key: String,
    /// Its media type.
    pub media_type: &'static str,
}

/// What was uploaded.
///
/// # Errors
/// [`Error::NotFound`] when the file is not in scope.
pub async fn find(ctx: &Context, who: &CallerOrigin, id: CensusFileId) -> Result<Original> {
    let db = ctx.store.read();
    let file = files::find(&db, who.scope(), id).await?;
    let storage_key = stored_files::find(&db, file.stored_file).await?.storage_key;
    let media_type = Form::of_key(&storage_key).media_type();
    Ok(Original { file_name: file.original_file_name, storage_key, media_type })
}

/// Begins a ZIP file of what was uploaded, each under its name; where two have the same one, the number of the second stands before it.
///
/// # Errors
/// On `FileIds` for none or too many; [`Error::NotFound`] when one is not in scope, [`Error::ContentMissing`] when the content of one is
/// not there.
pub async fn begin(ctx: &Context, who: &CallerOrigin, ids: Vec<CensusFileId>) -> Result<ZipFile> {
    if ids.is_empty() {
        return Err(Invalid::field("FileIds", "Choose the files to download.").into());
    }
    if ids.len() > MOST {
        return Err(Invalid::field("FileIds", format!("At most {MOST} files can be downloaded at once.")).into());
    }
    let db = ctx.store.read();
    files::require(&db, who.scope(), &ids).await?;
    let these = FileFilter { ids: Some(ids), ..FileFilter::default() };
    let found = listing::search(&db, who.scope(), &these, &PageRequest::first(MOST as u64)).await?.rows;
    let mut keys = stored_files::keys(&db, &found.iter().map(|file| file.stored_file).collect::<Vec<_>>()).await?;
    let mut originals = Vec::with_capacity(found.len());
    for file in found {
        let key = keys.remove(&file.stored_file).ok_or(Error::NotFound)?;
        ctx.files.require(&key).await?;
        originals.push((file, key));
    }
    let ctx = ctx.clone();
    Ok(archive(NAME, async move |mut zip| {
        for (file, key) in originals {
            let number: String = file.name.to_string().chars().take(NUMBER).collect();
            zip.begin(&file.original_file_name, number, file.size)?;
            let mut content = std::pin::pin!(ctx.files.open(&key).await?);
            while let Some(bytes) = content.try_next().await.map_err(anyhow::Error::from)? {
                zip.write(&bytes).await?;
            }
        }
        Ok(zip)
    }))
}
