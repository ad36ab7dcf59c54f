//! The tests of the computation: a small world in which plans are billed month by month, and what must come out.

mod consults;
mod employees;
mod naive;
mod properties;
mod references;
mod regenerated;
pub(crate) mod world;
