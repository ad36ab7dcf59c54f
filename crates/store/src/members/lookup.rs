//! The members that a typed text finds, the likeliest first (rules.md#global-search, rules.md#slips-in-names).
//!
//! Every way to find somebody gives a bounded number of candidates out of an index; only these are read and ranked. So the time does not
//! grow with how many a text would find.

mod candidates;

use std::collections::BTreeSet;

use chrono::NaiveDate;
use domain::access::{Reach, Scope};
use domain::members::status::CurrentStatus;
use domain::search::rank::Searched;
use domain::search::{Rank, Term};
use domain::{GroupId, MemberId};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, FromQueryResult, JoinType, QueryFilter, QuerySelect, RelationTrait, Select,
};

use super::Member;
use crate::entities::member::{self, Column, Entity, Relation};
use crate::entities::{employer_group, member_search};
use crate::{Db, Result, counts, scope};
use candidates::{Candidates, Within};

/// A member as the search shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundMember {
    /// The member.
    pub id: MemberId,
    /// Its group.
    pub group: GroupId,
    /// The name of that.
    pub group_name: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Date of birth.
    pub date_of_birth: NaiveDate,
    /// Its status.
    pub status: CurrentStatus,
    /// Whether it is an employee or a dependent.
    pub member_type: String,
    /// The primary of a dependent.
    pub primary: Option<MemberId>,
}

/// The members that a text finds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FoundMembers {
    /// The likeliest first.
    pub members: Vec<FoundMember>,
    /// Whether there may be more.
    pub has_more: bool,
}

/// So many members in scope are walked through rather than looked up by the pieces of words, most of which others have.
const FEW: u64 = 5000;
/// With fewer hits, those are looked for that a slip may have kept away.
const ENOUGH: usize = 50;

/// The members in scope that have every word of a term: in the name, in spite of one slip in each word, or as birth date, telephone number,
/// e-mail address, id or address; of several words some may name the group.
///
/// # Errors
/// When the database does not answer.
pub async fn look_up(db: &impl Db, scope: Scope, term: &Term) -> Result<FoundMembers> {
    if term.words.is_empty() {
        return Ok(FoundMembers::default());
    }
    let is_narrow = scope.reach() != Reach::Everything;
    let few = is_narrow && counts::total_in_scope(db, scope).await? <= FEW;
    let within = Within { scope, is_narrow, few };
    let mut found = Candidates::default();
    candidates::exact(db, within, &term.words, &mut found).await?;
    if found.ids.len() < ENOUGH {
        candidates::in_named_groups(db, within, &term.words, &mut found).await?;
        candidates::spelled(db, within, &term.words, &mut found).await?;
    }
    let rows = read(db, scope, of_ids(&found.ids)).await?;
    let mut ranked: Vec<(Rank, Found)> = rows.into_iter().filter_map(|row| Some((row.rank(term)?, row))).collect();
    ranked.sort_by(|(one, a), (other, b)| (one, a.order()).cmp(&(other, b.order())));
    Ok(FoundMembers { members: ranked.into_iter().map(|(_, row)| row.into()).collect(), has_more: found.has_more })
}

/// The members of these ids that are in scope, in no order.
///
/// # Errors
/// When the database does not answer.
pub async fn named(db: &impl Db, scope: Scope, ids: &[MemberId]) -> Result<Vec<FoundMember>> {
    let ids = ids.iter().map(|id| id.get()).collect();
    Ok(read(db, scope, of_ids(&ids)).await?.into_iter().map(Into::into).collect())
}

/// A member's family: the employee first, then the dependents by name. Who has neither is alone in it.
///
/// # Errors
/// [`crate::Error::NotFound`] when the member is not in scope.
pub async fn family(db: &impl Db, scope: Scope, id: MemberId) -> Result<Vec<FoundMember>> {
    let own = named(db, scope, &[id]).await?.pop().ok_or(crate::Error::NotFound)?;
    let head = own.primary.unwrap_or(id).get();
    let all = Condition::any().add(Column::Id.eq(head)).add(Column::PrimaryMemberId.eq(head));
    let mut rows = read(db, scope, all).await?;
    rows.sort_by(|one, other| {
        let place = |row: &Found| {
            (row.member.id != head, row.member.last_key.clone(), row.member.first_key.clone(), row.member.id)
        };
        place(one).cmp(&place(other))
    });
    Ok(rows.into_iter().map(Into::into).collect())
}

fn of_ids(ids: &BTreeSet<i64>) -> Condition {
    Condition::all().add(Column::Id.is_in(ids.iter().copied()))
}

#[derive(FromQueryResult)]
struct Found {
    #[sea_orm(nested)]
    member: member::Model,
    group_name: String,
    group_text: String,
    text: String,
}

async fn read(db: &impl Db, scope: Scope, which: Condition) -> Result<Vec<Found>> {
    let own_text = Expr::col((member_search::Entity, member_search::Column::MemberId)).equals((Entity, Column::Id));
    let mut query: Select<Entity> = Entity::find();
    QuerySelect::query(&mut query).join(JoinType::InnerJoin, member_search::Entity, own_text);
    let query = query
        .join(JoinType::InnerJoin, Relation::Group.def())
        .column_as(employer_group::Column::Name, "group_name")
        .column_as(employer_group::Column::SearchText, "group_text")
        .column_as(member_search::Column::Text, "text")
        .filter(which)
        .filter(scope::group_column(scope, Column::GroupId));
    Ok(query.into_model().all(db.connection()).await?)
}

impl Found {
    fn rank(&self, term: &Term) -> Option<Rank> {
        let row = &self.member;
        let link = row.link_id.0.to_string();
        let beside = [&self.text, row.billing_ref_key.as_deref().unwrap_or_default(), &link, &self.group_text];
        let phones = [row.mobile_phone.as_deref(), row.home_phone.as_deref()];
        let phones: Vec<&str> = phones.into_iter().flatten().collect();
        Searched {
            names: &[&row.last_key, &row.first_key],
            given: Some(&row.first_key),
            beside: &beside,
            born_on: Some(row.date_of_birth),
            phones: &phones,
        }
        .rank(term)
    }

    /// Among those that fit equally well: who is active, then by name.
    fn order(&self) -> (i16, &str, &str, i64) {
        (self.member.status, &self.member.last_key, &self.member.first_key, self.member.id)
    }
}

impl From<Found> for FoundMember {
    fn from(found: Found) -> Self {
        let member = Member::from(found.member);
        Self {
            id: member.id,
            group: member.group,
            group_name: found.group_name,
            first_name: member.details.first_name,
            last_name: member.details.last_name,
            date_of_birth: member.details.date_of_birth,
            status: member.status,
            member_type: member.details.member_type,
            primary: member.primary,
        }
    }
}
