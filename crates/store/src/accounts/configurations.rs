//! The configurations of ERP accounts, one table a system. A secret is sealed for `TABLE.client_secret` of its row by the caller, and
//! read by nothing but its own function.

use domain::ApiServiceId;
use domain::access::Scope;
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};

use crate::database::connection::sealed::Connected;
use crate::database::versioned;
use crate::sealed::SealedColumn;
use crate::{Db, Error, Result, Stamp, Tx};

/// The configuration of an account as stored, without its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored<Id, Values> {
    /// Its id.
    pub id: Id,
    /// The account it belongs to.
    pub account: ApiServiceId,
    /// Its texts.
    pub values: Values,
    /// Whether a secret is stored.
    pub has_secret: bool,
    /// Raised by every save (rules.md#stale-save).
    pub version: i32,
}

macro_rules! configurations {
    ($(#[$meta:meta])* $module:ident, $table:ident, $secret:ident, $id:ident, $values:ident { $($field:ident),* $(,)? }) => {
        $(#[$meta])*
        pub mod $module {
            use domain::accounts::$values;
            use domain::$id;

            use super::*;
            use crate::entities::$table::{ActiveModel, Column, Entity, Model};

            /// The column that a secret is sealed for.
            pub const SECRET: SealedColumn = SealedColumn::$secret;
            /// The rule that refuses a second configuration of an account.
            pub const ACCOUNT_TAKEN: &str = concat!("uq_", stringify!($table), "_api_service_id");

            /// The configuration of an account, if it has one.
            ///
            /// # Errors
            /// When the database does not answer.
            pub async fn of_account(db: &impl Db, account: ApiServiceId) -> Result<Option<Stored<$id, $values>>> {
                let found = Entity::find().filter(Column::ApiServiceId.eq(account.get())).one(db.connection()).await?;
                Ok(found.map(stored))
            }

            /// One configuration.
            ///
            /// # Errors
            /// [`Error::NotFound`] when there is none of this id in scope.
            pub async fn find(db: &impl Db, scope: Scope, id: $id) -> Result<Stored<$id, $values>> {
                let query = Entity::find_by_id(id.get()).filter(super::super::visible(scope));
                query.one(db.connection()).await?.map(stored).ok_or(Error::NotFound)
            }

            /// One configuration that is about to be changed: others wait until the transaction ends.
            ///
            /// # Errors
            /// As [`find`]; [`Error::Stale`] when `version` is given and not the stored one.
            pub async fn for_changing(
                tx: &Tx,
                scope: Scope,
                id: $id,
                version: Option<i32>,
            ) -> Result<Stored<$id, $values>> {
                versioned::lock::<Entity>(tx, id.get()).await?;
                let found = find(tx, scope, id).await?;
                versioned::require::<Entity>(tx, id.get(), found.version, version).await?;
                Ok(found)
            }

            /// The sealed secret of a configuration, if it has one.
            ///
            /// # Errors
            /// [`Error::NotFound`] when there is no configuration of this id in scope.
            pub async fn sealed_secret(db: &impl Db, scope: Scope, id: $id) -> Result<Option<Vec<u8>>> {
                let query = Entity::find_by_id(id.get()).filter(super::super::visible(scope));
                let secret = query.select_only().column(Column::ClientSecret).into_tuple::<Option<Vec<u8>>>();
                secret.one(db.connection()).await?.ok_or(Error::NotFound)
            }

            /// Makes the configuration of an account, without a secret.
            ///
            /// # Errors
            /// [`Error::Refused`] by [`ACCOUNT_TAKEN`].
            pub async fn insert(tx: &Tx, account: ApiServiceId, values: &$values, stamp: Stamp) -> Result<$id> {
                let row = ActiveModel {
                    api_service_id: Set(account.get()),
                    version: Set(1),
                    created_at: Set(stamp.at),
                    updated_at: Set(stamp.at),
                    updated_by: Set(stamp.user()),
                    ..columns(values)
                };
                Ok($id(Entity::insert(row).exec(tx.connection()).await?.last_insert_id))
            }

            /// Saves a configuration, and its secret when one is given; the stored one stays otherwise.
            ///
            /// # Errors
            /// [`Error::Stale`] when `version` is given and not the stored one, [`Error::NotFound`] without such a configuration.
            pub async fn update(
                tx: &Tx,
                id: $id,
                version: Option<i32>,
                values: &$values,
                sealed: Option<Vec<u8>>,
                stamp: Stamp,
            ) -> Result<Stored<$id, $values>> {
                let mut row = columns(values);
                if sealed.is_some() {
                    row.client_secret = Set(sealed);
                }
                Ok(stored(versioned::update::<Entity>(tx, id.get(), version, row, stamp).await?))
            }

            /// Stores the secret of a configuration that was just made, whose id it is sealed for.
            ///
            /// # Errors
            /// When the database does not answer.
            pub async fn set_secret(tx: &Tx, id: $id, sealed: Vec<u8>) -> Result<()> {
                let row = ActiveModel { id: Set(id.get()), client_secret: Set(Some(sealed)), ..Default::default() };
                Entity::update(row).exec(tx.connection()).await?;
                Ok(())
            }

            fn columns(values: &$values) -> ActiveModel {
                ActiveModel { $($field: Set(values.$field.clone()),)* ..Default::default() }
            }

            fn stored(row: Model) -> Stored<$id, $values> {
                Stored {
                    id: $id(row.id),
                    account: ApiServiceId(row.api_service_id),
                    values: $values { $($field: row.$field),* },
                    has_secret: row.client_secret.is_some(),
                    version: row.version,
                }
            }
        }
    };
}

configurations! {
    /// Configurations of QuickBooks accounts.
    quickbooks, accounting_config, QuickbooksClientSecret, AccountingConfigId, AccountingConfig {
        realm_id, client_id, leading_invoice_number, pepm_class_id, pepm_product_id, per_consult_product_id, per_consult_class_id,
        cost_of_revenue_commission_account_id, cost_of_revenue_class_id, ap_account_id, commission_bill_sales_term_id, location_id,
        agent_id, dollar_amount_id, tag_ids,
    }
}

configurations! {
    /// Configurations of NetSuite accounts.
    netsuite, netsuite_config, NetsuitePrivateKey, NetsuiteConfigId, NetsuiteConfig {
        account_id, client_id, certificate_id, subsidiary_id, subsidiary_legal_name, department_id, class_id, location_id,
        leading_invoice_number, invoice_custom_form_id, default_terms_id, invoice_ar_account_id, pepm_item_id, per_consult_item_id,
        after_hours_item_id, cost_of_revenue_commission_account_id, ap_account_id, commission_bill_terms_id, vendor_bill_custom_form_id,
    }
}
