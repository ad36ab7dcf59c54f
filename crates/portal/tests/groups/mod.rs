//! Employer groups: lists, saving, ending and serving again.

mod details;
mod insurance;
mod lists;
mod page;
mod reactivate;
mod saving;
mod terminate;
