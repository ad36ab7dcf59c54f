//! Hashing of passwords with Argon2id, away from the threads that serve requests.

use anyhow::{Context as _, anyhow};
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{CustomizedPasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};

use crate::config::PasswordCost;
use crate::context::Context;
use crate::error::Result;

fn hasher(cost: PasswordCost) -> anyhow::Result<Argon2<'static>> {
    let params = Params::new(cost.memory_kib, cost.passes, 1, None).map_err(|e| anyhow!("password cost: {e}"))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// Hashes `password` with a new salt, as a PHC string.
///
/// # Errors
/// When the hasher fails.
pub async fn hash(ctx: &Context, password: &str) -> Result<String> {
    let mut salt = [0; 16];
    ctx.randomness.fill(&mut salt);
    let (password, cost) = (password.to_owned(), ctx.config.password_cost);
    let hashed = tokio::task::spawn_blocking(move || {
        let hasher = hasher(cost)?;
        let params = hasher.params().clone();
        let phc = hasher
            .hash_password_customized(password.as_bytes(), &salt, Some("argon2id"), None, params)
            .map_err(|e| anyhow!("hashing a password: {e}"))?;
        anyhow::Ok(phc.to_string())
    });
    Ok(hashed.await.context("hashing a password")??)
}

/// Whether `password` is the one behind `stored`. Without a stored hash the same work is done in vain, so that the time taken does
/// not tell whether an address is known.
///
/// # Errors
/// When the hasher fails.
pub async fn verify(ctx: &Context, password: &str, stored: Option<String>) -> Result<bool> {
    let (password, cost) = (password.to_owned(), ctx.config.password_cost);
    let verified = tokio::task::spawn_blocking(move || {
        let hasher = hasher(cost)?;
        let Some(stored) = stored else {
            let mut unused = [0; 32];
            hasher.hash_password_into(password.as_bytes(), &[0; 16], &mut unused).map_err(|e| anyhow!("{e}"))?;
            return Ok(false);
        };
        let stored = PasswordHash::new(&stored).map_err(|e| anyhow!("a stored password hash: {e}"))?;
        anyhow::Ok(hasher.verify_password(password.as_bytes(), &stored).is_ok())
    });
    Ok(verified.await.context("checking a password")??)
}
