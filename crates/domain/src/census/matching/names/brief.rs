//! A name in four bytes. Nearly all of the million names of a large file are one word and no more, of which little is to be known.

use super::{Name, NameId};
use crate::census::matching::words::Word;

/// What is known of a name beside how it is written: its initial and its sound where that is all, or else where more of it stands.
#[derive(Clone, Copy, Default)]
pub(super) struct Brief(u32);

/// Bits of a sound, and of the initials that are letters without accents.
const SOUND_BITS: u32 = 20;
const INITIAL_BITS: u32 = 7;
/// Set where more of a name stands elsewhere.
const ELSEWHERE: u32 = 1 << 31;

impl Brief {
    /// Of a name of which this is all; it does not come out again as it went in where that is not so.
    pub(super) const fn of(name: &Name) -> Self {
        Self((name.initial & mask(INITIAL_BITS)) << SOUND_BITS | name.sound & mask(SOUND_BITS))
    }

    pub(super) const fn elsewhere(place: usize) -> Self {
        Self(ELSEWHERE | place as u32)
    }

    /// Whether the name was not read yet.
    pub(super) const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Where more of the name stands.
    pub(super) const fn place(self) -> Option<usize> {
        if self.0 & ELSEWHERE == 0 { None } else { Some((self.0 & !ELSEWHERE) as usize) }
    }

    /// The name of which this is all.
    pub(super) fn name(self, written: NameId) -> Name {
        let joined = Word::of_number(written.number());
        Name { joined, initial: self.0 >> SOUND_BITS, sound: self.0 & mask(SOUND_BITS), ..Name::default() }
    }
}

const fn mask(bits: u32) -> u32 {
    (1 << bits) - 1
}
