//! Whose a reported consult is: what it names is looked up for a whole batch, and a row that names nobody is refused.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use domain::access::Scope;
use domain::consults::{OfGroup, OfMember, Refused, Reported, is_after_hours};
use domain::members::Gender;
use domain::{GroupId, Invalid, MemberId};
use store::consults::NewConsult;
use store::consults::named::{self, Groups, Patient};

use super::batches::Batch;
use crate::context::Context;
use crate::error;

/// The consults of a batch that can be stored, and the rows that are refused, in the order of the file.
pub(super) async fn name(ctx: &Context, scope: Scope, batch: Batch) -> error::Result<(Vec<NewConsult>, Vec<Refused>)> {
    let known = Known::of(ctx, scope, &batch.reported).await?;
    let (now, zone) = (ctx.now(), ctx.config.time_zone);
    let (mut consults, mut refused) = (Vec::with_capacity(batch.reported.len()), batch.refused);
    for reported in batch.reported {
        let line = reported.line;
        match known.consult(reported, now, zone) {
            Ok(consult) => consults.push(consult),
            Err(invalid) => refused.push(Refused { line, invalid }),
        }
    }
    refused.sort_by_key(|refused| refused.line);
    Ok((consults, refused))
}

/// What the rows of a batch name.
struct Known {
    groups: Groups,
    by_id: HashMap<MemberId, Patient>,
    by_unique_key: HashMap<(GroupId, String), Patient>,
}

impl Known {
    async fn of(ctx: &Context, scope: Scope, rows: &[Reported]) -> error::Result<Self> {
        let db = ctx.store.read();
        let (mut ids, mut codes, mut members) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for row in rows {
            match &row.group {
                OfGroup::Id(id) => drop(ids.insert(*id)),
                OfGroup::Code(code) => drop(codes.insert(code.clone())),
                OfGroup::OfMember => {}
            }
            if let OfMember::Id(id) = row.member {
                members.insert(id);
            }
        }
        let groups = named::groups(&db, scope, &ids, &codes).await?;
        let mut known =
            Self { by_id: named::patients(&db, scope, &members).await?, groups, by_unique_key: HashMap::new() };
        let keys = rows.iter().filter_map(|row| match &row.member {
            OfMember::UniqueKey(key) => Some((known.group(&row.group)?, key.clone())),
            OfMember::Id(_) | OfMember::Unknown => None,
        });
        known.by_unique_key = named::holders(&db, &keys.collect()).await?;
        Ok(known)
    }

    fn group(&self, of: &OfGroup) -> Option<GroupId> {
        match of {
            OfGroup::Id(id) => self.groups.ids.get(id).copied(),
            OfGroup::Code(code) => self.groups.codes.get(code).copied(),
            OfGroup::OfMember => None,
        }
    }

    fn consult(&self, row: Reported, received_at: DateTime<Utc>, zone: Tz) -> Result<NewConsult, Invalid> {
        let (group, patient) = self.whose(&row)?;
        let local = row.started_at.with_timezone(&zone).naive_local();
        let of_patient = |patient: &Patient| {
            let years = local.date().years_since(patient.date_of_birth).unwrap_or_default();
            i16::try_from(years).unwrap_or_default()
        };
        let age = row.age.or_else(|| patient.as_ref().map(of_patient));
        let age = age.ok_or_else(|| Invalid::field("Age", "Age is required when the employee is not named."))?;
        let gender = row.gender.map(Gender::number).or_else(|| patient.map(|patient| patient.gender));
        Ok(NewConsult {
            external_id: row.external_id,
            group,
            member: patient.map(|patient| patient.id),
            started_at: row.started_at,
            is_completed: row.is_completed,
            wait_minutes: row.wait_minutes,
            rating: row.rating,
            is_after_hours: row.is_after_hours.unwrap_or_else(|| is_after_hours(local)),
            gender: gender.unwrap_or(Gender::Unknown.number()),
            age,
            about: row.about,
            received_at,
        })
    }

    /// The group of a row, and who consulted.
    fn whose(&self, row: &Reported) -> Result<(GroupId, Option<Patient>), Invalid> {
        let group = self.group(&row.group);
        match (&row.group, group) {
            (OfGroup::Id(_), None) => {
                return Err(Invalid::field("EmployerId", "There is no group with this EmployerId."));
            }
            (OfGroup::Code(_), None) => return Err(Invalid::field("GroupId", "There is no group with this GroupId.")),
            _ => {}
        }
        let nobody = |key: &str| Invalid::field(key, format!("The group has no employee with this {key}."));
        let patient = match (&row.member, group) {
            (OfMember::Id(id), _) => {
                let found = self.by_id.get(id).filter(|patient| group.is_none_or(|group| group == patient.group));
                Some(*found.ok_or_else(|| nobody("EmployeeId"))?)
            }
            (OfMember::UniqueKey(key), Some(group)) => {
                Some(*self.by_unique_key.get(&(group, key.clone())).ok_or_else(|| nobody("UniqueId"))?)
            }
            (OfMember::UniqueKey(_) | OfMember::Unknown, _) => None,
        };
        let group = group.or_else(|| patient.map(|patient| patient.group));
        Ok((group.ok_or_else(|| Invalid::field("EmployerId", "EmployerId is required."))?, patient))
    }
}
