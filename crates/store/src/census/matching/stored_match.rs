//! Between a match and its columns. How a row came to its member stands in three of them: the kind of the evidence, its score, and what
//! speaks for it, or who chose.

use domain::census::changes::Outcome;
use domain::census::matching::MatchType;
use domain::{CensusFileId, MemberId, UserId};
use serde::Serialize;
use serde_json::Value;

use super::super::matches::{How, Match};
use super::super::records::whole;
use crate::entities::census_match::Model;
use crate::row_set::{Columns, Kind};

pub(in crate::census) const COLUMNS: &Columns = &[
    ("file_id", Kind::Long),
    ("row_number", Kind::Int),
    ("rank", Kind::Small),
    ("member_id", Kind::Long),
    ("member_version", Kind::Int),
    ("match_type", Kind::Small),
    ("score", Kind::Real),
    ("reasons", Kind::Json),
    ("outcome", Kind::Small),
    ("chosen", Kind::Flag),
    ("replaces_identity", Kind::Flag),
];

#[derive(Serialize)]
pub(in crate::census) struct Row {
    file_id: i64,
    row_number: i32,
    rank: i16,
    member_id: Option<i64>,
    member_version: Option<i32>,
    match_type: Option<i16>,
    score: Option<f64>,
    reasons: Option<Why>,
    outcome: i16,
    chosen: bool,
    replaces_identity: bool,
}

/// What stands in `reasons`. As one text the evidence costs PostgreSQL a third less to write than as an array, which older rows have.
#[derive(Serialize)]
#[serde(untagged)]
enum Why {
    /// What speaks for and against, one to a line.
    Evidence {
        #[serde(rename = "Reasons")]
        reasons: String,
    },
    /// Who chose.
    ByHand {
        #[serde(rename = "ChosenBy")]
        by: UserId,
    },
}

/// What [`Why`] is read by.
const REASONS: &str = "Reasons";
const CHOSEN_BY: &str = "ChosenBy";

impl Row {
    pub(in crate::census) fn new(file: CensusFileId, matched: &Match) -> Self {
        let (match_type, score, reasons) = match &matched.how {
            How::Evidence { match_type, score, reasons } => {
                (Some(match_type.number()), Some(*score), Some(Why::Evidence { reasons: reasons.join("\n") }))
            }
            How::ByHand(user) => (None, None, Some(Why::ByHand { by: *user })),
            How::Nobody => (None, None, None),
        };
        Self {
            file_id: file.get(),
            row_number: whole(matched.row),
            rank: i16::try_from(matched.rank).unwrap_or(i16::MAX),
            member_id: matched.member.map(|(id, _)| id.get()),
            member_version: matched.member.map(|(_, version)| version),
            match_type,
            score,
            reasons,
            outcome: matched.outcome.number(),
            chosen: matched.chosen,
            replaces_identity: matched.replaces_identity,
        }
    }
}

fn lines(told: &Value) -> Vec<String> {
    match told {
        Value::String(lines) => lines.lines().map(str::to_owned).collect(),
        told => told.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect(),
    }
}

/// A match whose numbers are known; the checks of the table let no other in.
pub(in crate::census) fn known(row: Model) -> Option<Match> {
    let how = match (row.match_type.and_then(MatchType::from_number), row.score, &row.reasons) {
        (Some(match_type), Some(score), reasons) => {
            let reasons = reasons.as_ref().map_or_else(Vec::new, |reasons| lines(&reasons[REASONS]));
            How::Evidence { match_type, score, reasons }
        }
        (_, _, Some(reasons)) => How::ByHand(UserId(reasons[CHOSEN_BY].as_i64().unwrap_or_default())),
        _ => How::Nobody,
    };
    Some(Match {
        row: row.row_number.unsigned_abs(),
        rank: row.rank.unsigned_abs(),
        member: row.member_id.map(MemberId).zip(row.member_version),
        how,
        outcome: Outcome::from_number(row.outcome)?,
        chosen: row.chosen,
        replaces_identity: row.replaces_identity,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn reasons_are_read_in_both_forms() {
        let told = vec!["First name agrees (+9.6)".to_owned(), "City differs (-1.0)".to_owned()];
        assert_eq!(lines(&json!(told.join("\n"))), told);
        assert_eq!(lines(&json!(told)), told);
        assert_eq!(lines(&json!("")), Vec::<String>::new());
        assert_eq!(lines(&Value::Null), Vec::<String>::new());
    }
}
