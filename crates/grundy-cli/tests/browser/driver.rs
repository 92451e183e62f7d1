//! A browser with a server of its own, and what a reader can do with it.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::elements::Element;
use fantoccini::wd::TimeoutConfiguration;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

/// How long something may take to be seen: machines may be busy.
const PATIENCE: Duration = Duration::from_secs(40);

/// The programs that a test needs.
pub struct Tools {
    driver: PathBuf,
    browser: PathBuf,
}

/// The programs, if they are all there.
pub fn tools() -> Option<Tools> {
    let found = |names: &[&str]| {
        let folders = std::env::var_os("PATH")?;
        std::env::split_paths(&folders)
            .flat_map(|folder| names.iter().map(move |name| folder.join(name)))
            .find(|path| path.is_file())
    };
    Some(Tools {
        driver: found(&["chromedriver"])?,
        browser: found(&["chromium", "chromium-browser", "google-chrome"])?,
    })
}

/// A process that ends with its owner.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A process, and the rest of the first line it prints that has this in it.
fn started(command: &mut Command, mark: &str) -> (Running, String) {
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut child = child.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let running = Running(child);
    let line = lines.find_map(|line| {
        let line = line.unwrap_or_default();
        line.split_once(mark).map(|(_, rest)| rest.to_owned())
    });
    // What is printed later must not block the process.
    std::thread::spawn(move || lines.for_each(drop));
    (running, line.unwrap_or_else(|| panic!("{command:?} never said {mark:?}")))
}

/// Who reads the page.
pub struct Reader {
    client: Client,
    /// The address of the server, with a slash at its end.
    url: String,
    shots: Option<PathBuf>,
    profile: PathBuf,
    _server: Running,
    _driver: Running,
}

impl Reader {
    /// Starts a server, a driver and a browser.
    pub async fn start(tools: &Tools) -> Self {
        let (server, url) = started(
            Command::new(env!("CARGO_BIN_EXE_grundy")).args(["serve", "--port", "0"]),
            "listening on ",
        );
        let (driver, port) =
            started(Command::new(&tools.driver).arg("--port=0"), "started successfully on port ");
        let port: String = port.chars().filter(char::is_ascii_digit).collect();
        let profile = std::env::temp_dir().join(format!("grundy-browser-{}", std::process::id()));
        let profile_option = format!("--user-data-dir={}", profile.display());
        let options = json!({
            "binary": tools.browser,
            "args": [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--disable-dev-shm-usage", "--lang=en", "--force-prefers-reduced-motion", "--hide-scrollbars",
                profile_option,
            ],
        });
        let Value::Object(capabilities) = json!({
            "goog:chromeOptions": options,
            "goog:loggingPrefs": { "browser": "ALL" },
        }) else {
            unreachable!("an object")
        };
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
            .expect("a session of the browser");
        let timeouts = TimeoutConfiguration::new(Some(PATIENCE), Some(PATIENCE), None);
        client.update_timeouts(timeouts).await.unwrap();
        let shots = std::env::var_os("GRUNDY_SHOTS").map(PathBuf::from);
        if let Some(folder) = &shots {
            std::fs::create_dir_all(folder).unwrap();
        }
        let url = url.trim().to_owned();
        let reader = Self { client, url, shots, profile, _server: server, _driver: driver };
        reader.width(1400).await;
        reader
    }

    /// Closes the browser.
    pub async fn end(self) {
        self.client.clone().close().await.unwrap();
        let _ = std::fs::remove_dir_all(&self.profile);
    }

    /// Makes the window so wide.
    pub async fn width(&self, width: u32) {
        self.client.set_window_size(width, 1000).await.unwrap();
    }

    /// Opens a view in a fresh page: `table?game=nim`, as it stands in an address.
    pub async fn open(&self, view: &str) {
        // A page that is open already would only change its state.
        self.client.goto("about:blank").await.unwrap();
        self.client.goto(&format!("{}#/{view}", self.url)).await.unwrap();
        let name = view.split('?').next().unwrap_or(view);
        self.see(&format!("main[data-ready='{name}']")).await;
    }

    /// The element, once it is there.
    pub async fn see(&self, css: &str) -> Element {
        let found = self.client.wait().at_most(PATIENCE).for_element(Locator::Css(css)).await;
        match found {
            Ok(element) => element,
            Err(error) => panic!("{css} is not there: {error}\n{}", self.page_text().await),
        }
    }

    /// The text of the whole page.
    pub async fn page_text(&self) -> String {
        self.value("return document.body.innerText").await.as_str().unwrap_or_default().to_owned()
    }

    /// What a script of the test returns.
    pub async fn value(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap_or_else(|e| panic!("{script}: {e}"))
    }

    /// Waits until a script returns true.
    pub async fn until(&self, script: &str) {
        let begin = Instant::now();
        while self.value(&format!("return Boolean({script})")).await != Value::Bool(true) {
            let late = begin.elapsed() > PATIENCE;
            assert!(!late, "never true: {script}\n{}", self.page_text().await);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// The text of the first element of this kind.
    pub async fn text(&self, css: &str) -> String {
        self.see(css).await;
        let script = format!("return document.querySelector({}).innerText", json!(css));
        self.value(&script).await.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until the text of the first element of this kind has this in it.
    pub async fn reads(&self, css: &str, part: &str) {
        self.see(css).await;
        let (css, part) = (json!(css), json!(part));
        self.until(&format!("document.querySelector({css})?.innerText.includes({part})")).await;
    }

    /// How many elements of this kind there are.
    pub async fn count(&self, css: &str) -> usize {
        let script = format!("return document.querySelectorAll({}).length", json!(css));
        self.value(&script).await.as_u64().unwrap_or(0) as usize
    }

    /// Clicks on an element, scrolled into sight.
    pub async fn click(&self, css: &str) {
        let element = self.see(css).await;
        let script = "arguments[0].scrollIntoView({block: 'center', inline: 'center'})";
        let handle = serde_json::to_value(&element).unwrap();
        self.client.execute(script, vec![handle]).await.unwrap();
        if let Err(error) = element.click().await {
            panic!("{css} cannot be clicked: {error}");
        }
    }

    /// Types over what stands in a field.
    pub async fn write(&self, css: &str, text: &str) {
        let element = self.see(css).await;
        element.clear().await.unwrap();
        element.send_keys(text).await.unwrap();
    }

    /// Presses keys in an element.
    pub async fn press(&self, css: &str, keys: &str) {
        self.see(css).await.send_keys(keys).await.unwrap();
    }

    /// No part of the page stands out at the right, and nothing went wrong in it.
    pub async fn is_sound(&self, what: &str) {
        let wide =
            "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
        assert_eq!(self.value(wide).await, json!(0), "{what} is wider than its window");
        let unnamed = "return [...document.querySelectorAll('button, a, input, select, textarea')]
            .filter((one) => one.offsetParent !== null)
            .filter((one) => !(one.textContent.trim() || one.value || one.ariaLabel || one.title
                || one.placeholder || one.labels?.length || one.getAttribute('aria-labelledby')))
            .map((one) => one.outerHTML.slice(0, 120))";
        assert_eq!(self.value(unnamed).await, json!([]), "{what} has controls without names");
    }

    /// A picture of the screen, kept if someone wants it.
    pub async fn shot(&self, name: &str) {
        if let Some(folder) = &self.shots {
            std::fs::write(folder.join(format!("{name}.png")), self.screen().await).unwrap();
        }
    }

    /// A picture of the screen.
    pub async fn screen(&self) -> Vec<u8> {
        self.client.screenshot().await.unwrap()
    }

    /// Where the tests keep pictures for the pages of the project.
    pub fn images() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images")
    }
}
