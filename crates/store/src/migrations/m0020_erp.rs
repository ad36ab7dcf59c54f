//! What the accounting system says of an invoice beside its payment: where the customer pays it, the memo the customer reads, and the
//! name of its payment terms. The page for staff, `erp_url`, is none that a customer may be sent to (rules.md#paying-an-invoice).

use crate::Engine;

pub(super) fn statements(_: Engine) -> Vec<String> {
    ["payment_url", "customer_memo", "terms_name"]
        .map(|column| format!("alter table \"snapshot\" add column \"{column}\" text"))
        .to_vec()
}
