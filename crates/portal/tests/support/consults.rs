//! Consults for tests: `app.consulted(vec![consult(group, Some(member))]).await`.

use chrono::{DateTime, TimeDelta, Utc};
use domain::consults::About;
use domain::{GroupId, MemberId};
use store::consults::NewConsult;

use super::TestApp;

/// A completed consult of a woman of 40 who waited five minutes, at half past ten of a July morning; nothing else is known of it.
pub fn consult(group: GroupId, member: Option<MemberId>) -> NewConsult {
    let started_at: DateTime<Utc> = "2026-07-01T14:30:00Z".parse().expect("an instant of the test");
    NewConsult {
        external_id: String::new(),
        group,
        member,
        started_at,
        is_completed: true,
        wait_minutes: Some(5),
        rating: None,
        is_after_hours: false,
        gender: 2,
        age: 40,
        about: About::default(),
        received_at: started_at + TimeDelta::hours(1),
    }
}

impl TestApp {
    /// Stores consults, each under an id of its own.
    pub async fn consulted(&self, consults: Vec<NewConsult>) {
        let named = |mut consult: NewConsult| {
            consult.external_id = self.ctx.randomness.guid().to_string();
            consult
        };
        let consults: Vec<_> = consults.into_iter().map(named).collect();
        let tx = self.ctx.store.begin().await.expect("a transaction");
        store::consults::save(&tx, &consults, self.ctx.config.time_zone, self.ctx.now())
            .await
            .expect("consults are stored");
        tx.commit_unaudited("set up by a test").await.expect("committed");
    }
}
