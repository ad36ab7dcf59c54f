//! What a match rests on, and why a person may have to choose (decisions C5).

/// The strongest evidence of a match, with its label and rough score (decisions C5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MatchType {
    /// The employer's id.
    UniqueId = 1,
    /// Another id, with last name or date of birth.
    OtherMemberId = 2,
    /// Both names and the date of birth.
    NameAndBirth = 3,
    /// E-mail address and last name.
    EmailAndLastName = 4,
    /// A phone and the date of birth.
    PhoneAndBirth = 5,
    /// Names that are nearly the same, and the date of birth.
    SimilarNameAndBirth = 6,
    /// Both names and the ZIP code.
    NameAndZip = 7,
}

impl MatchType {
    /// Every type, the strongest evidence first.
    pub const ALL: [Self; 7] = [
        Self::UniqueId,
        Self::OtherMemberId,
        Self::NameAndBirth,
        Self::EmailAndLastName,
        Self::PhoneAndBirth,
        Self::SimilarNameAndBirth,
        Self::NameAndZip,
    ];

    /// The stored number.
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// The type of a stored number.
    pub fn from_number(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.number() == number)
    }

    /// The label that is shown (`MatchTypeFormatted`).
    pub const fn label(self) -> &'static str {
        match self {
            Self::UniqueId => "Unique ID",
            Self::OtherMemberId => "Other Member ID",
            Self::NameAndBirth => "Name and Date of Birth",
            Self::EmailAndLastName => "Email and Last Name",
            Self::PhoneAndBirth => "Phone and Date of Birth",
            Self::SimilarNameAndBirth => "Similar Name and Date of Birth",
            Self::NameAndZip => "Name and ZIP",
        }
    }

    /// The score of this evidence alone, 0 to 1.
    pub const fn score(self) -> f64 {
        match self {
            Self::UniqueId => 1.0,
            Self::OtherMemberId => 0.95,
            Self::NameAndBirth => 0.9,
            Self::EmailAndLastName => 0.8,
            Self::PhoneAndBirth => 0.75,
            Self::SimilarNameAndBirth => 0.7,
            Self::NameAndZip => 0.55,
        }
    }
}

/// Why a person has to choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// Several members fit equally well.
    SeveralMembers,
    /// Several rows of the file are the same person.
    SeveralRows,
    /// The id belongs to a member of another name and another date of birth.
    IdOfAnother,
    /// The member is another row's already, by better evidence.
    AlreadyTaken,
}

impl Doubt {
    /// The sentence that is shown as the record's error.
    pub const fn message(self) -> &'static str {
        match self {
            Self::SeveralMembers => "Several members fit this row equally well. Choose the right one.",
            Self::SeveralRows => {
                "Several rows of the file seem to be this person. Choose the right one and skip the others."
            }
            Self::IdOfAnother => {
                "The Unique ID belongs to a member with another name and date of birth. Choose the right member."
            }
            Self::AlreadyTaken => "Another row of the file already matches this member. Choose the right one.",
        }
    }
}
