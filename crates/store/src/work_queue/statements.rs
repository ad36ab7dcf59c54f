//! Commission statements that have no bill, and those whose bill pays on invoices that are not paid any more.

use domain::billing::invoice::PaymentStatus;
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

/// Invoices that were paid and are not any more, or were voided. The condition of an index to the letter: SQLite uses it for no other.
pub(crate) const NOT_PAID_ANY_MORE: &str = "(was_paid = true and payment_status <> 3) or payment_status = 5";

/// Billed statements of rules on paid invoices that pay on invoices which are not paid any more, and those of rules on billed ones that pay on
/// voided invoices (rules.md#invoice-not-paid-any-more). One is settled once the rule has adjustments, added since its bill, that take back as
/// much.
pub(super) fn to_take_back() -> Found {
    let unpaid = format!(
        "select c.statement_id, cast(sum(c.total_cents) as bigint) as cents \
         from (select id, payment_status from snapshot where {NOT_PAID_ANY_MORE}) as i \
         join commission_line c on c.snapshot_id = i.id and c.kind = 0 and c.payable = true \
         join commission_rule r on r.id = c.rule_id and (r.basis = 1 or i.payment_status = {}) \
         group by c.statement_id",
        PaymentStatus::Voided.number()
    );
    let taken_back = "select -sum(a.amount_cents) from commission_adjustment a where a.rule_id = s.rule_id \
                      and a.deleted_at is null and a.amount_cents < 0 and a.added_at > s.locked_at";
    Found {
        columns: "s.id, s.payee_name, s.period_month".to_owned(),
        from: format!("({unpaid}) as u join commission_statement s on s.id = u.statement_id"),
        named_by: "",
        filter: format!("s.deleted_at is null and s.locked_at is not null and u.cents > coalesce(({taken_back}), 0)"),
        cents: "u.cents",
        order: "s.period_month, s.payee_name, s.id",
        values: Vec::new(),
    }
}

/// A statement that has no bill.
pub(super) fn item(row: &QueryResult) -> Result<Item> {
    let (payee, month) = named(row)?;
    item_of(row, Work::BillStatement { payee, month })
}

/// A statement that pays on invoices that are not paid any more.
pub(super) fn item_to_take_back(row: &QueryResult) -> Result<Item> {
    let (payee, month) = named(row)?;
    item_of(row, Work::TakeBack { payee, month })
}

/// The payee and the month of a statement.
fn named(row: &QueryResult) -> Result<(String, BillingMonth)> {
    Ok((row.try_get("", "payee_name")?, BillingMonth::from_number(row.try_get("", "period_month")?)))
}

fn item_of(row: &QueryResult, work: Work) -> Result<Item> {
    Ok(Item {
        record: Record::Statement,
        id: row.try_get("", "id")?,
        group: None,
        amount: Some(Money::from_cents(row.try_get("", "cents")?)),
        due_on: None,
        work,
    })
}
