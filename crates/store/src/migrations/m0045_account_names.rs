//! Two ERP accounts may not have names that differ in their case alone.

use crate::Engine;

pub(super) fn statements(_: Engine) -> Vec<String> {
    vec![
        "drop index \"uq_api_service_name\"".to_owned(),
        "create unique index \"uq_api_service_name_key\" on \"api_service\" (\"name_key\")".to_owned(),
    ]
}
