//! Brokers and groups for tests, made by the use cases themselves. A test says only what it is about:
//! `app.group().of(broker).named("Mill").create().await`.

use chrono::NaiveDate;
use domain::brokers::BrokerForm;
use domain::groups::GroupForm;
use domain::{BrokerId, GroupId};

use super::TestApp;

/// A broker to be made.
pub struct BrokerBuilder<'a> {
    app: &'a TestApp,
    form: BrokerForm,
}

/// A group to be made.
pub struct GroupBuilder<'a> {
    app: &'a TestApp,
    form: GroupForm,
}

impl TestApp {
    /// A broker; called `Broker 1` and so on unless said otherwise.
    pub fn broker(&self) -> BrokerBuilder<'_> {
        BrokerBuilder { app: self, form: BrokerForm::default() }
    }

    /// An active group since January 1, 2020, with the next free `GroupId` and a broker of its own unless said otherwise.
    pub fn group(&self) -> GroupBuilder<'_> {
        let effective_on = NaiveDate::from_ymd_opt(2020, 1, 1);
        GroupBuilder { app: self, form: GroupForm { effective_on, ..GroupForm::default() } }
    }
}

impl BrokerBuilder<'_> {
    /// By this name.
    pub fn named(mut self, name: &str) -> Self {
        self.form.name = name.to_owned();
        self
    }

    /// With any other value.
    pub fn with(mut self, vary: impl FnOnce(&mut BrokerForm)) -> Self {
        vary(&mut self.form);
        self
    }

    /// Makes it.
    pub async fn create(mut self) -> BrokerId {
        let who = self.app.staff().await;
        if self.form.name.is_empty() {
            let known = portal::brokers::service::names(&self.app.ctx, who).await.expect("the brokers");
            self.form.name = format!("Broker {}", known.len() + 1);
        }
        portal::brokers::service::create(&self.app.ctx, who, &self.form).await.expect("a broker is made").id
    }
}

impl GroupBuilder<'_> {
    /// By this name.
    pub fn named(mut self, name: &str) -> Self {
        self.form.name = name.to_owned();
        self
    }

    /// Under this broker.
    pub fn of(mut self, broker: BrokerId) -> Self {
        self.form.broker = Some(broker);
        self
    }

    /// With any other value.
    pub fn with(mut self, vary: impl FnOnce(&mut GroupForm)) -> Self {
        vary(&mut self.form);
        self
    }

    /// Makes it.
    pub async fn create(mut self) -> GroupId {
        let who = self.app.staff().await;
        if self.form.group_code.is_empty() {
            self.form.group_code = portal::groups::service::next_group_id(&self.app.ctx).await.expect("a number");
        }
        if self.form.name.is_empty() {
            self.form.name = format!("Group {}", self.form.group_code);
        }
        if self.form.broker.is_none() {
            self.form.broker = Some(self.app.broker().create().await);
        }
        portal::groups::service::create(&self.app.ctx, who, self.form).await.expect("a group is made").id
    }
}
