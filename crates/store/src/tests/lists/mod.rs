//! What users keep of lists, on both engines.

mod saved_views;
