//! Questions about files with the answers that people have given (rules.md#mass-termination-guard,
//! rules.md#explicit-import).

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use domain::census::questions::{LeavingAnswers, Question, QuestionKind, SectionAnswers};
use domain::members::Status;
use domain::{CensusFileId, GroupId, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    RelationTrait,
};

use super::matching::new_ids;
use crate::database::bulk;
use crate::database::connection::sealed::Connected;
use crate::entities::census_question::{ActiveModel, Column, Entity, Model, Relation};
use crate::entities::{census_file, census_record, member, user_account};
use crate::{Db, Error, Result, Tx};

/// A question about a file, with its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredQuestion {
    /// Its id.
    pub id: i64,
    /// Its file.
    pub file: CensusFileId,
    /// What is asked.
    pub question: Question,
    /// The answer; `None` until a person has given one.
    pub answer: Option<Answer>,
}

/// The answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Yes or no.
    pub yes: bool,
    /// Who gave it.
    pub by: UserId,
    /// Their name.
    pub by_name: String,
    /// When.
    pub at: DateTime<Utc>,
}

impl StoredQuestion {
    /// Yes or no; `None` without an answer.
    pub fn yes(&self) -> Option<bool> {
        self.answer.as_ref().map(|answer| answer.yes)
    }

    /// Whether the import of a file waits for the answer.
    pub fn holds(&self, explicit: bool) -> bool {
        self.question.holds(self.yes(), explicit)
    }
}

/// The questions about files, by kind and line.
///
/// # Errors
/// When the database does not answer.
pub async fn of_files(db: &impl Db, files: &[CensusFileId]) -> Result<HashMap<CensusFileId, Vec<StoredQuestion>>> {
    let rows = Entity::find()
        .join(JoinType::LeftJoin, Relation::AnsweredBy.def())
        .filter(Column::FileId.is_in(files.iter().map(|file| file.get())))
        .order_by_asc(Column::FileId)
        .order_by_asc(Column::Kind)
        .order_by_asc(Column::Line)
        .column_as(user_account::Column::FirstName, "first_name")
        .column_as(user_account::Column::LastName, "last_name")
        .into_model::<Found>()
        .all(db.connection())
        .await?;
    let mut questions: HashMap<CensusFileId, Vec<StoredQuestion>> = HashMap::new();
    for Found { question, first_name, last_name } in rows {
        let name = format!("{} {}", first_name.unwrap_or_default(), last_name.unwrap_or_default());
        if let Some(question) = stored(question, name) {
            questions.entry(question.file).or_default().push(question);
        }
    }
    Ok(questions)
}

/// A question with the name of who answered it.
#[derive(FromQueryResult)]
struct Found {
    #[sea_orm(nested)]
    question: Model,
    first_name: Option<String>,
    last_name: Option<String>,
}

/// The questions about a file, by kind and line.
///
/// # Errors
/// When the database does not answer.
pub async fn of_file(db: &impl Db, file: CensusFileId) -> Result<Vec<StoredQuestion>> {
    Ok(of_files(db, &[file]).await?.remove(&file).unwrap_or_default())
}

/// What people have answered about the sections of a file.
///
/// # Errors
/// When the database does not answer.
pub async fn section_answers(db: &impl Db, file: CensusFileId) -> Result<SectionAnswers> {
    let questions = of_file(db, file).await?.into_iter();
    let sections = questions.filter(|one| one.question.kind == QuestionKind::Section);
    Ok(sections.filter_map(|one| Some((one.question.line, one.yes()?))).collect())
}

/// What people have answered about the columns of a file that tell who has left, by heading.
///
/// # Errors
/// When the database does not answer.
pub async fn leaving_answers(db: &impl Db, file: CensusFileId) -> Result<LeavingAnswers> {
    let questions = of_file(db, file).await?.into_iter();
    let leaving = questions.filter(|one| one.question.kind == QuestionKind::Leaving);
    Ok(leaving.filter_map(|one| one.yes().map(|yes| (one.question.title, yes))).collect())
}

/// Puts questions in the place of those of a file. What was answered stays answered where the same is asked again.
///
/// # Errors
/// When the database refuses.
pub async fn replace(tx: &Tx, file: CensusFileId, questions: Vec<Question>) -> Result<()> {
    put(tx, file, &QuestionKind::ALL, questions).await
}

/// The same of the questions of one kind; those of other kinds stay.
///
/// # Errors
/// When the database refuses.
pub async fn replace_kind(tx: &Tx, file: CensusFileId, kind: QuestionKind, questions: Vec<Question>) -> Result<()> {
    put(tx, file, &[kind], questions).await
}

async fn put(tx: &Tx, file: CensusFileId, kinds: &[QuestionKind], questions: Vec<Question>) -> Result<()> {
    let kinds = kinds.iter().map(|kind| kind.number());
    let former = Column::FileId.eq(file.get()).and(Column::Kind.is_in(kinds));
    let rows = Entity::find().filter(former.clone()).all(tx.connection()).await?;
    let before: BTreeMap<(i16, i64), Model> = rows.into_iter().map(|row| ((row.kind, row.line), row)).collect();
    Entity::delete_many().filter(former).exec(tx.connection()).await?;
    let row = |question: Question| {
        let row = row(file, question);
        let key = (row.kind, row.line);
        let same = before.get(&key).filter(|old| is_same(old, &row));
        ActiveModel {
            file_id: Set(row.file_id),
            kind: Set(row.kind),
            line: Set(row.line),
            first_line: Set(row.first_line),
            last_line: Set(row.last_line),
            rows: Set(row.rows),
            out_of: Set(row.out_of),
            title: Set(row.title),
            answer: Set(same.and_then(|old| old.answer)),
            answered_by: Set(same.and_then(|old| old.answered_by)),
            answered_at: Set(same.and_then(|old| old.answered_at)),
            ..Default::default()
        }
    };
    bulk::insert_all(tx.connection(), questions.into_iter().map(row).collect()).await
}

/// Answers the questions of a file about sections and columns as the last answer for a file of the group, and as its giver. About other people of
/// a column it is another question. A no sets no status. A yes ends people: it counts for a column alone, and where all of them have left
/// (rules.md#remembered-answers).
///
/// # Errors
/// When the database refuses.
pub async fn recall(tx: &Tx, file: CensusFileId, group: GroupId) -> Result<()> {
    let kinds = [QuestionKind::Section, QuestionKind::Leaving].map(|kind| kind.number());
    let open = Entity::find()
        .filter(Column::FileId.eq(file.get()))
        .filter(Column::Kind.is_in(kinds))
        .filter(Column::Answer.is_null())
        .all(tx.connection())
        .await?;
    if open.is_empty() {
        return Ok(());
    }
    let answered = Entity::find()
        .join(JoinType::InnerJoin, Relation::File.def())
        .filter(census_file::Column::GroupId.eq(group.get()))
        .filter(Column::FileId.ne(file.get()))
        .filter(Column::Kind.is_in(kinds))
        .filter(Column::Title.is_in(open.iter().map(|question| question.title.as_str())))
        .filter(Column::Answer.is_not_null())
        .order_by_asc(Column::AnsweredAt)
        .order_by_asc(Column::Id)
        .all(tx.connection())
        .await?;
    // The last answer to the same words counts.
    let key = |question: &Model| (question.kind, question.out_of, question.title.clone());
    let last: HashMap<(i16, i32, String), Model> =
        answered.into_iter().map(|question| (key(&question), question)).collect();
    for question in open {
        let Some(before) = last.get(&key(&question)) else { continue };
        if before.answer == Some(true) && !(is_of_people(&question, before) && have_left(tx, before, group).await?) {
            continue;
        }
        let row = ActiveModel {
            answer: Set(before.answer),
            answered_by: Set(before.answered_by),
            answered_at: Set(before.answered_at),
            ..Default::default()
        };
        Entity::update_many().set(row).filter(Column::Id.eq(question.id)).exec(tx.connection()).await?;
    }
    Ok(())
}

/// Whether two questions of the same key are about as many people of a column, who are part of the key.
fn is_of_people(one: &Model, other: &Model) -> bool {
    one.kind == QuestionKind::Leaving.number() && one.out_of > 1 && one.rows == other.rows
}

/// Whether a question's file was imported, and no active member of the group has the birth date of a person whom its rows call In-Active.
async fn have_left(tx: &Tx, question: &Model, group: GroupId) -> Result<bool> {
    let file = census_file::Entity::find_by_id(question.file_id).one(tx.connection()).await?;
    if file.is_none_or(|file| file.processed_at.is_none()) {
        return Ok(false);
    }
    let [active, in_active] = [Status::Active, Status::InActive].map(Status::number);
    let left = census_record::Entity::find()
        .filter(census_record::Column::FileId.eq(question.file_id))
        .filter(census_record::Column::Status.eq(in_active));
    let born = left.clone().select_only().column(census_record::Column::DateOfBirth).into_query();
    let stays = member::Column::PendingStatus.is_null().or(member::Column::PendingStatus.eq(active));
    let active = member::Entity::find()
        .filter(member::Column::GroupId.eq(group.get()))
        .filter(member::Column::Status.eq(active))
        .filter(stays)
        .filter(member::Column::DateOfBirth.in_subquery(born));
    let unknown = left.filter(census_record::Column::DateOfBirth.is_null());
    Ok(active.one(tx.connection()).await?.is_none() && unknown.one(tx.connection()).await?.is_none())
}

/// Whether two questions ask the same: about the same lines of the same words.
fn is_same(old: &Model, new: &Model) -> bool {
    let of = |row: &Model| (row.first_line, row.last_line, row.rows, row.out_of, row.title.clone());
    of(old) == of(new)
}

/// Takes the matched rows out of the question about new ids once a person has decided each of them, so that the import waits for it no
/// longer. A question that is left with no row goes.
///
/// # Errors
/// When the database refuses.
pub async fn settle_new_ids(tx: &Tx, file: CensusFileId) -> Result<()> {
    let asked =
        Column::FileId.eq(file.get()).and(Column::Kind.eq(QuestionKind::NewIds.number())).and(Column::OutOf.gt(0));
    if Entity::find().filter(asked.clone()).one(tx.connection()).await?.is_none() || new_ids::count(tx, file).await? > 0
    {
        return Ok(());
    }
    let all = Expr::col(Column::Rows).lte(Expr::col(Column::OutOf));
    Entity::delete_many().filter(asked.clone()).filter(all).exec(tx.connection()).await?;
    Entity::update_many()
        .col_expr(Column::Rows, Expr::col(Column::Rows).sub(Expr::col(Column::OutOf)))
        .col_expr(Column::OutOf, Expr::val(0))
        .filter(asked)
        .exec(tx.connection())
        .await?;
    Ok(())
}

/// Notes an answer; another one before it no longer counts.
///
/// # Errors
/// [`Error::NotFound`] when the file has no such question.
pub async fn answer(tx: &Tx, file: CensusFileId, id: i64, yes: bool, (by, at): (UserId, DateTime<Utc>)) -> Result<()> {
    let row = ActiveModel {
        answer: Set(Some(yes)),
        answered_by: Set(Some(by.get())),
        answered_at: Set(Some(at)),
        ..Default::default()
    };
    let written = Entity::update_many()
        .set(row)
        .filter(Column::FileId.eq(file.get()))
        .filter(Column::Id.eq(id))
        .exec(tx.connection())
        .await?;
    if written.rows_affected == 0 { Err(Error::NotFound) } else { Ok(()) }
}

fn row(file: CensusFileId, question: Question) -> Model {
    let whole = |line: u64| i64::try_from(line).unwrap_or(i64::MAX);
    Model {
        id: 0,
        file_id: file.get(),
        kind: question.kind.number(),
        line: whole(question.line),
        first_line: whole(question.first_line),
        last_line: whole(question.last_line),
        rows: i32::try_from(question.rows).unwrap_or(i32::MAX),
        out_of: i32::try_from(question.out_of).unwrap_or(i32::MAX),
        title: question.title,
        answer: None,
        answered_by: None,
        answered_at: None,
    }
}

/// A row whose kind is known.
fn stored(row: Model, by_name: String) -> Option<StoredQuestion> {
    let answer = row.answer.zip(row.answered_by).zip(row.answered_at);
    Some(StoredQuestion {
        id: row.id,
        file: CensusFileId(row.file_id),
        question: Question {
            kind: QuestionKind::from_number(row.kind)?,
            line: row.line.unsigned_abs(),
            first_line: row.first_line.unsigned_abs(),
            last_line: row.last_line.unsigned_abs(),
            rows: row.rows.unsigned_abs(),
            out_of: row.out_of.unsigned_abs(),
            title: row.title,
        },
        answer: answer.map(|((yes, by), at)| Answer { yes, by: UserId(by), by_name, at }),
    })
}
