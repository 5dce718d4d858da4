//! What passes between the program and the person.

use std::io::{self, BufRead as _, IsTerminal as _, Write};

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};

/// A line that is no move.
pub(super) enum Said {
    Nothing,
    Undo,
    Hint,
    Help,
    Quit,
    Other,
}

impl Said {
    pub(super) fn of(line: &str) -> Self {
        match line.to_ascii_lowercase().as_str() {
            "" => Self::Nothing,
            "undo" | "u" => Self::Undo,
            "hint" | "h" => Self::Hint,
            "help" | "?" => Self::Help,
            "quit" | "q" | "exit" => Self::Quit,
            _ => Self::Other,
        }
    }
}

/// Where the game is played: output that has colours if its terminal has them.
pub(super) struct Table {
    out: Box<dyn Write>,
    prompts: bool,
}

impl Table {
    /// `aside`: standard output is for something else.
    pub(super) fn new(aside: bool) -> Self {
        let out: Box<dyn Write> = if aside {
            Box::new(AutoStream::auto(io::stderr()))
        } else {
            Box::new(AutoStream::auto(io::stdout()))
        };
        Self {
            out,
            prompts: io::stdin().is_terminal(),
        }
    }

    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }

    /// Shows a board; marks of First are red, those of Second blue.
    pub(super) fn board(&mut self, drawing: &str) -> io::Result<()> {
        let (first, second) = (
            AnsiColor::Red.on_default().bold(),
            AnsiColor::Blue.on_default().bold(),
        );
        let painted = |word: &str, style: Style| format!("{style}{word}{style:#}");
        for line in drawing.lines() {
            let words = line.split(' ').map(|word| match word {
                "X" => painted(word, first),
                "O" => painted(word, second),
                _ => word.to_owned(),
            });
            writeln!(self.out, "{}", words.collect::<Vec<_>>().join(" "))?;
        }
        self.out.flush()
    }

    /// A line from the person, without the spaces around it; `None` when there is none left.
    pub(super) fn ask(&mut self) -> io::Result<Option<String>> {
        if self.prompts {
            write!(self.out, "> ")?;
            self.out.flush()?;
        }
        let mut bytes = Vec::new();
        if io::stdin().lock().read_until(b'\n', &mut bytes)? == 0 {
            if self.prompts {
                writeln!(self.out)?;
            }
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
    }
}
