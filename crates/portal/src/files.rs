//! Uploads and rendered documents behind one storage interface (rules.md#settings-and-stores): a folder today, a bucket by another builder of the
//! same library. Content is streamed both ways and never held whole.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use anyhow::Context as _;
use axum::body::Bytes;
use chrono::{DateTime, Utc};
use futures_util::{Stream, StreamExt, TryStreamExt};
use object_store::path::Path as Key;
use object_store::{ObjectStore, ObjectStoreExt, WriteMultipart};
use sha2::{Digest, Sha256};

use crate::error::{Error, Result};

/// Where files are kept.
#[derive(Clone)]
pub struct Files {
    objects: Arc<dyn ObjectStore>,
    folder: PathBuf,
}

/// What was saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saved {
    /// The SHA-256 of the content.
    pub sha256: [u8; 32],
    /// Its length in bytes.
    pub size: u64,
}

impl Files {
    /// Files in a folder, which is made when missing.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub fn in_folder(folder: &Path) -> anyhow::Result<Self> {
        std::fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))?;
        let local = object_store::local::LocalFileSystem::new_with_prefix(folder)?;
        Ok(Self { objects: Arc::new(local), folder: folder.to_owned() })
    }

    /// Saves a stream of at most `limit` bytes under `key`; over the limit nothing is kept.
    ///
    /// # Errors
    /// [`Error::TooLarge`] over the limit; an internal error when storing fails.
    pub async fn save<E>(
        &self,
        key: &str,
        limit: u64,
        content: impl Stream<Item = std::result::Result<Bytes, E>>,
    ) -> Result<Saved>
    where
        E: std::fmt::Display,
    {
        let upload = self.objects.put_multipart(&Key::from(key)).await.context("starting an upload")?;
        let mut writer = WriteMultipart::new(upload);
        let mut hash = Sha256::new();
        let mut size = 0_u64;
        let mut content = std::pin::pin!(content);
        while let Some(chunk) = content.next().await {
            let problem = match chunk {
                Err(_) => Some(Error::BadRequest("The upload broke off.")),
                Ok(chunk) => {
                    size += chunk.len() as u64;
                    hash.update(&chunk);
                    writer.put(chunk);
                    (size > limit).then_some(Error::TooLarge)
                }
            };
            if let Some(problem) = problem {
                writer.abort().await.context("giving up an upload")?;
                return Err(problem);
            }
            writer.wait_for_capacity(4).await.context("storing an upload")?;
        }
        writer.finish().await.context("finishing an upload")?;
        Ok(Saved { sha256: hash.finalize().into(), size })
    }

    /// The content under `key` as a stream.
    ///
    /// # Errors
    /// [`Error::ContentMissing`] when there is none.
    pub async fn open(&self, key: &str) -> Result<impl Stream<Item = std::io::Result<Bytes>> + Send + 'static> {
        let found = self.objects.get(&Key::from(key)).await.map_err(|error| missing(key, error))?;
        Ok(found.into_stream().map_err(std::io::Error::other))
    }

    /// Makes sure that there is content under `key`.
    ///
    /// # Errors
    /// [`Error::ContentMissing`] when there is none.
    pub async fn require(&self, key: &str) -> Result<()> {
        self.objects.head(&Key::from(key)).await.map(drop).map_err(|error| missing(key, error))
    }

    /// Removes the content under `key`; removing what is not there is fine.
    ///
    /// # Errors
    /// An internal error when the storage fails.
    pub async fn remove(&self, key: &str) -> Result<()> {
        match self.objects.delete(&Key::from(key)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(Error::Internal(error.into())),
        }
    }

    /// Removes content that was not written to its end before an instant, because the program was killed: no key names it.
    ///
    /// # Errors
    /// An internal error when the storage fails.
    pub async fn remove_half_written(&self, before: DateTime<Utc>) -> Result<()> {
        let folder = self.folder.clone();
        let remove = move || {
            for entry in std::fs::read_dir(folder)? {
                let entry = entry?;
                if entry.file_type()?.is_dir() {
                    remove_old(&entry.path(), before.into(), |name| name.contains('#'))?;
                }
            }
            Ok(())
        };
        blocking(remove).await
    }
}

fn missing(key: &str, error: object_store::Error) -> Error {
    match error {
        object_store::Error::NotFound { .. } => Error::ContentMissing(key.to_owned()),
        other => Error::Internal(other.into()),
    }
}

/// Removes what lies in a folder and was last written before an instant; there may be no such folder.
///
/// # Errors
/// An internal error when it cannot be removed.
pub async fn remove_old_entries(folder: &Path, before: DateTime<Utc>) -> Result<()> {
    let folder = folder.to_owned();
    blocking(move || remove_old(&folder, before.into(), |_| true)).await
}

async fn blocking(remove: impl FnOnce() -> io::Result<()> + Send + 'static) -> Result<()> {
    let removed = tokio::task::spawn_blocking(remove).await.map_err(anyhow::Error::from)?;
    Ok(removed.context("removing what is left over")?)
}

fn remove_old(folder: &Path, before: SystemTime, is_wanted: impl Fn(&str) -> bool) -> io::Result<()> {
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let about = entry.metadata()?;
        if !is_wanted(&entry.file_name().to_string_lossy()) || about.modified()? >= before {
            continue;
        }
        if about.is_dir() {
            std::fs::remove_dir_all(entry.path())?;
        } else {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use futures_util::stream;

    use super::*;

    fn content(parts: &[&'static str]) -> impl Stream<Item = std::result::Result<Bytes, std::io::Error>> + use<> {
        stream::iter(parts.iter().map(|part| Ok(Bytes::from_static(part.as_bytes()))).collect::<Vec<_>>())
    }

    #[tokio::test]
    async fn what_is_saved_is_read_back_and_what_is_too_large_is_not_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let files = Files::in_folder(&folder.path().join("files")).expect("files");
        let saved = files.save("census/a.csv", 10, content(&["12345", "67890"])).await.expect("saved");
        assert_eq!(saved.size, 10);
        let read: Vec<Bytes> = files.open("census/a.csv").await.expect("found").try_collect().await.expect("read");
        assert_eq!(read.concat(), b"1234567890");

        let refused = files.save("census/b.csv", 9, content(&["12345", "67890"])).await;
        assert!(matches!(refused, Err(Error::TooLarge)));
        assert!(matches!(files.open("census/b.csv").await.err(), Some(Error::ContentMissing(_))));

        files.remove("census/a.csv").await.expect("removed");
        files.remove("census/a.csv").await.expect("removed twice");
        assert!(matches!(files.open("census/a.csv").await.err(), Some(Error::ContentMissing(_))));
    }
}
