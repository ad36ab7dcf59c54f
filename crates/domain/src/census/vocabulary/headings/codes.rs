//! Headings that begin with the place of a value in an X12 834: `DMG02 Birth Date`, `REF*0F Subscriber Number`.

/// The segments of people in it.
const SEGMENTS: [&str; 7] = ["ins", "ref", "nm1", "per", "dmg", "n3", "n4"];

/// What stands behind the element of a segment.
pub(in crate::census) fn without_element(key: &str) -> Option<&str> {
    let rest = SEGMENTS.iter().find_map(|segment| key.strip_prefix(segment))?;
    let (element, rest) = rest.split_at_checked(2)?;
    // `REF*0F` has a letter in its second place.
    let is_element = element.starts_with(|c: char| c.is_ascii_digit());
    (is_element && !rest.is_empty()).then_some(rest)
}
