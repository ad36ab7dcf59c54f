//! The version of a document, from what an update would overwrite.
//!
//! The vendors' own versions are no good for this: one moves on with every mail and payment, the other is as coarse as a second.

use sha2::{Digest, Sha256};

use crate::document::Revision;

/// The version of a document with these contents, in their order.
pub(crate) fn of<'a>(contents: impl IntoIterator<Item = &'a str>) -> Revision {
    let mut hash = Sha256::new();
    for content in contents {
        hash.update((content.len() as u64).to_be_bytes());
        hash.update(content.as_bytes());
    }
    let digest = hash.finalize();
    Revision(digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect())
}
