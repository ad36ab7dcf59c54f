//! Storing consults: a known one is changed, and taking the same ones in once more changes nothing (rules.md#consults).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::{DateTime, Timelike, Utc};
use chrono_tz::Tz;
use domain::{BillingMonth, MemberId};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::Serialize;

use super::NewConsult;
use super::terms::{Kind as Term, Terms};
use crate::database::connection::sealed::Connected;
use crate::entities::{consult, consult_tag};
use crate::row_set::{self, Columns, Instant, Kind, ROWS_A_STATEMENT};
use crate::{Result, Tx};

/// The rule that refuses a consult that somebody else has stored meanwhile.
pub const EXTERNAL_ID_TAKEN: &str = "uq_consult_external_id";

/// `consult.state` of a consult that took place, and of one that is void.
const COMPLETED: i16 = 0;
const VOID: i16 = 1;

/// What came of consults that were to be stored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Saved {
    /// So many were not known.
    pub made: u64,
    /// So many were known and have changed.
    pub changed: u64,
    /// So many were known just so.
    pub unchanged: u64,
}

/// Stores consults, each under an id of its own, however many. A known one keeps when it was first received, and notes when it was
/// first known to be void. What a bill has told of it, and is no more so from `now` on, is kept for that bill.
///
/// # Errors
/// Refused by [`EXTERNAL_ID_TAKEN`] when somebody else stores one of them at the same time.
pub async fn save(tx: &Tx, consults: &[NewConsult], zone: Tz, now: DateTime<Utc>) -> Result<Saved> {
    let mut saved = Saved::default();
    for consults in consults.chunks(ROWS_A_STATEMENT) {
        let done = save_some(tx, consults, zone, now).await?;
        saved.made += done.made;
        saved.changed += done.changed;
        saved.unchanged += done.unchanged;
    }
    Ok(saved)
}

async fn save_some(tx: &Tx, consults: &[NewConsult], zone: Tz, now: DateTime<Utc>) -> Result<Saved> {
    let known = Known::of(tx, consults).await?;
    let terms = Terms::of(tx, consults).await?;
    let (mut made, mut changed, mut saved) = (Vec::new(), Vec::new(), Saved::default());
    let (mut stale, mut former) = (BTreeSet::new(), Vec::new());
    for new in consults {
        let row = Row::of(new, known.rows.get(&new.external_id), &terms, zone);
        let tags = terms.of_tags(&new.about);
        match known.rows.get(&new.external_id) {
            None => made.push((row, tags)),
            Some(stored) if *stored == row && known.tags.get(&row.id).map_or(tags.is_empty(), |of| *of == tags) => {
                saved.unchanged += 1;
                continue;
            }
            Some(stored) => {
                stale.insert(Block::of(stored, zone));
                former.extend(Former::of(stored, &row, now));
                changed.push((row, tags));
            }
        }
    }
    stale.extend(made.iter().chain(&changed).map(|(row, _)| Block::of(row, zone)));
    (saved.made, saved.changed) = (made.len() as u64, changed.len() as u64);
    insert(tx, made).await?;
    row_set::insert(tx, "consult_change", FORMER, &former).await?;
    update(tx, changed).await?;
    forget(tx, stale).await?;
    Ok(saved)
}

/// What is stored of consults already.
struct Known {
    /// By the id in the patient platform.
    rows: HashMap<String, Row>,
    /// Their diagnoses and prescriptions.
    tags: HashMap<i64, BTreeSet<i64>>,
}

impl Known {
    /// Read to be changed: whoever changes the same ones waits, in the same order.
    async fn of(tx: &Tx, consults: &[NewConsult]) -> Result<Self> {
        let ids = consults.iter().map(|new| new.external_id.as_str());
        let rows = consult::Entity::find()
            .filter(consult::Column::ExternalId.is_in(ids))
            .order_by_asc(consult::Column::ExternalId)
            .lock_exclusive()
            .all(tx.connection())
            .await?;
        let ids = rows.iter().map(|row| row.id);
        let found = consult_tag::Entity::find().filter(consult_tag::Column::ConsultId.is_in(ids));
        let mut tags: HashMap<i64, BTreeSet<i64>> = HashMap::new();
        for tag in found.all(tx.connection()).await? {
            tags.entry(tag.consult_id).or_default().insert(tag.term_id);
        }
        Ok(Self { rows: rows.into_iter().map(|row| (row.external_id.clone(), row.into())).collect(), tags })
    }
}

const COLUMNS: &Columns = &[
    ("id", Kind::Long),
    ("external_id", Kind::Text),
    ("group_id", Kind::Long),
    ("member_id", Kind::Long),
    ("started_at", Kind::Instant),
    ("local_minute", Kind::Int),
    ("state", Kind::Small),
    ("wait_minutes", Kind::Int),
    ("rating", Kind::Small),
    ("is_after_hours", Kind::Flag),
    ("gender", Kind::Small),
    ("age", Kind::Small),
    ("region_term_id", Kind::Long),
    ("plan_term_id", Kind::Long),
    ("code_term_id", Kind::Long),
    ("source_term_id", Kind::Long),
    ("access_term_id", Kind::Long),
    ("alternative_term_id", Kind::Long),
    ("received_at", Kind::Instant),
    ("voided_at", Kind::Instant),
];

/// A consult as its table holds it; the id is 0 until it is there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Row {
    id: i64,
    external_id: String,
    group_id: i64,
    member_id: Option<i64>,
    started_at: Instant,
    local_minute: i32,
    state: i16,
    wait_minutes: Option<i32>,
    rating: Option<i16>,
    is_after_hours: bool,
    gender: i16,
    age: i16,
    region_term_id: Option<i64>,
    plan_term_id: Option<i64>,
    code_term_id: Option<i64>,
    source_term_id: Option<i64>,
    access_term_id: Option<i64>,
    alternative_term_id: Option<i64>,
    received_at: Instant,
    voided_at: Option<Instant>,
}

impl Row {
    fn of(new: &NewConsult, stored: Option<&Self>, terms: &Terms, zone: Tz) -> Self {
        let local = new.started_at.with_timezone(&zone);
        let (about, received_at) = (&new.about, Instant(new.received_at));
        let voided_at = stored.and_then(|stored| stored.voided_at).unwrap_or(received_at);
        Self {
            id: stored.map_or(0, |stored| stored.id),
            external_id: new.external_id.clone(),
            group_id: new.group.get(),
            member_id: new.member.map(MemberId::get),
            started_at: Instant(new.started_at),
            local_minute: (local.hour() * 60 + local.minute()) as i32,
            state: if new.is_completed { COMPLETED } else { VOID },
            wait_minutes: new.wait_minutes,
            rating: new.rating,
            is_after_hours: new.is_after_hours,
            gender: new.gender,
            age: new.age,
            region_term_id: terms.of_text(Term::Region, about.region.as_ref()),
            plan_term_id: terms.of_text(Term::Plan, about.plan.as_ref()),
            code_term_id: terms.of_text(Term::Code, about.code.as_ref()),
            source_term_id: terms.of_text(Term::Source, about.source.as_ref()),
            access_term_id: terms.of_text(Term::Access, about.access.as_ref()),
            alternative_term_id: terms.of_text(Term::Alternative, about.alternative.as_ref()),
            received_at: stored.map_or(received_at, |stored| stored.received_at),
            voided_at: (!new.is_completed).then_some(voided_at),
        }
    }
}

impl From<consult::Model> for Row {
    fn from(row: consult::Model) -> Self {
        Self {
            id: row.id,
            external_id: row.external_id,
            group_id: row.group_id,
            member_id: row.member_id,
            started_at: Instant(row.started_at),
            local_minute: row.local_minute,
            state: row.state,
            wait_minutes: row.wait_minutes,
            rating: row.rating,
            is_after_hours: row.is_after_hours,
            gender: row.gender,
            age: row.age,
            region_term_id: row.region_term_id,
            plan_term_id: row.plan_term_id,
            code_term_id: row.code_term_id,
            source_term_id: row.source_term_id,
            access_term_id: row.access_term_id,
            alternative_term_id: row.alternative_term_id,
            received_at: Instant(row.received_at),
            voided_at: row.voided_at.map(Instant),
        }
    }
}

const FORMER: &Columns = &[
    ("consult_id", Kind::Long),
    ("started_at", Kind::Instant),
    ("is_after_hours", Kind::Flag),
    ("replaced_at", Kind::Instant),
];

/// What bills tell of a consult, as it was until now.
#[derive(Debug, Serialize)]
struct Former {
    consult_id: i64,
    started_at: Instant,
    is_after_hours: bool,
    replaced_at: Instant,
}

impl Former {
    fn of(stored: &Row, now: &Row, replaced_at: DateTime<Utc>) -> Option<Self> {
        let Row { id, started_at, is_after_hours, .. } = *stored;
        let is_told_otherwise = (started_at, is_after_hours) != (now.started_at, now.is_after_hours);
        is_told_otherwise.then_some(Self {
            consult_id: id,
            started_at,
            is_after_hours,
            replaced_at: Instant(replaced_at),
        })
    }
}

type Tagged = (Row, BTreeSet<i64>);

async fn insert(tx: &Tx, made: Vec<Tagged>) -> Result<()> {
    let (rows, tags): (Vec<_>, Vec<_>) = made.into_iter().unzip();
    if rows.is_empty() {
        return Ok(());
    }
    let sql = format!("{} returning id, external_id", row_set::insert_sql("consult", &COLUMNS[1..]));
    let mut ids = BTreeMap::new();
    for row in row_set::query(tx, &sql, &COLUMNS[1..], &rows, Vec::new()).await? {
        ids.insert(row.try_get::<String>("", "external_id")?, row.try_get::<i64>("", "id")?);
    }
    let tags = rows.iter().zip(tags).filter_map(|(row, tags)| Some((*ids.get(&row.external_id)?, tags)));
    tag(tx, tags).await
}

async fn update(tx: &Tx, changed: Vec<Tagged>) -> Result<()> {
    let (rows, tags): (Vec<_>, Vec<_>) = changed.into_iter().unzip();
    if rows.is_empty() {
        return Ok(());
    }
    let sql = format!(
        "update consult set {} from ({{rows}}) as sent where consult.id = sent.id",
        row_set::assignments(&COLUMNS[1..], "sent")
    );
    row_set::execute(tx, &sql, COLUMNS, &rows, Vec::new()).await?;
    let sql = "delete from consult_tag where consult_id in (select id from ({rows}) as sent)";
    row_set::execute(tx, sql, &COLUMNS[..1], &rows, Vec::new()).await?;
    tag(tx, rows.iter().map(|row| row.id).zip(tags)).await
}

async fn tag(tx: &Tx, tags: impl Iterator<Item = (i64, BTreeSet<i64>)>) -> Result<()> {
    #[derive(Serialize)]
    struct Tag {
        consult_id: i64,
        term_id: i64,
    }
    let tags = tags.flat_map(|(consult_id, terms)| terms.into_iter().map(move |term_id| Tag { consult_id, term_id }));
    let tags: Vec<_> = tags.collect();
    row_set::insert(tx, "consult_tag", &[("consult_id", Kind::Long), ("term_id", Kind::Long)], &tags).await
}

/// A group and month whose consults are packed together (`consult_block`).
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Block {
    group_id: i64,
    month: i32,
}

impl Block {
    fn of(row: &Row, zone: Tz) -> Self {
        let started: DateTime<Utc> = row.started_at.0;
        Self { group_id: row.group_id, month: BillingMonth::of(started.with_timezone(&zone).date_naive()).number() }
    }
}

/// Drops the packed consults of groups and months of which one has changed.
async fn forget(tx: &Tx, blocks: BTreeSet<Block>) -> Result<()> {
    let blocks: Vec<_> = blocks.into_iter().collect();
    if blocks.is_empty() {
        return Ok(());
    }
    let sql = "delete from consult_block where (group_id, month) in (select group_id, month from ({rows}) as sent)";
    row_set::execute(tx, sql, &[("group_id", Kind::Long), ("month", Kind::Int)], &blocks, Vec::new()).await.map(drop)
}
