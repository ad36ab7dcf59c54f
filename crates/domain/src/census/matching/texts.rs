//! Many texts by their numbers, in little more room than their letters take.

/// Texts of a page, whose ends are counted from where it begins.
const A_PAGE: usize = 256;
/// The most bytes of a text: the ends of all of a page fit into two bytes each.
pub(super) const LONGEST: usize = u16::MAX as usize / A_PAGE;
/// Bytes that stand in one piece, whole pages each.
const A_PIECE: usize = 1 << 22;

/// Texts, numbered from 0 as they come. They stand in pieces, since one text of all would take its room twice whenever it grows.
#[derive(Default)]
pub(super) struct Texts {
    pieces: Vec<String>,
    pages: Vec<Page>,
    /// Where each text ends in its page.
    ends: Vec<u16>,
}

/// Where a page begins.
#[derive(Clone, Copy)]
struct Page {
    piece: u32,
    at: u32,
}

impl Texts {
    pub(super) const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Adds a text of at most [`LONGEST`] bytes.
    pub(super) fn push(&mut self, text: &str) {
        if self.ends.len().is_multiple_of(A_PAGE) {
            self.begin_page();
        }
        if let (Some(piece), Some(page)) = (self.pieces.last_mut(), self.pages.last()) {
            piece.push_str(text);
            self.ends.push(u16::try_from(piece.len() - page.at as usize).unwrap_or(u16::MAX));
        }
    }

    fn begin_page(&mut self) {
        if self.pieces.last().is_none_or(|piece| piece.len() + A_PAGE * LONGEST > A_PIECE) {
            self.pieces.push(String::new());
        }
        let at = self.pieces.last().map_or(0, |piece| piece.len() as u32);
        self.pages.push(Page { piece: self.pieces.len() as u32 - 1, at });
    }

    pub(super) fn get(&self, number: usize) -> &str {
        let page = self.pages[number / A_PAGE];
        let begin = if number.is_multiple_of(A_PAGE) { 0 } else { self.ends[number - 1] };
        let [begin, end] = [begin, self.ends[number]].map(|place| page.at as usize + usize::from(place));
        &self.pieces[page.piece as usize][begin..end]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_any_length_are_found_by_their_numbers() {
        let mut texts = Texts::default();
        let letters: Vec<String> = (0..=LONGEST / 2).map(|count| "\u{e9}".repeat(count)).collect();
        let written = || letters.iter().cycle().take(A_PIECE / 100);
        written().for_each(|text| texts.push(text));
        assert!(texts.pieces.len() > 1 && texts.pieces.iter().all(|piece| piece.len() <= A_PIECE));
        assert_eq!(texts.len(), written().count());
        assert!(written().enumerate().all(|(number, text)| texts.get(number) == text));
    }

    #[test]
    fn a_page_of_the_longest_texts_is_found_whole() {
        let mut texts = Texts::default();
        (0..=A_PAGE).for_each(|_| texts.push(&"x".repeat(LONGEST)));
        assert!((0..=A_PAGE).all(|number| texts.get(number).len() == LONGEST));
    }
}
