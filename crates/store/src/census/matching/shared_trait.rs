//! What all whom a file ends for being absent have in common, though not everybody of the group has it: often the cause of a file that
//! holds only a part of a group (rules.md#mass-termination-guard).

use domain::{CensusFileId, GroupId};
use sea_orm::{ConnectionTrait, QueryResult, Statement, Value};

use crate::{Db, Result};

/// What they have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InCommon {
    /// A billing reference, as one of them has it.
    BillingCode(String),
    /// A pricing group, by its name.
    PricingGroup(String),
    /// An earlier file has made them, by the name that it was uploaded under.
    File(String),
}

/// A thing that members `m` may have in common.
struct Trait {
    /// What of it a member has, as text; empty for none.
    of_member: &'static str,
    /// How what `$1` stands for is called.
    name: &'static str,
    in_common: fn(String) -> InCommon,
}

const TRAITS: [Trait; 3] = [
    Trait {
        of_member: "coalesce(m.billing_ref_key, '')",
        name: "select billing_reference_id as name from member where billing_ref_key = $1 and group_id = $2 limit 1",
        in_common: InCommon::BillingCode,
    },
    Trait {
        of_member: "coalesce(cast(m.pricing_group_id as text), '')",
        name: "select name from pricing_group where cast(id as text) = $1 and group_id = $2",
        in_common: InCommon::PricingGroup,
    },
    Trait {
        // 1 is `ChangeKind::Created`; a member is made by one file at most.
        of_member: "coalesce((select cast(c.file_id as text) from census_change c where c.member_id = m.id and c.kind = 1), '')",
        name: "select original_file_name as name from census_file where cast(id as text) = $1 and group_id = $2",
        in_common: InCommon::File,
    },
];

/// What the members have in common whom the file ends for being absent: the first of these that not all active members of the group have.
/// Nothing of a single member.
///
/// # Errors
/// When the database does not answer.
pub async fn of_absent(db: &impl Db, file: CensusFileId, group: GroupId) -> Result<Option<InCommon>> {
    for Trait { of_member, name, in_common } in TRAITS {
        let sql = format!(
            "select min(x.what) as least, max(x.what) as most, cast(count(*) as bigint) as n from (select {of_member} as what \
             from census_absent a join member m on m.id = a.member_id where a.file_id = $1 and a.skipped = $2) x"
        );
        let Some(row) = one(db, sql, vec![file.get().into(), false.into()]).await? else { continue };
        let (least, most): (Option<String>, Option<String>) = (row.try_get("", "least")?, row.try_get("", "most")?);
        let Some(what) = least.filter(|what| !what.is_empty() && Some(what) == most.as_ref()) else { continue };
        let values = || vec![what.clone().into(), group.get().into()];
        let others =
            format!("select 1 as n from member m where m.group_id = $2 and m.status = 0 and {of_member} <> $1 limit 1");
        if row.try_get::<i64>("", "n")? > 1 && one(db, others, values()).await?.is_some() {
            let named = one(db, name.to_owned(), values()).await?;
            return named.map(|row| Ok(in_common(row.try_get("", "name")?))).transpose();
        }
    }
    Ok(None)
}

async fn one(db: &impl Db, sql: String, values: Vec<Value>) -> Result<Option<QueryResult>> {
    let backend = db.connection().get_database_backend();
    Ok(db.connection().query_one_raw(Statement::from_sql_and_values(backend, sql, values)).await?)
}
