//! Lists of ids as a body or a query names them.

use std::collections::BTreeSet;

/// The ids in order, each once: a statement takes only so many values.
pub fn distinct<Id>(ids: impl IntoIterator<Item = i64>, id: impl Fn(i64) -> Id) -> Vec<Id> {
    ids.into_iter().collect::<BTreeSet<_>>().into_iter().map(id).collect()
}

#[cfg(test)]
mod tests {
    use domain::GroupId;

    use super::*;

    #[test]
    fn ids_come_once_and_in_order() {
        assert_eq!(distinct([7, 3, 7], GroupId), [GroupId(3), GroupId(7)]);
    }
}
