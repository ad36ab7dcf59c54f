//! Commission rules: each broker is paid on what its groups are billed for their members.

use domain::commissions::statement::Payout;
use domain::{BillingMonth, BrokerId, Money};
use store::commissions::rules::{self, NewRule};
use store::plans::lines;

use super::history::Filled;
use super::words::BROKERS;
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// What is paid on each member, by the broker's place.
const PAYOUTS: [i64; 4] = [100, 75, 125, 50];

/// Makes the rules; group by group, the brokers take turns.
pub async fn rules(
    ctx: &Context,
    who: &CallerOrigin,
    brokers: &[BrokerId],
    filled: &[Filled],
    from: BillingMonth,
) -> Result<()> {
    let tx = ctx.store.begin().await?;
    for (place, (broker, name)) in brokers.iter().zip(BROKERS).enumerate() {
        let amount = Money::from_cents(PAYOUTS[place % PAYOUTS.len()]);
        let mut payouts = Vec::new();
        for group in filled.iter().skip(place).step_by(brokers.len()) {
            let first = lines::list(&tx, group.plan).await?.into_iter().next();
            payouts.extend(first.map(|line| Payout { plan_line: line.id, from, amount }));
        }
        let rule = NewRule {
            name: format!("{name}, per member"),
            payee_name: (*name).to_owned(),
            broker: Some(*broker),
            payouts,
        };
        rules::insert(&tx, &rule, who.user, who.stamp(ctx)).await?;
    }
    Ok(tx.commit_unaudited("demonstration data").await?)
}
