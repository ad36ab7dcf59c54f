//! What is known of a group on the way to its first bill (rules.md#setup-of-a-group).

use domain::access::Scope;
use domain::groups::setup::SetupFacts;
use domain::{CensusFileId, GroupId, PlanId};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select};

use crate::entities::{census_file, employer_group, member, plan, plan_line, pricing_group, pricing_option, snapshot};
use crate::{Db, Error, Result, scope};

/// The facts of a group.
///
/// # Errors
/// [`Error::NotFound`] when the group is not in scope.
pub async fn facts(db: &impl Db, scope: Scope, group: GroupId) -> Result<SetupFacts> {
    let found = employer_group::Entity::find_by_id(group.get()).filter(scope::groups(scope)).one(db.connection());
    let row = found.await?.ok_or(Error::NotFound)?;
    let db = db.connection();
    let options = pricing_option::Entity::find()
        .filter(pricing_option::Column::GroupId.eq(group.get()))
        .filter(pricing_option::Column::IsArchived.eq(false));
    let default_group = pricing_group::Entity::find()
        .filter(pricing_group::Column::GroupId.eq(group.get()))
        .filter(pricing_group::Column::IsDefault.eq(true));
    let plans =
        plan::Entity::find().filter(plan::Column::GroupId.eq(group.get())).filter(plan::Column::Active.eq(true));
    let in_account = plans.clone().filter(plan::Column::ApiServiceId.is_not_null());
    let of_customer = in_account.clone().filter(plan::Column::ErpCustomerId.is_not_null());
    let with_lines = plans.clone().filter(has_lines());
    let bills = snapshot::Entity::find()
        .filter(snapshot::Column::GroupId.eq(group.get()))
        .filter(snapshot::Column::DeletedAt.is_null());
    let members = member::Entity::find().filter(member::Column::GroupId.eq(group.get()));
    let newest = plans.clone().select_only().column(plan::Column::Id).order_by_desc(plan::Column::Id);
    let plan = newest.into_tuple::<i64>().one(db).await?;
    let (options, default_groups, plans, plans_with_lines, plans_with_account, plans_with_customer) = tokio::try_join!(
        options.count(db),
        default_group.count(db),
        plans.count(db),
        with_lines.count(db),
        in_account.count(db),
        of_customer.count(db),
    )?;
    let (bills, members, open_file) = tokio::try_join!(
        any(bills).count(db),
        any(members).count(db),
        open_file(group).into_tuple::<(i64, String)>().one(db),
    )?;
    Ok(SetupFacts {
        has_tax_id: row.tax_id_number.is_some_and(|id| !id.is_empty()),
        has_billing_address: row.billing_address1.is_some_and(|line| !line.is_empty()),
        has_accounting_contact: row.accounting_contact_id.is_some(),
        options,
        has_default_pricing_group: default_groups > 0,
        plans,
        plan: plan.map(PlanId),
        plans_with_lines,
        plans_with_account,
        plans_with_customer,
        members,
        open_file: open_file.map(|(id, name)| (CensusFileId(id), name)),
        bills,
    })
}

/// One row is enough to know that there is any.
fn any<E: EntityTrait>(rows: Select<E>) -> Select<E> {
    rows.limit(1)
}

fn has_lines() -> Expr {
    let lines = plan_line::Entity::find()
        .select_only()
        .expr(Expr::val(1))
        .filter(Expr::col((plan_line::Entity, plan_line::Column::PlanId)).equals((plan::Entity, plan::Column::Id)))
        .filter(plan_line::Column::DeletedAt.is_null());
    Expr::exists(lines.into_query())
}

fn open_file(group: GroupId) -> Select<census_file::Entity> {
    use census_file::Column::{DeletedAt, GroupId as Group, Id, OriginalFileName, ProcessedAt};
    census_file::Entity::find()
        .select_only()
        .columns([Id, OriginalFileName])
        .filter(Group.eq(group.get()))
        .filter(DeletedAt.is_null())
        .filter(ProcessedAt.is_null())
        .order_by_desc(Id)
}
