//! The games that come with the program, one file each, and the catalogue that
//! finds one by its name.

mod any;
pub mod board;
pub mod catalogue;
pub mod connect;
pub mod lines;
pub mod mnk;
pub mod reversi;

pub use any::{AnyGame, BuiltGame, PositionTexts, Scene, SceneMove, Step, Turn, View};
