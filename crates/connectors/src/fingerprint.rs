//! The version of a document, from what an update would overwrite.
//!
//! The vendors' own versions are no good for this: one moves on with every mail and payment, the other is as coarse as a second.

use sha2::{Digest, Sha256};

use crate::document::Revision;

/// The version of a document: two parts with a point between them. The first one covers `contents`, the second one `details` of its lines.
/// Versions of earlier releases have the first part only ([`Revision::is_still`]).
pub(crate) fn of<'a>(
    contents: impl IntoIterator<Item = &'a str>,
    details: impl IntoIterator<Item = &'a str>,
) -> Revision {
    Revision(format!("{}.{}", digest(contents), digest(details)))
}

/// The hash of texts in their order, as 32 hexadecimal digits.
fn digest<'a>(contents: impl IntoIterator<Item = &'a str>) -> String {
    let mut hash = Sha256::new();
    for content in contents {
        hash.update((content.len() as u64).to_be_bytes());
        hash.update(content.as_bytes());
    }
    let digest = hash.finalize();
    digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
