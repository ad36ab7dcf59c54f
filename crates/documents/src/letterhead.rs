//! The head of a document: the sender, with its address, mail and phone.

use domain::invoices::Sender;
use serde::Serialize;

use crate::fonts::Weight;
use crate::printable::{Printable, plain};

/// Points for the name beside the square, and for the lines at the right, with their type sizes.
const NAME_ROOM: f64 = 312.0;
const NAME_SIZE: f64 = 14.0;
const LINE_ROOM: f64 = 162.0;
const LINE_SIZE: f64 = 7.0;

/// The sender as printed at the head of a document.
#[derive(Debug, Serialize)]
pub(crate) struct Letterhead {
    name: Vec<Printable>,
    initial: Printable,
    /// The legal name, the address, then mail and phone.
    lines: Vec<Printable>,
    /// The legal name as plain text.
    author: String,
}

impl Letterhead {
    /// Lays out the head of a document of `sender`.
    pub fn of(sender: &Sender) -> Self {
        let asked: Vec<&str> = [&sender.email, &sender.phone].into_iter().flatten().map(String::as_str).collect();
        let asked = (!asked.is_empty()).then(|| asked.join(", "));
        let lines = std::iter::once(&sender.legal_name).chain(&sender.address).cloned().chain(asked);
        let lines = lines.flat_map(|line| Printable::lines(line, Weight::Regular, LINE_SIZE, LINE_ROOM));
        Self {
            name: Printable::lines(&sender.name, Weight::SemiBold, NAME_SIZE, NAME_ROOM),
            initial: sender.name.trim().chars().take(1).collect::<String>().to_uppercase().into(),
            lines: lines.collect(),
            author: plain(&sender.legal_name),
        }
    }
}
