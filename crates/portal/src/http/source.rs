//! Where a call comes from when proxies stand in front of the portal.

use std::net::IpAddr;

use axum::http::HeaderMap;

/// The address that called the outermost of `proxies` of our own. Each adds the address that called it to `X-Forwarded-For`, at the right;
/// what stands further left is what a caller says of itself.
pub fn source(headers: &HeaderMap, connection: IpAddr, proxies: usize) -> IpAddr {
    let lines = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let told: Vec<&str> = lines.flat_map(|line| line.split(',')).map(str::trim).collect();
    let place = told.len().checked_sub(proxies).filter(|_| proxies > 0);
    place.and_then(|place| told[place].parse().ok()).unwrap_or(connection)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_addresses_are_believed_as_there_are_proxies() {
        for (lines, proxies, expected) in [
            (vec!["203.0.113.7"], 0, "127.0.0.1"),
            (vec!["203.0.113.7"], 1, "203.0.113.7"),
            (vec!["198.51.100.1, 203.0.113.7"], 1, "203.0.113.7"),
            (vec!["198.51.100.1, 203.0.113.7, 192.0.2.1"], 2, "203.0.113.7"),
            (vec!["198.51.100.1", "203.0.113.7"], 1, "203.0.113.7"),
            (vec!["2001:db8::1"], 1, "2001:db8::1"),
            (vec!["203.0.113.7"], 2, "127.0.0.1"),
            (vec!["unknown"], 1, "127.0.0.1"),
            (vec![], 1, "127.0.0.1"),
        ] {
            let mut headers = HeaderMap::new();
            for line in &lines {
                headers.append("x-forwarded-for", line.parse().expect("a header"));
            }
            let connection: IpAddr = "127.0.0.1".parse().expect("an address");
            assert_eq!(source(&headers, connection, proxies).to_string(), expected, "{lines:?} {proxies}");
        }
    }
}
