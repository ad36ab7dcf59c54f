//! The terms of a line item on the day a snapshot is computed (rules.md#billing-references, rules.md#rate-of-a-line).

use crate::billing::ledger::{EntryKind, IdSet};
use crate::billing::line::{BillingPeriod, BillingType, LineItem};
use crate::billing::snapshot::ComputedLine;
use crate::{BillingMonth, Money, PlanLineId, PricingOptionId};

/// A reference as a number, so that members carry no text through the computation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Reference(u32);

impl Reference {
    /// No reference, or one that no line item names.
    pub const NONE: Self = Self(0);
}

/// The references that the line items of a group name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct References(Vec<String>);

impl References {
    /// The references of line items; of one plan or of all plans of a group.
    pub fn of<'a>(items: impl IntoIterator<Item = &'a LineItem>) -> Self {
        let mut keys: Vec<String> = items.into_iter().filter_map(LineItem::reference_key).collect();
        keys.sort_unstable();
        keys.dedup();
        Self(keys)
    }

    /// The references of several plans together.
    pub fn merged<'a>(of: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut keys: Vec<String> = of.into_iter().flat_map(|references| references.0.iter().cloned()).collect();
        keys.sort_unstable();
        keys.dedup();
        Self(keys)
    }

    /// The number of a member's folded reference (`billing_ref_key`).
    pub fn find(&self, key: Option<&str>) -> Reference {
        let place = key.and_then(|key| self.0.binary_search_by(|known| known.as_str().cmp(key)).ok());
        place.map_or(Reference::NONE, |place| Reference(place as u32 + 1))
    }
}

/// Whom a line item counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineScope {
    /// Everyone.
    AllMembers,
    /// Only those with this reference.
    WithReference(Reference),
}

impl LineScope {
    /// Whether it counts who has `reference`.
    pub fn includes(self, reference: Reference) -> bool {
        match self {
            Self::AllMembers => true,
            Self::WithReference(wanted) => wanted == reference && wanted != Reference::NONE,
        }
    }
}

/// A line item with its rate of today.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineTerms {
    /// The line item.
    pub id: PlanLineId,
    /// Its name.
    pub name: String,
    /// What it counts.
    pub billing_type: BillingType,
    /// Which month it bills.
    pub period: BillingPeriod,
    /// Where its rate comes from (rules.md#rate-of-a-line).
    pub pricing_option: PricingOptionId,
    /// The rate of its pricing option now.
    pub rate: Money,
    /// Whom it counts.
    pub scope: LineScope,
    /// The reference as it was written.
    pub reference_id: Option<String>,
    /// Whether earlier months are left as they were billed.
    pub ignore_credits_and_debts: bool,
    /// A deleted line charges nothing new but still corrects what it has billed (rules.md#deleted-line).
    pub is_deleted: bool,
}

impl LineTerms {
    /// The terms of a line item of a plan whose `references` are known.
    pub fn of(id: PlanLineId, item: &LineItem, rate: Money, references: &References) -> Self {
        let key = item.reference_key();
        let scope = match &key {
            None => LineScope::AllMembers,
            Some(key) => LineScope::WithReference(references.find(Some(key))),
        };
        Self {
            id,
            name: item.name.clone(),
            billing_type: item.billing_type,
            period: item.billing_period,
            pricing_option: item.pricing_option,
            rate,
            scope,
            reference_id: item.reference_id.clone(),
            ignore_credits_and_debts: item.ignore_credits_and_debts,
            is_deleted: false,
        }
    }

    /// The same terms of a line that was deleted.
    pub fn deleted(mut self) -> Self {
        self.is_deleted = true;
        self
    }

    /// The same terms with the numbers of other references, such as those of all plans of the group.
    #[must_use]
    pub fn renumbered(&self, from: &References, to: &References) -> Self {
        let key = |Reference(number): Reference| from.0.get((number as usize).wrapping_sub(1)).map(String::as_str);
        let scope = match self.scope {
            LineScope::AllMembers => LineScope::AllMembers,
            LineScope::WithReference(reference) => LineScope::WithReference(to.find(key(reference))),
        };
        Self { scope, ..self.clone() }
    }

    pub(super) fn computed(
        &self,
        (month, kind, rate, part, ids): (BillingMonth, EntryKind, Money, i16, IdSet),
    ) -> ComputedLine {
        ComputedLine {
            plan_line: self.id,
            name: self.name.clone(),
            billing_type: self.billing_type,
            month,
            kind,
            part,
            rate,
            pricing_option: self.pricing_option,
            ids,
            reference_id: self.reference_id.clone(),
        }
    }
}
