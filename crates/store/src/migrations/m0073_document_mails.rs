//! Whether the mail of a document of an ERP was sent, and why not (rules.md#exactly-once). Documents of before stay without it.

use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let small = match engine {
        Engine::Sqlite => "integer",
        Engine::Postgres => "smallint",
    };
    let check = "constraint \"ck_erp_document_mail\" check (mail in (0,1,2))";
    vec![
        format!("alter table \"erp_document\" add column \"mail\" {small} {check}"),
        "alter table \"erp_document\" add column \"mail_error\" text".to_owned(),
    ]
}
