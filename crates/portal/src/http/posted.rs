//! A record as a form posts it: every mistake is answered at once, whether a field could not be read or breaks a rule.

use std::future::Future;

use axum::extract::{FromRef, FromRequest, Request};
use domain::Invalid;
use serde::de::DeserializeOwned;

use super::bind::bind_partly;
use super::envelope::Answer;
use super::extract::json;
use crate::context::Context;
use crate::error::Error;

/// The JSON body of a save, with the context to save it in. A field that cannot be read does not keep the rules of the others from
/// being checked: the save is rehearsed without it, in a store that commits nothing, and all errors are answered together.
pub struct Posted<T> {
    ctx: Context,
    input: T,
    unread: Invalid,
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Posted<T>
where
    Context: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let (input, unread) = bind_partly(json(request, state).await?)?;
        Ok(Self { ctx: Context::from_ref(state), input, unread })
    }
}

impl<T> Posted<T> {
    /// Saves the record by `saving`.
    ///
    /// # Errors
    /// Those of `saving`. With fields that could not be read always an error, and nothing is saved.
    pub async fn save<V, F>(self, saving: impl FnOnce(Context, T) -> F) -> Answer<V>
    where
        F: Future<Output = Answer<V>>,
    {
        let Self { ctx, input, unread } = self;
        if unread.is_empty() {
            return saving(ctx, input).await;
        }
        match saving(ctx.rehearsing(), input).await {
            Err(Error::Invalid(found)) => Err(together(unread, found).into()),
            Err(refused @ (Error::NotFound | Error::Forbidden)) => Err(refused),
            _ => Err(unread.into()),
        }
    }
}

/// What could not be read, then what else is wrong. A field that was left out says nothing more: that it is missing is not so.
fn together(mut unread: Invalid, found: Invalid) -> Invalid {
    let others: Vec<_> = found.0.into_iter().filter(|error| unread.0.iter().all(|one| one.key != error.key)).collect();
    unread.0.extend(others);
    unread
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_that_could_not_be_read_is_not_called_missing_too() {
        let unread = Invalid::field("Day", "Day could not be read.");
        let mut found = Invalid::field("Day", "Day is required.");
        found.add("Name", "Name is required.");
        let mut all = unread.clone();
        all.add("Name", "Name is required.");
        assert_eq!(together(unread, found), all);
    }
}
