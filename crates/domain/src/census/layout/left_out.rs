//! The lines that are nobody, counted by their reason.

use std::collections::BTreeMap;

use super::people::hidden;
use super::{LeftOutLines, LineText};
use crate::census::lines::Why;
use crate::census::reader::Ignored;

/// So many lines of a reason are shown.
const SHOWN: usize = 3;
/// The most characters of a line that are shown.
const LONGEST: usize = 200;

/// Counts the lines while the file is read.
#[derive(Debug, Default)]
pub(super) struct LeftOut(BTreeMap<i16, LeftOutLines>);

impl LeftOut {
    /// Counts a line.
    pub(super) fn see(&mut self, ignored: &Ignored) {
        let Ignored { line, spans, why, .. } = ignored;
        let lines = self.0.entry(why.number()).or_insert_with(|| LeftOutLines {
            reason: format!("{why:?}"),
            why: why.text().to_owned(),
            first_line: *line,
            ..LeftOutLines::default()
        });
        lines.lines += u64::from((*spans).max(1));
        lines.may_be_people += u64::from(ignored.may_name());
        if lines.examples.len() < SHOWN && *why != Why::Blank {
            let filled = ignored.cells.iter().filter(|cell| !cell.is_empty()).map(|cell| hidden(cell));
            let text: String = filled.collect::<Vec<_>>().join(" · ").chars().take(LONGEST).collect();
            lines.examples.push(LineText { line: *line, text });
        }
    }

    /// The lines by reason.
    pub(super) fn finish(self) -> Vec<LeftOutLines> {
        self.0.into_values().collect()
    }
}
