//! Words and what they mean, read once from the plain files in `words/`.
//!
//! A file holds tables. `[name]` begins one, and `meaning: word | word | two words` says what words mean. A meaning may go on in a further line that
//! begins with its name. A line that begins with `#` is a remark.

use std::collections::HashMap;

/// The files of words.
pub(super) const FILES: [&str; 6] = [
    include_str!("words/fields.txt"),
    include_str!("words/headings.txt"),
    include_str!("words/leaving.txt"),
    include_str!("words/lines.txt"),
    include_str!("words/families.txt"),
    include_str!("words/values.txt"),
];

/// What the words of a table may mean. Texts are held against the words in small letters.
pub(in crate::census) trait Meaning: Copy + PartialEq + 'static {
    /// The name of the table.
    const TABLE: &'static str;
    /// Each meaning by its name in the table.
    const NAMED: &'static [(&'static str, Self)];

    /// The table, which is read once.
    fn table() -> &'static Table<Self>;

    /// What a word means, the first of several.
    fn of(word: &str) -> Option<Self> {
        Self::table().by_word.get(word)?.first().copied()
    }

    /// All words and phrases of this meaning, in the order of the file.
    fn words(self) -> impl Iterator<Item = &'static str> {
        let own = Self::table().words.iter().find(|(meaning, _)| *meaning == self);
        own.into_iter().flat_map(|(_, words)| words.iter().copied())
    }

    /// Whether a word is one of them.
    fn contains(self, word: &str) -> bool {
        Self::table().by_word.get(word).is_some_and(|meanings| meanings.contains(&self))
    }

    /// Whether a text of these words begins with one of them.
    fn begin(self, words: &[&str]) -> bool {
        let is_phrase = |phrase: &&str| phrase.contains(' ');
        let begins = |phrase: &str| phrase.split(' ').zip(0..).all(|(word, at)| words.get(at) == Some(&word));
        words.first().is_some_and(|word| self.contains(word)) || self.words().filter(is_phrase).any(begins)
    }

    /// The place of the first of them in a text of these words.
    fn place_in(self, words: &[&str]) -> Option<usize> {
        (0..words.len()).find(|at| self.begin(&words[*at..]))
    }
}

/// The words of a table with their meanings.
pub(in crate::census) struct Table<M> {
    /// The words of each meaning, in the order of the file.
    words: Vec<(M, Vec<&'static str>)>,
    by_word: HashMap<&'static str, Vec<M>>,
}

impl<M: Meaning> Table<M> {
    /// Reads the table from its file.
    pub(super) fn read() -> Self {
        let lines: Vec<(&str, &str)> = lines_of(M::TABLE).collect();
        let mut table = Self { words: Vec::new(), by_word: HashMap::new() };
        for (name, meaning) in M::NAMED {
            let own = lines.iter().filter(|(of, _)| of == name).flat_map(|(_, words)| divided(words));
            table.words.push((*meaning, own.collect()));
        }
        for (meaning, words) in &table.words {
            words.iter().for_each(|word| table.by_word.entry(word).or_default().push(*meaning));
        }
        table
    }

    /// Every word with its meaning, in the order of the meanings.
    pub(in crate::census) fn all(&self) -> impl Iterator<Item = (M, &'static str)> {
        self.words.iter().flat_map(|(meaning, words)| words.iter().map(move |word| (*meaning, *word)))
    }
}

/// The lines of a table: the name of a meaning, and its words.
pub(super) fn lines_of(table: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let heads = move |line: &str| line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) == Some(table);
    let lines = FILES.iter().flat_map(|file| file.lines()).skip_while(move |line| !heads(line)).skip(1);
    let own = lines.take_while(|line| !line.starts_with('[')).filter(|line| !line.starts_with('#'));
    own.filter_map(|line| line.split_once(": "))
}

/// The words of a line.
pub(super) fn divided(words: &'static str) -> impl Iterator<Item = &'static str> {
    words.split('|').map(str::trim)
}

/// Writes enumerations of what the words of a table may mean. Their names are those of the table's lines.
macro_rules! meanings {
    ($($(#[$about:meta])* $vis:vis enum $kind:ident in $table:literal { $($(#[$says:meta])* $name:ident,)* })*) => {$(
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $kind { $($(#[$says])* $name,)* }

        $crate::census::vocabulary::words::of_table!($kind, $table, $($name)*);
    )*};
}

/// Says in which table the words of an enumeration stand.
macro_rules! of_table {
    ($kind:ident, $table:literal, $($name:ident)*) => {
        impl $crate::census::vocabulary::words::Meaning for $kind {
            const TABLE: &'static str = $table;
            const NAMED: &'static [(&'static str, Self)] = &[$((stringify!($name), Self::$name)),*];

            fn table() -> &'static $crate::census::vocabulary::words::Table<Self> {
                static TABLE: std::sync::LazyLock<$crate::census::vocabulary::words::Table<$kind>> =
                    std::sync::LazyLock::new($crate::census::vocabulary::words::Table::read);
                &TABLE
            }
        }
    };
}

pub(super) use {meanings, of_table};
