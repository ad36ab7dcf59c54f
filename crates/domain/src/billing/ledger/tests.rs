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

fn ids() -> impl Strategy<Value = BTreeSet<i64>> {
    prop::collection::btree_set(prop_oneof![1..40_i64, 1..100_000_i64, 1..=i64::MAX], 0..60)
}

proptest! {
    #[test]
    fn sets_behave_like_sets(ids in ids(), probe in 1..60_i64) {
        let set = IdSet::of(ids.iter().copied());
        prop_assert_eq!(IdSet::from_bytes(set.bytes().to_vec(), set.len() as u32), Ok(set.clone()));
        prop_assert_eq!(set.len(), ids.len());
        prop_assert_eq!(set.contains(probe), ids.contains(&probe));
        prop_assert_eq!(set.iter().collect::<BTreeSet<_>>(), ids);
    }

    #[test]
    fn no_bytes_make_the_reading_fall_over(bytes in prop::collection::vec(any::<u8>(), 0..40), len in 0..40_u32) {
        if let Ok(set) = IdSet::from_bytes(bytes.clone(), len) {
            let again = IdSet::of(set.iter());
            prop_assert_eq!(again.bytes(), &bytes[..]);
        }
    }
}
