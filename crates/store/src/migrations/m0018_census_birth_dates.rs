//! The index of census rows by birth date goes: written in the order of a file it touched every one of its pages again and again, a third
//! of what reading a file cost, and only a corrected row is ever looked up by it. That walks the rows of the file instead.

use crate::Engine;

pub(super) fn statements(_: Engine) -> Vec<String> {
    vec!["drop index \"ix_census_record_file_id_date_of_birth\"".to_owned()]
}
