//! What a clerk books an invoice by: the purchase order that the customer gave for a plan, and what the customer is called in the ERP. A
//! snapshot keeps both as they were (rules.md#frozen-snapshot); those of before take the customer that their plan has by now.

use crate::Engine;

pub(super) fn statements(_: Engine) -> Vec<String> {
    let limited = |table: &str, column: &str, longest: u16| {
        let check = format!("constraint \"ck_{table}_{column}\" check (length({column}) <= {longest})");
        format!("alter table \"{table}\" add column \"{column}\" text {check}")
    };
    vec![
        limited("plan", "purchase_order", 50),
        limited("snapshot", "purchase_order", 50),
        "alter table \"snapshot\" add column \"customer_name\" text".to_owned(),
        "update \"snapshot\" set customer_name = \
         (select p.erp_customer_name from \"plan\" p where p.id = \"snapshot\".plan_id)"
            .to_owned(),
    ]
}
