//! Who may ask, and the headers of every answer.

use crate::refusal::{Kind, Refusal};
use crate::state::State;
use axum::extract::{Request, State as Extract};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;

/// Only what the page itself brings is loaded and run; nobody frames it.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers of every answer.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The names by which the server may be asked: a page elsewhere whose name is made to point here
/// sends its own name, and is refused.
#[derive(Clone, Debug)]
pub struct Hosts {
    loopback: bool,
    names: Vec<String>,
}

impl Hosts {
    /// Those of an address, and further ones.
    pub fn new(address: IpAddr, names: &[String]) -> Self {
        let names = names.iter().map(|name| name.trim().to_lowercase()).collect();
        Self { loopback: address.is_loopback(), names }
    }

    /// Whether a host, as the header names it, is one of this server.
    pub fn knows(&self, host: &str) -> bool {
        let Some(name) = without_port(host) else { return false };
        let name = name.to_lowercase();
        if self.names.contains(&name) || name == "localhost" {
            return true;
        }
        let literal =
            name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(&name);
        // An address cannot be made to point elsewhere, as a name can.
        literal.parse::<IpAddr>().is_ok_and(|address| !self.loopback || address.is_loopback())
    }
}

/// The host without its port; `None` if it is none.
fn without_port(host: &str) -> Option<&str> {
    let end = match host.strip_prefix('[') {
        Some(rest) => rest.find(']')? + 2,
        None => host.find(':').unwrap_or(host.len()),
    };
    let (name, rest) = host.split_at(end);
    let port = rest.strip_prefix(':');
    let fine = rest.is_empty() || port.is_some_and(|port| port.parse::<u16>().is_ok());
    (fine && !name.is_empty()).then_some(name)
}

/// Refuses requests that do not belong here, and adds the headers.
pub async fn guard(Extract(state): Extract<Arc<State>>, request: Request, next: Next) -> Response {
    let mut response = match foreign(&state.hosts, &request) {
        Some(message) => Refusal::new(StatusCode::FORBIDDEN, Kind::Request, message)
            .help("open the address that grundy serve prints; --host NAME allows another name")
            .into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Why a request does not belong here.
fn foreign(hosts: &Hosts, request: &Request) -> Option<String> {
    let headers = request.headers();
    let host = match one(headers, &header::HOST) {
        Ok(Some(host)) => host,
        Ok(None) => request.uri().authority()?.as_str(),
        Err(()) => return Some("the request names several hosts".into()),
    };
    let shown = |text: &str| text.chars().take(100).collect::<String>();
    if !hosts.knows(host) {
        return Some(format!("{} is not a name of this server", shown(host)));
    }
    match one(headers, &header::ORIGIN) {
        Ok(None) => {}
        Ok(Some(origin)) => {
            let own = ["http://", "https://"].iter().any(|scheme| {
                origin.strip_prefix(scheme).is_some_and(|o| o.eq_ignore_ascii_case(host))
            });
            if !own {
                return Some(format!("the request comes from another page: {}", shown(origin)));
            }
        }
        Err(()) => return Some("the request names several origins".into()),
    }
    // Browsers say so where no origin is sent, as for pictures and frames of other pages.
    let site = headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site");
    let api = request.uri().path().starts_with("/api/");
    (site && api).then(|| "the request comes from another page".to_owned())
}

/// The one value of a header; an error if there are several, or if it is no text.
fn one<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Result<Option<&'h str>, ()> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => value.to_str().map(Some).map_err(|_| ()),
        (Some(_), Some(_)) => Err(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_point_here_by_trickery_are_not_known() {
        let here = Hosts::new("127.0.0.1".parse().unwrap(), &["Nim.example".into()]);
        for host in
            ["localhost", "LOCALHOST:80", "127.0.0.1:1901", "[::1]:5", "127.8.8.8", "nim.example"]
        {
            assert!(here.knows(host), "{host}");
        }
        for host in [
            "",
            ":80",
            "evil.example",
            "localhost.evil.example",
            "10.0.0.1",
            "localhost:x",
            "[::1",
            "a b",
        ] {
            assert!(!here.knows(host), "{host}");
        }
        let anywhere = Hosts::new("0.0.0.0".parse().unwrap(), &[]);
        assert!(anywhere.knows("10.0.0.1:80") && !anywhere.knows("evil.example"));
    }
}
