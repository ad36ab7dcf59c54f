//! What a snapshot has frozen of its plan: the pricing option of each line, by which its rate is known to be billed (rules.md#rate-of-a-line), and
//! the name of a line item that is listed as outside the look-back.
//!
//! Lines from before get the option that their line item has. And a line item that only deleted snapshots have billed is free again
//! (rules.md#look-back).

use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let (id, text) = match engine {
        Engine::Sqlite => ("integer", "text"),
        Engine::Postgres => ("bigint", "text collate \"C\""),
    };
    let live = match engine {
        Engine::Sqlite => "live=1",
        Engine::Postgres => "live",
    };
    vec![
        format!(
            "alter table \"snapshot_line\" add column \"pricing_option_id\" {id} \
             constraint \"fk_snapshot_line_pricing_option_id\" references \"pricing_option\" (\"id\")"
        ),
        "update snapshot_line set pricing_option_id = \
         (select l.pricing_option_id from plan_line l where l.id = snapshot_line.plan_line_id)"
            .to_owned(),
        format!(
            "create index \"ix_snapshot_line_pricing_option_id\" on \"snapshot_line\" (\"pricing_option_id\") where {live}"
        ),
        format!("alter table \"snapshot_unbilled\" add column \"name\" {text} not null default ''"),
        "update snapshot_unbilled set name = \
         (select l.name from plan_line l where l.id = snapshot_unbilled.plan_line_id)"
            .to_owned(),
        format!(
            "update plan_line set first_billed_month = \
             (select min(s.period_month) from snapshot_line b join snapshot s on s.id = b.snapshot_id \
             where b.plan_line_id = plan_line.id and b.{live})"
        ),
    ]
}
