//! Following the markup of a part of a workbook byte by byte, before it is given to the reader of workbooks.
//!
//! That reader holds an element's text whole, and this is what bounds it: elements are properly nested, and neither a
//! cell nor a string nor anything between two tags is longer than [`LONGEST`].

use crate::census::source::refusal::Refusal;

/// The most bytes of markup of one cell or string: Excel allows 32,767 characters, escaped and in runs of many fonts.
pub(super) const LONGEST: usize = 1024 * 1024;
/// How deep elements may be nested.
const DEEPEST: usize = 64;

/// Where the last byte stood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum At {
    Text,
    Name,
    Tag,
    Quoted(u8),
    /// A comment, a declaration or an instruction, which ends with these two bytes and `>`.
    Aside([u8; 2]),
}

/// A name as it is compared: of the whole, and of what stands behind its prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Name {
    whole: u64,
    local: u64,
}

impl Name {
    fn add(&mut self, byte: u8) {
        self.whole = hash(self.whole, byte);
        self.local = if byte == b':' { 0 } else { hash(self.local, byte) };
    }
}

const fn hash(so_far: u64, byte: u8) -> u64 {
    (so_far ^ byte as u64).wrapping_mul(0x0100_0000_01b3).wrapping_add(1)
}

fn name_of(text: &str) -> u64 {
    text.bytes().fold(0, hash)
}

/// Follows one part from its first byte to its last.
#[derive(Debug)]
pub(super) struct Follower {
    at: At,
    name: Name,
    closes: bool,
    begun: usize,
    last: [u8; 2],
    open: Vec<Name>,
    item: u64,
    inside: Option<usize>,
    run: usize,
    /// How many cells or strings there were.
    pub(super) count: u64,
    /// How many digits there are of the longest number in the tag of a list of strings: room is made for as many.
    pub(super) longest_number: usize,
    digits: usize,
    row: u64,
    /// Whether a row of a sheet is hidden.
    pub(super) hides_rows: bool,
    /// How much of what says so has come.
    hidden: usize,
    merge: u64,
    /// How many merged cells a sheet has.
    pub(super) merged: u64,
}

/// The list of the strings that sheets share.
const STRINGS: &str = "sst";
/// A row of a sheet, and what hides it.
const ROW: &str = "row";
const HIDDEN: &[u8] = b"hidden=";
/// Cells of a sheet that are one.
const MERGE: &str = "mergeCell";

impl Follower {
    /// At the beginning of a part whose cells or strings are elements of this name.
    pub(super) fn new(item: &str) -> Self {
        Self {
            at: At::Text,
            name: Name::default(),
            closes: false,
            begun: 0,
            last: [0; 2],
            open: Vec::new(),
            item: name_of(item),
            inside: None,
            run: 0,
            count: 0,
            longest_number: 0,
            digits: 0,
            row: name_of(ROW),
            hides_rows: false,
            hidden: 0,
            merge: name_of(MERGE),
            merged: 0,
        }
    }

    /// Goes on over more bytes.
    pub(super) fn follow(&mut self, bytes: &[u8]) -> Result<(), Refusal> {
        for byte in bytes {
            self.step(*byte)?;
            self.last = [self.last[1], *byte];
        }
        Ok(())
    }

    fn step(&mut self, byte: u8) -> Result<(), Refusal> {
        self.run += 1;
        self.digits = if byte.is_ascii_digit() { self.digits } else { 0 };
        if self.run > LONGEST {
            return Err(Refusal::CellTooLong { limit: LONGEST });
        }
        match self.at {
            At::Text if byte == b'<' => {
                self.at = At::Name;
                (self.name, self.closes, self.begun) = (Name::default(), false, 0);
            }
            At::Text => {}
            At::Name => return self.in_name(byte),
            At::Tag | At::Quoted(_) if self.name.local == name_of(STRINGS) && byte.is_ascii_digit() => {
                self.digits += 1;
                self.longest_number = self.longest_number.max(self.digits);
                return Ok(());
            }
            At::Tag | At::Quoted(_) if !self.hides_rows && self.name.local == self.row => {
                self.look_for_hidden(byte);
                return self.in_tag(byte);
            }
            At::Tag | At::Quoted(_) => return self.in_tag(byte),
            At::Aside(end) => {
                self.begun += 1;
                if byte == b'>' && self.ends(end) {
                    self.at = At::Text;
                }
            }
        }
        Ok(())
    }

    fn in_tag(&mut self, byte: u8) -> Result<(), Refusal> {
        match self.at {
            At::Quoted(mark) if byte == mark => self.at = At::Tag,
            At::Quoted(_) => {}
            _ => match byte {
                b'>' => return self.end_of_tag(),
                b'"' | b'\'' => self.at = At::Quoted(byte),
                _ => {}
            },
        }
        Ok(())
    }

    /// Follows `hidden="1"` or `hidden="true"` in the tag of a row.
    fn look_for_hidden(&mut self, byte: u8) {
        match byte {
            _ if HIDDEN.get(self.hidden) == Some(&byte) => self.hidden += 1,
            b'"' | b'\'' if self.hidden == HIDDEN.len() => {}
            b'1' | b't' if self.hidden == HIDDEN.len() => self.hides_rows = true,
            _ => self.hidden = usize::from(byte == HIDDEN[0]),
        }
    }

    /// Whether what stands before a `>` ends an aside; its own beginning does not.
    fn ends(&self, end: [u8; 2]) -> bool {
        match end {
            [0, mark] => self.begun > 2 && self.last[1] == mark,
            _ => self.begun > 5 && self.last == end,
        }
    }

    fn in_name(&mut self, byte: u8) -> Result<(), Refusal> {
        self.begun += 1;
        match byte {
            b'?' if self.begun == 1 => self.at = At::Aside([0, b'?']),
            b'!' if self.begun == 1 => {}
            b'/' if self.begun == 1 => self.closes = true,
            // Behind "<!" stands "--" of a comment or "[CDATA[".
            b'-' if self.begun == 2 && self.last[1] == b'!' => self.at = At::Aside([b'-', b'-']),
            b'[' if self.begun == 2 && self.last[1] == b'!' => self.at = At::Aside([b']', b']']),
            // A type declaration: no workbook has one, and nothing good comes of it.
            _ if self.begun == 2 && self.last[1] == b'!' => return Err(Refusal::Damaged),
            b'>' => return self.end_of_tag(),
            b'/' | b' ' | b'\t' | b'\r' | b'\n' => self.at = At::Tag,
            _ => self.name.add(byte),
        }
        Ok(())
    }

    fn end_of_tag(&mut self) -> Result<(), Refusal> {
        self.at = At::Text;
        let empty = self.last[1] == b'/' && !self.closes;
        if !self.closes {
            if self.open.len() == DEEPEST {
                return Err(Refusal::Damaged);
            }
            if self.inside.is_none() && self.item == self.name.local {
                self.inside = Some(self.open.len());
                self.count += 1;
            }
            self.merged += u64::from(self.name.local == self.merge);
            self.open.push(self.name);
        }
        if self.closes || empty {
            if self.open.pop() != Some(self.name) {
                return Err(Refusal::Damaged);
            }
            if self.inside == Some(self.open.len()) {
                self.inside = None;
            }
        }
        if self.inside.is_none() {
            self.run = 0;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn followed(text: &str) -> Result<u64, Refusal> {
        let mut follower = Follower::new("c");
        follower.follow(text.as_bytes())?;
        Ok(follower.count)
    }

    #[test]
    fn properly_nested_markup_is_let_through_and_its_cells_are_counted() {
        let text = "<?xml version=\"1.0\"?><!-- <c> --><x:sheet a='1>2' b=\"'\"><x:c r=\"A1\"><v>1</v></x:c><c/><c t=\"s\" /></x:sheet>\n";
        assert_eq!(followed(text), Ok(3));
        assert_eq!(followed("<si><![CDATA[</si>]]></si>"), Ok(0));
    }

    #[test]
    fn what_a_list_of_strings_claims_of_its_length_is_noted() {
        let mut follower = Follower::new("si");
        follower
            .follow(b"<x:sst count=\"12\" uniqueCount='99999999999' y='7'><si z='1234567890123'/></x:sst>")
            .unwrap();
        assert_eq!((follower.longest_number, follower.count), (11, 1));
    }

    #[test]
    fn hidden_rows_are_noted() {
        for (text, is_hidden) in [
            ("<x:row r=\"1\" hidden='1'><c/></x:row>", true),
            ("<row hidden=\"true\" r=\"1\"/>", true),
            ("<row r=\"1\" hidden=\"0\"/>", false),
            ("<col hidden=\"1\"/><row r=\"1\"/>", false),
            ("<row r=\"1\"><c><v> hidden=\"1\"</v></c></row>", false),
        ] {
            let mut follower = Follower::new("c");
            follower.follow(text.as_bytes()).unwrap();
            assert_eq!(follower.hides_rows, is_hidden, "{text}");
        }
    }

    #[test]
    fn merged_cells_are_counted() {
        let mut follower = Follower::new("c");
        follower
            .follow(b"<s><x:mergeCells count=\"2\"><x:mergeCell ref=\"A1:A2\"/><mergeCell ref='B1:B3'></mergeCell></x:mergeCells></s>")
            .unwrap();
        assert_eq!(follower.merged, 2);
    }

    #[test]
    fn what_the_reader_would_lose_its_way_in_is_damaged() {
        for text in ["<a></b>", "<c><is></c></is>", "</a>", "<!DOCTYPE a [<!ENTITY b \"c\">]><a/>", &"<a>".repeat(65)] {
            assert_eq!(followed(text), Err(Refusal::Damaged), "{text}");
        }
    }

    #[test]
    fn nothing_between_two_tags_and_no_cell_is_longer_than_a_reader_may_hold() {
        let long = "x".repeat(LONGEST + 1);
        let many = "<is><t>x</t></is>".repeat(LONGEST / 16);
        for text in [format!("<a>{long}"), format!("<a b=\"{long}"), format!("<!--{long}"), format!("<c>{many}"), long]
        {
            assert_eq!(followed(&text), Err(Refusal::CellTooLong { limit: LONGEST }));
        }
        assert_eq!(followed(&format!("<sheet>{}</sheet>", "<c><v>1</v></c>".repeat(LONGEST / 8))), Ok(131_072));
    }
}
