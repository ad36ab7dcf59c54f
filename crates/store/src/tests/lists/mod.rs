//! What users keep of lists, on both engines.

mod narrowed;
mod saved_views;
