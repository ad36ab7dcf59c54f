//! Failures on demand: which calls meet one, how often, and what happens to them.

use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use serde::{Deserialize, Serialize};

use crate::serve::Line;
use crate::world::{Call, System};
use crate::{Sandbox, netsuite, quickbooks};

/// Whether the work is done before the call fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum When {
    /// Nothing is done.
    #[default]
    Before,
    /// All is done.
    After,
}

/// What happens to a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "Kind", rename_all = "kebab-case", rename_all_fields = "PascalCase")]
pub enum Effect {
    /// It is answered so much later.
    Delay {
        /// Milliseconds.
        millis: u64,
    },
    /// Its connection is cut.
    Drop {
        /// Before or after the work.
        #[serde(default)]
        when: When,
    },
    /// It is never answered; the connection stays.
    Silence {
        /// Before or after the work.
        #[serde(default)]
        when: When,
    },
    /// It is answered with this status, in the words of the system.
    Status {
        /// Such as 429, 500 or 503.
        status: u16,
        /// Before or after the work.
        #[serde(default)]
        when: When,
        /// The seconds of a `Retry-After`.
        #[serde(default)]
        retry_after: Option<u64>,
    },
    /// Its token is not good any more.
    Expired,
    /// A page of a proxy comes instead of the answer.
    Html,
    /// Half of the answer comes under its full length.
    Truncated,
    /// An answer of ten megabytes comes.
    Huge,
}

/// Which calls meet an effect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Fault {
    /// Those of one system; of both when none is named.
    #[serde(default)]
    pub system: Option<System>,
    /// Those whose path contains this text.
    #[serde(default)]
    pub path: String,
    /// Those that change something: all but reads, queries and tokens.
    #[serde(default)]
    pub writes_only: bool,
    /// The number of them that pass first.
    #[serde(default)]
    pub after_calls: u32,
    /// The number of them that meet it; all when none is named.
    #[serde(default)]
    pub times: Option<u32>,
    /// What happens.
    pub effect: Effect,
}

impl Fault {
    /// An effect on every call.
    pub fn always(effect: Effect) -> Self {
        Self { system: None, path: String::new(), writes_only: false, after_calls: 0, times: None, effect }
    }

    /// An effect on every call that changes something.
    pub fn of_writes(effect: Effect) -> Self {
        Self { writes_only: true, ..Self::always(effect) }
    }

    /// The same, but once.
    #[must_use]
    pub fn once(self) -> Self {
        Self { times: Some(1), ..self }
    }

    fn meets(&self, call: &Request, system: System) -> bool {
        let path = call.uri().path();
        self.system.is_none_or(|wanted| wanted == system)
            && path.contains(&self.path)
            && (!self.writes_only || is_write(call.method(), path))
    }
}

fn is_write(method: &Method, path: &str) -> bool {
    let reads = ["/query", "/suiteql", "/token", "/tokens/bearer"];
    method != Method::GET && !reads.iter().any(|read| path.ends_with(read))
}

/// Which system a path belongs to.
pub fn system_of(path: &str) -> System {
    if path.starts_with("/services/") { System::NetSuite } else { System::QuickBooks }
}

/// The effect that a call meets; one that is told so many times is used up.
fn meet(sandbox: &Sandbox, call: &Request) -> Option<Effect> {
    let system = system_of(call.uri().path());
    let faults = &mut sandbox.world().faults;
    let at = faults.iter_mut().position(|fault| {
        let meets = fault.meets(call, system);
        if meets && fault.after_calls > 0 {
            fault.after_calls -= 1;
            return false;
        }
        meets
    })?;
    let effect = faults[at].effect.clone();
    match &mut faults[at].times {
        Some(1) => drop(faults.remove(at)),
        Some(times) => *times -= 1,
        None => {}
    }
    Some(effect)
}

/// Answers a call, or fails as planned.
pub async fn through(State(sandbox): State<Sandbox>, call: Request, next: Next) -> Response {
    let (method, path) = (call.method().to_string(), call.uri().path().to_owned());
    let effect = meet(&sandbox, &call);
    let remember = |status: Option<u16>| {
        let call = Call { at: sandbox.now(), method: method.clone(), path: path.clone(), status };
        sandbox.world().remember(call);
    };
    // Written down before the answer leaves, so that whoever got it finds the call here; a silent one never gets further.
    if let Some(Effect::Drop { .. } | Effect::Silence { .. }) = effect {
        remember(None);
        return suffer(&sandbox, &path, effect, call, next).await;
    }
    let answer = suffer(&sandbox, &path, effect, call, next).await;
    remember(Some(answer.status().as_u16()));
    answer
}

async fn suffer(sandbox: &Sandbox, path: &str, effect: Option<Effect>, call: Request, next: Next) -> Response {
    let line = call.extensions().get::<Line>().cloned();
    let (headers, now) = (call.headers().clone(), sandbox.now());
    match effect {
        None => next.run(call).await,
        Some(Effect::Delay { millis }) => {
            tokio::time::sleep(Duration::from_millis(millis)).await;
            next.run(call).await
        }
        Some(Effect::Drop { when }) => {
            if when == When::After {
                let _lost = next.run(call).await;
            }
            if let Some(line) = line {
                line.cut();
            }
            std::future::pending().await
        }
        Some(Effect::Silence { when }) => {
            if when == When::After {
                let _lost = next.run(call).await;
            }
            std::future::pending().await
        }
        Some(Effect::Status { status, when, retry_after }) => {
            if when == When::After {
                let _lost = next.run(call).await;
            }
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::SERVICE_UNAVAILABLE);
            let mut answer = match system_of(path) {
                System::QuickBooks => quickbooks::fault::service(status).answer(&headers, now),
                System::NetSuite => netsuite::fault::service(status).into_response(),
            };
            if let Some(seconds) = retry_after {
                answer.headers_mut().insert(header::RETRY_AFTER, seconds.into());
            }
            answer
        }
        Some(Effect::Expired) => match system_of(path) {
            System::QuickBooks => quickbooks::fault::expired().answer(&headers, now),
            System::NetSuite => netsuite::fault::invalid_login().into_response(),
        },
        Some(Effect::Html) => {
            let page = "<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>";
            ([(header::CONTENT_TYPE, "text/html")], page).into_response()
        }
        Some(Effect::Truncated) => truncated(next.run(call).await, line).await,
        Some(Effect::Huge) => ([(header::CONTENT_TYPE, "application/json")], vec![b' '; 10 << 20]).into_response(),
    }
}

/// Half of the body; the rest never comes.
async fn truncated(answer: Response, line: Option<Line>) -> Response {
    let (mut parts, body) = answer.into_parts();
    let bytes = body.collect().await.map(|all| all.to_bytes()).unwrap_or_default();
    parts.headers.insert(header::CONTENT_LENGTH, bytes.len().into());
    let half = bytes.slice(..bytes.len() / 2);
    Response::from_parts(parts, Body::new(crate::serve::Broken::after(half, line)))
}
