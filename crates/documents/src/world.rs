//! The closed world in which Typst works: embedded templates and fonts, and the data of one document.

use std::fmt::Write;
use std::sync::LazyLock;

use chrono::{DateTime, Datelike, Timelike, Utc};
use serde::Serialize;
use typst::diag::{FileError, FileResult, SourceDiagnostic};
use typst::foundations::{Bytes, Datetime, Duration, Smart};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World};
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards, Timestamp};

use crate::fonts::FONTS;
use crate::{DocumentError, compact};

/// The most pages of a document after which something is worth keeping.
const THIN: usize = 4;

/// A document that can be laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Template {
    Invoice,
    Utilization,
    Statement,
}

/// What all documents share. File ids are interned in a space of 16 bits, so this is made once.
struct Press {
    library: LazyHash<Library>,
    book: LazyHash<FontBook>,
    sources: [Source; 9],
    data: FileId,
}

static PRESS: LazyLock<Press> = LazyLock::new(|| Press {
    library: LazyHash::new(Library::default()),
    book: LazyHash::new(FontBook::from_fonts(FONTS.iter())),
    sources: [
        ("invoice.typ", include_str!("../templates/invoice.typ")),
        ("utilization.typ", include_str!("../templates/utilization.typ")),
        ("statement.typ", include_str!("../templates/statement.typ")),
        ("style.typ", include_str!("../templates/style.typ")),
        ("change.typ", include_str!("../templates/change.typ")),
        ("data.typ", include_str!("../templates/data.typ")),
        ("lines.typ", include_str!("../templates/lines.typ")),
        ("status.typ", include_str!("../templates/status.typ")),
        ("appendix.typ", include_str!("../templates/appendix.typ")),
    ]
    .map(|(name, text)| Source::new(file(name), text.to_owned())),
    data: file("data.json"),
});

fn file(name: &str) -> FileId {
    let path = VirtualPath::new(name).expect("the names of templates are plain");
    RootedPath::new(VirtualRoot::Project, path).intern()
}

/// The world of one document.
struct Sheet {
    press: &'static Press,
    main: FileId,
    data: Bytes,
}

impl World for Sheet {
    fn library(&self) -> &LazyHash<Library> {
        &self.press.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.press.book
    }

    fn main(&self) -> FileId {
        self.main
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        let found = self.press.sources.iter().find(|source| source.id() == id);
        found.cloned().ok_or_else(|| FileError::NotFound(id.vpath().get_without_slash().into()))
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        if id == self.press.data { Ok(self.data.clone()) } else { self.source(id).map(Bytes::from_string) }
    }

    fn font(&self, index: usize) -> Option<Font> {
        FONTS.get(index).cloned()
    }

    fn today(&self, _offset: Option<Duration>) -> Option<Datetime> {
        None
    }
}

/// Lays out `data` by its template.
pub(crate) fn lay_out(template: Template, data: &impl Serialize) -> Result<PagedDocument, DocumentError> {
    let main = match template {
        Template::Invoice => PRESS.sources[0].id(),
        Template::Utilization => PRESS.sources[1].id(),
        Template::Statement => PRESS.sources[2].id(),
    };
    let data = serde_json::to_vec(data).map_err(|error| DocumentError::Layout(error.to_string()))?;
    let sheet = Sheet { press: &PRESS, main, data: Bytes::new(data) };
    let result = typst::compile::<PagedDocument>(&sheet);
    let document = result.output.map_err(|errors| DocumentError::Layout(told(&errors)))?;
    if result.warnings.is_empty() { Ok(document) } else { Err(DocumentError::Layout(told(&result.warnings))) }
}

/// The PDF of `data`. `ident` tells documents apart, `made_at` stands in it as creation time.
pub(crate) fn pdf(
    template: Template,
    data: &impl Serialize,
    ident: String,
    made_at: DateTime<Utc>,
) -> Result<Vec<u8>, DocumentError> {
    let document = lay_out(template, data)?;
    let options = PdfOptions {
        ident: Smart::Custom(ident),
        creator: Smart::Custom(Some("Ledgerwell".to_owned())),
        timestamp: timestamp(made_at),
        standards: PdfStandards::new(&[PdfStandard::Ua_1]).expect("one standard never contradicts itself"),
        ..PdfOptions::default()
    };
    let bytes = typst_pdf::pdf(&document, &options).map_err(|errors| DocumentError::Layout(told(&errors)));
    comemo::evict(kept_for(document.pages().len()));
    bytes.map(|bytes| compact::packed(&bytes).unwrap_or(bytes))
}

/// For how many documents more Typst keeps what it has remembered of one of so many pages. The templates, the fonts' plans and all that
/// is labelled alike serve the next document too, names do not: what the next one has no use for is forgotten then. A thick one leaves
/// 100 MB, and nothing of it is kept.
fn kept_for(pages: usize) -> usize {
    if pages <= THIN { 1 } else { 0 }
}

fn timestamp(at: DateTime<Utc>) -> Option<Timestamp> {
    let small = |number: u32| u8::try_from(number).ok();
    let (month, day) = (small(at.month())?, small(at.day())?);
    let (hour, minute, second) = (small(at.hour())?, small(at.minute())?, small(at.second())?);
    Datetime::from_ymd_hms(at.year(), month, day, hour, minute, second).map(Timestamp::new_utc)
}

fn told(diagnostics: &[SourceDiagnostic]) -> String {
    let mut told = String::new();
    for diagnostic in diagnostics {
        let separator = if told.is_empty() { "" } else { "; " };
        let _ = write!(told, "{separator}{}", diagnostic.message);
        diagnostic.hints.iter().for_each(|hint| {
            let _ = write!(told, " ({hint:?})");
        });
    }
    told
}
