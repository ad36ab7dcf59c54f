//! What the OpenAPI document says beyond what each handler says of itself.

mod statuses;

use serde_json::Value;
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
    without_citations(document)
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

/// Takes the citations of rules out of all texts: comments of the code carry them into the document, and its readers have no
/// use for them. A document that does not survive the way through JSON is left as it is.
fn without_citations(document: OpenApi) -> OpenApi {
    let read = |mut value: Value| {
        strip(&mut value);
        serde_json::from_value(value)
    };
    serde_json::to_value(&document).and_then(read).unwrap_or(document)
}

fn strip(value: &mut Value) {
    match value {
        Value::String(text) if text.contains(CITATION) => *text = without_citation(text),
        Value::Array(values) => values.iter_mut().for_each(strip),
        Value::Object(fields) => fields.values_mut().for_each(strip),
        _ => {}
    }
}

/// What a citation in brackets begins with.
const CITATION: &str = "(rules.md#";

/// The text without its citations in brackets and the blanks before them.
fn without_citation(text: &str) -> String {
    let mut parts = text.split(CITATION);
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept.truncate(kept.trim_end().len());
        kept.push_str(part.split_once(')').map_or("", |(_, rest)| rest));
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations_leave_the_texts() {
        for (text, kept) in [
            ("Ends a member (rules.md#first-three-days).", "Ends a member."),
            ("One\n(rules.md#roles, rules.md#scope): two (rules.md#texts).", "One: two."),
            ("All of it (in brackets).", "All of it (in brackets)."),
        ] {
            let mut value = serde_json::json!({"paths": [{"description": text}]});
            strip(&mut value);
            assert_eq!(value["paths"][0]["description"], kept);
        }
    }

    #[test]
    fn nothing_else_of_the_document_is_lost() {
        let document = crate::router::api_document();
        let read: OpenApi = serde_json::from_value(serde_json::to_value(&document).unwrap()).unwrap();
        assert_eq!(serde_json::to_value(&read).unwrap(), serde_json::to_value(&document).unwrap());
        assert!(read.to_pretty_json().unwrap() == document.to_pretty_json().unwrap());
    }
}
