//! Codes of authenticator apps: SHA-1, six digits, thirty seconds, one step before and after (RFC 6238).

use std::fmt::Write as _;

use anyhow::anyhow;
use chrono::{DateTime, Utc};
use totp_rs::{Builder, Secret, Totp};

/// How many bytes a secret has, as RFC 4226 recommends.
pub(super) const SECRET: usize = 20;

/// The step whose code this is, of those that count now.
///
/// # Errors
/// When the secret is none.
pub(super) fn matching_step(secret: &[u8], code: &str, now: DateTime<Utc>) -> anyhow::Result<Option<i64>> {
    let seconds = u64::try_from(now.timestamp()).unwrap_or_default();
    let step = of(secret)?.check(code, seconds);
    Ok(step.and_then(|step| i64::try_from(step).ok()))
}

fn of(secret: &[u8]) -> anyhow::Result<Totp> {
    let secret = Secret::new(secret.to_vec().into_boxed_slice());
    Builder::new().with_secret(secret).build().map_err(|error| anyhow!("a second factor's secret: {error}"))
}

/// The secret as people type it into an app that cannot read the picture.
pub(super) fn written(secret: &[u8]) -> String {
    Secret::new(secret.to_vec().into_boxed_slice()).to_base32()
}

/// What the picture holds: the secret, and under which names an app shows its codes.
pub(super) fn address(issuer: &str, account: &str, secret: &[u8]) -> String {
    let (issuer, account) = (encoded(issuer), encoded(account));
    let secret = written(secret);
    format!("otpauth://totp/{issuer}:{account}?secret={secret}&issuer={issuer}&algorithm=SHA1&digits=6&period=30")
}

fn encoded(text: &str) -> String {
    let mut safe = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~@".contains(&byte) {
            safe.push(char::from(byte));
        } else {
            let _ = write!(safe, "%{byte:02X}");
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    const RFC: &[u8] = b"12345678901234567890";

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).expect("an instant")
    }

    #[test]
    fn the_codes_are_those_of_the_standard() {
        // RFC 6238, appendix B, the last six of eight digits.
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(matching_step(RFC, code, at(seconds)).expect("a secret"), Some(seconds / 30), "{seconds}");
        }
    }

    #[test]
    fn one_step_before_and_after_counts_and_no_other() {
        // The code of step 1, seconds 30 to 59.
        for (seconds, step) in [(0, Some(1)), (29, Some(1)), (59, Some(1)), (89, Some(1)), (90, None)] {
            assert_eq!(matching_step(RFC, "287082", at(seconds)).expect("a secret"), step, "{seconds}");
        }
        for wrong in ["", "28708", "2870822", "28708a", "000000"] {
            assert_eq!(matching_step(RFC, wrong, at(59)).expect("a secret"), None, "{wrong}");
        }
    }

    #[test]
    fn apps_are_told_whose_secret_it_is() {
        assert_eq!(
            address("Ledgerwell", "zoë.o'neil@mail.example", RFC),
            "otpauth://totp/Ledgerwell:zo%C3%AB.o%27neil@mail.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\
             &issuer=Ledgerwell&algorithm=SHA1&digits=6&period=30"
        );
    }
}
