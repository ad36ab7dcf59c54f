//! Members are found by a whole birth date and by a whole telephone number: an index each, as the text of the search holds neither.

use crate::Engine;

pub(super) fn statements(_: Engine) -> Vec<String> {
    [
        "create index ix_member_date_of_birth on member (date_of_birth)",
        "create index ix_member_mobile_phone on member (mobile_phone) where mobile_phone is not null",
        "create index ix_member_home_phone on member (home_phone) where home_phone is not null",
    ]
    .map(str::to_owned)
    .to_vec()
}
