//! Random sequences of transitions against the simplest model there is: one status a day.

use chrono::{Days, NaiveDate};
use proptest::prelude::*;

use super::*;
use crate::members::StatusWish;
use crate::members::effective_date::effective_date;

const DAYS: u64 = 240;

fn day(number: u64) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 1, 1).unwrap() + Days::new(number)
}

#[derive(Debug, Clone)]
enum Step {
    Wait(u64),
    Terminate(StatusWish),
    Activate(StatusWish),
    Import(Status, u64),
    ImportBy(Status, u64),
    Save(Status, StatusWish),
    Undo { force: bool },
    EndWithGroup,
}

fn wish() -> impl Strategy<Value = StatusWish> {
    prop_oneof![Just(StatusWish::PLAIN), (0..DAYS).prop_map(|number| StatusWish::on(day(number)))]
}

fn status() -> impl Strategy<Value = Status> {
    any::<bool>().prop_map(|active| if active { Status::Active } else { Status::InActive })
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        (0..40_u64).prop_map(Step::Wait),
        wish().prop_map(Step::Terminate),
        wish().prop_map(Step::Activate),
        (status(), 0..DAYS).prop_map(|(status, on)| Step::Import(status, on)),
        (status(), 0..DAYS).prop_map(|(status, on)| Step::ImportBy(status, on)),
        (status(), wish()).prop_map(|(status, wish)| Step::Save(status, wish)),
        any::<bool>().prop_map(|force| Step::Undo { force }),
        Just(Step::EndWithGroup),
    ]
}

/// What each day's status is, written without any notion of changes.
struct Model(Vec<Option<Status>>);

impl Model {
    fn on(&self, at: NaiveDate) -> Option<Status> {
        self.0[(at - day(0)).num_days() as usize]
    }

    fn set_from(&mut self, at: NaiveDate, status: Option<Status>) {
        for slot in &mut self.0[(at - day(0)).num_days() as usize..] {
            *slot = status;
        }
    }

    fn first_other_day(&self, today: NaiveDate) -> Option<(Status, NaiveDate)> {
        let now = self.on(today).unwrap_or(Status::InActive);
        (0..DAYS + 60)
            .map(day)
            .filter(|at| *at > today)
            .find_map(|at| self.on(at).filter(|s| *s != now).map(|s| (s, at)))
    }

    /// Follows a step; `false` when it is to be refused.
    fn follow(&mut self, step: &Step, today: NaiveDate) -> bool {
        let tomorrow = today.succ_opt().unwrap();
        let pending = self.first_other_day(today);
        match step {
            Step::Wait(_) => true,
            Step::Terminate(wish) | Step::Activate(wish) => {
                let status = if matches!(step, Step::Terminate(_)) { Status::InActive } else { Status::Active };
                self.turn(status, *wish, today)
            }
            Step::Save(posted, wish) => {
                let editor = pending.map(|(status, _)| status).or(self.on(today)).unwrap_or(Status::InActive);
                editor == *posted || self.turn(*posted, *wish, today)
            }
            Step::ImportBy(status, on) => {
                let differs = (*on..DAYS + 60).map(day).find(|at| self.on(*at) != Some(*status));
                differs.is_some_and(|at| self.set(at, *status))
            }
            Step::Import(status, on) => self.set(day(*on), *status),
            Step::Undo { force } => match (self.on(today), pending) {
                (Some(now), Some(_)) => {
                    self.set_from(tomorrow, Some(now));
                    true
                }
                (now, pending) if *force => {
                    let shown = pending.map(|(status, _)| status).or(now).unwrap_or(Status::InActive);
                    self.set_from(today, Some(shown.opposite()));
                    true
                }
                _ => false,
            },
            Step::EndWithGroup => {
                let on = effective_date(today);
                match (self.on(today), pending) {
                    (Some(Status::Active), Some((_, end))) if end <= on => self.set_from(end, Some(Status::InActive)),
                    (Some(Status::Active), _) => self.set_from(on, Some(Status::InActive)),
                    (now, _) => self.set_from(tomorrow, now),
                }
                true
            }
        }
    }

    fn turn(&mut self, status: Status, wish: StatusWish, today: NaiveDate) -> bool {
        let on = if wish.override_date { wish.effective_date.unwrap() } else { effective_date(today) };
        self.first_other_day(today).is_none() && self.set(on, status)
    }

    fn set(&mut self, on: NaiveDate, status: Status) -> bool {
        let differs = self.on(on) != Some(status);
        if differs {
            self.set_from(on, Some(status));
        }
        differs
    }
}

/// What is written, if anything; `None` when the step is refused. A save that changes nothing is not refused.
fn apply(timeline: &Timeline, step: &Step, today: NaiveDate) -> Option<Option<StatusWrite>> {
    match step {
        Step::Wait(_) => Some(None),
        Step::Terminate(wish) => timeline.terminate(today, *wish).ok().map(Some),
        Step::Activate(wish) => timeline.activate(today, *wish).ok().map(Some),
        Step::Save(status, wish) => timeline.save_from_editor(*status, today, *wish).ok(),
        Step::Import(status, on) => timeline.change(*status, day(*on), today).ok().map(Some),
        Step::ImportBy(status, on) => timeline.change_by(*status, day(*on), today).map(Some),
        Step::Undo { force } => {
            timeline.undo(today, StatusWish { force_undo: *force, ..StatusWish::PLAIN }).ok().map(Some)
        }
        Step::EndWithGroup => Some(timeline.end_with_group(today)),
    }
}

proptest! {
    #[test]
    fn who_comes_back_with_the_group_has_what_would_stand_from_that_day_on(
        changes in prop::collection::btree_map(0..DAYS, status(), 0..6),
        today in 0..DAYS,
        back in 0..DAYS,
        later in 0..60_u64,
    ) {
        let change = |(id, (on, status)): (i64, (u64, Status))| StatusChange {
            id: StatusChangeId(id),
            status,
            effective_on: day(on),
        };
        let before = Timeline::new((1..).zip(changes).map(change).collect());
        let Some(end) = before.end_with_group(day(today)) else { return Ok(()) };
        let ended = before.after(&end, StatusChangeId(100));
        let again = ended.resume(&before, day(back), day(today + later));
        let after = again.as_ref().map_or_else(|| ended.clone(), |write| ended.after(write, StatusChangeId(200)));
        let differs = |at: &NaiveDate| ended.status_on(*at) != before.status_on(*at);
        let from = (0..DAYS + 60).map(day).find(differs).map(|first| first.max(day(back)));
        for at in (0..DAYS + 60).map(day) {
            let wanted = if from.is_some_and(|from| at >= from) { &before } else { &ended };
            prop_assert_eq!(after.status_on(at), wanted.status_on(at), "on {}", at);
        }
        if let Some(write) = again {
            prop_assert_eq!(write.current, after.current(day(today + later)));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]
    #[test]
    fn every_sequence_of_changes_means_what_a_list_of_days_means(
        begin in 0..DAYS,
        steps in prop::collection::vec(step(), 0..14),
    ) {
        let mut today = day(0);
        let mut model = Model(vec![None; DAYS as usize + 60]);
        let mut counts: Vec<CountDelta> = Vec::new();
        let mut timeline = Timeline::default();
        let first = Timeline::begin(day(begin), today);
        counts.extend(&first.deltas);
        timeline = timeline.after(&first, StatusChangeId(1));
        model.set_from(day(begin), Some(Status::Active));
        for (i, step) in steps.iter().enumerate() {
            if let Step::Wait(days) = step {
                today = (today + Days::new(*days)).min(day(DAYS - 1));
            }
            let accepted = model.follow(step, today);
            let write = apply(&timeline, step, today);
            prop_assert_eq!(write.is_some(), accepted, "{:?} on {}", step, today);
            if let Some(write) = write.flatten() {
                counts.extend(&write.deltas);
                let before = timeline;
                timeline = before.after(&write, StatusChangeId(i as i64 * 10 + 2));
                if let Some(stood) = before.stood_before(&write) {
                    let back = timeline.put_back(&stood, today);
                    let again = timeline.after(&back, StatusChangeId(10_000));
                    let days = |timeline: &Timeline| (0..DAYS + 60).map(|n| timeline.status_on(day(n))).collect::<Vec<_>>();
                    prop_assert_eq!(days(&again), days(&before), "put back after {:?}", step);
                    for at in (0..DAYS + 60).map(day) {
                        let steps = write.deltas.iter().chain(&back.deltas).filter(|delta| delta.day <= at);
                        prop_assert_eq!(steps.map(|delta| delta.active).sum::<i32>(), 0);
                    }
                }
                prop_assert_eq!(write.current, timeline.current(today));
                let last = timeline.changes().last();
                let open = !write.append.is_empty() || write.previous.is_none_or(|(id, until)| {
                    until.is_none() && last.is_some_and(|change| change.id == id)
                });
                prop_assert!(open, "the last span is open");
            }
            let days: Vec<_> = timeline.changes().iter().map(|change| change.effective_on).collect();
            prop_assert!(days.windows(2).all(|pair| pair[0] < pair[1]), "two changes on one day");
            prop_assert!(timeline.changes().windows(2).all(|pair| pair[0].status != pair[1].status));
            for at in (0..DAYS + 60).map(day) {
                prop_assert_eq!(timeline.status_on(at), model.on(at), "{:?} on {}", step, at);
                let counted: i32 = counts.iter().filter(|delta| delta.day <= at).map(|delta| delta.active).sum();
                prop_assert_eq!(counted, i32::from(model.on(at) == Some(Status::Active)));
            }
            prop_assert_eq!(timeline.current(today).pending, model.first_other_day(today));
            let spans = timeline.active_spans();
            prop_assert!(spans.windows(2).all(|pair| pair[0].until.is_some_and(|until| until < pair[1].from)));
        }
        prop_assert_eq!(counts.iter().map(|delta| delta.total).sum::<i32>(), 1);
    }
}
