//! A page of plain lines as a PDF.

use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str};

/// A page with these lines; what is not ASCII shows as `?`.
pub fn page(lines: &[String]) -> Vec<u8> {
    let [catalog, tree, page, content, font] = [1, 2, 3, 4, 5].map(Ref::new);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree).kids([page]).count(1);
    let mut only = pdf.page(page);
    only.parent(tree).media_box(Rect::new(0.0, 0.0, 612.0, 792.0)).contents(content);
    only.resources().fonts().pair(Name(b"F1"), font);
    only.finish();
    pdf.type1_font(font).base_font(Name(b"Helvetica"));
    let mut text = Content::new();
    text.begin_text();
    text.set_font(Name(b"F1"), 12.0);
    text.set_leading(16.0);
    text.next_line(72.0, 720.0);
    for line in lines {
        let plain: Vec<u8> = line.chars().map(|c| if matches!(c, ' '..='~') { c as u8 } else { b'?' }).collect();
        text.show(Str(&plain));
        text.next_line(0.0, -16.0);
    }
    text.end_text();
    pdf.stream(content, &text.finish());
    pdf.finish()
}
