//! Of how many active members a file names so many that a question tells (rules.md#small-groups). Questions of other kinds have 0.

use crate::Engine;

pub(super) fn statements(_engine: Engine) -> Vec<String> {
    vec!["alter table \"census_question\" add column \"out_of\" integer not null default 0".to_owned()]
}
