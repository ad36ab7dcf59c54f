//! What comparing two people says: one of a few levels for each field, all in one word.

/// What is compared. The order is that of [`Levels`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// Given name.
    FirstName,
    /// Family name.
    LastName,
    /// Whether given and family name have changed places.
    SwappedNames,
    /// Date of birth.
    DateOfBirth,
    /// Gender.
    Gender,
    /// First line of the address.
    Street,
    /// Second line of the address.
    AddressLine2,
    /// ZIP code.
    ZipCode,
    /// City.
    City,
    /// State.
    State,
    /// E-mail address.
    Email,
    /// Cell and home phone.
    Phone,
    /// Unique id and other id.
    Id,
    /// Relationship to the employee.
    Relationship,
    /// Where the rest of the family went.
    Family,
    /// Jr, Sr and their like.
    Suffix,
}

/// How many fields there are.
pub(super) const FIELDS: usize = 16;
/// Levels of a field, the missing one (0) included.
pub(super) const LEVELS: usize = 16;

impl Field {
    pub(super) const ALL: [Self; FIELDS] = [
        Self::FirstName,
        Self::LastName,
        Self::SwappedNames,
        Self::DateOfBirth,
        Self::Gender,
        Self::Street,
        Self::AddressLine2,
        Self::ZipCode,
        Self::City,
        Self::State,
        Self::Email,
        Self::Phone,
        Self::Id,
        Self::Relationship,
        Self::Family,
        Self::Suffix,
    ];

    pub(super) const fn place(self) -> usize {
        self as usize
    }
}

/// The level of each field, 4 bits each; 0 where a side does not say. It stands in edges of which a large file has a million, so that it
/// asks for no room beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(Rust, packed(4))]
pub(super) struct Levels(u64);

impl Levels {
    pub(super) const fn get(self, field: Field) -> u8 {
        (self.0 >> (4 * field as u32) & 15) as u8
    }

    /// With another level of a field.
    #[must_use]
    pub(super) const fn with(self, field: Field, level: u8) -> Self {
        let at = 4 * field as u32;
        Self(self.0 & !(15 << at) | ((level & 15) as u64) << at)
    }

    pub(super) fn each(self) -> impl Iterator<Item = (Field, u8)> {
        Field::ALL.into_iter().map(move |field| (field, self.get(field))).filter(|(_, level)| *level != 0)
    }
}

/// Levels of the given name.
pub(super) mod first {
    pub const EXACT: u8 = 1;
    /// A nickname, or the same first of several names.
    pub const VARIANT: u8 = 2;
    /// Another of several names: somebody goes by the middle name.
    pub const MIDDLE: u8 = 3;
    pub const INITIAL: u8 = 4;
    pub const CLOSE: u8 = 5;
    pub const SIMILAR: u8 = 6;
    pub const WEAK: u8 = 7;
    pub const OTHER: u8 = 8;
}

/// Levels of the family name.
pub(super) mod last {
    pub const EXACT: u8 = 1;
    /// One of the parts of a compound name.
    pub const PART: u8 = 2;
    pub const CLOSE: u8 = 3;
    pub const SIMILAR: u8 = 4;
    pub const WEAK: u8 = 5;
    pub const OTHER: u8 = 6;
}

/// Levels of exchanged names; where they are exchanged, the names themselves have no level.
pub(super) mod swapped {
    pub const NO: u8 = 1;
    pub const YES: u8 = 2;
}

/// Levels of the date of birth.
pub(super) mod birth {
    pub const EXACT: u8 = 1;
    /// Day and month have changed places.
    pub const TURNED: u8 = 2;
    /// One digit is wrong, or two neighbours have changed places.
    pub const SLIP: u8 = 3;
    /// One side says the first of January of the same year.
    pub const NEW_YEAR: u8 = 4;
    pub const OTHER_YEAR: u8 = 5;
    /// Same year, and month or day.
    pub const YEAR_AND_PART: u8 = 6;
    pub const YEAR: u8 = 7;
    pub const NEAR: u8 = 8;
    pub const OTHER: u8 = 9;
}

/// Levels of yes and no, twice: gender, state and relationship mean something else where what they hang on agrees.
pub(super) mod agreed {
    pub const SAME: u8 = 1;
    pub const OTHER: u8 = 2;
    /// Where the given names, the ZIP codes, the dates of birth agree.
    pub const SAME_IN_LINE: u8 = 3;
    pub const OTHER_IN_LINE: u8 = 4;
}

/// Levels of the street.
pub(super) mod street {
    pub const EXACT: u8 = 1;
    pub const CLOSE: u8 = 2;
    pub const OTHER_NUMBER: u8 = 3;
    pub const CLOSE_NAME: u8 = 4;
    pub const NUMBER_ONLY: u8 = 5;
    pub const OTHER: u8 = 6;
}

/// Levels of the second address line and of the city, twice: where the street or the ZIP code agrees they say little more.
pub(super) mod place {
    pub const EXACT: u8 = 1;
    pub const CLOSE: u8 = 2;
    pub const OTHER: u8 = 3;
    /// How much higher the levels are where the street or the ZIP code agrees.
    pub const IN_LINE: u8 = 3;
}

/// Levels of the ZIP code.
pub(super) mod zip {
    pub const EXACT: u8 = 1;
    pub const SLIP: u8 = 2;
    pub const REGION: u8 = 3;
    pub const OTHER: u8 = 4;
}

/// Levels of e-mail address and phone.
pub(super) mod contact {
    pub const EXACT: u8 = 1;
    /// The same mailbox elsewhere, or one letter or digit wrong.
    pub const CLOSE: u8 = 2;
    pub const OTHER: u8 = 3;
}

/// Levels of the ids.
pub(super) mod id {
    pub const UNIQUE: u8 = 1;
    pub const OTHER_ID: u8 = 2;
    pub const CLOSE: u8 = 3;
    pub const OTHER: u8 = 4;
}

/// Levels of where the family went.
pub(super) mod family {
    pub const HERE: u8 = 1;
    pub const ELSEWHERE: u8 = 2;
}

/// Levels of the suffix.
pub(super) mod suffix {
    pub const SAME: u8 = 1;
    pub const OTHER: u8 = 2;
    pub const ONE_SIDE: u8 = 3;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_field_keeps_its_level() {
        let mut levels = Levels::default();
        for field in Field::ALL {
            levels = levels.with(field, field.place() as u8);
        }
        for field in Field::ALL {
            assert_eq!(usize::from(levels.get(field)), field.place());
        }
        assert_eq!(levels.with(Field::Suffix, 2).get(Field::Suffix), 2);
        assert_eq!(levels.each().count(), FIELDS - 1);
    }
}
