//! Where the names of hosts lead: a call goes to public addresses, and to this machine under its own name (rules.md#address-of-an-account).

use std::net::SocketAddr;

use domain::accounts::is_reachable;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// Said of a name that leads to no address that may be reached.
pub(super) const NOT_PUBLIC: &str = "its name leads to an address that is not public";

/// Resolves names, and leaves out addresses of private networks, of the link and of this machine.
pub(super) struct Reachable;

impl Resolve for Reachable {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            // The port is that of the address; none is asked for here.
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            Ok(Box::new(reached(name.as_str(), found)?.into_iter()) as Addrs)
        })
    }
}

/// The addresses of a name that may be reached. The name of this machine leads to this machine only, and no other name does.
fn reached(name: &str, found: Vec<SocketAddr>) -> Result<Vec<SocketAddr>, &'static str> {
    let is_own = name.eq_ignore_ascii_case("localhost");
    let may = |address: &SocketAddr| is_reachable(address.ip()) && address.ip().is_loopback() == is_own;
    let kept: Vec<SocketAddr> = found.into_iter().filter(may).collect();
    if kept.is_empty() { Err(NOT_PUBLIC) } else { Ok(kept) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_to_public_addresses_only() {
        let at = |texts: &[&str]| -> Vec<SocketAddr> {
            texts.iter().map(|text| SocketAddr::new(text.parse().expect("an address"), 0)).collect()
        };
        for (name, found, kept) in [
            ("books.example", &["8.8.8.8"][..], &["8.8.8.8"][..]),
            ("books.example", &["169.254.169.254", "8.8.8.8"], &["8.8.8.8"]),
            ("localhost", &["127.0.0.1", "::1"], &["127.0.0.1", "::1"]),
            ("books.example", &["127.0.0.1"], &[]),
            ("localhost", &["8.8.8.8"], &[]),
            ("metadata.example", &["169.254.169.254", "fe80::1", "10.0.0.1"], &[]),
        ] {
            assert_eq!(reached(name, at(found)).unwrap_or_default(), at(kept), "{name}");
        }
    }
}
