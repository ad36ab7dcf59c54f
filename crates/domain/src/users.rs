//! People who sign in: what a password must be, when an account is locked, how long the tokens of mails live; and in `form` and
//! `rights`, what a user is and who may change it.

pub mod form;
pub mod impersonation;
pub mod rights;
pub mod second_factor;
pub mod source;

use chrono::{DateTime, TimeDelta, Utc};

use crate::UserId;
use crate::invalid::Invalid;
use crate::text::fold;

/// Failed tries after which an account is locked (rules.md#lockout).
pub const TRIES: i32 = 5;
/// How long it stays locked, and the window in which tries count (rules.md#lockout).
pub const LOCK: TimeDelta = TimeDelta::minutes(15);
/// How long a session lives at most (rules.md#sessions).
pub const SESSION_LIFE: TimeDelta = TimeDelta::hours(12);
/// How long a mailed link to set a new password lives (rules.md#password-links).
pub const RESET_LIFE: TimeDelta = TimeDelta::minutes(60);
/// How long a new user's link lives (rules.md#password-links).
pub const INVITATION_LIFE: TimeDelta = TimeDelta::hours(72);
/// How long a mailed question about another address lives (rules.md#changed-address).
pub const ADDRESS_LIFE: TimeDelta = TimeDelta::hours(72);
/// How long the password or the second factor that a person has shown opens sensitive acts (rules.md#sensitive-acts).
pub const CONFIRMED_FOR: TimeDelta = TimeDelta::minutes(10);
/// Days an access key lives unless said otherwise, and at most (rules.md#access-keys).
pub const KEY_DAYS: (i64, i64) = (90, 365);

/// Shortest and longest password in characters (rules.md#passwords).
pub const PASSWORD_LENGTH: (usize, usize) = (12, 128);

/// Passwords of at least 12 characters that everybody tries first, folded and without digits and punctuation.
const COMMON: &[&str] = &[
    "password",
    "passwordpassword",
    "adminadmin",
    "administrator",
    "letmein",
    "letmeinplease",
    "welcome",
    "welcomewelcome",
    "qwertyuiop",
    "qwertyuiopasdfghjkl",
    "qwerty",
    "qwertyqwerty",
    "asdfghjkl",
    "zxcvbnm",
    "iloveyou",
    "iloveyouforever",
    "changeme",
    "changemenow",
    "changemeplease",
    "correcthorsebatterystaple",
    "trustno",
    "superman",
    "sunshine",
    "princess",
    "football",
    "baseball",
    "basketball",
    "monkeymonkey",
    "dragondragon",
    "masterpassword",
    "secretsecret",
    "secretpassword",
    "defaultpassword",
    "temppassword",
    "temporarypassword",
    "testtesttest",
    "testpassword",
    "ledgerwell",
    "ledgerwellpassword",
    "mypassword",
    "mysecretpassword",
    "thisismypassword",
    "yourpassword",
    "newpassword",
    "companypassword",
    // Passw0rd and P@ssw0rd
    "passwrd",
    "psswrd",
];

/// Checks a new password: 12 to 128 characters, no composition rules, common ones refused (rules.md#passwords).
///
/// # Errors
/// A message under `key`.
pub fn check_password(key: &str, password: &str, email: &str) -> Result<(), Invalid> {
    let (shortest, longest) = PASSWORD_LENGTH;
    let length = password.chars().count();
    if length < shortest {
        return Err(Invalid::field(key, format!("Use at least {shortest} characters.")));
    }
    if length > longest {
        return Err(Invalid::field(key, format!("Use at most {longest} characters.")));
    }
    if is_common(password) || fold(password) == fold(email) {
        return Err(Invalid::field(key, "This password is too easy to guess."));
    }
    Ok(())
}

fn is_common(password: &str) -> bool {
    let folded = fold(password);
    let letters: String = folded.chars().filter(|c| c.is_alphabetic()).collect();
    let distinct = folded.chars().collect::<std::collections::BTreeSet<_>>().len();
    distinct < 5 || COMMON.contains(&letters.as_str()) || (letters.is_empty() && is_run(&folded))
}

/// Whether a text only counts up or down, such as 123456789012.
fn is_run(text: &str) -> bool {
    let bytes = text.as_bytes();
    let step = |pair: &[u8]| (i16::from(pair[1]) - i16::from(pair[0])).rem_euclid(10);
    bytes.windows(2).all(|pair| step(pair) == 1) || bytes.windows(2).all(|pair| step(pair) == 9)
}

/// Whether a session may still be used: not idle for `idle`, not past its end, not ended.
pub fn session_lives(last_seen: DateTime<Utc>, expires: DateTime<Utc>, idle: TimeDelta, now: DateTime<Utc>) -> bool {
    now < expires && now < last_seen + idle
}

/// Whether the password or the second factor was shown recently enough for a sensitive act.
pub fn is_confirmed(confirmed_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
    confirmed_at.is_some_and(|at| now < at + CONFIRMED_FOR)
}

/// Whether somebody is left who administers the portal when `user` does so no longer. `administrators` are those who can sign in now.
pub fn leaves_an_administrator(administrators: &[UserId], user: UserId) -> bool {
    administrators.iter().any(|administrator| *administrator != user)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_administrator_stays() {
        for (administrators, leaves) in [(vec![1, 2], true), (vec![1], false), (vec![2], true), (vec![], false)] {
            let administrators: Vec<_> = administrators.into_iter().map(UserId).collect();
            assert_eq!(leaves_an_administrator(&administrators, UserId(1)), leaves, "{administrators:?}");
        }
    }

    #[test]
    fn passwords_are_long_and_not_the_ones_everybody_tries() {
        for (password, refused) in [
            ("short", true),
            ("elevenchars", true),
            ("blue kettle on a hill", false),
            ("aaaaaaaaaaaa", true),
            ("Password1234!", true),
            ("123456789012", true),
            ("987654321098", true),
            ("QwertyUiop12", true),
            ("Passw0rd!2026", true),
            ("P@ssw0rd12345", true),
            ("dana@example.com", true),
            ("Kräuterteegarten", false),
        ] {
            assert_eq!(check_password("Password", password, "Dana@Example.com").is_err(), refused, "{password}");
        }
        assert!(check_password("Password", &"long words ".repeat(12), "").is_err());
        assert!(check_password("Password", &"é1x7#kqp".repeat(16), "").is_ok());
    }

    #[test]
    fn what_was_shown_opens_sensitive_acts_for_ten_minutes() {
        let start = DateTime::UNIX_EPOCH;
        for (seconds, open) in [(0, true), (599, true), (600, false)] {
            assert_eq!(is_confirmed(Some(start), start + TimeDelta::seconds(seconds)), open, "{seconds}");
        }
        assert!(!is_confirmed(None, start));
    }

    #[test]
    fn a_session_ends_idle_or_at_its_end() {
        let start = DateTime::UNIX_EPOCH;
        let idle = TimeDelta::minutes(30);
        for (seen, now, lives) in [(0, 29, true), (0, 30, false), (700, 719, true), (719, 720, false)] {
            let at = |minutes| start + TimeDelta::minutes(minutes);
            assert_eq!(session_lives(at(seen), start + SESSION_LIFE, idle, at(now)), lives, "{seen} {now}");
        }
    }
}
