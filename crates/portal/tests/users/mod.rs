//! Users: lists, changes, addresses and rights.

mod addresses;
mod changes;
mod lists;
mod rights;
