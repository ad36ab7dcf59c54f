//! The import as somebody would write it by hand for this one file: COPY into a table of texts, then one statement a table, all in one
//! transaction, that leave the same rows as the product: records, matches, members, history, what undoing needs and audit.

use std::time::{Duration, Instant};

use anyhow::Context as _;
use sqlx::postgres::PgPoolCopyExt as _;
use sqlx::{AssertSqlSafe, PgPool};

use super::census::Census;
use crate::roster::fill::Filled;

/// Where the rows of the file lie before they are read; as the CSV, numbered.
const SENT: &str = "create table bare_sent (row_number serial, unique_id text, member_type text, first_name text, \
    last_name text, gender text, born text, email text, mobile text, home text, street text, city text, state text, \
    zip text, status text)";
const COPY: &str = "copy bare_sent (unique_id, member_type, first_name, last_name, gender, born, email, mobile, home, \
    street, city, state, zip, status) from stdin with (format csv, header true)";

/// One file after the other; `$group` and `$file` are put in.
const STATEMENTS: [&str; 18] = [
    // the rules of the fields
    "create temp table bare_row on commit drop as select row_number, nullif(btrim(unique_id), '') as unique_id, \
     lower(nullif(btrim(unique_id), '')) as unique_key, initcap(member_type) as member_type, btrim(first_name) as first_name, \
     btrim(last_name) as last_name, lower(btrim(first_name)) as first_key, lower(btrim(last_name)) as last_key, \
     case lower(gender) when 'male' then 1 when 'female' then 2 when 'other' then 0 end as gender, \
     to_date(born, 'MM/DD/YYYY') as born, case when email ~ '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$' then email end as email, \
     nullif(regexp_replace(mobile, '\\D', '', 'g'), '') as mobile, nullif(regexp_replace(home, '\\D', '', 'g'), '') as home, \
     nullif(btrim(street), '') as street, nullif(btrim(city), '') as city, \
     case when state ~ '^[A-Z]{2}$' then state end as state, case when zip ~ '^\\d{5}(-\\d{4})?$' then zip end as zip, \
     case lower(status) when 'in-active' then 1 when 'active' then 0 end as status from bare_sent",
    "insert into census_record (file_id, row_number, physical_line, state, unique_id, member_type, first_name, last_name, \
     gender, date_of_birth, email, mobile_phone, home_phone, address_line1, city, state_code, zip_code, status, clears) \
     select $file, row_number, row_number + 1, case when first_name = '' or last_name = '' or born is null then 1 else 0 end, \
     unique_id, member_type, first_name, last_name, gender, born, email, mobile, home, street, city, state, zip, status, 0 \
     from bare_row",
    "analyze bare_row",
    // by unique id, then by name and birth date
    "create temp table bare_match on commit drop as select r.row_number, m.id, m.version, 0 as how from bare_row r \
     join member m on m.group_id = $group and m.unique_key = r.unique_key",
    "insert into bare_match select distinct on (m.id) r.row_number, m.id, m.version, 1 from bare_row r join member m \
     on m.group_id = $group and m.last_key = r.last_key and m.first_key = r.first_key and m.date_of_birth = r.born \
     where r.unique_key is null and m.unique_key is null",
    "create index on bare_match (row_number)",
    "analyze bare_match",
    "create temp table bare_changed on commit drop as select r.row_number, b.id, b.version, \
     jsonb_build_object('Fields', jsonb_build_object('AddressLine1', m.address_line1, 'City', m.city, 'HomePhone', m.home_phone)) \
     as before, r.street, r.city, r.home from bare_row r join bare_match b using (row_number) join member m on m.id = b.id \
     where (r.street, r.city, r.home) is distinct from (m.address_line1, m.city, m.home_phone)",
    "create temp table bare_ended on commit drop as select m.id, m.version from member m where m.group_id = $group and \
     m.status = 0 and m.pending_on is null and not exists (select 1 from bare_match b where b.id = m.id)",
    "insert into census_match (file_id, row_number, rank, member_id, member_version, match_type, score, reasons, outcome, chosen) \
     select $file, r.row_number, 0, b.id, b.version, b.how, case when b.id is not null then 1.0 end, \
     case when b.id is not null then '{\"Reasons\": [\"Same name\", \"Same birth date\"]}'::jsonb end, \
     case when b.id is null then 1 when c.id is not null then 2 else 0 end, true \
     from bare_row r left join bare_match b using (row_number) left join bare_changed c on c.id = b.id",
    "update member m set address_line1 = c.street, city = c.city, home_phone = c.home, version = m.version + 1 \
     from bare_changed c where m.id = c.id and m.version = c.version",
    "update member_search s set text = concat_ws(' ', m.last_key, m.first_key, lower(m.email), m.unique_key, \
     lower(m.address_line1), lower(m.city), lower(m.state), m.zip_code) from bare_changed c join member m on m.id = c.id \
     where s.member_id = c.id",
    "create temp table bare_made on commit drop as select nextval(pg_get_serial_sequence('member', 'id')) as id, r.* \
     from bare_row r where not exists (select 1 from bare_match b where b.row_number = r.row_number)",
    "insert into member (id, group_id, first_name, last_name, first_key, last_key, unique_id, unique_key, email, mobile_phone, \
     home_phone, gender, date_of_birth, address_line1, city, state, zip_code, plan_name, member_type, is_primary, status, link_id, \
     version, created_at, updated_at) overriding system value \
     select id, $group, first_name, last_name, first_key, last_key, unique_id, unique_key, email, mobile, home, coalesce(gender, 3), \
     born, street, city, state, zip, 'Employee', 'Primary', true, 0, gen_random_uuid(), 1, now(), now() from bare_made",
    "insert into member_search (member_id, group_id, text) select id, $group, \
     concat_ws(' ', last_key, first_key, email, unique_key) from bare_made",
    "with ended as (update status_change s set until_on = current_date from bare_ended e where s.member_id = e.id and \
     s.cancelled_at is null and s.until_on is null and s.effective_on < current_date returning s.member_id), \
     stopped as (update member m set status = 1, version = m.version + 1 from bare_ended e where m.id = e.id) \
     insert into status_change (member_id, group_id, status, effective_on, recorded_at, source, source_id) \
     select id, $group, 0, current_date, now(), 2, $file from bare_made union all \
     select member_id, $group, 1, current_date, now(), 2, $file from ended",
    "insert into census_change (file_id, row_number, member_id, kind, before, version_after, status_change_id, at) \
     select $file, d.row_number, d.id, d.kind, d.before, d.version, s.id, now() from ( \
     select row_number, id, 1 as kind, null::jsonb as before, 1 as version from bare_made union all \
     select row_number, id, 2, before, version + 1 from bare_changed union all \
     select null, id, 4, '{\"Status\": {\"Stood\": [[0, \"2024-01-01\"]]}}', version + 1 from bare_ended) d \
     left join status_change s on s.member_id = d.id and s.source = 2 and s.source_id = $file",
    "with done as (insert into audit (at, action, subject, subject_id, group_id, cause, cause_id, detail) \
     select now(), case kind when 1 then 'member.create' when 2 then 'member.update' else 'member.terminate' end, 'member', \
     member_id, $group, 'census_file', $file, jsonb_build_object('before', before, 'after', before) from census_change \
     where file_id = $file returning 1) \
     insert into group_count (group_id, day, slot, total, active) select $group, current_date, 7, \
     (select count(*) from bare_made), (select count(*) from bare_made) - (select count(*) from bare_ended) \
     on conflict (group_id, day, slot) do update set total = group_count.total + excluded.total, \
     active = group_count.active + excluded.active",
];

/// How long the file takes that way.
pub async fn import(pool: &PgPool, filled: &Filled, census: &Census) -> anyhow::Result<Duration> {
    let text = |statement: &str, file: i64| {
        statement.replace("$group", &filled.largest.to_string()).replace("$file", &file.to_string())
    };
    let file: i64 = sqlx::query_scalar(
        "insert into census_file (name, group_id, is_multi_group, original_file_name, stored_file_id, status, uploaded_by, \
         by_administrator, uploaded_at, record_count, error_count, completed_tasks, search_text, version, created_at, updated_at) \
         select gen_random_uuid(), group_id, is_multi_group, 'bare.csv', stored_file_id, status, uploaded_by, by_administrator, \
         uploaded_at, 0, 0, 0, 'bare', 1, now(), now() from census_file limit 1 returning id",
    )
    .fetch_one(pool)
    .await
    .context("a file of its own")?;
    let begun = Instant::now();
    sqlx::query(SENT).execute(pool).await?;
    let mut copy = pool.copy_in_raw(COPY).await?;
    copy.send(census.csv.as_bytes()).await?;
    copy.finish().await?;
    let mut tx = pool.begin().await?;
    for (place, statement) in STATEMENTS.iter().enumerate() {
        let done = sqlx::query(AssertSqlSafe(text(statement, file))).execute(&mut *tx).await;
        done.with_context(|| format!("statement {place} of the bare import"))?;
    }
    tx.commit().await?;
    Ok(begun.elapsed())
}
