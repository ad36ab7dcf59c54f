//! The brokers, and the groups with their pricing, plans and line items.

use chrono::{DateTime, Datelike as _, Utc};
use domain::billing::line::{BillingType, LineForm};
use domain::billing::plan::PlanForm;
use domain::billing::pricing::OptionForm;
use domain::brokers::BrokerForm;
use domain::groups::{BillingAddress, GroupFlags, GroupForm};
use domain::{BenefitServiceId, BillingMonth, BrokerId, GroupId, Money, PlanId, PricingOptionId};

use super::career::MONTHS;
use super::history::{Filled, TurnsClock};
use super::random::Random;
use super::words::{BENEFIT_SERVICES, BROKERS, GROUPS, PLACES, STREETS};
use super::{Size, commissions, invoicing};
use crate::billing::plans::service as plans;
use crate::billing::pricing::options::service as options;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// Makes the brokers; the last one has the first above it.
pub async fn brokers(ctx: &Context, who: &CallerOrigin) -> Result<Vec<BrokerId>> {
    let mut brokers: Vec<BrokerId> = Vec::new();
    for name in BROKERS {
        let form = BrokerForm {
            name: (*name).to_owned(),
            master_broker: brokers.first().copied().filter(|_| brokers.len() == BROKERS.len() - 1),
            ..BrokerForm::default()
        };
        brokers.push(crate::brokers::service::create(ctx, who, &form).await?.id);
    }
    Ok(brokers)
}

/// Makes the services that groups may carry.
async fn benefit_services(ctx: &Context) -> Result<Vec<BenefitServiceId>> {
    let tx = ctx.store.begin().await?;
    let mut made = Vec::new();
    for name in BENEFIT_SERVICES {
        made.push(store::groups::services::insert(&tx, name).await?);
    }
    tx.commit_unaudited("demonstration data").await?;
    Ok(made)
}

/// Makes the groups as they were before their history began.
pub async fn groups(
    ctx: &Context,
    clock: &dyn TurnsClock,
    who: &CallerOrigin,
    brokers: &[BrokerId],
    size: Size,
    now: DateTime<Utc>,
) -> Result<Vec<Filled>> {
    let first = BillingMonth::of(crate::clock::day_in(ctx.config.time_zone, now)).plus(-MONTHS);
    let begun = first.plus(-1).day(2).and_hms_opt(15, 0, 0).ok_or(Error::NotFound)?.and_utc();
    clock.turn_to(begun);
    let accounts = invoicing::accounts(ctx, who).await?;
    let services = benefit_services(ctx).await?;
    let mut filled = Vec::new();
    let mut first_person = 0;
    for number in 0..size.groups {
        let people = people_of(number, size);
        let broker = brokers[number as usize % brokers.len()];
        let carried = services.iter().copied().enumerate().filter(|(place, _)| carries(number, *place));
        let form = form(number, broker, ctx.today(), carried.map(|(_, service)| service).collect());
        let mut made = group(ctx, who, number, form, (first_person, people)).await?;
        made.account = accounts.map(|accounts| accounts.of_group(number));
        filled.push(made);
        first_person += people;
    }
    commissions::rules(ctx, who, brokers, &filled, accounts).await?;
    Ok(filled)
}

/// The usual groups share the members unevenly, others evenly.
fn people_of(number: u64, size: Size) -> u64 {
    match GROUPS.get(number as usize).filter(|_| size.groups == GROUPS.len() as u64) {
        Some((_, thousandths)) => size.members * thousandths / 1000,
        None => size.members / size.groups.max(1),
    }
}

async fn group(
    ctx: &Context,
    who: &CallerOrigin,
    number: u64,
    form: GroupForm,
    (first_person, people): (u64, u64),
) -> Result<Filled> {
    let code = form.group_code.clone();
    let group = crate::groups::service::create(ctx, who, form).await?.id;
    let db = ctx.store.read();
    let option = *store::pricing::options::ids(&db, group, false).await?.first().ok_or(Error::NotFound)?;
    let page = domain::PageRequest::first(1);
    let pricing_groups = store::pricing::groups::search(&db, who.scope(), group, &page).await?;
    let default = pricing_groups.rows.first().ok_or(Error::NotFound)?;
    let (pricing_group, pricing_code) = (default.id, default.details.code.clone());
    let plan = plan(ctx, who, group, option).await?;
    if number % 3 == 1 {
        consult_lines(ctx, who, (group, plan)).await?;
    }
    let (since, leaves_last_month) = (ctx.today(), number % 5 == 4);
    let account = None;
    Ok(Filled {
        group,
        code,
        plan,
        pricing_group,
        pricing_code,
        since,
        first_person,
        people,
        leaves_last_month,
        account,
    })
}

/// Each group carries some services, the last ones nearly all do.
fn carries(group: u64, service: usize) -> bool {
    service + 2 >= BENEFIT_SERVICES.len() || Random::of("carries", group * 10 + service as u64).chance(30)
}

/// Months from the next one on to the renewal of a group: the second one renews with the next month, so that on any day some renewal is near.
fn renews_after(number: u64, random: &mut Random) -> u32 {
    let months = random.below(11) as u32;
    if number == 1 { 0 } else { months }
}

fn form(number: u64, broker: BrokerId, today: chrono::NaiveDate, benefit_services: Vec<BenefitServiceId>) -> GroupForm {
    let random = &mut Random::of("group", number);
    let rate = Money::from_cents(if number == 0 { 1250 } else { 900 + 25 * random.below(40) as i64 });
    let name = GROUPS
        .get(number as usize)
        .map_or_else(|| format!("Employer Group {}", number + 1), |(name, _)| (*name).to_owned());
    let (city, state, zip_code) = *random.one(PLACES);
    GroupForm {
        group_code: (10_551 + 37 * number).to_string(),
        name,
        tax_id_number: format!("00-{:07}", 1_000_000 + number),
        broker: Some(broker),
        effective_on: today.with_month0(0).and_then(|day| day.with_day0(0)),
        renewal_on: today
            .with_day0(0)
            .and_then(|day| day.checked_add_months(chrono::Months::new(25 + renews_after(number, random)))),
        flags: GroupFlags {
            enable_invoice_access: number % 3 != 2,
            allow_manual_adds: number.is_multiple_of(2),
            process_dependents: true,
            ..GroupFlags::default()
        },
        default_pricing_group_rate: Some(rate),
        billing_address: BillingAddress {
            line1: Some("Accounts Payable".to_owned()),
            line2: Some(format!("{} {}", 100 + random.below(4000), random.one(STREETS))),
            city: Some(city.to_owned()),
            state: Some(state.to_owned()),
            zip_code: Some(zip_code.to_owned()),
        },
        benefit_services,
        ..GroupForm::default()
    }
}

async fn plan(ctx: &Context, who: &CallerOrigin, group: GroupId, option: PricingOptionId) -> Result<PlanId> {
    let form = PlanForm {
        name: "Medical PEPM".to_owned(),
        recipients: "ap@example.com".to_owned(),
        billing_type: Some(BillingType::Pepm.number().into()),
        ..PlanForm::default()
    };
    let plan = plans::create(ctx, who, group, &form).await?.id;
    let line = LineForm { name: "Virtual Care PEPM".to_owned(), pricing_option: Some(option), ..LineForm::default() };
    plans::create_line(ctx, who, (group, plan), &line).await?;
    Ok(plan)
}

/// Some groups also pay for each consult, and more for those after hours.
async fn consult_lines(ctx: &Context, who: &CallerOrigin, (group, plan): (GroupId, PlanId)) -> Result<()> {
    for (name, billing_type, cents) in [
        ("Virtual Consults", BillingType::PerConsultation, 4500),
        ("After-hours Consults", BillingType::AfterHours, 500),
    ] {
        let rate = Some(Money::from_cents(cents));
        let option = OptionForm { name: name.to_owned(), rate, ..OptionForm::default() };
        let option = options::create(ctx, who, group, &option).await?.id;
        let line = LineForm {
            name: name.to_owned(),
            billing_type: Some(billing_type.number().into()),
            pricing_option: Some(option),
            ..LineForm::default()
        };
        plans::create_line(ctx, who, (group, plan), &line).await?;
    }
    Ok(())
}
