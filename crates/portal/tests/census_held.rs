//! Rows and files that are held back: who is not ended by that, what a person may still decide, and what an import that is asked for
//! twice says and does.

use domain::GroupId;
use domain::access::Role;
use serde_json::{Value, json};
use store::Engine;

use crate::support::census::{FILES, file_path, on_roster, task, task_path};
use crate::support::{Client, TestApp};

const EXPLICIT: [(&str, &str); 2] = [("explicitImport", "true"), ("globalEffectiveDate", "07/01/2026")];
