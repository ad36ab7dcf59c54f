//! Billing plans of groups: the list, one, saving one; their line items stand in [`lines`].

pub mod lines;

use chrono::NaiveDate;
use domain::access::Scope;
use domain::billing::plan::{ErpCustomer, PlanAccount, PlanDetails};
use domain::text::fold;
use domain::{ApiServiceId, GroupId, Page, PageRequest, PlanId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect,
    RelationTrait, Select,
};

use crate::database::connection::sealed::Connected;
use crate::database::paging::{self, Sorts, optional_key};
use crate::database::versioned;
use crate::entities::plan::{ActiveModel, Column, Entity, Model, Relation};
use crate::entities::{api_service, snapshot};
use crate::{Db, Error, Result, Stamp, Tx, scope};

/// A plan as stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Its id.
    pub id: PlanId,
    /// Its group.
    pub group: GroupId,
    /// Its values.
    pub details: PlanDetails,
    /// The name of its ERP account.
    pub account_name: Option<String>,
    /// Raised by every save (rules.md#stale-save).
    pub version: i32,
}

const SORTS: Sorts = Sorts {
    by: &[
        ("Id", || vec![]),
        ("Name", || vec![paging::key(Column::NameKey)]),
        ("ApiServiceName", || vec![optional_key(account(api_service::Column::NameKey))]),
        ("ErpCustomerName", || vec![optional_key(Expr::col((Entity, Column::ErpCustomerKey)))]),
        ("SendInvoice", || vec![paging::key(Column::SendInvoice)]),
        ("ExpirationDate", || vec![optional_key(Expr::col((Entity, Column::ExpiresOn)))]),
    ],
    default: ("Id", false),
    id: || paging::key(Column::Id),
};

#[derive(FromQueryResult)]
struct Found {
    #[sea_orm(nested)]
    plan: Model,
    account_name: Option<String>,
}

/// A page of a group's plans, those that have not expired on `current_on` where it is given; the term looks at the names of plan, account and customer.
///
/// # Errors
/// When the database fails.
pub async fn search(
    db: &impl Db,
    scope: Scope,
    group: GroupId,
    current_on: Option<NaiveDate>,
    request: &PageRequest,
) -> Result<Page<Plan>> {
    let searched = [
        Expr::col((Entity, Column::NameKey)),
        account(api_service::Column::NameKey),
        Expr::col((Entity, Column::ErpCustomerKey)),
    ];
    let current = |day| Condition::any().add(Column::ExpiresOn.is_null()).add(Column::ExpiresOn.gte(day));
    let wanted = Condition::all().add_option(current_on.map(current));
    let query = of_group(scope, group).filter(wanted).filter(paging::matching(searched, &request.term));
    paging::page::<Found>(db, query, request, &SORTS).await?.try_map(TryInto::try_into)
}

/// A plan of a group.
///
/// # Errors
/// [`Error::NotFound`] when the group has none of this id, or is not in scope.
pub async fn find(db: &impl Db, scope: Scope, group: GroupId, id: PlanId) -> Result<Plan> {
    let found = of_group(scope, group).filter(Column::Id.eq(id.get())).into_model::<Found>();
    found.one(db.connection()).await?.ok_or(Error::NotFound)?.try_into()
}

/// A plan of a group that is about to be changed, or whose line items are: no bill of it is written meanwhile, and none that is being
/// computed is written without a look at the change.
///
/// # Errors
/// As [`find`].
pub async fn for_changing(tx: &Tx, scope: Scope, group: GroupId, id: PlanId) -> Result<Plan> {
    lock(tx, id).await?;
    find(tx, scope, group, id).await
}

/// Refuses a save of a plan that was read before it was last changed, also one that would change nothing.
///
/// # Errors
/// [`Error::Stale`] when `version` is given and not the stored one.
pub async fn require_version(tx: &Tx, plan: &Plan, version: Option<i32>) -> Result<()> {
    versioned::require::<Entity>(tx, plan.id.get(), plan.version, version).await
}

/// Keeps others from changing a plan, its line items and its snapshots until the transaction ends.
pub(crate) async fn lock(tx: &Tx, id: PlanId) -> Result<()> {
    versioned::lock::<Entity>(tx, id.get()).await
}

/// The plans of a group, by id.
///
/// # Errors
/// When the database fails.
pub async fn ids(db: &impl Db, scope: Scope, group: GroupId) -> Result<Vec<PlanId>> {
    ids_of(db, scope, [group]).await
}

/// The plans of groups, however many, by id.
///
/// # Errors
/// When the database fails.
pub async fn ids_of(db: &impl Db, scope: Scope, groups: impl IntoIterator<Item = GroupId>) -> Result<Vec<PlanId>> {
    let found: Vec<i64> = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::GroupId.is_in(groups.into_iter().map(GroupId::get)))
        .filter(scope::group_column(scope, Column::GroupId))
        .order_by_asc(Column::Id)
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(found.into_iter().map(PlanId).collect())
}

/// Makes a plan.
///
/// # Errors
/// When its ERP account does not exist.
pub async fn insert(tx: &Tx, group: GroupId, details: &PlanDetails, stamp: Stamp) -> Result<PlanId> {
    let row = ActiveModel {
        group_id: Set(group.get()),
        version: Set(1),
        created_at: Set(stamp.at),
        updated_at: Set(stamp.at),
        updated_by: Set(stamp.user()),
        ..columns(details)
    };
    Ok(PlanId(Entity::insert(row).exec(tx.connection()).await?.last_insert_id))
}

/// Saves a plan that the caller has found in its group.
///
/// # Errors
/// [`Error::Stale`] when `version` is given and not the stored one.
pub async fn update(tx: &Tx, id: PlanId, version: Option<i32>, details: &PlanDetails, stamp: Stamp) -> Result<()> {
    let mut row = columns(details);
    if details.account.is_some() && is_without_account(tx, id).await? {
        // The bills before the newest one went their own way while the plan had no account.
        row.erp_from_month = Set(newest_month(tx, id).await?);
    }
    versioned::update::<Entity>(tx, id.get(), version, row, stamp).await.map(drop)
}

async fn is_without_account(tx: &Tx, id: PlanId) -> Result<bool> {
    let without = Entity::find_by_id(id.get()).filter(Column::ApiServiceId.is_null());
    Ok(without.one(tx.connection()).await?.is_some())
}

/// Returns the month of the newest bill of a plan; `None` for a plan without bills.
async fn newest_month(tx: &Tx, id: PlanId) -> Result<Option<i32>> {
    let newest = snapshot::Entity::find()
        .select_only()
        .column_as(snapshot::Column::PeriodMonth.max(), "month")
        .filter(snapshot::Column::PlanId.eq(id.get()))
        .filter(snapshot::Column::DeletedAt.is_null())
        .into_tuple::<Option<i32>>()
        .one(tx.connection())
        .await?;
    Ok(newest.flatten())
}

fn columns(details: &PlanDetails) -> ActiveModel {
    let account = details.account.as_ref();
    let customer = account.and_then(|account| account.customer.as_ref());
    ActiveModel {
        name: Set(details.name.clone()),
        name_key: Set(fold(&details.name)),
        api_service_id: Set(account.map(|account| account.api_service.get())),
        erp_customer_id: Set(customer.map(|customer| customer.id.clone())),
        erp_customer_name: Set(customer.map(|customer| customer.name.clone())),
        erp_customer_key: Set(customer.map(|customer| fold(&customer.name))),
        erp_terms_id: Set(account.and_then(|account| account.terms_id.clone())),
        generate_invoice: Set(details.generate_invoice),
        send_invoice: Set(details.send_invoice),
        recipients: Set(Some(details.recipients.join(", ")).filter(|text| !text.is_empty())),
        active: Set(details.active),
        expires_on: Set(details.expires_on),
        billing_type: Set(details.billing_type.number()),
        purchase_order: Set(details.purchase_order.clone()),
        ..Default::default()
    }
}

fn of_group(scope: Scope, group: GroupId) -> Select<Entity> {
    Entity::find()
        .join(JoinType::LeftJoin, Relation::ApiService.def())
        .expr_as(account(api_service::Column::Name), "account_name")
        .filter(Column::GroupId.eq(group.get()))
        .filter(scope::group_column(scope, Column::GroupId))
}

fn account(column: api_service::Column) -> Expr {
    Expr::col((api_service::Entity, column))
}

impl TryFrom<Found> for Plan {
    type Error = Error;

    fn try_from(Found { plan: row, account_name }: Found) -> Result<Self> {
        let customer_name = row.erp_customer_name;
        let customer =
            row.erp_customer_id.map(|id| ErpCustomer { name: customer_name.unwrap_or_else(|| id.clone()), id });
        let terms_id = row.erp_terms_id;
        let account = row.api_service_id.map(|id| PlanAccount { api_service: ApiServiceId(id), customer, terms_id });
        let recipients = row.recipients.unwrap_or_default();
        Ok(Self {
            id: PlanId(row.id),
            group: GroupId(row.group_id),
            details: PlanDetails {
                name: row.name,
                account,
                generate_invoice: row.generate_invoice,
                send_invoice: row.send_invoice,
                recipients: recipients.split(", ").filter(|part| !part.is_empty()).map(str::to_owned).collect(),
                active: row.active,
                expires_on: row.expires_on,
                billing_type: lines::billing_type(row.billing_type)?,
                purchase_order: row.purchase_order,
            },
            account_name,
            version: row.version,
        })
    }
}

/// The folded reference of a line, as members carry it.
pub(crate) fn reference_key(reference: Option<&str>) -> Option<String> {
    reference.map(fold)
}
