//! The search of members across groups: by any way a person gives a name over the telephone, and never beyond the scope.

use domain::access::{Caller, Role, Scope};
use domain::members::MemberDetails;
use domain::period::read_date;
use domain::search::Term;
use domain::{BrokerId, GroupId, MemberId, UserId};
use sea_orm::{ConnectionTrait, EntityTrait};

use super::members::{made, new, person, stamp, two_groups};
use crate::database::connection::sealed::Connected;
use crate::entities::member_spelling;
use crate::members::{self, MemberWrite, Source};
use crate::on_both_engines;
use crate::testing::TestStore;
use crate::{Store, migrations};

on_both_engines!(
    a_person_is_found_however_the_name_was_heard,
    a_person_is_found_by_every_number_and_address,
    the_likeliest_stands_first,
    no_one_beyond_the_scope_is_found,
    a_new_name_is_found_from_the_save_on,
    a_name_is_written_once,
    neighbours_are_those_of_the_own_group_by_name,
    many_who_fit_are_bounded,
    members_from_before_are_found,
);

const HERE: GroupId = GroupId(1);
const THERE: GroupId = GroupId(2);

async fn people(store: &Store) -> Vec<MemberId> {
    two_groups(store).await;
    let at = |first: &str, last: &str, born: &str| MemberDetails {
        date_of_birth: read_date(born).expect("a day"),
        ..person(first, last)
    };
    let all = [
        new(HERE, 1, at("Ana", "Steele", "1980-02-03")),
        new(HERE, 2, at("Jos\u{e9}", "M\u{fc}ller-Abel", "1984-05-17")),
        new(HERE, 3, at("Sinead", "O'Neil", "1991-12-31")),
        new(HERE, 4, at("Robert", "De La Cruz", "1975-01-09")),
        new(THERE, 5, at("Ana", "Steele", "2001-02-03")),
        new(
            THERE,
            6,
            MemberDetails {
                email: Some("li.wei@mail.example".to_owned()),
                mobile_phone: Some("6145550177".to_owned()),
                unique_id: Some("E-1001".to_owned()),
                other_member_id: Some("OM-77".to_owned()),
                billing_reference_id: Some("BR-9001".to_owned()),
                address_line1: Some("12 Orchard St".to_owned()),
                ..at("Wei", "Li", "1966-06-06")
            },
        ),
        new(THERE, 7, at("\u{418}\u{432}\u{430}\u{43d}", "\u{41f}\u{435}\u{442}\u{440}\u{43e}\u{432}", "1970-07-07")),
    ];
    made(store, &all).await
}

async fn found(store: &Store, scope: Scope, term: &str) -> Vec<i64> {
    let found = members::look_up(&store.read(), scope, &Term::read(term)).await.expect("an answer");
    found.members.iter().map(|member| member.id.get()).collect()
}

fn south() -> Scope {
    let caller =
        Caller { user: UserId(1), role: Role::BrokerAdministrator, broker: Some(BrokerId(2)), impersonator: None };
    caller.scope()
}

/// Terms beside the places of those who are found.
const HEARD: [(&str, &[usize]); 44] = [
    ("steele", &[0, 4]),
    ("STEELE", &[0, 4]),
    ("ste", &[0, 4]),
    ("ana steele", &[0, 4]),
    ("Steele, Ana", &[0, 4]),
    ("steele an", &[0, 4]),
    ("stele", &[0, 4]),
    ("steelee", &[0, 4]),
    ("steale", &[0, 4]),
    ("setele", &[0, 4]),
    ("anna stele", &[0, 4]),
    ("stele ana", &[0, 4]),
    ("ana stele 2/3/1980", &[]),
    ("ana 2/3/1980", &[0]),
    ("2/3/80", &[0]),
    ("feb 3 1980", &[0]),
    ("3.2.1980", &[0]),
    ("1980-02-03", &[0]),
    ("m\u{fc}ller", &[1]),
    ("muller abel", &[1]),
    ("mullerabel", &[1]),
    ("jose mueller-abel", &[1]),
    ("jose mullr", &[1]),
    ("abel jose", &[1]),
    ("oneil", &[2]),
    ("o'neil", &[2]),
    ("o\u{2019}neil", &[2]),
    ("sinead oniel", &[2]),
    ("sined oneil", &[2]),
    ("delacruz", &[3]),
    ("de la cruz", &[3]),
    ("bob cruz", &[3]),
    ("bob delacruz", &[3]),
    ("robert cruz", &[3]),
    ("li", &[5]),
    ("li wei", &[5]),
    ("ana steelworks", &[4]),
    ("\u{43f}\u{435}\u{442}\u{440}\u{43e}\u{432}", &[6]),
    ("\u{43f}\u{435}\u{442}\u{440}\u{43e}", &[6]),
    ("zzyzx", &[]),
    ("%", &[]),
    ("_", &[]),
    ("\u{1f600}\u{1f600}\u{1f600}", &[]),
    ("\" or 1=1 --", &[]),
];

async fn a_person_is_found_however_the_name_was_heard(store: TestStore) {
    let ids = people(&store).await;
    for (term, places) in HEARD {
        let mut heard = found(&store, Scope::system(), term).await;
        heard.sort_unstable();
        let wanted: Vec<i64> = places.iter().map(|place| ids[*place].get()).collect();
        assert_eq!(heard, wanted, "{term}");
    }
}

async fn a_person_is_found_by_every_number_and_address(store: TestStore) {
    let ids = people(&store).await;
    let link = uuid::Uuid::from_u128(6).to_string();
    for term in [
        "E-1001",
        "e-1001",
        "OM-77",
        "BR-9001",
        "br-9001",
        &link,
        "li.wei@mail.example",
        "mail.example",
        "(614) 555-0177",
        "orchard",
    ] {
        assert_eq!(found(&store, Scope::system(), term).await, [ids[5].get()], "{term}");
        assert_eq!(found(&store, south(), term).await, [ids[5].get()], "{term} in a scope");
    }
    for term in ["6145550143", "BR-9002", "E-9", "555-0177"] {
        assert_eq!(found(&store, Scope::system(), term).await, [0; 0], "{term}");
    }
}

async fn the_likeliest_stands_first(store: TestStore) {
    two_groups(&store).await;
    let named = |number, first, last| new(HERE, number, person(first, last));
    let all = [
        named(1, "Annabel", "Leeds"),
        named(2, "Joann", "Ashlee"),
        named(3, "Ann", "Leo"),
        named(4, "Anna", "Lee"),
        named(5, "Ann", "Lee"),
    ];
    let ids = made(&store, &all).await;
    let places = |found: Vec<i64>| -> Vec<usize> {
        found.iter().map(|id| ids.iter().position(|one| one.get() == *id).expect("one of them") + 1).collect()
    };
    assert_eq!(places(found(&store, Scope::system(), "ann lee").await), [5, 4, 1, 2, 3]);
    assert_eq!(places(found(&store, Scope::system(), "lee ann").await), [5, 4, 1, 2, 3]);
}

async fn no_one_beyond_the_scope_is_found(store: TestStore) {
    let ids = people(&store).await;
    for (term, places) in HEARD {
        let mut heard = found(&store, south(), term).await;
        heard.sort_unstable();
        let wanted: Vec<i64> = places.iter().filter(|place| **place >= 4).map(|place| ids[*place].get()).collect();
        assert_eq!(heard, wanted, "{term}");
    }
    let nowhere = Caller { user: UserId(9), role: Role::GroupUser, broker: None, impersonator: None };
    assert_eq!(found(&store, nowhere.scope(), "steele").await, [0; 0]);
    let named = members::named(&store.read(), south(), &ids).await.expect("an answer");
    assert_eq!(named.len(), 3);
}

async fn a_new_name_is_found_from_the_save_on(store: TestStore) {
    let ids = people(&store).await;
    let before = members::find(&store.read(), Scope::system(), ids[0]).await.expect("found").member;
    let details = MemberDetails { last_name: "Whitcombe".to_owned(), ..before.details.clone() };
    let tx = store.begin().await.expect("a transaction");
    let write = MemberWrite { before: &before, details, primary: None, status: None };
    members::apply(&tx, &[write], Source::User, stamp()).await.expect("applied");
    tx.commit_unaudited("the change of a test").await.expect("committed");
    assert_eq!(found(&store, Scope::system(), "witcombe").await, [ids[0].get()]);
    assert_eq!(found(&store, Scope::system(), "stele").await, [ids[4].get()]);
}

async fn a_name_is_written_once(store: TestStore) {
    people(&store).await;
    let count = async || member_spelling::Entity::find().all(store.read().connection()).await.expect("rows").len();
    let before = count().await;
    made(&store, &[new(HERE, 20, person("Ana", "Steele")), new(HERE, 21, person("ANA", "steele"))]).await;
    assert_eq!(count().await, before);
}

async fn many_who_fit_are_bounded(store: TestStore) {
    two_groups(&store).await;
    let all: Vec<_> = (0..200).map(|number| new(HERE, number, person("Ana", "Steele"))).collect();
    made(&store, &all).await;
    let found = members::look_up(&store.read(), Scope::system(), &Term::read("steele")).await.expect("an answer");
    assert!(found.has_more && (50..200).contains(&found.members.len()), "{}", found.members.len());
}

/// The table as it was filled by saves, and as the migration fills it for members that were there.
async fn members_from_before_are_found(store: TestStore) {
    people(&store).await;
    let reader = store.read();
    let rows = async || {
        let rows = member_spelling::Entity::find().all(reader.connection()).await.expect("rows");
        rows.into_iter().map(|row| (row.stem, row.name)).collect::<std::collections::BTreeSet<_>>()
    };
    let by_saves = rows().await;
    let tx = store.begin().await.expect("a transaction");
    tx.connection().execute_unprepared("delete from member_spelling").await.expect("emptied");
    migrations::fill_spellings(tx.connection()).await.expect("filled");
    tx.commit_unaudited("the change of a test").await.expect("committed");
    assert_eq!(rows().await, by_saves);
}

async fn neighbours_are_those_of_the_own_group_by_name(store: TestStore) {
    let ids = people(&store).await;
    let [here_first, here_second, here_third, here_fourth] = [ids[3], ids[1], ids[2], ids[0]];
    let roster = [None, Some(here_first), Some(here_second), Some(here_third), Some(here_fourth), None];
    for beside in roster.windows(3) {
        let id = beside[1].expect("a member");
        let found = members::neighbours(&store.read(), Scope::system(), id).await.expect("a member in scope");
        assert_eq!((found.previous, found.next), (beside[0], beside[2]), "of {id}");
    }
    let found = members::neighbours(&store.read(), south(), ids[0]).await;
    assert!(matches!(found, Err(crate::Error::NotFound)), "{found:?}");
}
