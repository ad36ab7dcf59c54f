//! What is said and asked about a file, and the facts about a row that are not in its cells.

/// Writes an enumeration whose numbers and texts are stable, with the ways between them.
macro_rules! numbered {
    ($(#[$about:meta])* $kind:ident, $(#[$shown:meta])* $text:ident:
     $($(#[$meta:meta])* $name:ident = $number:literal, $said:literal;)*) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $kind { $($(#[$meta])* $name = $number,)* }

        impl $kind {
            /// Every kind.
            pub const ALL: [Self; [$($number),*].len()] = [$(Self::$name),*];

            /// The stored number.
            pub const fn number(self) -> i16 {
                self as i16
            }

            /// The kind of a stored number.
            pub fn from_number(number: i16) -> Option<Self> {
                Self::ALL.into_iter().find(|kind| kind.number() == number)
            }

            $(#[$shown])*
            pub const fn $text(self) -> &'static str {
                match self { $(Self::$name => $said),* }
            }
        }
    };
}

pub(in crate::census) use numbered;

pub mod issue;
pub(in crate::census) mod leaving;
pub mod questions;
pub(in crate::census) mod sections;
