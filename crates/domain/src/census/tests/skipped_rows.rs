//! Rows that were set aside, and whom they seem to be.

use chrono::NaiveDate;

use crate::MemberId;
use crate::census::cells::Entry;
use crate::census::keys::name_key;
use crate::census::people::record::Record;
use crate::census::repair::skipped_rows::Aside;
use crate::census::roster::plan::RosterMember;
use crate::examples::member_details;
use crate::members::status::CurrentStatus;
use crate::members::{MemberDetails, Status};

fn member(id: i64, unique_id: &str, first: &str, last: &str, born: &str) -> RosterMember {
    RosterMember {
        id: MemberId(id),
        version: 1,
        details: MemberDetails {
            unique_id: Some(unique_id.to_owned()).filter(|id| !id.is_empty()),
            first_name: first.to_owned(),
            last_name: last.to_owned(),
            date_of_birth: born.parse().expect("a date"),
            email: None,
            mobile_phone: None,
            ..member_details()
        },
        primary: None,
        status: CurrentStatus { status: Status::Active, pending: None },
        is_end_of_file: false,
    }
}

fn row(number: u32, unique_id: &str, first: &str, last: &str, born: Option<NaiveDate>) -> Record {
    let text = |text: &str| if text.is_empty() { Entry::Blank } else { Entry::Value(text.to_owned()) };
    Record {
        number,
        unique_id: text(unique_id),
        first_name: text(first),
        last_name: text(last),
        date_of_birth: born,
        ..Record::default()
    }
}

#[test]
fn whoever_a_row_set_aside_may_be_is_recognised() {
    let roster = [
        member(1, "E-1", "Ana", "Abel", "1980-02-03"),
        member(2, "", "Ben", "Moss", "1981-03-04"),
        member(3, "", "Ben", "Moss", "1999-09-09"),
        member(4, "E-4", "Cy", "Lane", "1982-04-05"),
        member(5, "", "Dee", "Rook", "1983-05-06"),
    ];
    let born = |text: &str| Some(text.parse().expect("a date"));
    for (row, members) in [
        (row(1, "e-1", "", "", None), &[1][..]),
        (row(1, "", "Ben", "Moss", None), &[2, 3]),
        (row(1, "", "Ben", "Moss", born("1981-03-04")), &[2]),
        (row(1, "", "BEN", "Mo-ss", born("1950-01-02")), &[2, 3]),
        (row(1, "E-4", "Cyrus", "Lane", None), &[4]),
        (row(1, "", "Dee", "", None), &[5]),
        (row(1, "", "Deirdre", "Rooke", born("1983-05-06")), &[5]),
        (row(1, "", "Dee", "Married", born("1983-05-06")), &[5]),
        (row(1, "", "Delphine", "Rook", born("1950-05-06")), &[5]),
        (row(1, "E-4", "Ana", "Abel", born("1980-02-03")), &[1, 4]),
        (row(1, "", "Zoe", "Zorn", born("1950-01-02")), &[]),
        (row(1, "", "", "", None), &[]),
    ] {
        let mut aside = Aside::default();
        aside.add_row(&row);
        roster.iter().for_each(|member| aside.add_member(member));
        let found = aside.settle();
        let mut known: Vec<i64> = found.members.keys().map(|member| member.get()).collect();
        known.sort_unstable();
        assert_eq!(known, members, "{row:?}");
        assert_eq!(found.nobody, if members.is_empty() { vec![1] } else { vec![] }, "{row:?}");
    }
}

#[test]
fn the_employee_of_a_dependent_whose_row_was_set_aside_is_not_gone() {
    let born = |text: &str| Some(text.parse().expect("a date"));
    let child = RosterMember { primary: Some(MemberId(1)), ..member(2, "", "Bea", "Abel", "2010-02-03") };
    let roster = [member(1, "", "Ana", "Abel", "1980-02-03"), child, member(3, "", "Cy", "Lane", "1982-04-05")];
    let mut aside = Aside::default();
    aside.add_row(&row(7, "", "Bea", "Abel", born("2010-02-03")));
    roster.iter().for_each(|member| aside.add_member(member));
    assert_eq!(aside.settle().members, [(MemberId(1), 7), (MemberId(2), 7)].into());
}

#[test]
fn an_employee_who_stands_in_no_other_row_than_the_one_set_aside_is_not_gone() {
    let roster = [member(1, "", "Ana", "Abel", "1980-02-03"), member(3, "", "Cy", "Lane", "1982-04-05")];
    let mut aside = Aside::default();
    aside.add_row(&row(7, "", "Bea", "Moss", None));
    aside.add_employee(7, name_key("ANA", "Abel"));
    roster.iter().for_each(|member| aside.add_member(member));
    let found = aside.settle();
    assert_eq!((found.members, found.nobody), ([(MemberId(1), 7)].into(), vec![7]));
}
