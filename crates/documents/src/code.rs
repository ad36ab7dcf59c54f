//! QR codes, drawn as one vector path: of a payment link on paper, and of a text on a screen.

use qrcode::{Color, EcLevel, QrCode, Version};

/// The largest code that is still easy to scan at its printed size of 84 points: version 13 has 69 modules a side.
const LARGEST: i16 = 13;

/// The code of `link` as an SVG image without a quiet zone, which is the white space around it; `None` when the link is
/// too long to be scanned from paper.
pub(crate) fn svg(link: &str, ink: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(link, EcLevel::M).ok()?;
    let Version::Normal(1..=LARGEST) = code.version() else { return None };
    let (size, path) = (code.width(), drawn(&code));
    Some(format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}"><path fill="{ink}" d="{path}"/></svg>"#
    ))
}

/// The quiet zone that scanners need around a code, in modules.
const QUIET: usize = 4;

/// The code of `text` as an SVG image in black on white with its quiet zone, whatever the colours of the screen; `None` when the text
/// is too long for any code.
pub fn qr_code(text: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
    let (side, path) = (code.width() + 2 * QUIET, drawn(&code));
    Some(format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-{QUIET} -{QUIET} {side} {side}"><path fill="#fff" d="M-{QUIET} -{QUIET}h{side}v{side}h-{side}z"/><path fill="#000" d="{path}"/></svg>"##
    ))
}

/// The dark modules, run by run.
fn drawn(code: &QrCode) -> String {
    let size = code.width();
    let mut path = String::new();
    for (y, row) in code.to_colors().chunks(size).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            if run[0] == Color::Dark {
                path.push_str(&format!("M{x} {y}h{0}v1h-{0}z", run.len()));
            }
            x += run.len();
        }
    }
    path
}
