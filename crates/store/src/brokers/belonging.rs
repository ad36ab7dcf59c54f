//! Which groups and users belong to a broker, and moving them to another one.

use std::collections::BTreeSet;

use domain::access::Scope;
use domain::brokers::belonging::{GroupOf, UserOf};
use domain::{BrokerId, GroupId, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait};

use crate::database::connection::sealed::Connected as _;
use crate::database::versioned;
use crate::entities::{employer_group, user_account, user_group};
use crate::users::role_of;
use crate::{Db, Result, Stamp, Tx, scope};

/// The groups in scope whose broker this is, not those whose master broker it is; in the order of their ids.
///
/// # Errors
/// When the database does not answer.
pub async fn group_ids(db: &impl Db, scope: Scope, broker: BrokerId) -> Result<Vec<GroupId>> {
    use employer_group::{Column, Entity};
    let its = Condition::all().add(Column::BrokerId.eq(broker.get())).add(scope::groups(scope));
    Ok(ids::<Entity>(db, Column::Id, its).await?.into_iter().map(GroupId).collect())
}

/// The users in scope of this broker, in the order of their ids.
///
/// # Errors
/// When the database does not answer.
pub async fn user_ids(db: &impl Db, scope: Scope, broker: BrokerId) -> Result<Vec<UserId>> {
    use user_account::{Column, Entity};
    let its = Condition::all().add(Column::BrokerId.eq(broker.get())).add(scope::users(scope));
    Ok(ids::<Entity>(db, Column::Id, its).await?.into_iter().map(UserId).collect())
}

async fn ids<E: EntityTrait>(db: &impl Db, id: E::Column, which: Condition) -> Result<Vec<i64>> {
    let ids = E::find().select_only().column(id).filter(which).order_by_asc(id).into_tuple();
    Ok(ids.all(db.connection()).await?)
}

/// The groups whose broker this is and those named, to decide what has to change; nobody else changes them until the transaction
/// ends.
///
/// # Errors
/// When the database does not answer.
pub async fn lock_groups(tx: &Tx, broker: BrokerId, wanted: &[GroupId]) -> Result<Vec<GroupOf>> {
    use employer_group::Column;
    let named = Column::Id.is_in(wanted.iter().map(|id| id.get()));
    let rows: Vec<(i64, String, i64, Option<i64>)> = employer_group::Entity::find()
        .select_only()
        .columns([Column::Id, Column::Name, Column::BrokerId, Column::MasterBrokerId])
        .filter(Condition::any().add(Column::BrokerId.eq(broker.get())).add(named))
        .order_by_asc(Column::Id)
        .lock_exclusive()
        .into_tuple()
        .all(tx.connection())
        .await?;
    let group = |(id, name, broker, master): (i64, String, i64, Option<i64>)| GroupOf {
        id: GroupId(id),
        name,
        broker: BrokerId(broker),
        master_broker: master.map(BrokerId),
    };
    Ok(rows.into_iter().map(group).collect())
}

/// The users of this broker and those named, as [`lock_groups`].
///
/// # Errors
/// When the database does not answer.
pub async fn lock_users(tx: &Tx, broker: BrokerId, wanted: &[UserId]) -> Result<Vec<UserOf>> {
    use user_account::Column;
    let named = Column::Id.is_in(wanted.iter().map(|id| id.get()));
    let rows: Vec<(i64, String, String, i16, Option<i64>)> = user_account::Entity::find()
        .select_only()
        .columns([Column::Id, Column::FirstName, Column::LastName, Column::Role, Column::BrokerId])
        .filter(Condition::any().add(Column::BrokerId.eq(broker.get())).add(named))
        .order_by_asc(Column::Id)
        .lock_exclusive()
        .into_tuple()
        .all(tx.connection())
        .await?;
    let elsewhere = with_groups_elsewhere(tx, broker, wanted).await?;
    let user = |(id, first, last, role, broker): (i64, String, String, i16, Option<i64>)| UserOf {
        id: UserId(id),
        name: format!("{first} {last}"),
        role: role_of(role),
        broker: broker.map(BrokerId),
        has_groups_elsewhere: elsewhere.contains(&id),
    };
    Ok(rows.into_iter().map(user).collect())
}

/// Those of the users who have a group that neither belongs to the broker nor is below it.
async fn with_groups_elsewhere(tx: &Tx, broker: BrokerId, users: &[UserId]) -> Result<BTreeSet<i64>> {
    use employer_group::Column::{BrokerId as Broker, MasterBrokerId};
    let ids: Vec<i64> = user_group::Entity::find()
        .select_only()
        .column(user_group::Column::UserId)
        .join(JoinType::InnerJoin, user_group::Relation::Group.def())
        .filter(user_group::Column::UserId.is_in(users.iter().map(|id| id.get())))
        .filter(Broker.ne(broker.get()))
        .filter(Condition::any().add(MasterBrokerId.is_null()).add(MasterBrokerId.ne(broker.get())))
        .into_tuple()
        .all(tx.connection())
        .await?;
    Ok(ids.into_iter().collect())
}

/// Gives a group to a broker.
///
/// # Errors
/// [`crate::Error::NotFound`] when there is no such group.
pub async fn take_group(tx: &Tx, group: GroupId, broker: BrokerId, stamp: Stamp) -> Result<()> {
    let change = employer_group::ActiveModel { broker_id: Set(broker.get()), ..Default::default() };
    versioned::update::<employer_group::Entity>(tx, group.get(), None, change, stamp).await?;
    Ok(())
}

/// Moves a user to a broker, or to none.
///
/// # Errors
/// [`crate::Error::NotFound`] when there is no such user; refused when its role needs a broker.
pub async fn move_user(tx: &Tx, user: UserId, broker: Option<BrokerId>, stamp: Stamp) -> Result<()> {
    let change = user_account::ActiveModel { broker_id: Set(broker.map(BrokerId::get)), ..Default::default() };
    versioned::update::<user_account::Entity>(tx, user.get(), None, change, stamp).await?;
    Ok(())
}
