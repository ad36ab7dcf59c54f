//! Short and familiar forms of given names, as they are common in the United States: Bob is Robert, and Liz Elizabeth.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The groups of names that a name belongs to: up to eight numbers of 16 bits, 0 for none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Nicknames(u128);

const MOST_GROUPS: u32 = 8;

impl Nicknames {
    /// Of a plain name.
    pub(super) fn of(name: &str) -> Self {
        BY_NAME.get(name).copied().unwrap_or_default()
    }

    pub(super) fn groups(self) -> impl Iterator<Item = u16> {
        (0..MOST_GROUPS).map(move |at| (self.0 >> (16 * at)) as u16).take_while(|group| *group != 0)
    }

    /// Whether both may be the same name.
    pub(super) fn share(self, other: Self) -> bool {
        self.0 != 0 && other.0 != 0 && self.groups().any(|one| other.groups().any(|two| one == two))
    }

    fn with(self, group: u16) -> Self {
        if self.groups().count() < MOST_GROUPS as usize { Self(self.0 << 16 | u128::from(group)) } else { self }
    }
}

static BY_NAME: LazyLock<HashMap<&'static str, Nicknames>> = LazyLock::new(|| {
    let mut by_name: HashMap<&'static str, Nicknames> = HashMap::new();
    for (group, number) in GROUPS.lines().zip(1..) {
        for name in group.split(' ') {
            let groups = by_name.entry(name).or_default();
            *groups = groups.with(number);
        }
    }
    by_name
});

/// Each line is one name with its other forms; a short form may stand for several names.
pub(crate) const GROUPS: &str = include_str!("nicknames.txt");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_form_stands_for_each_of_its_names() {
        for (one, other, share) in [
            ("bob", "robert", true),
            ("liz", "elizabeth", true),
            ("sandy", "alexander", true),
            ("sandy", "cassandra", true),
            ("bob", "william", false),
            ("zzz", "zzz", false),
        ] {
            assert_eq!(Nicknames::of(one).share(Nicknames::of(other)), share, "{one} {other}");
        }
        for (name, groups) in &*BY_NAME {
            assert!(groups.groups().count() < MOST_GROUPS as usize, "{name} stands for too many");
        }
    }
}
