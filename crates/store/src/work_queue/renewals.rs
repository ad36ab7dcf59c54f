//! Groups that renew soon.

use chrono::NaiveDate;
use domain::GroupId;
use domain::access::Scope;
use domain::work_queue::{Item, Record, Work, last_renewal};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select};

use super::{Asking, Sorted, Tally, Window, counted, direction};
use crate::entities::employer_group::{Column, Entity};
use crate::{Db, Result, scope};

/// The active groups of the index, word for word: an engine uses it only then.
const ACTIVE: &str = "employer_group.status = 0";

fn renewing(scope: Scope, asking: &Asking) -> Select<Entity> {
    let last = last_renewal(asking.today);
    let last = asking.only.due_by.map_or(last, |(day, _)| last.min(day));
    let groups = Entity::find()
        .filter(Expr::cust(ACTIVE))
        .filter(Column::RenewalOn.between(asking.today, last))
        .filter(scope::groups(scope));
    match asking.only.broker {
        Some(broker) => groups.filter(Column::BrokerId.eq(broker.get())),
        None => groups,
    }
}

pub(super) async fn tally(db: &impl Db, scope: Scope, asking: &Asking) -> Result<Tally> {
    counted(db, renewing(scope, asking).into_query(), None).await
}

pub(super) async fn items(db: &impl Db, scope: Scope, asking: &Asking, window: Window) -> Result<Vec<Item>> {
    let rows: Vec<(i64, String, NaiveDate)> = renewing(scope, asking)
        .select_only()
        .columns([Column::Id, Column::Name, Column::RenewalOn])
        .order_by(Column::RenewalOn, direction(window.sorted == Sorted::Due(true)))
        .order_by_asc(Column::Name)
        .order_by_asc(Column::Id)
        .offset(window.offset)
        .limit(window.limit)
        .into_tuple()
        .all(db.connection())
        .await?;
    let item = |(id, name, on): (i64, String, NaiveDate)| Item {
        record: Record::Group,
        id,
        group: Some((GroupId(id), name)),
        amount: None,
        due_on: Some(on),
        work: Work::Renew { on },
    };
    Ok(rows.into_iter().map(item).collect())
}
