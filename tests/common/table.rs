//! Tables of reference values: text files of columns divided by tabs.
//!
//! Lines that begin with `#` say where the values come from. The first other line
//! names the columns. `-` stands for a value that is not known.

use std::fmt;
use std::str::FromStr;

#[derive(Clone)]
pub(crate) struct Row {
    names: Vec<String>,
    cells: Vec<String>,
}

pub(crate) fn rows(text: &str) -> Vec<Row> {
    let split = |line: &str| -> Vec<String> { line.split('\t').map(str::to_owned).collect() };
    let mut lines = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    let names = split(lines.next().expect("a table has headings"));
    lines
        .map(|line| {
            let cells = split(line);
            assert_eq!(cells.len(), names.len(), "a cell for every column: {line}");
            let names = names.clone();
            Row { names, cells }
        })
        .collect()
}

impl Row {
    pub(crate) fn text(&self, name: &str) -> &str {
        let column = self.names.iter().position(|known| known == name);
        &self.cells[column.unwrap_or_else(|| panic!("no column {name}"))]
    }

    /// The value of a column, `None` for `-`.
    pub(crate) fn get<T: FromStr<Err: fmt::Debug>>(&self, name: &str) -> Option<T> {
        let text = self.text(name);
        (text != "-").then(|| {
            text.parse()
                .unwrap_or_else(|e| panic!("{text}: {e:?}\n{self}"))
        })
    }

    /// Numbers divided by commas.
    pub(crate) fn list(&self, name: &str) -> Option<Vec<usize>> {
        let text = self.text(name);
        (text != "-").then(|| text.split(',').map(|n| n.parse().unwrap()).collect())
    }

    /// Compares a value that was found with the table's, if that has one.
    pub(crate) fn expect<T>(&self, name: &str, found: T)
    where
        T: FromStr<Err: fmt::Debug> + PartialEq + fmt::Debug,
    {
        if let Some(wanted) = self.get::<T>(name) {
            assert_eq!(found, wanted, "column {name} of\n{self}");
        }
    }

    pub(crate) fn expect_list(&self, name: &str, found: &[usize]) {
        if let Some(wanted) = self.list(name) {
            assert_eq!(found, wanted, "column {name} of\n{self}");
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, cell) in self.names.iter().zip(&self.cells) {
            writeln!(f, "  {name:<12} {cell}")?;
        }
        Ok(())
    }
}
