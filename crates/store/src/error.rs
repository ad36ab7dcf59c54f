//! What can go wrong with the database, in words the layers above can act on.
//!
//! Both engines give the same [`Constraint`] for the same broken rule. SQLite names a broken unique rule only by its
//! columns, so a unique index is always called `uq_{table}_{columns}` (see [`unique_name`]), and the name can be built
//! from the columns again.

use chrono::{DateTime, Utc};
use sea_orm::{DbErr, RuntimeErr};
use sqlx::error::ErrorKind;

/// The result of everything in this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// Why the database did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no such record, or the caller's scope does not reach it; the two are never told apart.
    #[error("there is no such record")]
    NotFound,
    /// The record was changed since it was read (rules.md#stale-save).
    #[error("the record was changed by {} at {changed_at}", changed_by.as_deref().unwrap_or("the system"))]
    Stale {
        /// Who changed it, as a name to show; `None` when the product itself did.
        changed_by: Option<String>,
        /// When.
        changed_at: DateTime<Utc>,
    },
    /// A rule of the schema refused the change. On PostgreSQL the transaction can only be dropped after this.
    #[error("refused by {0}")]
    Refused(Constraint),
    /// The database cannot be reached, or is too busy to answer; trying again later may help.
    #[error("the database is not available: {0}")]
    Unavailable(DatabaseFailure),
    /// The database is not one this program can run on.
    #[error("{0}")]
    Unsuitable(String),
    /// [`crate::Tx::commit_all`] was given no audit entry; nothing was written.
    #[error("a change without an audit entry was not committed")]
    Unaudited,
    /// The change was only rehearsed; nothing was written.
    #[error("a rehearsed change was not committed")]
    Rehearsed,
    /// A job was taken over by another worker, because its lease had ended.
    #[error("the job was taken over by another worker")]
    LeaseLost,
    /// Anything else: a mistake in a query, or a damaged database.
    #[error("{0}")]
    Database(DatabaseFailure),
}

/// A stored value that is none of ours, which the checks of the schema forbid: said once, here, and never taken for another value.
pub(crate) fn damaged(what: &str) -> Error {
    Error::Unsuitable(format!("the database holds {what} that cannot be read"))
}

impl Error {
    /// Whether the rule called `name` refused the change, to turn it into a field's error.
    pub fn is_refused_by(&self, name: &str) -> bool {
        matches!(self, Self::Refused(constraint) if constraint.name() == Some(name))
    }
}

/// The rule of the schema that refused a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Constraint {
    /// A unique index or primary key, by name: `uq_{table}_{columns}`.
    Unique(String),
    /// A check, by name: `ck_{table}_{rule}`.
    Check(String),
    /// A foreign key: what is referred to does not exist, or what is removed is still referred to. SQLite does not
    /// say which key it was.
    ForeignKey,
    /// A column that needs a value, as `table.column`.
    NotNull(String),
}

impl Constraint {
    /// The name of the rule, where it has one.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Unique(name) | Self::Check(name) | Self::NotNull(name) => Some(name),
            Self::ForeignKey => None,
        }
    }
}

impl std::fmt::Display for Constraint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name().unwrap_or("a foreign key"))
    }
}

/// What the database driver said. For the log, never for people.
#[derive(Debug, Clone, thiserror::Error)]
#[error(transparent)]
pub struct DatabaseFailure(DbErr);

/// PostgreSQL cuts longer names off.
const LONGEST_NAME: usize = 63;

/// The name of the unique index or primary key over these columns of a table, on both engines.
pub(crate) fn unique_name<'a>(table: &str, columns: impl IntoIterator<Item = &'a str>) -> String {
    let mut name = format!("uq_{table}");
    for column in columns {
        name.push('_');
        name.push_str(column);
    }
    name.truncate(LONGEST_NAME);
    name
}

impl From<DbErr> for Error {
    fn from(error: DbErr) -> Self {
        match &error {
            DbErr::RecordNotFound(_) => return Self::NotFound,
            DbErr::ConnectionAcquire(_) | DbErr::Conn(_) => return Self::Unavailable(DatabaseFailure(error)),
            DbErr::Exec(RuntimeErr::SqlxError(cause)) | DbErr::Query(RuntimeErr::SqlxError(cause)) => {
                if let Some(constraint) = refused_by(cause) {
                    return Self::Refused(constraint);
                }
                if is_unavailable(cause) {
                    return Self::Unavailable(DatabaseFailure(error));
                }
            }
            _ => {}
        }
        Self::Database(DatabaseFailure(error))
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        DbErr::Query(RuntimeErr::SqlxError(std::sync::Arc::new(error))).into()
    }
}

fn refused_by(error: &sqlx::Error) -> Option<Constraint> {
    let error = error.as_database_error()?;
    let kind = error.kind();
    let named = match error.try_downcast_ref::<sqlx::postgres::PgDatabaseError>() {
        Some(error) if kind == ErrorKind::NotNullViolation => {
            Some(format!("{}.{}", error.table().unwrap_or_default(), error.column().unwrap_or_default()))
        }
        Some(error) => error.constraint().map(str::to_owned),
        // "UNIQUE constraint failed: table.column, table.column", "CHECK constraint failed: name"
        None => error.message().split_once(" constraint failed: ").map(|(_, what)| match kind {
            ErrorKind::UniqueViolation => unique_name_of(what),
            _ => what.to_owned(),
        }),
    };
    match kind {
        ErrorKind::UniqueViolation => named.map(Constraint::Unique),
        ErrorKind::CheckViolation => named.map(Constraint::Check),
        ErrorKind::NotNullViolation => named.map(Constraint::NotNull),
        ErrorKind::ForeignKeyViolation => Some(Constraint::ForeignKey),
        _ => None,
    }
}

/// `table.first, table.second`, as SQLite lists the columns of a broken unique rule, as the name of that rule.
fn unique_name_of(columns: &str) -> String {
    let table = columns.split_once('.').map_or(columns, |(table, _)| table);
    unique_name(table, columns.split(", ").filter_map(|column| column.split_once('.')).map(|(_, column)| column))
}

fn is_unavailable(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(error) => {
            let code = error.code().unwrap_or_default();
            match error.try_downcast_ref::<sqlx::postgres::PgDatabaseError>() {
                // Connection lost, serialization and deadlock, out of resources, stopped by an operator.
                Some(_) => ["08", "40", "53", "57"].iter().any(|class| code.starts_with(class)),
                // SQLITE_BUSY and SQLITE_LOCKED, with or without their extension in the upper bits.
                None => code.parse::<i32>().is_ok_and(|code| matches!(code & 0xff, 5 | 6)),
            }
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sqlite_columns_give_the_name_of_the_index() {
        for (columns, name) in [
            ("broker.name_key", "uq_broker_name_key"),
            ("user_group.user_id, user_group.group_id", "uq_user_group_user_id_group_id"),
        ] {
            assert_eq!(unique_name_of(columns), name);
        }
    }

    #[test]
    fn names_are_no_longer_than_postgresql_keeps() {
        let name = unique_name(
            "snapshot_line",
            ["snapshot_id", "plan_line_id", "billable_month", "kind", "rate_cents", "part"],
        );
        assert_eq!(name.len(), LONGEST_NAME);
    }
}
