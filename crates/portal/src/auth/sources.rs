//! How much one machine may try to sign in, whatever addresses it names.

use std::net::{IpAddr, Ipv6Addr};

use domain::users::source::{give_back, spend};
use store::Tx;
use store::sign_in::source_budgets;

use super::secrets::{Purpose, hash};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::Peer;

/// The machine from which a try came that was counted.
pub(super) struct Source(Vec<u8>);

/// Counts a try from a machine before anything is done for it; `None` when the server does not know the machine.
///
/// # Errors
/// [`Error::Slowed`] when the machine has used up its budget; such a try uses up no more of it.
pub(super) async fn count(ctx: &Context, peer: &Peer) -> Result<Option<Source>> {
    let Some(address) = peer.ip.as_deref().and_then(|ip| ip.parse::<IpAddr>().ok()) else { return Ok(None) };
    let key = hash(ctx, Purpose::Machine, &machine(address).to_string());
    let now = ctx.now();
    let tx = ctx.store.begin().await?;
    let used_until = source_budgets::lock(&tx, &key, now).await?;
    let after = spend(used_until, now).map_err(|wait| Error::Slowed { wait })?;
    source_budgets::set(&tx, &key, after).await?;
    source_budgets::forget(&tx, now).await?;
    tx.commit_unaudited("a try is no change; what comes of it is audited").await?;
    Ok(Some(Source(key)))
}

/// Gives a try back that was right, so that many people of one office can sign in at the same time.
///
/// # Errors
/// When the database fails.
pub(super) async fn forgive(ctx: &Context, tx: &Tx, source: Option<&Source>) -> Result<()> {
    let Some(Source(key)) = source else { return Ok(()) };
    let used_until = source_budgets::lock(tx, key, ctx.now()).await?;
    Ok(source_budgets::set(tx, key, give_back(used_until)).await?)
}

/// The network address that counts as one machine: an IPv4 address, or the 64 bits of an IPv6 address that name a network.
fn machine(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_is_an_address_or_a_network() {
        for (address, counted) in [
            ("203.0.113.7", "203.0.113.7"),
            ("::ffff:203.0.113.7", "203.0.113.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("2001:db8:1:2:ffff::", "2001:db8:1:2::"),
        ] {
            let address: IpAddr = address.parse().expect("an address of the test");
            assert_eq!(machine(address).to_string(), counted);
        }
    }
}
