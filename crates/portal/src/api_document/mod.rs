//! What the OpenAPI document says beyond what each handler says of itself.

mod citations;
mod statuses;

use utoipa::openapi::OpenApi;
use utoipa::openapi::path::Paths;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};

/// Completes the document that the handlers make: its version, the ways to sign in, a name and the statuses
/// of each operation.
pub fn complete(mut document: OpenApi) -> OpenApi {
    document.info.version = env!("CARGO_PKG_VERSION").to_owned();
    document.info.license = None;
    name_operations(&mut document.paths);
    statuses::document_statuses(&mut document);
    let components = document.components.get_or_insert_default();
    let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new("ledgerwell_session")));
    let bearer = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
    components.add_security_scheme("session", cookie);
    components.add_security_scheme("access_key", bearer);
    citations::without_citations(&mut document);
    document
}

/// Names every operation after its method and path: handlers of different areas share names such as `search`, and the types
/// made for clients need a name of their own each.
fn name_operations(paths: &mut Paths) {
    for (path, item) in &mut paths.paths {
        let named = path.strip_prefix("/api/v1").unwrap_or(path);
        let words: Vec<_> = named.split(['/', '{', '}', '-']).filter(|word| !word.is_empty()).collect();
        let operations = [
            ("get", &mut item.get),
            ("put", &mut item.put),
            ("post", &mut item.post),
            ("delete", &mut item.delete),
            ("patch", &mut item.patch),
        ];
        for (method, operation) in operations {
            if let Some(operation) = operation {
                operation.operation_id = Some(format!("{method}_{}", words.join("_")));
            }
        }
    }
}
