//! Census files: from the upload to the change of a roster, and its undoing.

mod absence;
mod asking;
mod content;
mod crash;
mod effect;
mod endpoints;
mod families;
mod files;
mod fixing;
mod held;
mod ids;
mod import;
mod mending;
mod originals;
mod parts;
mod reading;
mod results;
mod review;
mod same_person;
mod shapes;
mod silence;
mod small_groups;
mod stop;
mod twice;
mod undo;
mod ways_out;
