//! Files made from good ones by accident or malice. Whatever they are, reading them ends, keeps the order of the lines, gives no
//! more than the file holds, and reads the same in every encoding.

use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::{checked, today};
use crate::census::check::check;
use crate::census::reader::{CensusReader, Item, ReadError, ReadOptions};
use crate::census::workbook::write_text;
use crate::examples::workbooks::Workbook;

/// Small files, each with a trait that a reader may stumble over.
const SEEDS: &[&str] = &[
    "First Name,Last Name,DOB\nAnn,Abel,1/2/1980\nBen,\"Moss, Jr\",25569\n",
    "Title of the list,,,\r\n\r\nEmployee ID;Name;Birth Date\r\nE1;\"Abel, Ann\";1980-01-02\r\n;;\r\nTotal;1;\r\n",
    "SSN\tREL\tLNAME\tFNAME\tDOB\n900551001\t18\tAbel\tAnn\t19800102\n900551001\t19\tAbel\tCy\t20100102\n",
    "First|Last|DOB|Address\rZoë|Peña|1/2/80|\"1 Main\r2nd floor\"\rPage 1 of 2|||\rFirst|Last|DOB|Address\r",
    "sep=,\nName,Phone,Phone,DOB (DD/MM/YYYY),Email\nAnn Abel,6.17E+09,x,25/12/1980,a@example.com\n\"unclosed,1,2\n",
];

/// What an accident puts into a file.
const PIECES: &[&str] = &[
    "\"",
    "\"\"",
    ",",
    ";",
    "\t",
    "|",
    "\n",
    "\r",
    "\r\n",
    "\u{feff}",
    "\u{a0}",
    "\u{200b}",
    "é",
    "=\"1\"",
    "<clear>",
    "#REF!",
    "Total",
    "Page 1 of 1",
    "\u{1a}",
    "\u{c}",
    "'",
    "First Name",
    "DOB",
    "1/2/1980",
    "01",
    "\u{1f600}",
    "\n\n\n",
    ",,,,,,,,,,",
];

/// One accident: cut, double, move or put in.
#[derive(Debug, Clone)]
enum Accident {
    Cut(Index, Index),
    Double(Index, Index),
    Insert(Index, &'static str),
    Append(&'static str),
}

fn accident() -> impl Strategy<Value = Accident> {
    let (at, until) = (any::<Index>(), any::<Index>());
    prop_oneof![
        (at, until).prop_map(|(at, until)| Accident::Cut(at, until)),
        (any::<Index>(), any::<Index>()).prop_map(|(at, until)| Accident::Double(at, until)),
        (any::<Index>(), select(PIECES)).prop_map(|(at, piece)| Accident::Insert(at, piece)),
        select(SEEDS).prop_map(Accident::Append),
    ]
}

/// A text that accidents have happened to.
fn text() -> impl Strategy<Value = String> {
    (select(SEEDS), prop::collection::vec(accident(), 0..8)).prop_map(|(seed, accidents)| {
        let mut letters: Vec<char> = seed.chars().collect();
        for accident in accidents {
            let place = |index: &Index, letters: &[char]| index.index(letters.len() + 1);
            match accident {
                Accident::Cut(one, other) => {
                    let (one, other) = (place(&one, &letters), place(&other, &letters));
                    letters.drain(one.min(other)..one.max(other).min(one.min(other) + 40));
                }
                Accident::Double(one, other) => {
                    let (one, other) = (place(&one, &letters), place(&other, &letters));
                    let part = letters[one.min(other)..one.max(other)].to_vec();
                    letters.splice(one..one, part);
                }
                Accident::Insert(at, piece) => {
                    let at = place(&at, &letters);
                    letters.splice(at..at, piece.chars());
                }
                Accident::Append(seed) => letters.extend(seed.chars()),
            }
        }
        letters.into_iter().collect()
    })
}

/// How many lines there are to somebody who counts every kind of line end once.
fn physical_lines(text: &str) -> u64 {
    text.replace("\r\n", "\n").split(['\n', '\r']).count() as u64
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn lines_rise_and_no_more_comes_out_than_went_in(text in text()) {
        let Ok(reader) = CensusReader::open(text.as_bytes(), &ReadOptions::default()) else { return Ok(()) };
        let columns = reader.mapping().columns().len();
        let (mut last, mut letters, mut number) = (0, 0, 0);
        for item in reader {
            let (line, spans) = match item {
                Ok(Item::Ignored(ignored)) => (ignored.line, u64::from(ignored.spans)),
                Ok(Item::Row(row)) => {
                    number += 1;
                    prop_assert_eq!(row.number, number);
                    letters += crate::census::field::Field::ALL.iter().filter_map(|field| row.get(*field)).map(str::len).sum::<usize>();
                    (row.line, 1)
                }
                Err(ReadError::Refused(_)) => break,
                Err(error) => panic!("memory failed: {error}"),
            };
            prop_assert!(line > last, "line {} comes behind line {}", line, last);
            last = line + spans - 1;
        }
        prop_assert!(last <= physical_lines(&text));
        prop_assert!(letters <= text.len() && columns <= text.len());
    }

    #[test]
    fn the_encoding_changes_nothing_but_its_name(text in text()) {
        let wide = |mark: [u8; 2], bytes: fn(u16) -> [u8; 2]| [mark.to_vec(), text.encode_utf16().flat_map(bytes).collect()].concat();
        let plain = checked(text.trim_start_matches('\u{feff}'));
        for bytes in [
            format!("\u{feff}{}", text.trim_start_matches('\u{feff}')).into_bytes(),
            wide([0xff, 0xfe], u16::to_le_bytes),
            wide([0xfe, 0xff], u16::to_be_bytes),
        ] {
            let mut other = checked(&bytes);
            other.encoding = plain.encoding;
            if let Some((layout, plain)) = other.layout.as_mut().zip(plain.layout.as_ref()) {
                layout.encoding.clone_from(&plain.encoding);
            }
            if !text.starts_with('\u{feff}') {
                prop_assert_eq!(&other, &plain);
            }
        }
    }

    #[test]
    fn a_workbook_reads_as_its_text_or_is_refused(text in text(), changes in prop::collection::vec((any::<Index>(), any::<u8>()), 0..3)) {
        let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split([',', ';', '\t', '|']).collect()).collect();
        let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
        let mut bytes = Workbook::of(&rows).bytes();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        let mut options = ReadOptions::default();
        let mut made = Vec::new();
        match write_text(std::io::Cursor::new(&bytes), &options, &mut made) {
            Ok(sheet) => options.sheet = Some(sheet),
            Err(ReadError::Refused(_)) => return Ok(()),
            Err(ReadError::Io(error)) => panic!("memory failed: {error}"),
        }
        let report = check(made.as_slice(), today(), &options).unwrap();
        prop_assert!(report.records.len() + report.ignored_lines.len() <= rows.len());
    }

    #[test]
    fn markup_of_any_kind_never_stops_the_program(parts in prop::collection::vec(select(MARKUP), 0..40)) {
        let bytes = Workbook::default().markup("Any", parts.concat()).bytes();
        let options = ReadOptions::default();
        let made = write_text(std::io::Cursor::new(&bytes), &options, std::io::sink());
        prop_assert!(!matches!(made, Err(ReadError::Io(_))));
    }
}

/// Pieces of the markup of a sheet.
const MARKUP: &[&str] = &[
    "<worksheet>",
    "</worksheet>",
    "<sheetData>",
    "</sheetData>",
    "<row r=\"1\">",
    "<row r=\"99999999999\">",
    "<row>",
    "</row>",
    "<c>",
    "<c r=\"A1\">",
    "<c r=\"ZZZZZZ9\" t=\"s\">",
    "<c t=\"b\">",
    "<c t=\"e\">",
    "<c t=\"d\">",
    "<c t=\"inlineStr\">",
    "</c>",
    "<c s=\"1\">",
    "<c s=\"77\">",
    "<v>",
    "</v>",
    "<v>1</v>",
    "<v>-1e308</v>",
    "<v>99999999</v>",
    "<is>",
    "</is>",
    "<t>a</t>",
    "<f>",
    "</f>",
    "1",
    "&amp;",
    "&#0;",
    "&bad;",
    "<![CDATA[x]]>",
    "<!-- -->",
    "<?x?>",
    "<dimension ref=\"A1:XFD1048576\"/>",
    "<dimension/>",
];
