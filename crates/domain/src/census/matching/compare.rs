//! Comparing two people, field by field.

use super::levels::{Field, Levels, agreed, birth, contact, first, id, last, place, street, suffix, swapped, zip};
use super::names::{NameId, Names, Remembered, Suffix};
use super::profile::{People, Profile};
use super::spelling::{Likeness, digit_apart};
use super::streets::Street;
use super::words::{Word, Words};
use crate::text::one_edit_apart;

/// Compares people, and remembers how alike their words are.
pub(super) struct Comparer<'a> {
    people: &'a People,
    words: &'a Words,
    names: &'a Names,
    seen: Remembered,
}

impl<'a> Comparer<'a> {
    pub(super) fn of(people: &'a People) -> Self {
        Self { people, words: &people.words, names: &people.names, seen: Remembered::new() }
    }

    /// Whether two people may be the same at all: given name or date of birth is not another, or an id is the same. All other pairs
    /// are too little to claim anything (see [`super::rules`]), so that they need not be compared. Where nobody shares an address, family
    /// name or street is enough.
    pub(super) fn may_be_same(&mut self, one: &Profile, other: &Profile, address_is_personal: bool) -> bool {
        let same_id = |one: Word, other: Word| !one.is_none() && one == other;
        one.born.zip(other.born).is_some_and(|_| birth(one, other) <= birth::YEAR_AND_PART)
            || same_id(one.unique_id, other.unique_id)
            || same_id(one.other_id, other.other_id)
            || matches!(self.first_name(one.first, other.first), first::EXACT..=first::SIMILAR)
            || self.are_swapped(one, other)
            || (address_is_personal
                && (matches!(self.last_name(one.last, other.last), last::EXACT..=last::SIMILAR)
                    || matches!(self.street(one.street, other.street), street::EXACT..=street::CLOSE_NAME)))
    }

    /// All that the comparison says; the family has no level yet.
    pub(super) fn levels(&mut self, one: &Profile, other: &Profile) -> Levels {
        let (given, family, exchanged) = self.full_name(one, other);
        let (born, zip) = (birth(one, other), self.zip(one.zip, other.zip));
        let (street, unit) = self.address(one, other);
        let same_birth = matches!(born, birth::EXACT..=birth::NEW_YEAR);
        let named_alike = matches!(given, first::EXACT..=first::MIDDLE | first::CLOSE) || exchanged == swapped::YES;
        let same_street = matches!(street, street::EXACT | street::CLOSE);
        let same_zip = zip == zip::EXACT;
        let same_gender = (one.gender != 0 && other.gender != 0).then_some(one.gender == other.gender);
        let same_state = (!one.state.is_none() && !other.state.is_none()).then_some(one.state == other.state);
        let unit = unit.map_or(0, |likeness| place_level(likeness, same_street));
        let city = self.likeness(one.city, other.city).map_or(0, |likeness| place_level(likeness, same_zip));
        Levels::default()
            .with(Field::FirstName, given)
            .with(Field::LastName, family)
            .with(Field::SwappedNames, exchanged)
            .with(Field::DateOfBirth, born)
            .with(Field::Gender, agreed_level(same_gender, named_alike))
            .with(Field::Street, street)
            .with(Field::AddressLine2, unit)
            .with(Field::ZipCode, zip)
            .with(Field::City, city)
            .with(Field::State, agreed_level(same_state, same_zip))
            .with(Field::Email, self.email(one, other))
            .with(Field::Phone, phone(one.phones, other.phones))
            .with(Field::Id, self.id(one, other))
            .with(Field::Relationship, agreed_level(one.role.agrees(other.role), same_birth))
            .with(Field::Suffix, suffix(one.suffix, other.suffix))
    }

    /// How alike two words are; `None` when one is missing.
    fn likeness(&mut self, one: Word, other: Word) -> Option<Likeness> {
        let both = !one.is_none() && !other.is_none();
        both.then(|| self.seen.likeness(one, other, self.words))
    }

    /// Given name, family name, and whether they have changed places; then they have no levels of their own.
    fn full_name(&mut self, one: &Profile, other: &Profile) -> (u8, u8, u8) {
        let straight = (self.first_name(one.first, other.first), self.last_name(one.last, other.last));
        let given = if straight.0 >= first::WEAK && self.is_slip_of_a_form(one.first, other.first) {
            first::CLOSE
        } else {
            straight.0
        };
        if straight.0 == 0 || straight.1 == 0 {
            return (given, straight.1, 0);
        }
        let poor = straight.0 >= first::SIMILAR && straight.1 >= last::SIMILAR;
        if poor && (self.are_swapped(one, other) || self.are_forms_swapped(one, other)) {
            return (0, 0, swapped::YES);
        }
        (given, straight.1, swapped::NO)
    }

    /// Whether one name is unknown, and a form of the other with one slip: nobody is called Befky, but Becky is Rebecca.
    fn is_slip_of_a_form(&self, one: NameId, other: NameId) -> bool {
        let (one, other) = (self.names.get(one), self.names.get(other));
        let (known, unknown) = if one.nicknames.is_known() { (one, other) } else { (other, one) };
        let is_one_name = unknown.is_one_word() && !unknown.is_initial && !unknown.is_numbered;
        is_one_name && !unknown.nicknames.is_known() && known.nicknames.has_nearly(self.words.text(unknown.joined))
    }

    fn are_swapped(&mut self, one: &Profile, other: &Profile) -> bool {
        let name = |name: NameId| self.names.get(name);
        let crossed = [(name(one.first), name(other.last)), (name(one.last), name(other.first))];
        // Two slips at once, both in the first letter, are too rare for all the pairs that would be compared for them.
        if crossed.iter().all(|(one, other)| one.initial != other.initial) {
            return false;
        }
        let crossed = crossed.map(|(one, other)| (one.joined, other.joined));
        crossed.into_iter().all(|(one, other)| self.likeness(one, other).is_some_and(|alike| alike <= Likeness::Close))
    }

    /// The same where the given name stands in another form, or has a middle initial.
    fn are_forms_swapped(&mut self, one: &Profile, other: &Profile) -> bool {
        [(one, other), (other, one)].into_iter().any(|(turned, straight)| {
            let given = self.first_name(turned.last, straight.first);
            let family = self.last_name(turned.first, straight.last);
            matches!(given, first::EXACT | first::VARIANT | first::CLOSE) && (1..=last::CLOSE).contains(&family)
        })
    }

    fn first_name(&mut self, one: NameId, other: NameId) -> u8 {
        if one.is_none() || other.is_none() {
            return 0;
        }
        let (a, b) = (self.names.get(one), self.names.get(other));
        if a.joined == b.joined {
            let other_middle = a.middle != b.middle && a.middle != 0 && b.middle != 0;
            return if other_middle { first::VARIANT } else { first::EXACT };
        }
        if a.is_numbered || b.is_numbered {
            return first::OTHER;
        }
        if a.is_initial || b.is_initial {
            return if a.initial == b.initial { first::INITIAL } else { first::OTHER };
        }
        let firsts = (self.names.first(&a), self.names.first(&b));
        if firsts.0 == firsts.1 || a.nicknames.share(b.nicknames) {
            return first::VARIANT;
        }
        if self.share_part(one, other) {
            return first::MIDDLE;
        }
        let whole = self.seen.likeness(a.joined, b.joined, self.words);
        match whole.min(self.seen.likeness(firsts.0, firsts.1, self.words)) {
            Likeness::Same | Likeness::Close => first::CLOSE,
            Likeness::Similar => first::SIMILAR,
            Likeness::Weak => first::WEAK,
            Likeness::Other => first::OTHER,
        }
    }

    fn last_name(&mut self, one: NameId, other: NameId) -> u8 {
        if one.is_none() || other.is_none() {
            return 0;
        }
        let (a, b) = (self.names.get(one), self.names.get(other));
        if a.joined == b.joined {
            let other_middle = a.middle != b.middle && a.middle != 0 && b.middle != 0;
            return if other_middle { last::PART } else { last::EXACT };
        }
        if a.is_numbered || b.is_numbered {
            return last::OTHER;
        }
        if self.share_part(one, other) {
            return last::PART;
        }
        match self.seen.likeness(a.joined, b.joined, self.words) {
            Likeness::Same | Likeness::Close => last::CLOSE,
            Likeness::Similar => last::SIMILAR,
            Likeness::Weak => last::WEAK,
            Likeness::Other => last::OTHER,
        }
    }

    /// Whether two names, one of them of several words, have a word in common; initials do not count.
    fn share_part(&self, one: NameId, other: NameId) -> bool {
        let (one, other) = (self.names.get(one), self.names.get(other));
        if one.is_one_word() && other.is_one_word() {
            return false;
        }
        let counts = |part: &&Word| self.words.text(**part).len() > 1;
        self.names.parts(&one).iter().filter(counts).any(|part| self.names.parts(&other).contains(part))
    }

    /// The street, and how alike the second lines are. Where the first lines are poor, either may stand in the other's place.
    fn address(&mut self, one: &Profile, other: &Profile) -> (u8, Option<Likeness>) {
        let straight = self.street(one.street, other.street);
        let unit = self.likeness(one.unit, other.unit);
        if straight == 0 || straight <= street::CLOSE {
            return (straight, unit);
        }
        let crossed = [self.street(one.second, other.street), self.street(one.street, other.second)];
        let best = crossed.into_iter().filter(|level| *level != 0).min().unwrap_or(straight);
        if best <= street::CLOSE { (best, None) } else { (straight, unit) }
    }

    fn street(&mut self, one: Street, other: Street) -> u8 {
        if one.is_none() || other.is_none() {
            return 0;
        }
        let number = self.likeness(one.number, other.number);
        let name = self.likeness(one.name, other.name).unwrap_or(Likeness::Other);
        let number_is = |at_most: Likeness| number.is_some_and(|number| number <= at_most);
        match name {
            Likeness::Same if number_is(Likeness::Same) => street::EXACT,
            Likeness::Same if number.is_none() || self.number_slip(one.number, other.number) => street::CLOSE,
            Likeness::Same => street::OTHER_NUMBER,
            Likeness::Close | Likeness::Similar if number_is(Likeness::Same) => street::CLOSE,
            Likeness::Close | Likeness::Similar => street::CLOSE_NAME,
            _ if number_is(Likeness::Same) => street::NUMBER_ONLY,
            _ => street::OTHER,
        }
    }

    fn number_slip(&self, one: Word, other: Word) -> bool {
        one_edit_apart(self.words.text(one), self.words.text(other))
    }

    fn zip(&self, one: Word, other: Word) -> u8 {
        if one.is_none() || other.is_none() {
            return 0;
        }
        if one == other {
            return zip::EXACT;
        }
        let (a, b) = (self.words.text(one), self.words.text(other));
        match () {
            () if one_edit_apart(a, b) => zip::SLIP,
            () if a.get(..3).is_some_and(|region| b.starts_with(region)) => zip::REGION,
            () => zip::OTHER,
        }
    }

    fn email(&self, one: &Profile, other: &Profile) -> u8 {
        let marks = &self.people.marks;
        if one.email.is_none() || other.email.is_none() {
            0
        } else if one.email == other.email {
            contact::EXACT
        } else if marks.mailbox(one.email) == marks.mailbox(other.email)
            || marks.are_a_slip_apart(one.email, other.email)
        {
            contact::CLOSE
        } else {
            contact::OTHER
        }
    }

    fn id(&self, one: &Profile, other: &Profile) -> u8 {
        let pairs = [(one.unique_id, other.unique_id), (one.other_id, other.other_id)];
        let both = pairs.map(|(a, b)| !a.is_none() && !b.is_none());
        let close = |a: Word, b: Word| {
            let (a, b) = (self.people.marks.id_text(a), self.people.marks.id_text(b));
            a.len() >= LEAST_ID && one_edit_apart(a, b)
        };
        match (0..2).find(|at| both[*at] && pairs[*at].0 == pairs[*at].1) {
            Some(0) => id::UNIQUE,
            Some(_) => id::OTHER_ID,
            // Employers number their people one after the other: the next number is the next person's, and no slip.
            None if both[1] && close(pairs[1].0, pairs[1].1) => id::CLOSE,
            None if both.contains(&true) => id::OTHER,
            None => 0,
        }
    }
}

/// The least signs of an id in which one wrong sign leaves it recognizable.
const LEAST_ID: usize = 4;

fn agreed_level(same: Option<bool>, in_line: bool) -> u8 {
    match (same, in_line) {
        (None, _) => 0,
        (Some(true), false) => agreed::SAME,
        (Some(false), false) => agreed::OTHER,
        (Some(true), true) => agreed::SAME_IN_LINE,
        (Some(false), true) => agreed::OTHER_IN_LINE,
    }
}

fn place_level(likeness: Likeness, in_line: bool) -> u8 {
    let level = match likeness {
        Likeness::Same => place::EXACT,
        Likeness::Close | Likeness::Similar => place::CLOSE,
        Likeness::Weak | Likeness::Other => place::OTHER,
    };
    if in_line { level + place::IN_LINE } else { level }
}

fn birth(one: &Profile, other: &Profile) -> u8 {
    let Some((a, b)) = one.born.zip(other.born) else { return 0 };
    let same_year = a.year() == b.year();
    match () {
        () if a == b => birth::EXACT,
        () if a.is_turned(b) => birth::TURNED,
        () if a.is_mistyped(b) => birth::SLIP,
        () if same_year && (a.is_new_year() || b.is_new_year()) => birth::NEW_YEAR,
        // The first of January is what many write who know the year alone.
        () if a.month() == b.month() && a.day() == b.day() && !a.is_new_year() => birth::OTHER_YEAR,
        () if same_year && (a.month() == b.month() || a.day() == b.day()) => birth::YEAR_AND_PART,
        () if same_year => birth::YEAR,
        () if a.year().abs_diff(b.year()) <= 2 => birth::NEAR,
        () => birth::OTHER,
    }
}

fn phone(one: [u64; 2], other: [u64; 2]) -> u8 {
    let pairs = || one.into_iter().flat_map(|a| other.map(|b| (a, b))).filter(|(a, b)| *a != 0 && *b != 0);
    if pairs().next().is_none() {
        0
    } else if pairs().any(|(a, b)| a == b) {
        contact::EXACT
    } else if pairs().any(|(a, b)| digit_apart(a, b)) {
        contact::CLOSE
    } else {
        contact::OTHER
    }
}

fn suffix(one: Suffix, other: Suffix) -> u8 {
    match (one, other) {
        (Suffix::None, Suffix::None) => 0,
        (Suffix::None, _) | (_, Suffix::None) => suffix::ONE_SIDE,
        (one, other) if one == other => suffix::SAME,
        _ => suffix::OTHER,
    }
}
