//! What every query stands on: connections, transactions, pages, bulk writes and versions of rows.

pub(crate) mod bulk;
pub(crate) mod connect;
pub(crate) mod connection;
pub(crate) mod flush;
pub(crate) mod guid;
pub(crate) mod migrate;
pub(crate) mod paging;
pub(crate) mod tx;
pub(crate) mod versioned;
