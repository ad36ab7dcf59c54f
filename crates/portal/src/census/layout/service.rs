//! How a file was understood, with what people have answered since.

use domain::CensusFileId;
use domain::census::Layout;
use domain::census::layout::OpenQuestion;
use domain::census::questions::QuestionKind;
use store::census::layouts::StoredLayout;
use store::census::questions::StoredQuestion;
use store::census::{layouts, questions};

use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// The layout of a file; `None` before its columns are mapped.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the file is not in scope.
pub(super) async fn find(ctx: &Context, who: &CallerOrigin, id: CensusFileId) -> Result<Option<StoredLayout>> {
    let db = ctx.store.read();
    let Some(stored) = layouts::find(&db, who.scope(), id).await? else { return Ok(None) };
    let asked = questions::of_file(&db, id).await?;
    Ok(Some(StoredLayout { layout: with_answers(stored.layout, &asked), ..stored }))
}

/// Adds what people have answered, and leaves out what the file asks by itself since its rows were validated.
fn with_answers(mut layout: Layout, asked: &[StoredQuestion]) -> Layout {
    let sections = || asked.iter().filter(|one| one.question.kind == QuestionKind::Section);
    for section in &mut layout.sections {
        let answer = sections().find(|one| one.question.line == section.line).and_then(StoredQuestion::yes);
        section.answer = answer.or(section.answer);
    }
    let is_asked = |open: &OpenQuestion| {
        asked.iter().any(|one| one.question.kind.name() == open.about && one.question.line == open.line)
    };
    layout.questions.retain(|open| !is_asked(open));
    layout
}
