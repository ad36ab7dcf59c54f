//! Members for tests: `app.member(group).named("Ana", "Abel").create().await`.

use chrono::NaiveDate;
use domain::members::member::MemberDetails;
use domain::members::status::StatusChange;
use domain::members::{Gender, Status};
use domain::{GroupId, MemberId};
use store::Stamp;
use store::members::{MemberWrite, NewMember, NewSpan, Source};

use super::TestApp;

/// A member to be made.
pub struct MemberBuilder<'a> {
    app: &'a TestApp,
    group: GroupId,
    details: MemberDetails,
    changes: Vec<(Status, NaiveDate)>,
}

impl TestApp {
    /// A primary of the group, active since January 1, 2026, called `Ana Abel` and born in 1984 unless said otherwise.
    pub fn member(&self, group: GroupId) -> MemberBuilder<'_> {
        let details = MemberDetails {
            first_name: "Ana".to_owned(),
            last_name: "Abel".to_owned(),
            email: None,
            mobile_phone: None,
            home_phone: None,
            gender: Gender::Female,
            date_of_birth: day("1984-05-17"),
            address_line1: None,
            address_line2: None,
            city: None,
            state: None,
            zip_code: None,
            plan_name: "Family Plan".to_owned(),
            member_type: "Primary".to_owned(),
            other_member_id: None,
            unique_id: None,
            billing_reference_id: None,
            pricing_group: None,
        };
        MemberBuilder { app: self, group, details, changes: vec![(Status::Active, day("2026-01-01"))] }
    }
}

impl TestApp {
    /// The changes of a member that stand, as `A2026-01-01 I2026-08-01`.
    pub async fn standing(&self, member: MemberId) -> String {
        let found = store::members::timelines(&self.ctx.store.read(), &[member]).await.expect("timelines");
        let timeline = found.into_values().next().unwrap_or_default();
        let letter = |status| if status == Status::Active { 'A' } else { 'I' };
        let told = |change: &StatusChange| format!("{}{}", letter(change.status), change.effective_on);
        timeline.changes().iter().map(told).collect::<Vec<_>>().join(" ")
    }

    /// Changes the city of a group's member, as somebody else would meanwhile.
    pub async fn move_member_to(&self, group: GroupId, first_name: &str, city: &str) {
        let staff = self.staff().await.user;
        let all = store::members::page_of_group(&self.ctx.store.read(), group, MemberId(0), 100).await;
        let all = all.expect("the members are read");
        let before = all.iter().find(|member| member.details.first_name == first_name).expect("the member");
        let details = MemberDetails { city: Some(city.to_owned()), ..before.details.clone() };
        let write = MemberWrite { before, details, primary: before.primary, status: None };
        let tx = self.ctx.store.begin().await.expect("a transaction");
        let stamp = Stamp { at: self.ctx.now(), by: Some(staff) };
        store::members::apply(&tx, &[write], Source::User, stamp).await.expect("the member is changed");
        tx.commit_unaudited("set up by a test").await.expect("committed");
    }
}

impl TestApp {
    /// Makes members, all at once.
    pub async fn create_members(&self, members: Vec<MemberBuilder<'_>>) -> Vec<MemberId> {
        let ctx = &self.ctx;
        let made = Stamp { at: ctx.now(), by: Some(self.staff().await.user) };
        let span = |(status, effective_on)| NewSpan { status, effective_on, recorded: made, source: Source::Creation };
        let new = |member: MemberBuilder<'_>| NewMember {
            group: member.group,
            details: member.details,
            primary: None,
            link: ctx.randomness.guid(),
            made,
            spans: member.changes.into_iter().map(span).collect(),
        };
        let members: Vec<_> = members.into_iter().map(new).collect();
        let tx = ctx.store.begin().await.expect("a transaction");
        let ids = store::members::insert_many(&tx, &members, ctx.today()).await.expect("members are made");
        tx.commit_unaudited("set up by a test").await.expect("committed");
        ids
    }
}

impl MemberBuilder<'_> {
    /// By this name.
    pub fn named(mut self, first: &str, last: &str) -> Self {
        self.details.first_name = first.to_owned();
        self.details.last_name = last.to_owned();
        self
    }

    /// With this unique id.
    pub fn numbered(mut self, unique_id: &str) -> Self {
        self.details.unique_id = Some(unique_id.to_owned());
        self
    }

    /// Active since another day.
    pub fn since(mut self, on: &str) -> Self {
        self.changes = vec![(Status::Active, day(on))];
        self
    }

    /// With any other value.
    pub fn with(mut self, vary: impl FnOnce(&mut MemberDetails)) -> Self {
        vary(&mut self.details);
        self
    }

    /// With a change of status from a day on.
    pub fn then(mut self, status: Status, on: &str) -> Self {
        self.changes.push((status, day(on)));
        self
    }

    /// Makes it.
    pub async fn create(self) -> MemberId {
        self.app.create_members(vec![self]).await[0]
    }
}

/// A day of a test.
pub fn day(text: &str) -> NaiveDate {
    text.parse().expect("a date of the test")
}
