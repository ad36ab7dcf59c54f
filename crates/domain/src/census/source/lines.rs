//! Text to rows of cells by RFC 4180, with the physical line each row begins on.
//!
//! Own, and not the `csv` crate's reader, because that one drops blank lines (line numbers would be wrong and the lines
//! could not be reported), counts no bare carriage returns, and lets one unclosed quotation mark swallow the whole rest
//! of a file into one row. Here such a row is cut back to its first line and marked.

use std::io::Read;

use super::encoding::{CHUNK, Encoding, TextReader};
use super::refusal::{ReadError, Refusal};

/// The most bytes of one row.
pub const LONGEST_ROW: usize = 1024 * 1024;
/// The most bytes and physical lines that a quoted row spans; more is taken as an unclosed quotation mark.
const LONGEST_QUOTED: usize = 64 * 1024;
const MOST_QUOTED_LINES: u32 = 64;

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
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether it has no cell at all, which only a row that was never read has.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
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

    /// The same line with other cells.
    pub(in crate::census) fn with_cells<'a>(&self, cells: impl Iterator<Item = &'a str>) -> Self {
        let mut row = Self { line: self.line, spans: self.spans, unclosed: self.unclosed, ..Self::default() };
        for cell in cells {
            row.text.push_str(cell);
            row.end_cell();
        }
        row
    }

    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
        self.unclosed = false;
        self.spans = 1;
    }

    fn end_cell(&mut self) {
        self.ends.push(self.text.len());
    }
}

/// What splitting off the next row came to.
enum Split {
    /// A row was read; so many bytes of the text are used up.
    Row(usize),
    /// The row may go on behind the text.
    More,
    /// A quotation mark is open at the end, or for too long.
    Unclosed,
}

#[cfg(test)]
impl Row {
    /// Returns the row of one line of comma-separated text.
    pub(in crate::census) fn of_line(line: &str) -> Self {
        let mut row = Self::default();
        split_row(line, true, b',', &mut row).expect("the text is complete");
        row
    }
}

/// Splits the next row off `text`. `complete` says that nothing follows the text.
///
/// Returns the number of bytes used, `None` when more text is needed first.
pub fn split_row(text: &str, complete: bool, delimiter: u8, row: &mut Row) -> Option<usize> {
    match split_quoted(text, complete, delimiter, row) {
        Split::Row(used) => Some(used),
        Split::More => None,
        Split::Unclosed => split_literally(text, complete, delimiter, row),
    }
}

fn split_quoted(text: &str, complete: bool, delimiter: u8, row: &mut Row) -> Split {
    row.clear();
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        let blanks = blanks_at(bytes, at);
        let mut closed = None;
        if bytes.get(at + blanks) == Some(&b'"') {
            match quoted_cell(text, at + blanks + 1, row) {
                Ok(end) => {
                    closed = Some(end);
                    at = end + blanks_at(bytes, end);
                }
                Err(open) if complete || open => return Split::Unclosed,
                Err(_) => return Split::More,
            }
            // A quotation mark at the very end may be the first of a doubled pair.
            if at == bytes.len() && !complete {
                return Split::More;
            }
        }
        let rest = &bytes[at..];
        let Some(length) = rest.iter().position(|byte| *byte == delimiter || matches!(byte, b'\n' | b'\r')) else {
            if !complete {
                return Split::More;
            }
            let from = closed.filter(|_| at < bytes.len()).unwrap_or(at);
            row.text.push_str(&text[from..]);
            row.end_cell();
            return Split::Row(bytes.len());
        };
        // Letters behind the closing mark of a cell over several lines: it closed nothing, it opened the next cell.
        if length > 0 && row.spans > 1 && at > 0 && row.ends.last().is_none_or(|end| *end < row.text.len()) {
            return Split::Unclosed;
        }
        // Blanks before the end of the cell mean nothing, those before more letters part two words.
        let from = closed.filter(|_| length > 0).unwrap_or(at);
        row.text.push_str(&text[from..at + length]);
        row.end_cell();
        at += length;
        if bytes[at] == delimiter {
            at += 1;
            continue;
        }
        return match line_end(bytes, at, complete) {
            Some(end) => Split::Row(end),
            None => Split::More,
        };
    }
}

fn blanks_at(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().take_while(|byte| **byte == b' ').count()
}

/// Reads a cell from behind its opening quotation mark; the place behind the closing one.
/// The error says whether the cell has been open for too long.
fn quoted_cell(text: &str, start: usize, row: &mut Row) -> Result<usize, bool> {
    let bytes = text.as_bytes();
    let mut at = start;
    loop {
        let Some(length) = bytes[at..].iter().position(|byte| matches!(byte, b'"' | b'\n' | b'\r')) else {
            return Err(bytes.len() > LONGEST_QUOTED);
        };
        let stop = at + length;
        match bytes[stop] {
            b'"' if bytes.get(stop + 1) == Some(&b'"') => {
                row.text.push_str(&text[at..=stop]);
                at = stop + 2;
            }
            b'"' => {
                row.text.push_str(&text[at..stop]);
                return Ok(stop + 1);
            }
            _ => {
                let pair = bytes[stop] == b'\r' && bytes.get(stop + 1) == Some(&b'\n');
                let end = stop + 1 + usize::from(pair);
                row.text.push_str(&text[at..end]);
                row.spans += 1;
                if row.spans > MOST_QUOTED_LINES || end > LONGEST_QUOTED {
                    return Err(true);
                }
                at = end;
            }
        }
    }
}

/// Splits the first physical line at every delimiter, quotation marks being letters like others.
fn split_literally(text: &str, complete: bool, delimiter: u8, row: &mut Row) -> Option<usize> {
    row.clear();
    row.unclosed = true;
    let bytes = text.as_bytes();
    let (line, used) = match bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
        Some(end) => (&text[..end], line_end(bytes, end, complete)?),
        None => (text, bytes.len()),
    };
    for cell in line.split(char::from(delimiter)) {
        row.text.push_str(cell.trim().trim_matches('"'));
        row.end_cell();
    }
    Some(used)
}

/// How many cells the first physical line has when quotation marks are letters like others.
fn literal_width(text: &str, delimiter: u8) -> usize {
    let line = text.split(['\n', '\r']).next().unwrap_or_default();
    line.bytes().filter(|byte| *byte == delimiter).count() + 1
}

/// Fewer cells may stand in a cell of text, too.
const FEWEST_OF_A_TABLE: usize = 3;

/// Whether each physical line would be a row of a table: a cell over several lines leaves fewer cells on its lines.
fn are_whole_rows(text: &str, delimiter: u8, width: usize) -> bool {
    width >= FEWEST_OF_A_TABLE && text.lines().all(|line| literal_width(line, delimiter) == width)
}

/// The place behind the line end at `at`; `None` when the text stops between the two characters of one.
fn line_end(bytes: &[u8], at: usize, complete: bool) -> Option<usize> {
    match (bytes[at], bytes.get(at + 1)) {
        (b'\r', Some(b'\n')) => Some(at + 2),
        (b'\r', None) if !complete => None,
        _ => Some(at + 1),
    }
}

/// Rows out of a stream of text; holds the text of one row and one buffer at most.
pub struct RowReader<R> {
    source: TextReader<R>,
    text: String,
    at: usize,
    line: u64,
    ended: bool,
    /// Takes the quotation marks around whole lines off, where the file has them.
    whole_lines: Option<WholeLines>,
}

impl<R: Read> RowReader<R> {
    /// Reads the beginning of the text.
    ///
    /// # Errors
    /// A source that fails, bytes that are no text.
    pub fn new(source: TextReader<R>) -> Result<Self, ReadError> {
        let mut reader = Self { source, text: String::new(), at: 0, line: 1, ended: false, whole_lines: None };
        reader.more()?;
        if WholeLines::are_in(&reader.text, reader.ended) {
            reader.whole_lines.get_or_insert_default().take_off(&mut reader.text, 0);
        }
        Ok(reader)
    }

    /// The text that is there and not read yet, and whether the file ends with it.
    pub fn ahead(&self) -> (&str, bool) {
        (&self.text[self.at..], self.ended)
    }

    /// The encoding as far as the file has been read.
    pub const fn encoding(&self) -> Encoding {
        self.source.encoding()
    }

    /// How many bytes have been read as Windows-1252 and may mean something else.
    pub const fn stray_bytes(&self) -> u64 {
        self.source.stray_bytes()
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
            if let Some(mut used) = split_row(text, self.ended, delimiter, row) {
                let is_misfit = || row.len() != width || are_whole_rows(&text[..used], delimiter, width);
                if row.spans > 1 && literal_width(text, delimiter) == width && is_misfit() {
                    used = split_literally(text, self.ended, delimiter, row).unwrap_or(used);
                }
                self.at += used;
                row.line = self.line;
                self.line += u64::from(row.spans);
                return Ok(true);
            }
            if self.text.len() - self.at > LONGEST_ROW {
                return Err(Refusal::LineTooLong { line: self.line, limit: LONGEST_ROW }.into());
            }
            self.more()?;
        }
    }

    /// The rows behind the one that was read last, as far as they are there already, and at most so many.
    pub(in crate::census) fn sample(&self, delimiter: u8, most: usize) -> Vec<Row> {
        let (text, ended) = self.ahead();
        let mut rows = Vec::new();
        let (mut at, mut line) = (0, self.line);
        while rows.len() < most && at < text.len() {
            let mut row = Row::default();
            let Some(used) = split_row(&text[at..], ended, delimiter, &mut row) else { break };
            at += used;
            row.line = line;
            line += u64::from(row.spans);
            rows.push(row);
        }
        rows
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
            let from = self.text.len();
            self.ended = !self.source.fill(&mut self.text)?;
            self.whole_lines.iter_mut().for_each(|lines| lines.take_off(&mut self.text, from));
        }
        Ok(())
    }
}

/// How many lines of the beginning must be so at least.
const FEWEST: usize = 2;
/// What may separate the cells of such a line.
const DELIMITERS: [char; 4] = [',', ';', '\t', '|'];

/// Takes quotation marks off that a program has put around every whole line, as in `"1,Moss,Ann"`; the text comes in pieces. What it has
/// doubled within is single again.
#[derive(Debug, Default)]
struct WholeLines {
    at: At,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum At {
    #[default]
    Start,
    /// On a line without a mark before it.
    Bare,
    /// Behind the mark before a line.
    Inside,
    /// Behind a mark within, which may be the first of two or the last of its line.
    Mark,
}

impl WholeLines {
    /// Whether every line at the beginning of a file that has a delimiter stands whole in quotation marks. `ended` says that the file ends with
    /// the text.
    fn are_in(text: &str, ended: bool) -> bool {
        let mut lines: Vec<&str> = text.split(['\n', '\r']).collect();
        if !ended {
            lines.pop();
        }
        let divided: Vec<&str> = lines.into_iter().map(str::trim).filter(|line| line.contains(DELIMITERS)).collect();
        let is_whole = |line: &&str| {
            let inner = line.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            inner.is_some_and(|inner| !inner.replace("\"\"", "").contains('"'))
        };
        divided.len() >= FEWEST && divided.iter().all(is_whole)
    }

    /// Takes them off the text from this place on.
    fn take_off(&mut self, text: &mut String, from: usize) {
        let piece = text.split_off(from);
        for c in piece.chars() {
            let is_end = matches!(c, '\n' | '\r');
            let (at, is_kept) = match (self.at, c) {
                (At::Start, '"') => (At::Inside, false),
                (At::Start, ' ') => (At::Start, true),
                (At::Start | At::Bare, _) => (if is_end { At::Start } else { At::Bare }, true),
                (At::Inside, '"') => (At::Mark, false),
                (At::Inside, _) => (At::Inside, true),
                (At::Mark, '"') => (At::Inside, true),
                (At::Mark, ' ') => (At::Mark, false),
                (At::Mark, _) if is_end => (At::Start, true),
                (At::Mark, _) => {
                    // Of a line that is quoted otherwise the mark stays.
                    text.push('"');
                    (At::Inside, true)
                }
            };
            self.at = at;
            if is_kept {
                text.push(c);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_around_every_whole_line_are_told_from_those_around_cells() {
        for (text, is_whole) in [
            ("\"ID,Last,First\"\n\"1,Moss,Ann\"\n", true),
            ("Census\n\n\"ID;Last\"\r\n\"1;Moss\"\r\n", true),
            ("\"ID,Last\"\n\"1,\"\"Moss, Jr\"\"\"\n", true),
            ("\"ID\",\"Last\"\n\"1\",\"Moss\"\n", false),
            ("\"ID,Last\"\n1,Moss\n", false),
            ("\"Last, First\"\n", false),
            ("ID,Last\n\"1,Moss\"\n", false),
            ("\"\",\"Last\"\n\"\",\"Moss\"\n", false),
            ("", false),
        ] {
            assert_eq!(WholeLines::are_in(text, true), is_whole, "{text}");
        }
        assert!(WholeLines::are_in("\"ID,Last\"\n\"1,Moss\"\n\"2,Re", false));
    }

    #[test]
    fn marks_are_taken_off_wherever_the_text_is_cut() {
        let text = "Census\n\"ID,Last\"\r\n\"1,\"\"Moss, Jr\"\"\"\n \"2,Reed\" \n\"3,\"\"a\nb\"\"\"\n\"4\",\"Hall\"\n\"5,Dunn\"";
        let bare = "Census\nID,Last\r\n1,\"Moss, Jr\"\n 2,Reed\n3,\"a\nb\"\n4\",\"Hall\n5,Dunn";
        for cut in 0..text.len() {
            let (mut marks, mut read) = (WholeLines::default(), String::from("x"));
            for piece in [&text[..cut], &text[cut..]] {
                let from = read.len();
                read.push_str(piece);
                marks.take_off(&mut read, from);
            }
            assert_eq!(read, format!("x{bare}"), "{cut}");
        }
    }
}
