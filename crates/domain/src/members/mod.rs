//! Members of a group: their details, their status timeline, and what makes two of them the same person.

pub mod admission;
pub mod contact_details;
pub mod duplicates;
pub mod effective_date;
pub mod form;
pub mod member;
pub mod saving;
pub mod search;
pub mod states;
pub mod status;
pub mod welcome;

pub use effective_date::{StatusWish, effective_date};
pub use form::MemberForm;
pub use member::{Gender, MemberDetails};
pub use status::{ShownStatus, Status};
pub use status::{StatusWrite, Timeline};
