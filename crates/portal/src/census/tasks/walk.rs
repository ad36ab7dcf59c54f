//! The walk over what an inspected file does to its group, a chunk at a time: employees come before dependents, who need their primary's
//! member, and those who are absent come last. Rows with passing unique ids stand in one chunk (rules.md#ids-that-pass). The import writes the
//! chunks and the effect on the bill only notes them; both decide here, so that what is shown is what happens.

use std::collections::{BTreeSet, HashMap, HashSet};

use chrono::{DateTime, NaiveDate, Utc};
use domain::census::Record;
use domain::census::changes::Outcome;
use domain::census::file::Task;
use domain::census::id_moves::{IdMoves, Together};
use domain::{CensusFileId, GroupId, MemberId};
use store::census::absents::{self, Absent};
use store::census::files::CensusFile;
use store::census::matches::{self, Match, Pass};
use store::census::tasks::TaskRow;
use store::census::{changes, records};
use store::members;
use store::{Db, Engine};

use super::super::not_same;
use super::super::roster::file_ends;
use super::super::steps::{Ground, Primary, Steps};
use super::super::terms::Terms;
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

/// Values a condition may list at once.
const VALUES_A_LIST: usize = 1000;

/// The outcomes that write something.
pub(in crate::census) const WRITING: [Outcome; 4] =
    [Outcome::Create, Outcome::Update, Outcome::Reactivate, Outcome::Terminate];

/// A chunk and what it is decided on.
pub(in crate::census) struct Chunk {
    /// The rows with their members.
    pub(in crate::census) matches: Vec<Match>,
    /// What the rows say.
    pub(in crate::census) records: HashMap<u32, Record>,
    /// Members who are absent.
    pub(in crate::census) absent: Vec<Absent>,
    /// Members without a row that give their unique id up.
    pub(in crate::census) gone: Vec<MemberId>,
    /// All members that give their unique id up and get no other.
    pub(in crate::census) give_up: BTreeSet<MemberId>,
    /// What all are decided on.
    pub(in crate::census) ground: Ground,
}

impl Chunk {
    /// How many members it is about.
    pub(in crate::census) const fn len(&self) -> usize {
        self.matches.len() + self.absent.len() + self.gone.len()
    }
}

/// Where a walk has come to.
#[derive(Debug, Clone, Copy)]
pub(in crate::census) enum Place {
    /// Behind a row, among those of a pass.
    Row(Pass, u32),
    /// Behind so many of the rows with passing unique ids; only with, or only without endings of absent members.
    Together(Endings, usize),
    /// Behind a row, among the dependents of those who take the id of an absent member.
    Late(u32),
    /// Behind a member who is absent.
    Absent(MemberId),
}

/// Whether absent members end among the rows with passing unique ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) enum Endings {
    /// No absent member ends.
    None,
    /// Absent members end, once no other row waits for a person.
    Some,
}

impl Endings {
    fn of(together: &Together) -> Self {
        if together.absent.is_empty() { Self::None } else { Self::Some }
    }
}

/// Reads the chunks of a file.
pub(in crate::census) struct Walk<D> {
    db: D,
    file: CensusFileId,
    group: GroupId,
    today: NaiveDate,
    /// Who came onto the roster since may not have been seen by the match.
    matched_since: DateTime<Utc>,
    moves: IdMoves,
    /// Rows that have a chunk of their own place.
    apart: HashSet<u32>,
    /// Dependents of rows that wait for endings.
    late: BTreeSet<u32>,
    /// Rows whose unique ids come free elsewhere.
    passing: HashSet<u32>,
}

impl<D: Db> Walk<D> {
    /// Over a file of one group on its terms, with these tasks, to foresee what its rows do in any order.
    pub(in crate::census) fn foreseeing(
        db: D,
        file: &CensusFile,
        terms: &Terms,
        tasks: &[TaskRow],
        moves: IdMoves,
    ) -> Self {
        let passing = moves.passing.keys().copied().collect();
        Self { passing, ..Self::new(db, file, terms, (tasks, moves)) }
    }

    /// The same, to write it.
    pub(in crate::census) async fn importing(
        db: D,
        file: &CensusFile,
        terms: &Terms,
        tasks: &[TaskRow],
        moves: IdMoves,
    ) -> Result<Self> {
        let walk = Self::new(db, file, terms, (tasks, moves));
        let all = walk.moves.together.iter();
        let mut apart: HashSet<u32> = all.flat_map(|together| &together.rows).copied().collect();
        let waiting: Vec<u32> = walk.waiting().iter().copied().collect();
        let mut late = BTreeSet::new();
        if !waiting.is_empty() {
            let dependents = records::dependents_of(&walk.db, walk.file, &waiting).await?;
            late.extend(dependents.into_iter().map(|row| row.record.number).filter(|row| !apart.contains(row)));
        }
        apart.extend(&late);
        Ok(Self { apart, late, ..walk })
    }

    fn new(db: D, file: &CensusFile, terms: &Terms, (tasks, moves): (&[TaskRow], IdMoves)) -> Self {
        // The file was validated before it was matched.
        let validation = tasks.iter().find(|row| row.task == Task::ValidateData);
        let matched_since = validation.and_then(|row| row.completed_at).unwrap_or(file.uploaded_at);
        let (file, group, today) = (file.id, terms.group, terms.today);
        let (apart, late, passing) = (HashSet::new(), BTreeSet::new(), HashSet::new());
        Self { db, file, group, today, matched_since, moves, apart, late, passing }
    }

    /// The rows that take the id of an absent member: they are written once no other row waits for a person.
    fn waiting(&self) -> BTreeSet<u32> {
        let waiting = self.moves.together.iter().filter(|together| Endings::of(together) == Endings::Some);
        waiting.flat_map(|together| &together.rows).copied().collect()
    }

    /// The same with their dependents.
    pub(in crate::census) fn waiting_for_endings(&self) -> Vec<u32> {
        self.waiting().into_iter().chain(self.late.iter().copied()).collect()
    }

    /// The next rows behind a number, and the last number of them; `newcomers` are primaries that are not written yet.
    pub(in crate::census) async fn rows(
        &self,
        pass: Pass,
        after: u32,
        newcomers: &HashMap<u32, Primary>,
    ) -> Result<Option<(Chunk, u32)>> {
        let (db, file) = (&self.db, self.file);
        let mut matches = matches::chunk(db, file, pass, &WRITING, after, members_a_chunk(self.db.engine())).await?;
        let Some(last) = matches.last().map(|matched| matched.row) else { return Ok(None) };
        matches.retain(|matched| !self.apart.contains(&matched.row));
        Ok(Some((self.of_rows(matches, newcomers).await?, last)))
    }

    /// The next rows with passing ids, and how many sets of them lie behind.
    async fn together(&self, endings: Endings, after: usize) -> Result<Option<(Chunk, usize)>> {
        let most = usize::try_from(members_a_chunk(self.db.engine())).unwrap_or(usize::MAX);
        let (mut all, mut behind) = (Together::default(), after);
        for next in self.moves.together.iter().skip(after) {
            let is_wanted = Endings::of(next) == endings;
            if is_wanted && !all.is_empty() && all.len() + next.len() > most {
                break;
            }
            behind += 1;
            if is_wanted {
                all.rows.extend(&next.rows);
                all.absent.extend(&next.absent);
                all.gone.extend(&next.gone);
                all.give_up.extend(&next.give_up);
            }
        }
        if all.is_empty() {
            return Ok(None);
        }
        let rows: Vec<u32> = all.rows.into_iter().collect();
        let mut matches = matches::settled(&self.db, self.file, &rows).await?;
        matches.retain(|matched| WRITING.contains(&matched.outcome));
        let absent: Vec<MemberId> = all.absent.into_iter().collect();
        let absent = absents::ended(&self.db, self.file, &absent).await?;
        let gone: Vec<MemberId> = all.gone.into_iter().collect();
        let chunk = self.chunk(matches, (absent, gone), &HashMap::new()).await?;
        Ok(Some((Chunk { give_up: all.give_up, ..chunk }, behind)))
    }

    /// The next late rows behind a number, and the last number of them.
    async fn late(&self, after: u32) -> Result<Option<(Chunk, u32)>> {
        let most = usize::try_from(members_a_chunk(self.db.engine())).unwrap_or(usize::MAX);
        let rows: Vec<u32> = self.late.range(after.saturating_add(1)..).take(most).copied().collect();
        let Some(last) = rows.last().copied() else { return Ok(None) };
        let mut matches = matches::settled(&self.db, self.file, &rows).await?;
        matches.retain(|matched| WRITING.contains(&matched.outcome));
        Ok(Some((self.of_rows(matches, &HashMap::new()).await?, last)))
    }

    /// The next chunks behind a place, at most so many, and the place behind them; none at the end. All primaries are written already.
    pub(in crate::census) async fn chunks(&self, mut place: Place, most: usize) -> Result<(Vec<Chunk>, Place)> {
        let mut chunks = Vec::with_capacity(most);
        while chunks.len() < most {
            let Some((chunk, behind)) = self.next(place).await? else { break };
            place = behind;
            chunks.push(chunk);
        }
        Ok((chunks, place))
    }

    async fn next(&self, place: Place) -> Result<Option<(Chunk, Place)>> {
        Ok(match place {
            Place::Row(pass, after) => {
                let next = self.rows(pass, after, &HashMap::new()).await?;
                next.map(|(chunk, last)| (chunk, Place::Row(pass, last)))
            }
            Place::Together(endings, after) => {
                let next = self.together(endings, after).await?;
                next.map(|(chunk, behind)| (chunk, Place::Together(endings, behind)))
            }
            Place::Late(after) => self.late(after).await?.map(|(chunk, last)| (chunk, Place::Late(last))),
            Place::Absent(after) => self.absent(after).await?.map(|chunk| {
                let last = chunk.absent.last().map_or(after, |absent| absent.member);
                (chunk, Place::Absent(last))
            }),
        })
    }

    /// These rows as a chunk.
    pub(in crate::census) async fn of_rows(
        &self,
        matches: Vec<Match>,
        newcomers: &HashMap<u32, Primary>,
    ) -> Result<Chunk> {
        self.chunk(matches, (Vec::new(), Vec::new()), newcomers).await
    }

    /// These rows and members as a chunk.
    async fn chunk(
        &self,
        matches: Vec<Match>,
        (absent, gone): (Vec<Absent>, Vec<MemberId>),
        newcomers: &HashMap<u32, Primary>,
    ) -> Result<Chunk> {
        let (db, file) = (&self.db, self.file);
        let numbers: Vec<u32> = matches.iter().map(|matched| matched.row).collect();
        let mut records: HashMap<u32, Record> = HashMap::with_capacity(numbers.len());
        for numbers in numbers.chunks(VALUES_A_LIST) {
            let found = records::find_many(db, file, numbers).await?;
            records.extend(found.into_iter().map(|row| (row.record.number, row.record)));
        }
        let of_rows = matches.iter().filter_map(|matched| Some(matched.member?.0));
        let of_absent = absent.iter().map(|absent| absent.member);
        let members: Vec<MemberId> = of_rows.chain(of_absent).chain(gone.iter().copied()).collect();
        let mut ground = self.ground(&members).await?;
        let of_primaries: Vec<u32> = records.values().filter_map(|record| record.primary_row).collect();
        if !of_primaries.is_empty() {
            ground.primaries = self.primaries(&of_primaries, newcomers).await?;
        }
        Ok(Chunk { matches, records, absent, gone, give_up: BTreeSet::new(), ground })
    }

    /// The next absent members behind one.
    pub(in crate::census) async fn absent(&self, after: MemberId) -> Result<Option<Chunk>> {
        let absent = absents::chunk(&self.db, self.file, after, members_a_chunk(self.db.engine())).await?;
        Ok(if absent.is_empty() { None } else { Some(self.of_absent(absent).await?) })
    }

    /// These absent members as a chunk.
    pub(in crate::census) async fn of_absent(&self, absent: Vec<Absent>) -> Result<Chunk> {
        self.chunk(Vec::new(), (absent, Vec::new()), &HashMap::new()).await
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
    pub(in crate::census) async fn hold_back(&self, ctx: &Context, db: &impl Db, steps: &mut Steps) -> Result<()> {
        let holders = members::holders(db, self.group, &steps.unique_keys()).await?;
        let mut made = members::made_since(db, self.group, self.matched_since, &steps.people()).await?;
        let ids: Vec<MemberId> = made.values().copied().collect();
        let own = changes::changed(db, self.file, &ids).await?;
        made.retain(|_, member| !own.contains(member));
        not_same::leave_out_denied(ctx, db, self.group, &steps.making, &mut made).await?;
        let others: Vec<MemberId> = holders.values().chain(made.values()).copied().collect();
        let found = members::find_many(db, self.group, &others).await?;
        steps.leave_out_made_already(&holders, &made, &found, self.today);
        steps.hold_back_taken_ids(&holders, &found, &self.passing);
        steps.hold_back_made_meanwhile(&made);
        Ok(())
    }
}
