//! The secret keys of an installation (rules.md#secret-keys): the first seals, every one opens, and the last one hashes.
//!
//! A hash cannot be made anew without its text. So the first key that an installation ever had stays for hashes, behind those that took
//! over the sealing.

use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// One key.
pub type Key = [u8; 32];

/// The most keys: the one that seals, those that it takes over from, and the one that hashes.
const MOST: usize = 8;

/// Keys, the newest first.
#[derive(Clone, PartialEq, Eq)]
pub struct Keys(Vec<Key>);

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} keys", self.0.len())
    }
}

impl Keys {
    /// One key for everything.
    pub fn one(key: Key) -> Self {
        Self(vec![key])
    }

    /// Reads keys in base64, the newest first, apart by commas, blanks or lines.
    ///
    /// # Errors
    /// In a sentence that says what is expected.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        let decode = |word: &str| -> anyhow::Result<Key> {
            let bytes = STANDARD.decode(word).ok().and_then(|bytes| bytes.try_into().ok());
            bytes.ok_or_else(|| anyhow!("must be 32 bytes in base64; `openssl rand -base64 32` makes one"))
        };
        let is_between = |c: char| c == ',' || c.is_whitespace();
        let words = text.split(is_between).filter(|word| !word.is_empty());
        let keys = words.map(decode).collect::<anyhow::Result<Vec<_>>>()?;
        if keys.is_empty() {
            bail!("must be 32 bytes in base64; `openssl rand -base64 32` makes one");
        }
        if keys.len() > MOST {
            bail!("must be at most {MOST} keys");
        }
        if keys.iter().enumerate().any(|(at, key)| keys[..at].contains(key)) {
            bail!("names a key twice");
        }
        Ok(Self(keys))
    }

    /// Reads the keys of a file.
    ///
    /// # Errors
    /// When it cannot be read, or holds something else.
    pub fn read(file: &Path) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
        Self::parse(&text).with_context(|| format!("a key in {}", file.display()))
    }

    /// Puts these keys in the place of those in a file, as a whole: a reader meanwhile finds the old ones or the new ones.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, file: &Path) -> anyhow::Result<()> {
        let wrote = || format!("writing {}", file.display());
        // Always the same name: one that a killed run has left is written over.
        let new = file.with_extension("key.new");
        let text: String = self.0.iter().map(|key| STANDARD.encode(key) + "\n").collect();
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut opened = options.open(&new).with_context(wrote)?;
        std::io::Write::write_all(&mut opened, text.as_bytes()).with_context(wrote)?;
        // On the disk before it takes the place: a power cut must not leave an empty file.
        opened.sync_all().with_context(wrote)?;
        std::fs::rename(&new, file).with_context(wrote)?;
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if let Ok(folder) = std::fs::File::open(folder) {
            folder.sync_all().with_context(wrote)?;
        }
        Ok(())
    }

    /// The key that seals.
    pub fn sealing(&self) -> &Key {
        self.0.first().expect("there is a key")
    }

    /// The key that hashes.
    pub fn hashing(&self) -> &Key {
        self.0.last().expect("there is a key")
    }

    /// Every key, the newest first.
    pub fn all(&self) -> &[Key] {
        &self.0
    }

    /// The same behind a new key.
    #[must_use]
    pub fn behind(&self, new: Key) -> Self {
        Self(std::iter::once(new).chain(self.0.iter().copied()).collect())
    }

    /// Those that are needed once everything is sealed with the first.
    #[must_use]
    pub fn needed(&self) -> Self {
        let (sealing, hashing) = (*self.sealing(), *self.hashing());
        if sealing == hashing { Self::one(sealing) } else { Self(vec![sealing, hashing]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(keys: &[u8]) -> String {
        keys.iter().map(|byte| STANDARD.encode([*byte; 32])).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn the_first_seals_and_the_last_hashes() {
        let keys = Keys::parse(&text(&[3, 2, 1])).expect("three keys");
        assert_eq!((keys.sealing(), keys.hashing(), keys.all().len()), (&[3; 32], &[1; 32], 3));
        assert_eq!(keys.needed().all(), [[3; 32], [1; 32]]);
        assert_eq!(Keys::one([1; 32]).behind([2; 32]).all(), [[2; 32], [1; 32]]);
        assert_eq!(Keys::one([1; 32]).needed().all(), [[1; 32]]);
    }

    #[test]
    fn what_is_no_list_of_keys_is_refused() {
        for (wrong, said) in [
            (String::new(), "32 bytes"),
            ("short".to_owned(), "32 bytes"),
            (text(&[1, 1]), "twice"),
            (text(&[1, 2, 3, 4, 5, 6, 7, 8, 9]), "at most 8"),
        ] {
            let error = Keys::parse(&wrong).expect_err(&wrong).to_string();
            assert!(error.contains(said), "{wrong}: {error}");
        }
    }

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("secret.key");
        std::fs::write(
            folder.path().join("secret.key.new"),
            "left by a run that was killed, and longer than the keys".repeat(9),
        )
        .expect("written");
        for keys in [Keys::one([1; 32]), Keys::one([1; 32]).behind([2; 32])] {
            keys.write(&file).expect("written");
            assert_eq!(Keys::read(&file).expect("read"), keys);
        }
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }
}
