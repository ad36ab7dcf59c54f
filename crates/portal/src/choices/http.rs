//! The endpoints of choices.

use axum::extract::State;
use domain::access::Role;
use domain::members::states::STATES;
use serde::Serialize;
use utoipa::ToSchema;

use super::service;
use crate::context::Context;
use crate::http::{Answer, Envelope, Named, answer};

/// The names of the 59 states and territories (rules.md#states).
#[utoipa::path(get, path = "/lists/states", tag = "choices", responses((status = 200, body = Envelope<Vec<String>>)))]
pub async fn states() -> Answer<Vec<String>> {
    answer(STATES.iter().map(|state| state.name.to_owned()).collect::<Vec<_>>())
}

/// A state or territory, as the patient platform numbers regions: by its place in the list, from 1. Its names are in lower case.
#[derive(Debug, Serialize, ToSchema)]
pub struct Region {
    id: i64,
    abbreviation: &'static str,
    name: &'static str,
}

/// The regions that a report may be narrowed to: the 59 states and territories.
#[utoipa::path(
    get, path = "/platform/regions", tag = "choices",
    responses((status = 200, body = Envelope<Vec<Region>>))
)]
pub async fn regions() -> Answer<Vec<Region>> {
    let numbered = (1..).zip(STATES.iter());
    let region = |(id, state): (i64, &domain::members::states::State)| Region {
        id,
        abbreviation: state.abbreviation,
        name: state.name,
    };
    answer(numbered.map(region).collect::<Vec<_>>())
}

/// The four roles (rules.md#roles).
#[utoipa::path(get, path = "/roles", tag = "choices", responses((status = 200, body = Envelope<Vec<Named>>)))]
pub async fn roles() -> Answer<Vec<Named>> {
    answer(Role::ALL.iter().map(|role| Named::new(role.number(), role.name())).collect::<Vec<_>>())
}

/// The benefit services that a group may carry, by name.
#[utoipa::path(
    get, path = "/benefits/services", tag = "choices",
    responses((status = 200, body = Envelope<Vec<Named>>))
)]
pub async fn benefit_services(State(ctx): State<Context>) -> Answer<Vec<Named>> {
    let services = service::benefit_services(&ctx).await?;
    answer(services.into_iter().map(|service| Named::new(service.id, service.name)).collect::<Vec<_>>())
}
