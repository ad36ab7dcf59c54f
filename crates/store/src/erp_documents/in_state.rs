//! Records by how they stand in the ERP, for the filters of lists. The expression says in SQL what [`domain::erp::state_of`] says of one record.

use chrono::{DateTime, Utc};
use domain::billing::run::{InvoicePush, ItemState, RunState};
use domain::erp::{CALL_TIME, DocumentState, ErpState, MailState};
use sea_orm::sea_query::{CaseStatement, Expr, ExprTrait, Order, Query};

use super::Owners;
use crate::entities::erp_document::{Column, Entity};
use crate::entities::{commission_statement, snapshot};
use crate::snapshots::bulk_actions;

/// The states that are wanted, with the instant at which they are looked at.
pub type WantedStates = (Vec<ErpState>, DateTime<Utc>);

/// Whether a snapshot or a statement of the query is in one of these states at `now`.
pub(crate) fn is_in_state(owners: Owners, (states, now): &WantedStates) -> Expr {
    let newest = Query::select()
        .expr(stored(owners, *now))
        .from(Entity)
        .and_where(own(Column::Kind).is_in(owners.kinds()))
        .and_where(own(Column::LocalId).eq(owners.id()))
        .order_by((Entity, Column::Id), Order::Desc)
        .limit(1)
        .take();
    let without = Expr::case(owners.is_awaited(), number(ErpState::Queued)).finally(number(ErpState::NotSent));
    // A record has one newest document or none.
    let found = Expr::from(sea_orm::sea_query::Func::coalesce([Expr::from(newest), without.into()]));
    found.is_in(states.iter().map(|state| place(*state)))
}

/// The state of a record with a document.
fn stored(owners: Owners, now: DateTime<Utc>) -> CaseStatement {
    use DocumentState::{Changed, Deleted, Failed, OutOfDate, Queued, Sending};
    let (has_failed, begun) = (own(Column::LastError).is_not_null(), now - CALL_TIME);
    let is = |states: &[DocumentState]| own(Column::State).is_in(states.iter().map(|state| state.number()));
    let is_mail = |mail: MailState| own(Column::Mail).eq(mail.number());
    let is_under_way = has_failed.clone().not().and(own(Column::UpdatedAt).gt(begun));
    let is_mail_under_way = is_mail(MailState::Unknown).and(own(Column::MailAskedAt).gt(begun));
    let (awaited, open) = (owners.is_awaited(), is(&[Queued, Sending]));
    Expr::case(open.clone().and(is_under_way.or(awaited.clone())), number(ErpState::Queued))
        .case(is(&[Failed, Deleted]).and(awaited), number(ErpState::Queued))
        .case(open.or(is(&[Failed])), number(ErpState::Failed))
        .case(is(&[Deleted]), number(ErpState::Deleted))
        .case(is(&[Changed]), number(ErpState::Changed))
        .case(is(&[OutOfDate]).and(has_failed), number(ErpState::Failed))
        .case(is(&[OutOfDate]).or(owners.is_out_of_date()), number(ErpState::OutOfDate))
        .case(is_mail(MailState::Due), number(ErpState::Failed))
        .case(is_mail_under_way, number(ErpState::Queued))
        .finally(number(ErpState::Sent))
}

fn own(column: Column) -> Expr {
    Expr::col((Entity, column))
}

fn number(state: ErpState) -> Expr {
    Expr::val(place(state))
}

/// The place of a state among all.
fn place(state: ErpState) -> i32 {
    ErpState::ALL.iter().zip(0..).find(|(one, _)| **one == state).map_or(-1, |(_, place)| place)
}

impl Owners {
    fn id(self) -> Expr {
        match self {
            Self::Snapshots => Expr::col((snapshot::Entity, snapshot::Column::Id)),
            Self::Statements => Expr::col((commission_statement::Entity, commission_statement::Column::Id)),
        }
    }

    /// Whether the record was computed anew since it was sent.
    fn is_out_of_date(self) -> Expr {
        match self {
            Self::Snapshots => Expr::col((snapshot::Entity, snapshot::Column::OutOfDate)),
            Self::Statements => Expr::cust("1 = 0"),
        }
    }

    /// Whether a billing run or a bulk action is still to send the record.
    fn is_awaited(self) -> Expr {
        let by_run = format!(
            "select 1 from billing_run_item i join billing_run r on r.id = i.run_id where i.snapshot_id = snapshot.id \
             and i.state = {} and i.invoice = {} and r.state = {}",
            ItemState::Created.number(),
            InvoicePush::Waiting.number(),
            RunState::Creating.number(),
        );
        match self {
            Self::Snapshots => {
                Expr::cust(format!("(exists ({by_run}) or exists ({}))", bulk_actions::awaiting("snapshot.id")))
            }
            Self::Statements => Expr::cust("1 = 0"),
        }
    }
}
