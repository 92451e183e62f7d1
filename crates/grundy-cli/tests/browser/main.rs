//! The page of `grundy serve` in a real browser: what a reader does, and what is to be seen then.
//!
//! Needs Debian's `chromium` and `chromium-driver`, or others of these names; without them nothing is tested,
//! and that is said. `GRUNDY_SHOTS=FOLDER` keeps a picture of every screen.

mod driver;
mod flows;

use driver::{Reader, tools};

#[test]
fn the_page_does_what_it_shows() {
    let Some(tools) = tools() else {
        eprintln!("note: no chromium and chromedriver here: the page is not tested in a browser");
        return;
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let reader = Reader::start(&tools).await;
        flows::all(&reader).await;
        reader.end().await;
    });
}
