//! What undoing a file comes to, before it is asked for and afterwards: counted, and a page at a time.
//!
//! Whom somebody has changed since, whose former unique id is taken and who has dependents that stay, the database finds; the numbers it
//! answers are those of [`Kept`], which `domain::census::undo` decides by when it comes to it. A test of the portal compares the two.

use chrono::{DateTime, Utc};
use domain::census::undo::{ChangeKind, Kept};
use domain::{CensusFileId, MemberId, Page, PageRequest};
use sea_orm::{ConnectionTrait, FromQueryResult, Statement, Value};

use crate::{Db, Engine, Result};

/// What becomes of the members of a file's changes of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// What the file did.
    pub kind: ChangeKind,
    /// Why the members are kept; `None` for those that are put back.
    pub kept: Option<Kept>,
    /// How many they are.
    pub members: u32,
}

/// A member that a file has changed, and what undoing does to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Previewed {
    /// The row of the file; `None` for a member that was absent from it.
    pub row: Option<u32>,
    /// The member.
    pub member: MemberId,
    /// Its first name today.
    pub first_name: String,
    /// Its last name today.
    pub last_name: String,
    /// What the file did.
    pub kind: ChangeKind,
    /// Why it is kept; `None` when it is put back.
    pub kept: Option<Kept>,
    /// When it was last changed.
    pub changed_at: DateTime<Utc>,
    /// By whom; `None` when the product did.
    pub changed_by: Option<String>,
}

/// Which members a list shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wanted {
    /// Only those of a kind.
    pub kind: Option<ChangeKind>,
    /// Only those that are kept, or only those that are put back.
    pub kept: Option<bool>,
}

/// The version that a member stands for: the one it has, or the former one that it was put back to.
fn standing(member: &str) -> String {
    format!(
        "coalesce((select x.stands_for from census_change x where x.member_id = {member}.id \
         and x.undone_version = {member}.version), {member}.version)"
    )
}

/// Every change of file `$1` with a number: -1 undone, 0 to be undone, else why the member is kept.
fn judged(engine: Engine) -> String {
    let (former_key, former_type) = match engine {
        Engine::Sqlite => {
            ("json_extract(c.\"before\", '$.UniqueKey')", "json_extract(c.\"before\", '$.Fields.MemberType')")
        }
        Engine::Postgres => ("(c.\"before\"->>'UniqueKey')", "(c.\"before\"->'Fields'->>'MemberType')"),
    };
    format!(
        "select c.id, c.row_number, c.member_id, c.kind, m.first_name, m.last_name, m.updated_at, m.updated_by, case \
         when c.undone_at is not null then -1 \
         when c.undo_note is not null then c.undo_note \
         when {standing} <> c.version_after then case when exists (select 1 from census_change l \
           where l.member_id = c.member_id and l.id > c.id and l.undone_at is null) then 2 else 1 end \
         when c.kind <> 1 and exists (select 1 from member h where h.group_id = m.group_id and h.id <> m.id \
           and h.unique_key = {former_key} and not exists (select 1 from census_change hc where hc.file_id = c.file_id \
           and hc.member_id = h.id and hc.undo_note is null and {of_holder} = hc.version_after)) then 3 \
         when (c.kind = 1 or {former_type} <> 'Primary') and exists (select 1 from member d where d.primary_member_id = m.id \
           and not exists (select 1 from census_change dc where dc.file_id = c.file_id and dc.member_id = d.id \
           and dc.undo_note is null and {of_dependent} = dc.version_after)) then 4 \
         else 0 end as verdict \
         from census_change c join member m on m.id = c.member_id where c.file_id = $1",
        standing = standing("m"),
        of_dependent = standing("d"),
        of_holder = standing("h"),
    )
}

/// How many members undoing puts back and keeps, by what the file did.
///
/// # Errors
/// When the database does not answer.
pub async fn counts(db: &impl Db, file: CensusFileId) -> Result<Vec<Count>> {
    let sql = format!(
        "select j.kind, j.verdict, cast(count(*) as bigint) as members from ({}) j group by j.kind, j.verdict \
         order by j.kind, j.verdict",
        judged(db.engine())
    );
    let rows = db.connection().query_all_raw(statement(db, sql, vec![file.get().into()])).await?;
    let mut counts: Vec<Count> = Vec::new();
    for row in rows {
        let (kind, members): (i16, i64) = (row.try_get("", "kind")?, row.try_get("", "members")?);
        let kept = kept(row.try_get("", "verdict")?);
        let Some(kind) = ChangeKind::from_number(kind) else { continue };
        let members = u32::try_from(members).unwrap_or(u32::MAX);
        match counts.iter_mut().find(|count| count.kind == kind && count.kept == kept) {
            Some(count) => count.members += members,
            None => counts.push(Count { kind, kept, members }),
        }
    }
    Ok(counts)
}

/// A page of the members that a file has changed, in the order in which it changed them.
///
/// # Errors
/// When the database does not answer.
pub async fn page(db: &impl Db, file: CensusFileId, wanted: Wanted, request: &PageRequest) -> Result<Page<Previewed>> {
    let mut conditions = vec!["1 = 1".to_owned()];
    conditions.extend(wanted.kind.map(|kind| format!("j.kind = {}", kind.number())));
    conditions.extend(wanted.kept.map(|kept| format!("j.verdict {} 0", if kept { ">" } else { "<=" })));
    let from = format!("from ({}) j", judged(db.engine()));
    let conditions = conditions.join(" and ");
    let count = format!("select cast(count(*) as bigint) as n {from} where {conditions}");
    let rows = format!(
        "select j.*, u.first_name as by_first_name, u.last_name as by_last_name {from} \
         left join user_account u on u.id = j.updated_by where {conditions} order by j.id limit $2 offset $3"
    );
    let whole = |n: u64| Value::from(i64::try_from(n).unwrap_or(i64::MAX));
    let count = db.connection().query_one_raw(statement(db, count, vec![file.get().into()]));
    let total: i64 = count.await?.map_or(Ok(0), |row| row.try_get("", "n"))?;
    let values = vec![file.get().into(), whole(request.per_page), whole(request.offset())];
    let rows = db.connection().query_all_raw(statement(db, rows, values)).await?;
    let found: Vec<Found> =
        rows.iter().map(|row| Found::from_query_result(row, "")).collect::<std::result::Result<_, _>>()?;
    let rows = found.into_iter().filter_map(Found::read).collect();
    Ok(Page { rows, total: total.unsigned_abs(), per_page: request.per_page })
}

fn statement(db: &impl Db, sql: String, values: Vec<Value>) -> Statement {
    Statement::from_sql_and_values(db.connection().get_database_backend(), sql, values)
}

fn kept(verdict: i32) -> Option<Kept> {
    i16::try_from(verdict).ok().and_then(Kept::from_number)
}

#[derive(FromQueryResult)]
struct Found {
    row_number: Option<i32>,
    member_id: i64,
    kind: i16,
    first_name: String,
    last_name: String,
    updated_at: DateTime<Utc>,
    verdict: i32,
    by_first_name: Option<String>,
    by_last_name: Option<String>,
}

impl Found {
    fn read(self) -> Option<Previewed> {
        Some(Previewed {
            row: self.row_number.map(i32::unsigned_abs),
            member: MemberId(self.member_id),
            first_name: self.first_name,
            last_name: self.last_name,
            kind: ChangeKind::from_number(self.kind)?,
            kept: kept(self.verdict),
            changed_at: self.updated_at,
            changed_by: self.by_first_name.zip(self.by_last_name).map(|(first, last)| format!("{first} {last}")),
        })
    }
}
