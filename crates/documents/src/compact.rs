//! Packs a finished PDF: its many small objects go into compressed object streams (PDF 1.5).
//!
//! Typst writes every object plainly, and the tags of a long table are thousands of them: packed, a member appendix is
//! about five times smaller. Objects keep their numbers and their bytes; streams stay as they are.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

/// Objects in one object stream. Readers unpack a whole stream to find one of them.
const OBJECTS_PER_STREAM: usize = 200;

/// Bytes of an entry of the cross-reference stream: the kind, a place, an index.
const ENTRY: &str = "[1 4 2]";

/// Where an object of the packed file stands.
#[derive(Clone, Copy)]
enum Entry {
    Free,
    At(usize),
    Within { stream: usize, index: usize },
}

/// A PDF taken apart.
struct Parts<'a> {
    head: &'a [u8],
    /// By object number; none for numbers that are free.
    objects: Vec<Option<&'a [u8]>>,
    /// The entries of the trailer without its size.
    trailer: &'a [u8],
}

/// The same document in fewer bytes; `None` when it is not laid out as Typst lays it out.
pub(crate) fn packed(pdf: &[u8]) -> Option<Vec<u8>> {
    let parts = Parts::of(pdf)?;
    let mut file = parts.head.to_vec();
    let mut entries = vec![Entry::Free; parts.objects.len()];
    let mut small = Vec::new();
    for (number, object) in parts.objects.iter().enumerate() {
        let Some(object) = object else { continue };
        if object.ends_with(b"endstream") {
            entries[number] = Entry::At(file.len());
            put(&mut file, number, object);
        } else {
            small.push((number, *object));
        }
    }
    for chunk in small.chunks(OBJECTS_PER_STREAM) {
        let stream = entries.len();
        for (index, (number, _)) in chunk.iter().enumerate() {
            entries[*number] = Entry::Within { stream, index };
        }
        entries.push(Entry::At(file.len()));
        put(&mut file, stream, &object_stream(chunk)?);
    }
    let start = file.len();
    let number = entries.len();
    entries.push(Entry::At(start));
    put(&mut file, number, &cross_references(&entries, parts.trailer)?);
    write!(file, "startxref\n{start}\n%%EOF").ok()?;
    Some(file)
}

fn put(file: &mut Vec<u8>, number: usize, object: &[u8]) {
    file.extend_from_slice(format!("{number} 0 obj\n").as_bytes());
    file.extend_from_slice(object);
    file.extend_from_slice(b"\nendobj\n");
}

fn compressed(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}

fn stream(dictionary: &str, trailer: &[u8], bytes: &[u8]) -> Option<Vec<u8>> {
    let bytes = compressed(bytes)?;
    let mut object = format!("<<{dictionary}/Filter/FlateDecode/Length {}", bytes.len()).into_bytes();
    object.extend_from_slice(trailer);
    object.extend_from_slice(b">>\nstream\n");
    object.extend_from_slice(&bytes);
    object.extend_from_slice(b"\nendstream");
    Some(object)
}

fn object_stream(objects: &[(usize, &[u8])]) -> Option<Vec<u8>> {
    let (mut index, mut bodies) = (String::new(), Vec::new());
    for (number, object) in objects {
        index.push_str(&format!("{number} {} ", bodies.len()));
        bodies.extend_from_slice(object);
        bodies.push(b'\n');
    }
    let dictionary = format!("/Type/ObjStm/N {}/First {}", objects.len(), index.len());
    stream(&dictionary, b"", &[index.as_bytes(), &bodies].concat())
}

fn cross_references(entries: &[Entry], trailer: &[u8]) -> Option<Vec<u8>> {
    let mut table = Vec::with_capacity(entries.len() * 7);
    for entry in entries {
        let (kind, place, index) = match *entry {
            Entry::Free => (0, 0, u16::MAX.into()),
            Entry::At(offset) => (1, offset, 0),
            Entry::Within { stream, index } => (2, stream, index),
        };
        table.push(kind);
        table.extend_from_slice(&u32::try_from(place).ok()?.to_be_bytes());
        table.extend_from_slice(&u16::try_from(index).ok()?.to_be_bytes());
    }
    stream(&format!("/Type/XRef/W{ENTRY}/Size {}", entries.len()), trailer, &table)
}

impl<'a> Parts<'a> {
    fn of(pdf: &'a [u8]) -> Option<Self> {
        let tail = pdf.len().saturating_sub(64);
        let mark = tail + find(&pdf[tail..], b"startxref")?;
        let table: usize = std::str::from_utf8(&pdf[mark..]).ok()?.split_whitespace().nth(1)?.parse().ok()?;
        let body = pdf.get(table..mark)?.strip_prefix(b"xref\n0 ")?;
        let line = find(body, b"\n")?;
        let count: usize = std::str::from_utf8(&body[..line]).ok()?.parse().ok()?;
        let (rows, rest) = body[line + 1..].split_at_checked(count * 20)?;
        let trailer = rest.strip_prefix(b"trailer\n<</Size ")?;
        let trailer = trailer.trim_ascii_end().strip_suffix(b">>")?;
        let trailer = &trailer[trailer.iter().position(|byte| !byte.is_ascii_digit())?..];
        let offset = |row: &[u8]| -> Option<usize> { std::str::from_utf8(&row[..10]).ok()?.parse().ok() };
        let used = |row: &&[u8]| row[17] == b'n';
        let mut offsets = rows.chunks(20).filter(used).map(offset).collect::<Option<Vec<_>>>()?;
        offsets.push(table);
        offsets.sort_unstable();
        let object = |(number, row): (usize, &[u8])| -> Option<Option<&'a [u8]>> {
            if row[17] != b'n' {
                return Some(None);
            }
            let start = offset(row)?;
            let end = offsets[offsets.partition_point(|other| *other <= start)];
            let object = pdf.get(start..end)?.strip_prefix(format!("{number} 0 obj\n").as_bytes())?;
            Some(Some(object.trim_ascii_end().strip_suffix(b"endobj")?.trim_ascii_end()))
        };
        let objects = rows.chunks(20).enumerate().map(object).collect::<Option<Vec<_>>>()?;
        Some(Self { head: pdf.get(..*offsets.first()?)?, objects, trailer })
    }
}

fn find(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    bytes.windows(needle.len()).position(|window| window == needle)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::ZlibDecoder;

    use super::*;

    const CATALOG: &str = "<</Type/Catalog/Pages 2 0 R>>";
    const PAGES: &str = "<</Kids[]>>";
    const STREAM: &str = "<</Length 2>>\nstream\nab\nendstream";

    /// A file as Typst writes it.
    fn plain() -> Vec<u8> {
        let mut file = b"%PDF-1.7\n%\xE2\xE3\n".to_vec();
        let mut table = "xref\n0 4\n0000000000 65535 f\r\n".to_owned();
        for (number, object) in [(1, CATALOG), (2, PAGES), (3, STREAM)] {
            table.push_str(&format!("{:010} 00000 n\r\n", file.len()));
            put(&mut file, number, object.as_bytes());
            file.push(b'\n');
        }
        let start = file.len();
        file.extend_from_slice(table.as_bytes());
        file.extend_from_slice(format!("trailer\n<</Size 4/Root 1 0 R>>\nstartxref\n{start}\n%%EOF").as_bytes());
        file
    }

    fn inflated(object: &[u8]) -> Vec<u8> {
        let start = find(object, b"stream\n").expect("a stream") + 7;
        let mut bytes = Vec::new();
        ZlibDecoder::new(&object[start..]).read_to_end(&mut bytes).expect("a sound stream");
        bytes
    }

    #[test]
    fn objects_keep_their_numbers_and_bytes() {
        let packed = packed(&plain()).expect("a PDF as Typst writes it");
        let at = |needle: &[u8]| find(&packed, needle).expect("an object");
        assert!(packed.starts_with(b"%PDF-1.7\n%\xE2\xE3\n3 0 obj\n<</Length 2>>\nstream\nab\nendstream\nendobj\n"));
        let small = inflated(&packed[at(b"4 0 obj")..]);
        assert_eq!(small, format!("1 0 2 {} {CATALOG}\n{PAGES}\n", CATALOG.len() + 1).as_bytes());
        let table = &packed[at(b"5 0 obj")..];
        assert!(find(table, b"/Size 6").is_some() && find(table, b"/Root 1 0 R").is_some());
        let rows = inflated(table);
        assert_eq!(rows[7..14], [2, 0, 0, 0, 4, 0, 0]);
        assert_eq!(rows[14..21], [2, 0, 0, 0, 4, 0, 1]);
        assert_eq!(rows[21..28], [1, 0, 0, 0, 13, 0, 0]);
        let start = at(b"5 0 obj").to_string();
        assert!(packed.ends_with(format!("startxref\n{start}\n%%EOF").as_bytes()));
    }

    #[test]
    fn anything_else_is_left_alone() {
        let plain = plain();
        for other in [&b""[..], b"%PDF-1.7", &plain[..plain.len() - 20], &plain[5..], b"startxref\n0\n%%EOF"] {
            assert!(packed(other).is_none());
        }
    }
}
