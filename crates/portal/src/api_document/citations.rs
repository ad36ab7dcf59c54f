//! Comments of the code carry citations of rules into the API document. Its readers have no use for them, so they are taken out.

use utoipa::openapi::path::{Operation, Parameter};
use utoipa::openapi::schema::{AdditionalProperties, ArrayItems};
use utoipa::openapi::{Content, OpenApi, RefOr, Response, Schema};

/// What a citation in brackets begins with.
const CITATION: &str = "(rules.md#";

/// Takes the citations of rules out of all texts of the document.
pub fn without_citations(document: &mut OpenApi) {
    for item in document.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.put, &mut item.post, &mut item.delete, &mut item.patch];
        operations.into_iter().flatten().for_each(operation);
    }
    for named in document.components.iter_mut().flat_map(|components| components.schemas.values_mut()) {
        schema(named);
    }
}

fn operation(operation: &mut Operation) {
    optional(&mut operation.summary);
    optional(&mut operation.description);
    for parameter in operation.parameters.iter_mut().flatten() {
        if let RefOr::T(Parameter { description, schema: kind, .. }) = parameter {
            optional(description);
            kind.iter_mut().for_each(schema);
        }
    }
    for response in operation.responses.responses.values_mut() {
        if let RefOr::T(Response { description, content, .. }) = response {
            text(description);
            content.values_mut().for_each(body);
        }
    }
}

fn body(content: &mut RefOr<Content>) {
    if let RefOr::T(content) = content {
        content.schema.iter_mut().for_each(schema);
    }
}

fn schema(place: &mut RefOr<Schema>) {
    match place {
        RefOr::Ref(to) => text(&mut to.description),
        RefOr::T(Schema::Object(object)) => {
            optional(&mut object.description);
            object.properties.values_mut().for_each(schema);
            if let Some(AdditionalProperties::RefOr(others)) = object.additional_properties.as_deref_mut() {
                schema(others);
            }
        }
        RefOr::T(Schema::Array(array)) => {
            optional(&mut array.description);
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                schema(items);
            }
        }
        RefOr::T(Schema::OneOf(choice)) => parts(&mut choice.description, &mut choice.items),
        RefOr::T(Schema::AllOf(whole)) => parts(&mut whole.description, &mut whole.items),
        RefOr::T(Schema::AnyOf(choice)) => parts(&mut choice.description, &mut choice.items),
        RefOr::T(_) => {}
    }
}

fn parts(description: &mut Option<String>, items: &mut [RefOr<Schema>]) {
    optional(description);
    items.iter_mut().for_each(schema);
}

fn optional(text: &mut Option<String>) {
    text.iter_mut().for_each(self::text);
}

/// Takes the citations in brackets out of a text, and the blanks before them.
fn text(text: &mut String) {
    if !text.contains(CITATION) {
        return;
    }
    let mut parts = text.split(CITATION);
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept.truncate(kept.trim_end().len());
        kept.push_str(part.split_once(')').map_or("", |(_, rest)| rest));
    }
    *text = kept;
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn citations_leave_the_texts() {
        for (written, kept) in [
            ("Ends a member (rules.md#first-three-days).", "Ends a member."),
            ("One\n(rules.md#roles, rules.md#scope): two (rules.md#texts).", "One: two."),
            ("All of it (in brackets).", "All of it (in brackets)."),
        ] {
            let mut shown = written.to_owned();
            text(&mut shown);
            assert_eq!(shown, kept);
        }
    }
}
