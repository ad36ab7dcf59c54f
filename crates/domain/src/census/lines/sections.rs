//! Sections of a list that tell who is gone: those below `Terminated Employees`, in a file that says it nowhere else, may have left.
//!
//! Read as active they would be billed; read as In-Active without need they would lose what they pay for. So each section is asked about,
//! and sets a status only after a yes. Where it may have ended, what follows is asked about apart.
//!
//! A line that speaks of other rows, such as `All of the above terminated` or a footnote, changes nothing and becomes a warning.
//!
//! Other sections are of people who belong to employees elsewhere, as those below `Spouses` do. What a row says of itself goes before its
//! section. Any other row below such a line is a dependent. Only a number or a name ties it to its employee; without one it waits.

use std::sync::Arc;

use super::identity::first_place;
use super::{Lines, Reading, Why, filled, first_cell, is_total, line_text, may_name_person};
use crate::census::cells::{
    Standing, is_digits, is_placeholder, month, read_member_type, read_relationship_surely, standing, unguarded,
};
use crate::census::field::Field;
use crate::census::findings::{FamilySection, Issue, IssueKind, MOST_SECTIONS, Section};
use crate::census::source::{RawRow, Row};
use crate::census::vocabulary::{LineWord, Meaning, MemberType, Relationship, is_given_name, words_of};
use crate::text::fold;

/// A title has so many cells at most.
const MOST_CELLS: usize = 3;

/// The sections of a row: that of people who may have left, and that of dependents.
pub(in crate::census) type RowSections = (Option<Section>, Option<Arc<FamilySection>>);

/// The sections that the reader is in.
#[derive(Debug, Default)]
pub(in crate::census) struct Sections {
    /// That of dependents.
    family: Option<Arc<FamilySection>>,
    /// Lines of which nothing is asked, though people may have left by them.
    unasked: Vec<(u64, String)>,
    now: Option<Section>,
    /// The first line of unknown words that has people below it. Its answer counts for all of them, where they are one question.
    first_unknown: Option<u64>,
    /// Whether it has people already.
    has_people: bool,
    /// A line behind its last person that may have ended it, and what the line says.
    end: Option<(u64, String)>,
}

impl Sections {
    /// Begins below the titles of a file.
    pub(in crate::census) fn below(titles: &[Row], lines: &Lines) -> Self {
        let mut sections = Self::default();
        titles.iter().for_each(|row| sections.title(row, lines));
        sections
    }

    /// Sees a line above the heading.
    fn title(&mut self, row: &Row, lines: &Lines) {
        if family_name(first_cell(row)).is_some() {
            self.begin_family(row.line, first_cell(row));
        }
        // More cells are words of a heading; beside others a word by itself is one.
        let whole = line_text(row);
        let filled = filled(row).take_while(|_| whole.is_none() && filled(row).nth(MOST_CELLS).is_none());
        for cell in whole.as_deref().into_iter().chain(filled.filter(|cell| cell.contains(' '))) {
            match standing_of(cell) {
                Some(Standing::Others) => self.now = None,
                Some(_) if speaks_of_above(cell) || standing(cell).is_none() => self.tell(row.line, cell.to_owned()),
                Some(_) => return self.begin(row.line, cell, false, lines),
                None => {}
            }
        }
    }

    /// Sees a line that is left out.
    pub(in crate::census) fn left_out(&mut self, row: &Row, why: Why, lines: &Lines) {
        let line = row.line;
        let text = &*lines.section_text(row).unwrap_or_default();
        let told = standing_of(text);
        match why {
            Why::Title | Why::Blank | Why::Example => {}
            Why::Heading if self.end.is_some() => {}
            _ if (told.is_some_and(Standing::is_asked) || has_unknown(text)) && speaks_of_above(text) => {
                self.tell(line, text.to_owned());
                // In the file of a group its words would speak of other rows.
                self.end = Some((line, format!("line {line}")));
            }
            _ if told.is_some_and(Standing::is_asked) => self.begin(line, text, false, lines),
            _ if told == Some(Standing::Others) && why != Why::Total && family_name(text).is_none() => self.close(),
            // The dependents of those who have left may have left as well.
            _ => self.divide(row, lines),
        }
        // `Dependents (12)` counts those below it, `Total Dependents: 12` those above.
        let heads_family = || why == Why::Total && !is_total(text) && family_name(text).is_some();
        if why == Why::Remark || heads_family() {
            self.begin_family(line, text);
        }
    }

    /// Sees a row, and tells in which sections it stands: that of people who may have left, and that of dependents. A row that names a section
    /// beside other cells begins it all the same. One that says a status stands in no section of people who may have left.
    pub(in crate::census) fn row(&mut self, row: &Row, raw: &RawRow, lines: &Lines) -> RowSections {
        let (first, is_identified) = (first_cell(row), lines.identifies(row));
        let is_alone = || filled(row).nth(1).is_none();
        let names_section = || {
            !lines.has_name_beside(row, is_identified)
                && lines.may_divide(row)
                && standing(first).is_some_and(Standing::is_asked)
        };
        match () {
            () if names_section() => self.begin(row.line, first, false, lines),
            () if !is_identified && is_alone() => {
                self.divide(row, lines);
                self.begin_family(row.line, first);
            }
            () => self.person(lines),
        }
        let says_status = raw.get(Field::Status).is_some_and(|cell| !is_placeholder(unguarded(cell)));
        (self.now.clone().filter(|_| !says_status), self.family_of(raw))
    }

    /// Goes on with a person; behind a line that may have ended the section they are asked about apart.
    fn person(&mut self, lines: &Lines) {
        let end = self.end.take().filter(|_| self.has_people);
        if let (Some(section), Some((line, text))) = (&mut self.now, end) {
            let title = section.title.split("' and '").next().unwrap_or_default();
            section.title = format!("{title}' and '{text}").into();
            section.line = line;
            section.answer = lines.answers.get(&line).copied();
        }
        if let Some(section) = self.now.as_mut().filter(|section| section.is_unknown && !self.has_people) {
            let first = *self.first_unknown.get_or_insert(section.line);
            section.answer = section.answer.or_else(|| lines.answers.get(&first).copied());
        }
        self.has_people = true;
    }

    /// Sees a line between people that says nothing of a status: it may be the title of those below, or end a section.
    fn divide(&mut self, row: &Row, lines: &Lines) {
        let may_begin = self.now.as_ref().is_none_or(|section| section.is_unknown);
        match lines.unknown_title(row).filter(|_| may_begin) {
            Some(title) => self.begin(row.line, &title, true, lines),
            None => self.end = Some((row.line, unguarded(first_cell(row)).to_owned())),
        }
    }

    fn begin(&mut self, line: u64, title: &str, is_unknown: bool, lines: &Lines) {
        self.close();
        let answer = lines.answers.get(&line).copied();
        self.now = Some(Section { line, title: unguarded(title).into(), answer, is_unknown });
        (self.has_people, self.end) = (false, None);
    }

    /// Ends the section.
    fn close(&mut self) {
        self.empty().into_iter().for_each(|(line, text)| self.tell(line, text));
        self.now = None;
    }

    fn tell(&mut self, line: u64, text: String) {
        if self.unasked.len() < MOST_SECTIONS {
            self.unasked.push((line, text));
        }
    }

    /// The line of a section without a row: its words may speak of other rows.
    fn empty(&self) -> Option<(u64, String)> {
        let section = self.now.as_ref().filter(|section| !self.has_people && !section.is_unknown)?;
        Some((section.line, section.title.to_string()))
    }

    /// Sees a line that may begin a section of dependents, or end one.
    fn begin_family(&mut self, line: u64, text: &str) {
        if let Some(relationship) = family_name(text) {
            self.family = Some(Arc::new(FamilySection { line, title: unguarded(text).into(), relationship }));
        } else if words_of(&fold(text)).iter().any(|word| LineWord::Employee.contains(word)) {
            self.family = None;
        }
    }

    /// The section of dependents that tells who a row is, which says nothing of that itself.
    fn family_of(&mut self, raw: &RawRow) -> Option<Arc<FamilySection>> {
        self.family.as_ref()?;
        let own = own_role(raw);
        if own == Some(MemberType::Primary) {
            self.family = None;
        }
        self.family.clone().filter(|_| own.is_none())
    }

    /// What is to be said of lines of which nothing was asked, once all rows are read.
    pub(in crate::census) fn issues(&self) -> impl Iterator<Item = Issue> {
        self.unasked.iter().cloned().chain(self.empty()).map(|(line, text)| {
            let message = format!(
                "'{text}' may speak of people in other rows, who are read as active: check whether they have left."
            );
            Issue::of_row(line, IssueKind::SaysLeft, message)
        })
    }
}

impl Lines {
    /// What a line says that may be the title of people below it. It is none where all its words are those of lines, where it is a note, and where
    /// it names a person, relatives or a part of the company. A row is one if it has a word that lines have.
    fn unknown_title(&self, row: &Row) -> Option<String> {
        let text = self.section_text(row)?;
        let folded = fold(&text);
        // `Effective Date: 1/1/2027` is known by its label.
        let (label, _) = folded.split_once(':').unwrap_or((&folded, ""));
        let words = words_of(&folded);
        let heading = first_place(row).and_then(|place| self.headings.get(place));
        // A sentence goes on in small letters, as the name of a department does not.
        let goes_on = |word: &str| word.starts_with(char::is_lowercase) && has_unknown(word);
        let is_part = heading.is_some_and(|heading| LineWord::Division.contains(heading))
            || (LineWord::Division.begin(&words) && !text.split_whitespace().skip(1).any(goes_on));
        // `Tom Moss`, `Family of Tom Moss`.
        let is_of_family =
            LineWord::RELATIVES.iter().any(|kind| kind.place_in(&words).is_some()) && words.contains(&"of");
        let is_name = is_of_family || (may_name_person(row) && words.iter().any(|word| is_given_name(word)));
        let is_told = standing(&text).is_some() || family_name(&text).is_some() || speaks_of_above(&text);
        let is_line = match self.read(row) {
            Reading::Nobody(why) => why == Why::Remark,
            _ => words.iter().any(|word| LineWord::knows(word)),
        };
        (is_line && !is_part && !is_told && !is_name && has_unknown(label)).then_some(text)
    }
}

/// Whether a text has a word that is none of lines, nor a month.
fn has_unknown(text: &str) -> bool {
    let folded = fold(text);
    let mut words = words_of(&folded);
    words.retain(|word| month(word).is_none());
    !LineWord::are_known(&words)
}

/// What a line says of people, also behind the sign of a note: `* = terminated`.
fn standing_of(line: &str) -> Option<Standing> {
    standing(line.trim_start_matches(|c: char| !c.is_alphabetic()))
}

/// Whether a line speaks of the rows above it.
fn speaks_of_above(text: &str) -> bool {
    LineWord::Above.place_in(&words_of(&fold(text))).is_some()
}

/// Returns who a row says that it is. An unknown word says a dependent, as the row is read.
fn own_role(raw: &RawRow) -> Option<MemberType> {
    let told = |field| raw.get(field).map(unguarded).filter(|text| !is_placeholder(text));
    let of_relationship =
        |text| read_relationship_surely(text).map_or(MemberType::Dependent, Relationship::member_type);
    told(Field::MemberType).and_then(read_member_type).or_else(|| told(Field::Relationship).map(of_relationship))
}

/// A line with unknown words and more words than this is a sentence, and names no section.
const MOST_WORDS: usize = 5;

/// The dependents that a line names: which relationship they have, `None` of dependents of any. A list of employees and their dependents is one of
/// everybody, and names none.
fn family_name(text: &str) -> Option<Option<Relationship>> {
    let folded = fold(text).replace("(s)", "s").replace("(ren)", "ren");
    // A number counts the people below.
    let words: Vec<&str> = words_of(&folded).into_iter().filter(|word| !is_digits(word)).collect();
    let has = |kind: LineWord| kind.place_in(&words).is_some();
    let relatives = LineWord::RELATIVES;
    if !relatives.into_iter().any(has) || has(LineWord::Negation) {
        return None;
    }
    let is_joined = folded.contains(['&', '+', '/', ',']) || LineWord::Joining.place_in(&words).is_some();
    // `Employees and Dependents` are everybody.
    let is_of_everybody = |(place, word): (usize, &&str)| {
        LineWord::Employee.contains(word) && !LineWord::FormerOrNew.contains(word) && !words[..place].ends_with(&["of"])
    };
    let is_relative = |word: &&&str| relatives.into_iter().any(|kind| kind.contains(word));
    // `Spouse of Tom Reed` names the employee.
    let is_plural = words.get(1) == Some(&"of")
        || words.iter().filter(is_relative).any(|word| word.ends_with('s') || word.ends_with("ren"));
    if (is_joined && words.iter().enumerate().any(is_of_everybody))
        || (!words.iter().all(|word| LineWord::knows(word)) && (!is_plural || words.len() > MOST_WORDS))
    {
        return None;
    }
    // `Spouses and Dependents` are dependents of any kind.
    Some(match relatives.map(has) {
        [.., true] if is_joined => None,
        [true, false, false, _] => Some(Relationship::Spouse),
        [false, true, false, _] => Some(Relationship::Child),
        [false, false, true, _] => Some(Relationship::Partner),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_of_relatives_are_told_from_others() {
        let (sure, doubtful) = (Some::<Option<Relationship>>, Some::<Option<Relationship>>);
        let (spouse, child) = (Some(Relationship::Spouse), Some(Relationship::Child));
        for (text, named) in [
            ("Spouses", sure(spouse)),
            ("*** SPOUSES ***", sure(spouse)),
            ("Spouses (12)", sure(spouse)),
            ("Covered Spouses:", sure(spouse)),
            ("Spouses of Employees", doubtful(spouse)),
            ("Employee Spouses", doubtful(spouse)),
            ("Dependent Children", sure(child)),
            ("Child Dependents", sure(child)),
            ("Domestic Partners", sure(Some(Relationship::Partner))),
            ("Dependents", sure(None)),
            ("Dependents List", sure(None)),
            ("Spouses and Children", sure(None)),
            ("Spouses/Dependents", sure(None)),
            ("Spouse(s)", sure(spouse)),
            ("Child(ren) (3)", sure(child)),
            ("Stepchildren", sure(child)),
            ("Spouse", doubtful(spouse)),
            ("Son", doubtful(child)),
            ("Dependent Census", doubtful(None)),
            ("Dependents - 12", sure(None)),
            ("Employees' Dependents", doubtful(None)),
            ("Terminated Dependents", doubtful(None)),
            ("COBRA dependents", doubtful(None)),
            ("Spouses / Retirees", doubtful(spouse)),
            ("Acme Spouses 2026", doubtful(spouse)),
            ("Dependents and Others", doubtful(None)),
            ("Relationship: Spouse", doubtful(spouse)),
            ("Family Members", doubtful(None)),
            ("Employees and Dependents", None),
            ("Employee / Dependents", None),
            ("Employees, Spouses and Children", None),
            ("Employee and Dependent Census", None),
            ("Partners", None),
            ("No dependents", None),
            ("Spouse of Tom Reed:", doubtful(spouse)),
            ("Spouse Jones", None),
            ("* spouse works here too", None),
            ("Dependents are covered until the age of 26", None),
            ("", None),
        ] {
            assert_eq!(family_name(text), named, "{text}");
        }
    }
}
