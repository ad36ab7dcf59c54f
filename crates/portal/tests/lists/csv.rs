//! Lists as files: the same rows as the screen in the same order, with the columns that are asked for.

use domain::PageRequest;
use domain::access::{Role, Scope};
use serde_json::json;
use store::Engine;
use store::audit::Filter;

use crate::support::{Client, TestApp};

const BROKERS: &str = "/api/v1/brokers/search/as-csv";

/// The lines of a file without its mark.
async fn lines(client: &Client, address: &str) -> Vec<String> {
    let reply = client.get(address).await;
    assert_eq!(reply.headers["content-type"], "text/csv; charset=utf-8", "{}", String::from_utf8_lossy(&reply.bytes));
    let text = String::from_utf8(reply.bytes).expect("UTF-8");
    let text = text.strip_prefix('\u{feff}').expect("the mark");
    text.lines().map(str::to_owned).collect()
}

#[tokio::test]
async fn the_file_has_the_filtered_rows_in_order_with_the_columns_that_are_asked_for() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let client = app.administrator().await;
        for name in ["Ash", "=1+1", "Birch, \"North\"", "Cedar"] {
            app.broker().named(name).create().await;
        }
        let all = lines(&client, &format!("{BROKERS}?OrderBy=Name&Page=2&PerPage=1")).await;
        let heads = "Name,Master Broker,Employer Groups,Users";
        assert_eq!(all, [heads, "'=1+1,,0,0", "Ash,,0,0", "\"Birch, \"\"North\"\"\",,0,0", "Cedar,,0,0"]);
        let some = lines(&client, &format!("{BROKERS}?Term=c&OrderBy=Name&OrderDesc=true&Columns=Users,Name")).await;
        assert_eq!(some, ["Users,Name", "0,Cedar", "0,\"Birch, \"\"North\"\"\""]);
    }
}

#[tokio::test]
async fn it_holds_what_the_caller_may_see_and_refuses_as_the_list_does() {
    let app = TestApp::start().await;
    let (seen, unseen) = (app.group().named("Harbor").create().await, app.group().named("Bluff").create().await);
    app.member(seen).named("Ana", "Abel").create().await;
    app.member(unseen).named("Ben", "Bond").create().await;
    let (_, client) = app.user(Role::GroupUser, None, &[seen]).await;
    let members = "/api/v1/employees/search/as-csv";
    let of_group = lines(&client, &format!("{members}?Columns=Name,EmployerGroup")).await;
    let [head, row] = &of_group[..] else { panic!("one member: {of_group:?}") };
    assert_eq!(head, "Name,Status,Employee,Group,Group ID");
    assert!(row.starts_with("\"Abel, Ana\",Active,,Harbor,") && !row.ends_with(','), "{row}");
    assert_eq!(client.get(&format!("{members}?GroupId={unseen}")).await.status, 404);
    assert_eq!(client.get(BROKERS).await.status, 403);
    assert_eq!(app.nobody().get(BROKERS).await.status, 401);
    for (query, key) in [("Columns=Gone", "Columns"), ("Page=0", "Page"), ("OrderDesc=7", "OrderDesc")] {
        assert_eq!(client.get(&format!("{members}?{query}")).await.error_keys(), [key], "{query}");
    }
    let long = "x".repeat(10_000);
    assert_eq!(client.get(&format!("{members}?Term={long}")).await.error_keys(), ["Term"]);
    for term in ["%25", "_", "%3Cscript%3E", "%27%20or%201%3D1"] {
        assert_eq!(
            lines(&client, &format!("{members}?Term={term}&Columns=Name")).await,
            ["Name,Status,Employee"],
            "{term}"
        );
    }
}

#[tokio::test]
async fn its_taking_is_audited_without_what_was_searched_for() {
    let app = TestApp::start().await;
    let (user, client) = app.user(Role::Administrator, None, &[]).await;
    app.group().named("Harbor").create().await;
    let address = "/api/v1/employers/search/as-csv?Term=harbor&OnlyActive=true&OrderBy=Name&Columns=Name";
    let reply = client.get(address).await;
    assert_eq!(reply.headers["content-disposition"], "attachment; filename=\"Employer Groups 2026-07-20.csv\"");
    let filter = Filter { subject: Some("list".to_owned()), ..Filter::default() };
    let found = store::audit::search(&app.ctx.store.read(), Scope::system(), &filter, &PageRequest::first(5)).await;
    let rows = found.expect("the audit").rows;
    assert_eq!((rows.len(), rows[0].action.as_str()), (1, "list.export"));
    assert_eq!(rows[0].user.as_ref().map(|by| by.0), Some(user));
    let detail = json!({ "List": "groups", "Columns": ["Name"], "Rows": 1, "Filters": "OnlyActive=true&OrderBy=Name" });
    assert_eq!(rows[0].detail, Some(detail));
}

/// Rows of several pages.
#[tokio::test]
async fn a_long_list_has_each_row_once() {
    const ROWS: usize = 6001;
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        app.broker().named("Broker 0").create().await;
        let columns = "master_broker_id, invoice_period_start_day, invoice_period_end_day, invoice_grace_days, \
                       billing_lookback_months, version, created_at, updated_at";
        let many = format!(
            "with recursive n(i) as (select 1 union all select i + 1 from n where i < {}) \
             insert into broker (name, name_key, search_text, {columns}) \
             select 'Broker ' || i, 'broker ' || i, 'broker ' || i, {columns} from broker, n where id = 1",
            ROWS - 1
        );
        store::testing::execute(&app.ctx.store, &many).await;
        let client = app.administrator().await;
        let mut found = lines(&client, &format!("{BROKERS}?OrderBy=Name&Columns=Name")).await;
        assert_eq!(found.remove(0), "Name", "{engine:?}");
        let distinct: std::collections::BTreeSet<_> = found.iter().collect();
        assert_eq!((found.len(), distinct.len()), (ROWS, ROWS), "{engine:?}");
    }
}
