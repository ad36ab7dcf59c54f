//! The one way from a query to the database, and the kinds of it that callers hold: [`Reader`], [`View`] and [`crate::Tx`].
//!
//! Values are put into their stored form here, so that no query has to think of it: instants are cut to milliseconds, and
//! SQLite keeps instants as `YYYY-MM-DDTHH:MM:SS.mmmZ` and GUIDs as text (rules.md#database-conventions).

use std::pin::Pin;
use std::sync::Arc;

use chrono::{DateTime, SubsecRound, Utc};
use futures_util::{Stream, StreamExt};
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, ExecResult, QueryResult, Statement,
    StreamTrait, Value,
};

use crate::Engine;

/// Something queries can run on: a [`Reader`], a [`View`] or a [`crate::Tx`]. Nothing outside this crate can be one.
pub trait Db: sealed::Connected + Sync {
    /// Which engine answers.
    fn engine(&self) -> Engine {
        self.connection().engine()
    }
}

impl<T: sealed::Connected + Sync> Db for T {}

pub(crate) mod sealed {
    use super::Connection;

    /// What makes a [`super::Db`]: the connection that only this crate can see.
    pub trait Connected {
        /// The connection queries run on.
        fn connection(&self) -> &Connection;
    }

    impl<T: Connected> Connected for &T {
        fn connection(&self) -> &Connection {
            (*self).connection()
        }
    }
}

/// For queries that change nothing. Each query sees what was committed when it began; cheap to make, cheap to keep.
#[derive(Clone, Debug)]
pub struct Reader(Arc<Connection>);

impl Reader {
    pub(crate) fn new(pool: DatabaseConnection) -> Self {
        Self(Arc::new(Connection::Pool(pool)))
    }
}

impl From<View> for Reader {
    /// A reader that sees what the view sees.
    fn from(View(connection): View) -> Self {
        Self(Arc::new(connection))
    }
}

impl sealed::Connected for Reader {
    fn connection(&self) -> &Connection {
        &self.0
    }
}

/// For queries that must agree with each other: they all see what was committed when the first of them began.
///
/// Not to be kept for long: on SQLite the log grows while one is open.
#[derive(Debug)]
pub struct View(Connection);

impl View {
    pub(crate) fn new(transaction: DatabaseTransaction) -> Self {
        Self(Connection::Transaction(transaction))
    }
}

impl sealed::Connected for View {
    fn connection(&self) -> &Connection {
        &self.0
    }
}

/// A pool or a transaction, with values put into their stored form on the way.
#[derive(Debug)]
pub enum Connection {
    /// Any connection of a pool.
    Pool(DatabaseConnection),
    /// The connection of an open transaction.
    Transaction(DatabaseTransaction),
}

impl Connection {
    pub(crate) fn engine(&self) -> Engine {
        match ConnectionTrait::get_database_backend(self) {
            DbBackend::Sqlite => Engine::Sqlite,
            _ => Engine::Postgres,
        }
    }

    /// A statement with its parameters in their stored form.
    fn stored(&self, mut statement: Statement) -> Statement {
        let engine = self.engine();
        for value in statement.values.iter_mut().flat_map(|values| values.0.iter_mut()) {
            match (&mut *value, engine) {
                (Value::ChronoDateTimeUtc(instant), Engine::Sqlite) => *value = instant.map(sqlite_instant).into(),
                (Value::ChronoDateTimeUtc(instant), Engine::Postgres) => {
                    *instant = instant.map(|instant| instant.trunc_subsecs(3));
                }
                (Value::Uuid(guid), Engine::Sqlite) => *value = guid.map(|guid| guid.hyphenated().to_string()).into(),
                _ => {}
            }
        }
        statement
    }
}

/// The one text form of an instant on SQLite; of equal length always, so that text order is time order.
pub(crate) fn sqlite_instant(instant: DateTime<Utc>) -> String {
    instant.format("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
}

macro_rules! on {
    ($self:ident, $connection:ident => $what:expr) => {
        match $self {
            Connection::Pool($connection) => $what,
            Connection::Transaction($connection) => $what,
        }
    };
}

#[async_trait::async_trait]
impl ConnectionTrait for Connection {
    fn get_database_backend(&self) -> DbBackend {
        on!(self, connection => ConnectionTrait::get_database_backend(connection))
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        let statement = self.stored(statement);
        on!(self, connection => connection.execute_raw(statement).await)
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        on!(self, connection => connection.execute_unprepared(sql).await)
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        let statement = self.stored(statement);
        on!(self, connection => connection.query_one_raw(statement).await)
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        let statement = self.stored(statement);
        on!(self, connection => connection.query_all_raw(statement).await)
    }
}

impl StreamTrait for Connection {
    type Stream<'a> = Pin<Box<dyn Stream<Item = Result<QueryResult, DbErr>> + Send + 'a>>;

    fn get_database_backend(&self) -> DbBackend {
        ConnectionTrait::get_database_backend(self)
    }

    fn stream_raw<'a>(
        &'a self,
        statement: Statement,
    ) -> Pin<Box<dyn Future<Output = Result<Self::Stream<'a>, DbErr>> + 'a + Send>> {
        let statement = self.stored(statement);
        Box::pin(async move {
            let stream: Self::Stream<'a> = on!(self, connection => connection.stream_raw(statement).await?.boxed());
            Ok(stream)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeZone;

    #[test]
    fn instants_have_one_length_and_sort_as_text() {
        let base = Utc.timestamp_opt(1_790_000_000, 0).single().expect("an instant");
        let texts: Vec<_> = [0, 999_999, 1_000_000, 120_000_000, 999_999_999]
            .map(|nanos| sqlite_instant(base + chrono::Duration::nanoseconds(nanos)))
            .into();
        assert_eq!(texts, {
            let mut sorted = texts.clone();
            sorted.sort();
            sorted
        });
        assert!(texts.iter().all(|text| text.len() == 24), "{texts:?}");
    }
}
