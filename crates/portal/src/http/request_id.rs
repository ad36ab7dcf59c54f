//! The id of a request: in the log, in the audit, and in the answer's header, so that a person can name a failed call.

use axum::http::{HeaderValue, Request};
use tower_http::request_id::{MakeRequestId, RequestId};

use crate::context::Context;

/// Gives each request a new id; one that the caller sends is not trusted.
#[derive(Clone)]
pub struct NewRequestId(Context);

impl NewRequestId {
    /// Ids from the context's randomness.
    pub fn new(ctx: Context) -> Self {
        Self(ctx)
    }
}

impl MakeRequestId for NewRequestId {
    fn make_request_id<B>(&mut self, _: &Request<B>) -> Option<RequestId> {
        let id = self.0.randomness.guid().simple().to_string();
        HeaderValue::from_str(&id).ok().map(RequestId::new)
    }
}
