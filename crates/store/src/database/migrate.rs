//! Bringing the schema up to date: all steps or none, and one process at a time.

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr, TransactionTrait};
use sea_orm_migration::MigratorTrait;

use crate::database::connection::sealed::Connected;
use crate::migrations::Migrator;
use crate::{Engine, Error, Result, Store};

/// Any number; the same in every process, so that two of them never migrate at once.
const MIGRATION_LOCK: i64 = 0x6c65_6467_6572;

impl Store {
    /// Applies every step that is missing, in one transaction, then lets the query planner look at the result.
    /// Nothing happens when the schema is up to date.
    ///
    /// # Errors
    /// When a step fails, or when the database was migrated by a later version of the product; then nothing was changed.
    pub async fn migrate(&self) -> Result<()> {
        if self.is_migrated().await? {
            return Ok(());
        }
        let transaction = self.begin_migration().await?;
        Migrator::up(&transaction, None).await?;
        transaction.execute_unprepared("analyze").await?;
        Ok(transaction.commit().await?)
    }

    /// Lets the query planner look at the tables again, as is needed after many rows came at once.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn analyze(&self) -> Result<()> {
        let tx = self.begin().await?;
        tx.connection().execute_unprepared("analyze").await?;
        tx.commit_unaudited("statistics of the query planner").await
    }

    /// Whether every step was applied. Reads only.
    ///
    /// # Errors
    /// When the database does not answer, or was migrated by a later version of the product.
    pub async fn is_migrated(&self) -> Result<bool> {
        match Migrator::get_pending_migrations_read_only(self.read().connection()).await {
            Ok(pending) => Ok(pending.is_empty()),
            Err(DbErr::Custom(_)) => {
                Err(Error::Unsuitable("the database was migrated by a later version of this program".to_owned()))
            }
            Err(error) => Err(error.into()),
        }
    }

    async fn begin_migration(&self) -> Result<DatabaseTransaction> {
        let transaction = self.writing().begin_with_options(self.write_options()).await?;
        if self.engine() == Engine::Postgres {
            transaction.execute_unprepared(&format!("select pg_advisory_xact_lock({MIGRATION_LOCK})")).await?;
        }
        Ok(transaction)
    }
}
