//! Sheets as a page to click through.

use super::Sheet;

/// The page.
#[must_use]
pub fn html(sheet: &Sheet) -> String {
    sheet.game.clone()
}
