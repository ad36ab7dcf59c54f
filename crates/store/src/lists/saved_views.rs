//! The views of lists that users have saved. Only its user sees and changes a view (rules.md#saved-views).

use chrono::{DateTime, Utc};
use domain::lists::saved_views::SavedView;
use domain::{SavedViewId, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::LockType;
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Select};

use crate::database::connection::sealed::Connected;
use crate::entities::saved_view::{ActiveModel, Column, Entity, Model};
use crate::{Db, Engine, Error, Result, Tx};

/// The index that refuses a second view of the same name.
pub const NAME_TAKEN: &str = "uq_saved_view_user_id_list_name_key";

/// A view as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredView {
    /// Its id.
    pub id: SavedViewId,
    /// Its values.
    pub view: SavedView,
}

/// All views of a user, by list and name.
///
/// # Errors
/// When the database does not answer.
pub async fn of_user(db: &impl Db, user: UserId) -> Result<Vec<StoredView>> {
    let query = own(user).order_by_asc(Column::List).order_by_asc(Column::NameKey);
    Ok(query.all(db.connection()).await?.into_iter().map(Into::into).collect())
}

/// Reads a view of the user for a change, and locks it until the transaction ends.
///
/// # Errors
/// [`Error::NotFound`] when the user has none of this id.
pub async fn for_changing(tx: &Tx, user: UserId, id: SavedViewId) -> Result<StoredView> {
    let mut query = own(user).filter(Column::Id.eq(id.get()));
    if tx.engine() == Engine::Postgres {
        query = query.lock(LockType::Update);
    }
    query.one(tx.connection()).await?.map(Into::into).ok_or(Error::NotFound)
}

/// How many views of a list the user has.
///
/// # Errors
/// When the database does not answer.
pub async fn count(db: &impl Db, user: UserId, list: &str) -> Result<u64> {
    Ok(own(user).filter(Column::List.eq(list)).count(db.connection()).await?)
}

/// Saves a new view.
///
/// # Errors
/// [`Error::Refused`] by [`NAME_TAKEN`].
pub async fn insert(tx: &Tx, user: UserId, view: &SavedView, at: DateTime<Utc>) -> Result<SavedViewId> {
    let row = ActiveModel { user_id: Set(user.get()), created_at: Set(at), ..columns(view, at) };
    Ok(SavedViewId(Entity::insert(row).exec(tx.connection()).await?.last_insert_id))
}

/// Saves a view that [`for_changing`] has locked.
///
/// # Errors
/// [`Error::Refused`] by [`NAME_TAKEN`].
pub async fn update(tx: &Tx, id: SavedViewId, view: &SavedView, at: DateTime<Utc>) -> Result<()> {
    Entity::update_many().set(columns(view, at)).filter(Column::Id.eq(id.get())).exec(tx.connection()).await?;
    Ok(())
}

/// Deletes a view that [`for_changing`] has locked.
///
/// # Errors
/// When the database does not answer.
pub async fn delete(tx: &Tx, id: SavedViewId) -> Result<()> {
    Entity::delete_by_id(id.get()).exec(tx.connection()).await?;
    Ok(())
}

fn own(user: UserId) -> Select<Entity> {
    Entity::find().filter(Column::UserId.eq(user.get()))
}

fn columns(view: &SavedView, at: DateTime<Utc>) -> ActiveModel {
    ActiveModel {
        list: Set(view.list.clone()),
        name: Set(view.name.clone()),
        name_key: Set(view.name_key()),
        query: Set(view.query.clone()),
        updated_at: Set(at),
        ..Default::default()
    }
}

impl From<Model> for StoredView {
    fn from(row: Model) -> Self {
        let Model { id, list, name, query, .. } = row;
        Self { id: SavedViewId(id), view: SavedView { list, name, query } }
    }
}
