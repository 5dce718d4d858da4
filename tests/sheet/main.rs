//! Cheat sheets: every line of every opponent is played against the sheet alone, on a
//! real board, from the text of the sheet, and in a browser.

mod board;
mod browser;
mod command;
mod plain;
mod plays;
mod proofs;
mod reader;
mod reading;
mod snapshots;
mod webdriver;
