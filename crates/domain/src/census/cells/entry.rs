//! What a cell says of a stored value: nothing, that it goes, or another value.

/// What a cell says: nothing, that the stored value is to go, or a value (rules.md#census-columns).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Entry<T> {
    /// Blank, or unreadable and reported: the stored value stays.
    #[default]
    Blank,
    /// The literal `<clear>`: the stored value goes.
    Clear,
    /// A value.
    Value(T),
}

impl<T> Entry<T> {
    /// The value, if there is one.
    pub const fn value(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            _ => None,
        }
    }

    /// The same with another value.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Entry<U> {
        match self {
            Self::Blank => Entry::Blank,
            Self::Clear => Entry::Clear,
            Self::Value(value) => Entry::Value(change(value)),
        }
    }
}

impl Entry<String> {
    /// The text, `""` when blank or to be cleared.
    pub fn text(&self) -> &str {
        self.value().map_or("", String::as_str)
    }
}
