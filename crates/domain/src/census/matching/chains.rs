//! A hash join: which places of a list share a key.

use crate::census::keys::KeyMap;

/// The places of equal keys, chained through one array: no allocation for each key.
pub(super) struct Chains {
    first: KeyMap<u32>,
    next: Vec<u32>,
}

/// The end of a chain.
const END: u32 = u32::MAX;

impl Chains {
    pub(super) fn of(keys: impl ExactSizeIterator<Item = Option<u64>>) -> Self {
        let mut chains = Self { first: KeyMap::default(), next: vec![END; keys.len()] };
        chains.first.reserve(keys.len());
        for (at, key) in (0_u32..).zip(keys) {
            if let Some(key) = key
                && let Some(earlier) = chains.first.insert(key, at)
            {
                chains.next[at as usize] = earlier;
            }
        }
        chains
    }

    /// The places of a key, last first.
    pub(super) fn with(&self, key: u64) -> impl Iterator<Item = usize> {
        let mut at = self.first.get(&key).copied().unwrap_or(END);
        std::iter::from_fn(move || {
            let here = self.next.get(at as usize).map(|_| at as usize)?;
            at = self.next[here];
            Some(here)
        })
    }
}
