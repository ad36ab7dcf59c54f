//! The words of lines that are no rows: people who have left or may have, those who stay, dependents, parts of a company, and what a report prints
//! around its rows.

use super::words::{Meaning, meanings};

meanings! {
    /// What a word of a line says.
    pub(in crate::census) enum LineWord in "line_words" {
        /// Words of people who have left, or may have. A line with one of them asks whether those below it have.
        Left,
        /// Words of people who are on leave, and employed.
        Leave,
        /// Words by which such a line says the opposite, before them.
        Negation,
        /// Words of a line that speaks of the rows above it.
        Above,
        /// Answers behind a label, by which there are none of them.
        Denial,
        /// Words of those who are covered. A line with one of them begins a section of others.
        Staying,
        /// Words of a label that tells a status behind it.
        StatusLabel,
        /// Words of a status of people who are covered.
        Covered,
        /// Words beside a leave.
        BesideLeave,
        /// Words for the parts of a company or a plan.
        Division,
        /// Words for those who have an employment of their own.
        Employee,
        /// Words for husbands and wives.
        Spouse,
        /// Words for children.
        Child,
        /// Partners of a company are none.
        Partner,
        /// Words for all who belong to an employee.
        Dependent,
        /// Words beside relatives that change nothing.
        BesideRelative,
        /// Words of a line that counts, sums or numbers a page. Some of them are names as well.
        Total,
        /// What is counted, and the words beside it, such as those of printing.
        Counted,
        /// What the row of an example calls itself.
        Example,
        /// Employees who are not all of them.
        FormerOrNew,
        /// It joins two kinds of people.
        Joining,
    }
}

impl LineWord {
    /// The kinds of relatives.
    pub(in crate::census) const RELATIVES: [Self; 4] = [Self::Spouse, Self::Child, Self::Partner, Self::Dependent];

    /// The kinds by which people may have left.
    const TELLING: [Self; 4] = [Self::Left, Self::Leave, Self::Negation, Self::Above];

    /// Whether a text is made wholly of numbers and of other words and whole phrases of the table.
    pub(in crate::census) fn are_known(words: &[&str]) -> bool {
        let Some((first, rest)) = words.split_first() else { return true };
        let phrases = Self::table().all().filter(|(kind, _)| !Self::TELLING.contains(kind)).map(|(_, phrase)| phrase);
        let begun = phrases
            .map(|phrase| phrase.split(' '))
            .filter(|phrase| words.iter().copied().zip(phrase.clone()).all(|(one, other)| one == other));
        let longest = begun.map(Iterator::count).filter(|count| *count <= words.len()).max();
        match longest {
            Some(count) => Self::are_known(&words[count..]),
            None => first.bytes().all(|byte| byte.is_ascii_digit()) && Self::are_known(rest),
        }
    }

    /// Whether a word stands in the table, by itself or in a phrase.
    pub(in crate::census) fn knows(word: &str) -> bool {
        Self::table().all().any(|(_, phrase)| phrase.split(' ').any(|one| one == word))
    }
}
