//! The least that a PDF of so many lines takes: text at fixed places, without layout, fonts or tags.

use std::fmt::Write as _;

const LINES_A_PAGE: usize = 60;

/// A PDF of so many members, a line each.
pub fn of_lines(members: usize) -> Vec<u8> {
    let pages: Vec<String> = (0..members)
        .collect::<Vec<_>>()
        .chunks(LINES_A_PAGE)
        .map(|numbers| {
            let mut page = String::from("BT /F1 9 Tf 12 TL 50 780 Td\n");
            for number in numbers {
                let _ = writeln!(page, "(Abernathy, Maren {number} since 01/01/2026) Tj T*");
            }
            page + "ET"
        })
        .collect();
    let kids: String = (0..pages.len()).map(|page| format!("{} 0 R ", 4 + 2 * page)).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{kids}] /Count {} >>", pages.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    for (number, page) in pages.iter().enumerate() {
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {} 0 R \
             /Resources << /Font << /F1 3 0 R >> >> >>",
            5 + 2 * number
        ));
        objects.push(format!("<< /Length {} >>\nstream\n{page}\nendstream", page.len()));
    }
    written(&objects)
}

fn written(objects: &[String]) -> Vec<u8> {
    let mut file = String::from("%PDF-1.7\n");
    let mut places = Vec::with_capacity(objects.len());
    for (number, object) in (1..).zip(objects) {
        places.push(file.len());
        let _ = writeln!(file, "{number} 0 obj\n{object}\nendobj");
    }
    let table = file.len();
    let _ = writeln!(file, "xref\n0 {}\n0000000000 65535 f ", places.len() + 1);
    for place in &places {
        let _ = writeln!(file, "{place:010} 00000 n ");
    }
    let _ = writeln!(file, "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF", places.len() + 1);
    file.into_bytes()
}
