//! The same SQL and nothing else, written by hand for each engine.

use store::Engine;

/// A page of 25 by last name, with its exact total.
pub fn page(engine: Engine, group: Option<i64>, page: u64, term: &str, total: u64) -> String {
    if term.is_empty() { browse(group, page, total) } else { search(engine, group, term) }
}

/// Hits of the substring index, counted and cut to a page in one statement. The names of groups are not looked at.
fn search(engine: Engine, group: Option<i64>, term: &str) -> String {
    let within = group.map_or_else(String::new, |group| format!("and s.group_id = {group}"));
    let hits = match engine {
        Engine::Postgres => {
            format!("select s.member_id, s.text from member_search s where s.text like '%{term}%' {within}")
        }
        Engine::Sqlite => {
            let pieces: Vec<String> =
                (0..term.len().min(8) - 2).map(|from| format!("\"{}\"", &term[from..from + 3])).collect();
            format!(
                "select s.member_id, s.text from member_fts f cross join member_search s on s.member_id = f.rowid \
                 where f.member_fts match '{}' and s.text like '%{term}%' {within}",
                pieces.join(" ")
            )
        }
    };
    format!(
        "with h as materialized ({hits}) select m.*, g.name, (select count(*) from h) from \
         (select * from h order by text, member_id limit 25) k join member m on m.id = k.member_id \
         join employer_group g on g.id = m.group_id order by k.text, m.id"
    )
}

fn browse(group: Option<i64>, page: u64, total: u64) -> String {
    let within = group.map_or_else(String::new, |group| format!("where group_id = {group}"));
    let (offset, direction) = if page * 25 > total / 2 { (0, "desc") } else { ((page - 1) * 25, "asc") };
    format!(
        "select m.*, g.name, (select sum(total) from group_count {within}) from \
         (select id from member {within} order by last_key {direction}, first_key {direction}, id {direction} limit 25 offset {offset}) k \
         join member m on m.id = k.id join employer_group g on g.id = m.group_id order by m.last_key, m.first_key, m.id"
    )
}
