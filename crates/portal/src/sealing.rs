//! Sealing of stored secrets (rules.md#stored-secrets): whoever steals the database reads none of them, and none can be moved to another row.
//!
//! AES-256-GCM under a key derived from the secret key. A sealed value begins with its version and the id of its key, so that another
//! key can take over one day; what it is bound to is its table, column and row.

use aes_gcm::Aes256Gcm;
use aes_gcm::aead::{Aead, KeyInit, Payload};
use anyhow::{anyhow, bail};
use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::context::Context;

const VERSION: u8 = 1;
const KEY_ID: usize = 4;
const NONCE: usize = 12;

/// Where a secret is stored.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// Table and column, such as `user_account.totp_secret`.
    pub column: &'static str,
    /// The id of the row.
    pub row: i64,
}

impl Place {
    fn bytes(self) -> Vec<u8> {
        format!("{}:{}", self.column, self.row).into_bytes()
    }
}

/// Seals `secret` for this place.
pub fn seal(ctx: &Context, place: Place, secret: &[u8]) -> Vec<u8> {
    let mut nonce = [0; NONCE];
    ctx.randomness.fill(&mut nonce);
    seal_with(&ctx.config.secret_key, nonce, place, secret)
}

/// Opens what was sealed for this place.
///
/// # Errors
/// When it was sealed with another key, for another place, or was changed.
pub fn open(ctx: &Context, place: Place, sealed: &[u8]) -> anyhow::Result<Vec<u8>> {
    open_with(&ctx.config.secret_key, place, sealed)
}

fn seal_with(secret_key: &[u8; 32], nonce: [u8; NONCE], place: Place, secret: &[u8]) -> Vec<u8> {
    let payload = Payload { msg: secret, aad: &place.bytes() };
    let text = cipher(secret_key).encrypt(&nonce.into(), payload).expect("a secret is far shorter than the limit");
    [&[VERSION], &key_id(secret_key)[..], &nonce, &text].concat()
}

fn open_with(secret_key: &[u8; 32], place: Place, sealed: &[u8]) -> anyhow::Result<Vec<u8>> {
    let Some((VERSION, rest)) = sealed.split_first().map(|(version, rest)| (*version, rest)) else {
        bail!("a secret in {} was sealed in a way that is not known", place.column);
    };
    let (id, rest) = rest.split_at_checked(KEY_ID).ok_or_else(|| anyhow!("a secret in {} is cut", place.column))?;
    if id != key_id(secret_key) {
        bail!("a secret in {} was sealed with another secret key", place.column);
    }
    let (nonce, text) =
        rest.split_first_chunk::<NONCE>().ok_or_else(|| anyhow!("a secret in {} is cut", place.column))?;
    let payload = Payload { msg: text, aad: &place.bytes() };
    cipher(secret_key)
        .decrypt(&(*nonce).into(), payload)
        .map_err(|_| anyhow!("a secret in {} was changed or moved", place.column))
}

fn cipher(secret_key: &[u8; 32]) -> Aes256Gcm {
    Aes256Gcm::new_from_slice(&derived(secret_key, b"sealing")).expect("the key is of the right length")
}

fn key_id(secret_key: &[u8; 32]) -> [u8; KEY_ID] {
    let derived = derived(secret_key, b"sealing key id");
    *derived.first_chunk().expect("a hash is longer")
}

/// A key for one purpose, from which neither the secret key nor that of another purpose can be found.
fn derived(secret_key: &[u8; 32], purpose: &[u8]) -> [u8; 32] {
    let mut mac = <Hmac<Sha256> as hmac::KeyInit>::new_from_slice(secret_key).expect("any key length will do");
    mac.update(purpose);
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: Place = Place { column: "user_account.totp_secret", row: 7 };

    #[test]
    fn what_is_sealed_is_opened_at_its_place_with_its_key_only() {
        let sealed = seal_with(&[7; 32], [1; NONCE], HERE, b"twenty bytes of luck");
        assert_eq!(open_with(&[7; 32], HERE, &sealed).expect("opened"), b"twenty bytes of luck");
        assert!(!sealed.windows(6).any(|window| window == b"twenty"));
        assert_ne!(seal_with(&[7; 32], [2; NONCE], HERE, b"twenty bytes of luck"), sealed);

        let elsewhere = [Place { row: 8, ..HERE }, Place { column: "api_token.token", ..HERE }];
        for place in elsewhere {
            assert!(open_with(&[7; 32], place, &sealed).is_err(), "{place:?}");
        }
        let error = open_with(&[8; 32], HERE, &sealed).expect_err("another key");
        assert!(error.to_string().contains("another secret key"), "{error}");
    }

    #[test]
    fn what_was_changed_or_cut_is_not_opened() {
        let sealed = seal_with(&[7; 32], [1; NONCE], HERE, b"secret");
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert!(open_with(&[7; 32], HERE, &changed).is_err(), "byte {at}");
            assert!(open_with(&[7; 32], HERE, &sealed[..at]).is_err(), "cut at {at}");
        }
    }
}
