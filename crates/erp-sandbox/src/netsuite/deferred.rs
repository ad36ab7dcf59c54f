//! Calls that are answered later: a caller with `Prefer: respond-async` gets a job, and reads its result there.

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::fault;
use super::http::{let_in, root, value};
use crate::Sandbox;

const PREFER: HeaderName = HeaderName::from_static("prefer");
const APPLIED: HeaderName = HeaderName::from_static("preference-applied");
const KEY: HeaderName = HeaderName::from_static("x-netsuite-idempotency-key");

/// A call that was done, with its answer.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Job {
    key: Option<String>,
    status: u16,
    location: Option<String>,
    body: String,
}

/// Does a call, and answers with a job where that is asked for. The same key again gives the first job.
pub async fn through(State(sandbox): State<Sandbox>, call: Request, next: Next) -> Response {
    let is_asked = call.method() != Method::GET && value(call.headers(), PREFER).contains("respond-async");
    if !is_asked {
        return next.run(call).await;
    }
    let root = root(call.headers());
    let at = |id: usize| format!("{root}/async/v1/job/{id}");
    let key = Some(value(call.headers(), KEY).to_owned()).filter(|key| !key.is_empty());
    let is_same = |job: &Job| key.is_some() && job.key == key;
    if let Some(first) = sandbox.world().netsuite.jobs.iter().position(is_same) {
        return ([(header::LOCATION, at(first + 1))], fault::idempotency()).into_response();
    }
    let answer = next.run(call).await;
    if answer.status() == StatusCode::UNAUTHORIZED {
        return answer;
    }
    let (parts, body) = answer.into_parts();
    let bytes = body.collect().await.map(|all| all.to_bytes()).unwrap_or_default();
    let location = parts.headers.get(header::LOCATION).and_then(|at| at.to_str().ok()).map(str::to_owned);
    let body = String::from_utf8_lossy(&bytes).into_owned();
    let job = Job { key, status: parts.status.as_u16(), location, body };
    let id = sandbox.change(|world| {
        world.netsuite.jobs.push(job);
        world.netsuite.jobs.len()
    });
    (StatusCode::ACCEPTED, [(APPLIED, "respond-async".to_owned()), (header::LOCATION, at(id))]).into_response()
}

/// Answers for a job, its one task, or the result of that.
pub async fn job(State(sandbox): State<Sandbox>, Path(named): Path<String>, headers: HeaderMap) -> Response {
    let root = root(&headers);
    let world = sandbox.world();
    if let Err(refused) = let_in(&sandbox, &world, &headers) {
        return refused.into_response();
    }
    let (id, rest) = named.split_once('/').unwrap_or((named.as_str(), ""));
    let held = id.parse::<usize>().ok().and_then(|number| world.netsuite.jobs.get(number.checked_sub(1)?));
    let Some(job) = held else { return fault::nonexistent().into_response() };
    let link = |rest: &str| json!([{ "rel": "self", "href": format!("{root}/async/v1/job/{id}{rest}") }]);
    let progress = if job.status < 400 { "succeeded" } else { "failed" };
    let told: Value = match rest {
        "" => {
            json!({ "links": link(""), "id": id, "completed": true, "progress": progress, "task": { "links": link("/task") } })
        }
        "task" => json!({ "links": link("/task"), "count": 1, "hasMore": false, "offset": 0, "totalResults": 1,
            "items": [{ "links": link("/task/1"), "id": "1" }] }),
        "task/1" => json!({ "links": link("/task/1"), "id": "1", "completed": true, "progress": progress,
            "result": { "links": link("/task/1/result") } }),
        "task/1/result" => return job.answer(),
        _ => return fault::nonexistent().into_response(),
    };
    Json(told).into_response()
}

impl Job {
    fn answer(&self) -> Response {
        let mut answer = Response::new(Body::from(self.body.clone()));
        *answer.status_mut() = StatusCode::from_u16(self.status).unwrap_or(StatusCode::OK);
        if let Some(location) = self.location.as_ref().and_then(|location| location.parse().ok()) {
            answer.headers_mut().insert(header::LOCATION, location);
        }
        answer
    }
}
