//! The guard: a route cannot be mounted without naming its action.

use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use domain::access::{Action, allows};
use utoipa::openapi::path::Operation;
use utoipa_axum::router::UtoipaMethodRouter;

use super::extract::CallerOrigin;
use crate::context::Context;
use crate::error::Error;

/// The name under which the OpenAPI document carries the action of an operation.
pub const ACTION_EXTENSION: &str = "x-action";

/// Stands on a request whose caller has to set up a second factor first: until then nothing but the own account is open
/// (rules.md#second-factor).
#[derive(Debug, Clone, Copy)]
pub struct SecondFactorNeeded;

/// What is open to a caller who has to set up a second factor first.
pub fn is_open_without_second_factor(action: Action) -> bool {
    matches!(action, Action::Public | Action::UseOwnAccount)
}

/// Mounts `routes` for those who may do `action`. The role is checked before the body is read.
pub fn guard(action: Action, routes: UtoipaMethodRouter<Context>) -> UtoipaMethodRouter<Context> {
    let (schemas, mut paths, router) = routes;
    for item in paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.put, &mut item.post, &mut item.delete, &mut item.patch];
        for operation in operations.into_iter().flatten() {
            name_action(operation, action);
        }
    }
    let router = router.layer(from_fn(move |request: Request, next: Next| check(action, request, next)));
    (schemas, paths, router)
}

fn name_action(operation: &mut Operation, action: Action) {
    let extensions = operation.extensions.get_or_insert_default();
    extensions.insert(ACTION_EXTENSION.to_owned(), action.name().into());
}

async fn check(action: Action, request: Request, next: Next) -> Response {
    if action == Action::Public {
        return next.run(request).await;
    }
    let waits = request.extensions().get::<SecondFactorNeeded>().is_some() && !is_open_without_second_factor(action);
    match request.extensions().get::<CallerOrigin>() {
        None => Error::Unauthenticated.into_response(),
        Some(_) if waits => Error::SecondFactorNeeded.into_response(),
        Some(caller) if allows(caller.role, action) => next.run(request).await,
        Some(_) => Error::Forbidden.into_response(),
    }
}
