//! Whether the invoice of a corrected month bills whom a later one corrects. It may have been regenerated since, and then says the
//! contrary of what it said when the correction was computed.

use crate::billing::ledger::{EntryKind, IdSet};

/// What the invoice of the month says today of those whom a correction is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BilledOn {
    /// This one billed whom a credit takes back, or left out whom a debt adds.
    Invoice(String),
    /// This one has been regenerated, and says the contrary of all of them.
    Otherwise(String),
    /// There is none to be named, or it says the one of some of them and the other of the rest.
    NotKnown,
}

impl BilledOn {
    /// What is to be said of a correction of `ids`, where an invoice with this number charges these for its month.
    pub fn of(kind: EntryKind, ids: &IdSet, charged: Option<(&str, &IdSet)>) -> Self {
        let Some((number, charged)) = charged else { return Self::NotKnown };
        let all = ids.iter().count();
        let billed = ids.iter().filter(|id| charged.contains(*id)).count();
        let expected = match kind {
            EntryKind::Credit => all,
            EntryKind::Debt => 0,
            EntryKind::Charge | EntryKind::ReversedCredit | EntryKind::ReversedDebt => return Self::NotKnown,
        };
        match billed {
            _ if all == 0 => Self::NotKnown,
            billed if billed == expected => Self::Invoice(number.to_owned()),
            billed if billed == all - expected => Self::Otherwise(number.to_owned()),
            _ => Self::NotKnown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use EntryKind::{Charge, Credit, Debt, ReversedCredit, ReversedDebt};

    #[test]
    fn an_invoice_is_named_for_what_it_says_today() {
        let named = |number: &str| BilledOn::Invoice(number.to_owned());
        let otherwise = |number: &str| BilledOn::Otherwise(number.to_owned());
        let charged = &[1, 2, 3][..];
        for (kind, ids, charged, expected) in [
            (Credit, &[1, 2][..], Some(charged), named("LW-1")),
            // Regenerated without them: they are billed nowhere any more.
            (Credit, &[4, 5], Some(charged), otherwise("LW-1")),
            (Credit, &[3, 4], Some(charged), BilledOn::NotKnown),
            (Credit, &[1], Some(&[]), otherwise("LW-1")),
            (Credit, &[1], None, BilledOn::NotKnown),
            (Debt, &[4, 5], Some(charged), named("LW-1")),
            (Debt, &[4], Some(&[]), named("LW-1")),
            // Regenerated with them: they are billed twice until the next invoice.
            (Debt, &[1, 3], Some(charged), otherwise("LW-1")),
            (Debt, &[3, 4], Some(charged), BilledOn::NotKnown),
            (Debt, &[4], None, BilledOn::NotKnown),
            (Debt, &[], Some(charged), BilledOn::NotKnown),
            (Charge, &[1], Some(charged), BilledOn::NotKnown),
            (ReversedCredit, &[1], Some(charged), BilledOn::NotKnown),
            (ReversedDebt, &[4], Some(charged), BilledOn::NotKnown),
        ] {
            let set = |ids: &[i64]| IdSet::of(ids.iter().copied());
            let charged = charged.map(set);
            let found = BilledOn::of(kind, &set(ids), charged.as_ref().map(|charged| ("LW-1", charged)));
            assert_eq!(found, expected, "{kind:?} {ids:?} {charged:?}");
        }
    }
}
