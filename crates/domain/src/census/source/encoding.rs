//! Bytes to text, a buffer at a time: UTF-8 with or without byte order mark, UTF-16 of either order, Windows-1252.
//!
//! A file without a byte order mark is plain ASCII until the first other byte; what follows there decides between UTF-8 and
//! Windows-1252, wherever in the file it stands. A byte that is no UTF-8 after all is read as Windows-1252 and counted. So is a sign
//! of Windows-1252 beside a letter, where a file of another code page, such as Mac Roman, has an accented letter.

use std::io::{self, Read};
use std::str;

use encoding_rs::{CoderResult, Decoder, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::refusal::{ReadError, Refusal};

/// How the characters of a file are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8 or plain ASCII.
    Utf8,
    /// UTF-8 that begins with a byte order mark, as Excel writes it.
    Utf8WithBom,
    /// UTF-16, low byte first.
    Utf16Le,
    /// UTF-16, high byte first.
    Utf16Be,
    /// The Western code page of Windows.
    Windows1252,
}

impl Encoding {
    /// The name as it is shown.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf8WithBom => "UTF-8 with BOM",
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
            Self::Windows1252 => "Windows-1252",
        }
    }
}

/// How many bytes are read at a time, and looked at before the first is decoded.
pub const CHUNK: usize = 64 * 1024;

/// What the decoder knows of the bytes to come.
enum Mode {
    Ascii,
    Utf8,
    Windows1252,
    Utf16(Decoder),
}

/// Text out of a stream of bytes; holds one buffer of them at most.
pub struct TextReader<R> {
    source: R,
    chunk: Box<[u8]>,
    bytes: Vec<u8>,
    mode: Mode,
    encoding: Encoding,
    stray: u64,
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
        let mut reader = Self {
            source,
            chunk: vec![0; CHUNK].into_boxed_slice(),
            bytes: Vec::with_capacity(2 * CHUNK),
            mode: Mode::Ascii,
            encoding: Encoding::Utf8,
            stray: 0,
            taken: 0,
            limit,
            ended: false,
        };
        while !reader.ended && reader.bytes.len() < CHUNK {
            reader.take_bytes()?;
        }
        if reader.bytes.is_empty() {
            return Err(Refusal::Empty.into());
        }
        if let Some(kind) = other_kind(&reader.bytes) {
            return Err(Refusal::OtherKind(kind).into());
        }
        reader.settle();
        Ok(reader)
    }

    /// The encoding as far as the file has been read: plain ASCII counts as UTF-8.
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// How many bytes have been read as Windows-1252 and may mean something else.
    pub const fn stray_bytes(&self) -> u64 {
        self.stray
    }

    /// Appends more text; `false` when there is no more.
    ///
    /// # Errors
    /// A source that fails, a file over the limit, bytes that are no text.
    pub fn fill(&mut self, text: &mut String) -> Result<bool, ReadError> {
        let before = text.len();
        while text.len() == before {
            if self.bytes.is_empty() || !self.decode(text) {
                if self.ended {
                    break;
                }
                self.take_bytes()?;
            }
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
        let read = loop {
            match self.source.read(&mut self.chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                outcome => break outcome.map_err(ReadError::Io)?,
            }
        };
        self.bytes.extend_from_slice(self.chunk.get(..read).unwrap_or_default());
        self.ended = read == 0;
        self.taken += read as u64;
        if self.taken > self.limit { Err(Refusal::TooLarge { limit: self.limit }.into()) } else { Ok(()) }
    }

    /// Takes a byte order mark off, or recognises UTF-16 by where its zero bytes stand.
    fn settle(&mut self) {
        let (encoding, mark) = match self.bytes.as_slice() {
            [0xef, 0xbb, 0xbf, ..] => (Encoding::Utf8WithBom, 3),
            [0xff, 0xfe, ..] => (Encoding::Utf16Le, 2),
            [0xfe, 0xff, ..] => (Encoding::Utf16Be, 2),
            bytes => (utf16_without_mark(bytes).unwrap_or(Encoding::Utf8), 0),
        };
        self.encoding = encoding;
        self.mode = match encoding {
            Encoding::Utf16Le => Mode::Utf16(UTF_16LE.new_decoder_without_bom_handling()),
            Encoding::Utf16Be => Mode::Utf16(UTF_16BE.new_decoder_without_bom_handling()),
            Encoding::Utf8WithBom => Mode::Utf8,
            _ => Mode::Ascii,
        };
        self.bytes.drain(..mark);
    }

    /// Decodes what is there; `false` when it needs more bytes first.
    fn decode(&mut self, text: &mut String) -> bool {
        match &mut self.mode {
            Mode::Ascii => self.decode_ascii(text),
            Mode::Utf8 => self.decode_utf8(text),
            Mode::Windows1252 => {
                self.stray += signs_beside_letters(&self.bytes);
                text.push_str(&WINDOWS_1252.decode_without_bom_handling(&self.bytes).0);
                self.bytes.clear();
                true
            }
            Mode::Utf16(decoder) => {
                let room = decoder.max_utf8_buffer_length(self.bytes.len()).unwrap_or(4 * self.bytes.len() + 16);
                text.reserve(room);
                let (outcome, used, _) = decoder.decode_to_string(&self.bytes, text, self.ended);
                debug_assert_eq!(outcome, CoderResult::InputEmpty);
                self.bytes.drain(..used);
                true
            }
        }
    }

    /// Passes ASCII on; the first other byte decides how the file is read from there.
    fn decode_ascii(&mut self, text: &mut String) -> bool {
        let plain = self.bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(self.bytes.len());
        if plain > 0 {
            self.pass_on(plain, text);
            return true;
        }
        match utf8_or_not(&self.bytes, self.ended) {
            Some(true) => self.mode = Mode::Utf8,
            Some(false) => {
                self.mode = Mode::Windows1252;
                self.encoding = Encoding::Windows1252;
            }
            None => return false,
        }
        self.decode(text)
    }

    /// Passes UTF-8 on, and single bytes that are none as Windows-1252.
    fn decode_utf8(&mut self, text: &mut String) -> bool {
        let mut done = 0;
        while done < self.bytes.len() {
            match str::from_utf8(&self.bytes[done..]) {
                Ok(valid) => {
                    text.push_str(valid);
                    done = self.bytes.len();
                }
                Err(error) => {
                    let valid = &self.bytes[done..done + error.valid_up_to()];
                    text.push_str(str::from_utf8(valid).unwrap_or_default());
                    done += error.valid_up_to();
                    if error.error_len().is_none() && !self.ended {
                        break;
                    }
                    text.push_str(&WINDOWS_1252.decode_without_bom_handling(&self.bytes[done..=done]).0);
                    self.stray += 1;
                    done += 1;
                }
            }
        }
        self.bytes.drain(..done);
        done > 0
    }

    /// Passes the first `count` bytes on, which are ASCII.
    fn pass_on(&mut self, count: usize, text: &mut String) {
        text.push_str(str::from_utf8(&self.bytes[..count]).unwrap_or_default());
        self.bytes.drain(..count);
    }
}

/// So many letters at least stand in a text for each NUL within a word.
const LETTERS_PER_NUL: usize = 10;

/// A text without the NULs that fill its cells up; `None` of bytes that are no text. There NULs stand within words or beside other control
/// characters, or nothing else does.
fn without_filling(text: &str) -> Option<String> {
    let (mut kept, mut within, mut is_behind_nul) = (String::with_capacity(text.len()), 0_usize, false);
    for c in text.chars() {
        match c {
            '\0' => is_behind_nul = true,
            '\u{1a}' => {}
            _ if c.is_control() && !c.is_whitespace() => return None,
            _ => {
                within += usize::from(is_behind_nul && c.is_alphanumeric() && kept.ends_with(char::is_alphanumeric));
                kept.push(c);
                is_behind_nul = false;
            }
        }
    }
    (!kept.is_empty() && within * LETTERS_PER_NUL <= kept.len()).then_some(kept)
}

/// How many signs of Windows-1252 other than an apostrophe stand right behind a letter or before a small one.
fn signs_beside_letters(bytes: &[u8]) -> u64 {
    let is_sign = |byte: u8| matches!(byte, 0x80..=0x90 | 0x93..=0x9f);
    let is_beside = |pair: &&[u8]| {
        (pair[0].is_ascii_alphabetic() && is_sign(pair[1])) || (is_sign(pair[0]) && pair[1].is_ascii_lowercase())
    };
    bytes.windows(2).filter(is_beside).count() as u64
}

/// Whether the bytes from the first that is no ASCII read as UTF-8; `None` when only more bytes can tell.
fn utf8_or_not(bytes: &[u8], ended: bool) -> Option<bool> {
    let (mut characters, mut faults, mut rest) = (0_u64, 0_u64, bytes);
    loop {
        let (valid, fault) = match str::from_utf8(rest) {
            Ok(valid) => (valid, None),
            Err(error) => (str::from_utf8(&rest[..error.valid_up_to()]).unwrap_or_default(), Some(error)),
        };
        characters += valid.chars().filter(|c| !c.is_ascii()).count() as u64;
        let Some(error) = fault else { break };
        let cut_off = error.error_len().is_none();
        if cut_off && !ended {
            break;
        }
        faults += 1;
        rest = &rest[error.valid_up_to() + 1..];
    }
    (characters + faults > 0).then_some(characters > faults)
}

/// UTF-16 without a byte order mark: among the first bytes every second one is zero, and only of one side.
fn utf16_without_mark(bytes: &[u8]) -> Option<Encoding> {
    let pairs = bytes.chunks_exact(2).take(512);
    let count = pairs.len();
    let (mut high, mut low) = (0, 0);
    for pair in pairs {
        high += usize::from(pair[0] == 0);
        low += usize::from(pair[1] == 0);
    }
    match (high, low) {
        (0, zeros) if count > 1 && zeros * 2 > count => Some(Encoding::Utf16Le),
        (zeros, 0) if count > 1 && zeros * 2 > count => Some(Encoding::Utf16Be),
        _ => None,
    }
}

/// What a file is instead of text, by how it begins.
fn other_kind(bytes: &[u8]) -> Option<&'static str> {
    let begins = |mark: &[u8]| bytes.starts_with(mark);
    let holds = |mark: &[u8]| bytes.windows(mark.len()).take(CHUNK).any(|window| window == mark);
    if begins(b"PK\x03\x04") || begins(b"PK\x05\x06") {
        let workbook = holds(b"xl/") || holds(b"[Content_Types].xml");
        return Some(if workbook { "an Excel workbook" } else { "a ZIP archive" });
    }
    let start: Vec<u8> = bytes.iter().skip_while(|byte| byte.is_ascii_whitespace()).take(14).copied().collect();
    let start = String::from_utf8_lossy(&start).to_ascii_lowercase();
    if start.starts_with("<!doctype") || start.starts_with("<html") || start.starts_with("<?xml") {
        return Some("a web page or XML document");
    }
    [
        (&b"%PDF"[..], "a PDF document"),
        (b"\x89PNG", "a picture"),
        (b"\xff\xd8\xff", "a picture"),
        (b"GIF8", "a picture"),
        (b"\xd0\xcf\x11\xe0", "an old Excel workbook or other Office document"),
        (b"{\\rtf", "a rich text document"),
        (b"\x1f\x8b", "a compressed archive"),
        (b"7z\xbc\xaf", "a compressed archive"),
        (b"Rar!", "a compressed archive"),
    ]
    .into_iter()
    .find_map(|(mark, kind)| begins(mark).then_some(kind))
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
            ("A\0n\0n\0,\0M\0o\0s\0s\0\n\0", None),
            ("A\0\0\0n\0\0\0n\0\0\0,\0\0\0", None),
            ("First Name,Last Name\0\0\0\u{1}\u{2}\0", None),
        ] {
            assert_eq!(without_filling(text).as_deref(), kept, "{text:?}");
        }
    }
}
