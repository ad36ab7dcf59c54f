//! Commission statements that have no bill.

use domain::erp::DocumentState;
use domain::work_queue::{Item, Record, Work};
use domain::{BillingMonth, Money};
use sea_orm::QueryResult;

use super::Found;
use crate::Result;

/// Statements with something to pay whose rule names an ERP account, and of which no bill stands there or is on its way.
pub(super) fn without_bill() -> Found {
    let last_document = "select d.state from erp_document d where d.kind = 2 and d.local_id = s.id \
                         order by d.id desc limit 1";
    Found {
        columns: "s.id, s.payee_name, s.period_month".to_owned(),
        from: "commission_statement s join commission_rule r on r.id = s.rule_id".to_owned(),
        named_by: "",
        filter: format!(
            "s.deleted_at is null and s.locked_at is null and s.total_cents + s.brought_forward_cents > 0 \
             and r.api_service_id is not null and coalesce(({last_document}), {deleted}) = {deleted}",
            deleted = DocumentState::Deleted.number(),
        ),
        cents: "s.total_cents + s.brought_forward_cents",
        order: "s.period_month, s.payee_name, s.id",
        values: Vec::new(),
    }
}

pub(super) fn item(row: &QueryResult) -> Result<Item> {
    Ok(Item {
        record: Record::Statement,
        id: row.try_get("", "id")?,
        group: None,
        amount: Some(Money::from_cents(row.try_get("", "cents")?)),
        due_on: None,
        work: Work::BillStatement {
            payee: row.try_get("", "payee_name")?,
            month: BillingMonth::from_number(row.try_get("", "period_month")?),
        },
    })
}
