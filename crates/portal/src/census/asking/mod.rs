//! What a file asks of a person before it is imported: questions about the file, lines that were left out of it, and a look at what it
//! changes (rules.md#census-tasks, rules.md#mass-termination-guard, rules.md#small-groups, rules.md#many-other-values,
//! rules.md#explicit-import).

mod by_default;
mod employees_only;
pub(super) mod few_named;
mod http;
mod left_out;
mod new_ids;
mod questions;
mod rewritten;
mod seen;
mod views;

pub(super) use by_default::ask as ask_about_employees;
pub(super) use employees_only::ask as ask_about_dependents;
pub(super) use new_ids::ask as ask_about_new_ids;
pub(crate) use questions::answer as answer_question;
pub(super) use questions::{Asked, LeftOutCount, ask, decided};
pub(super) use rewritten::ask as ask_about_other_values;
pub(crate) use seen::see as see_changes;
pub(super) use views::FileQuestionView;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::guard;

/// The endpoints.
pub(super) fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .routes(guard(Action::EditCensus, routes!(http::answer_question)))
        .routes(guard(Action::ViewCensus, routes!(http::left_out)))
        .routes(guard(Action::EditCensus, routes!(http::make_row)))
        .routes(guard(Action::EditCensus, routes!(http::see_changes)))
}
