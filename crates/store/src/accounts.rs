//! ERP accounts as lists show them; nothing here reads a secret.

use domain::access::Scope;
use domain::text::fold;
use domain::{ApiServiceId, Page, PageRequest};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QuerySelect};

use crate::connection::sealed::Connected;
use crate::entities::api_service::{ActiveModel, Column, Entity, Model};
use crate::entities::{accounting_config, netsuite_config};
use crate::paging::{self, Sorts, key, optional_key};
use crate::{Db, Error, Result, Stamp, Tx};

/// An ERP account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Its id.
    pub id: ApiServiceId,
    /// Its name.
    pub name: String,
    /// Which ERP it is: `quickbooks` or `netsuite`.
    pub service_type: String,
    /// Where it answers.
    pub api_base_url: String,
    /// Raised by every save (rules.md#stale-save).
    pub version: i32,
}

/// Ids are posted, and a statement takes so many values only.
const IDS_A_STATEMENT: usize = 1000;

const SORTS: Sorts = Sorts {
    by: &[
        ("Id", || vec![]),
        ("Name", || vec![key(Column::NameKey)]),
        ("ServiceType", || vec![optional_key(lower(Column::ServiceType))]),
        ("ApiBaseUrl", || vec![optional_key(lower(Column::ApiBaseUrl))]),
    ],
    default: ("Id", false),
    id: || key(Column::Id),
};

/// A page of the ERP accounts, of one type if named; the term looks at all three texts. Accounts belong to no group: only a
/// scope that reaches everything sees them.
///
/// # Errors
/// When the database does not answer.
pub async fn search(
    db: &impl Db,
    scope: Scope,
    service_type: Option<&str>,
    request: &PageRequest,
) -> Result<Page<Account>> {
    let searched = [Expr::col((Entity, Column::NameKey)), lower(Column::ServiceType), lower(Column::ApiBaseUrl)];
    let of_type = service_type.map(|wanted| Column::ServiceType.eq(wanted.to_lowercase()));
    let query = Entity::find()
        .filter(visible(scope))
        .filter(Condition::all().add_option(of_type))
        .filter(paging::matching(searched, &request.term));
    Ok(paging::page::<Model>(db, query, request, &SORTS).await?.map(Into::into))
}

/// Which of `accounts` exist.
///
/// # Errors
/// When the database does not answer.
pub async fn existing(db: &impl Db, accounts: &[ApiServiceId]) -> Result<Vec<ApiServiceId>> {
    let mut existing = Vec::new();
    for some in accounts.chunks(IDS_A_STATEMENT) {
        let ids: Vec<i64> = Entity::find()
            .select_only()
            .column(Column::Id)
            .filter(Column::Id.is_in(some.iter().map(|account| account.get())))
            .into_tuple()
            .all(db.connection())
            .await?;
        existing.extend(ids.into_iter().map(ApiServiceId));
    }
    Ok(existing)
}

/// One ERP account.
///
/// # Errors
/// [`Error::NotFound`] when there is none in scope.
pub async fn find(db: &impl Db, scope: Scope, id: ApiServiceId) -> Result<Account> {
    let found = Entity::find_by_id(id.get()).filter(visible(scope)).one(db.connection()).await?;
    Ok(found.ok_or(Error::NotFound)?.into())
}

/// What the numbers of an account's invoices begin with (rules.md#invoice-numbers).
///
/// # Errors
/// When the database does not answer.
pub async fn leading_number(db: &impl Db, id: ApiServiceId) -> Result<Option<String>> {
    let of_quickbooks = accounting_config::Entity::find()
        .filter(accounting_config::Column::ApiServiceId.eq(id.get()))
        .one(db.connection())
        .await?;
    if let Some(config) = of_quickbooks {
        return Ok(config.leading_invoice_number);
    }
    let of_netsuite = netsuite_config::Entity::find()
        .filter(netsuite_config::Column::ApiServiceId.eq(id.get()))
        .one(db.connection())
        .await?;
    Ok(of_netsuite.and_then(|config| config.leading_invoice_number))
}

/// Makes a QuickBooks account without settings.
///
/// # Errors
/// Refused when an account has this name.
pub async fn insert(tx: &Tx, name: &str, api_base_url: &str, stamp: Stamp) -> Result<ApiServiceId> {
    let row = ActiveModel {
        name: Set(name.to_owned()),
        name_key: Set(fold(name)),
        service_type: Set("quickbooks".to_owned()),
        api_base_url: Set(api_base_url.to_owned()),
        version: Set(1),
        created_at: Set(stamp.at),
        updated_at: Set(stamp.at),
        updated_by: Set(stamp.user()),
        ..Default::default()
    };
    Ok(ApiServiceId(Entity::insert(row).exec(tx.connection()).await?.last_insert_id))
}

fn visible(scope: Scope) -> Condition {
    let everything = scope.reach() == domain::access::Reach::Everything;
    Condition::all().add_option((!everything).then(|| Expr::val(1).eq(0)))
}

/// Kinds and addresses are ASCII, which both engines fold alike.
fn lower(column: Column) -> Expr {
    Func::lower(Expr::col((Entity, column))).into()
}

impl From<Model> for Account {
    fn from(row: Model) -> Self {
        Self {
            id: ApiServiceId(row.id),
            name: row.name,
            service_type: row.service_type,
            api_base_url: row.api_base_url,
            version: row.version,
        }
    }
}
