//! Two texts line by line.

/// The lines of both, those of one alone with a sign, and of what is alike no more than the headings of paragraphs.
pub fn lines(before: &str, after: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    // For each pair of places the most lines that the rests share.
    let mut shared = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    for (at, left) in old.iter().enumerate().rev() {
        for (to, right) in new.iter().enumerate().rev() {
            shared[at][to] =
                if left == right { shared[at + 1][to + 1] + 1 } else { shared[at + 1][to].max(shared[at][to + 1]) };
        }
    }
    let (mut at, mut to, mut told) = (0, 0, Vec::new());
    while at < old.len() || to < new.len() {
        let is_same = at < old.len() && to < new.len() && old[at] == new[to];
        let is_removed = to == new.len() || (at < old.len() && shared[at + 1][to] >= shared[at][to + 1]);
        if is_same {
            told.extend(Some(format!("    {}", old[at])).filter(|line| line.ends_with(':')));
            (at, to) = (at + 1, to + 1);
        } else if is_removed {
            told.push(format!("  - {}", old[at]));
            at += 1;
        } else {
            told.push(format!("  + {}", new[to]));
            to += 1;
        }
    }
    told.join("\n")
}

#[test]
fn what_is_alike_is_left_out() {
    assert_eq!(
        lines("people:\n  a\n  b\n  c\n", "people:\n  a\n  x\n  c\n  d\n"),
        "    people:\n  -   b\n  +   x\n  +   d"
    );
    assert_eq!(lines("", "a\n"), "  + a");
}
