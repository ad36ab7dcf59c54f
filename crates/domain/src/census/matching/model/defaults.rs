//! What is known before any file is seen, so that a group of five is matched as well as one of a hundred thousand.
//!
//! The chances are what rosters of many employers show; every one of them is only where learning begins. Each line is a field in the
//! order of [`crate::census::matching::levels::Field`], each number a level in the order of [`crate::census::matching::levels`].

use super::Chances;
use crate::census::matching::levels::{FIELDS, Field, LEVELS};

type Table = [&'static [f64]; FIELDS];

const fn chances(table: &Table) -> Chances {
    let mut chances = [[1.0; LEVELS]; FIELDS];
    let mut field = 0;
    while field < FIELDS {
        let mut level = 0;
        while level < table[field].len() {
            chances[field][level + 1] = table[field][level];
            level += 1;
        }
        field += 1;
    }
    Chances(chances)
}

/// The same person at the same address.
pub(super) const fn stayed() -> Chances {
    chances(&STAYED)
}

const STAYED: Table = [
    &[0.87, 0.035, 0.012, 0.005, 0.05, 0.013, 0.005, 0.01],
    &[0.90, 0.02, 0.045, 0.01, 0.005, 0.02],
    &[0.985, 0.015],
    &[0.90, 0.01, 0.045, 0.01, 0.008, 0.015, 0.003, 0.002, 0.007],
    &[0.96, 0.04, 0.985, 0.015],
    &[0.85, 0.07, 0.05, 0.02, 0.005, 0.005],
    &[0.50, 0.15, 0.35, 0.80, 0.10, 0.10],
    &[0.93, 0.035, 0.01, 0.025],
    &[0.80, 0.12, 0.08, 0.94, 0.04, 0.02],
    &[0.97, 0.03, 0.99, 0.01],
    &[0.80, 0.05, 0.15],
    &[0.85, 0.04, 0.11],
    &[0.74, 0.18, 0.03, 0.05],
    &[0.96, 0.04, 0.97, 0.03],
    &[0.97, 0.03],
    &[0.75, 0.01, 0.24],
];

/// The same person at another address: only the fields of the address differ.
pub(super) const fn moved() -> Chances {
    let mut table = STAYED;
    table[Field::Street.place()] = &[0.004, 0.003, 0.01, 0.02, 0.013, 0.95];
    table[Field::AddressLine2.place()] = &[0.05, 0.05, 0.90, 0.30, 0.10, 0.60];
    table[Field::ZipCode.place()] = &[0.15, 0.03, 0.25, 0.57];
    table[Field::City.place()] = &[0.15, 0.03, 0.82, 0.94, 0.03, 0.03];
    table[Field::State.place()] = &[0.80, 0.20, 0.99, 0.01];
    chances(&table)
}

/// Another person of the same household.
pub(super) const fn household() -> Chances {
    const TABLE: Table = [
        &[0.010, 0.003, 0.002, 0.0005, 0.010, 0.050, 0.100, 0.8245],
        &[0.88, 0.03, 0.005, 0.005, 0.01, 0.07],
        &[0.999, 0.001],
        &[0.015, 0.0005, 0.015, 0.002, 0.003, 0.0095, 0.015, 0.14, 0.80],
        &[0.45, 0.55, 0.90, 0.10],
        &[0.93, 0.01, 0.005, 0.005, 0.005, 0.045],
        &[0.40, 0.05, 0.55, 0.90, 0.03, 0.07],
        &[0.95, 0.005, 0.01, 0.035],
        &[0.30, 0.03, 0.67, 0.98, 0.01, 0.01],
        &[0.90, 0.10, 0.995, 0.005],
        &[0.15, 0.03, 0.82],
        &[0.50, 0.01, 0.49],
        &[0.001, 0.10, 0.10, 0.799],
        &[0.25, 0.75, 0.80, 0.20],
        &[0.97, 0.03],
        &[0.05, 0.15, 0.80],
    ];
    chances(&TABLE)
}

/// Any other person.
pub(super) const fn stranger() -> Chances {
    const TABLE: Table = [
        &[0.0045, 0.0015, 0.0006, 0.0001, 0.0025, 0.025, 0.10, 0.8658],
        &[0.0012, 0.0006, 0.0012, 0.012, 0.06, 0.925],
        &[0.99999, 0.00001],
        &[0.00004, 0.00002, 0.0012, 0.0003, 0.0026, 0.0020, 0.015, 0.07, 0.90884],
        &[0.50, 0.50, 0.97, 0.03],
        &[0.000_004, 0.0003, 0.0012, 0.006, 0.006, 0.9865],
        &[0.01, 0.04, 0.95, 0.05, 0.05, 0.90],
        &[0.006, 0.008, 0.10, 0.886],
        &[0.015, 0.02, 0.965, 0.80, 0.03, 0.17],
        &[0.30, 0.70, 0.97, 0.03],
        &[0.000_01, 0.02, 0.979_99],
        &[0.000_002, 0.0005, 0.9995],
        &[0.000_001, 0.000_01, 0.005, 0.995],
        &[0.36, 0.64, 0.36, 0.64],
        &[0.000_05, 0.999_95],
        &[0.10, 0.10, 0.80],
    ];
    chances(&TABLE)
}

#[cfg(test)]
mod tests {
    use super::super::learning::groups;
    use super::*;
    use crate::census::matching::levels::Field;

    #[test]
    fn the_chances_of_a_field_add_up() {
        for (name, Chances(table)) in
            [("stayed", stayed()), ("moved", moved()), ("household", household()), ("stranger", stranger())]
        {
            for field in Field::ALL {
                for levels in groups(field) {
                    let sum: f64 = table[field.place()][levels].iter().sum();
                    assert!((sum - 1.0).abs() < 0.002, "{name} {field:?}: {sum}");
                }
            }
        }
    }
}
