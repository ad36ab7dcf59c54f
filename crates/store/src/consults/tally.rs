//! What the utilization report is made of: one pass over its consults, that keeps no more than how often each value occurs
//! (rules.md#utilization-report). To group in the database is several times slower: it takes a sort for each of fifteen fields.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{Days, NaiveDate};
use chrono_tz::Tz;
use domain::GroupId;
use domain::access::Scope;
use domain::members::states::read_state;
use domain::utilization::{LeftOut, Named, ReportFilter, Tally};
use futures_util::TryStreamExt;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, QueryResult, Statement, StreamTrait, Value,
};

use super::{Kind, midnight};
use crate::entities::consult_term;
use crate::error::damaged;
use crate::{Db, Result, groups};

/// Texts that are asked for in one statement.
const TEXTS_A_STATEMENT: usize = 500;

/// What a report is made of, and what it can be narrowed to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tallied {
    /// The consults that the filter takes.
    pub tally: Tally,
    /// The insurance plans of the range, whatever the filter says, by name; blank for consults without one.
    pub plans: Vec<String>,
    /// The group codes, as plans.
    pub codes: Vec<String>,
}

/// Counts the completed consults of a group that a filter takes; days are those of `zone`.
///
/// # Errors
/// [`crate::Error::NotFound`] when the group is not in scope.
pub async fn tally(db: &impl Db, scope: Scope, group: GroupId, filter: &ReportFilter, zone: Tz) -> Result<Tallied> {
    groups::require(db, scope, group).await?;
    let query = Query::of(db, group, filter, zone).await?;
    let seen = query.seen(db).await?;
    let tags = query.tags(db).await?;
    let texts = texts(db, seen.terms().chain(tags.iter().map(|tag| tag.term_id)).collect()).await?;
    seen.tallied(&tags, &texts)
}

/// How many completed consults a filter takes in each part of its range, which begins anew on every day of `cuts` after its first.
/// `cuts` are in order, within the range.
///
/// # Errors
/// [`crate::Error::NotFound`] when the group is not in scope.
pub async fn counts_between(
    db: &impl Db,
    scope: Scope,
    group: GroupId,
    filter: &ReportFilter,
    zone: Tz,
    cuts: &[NaiveDate],
) -> Result<Vec<u64>> {
    groups::require(db, scope, group).await?;
    let mut query = Query::of(db, group, filter, zone).await?;
    let cases: String = cuts
        .iter()
        .enumerate()
        .map(|(part, cut)| format!("when c.started_at < {} then {part} ", query.bind(midnight(*cut, zone))))
        .collect();
    let part = if cuts.is_empty() { "0".to_owned() } else { format!("case {cases}else {} end", cuts.len()) };
    let sql = format!(
        "select part, count(*) as n from (select {part} as part from consult c where {} and {}) p group by part",
        query.range, query.taken
    );
    let mut counts = vec![0; cuts.len() + 1];
    for row in query.rows::<Part>(db, sql).await? {
        let count = usize::try_from(row.part).ok().and_then(|part| counts.get_mut(part));
        *count.ok_or_else(|| damaged("a part of a range"))? = row.n.unsigned_abs();
    }
    Ok(counts)
}

/// A statement on its way: the parameters so far, and which consults it is about.
struct Query {
    values: Vec<Value>,
    /// Which consults are in the range.
    range: String,
    /// Which of them the filter takes.
    taken: String,
}

impl Query {
    async fn of(db: &impl Db, group: GroupId, filter: &ReportFilter, zone: Tz) -> Result<Self> {
        let mut query = Self { values: Vec::new(), range: String::new(), taken: String::new() };
        let until = midnight(filter.range.end + Days::new(1), zone);
        let (group, from) = (query.bind(group.get()), query.bind(midnight(filter.range.start, zone)));
        let until = query.bind(until);
        query.range = format!(
            "c.group_id = {group} and c.state = 0 and c.voided_at is null \
             and c.started_at >= {from} and c.started_at < {until}"
        );
        let mut conditions = vec!["1 = 1".to_owned()];
        conditions.extend(query.one_of("plan_term_id", Kind::Plan, &filter.plans));
        conditions.extend(query.one_of("code_term_id", Kind::Code, &filter.codes));
        if !filter.regions.is_empty() {
            conditions.push(region_condition(db, filter).await?);
        }
        query.taken = conditions.join(" and ");
        Ok(query)
    }

    /// Adds a parameter, and gives what stands for it.
    fn bind(&mut self, value: impl Into<Value>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    /// The condition that a consult's text is among the chosen ones; none when nothing is chosen. A blank one stands for no text.
    fn one_of(&mut self, column: &str, kind: Kind, chosen: &[String]) -> Option<String> {
        let names: Vec<String> = chosen.iter().map(|text| self.bind(text.clone())).collect();
        let terms = format!(
            "c.{column} in (select id from consult_term where kind = {} and trim(text) in ({}))",
            kind as i16,
            names.join(", ")
        );
        let is_blank = chosen.iter().any(String::is_empty);
        (!names.is_empty()).then(|| if is_blank { format!("(c.{column} is null or {terms})") } else { terms })
    }

    /// Goes through the consults of the range.
    async fn seen(&self, db: &impl Db) -> Result<Seen> {
        let columns: Vec<String> = COLUMNS.iter().map(|column| format!("cast(c.{column} as bigint)")).collect();
        let sql = format!(
            "select {}, case when {} then 1 else 0 end as is_taken from consult c where {}",
            columns.join(", "),
            self.taken,
            self.range
        );
        let mut seen = Seen::default();
        let mut rows = db.connection().stream_raw(self.statement(db, sql)).await?;
        while let Some(row) = rows.try_next().await? {
            seen.add(&row)?;
        }
        drop(rows);
        Ok(seen)
    }

    /// How many consults have each diagnosis and prescription.
    async fn tags(&self, db: &impl Db) -> Result<Vec<Tag>> {
        let sql = format!(
            "select g.term_id, count(*) as n from consult c join consult_tag g on g.consult_id = c.id \
             where {} and {} group by g.term_id",
            self.range, self.taken
        );
        self.rows(db, sql).await
    }

    fn statement(&self, db: &impl Db, sql: String) -> Statement {
        let backend = ConnectionTrait::get_database_backend(db.connection());
        Statement::from_sql_and_values(backend, sql, self.values.clone())
    }

    async fn rows<T: FromQueryResult>(&self, db: &impl Db, sql: String) -> Result<Vec<T>> {
        let rows = db.connection().query_all_raw(self.statement(db, sql)).await?;
        Ok(rows.iter().map(|row| T::from_query_result(row, "")).collect::<std::result::Result<_, _>>()?)
    }
}

/// The condition that a consult was held in one of the states, however they are written.
async fn region_condition(db: &impl Db, filter: &ReportFilter) -> Result<String> {
    let known = consult_term::Entity::find().filter(consult_term::Column::Kind.eq(Kind::Region as i16));
    let is_chosen = |text: &str| read_state(text).is_some_and(|state| filter.regions.contains(&state));
    let known = known.all(db.connection()).await?;
    let ids: Vec<String> = known.iter().filter(|term| is_chosen(&term.text)).map(|term| term.id.to_string()).collect();
    // Numbers of ours, so that they need no parameters.
    Ok(if ids.is_empty() { "1 = 0".to_owned() } else { format!("c.region_term_id in ({})", ids.join(", ")) })
}

#[derive(FromQueryResult)]
struct Part {
    part: i32,
    n: i64,
}

/// Columns of a consult, in the order of [`Field`].
const COLUMNS: [&str; 12] = [
    "member_id",
    "gender",
    "age",
    "local_minute",
    "wait_minutes",
    "rating",
    "source_term_id",
    "access_term_id",
    "alternative_term_id",
    "region_term_id",
    "plan_term_id",
    "code_term_id",
];

/// A column of a consult; after the last one it says whether the filter takes the consult.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Member,
    Gender,
    Age,
    Minute,
    Wait,
    Rating,
    Source,
    Access,
    Alternative,
    Region,
    Plan,
    Code,
    IsTaken,
}

const MINUTES_AN_HOUR: i64 = 60;

type Counts = HashMap<Option<i64>, u64>;

/// What a pass over the consults has seen: how often each number and each text occurs, by its id.
#[derive(Debug, Default)]
struct Seen {
    /// By [`Field`]; of plans and codes all of the range, of others those that the filter takes.
    counts: [Counts; COLUMNS.len()],
    left_out: u64,
    left_out_members: HashSet<i64>,
}

#[derive(FromQueryResult)]
struct Tag {
    term_id: i64,
    n: i64,
}

/// Kind and text of a term by its id.
type Texts = HashMap<i64, (i16, String)>;

async fn texts(db: &impl Db, ids: HashSet<i64>) -> Result<Texts> {
    let ids: Vec<i64> = ids.into_iter().collect();
    let mut texts = Texts::new();
    for ids in ids.chunks(TEXTS_A_STATEMENT) {
        let terms = consult_term::Entity::find().filter(consult_term::Column::Id.is_in(ids.iter().copied()));
        texts.extend(terms.all(db.connection()).await?.into_iter().map(|term| (term.id, (term.kind, term.text))));
    }
    Ok(texts)
}

impl Seen {
    fn add(&mut self, row: &QueryResult) -> Result<()> {
        let value = |field: Field| row.try_get_by_index::<Option<i64>>(field as usize);
        let is_taken = row.try_get_by_index::<i32>(Field::IsTaken as usize)? == 1;
        let mut count = |field: Field, value: Option<i64>| *self.counts[field as usize].entry(value).or_default() += 1;
        count(Field::Plan, value(Field::Plan)?);
        count(Field::Code, value(Field::Code)?);
        if !is_taken {
            self.left_out += 1;
            self.left_out_members.extend(value(Field::Member)?);
            return Ok(());
        }
        for field in [
            Field::Member,
            Field::Gender,
            Field::Age,
            Field::Wait,
            Field::Rating,
            Field::Source,
            Field::Access,
            Field::Alternative,
            Field::Region,
        ] {
            count(field, value(field)?);
        }
        count(Field::Minute, value(Field::Minute)?.map(|minute| minute / MINUTES_AN_HOUR));
        Ok(())
    }

    fn of(&self, field: Field) -> &Counts {
        &self.counts[field as usize]
    }

    /// The ids of all texts.
    fn terms(&self) -> impl Iterator<Item = i64> {
        let fields = [Field::Source, Field::Access, Field::Alternative, Field::Region, Field::Plan, Field::Code];
        fields.into_iter().flat_map(|field| self.of(field).keys().copied().flatten())
    }

    /// The same with the texts in place of their ids.
    fn tallied(&self, tags: &[Tag], texts: &Texts) -> Result<Tallied> {
        let text = |id: &i64| texts.get(id).map(|(_, text)| text.clone());
        let named = |field| -> Vec<Named> {
            self.of(field).iter().map(|(id, count)| (id.as_ref().and_then(text), *count)).collect()
        };
        let tagged = |kind: Kind| -> Vec<Named> {
            let of_kind = tags.iter().filter(|tag| texts.get(&tag.term_id).is_some_and(|(of, _)| *of == kind as i16));
            of_kind.map(|tag| (text(&tag.term_id), tag.n.unsigned_abs())).collect()
        };
        let mut frequencies = BTreeMap::new();
        for (_, consults) in self.of(Field::Member).iter().filter(|(member, _)| member.is_some()) {
            *frequencies.entry(*consults).or_default() += 1;
        }
        let tally = Tally {
            genders: known(self.of(Field::Gender))?,
            ages: known(self.of(Field::Age))?,
            hours: known(self.of(Field::Minute))?,
            waits: known(self.of(Field::Wait))?,
            ratings: known(self.of(Field::Rating))?,
            frequencies,
            sources: named(Field::Source),
            access: named(Field::Access),
            alternatives: named(Field::Alternative),
            regions: named(Field::Region),
            diagnoses: tagged(Kind::Diagnosis),
            prescriptions: tagged(Kind::Prescription),
            left_out: LeftOut { consults: self.left_out, members: self.left_out_members.len() as u64 },
        };
        Ok(Tallied { tally, plans: choices(named(Field::Plan)), codes: choices(named(Field::Code)) })
    }
}

/// The counts of the values that are known.
fn known<T: TryFrom<i64> + Ord>(counts: &Counts) -> Result<BTreeMap<T, u64>> {
    let known = counts.iter().filter_map(|(value, count)| Some(((*value)?, *count)));
    let number = |value: i64| T::try_from(value).map_err(|_| damaged("a number of a consult"));
    known.map(|(value, count)| Ok((number(value)?, count))).collect()
}

/// The texts in order, each once; what has none is blank.
fn choices(named: Vec<Named>) -> Vec<String> {
    let texts = named.into_iter().map(|(text, _)| text.unwrap_or_default().trim().to_owned());
    texts.collect::<std::collections::BTreeSet<_>>().into_iter().collect()
}
