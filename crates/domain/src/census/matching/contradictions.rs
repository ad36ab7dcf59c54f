//! What contradicts itself is no match by itself (rules.md#undecidable-match).
//!
//! A person keeps given name, date of birth and gender, and a file gets one of them wrong now and then. Two of them at once are hardly ever
//! wrong, but always other where a wife, a brother or a child comes at the same address with the same mail and phone. However much else
//! agrees, that is for a person to decide.

use super::levels::{Field, Levels, agreed, birth, contact, first, last, street, suffix, swapped};

/// Whether given name, date of birth and gender say twice that this is somebody else; or given name or date once, and mail and phone both.
pub(super) fn is_contradictory(levels: Levels) -> bool {
    is_born_as_another(levels)
        || ((is_called_otherwise(levels) || is_born_elsewhen(levels)) && is_reached_elsewhere(levels))
}

/// Whether given name, date of birth and gender say twice that this is somebody else. Beside a wholly other name even a slip in the date is
/// one contradiction too many: brothers are born on days that are alike.
pub(super) fn is_born_as_another(levels: Levels) -> bool {
    let elsewhen = is_born_elsewhen(levels);
    let given = levels.get(Field::FirstName);
    // The short form of a name does not come with another day of birth: Bob is Robert's son then.
    let other_form = given == first::VARIANT && elsewhen;
    let contradictions = [is_called_otherwise(levels) || other_form, elsewhen, is_of_other_gender(levels)];
    let twice = contradictions.into_iter().filter(|contradicts| *contradicts).count() >= 2;
    let also_a_slip = given == first::OTHER && levels.get(Field::DateOfBirth) > birth::EXACT;
    twice || also_a_slip
}

/// Whether given name, date of birth or gender is another's.
pub(super) fn contradicts_once(levels: Levels) -> bool {
    is_called_otherwise(levels) || is_born_elsewhen(levels) || is_of_other_gender(levels)
}

/// Whether the given name is no form of the member's.
fn is_called_otherwise(levels: Levels) -> bool {
    levels.get(Field::FirstName) >= first::CLOSE
}

/// Born on a wholly other day: no slip, no exchanged day and month.
fn is_born_elsewhen(levels: Levels) -> bool {
    levels.get(Field::DateOfBirth) > birth::YEAR_AND_PART
}

/// Whether both genders are known and not the same.
pub(super) fn is_of_other_gender(levels: Levels) -> bool {
    matches!(levels.get(Field::Gender), agreed::OTHER | agreed::OTHER_IN_LINE)
}

fn is_reached_elsewhere(levels: Levels) -> bool {
    [Field::Email, Field::Phone].into_iter().all(|field| levels.get(field) == contact::OTHER)
}

/// How many of name, date of birth and gender both sides know and write differently, slips included.
pub(super) fn differing(levels: Levels) -> usize {
    count([is_named_differently(levels), is_born_differently(levels), is_of_other_gender(levels)])
}

/// Whether two of them differ beside an id that agrees, and one of the two is more than a slip. Two slips are a careless clerk's: a letter
/// of a name, and a digit of the date of birth.
pub(super) fn differs_twice_under_his_id(levels: Levels, are_names_one_edit_apart: bool) -> bool {
    let is_slip_of_a_name =
        |level: u8, close: u8| level <= first::EXACT || (level == close && are_names_one_edit_apart);
    let (given, family) = (levels.get(Field::FirstName), levels.get(Field::LastName));
    let is_one_slip_of_a_name = is_slip_of_a_name(given, first::CLOSE)
        && is_slip_of_a_name(family, last::CLOSE)
        && !(given == first::CLOSE && family == last::CLOSE)
        && levels.get(Field::SwappedNames) != swapped::YES
        && !has_other_suffix(levels);
    let is_born_otherwise = levels.get(Field::DateOfBirth) > birth::SLIP;
    differing(levels) >= 2 && (!is_one_slip_of_a_name || is_born_otherwise || is_of_other_gender(levels))
}

fn count(differences: [bool; 3]) -> usize {
    differences.into_iter().filter(|differs| *differs).count()
}

/// Whether the names are not the same. Another form of a given name, an initial, another suffix, exchanged names and a part of a double
/// family name are other names: Maria Vega may be the mother of Maria Vega-Luna.
fn is_named_differently(levels: Levels) -> bool {
    let is_turned = levels.get(Field::SwappedNames) == swapped::YES;
    let is_spelled_otherwise = levels.get(Field::FirstName) > first::EXACT || levels.get(Field::LastName) > last::EXACT;
    is_turned || is_spelled_otherwise || has_other_suffix(levels)
}

/// Whether a suffix stands on one side only, or each side has another: Paul Reed Jr. is the son of Paul Reed.
fn has_other_suffix(levels: Levels) -> bool {
    matches!(levels.get(Field::Suffix), suffix::OTHER | suffix::ONE_SIDE)
}

/// Whether the dates of birth are not the same to the digit.
pub(super) fn is_born_differently(levels: Levels) -> bool {
    levels.get(Field::DateOfBirth) > birth::EXACT
}

/// Whether street, mail or phone are known on both sides, and none of them is the same. A slip in street or phone is; a mailbox of the same
/// name elsewhere is not, since namesakes call theirs alike.
pub(super) fn has_no_contact_in_common(levels: Levels) -> bool {
    let contacts = [(Field::Street, street::CLOSE), (Field::Email, contact::EXACT), (Field::Phone, contact::CLOSE)];
    let known = contacts.map(|(field, at_worst)| (levels.get(field) != 0).then(|| levels.get(field) <= at_worst));
    known.contains(&Some(false)) && !known.contains(&Some(true))
}

/// Whether neither name is the member's, nor like it: a day of birth and a place are shared by strangers, the more so on the first of
/// January.
pub(super) fn is_of_other_names(levels: Levels) -> bool {
    levels.get(Field::FirstName) >= first::WEAK && levels.get(Field::LastName) >= last::WEAK
}

/// Whether mail or phone are another person's, and neither is the same.
pub(super) fn is_reached_otherwise(levels: Levels) -> bool {
    let contacts = [levels.get(Field::Email), levels.get(Field::Phone)];
    contacts.contains(&contact::OTHER) && !contacts.contains(&contact::EXACT)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAME: u8 = agreed::SAME;
    const OTHER: u8 = agreed::OTHER;

    #[test]
    fn one_value_may_be_wrong_and_two_are_somebody_else() {
        for (name, given, born, gender, wanted) in [
            ("all agrees", first::EXACT, birth::EXACT, SAME, false),
            ("a wrong gender", first::EXACT, birth::EXACT, OTHER, false),
            ("a wrong gender and a short form", first::VARIANT, birth::EXACT, OTHER, false),
            ("a wrong gender and a slip in the date", first::EXACT, birth::SLIP, OTHER, false),
            ("a wrong date", first::EXACT, birth::OTHER, SAME, false),
            ("a misspelled name and a slip in the date", first::CLOSE, birth::SLIP, SAME, false),
            ("another given name", first::OTHER, birth::EXACT, SAME, false),
            ("another given name and a slip in the date", first::OTHER, birth::SLIP, SAME, true),
            ("another given name and another year", first::OTHER, birth::OTHER_YEAR, SAME, true),
            ("a name hardly alike and a slip in the date", first::WEAK, birth::SLIP, SAME, false),
            ("a twin of the other sex", first::CLOSE, birth::EXACT, OTHER, true),
            ("a sister", first::CLOSE, birth::NEAR, SAME, true),
            ("a brother", first::OTHER, birth::OTHER, SAME, true),
            ("a daughter of the same name", first::EXACT, birth::OTHER, OTHER, true),
            ("a son called by the short form", first::VARIANT, birth::OTHER, SAME, true),
            ("nothing is known", 0, 0, 0, false),
        ] {
            let levels = Levels::default()
                .with(Field::FirstName, given)
                .with(Field::DateOfBirth, born)
                .with(Field::Gender, gender);
            assert_eq!(is_contradictory(levels), wanted, "{name}");
            let reached = |levels: Levels, level| levels.with(Field::Email, level).with(Field::Phone, level);
            assert_eq!(is_contradictory(reached(levels, contact::EXACT)), wanted, "{name}, reached alike");
            let elsewhere = wanted || given >= first::CLOSE || born > birth::YEAR_AND_PART;
            assert_eq!(is_contradictory(reached(levels, contact::OTHER)), elsewhere, "{name}, reached elsewhere");
        }
    }
}
