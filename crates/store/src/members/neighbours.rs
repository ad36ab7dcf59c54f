//! The members before and after one in the roster of its group, by last name.

use domain::MemberId;
use domain::access::Scope;
use sea_orm::{ConnectionTrait, EntityTrait, QueryFilter, Statement};

use crate::entities::member::{Column, Entity};
use crate::{Db, Error, Result, scope};

/// The members beside one, in the order of last name, first name and id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Neighbours {
    /// The member before; `None` for the first of the group.
    pub previous: Option<MemberId>,
    /// The member after; `None` for the last of the group.
    pub next: Option<MemberId>,
}

/// Returns the members beside `id` in its group. Both come from the index of the names, whatever the size of the group.
///
/// # Errors
/// [`Error::NotFound`] when the member is not in scope.
pub async fn neighbours(db: &impl Db, scope: Scope, id: MemberId) -> Result<Neighbours> {
    let own = Entity::find_by_id(id.get())
        .filter(scope::group_column(scope, Column::GroupId))
        .one(db.connection())
        .await?
        .ok_or(Error::NotFound)?;
    let beside = |comparison: &str, direction: &str| {
        format!(
            "(select id from member where group_id = $1 and (last_key, first_key, id) {comparison} ($2, $3, $4) \
             order by last_key {direction}, first_key {direction}, id {direction} limit 1)"
        )
    };
    let sql = format!("select {} as previous, {} as next", beside("<", "desc"), beside(">", "asc"));
    let values = [own.group_id.into(), own.last_key.into(), own.first_key.into(), own.id.into()];
    let statement = Statement::from_sql_and_values(db.connection().get_database_backend(), sql, values);
    let row = db.connection().query_one_raw(statement).await?.ok_or(Error::NotFound)?;
    let id = |column: &str| row.try_get::<Option<i64>>("", column).map(|id| id.map(MemberId::from));
    Ok(Neighbours { previous: id("previous")?, next: id("next")? })
}
