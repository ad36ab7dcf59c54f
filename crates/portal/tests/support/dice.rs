//! Chance that is the same each time a test runs.

/// Numbers that look random, the same for the same seed.
pub struct Dice(u64);

impl Dice {
    /// The dice of a seed above 0.
    pub fn of(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// From 0 to `n` - 1.
    pub fn roll(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    /// A place in a list of `n`.
    pub fn place(&mut self, n: usize) -> usize {
        self.roll(n as u64) as usize
    }

    /// One of the choices.
    pub fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.place(choices.len())]
    }
}
