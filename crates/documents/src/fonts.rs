//! The embedded fonts: the text face in three weights, a serif for titles and large figures, and the faces for scripts that these lack.

use std::sync::LazyLock;

use typst::foundations::Bytes;
use typst::layout::Abs;
use typst::text::{Font, FontInstance, FontVariant, FontVariations};

/// The order is that of the font book.
const FILES: [&[u8]; 11] = [
    include_bytes!("../fonts/Inter-Regular.ttf"),
    include_bytes!("../fonts/Inter-Medium.ttf"),
    include_bytes!("../fonts/Inter-SemiBold.ttf"),
    include_bytes!("../fonts/LedgerwellSerif-SemiBold.ttf"),
    include_bytes!("../fonts/NotoSans-Regular.ttf"),
    include_bytes!("../fonts/NotoSans-Bold.ttf"),
    include_bytes!("../fonts/NotoSansHebrew-Regular.ttf"),
    include_bytes!("../fonts/NotoSansHebrew-Bold.ttf"),
    include_bytes!("../fonts/NotoSansArabic-Regular.ttf"),
    include_bytes!("../fonts/NotoSansArabic-Bold.ttf"),
    include_bytes!("../fonts/NotoSansCJKsc-Regular.otf"),
];

/// The faces of each weight in the order in which the style of the templates tries them; Chinese, Japanese and Korean have one weight.
const CHAINS: [[usize; 5]; 2] = [[0, 4, 6, 8, 10], [2, 5, 7, 9, 10]];

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

static FACES: LazyLock<[[FontInstance; 5]; 2]> = LazyLock::new(|| CHAINS.map(|chain| chain.map(face)));

fn face(index: usize) -> FontInstance {
    FONTS[index].clone().instantiate(FontVariant::default(), Abs::pt(10.0), &FontVariations::default())
}

fn faces(weight: Weight) -> &'static [FontInstance] {
    match weight {
        Weight::Regular => &FACES[0],
        Weight::SemiBold => &FACES[1],
    }
}

/// Whether a face has the letter.
pub(crate) fn has(letter: char) -> bool {
    sets(letter.encode_utf8(&mut [0; 4]))
}

/// Whether one face has all of these letters, as a letter and the marks on it need.
pub(crate) fn sets(letters: &str) -> bool {
    let has_all = |face: &FontInstance| letters.chars().all(|letter| face.ttf().glyph_index(letter).is_some());
    [Weight::Regular, Weight::SemiBold].into_iter().all(|weight| faces(weight).iter().any(has_all))
}

/// The width of a letter as a share of the type size; a missing one counts as a full square.
pub(crate) fn advance(letter: char, weight: Weight) -> f64 {
    let found = faces(weight).iter().find_map(|face| face.x_advance(face.ttf().glyph_index(letter)?.0));
    found.map_or(1.0, |em| em.get())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    /// What all fonts together may take, in bytes.
    const MOST: u64 = 8 << 20;

    #[test]
    fn capitals_are_as_high_as_the_templates_reckon() {
        for font in &FONTS[..3] {
            let face = font.clone().instantiate(FontVariant::default(), Abs::pt(10.0), &FontVariations::default());
            assert_eq!(face.metrics().cap_height.get(), 1490.0 / 2048.0);
        }
    }

    #[test]
    fn every_font_is_free_and_says_so() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fonts");
        let about = fs::read_to_string(folder.join("README.md")).expect("the list of the fonts");
        let (mut size, mut found) = (0, BTreeSet::new());
        for entry in fs::read_dir(&folder).expect("the folder of the fonts") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if name.ends_with(".md") || name.ends_with("-OFL.txt") {
                continue;
            }
            let row = about.lines().find(|line| line.starts_with('|') && line.contains(&format!("`{name}`")));
            let row = row.unwrap_or_else(|| panic!("{name} is not in the list"));
            let licence = row.split('`').find(|word| word.ends_with("-OFL.txt")).expect("the licence of the font");
            let licence = fs::read_to_string(folder.join(licence)).expect("the text of the licence");
            assert!(licence.contains("SIL OPEN FONT LICENSE Version 1.1"), "{name}");
            let bytes = fs::read(&path).expect("a font");
            assert!(FILES.contains(&bytes.as_slice()), "{name} is embedded");
            size += bytes.len() as u64;
            found.insert(name);
        }
        assert_eq!(found.len(), FILES.len());
        assert!(size <= MOST, "{size} bytes");
    }
}
