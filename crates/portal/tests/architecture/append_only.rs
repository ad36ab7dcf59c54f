//! Tables that only grow (rules.md#append-only-tables): store never deletes from them, and changes at most the columns named here.
//!
//! Recognised are SeaORM calls on the entity and SQL in strings. So that none hides, store writes these entities as `table::Entity`.

use super::assert_none;
use super::rust_source::{Source, read};
use super::tree::rust_files;

/// Each table with the columns that may be set later.
const TABLES: [(&str, &[&str]); 8] = [
    ("audit", &[]),
    ("erp_push", &[]),
    ("member_name", &[]),
    ("recovery_code", &["used_at"]),
    ("user_token", &["used_at"]),
    ("status_change", &["until_on", "cancelled_at", "cancelled_by", "cancel_reason"]),
    ("commission_rate", &["superseded_at"]),
    ("census_change", &["undone_at", "undo_note", "undone_version", "stands_for"]),
];

#[test]
fn append_only_tables_only_grow() {
    let mut broken = Vec::new();
    for file in rust_files().filter(|file| file.path.starts_with("crates/") && !file.is_rust_test()) {
        let source = file.source();
        for (table, columns) in TABLES {
            let found = orm(&source.code, table, columns).into_iter().chain(sql(source, table, columns));
            broken.extend(found.map(|(line, what)| format!("{}:{line} {what}", file.path)));
        }
    }
    assert_none(
        broken,
        "write a new row that says what changed. What was billed, shown or done stays readable for ever; \
         a paper in docs/decisions must say why before a column is added to TABLES of append_only.rs.",
    );
}

/// Changes through SeaORM.
fn orm(code: &str, table: &str, columns: &[&str]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut add = |at: usize, what: String| found.push((code[..at].matches('\n').count() + 1, what));
    for call in ["delete", "delete_many", "delete_by_id", "update", "update_many"] {
        for at in calls(code, &format!("{table}::Entity::{call}")) {
            let set = columns_set(statement(code, at), table);
            let allowed =
                call == "update_many" && !set.is_empty() && set.iter().all(|column| columns.contains(&column.as_str()));
            if !allowed {
                add(
                    at,
                    format!(
                        "calls {call} on {table}, setting [{}]; allowed is [{}]",
                        set.join(", "),
                        columns.join(", ")
                    ),
                );
            }
        }
    }
    for way in
        [format!(".table({table}::Entity"), format!(".from_table({table}::Entity"), format!("{table}::Entity as ")]
    {
        for (at, _) in code.match_indices(&way) {
            add(at, format!("reaches {table} by {way}: spell it {table}::Entity::update_many"));
        }
    }
    for alias in
        [format!("entities::{table}::Entity"), format!("entities::{table} as "), format!("entities::{table}::*")]
    {
        for (at, _) in code.match_indices(&alias) {
            add(at, format!("hides {table} behind another name: import entities::{table} and write {table}::Entity"));
        }
    }
    if calls(code, table).iter().any(|at| code[*at..].starts_with(&format!("{table}::ActiveModel"))) {
        for method in [".save(", ".update(", ".delete("] {
            for (at, _) in code.match_indices(method) {
                add(
                    at,
                    format!(
                        "calls {method}…) in a file that builds rows of {table}: insert with {table}::Entity::insert"
                    ),
                );
            }
        }
    }
    found
}

/// Changes in SQL.
fn sql(source: &Source, table: &str, columns: &[&str]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (line, text) in &source.strings {
        let words = text.to_lowercase().replace(['"', '`', '\\', '\n'], " ").replace(',', " , ").replace('=', " = ");
        let words: Vec<&str> = words.split_whitespace().collect();
        for at in 0..words.len() {
            let is = |offset: usize, word: &str| words.get(at + offset) == Some(&word);
            let writes = (is(0, "insert") || is(0, "replace")) && is(1, "into") && names(words.get(at + 2), table);
            if is(0, "delete") && is(1, "from") && names(words.get(at + 2), table) || is(0, "truncate") && is(1, table)
            {
                found.push((*line, format!("deletes from {table}")));
            } else if writes && (is(0, "replace") || words[at..].windows(2).any(|pair| pair == ["do", "update"])) {
                found.push((*line, format!("replaces rows of {table}")));
            } else if is(0, "update") && names(words.get(at + 1), table) {
                let set = assigned(&words[at + 2..]);
                if set.is_empty() || set.iter().any(|column| !columns.contains(column)) {
                    let (set, allowed) = (set.join(", "), columns.join(", "));
                    found.push((*line, format!("updates {table}, setting [{set}]; allowed is [{allowed}]")));
                }
            }
        }
    }
    found
}

/// Whether a word of SQL is this table, perhaps followed by its columns.
fn names(word: Option<&&str>, table: &str) -> bool {
    word.is_some_and(|word| word.split('(').next() == Some(table))
}

/// The columns that stand before `=` in a `set` clause.
fn assigned<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let clause = words.iter().skip_while(|word| **word != "set").skip(1);
    let clause: Vec<&str> = clause.take_while(|word| !["where", "from", "returning"].contains(word)).copied().collect();
    let starts = (0..clause.len()).filter(|at| *at == 0 || clause[at - 1] == ",");
    starts
        .filter(|at| clause.get(at + 1) == Some(&"="))
        .map(|at| clause[at].rsplit('.').next().unwrap_or(clause[at]))
        .collect()
}

/// Where a path is used that begins with `name`, as a whole word and not as the end of a longer one.
fn calls(code: &str, name: &str) -> Vec<usize> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let whole = |at: usize| !code[..at].ends_with(is_word) && !code[at + name.len()..].starts_with(is_word);
    code.match_indices(name).map(|(at, _)| at).filter(|at| whole(*at)).collect()
}

/// From `at` to the end of the statement.
fn statement(code: &str, at: usize) -> &str {
    let mut depth = 0_i32;
    let end = code[at..].find(|c| {
        depth += i32::from("({[".contains(c)) - i32::from(")}]".contains(c));
        depth < 0 || (depth == 0 && c == ';')
    });
    &code[at..end.map_or(code.len(), |end| at + end)]
}

/// The columns that an update through SeaORM sets, in the spelling of the table.
fn columns_set(statement: &str, table: &str) -> Vec<String> {
    let mut set = Vec::new();
    for (at, call) in statement.match_indices(".col_expr(") {
        let argument = statement[at + call.len()..].split(',').next().unwrap_or_default().trim();
        let column = argument.strip_prefix(&format!("{table}::Column::")).unwrap_or("?");
        set.push(snake(column));
    }
    for (at, call) in statement.match_indices(".set(") {
        let body = &statement[at + call.len()..];
        let fields = body.split_once('{').map_or("", |(_, fields)| fields.split('}').next().unwrap_or_default());
        let names = fields.split(": Set").map(|part| part.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next());
        let count = fields.matches(": Set").count();
        set.extend(names.take(count).map(|name| name.unwrap_or("?").to_owned()));
        set.extend((count == 0).then(|| "?".to_owned()));
    }
    set
}

fn snake(name: &str) -> String {
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}

#[test]
fn the_tables_exist() {
    for (table, columns) in TABLES {
        let path = format!("crates/store/src/entities/{table}.rs");
        let entity = rust_files().find(|file| file.path == path);
        let entity = entity.unwrap_or_else(|| panic!("{path} is gone: rename it in TABLES of append_only.rs too"));
        for column in columns {
            assert!(
                entity.text.contains(&format!("{column}:")),
                "{table} has no {column}: mend TABLES of append_only.rs"
            );
        }
    }
}

#[test]
fn changes_are_noticed() {
    for (text, noticed) in [
        ("audit::Entity::insert_many(rows).exec(c)", false),
        ("audit::Entity::find().filter(x).all(c)", false),
        ("audit::Entity::delete_many().filter(x).exec(c)", true),
        ("user_token::Entity::update_many().col_expr(user_token::Column::UsedAt, Expr::value(now)).exec(c);", false),
        ("user_token::Entity::update_many().col_expr(user_token::Column::ExpiresAt, Expr::value(now)).exec(c);", true),
        ("user_token::Entity::update_many().col_expr(column, Expr::value(now)).exec(c);", true),
        ("user_token::Entity::update_many().exec(c);", true),
        (
            "status_change::Entity::update_many().set(status_change::ActiveModel { until_on: Set(a), ..x }).exec(c);",
            false,
        ),
        (
            "status_change::Entity::update_many().set(status_change::ActiveModel { status: Set(a), until_on: Set(b), ..x }).exec(c);",
            true,
        ),
        ("status_change::Entity::update_many().set(changed).exec(c);", true),
        ("audit::Entity::update(row).exec(c)", true),
        ("use crate::entities::audit::Entity;", true),
        ("use crate::entities::audit as trail;", true),
        ("let row = audit::ActiveModel { at }; row.update(c).await", true),
        ("let row = audit::ActiveModel { at }; audit::Entity::insert(row)", false),
        ("Query::delete().from_table(audit::Entity)", true),
        ("c(\"insert into audit (at) values (?)\")", false),
        ("c(\"delete from audit where id = ?\")", true),
        ("c(\"update audit set action = ?\")", true),
        ("c(\"update recovery_code set used_at = ? where used_at is null\")", false),
        ("c(\"UPDATE \\\"recovery_code\\\" SET code_hash=?, used_at=?\")", true),
        ("c(\"update status_change set until_on = case when a = b then c end, cancelled_at = ? where id = ?\")", false),
        ("c(\"insert into audit(at) values (?) on conflict (id) do update set at = excluded.at\")", true),
        ("// delete from audit\nlet audited = 1;", false),
    ] {
        let source = read(text);
        let found = TABLES.iter().any(|(table, columns)| {
            !orm(&source.code, table, columns).is_empty() || !sql(&source, table, columns).is_empty()
        });
        assert_eq!(found, noticed, "{text}");
    }
}
