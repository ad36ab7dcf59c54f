//! Keeping the database and the storage tidy: what has ended long ago is forgotten.

pub mod jobs;
mod service;
