//! A server of files that are in the command, for one browser on the same machine.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::failure::Failure;
use crate::say::tell;

/// The page: names and contents.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/studio_files.rs"));

/// The longest head of a request.
const LONGEST_HEAD: u64 = 16_384;
/// A browser that says nothing for so long is gone.
const PATIENCE: Duration = Duration::from_secs(10);

/// Serves the page until the process ends.
pub(super) fn serve(port: u16, open: bool) -> Result<(), Failure> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|problem| {
        Failure::not_made(format!("could not listen on port {port}: {problem}; try --port 0"))
    })?;
    let address = format!("http://localhost:{}/", listener.local_addr()?.port());
    tell(format_args!("the Studio is at {address}; Ctrl-C ends it"))?;
    io::stdout().flush()?;
    if open {
        open_browser(&address);
    }
    for stream in listener.incoming().flatten() {
        thread::spawn(move || {
            // A browser that hangs up is not worth a word.
            let _ = answer(&stream);
        });
    }
    Ok(())
}

/// Answers one request; the browser opens another connection for the next.
fn answer(stream: &TcpStream) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut reader = BufReader::new(stream.take(LONGEST_HEAD));
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let mut host = String::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("host")
        {
            host = value.trim().to_owned();
        }
    }
    let mut words = first.split_whitespace();
    let (method, target) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    // A page elsewhere that was given this machine's address is not served.
    let ours = matches!(host.rsplit_once(':').map_or(host.as_str(), |h| h.0), "localhost" | "127.0.0.1");
    if !matches!(method, "GET" | "HEAD") || !ours {
        return write(stream, "403 Forbidden", "text/plain", b"not served", true);
    }
    let path = target.split(['?', '#']).next().unwrap_or("").trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    match FILES.iter().find(|(name, _)| *name == path) {
        Some((name, bytes)) => write(stream, "200 OK", kind(name), bytes, method == "GET"),
        None => write(stream, "404 Not Found", "text/plain", b"there is no such file", true),
    }
}

fn write(mut stream: &TcpStream, status: &str, kind: &str, bytes: &[u8], body: bool) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\n\
         X-Content-Type-Options: nosniff\r\nContent-Security-Policy: frame-ancestors 'none'\r\n\
         Connection: close\r\n\r\n",
        bytes.len()
    );
    stream.write_all(head.as_bytes())?;
    if body {
        stream.write_all(bytes)?;
    }
    stream.flush()
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// Opens the address in the system's browser; if there is none, the address was printed.
fn open_browser(address: &str) {
    let (program, before): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let _ = Command::new(program)
        .args(before)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
}
