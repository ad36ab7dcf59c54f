//! Which network addresses an ERP account may lead to: those of the public network, and this machine (rules.md#address-of-an-account).

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether a call of an ERP account may go to an address of the network: one that everybody can reach, or this machine's own.
///
/// An address of a private network, of the link such as that of a cloud's metadata, or of no host at all is refused, also when it is written
/// as one of version 6.
pub fn is_reachable(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_loopback() || is_public_v4(address),
        IpAddr::V6(address) => address.is_loopback() || is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    let is_shared = first == 100 && (64..128).contains(&second);
    let is_of_protocols = (first, second, third) == (192, 0, 0);
    let is_for_measuring = first == 198 && (18..20).contains(&second);
    let is_reserved = first == 0 || first >= 240;
    !(address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_documentation()
        || address.is_multicast()
        || is_shared
        || is_of_protocols
        || is_for_measuring
        || is_reserved)
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(inner) = v4_inside(address) {
        return is_public_v4(inner);
    }
    let [first, second, ..] = address.segments();
    // Global unicast is what begins with 2000::/3; the rest is the link's, a site's, a group's or nobody's.
    let is_global = first & 0xe000 == 0x2000;
    let is_documentation = (first == 0x2001 && second == 0x0db8) || first & 0xfff0 == 0x3ff0;
    // 2001::/23 is set aside for protocols, such as tunnels whose other end is not told by the address alone.
    let is_of_protocols = first == 0x2001 && second < 0x0200;
    is_global && !is_documentation && !is_of_protocols
}

/// The address of version 4 that one of version 6 stands for: mapped, translated or tunnelled.
fn v4_inside(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let parts = address.segments();
    let joined = |high: u16, low: u16| {
        let [a, b] = high.to_be_bytes();
        let [c, d] = low.to_be_bytes();
        Ipv4Addr::new(a, b, c, d)
    };
    match parts {
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => Some(joined(high, low)),
        [0x2002, high, low, ..] => Some(joined(high, low)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_and_this_machine_are_reached() {
        for (text, reached) in [
            ("127.0.0.1", true),
            ("::1", true),
            ("8.8.8.8", true),
            ("100.63.255.255", true),
            ("172.32.0.1", true),
            ("198.20.0.1", true),
            ("2606:4700::1111", true),
            ("::ffff:8.8.8.8", true),
            ("64:ff9b::808:808", true),
            // The link, and with it the metadata of clouds.
            ("169.254.169.254", false),
            ("fe80::1", false),
            ("fd00:ec2::254", false),
            ("::ffff:169.254.169.254", false),
            ("64:ff9b::a9fe:a9fe", false),
            ("2002:a9fe:a9fe::1", false),
            // Private networks, and those that no host has.
            ("10.0.0.1", false),
            ("172.16.0.1", false),
            ("192.168.1.1", false),
            ("100.64.0.1", false),
            ("192.0.0.8", false),
            ("192.0.2.1", false),
            ("198.18.0.1", false),
            ("0.0.0.0", false),
            ("224.0.0.1", false),
            ("240.0.0.1", false),
            ("255.255.255.255", false),
            ("::", false),
            ("fc00::1", false),
            ("ff02::1", false),
            ("2001:db8::1", false),
            ("2001::1", false),
            ("::127.0.0.1", false),
            ("::ffff:127.0.0.1", false),
        ] {
            let address: IpAddr = text.parse().expect("an address");
            assert_eq!(is_reachable(address), reached, "{text}");
        }
    }
}
