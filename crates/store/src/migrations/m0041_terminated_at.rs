//! When a group was ended, so that who ended with it can be brought back when it is served again. Of a group that is In-Active already, the
//! last moment at which the end of the group changed the status of a member.

use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let instant = match engine {
        Engine::Sqlite => "text",
        Engine::Postgres => "timestamptz",
    };
    vec![
        format!("alter table \"employer_group\" add column \"terminated_at\" {instant}"),
        "update employer_group set terminated_at = (\
             select max(coalesce(case when cancel_reason = 3 then cancelled_at end, recorded_at)) \
             from status_change where status_change.group_id = employer_group.id and (source = 3 or cancel_reason = 3)) \
         where status = 1"
            .to_owned(),
    ]
}
