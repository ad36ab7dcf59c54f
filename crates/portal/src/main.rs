//! The program `ledgerwell`. Everything it does is a command of [`portal::commands`].

use std::process::ExitCode;

use clap::Parser as _;
use portal::commands::Program;

#[global_allocator]
static ALLOCATOR: allocator::Allocator = allocator::Allocator;

fn main() -> ExitCode {
    match Program::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ledgerwell: {error:#}");
            ExitCode::FAILURE
        }
    }
}
