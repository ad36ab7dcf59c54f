//! Files that a browser saves under a name (RFC 6266).

use std::fmt::Write as _;

use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderName, HeaderValue};

/// The headers of a file of this type that is saved as `name`. A name that not every program can read, or that would end the
/// header, is given twice: in plain letters, and as it is.
pub fn attachment(content_type: &'static str, name: &str) -> [(HeaderName, HeaderValue); 2] {
    let plain: String = name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    let mut disposition = format!("attachment; filename=\"{plain}\"");
    if plain != name {
        let _ = write!(disposition, "; filename*=UTF-8''{}", encoded(name));
    }
    let disposition = HeaderValue::try_from(disposition).expect("nothing but printable ASCII is left of the name");
    [(CONTENT_TYPE, HeaderValue::from_static(content_type)), (CONTENT_DISPOSITION, disposition)]
}

/// Not a quote, nor anything that ends or escapes one, nor what a file system takes for a folder.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_. ()[]+,&'!@#=".contains(c)
}

/// Everything but letters, digits and a few signs as the bytes of UTF-8 (RFC 8187).
fn encoded(name: &str) -> String {
    let mut text = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) {
            text.push(char::from(byte));
        } else {
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_never_leave_their_header_and_come_back_whole() {
        for (name, disposition) in [
            ("invoice-000042.pdf", "attachment; filename=\"invoice-000042.pdf\""),
            ("members (2).csv", "attachment; filename=\"members (2).csv\""),
            ("a\"b\r\nc.csv", "attachment; filename=\"a_b__c.csv\"; filename*=UTF-8''a%22b%0D%0Ac.csv"),
            ("Zo\u{eb}.csv", "attachment; filename=\"Zo_.csv\"; filename*=UTF-8''Zo%C3%AB.csv"),
            ("../a;b.csv", "attachment; filename=\".._a_b.csv\"; filename*=UTF-8''..%2Fa%3Bb.csv"),
            ("", "attachment; filename=\"\""),
        ] {
            let [(_, kind), (_, found)] = attachment("text/csv", name);
            assert_eq!((kind, found), (HeaderValue::from_static("text/csv"), HeaderValue::from_static(disposition)));
        }
    }
}
