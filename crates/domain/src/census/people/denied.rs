//! What people have said of rows and members: that they are not the same person. Such a member is as good as not on the roster for
//! such a row, in this file and in those to come.

use std::collections::HashSet;

use chrono::NaiveDate;

use super::record::Record;
use crate::MemberId;
use crate::census::cells::word_key;

/// Rows of a file, and members whom they are not.
pub type Denied = HashSet<(u32, MemberId)>;

/// The person of a row as it is remembered: see [`named`]. `None` for a row without a name or birth date, which is never valid.
pub fn person_text(record: &Record) -> Option<String> {
    Some(named(record.first_name.value()?, record.last_name.value()?, record.date_of_birth?))
}

/// A person as it is remembered: the letters and digits of the names, and the birth date.
pub fn named(first: &str, last: &str, born: NaiveDate) -> String {
    format!("{}|{}|{born}", word_key(first), word_key(last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::field::Field;
    use crate::census::people::validate::{Rules, validate};
    use crate::census::source::RawRow;
    use crate::examples::TODAY;

    #[test]
    fn a_person_is_the_same_however_the_name_is_written() {
        let text = |first: &str, last: &str, born: &str| {
            let raw = RawRow::new(2, 1).with(Field::FirstName, first).with(Field::LastName, last);
            person_text(&validate(&raw.with(Field::DateOfBirth, born), &Rules::on(TODAY)).record)
        };
        let one = text("Jos\u{e9}", "O'Rourke", "05/17/1984");
        assert_eq!(one.as_deref(), Some("jose|orourke|1984-05-17"));
        assert_eq!(text("JOSE", "ORourke", "1984-05-17"), one);
        assert_ne!(text("Jose", "ORourke", "05/18/1984"), one);
        assert_ne!(text("Joseo", "Rourke", "05/17/1984"), one, "letters do not wander");
        assert_eq!(text("Jose", "ORourke", "soon"), None);
    }
}
