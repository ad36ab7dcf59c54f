//! The envelope around every answer (rules.md#answers-and-statuses): `IsValid`, `Errors`, `FirstErrorMessage`, `Value`.

use axum::Json;
use domain::{Invalid, Page};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::Error;

/// What a handler gives back.
pub type Answer<T> = Result<Json<Envelope<T>>, Error>;

/// One field error as the wire carries it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ErrorView {
    /// The field's name, or empty when the error belongs to no field.
    pub key: String,
    /// A sentence for people.
    pub message: String,
}

/// The envelope.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct Envelope<T> {
    /// Whether the call did what it was asked.
    pub is_valid: bool,
    /// What was wrong, by field; empty when valid.
    pub errors: Vec<ErrorView>,
    /// The message of the first error.
    pub first_error_message: Option<String>,
    /// The answer; absent when there is nothing to say, and when invalid unless the call is one that finds out what is wrong.
    pub value: Option<T>,
}

impl<T> Envelope<T> {
    /// A valid answer.
    pub fn of(value: T) -> Self {
        Self { is_valid: true, errors: Vec::new(), first_error_message: None, value: Some(value) }
    }

    /// What was found out, and what is wrong with it; valid when nothing is.
    pub fn judged(value: T, problems: Invalid) -> Self {
        if problems.0.is_empty() {
            return Self::of(value);
        }
        Self { value: Some(value), ..Self::invalid(problems) }
    }

    /// An invalid one.
    pub fn invalid(invalid: Invalid) -> Self {
        let errors: Vec<_> = invalid.0.into_iter().map(|e| ErrorView { key: e.key, message: e.message }).collect();
        let first_error_message = errors.first().map(|e| e.message.clone());
        Self { is_valid: false, errors, first_error_message, value: None }
    }
}

/// A valid answer.
///
/// # Errors
/// Never; it only has the type of an answer.
pub fn answer<T>(value: impl Into<T>) -> Answer<T> {
    Ok(Json(Envelope::of(value.into())))
}

/// The value of an answer that has nothing to say.
#[derive(Debug, Serialize, ToSchema)]
pub struct Nothing {}

/// A valid answer with nothing in it.
///
/// # Errors
/// Never; it only has the type of an answer.
pub fn done() -> Answer<Nothing> {
    Ok(Json(Envelope { is_valid: true, errors: Vec::new(), first_error_message: None, value: None }))
}

/// The value of a list call.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct List<T> {
    /// The rows of the page.
    pub data: Vec<T>,
    /// The size of the whole list.
    pub total_records: u64,
    /// How many pages it has.
    pub total_pages: u64,
}

impl<R, T: From<R>> From<Page<R>> for List<T> {
    fn from(page: Page<R>) -> Self {
        let total_pages = page.pages();
        Self { total_records: page.total, total_pages, data: page.rows.into_iter().map(T::from).collect() }
    }
}
