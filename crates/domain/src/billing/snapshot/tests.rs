//! The tests of the computation: a small world in which plans are billed month by month, and what must come out.

mod consults;
mod employees;
mod previous;
pub(crate) mod properties;
mod references;
mod regenerated;

/// The world and the clerk of the tests.
pub(crate) use crate::examples::bills as world;
