//! Invoices that are overdue, and bills that do not stand in the ERP of their plan.

use chrono::NaiveDate;
use domain::access::{Reach, Scope};
use domain::billing::invoice::plain_number;
use domain::billing::run::InvoicePush;
use domain::erp::DocumentState;
use domain::work_queue::{Item, Record, Work};
use domain::{BillingMonth, GroupId, Money, SnapshotId};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QueryResult, QuerySelect, QueryTrait, RelationTrait,
    Select,
};

use super::{Asking, Found, Sorted, Tally, Window, counted, direction};
use crate::entities::employer_group;
use crate::entities::snapshot::{Column, Entity, Relation};
use crate::snapshots::{bulk_actions, is_to_be_sent, seen_by};
use crate::{Db, Result, scope};

/// The condition of the index, word for word: an engine uses it only then. The payment status is `Overdue`.
const OVERDUE: &str = "snapshot.deleted_at is null and snapshot.payment_status = 4";

fn overdue_of(scope: Scope, asking: &Asking) -> Select<Entity> {
    let mut query = Entity::find().filter(Expr::cust(OVERDUE));
    if let Some(its) = asking.only.groups(Column::GroupId) {
        query = query.filter(its);
    }
    if let Some((day, _)) = asking.only.due_by {
        query = query.filter(Column::DueOn.lte(day));
    }
    // Without the group where it narrows nothing: the index alone answers then.
    if scope.reach() == Reach::Everything && !asking.access.needs_open_group() {
        return query;
    }
    query.join(JoinType::InnerJoin, Relation::Group.def()).filter(scope::groups(scope)).filter(seen_by(asking.access))
}

pub(super) async fn tally_overdue(db: &impl Db, scope: Scope, asking: &Asking) -> Result<Tally> {
    let balance = Expr::col((Entity, Column::BalanceCents));
    counted(db, overdue_of(scope, asking).into_query(), Some(balance)).await
}

pub(super) async fn overdue(db: &impl Db, scope: Scope, asking: &Asking, window: Window) -> Result<Vec<Item>> {
    type Row = (i64, i64, Option<String>, Option<i64>, Option<NaiveDate>);
    let sorted = match window.sorted {
        Sorted::Urgent => overdue_of(scope, asking),
        Sorted::Amount(descending) => overdue_of(scope, asking).order_by(Column::BalanceCents, direction(descending)),
        Sorted::Due(descending) => overdue_of(scope, asking).order_by(Column::DueOn, direction(descending)),
    };
    let rows: Vec<Row> = sorted
        .select_only()
        .columns([Column::Id, Column::GroupId, Column::DocNumber, Column::BalanceCents, Column::DueOn])
        .order_by_asc(Column::DueOn)
        .order_by_asc(Column::Id)
        .offset(window.offset)
        .limit(window.limit)
        .into_tuple()
        .all(db.connection())
        .await?;
    let names = names_of(db, scope, rows.iter().map(|row| row.1)).await?;
    let item = |(id, group, number, balance, due_on): Row| Item {
        record: Record::Snapshot,
        id,
        group: names.iter().find(|name| name.0.get() == group).cloned(),
        amount: balance.map(Money::from_cents),
        due_on,
        work: Work::Collect { number: number.unwrap_or_else(|| plain_number(SnapshotId(id))), due_on },
    };
    Ok(rows.into_iter().map(item).collect())
}

/// The names of the groups of a page, all at once.
async fn names_of(db: &impl Db, scope: Scope, ids: impl Iterator<Item = i64>) -> Result<Vec<(GroupId, String)>> {
    let rows: Vec<(i64, String)> = employer_group::Entity::find()
        .select_only()
        .columns([employer_group::Column::Id, employer_group::Column::Name])
        .filter(employer_group::Column::Id.is_in(ids))
        .filter(scope::groups(scope))
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(rows.into_iter().map(|(id, name)| (GroupId(id), name)).collect())
}

/// Bills that are still to be sent, were not tried, and are not on their way (rules.md#work-queue).
pub(super) fn not_sent(asking: &Asking) -> Found {
    let last_document = "select d.state from erp_document d where d.kind in (0,1) and d.local_id = s.id \
                         order by d.id desc limit 1";
    let awaited = format!(
        "select 1 from billing_run_item i where i.snapshot_id = s.id and i.invoice = {}",
        InvoicePush::Waiting.number()
    );
    Found {
        columns: "s.id, s.plan_id, s.group_id, s.period_month, s.plan_name, g.name as group_name, \
                  p.erp_customer_id is not null as has_customer"
            .to_owned(),
        from: "plan p join snapshot s on s.plan_id = p.id and s.deleted_at is null and s.erp_ref_id is null".to_owned(),
        named_by: "join employer_group g on g.id = s.group_id",
        filter: format!(
            "{to_be_sent} and coalesce(({last_document}), {deleted}) = {deleted} and not exists ({awaited}) \
             and not exists ({sent_in_bulk}) {of_broker}",
            of_broker = asking.only.groups_sql("s.group_id"),
            sent_in_bulk = bulk_actions::awaiting("s.id"),
            to_be_sent = is_to_be_sent("s", "p"),
            deleted = DocumentState::Deleted.number(),
        ),
        cents: "s.total_cents",
        order: "s.period_month, g.name, s.id",
        values: Vec::new(),
    }
}

pub(super) fn to_send(row: &QueryResult) -> Result<Item> {
    let (id, plan): (i64, i64) = (row.try_get("", "id")?, row.try_get("", "plan_id")?);
    let has_customer: bool = row.try_get("", "has_customer")?;
    let (record, id) = if has_customer { (Record::Snapshot, id) } else { (Record::Plan, plan) };
    Ok(Item {
        record,
        id,
        group: Some((GroupId(row.try_get("", "group_id")?), row.try_get("", "group_name")?)),
        amount: Some(Money::from_cents(row.try_get("", "cents")?)),
        due_on: None,
        work: Work::Send {
            month: BillingMonth::from_number(row.try_get("", "period_month")?),
            plan: row.try_get("", "plan_name")?,
            has_customer,
        },
    })
}
