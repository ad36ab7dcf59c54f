//! The second factor: who needs one, what a typed code is, and that a code counts once (rules.md#second-factor; RFC
//! 6238).

use crate::Invalid;
use crate::access::Role;

/// How many recovery codes a user gets.
pub const RECOVERY_CODES: usize = 10;
/// How many letters and digits a recovery code has.
pub const RECOVERY_LENGTH: usize = 10;

/// The letters and digits of recovery codes: those of base 32, of which no two are mistaken for each other.
pub const RECOVERY_ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// A code as it was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Code {
    /// Six digits of an authenticator app.
    OfApp(String),
    /// A recovery code, without its hyphen and in capitals.
    Recovery(String),
}

/// Reads a code, however it is spaced; `None` when it can be neither kind.
pub fn read_code(text: &str) -> Option<Code> {
    let plain: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '-')
        .take(RECOVERY_LENGTH + 1)
        .map(|c| c.to_ascii_uppercase())
        .collect();
    if plain.len() == 6 && plain.bytes().all(|b| b.is_ascii_digit()) {
        return Some(Code::OfApp(plain));
    }
    let is_recovery = plain.len() == RECOVERY_LENGTH && plain.bytes().all(|b| RECOVERY_ALPHABET.contains(&b));
    is_recovery.then_some(Code::Recovery(plain))
}

/// How many random bytes a recovery code is made of: fifty bits of them.
pub const RECOVERY_BYTES: usize = 7;

/// A recovery code of random bytes, five bits a letter.
pub fn recovery_code(random: [u8; RECOVERY_BYTES]) -> String {
    let bits = random.iter().fold(0_u64, |bits, byte| (bits << 8) | u64::from(*byte));
    let letter = |at: usize| RECOVERY_ALPHABET[(bits >> (51 - 5 * at)) as usize % 32];
    (0..RECOVERY_LENGTH).map(|at| char::from(letter(at))).collect()
}

/// A recovery code as people read it: `ABCDE-FGH23`.
pub fn shown(code: &str) -> String {
    match (code.get(..5), code.get(5..)) {
        (Some(first), Some(rest)) if !rest.is_empty() => format!("{first}-{rest}"),
        _ => code.to_owned(),
    }
}

/// Whether a user of this role has to set up a second factor before doing anything else.
pub fn needed(role: Role, has_one: bool, roles: &[Role]) -> bool {
    !has_one && roles.contains(&role)
}

/// The roles whose users need a second factor, as numbers; each once and in order.
///
/// # Errors
/// A number that is no role, under `SecondFactorRoleIds`.
pub fn read_roles(numbers: &[i64]) -> Result<Vec<Role>, Invalid> {
    let read = |number: &i64| i16::try_from(*number).ok().and_then(Role::from_number);
    if numbers.iter().any(|number| read(number).is_none()) {
        return Err(Invalid::field("SecondFactorRoleIds", "There is no such role."));
    }
    Ok(Role::ALL.into_iter().filter(|role| numbers.contains(&role.number().into())).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn codes_are_read_however_they_are_spaced() {
        let app = |text: &str| Some(Code::OfApp(text.to_owned()));
        let recovery = |text: &str| Some(Code::Recovery(text.to_owned()));
        for (text, read) in [
            ("123456", app("123456")),
            (" 123 456 ", app("123456")),
            ("123-456", app("123456")),
            ("abcde-fgh23", recovery("ABCDEFGH23")),
            ("ABCDE FGH23", recovery("ABCDEFGH23")),
            ("2345672345", recovery("2345672345")),
            ("ABCDE-FGH01", None),
            ("12345", None),
            ("1234567", None),
            ("ABCDE-FGH234", None),
            ("\u{0661}\u{0662}\u{0663}\u{0664}\u{0665}\u{0666}", None),
            ("", None),
        ] {
            assert_eq!(read_code(text), read, "{text:?}");
        }
        assert_eq!(read_code(&"1".repeat(100_000)), None);
    }

    #[test]
    fn who_has_none_needs_one_when_the_role_does() {
        let roles = [Role::Administrator, Role::GroupUser];
        for (role, has_one, is_needed) in [
            (Role::Administrator, false, true),
            (Role::Administrator, true, false),
            (Role::BrokerAdministrator, false, false),
            (Role::GroupUser, false, true),
        ] {
            assert_eq!(needed(role, has_one, &roles), is_needed, "{role:?} {has_one}");
        }
        assert!(!needed(Role::Administrator, false, &[]));
    }

    #[test]
    fn roles_are_known_ones_each_once() {
        assert_eq!(read_roles(&[4, 1, 4]), Ok(vec![Role::Administrator, Role::GroupUser]));
        assert_eq!(read_roles(&[]), Ok(vec![]));
        for wrong in [0, 5, -1, i64::MAX] {
            assert_eq!(read_roles(&[1, wrong]).expect_err("refused").0[0].key, "SecondFactorRoleIds");
        }
    }

    #[test]
    fn a_recovery_code_holds_fifty_of_the_bits() {
        for (random, code) in [
            ([0; 7], "AAAAAAAAAA"),
            ([0xff; 7], "7777777777"),
            ([0x08, 0, 0, 0, 0, 0, 0], "BAAAAAAAAA"),
            ([0, 0, 0, 0, 0, 0, 0x40], "AAAAAAAAAB"),
        ] {
            assert_eq!(recovery_code(random), code, "{random:?}");
        }
    }

    proptest! {
        #[test]
        fn a_recovery_code_is_read_as_it_is_shown(random: [u8; RECOVERY_BYTES], anything in "\\PC*") {
            let code = recovery_code(random);
            prop_assert_eq!(read_code(&shown(&code)), Some(Code::Recovery(code)));
            let _ = read_code(&anything);
        }
    }
}
