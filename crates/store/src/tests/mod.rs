//! What the whole crate promises, on both engines.

mod accounts;
mod append_only;
mod audit;
mod billing;
mod brokers;
mod census;
mod constraints;
mod erp;
mod groups;
mod leases;
mod left_behind;
mod log;
mod lookup;
mod members;
mod names;
mod presence;
mod queue;
mod schedules;
mod schema;
mod scope;
mod sessions;
mod stored_values;
mod timelines;
mod views;
mod work_queue;
mod world;
