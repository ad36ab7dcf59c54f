//! What time and the people who type do to a person's values.

use super::households::{Household, Town, mail, phone};
use super::random::Random;
use super::words::{SURNAMES, digit_slip, slip, surname};
use super::{Habits, Invented};

/// A family some months later.
pub(super) struct Later {
    /// Who is still there, with the place in the family.
    pub stayed: Vec<(usize, Invented)>,
    /// Who came.
    pub born: Vec<Invented>,
}

/// Moves, marries, and has children.
pub(super) fn later(household: Household, town: &Town, habits: Habits, random: &mut Random) -> Later {
    let moves = random.chance(0.05 * habits.noise);
    let mut people = household.people;
    if moves {
        let home = people[0].home_phone.clone();
        let rest = people.split_off(1);
        town.address(random).of(&mut people[0]);
        if random.chance(0.5) {
            people[0].home_phone = home;
        }
        for mut person in rest {
            live_with(&people[0], &mut person);
            people.push(person);
        }
    }
    let mut born = Vec::new();
    if people.len() > 1 && random.chance(0.03) {
        let name = people[0].last_name.split(' ').next().unwrap_or_default().to_owned();
        let mut child = town.person(random, &name, 2026, "CH", people[0].family);
        live_with(&people[0], &mut child);
        born.push(child);
    }
    // One of the family leaves alone now and then: a child of age, a former spouse.
    let stayed = people.into_iter().enumerate().filter(|(place, _)| *place == 0 || !random.chance(0.03)).collect();
    Later { stayed, born }
}

fn live_with(other: &Invented, person: &mut Invented) {
    person.address_line1.clone_from(&other.address_line1);
    person.address_line2.clone_from(&other.address_line2);
    person.city.clone_from(&other.city);
    person.state.clone_from(&other.state);
    person.zip_code.clone_from(&other.zip_code);
    person.home_phone.clone_from(&other.home_phone);
}

/// A person as the census writes him.
pub(super) fn noisy(mut person: Invented, town: &Town, habits: Habits, random: &mut Random) -> Invented {
    let noise = habits.noise;
    let mut happens = |probability: f64| random.chance(probability * noise);
    let [nickname, misspelled, initial, suffix_lost] = [0.035, 0.02, 0.004, 0.2].map(&mut happens);
    let [married, misspelled_last, hyphen, swapped] = [0.01, 0.02, 0.004, 0.003].map(&mut happens);
    let [wrong_date, turned, new_year, no_date] = [0.012, 0.006, 0.004, 0.008].map(&mut happens);
    if suffix_lost {
        person.last_name = person.last_name.split(' ').next().unwrap_or_default().to_owned();
    }
    if nickname {
        person.first_name = town.given.other_form(&person.first_name, random);
    } else if misspelled {
        person.first_name = slip(&person.first_name, random);
    } else if initial {
        person.first_name.truncate(1);
    }
    if married && person.gender == "F" {
        person.last_name = surname(random.skewed(SURNAMES));
    } else if hyphen {
        person.last_name = format!("{}-{}", person.last_name, surname(random.skewed(SURNAMES)));
    } else if misspelled_last {
        person.last_name = slip(&person.last_name, random);
    }
    if swapped {
        std::mem::swap(&mut person.first_name, &mut person.last_name);
    }
    let date = person.date_of_birth.clone();
    person.date_of_birth = match (wrong_date, turned, new_year, no_date) {
        (true, ..) => digit_slip(&date, random),
        (_, true, ..) => format!("{}/{}/{}", &date[3..5], &date[..2], &date[6..]),
        (_, _, true, _) => format!("01/01/{}", &date[6..]),
        (.., true) => String::new(),
        _ => date,
    };
    elsewhere(&mut person, habits, random);
    person
}

/// Gender, address, mail and phones.
fn elsewhere(person: &mut Invented, habits: Habits, random: &mut Random) {
    let mut happens = |probability: f64| random.chance(probability * habits.noise);
    let [no_gender, wrong_gender, no_street, wrong_street] = [0.02, 0.004, 0.02, 0.03].map(&mut happens);
    let [wrong_zip, wrong_city, no_mail, new_mail] = [0.012, 0.015, 0.08, 0.05].map(&mut happens);
    let [no_phone, new_phone, no_home, exchanged] = [0.08, 0.05, 0.1, 0.02].map(&mut happens);
    if no_gender {
        person.gender.clear();
    } else if wrong_gender {
        person.gender = if person.gender == "M" { "F" } else { "M" }.to_owned();
    }
    if no_street {
        person.address_line1.clear();
    } else if wrong_street {
        person.address_line1 = slip(&person.address_line1, random);
    } else if random.chance(0.3) {
        person.address_line1 = person.address_line1.replace("Street", "St").replace("Avenue", "Ave").to_uppercase();
    }
    if wrong_zip {
        person.zip_code = digit_slip(&person.zip_code, random);
    }
    if wrong_city {
        person.city = slip(&person.city, random);
    }
    match (no_mail, new_mail && !person.email.is_empty()) {
        (true, _) => person.email.clear(),
        (_, true) => person.email = mail(person, random),
        _ => {}
    }
    match (no_phone, new_phone && !person.cell_phone.is_empty()) {
        (true, _) => person.cell_phone.clear(),
        (_, true) => person.cell_phone = phone(random),
        _ => {}
    }
    if no_home {
        person.home_phone.clear();
    } else if exchanged {
        std::mem::swap(&mut person.home_phone, &mut person.cell_phone);
    }
    if habits.bare {
        *person = Invented {
            first_name: std::mem::take(&mut person.first_name),
            last_name: std::mem::take(&mut person.last_name),
            date_of_birth: std::mem::take(&mut person.date_of_birth),
            gender: std::mem::take(&mut person.gender),
            zip_code: std::mem::take(&mut person.zip_code),
            relationship: std::mem::take(&mut person.relationship),
            family: person.family,
            ..Invented::default()
        };
    }
}
