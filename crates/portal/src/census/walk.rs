//! The walk over what an inspected file does to its group, a chunk at a time: employees come before dependents, who need their primary's
//! member, and those who are absent come last. The import writes the chunks and the effect on the bill only notes them; both decide here,
//! so that what is shown is what happens.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use domain::census::Record;
use domain::census::changes::Outcome;
use domain::census::file::Task;
use domain::{CensusFileId, GroupId, MemberId};
use store::census::absents::{self, Absent};
use store::census::files::CensusFile;
use store::census::matches::{self, Match, Pass};
use store::census::tasks::TaskRow;
use store::census::{changes, records};
use store::members;
use store::{Db, Engine};

use super::not_same;
use super::roster::file_ends;
use super::steps::{Ground, Primary, Steps};
use super::terms::Terms;
use crate::context::Context;
use crate::error::Result;

/// Members a chunk (rules.md#chunked-writes): each is one transaction. On SQLite every other writer waits for it, on PostgreSQL who changes
/// the same group.
const fn members_a_chunk(engine: Engine) -> u64 {
    match engine {
        Engine::Sqlite => 300,
        Engine::Postgres => 1000,
    }
}

/// The outcomes that write something.
pub(super) const WRITING: [Outcome; 4] = [Outcome::Create, Outcome::Update, Outcome::Reactivate, Outcome::Terminate];

/// A chunk and what it is decided on.
pub(super) struct Chunk {
    /// The rows with their members.
    pub(super) matches: Vec<Match>,
    /// What the rows say.
    pub(super) records: HashMap<u32, Record>,
    /// Members who are absent; a chunk has these or rows.
    pub(super) absent: Vec<Absent>,
    /// What both are decided on.
    pub(super) ground: Ground,
}

impl Chunk {
    /// How many members it is about.
    pub(super) const fn len(&self) -> usize {
        self.matches.len() + self.absent.len()
    }
}

/// Where a walk has come to.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place {
    /// Behind a row, among those of a pass.
    Row(Pass, u32),
    /// Behind a member who is absent.
    Absent(MemberId),
}

impl Place {
    fn behind(self, chunk: &Chunk) -> Self {
        match self {
            Self::Row(pass, after) => Self::Row(pass, chunk.matches.last().map_or(after, |matched| matched.row)),
            Self::Absent(after) => Self::Absent(chunk.absent.last().map_or(after, |absent| absent.member)),
        }
    }
}

/// Reads the chunks of a file.
pub(super) struct Walk<D> {
    db: D,
    file: CensusFileId,
    group: GroupId,
    today: NaiveDate,
    /// Who came onto the roster since may not have been seen by the match.
    matched_since: DateTime<Utc>,
}

impl<D: Db> Walk<D> {
    /// Over a file of one group on its terms, with these tasks.
    pub(super) fn new(db: D, file: &CensusFile, terms: &Terms, tasks: &[TaskRow]) -> Self {
        // The file was validated before it was matched.
        let validation = tasks.iter().find(|row| row.task == Task::ValidateData);
        let matched_since = validation.and_then(|row| row.completed_at).unwrap_or(file.uploaded_at);
        Self { db, file: file.id, group: terms.group, today: terms.today, matched_since }
    }

    /// The next rows behind a number; `newcomers` are primaries that are not written yet.
    pub(super) async fn rows(
        &self,
        pass: Pass,
        after: u32,
        newcomers: &HashMap<u32, Primary>,
    ) -> Result<Option<Chunk>> {
        let (db, file) = (&self.db, self.file);
        let matches = matches::chunk(db, file, pass, &WRITING, after, members_a_chunk(self.db.engine())).await?;
        Ok(if matches.is_empty() { None } else { Some(self.of_rows(matches, newcomers).await?) })
    }

    /// The next chunks behind a place, at most so many, and the place behind them; none at the end. All primaries are written already.
    pub(super) async fn chunks(&self, mut place: Place, most: usize) -> Result<(Vec<Chunk>, Place)> {
        let mut chunks = Vec::with_capacity(most);
        while chunks.len() < most {
            let next = match place {
                Place::Row(pass, after) => self.rows(pass, after, &HashMap::new()).await?,
                Place::Absent(after) => self.absent(after).await?,
            };
            let Some(chunk) = next else { break };
            place = place.behind(&chunk);
            chunks.push(chunk);
        }
        Ok((chunks, place))
    }

    /// These rows as a chunk.
    pub(super) async fn of_rows(&self, matches: Vec<Match>, newcomers: &HashMap<u32, Primary>) -> Result<Chunk> {
        let (db, file) = (&self.db, self.file);
        let numbers: Vec<u32> = matches.iter().map(|matched| matched.row).collect();
        let found = records::find_many(db, file, &numbers).await?;
        let records: HashMap<u32, Record> = found.into_iter().map(|row| (row.record.number, row.record)).collect();
        let members: Vec<MemberId> = matches.iter().filter_map(|matched| Some(matched.member?.0)).collect();
        let mut ground = self.ground(&members).await?;
        let of_primaries: Vec<u32> = records.values().filter_map(|record| record.primary_row).collect();
        if !of_primaries.is_empty() {
            ground.primaries = self.primaries(&of_primaries, newcomers).await?;
        }
        Ok(Chunk { matches, records, absent: Vec::new(), ground })
    }

    /// The next absent members behind one.
    pub(super) async fn absent(&self, after: MemberId) -> Result<Option<Chunk>> {
        let absent = absents::chunk(&self.db, self.file, after, members_a_chunk(self.db.engine())).await?;
        Ok(if absent.is_empty() { None } else { Some(self.of_absent(absent).await?) })
    }

    /// These absent members as a chunk.
    pub(super) async fn of_absent(&self, absent: Vec<Absent>) -> Result<Chunk> {
        let members: Vec<MemberId> = absent.iter().map(|absent| absent.member).collect();
        let ground = self.ground(&members).await?;
        Ok(Chunk { matches: Vec::new(), records: HashMap::new(), absent, ground })
    }

    async fn ground(&self, members: &[MemberId]) -> Result<Ground> {
        let db = &self.db;
        let (members, timelines, done) = tokio::try_join!(
            members::find_many(db, self.group, members),
            members::timelines(db, members),
            changes::changed(db, self.file, members),
        )?;
        let file_ends = file_ends(db, members.values(), self.today).await?;
        Ok(Ground { members, timelines, file_ends, primaries: HashMap::new(), done })
    }

    async fn primaries(&self, rows: &[u32], newcomers: &HashMap<u32, Primary>) -> Result<HashMap<u32, Primary>> {
        let of_rows = matches::members_of(&self.db, self.file, rows).await?;
        let mut ids: Vec<MemberId> = of_rows.values().copied().collect();
        ids.sort_unstable();
        ids.dedup();
        let members = members::find_many(&self.db, self.group, &ids).await?;
        let of_row = |(row, member): (u32, MemberId)| {
            let pricing_group = members.get(&member).and_then(|member| member.details.pricing_group);
            (row, Primary { member, pricing_group })
        };
        let known = rows.iter().filter_map(|row| Some((*row, *newcomers.get(row)?)));
        Ok(of_rows.into_iter().map(of_row).chain(known).collect())
    }

    /// Leaves to a person what another file or somebody at a screen has got ahead of, as `db` sees it.
    pub(super) async fn hold_back(&self, ctx: &Context, db: &impl Db, steps: &mut Steps) -> Result<()> {
        let holders = members::holders(db, self.group, &steps.unique_keys()).await?;
        let mut made = members::made_since(db, self.group, self.matched_since, &steps.people()).await?;
        let ids: Vec<MemberId> = made.values().copied().collect();
        let own = changes::changed(db, self.file, &ids).await?;
        made.retain(|_, member| !own.contains(member));
        not_same::leave_out_denied(ctx, db, self.group, &steps.making, &mut made).await?;
        let others: Vec<MemberId> = holders.values().chain(made.values()).copied().collect();
        let found = members::find_many(db, self.group, &others).await?;
        steps.leave_out_made_already(&holders, &made, &found, self.today);
        steps.hold_back_taken_ids(&holders);
        steps.hold_back_made_meanwhile(&made);
        Ok(())
    }
}
