//! Headings that begin with the place of a value in an X12 834: `DMG02 Birth Date`, `INS02 Relationship Code`.

/// The segments of people in it.
const SEGMENTS: [&str; 8] = ["ins", "ref", "nm1", "per", "dmg", "n3", "n4", "dtp"];

/// What stands behind the element of a segment.
pub(in crate::census) fn without_element(key: &str) -> Option<&str> {
    let rest = SEGMENTS.iter().find_map(|segment| key.strip_prefix(segment))?;
    // The second sign of a qualifier may be a letter, as in `REF*0F`.
    let (element, rest) = rest.split_at_checked(2)?;
    (element.starts_with(|c: char| c.is_ascii_digit()) && !rest.is_empty()).then_some(rest)
}
