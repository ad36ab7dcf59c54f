//! Where candidates come from: each source is an index, and each gives no more than [`MOST`] of them.

use std::collections::BTreeSet;

use domain::access::Scope;
use domain::search::Word;
use sea_orm::sea_query::{Expr, ExprTrait, JoinType, Query, SelectStatement};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait};
use uuid::Uuid;

use crate::database::guid::Guid;
use crate::entities::member::{Column, Entity};
use crate::entities::member_search::{Column as Searched, Entity as Search};
use crate::members::search::hits;
use crate::members::spellings;
use crate::{Db, Result, scope};

/// The most candidates of one source.
pub(super) const MOST: usize = 60;
/// More words than this are no name: the rest is looked for elsewhere.
const MOST_WORDS_OF_A_NAME: usize = 4;
/// So many groups may be meant by a word of the search.
const MOST_GROUPS: usize = 20;
/// So many spellings of a single word are looked for as first names.
const MOST_FIRST_NAMES: usize = 4;

/// Candidates of all sources.
#[derive(Default)]
pub(super) struct Candidates {
    pub(super) ids: BTreeSet<i64>,
    /// Whether a source had more than it gave.
    pub(super) has_more: bool,
}

/// Which members are looked at.
#[derive(Clone, Copy)]
pub(super) struct Within {
    pub(super) scope: Scope,
    /// Whether that is a part of all.
    pub(super) is_narrow: bool,
    /// Whether they are few enough to walk through.
    pub(super) few: bool,
}

impl Candidates {
    async fn take(&mut self, db: &impl Db, mut query: SelectStatement) -> Result<()> {
        let rows = db.connection().query_all(query.limit(MOST as u64)).await?;
        self.has_more |= rows.len() == MOST;
        for row in rows {
            self.ids.insert(row.try_get_by_index(0)?);
        }
        Ok(())
    }
}

/// Members who have the words as they are typed.
pub(super) async fn exact(db: &impl Db, within: Within, words: &[Word], found: &mut Candidates) -> Result<()> {
    for place in 0..words.len() {
        if let Some(query) = by_number(db, within, words, place) {
            found.take(db, query).await?;
        }
    }
    for query in by_name(within, scope::group_column(within.scope, Column::GroupId), words) {
        found.take(db, query).await?;
    }
    if let Some(query) = by_text(db, within, &words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>()) {
        found.take(db, query).await?;
    }
    Ok(())
}

/// By the word at `place` as birth date, telephone number or id, with the other words anywhere.
fn by_number(db: &impl Db, within: Within, words: &[Word], place: usize) -> Option<SelectStatement> {
    let named = number(&words[place])?;
    let own_text = Expr::col((Search, Searched::MemberId)).equals((Entity, Column::Id));
    let mut query = ids();
    query.join(JoinType::InnerJoin, Search, own_text).cond_where(named);
    query.cond_where(scope::group_column(within.scope, Column::GroupId));
    for (_, other) in words.iter().enumerate().filter(|(at, _)| *at != place) {
        let contained = hits::text_contains(db.engine(), &other.text);
        query.cond_where(number(other).map_or(contained.clone(), |number| Condition::any().add(contained).add(number)));
    }
    Some(query)
}

/// What a word may be beside a name, as far as an index leads to it.
fn number(word: &Word) -> Option<Condition> {
    let mut any = Condition::any();
    if !word.days.is_empty() {
        any = any.add(Column::DateOfBirth.is_in(word.days.iter().copied()));
    }
    if let Some(phone) = &word.phone {
        any = any.add(Column::MobilePhone.eq(phone)).add(Column::HomePhone.eq(phone));
    }
    if let Ok(link) = Uuid::try_parse(&word.text) {
        any = any.add(Column::LinkId.eq(Guid(link)));
    }
    if word.text.contains(|letter: char| letter.is_ascii_digit()) {
        any = any.add(Column::BillingRefKey.eq(&word.text));
    }
    (!any.is_empty()).then_some(any)
}

/// By the beginnings of last and first name, in either order and with several words in each.
fn by_name(within: Within, groups: Condition, words: &[Word]) -> Vec<SelectStatement> {
    if words.len() > MOST_WORDS_OF_A_NAME || words.iter().any(|word| !word.days.is_empty() || word.phone.is_some()) {
        return Vec::new();
    }
    let joined = |words: &[Word]| words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
    let query = |named: Condition| {
        let mut query = ids();
        query.cond_where(named).cond_where(groups.clone());
        if !within.is_narrow {
            query.order_by_columns(
                [Column::LastKey, Column::FirstKey, Column::Id].map(|key| ((Entity, key), sea_orm::Order::Asc)),
            );
        }
        query
    };
    let mut queries = vec![query(begins(Column::LastKey, &joined(words)))];
    if within.is_narrow {
        queries.push(query(begins(Column::FirstKey, &joined(words))));
    }
    for place in 1..words.len() {
        let (one, other) = (joined(&words[..place]), joined(&words[place..]));
        for (last, first) in [(&one, &other), (&other, &one)] {
            queries.push(query(begins(Column::LastKey, last).add(begins(Column::FirstKey, first))));
        }
    }
    queries
}

/// By words anywhere in the text; `None` where no index leads to it and too many would have to be walked through.
fn by_text(db: &impl Db, within: Within, words: &[&str]) -> Option<SelectStatement> {
    let engine = db.engine();
    let mut query = match within.few {
        true => hits::columns().from(Search).take(),
        false if words.iter().any(|word| hits::has_piece(word)) => hits::indexed(engine, words),
        false => return None,
    };
    query.cond_where(scope::group_column(within.scope, Searched::GroupId));
    for word in words {
        query.cond_where(hits::text_contains(engine, word));
    }
    Some(query)
}

/// Members of groups that one of several words names, by the names that the others begin.
pub(super) async fn in_named_groups(
    db: &impl Db,
    within: Within,
    words: &[Word],
    found: &mut Candidates,
) -> Result<()> {
    if words.len() < 2 {
        return Ok(());
    }
    for (place, word) in words.iter().enumerate().filter(|(_, word)| hits::has_piece(&word.text)) {
        let groups = hits::groups_called(db, within.scope, &word.text).await?;
        if groups.is_empty() || groups.len() > MOST_GROUPS {
            continue;
        }
        let others: Vec<Word> =
            words.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, one)| one.clone()).collect();
        let in_groups = Condition::all().add(Column::GroupId.is_in(groups));
        for query in by_name(Within { is_narrow: true, ..within }, in_groups, &others) {
            found.take(db, query).await?;
        }
    }
    Ok(())
}

/// Members whose names the words may mean (rules.md#slips-in-names).
pub(super) async fn spelled(db: &impl Db, within: Within, words: &[Word], found: &mut Candidates) -> Result<()> {
    if words.len() >= MOST_WORDS_OF_A_NAME || words.iter().any(|word| !word.days.is_empty() || word.phone.is_some()) {
        return Ok(());
    }
    let mut meant = Vec::with_capacity(words.len());
    for word in words {
        meant.push(spellings::meant(db, word).await?);
    }
    let scoped = |named: Condition| {
        ids().cond_where(named).cond_where(scope::group_column(within.scope, Column::GroupId)).take()
    };
    if let ([word], [names]) = (words, &meant[..]) {
        if names.is_empty() {
            return Ok(());
        }
        found.take(db, scoped(Condition::all().add(Column::LastKey.is_in(names)))).await?;
        if within.is_narrow {
            return found.take(db, scoped(Condition::all().add(Column::FirstKey.is_in(names)))).await;
        }
        for name in names.iter().filter(|name| **name != word.text).take(MOST_FIRST_NAMES) {
            if let Some(query) = by_text(db, within, &[name]) {
                found.take(db, query).await?;
            }
        }
        return Ok(());
    }
    let pairs = (0..words.len()).flat_map(|last| (0..words.len()).map(move |first| (last, first)));
    for (last, first) in pairs.filter(|(last, first)| last != first) {
        let is_last = Condition::all().add(Column::LastKey.is_in(&meant[last]));
        let is_first = Condition::all().add(Column::FirstKey.is_in(&meant[first]));
        let (has_last, has_first) = (!meant[last].is_empty(), !meant[first].is_empty());
        if has_last && has_first {
            found.take(db, scoped(is_last.clone().add(is_first.clone()))).await?;
        }
        if has_last {
            found.take(db, scoped(is_last.add(begins(Column::FirstKey, &words[first].text)))).await?;
        }
        if has_first && hits::has_piece(&words[last].text) {
            found.take(db, scoped(is_first.add(begins(Column::LastKey, &words[last].text)))).await?;
        }
    }
    Ok(())
}

fn ids() -> SelectStatement {
    Query::select().column((Entity, Column::Id)).from(Entity).take()
}

/// The column begins with the text, as a stretch of its index.
fn begins(column: Column, text: &str) -> Condition {
    Condition::all().add(column.gte(text)).add(column.lt(format!("{text}{}", char::MAX)))
}
