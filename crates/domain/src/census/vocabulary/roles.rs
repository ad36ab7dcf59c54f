//! The roles of a family: relationships and member types, and what words and codes tell of them, those of X12 834 (INS02) among them.

use super::words::meanings;
use crate::members::member::{DEPENDENT, PRIMARY};

meanings! {
    /// Who of a family a member is (rules.md#plan-name-and-member-type).
    pub enum MemberType in "member_types" {
        /// The employee.
        Primary,
        /// A member of the employee's family.
        Dependent,
    }

    /// The relationship to the employee. Its words are written as `word_key` does.
    pub enum Relationship in "relationships" {
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

    /// What a word tells among others under a relationship.
    pub(in crate::census) enum RelationshipWord in "relationship_words" {
        /// It leaves open what the others tell, as the words of a tier do.
        Open,
        /// Any other dependent.
        Other,
        /// An in-law, but for the marriage of the next words.
        Law,
        /// A marriage by common law.
        CommonLaw,
        /// A child.
        Child,
        /// A partner who is no spouse.
        Partner,
        /// Husband or wife.
        Spouse,
    }

    /// What a word tells under a relationship, beside the relationships themselves.
    pub(in crate::census) enum BesideRelationship in "beside_relationships" {
        /// The holder of a policy or a contract: `Primary Insured`, `Named Insured`, `Card Holder`, `Employee (Self)`.
        Holder,
        /// Nothing beside a holder.
        BesideHolder,
        /// A kind of employment.
        Employment,
        /// A kind of employment, beside another word that tells it.
        BesideEmployment,
    }

    /// What a heading, or a part of one, says of a column of roles.
    pub(in crate::census) enum RoleHeading in "role_headings" {
        /// A heading with it is of something else.
        Other,
    }
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
