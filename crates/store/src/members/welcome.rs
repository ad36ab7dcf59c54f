//! Welcome mails: who could get one, and noting who did. Whether somebody gets one, `domain::members::welcome` decides.

use std::collections::HashSet;

use chrono::{DateTime, NaiveDate, Utc};
use domain::{GroupId, MemberId};
use sea_orm::{ConnectionTrait, FromQueryResult, Statement, Value};
use serde::Serialize;

use crate::row_set::{self, Instant, Kind};
use crate::{Db, Result, Tx};

/// An active member with an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Welcomable {
    /// The member.
    pub id: MemberId,
    /// Its first name, to greet.
    pub first_name: String,
    /// Its last name.
    pub last_name: String,
    /// Where the mail goes.
    pub email: String,
    /// The first day of its present cover.
    pub active_since: NaiveDate,
    /// When it was last welcomed.
    pub welcomed_at: Option<DateTime<Utc>>,
}

/// Active on the day `{day}`, by the timeline, so that no job must have run.
const ACTIVE: &str = "from member m join status_change s on s.member_id = m.id and s.cancelled_at is null and s.status = 0 \
     and s.effective_on <= {day} and (s.until_on is null or s.until_on > {day})";
const COLUMNS: &str = "select m.id, m.first_name, m.last_name, m.email, s.effective_on as active_since, m.welcomed_at";

/// The members of a group who are active on a day and have an address, by name.
///
/// # Errors
/// When the database does not answer.
pub async fn all(db: &impl Db, group: GroupId, day: NaiveDate) -> Result<Vec<Welcomable>> {
    let active = ACTIVE.replace("{day}", "$2");
    let sql = format!(
        "{COLUMNS} {active} where m.group_id = $1 and m.email is not null order by m.last_key, m.first_key, m.id"
    );
    let connection = db.connection();
    let values: [Value; 2] = [group.get().into(), day.into()];
    let rows = connection.query_all_raw(Statement::from_sql_and_values(connection.get_database_backend(), sql, values));
    read(rows.await?)
}

/// Those of some members of a group who are active on a day and have an address, by id.
///
/// # Errors
/// When the database does not answer.
pub async fn among(db: &impl Db, group: GroupId, ids: &[MemberId], day: NaiveDate) -> Result<Vec<Welcomable>> {
    let active = ACTIVE.replace("{day}", "$3");
    let sql = format!(
        "with sent as ({{rows}}) {COLUMNS} {active} join sent on sent.id = m.id where m.group_id = $2 and m.email is not null \
         order by m.id"
    );
    let mut found = Vec::new();
    for ids in ids.chunks(row_set::ROWS_A_STATEMENT) {
        let rows: Vec<Id> = ids.iter().map(|id| Id { id: id.get() }).collect();
        let more = vec![group.get().into(), day.into()];
        found.extend(read(row_set::query(db, &sql, ID, &rows, more).await?)?);
    }
    Ok(found)
}

/// Notes at an instant that members are welcomed, and gives those for whom that was news: who was welcomed since they were read is left
/// out. No change that a person would have to know of: the version stays.
///
/// # Errors
/// When the database refuses.
pub async fn note(tx: &Tx, members: &[Welcomable], at: DateTime<Utc>) -> Result<HashSet<MemberId>> {
    let sql = "with sent as ({rows}) update member set welcomed_at = $2 from sent \
               where member.id = sent.id and member.welcomed_at is not distinct from sent.seen returning member.id";
    let mut noted = HashSet::with_capacity(members.len());
    for members in members.chunks(row_set::ROWS_A_STATEMENT) {
        let rows: Vec<Seen> = members.iter().map(Seen::of).collect();
        for row in row_set::query(tx, sql, SEEN, &rows, vec![at.into()]).await? {
            noted.insert(MemberId(row.try_get("", "id")?));
        }
    }
    Ok(noted)
}

/// Notes that members were not welcomed after all, because their mail was taken back.
///
/// # Errors
/// When the database refuses.
pub async fn forget(tx: &Tx, members: &[MemberId]) -> Result<()> {
    let sql = "with sent as ({rows}) update member set welcomed_at = null from sent where member.id = sent.id";
    for members in members.chunks(row_set::ROWS_A_STATEMENT) {
        let rows: Vec<Id> = members.iter().map(|id| Id { id: id.get() }).collect();
        row_set::execute(tx, sql, ID, &rows, Vec::new()).await?;
    }
    Ok(())
}

#[derive(Serialize)]
struct Id {
    id: i64,
}

const ID: &row_set::Columns = &[("id", Kind::Long)];

#[derive(Serialize)]
struct Seen {
    id: i64,
    seen: Option<Instant>,
}

const SEEN: &row_set::Columns = &[("id", Kind::Long), ("seen", Kind::Instant)];

impl Seen {
    fn of(member: &Welcomable) -> Self {
        Self { id: member.id.get(), seen: member.welcomed_at.map(Instant) }
    }
}

#[derive(FromQueryResult)]
struct Found {
    id: i64,
    first_name: String,
    last_name: String,
    email: String,
    active_since: NaiveDate,
    welcomed_at: Option<DateTime<Utc>>,
}

fn read(rows: Vec<sea_orm::QueryResult>) -> Result<Vec<Welcomable>> {
    let found = rows.iter().map(|row| {
        let Found { id, first_name, last_name, email, active_since, welcomed_at } = Found::from_query_result(row, "")?;
        Ok(Welcomable { id: MemberId(id), first_name, last_name, email, active_since, welcomed_at })
    });
    found.collect()
}
