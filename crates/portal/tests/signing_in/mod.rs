//! Signing in, its second factor, and acts that ask for it again.

mod auth;
mod confirming;
mod impersonation;
mod second_factor;
mod sign_in;
