//! Employer groups: lists, saving, ending and serving again.

mod details;
mod insurance;
mod lists;
mod reactivate;
mod saving;
mod terminate;
