//! A GUID as both engines keep it: `uuid` on PostgreSQL, lower-case text with hyphens on SQLite.

use sea_orm::sea_query::{ArrayType, ColumnType, Nullable, ValueType, ValueTypeErr};
use sea_orm::{ColIdx, QueryResult, TryGetError, TryGetable, Value};
use uuid::Uuid;

/// A GUID in an entity; `crate::database::connection` writes it as the engine wants it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Deserialize)]
pub struct Guid(pub Uuid);

impl From<Guid> for Value {
    fn from(guid: Guid) -> Self {
        Self::Uuid(Some(guid.0))
    }
}

impl TryGetable for Guid {
    fn try_get_by<I: ColIdx>(row: &QueryResult, index: I) -> Result<Self, TryGetError> {
        if let Ok(guid) = Uuid::try_get_by(row, index) {
            return Ok(Self(guid));
        }
        let text = String::try_get_by(row, index)?;
        Uuid::try_parse(&text)
            .map(Self)
            .map_err(|error| TryGetError::DbErr(sea_orm::DbErr::Type(format!("not a GUID: {error}"))))
    }
}

impl ValueType for Guid {
    fn try_from(value: Value) -> Result<Self, ValueTypeErr> {
        <Uuid as ValueType>::try_from(value).map(Self)
    }

    fn type_name() -> String {
        "Guid".to_owned()
    }

    fn array_type() -> ArrayType {
        ArrayType::Uuid
    }

    fn column_type() -> ColumnType {
        ColumnType::Uuid
    }
}

impl Nullable for Guid {
    fn null() -> Value {
        Value::Uuid(None)
    }
}
