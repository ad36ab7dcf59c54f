//! Members: lists, saving, their status and the mails to them.

mod family;
mod lists;
mod roster;
mod saving;
mod status;
mod welcome;
