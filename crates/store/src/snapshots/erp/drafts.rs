//! What a draft says of its plan: a snapshot that is in no ERP follows its plan until its document is sent (rules.md#frozen-snapshot).

use domain::erp::DocumentState;
use domain::{PlanId, SnapshotId};
use sea_orm::sea_query::SelectStatement;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait};
use serde::Serialize;

use super::super::write::searched;
use crate::database::connection::sealed::Connected;
use crate::entities::{erp_document, plan, snapshot};
use crate::erp_documents::OF_SNAPSHOTS;
use crate::row_set::{self, Columns, Kind};
use crate::{Error, Result, Tx};

/// What a document takes from its plan when it is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfPlan {
    /// The number of the customer's purchase order.
    pub purchase_order: Option<String>,
    /// What the customer is called in the ERP.
    pub customer_name: Option<String>,
}

/// A draft that has followed its plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Followed {
    /// The draft.
    pub id: SnapshotId,
    /// What it said before.
    pub before: OfPlan,
    /// What it says by now.
    pub after: OfPlan,
}

#[derive(Debug, Serialize)]
struct Row {
    id: i64,
    purchase_order: Option<String>,
    customer_name: Option<String>,
    search_text: String,
}

const COLUMNS: &Columns =
    &[("id", Kind::Long), ("purchase_order", Kind::Text), ("customer_name", Kind::Text), ("search_text", Kind::Text)];

/// Gives the drafts of a plan the purchase order and the customer that the plan has by now; those that say so already, or are
/// being sent, are left out.
///
/// # Errors
/// [`Error::NotFound`] when there is no such plan.
pub async fn follow_plan(tx: &Tx, plan: PlanId) -> Result<Vec<Followed>> {
    let plan = plan::Entity::find_by_id(plan.get()).one(tx.connection()).await?.ok_or(Error::NotFound)?;
    let after = OfPlan { purchase_order: plan.purchase_order, customer_name: plan.erp_customer_name };
    let drafts = snapshot::Entity::find()
        .filter(snapshot::Column::PlanId.eq(plan.id))
        .filter(snapshot::Column::ErpRefId.is_null())
        .filter(snapshot::Column::DeletedAt.is_null())
        .filter(snapshot::Column::Id.not_in_subquery(being_sent()));
    let (mut rows, mut followed) = (Vec::new(), Vec::new());
    for mut draft in drafts.all(tx.connection()).await? {
        let purchase_order = std::mem::replace(&mut draft.purchase_order, after.purchase_order.clone());
        let customer_name = std::mem::replace(&mut draft.customer_name, after.customer_name.clone());
        let before = OfPlan { purchase_order, customer_name };
        if before == after {
            continue;
        }
        followed.push(Followed { id: SnapshotId(draft.id), before, after: after.clone() });
        let search_text = searched(&draft);
        rows.push(Row {
            id: draft.id,
            purchase_order: draft.purchase_order,
            customer_name: draft.customer_name,
            search_text,
        });
    }
    if !rows.is_empty() {
        let set = row_set::assignments(&COLUMNS[1..], "sent");
        let sql = format!("update snapshot set {set} from ({{rows}}) as sent where snapshot.id = sent.id");
        row_set::execute(tx, &sql, COLUMNS, &rows, Vec::new()).await?;
    }
    Ok(followed)
}

/// The snapshots whose document may stand in the ERP as it was asked for: it is looked up first, and keeps what it says.
fn being_sent() -> SelectStatement {
    erp_document::Entity::find()
        .select_only()
        .column(erp_document::Column::LocalId)
        .filter(erp_document::Column::Kind.is_in(OF_SNAPSHOTS))
        .filter(erp_document::Column::State.eq(DocumentState::Sending.number()))
        .into_query()
}

/// [`follow_plan`] of the plan of a snapshot.
///
/// # Errors
/// [`Error::NotFound`] when there is no such snapshot.
pub(super) async fn follow_plan_of(tx: &Tx, id: SnapshotId) -> Result<()> {
    let row = snapshot::Entity::find_by_id(id.get()).one(tx.connection()).await?.ok_or(Error::NotFound)?;
    follow_plan(tx, PlanId(row.plan_id)).await.map(drop)
}
