//! How many of a group's active members stand in a file (rules.md#small-groups).

use chrono::NaiveDate;
use domain::{CensusFileId, GroupId};
use sea_orm::{ConnectionTrait, Statement};

use crate::{Db, Result};

/// Active members of a group, and how many of them a file has a row for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Overlap {
    /// Those who are active.
    pub active: u32,
    /// How many of them a settled row is matched to.
    pub named: u32,
}

/// Counts them as they are `today`, the primaries alone where the group takes no dependents.
///
/// # Errors
/// When the database does not answer.
pub async fn of_file(
    db: &impl Db,
    file: CensusFileId,
    (group, primaries_only): (GroupId, bool),
    today: NaiveDate,
) -> Result<Overlap> {
    let backend = db.connection().get_database_backend();
    // A change that is due counts before the job has settled it; 0 is Active.
    let sql = "select cast(count(*) as bigint) as active, cast(coalesce(sum(case when exists (select 1 from census_match c \
               where c.file_id = $1 and c.member_id = m.id and c.chosen = $2) then 1 else 0 end), 0) as bigint) as named \
               from member m where m.group_id = $3 and (m.is_primary = $2 or cast($4 as integer) = 0) \
               and case when m.pending_on <= $5 then m.pending_status else m.status end = 0";
    let values = [file.get().into(), true.into(), group.get().into(), i32::from(primaries_only).into(), today.into()];
    let row = db.connection().query_one_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
    let Some(row) = row else { return Ok(Overlap::default()) };
    let number = |name: &str| -> Result<u32> { Ok(u32::try_from(row.try_get::<i64>("", name)?).unwrap_or(u32::MAX)) };
    Ok(Overlap { active: number("active")?, named: number("named")? })
}
