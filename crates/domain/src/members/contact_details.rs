//! Reading what people type for a telephone number, an e-mail address and a ZIP code (rules.md#member-fields).
//!
//! What is returned is the one form that is stored; everything that cannot be brought into it is refused, never guessed.

/// The ten digits of a US telephone number, written with any of ` ()-.+` and an optional country code 1.
pub fn read_phone(text: &str) -> Option<String> {
    if !text.chars().all(|c| c.is_ascii_digit() || " ()-.+\u{a0}".contains(c)) {
        return None;
    }
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let local = if digits.len() == 11 { digits.strip_prefix('1')? } else { &digits };
    (local.len() == 10).then(|| local.to_owned())
}

/// A telephone number as people read it and as it leaves the product everywhere: `(614) 555-0142`. Anything but ten digits stays as it is.
pub fn shown_phone(text: &str) -> String {
    let is_stored = text.len() == 10 && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_stored { format!("({}) {}-{}", &text[..3], &text[3..6], &text[6..]) } else { text.to_owned() }
}

/// The most characters an e-mail address can have on its way through the mail system.
const LONGEST_EMAIL: usize = 254;
const LONGEST_LOCAL_PART: usize = 64;

/// A trimmed e-mail address of the everyday form: a local part of letters, digits and `.!#$%&'*+/=?^_{|}~-` and the
/// backquote, an `@`, and a domain of at least two labels. Quoted local parts and address literals are refused.
pub fn read_email(text: &str) -> Option<String> {
    let text = text.trim();
    let (local, domain) = text.rsplit_once('@')?;
    let local_ok = !local.is_empty()
        && local.len() <= LONGEST_LOCAL_PART
        && local.split('.').all(|part| !part.is_empty())
        && local.chars().all(|c| c.is_alphanumeric() || ".!#$%&'*+/=?^_`{|}~-".contains(c));
    let labels: Vec<&str> = domain.split('.').collect();
    let label_ok = |label: &&str| {
        !label.is_empty()
            && label.len() <= 63
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|c| c.is_alphanumeric() || c == '-')
    };
    let top_level_ok =
        labels.last().is_some_and(|top| top.chars().count() >= 2 && !top.bytes().all(|b| b.is_ascii_digit()));
    (text.len() <= LONGEST_EMAIL && local_ok && labels.len() >= 2 && labels.iter().all(label_ok) && top_level_ok)
        .then(|| text.to_owned())
}

/// A ZIP code as `45402` or `45402-1234`; nine digits may come without the hyphen.
pub fn read_zip_code(text: &str) -> Option<String> {
    let text = text.trim();
    let (five, four) = match text.split_once('-') {
        Some((five, four)) => (five, Some(four)),
        None if text.len() == 9 && text.is_ascii() => (&text[..5], Some(&text[5..])),
        None => (text, None),
    };
    let digits = |part: &str, length: usize| part.len() == length && part.bytes().all(|b| b.is_ascii_digit());
    match four {
        None => digits(five, 5).then(|| five.to_owned()),
        Some(four) => (digits(five, 5) && digits(four, 4)).then(|| format!("{five}-{four}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn phones_are_ten_digits_however_they_are_written() {
        for (text, read) in [
            ("(614) 555-0142", Some("6145550142")),
            ("614.555.0142", Some("6145550142")),
            ("+1 614 555 0142", Some("6145550142")),
            ("16145550142", Some("6145550142")),
            ("26145550142", None),
            ("614 555 014", None),
            ("614-555-0142 ext 9", None),
            ("", None),
        ] {
            assert_eq!(read_phone(text).as_deref(), read, "{text:?}");
        }
        assert_eq!(shown_phone("6145550142"), "(614) 555-0142");
        for other in ["614", "ask at desk", "555-0142 x", "(614) 555-0142", ""] {
            assert_eq!(shown_phone(other), other);
        }
    }

    #[test]
    fn email_addresses_need_a_name_and_a_domain() {
        for (text, good) in [
            ("ana.ruiz@mail.example", true),
            (" ana+hr@mail.example ", true),
            ("o'neil@mail.example", true),
            ("jos\u{e9}@mail.example", true),
            ("ana", false),
            ("ana@", false),
            ("@mail.example", false),
            ("ana@mail", false),
            ("ana@@mail.example", false),
            ("ana..b@mail.example", false),
            (".ana@mail.example", false),
            ("ana b@mail.example", false),
            ("ana@-mail.example", false),
            ("ana@mail..example", false),
            ("ana@10.0.0.1", false),
            ("ana@mail.example, ben@mail.example", false),
            ("", false),
        ] {
            assert_eq!(read_email(text).is_some(), good, "{text:?}");
        }
        assert!(read_email(&format!("{}@mail.example", "a".repeat(65))).is_none());
    }

    #[test]
    fn zip_codes_have_five_or_nine_digits() {
        for (text, read) in [
            ("45402", Some("45402")),
            ("45402-1234", Some("45402-1234")),
            ("454021234", Some("45402-1234")),
            ("4540", None),
            ("45402-12", None),
            ("4540a", None),
            ("45402-", None),
            ("\u{0664}\u{0665}\u{0664}\u{0660}1", None),
        ] {
            assert_eq!(read_zip_code(text).as_deref(), read, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn what_is_stored_is_read_back(phone in "[0-9]{10}", zip in "[0-9]{5}(-[0-9]{4})?", any in "\\PC*") {
            prop_assert_eq!(read_phone(&shown_phone(&phone)), Some(phone));
            prop_assert_eq!(read_zip_code(&zip), Some(zip));
            for read in [read_phone(&any), read_email(&any), read_zip_code(&any)].into_iter().flatten() {
                prop_assert!(!read.is_empty());
            }
        }
    }
}
