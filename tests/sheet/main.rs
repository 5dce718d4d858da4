//! Cheat sheets: every line of every opponent is played against the sheet alone, on a
//! real board, from the text of the sheet, and in a browser.

mod board;
mod browser;
mod command;
mod plays;
mod proofs;
mod reader;
mod snapshots;
mod webdriver;
