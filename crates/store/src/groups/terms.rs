//! What a change of members has to know of their group: whether it is served, by whom members may be added, and whether they are
//! welcomed. Asked for and held still in one query, so that no group ends between the question and the change.

use std::collections::HashMap;

use domain::access::Scope;
use domain::brokers::BrokerOverrides;
use domain::groups::GroupStatus;
use domain::groups::effective::effective_flags;
use domain::{GroupId, MemberId};
use sea_orm::sea_query::{Alias, Expr, LockType};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, FromQueryResult, JoinType, QueryFilter, QuerySelect, QueryTrait,
    RelationTrait, Select,
};

use super::stored;
use crate::entities::employer_group::{self, Column, Entity, Relation};
use crate::entities::{broker, member};
use crate::{Db, Error, Result, Tx, scope};

/// The terms of a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupTerms {
    /// The group.
    pub id: GroupId,
    /// Its public number.
    pub code: String,
    /// Its name.
    pub name: String,
    /// Whether it is served.
    pub status: GroupStatus,
    /// Whether others than administrators may add members by hand.
    pub allow_manual_adds: bool,
    /// Whether new members are welcomed by mail: what its broker or master broker says, else what itself says (rules.md#broker-override).
    pub sends_welcome_mails: bool,
}

/// The terms of a group to which members are added, or of which several are written at once. Until the transaction ends nobody else does
/// either, a census file included: two people who add the same person at once do not both succeed, and the group does not end.
///
/// # Errors
/// [`Error::NotFound`] when the group is not in scope.
pub async fn for_adding(tx: &Tx, scope: Scope, group: GroupId) -> Result<GroupTerms> {
    found(tx, scope, Column::Id.eq(group.get()).into(), Some(LockType::Update)).await
}

/// The terms of the group of a member that is changed. The group does not end before the transaction does.
///
/// # Errors
/// [`Error::NotFound`] when the member is not in scope.
pub async fn for_changing(tx: &Tx, scope: Scope, id: MemberId) -> Result<GroupTerms> {
    let group = member::Entity::find_by_id(id.get()).select_only().column(member::Column::GroupId).into_query();
    found(tx, scope, Column::Id.in_subquery(group).into(), Some(LockType::Share)).await
}

/// The terms of a group whose members stay as they are.
///
/// # Errors
/// [`Error::NotFound`] when the group is not in scope.
pub async fn of_group(db: &impl Db, scope: Scope, group: GroupId) -> Result<GroupTerms> {
    found(db, scope, Column::Id.eq(group.get()).into(), None).await
}

/// The terms of several groups.
///
/// # Errors
/// When the database does not answer.
pub async fn of_groups(db: &impl Db, groups: &[GroupId]) -> Result<HashMap<GroupId, GroupTerms>> {
    let which = Column::Id.is_in(groups.iter().map(|group| group.get()));
    let rows = wanted(Scope::system(), which.into()).into_model::<Found>().all(db.connection()).await?;
    Ok(rows.into_iter().map(|row| (GroupId(row.group.id), row.into())).collect())
}

const MASTER: &str = "master";

async fn found(db: &impl Db, scope: Scope, which: Condition, lock: Option<LockType>) -> Result<GroupTerms> {
    let mut query = wanted(scope, which);
    if let Some(lock) = lock {
        QuerySelect::query(&mut query).lock_with_tables(lock, [Entity]);
    }
    let row = query.into_model::<Found>().one(db.connection()).await?;
    Ok(row.ok_or(Error::NotFound)?.into())
}

fn wanted(scope: Scope, which: Condition) -> Select<Entity> {
    let master = Expr::col((Alias::new(MASTER), broker::Column::SendWelcomeEmails));
    Entity::find()
        .join(JoinType::InnerJoin, Relation::Broker.def())
        .join_as(JoinType::LeftJoin, Relation::MasterBroker.def(), MASTER)
        .column_as(broker::Column::SendWelcomeEmails, "broker_welcomes")
        .expr_as(master, "master_welcomes")
        .filter(which)
        .filter(scope::groups(scope))
}

#[derive(FromQueryResult)]
struct Found {
    #[sea_orm(nested)]
    group: employer_group::Model,
    broker_welcomes: Option<bool>,
    master_welcomes: Option<bool>,
}

impl From<Found> for GroupTerms {
    fn from(found: Found) -> Self {
        let says = |send_welcome_emails| BrokerOverrides { send_welcome_emails, ..BrokerOverrides::default() };
        let flags = stored::flags(&found.group);
        let effective = effective_flags(flags, says(found.broker_welcomes), says(found.master_welcomes));
        Self {
            id: GroupId(found.group.id),
            status: stored::status(found.group.status),
            allow_manual_adds: flags.allow_manual_adds,
            sends_welcome_mails: effective.send_welcome_emails.value,
            code: found.group.group_code,
            name: found.group.name,
        }
    }
}
