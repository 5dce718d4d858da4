//! As much of the WebDriver protocol as the browser test needs, over plain HTTP.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A browser without a window.
pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
    profile: PathBuf,
}

impl Browser {
    /// Starts one; `None` if the driver or the browser is not installed.
    pub(crate) fn start() -> Option<Self> {
        let driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut driver = driver.ok()?;
        let mut lines = BufReader::new(driver.stdout.take()?).lines();
        let port = lines.find_map(|line| {
            let line = line.ok()?;
            let port = line.split("successfully on port ").nth(1)?;
            port.trim_end_matches('.').parse().ok()
        });
        // Reading on keeps the driver from waiting for a reader.
        std::thread::spawn(move || lines.for_each(drop));
        let profile = std::env::temp_dir().join(format!("minproof-browser-{}", std::process::id()));
        let mut browser = Self {
            driver,
            port: port?,
            session: String::new(),
            profile,
        };
        let arguments = json!([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            format!("--user-data-dir={}", browser.profile.display()),
        ]);
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": {"args": arguments},
        }}});
        let made = browser.send("POST", "/session", Some(&wanted)).ok()?;
        browser.session = format!("/session/{}", made["sessionId"].as_str()?);
        Some(browser)
    }

    fn send(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Value, String> {
        let fault = |error: std::io::Error| format!("{method} {path}: {error}");
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).map_err(fault)?;
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .map_err(fault)?;
        let body = body.map_or_else(String::new, Value::to_string);
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.port,
            body.len()
        );
        stream.write_all(request.as_bytes()).map_err(fault)?;
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).map_err(fault)?;
            let line = line.trim_end().to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().map_err(|_| line.clone())?;
            }
        }
        let mut bytes = vec![0; length];
        reader.read_exact(&mut bytes).map_err(fault)?;
        let answer: Value = serde_json::from_slice(&bytes).map_err(|error| error.to_string())?;
        match &answer["value"]["error"] {
            Value::Null => Ok(answer["value"].clone()),
            _ => Err(answer["value"].to_string()),
        }
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let path = format!("{}{path}", self.session);
        self.send("POST", &path, Some(body)).unwrap()
    }

    pub(crate) fn open(&self, page: &Path) {
        self.post(
            "/url",
            &json!({"url": format!("file://{}", page.display())}),
        );
    }

    /// Runs a script in the page, with `arguments[0]`, and gives what it returns.
    pub(crate) fn run(&self, script: &str, argument: Value) -> Value {
        self.post(
            "/execute/sync",
            &json!({"script": script, "args": [argument]}),
        )
    }

    /// Clicks an element as a mouse does: it must be visible, and nothing in front of it.
    pub(crate) fn click(&self, selector: &str) {
        let element = self.find(selector);
        self.post(&format!("/element/{element}/click"), &json!({}));
    }

    /// Types keys at an element.
    pub(crate) fn keys(&self, selector: &str, keys: &str) {
        let element = self.find(selector);
        self.post(&format!("/element/{element}/value"), &json!({"text": keys}));
    }

    fn find(&self, selector: &str) -> String {
        let wanted = json!({"using": "css selector", "value": selector});
        let element = self.post("/element", &wanted);
        element[ELEMENT].as_str().unwrap().to_owned()
    }

    /// Gives a command to the browser's own debugging protocol.
    pub(crate) fn devtools(&self, command: &str, parameters: &Value) {
        let body = json!({"cmd": command, "params": parameters});
        self.post("/goog/cdp/execute", &body);
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            let _ = self.send("DELETE", &self.session, None);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}
