//! What a match rests on, and why a person may have to choose (rules.md#undecidable-match).

/// The strongest evidence of a match (rules.md#matching). It names a match and never changes its score.
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
    /// Names and dates of birth that are nearly the same.
    SimilarNameAndBirth = 6,
    /// Both names and the ZIP code.
    NameAndZip = 7,
    /// Nothing of the above, but much together: a slip in the name and another in the date, at the same address.
    SeveralWeakSigns = 8,
}

impl MatchType {
    /// Every type, the strongest evidence first.
    pub const ALL: [Self; 8] = [
        Self::UniqueId,
        Self::OtherMemberId,
        Self::NameAndBirth,
        Self::EmailAndLastName,
        Self::PhoneAndBirth,
        Self::SimilarNameAndBirth,
        Self::NameAndZip,
        Self::SeveralWeakSigns,
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
            Self::SeveralWeakSigns => "Several Weak Signs",
        }
    }
}

/// Why a person has to choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Doubt {
    /// Several members fit equally well.
    SeveralMembers,
    /// Several rows of the file are the same person.
    SeveralRows,
    /// The id belongs to somebody else, or somebody else fits far better.
    IdOfAnother,
    /// The member is another row's already, by better evidence.
    AlreadyTaken,
    /// It is likely this member, but not likely enough, or too little that is personal agrees.
    TooLittle,
    /// A generation lies between two of the same name.
    ParentOrChild,
    /// All agrees but the given name.
    Twin,
    /// Too much of what a person keeps is not the member's: two of given name, date of birth and gender.
    Contradicted,
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
                "The Unique ID belongs to a member with another name or date of birth. Choose the right member."
            }
            Self::AlreadyTaken => "Another row of the file already matches this member. Choose the right one.",
            Self::TooLittle => {
                "This row may be a member, but too little agrees to be sure. Choose the member or add a new one."
            }
            Self::ParentOrChild => {
                "The member with this name is a generation older or younger. Choose the member or add a new one."
            }
            Self::Twin => "The member born on this day has another first name. Choose the member or add a new one.",
            Self::Contradicted => {
                "The member who fits best differs in first name, date of birth, gender or contacts. Choose the member or add a new one."
            }
        }
    }
}

/// What to look at in a match although its score is high: the file cannot tell it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Caution {
    /// The dates of birth lie a generation apart.
    MayBeParentOrChild,
    /// All agrees but the first name.
    MayBeTwin,
    /// Another first name, and nearly the same date of birth.
    MayBeSibling,
    /// First and last name have changed places, of the member or of the row.
    NamesExchanged,
    /// Another last name, and neither an id nor a contact agrees.
    MayBeAnother,
}

impl Caution {
    /// The sentence that is shown as a warning.
    pub const fn message(self) -> &'static str {
        match self {
            Self::MayBeParentOrChild => {
                "The date of birth is far from the member's: this may be a parent or child of the same name."
            }
            Self::MayBeTwin => "The first name is not the member's but all else agrees: this may be a twin.",
            Self::MayBeSibling => {
                "The first name is not the member's and the date of birth is only nearly so: this may be a brother or sister."
            }
            Self::MayBeAnother => {
                "The last name is not the member's, and neither an id nor a contact agrees: this may be a new name, or another person."
            }
            Self::NamesExchanged => {
                "First and last name have changed places beside the member's, and the file's are taken: check which are right."
            }
        }
    }
}
