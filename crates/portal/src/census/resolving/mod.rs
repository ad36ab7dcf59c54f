//! What only a person can decide about a file: which column holds what, what a row should say, which member it is, which row is
//! left out, and that so many members are to be ended (rules.md#mass-termination-guard, rules.md#undecidable-match, rules.md#errors-and-warnings,
//! rules.md#new-content).

mod assigning;
mod columns;
mod fixing;
mod group_ids;
mod http;
mod orphans;
mod records;
mod same_person;
pub(super) mod service;
mod skipping;

pub(super) use fixing::{Correction, corrected};
pub(super) use orphans::follow;
pub(super) use records::RecordInput;
pub(super) use same_person::{Because, settle as settle_others};
pub(super) use service::{member_of, require_match_task, require_not_imported, require_open, resettle, valid_record};
pub(super) use skipping::set_aside;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;

/// The endpoints.
pub(super) fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .routes(guard(Action::AdministerCensus, routes!(http::confirm_terminations)))
        .routes(guard(Action::EditCensus, routes!(http::choose_match)))
        .routes(guard(Action::EditCensus, routes!(http::skip_record)))
        .routes(guard(Action::EditCensus, routes!(records::fix_record)))
        .routes(guard(Action::ViewCensus, routes!(columns::mapping)))
        .routes(guard(Action::EditCensus, routes!(columns::map_columns)))
        .routes(guard(Action::EditCensus, routes!(group_ids::assign_group_ids)))
}
