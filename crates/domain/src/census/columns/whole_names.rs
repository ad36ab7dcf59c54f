//! Whether the values of a column are whole names.

use crate::census::cells::read_relationship;

/// Returns whether the values are names: none holds a digit or a relationship, and half of them have two words or more.
pub(super) fn are_names<'a>(values: impl Iterator<Item = &'a str>) -> bool {
    let (mut all, mut whole) = (0, 0);
    for value in values {
        let words = value.split([' ', ',']).filter(|word| word.starts_with(char::is_alphabetic)).count();
        if words == 0 || value.contains(|c: char| c.is_ascii_digit()) || read_relationship(value).is_some() {
            return false;
        }
        all += 1;
        whole += usize::from(words > 1);
    }
    all > 0 && whole * 2 >= all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_whole_and_hold_no_digit() {
        assert!(are_names(["Ann Bee", "Dee, Cal", "Eve"].into_iter()));
        for values in [&["Y", "N"][..], &["Ann"], &["Spouse"], &["Ann Bee", "2"], &["Child - Adopted"], &[]] {
            assert!(!are_names(values.iter().copied()), "{values:?}");
        }
    }
}
