//! All columns of sealed secrets, for what is done with all of them, such as sealing them under another key. A secret is read where it is
//! used by the module of its table.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::database::connection::sealed::Connected;
use crate::entities::{accounting_config, api_token, netsuite_config, user_account};
use crate::{Db, Result, Tx};

macro_rules! sealed_columns {
    ($($(#[$meta:meta])* $name:ident = $table:ident.$column:ident $Column:ident),* $(,)?) => {
        /// A column of sealed secrets.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum SealedColumn {
            $($(#[$meta])* $name,)*
        }

        impl SealedColumn {
            /// Every one of them.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// Table and column, such as `user_account.totp_secret`. Secrets are bound to it: it never changes.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => concat!(stringify!($table), ".", stringify!($column)),)*
                }
            }

            /// Up to `most` secrets behind the row `after`, in the order of their rows: the row and what is sealed in it.
            ///
            /// # Errors
            /// When the database does not answer.
            pub async fn behind(self, db: &impl Db, after: i64, most: u64) -> Result<Vec<(i64, Vec<u8>)>> {
                match self {
                    $(Self::$name => {
                        use $table::{Column, Entity};
                        behind::<Entity>(db, (Column::Id, Column::$Column), after, most).await
                    })*
                }
            }

            /// Puts another sealing of the same secret in the place of `old`; `false` when something else stands there by now. The
            /// version of the row stays, since nothing that people see has changed.
            ///
            /// # Errors
            /// When the database does not answer.
            pub async fn replace(self, tx: &Tx, row: i64, old: Vec<u8>, new: Vec<u8>) -> Result<bool> {
                match self {
                    $(Self::$name => {
                        use $table::{Column, Entity};
                        replace::<Entity>(tx, (Column::Id, Column::$Column), row, old, new).await
                    })*
                }
            }
        }
    };
}

sealed_columns! {
    /// The client secret of a QuickBooks account.
    QuickbooksClientSecret = accounting_config.client_secret ClientSecret,
    /// The private key of a NetSuite account.
    NetsuitePrivateKey = netsuite_config.client_secret ClientSecret,
    /// An access token of an ERP account.
    AccessToken = api_token.access_token AccessToken,
    /// A refresh token of an ERP account.
    RefreshToken = api_token.refresh_token RefreshToken,
    /// The secret of a user's authenticator app.
    SecondFactor = user_account.totp_secret TotpSecret,
}

async fn behind<E: EntityTrait>(
    db: &impl Db,
    (id, secret): (E::Column, E::Column),
    after: i64,
    most: u64,
) -> Result<Vec<(i64, Vec<u8>)>> {
    let query = E::find().select_only().columns([id, secret]).filter(id.gt(after)).filter(secret.is_not_null());
    Ok(query.order_by_asc(id).limit(most).into_tuple().all(db.connection()).await?)
}

async fn replace<E: EntityTrait>(
    tx: &Tx,
    (id, secret): (E::Column, E::Column),
    row: i64,
    old: Vec<u8>,
    new: Vec<u8>,
) -> Result<bool> {
    let update = E::update_many().col_expr(secret, Expr::value(new)).filter(id.eq(row)).filter(secret.eq(old));
    Ok(update.exec(tx.connection()).await?.rows_affected == 1)
}
