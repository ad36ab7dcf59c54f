//! What all lists share: the views of them that users save by name.

pub mod saved_views;
