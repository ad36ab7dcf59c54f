//! The one test binary of the portal: endpoints by area, and the guards that hold for all of them.

mod accounts;
mod architecture;
mod auth;
mod brokers;
mod census;
mod census_content;
mod census_endpoints;
mod census_import;
mod census_shapes;
mod choices;
mod crash;
mod demo;
mod groups;
mod health;
mod hostile;
mod invoices;
mod jobs;
mod members;
mod openapi;
mod permissions;
mod plans;
mod pricing;
mod snapshots;
mod support;
mod users;
