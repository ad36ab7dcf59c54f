//! A table described once and written for both engines (rules.md#database-conventions).
//!
//! Released steps stand on this: what it writes for an existing description must never change. Conditions are plain SQL
//! that both engines read, with flags as `flag=1` and `flag=0`.

mod sql;

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Id,
    Text,
    Small,
    Int,
    Long,
    Date,
    Instant,
    Flag,
    Real,
    Guid,
    Json,
    Bytes,
}

/// A column, required unless [`Column::optional`] says otherwise.
pub(super) struct Column {
    name: &'static str,
    kind: Kind,
    optional: bool,
    default: Option<&'static str>,
    refers_to: Option<&'static str>,
}

const fn column(name: &'static str, kind: Kind) -> Column {
    Column { name, kind, optional: false, default: None, refers_to: None }
}

macro_rules! columns {
    ($($(#[$meta:meta])* $name:ident => $kind:ident),* $(,)?) => {$(
        $(#[$meta])*
        pub(super) const fn $name(name: &'static str) -> Column {
            column(name, Kind::$kind)
        }
    )*};
}

columns! {
    /// Text of any length; its length is checked in `domain`.
    text => Text,
    /// A small enumeration or number.
    small => Small,
    /// A whole number of 32 bits; months are `year * 12 + month - 1`.
    int => Int,
    /// A whole number of 64 bits.
    long => Long,
    /// An amount in whole cents.
    money => Long,
    /// A calendar date.
    date => Date,
    /// An instant in UTC, to the millisecond.
    instant => Instant,
    /// Yes or no.
    flag => Flag,
    /// A score or share.
    real => Real,
    /// A GUID.
    guid => Guid,
    /// JSON that is never searched.
    json => Json,
    /// Bytes.
    bytes => Bytes,
}

/// The key `id`, given by the database and never reused.
pub(super) const fn id() -> Column {
    column("id", Kind::Id)
}

/// The `id` of a row of another table.
pub(super) const fn reference(name: &'static str, table: &'static str) -> Column {
    Column { refers_to: Some(table), ..column(name, Kind::Long) }
}

impl Column {
    /// The column may be empty.
    pub(super) const fn optional(self) -> Self {
        Self { optional: true, ..self }
    }

    /// What an insert without a value stores; flags as `"0"` and `"1"`.
    pub(super) const fn default(self, value: &'static str) -> Self {
        Self { default: Some(value), ..self }
    }
}

struct Index {
    columns: &'static [&'static str],
    unique: bool,
    condition: Option<&'static str>,
}

struct Reference {
    columns: Vec<&'static str>,
    table: &'static str,
    to: Vec<&'static str>,
}

/// A table with everything the database enforces about it.
pub(super) struct Table {
    name: &'static str,
    about: &'static str,
    columns: Vec<Column>,
    key: &'static [&'static str],
    references: Vec<Reference>,
    checks: Vec<(&'static str, &'static str)>,
    indexes: Vec<Index>,
    without_rowid: bool,
    fillfactor: Option<u8>,
}

/// A table and, in a sentence, what a row of it is.
pub(super) fn table(name: &'static str, about: &'static str) -> Table {
    Table {
        name,
        about,
        columns: Vec::new(),
        key: &["id"],
        references: Vec::new(),
        checks: Vec::new(),
        indexes: Vec::new(),
        without_rowid: false,
        fillfactor: None,
    }
}

impl Table {
    /// The columns, in order.
    pub(super) fn columns(mut self, columns: impl IntoIterator<Item = Column>) -> Self {
        for column in columns {
            if let Some(table) = column.refers_to {
                self.references.push(Reference { columns: vec![column.name], table, to: vec!["id"] });
            }
            self.columns.push(column);
        }
        self
    }

    /// `version`, which every save raises (rules.md#stale-save), and who saved last and when.
    pub(super) fn versioned(self) -> Self {
        self.columns([
            int("version").default("1"),
            instant("created_at"),
            instant("updated_at"),
            reference("updated_by", "user_account").optional(),
        ])
    }

    /// The primary key, when it is not `id`.
    pub(super) fn key(self, key: &'static [&'static str]) -> Self {
        Self { key, ..self }
    }

    /// No two rows have the same values here.
    pub(super) fn unique(self, columns: &'static [&'static str]) -> Self {
        self.with_index(Index { columns, unique: true, condition: None })
    }

    /// No two rows of those that meet the condition have the same values here.
    pub(super) fn unique_where(self, columns: &'static [&'static str], condition: &'static str) -> Self {
        self.with_index(Index { columns, unique: true, condition: Some(condition) })
    }

    /// An index.
    pub(super) fn index(self, columns: &'static [&'static str]) -> Self {
        self.with_index(Index { columns, unique: false, condition: None })
    }

    /// An index of the rows that meet the condition.
    pub(super) fn index_where(self, columns: &'static [&'static str], condition: &'static str) -> Self {
        self.with_index(Index { columns, unique: false, condition: Some(condition) })
    }

    fn with_index(mut self, index: Index) -> Self {
        self.indexes.push(index);
        self
    }

    /// A condition that every row meets; a refusal is called `ck_{table}_{name}`.
    pub(super) fn check(mut self, name: &'static str, condition: &'static str) -> Self {
        self.checks.push((name, condition));
        self
    }

    /// A reference by more than one column, mostly to hold that a record and its parent belong to the same group.
    pub(super) fn refer(mut self, columns: &[&'static str], table: &'static str, to: &[&'static str]) -> Self {
        self.references.push(Reference { columns: columns.to_vec(), table, to: to.to_vec() });
        self
    }

    /// SQLite: rows live in the key's tree, because they are only ever looked up by it.
    pub(super) fn without_rowid(self) -> Self {
        Self { without_rowid: true, ..self }
    }

    /// PostgreSQL: how full a page is filled, in percent, where rows are updated in place often.
    pub(super) fn fillfactor(self, percent: u8) -> Self {
        Self { fillfactor: Some(percent), ..self }
    }
}
