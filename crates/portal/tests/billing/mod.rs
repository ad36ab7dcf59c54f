//! Plans, pricing, snapshots and the runs that make them for all groups.

mod automatic_runs;
mod bill_filters;
mod broker_days;
mod consult_lines;
mod golden_bills;
mod line_members;
mod listed_lines;
mod many_bills;
mod plans;
mod pricing;
mod run_filters;
mod run_numbers;
mod runs;
mod runs_broken;
mod runs_invoices;
mod runs_left_behind;
mod runs_looked_at;
mod runs_unreached;
mod snapshot_races;
mod snapshots;
mod stored_bills;
mod why;
mod why_before;
mod why_taken_back;
