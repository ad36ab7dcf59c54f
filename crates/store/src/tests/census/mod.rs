//! Census files: their rows, what is said about them, their import and how they end.

mod asking;
mod file_ends;
mod findings;
mod import;
mod layouts;
mod rows;
