//! The QR code of a payment link, drawn as one vector path.

use qrcode::{Color, EcLevel, QrCode, Version};

/// The largest code that is still easy to scan at its printed size of 84 points: version 13 has 69 modules a side.
const LARGEST: i16 = 13;

/// The code of `link` as an SVG image without a quiet zone, which is the white space around it; `None` when the link is
/// too long to be scanned from paper.
pub(crate) fn svg(link: &str, ink: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(link, EcLevel::M).ok()?;
    let Version::Normal(1..=LARGEST) = code.version() else { return None };
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
    Some(format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}"><path fill="{ink}" d="{path}"/></svg>"#
    ))
}
