//! The audit trail: who did what to which record, written in the transaction that did it (rules.md#impersonation, rules.md#audit-trail).
//!
//! Append-only: nothing here changes or removes a row. Secrets never stand in it, only that one was set.

mod counted;
mod entry;
mod named;

use chrono::{DateTime, Utc};
use domain::access::{Reach, Scope};
use domain::audit::{ActivityKind, actions_saying, erp_actions, look_ups};
use domain::text::search_words;
use domain::{GroupId, Page, PageRequest, UserId};
use sea_orm::sea_query::{Alias, BinOper, Expr, ExprTrait, Func, SelectStatement};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, FromQueryResult, JoinType, QueryFilter, QuerySelect, QueryTrait,
    RelationTrait, Select,
};
use serde_json::Value;

pub(crate) use counted::Counted;
pub use entry::Entry;
pub(crate) use entry::write;
pub use named::{Names, names};

use crate::database::paging::{self, Sorts, key};
use crate::entities::audit::{self, Column};
use crate::entities::user_account;
use crate::{Db, Result, Store, scope};

/// Which lines of the audit trail are wanted (rules.md#audit-trail); what is `None` narrows nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// The kind of record.
    pub subject: Option<String>,
    /// The record.
    pub subject_id: Option<i64>,
    /// Who did it, or acted as the one who did.
    pub user: Option<UserId>,
    /// The first instant.
    pub from: Option<DateTime<Utc>>,
    /// The instant before which it ends.
    pub before: Option<DateTime<Utc>>,
    /// The group.
    pub group: Option<GroupId>,
    /// What it is about; everything when empty.
    pub kinds: Vec<ActivityKind>,
    /// Without look-ups, and without the members that a census file has changed, for which the file stands.
    pub folded: bool,
}

/// A line of the audit trail as shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The line.
    pub id: i64,
    /// When.
    pub at: DateTime<Utc>,
    /// Whose rights were used, with the name of today.
    pub user: Option<(UserId, String)>,
    /// The administrator who acted as that user.
    pub acting_as: Option<(UserId, String)>,
    /// What was done.
    pub action: String,
    /// The kind of record.
    pub subject: String,
    /// The record.
    pub subject_id: Option<i64>,
    /// The group it belongs to.
    pub group: Option<GroupId>,
    /// What brought it about.
    pub cause: Option<(String, Option<i64>)>,
    /// The address the request came from.
    pub ip: Option<String>,
    /// The request, as in the log.
    pub request_id: Option<String>,
    /// What changed.
    pub detail: Option<Value>,
}

const USER: &str = "actor";
const ACTING_AS: &str = "acting";

const SORTS: Sorts =
    Sorts { by: &[("Id", || vec![]), ("At", || vec![key(Column::At)])], default: ("At", true), id: || key(Column::Id) };

/// A page of the audit trail, newest first; the term looks at the action, its text, the kind of record and the names of the users.
///
/// # Errors
/// When the database does not answer.
pub async fn search(db: &impl Db, scope: Scope, filter: &Filter, request: &PageRequest) -> Result<Page<Row>> {
    let query = query(scope, filter, &request.term);
    // The names count only where they are searched.
    let counted = match search_words(&request.term).is_empty() {
        true => narrowed(audit::Entity::find(), scope, filter).into_query(),
        false => query.clone(),
    };
    let total = paging::count(db, counted);
    Ok(paging::page_of::<Found>(db, query, request, &SORTS, total).await?.map(Into::into))
}

/// As [`search`]; the length of the whole trail, which is long, is not counted anew each time.
///
/// # Errors
/// As [`search`].
pub async fn browse(
    store: &Store,
    scope: Scope,
    filter: &Filter,
    request: &PageRequest,
    now: DateTime<Utc>,
) -> Result<Page<Row>> {
    let db = store.read();
    let is_narrowed =
        scope.reach() != Reach::Everything || *filter != Filter::default() || !search_words(&request.term).is_empty();
    if is_narrowed {
        return search(&db, scope, filter, request).await;
    }
    let (query, total) = (query(scope, filter, &request.term), store.audited().count(&db, now));
    Ok(paging::page_of::<Found>(&db, query, request, &SORTS, total).await?.map(Into::into))
}

fn query(scope: Scope, filter: &Filter, term: &str) -> SelectStatement {
    let named = audit::Entity::find()
        .join_as(JoinType::LeftJoin, audit::Relation::User.def(), USER)
        .join_as(JoinType::LeftJoin, audit::Relation::ActingAs.def(), ACTING_AS)
        .expr_as(name_of(USER), "user_name")
        .expr_as(name_of(ACTING_AS), "acting_as_name");
    narrowed(named, scope, filter).filter(saying(term)).into_query()
}

fn narrowed(entries: Select<audit::Entity>, scope: Scope, filter: &Filter) -> Select<audit::Entity> {
    entries.filter(scope::group_column(scope, Column::GroupId)).filter(meets(filter))
}

/// Every word of the term is in the action, in its text, in the kind of record or in the name of one of the users.
fn saying(term: &str) -> Condition {
    let text = |user: &'static str| Expr::col((Alias::new(user), user_account::Column::SearchText));
    let lower = |column: Column| Expr::from(Func::lower(Expr::col((audit::Entity, column))));
    let mut all = Condition::all();
    for word in search_words(term) {
        let mut any = Condition::any().add(Column::Action.is_in(actions_saying(&word)));
        for column in [lower(Column::Action), lower(Column::Subject), text(USER), text(ACTING_AS)] {
            any = any.add(column.like(paging::containing(&word)));
        }
        all = all.add(any);
    }
    all
}

fn meets(filter: &Filter) -> Condition {
    let user = filter.user.map(UserId::get);
    Condition::all()
        .add_option(filter.subject.as_deref().map(|subject| Column::Subject.eq(subject)))
        .add_option(filter.subject_id.map(|id| Column::SubjectId.eq(id)))
        .add_option(user.map(|user| Condition::any().add(Column::UserId.eq(user)).add(Column::ActingAsId.eq(user))))
        .add_option(filter.from.map(|from| Column::At.gte(from)))
        .add_option(filter.before.map(|before| Column::At.lt(before)))
        .add_option(filter.group.map(|group| Column::GroupId.eq(group.get())))
        .add_option((!filter.kinds.is_empty()).then(|| of_kinds(&filter.kinds)))
        .add_option(filter.folded.then(folded))
}

/// Keeps actions in the ERP apart from other actions on bills.
fn of_kinds(kinds: &[ActivityKind]) -> Condition {
    let of = |kind: &ActivityKind| {
        let subjects = Column::Subject.is_in(kind.subjects().iter().copied());
        let in_erp = Column::Subject.eq("snapshot").and(Column::Action.is_in(erp_actions()));
        match kind {
            ActivityKind::Erp => subjects.or(in_erp),
            ActivityKind::Bill => subjects.and(in_erp.not()),
            _ => subjects,
        }
    };
    kinds.iter().fold(Condition::any(), |any, kind| any.add(of(kind)))
}

fn folded() -> Condition {
    let of_file = Condition::all().add(Column::Subject.eq("member")).add(Column::Cause.eq("census_file"));
    // What has no cause is no change of a file: to the database nothing compares with it.
    let by_itself = Condition::any().add(Column::Cause.is_null()).add(of_file.not());
    Condition::all().add(Column::Action.is_not_in(look_ups())).add(by_itself)
}

/// First and last name, as one text.
fn name_of(user: &'static str) -> Expr {
    const JOINED: BinOper = BinOper::Custom("||");
    let name = |column| Expr::col((Alias::new(user), column));
    name(user_account::Column::FirstName)
        .binary(JOINED, Expr::val(" "))
        .binary(JOINED, name(user_account::Column::LastName))
}

#[derive(FromQueryResult)]
struct Found {
    #[sea_orm(nested)]
    row: audit::Model,
    user_name: Option<String>,
    acting_as_name: Option<String>,
}

impl From<Found> for Row {
    fn from(Found { row, user_name, acting_as_name }: Found) -> Self {
        Self {
            id: row.id,
            at: row.at,
            user: row.user_id.map(UserId).zip(user_name),
            acting_as: row.acting_as_id.map(UserId).zip(acting_as_name),
            action: row.action,
            subject: row.subject,
            subject_id: row.subject_id,
            group: row.group_id.map(GroupId),
            cause: row.cause.map(|cause| (cause, row.cause_id)),
            ip: row.ip,
            request_id: row.request_id,
            detail: row.detail,
        }
    }
}
