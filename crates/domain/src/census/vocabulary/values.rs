//! What the words of cells stand for.

use super::words::{meanings, of_table};
use crate::members::{Gender, Status};

meanings! {
    /// Which names a word stands for none of.
    pub(in crate::census) enum NoName in "no_names" {
        /// No person has this name.
        Any,
        /// Family names may be so, and given names not.
        Given,
        /// Both may be so.
        Neither,
    }

    /// What a word of a cell is.
    pub(in crate::census) enum CellWord in "cell_words" {
        /// It stands for no value.
        Nothing,
        /// As a part of an e-mail address it says that there is none.
        NoAddress,
        /// It tells of coverage, and is no name.
        Coverage,
        /// Below a heading of coverage it says that there is none.
        NoCover,
        /// A type that says nothing of a relationship.
        VagueType,
        /// What a spreadsheet shows in the place of a value.
        SpreadsheetError,
        /// Beside the word of a status it changes nothing.
        BesideStatus,
    }

    /// Answers to a question. Below a heading that asks none, and says no status, they may mean either (rules.md#answers-as-statuses).
    pub(in crate::census) enum Answer in "answers" {
        /// Yes.
        Yes,
        /// No.
        No,
    }

    /// What a heading of statuses asks or says.
    pub(in crate::census) enum Asked in "status_headings" {
        /// The person is active.
        Active,
        /// The person has left.
        Ended,
        /// That the number 1 stands for those who are active.
        OneIsActive,
        /// The opposite.
        OneIsEnded,
    }

    /// What stands beside the names of a person.
    pub(in crate::census) enum NamePart in "name_parts" {
        /// What belongs to a last name and keeps father and son apart.
        Suffix,
        /// What begins a last name of several words.
        Particle,
        /// What stands before a name and is none of it.
        Title,
        /// What stands behind a name and is none of it: degrees and licences.
        Degree,
    }

    /// The plans in the order of their names.
    pub(in crate::census) enum Plan in "plans" {
        /// That of a family.
        Family,
        /// That of one person.
        Individual,
    }
}

of_table!(Gender, "genders", Male Female Other Unknown);
of_table!(Status, "statuses", Active InActive);
