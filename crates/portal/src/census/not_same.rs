//! Who is not whom, as people have said of former rows: a row's person is known by a keyed hash, so that the database names nobody.

use std::collections::{HashMap, HashSet};

use domain::census::Record;
use domain::census::denied::{Denied, named, person_text};
use domain::members::duplicates::PersonKey;
use domain::{GroupId, MemberId};
use store::Db;
use store::census::not_same;

use super::steps::Making;
use crate::auth::secrets::{Purpose, hash};
use crate::context::Context;
use crate::error::Result;

/// The key of a row's person within its group; `None` for a row that names nobody.
pub(super) fn key(ctx: &Context, group: GroupId, record: &Record) -> Option<Vec<u8>> {
    Some(key_of(ctx, group, &person_text(record)?))
}

fn key_of(ctx: &Context, group: GroupId, person: &str) -> Vec<u8> {
    hash(ctx, Purpose::CensusPerson, &format!("{group}|{person}"))
}

/// Takes those out of the members `made` since a match whom somebody about to be made is denied to be: they hold nobody back.
pub(super) async fn leave_out_denied(
    ctx: &Context,
    db: &impl Db,
    group: GroupId,
    making: &[Making],
    made: &mut HashMap<PersonKey, MemberId>,
) -> Result<()> {
    if made.is_empty() {
        return Ok(());
    }
    let keyed = |making: &Making| {
        let new = &making.member.details;
        (PersonKey::of(new), key_of(ctx, group, &named(&new.first_name, &new.last_name, new.date_of_birth)))
    };
    let keys: HashMap<PersonKey, Vec<u8>> = making.iter().map(keyed).collect();
    let asked: Vec<Vec<u8>> = keys.values().cloned().collect();
    let denied: HashSet<not_same::Denied> = not_same::of_people(db, group, &asked).await?.into_iter().collect();
    let is_denied = |person: &PersonKey, member: MemberId| {
        keys.get(person).is_some_and(|key| denied.contains(&(key.clone(), member)))
    };
    made.retain(|person, member| !is_denied(person, *member));
    Ok(())
}

/// Which members of a group are not which people.
pub(super) struct Known(HashMap<Vec<u8>, Vec<MemberId>>);

impl Known {
    /// All that is remembered of a group.
    pub(super) async fn of(db: &impl Db, group: GroupId) -> Result<Self> {
        let mut known: HashMap<Vec<u8>, Vec<MemberId>> = HashMap::new();
        for (key, member) in not_same::of_group(db, group).await? {
            known.entry(key).or_default().push(member);
        }
        Ok(Self(known))
    }

    /// Which of some rows are not which members.
    pub(super) fn denied(&self, ctx: &Context, group: GroupId, records: &[Record]) -> Denied {
        if self.0.is_empty() {
            return Denied::new();
        }
        let of_row = |record: &Record| {
            let members = key(ctx, group, record).and_then(|key| self.0.get(&key));
            let number = record.number;
            members.into_iter().flatten().map(move |member| (number, *member)).collect::<Vec<_>>()
        };
        records.iter().flat_map(of_row).collect()
    }
}
