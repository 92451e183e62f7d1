//! The files of the page as they are served.

mod common;

use common::Running;
use grundy_server::Config;

#[test]
fn files_are_served_with_their_kind_and_kept_by_the_client() {
    let folder = std::env::temp_dir().join(format!("grundy-page-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("views")).unwrap();
    std::fs::write(folder.join("index.html"), "<!doctype html><title>page</title>").unwrap();
    std::fs::write(folder.join("404.html"), "<!doctype html><title>nothing</title>").unwrap();
    std::fs::write(folder.join("views/a.js"), "export const a = 1").unwrap();
    let server = Running::new(Config { page: Some(folder.clone()), ..Config::default() });
    let page = server.get("/");
    assert_eq!((page.status, &*page.headers["content-type"]), (200, "text/html; charset=utf-8"));
    assert!(page.text().contains("page"));
    let script = server.get("/assets/views/a.js?x=1");
    assert_eq!(
        (script.status, &*script.headers["content-type"]),
        (200, "text/javascript; charset=utf-8")
    );
    let (host, tag) = (server.address, &script.headers["etag"]);
    let request = format!(
        "GET /assets/views/a.js HTTP/1.1\r\nHost: {host}\r\nIf-None-Match: {tag}\r\nConnection: close\r\n\r\n"
    );
    let again = server.raw(request.as_bytes());
    assert_eq!((again.status, again.body.len()), (304, 0));
    let nothing = server.get("/assets/b.js");
    assert!(nothing.status == 404 && nothing.text().contains("nothing"));
    // What is changed is seen at once.
    std::fs::write(folder.join("views/a.js"), "export const a = 2").unwrap();
    assert!(server.get("/assets/views/a.js").text().ends_with('2'));
    std::fs::remove_dir_all(folder).unwrap();
}
