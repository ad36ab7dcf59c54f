//! The embedded fonts: the text face in three weights, and a serif for titles and large figures.

use std::sync::LazyLock;

use typst::foundations::Bytes;
use typst::layout::Abs;
use typst::text::{Font, FontInstance, FontVariant, FontVariations};

/// The order is that of the font book.
const FILES: [&[u8]; 4] = [
    include_bytes!("../fonts/Inter-Regular.ttf"),
    include_bytes!("../fonts/Inter-Medium.ttf"),
    include_bytes!("../fonts/Inter-SemiBold.ttf"),
    include_bytes!("../fonts/LedgerwellSerif-SemiBold.ttf"),
];

/// Every embedded font.
pub(crate) static FONTS: LazyLock<Vec<Font>> = LazyLock::new(|| {
    FILES.iter().map(|file| Font::new(Bytes::new(*file), 0).expect("the embedded fonts are sound")).collect()
});

/// A weight of the text face.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    Regular,
    SemiBold,
}

static TEXT: LazyLock<[FontInstance; 2]> = LazyLock::new(|| {
    [0, 2].map(|index| {
        FONTS[index].clone().instantiate(FontVariant::default(), Abs::pt(10.0), &FontVariations::default())
    })
});

fn face(weight: Weight) -> &'static FontInstance {
    match weight {
        Weight::Regular => &TEXT[0],
        Weight::SemiBold => &TEXT[1],
    }
}

/// Whether the text face has the letter.
pub(crate) fn has(letter: char) -> bool {
    face(Weight::Regular).ttf().glyph_index(letter).is_some()
}

/// The width of a letter as a share of the type size; a missing one counts as a full square.
pub(crate) fn advance(letter: char, weight: Weight) -> f64 {
    let face = face(weight);
    face.ttf().glyph_index(letter).and_then(|glyph| face.x_advance(glyph.0)).map_or(1.0, |em| em.get())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_are_as_high_as_the_templates_reckon() {
        for font in &FONTS[..3] {
            let face = font.clone().instantiate(FontVariant::default(), Abs::pt(10.0), &FontVariations::default());
            assert_eq!(face.metrics().cap_height.get(), 1490.0 / 2048.0);
        }
    }
}
