//! From an invoice to the values of its PDF. The rows are only carried over; `domain::invoices` does the arithmetic.

use std::collections::{BTreeMap, BTreeSet};

use domain::billing::BillingType;
use domain::billing::ledger::{EntryKind, IdSet};
use domain::invoices::{
    Appendix, ErpFacts, InvoiceDocument, InvoiceInput, InvoiceLine, LineConsult, LineMember, MemberChange,
    PreviousInvoice, PreviousLine, Sender, UnbilledLine,
};
use domain::{BillingMonth, ConsultId, MemberId};
use store::View;
use store::consults::BilledConsult;
use store::groups::Group;
use store::snapshots::{self, FrozenLine, FrozenSnapshot, FrozenUnbilled};

use super::earlier::{Earlier, cited};
use super::service::{Invoice, number_of};
use crate::billing::snapshots::TakenBack;
use crate::billing::snapshots::service::SnapshotDetail;
use crate::clock::day_in;
use crate::context::Context;
use crate::error::Result;

/// The document of an invoice.
pub async fn of(ctx: &Context, view: &View, invoice: Invoice) -> Result<InvoiceDocument> {
    let Invoice { detail, group, is_credit_memo } = invoice;
    let plan = snapshots::of_plan(view, detail.snapshot.plan).await?;
    let earlier = Earlier::read(view, &plan, &detail.snapshot, detail.lines.iter().map(|(line, _)| line)).await?;
    let previous = previous(view, &detail.snapshot).await?;
    let told = Told::read(ctx, view, &detail).await?;
    let consults = Consults::read(ctx, view, &detail).await?;
    let unbilled = detail.unbilled.into_iter().map(|left| unbilled(&told, &consults, left)).collect();
    let snapshot = detail.snapshot;
    let lines = detail.lines.into_iter().map(|(line, members)| InvoiceLine {
        again: earlier.corrected(&line),
        plan_line: line.plan_line,
        kind: line.kind,
        billing_type: line.billing_type,
        billed_on: earlier.billed_on(&line),
        month: line.month,
        quantity: line.quantity,
        rate: line.rate,
        total: line.total,
        consults: consults.of(line.billing_type, &line.ids),
        corrects: earlier.corrected_by(&line),
        members: members.into_iter().map(|member| told.member(member, line.head.month)).collect(),
        reference: line.head.reference_id,
        name: line.head.name,
    });
    Ok(InvoiceDocument::of(&InvoiceInput {
        snapshot: snapshot.id,
        period: snapshot.period(),
        total: snapshot.total,
        made_at: snapshot.computed_at,
        sender: sender(ctx),
        address: address(&group),
        customer: group.details.name,
        group_code: group.details.group_code,
        erp_customer: snapshot.customer_name.clone(),
        purchase_order: snapshot.purchase_order.clone(),
        erp: erp(&snapshot, is_credit_memo),
        lines: lines.collect(),
        unbilled,
        previous,
    }))
}

/// What the look-back left out.
fn unbilled(
    told: &Told<'_>,
    consults: &Consults,
    (left, members): (FrozenUnbilled, Vec<snapshots::LineMember>),
) -> UnbilledLine {
    UnbilledLine {
        is_credit: left.is_credit,
        billing_type: left.billing_type,
        month: left.month,
        quantity: left.ids.len() as i64,
        consults: consults.of(left.billing_type, &left.ids),
        members: members.into_iter().map(|member| told.member(member, left.month)).collect(),
        name: left.name,
    }
}

/// The consultations that are listed.
struct Consults {
    known: BTreeMap<ConsultId, LineConsult>,
}

impl Consults {
    /// Reads those of corrections and of what the look-back left out, and those of charges unless they are too many to be listed.
    async fn read(ctx: &Context, view: &View, detail: &SnapshotDetail) -> Result<Self> {
        let lines = || detail.lines.iter().map(|(line, _)| line).filter(|line| line.billing_type.counts_consults());
        let is_charge = |line: &&FrozenLine| line.kind == EntryKind::Charge;
        let lists_charges = Appendix::lists_members(lines().filter(is_charge).map(|line| line.quantity).sum());
        let of_lines = lines().filter(|line| lists_charges || !is_charge(line)).map(|line| &line.ids);
        let unbilled = detail.unbilled.iter().map(|(left, _)| left).filter(|left| left.billing_type.counts_consults());
        let ids: BTreeSet<i64> = of_lines.chain(unbilled.map(|left| &left.ids)).flat_map(IdSet::iter).collect();
        let found = store::consults::billed_consults(view, &Vec::from_iter(ids), detail.snapshot.computed_at).await?;
        let listed = |(id, consult): (ConsultId, BilledConsult)| {
            let on = day_in(ctx.config.time_zone, consult.started_at);
            (id, LineConsult { on, number: consult.external_id, is_after_hours: consult.is_after_hours })
        };
        Ok(Self { known: found.into_iter().map(listed).collect() })
    }

    /// Those of a line; none where it does not count consults or one of them was not read.
    fn of(&self, billing_type: BillingType, ids: &IdSet) -> Vec<LineConsult> {
        if !billing_type.counts_consults() {
            return Vec::new();
        }
        let known: Option<Vec<_>> = ids.iter().map(|id| self.known.get(&ConsultId(id)).cloned()).collect();
        known.unwrap_or_default()
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

async fn previous(view: &View, snapshot: &FrozenSnapshot) -> Result<Option<PreviousInvoice>> {
    let Some(before) = snapshots::previous(view, snapshot.plan, snapshot.period()).await? else { return Ok(None) };
    let lines = snapshots::lines(view, &[before.id]).await?;
    Ok(Some(PreviousInvoice {
        period: before.period(),
        number: cited(&before).cited(),
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

/// What is told of members.
struct Told<'a> {
    ctx: &'a Context,
    /// What was taken back of those who are corrected.
    taken_back: TakenBack,
}

impl<'a> Told<'a> {
    async fn read(ctx: &'a Context, view: &View, detail: &SnapshotDetail) -> Result<Self> {
        let lines = detail.lines.iter().filter(|(line, _)| line.kind != EntryKind::Charge).map(|(_, members)| members);
        let corrected = lines.chain(detail.unbilled.iter().map(|(_, members)| members)).flatten();
        let ids: BTreeSet<MemberId> = corrected.map(|member| member.id).collect();
        let computed_at = detail.snapshot.computed_at;
        Ok(Self { ctx, taken_back: TakenBack::read(ctx, view, &Vec::from_iter(ids), computed_at).await? })
    }

    fn member(&self, member: snapshots::LineMember, month: BillingMonth) -> LineMember {
        let change = member.change;
        let made = change.map(|change| {
            let made_on = day_in(self.ctx.config.time_zone, change.recorded_at);
            let (active, effective) = (change.is_active, change.effective_on);
            (MemberChange::Made { active, made_on, effective }, change.recorded_at)
        });
        LineMember {
            id: member.id,
            last_name: member.last_name,
            first_name: member.first_name,
            since: change.filter(|change| change.is_active).map(|change| change.effective_on),
            change: MemberChange::last(made, &self.taken_back.of(member.id, month)),
        }
    }
}
