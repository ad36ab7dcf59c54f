//! One person with a wrong value, or two of one family?
//!
//! A son who comes for his father, and a twin for a twin, share all that a family shares: address, phone, mail and family name. What is left
//! of a person then is given name and date of birth, and of these one agrees and the other does not. That is for a person to decide
//! (rules.md#matching), whatever the rest of the file is like: other people's wrong dates say nothing about this father.

use std::ops::RangeInclusive;

use super::birth::BirthDate;
use super::contradictions::{
    contradicts_once, differing, differs_twice_under_his_id, has_no_contact_in_common, is_born_differently,
    is_contradictory, is_of_other_gender, is_reached_otherwise,
};
use super::evidence::Doubt;
use super::graph::{Edge, Graph};
use super::ids::is_settled;
use super::levels::{Field, Levels, birth, contact, first, id, last, street, swapped};
use super::names::{Name, NameId};
use super::profile::{People, Profile};
use super::rules::{home_nearly_agrees, is_a_generation_apart, is_anchored, town_agrees, whole_town_agrees};
use super::spelling::is_slip_of_the_pen;
use super::towns::Towns;
use crate::text::one_edit_apart;

/// Whether a group's people can be told from their relatives.
pub(super) struct Relatives<'a> {
    /// Whether the roster shows who lives with whom, or who somebody is beside name, date and address, or names and dates are written with
    /// care and tell it.
    are_shown: bool,
    towns: Towns<'a>,
    /// Whether the file's unique ids are those of the roster.
    ids_hold: bool,
}

impl<'a> Relatives<'a> {
    pub(super) fn of(people: &'a People, graph: &Graph, shows_households: bool) -> Self {
        let are_shown = shows_households
            || people.members.iter().any(|member| is_known_closely(&member))
            || !is_full_of_slips(graph);
        Self { are_shown, towns: Towns::of(people), ids_hold: are_ids_kept(people, graph) }
    }

    /// Whether names, date and address are all that a pair says, in a group of which no more is known either and nobody shares an address,
    /// and the home is the same, or the town where nobody else lives near: then no families show, and the home is as good as one's own.
    pub(super) fn are_out_of_sight(&self, people: &People, edge: &Edge) -> bool {
        let is_town = || whole_town_agrees(edge.levels) && self.towns.is_remote(&ends(people, edge).1);
        let is_home = || home_nearly_agrees(edge.levels) || is_town();
        !self.are_shown && is_bare(edge.levels) && is_home()
    }

    /// Why a pair may be two of one family, or two of one town.
    pub(super) fn doubt(&self, people: &People, edge: &Edge) -> Option<Doubt> {
        let levels = edge.levels;
        let (row, member) = ends(people, edge);
        let is_other = || {
            contradicts(people, edge)
                || is_named_alike_only(people, edge)
                || (self.ids_hold && is_under_another_id(levels, &row, &member))
        };
        if levels.get(Field::Id) == id::UNIQUE {
            let is_other = differs_twice_under_his_id(levels, is_one_edit(people, edge)) || differs_and_moved(levels);
            is_namesake_under_his_id(levels, &row, &member)
                .then(|| namesake(&row, &member))
                .or_else(|| is_other.then_some(Doubt::Contradicted))
        } else if self.are_out_of_sight(people, edge) {
            None
        } else if is_twin(people, edge)
            || is_newly_numbered_twin(people, edge)
            || (is_born_together(levels) && is_other())
        {
            Some(Doubt::Twin)
        } else if is_parent_or_child(levels, &row, &member) {
            Some(Doubt::ParentOrChild)
        } else {
            (is_other() || differs_twice(people, edge)).then_some(Doubt::Contradicted)
        }
    }
}

/// Whether a pair is more than one slip apart (rules.md#undecidable-match): two of name, date of birth, gender and ids differ; or one does,
/// and so does every contact; or the date of birth does by more than a slip, and no contact is the same; or one differs, the date tells
/// little, and nothing of one's own agrees, nor the town on a first of January; or only the names are left, and every contact differs. Two
/// slips at once are as often another person.
fn differs_twice(people: &People, edge: &Edge) -> bool {
    let levels = edge.levels;
    let (row, member) = ends(people, edge);
    let is_under_another_id = has_other_ids(&row, &member);
    let is_born_otherwise = is_born_differently(levels);
    let is_born_on_another_common_date = has_other_common_birth(&row, &member);
    let differences =
        [is_under_another_id, is_born_on_another_common_date].into_iter().filter(|differs| *differs).count();
    match differing(levels) + differences {
        0 => is_of_a_common_day(&row, &member) && has_no_contact_in_common(levels),
        1 if is_born_otherwise => {
            let is_slip = levels.get(Field::DateOfBirth) <= birth::SLIP;
            let is_elsewhere = match is_slip {
                true => has_no_contact_in_common(levels),
                false => is_of_neighbours(levels, &row, &member),
            };
            is_elsewhere || !(is_anchored(levels) || (is_slip && town_agrees(levels)))
        }
        1 => {
            let is_of_the_town = !is_of_a_common_day(&row, &member) && town_agrees(levels);
            let has_name_alone =
                !is_under_another_id && says_little_by_birth(&row, &member) && !(is_anchored(levels) || is_of_the_town);
            let is_more = is_reached_otherwise(levels) || is_more_than_a_spelling(levels);
            has_name_alone || (has_no_contact_in_common(levels) && is_more)
        }
        _ => true,
    }
}

/// Whether the date of birth of either is one that too many share to be evidence.
fn is_of_a_common_day(row: &Profile, member: &Profile) -> bool {
    row.common_birth.is_some() || member.common_birth.is_some()
}

/// Whether the date of birth tells little of who somebody is: too many share it, or it is the first of January, which stands for an
/// unknown day. A person of nearly the same name may be another one then.
fn says_little_by_birth(row: &Profile, member: &Profile) -> bool {
    let are_of_new_year = [row.born, member.born].iter().all(|born| born.is_some_and(BirthDate::is_new_year));
    is_of_a_common_day(row, member) || are_of_new_year
}

/// Whether the one difference of a pair is more than a name spelled otherwise. People move: a spelling and another street are one person.
fn is_more_than_a_spelling(levels: Levels) -> bool {
    let (given, family) = (levels.get(Field::FirstName), levels.get(Field::LastName));
    let is_named_alike = given < first::WEAK && family < last::WEAK;
    let is_turned = levels.get(Field::SwappedNames) == swapped::YES;
    !(is_turned || (is_named_alike && (given > first::EXACT || family > last::EXACT)))
}

/// Whether both sides know an id of one kind, and it is not the same.
fn has_other_ids(row: &Profile, member: &Profile) -> bool {
    let ids = [(row.unique_id, member.unique_id), (row.other_id, member.other_id)];
    ids.into_iter().any(|(one, other)| !one.is_none() && !other.is_none() && one != other)
}

/// Whether the dates of birth are not the same, one of them at least a date that too many share to be evidence.
fn has_other_common_birth(row: &Profile, member: &Profile) -> bool {
    let stated = |person: &Profile| person.born.or(person.common_birth);
    is_of_a_common_day(row, member) && stated(row).zip(stated(member)).is_some_and(|(one, other)| one != other)
}

/// Whether contacts are known on both sides, and none of them is the same to the letter, or a street with its number. Neighbours have
/// streets and phones that are nearly the same.
fn is_of_neighbours(levels: Levels, row: &Profile, member: &Profile) -> bool {
    let is_next_door = levels.get(Field::Street) == street::CLOSE && row.street.number != member.street.number;
    let levels = if is_next_door { levels.with(Field::Street, street::OTHER_NUMBER) } else { levels };
    let is_nearly_called = levels.get(Field::Phone) == contact::CLOSE;
    let levels = if is_nearly_called { levels.with(Field::Phone, contact::OTHER) } else { levels };
    has_no_contact_in_common(levels)
}

/// Whether one of name, date of birth and gender differs beside an id that agrees, and so do mail or phone and every other contact: ids are
/// given to successors.
fn differs_and_moved(levels: Levels) -> bool {
    differing(levels) > 0 && has_no_contact_in_common(levels) && is_reached_otherwise(levels)
}

/// Whether given and family names are one letter apart at most.
fn is_one_edit(people: &People, edge: &Edge) -> bool {
    let (row, member) = ends(people, edge);
    let is_near = |one: NameId, other: NameId| {
        let text = |name: NameId| people.words.text(people.names.get(name).joined);
        one == other || one_edit_apart(text(one), text(other))
    };
    is_near(row.first, member.first) && is_near(row.last, member.last)
}

/// A pair of this score is one person.
const SURE: f32 = 0.9;
/// A file is full of slips where at least so many sure pairs have one, and one in so many.
const MANY_SLIPS: usize = 30;
const ONE_IN: usize = 4;

/// Whether names and dates are written so carelessly that another name is often the same person's.
fn is_full_of_slips(graph: &Graph) -> bool {
    let sure = || graph.edges().iter().filter(|edge| edge.score >= SURE);
    let slips = sure().filter(|edge| has_slip(edge.levels)).count();
    slips >= MANY_SLIPS && slips * ONE_IN >= sure().count()
}

/// Whether a name or the date of birth is nearly the same. Streets cut short and dates written day first are habits of a whole file.
fn has_slip(levels: Levels) -> bool {
    let is = |field, slips: RangeInclusive<u8>| slips.contains(&levels.get(field));
    is(Field::FirstName, first::CLOSE..=first::WEAK)
        || is(Field::LastName, last::CLOSE..=last::WEAK)
        || levels.get(Field::DateOfBirth) == birth::SLIP
}

/// Whether most rows that bring a unique id are the members who bear it: then ids are kept, and another one is another person's.
fn are_ids_kept(people: &People, graph: &Graph) -> bool {
    let numbered = people.rows.iter().filter(|row| !row.unique_id.is_none()).count();
    let settled = graph.edges().iter().filter(|edge| is_settled(edge.levels)).count();
    numbered > 0 && settled * 2 >= numbered
}

/// Whether a row has another unique id than the member, and of what a person keeps one is not the member's either; a date that is only like
/// the member's is another where mail or phone are, or nothing else speaks for the member.
fn is_under_another_id(levels: Levels, row: &Profile, member: &Profile) -> bool {
    let are_numbered = !row.unique_id.is_none() && !member.unique_id.is_none();
    let is_nearly_born = levels.get(Field::DateOfBirth) > birth::EXACT;
    let is_another = || is_nearly_born && (is_reached_otherwise(levels) || !is_anchored(levels));
    are_numbered && row.unique_id != member.unique_id && (contradicts_once(levels) || is_another())
}

/// Whether a unique id came to somebody of the member's name who is years older or younger, and nothing else agrees. The first of January
/// may stand for a date that is not known.
fn is_namesake_under_his_id(levels: Levels, row: &Profile, member: &Profile) -> bool {
    let has_stand_in = [row.born, member.born].into_iter().flatten().any(BirthDate::is_new_year);
    levels.get(Field::DateOfBirth) == birth::OTHER && !has_stand_in && !is_anchored(levels.with(Field::Id, 0))
}

fn namesake(row: &Profile, member: &Profile) -> Doubt {
    if is_a_generation_apart(row, member) { Doubt::ParentOrChild } else { Doubt::Contradicted }
}

/// Whether nothing holds a pair together but a family name or a day of birth, one of them perhaps only nearly the same: the given name is
/// another, or hardly alike, or alike but a name of its own.
fn is_named_alike_only(people: &People, edge: &Edge) -> bool {
    let is_another_name = edge.levels.get(Field::FirstName) >= first::WEAK || are_two_names(people, edge);
    let is_another_too =
        edge.levels.get(Field::DateOfBirth) > birth::EXACT || edge.levels.get(Field::LastName) >= last::WEAK;
    is_another_name && is_another_too && !is_anchored(edge.levels)
}

/// Whether a pair contradicts itself. A slip of the pen in the given name of one who is born on the member's day is no other name: a wrong
/// gender, or another mail and phone, is still one contradiction then.
fn contradicts(people: &People, edge: &Edge) -> bool {
    is_contradictory(edge.levels) && !(is_born_together(edge.levels) && is_slip(people, edge))
}

/// Whether the given names are one with a slip: they begin alike, and the product does not know both as names. Of two genders they must end
/// alike, too, as Daniel and Daniela do not.
fn is_slip(people: &People, edge: &Edge) -> bool {
    let (row, member) = ends(people, edge);
    let (one, other) = (people.names.get(row.first), people.names.get(member.first));
    let last_letter = |name: &Name| people.words.text(name.joined).chars().next_back();
    edge.levels.get(Field::FirstName) == first::CLOSE
        && one.initial == other.initial
        && (!is_of_other_gender(edge.levels) || last_letter(&one) == last_letter(&other))
        && !(one.nicknames.is_known() && other.nicknames.is_known())
}

/// Whether more is known of a member than names, date and address.
fn is_known_closely(member: &Profile) -> bool {
    let marks = [member.email, member.unique_id, member.other_id];
    member.gender != 0 || member.phones != [0; 2] || marks.into_iter().any(|mark| !mark.is_none())
}

fn ends(people: &People, edge: &Edge) -> (Profile, Profile) {
    (people.rows.get(edge.row as usize), people.members.get(edge.member as usize))
}

/// Whether a pair says nothing but names, date and address.
fn is_bare(levels: Levels) -> bool {
    [Field::Gender, Field::Email, Field::Phone, Field::Id, Field::Relationship, Field::Suffix]
        .into_iter()
        .all(|field| levels.get(field) == 0)
}

fn shares_family_name(levels: Levels) -> bool {
    (last::EXACT..=last::CLOSE).contains(&levels.get(Field::LastName))
}

fn is_namesake(levels: Levels) -> bool {
    shares_family_name(levels) && (first::EXACT..=first::CLOSE).contains(&levels.get(Field::FirstName))
}

fn is_born_together(levels: Levels) -> bool {
    levels.get(Field::DateOfBirth) == birth::EXACT
}

/// A generation apart with one name, either way: the father comes back as the son goes, too. Where the dates differ by a slip, or by the
/// year alone, a decade is mistyped more often than a father's son is born on his day of the year: that is nobody else where no mail and no
/// phone says so.
fn is_parent_or_child(levels: Levels, row: &Profile, member: &Profile) -> bool {
    let is_mistyped = levels.get(Field::DateOfBirth) < birth::YEAR_AND_PART && !is_reached_otherwise(levels);
    let himself = levels.get(Field::Id) == id::OTHER_ID || is_mistyped;
    is_namesake(levels) && is_a_generation_apart(row, member) && !himself
}

/// Born on the same day with another given name: neither a form of the same name nor, with the same initial, nearly one. A slip of the pen
/// seldom makes another name that people have, so that of two such names it is none.
fn is_twin(people: &People, edge: &Edge) -> bool {
    let levels = edge.levels;
    let (row, member) = ends(people, edge);
    let (one, other) = (people.names.get(row.first), people.names.get(member.first));
    let other_name = match levels.get(Field::FirstName) {
        first::OTHER => true,
        first::WEAK => one.initial != other.initial || is_of_other_gender(levels),
        _ => false,
    };
    let himself = levels.get(Field::Id) == id::OTHER_ID;
    is_born_together(levels) && shares_family_name(levels) && (other_name || are_two_names(people, edge)) && !himself
}

/// Whether a row gives a first unique id to a member of the same birth date whose given name differs by more than a slip of the pen.
/// Twins are numbered when they come, and their names are often one letter apart.
fn is_newly_numbered_twin(people: &People, edge: &Edge) -> bool {
    let (row, member) = ends(people, edge);
    let text = |name: NameId| people.words.text(people.names.get(name).joined);
    let is_first_id = !row.unique_id.is_none() && member.unique_id.is_none();
    let is_nearly_called = (first::CLOSE..=first::WEAK).contains(&edge.levels.get(Field::FirstName));
    is_first_id
        && is_nearly_called
        && is_born_together(edge.levels)
        && shares_family_name(edge.levels)
        && edge.levels.get(Field::Id) != id::OTHER_ID
        && !is_slip_of_the_pen(text(row.first), text(member.first))
}

/// Whether the given names are two that people have.
fn are_two_names(people: &People, edge: &Edge) -> bool {
    let (row, member) = ends(people, edge);
    let is_known = |name: NameId| people.names.get(name).nicknames.is_known();
    edge.levels.get(Field::FirstName) >= first::CLOSE && is_known(row.first) && is_known(member.first)
}
