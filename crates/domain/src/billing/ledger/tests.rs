use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

#[test]
fn ids_are_stored_as_differences() {
    let set = IdSet::of([3, 4, 132, 1_000_000]);
    // 3, 1, 128 = 0x80 0x01, 999,868 = 0xBC 0x83 0x3D
    assert_eq!(set.bytes(), [0x03, 0x01, 0x80, 0x01, 0xbc, 0x83, 0x3d]);
    assert_eq!(set.len(), 4);
    assert_eq!(set.iter().collect::<Vec<_>>(), [3, 4, 132, 1_000_000]);
    assert!(IdSet::EMPTY.is_empty() && IdSet::EMPTY.iter().next().is_none());
    let highest = IdSet::of([1, i64::MAX]);
    assert_eq!(IdSet::from_bytes(highest.bytes().to_vec(), 2), Ok(highest));
}

#[test]
fn bytes_that_are_no_set_are_refused() {
    for (bytes, len) in [
        (vec![0x03], 2),
        (vec![0x03, 0x01], 1),
        (vec![0x80], 1),
        (vec![0x00], 1),
        (vec![0x03, 0x00], 2),
        (vec![0x81, 0x00], 1),
        (vec![0xff; 11], 1),
        (vec![0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01], 1),
        (vec![0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0x01], 2),
    ] {
        assert_eq!(IdSet::from_bytes(bytes.clone(), len), Err(BadIdSet), "{bytes:?}");
    }
}

#[test]
#[should_panic(expected = "ascending order")]
fn ids_out_of_order_are_a_mistake_of_the_program() {
    IdSet::of([2, 2]);
}

#[test]
fn kinds_have_the_numbers_of_the_database() {
    for kind in EntryKind::ALL {
        assert_eq!(EntryKind::from_number(kind.number()), Some(kind));
        assert_eq!(kind.is_credit(), [2, 4].contains(&kind.number()));
    }
    assert_eq!(EntryKind::from_number(5), None);
}

#[test]
fn net_counts_are_charges_minus_credits() {
    let line = |kind, ids: &[i64]| BilledLine {
        plan_line: PlanLineId(1),
        month: BillingMonth::new(2026, 5).unwrap(),
        kind,
        rate: Money::from_cents(1000),
        ids: IdSet::of(ids.iter().copied()),
    };
    let lines = [
        line(EntryKind::Charge, &[1, 2, 3]),
        line(EntryKind::Debt, &[3, 4]),
        line(EntryKind::Credit, &[1, 5]),
        line(EntryKind::ReversedCredit, &[5]),
        line(EntryKind::ReversedDebt, &[4, 6]),
    ];
    let net: Vec<_> = net_counts(&lines).into_iter().collect();
    assert_eq!(net, [(1, 0), (2, 1), (3, 2), (4, 0), (5, 0), (6, -1)]);
}

fn ids() -> impl Strategy<Value = BTreeSet<i64>> {
    prop::collection::btree_set(prop_oneof![1..40_i64, 1..100_000_i64, 1..=i64::MAX], 0..60)
}

proptest! {
    #[test]
    fn sets_behave_like_sets(left in ids(), right in ids(), probe in 1..60_i64) {
        let (a, b) = (IdSet::of(left.iter().copied()), IdSet::of(right.iter().copied()));
        prop_assert_eq!(IdSet::from_bytes(a.bytes().to_vec(), a.len() as u32), Ok(a.clone()));
        let same = |set: IdSet, ids: BTreeSet<i64>| set.iter().collect::<BTreeSet<_>>() == ids && set.len() == ids.len();
        prop_assert!(same(a.clone(), left.clone()));
        prop_assert!(same(a.union(&b), &left | &right));
        prop_assert!(same(a.intersection(&b), &left & &right));
        prop_assert!(same(a.difference(&b), &left - &right));
        prop_assert_eq!(a.contains(probe), left.contains(&probe));
    }

    #[test]
    fn no_bytes_make_the_reading_fall_over(bytes in prop::collection::vec(any::<u8>(), 0..40), len in 0..40_u32) {
        if let Ok(set) = IdSet::from_bytes(bytes.clone(), len) {
            let again = IdSet::of(set.iter());
            prop_assert_eq!(again.bytes(), &bytes[..]);
        }
    }
}
