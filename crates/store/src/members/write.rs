//! Every write to a member, in bulk: details, timeline, former names, search text and counters in one transaction.
//!
//! A write names the version it was decided on; a member that was changed meanwhile is left alone and reported, so that the caller
//! decides anew instead of overwriting (rules.md#stale-save, rules.md#chunked-writes).

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use domain::billing::reasons::Origin;
use domain::members::status::{CountDelta, CurrentStatus, StatusChange, StatusWrite, Timeline};
use domain::members::{MemberDetails, Status};
use domain::{GroupId, MemberId, StatusChangeId};
use serde::Serialize;
use uuid::Uuid;

use super::Member;
use super::columns::{Changes, FormerName, MADE, MemberColumns, NAME};
use super::search_text::{self, TextRow};
use super::spellings;
use super::timeline::{self, ChangeRow, Owner};
use crate::row_set::{self, Columns, Instant, Kind};
use crate::{Result, Stamp, Tx, counts};

/// What brought a status change about (`status_change.source`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// A person changed the status.
    User,
    /// A person made the member.
    Creation,
    /// A census file.
    CensusFile(domain::CensusFileId),
    /// The whole group ended (rules.md#ending-a-group).
    GroupTermination,
    /// A census file was undone.
    CensusUndo(domain::CensusFileId),
    /// The product itself.
    Automatic,
}

impl Source {
    pub(crate) const fn number(self) -> i16 {
        match self {
            Self::User => 0,
            Self::Creation => 1,
            Self::CensusFile(_) => 2,
            Self::GroupTermination => 3,
            Self::CensusUndo(_) => 4,
            Self::Automatic => 5,
        }
    }

    /// What the reasons of a bill make of a stored number.
    pub(crate) const fn origin(number: i16) -> Option<Origin> {
        match number {
            0 | 1 => Some(Origin::ByHand),
            2 => Some(Origin::File),
            3 => Some(Origin::GroupEnd),
            4 => Some(Origin::Undo),
            5 => Some(Origin::Automatic),
            _ => None,
        }
    }

    pub(crate) const fn id(self) -> Option<i64> {
        match self {
            Self::CensusFile(file) | Self::CensusUndo(file) => Some(file.get()),
            _ => None,
        }
    }
}

/// A change that stands in the timeline of a new member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewSpan {
    /// What it sets.
    pub status: Status,
    /// The first day it is in force.
    pub effective_on: NaiveDate,
    /// When it was written and by whom.
    pub recorded: Stamp,
    /// What brought it about.
    pub source: Source,
}

/// A member to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMember {
    /// Its group.
    pub group: GroupId,
    /// Its details.
    pub details: MemberDetails,
    /// The primary of a dependent.
    pub primary: Option<MemberId>,
    /// Its id for the world outside.
    pub link: Uuid,
    /// When it is made and by whom.
    pub made: Stamp,
    /// Its timeline by day, at least one change; no two on one day.
    pub spans: Vec<NewSpan>,
}

impl NewMember {
    /// The status that is stored beside the member as of `today`.
    pub fn standing(&self, today: NaiveDate) -> CurrentStatus {
        Timeline::new(changes_of(&self.spans)).current(today)
    }
}

/// Makes members, however many, and gives their ids in the same order. `today` decides what is stored as their current status.
///
/// # Errors
/// [`crate::Error::Refused`] by [`super::UNIQUE_ID_TAKEN`], or when a group, primary or pricing group does not exist.
pub async fn insert_many(tx: &Tx, members: &[NewMember], today: NaiveDate) -> Result<Vec<MemberId>> {
    let (ids, deltas) = insert_uncounted(tx, members, today).await?;
    counts::add_all(tx, deltas).await?;
    Ok(ids)
}

/// What is to be added to the counters of groups.
type Deltas = Vec<(GroupId, CountDelta)>;

async fn insert_uncounted(tx: &Tx, members: &[NewMember], today: NaiveDate) -> Result<(Vec<MemberId>, Deltas)> {
    let mut by_link: HashMap<Uuid, MemberId> = HashMap::with_capacity(members.len());
    let sql = format!("{} returning id, link_id", row_set::insert_sql("member", MADE));
    for members in members.chunks(row_set::ROWS_A_STATEMENT) {
        let rows: Vec<_> = members.iter().map(|member| MemberColumns::made(member, member.standing(today))).collect();
        for row in row_set::query(tx, &sql, MADE, &rows, Vec::new()).await? {
            let link: crate::database::guid::Guid = row.try_get("", "link_id")?;
            by_link.insert(link.0, MemberId(row.try_get("", "id")?));
        }
    }
    let ids: Vec<MemberId> = members.iter().map(|member| by_link[&member.link]).collect();
    let owned = || ids.iter().zip(members).map(|(id, made)| (Owner { member: *id, group: made.group }, made));
    let changes: Vec<_> = owned().flat_map(|(owner, made)| change_rows(owner, &made.spans)).collect();
    timeline::append(tx, &changes).await?;
    let texts: Vec<_> = owned().map(|(owner, made)| TextRow::new(owner, made.details.search_text())).collect();
    search_text::insert(tx, &texts).await?;
    spellings::keep(tx, members.iter().map(|made| &made.details)).await?;
    let deltas = |made: &NewMember| CountDelta::of_new_member(&changes_of(&made.spans));
    let deltas = members.iter().flat_map(|made| deltas(made).into_iter().map(|delta| (made.group, delta))).collect();
    Ok((ids, deltas))
}

/// The spans as changes that have no row yet.
fn changes_of(spans: &[NewSpan]) -> Vec<StatusChange> {
    let unsaved = StatusChangeId(0);
    spans
        .iter()
        .map(|span| StatusChange { id: unsaved, status: span.status, effective_on: span.effective_on })
        .collect()
}

fn change_rows(owner: Owner, spans: &[NewSpan]) -> impl Iterator<Item = ChangeRow> + '_ {
    let ends = spans.iter().skip(1).map(|next| Some(next.effective_on)).chain([None]);
    spans.iter().zip(ends).map(move |(span, until_on)| ChangeRow::new(owner, *span, until_on))
}

/// A change of a member.
#[derive(Debug, Clone)]
pub struct MemberWrite<'a> {
    /// The member as it was when the change was decided; its version must still be the stored one.
    pub before: &'a Member,
    /// The details from now on.
    pub details: MemberDetails,
    /// The primary from now on.
    pub primary: Option<MemberId>,
    /// What happens to its status.
    pub status: Option<StatusWrite>,
}

/// What became of changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Applied {
    /// The members that were changed by somebody else meanwhile; nothing was written for them.
    pub stale: Vec<MemberId>,
    /// The status changes that were appended.
    pub status_changes: HashMap<MemberId, StatusChangeId>,
}

/// Changes members, however many; each is raised to its next version.
///
/// # Errors
/// [`crate::Error::Refused`] by [`super::UNIQUE_ID_TAKEN`], or when a primary or pricing group does not exist.
pub async fn apply(tx: &Tx, writes: &[MemberWrite<'_>], source: Source, stamp: Stamp) -> Result<Applied> {
    free_ids(tx, writes, Vec::new()).await?;
    let (applied, deltas) = apply_uncounted(tx, writes, source, stamp).await?;
    counts::add_all(tx, deltas).await?;
    Ok(applied)
}

/// A member whose unique id is freed, as it was when that was decided.
#[derive(Serialize)]
struct FreedId {
    id: i64,
    version: i32,
}

/// Takes away the unique ids that pass from one member of a batch to another or to a new one, whose ids are `new`, before any is given: no
/// two members have one id at any time (rules.md#ids-that-pass). A member that was changed meanwhile keeps its id.
async fn free_ids(tx: &Tx, writes: &[MemberWrite<'_>], new: Vec<Option<String>>) -> Result<()> {
    let moving = || writes.iter().filter(|write| write.details.unique_id != write.before.details.unique_id);
    let moves: Vec<_> =
        moving().map(|write| (write, write.before.details.unique_key(), write.details.unique_key())).collect();
    let moves = || moves.iter().filter(|(_, before, after)| before != after);
    let taken: HashSet<String> =
        moves().filter_map(|(_, _, after)| after.clone()).chain(new.into_iter().flatten()).collect();
    let freed: Vec<FreedId> = moves()
        .filter(|(_, before, _)| before.as_ref().is_some_and(|key| taken.contains(key)))
        .map(|(write, ..)| FreedId { id: write.before.id.get(), version: write.before.version })
        .collect();
    let columns: &Columns = &[("id", Kind::Long), ("version", Kind::Int)];
    let sql = "with sent as ({rows}) update member set unique_id = null, unique_key = null from sent \
               where member.id = sent.id and member.version = sent.version";
    for rows in freed.chunks(row_set::ROWS_A_STATEMENT) {
        row_set::execute(tx, sql, columns, rows, Vec::new()).await?;
    }
    Ok(())
}

/// Makes members and changes others, as [`insert_many`] and [`apply`] do. The counters are raised once, in the order of their days, so that
/// two who do this beside each other never wait for each other in a circle.
///
/// # Errors
/// As those.
pub async fn insert_and_apply(
    tx: &Tx,
    members: &[NewMember],
    today: NaiveDate,
    writes: &[MemberWrite<'_>],
    by: (Source, Stamp),
) -> Result<(Vec<MemberId>, Applied)> {
    let new: Vec<Option<String>> = members.iter().map(|made| made.details.unique_key()).collect();
    free_ids(tx, writes, new).await?;
    let (made, mut deltas) = insert_uncounted(tx, members, today).await?;
    let (applied, further) = apply_uncounted(tx, writes, by.0, by.1).await?;
    deltas.extend(further);
    counts::add_all(tx, deltas).await?;
    Ok((made, applied))
}

async fn apply_uncounted(
    tx: &Tx,
    writes: &[MemberWrite<'_>],
    source: Source,
    stamp: Stamp,
) -> Result<(Applied, Deltas)> {
    let mut written: HashSet<MemberId> = HashSet::with_capacity(writes.len());
    for writes in writes.chunks(row_set::ROWS_A_STATEMENT) {
        let Changes { rows, columns } = Changes::of(writes, stamp);
        let sql = format!(
            "with sent as ({{rows}}) update member set {}, version = member.version + 1 \
             from sent where member.id = sent.id and member.version = sent.version returning member.id",
            row_set::assignments(&columns[2..], "sent")
        );
        for row in row_set::query(tx, &sql, &columns, &rows, Vec::new()).await? {
            written.insert(MemberId(row.try_get("", "id")?));
        }
    }
    let (fresh, stale): (Vec<&MemberWrite<'_>>, Vec<_>) =
        writes.iter().partition(|write| written.contains(&write.before.id));
    keep_former_names(tx, &fresh, stamp).await?;
    let status: Vec<_> = fresh.iter().filter_map(|write| Some((write.owner(), write.status.as_ref()?))).collect();
    let status_changes = timeline::write(tx, &status, source, stamp).await?;
    let texts: Vec<_> = fresh
        .iter()
        .filter(|write| write.details.search_text() != write.before.details.search_text())
        .map(|write| TextRow::new(write.owner(), write.details.search_text()))
        .collect();
    search_text::replace(tx, &texts).await?;
    spellings::keep(tx, fresh.iter().filter(|write| is_renamed(write)).map(|write| &write.details)).await?;
    let deltas = status.iter().flat_map(|(owner, write)| write.deltas.iter().map(|delta| (owner.group, *delta)));
    let deltas = deltas.collect();
    Ok((Applied { stale: stale.iter().map(|write| write.before.id).collect(), status_changes }, deltas))
}

/// A snapshot shows the name of its day (rules.md#frozen-snapshot): the former one is kept with the moment it ended (rules.md#kept-names).
async fn keep_former_names(tx: &Tx, writes: &[&MemberWrite<'_>], stamp: Stamp) -> Result<()> {
    let former = writes.iter().filter(|write| is_renamed(write)).map(|write| (write.before, &write.details));
    let former: Vec<_> = former
        .map(|(before, _)| FormerName {
            member_id: before.id.get(),
            first_name: &before.details.first_name,
            last_name: &before.details.last_name,
            replaced_at: Instant(stamp.at),
        })
        .collect();
    row_set::insert(tx, "member_name", NAME, &former).await
}

fn is_renamed(write: &MemberWrite<'_>) -> bool {
    let (before, after) = (&write.before.details, &write.details);
    before.first_name != after.first_name || before.last_name != after.last_name
}

impl MemberWrite<'_> {
    fn owner(&self) -> Owner {
        Owner { member: self.before.id, group: self.before.group }
    }
}
