//! Any game behind one object-safe face, with positions as texts.
//!
//! Games have different types of positions and moves. What works on graphs does
//! not need them, and what speaks to people or files needs only their texts. So
//! the rest of the library sees a game as an [`AnyGame`], which every [`Game`] is
//! when it is wrapped in an [`Arc`].

use std::sync::Arc;

use crate::game::{BoardPicture, Face, Game, Player, PositionError, Score, Square};
use crate::graph::build::{BuildError, BuildOptions, build, build_with};
use crate::graph::{GameGraph, NodeId};
use crate::symmetry::{Canonical, Symmetry, canonical};

/// A legal move, and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move as players write it.
    pub name: String,
    /// The text of the position that it leads to, as the board lies then.
    pub reached: String,
    /// The text of the canonical position of the same orbit.
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

/// A legal move on a board that lies as it lies, not turned into its canonical position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneMove {
    /// The move as players write it.
    pub name: String,
    /// The square that it is played on; `None` for a pass, and where there is no board.
    pub square: Option<Square>,
    /// The text of the position after it.
    pub reached: String,
}

/// A position for those who draw boards and turn them: [`View`] for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The text of the canonical position of its orbit.
    pub canonical: String,
    /// Who moves; at an end it says nothing.
    pub player: Player,
    /// The score if the game is over.
    pub score: Option<Score>,
    /// What stands on the board, if there is one.
    pub picture: Option<BoardPicture>,
    /// The position over several lines.
    pub drawing: String,
    /// The text of its image under each symmetry, by the symmetry's number.
    pub images: Vec<String>,
    /// The legal moves; none at an end.
    pub moves: Vec<SceneMove>,
}

/// A symmetry of a game, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// What is done to the board, such as `turn a quarter left`.
    pub name: String,
    /// Whether it can be done by turning the board on the table; mirror images cannot.
    pub rotation: bool,
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

    /// The text of the start as the board is set up, which need not be canonical.
    fn set_up(&self) -> String;

    /// What the rules say of a position, for those who draw boards and turn them.
    /// Costs one transformation per symmetry, for it and for each of its moves.
    ///
    /// # Errors
    ///
    /// If the text is no position of this game.
    fn scene(&self, text: &str) -> Result<Scene, PositionError>;

    /// The symmetries, by their numbers.
    fn turns(&self) -> Vec<Turn>;

    /// Where a symmetry takes a square of the board; `None` where there is no board.
    fn square_image(&self, square: Square, symmetry: Symmetry) -> Option<Square>;

    /// The game's names and looks.
    fn face(&self) -> Face;

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
                reached: self.write(&reached),
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

    fn set_up(&self) -> String {
        self.write(&Game::start(&**self))
    }

    fn scene(&self, text: &str) -> Result<Scene, PositionError> {
        let position = self.read(text)?;
        let score = self.score(&position);
        let mut moves = Vec::new();
        if score.is_none() {
            self.moves(&position, &mut moves);
        }
        let scene_move = |mv: &G::Move| SceneMove {
            name: self.move_name(&position, mv),
            square: self.move_square(&position, mv),
            reached: self.write(&self.play(&position, mv)),
        };
        let all = (0..self.symmetries()).map(Symmetry);
        Ok(Scene {
            canonical: self.write(canonical(&**self, position.clone()).0.position()),
            player: self.player(&position),
            score,
            picture: self.picture(&position),
            drawing: self.draw(&position),
            images: all
                .map(|symmetry| self.write(&self.transform(&position, symmetry)))
                .collect(),
            moves: moves.iter().map(scene_move).collect(),
        })
    }

    fn turns(&self) -> Vec<Turn> {
        let all = (0..self.symmetries()).map(Symmetry);
        all.map(|symmetry| Turn {
            name: self.symmetry_name(symmetry),
            rotation: self.is_rotation(symmetry),
        })
        .collect()
    }

    fn square_image(&self, square: Square, symmetry: Symmetry) -> Option<Square> {
        Game::square_image(&**self, square, symmetry)
    }

    fn face(&self) -> Face {
        Game::face(&**self)
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
