//! The text by which members are found, and its substring index (rules.md#search-text). PostgreSQL indexes the table itself; SQLite has
//! `member_fts` beside it, which knows the three-letter pieces of each text and is written here too.

use domain::MemberId;
use serde::Serialize;

use crate::row_set::{self, Kind};
use crate::{Db, Engine, Result, Tx};

/// The text of a member.
#[derive(Serialize)]
pub(super) struct TextRow {
    member_id: i64,
    group_id: i64,
    text: String,
}

const COLUMNS: &row_set::Columns = &[("member_id", Kind::Long), ("group_id", Kind::Long), ("text", Kind::Text)];

impl TextRow {
    pub(super) fn new(owner: super::timeline::Owner, text: String) -> Self {
        let super::timeline::Owner { member: MemberId(member_id), group } = owner;
        Self { member_id, group_id: group.get(), text }
    }
}

/// Writes the texts of new members.
pub(super) async fn insert(tx: &Tx, rows: &[TextRow]) -> Result<()> {
    row_set::insert(tx, "member_search", COLUMNS, rows).await?;
    index(tx, rows).await
}

/// Replaces the texts of members.
pub(super) async fn replace(tx: &Tx, rows: &[TextRow]) -> Result<()> {
    let sql = "with sent as ({rows}) update member_search set text = sent.text from sent \
               where member_search.member_id = sent.member_id";
    for rows in rows.chunks(row_set::ROWS_A_STATEMENT) {
        row_set::execute(tx, sql, COLUMNS, rows, Vec::new()).await?;
    }
    index(tx, rows).await
}

async fn index(tx: &Tx, rows: &[TextRow]) -> Result<()> {
    if tx.engine() == Engine::Postgres {
        return Ok(());
    }
    let sql = "insert or replace into member_fts (rowid, text) select member_id, text from ({rows}) as sent";
    for rows in rows.chunks(row_set::ROWS_A_STATEMENT) {
        row_set::execute(tx, sql, COLUMNS, rows, Vec::new()).await?;
    }
    Ok(())
}

/// The three-letter pieces that a text must have to contain `word`, as a query of `member_fts`; `None` for a word too short to
/// have any. Of a long word a part is enough.
pub(super) fn pieces(word: &str) -> Option<String> {
    let letters: Vec<char> = looked_up(word).chars().collect();
    let pieces: Vec<_> = letters
        .windows(3)
        .map(|piece| format!("\"{}\"", piece.iter().collect::<String>().replace('"', "\"\"")))
        .collect();
    (!pieces.is_empty()).then(|| pieces.join(" "))
}

/// The part of a word that is looked up in the index: each piece costs, and eight letters find hardly more than all of them do. Names
/// differ most in front (so many end alike), numbers and addresses at the end.
pub(super) fn looked_up(word: &str) -> &str {
    const LETTERS: usize = 8;
    if word.chars().all(char::is_alphabetic) {
        return word.char_indices().nth(LETTERS).map_or(word, |(end, _)| &word[..end]);
    }
    // Of an address what is left of its company, with the sign that ends it: `8@` is rarer than `8`.
    let up_to_at = word.find('@').map(|at| &word[..=at]).filter(|part| part.chars().count() >= 3);
    let part = up_to_at.unwrap_or(word);
    let cut = part.chars().count().saturating_sub(LETTERS);
    part.char_indices().nth(cut).map_or(part, |(at, _)| &part[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_looked_up_by_its_pieces() {
        for (word, wanted) in [
            ("steel", Some("\"ste\" \"tee\" \"eel\"")),
            ("steelworks", Some("\"ste\" \"tee\" \"eel\" \"elw\" \"lwo\" \"wor\"")),
            ("q0000123456", Some("\"001\" \"012\" \"123\" \"234\" \"345\" \"456\"")),
            ("ste", Some("\"ste\"")),
            ("st", None),
            ("a\"b", Some("\"a\"\"b\"")),
            ("ana.barrowby@mail.example", Some("\"arr\" \"rro\" \"row\" \"owb\" \"wby\" \"by@\"")),
            ("jo@mail.example", Some("\"jo@\"")),
            ("j@jo", Some("\"j@j\" \"@jo\"")),
        ] {
            assert_eq!(pieces(word).as_deref(), wanted, "{word}");
        }
    }
}
