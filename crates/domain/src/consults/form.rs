//! What a row says, checked: every mistake is named at once, by its field.

use std::ops::RangeInclusive;
use std::str::FromStr;

use chrono::{DateTime, SubsecRound as _, Utc};

use super::fields::{Field, Said};
use super::{About, OfGroup, OfMember, Reported};
use crate::census::cells::read_gender;
use crate::period::is_plausible;
use crate::text::fold;
use crate::{GroupId, Invalid, MemberId};

/// The longest id and the longest text.
const LONGEST_ID: usize = 100;
const LONGEST_TEXT: usize = 200;
/// The most diagnoses, and the most prescriptions, of one consult.
const MOST_TEXTS: usize = 50;
/// A week: whoever waited longer did not wait.
const LONGEST_WAIT: i32 = 7 * 24 * 60;
const OLDEST: i16 = 130;
/// What instants are kept to, in digits of a second.
const DIGITS: u16 = 3;

/// The consult of a row on a line; `now` is the instant after which none has begun.
pub(super) fn check(said: &Said, line: u64, now: DateTime<Utc>) -> Result<Reported, Invalid> {
    let mut row = Row { said, invalid: Invalid::none() };
    let external_id = row.said.text(Field::ExternalId).unwrap_or_default().to_owned();
    row.invalid.require("ExternalId", "ExternalId", &external_id, LONGEST_ID);
    let (group, member) = row.names();
    let started_at = row.started(now);
    let reported = Reported {
        line,
        external_id,
        group,
        member,
        started_at: started_at.unwrap_or_default(),
        is_completed: row.one_of(Field::Status, &[("completed", true), ("void", false)]).unwrap_or(true),
        wait_minutes: row.number(Field::WaitMinutes, 0..=LONGEST_WAIT),
        rating: row.number(Field::Rating, 1..=5),
        is_after_hours: row.one_of(Field::IsAfterHours, &[("true", true), ("false", false)]),
        gender: row.read(Field::Gender, "Gender must be Male, Female, Other or Unknown.", read_gender),
        age: row.number(Field::Age, 0..=OLDEST),
        about: row.about(),
    };
    row.invalid.or(reported)
}

struct Row<'a> {
    said: &'a Said,
    invalid: Invalid,
}

impl Row<'_> {
    /// How the row names its group and who consulted: each in one way at most.
    fn names(&mut self) -> (OfGroup, OfMember) {
        let [employer, employee] = [Field::EmployerId, Field::EmployeeId].map(|field| self.number(field, 1..=i64::MAX));
        let [code, unique] = [Field::GroupId, Field::UniqueId].map(|field| self.short(field, LONGEST_ID));
        let twice = |said: &Said, one, other| said.text(one).is_some() && said.text(other).is_some();
        let said = self.said;
        let (both, message) =
            (twice(said, Field::EmployerId, Field::GroupId), "Name the group by EmployerId or by GroupId.");
        self.invalid.check(!both, "GroupId", message);
        let (both, message) =
            (twice(said, Field::EmployeeId, Field::UniqueId), "Name the employee by EmployeeId or by UniqueId.");
        self.invalid.check(!both, "UniqueId", message);
        let named = [Field::EmployerId, Field::GroupId].iter().any(|field| said.text(*field).is_some());
        if !named {
            let by_unique_id = said.text(Field::UniqueId).is_some();
            let known = said.text(Field::EmployeeId).is_some() && !by_unique_id;
            self.invalid.check(known, "EmployerId", "EmployerId or GroupId is required unless EmployeeId is given.");
        }
        let group = match (employer, code) {
            (Some(id), _) => OfGroup::Id(GroupId(id)),
            (None, Some(code)) => OfGroup::Code(fold(&code)),
            (None, None) => OfGroup::OfMember,
        };
        let member = match (employee, unique) {
            (Some(id), _) => OfMember::Id(MemberId(id)),
            (None, Some(unique)) => OfMember::UniqueKey(fold(&unique)),
            (None, None) => OfMember::Unknown,
        };
        (group, member)
    }

    fn started(&mut self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let started = self.read(
            Field::StartedOn,
            "StartedOn must be a time with its offset from UTC, such as 2026-07-01T14:30:00Z.",
            |text| DateTime::parse_from_rfc3339(text).ok().map(|at| at.to_utc().trunc_subsecs(DIGITS)),
        );
        self.invalid.check(self.said.text(Field::StartedOn).is_some(), "StartedOn", "StartedOn is required.");
        let started = started?;
        let plausible = is_plausible(started.date_naive());
        self.invalid.check(plausible, "StartedOn", "StartedOn must lie in the years 1900 to 2199.");
        self.invalid.check(!plausible || started <= now, "StartedOn", "StartedOn must not lie in the future.");
        Some(started)
    }

    fn about(&mut self) -> About {
        About {
            region: self.short(Field::Region, LONGEST_TEXT),
            plan: self.short(Field::InsurancePlan, LONGEST_TEXT),
            code: self.short(Field::GroupCode, LONGEST_TEXT),
            source: self.short(Field::Source, LONGEST_TEXT),
            access: self.short(Field::Access, LONGEST_TEXT),
            alternative: self.short(Field::AlternativeCare, LONGEST_TEXT),
            diagnoses: self.list(Field::Diagnoses),
            prescriptions: self.list(Field::Prescriptions),
        }
    }

    fn short(&mut self, field: Field, longest: usize) -> Option<String> {
        let text = self.said.text(field)?;
        self.invalid.limit(field.name(), field.name(), text, longest);
        Some(text.to_owned())
    }

    fn list(&mut self, field: Field) -> Vec<String> {
        let (name, texts) = (field.name(), self.said.texts(field));
        self.invalid.check(texts.len() <= MOST_TEXTS, name, format!("{name} may hold {MOST_TEXTS} texts at most."));
        let fits = texts.iter().all(|text| text.chars().count() <= LONGEST_TEXT);
        self.invalid.check(fits, name, format!("Each of {name} must be at most {LONGEST_TEXT} characters."));
        texts.to_vec()
    }

    fn number<T: FromStr + PartialOrd + std::fmt::Display>(
        &mut self,
        field: Field,
        range: RangeInclusive<T>,
    ) -> Option<T> {
        let (name, first, last) = (field.name(), range.start(), range.end());
        let message = format!("{name} must be a whole number from {first} to {last}.");
        self.read(field, &message, |text| text.parse().ok().filter(|number| range.contains(number)))
    }

    fn one_of(&mut self, field: Field, words: &[(&str, bool)]) -> Option<bool> {
        let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let message = format!("{} must be {}.", field.name(), names.join(" or "));
        let read = |text: &str| words.iter().find(|(word, _)| word.eq_ignore_ascii_case(text)).map(|(_, means)| *means);
        self.read(field, &message, read)
    }

    fn read<T>(&mut self, field: Field, message: &str, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let text = self.said.text(field)?;
        let value = read(text);
        self.invalid.check(value.is_some(), field.name(), message);
        value
    }
}
