//! What all lists share: saved views, and lists as files.

mod csv;
mod filters;
mod saved_views;
