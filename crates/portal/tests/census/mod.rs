//! Census files: from the upload to the change of a roster, and its undoing.

mod asking;
mod content;
mod endpoints;
mod families;
mod families_in_columns;
mod files;
mod fixing;
mod held;
mod ids;
mod importing;
mod layout;
mod mending;
mod originals;
mod parts;
mod reading;
mod results;
mod review;
mod shapes;
mod silence;
mod ways_out;
