//! What a group carries: benefit services, and the ERP accounts it may be billed through.

use domain::groups::GroupDetails;
use domain::{ApiServiceId, BenefitServiceId, GroupId};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait};

use crate::database::connection::sealed::Connected;
use crate::entities::{benefit_service, group_api_service, group_benefit_service};
use crate::{Db, Result, Tx};

/// A benefit service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Service {
    /// Its id.
    pub id: BenefitServiceId,
    /// Its name.
    pub name: String,
}

/// The ids of what a group carries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Services {
    /// Benefit services.
    pub benefit_services: Vec<BenefitServiceId>,
    /// ERP accounts.
    pub api_services: Vec<ApiServiceId>,
}

impl Services {
    /// Those of a group's values.
    pub(super) fn of(details: &GroupDetails) -> Self {
        Self { benefit_services: details.benefit_services.clone(), api_services: details.api_services.clone() }
    }
}

/// All benefit services by name.
///
/// # Errors
/// When the database does not answer.
pub async fn all(db: &impl Db) -> Result<Vec<Service>> {
    let rows = benefit_service::Entity::find().order_by_asc(benefit_service::Column::Name);
    Ok(rows.all(db.connection()).await?.into_iter().map(Into::into).collect())
}

/// Makes a benefit service.
///
/// # Errors
/// Refused when the name is taken.
pub async fn insert(tx: &Tx, name: &str) -> Result<BenefitServiceId> {
    let row = benefit_service::ActiveModel { name: Set(name.to_owned()), ..Default::default() };
    Ok(BenefitServiceId(benefit_service::Entity::insert(row).exec(tx.connection()).await?.last_insert_id))
}

/// What a group carries: the benefit services by name, and the ids of all, ascending.
pub(super) async fn of_group(db: &impl Db, group: GroupId) -> Result<(Vec<Service>, Services)> {
    let carried = benefit_service::Entity::find()
        .join_rev(JoinType::InnerJoin, group_benefit_service::Relation::BenefitService.def())
        .filter(group_benefit_service::Column::GroupId.eq(group.get()))
        .order_by_asc(benefit_service::Column::Name)
        .all(db.connection())
        .await?;
    let api_services: Vec<i64> = group_api_service::Entity::find()
        .select_only()
        .column(group_api_service::Column::ApiServiceId)
        .filter(group_api_service::Column::GroupId.eq(group.get()))
        .order_by_asc(group_api_service::Column::ApiServiceId)
        .into_tuple()
        .all(db.connection())
        .await?;
    let mut benefit_services: Vec<_> = carried.iter().map(|row| BenefitServiceId(row.id)).collect();
    benefit_services.sort_unstable();
    let ids = Services { benefit_services, api_services: api_services.into_iter().map(ApiServiceId).collect() };
    Ok((carried.into_iter().map(Into::into).collect(), ids))
}

/// Sets what a group carries.
pub(super) async fn replace(tx: &Tx, group: GroupId, services: &Services) -> Result<()> {
    let group_id = Set(group.get());
    group_benefit_service::Entity::delete_many()
        .filter(group_benefit_service::Column::GroupId.eq(group.get()))
        .exec(tx.connection())
        .await?;
    group_api_service::Entity::delete_many()
        .filter(group_api_service::Column::GroupId.eq(group.get()))
        .exec(tx.connection())
        .await?;
    let benefits = services.benefit_services.iter().map(|service| group_benefit_service::ActiveModel {
        group_id: group_id.clone(),
        benefit_service_id: Set(service.get()),
    });
    if !services.benefit_services.is_empty() {
        group_benefit_service::Entity::insert_many(benefits).exec_without_returning(tx.connection()).await?;
    }
    let accounts = services.api_services.iter().map(|account| group_api_service::ActiveModel {
        group_id: group_id.clone(),
        api_service_id: Set(account.get()),
    });
    if !services.api_services.is_empty() {
        group_api_service::Entity::insert_many(accounts).exec_without_returning(tx.connection()).await?;
    }
    Ok(())
}

impl From<benefit_service::Model> for Service {
    fn from(row: benefit_service::Model) -> Self {
        Self { id: BenefitServiceId(row.id), name: row.name }
    }
}
