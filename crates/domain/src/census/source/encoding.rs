//! Bytes to text, a buffer at a time: UTF-8 with or without byte order mark, UTF-16 with one, Windows-1252. Without its mark, UTF-16 is a text of
//! single bytes whose NULs go.
//!
//! A byte that is no UTF-8 is read as Windows-1252. Where there are more of these than characters of UTF-8, the file is in Windows-1252, and only
//! rare characters are counted: there another code page has accented letters. Elsewhere each such byte is.

use std::io::Read;

use encoding_rs::{Decoder, Encoding, UTF_8, WINDOWS_1252};

use super::{ReadError, Refusal};

/// How many bytes are read at a time, and looked at before the first is decoded.
pub const CHUNK: usize = 64 * 1024;

/// Text out of a stream of bytes; holds one buffer of them at most.
pub struct TextReader<R> {
    source: R,
    bytes: Vec<u8>,
    /// The name of the encoding that the first bytes tell.
    marked: Option<&'static str>,
    /// Of a file in UTF-16.
    decoder: Option<Decoder>,
    /// How many characters of UTF-8 there are besides ASCII, how many bytes that are none, and how many of these are rare characters.
    characters: u64,
    strays: u64,
    rare: u64,
    taken: u64,
    limit: u64,
    ended: bool,
}

impl<R: Read> TextReader<R> {
    /// Reads the first bytes and settles the encoding as far as they tell. `limit` is the most bytes the file may have.
    ///
    /// # Errors
    /// A source that fails, a file that is empty or something else than text.
    pub fn open(source: R, limit: u64) -> Result<Self, ReadError> {
        let (bytes, marked, decoder) = (Vec::with_capacity(2 * CHUNK), None, None);
        let (characters, strays, rare, taken) = (0, 0, 0, 0);
        let mut reader = Self { source, bytes, marked, decoder, characters, strays, rare, taken, limit, ended: false };
        reader.take_bytes()?;
        if reader.bytes.is_empty() {
            return Err(Refusal::Empty.into());
        }
        if let Some((encoding, mark)) = Encoding::for_bom(&reader.bytes) {
            reader.marked = Some(if encoding == UTF_8 { "UTF-8 with BOM" } else { encoding.name() });
            reader.decoder = (encoding != UTF_8).then(|| encoding.new_decoder_without_bom_handling());
            reader.bytes.drain(..mark);
        }
        match other_kind(&reader.bytes) {
            Some(kind) => Err(Refusal::OtherKind(kind).into()),
            None => Ok(reader),
        }
    }

    /// The name of the encoding as far as the file has been read: plain ASCII counts as UTF-8.
    pub fn encoding(&self) -> &'static str {
        let is_windows = self.strays > 0 && self.strays >= self.characters;
        self.marked.unwrap_or(if is_windows { "Windows-1252" } else { "UTF-8" })
    }

    /// How many bytes have been read as Windows-1252 and may mean something else.
    pub fn stray_bytes(&self) -> u64 {
        if self.marked.is_none() && self.strays >= self.characters { self.rare } else { self.strays }
    }

    /// Appends more text; `false` when there is no more.
    ///
    /// # Errors
    /// A source that fails, a file over the limit, bytes that are no text.
    pub fn fill(&mut self, text: &mut String) -> Result<bool, ReadError> {
        let before = text.len();
        self.decode(text);
        while text.len() == before && !self.ended {
            self.take_bytes()?;
            self.decode(text);
        }
        let read = text.len() > before;
        if text[before..].contains('\0') {
            let kept = without_filling(&text[before..]).ok_or(Refusal::NotText)?;
            text.truncate(before);
            text.push_str(&kept);
        }
        Ok(read)
    }

    /// Reads one chunk more.
    fn take_bytes(&mut self) -> Result<(), ReadError> {
        let read = (&mut self.source).take(CHUNK as u64).read_to_end(&mut self.bytes).map_err(ReadError::Io)?;
        self.ended = read < CHUNK;
        self.taken += read as u64;
        if self.taken > self.limit { Err(Refusal::TooLarge { limit: self.limit }.into()) } else { Ok(()) }
    }

    /// Decodes what is there, but for the beginning of a character at its end.
    fn decode(&mut self, text: &mut String) {
        if let Some(decoder) = self.decoder.as_mut().filter(|_| !self.bytes.is_empty()) {
            text.reserve(decoder.max_utf8_buffer_length(self.bytes.len()).unwrap_or(4 * self.bytes.len() + 16));
            let (_, used, _) = decoder.decode_to_string(&self.bytes, text, self.ended);
            self.bytes.drain(..used);
            return;
        }
        let mut used = 0;
        for chunk in self.bytes.utf8_chunks() {
            let begin = used + chunk.valid().len();
            text.push_str(chunk.valid());
            // Each character besides ASCII begins with such a byte.
            self.characters += chunk.valid().bytes().filter(|byte| *byte >= 0xc0).count() as u64;
            used = begin + chunk.invalid().len();
            if used == self.bytes.len() && !self.ended {
                used = begin;
                break;
            }
            text.push_str(&WINDOWS_1252.decode_without_bom_handling(chunk.invalid()).0);
            self.strays += chunk.invalid().len() as u64;
            // Lists hardly have such characters: neither a currency, dots, a quotation mark nor a dash.
            let is_rare = |byte: &&u8| matches!(**byte, 0x81..=0x84 | 0x86..=0x90 | 0x98..=0x9f);
            self.rare += chunk.invalid().iter().filter(is_rare).count() as u64;
        }
        self.bytes.drain(..used);
    }
}

/// A text without the NULs that fill its cells up; `None` of bytes that are no text. There NULs stand beside other control characters, or nothing
/// else does.
fn without_filling(text: &str) -> Option<String> {
    let is_control = |c: char| c.is_control() && !c.is_whitespace() && !matches!(c, '\0' | '\u{1a}');
    let kept = text.replace(['\0', '\u{1a}'], "");
    (!kept.is_empty() && !kept.contains(is_control)).then_some(kept)
}

/// What a file is instead of text, by how it begins behind its byte order mark. In UTF-16 a letter has a NUL beside it.
fn other_kind(bytes: &[u8]) -> Option<&'static str> {
    let holds = |mark: &[u8]| bytes.windows(mark.len()).any(|window| window == mark);
    let archive = if holds(b"xl/") || holds(b"[Content_Types].xml") { "an Excel workbook" } else { "a ZIP archive" };
    let marks: [(&[u8], &str); 4] = [
        (b"pk\x03\x04", archive),
        (b"\xd0\xcf\x11\xe0", "an old Excel workbook or other Office document"),
        (b"%pdf", "a PDF document"),
        (b"<", "a web page or XML document"),
    ];
    let start: Vec<u8> = bytes.iter().copied().skip_while(|byte| matches!(byte, b'\t'..=b' ' | 0)).take(8).collect();
    let begins = |mark: &[u8]| start.get(..mark.len()).is_some_and(|start| start.eq_ignore_ascii_case(mark));
    marks.into_iter().find_map(|(mark, kind)| begins(mark).then_some(kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nuls_that_fill_cells_up_go_and_other_bytes_are_no_text() {
        for (text, kept) in [
            ("1,Moss\0\0\0,Ann\0\0,1/2/1980\r\n", Some("1,Moss,Ann,1/2/1980\r\n")),
            ("1,\0\0\0,\0Ann,\"Moss\0\"\n", Some("1,,Ann,\"Moss\"\n")),
            ("Emp ID,Last Name,First Name\n1,Mo\0ss,Ann\n", Some("Emp ID,Last Name,First Name\n1,Moss,Ann\n")),
            ("1\0\0\0\0\0\0\0\0\0,Ann\0\0\0\0\0\0\0\n", Some("1,Ann\n")),
            ("\0\0\0", None),
            ("First Name,Last Name\0\0\0\u{1}\u{2}\0", None),
        ] {
            assert_eq!(without_filling(text).as_deref(), kept, "{text:?}");
        }
    }
}
