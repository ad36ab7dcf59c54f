//! ERP accounts as lists show them; nothing here reads a secret.

use domain::access::Scope;
use domain::{ApiServiceId, Page, PageRequest};
use sea_orm::sea_query::{Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QuerySelect};

use crate::entities::api_service::{Column, Entity, Model};
use crate::paging::{self, Sorts, key, optional_key};
use crate::{Db, Result};

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
    /// Raised by every save (decisions H11).
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
