//! Any game behind one object-safe face, with positions as texts.
//!
//! Games have different types of positions and moves. What works on graphs does
//! not need them, and what speaks to people or files needs only their texts. So
//! the rest of the library sees a game as an [`AnyGame`], which every [`Game`] is
//! when it is wrapped in an [`Arc`].

use std::sync::Arc;

use crate::game::{Game, Player, PositionError, Score};
use crate::graph::build::{BuildError, BuildOptions, build, build_with};
use crate::graph::{GameGraph, NodeId};
use crate::symmetry::{Canonical, Symmetry, canonical};

/// A legal move, and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move as players write it.
    pub name: String,
    /// The text of the canonical position that it leads to.
    pub to: String,
    /// What is done to the board to see that canonical position. Several things
    /// may do, where the position is symmetric; the first is the one with the
    /// least number.
    pub turns: Vec<String>,
}

/// What the rules say of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The text of the canonical position of its orbit; its own text if it is canonical.
    pub canonical: String,
    /// Who moves; at an end it says nothing.
    pub player: Player,
    /// The score if the game is over.
    pub score: Option<Score>,
    /// The legal moves; none at an end.
    pub steps: Vec<Step>,
    /// The position over several lines.
    pub drawing: String,
    /// What [`Step::turns`] says where nothing needs to be done.
    pub untouched: String,
}

/// The positions of a graph's vertices, as texts.
pub trait PositionTexts: Send + Sync {
    /// The text of the vertex' position.
    fn text(&self, vertex: NodeId) -> String;

    /// How many vertices have one.
    fn count(&self) -> usize;
}

/// A graph with its positions.
pub struct BuiltGame {
    /// The graph.
    pub graph: GameGraph,
    /// The positions of its vertices.
    pub positions: Box<dyn PositionTexts>,
}

/// A game of which the types are hidden.
pub trait AnyGame: Send + Sync {
    /// The text of the canonical position of the start.
    fn start(&self) -> String;

    /// What the rules say of a position.
    ///
    /// # Errors
    ///
    /// If the text is no position of this game.
    fn view(&self, text: &str) -> Result<View, PositionError>;

    /// Builds the graph; see [`build_with`].
    ///
    /// # Errors
    ///
    /// Those of [`build_with`].
    fn build(&self, options: BuildOptions<'_>) -> Result<BuiltGame, BuildError>;

    /// Builds the graph without limits or reports; see [`build`].
    ///
    /// # Errors
    ///
    /// Those of [`build`].
    fn build_quietly(&self) -> Result<BuiltGame, BuildError>;
}

/// Positions in memory, written when they are asked for.
struct Live<G: Game> {
    game: Arc<G>,
    positions: Vec<Canonical<G::Position>>,
}

impl<G: Game> PositionTexts for Live<G> {
    fn text(&self, vertex: NodeId) -> String {
        self.game.write(self.positions[vertex.index()].position())
    }

    fn count(&self) -> usize {
        self.positions.len()
    }
}

impl<G: Game + 'static> AnyGame for Arc<G> {
    fn start(&self) -> String {
        let start = canonical(&**self, Game::start(&**self)).0;
        self.write(start.position())
    }

    fn view(&self, text: &str) -> Result<View, PositionError> {
        let position = self.read(text)?;
        let score = self.score(&position);
        let mut moves = Vec::new();
        if score.is_none() {
            self.moves(&position, &mut moves);
        }
        let step = |mv: &G::Move| {
            let reached = self.play(&position, mv);
            let (to, _) = canonical(&**self, reached.clone());
            let all = (0..self.symmetries()).map(Symmetry);
            let fitting = all.filter(|&s| self.transform(&reached, s) == *to.position());
            Step {
                name: self.move_name(&position, mv),
                to: self.write(to.position()),
                turns: fitting.map(|s| self.symmetry_name(s)).collect(),
            }
        };
        Ok(View {
            canonical: self.write(canonical(&**self, position.clone()).0.position()),
            player: self.player(&position),
            score,
            steps: moves.iter().map(step).collect(),
            drawing: self.draw(&position),
            untouched: self.symmetry_name(Symmetry::IDENTITY),
        })
    }

    fn build(&self, options: BuildOptions<'_>) -> Result<BuiltGame, BuildError> {
        let built = build_with(&**self, options)?;
        Ok(BuiltGame {
            graph: built.graph,
            positions: Box::new(Live {
                game: Self::clone(self),
                positions: built.positions,
            }),
        })
    }

    fn build_quietly(&self) -> Result<BuiltGame, BuildError> {
        let built = build(&**self)?;
        Ok(BuiltGame {
            graph: built.graph,
            positions: Box::new(Live {
                game: Self::clone(self),
                positions: built.positions,
            }),
        })
    }
}
