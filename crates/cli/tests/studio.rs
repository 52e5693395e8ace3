//! `mapkiln studio` serves the page to this machine, and nothing else to anybody.
#![cfg(feature = "studio")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

struct Served {
    child: Child,
    port: u16,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn serve() -> Served {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mapkiln"))
        .args(["studio", "--no-open", "--port", "0"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().expect("a pipe")).read_line(&mut line).expect("an address");
    let port = line.split("localhost:").nth(1).and_then(|rest| rest.split('/').next()?.parse().ok());
    Served { child, port: port.expect("a port") }
}

fn get(port: u16, request: &str) -> (String, Vec<u8>) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut all = Vec::new();
    stream.read_to_end(&mut all).expect("it answers");
    let end = all.windows(4).position(|w| w == b"\r\n\r\n").expect("a head");
    (String::from_utf8_lossy(&all[..end]).into_owned(), all[end + 4..].to_vec())
}

#[test]
fn the_page_is_served_and_nothing_else() {
    let served = serve();
    let ask = |target: &str| get(served.port, &format!("GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    let (head, page) = ask("/");
    assert!(
        head.starts_with("HTTP/1.1 200") && head.contains("text/html") && head.contains("frame-ancestors")
    );
    let page = String::from_utf8(page).unwrap();
    assert!(page.contains("Content-Security-Policy"));
    // The service worker lists every file of the page.
    let (head, worker) = ask("/sw.js?x=1");
    assert!(head.starts_with("HTTP/1.1 200") && head.contains("text/javascript"));
    let worker = String::from_utf8(worker).unwrap();
    let wasm = worker.split('"').find(|name| name.ends_with(".wasm")).unwrap();
    let (head, bytes) = ask(&format!("/{wasm}"));
    assert!(head.contains("application/wasm") && bytes.starts_with(b"\0asm"));
    for nothing in ["/../Cargo.toml", "/assets/../../x", "//etc/passwd", "/nothing"] {
        assert!(ask(nothing).0.starts_with("HTTP/1.1 404"), "{nothing}");
    }
    let elsewhere = get(served.port, "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n");
    assert!(elsewhere.0.starts_with("HTTP/1.1 403"));
    let post = get(served.port, "POST / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert!(post.0.starts_with("HTTP/1.1 403"));
}
