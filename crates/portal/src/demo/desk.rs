//! What staff have written down of the groups: whom to call, and what to know.

use chrono::{DateTime, TimeDelta, Utc};
use domain::contacts::ContactForm;
use domain::notes::{NoteForm, NoteType};

use super::history::{Filled, TurnsClock};
use super::random::Random;
use super::words::{ALERTS, DEPARTMENTS, FIRST_NAMES, LAST_NAMES, NOTES};
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// Gives each group two or three contacts, a note or two, and some of them an alert.
pub async fn fill(
    ctx: &Context,
    clock: &dyn TurnsClock,
    who: &CallerOrigin,
    groups: &[Filled],
    now: DateTime<Utc>,
) -> Result<()> {
    for (number, filled) in (0..).zip(groups) {
        let random = &mut Random::of("desk", number);
        clock.turn_to(now - TimeDelta::days(400 + random.below(200) as i64));
        for place in 0..2 + random.below(2) {
            crate::contacts::service::create(ctx, who, filled.group, &contact(random, place as usize)).await?;
        }
        for (days, note) in notes(random, number) {
            clock.turn_to(now - TimeDelta::days(days));
            crate::notes::service::create(ctx, who, filled.group, &note).await?;
        }
    }
    clock.turn_to(now);
    Ok(())
}

/// The first is in charge of people, the second of bills; a third one may have left.
fn contact(random: &mut Random, place: usize) -> ContactForm {
    let (first, last) = (*random.favour(FIRST_NAMES), *random.favour(LAST_NAMES));
    let mailbox = format!("{first}.{last}@staff.example").to_lowercase();
    ContactForm {
        first_name: first.to_owned(),
        last_name: last.to_owned(),
        email: mailbox.chars().filter(|c| c.is_ascii_alphanumeric() || ".@".contains(*c)).collect(),
        // Numbers that are given to nobody.
        phone: format!("614555{:04}", 100 + random.below(100)),
        department: DEPARTMENTS[place % DEPARTMENTS.len()].to_owned(),
        notes: if place == 0 { "Best reached before noon.".to_owned() } else { String::new() },
        active: place < 2 || random.chance(60),
    }
}

/// How many days ago each was written, oldest first.
fn notes(random: &mut Random, group: u64) -> Vec<(i64, NoteForm)> {
    let note =
        |note_type: NoteType, body: &&str| NoteForm { note_type: note_type.number().into(), body: (*body).to_owned() };
    let mut notes = vec![(120 + random.below(200) as i64, note(NoteType::General, random.one(NOTES)))];
    if group.is_multiple_of(2) {
        notes.push((30 + random.below(60) as i64, note(NoteType::General, random.one(NOTES))));
    }
    if group.is_multiple_of(3) {
        notes.push((1 + random.below(20) as i64, note(NoteType::Alert, random.one(ALERTS))));
    }
    notes
}
