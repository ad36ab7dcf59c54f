//! Census files: uploaded, mapped, checked, lined up with members and imported (rules.md#census-import).
//!
//! A file's tasks run as jobs, one at a time: [`queueing`] decides whether one may run, [`jobs`] runs it through [`run::Run`],
//! and each task has a module of its own.

mod ahead;
mod asking;
mod change_set;
mod content;
mod deciding;
pub mod eligibility;
mod http;
pub mod jobs;
mod layout;
mod mending;
mod not_same;
pub mod originals;
mod originals_http;
mod parts;
mod queueing;
mod resolving;
mod review;
mod roster;
mod rows;
mod run;
pub mod service;
mod shared_trait;
mod source;
mod stopping;
mod tasks;
mod template;
mod terms;
pub mod undoing;
mod upload;
mod views;
pub(crate) mod workbook;

use self::tasks::id_moves;
use self::tasks::inspecting;
use self::tasks::judging;
pub use self::tasks::mapping;
use self::tasks::matching;
use self::tasks::planning;
use self::tasks::processing;
use self::tasks::skipped_rows;
use self::tasks::splitting;
use self::tasks::spool;
use self::tasks::standing;
use self::tasks::steps;
use self::tasks::validating;
use self::tasks::walk;
use self::tasks::writing;
pub(crate) use asking::{answer_question, see_changes};
pub use run::{Finished, Run};
pub(crate) use upload::Upload;

use domain::access::Action;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::http::{guard, streamed};
use crate::lists::csv::{columns, with_csv};

/// Where files are uploaded; the router gives these calls more time than others.
pub const UPLOAD_PATH: &str = "/api/v1/census/files";

/// The endpoints of this area.
pub fn routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .merge(with_csv(Action::ViewCensus, &columns::CENSUS_FILES, routes!(http::search)))
        .routes(guard(Action::EditCensus, streamed(routes!(http::upload))))
        .routes(guard(Action::ViewCensus, routes!(http::detailed)))
        .routes(guard(Action::ViewCensus, routes!(http::uploaders)))
        .routes(guard(Action::EditCensus, routes!(http::process)))
        .routes(guard(Action::EditCensus, routes!(http::stop)))
        .routes(guard(Action::ViewCensus, routes!(http::find)))
        .routes(guard(Action::AdministerCensus, routes!(http::update)))
        .routes(guard(Action::AdministerCensus, routes!(http::delete)))
        .routes(guard(Action::AdministerCensus, routes!(http::set_explicit)))
        .routes(guard(Action::ViewCensus, routes!(originals_http::download)))
        .routes(guard(Action::ViewCensus, routes!(originals_http::archive)))
        .routes(guard(Action::ViewCensus, routes!(http::task)))
        .routes(guard(Action::EditCensus, routes!(http::run_task)))
        .routes(guard(Action::ViewCensus, routes!(http::download_template)))
        .routes(guard(Action::ViewCensus, routes!(template::download)))
        .merge(asking::routes())
        .merge(change_set::routes())
        .merge(layout::routes())
        .merge(mending::routes())
        .merge(resolving::routes())
        .merge(undoing::routes())
        .merge(review::routes())
}
