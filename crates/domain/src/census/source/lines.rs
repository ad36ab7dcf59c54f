//! Text to rows of cells by RFC 4180, with the physical line each row begins on.
//!
//! Own, and not the `csv` crate's reader, because that one drops blank lines (line numbers would be wrong and the lines
//! could not be reported), counts no bare carriage returns, and lets one unclosed quotation mark swallow the whole rest
//! of a file into one row. Here such a row is cut back to its first line and marked.

use std::io::Read;

use super::encoding::{CHUNK, TextReader};
use super::{ReadError, Refusal};

/// The most bytes of one row.
pub const LONGEST_ROW: usize = 1024 * 1024;
/// The most bytes and physical lines that a quoted row spans; more is taken as an unclosed quotation mark.
const LONGEST_QUOTED: usize = 64 * 1024;
const MOST_QUOTED_LINES: u32 = 64;
/// So many bytes of rows are looked at before the first one is read.
const SAMPLED: usize = 4 * 1024 * 1024;

/// One row: its cells and where it stands. Reused from row to row.
#[derive(Debug, Clone, Default)]
pub struct Row {
    /// The first physical line, from 1.
    pub line: u64,
    /// How many physical lines it spans, at least 1.
    pub spans: u32,
    /// Whether a quotation mark was never closed; the cells are then those of the first line, quotes taken literally.
    pub unclosed: bool,
    text: String,
    ends: Vec<usize>,
}

impl Row {
    /// How many cells it has, at least 1.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The cell as it stands; `""` past the last one.
    pub fn cell(&self, index: usize) -> &str {
        let Some(&end) = self.ends.get(index) else { return "" };
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..end]
    }

    /// The cells in order.
    pub fn cells(&self) -> impl Iterator<Item = &str> + Clone {
        (0..self.len()).map(|index| self.cell(index))
    }

    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
        self.unclosed = false;
        self.spans = 1;
    }
}

/// A quotation mark is open at the end, or for too long.
struct Unclosed;

/// Fewer cells may stand in a cell of text, too.
const FEWEST_OF_A_TABLE: usize = 3;

/// Splits the next row off `text`. `complete` says that nothing follows the text.
///
/// Returns the number of bytes used, `None` when more text is needed first. A program may have put quotation marks around every whole line, as in
/// `"1,Moss,Ann"`: the cells of such a line are those within.
pub fn split_row(text: &str, complete: bool, delimiter: u8, row: &mut Row) -> Option<usize> {
    let Ok(split) = split_quoted(text, complete, delimiter, row) else {
        return split_literally(text, complete, delimiter, row);
    };
    let used = split?;
    if row.len() == 1 && text[..used].trim_start().starts_with('"') && width(&row.text, delimiter) >= FEWEST_OF_A_TABLE
    {
        let (line, spans) = (std::mem::take(&mut row.text), row.spans);
        split_row(&line, true, delimiter, row);
        row.spans = spans;
    }
    Some(used)
}

/// As [`split_row`] of a text whose quotation marks are closed.
fn split_quoted(text: &str, complete: bool, delimiter: u8, row: &mut Row) -> Result<Option<usize>, Unclosed> {
    row.clear();
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        let mark = at + bytes[at..].iter().take_while(|byte| **byte == b' ').count();
        let is_quoted = bytes.get(mark) == Some(&b'"');
        if is_quoted {
            match quoted_cell(text, mark + 1, row) {
                Some(end) => at = end,
                None if complete || bytes.len() - mark > LONGEST_QUOTED => return Err(Unclosed),
                None => return Ok(None),
            }
            if row.spans > MOST_QUOTED_LINES || at - mark > LONGEST_QUOTED {
                return Err(Unclosed);
            }
        }
        let is_end = |byte: &u8| *byte == delimiter || matches!(byte, b'\n' | b'\r');
        let end = at + bytes[at..].iter().position(is_end).unwrap_or(bytes.len() - at);
        // A quotation mark at the very end may be the first of a doubled pair.
        if end == bytes.len() && !complete {
            return Ok(None);
        }
        let rest = &text[at..end];
        // Blanks before the end of the cell mean nothing, those before more letters part two words.
        if !is_quoted || !rest.trim_matches(' ').is_empty() {
            row.text.push_str(rest);
            // Letters behind the closing mark of a cell over several lines: it closed nothing, it opened the next cell.
            if is_quoted && row.spans > 1 {
                return Err(Unclosed);
            }
        }
        row.ends.push(row.text.len());
        at = end + 1;
        match bytes.get(end) {
            None => return Ok(Some(end)),
            Some(byte) if *byte == delimiter => {}
            Some(_) => return Ok(line_end(bytes, end, complete)),
        }
    }
}

/// Reads a cell from behind its opening quotation mark; the place behind the closing one.
fn quoted_cell(text: &str, start: usize, row: &mut Row) -> Option<usize> {
    let (bytes, mut at) = (text.as_bytes(), start);
    loop {
        let mark = at + bytes[at..].iter().take(LONGEST_QUOTED).position(|byte| *byte == b'"')?;
        let piece = &text[at..mark];
        row.text.push_str(piece);
        row.spans += u32::try_from(piece.matches(['\n', '\r']).count() - piece.matches("\r\n").count()).unwrap_or(0);
        if bytes.get(mark + 1) != Some(&b'"') {
            return Some(mark + 1);
        }
        row.text.push('"');
        at = mark + 2;
    }
}

/// Splits the first physical line at every delimiter, quotation marks being letters like others.
fn split_literally(text: &str, complete: bool, delimiter: u8, row: &mut Row) -> Option<usize> {
    row.clear();
    row.unclosed = true;
    let bytes = text.as_bytes();
    let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(bytes.len());
    let used = if end == bytes.len() { end } else { line_end(bytes, end, complete)? };
    for cell in text[..end].split(char::from(delimiter)) {
        row.text.push_str(cell.trim().trim_matches('"'));
        row.ends.push(row.text.len());
    }
    Some(used)
}

/// How many cells a line has when quotation marks are letters like others.
fn width(line: &str, delimiter: u8) -> usize {
    line.bytes().filter(|byte| *byte == delimiter).count() + 1
}

/// Whether a row over several lines has taken others into a cell: its first line by itself has so many cells, and the row has not, or each of
/// its lines has them. Two marks that have nothing to do with each other look like a cell between them.
fn has_taken_others(row: &Row, text: &str, delimiter: u8, cells: usize) -> bool {
    let mut lines = text.lines().map(|line| width(line.split('\r').next().unwrap_or_default(), delimiter) == cells);
    row.spans > 1
        && lines.next() == Some(true)
        && (row.len() != cells || (cells >= FEWEST_OF_A_TABLE && lines.all(|is_whole| is_whole)))
}

/// The place behind the line end at `at`; `None` when the text stops between the two characters of one.
fn line_end(bytes: &[u8], at: usize, complete: bool) -> Option<usize> {
    match (bytes[at], bytes.get(at + 1)) {
        (b'\r', Some(b'\n')) => Some(at + 2),
        (b'\r', None) if !complete => None,
        _ => Some(at + 1),
    }
}

/// The first rows of a text, each with the line it begins on. `complete` says that nothing follows the text.
pub(in crate::census) fn first_rows(ahead: (&str, bool), delimiter: u8, mut line: u64, most: usize) -> Vec<Row> {
    let (text, complete) = ahead;
    let (mut rows, mut at) = (Vec::new(), 0);
    while rows.len() < most && at < text.len() {
        let mut row = Row::default();
        let Some(used) = split_row(&text[at..], complete, delimiter, &mut row) else { break };
        row.line = line;
        at += used;
        line += u64::from(row.spans);
        rows.push(row);
    }
    rows
}

/// Rows out of a stream of text; holds the text of one row and one buffer at most.
pub struct RowReader<R> {
    source: TextReader<R>,
    text: String,
    at: usize,
    line: u64,
    ended: bool,
}

impl<R: Read> RowReader<R> {
    /// Reads the beginning of the text.
    ///
    /// # Errors
    /// A source that fails, bytes that are no text.
    pub fn new(source: TextReader<R>) -> Result<Self, ReadError> {
        let mut reader = Self { source, text: String::new(), at: 0, line: 1, ended: false };
        reader.more()?;
        Ok(reader)
    }

    /// The text that is there and not read yet, and whether the file ends with it.
    pub fn ahead(&self) -> (&str, bool) {
        (&self.text[self.at..], self.ended)
    }

    /// Where the text comes from.
    pub const fn source(&self) -> &TextReader<R> {
        &self.source
    }

    /// Reads the next row; `false` at the end of the file.
    ///
    /// A row over several lines that has not `width` cells while its first line alone has them is taken as that line
    /// with an unclosed quotation mark, so that it does not swallow the people below it. So is one of which every line has them: two
    /// marks that have nothing to do with each other look like a cell between them.
    ///
    /// # Errors
    /// A source that fails, bytes that are no text, a line without end.
    pub fn next(&mut self, delimiter: u8, width: usize, row: &mut Row) -> Result<bool, ReadError> {
        loop {
            if self.at == self.text.len() && self.ended {
                return Ok(false);
            }
            let text = &self.text[self.at..];
            let split = split_row(text, self.ended, delimiter, row);
            if split.unwrap_or(text.len()) > LONGEST_ROW {
                return Err(Refusal::LineTooLong { line: self.line, limit: LONGEST_ROW }.into());
            }
            if let Some(mut used) = split {
                if has_taken_others(row, &text[..used], delimiter, width) {
                    used = split_literally(text, self.ended, delimiter, row).unwrap_or(used);
                }
                self.at += used;
                row.line = self.line;
                self.line += u64::from(row.spans);
                return Ok(true);
            }
            self.more()?;
        }
    }

    /// Returns the rows behind the one that was read last, at most so many and about [`SAMPLED`] bytes of them.
    ///
    /// # Errors
    /// A source that fails, bytes that are no text.
    pub(in crate::census) fn sample(&mut self, delimiter: u8, most: usize) -> Result<Vec<Row>, ReadError> {
        while !self.ended && self.text.len() - self.at < SAMPLED {
            self.more()?;
        }
        Ok(first_rows(self.ahead(), delimiter, self.line, most))
    }

    /// Takes the text that is used up off and reads a buffer more, however little the source gives at a time.
    ///
    /// # Errors
    /// A source that fails, bytes that are no text.
    pub fn more(&mut self) -> Result<(), ReadError> {
        self.text.drain(..self.at);
        self.at = 0;
        let enough = self.text.len() + CHUNK;
        while !self.ended && self.text.len() < enough {
            self.ended = !self.source.fill(&mut self.text)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Row {
        /// The same line with other cells.
        pub(in crate::census) fn with_cells<'a>(&self, cells: impl Iterator<Item = &'a str>) -> Self {
            let mut row = Self { line: self.line, spans: self.spans, unclosed: self.unclosed, ..Self::default() };
            for cell in cells {
                row.text.push_str(cell);
                row.ends.push(row.text.len());
            }
            row
        }

        /// Returns the row of one line of comma-separated text.
        pub(in crate::census) fn of_line(line: &str) -> Self {
            let mut row = Self::default();
            split_row(line, true, b',', &mut row).expect("the text is complete");
            row
        }
    }
}
