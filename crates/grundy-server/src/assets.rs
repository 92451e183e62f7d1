//! The files of the page: those inside the program, or those of a folder. `/` is its `index.html`,
//! `/assets/PATH` the file PATH.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;
use std::borrow::Cow;
use std::hash::{DefaultHasher, Hasher};
use std::path::PathBuf;

/// The folder `page`; builds for debugging read it from the disk.
#[derive(Embed)]
#[folder = "page/"]
struct Page;

/// What is served where there is no page.
const NO_PAGE: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>grundy</title>\
    <p>This program was built without its page. The API is at <code>/api/v1</code>.</p></html>\n";

/// What is served for an address that leads nowhere, unless the page has its own.
const NOT_FOUND: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>grundy</title>\
    <p>There is nothing here. <a href=\"/\">To the page</a></p></html>\n";

/// Where the files are.
pub struct Assets {
    folder: Option<PathBuf>,
}

impl Assets {
    /// The files inside the program, or those of a folder, which are read again for each request.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self { folder: folder.map(|folder| folder.canonicalize().unwrap_or(folder)) }
    }

    /// A file by its path below the folder.
    fn get(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        let plain = |part: &str| !part.is_empty() && !part.starts_with('.');
        if path.contains(['\\', '\0', ':']) || !path.split('/').all(plain) {
            return None;
        }
        let Some(folder) = &self.folder else { return Page::get(path).map(|file| file.data) };
        // A link may lead out of the folder.
        let file = folder.join(path).canonicalize().ok()?;
        if !file.starts_with(folder) || !file.is_file() {
            return None;
        }
        std::fs::read(file).ok().map(Cow::Owned)
    }

    /// Answers a request for a file.
    pub fn answer(&self, method: &Method, path: &str, headers: &HeaderMap) -> Response {
        if method != Method::GET && method != Method::HEAD {
            return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")])
                .into_response();
        }
        let name = match path {
            "/" => "index.html",
            "/favicon.ico" => "favicon.ico",
            _ => path.strip_prefix("/assets/").unwrap_or(""),
        };
        match self.get(name) {
            Some(data) => file(name, data, headers),
            None if name == "index.html" => html(StatusCode::OK, NO_PAGE.as_bytes().into()),
            None => {
                let own = self.get("404.html");
                html(StatusCode::NOT_FOUND, own.unwrap_or_else(|| NOT_FOUND.as_bytes().into()))
            }
        }
    }
}

fn html(status: StatusCode, data: Cow<'static, [u8]>) -> Response {
    (status, [(header::CONTENT_TYPE, kind("html"))], body(data)).into_response()
}

fn body(data: Cow<'static, [u8]>) -> Body {
    match data {
        Cow::Borrowed(data) => Body::from(data),
        Cow::Owned(data) => Body::from(data),
    }
}

/// The file, or that it is the one the client has.
fn file(name: &str, data: Cow<'static, [u8]>, headers: &HeaderMap) -> Response {
    let mut hasher = DefaultHasher::new();
    hasher.write(&data);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let known = headers.get_all(header::IF_NONE_MATCH).iter().any(|value| {
        let listed = value.to_str().unwrap_or("");
        listed == "*" || listed.split(',').any(|one| one.trim().trim_start_matches("W/") == tag)
    });
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let mut response = match known {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => ([(header::CONTENT_TYPE, kind(ending))], body(data)).into_response(),
    };
    let headers = response.headers_mut();
    // Kept, but asked for each time: a new program brings a new page.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// The media type of a file by the ending of its name.
fn kind(ending: &str) -> &'static str {
    match ending {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "md" | "rules" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_leads_out_of_the_folder() {
        let folder = std::env::temp_dir().join(format!("grundy-assets-{}", std::process::id()));
        let page = folder.join("page");
        std::fs::create_dir_all(page.join("views")).unwrap();
        std::fs::write(folder.join("secret"), "secret").unwrap();
        std::fs::write(page.join("index.html"), "here").unwrap();
        std::fs::write(page.join("views/a.js"), "code").unwrap();
        std::fs::write(page.join(".hidden"), "hidden").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.join("secret"), page.join("link")).unwrap();
        for assets in [Assets::new(Some(page.clone())), Assets::new(None)] {
            for path in [
                "../secret",
                "views/../../secret",
                "/etc/passwd",
                "..\\secret",
                "link",
                ".hidden",
                "views",
                "",
                "views//a.js",
                "C:/x",
                "a\0b",
                "%2e%2e/secret",
            ] {
                assert!(assets.get(path).is_none(), "{path}");
            }
        }
        let assets = Assets::new(Some(page));
        assert_eq!(assets.get("index.html").as_deref(), Some(&b"here"[..]));
        let get = |headers: &HeaderMap| assets.answer(&Method::GET, "/assets/views/a.js", headers);
        let mut headers = HeaderMap::new();
        let first = get(&headers);
        assert_eq!(first.headers()[header::CONTENT_TYPE], "text/javascript; charset=utf-8");
        headers.insert(header::IF_NONE_MATCH, first.headers()[header::ETAG].clone());
        assert_eq!(get(&headers).status(), StatusCode::NOT_MODIFIED);
        assert_eq!(
            assets.answer(&Method::GET, "/nowhere", &HeaderMap::new()).status(),
            StatusCode::NOT_FOUND
        );
        std::fs::remove_dir_all(folder).unwrap();
    }
}
