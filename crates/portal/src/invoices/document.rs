//! From an invoice to the values of its PDF. The rows are only carried over; `domain::invoices` does the arithmetic.

use std::collections::BTreeMap;

use domain::billing::ledger::EntryKind;
use domain::invoices::{
    ErpFacts, InvoiceDocument, InvoiceInput, InvoiceLine, LineMember, MemberChange, PreviousInvoice, PreviousLine,
    Sender, UnbilledLine,
};
use domain::{BillingMonth, MemberId};
use store::View;
use store::groups::Group;
use store::snapshots::{self, FrozenLine, FrozenSnapshot, FrozenUnbilled};

use super::service::{Invoice, number_of};
use crate::clock::day_in;
use crate::context::Context;
use crate::error::Result;

/// The document of an invoice.
pub async fn of(ctx: &Context, view: &View, invoice: Invoice) -> Result<InvoiceDocument> {
    let Invoice { detail, group, is_credit_memo } = invoice;
    let numbers = numbers_by_month(view, &detail.snapshot).await?;
    let previous = previous(view, &detail.snapshot).await?;
    let unbilled = detail.unbilled.into_iter().map(|left| unbilled(ctx, left)).collect();
    let snapshot = detail.snapshot;
    let lines = detail.lines.into_iter().map(|(line, members)| InvoiceLine {
        plan_line: line.plan_line,
        kind: line.kind,
        billing_type: line.billing_type,
        billed_on: numbers.get(&line.month).filter(|_| line.kind != EntryKind::Charge).cloned(),
        month: line.month,
        quantity: line.quantity,
        rate: line.rate,
        total: line.total,
        name: line.head.name,
        members: members.into_iter().map(|member| line_member(ctx, member)).collect(),
    });
    Ok(InvoiceDocument::of(&InvoiceInput {
        snapshot: snapshot.id,
        period: snapshot.period(),
        total: snapshot.total,
        made_at: snapshot.computed_at,
        sender: sender(ctx),
        address: address(&group),
        customer: group.details.name,
        erp: erp(&snapshot, is_credit_memo),
        lines: lines.collect(),
        unbilled,
        previous,
    }))
}

/// What the look-back left out.
fn unbilled(ctx: &Context, (left, members): (FrozenUnbilled, Vec<snapshots::LineMember>)) -> UnbilledLine {
    UnbilledLine {
        is_credit: left.is_credit,
        billing_type: left.billing_type,
        month: left.month,
        quantity: left.ids.len() as i64,
        name: left.name,
        members: members.into_iter().map(|member| line_member(ctx, member)).collect(),
    }
}

/// The company that sends documents.
pub fn sender(ctx: &Context) -> Sender {
    let sender = ctx.config.sender.clone();
    Sender {
        legal_name: sender.name.clone(),
        name: sender.name,
        address: sender.address,
        email: sender.email,
        phone: sender.phone,
    }
}

fn address(group: &Group) -> Vec<String> {
    let address = &group.details.billing_address;
    let region =
        [address.state.as_deref(), address.zip_code.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(" ");
    let place = [address.city.as_deref(), Some(region.as_str())].into_iter().flatten().filter(|part| !part.is_empty());
    let place = place.collect::<Vec<_>>().join(", ");
    let lines = [address.line1.clone(), address.line2.clone(), Some(place)];
    lines.into_iter().flatten().filter(|line| !line.is_empty()).collect()
}

fn erp(snapshot: &FrozenSnapshot, is_credit_memo: bool) -> Option<ErpFacts> {
    snapshot.erp_ref_id.as_ref()?;
    Some(ErpFacts {
        number: number_of(snapshot),
        invoice_date: snapshot.txn_on,
        due_date: snapshot.due_on,
        terms: snapshot.terms_name.clone(),
        memo: snapshot.customer_memo.clone(),
        link: snapshot.payment_url.clone(),
        status: snapshot.payment,
        balance: snapshot.balance,
        total: snapshot.erp_total,
        is_credit_memo,
        out_of_date: snapshot.out_of_date,
    })
}

/// The numbers of the plan's invoices by the month they are for: where a corrected month was billed.
async fn numbers_by_month(view: &View, snapshot: &FrozenSnapshot) -> Result<BTreeMap<BillingMonth, String>> {
    let all = snapshots::of_plan(view, snapshot.plan).await?;
    Ok(all.iter().map(|other| (other.period(), number_of(other))).collect())
}

async fn previous(view: &View, snapshot: &FrozenSnapshot) -> Result<Option<PreviousInvoice>> {
    let Some(before) = snapshots::previous(view, snapshot.plan, snapshot.period()).await? else { return Ok(None) };
    let lines = snapshots::lines(view, &[before.id]).await?;
    Ok(Some(PreviousInvoice {
        period: before.period(),
        number: number_of(&before),
        total: before.total,
        lines: lines.into_iter().map(previous_line).collect(),
    }))
}

fn previous_line(line: FrozenLine) -> PreviousLine {
    let members =
        if line.billing_type.counts_consults() { Vec::new() } else { line.ids.iter().map(MemberId).collect() };
    PreviousLine {
        plan_line: line.plan_line,
        kind: line.kind,
        billing_type: line.billing_type,
        quantity: line.quantity,
        rate: line.rate,
        total: line.total,
        members,
    }
}

fn line_member(ctx: &Context, member: snapshots::LineMember) -> LineMember {
    let change = member.change;
    LineMember {
        id: member.id,
        last_name: member.last_name,
        first_name: member.first_name,
        since: change.filter(|change| change.is_active).map(|change| change.effective_on),
        change: change.map(|change| MemberChange {
            active: change.is_active,
            made_on: day_in(ctx.config.time_zone, change.recorded_at),
            effective: change.effective_on,
        }),
    }
}
