//! The same lists as one statement written by hand.

/// A page of 25, newest first, with its total and the lines of its snapshots. What a term finds is counted, what it does not narrow is
/// summed up from the counters.
pub fn page(within: &str, term: &str) -> String {
    let within = if within.is_empty() { "1 = 1" } else { within };
    let from = "snapshot s join employer_group g on g.id = s.group_id";
    let found = if term.is_empty() {
        format!("s.deleted_at is null and {within}")
    } else {
        format!(
            "s.deleted_at is null and {within} and (s.search_text like '%{term}%' or g.search_text like '%{term}%')"
        )
    };
    let total = if term.is_empty() {
        format!("select sum(c.n) from list_count c join employer_group g on g.id = c.group_id where {within}")
    } else {
        format!("select count(*) from {from} where {found}")
    };
    format!(
        "select k.*, l.*, ({total}) from (select s.*, g.name as group_name from {from} where {found} \
         order by s.end_on desc, s.id desc limit 25) k join snapshot_line l on l.snapshot_id = k.id \
         order by k.end_on desc, k.id desc, l.position"
    )
}
