//! What users keep of lists.

pub mod saved_views;
