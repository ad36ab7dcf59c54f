//! Numbers that look random and are the same in every run (SplitMix64), so that two demonstrations can be compared.

/// A source of numbers.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// A source of its own for each purpose, so that a change in one leaves the others as they were.
    pub fn of(purpose: &str, number: u64) -> Self {
        let seed = purpose.bytes().fold(0x9e37_79b9_7f4a_7c15, |seed, byte| mix(seed ^ u64::from(byte)));
        Self(mix(seed ^ number))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `end`, which is positive.
    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end.max(1)
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// One of `choices`, earlier ones more often: real names are unevenly spread.
    pub fn favour<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        let size = choices.len() as u64;
        let place = Ord::min(self.below(size), self.below(size));
        &choices[place as usize]
    }

    /// One of `choices`, all alike.
    pub fn one<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len() as u64) as usize]
    }

    /// Bytes of a GUID.
    pub fn bytes(&mut self) -> [u8; 16] {
        let (high, low) = (self.next(), self.next());
        (u128::from(high) << 64 | u128::from(low)).to_le_bytes()
    }
}

fn mix(mut value: u64) -> u64 {
    value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_purpose_gives_the_same_numbers_and_another_gives_others() {
        let draw = |purpose: &str| {
            (0..5)
                .map({
                    let mut r = Random::of(purpose, 7);
                    move |_| r.below(1000)
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(draw("names"), draw("names"));
        assert_ne!(draw("names"), draw("dates"));
    }

    #[test]
    fn earlier_choices_are_favoured_and_none_is_left_out() {
        let mut random = Random::of("favour", 1);
        let mut counts = [0; 4];
        for _ in 0..4000 {
            counts[*random.favour(&[0_usize, 1, 2, 3])] += 1;
        }
        assert!(counts[0] > counts[3] && counts[3] > 100, "{counts:?}");
    }
}
