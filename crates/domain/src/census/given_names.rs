//! Short and familiar forms of given names, as they are common in the United States: Bob is Robert, and Liz Elizabeth.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::text::one_edit_apart;

/// The groups of names that a name belongs to, as a place in [`KNOWN`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::census) struct Nicknames(u16);

/// Up to eight groups, by their numbers from 1; 0 for none.
type Groups = [u16; MOST_GROUPS];

const MOST_GROUPS: usize = 8;

impl Nicknames {
    /// Of a plain name.
    pub(in crate::census) fn of(name: &str) -> Self {
        KNOWN.by_name.get(name).copied().unwrap_or_default()
    }

    pub(in crate::census) fn groups(self) -> impl Iterator<Item = u16> {
        KNOWN.groups[usize::from(self.0)].into_iter().take_while(|group| *group != 0)
    }

    /// Whether it is a name that people have, as far as these are all.
    pub(in crate::census) const fn is_known(self) -> bool {
        self.0 != 0
    }

    /// All forms of the name.
    pub(in crate::census) fn forms(self) -> impl Iterator<Item = &'static str> {
        self.groups().flat_map(|group| KNOWN.forms[usize::from(group) - 1].split(' '))
    }

    /// Whether a plain text is a form of the name with one slip.
    pub(in crate::census) fn has_nearly(self, text: &str) -> bool {
        self.forms().any(|form| form.len() >= LEAST_FORM && one_edit_apart(form, text))
    }

    /// Whether both may be the same name.
    pub(in crate::census) fn share(self, other: Self) -> bool {
        self.0 != 0 && other.0 != 0 && self.groups().any(|one| other.groups().any(|two| one == two))
    }
}

/// The least letters of a form in which one wrong letter leaves it recognizable.
const LEAST_FORM: usize = 3;

/// Whether a folded word is a given name that people have, as far as these are all.
pub(in crate::census) fn is_given_name(word: &str) -> bool {
    Nicknames::of(word).is_known()
}

/// Whether two folded words are forms of one given name.
pub(crate) fn same_given_name(one: &str, other: &str) -> bool {
    Nicknames::of(one).share(Nicknames::of(other))
}

struct Known {
    /// The names of each group.
    forms: Vec<&'static str>,
    by_name: HashMap<&'static str, Nicknames>,
    /// The first are those of a name without any.
    groups: Vec<Groups>,
}

static KNOWN: LazyLock<Known> = LazyLock::new(|| {
    let forms = GROUPS.lines().collect();
    let mut known = Known { forms, by_name: HashMap::new(), groups: vec![Groups::default()] };
    for (group, number) in GROUPS.lines().zip(1..) {
        for name in group.split(' ') {
            let next = u16::try_from(known.groups.len()).unwrap_or_default();
            let place = *known.by_name.entry(name).or_insert(Nicknames(next));
            if place.0 == next {
                known.groups.push(Groups::default());
            }
            if let Some(free) = known.groups[usize::from(place.0)].iter_mut().find(|group| **group == 0) {
                *free = number;
            }
        }
    }
    known
});

/// Each line is one name with its other forms; a short form may stand for several names.
pub(crate) const GROUPS: &str = include_str!("given_names.txt");

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
        for (name, slip, nearly) in
            [("michael", "mik", true), ("rebecca", "befky", true), ("ana", "aa", true), ("robert", "rolf", false)]
        {
            assert_eq!(Nicknames::of(name).has_nearly(slip), nearly, "{name} {slip}");
        }
        for (name, groups) in &KNOWN.by_name {
            assert!(groups.groups().count() < MOST_GROUPS, "{name} stands for too many");
        }
    }
}
