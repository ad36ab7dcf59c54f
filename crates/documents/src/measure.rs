//! Widths of printed text, and the cutting of text into lines that are sure to fit.
//!
//! Kerning is left out; in the text face it narrows names, so that a measured line is rarely wider than a printed one.

use unicode_segmentation::UnicodeSegmentation;

use crate::fonts::{Weight, advance};

/// The width in points.
pub(crate) fn width(text: &str, weight: Weight, size: f64) -> f64 {
    text.chars().map(|letter| advance(letter, weight)).sum::<f64>() * size
}

/// The text in lines of at most `room` points: cut at blanks and after hyphens, inside a word only where it must be.
pub(crate) fn lines(text: &str, weight: Weight, size: f64, room: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    for piece in pieces(text) {
        let line = lines.last_mut().expect("there is a line from the start");
        if width(&format!("{line}{}", piece.trim_end()), weight, size) <= room {
            line.push_str(piece);
        } else if width(piece.trim_end(), weight, size) <= room {
            lines.push(piece.to_owned());
        } else {
            cut(piece, weight, size, room, &mut lines);
        }
    }
    lines.into_iter().map(|line| line.trim_end().to_owned()).filter(|line| !line.is_empty()).collect()
}

/// Fills up the last line and as many more as a word needs that is wider than a line.
fn cut(word: &str, weight: Weight, size: f64, room: f64, lines: &mut Vec<String>) {
    for letter in word.graphemes(true) {
        let line = lines.last_mut().expect("there is a line from the start");
        if width(&format!("{line}{letter}"), weight, size) > room && !line.is_empty() {
            lines.push(letter.to_owned());
        } else {
            line.push_str(letter);
        }
    }
}

/// Words with the blank or hyphen that ends them; a hyphen before a figure, as in the number of an invoice, ends none.
fn pieces(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let before_figure = |at: usize| text[at + 1..].starts_with(|next: char| next.is_ascii_digit());
        let mut ends = text.char_indices().filter(|(at, sign)| *sign == ' ' || *sign == '-' && !before_figure(*at));
        let end = ends.next().map_or(text.len(), |(at, _)| at + 1);
        let (piece, rest) = text.split_at(end);
        text = rest;
        (!piece.is_empty()).then_some(piece)
    })
}

/// The text, or as much of its start as fits with an ellipsis; only for running heads and feet.
pub(crate) fn shortened(text: &str, weight: Weight, size: f64, room: f64) -> String {
    if width(text, weight, size) <= room {
        return text.to_owned();
    }
    let mut short = text;
    while let Some((at, _)) = short.grapheme_indices(true).next_back() {
        short = &text[..at];
        let cut = format!("{}…", short.trim_end());
        if width(&cut, weight, size) <= room {
            return cut;
        }
    }
    short.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_cut_at_blanks_and_hyphens_and_numbers_stay_whole() {
        for (text, expected) in [
            ("After-hours, 18 to 21", &["After-hours, 18", "to 21"][..]),
            ("Marjoribanks-Cholmondeley", &["Marjoribanks-", "Cholmondeley"]),
            ("June 2026, LW-2026-0007", &["June 2026,", "LW-2026-0007"]),
        ] {
            assert_eq!(lines(text, Weight::Regular, 10.0, 75.0), expected);
        }
    }
}
