//! The invoices of the snapshots that a run has made: what the run has done about them, and how they stand now.

/// What a run has done about the invoice of a snapshot that it has made; the number is the stored one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvoicePush {
    /// The plan wants none, or has no ERP account and customer; with a message: the run ended before it was asked for.
    None = 0,
    /// It is still to be created in the ERP.
    Waiting = 1,
    /// It stands in the ERP.
    Created = 2,
    /// The ERP has none, and the row says why.
    Refused = 3,
}

impl InvoicePush {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::None, Self::Waiting, Self::Created, Self::Refused];

    /// The state of a stored number.
    pub fn from_number(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.number() == number)
    }

    /// The stored number, 0 to 3.
    pub const fn number(self) -> i16 {
        self as i16
    }
}

/// How the invoice of a snapshot stands that a run has made: as of now, since somebody may have created it by hand after the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvoiceStanding {
    /// None is wanted.
    None = 0,
    /// The run is still to create it.
    Waiting = 1,
    /// It stands in the ERP.
    Created = 2,
    /// The ERP has none, and the row says why.
    Refused = 3,
    /// The run ended before it was asked for.
    LeftOut = 4,
    /// It stood in the ERP and was deleted there.
    Gone = 5,
}

impl InvoiceStanding {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 6] = [Self::None, Self::Waiting, Self::Created, Self::Refused, Self::LeftOut, Self::Gone];

    /// From what the run has done, whether it says something of it, and whether the snapshot is in the ERP now.
    pub const fn of(push: InvoicePush, has_message: bool, is_in_erp: bool) -> Self {
        match push {
            _ if is_in_erp => Self::Created,
            InvoicePush::None if has_message => Self::LeftOut,
            InvoicePush::None => Self::None,
            InvoicePush::Waiting => Self::Waiting,
            InvoicePush::Created => Self::Gone,
            InvoicePush::Refused => Self::Refused,
        }
    }

    /// The name that programs know it by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "None",
            Self::Waiting => "Waiting",
            Self::Created => "Created",
            Self::Refused => "Refused",
            Self::LeftOut => "LeftOut",
            Self::Gone => "Gone",
        }
    }

    /// What people read.
    pub const fn text(self) -> &'static str {
        match self {
            Self::None => "No invoice",
            Self::Waiting => "Waiting for the ERP",
            Self::Created => "Created in the ERP",
            Self::Refused => "Not created in the ERP",
            Self::LeftOut => "Left out",
            Self::Gone => "Deleted in the ERP",
        }
    }

    /// Whether what the run says of it still holds.
    pub const fn is_explained(self) -> bool {
        matches!(self, Self::Refused | Self::LeftOut)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invoice_stands_as_the_erp_has_it_now() {
        for (push, has_message, is_in_erp, name) in [
            (InvoicePush::None, false, false, "None"),
            (InvoicePush::None, true, false, "LeftOut"),
            (InvoicePush::None, true, true, "Created"),
            (InvoicePush::None, false, true, "Created"),
            (InvoicePush::Waiting, false, false, "Waiting"),
            (InvoicePush::Waiting, false, true, "Created"),
            (InvoicePush::Created, false, true, "Created"),
            (InvoicePush::Created, false, false, "Gone"),
            (InvoicePush::Refused, true, false, "Refused"),
            (InvoicePush::Refused, true, true, "Created"),
        ] {
            let standing = InvoiceStanding::of(push, has_message, is_in_erp);
            assert_eq!(standing.name(), name, "{push:?}, {has_message}, {is_in_erp}");
        }
    }
}
