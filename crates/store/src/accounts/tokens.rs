//! The OAuth tokens of ERP accounts. Token texts are sealed for their column and row by the caller; the list never carries them.

use chrono::{DateTime, Utc};
use domain::access::Scope;
use domain::accounts::{ServiceType, TokenEnds};
use domain::{ApiServiceId, ApiTokenId, Page, PageRequest};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Alias, BinOper, Expr, ExprTrait, Query, SelectStatement};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait as _, RelationTrait, Select,
};

use crate::database::connection::sealed::Connected;
use crate::database::paging::{self, Sorts, key, optional_key};
use crate::database::versioned;
use crate::entities::api_service;
use crate::entities::api_token::{ActiveModel, Column, Entity, Relation};
use crate::sealed::SealedColumn;
use crate::{Db, Error, Result, Stamp, Tx};

/// The column that an access token is sealed for.
pub const ACCESS_TOKEN: SealedColumn = SealedColumn::AccessToken;
/// The column that a refresh token is sealed for.
pub const REFRESH_TOKEN: SealedColumn = SealedColumn::RefreshToken;

/// Tokens as lists show them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Its id.
    pub id: ApiTokenId,
    /// The account that the tokens open.
    pub account: ApiServiceId,
    /// The account's name.
    pub account_name: String,
    /// The account's system: a value of [`ServiceType`].
    pub service_type: String,
    /// Whether the account uses these: of several, those that were made last.
    pub is_used: bool,
    /// Whether a refresh token is stored.
    pub has_refresh_token: bool,
    /// When the access token ends, if known.
    pub access_expires_at: Option<DateTime<Utc>>,
    /// When the refresh token ends, if known.
    pub refresh_expires_at: Option<DateTime<Utc>>,
    /// When the vendor last gave new tokens.
    pub last_refresh_at: Option<DateTime<Utc>>,
    /// Raised by every save (rules.md#stale-save).
    pub version: i32,
}

impl Token {
    /// When they end; none for a system that is not known.
    pub fn ends(&self) -> Option<TokenEnds> {
        Some(TokenEnds {
            service_type: ServiceType::from_value(&self.service_type)?,
            has_refresh_token: self.has_refresh_token,
            access: self.access_expires_at,
            refresh: self.refresh_expires_at,
        })
    }
}

/// The sealed texts of tokens.
#[derive(Clone, Default, PartialEq, Eq, FromQueryResult)]
pub struct SealedTokens {
    /// Sealed for [`ACCESS_TOKEN`] of the row.
    pub access_token: Option<Vec<u8>>,
    /// Sealed for [`REFRESH_TOKEN`] of the row.
    pub refresh_token: Option<Vec<u8>>,
}

const SORTS: Sorts = Sorts {
    by: &[
        ("Id", || vec![]),
        ("Name", || vec![]),
        ("ApiServiceName", || vec![optional_key(account(api_service::Column::NameKey))]),
    ],
    default: ("Id", false),
    id: || key(Column::Id),
};

/// A page of the tokens; the term looks at 'Token {id}' and the account's name. With an instant, those in use that a person has to renew
/// before it (rules.md#tokens-about-to-expire).
///
/// # Errors
/// When the database does not answer.
pub async fn search(
    db: &impl Db,
    scope: Scope,
    before: Option<DateTime<Utc>>,
    request: &PageRequest,
) -> Result<Page<Token>> {
    let number = Expr::col((Entity, Column::Id)).cast_as("text");
    let called = Expr::val("token ").binary(BinOper::Custom("||"), number);
    let to_renew = |before: DateTime<Utc>| decisive_end().lt(before).and(Expr::exists(made_later()).not());
    let query = with_account()
        .filter(super::visible(scope))
        .filter(Condition::all().add_option(before.map(to_renew)))
        .filter(paging::matching([called, account(api_service::Column::NameKey)], &request.term));
    Ok(paging::page::<Listed>(db, query, request, &SORTS).await?.map(Into::into))
}

/// One account's tokens by their id.
///
/// # Errors
/// [`Error::NotFound`] when there are none of this id in scope.
pub async fn find(db: &impl Db, scope: Scope, id: ApiTokenId) -> Result<Token> {
    let query = with_account().filter(Column::Id.eq(id.get())).filter(super::visible(scope));
    let found = query.into_model::<Listed>().one(db.connection()).await?;
    found.map(Into::into).ok_or(Error::NotFound)
}

/// The tokens of an account that were made last, if it has any: those are used.
///
/// # Errors
/// When the database does not answer.
pub async fn of_account(db: &impl Db, account: ApiServiceId) -> Result<Option<Token>> {
    let query = with_account().filter(Column::ApiServiceId.eq(account.get())).order_by_desc(Column::Id);
    Ok(query.into_model::<Listed>().one(db.connection()).await?.map(Into::into))
}

/// The tokens that are used of each of these accounts, of which a page has so many only; those without are left out.
///
/// # Errors
/// When the database does not answer.
pub async fn used_by(db: &impl Db, accounts: &[ApiServiceId]) -> Result<Vec<Token>> {
    let of_these = || Column::ApiServiceId.is_in(accounts.iter().map(|account| account.get()));
    let newest = Entity::find().select_only().column_as(Column::Id.max(), "id").filter(of_these());
    let newest = newest.group_by(Column::ApiServiceId).into_query();
    let found = with_account().filter(of_these()).filter(Column::Id.in_subquery(newest));
    let rows = found.into_model::<Listed>().all(db.connection()).await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// The tokens that are used of every account in scope.
///
/// # Errors
/// When the database does not answer.
pub async fn in_use(db: &impl Db, scope: Scope) -> Result<Vec<Token>> {
    let newest = Entity::find().select_only().column_as(Column::Id.max(), "id").group_by(Column::ApiServiceId);
    let found = with_account().filter(super::visible(scope)).filter(Column::Id.in_subquery(newest.into_query()));
    let rows = found.into_model::<Listed>().all(db.connection()).await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// Tokens that are about to be changed: others wait until the transaction ends.
///
/// # Errors
/// As [`find`]; [`Error::Stale`] when `version` is given and not the stored one.
pub async fn for_changing(tx: &Tx, scope: Scope, id: ApiTokenId, version: Option<i32>) -> Result<Token> {
    versioned::lock::<Entity>(tx, id.get()).await?;
    let found = find(tx, scope, id).await?;
    versioned::require::<Entity>(tx, id.get(), found.version, version).await?;
    Ok(found)
}

/// The sealed texts of tokens.
///
/// # Errors
/// [`Error::NotFound`] when there are none of this id in scope.
pub async fn sealed(db: &impl Db, scope: Scope, id: ApiTokenId) -> Result<SealedTokens> {
    let query = Entity::find_by_id(id.get()).filter(super::visible(scope)).select_only();
    let texts = query.columns([Column::AccessToken, Column::RefreshToken]).into_model::<SealedTokens>();
    texts.one(db.connection()).await?.ok_or(Error::NotFound)
}

/// Makes the tokens of an account, without their texts, which are sealed for the id that this returns.
///
/// # Errors
/// [`Error::Refused`] when there is no such account.
pub async fn insert(tx: &Tx, account: ApiServiceId, stamp: Stamp) -> Result<ApiTokenId> {
    let row = ActiveModel {
        api_service_id: Set(account.get()),
        version: Set(1),
        created_at: Set(stamp.at),
        updated_at: Set(stamp.at),
        updated_by: Set(stamp.user()),
        ..Default::default()
    };
    Ok(ApiTokenId(Entity::insert(row).exec(tx.connection()).await?.last_insert_id))
}

/// Stores the texts of tokens that were just made.
///
/// # Errors
/// When the database does not answer.
pub async fn set_texts(tx: &Tx, id: ApiTokenId, texts: SealedTokens) -> Result<()> {
    let row = ActiveModel {
        id: Set(id.get()),
        access_token: Set(texts.access_token),
        refresh_token: Set(texts.refresh_token),
        ..Default::default()
    };
    Entity::update(row).exec(tx.connection()).await?;
    Ok(())
}

/// Saves tokens as typed: the texts that are given, whose ends are not known then.
///
/// # Errors
/// [`Error::Stale`] when `version` is given and not the stored one, [`Error::NotFound`] without such tokens.
pub async fn update(
    tx: &Tx,
    id: ApiTokenId,
    version: Option<i32>,
    account: ApiServiceId,
    texts: SealedTokens,
    stamp: Stamp,
) -> Result<Token> {
    let mut row = ActiveModel { api_service_id: Set(account.get()), ..Default::default() };
    if texts.access_token.is_some() {
        row.access_token = Set(texts.access_token);
        row.access_expires_at = Set(None);
    }
    if texts.refresh_token.is_some() {
        row.refresh_token = Set(texts.refresh_token);
        row.refresh_expires_at = Set(None);
    }
    versioned::update::<Entity>(tx, id.get(), version, row, stamp).await?;
    find(tx, Scope::system(), id).await
}

/// What a vendor gave in place of older tokens.
pub struct Refreshed {
    /// Their texts; a refresh token that is absent stays as it is.
    pub texts: SealedTokens,
    /// When the access token ends.
    pub access_expires_at: Option<DateTime<Utc>>,
    /// When the refresh token ends, if the vendor says so.
    pub refresh_expires_at: Option<DateTime<Utc>>,
}

/// Stores what a vendor gave just now. Editors that are open become stale, so that nobody saves an older token over it.
///
/// # Errors
/// [`Error::NotFound`] without such tokens.
pub async fn refreshed(tx: &Tx, id: ApiTokenId, new: Refreshed, stamp: Stamp) -> Result<()> {
    let mut row = ActiveModel {
        access_token: Set(new.texts.access_token),
        access_expires_at: Set(new.access_expires_at),
        refresh_expires_at: Set(new.refresh_expires_at),
        last_refresh_at: Set(Some(stamp.at)),
        ..Default::default()
    };
    if new.texts.refresh_token.is_some() {
        row.refresh_token = Set(new.texts.refresh_token);
    }
    versioned::update::<Entity>(tx, id.get(), None, row, stamp).await?;
    Ok(())
}

fn with_account() -> Select<Entity> {
    use Column::{AccessExpiresAt, ApiServiceId, Id, LastRefreshAt, RefreshExpiresAt, Version};
    Entity::find()
        .select_only()
        .columns([Id, ApiServiceId, AccessExpiresAt, RefreshExpiresAt, LastRefreshAt, Version])
        .expr_as(account(api_service::Column::Name), "account_name")
        .expr_as(account(api_service::Column::ServiceType), "service_type")
        .expr_as(Column::RefreshToken.is_not_null(), "has_refresh_token")
        .expr_as(Expr::exists(made_later()).not(), "is_used")
        .join(JoinType::InnerJoin, Relation::ApiService.def())
}

/// The end after which a person has to enter new tokens, as [`TokenEnds`] has it.
fn decisive_end() -> Expr {
    let is_quickbooks = account(api_service::Column::ServiceType).eq(ServiceType::QuickBooks.value());
    let is_access_alone = is_quickbooks.and(Column::RefreshToken.is_null());
    let end = |column| Expr::col((Entity, column));
    Expr::case(is_access_alone, end(Column::AccessExpiresAt)).finally(end(Column::RefreshExpiresAt)).into()
}

/// The tokens of the same account that were made later.
fn made_later() -> SelectStatement {
    let (later, own) = (Alias::new("later"), |column: Column| Expr::col((Entity, column)));
    Query::select()
        .expr(Expr::val(1))
        .from_as(Entity, later.clone())
        .and_where(Expr::col((later.clone(), Column::ApiServiceId)).eq(own(Column::ApiServiceId)))
        .and_where(Expr::col((later, Column::Id)).gt(own(Column::Id)))
        .take()
}

fn account(column: api_service::Column) -> Expr {
    Expr::col((api_service::Entity, column))
}

#[derive(FromQueryResult)]
struct Listed {
    id: i64,
    api_service_id: i64,
    account_name: String,
    service_type: String,
    is_used: bool,
    has_refresh_token: bool,
    access_expires_at: Option<DateTime<Utc>>,
    refresh_expires_at: Option<DateTime<Utc>>,
    last_refresh_at: Option<DateTime<Utc>>,
    version: i32,
}

impl From<Listed> for Token {
    fn from(row: Listed) -> Self {
        Self {
            id: ApiTokenId(row.id),
            account: ApiServiceId(row.api_service_id),
            account_name: row.account_name,
            service_type: row.service_type,
            is_used: row.is_used,
            has_refresh_token: row.has_refresh_token,
            access_expires_at: row.access_expires_at,
            refresh_expires_at: row.refresh_expires_at,
            last_refresh_at: row.last_refresh_at,
            version: row.version,
        }
    }
}
