//! The account on the wire: who is let in, and which address does what.

use std::collections::HashMap;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::fault::{self, Fault};
use super::filtering::{self, Filter};
use super::names;
use super::records::{Shown, kind};
use super::suiteql::Page;
use crate::Sandbox;
use crate::json::{Record, given, text};
use crate::world::{Mail, System, World};

/// The most rows of a page.
const MOST_ROWS: usize = 1000;

type Parameters = HashMap<String, String>;

/// Answers a query.
pub async fn suiteql(
    State(sandbox): State<Sandbox>,
    Query(query): Query<Parameters>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let answer = || {
        let world = sandbox.world();
        let_in(&sandbox, &world, &headers)?;
        if !value(&headers, HeaderName::from_static("prefer")).contains("transient") {
            return Err(fault::invalid_request("Required request header 'Prefer: transient' is missing."));
        }
        let body = posted(&body)?;
        let text = text(&body, "q").ok_or_else(|| fault::invalid_content("q", "The query is missing."))?;
        world.netsuite.suiteql(&text, &page(&query)?)
    };
    answer().map(Json).into_response()
}

/// Answers a call to all records of a type.
pub async fn collection(
    State(sandbox): State<Sandbox>,
    method: Method,
    Path(of): Path<String>,
    Query(query): Query<Parameters>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let root = root(&headers);
    let changes = method != Method::GET;
    let answer = |world: &mut World| {
        let_in(&sandbox, world, &headers)?;
        let kind = kind(&of)?;
        match method {
            Method::GET => {
                let filter = query.get("q").map(|text| filtering::parse(text)).transpose()?;
                Ok(Json(listed(world, kind, filter.as_ref(), &page(&query)?, &root)).into_response())
            }
            Method::POST => {
                let body = named_only(kind, posted(&body)?, &headers)?;
                let id = world.netsuite.create(kind, body, sandbox.now())?;
                mail(world, kind, &id);
                Ok(created(&root, kind, &id))
            }
            _ => Err(not_allowed()),
        }
    };
    sandbox.answer(changes, answer).unwrap_or_else(Fault::into_response)
}

/// Answers a call to one record.
pub async fn record(
    State(sandbox): State<Sandbox>,
    method: Method,
    Path((of, named)): Path<(String, String)>,
    Query(query): Query<Parameters>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let root = root(&headers);
    let (now, changes) = (sandbox.now(), method != Method::GET);
    let answer = |world: &mut World| {
        let_in(&sandbox, world, &headers)?;
        let kind = kind(&of)?;
        let id = world.netsuite.id(kind, &named);
        let replaced: Vec<String> =
            query.get("replace").into_iter().flat_map(|names| names.split(',')).map(str::to_owned).collect();
        match (method, id) {
            (Method::GET, _) => {
                let how = Shown {
                    expanded: query.get("expandSubResources").is_some_and(|value| value == "true"),
                    fields: query.get("fields").map(|names| names.split(',').map(str::to_owned).collect()),
                    simple_enums: query.get("simpleEnumFormat").is_some_and(|value| value == "true"),
                };
                Ok(Json(world.netsuite.shown(kind, &named, &how, &root)?).into_response())
            }
            (Method::PUT, None) => {
                let external = named.strip_prefix("eid:").ok_or_else(fault::nonexistent)?;
                let mut body = named_only(kind, posted(&body)?, &headers)?;
                body.insert("externalId".to_owned(), json!(external));
                let id = world.netsuite.create(kind, body, now)?;
                mail(world, kind, &id);
                Ok(created(&root, kind, &id))
            }
            (Method::PATCH | Method::PUT, Some(id)) => {
                let body = named_only(kind, posted(&body)?, &headers)?;
                world.netsuite.update(kind, &id, body, &replaced, now)?;
                mail(world, kind, &id);
                Ok(created(&root, kind, &id))
            }
            (Method::DELETE, Some(id)) => {
                world.netsuite.records.remove(kind, &id);
                Ok(StatusCode::NO_CONTENT.into_response())
            }
            (Method::PATCH | Method::DELETE, None) => Err(fault::nonexistent()),
            _ => Err(not_allowed()),
        }
    };
    sandbox.answer(changes, answer).unwrap_or_else(Fault::into_response)
}

/// Answers a read of a sublist, or of one of its lines.
pub async fn sublist(
    State(sandbox): State<Sandbox>,
    Path(parts): Path<Vec<String>>,
    Query(query): Query<Parameters>,
    headers: HeaderMap,
) -> Response {
    let root = root(&headers);
    let answer = || {
        let world = sandbox.world();
        let_in(&sandbox, &world, &headers)?;
        let [of, named, list, rest @ ..] = parts.as_slice() else { return Err(fault::nonexistent()) };
        let expanded = query.get("expandSubResources").is_some_and(|value| value == "true");
        let lines = world.netsuite.sublist(kind(of)?, named, list, &root)?;
        match rest.first() {
            None => Ok(lines.listed(expanded)),
            Some(line) => lines.one(line),
        }
    };
    answer().map(Json).into_response()
}

/// A body whose names the account knows, where the caller asks to be told of others; else those are let pass.
fn named_only(kind: &str, body: Record, headers: &HeaderMap) -> Result<Record, Fault> {
    let validation = value(headers, HeaderName::from_static("x-netsuite-propertynamevalidation"));
    let unknown = body.keys().find(|name| !names::has(kind, name)).filter(|_| validation.eq_ignore_ascii_case("error"));
    match unknown {
        None => Ok(body),
        Some(name) => {
            let detail = format!("Unknown reference or sub-resource field '{name}' in record type '{kind}'.");
            Err(fault::invalid_content(name, detail))
        }
    }
}

pub(super) fn let_in(sandbox: &Sandbox, world: &World, headers: &HeaderMap) -> Result<(), Fault> {
    let token = value(headers, header::AUTHORIZATION).strip_prefix("Bearer ").unwrap_or_default();
    // A cookie makes it a session of a browser.
    let is_browser = headers.contains_key(header::COOKIE);
    if !is_browser && world.netsuite.lets_in(token, sandbox.now()) { Ok(()) } else { Err(fault::invalid_login()) }
}

/// Mails a document that asks for it. It goes on asking: the next save mails it again, unless that says otherwise.
fn mail(world: &mut World, kind: &str, id: &str) {
    let Some(record) = world.netsuite.records.get(kind, id).cloned() else { return };
    if record.get("toBeEmailed") != Some(&Value::Bool(true)) {
        return;
    }
    let addresses = given(&record, "email").unwrap_or_default();
    let recipients: Vec<String> =
        addresses.split([';', ',']).map(|one| one.trim().to_owned()).filter(|one| !one.is_empty()).collect();
    let number = text(&record, "tranId").unwrap_or_default();
    world.mails.push(Mail { system: System::NetSuite, number, recipients });
}

fn listed(world: &World, kind: &str, filter: Option<&Filter>, page: &Page, root: &str) -> Value {
    let is_meant = |record: &Record| filter.is_none_or(|filter| filtering::matches(filter, record));
    let ids: Vec<u64> =
        world.netsuite.records.all(kind).filter(|(_, record)| is_meant(record)).map(|(id, _)| id).collect();
    let item = |id: &u64| json!({ "id": id.to_string(), "links": [{ "rel": "self", "href": format!("{root}/record/v1/{kind}/{id}") }] });
    let items: Vec<Value> = ids.iter().skip(page.offset).take(page.limit).map(item).collect();
    let (count, total) = (items.len(), ids.len());
    let more = page.offset + count < total;
    json!({ "links": [], "count": count, "hasMore": more, "offset": page.offset, "totalResults": total, "items": items })
}

fn page(query: &Parameters) -> Result<Page, Fault> {
    let number = |name: &str, default: usize| match query.get(name) {
        None => Ok(default),
        Some(text) => text.parse().map_err(|_| fault::invalid_request(format!("Invalid value of '{name}': {text}."))),
    };
    let page = Page { limit: number("limit", MOST_ROWS)?, offset: number("offset", 0)? };
    let is_good = (1..=MOST_ROWS).contains(&page.limit) && page.offset.is_multiple_of(page.limit);
    if is_good {
        Ok(page)
    } else {
        Err(fault::invalid_request("The limit is at most 1000 and the offset a multiple of it."))
    }
}

fn posted(body: &[u8]) -> Result<Record, Fault> {
    match serde_json::from_slice(body) {
        Ok(Value::Object(record)) => Ok(record),
        _ => Err(fault::invalid_request("The request body is no JSON object.")),
    }
}

fn created(root: &str, kind: &str, id: &str) -> Response {
    (StatusCode::NO_CONTENT, [(header::LOCATION, format!("{root}/record/v1/{kind}/{id}"))]).into_response()
}

fn not_allowed() -> Fault {
    fault::invalid_request("The method is not allowed for this address.")
}

pub(super) fn root(headers: &HeaderMap) -> String {
    format!("http://{}/services/rest", value(headers, header::HOST))
}

pub(super) fn value(headers: &HeaderMap, name: HeaderName) -> &str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}
