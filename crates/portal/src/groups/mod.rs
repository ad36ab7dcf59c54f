//! Employer groups (rules.md#group-defaults). Everybody sees the basics of the groups in scope; what belongs to billing
//! and settings is a type of its own that only administrators get, and only they change any.

mod figures;
mod history;
mod http;
mod input;
mod insurance;
pub mod jobs;
mod reactivation;
pub mod service;
mod setup;
mod termination;
mod view;
mod whole;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;
use crate::lists::csv::{columns, with_csv};

/// The endpoints of this area.
pub fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .routes(guard(Action::ViewGroups, routes!(http::names)))
        .merge(with_csv(Action::ViewGroups, &columns::GROUPS, routes!(http::search)))
        .routes(guard(Action::EditGroups, routes!(http::next_group_id)))
        .routes(guard(Action::ViewGroups, routes!(http::find)))
        .routes(guard(Action::ViewGroups, routes!(http::member_count)))
        .routes(guard(Action::ViewGroups, routes!(figures::figures)))
        .routes(guard(Action::EditGroups, routes!(setup::setup)))
        .routes(guard(Action::EditGroups, routes!(http::create)))
        .routes(guard(Action::EditGroups, routes!(http::update)))
        .routes(guard(Action::EditGroups, routes!(http::terminate)))
        .routes(guard(Action::EditGroups, routes!(http::foresee_reactivation)))
        .routes(guard(Action::EditGroups, routes!(http::sync_insurance)))
}
