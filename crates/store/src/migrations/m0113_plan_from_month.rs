//! The first month of a plan whose bills are meant for its ERP (rules.md#not-sent). Until now it was told from the bills: that of the first one
//! that was sent, else that of the newest one. A plan without bills has none: all of its bills will be meant for the ERP.

use crate::Engine;

pub(super) fn statements(_: Engine) -> Vec<String> {
    let month_of = |what: &str, which: &str| {
        format!(
            "(select {what}(s.period_month) from snapshot s where s.plan_id = plan.id and s.deleted_at is null{which})"
        )
    };
    let (first_sent, newest) = (month_of("min", " and s.erp_ref_id is not null"), month_of("max", ""));
    vec![
        "alter table \"plan\" add column \"erp_from_month\" integer".to_owned(),
        format!("update plan set erp_from_month = coalesce({first_sent}, {newest}) where api_service_id is not null"),
    ]
}
