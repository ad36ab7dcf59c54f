//! A group's members as the rules of census files see them.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use domain::census::families::StoredDependents;
use domain::census::plan::RosterMember;
use domain::members::Status;
use domain::{GroupId, MemberId};
use futures_util::Stream;
use store::Db;
use store::members::{self, Member, Stretch};

use super::ahead::ahead;
use crate::context::Context;
use crate::error::Result;

/// Members read in one query: several such pages wait at once, beside all that a matching keeps.
const MEMBERS_A_PAGE: u64 = 500;

/// Members as they were read, found by their ids; none of them is moved.
#[derive(Default)]
pub(super) struct Roster {
    pages: Vec<Vec<RosterMember>>,
    /// Page and place.
    places: HashMap<MemberId, (u32, u32)>,
}

impl Roster {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// Adds a page of others.
    pub(super) fn add(&mut self, members: Vec<RosterMember>) {
        let page = self.pages.len() as u32;
        self.places.extend(members.iter().zip(0..).map(|(member, place)| (member.id, (page, place))));
        self.pages.push(members);
    }

    /// A member.
    pub(super) fn get(&self, id: MemberId) -> Option<&RosterMember> {
        let (page, place) = self.places.get(&id)?;
        self.pages.get(*page as usize)?.get(*place as usize)
    }
}

/// Dependents read in one query.
const DEPENDENTS_A_PAGE: u64 = 10_000;

/// The members of a group who are somebody's dependents.
pub(super) async fn dependents(db: &impl Db, group: GroupId) -> Result<StoredDependents> {
    let (mut found, mut after) = (StoredDependents::default(), MemberId(0));
    loop {
        let page = members::dependents(db, group, after, DEPENDENTS_A_PAGE).await?;
        let Some((last, ..)) = page.last() else { return Ok(found) };
        after = *last;
        page.iter().for_each(|(_, first, last, born)| found.add(first, last, *born));
    }
}

/// Members whose pending end was set by a census file.
pub(super) type FileEnds = HashSet<MemberId>;

/// The members of a group by id, whatever the status, a page at a time.
pub(super) async fn pages(
    ctx: &Context,
    group: GroupId,
) -> Result<impl Stream<Item = Result<Vec<RosterMember>>> + use<>> {
    let stretches = members::stretches(&ctx.store.read(), group, MEMBERS_A_PAGE).await?;
    let ctx = ctx.clone();
    Ok(ahead(ctx.store.engine(), stretches.into_iter().map(move |stretch| page(ctx.clone(), group, stretch))))
}

async fn page(ctx: Context, group: GroupId, stretch: Stretch) -> Result<Vec<RosterMember>> {
    let db = ctx.store.read();
    let page = members::of_stretch(&db, group, stretch).await?;
    let ends = file_ends(&db, page.iter(), ctx.today()).await?;
    Ok(page.into_iter().map(|member| on_roster(member, &ends)).collect())
}

/// Those of some members whose pending end was set by a census file. Nothing is read when nobody's end is pending.
pub(super) async fn file_ends(
    db: &impl Db,
    members: impl Iterator<Item = &Member>,
    today: NaiveDate,
) -> Result<FileEnds> {
    let end = |member: &Member| match member.status.pending {
        Some((Status::InActive, on)) if on > today => Some((member.id, on)),
        _ => None,
    };
    let ends: HashMap<MemberId, NaiveDate> = members.filter_map(end).collect();
    Ok(if ends.is_empty() { FileEnds::new() } else { members::ended_by_files(db, &ends).await? })
}

/// A member as the rules see it.
pub(super) fn on_roster(member: Member, ends: &FileEnds) -> RosterMember {
    RosterMember {
        is_end_of_file: ends.contains(&member.id),
        id: member.id,
        version: member.version,
        details: member.details,
        primary: member.primary,
        status: member.status,
    }
}
