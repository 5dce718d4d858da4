//! The binary files: a game graph with its positions (`.mpgraph`).
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `MPGRAPH` and a line feed |
//! | 4 | version of the format, little-endian as all numbers; now 1 |
//! | 8 | length of the payload |
//! | 4 | CRC-32 of the payload |
//! | rest | the payload: the specification of the game, the graph, and the positions, one text a line |
//!
//! Reading checks form, length, checksum and that the graph is consistent. Whether
//! it is the graph of the game that it names is another question, answered by
//! [`crate::check::graph_against_rules`].

mod pending;

use std::io::Write;

use serde::{Deserialize, Serialize};

use crate::games::PositionTexts;
use crate::graph::{GameGraph, GraphError, NodeId, Unchecked};
pub use pending::PendingFile;

const MAGIC: &[u8; 8] = b"MPGRAPH\n";
const HEADER: usize = 24;

/// The version of the format.
pub const VERSION: u32 = 1;

/// A graph as a file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGraph {
    /// The specification of the game; empty if it has none.
    pub spec: String,
    /// The graph.
    pub graph: GameGraph,
    /// The positions of its vertices.
    pub positions: Lines,
}

/// The texts of positions, one a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    text: String,
    /// Where each line starts.
    starts: Vec<usize>,
}

impl Lines {
    fn new(text: String) -> Self {
        let mut starts = Vec::new();
        let mut at = 0;
        while at < text.len() {
            starts.push(at);
            at += text[at..]
                .find('\n')
                .map_or(text.len() - at, |length| length + 1);
        }
        Self { text, starts }
    }
}

impl PositionTexts for Lines {
    fn text(&self, vertex: NodeId) -> String {
        let line = &self.text[self.starts[vertex.index()]..];
        line.lines().next().unwrap_or_default().to_owned()
    }

    fn count(&self) -> usize {
        self.starts.len()
    }
}

/// Why a file is no graph file.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// It is something else.
    #[error("this is not a minproof graph file (it does not begin with MPGRAPH)")]
    Foreign,
    /// Another version wrote it.
    #[error("this graph file has format version {found}; this program knows version {VERSION}")]
    Version {
        /// The version of the file.
        found: u32,
    },
    /// It is too short or too long.
    #[error("the file is damaged: {expected} bytes of content are announced, {found} are there")]
    Length {
        /// What the header says.
        expected: u64,
        /// What there is.
        found: u64,
    },
    /// Some byte is wrong.
    #[error("the file is damaged: its checksum is {found:08x}, not {expected:08x}")]
    Checksum {
        /// What the header says.
        expected: u32,
        /// What the content gives.
        found: u32,
    },
    /// The content cannot be understood.
    #[error("the file's content cannot be understood: {0}")]
    Content(String),
    /// The graph is not one.
    #[error("the file's graph is not one: {0}")]
    Graph(#[from] GraphError),
}

/// What the payload holds. Texts are bytes so that no length is believed before the
/// bytes are there.
#[derive(Serialize, Deserialize)]
struct Payload<G> {
    spec: Vec<u8>,
    graph: G,
    positions: Vec<u8>,
}

fn encoding() -> impl bincode::config::Config {
    bincode::config::standard().with_fixed_int_encoding()
}

/// Writes a graph file.
///
/// # Errors
///
/// Those of the writer.
pub fn write(
    mut out: impl Write,
    spec: &str,
    graph: &GameGraph,
    positions: &dyn PositionTexts,
) -> Result<(), StoreError> {
    let mut text = String::new();
    for vertex in graph.vertices().take(positions.count()) {
        text.push_str(&positions.text(vertex));
        text.push('\n');
    }
    let payload = Payload {
        spec: spec.as_bytes().to_vec(),
        graph: graph.clone(),
        positions: text.into_bytes(),
    };
    let payload = bincode::serde::encode_to_vec(&payload, encoding())
        .map_err(|error| StoreError::Content(error.to_string()))?;
    out.write_all(MAGIC)?;
    out.write_all(&VERSION.to_le_bytes())?;
    out.write_all(&(payload.len() as u64).to_le_bytes())?;
    out.write_all(&crc32fast::hash(&payload).to_le_bytes())?;
    out.write_all(&payload)?;
    out.flush()?;
    Ok(())
}

/// Whether bytes begin like a graph file.
#[must_use]
pub fn is_graph_file(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Reads a graph file from its bytes.
///
/// # Errors
///
/// [`StoreError`] for anything that [`write()`] would not have written. Never panics,
/// and never allocates more than a small multiple of the bytes that are there.
pub fn read(bytes: &[u8]) -> Result<StoredGraph, StoreError> {
    if !is_graph_file(bytes) {
        return Err(StoreError::Foreign);
    }
    let Some((header, payload)) = bytes.split_at_checked(HEADER) else {
        return Err(StoreError::Length {
            expected: HEADER as u64,
            found: bytes.len() as u64,
        });
    };
    let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| header[at + i]));
    let found = word(8);
    if found != VERSION {
        return Err(StoreError::Version { found });
    }
    let expected = u64::from(word(12)) | u64::from(word(16)) << 32;
    if expected != payload.len() as u64 {
        return Err(StoreError::Length {
            expected,
            found: payload.len() as u64,
        });
    }
    let (expected, found) = (word(20), crc32fast::hash(payload));
    if expected != found {
        return Err(StoreError::Checksum { expected, found });
    }
    let content = |reason: String| StoreError::Content(reason);
    let (stored, consumed): (Payload<Unchecked>, usize) =
        bincode::serde::decode_from_slice(payload, encoding())
            .map_err(|error| content(error.to_string()))?;
    if consumed != payload.len() {
        return Err(content(format!(
            "{} bytes too many",
            payload.len() - consumed
        )));
    }
    let text = |bytes| String::from_utf8(bytes).map_err(|error| content(error.to_string()));
    let graph = GameGraph::try_from(stored.graph)?;
    let positions = Lines::new(text(stored.positions)?);
    let (vertices, lines) = (graph.vertex_count(), positions.count());
    if lines != vertices && lines != 0 {
        return Err(content(format!(
            "{lines} positions for {vertices} vertices"
        )));
    }
    Ok(StoredGraph {
        spec: text(stored.spec)?,
        graph,
        positions,
    })
}
