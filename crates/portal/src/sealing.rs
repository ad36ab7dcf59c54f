//! Sealing of stored secrets (rules.md#stored-secrets): whoever steals the database reads none of them, and none can be moved to another row.
//!
//! AES-256-GCM under a key derived from a secret key. A sealed value begins with its version and the id of its key, so that another key
//! can take over ([`crate::rotation`]); what it is bound to is its table, column and row.

use aes_gcm::Aes256Gcm;
use aes_gcm::aead::{Aead, KeyInit, Payload};
use anyhow::{anyhow, bail};
use hmac::{Hmac, Mac};
use sha2::Sha256;
use store::sealed::SealedColumn;

use crate::clock::Randomness;
use crate::context::Context;
use crate::keys::{Key, Keys};

const VERSION: u8 = 1;
const KEY_ID: usize = 4;
const NONCE: usize = 12;

/// Where a secret is stored.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// Table and column.
    pub column: SealedColumn,
    /// The id of the row.
    pub row: i64,
}

impl Place {
    fn bytes(self) -> Vec<u8> {
        format!("{}:{}", self.column.name(), self.row).into_bytes()
    }
}

/// A stored secret that cannot be opened: it was sealed with a key that is not there, for another place, or was changed.
#[derive(Debug, thiserror::Error)]
#[error("{0:#}")]
pub struct Unopened(anyhow::Error);

impl Unopened {
    /// What a person reads of it, and can do.
    pub const SAID: &str = "The stored secret cannot be opened with the secret key of this installation. Enter the secret again, or have the \
         earlier key restored.";
}

/// Seals `secret` for this place.
pub fn seal(ctx: &Context, place: Place, secret: &[u8]) -> Vec<u8> {
    seal_with(ctx.config.secret_keys.sealing(), nonce(&*ctx.randomness), place, secret)
}

/// Opens what was sealed for this place.
///
/// # Errors
/// [`Unopened`]; the cause is logged.
pub fn open(ctx: &Context, place: Place, sealed: &[u8]) -> Result<Vec<u8>, Unopened> {
    open_with_one_of(&ctx.config.secret_keys, place, sealed).map_err(|cause| {
        tracing::error!(cause = %format_args!("{cause:#}"), row = place.row, "a stored secret cannot be opened");
        Unopened(cause)
    })
}

/// Whether something is sealed with the key that seals.
pub fn is_current(keys: &Keys, sealed: &[u8]) -> bool {
    sealed.get(1..=KEY_ID).is_some_and(|id| id == key_id(keys.sealing()))
}

/// The same secret sealed with the key that seals.
///
/// # Errors
/// As [`open()`].
pub fn seal_anew(keys: &Keys, randomness: &dyn Randomness, place: Place, sealed: &[u8]) -> anyhow::Result<Vec<u8>> {
    let secret = open_with_one_of(keys, place, sealed)?;
    Ok(seal_with(keys.sealing(), nonce(randomness), place, &secret))
}

fn nonce(randomness: &dyn Randomness) -> [u8; NONCE] {
    let mut nonce = [0; NONCE];
    randomness.fill(&mut nonce);
    nonce
}

fn open_with_one_of(keys: &Keys, place: Place, sealed: &[u8]) -> anyhow::Result<Vec<u8>> {
    let id = sealed.get(1..=KEY_ID).unwrap_or_default();
    let named = keys.all().iter().find(|key| key_id(key) == id);
    open_with(named.unwrap_or(keys.sealing()), place, sealed)
}

fn seal_with(secret_key: &Key, nonce: [u8; NONCE], place: Place, secret: &[u8]) -> Vec<u8> {
    let payload = Payload { msg: secret, aad: &place.bytes() };
    let text = cipher(secret_key).encrypt(&nonce.into(), payload).expect("a secret is far shorter than the limit");
    [&[VERSION], &key_id(secret_key)[..], &nonce, &text].concat()
}

fn open_with(secret_key: &Key, place: Place, sealed: &[u8]) -> anyhow::Result<Vec<u8>> {
    let Some((VERSION, rest)) = sealed.split_first().map(|(version, rest)| (*version, rest)) else {
        bail!("a secret in {} was sealed in a way that is not known", place.column.name());
    };
    let (id, rest) =
        rest.split_at_checked(KEY_ID).ok_or_else(|| anyhow!("a secret in {} is cut", place.column.name()))?;
    if id != key_id(secret_key) {
        bail!("a secret in {} was sealed with another secret key", place.column.name());
    }
    let (nonce, text) =
        rest.split_first_chunk::<NONCE>().ok_or_else(|| anyhow!("a secret in {} is cut", place.column.name()))?;
    let payload = Payload { msg: text, aad: &place.bytes() };
    cipher(secret_key)
        .decrypt(&(*nonce).into(), payload)
        .map_err(|_| anyhow!("a secret in {} was changed or moved", place.column.name()))
}

fn cipher(secret_key: &Key) -> Aes256Gcm {
    Aes256Gcm::new_from_slice(&derived(secret_key, b"sealing")).expect("the key is of the right length")
}

fn key_id(secret_key: &Key) -> [u8; KEY_ID] {
    let derived = derived(secret_key, b"sealing key id");
    *derived.first_chunk().expect("a hash is longer")
}

/// A key for one purpose, from which neither the secret key nor that of another purpose can be found.
fn derived(secret_key: &Key, purpose: &[u8]) -> [u8; 32] {
    let mut mac = <Hmac<Sha256> as hmac::KeyInit>::new_from_slice(secret_key).expect("any key length will do");
    mac.update(purpose);
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: Place = Place { column: SealedColumn::SecondFactor, row: 7 };

    #[test]
    fn what_is_sealed_is_opened_at_its_place_with_its_key_only() {
        let sealed = seal_with(&[7; 32], [1; NONCE], HERE, b"twenty bytes of luck");
        assert_eq!(open_with(&[7; 32], HERE, &sealed).expect("opened"), b"twenty bytes of luck");
        assert!(!sealed.windows(6).any(|window| window == b"twenty"));
        assert_ne!(seal_with(&[7; 32], [2; NONCE], HERE, b"twenty bytes of luck"), sealed);

        let elsewhere = [Place { row: 8, ..HERE }, Place { column: SealedColumn::AccessToken, ..HERE }];
        for place in elsewhere {
            assert!(open_with(&[7; 32], place, &sealed).is_err(), "{place:?}");
        }
        let error = open_with(&[8; 32], HERE, &sealed).expect_err("another key");
        assert!(error.to_string().contains("another secret key"), "{error}");
    }

    #[test]
    fn a_key_takes_over_from_earlier_ones() {
        let old = Keys::one([7; 32]);
        let both = old.behind([8; 32]);
        let sealed = seal_with(old.sealing(), [1; NONCE], HERE, b"secret");
        assert!(is_current(&old, &sealed) && !is_current(&both, &sealed));
        assert_eq!(open_with_one_of(&both, HERE, &sealed).expect("opened"), b"secret");
        let anew = seal_with(both.sealing(), [2; NONCE], HERE, b"secret");
        assert!(is_current(&both, &anew));
        assert_eq!(open_with_one_of(&both, HERE, &anew).expect("opened"), b"secret");
        assert!(
            open_with_one_of(&old, HERE, &anew).expect_err("a key that is not there").to_string().contains("another")
        );
        assert!(!is_current(&both, &[]));
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
