//! Rules on top of the probability. Statistics alone claims whatever is most likely; what these hold back is for a person to confirm.

use super::contradictions;
use super::evidence::{Caution, MatchType};
use super::levels::{
    Field, Levels, agreed, birth, contact, family, first, id, last, place, street, suffix, swapped, zip,
};
use super::names::{Name, Suffix};
use super::profile::{People, Profile};
use super::spelling::is_slip_of_the_pen;

/// The score of a pair that a rule holds back is at most this.
pub(super) const HELD_BACK: f64 = 0.45;

/// Whether a level is one of those from exact to `at_worst`.
fn is(levels: Levels, field: Field, at_worst: u8) -> bool {
    (1..=at_worst).contains(&levels.get(field))
}

fn given_name_agrees(levels: Levels) -> bool {
    is(levels, Field::FirstName, first::SIMILAR) || levels.get(Field::SwappedNames) == swapped::YES
}

fn family_name_agrees(levels: Levels) -> bool {
    is(levels, Field::LastName, last::SIMILAR) || levels.get(Field::SwappedNames) == swapped::YES
}

fn birth_agrees(levels: Levels) -> bool {
    is(levels, Field::DateOfBirth, birth::YEAR_AND_PART)
}

/// Whether the home is the same. A ZIP code is a town's and no home: who comes as somebody leaves often lives in the same.
fn home_agrees(levels: Levels) -> bool {
    is(levels, Field::Street, street::CLOSE)
}

/// The same with a slip, or the number of the house in the same town: enough where a home is one person's.
pub(super) fn home_nearly_agrees(levels: Levels) -> bool {
    let is_nearly = is(levels, Field::Street, street::CLOSE_NAME);
    is_nearly || (levels.get(Field::Street) == street::NUMBER_ONLY && town_agrees(levels))
}

/// Whether ZIP code or city are the same, perhaps with a slip.
pub(super) fn town_agrees(levels: Levels) -> bool {
    is(levels, Field::ZipCode, zip::SLIP) || city_agrees(levels)
}

fn city_agrees(levels: Levels) -> bool {
    let city = levels.get(Field::City);
    [place::EXACT, place::CLOSE].iter().any(|level| [*level, level + place::IN_LINE].contains(&city))
}

/// Whether ZIP code and city are both the same, perhaps with a slip: enough where nobody else lives near.
pub(super) fn whole_town_agrees(levels: Levels) -> bool {
    is(levels, Field::ZipCode, zip::SLIP) && city_agrees(levels)
}

fn contact_agrees(levels: Levels) -> bool {
    is(levels, Field::Email, contact::EXACT) || is(levels, Field::Phone, contact::EXACT)
}

/// Whether anything agrees, beside names and date of birth, that is one's own or one's family's.
pub(super) fn is_anchored(levels: Levels) -> bool {
    home_agrees(levels)
        || contact_agrees(levels)
        || levels.get(Field::Family) == family::HERE
        || is(levels, Field::Id, id::OTHER_ID)
}

/// Whether too little that is personal agrees. Of given name, family name, date of birth, home, contact and family two must, and a given
/// name or date among them; three where the dates contradict, or where they are only alike and neither family name, home nor contact
/// agrees. What a family or a town shares makes no match (rules.md#shared-details). A day of birth at a home is not enough for somebody of other
/// names, nor a shared phone with a day that is nearly the same. Where the home is all that is known of people beside name and date, and is
/// the same, it is personal and enough.
pub(super) fn is_too_little(levels: Levels, home_is_personal: bool) -> bool {
    if home_is_personal || matches!(levels.get(Field::Id), id::UNIQUE | id::OTHER_ID) {
        return false;
    }
    let personal = given_name_agrees(levels) || birth_agrees(levels);
    let (home, contact) = (home_agrees(levels), contact_agrees(levels));
    let points = [
        given_name_agrees(levels),
        family_name_agrees(levels),
        birth_agrees(levels),
        home,
        contact,
        levels.get(Field::Family) == family::HERE,
    ];
    let is_named_otherwise =
        contradictions::is_of_other_names(levels) && !(contact && levels.get(Field::DateOfBirth) == birth::EXACT);
    let is_of_another_family =
        levels.get(Field::LastName) >= last::WEAK && levels.get(Field::DateOfBirth) > birth::EXACT;
    let is_elsewhere = !home && !contact;
    let needed = if levels.get(Field::DateOfBirth) > birth::YEAR_AND_PART || (is_of_another_family && is_elsewhere) {
        3
    } else {
        2
    };
    is_named_otherwise || !personal || points.iter().filter(|point| **point).count() < needed
}

/// The least and the most years between parent and child.
const GENERATION: std::ops::RangeInclusive<u32> = 15..=60;

/// Whether as many years lie between them as between parent and child.
pub(super) fn is_a_generation_apart(row: &Profile, member: &Profile) -> bool {
    let years = row.born.zip(member.born).map(|(one, other)| one.year().abs_diff(other.year()));
    years.is_some_and(|years| GENERATION.contains(&years))
}

fn is_namesake(levels: Levels) -> bool {
    is(levels, Field::FirstName, first::VARIANT) && is(levels, Field::LastName, last::EXACT)
}

/// Whether two of one name are more likely parent and child: the younger is named after the older (Jr, III) and born on a wholly other day,
/// or a generation apart; or a generation lies between them, they stand in another relationship to the employee and nothing that is
/// one's own agrees.
pub(super) fn is_parent_and_child(levels: Levels, row: &Profile, member: &Profile) -> bool {
    let apart = is_a_generation_apart(row, member);
    if !is_namesake(levels) || !(apart || levels.get(Field::DateOfBirth) == birth::OTHER) {
        return false;
    }
    let own = is(levels, Field::Email, contact::EXACT)
        || is(levels, Field::Id, id::OTHER_ID)
        || levels.get(Field::Suffix) == suffix::SAME;
    let other_role = matches!(levels.get(Field::Relationship), agreed::OTHER | agreed::OTHER_IN_LINE);
    (apart && other_role && !own) || (is_named_after(row, member) && !is(levels, Field::Id, id::OTHER_ID))
}

/// Whether the younger is called Jr, II, III or the like, and the older is not.
fn is_named_after(row: &Profile, member: &Profile) -> bool {
    let year = |person: &Profile| person.born.map(|born| born.year());
    let (older, younger) = if year(row) <= year(member) { (row, member) } else { (member, row) };
    younger.suffix >= Suffix::Second && older.suffix != younger.suffix
}

/// What the file cannot tell, however high the score.
pub(super) fn caution(people: &People, levels: Levels, row: &Profile, member: &Profile) -> Option<Caution> {
    let name = |person: &Profile| people.names.get(person.first);
    let (one, other) = (name(row), name(member));
    let are_names = one.nicknames.is_known() && other.nicknames.is_known();
    let other_given = match levels.get(Field::FirstName) {
        first::WEAK | first::OTHER => true,
        // Jayden and Hayden, Kiara and Kira: one letter, and likely a slip, but the one that twins' names differ by.
        first::CLOSE | first::SIMILAR => {
            let text = |name: &Name| people.words.text(name.joined);
            one.initial != other.initial || are_names || !is_slip_of_the_pen(text(&one), text(&other))
        }
        _ => false,
    };
    let is_of_the_family = other_given && levels.get(Field::LastName) == last::EXACT;
    if is_namesake(levels) && is_a_generation_apart(row, member) {
        Some(Caution::MayBeParentOrChild)
    } else if is_of_the_family && levels.get(Field::DateOfBirth) == birth::EXACT {
        Some(Caution::MayBeTwin)
    } else if is_of_the_family && is(levels, Field::DateOfBirth, birth::SLIP) {
        Some(Caution::MayBeSibling)
    } else if levels.get(Field::SwappedNames) == swapped::YES {
        Some(Caution::NamesExchanged)
    } else {
        let is_of_another_family = levels.get(Field::LastName) >= last::SIMILAR;
        let is_vouched_for = is_anchored(levels) || levels.get(Field::Id) == id::UNIQUE;
        (is_of_another_family && !is_vouched_for).then_some(Caution::MayBeAnother)
    }
}

/// Whether names and date of birth say that a row is this member, whatever else it says.
pub(super) fn is_surely_named(levels: Levels) -> bool {
    let named = is(levels, Field::FirstName, first::CLOSE) && is(levels, Field::LastName, last::CLOSE);
    (named || levels.get(Field::SwappedNames) == swapped::YES) && is(levels, Field::DateOfBirth, birth::SLIP)
}

/// Whether names and date of birth are the member's without any slip.
pub(super) fn is_to_the_letter(levels: Levels) -> bool {
    is(levels, Field::FirstName, first::EXACT)
        && is(levels, Field::LastName, last::EXACT)
        && is(levels, Field::DateOfBirth, birth::EXACT)
}

/// Whether another member, an id aside, is who a row names rather than the one who bears its id: named and born to the letter where that one
/// is not; or called as the row says, or no worse, where that one is called otherwise, and no worse in family name and date, as a twin is. A
/// date that the row does not give is no worse for either.
pub(super) fn is_named_rather(other: Levels, bearer: Levels) -> bool {
    let no_worse = |field| {
        let (other, bearer) = (other.get(field), bearer.get(field));
        other <= bearer && (other > 0 || bearer == 0)
    };
    let given = bearer.get(Field::FirstName);
    let is_exact = is(other, Field::FirstName, first::EXACT) && given > first::EXACT;
    let is_called_so = is_exact || (given >= first::CLOSE && no_worse(Field::FirstName));
    (is_to_the_letter(other) && !is_to_the_letter(bearer))
        || (is_called_so && no_worse(Field::LastName) && no_worse(Field::DateOfBirth))
}

/// The label of the strongest evidence (rules.md#matching); the first that fits.
pub(super) fn match_type(levels: Levels) -> MatchType {
    let given_same = is(levels, Field::FirstName, first::VARIANT);
    let family_same = is(levels, Field::LastName, last::EXACT);
    let born = levels.get(Field::DateOfBirth);
    let named_alike = given_name_agrees(levels) && family_name_agrees(levels);
    match levels.get(Field::Id) {
        id::UNIQUE => MatchType::UniqueId,
        id::OTHER_ID if family_same || born == birth::EXACT => MatchType::OtherMemberId,
        _ if given_same && family_same && born == birth::EXACT => MatchType::NameAndBirth,
        _ if is(levels, Field::Email, contact::EXACT) && family_same => MatchType::EmailAndLastName,
        _ if is(levels, Field::Phone, contact::EXACT) && born == birth::EXACT => MatchType::PhoneAndBirth,
        _ if named_alike && is(levels, Field::DateOfBirth, birth::NEW_YEAR) => MatchType::SimilarNameAndBirth,
        _ if given_same && family_same && is(levels, Field::ZipCode, zip::EXACT) => MatchType::NameAndZip,
        _ => MatchType::SeveralWeakSigns,
    }
}
