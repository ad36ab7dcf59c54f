//! Numbers that look random and are the same in each run.

/// A source of numbers.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// The source of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// SplitMix64.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut value = self.0;
        value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        value ^ (value >> 31)
    }

    /// A number from 0 to below `end`; 0 when `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    /// A number from `from` to below `end`.
    pub fn between(&mut self, from: usize, end: usize) -> usize {
        from + self.below(end - from)
    }

    /// A number from 0 to below 1.
    pub fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Whether something of this probability happens.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.fraction() < probability
    }

    /// One of several.
    pub fn one<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }

    /// A number from 0 to below `end`, of which the low ones come up more often, as names do: of nine thousand the first comes up once in two
    /// hundred times, of three hundred once in thirty.
    pub fn skewed(&mut self, end: usize) -> usize {
        ((self.fraction().powf(1.7) * end as f64) as usize).min(end.saturating_sub(1))
    }
}
