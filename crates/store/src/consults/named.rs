//! The groups and members that reports of consults name, looked up for many at once.

use std::collections::{BTreeSet, HashMap, HashSet};

use chrono::NaiveDate;
use domain::access::Scope;
use domain::{GroupId, MemberId};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryResult, QuerySelect};
use serde::Serialize;

use crate::entities::{employer_group, member};
use crate::row_set::{self, Columns, Kind};
use crate::{Db, Result, scope};

/// Values a condition may list at once, under the limits of both engines.
const VALUES_A_LIST: usize = 1000;

/// Groups that were named.
#[derive(Debug, Clone, Default)]
pub struct Groups {
    /// Those that there are.
    pub ids: HashSet<GroupId>,
    /// By folded code.
    pub codes: HashMap<String, GroupId>,
}

/// Somebody who may have consulted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patient {
    /// The member.
    pub id: MemberId,
    /// The member's group.
    pub group: GroupId,
    /// 0 to 3.
    pub gender: i16,
    /// When the member was born.
    pub date_of_birth: NaiveDate,
}

/// The groups in scope among those named by id or folded code.
///
/// # Errors
/// When the database does not answer.
pub async fn groups(db: &impl Db, scope: Scope, ids: &BTreeSet<GroupId>, codes: &BTreeSet<String>) -> Result<Groups> {
    use employer_group::Column;
    let mut found = Groups::default();
    let (ids, codes): (Vec<_>, Vec<_>) = (ids.iter().collect(), codes.iter().collect());
    let by_id = ids.chunks(VALUES_A_LIST).map(|ids| Column::Id.is_in(ids.iter().map(|id| id.get())));
    let by_code = codes.chunks(VALUES_A_LIST).map(|codes| Column::GroupCodeKey.is_in(codes.iter().copied()));
    for named in by_id.chain(by_code) {
        let rows = employer_group::Entity::find().select_only().columns([Column::Id, Column::GroupCodeKey]);
        let rows = rows.filter(scope::groups(scope)).filter(named).into_tuple::<(i64, String)>();
        for (id, code) in rows.all(db.connection()).await? {
            found.ids.insert(GroupId(id));
            found.codes.insert(code, GroupId(id));
        }
    }
    Ok(found)
}

/// The members in scope of these ids.
///
/// # Errors
/// When the database does not answer.
pub async fn patients(db: &impl Db, scope: Scope, ids: &BTreeSet<MemberId>) -> Result<HashMap<MemberId, Patient>> {
    use member::Column;
    let mut found = HashMap::with_capacity(ids.len());
    let ids: Vec<_> = ids.iter().map(|id| id.get()).collect();
    for ids in ids.chunks(VALUES_A_LIST) {
        let named = Condition::all()
            .add(Column::Id.is_in(ids.iter().copied()))
            .add(scope::group_column(scope, Column::GroupId));
        let rows = member::Entity::find()
            .select_only()
            .columns([Column::Id, Column::GroupId, Column::Gender, Column::DateOfBirth])
            .filter(named)
            .into_tuple::<(i64, i64, i16, NaiveDate)>();
        for (id, group, gender, date_of_birth) in rows.all(db.connection()).await? {
            let id = MemberId(id);
            found.insert(id, Patient { id, group: GroupId(group), gender, date_of_birth });
        }
    }
    Ok(found)
}

const COLUMNS: &Columns = &[("group_id", Kind::Long), ("unique_key", Kind::Text)];

/// The members of these groups with these folded unique ids. The groups were looked up in a scope before.
///
/// # Errors
/// When the database does not answer.
pub async fn holders(db: &impl Db, keys: &BTreeSet<(GroupId, String)>) -> Result<HashMap<(GroupId, String), Patient>> {
    #[derive(Serialize)]
    struct Row<'a> {
        group_id: GroupId,
        unique_key: &'a str,
    }
    const SQL: &str = "select m.id, m.group_id, m.unique_key, m.gender, m.date_of_birth from ({rows}) as sent \
                       join member m on m.group_id = sent.group_id and m.unique_key = sent.unique_key";
    let rows: Vec<_> = keys.iter().map(|(group, key)| Row { group_id: *group, unique_key: key }).collect();
    if rows.is_empty() {
        return Ok(HashMap::new());
    }
    let found = row_set::query(db, SQL, COLUMNS, &rows, Vec::new()).await?;
    let patient = |row: &QueryResult| {
        let (group, key): (i64, String) = (row.try_get("", "group_id")?, row.try_get("", "unique_key")?);
        let patient = Patient {
            id: MemberId(row.try_get("", "id")?),
            group: GroupId(group),
            gender: row.try_get("", "gender")?,
            date_of_birth: row.try_get("", "date_of_birth")?,
        };
        Ok(((patient.group, key), patient))
    };
    found.iter().map(patient).collect()
}
