//! Parts and other forms of a picture that are easier to look at.

use super::layout::layers;
use super::{ExportError, Picture, PictureEdge};
use crate::game::BoardPicture;
use crate::games::AnyGame;

impl Picture {
    /// The vertices of the first `levels` plies, with the edges between them.
    ///
    /// Levels are those of [`super::Layout::layers`].
    #[must_use]
    pub fn first_levels(&self, levels: usize) -> Self {
        let edges: Vec<_> = self
            .edges
            .iter()
            .map(|edge| (edge.from, edge.to, 1.0))
            .collect();
        let layers = layers(self.vertices.len(), &edges);
        let mut number = vec![None; self.vertices.len()];
        let mut vertices = Vec::new();
        for (vertex, entry) in self.vertices.iter().enumerate() {
            if layers[vertex] < levels {
                number[vertex] = Some(vertices.len());
                vertices.push(entry.clone());
            }
        }
        let edge = |edge: &PictureEdge| {
            Some(PictureEdge {
                from: number[edge.from]?,
                to: number[edge.to]?,
                label: edge.label.clone(),
            })
        };
        Self {
            title: self.title.clone(),
            edges: self.edges.iter().filter_map(edge).collect(),
            vertices,
        }
    }

    /// The same with every end repeated for each vertex that leads to it, so that no end
    /// has hundreds of edges. Repeated ends come last.
    #[must_use]
    pub fn ends_once_per_parent(&self) -> Self {
        let mut picture = self.clone();
        let mut met = vec![false; self.vertices.len()];
        for edge in &mut picture.edges {
            let is_end = self.vertices[edge.to].score.is_some();
            if is_end && std::mem::replace(&mut met[edge.to], true) {
                picture.vertices.push(self.vertices[edge.to].clone());
                edge.to = picture.vertices.len() - 1;
            }
        }
        picture
    }

    /// Names the moves of all edges by the rules; labels of vertices are the texts of their
    /// positions.
    ///
    /// # Errors
    ///
    /// [`ExportError::Position`] for a label that is no position of the game.
    pub fn name_moves(&mut self, game: &dyn AnyGame) -> Result<(), ExportError> {
        let mut edges = std::mem::take(&mut self.edges);
        edges.sort_by_key(|edge| edge.from);
        for of_vertex in edges.chunk_by_mut(|a, b| a.from == b.from) {
            let view = game.view(&self.vertices[of_vertex[0].from].label)?;
            for edge in of_vertex {
                let target = &self.vertices[edge.to].label;
                let steps = view.steps.iter().filter(|step| step.to == *target);
                let names: Vec<&str> = steps.map(|step| step.name.as_str()).collect();
                edge.label = names.join(", ");
            }
        }
        self.edges = edges;
        Ok(())
    }

    /// The boards of all vertices, see [`Picture::name_moves`].
    ///
    /// # Errors
    ///
    /// [`ExportError::Position`] for a label that is no position of the game.
    pub fn boards(&self, game: &dyn AnyGame) -> Result<Vec<Option<BoardPicture>>, ExportError> {
        let board = |vertex: &super::PictureVertex| Ok(game.scene(&vertex.label)?.picture);
        self.vertices.iter().map(board).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::PictureVertex;
    use super::*;
    use crate::Player;

    fn picture(scores: &[Option<i32>], edges: &[(usize, usize)]) -> Picture {
        let vertex = |(number, &score): (usize, &Option<i32>)| PictureVertex {
            label: number.to_string(),
            player: Player::First,
            score,
            dominance: None,
        };
        let edge = |&(from, to): &(usize, usize)| PictureEdge {
            from,
            to,
            label: String::new(),
        };
        Picture {
            title: String::new(),
            vertices: scores.iter().enumerate().map(vertex).collect(),
            edges: edges.iter().map(edge).collect(),
        }
    }

    fn pairs(picture: &Picture) -> Vec<(usize, usize)> {
        picture
            .edges
            .iter()
            .map(|edge| (edge.from, edge.to))
            .collect()
    }

    #[test]
    fn levels_are_cut_off_with_their_edges() {
        let whole = picture(
            &[None, None, Some(1), None, Some(2)],
            &[(0, 1), (0, 3), (1, 2), (3, 4)],
        );
        let top = whole.first_levels(2);
        let labels: Vec<&str> = top.vertices.iter().map(|v| v.label.as_str()).collect();
        assert_eq!(labels, ["0", "1", "3"]);
        assert_eq!(pairs(&top), [(0, 1), (0, 2)]);
    }

    #[test]
    fn only_ends_are_repeated() {
        let whole = picture(
            &[None, None, None, None, Some(5)],
            &[(0, 1), (0, 2), (1, 3), (2, 3), (1, 4), (2, 4), (3, 4)],
        );
        let split = whole.ends_once_per_parent();
        assert_eq!(split.vertices.len(), 7);
        assert_eq!(
            pairs(&split),
            [(0, 1), (0, 2), (1, 3), (2, 3), (1, 4), (2, 5), (3, 6)]
        );
        assert_eq!(split.vertices[6].score, Some(5));
    }
}
