//! Who somebody is in a family: the relationships and member types that words and codes stand for.

use crate::members::member::{DEPENDENT, PRIMARY};

/// Who of a family a member is (rules.md#plan-name-and-member-type).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MemberType {
    /// The employee.
    Primary,
    /// Somebody of the employee's family.
    Dependent,
}

impl MemberType {
    /// The text that is stored and shown.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Primary => PRIMARY,
            Self::Dependent => DEPENDENT,
        }
    }
}

/// The relationship to the employee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Relationship {
    /// The employee.
    Employee,
    /// Husband or wife.
    Spouse,
    /// Child, own, adopted, foster or by marriage.
    Child,
    /// Domestic or life partner.
    Partner,
    /// Any other dependent.
    Other,
}

impl Relationship {
    /// `EE`, `SP`, `CH`, `DP` or `OT` (rules.md#commands).
    pub const fn code(self) -> &'static str {
        match self {
            Self::Employee => "EE",
            Self::Spouse => "SP",
            Self::Child => "CH",
            Self::Partner => "DP",
            Self::Other => "OT",
        }
    }

    /// Everybody but the employee.
    pub const fn is_dependent(self) -> bool {
        !matches!(self, Self::Employee)
    }

    /// The member type it makes.
    pub const fn member_type(self) -> MemberType {
        if self.is_dependent() { MemberType::Dependent } else { MemberType::Primary }
    }
}
