//! The keys by which rows of one family and of one person are found among each other.

use crate::census::cells::keys::id_key;
use crate::census::people::record::Record;

const FAMILY: u8 = b'f';
const SSN: u8 = b's';
const UNIQUE_ID: u8 = b'u';

/// The key of a family's number.
pub(in crate::census) fn family_key(record: &Record) -> Option<u64> {
    record.family_id.value().map(|text| id_key(FAMILY, text))
}

/// The key of a social security number.
pub(in crate::census) fn ssn_key(record: &Record) -> Option<u64> {
    record.ssn.as_ref().map(|ssn| id_key(SSN, ssn.digits()))
}

/// The keys of a family's number and of an id without the zeros they begin with; none of others.
pub(in crate::census) fn keys_without_zeros(record: &Record) -> impl Iterator<Item = u64> {
    let key = |(space, text): (u8, &str)| {
        let number = text.trim_start_matches('0');
        let has_lost =
            number.len() < text.len() && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        has_lost.then(|| id_key(space, number))
    };
    let family = record.family_id.value().map(|text| (FAMILY, text.as_str()));
    let id = record.unique_id.value().map(|text| (UNIQUE_ID, text.as_str()));
    family.into_iter().chain(id).filter_map(key)
}

/// The key of a person's id.
pub(in crate::census) fn unique_key(record: &Record) -> Option<u64> {
    record.unique_id.value().map(|text| id_key(UNIQUE_ID, text))
}
