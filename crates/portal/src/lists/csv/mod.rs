//! A list as a file: all its rows under the same filters and in the same order, with the columns that are shown (rules.md#list-as-csv).
//!
//! The writer asks the list's own endpoint for page after page, so that filters, order, scope and role cannot differ from the screen. All pages
//! are read in one moment of the database, so that a change made meanwhile neither doubles a row nor leaves one out.

mod cell;
pub mod columns;
mod growing;
mod pages;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodRouter, get};
use chrono_tz::Tz;
use domain::Invalid;
use domain::access::Action;
use domain::census::export::{BYTE_ORDER_MARK, CsvWriter};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tracing::Instrument as _;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn, Paths};
use utoipa::openapi::{ContentBuilder, ObjectBuilder, RefOr, ResponseBuilder, Type};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use self::cell::Column;
use self::growing::{GrowingFile, new_file};
use self::pages::{Page, Pages};
use crate::context::Context;
use crate::error::Result;
use crate::http::bind::bind_query;
use crate::http::{CallerOrigin, attachment, guard};

/// A list that a user can download as a file.
#[derive(Debug)]
pub struct ListFile {
    /// Its key, as saved views name it.
    key: &'static str,
    /// The name of the file, before the day.
    title: &'static str,
    columns: &'static [Column],
}

/// The columns that the caller wants.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
struct Wanted {
    columns: Vec<String>,
}

/// The number of files that are written at once: each keeps a database connection until it is whole.
static TURNS: Semaphore = Semaphore::const_new(2);

/// The end of the address of a list's file.
const SUFFIX: &str = "/as-csv";

/// Mounts a list for users that may do `action`, and beside it the same list as a file.
///
/// # Panics
/// When `routes` is not the one `GET` of a list.
pub fn with_csv(
    action: Action,
    list: &'static ListFile,
    routes: UtoipaMethodRouter<Context>,
) -> OpenApiRouter<Context> {
    let (schemas, paths, router) = guard(action, routes);
    let file_paths = file_paths(&paths, list);
    let rows = router.clone();
    let file = get(move |State(ctx): State<Context>, request: Request| download(ctx, list, rows, request));
    OpenApiRouter::new().routes((schemas, paths, router)).routes(guard(action, (Vec::new(), file_paths, file)))
}

fn file_paths(paths: &Paths, list: &ListFile) -> Paths {
    let (path, item) = paths.paths.first_key_value().expect("a list has a path");
    let mut item = item.clone();
    describe(item.get.as_mut().expect("a list is asked for by GET"), list);
    let mut paths = Paths::new();
    paths.paths.insert(format!("{path}{SUFFIX}"), item);
    paths
}

/// Turns the API description of the list into the one of its file.
fn describe(operation: &mut Operation, list: &ListFile) {
    operation.summary = Some(format!("All rows of the list {} as a file.", list.key));
    operation.description = None;
    let parameters = operation.parameters.get_or_insert_default();
    let is_of_page =
        |one: &RefOr<Parameter>| matches!(one, RefOr::T(one) if ["Page", "PerPage"].contains(&one.name.as_str()));
    parameters.retain(|one| !is_of_page(one));
    let keys = unique_keys(list.columns);
    let one = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(keys)).build();
    let columns = ParameterBuilder::new()
        .name("Columns")
        .parameter_in(ParameterIn::Query)
        .description(Some("The columns in their order; all when absent."))
        .schema(Some(utoipa::openapi::ArrayBuilder::new().items(one).build()))
        .build();
    parameters.push(RefOr::T(columns));
    let content = ContentBuilder::new().schema(Some(ObjectBuilder::new().schema_type(Type::String))).build();
    let file = ResponseBuilder::new().description("").content("text/csv", content).build();
    operation.responses.responses.insert("200".to_owned(), RefOr::T(file));
}

/// Answers with the file. Reads the first page before the file begins, so that a refusal is answered as the list answers it.
async fn download(ctx: Context, list: &'static ListFile, rows: MethodRouter<Context>, request: Request) -> Response {
    begin(ctx, list, rows, request).await.unwrap_or_else(axum::response::IntoResponse::into_response)
}

async fn begin(
    ctx: Context,
    list: &'static ListFile,
    rows: MethodRouter<Context>,
    request: Request,
) -> Result<Response> {
    let query = request.uri().query().unwrap_or_default().to_owned();
    let who = request.extensions().get::<CallerOrigin>().cloned().ok_or(crate::error::Error::Unauthenticated)?;
    let columns = chosen(list, bind_query(&query)?, |action| who.may(action))?;
    let turn = TURNS.acquire().await.map_err(anyhow::Error::from)?;
    let pages = Pages::new(rows.with_state(ctx.in_background().at_one_moment().await?), request);
    let first = match pages.page(1).await? {
        Ok(first) => first,
        Err(refusal) => return Ok(refusal),
    };
    let (growing, content) = new_file(&ctx.config.parts_folder())?;
    let keys: Vec<_> = unique_keys(columns.iter().copied()).collect();
    let detail = json!({ "List": list.key, "Columns": keys, "Rows": first.total, "Filters": filters(&query) });
    ctx.store.begin().await?.commit(who.entry(&ctx, "list.export", "list").with_detail(detail)).await?;
    let name = format!("{} {}.csv", list.title, ctx.today());
    let zone = ctx.config.time_zone;
    let writing = async move {
        let _turn = turn;
        if let Err(error) = write(growing, &pages, first, &columns, zone).await {
            tracing::error!(list = list.key, error = format!("{error:#}"), "a list as a file broke off");
        }
    };
    tokio::spawn(writing.in_current_span());
    Ok((attachment("text/csv; charset=utf-8", &name), Body::from_stream(content)).into_response())
}

/// The keys of columns, each once: a column of the screen that shows several facts has one column of the file for each.
fn unique_keys<'a>(columns: impl IntoIterator<Item = &'a Column>) -> impl Iterator<Item = &'static str> {
    let mut keys: Vec<_> = columns.into_iter().map(|column| column.key).collect();
    keys.dedup();
    keys.into_iter()
}

/// The columns that the caller asked for, in their order; all columns when it asked for none. Those of actions that the caller may not do
/// are as if the list had none of them.
fn chosen(
    list: &'static ListFile,
    wanted: Wanted,
    may: impl Fn(Action) -> bool + Copy,
) -> std::result::Result<Vec<&'static Column>, Invalid> {
    let mut invalid = Invalid::none();
    let has = |column: &&Column| column.is_for(may);
    let mut columns: Vec<&Column> = Vec::new();
    for key in wanted.columns {
        let mut of_key = list.columns.iter().filter(has).filter(|column| column.key == key).peekable();
        if of_key.peek().is_none() {
            invalid.add("Columns", "The list has no such column.");
        } else if columns.iter().all(|one| one.key != key) {
            columns.extend(of_key);
        }
    }
    if columns.is_empty() {
        columns.extend(list.columns.iter().filter(has));
    }
    invalid.or(columns)
}

/// The filters of the list for the audit, without the search term, which may be a person's name.
fn filters(query: &str) -> Value {
    let pairs: Vec<(String, String)> = serde_urlencoded::from_str(query).unwrap_or_default();
    let shown = pairs
        .into_iter()
        .filter(|(key, _)| !matches!(key.to_lowercase().as_str(), "term" | "columns" | "page" | "perpage"));
    shown.map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join("&").into()
}

/// Writes all rows at the speed of the database, so that a slow client holds no connection.
async fn write(mut file: GrowingFile, pages: &Pages, first: Page, columns: &[&Column], zone: Tz) -> anyhow::Result<()> {
    let mut begin = BYTE_ORDER_MARK.as_bytes().to_vec();
    begin.extend(lines([columns.iter().map(|column| column.title.to_owned()).collect()])?);
    file.append(&begin).await?;
    let (mut page, mut number) = (first, 1);
    loop {
        let cells = page.rows.iter().map(|row| columns.iter().map(|column| column.cell(row, zone)).collect());
        if !file.append(&lines(cells)?).await? {
            // The client has gone.
            return Ok(());
        }
        if number >= page.pages() {
            break;
        }
        number += 1;
        page = match pages.page(number).await? {
            Ok(page) => page,
            Err(refusal) => anyhow::bail!("page {number} was answered with {}", refusal.status()),
        };
    }
    file.end();
    Ok(())
}

fn lines(rows: impl IntoIterator<Item = Vec<String>>) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut csv = CsvWriter::new(&mut bytes);
    for row in rows {
        csv.row(row.iter().map(String::as_str))?;
    }
    csv.flush()?;
    drop(csv);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(columns: &[&str]) -> std::result::Result<Vec<&'static str>, Invalid> {
        let wanted = Wanted { columns: columns.iter().map(|key| (*key).to_owned()).collect() };
        chosen(&columns::BROKERS, wanted, |_| true).map(|columns| columns.iter().map(|column| column.key).collect())
    }

    #[test]
    fn columns_come_in_the_order_they_are_asked_for_and_once() {
        assert_eq!(wanted(&["Users", "Name", "Users"]), Ok(vec!["Users", "Name"]));
        assert_eq!(wanted(&[]), Ok(vec!["Name", "MasterBroker", "EmployerGroups", "Users"]));
        assert_eq!(wanted(&["Name", "Gone"]).expect_err("refused").0[0].key, "Columns");
    }

    #[test]
    fn customers_have_no_column_of_the_erp() {
        let titles = |may: bool, columns: Vec<String>| {
            chosen(&columns::INVOICES, Wanted { columns }, |_| may)
                .map(|columns| columns.iter().map(|column| column.title).collect::<Vec<_>>())
        };
        let sees = |may| titles(may, Vec::new()).expect("all columns").contains(&"In ERP System");
        assert_eq!((sees(true), sees(false)), (true, false));
        let asked = || vec!["InErp".to_owned()];
        assert_eq!(titles(true, asked()), Ok(vec!["In ERP System", "ERP State", "Still to Send"]));
        assert_eq!(titles(false, asked()).expect_err("refused").0[0].key, "Columns");
    }

    #[test]
    fn what_was_searched_for_is_not_kept() {
        assert_eq!(filters("Term=smith&Status=1&Status=2&columns=Name&OrderBy=Name"), "Status=1&Status=2&OrderBy=Name");
    }

    #[test]
    fn every_list_has_its_own_key_and_every_column_its_own_title() {
        let mut keys = std::collections::BTreeSet::new();
        for list in columns::ALL {
            assert!(keys.insert(list.key), "{}", list.key);
            let titles: std::collections::BTreeSet<_> = list.columns.iter().map(|column| column.title).collect();
            assert_eq!(titles.len(), list.columns.len(), "{}", list.key);
        }
    }

    #[test]
    fn columns_of_one_screen_column_stand_together() {
        for list in columns::ALL {
            let keys: Vec<_> = unique_keys(list.columns).collect();
            let distinct: std::collections::BTreeSet<_> = keys.iter().collect();
            assert_eq!(distinct.len(), keys.len(), "{}", list.key);
        }
    }
}
