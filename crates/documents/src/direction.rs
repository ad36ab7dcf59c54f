//! Which parts of a line are written leftward. A line is printed by itself, while a bracket or a full stop takes its direction from the
//! text around it, which may stand on the lines before and behind: so the directions are found in the whole text.

use serde::Serialize;
use unicode_bidi::{BidiClass, BidiInfo, Level, bidi_class};

/// A part of a line in one direction: whether it is written leftward, and its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Run(bool, String);

/// The runs of each line of a text from left to right; none for a line in which nothing is written leftward. A text that begins with such
/// letters is written leftward as a whole, with what it has of others.
pub(crate) fn runs(text: &str, lines: &[String]) -> Vec<Vec<Run>> {
    if !text.chars().any(|letter| matches!(bidi_class(letter), BidiClass::R | BidiClass::AL)) {
        return vec![Vec::new(); lines.len()];
    }
    let found = BidiInfo::new(text, None);
    let is_leftward = found.paragraphs.first().is_some_and(|paragraph| paragraph.level.is_rtl());
    let mut start = 0;
    let of_line = |line: &String| {
        start += text[start..].find(line.as_str()).unwrap_or_default();
        let levels = &found.levels[start..start + line.len()];
        start += line.len();
        if is_leftward { vec![Run(true, line.clone())] } else { parted(line, levels) }
    };
    lines.iter().map(of_line).collect()
}

/// The parts of a line between which the direction changes; none where nothing is written leftward.
fn parted(line: &str, levels: &[Level]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (at, letter) in line.char_indices() {
        let is_leftward = levels[at].number() > 0;
        match runs.last_mut() {
            Some(Run(direction, text)) if *direction == is_leftward => text.push(letter),
            _ => runs.push(Run(is_leftward, letter.to_string())),
        }
    }
    if runs.iter().any(|Run(is_leftward, _)| *is_leftward) { runs } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_keep_the_direction_that_they_have_in_the_whole_text() {
        let leftward = |text: &str| Run(true, text.to_owned());
        let plain = |text: &str| Run(false, text.to_owned());
        for (lines, expected) in [
            (&["Acme (North)", "Ltd."][..], vec![vec![], vec![]]),
            (&["כהן (לוי", "ובנו)"], vec![vec![leftward("כהן (לוי")], vec![leftward("ובנו)")]]),
            (&["כהן", "Ltd."], vec![vec![leftward("כהן")], vec![leftward("Ltd.")]]),
            (
                &["Acme חברה (אבג", "דהו) Ltd."],
                vec![vec![plain("Acme "), leftward("חברה (אבג")], vec![leftward("דהו)"), plain(" Ltd.")]],
            ),
            (&["Acme 12", "(North) 3"], vec![vec![], vec![]]),
        ] {
            let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            assert_eq!(runs(&lines.join(" "), &lines), expected, "{lines:?}");
        }
    }
}
