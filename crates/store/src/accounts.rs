//! ERP accounts: the list, one, and saving one; nothing here reads a secret. Their configurations and tokens have modules of their own.

pub mod configurations;
pub mod tokens;

use domain::access::Scope;
use domain::accounts::AccountDetails;
use domain::{ApiServiceId, Page, PageRequest};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QuerySelect};

use crate::database::connection::sealed::Connected;
use crate::database::paging::{self, Sorts, key, optional_key};
use crate::database::versioned;
use crate::entities::api_service::{ActiveModel, Column, Entity, Model};
use crate::entities::{accounting_config, api_token, erp_document, netsuite_config};
use crate::{Db, Error, Result, Stamp, Tx};

/// The rule that refuses a second account of the same name.
pub const NAME_TAKEN: &str = "uq_api_service_name_key";

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

/// One ERP account that is about to be changed: others wait until the transaction ends.
///
/// # Errors
/// As [`find`]; [`Error::Stale`] when `version` is given and not the stored one.
pub async fn for_changing(tx: &Tx, scope: Scope, id: ApiServiceId, version: Option<i32>) -> Result<Account> {
    versioned::lock::<Entity>(tx, id.get()).await?;
    let account = find(tx, scope, id).await?;
    versioned::require::<Entity>(tx, id.get(), account.version, version).await?;
    Ok(account)
}

/// Whether an account has a configuration, tokens or documents, so that it must stay with its system.
///
/// # Errors
/// When the database does not answer.
pub async fn is_in_use(db: &impl Db, id: ApiServiceId) -> Result<bool> {
    let (id, db) = (id.get(), db.connection());
    let quickbooks = accounting_config::Entity::find().filter(accounting_config::Column::ApiServiceId.eq(id));
    let netsuite = netsuite_config::Entity::find().filter(netsuite_config::Column::ApiServiceId.eq(id));
    let tokens = api_token::Entity::find().filter(api_token::Column::ApiServiceId.eq(id));
    let documents = erp_document::Entity::find().filter(erp_document::Column::ApiServiceId.eq(id));
    Ok(quickbooks.one(db).await?.is_some()
        || netsuite.one(db).await?.is_some()
        || tokens.one(db).await?.is_some()
        || documents.one(db).await?.is_some())
}

/// Whether documents were made through an account, or tried, so that it must stay with its company (rules.md#company-of-an-account).
///
/// # Errors
/// When the database does not answer.
pub async fn has_documents(db: &impl Db, id: ApiServiceId) -> Result<bool> {
    let documents = erp_document::Entity::find().filter(erp_document::Column::ApiServiceId.eq(id.get()));
    Ok(documents.one(db.connection()).await?.is_some())
}

/// Makes an account without configuration.
///
/// # Errors
/// [`Error::Refused`] by [`NAME_TAKEN`].
pub async fn insert(tx: &Tx, details: &AccountDetails, stamp: Stamp) -> Result<ApiServiceId> {
    let row = ActiveModel {
        version: Set(1),
        created_at: Set(stamp.at),
        updated_at: Set(stamp.at),
        updated_by: Set(stamp.user()),
        ..columns(details)
    };
    Ok(ApiServiceId(Entity::insert(row).exec(tx.connection()).await?.last_insert_id))
}

/// Saves an account that the caller has found in its scope.
///
/// # Errors
/// [`Error::Stale`] when `version` is given and not the stored one, [`Error::Refused`] as [`insert`].
pub async fn update(
    tx: &Tx,
    id: ApiServiceId,
    version: Option<i32>,
    details: &AccountDetails,
    stamp: Stamp,
) -> Result<Account> {
    Ok(versioned::update::<Entity>(tx, id.get(), version, columns(details), stamp).await?.into())
}

fn columns(details: &AccountDetails) -> ActiveModel {
    ActiveModel {
        name: Set(details.name.clone()),
        name_key: Set(details.name_key()),
        service_type: Set(details.service_type.value().to_owned()),
        api_base_url: Set(details.api_base_url.clone()),
        ..Default::default()
    }
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
