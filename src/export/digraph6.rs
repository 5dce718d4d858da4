//! digraph6, for nauty's tools and others that compare and count graphs.

use super::{ExportError, Picture};

/// The largest number of vertices: the format is a matrix, and takes 67 MB for these.
pub const DIGRAPH6_LIMIT: usize = 20_000;

/// Writes the shape of a picture as one line of digraph6 (McKay, nauty's `formats.txt`):
/// `&`, the number of vertices, and the matrix of edges by rows, six bits a character.
///
/// Labels, players and scores are not in it. Takes space quadratic in the vertices.
///
/// # Errors
///
/// [`ExportError::TooLarge`] above [`DIGRAPH6_LIMIT`] vertices.
///
/// # Example
///
/// The example of `formats.txt`: five vertices, edges 0-2, 0-4, 3-1, 3-4.
///
/// ```
/// use minproof::{Player, export::{Picture, PictureEdge, PictureVertex, digraph6}};
/// let vertex = PictureVertex {
///     label: String::new(),
///     player: Player::First,
///     score: None,
///     dominance: None,
/// };
/// let edge = |(from, to)| PictureEdge { from, to, label: String::new() };
/// let picture = Picture {
///     title: String::new(),
///     vertices: vec![vertex; 5],
///     edges: [(0, 2), (0, 4), (3, 1), (3, 4)].map(edge).to_vec(),
/// };
/// assert_eq!(digraph6(&picture)?, "&DI?AO?\n");
/// # Ok::<(), minproof::export::ExportError>(())
/// ```
pub fn digraph6(picture: &Picture) -> Result<String, ExportError> {
    let count = picture.vertices.len();
    if count > DIGRAPH6_LIMIT {
        return Err(ExportError::TooLarge {
            format: "digraph6",
            what: "vertices",
            found: count,
            limit: DIGRAPH6_LIMIT,
            advice: "the format is a full matrix; take graphml or csv-edges",
        });
    }
    let mut sextets = vec![0_u8; (count * count).div_ceil(6)];
    for edge in &picture.edges {
        let bit = edge.from * count + edge.to;
        sextets[bit / 6] |= 0b10_0000 >> (bit % 6);
    }
    let mut out = String::with_capacity(sextets.len() + 6);
    out.push('&');
    let character = |sextet: u8| char::from(63 + sextet);
    if count <= 62 {
        out.push(character(count as u8));
    } else {
        out.push('~');
        out.extend([12, 6, 0].map(|shift| character((count >> shift & 63) as u8)));
    }
    out.extend(sextets.into_iter().map(character));
    out.push('\n');
    Ok(out)
}
