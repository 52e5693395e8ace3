//! Messages for people: to standard error, without a panic if nobody can read them.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Write};

/// The most characters of one line of a message.
const LINE: usize = 400;

/// Prints a message to standard error. If that fails there is nobody left to tell.
pub(crate) fn say(message: impl Display) {
    let text: Vec<String> = message.to_string().lines().map(|line| shortened(&visible(line))).collect();
    let _ = writeln!(io::stderr(), "{}", text.join("\n"));
}

/// Prints a line to standard output.
pub(crate) fn tell(line: impl Display) -> io::Result<()> {
    writeln!(io::stdout(), "{}", visible(&line.to_string()))
}

/// Text from a file as a terminal may show it: control characters are shown, not sent.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    mapkiln::draw::visible(text)
}

/// A line that quotes at most a line's worth of a file.
fn shortened(line: &str) -> String {
    if line.chars().count() <= LINE {
        return line.to_owned();
    }
    let start: String = line.chars().take(LINE * 3 / 4).collect();
    let end: Vec<char> = line.chars().rev().take(LINE / 8).collect();
    format!("{start} … {}", end.iter().rev().collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_keep_their_ends() {
        let line = format!("wrong: {}; write less", "x".repeat(200_000));
        let short = shortened(&line);
        assert!(
            short.chars().count() < LINE && short.starts_with("wrong: x") && short.ends_with("; write less")
        );
        assert_eq!(shortened("short"), "short");
    }
}
