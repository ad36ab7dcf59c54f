//! Takes quotation marks off that a program has put around every whole line: `"1,Moss,Ann"`. What it has doubled within is single again.

/// How many lines of the beginning must be so at least.
const FEWEST: usize = 2;
/// What may separate the cells of such a line.
const DELIMITERS: [char; 4] = [',', ';', '\t', '|'];

/// Takes the quotation marks off a text that comes in pieces.
#[derive(Debug, Default)]
pub(super) struct WholeLines {
    at: At,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum At {
    #[default]
    Start,
    /// On a line without a mark before it.
    Bare,
    /// Behind the mark before a line.
    Inside,
    /// Behind a mark within, which may be the first of two or the last of its line.
    Mark,
}

impl WholeLines {
    /// Whether every line at the beginning of a file that has a delimiter stands whole in quotation marks. `ended` says that the file ends with
    /// the text.
    pub(super) fn are_in(text: &str, ended: bool) -> bool {
        let mut lines: Vec<&str> = text.split(['\n', '\r']).collect();
        if !ended {
            lines.pop();
        }
        let divided: Vec<&str> = lines.into_iter().map(str::trim).filter(|line| line.contains(DELIMITERS)).collect();
        let is_whole = |line: &&str| {
            let inner = line.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            inner.is_some_and(|inner| !inner.replace("\"\"", "").contains('"'))
        };
        divided.len() >= FEWEST && divided.iter().all(is_whole)
    }

    /// Takes them off the text from this place on.
    pub(super) fn take_off(&mut self, text: &mut String, from: usize) {
        let piece = text.split_off(from);
        for c in piece.chars() {
            let is_end = matches!(c, '\n' | '\r');
            let (at, is_kept) = match (self.at, c) {
                (At::Start, '"') => (At::Inside, false),
                (At::Start, ' ') => (At::Start, true),
                (At::Start | At::Bare, _) => (if is_end { At::Start } else { At::Bare }, true),
                (At::Inside, '"') => (At::Mark, false),
                (At::Inside, _) => (At::Inside, true),
                (At::Mark, '"') => (At::Inside, true),
                (At::Mark, ' ') => (At::Mark, false),
                (At::Mark, _) if is_end => (At::Start, true),
                (At::Mark, _) => {
                    // Of a line that is quoted otherwise the mark stays.
                    text.push('"');
                    (At::Inside, true)
                }
            };
            self.at = at;
            if is_kept {
                text.push(c);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_around_every_whole_line_are_told_from_those_around_cells() {
        for (text, is_whole) in [
            ("\"ID,Last,First\"\n\"1,Moss,Ann\"\n", true),
            ("Census\n\n\"ID;Last\"\r\n\"1;Moss\"\r\n", true),
            ("\"ID,Last\"\n\"1,\"\"Moss, Jr\"\"\"\n", true),
            ("\"ID\",\"Last\"\n\"1\",\"Moss\"\n", false),
            ("\"ID,Last\"\n1,Moss\n", false),
            ("\"Last, First\"\n", false),
            ("ID,Last\n\"1,Moss\"\n", false),
            ("\"\",\"Last\"\n\"\",\"Moss\"\n", false),
            ("", false),
        ] {
            assert_eq!(WholeLines::are_in(text, true), is_whole, "{text}");
        }
        assert!(WholeLines::are_in("\"ID,Last\"\n\"1,Moss\"\n\"2,Re", false));
    }

    #[test]
    fn marks_are_taken_off_wherever_the_text_is_cut() {
        let text = "Census\n\"ID,Last\"\r\n\"1,\"\"Moss, Jr\"\"\"\n \"2,Reed\" \n\"3,\"\"a\nb\"\"\"\n\"4\",\"Hall\"\n\"5,Dunn\"";
        let bare = "Census\nID,Last\r\n1,\"Moss, Jr\"\n 2,Reed\n3,\"a\nb\"\n4\",\"Hall\n5,Dunn";
        for cut in 0..text.len() {
            let (mut marks, mut read) = (WholeLines::default(), String::from("x"));
            for piece in [&text[..cut], &text[cut..]] {
                let from = read.len();
                read.push_str(piece);
                marks.take_off(&mut read, from);
            }
            assert_eq!(read, format!("x{bare}"), "{cut}");
        }
    }
}
