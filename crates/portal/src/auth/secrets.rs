//! Tokens that are shown once and stored only as keyed hashes, so that a stolen database opens nothing.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::context::Context;

/// What a hash is for; the same text hashes differently for each purpose.
#[derive(Debug, Clone, Copy)]
pub enum Purpose {
    /// The token of a session cookie.
    Session,
    /// An access key.
    AccessKey,
    /// The token of a mailed link.
    MailedLink,
    /// The address behind a throttle.
    Throttle,
    /// A recovery code, with its user.
    RecoveryCode,
    /// The person of a census row, by name and birth date.
    CensusPerson,
    /// A machine that signs in.
    Machine,
    /// The user behind a throttle of codes.
    CodeTries,
}

/// A new token of 256 bits as 43 letters and digits.
pub fn new_token(ctx: &Context) -> String {
    let mut bytes = [0; 32];
    ctx.randomness.fill(&mut bytes);
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The keyed hash under which `token` is stored.
pub fn hash(ctx: &Context, purpose: Purpose, token: &str) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(ctx.config.secret_keys.hashing()).expect("any key length will do");
    mac.update(&[purpose as u8]);
    mac.update(token.as_bytes());
    mac.finalize().into_bytes().to_vec()
}
