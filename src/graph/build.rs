//! The builder: breadth-first from the start, symmetric positions merged, in
//! parallel, with the same result for any number of threads.
//!
//! The positions of a level are expanded in runs. Blocks of a run make their
//! children in parallel; then every shard of the hash table looks its own
//! children up, in the order in which the run has them; then the new ones are
//! numbered in that order, which is the order of discovery of a plain
//! breadth-first search. So the numbering depends neither on the threads nor on
//! the hash function.

mod block;
mod lookup;
mod table;

use std::hash::BuildHasher;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;

use block::{Block, generate};
use lookup::{Lookup, SHARDS, shard_of};
use rayon::prelude::*;
use table::Shard;

use super::{Assembly, GameGraph, GraphError, NodeId, merge_row};
use crate::game::Game;
use crate::symmetry::{Canonical, canonical};

/// A game graph with the position of every vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built<P> {
    /// The graph.
    pub graph: GameGraph,
    /// The canonical position of each vertex, by its number.
    pub positions: Vec<Canonical<P>>,
}

/// Limits of a build, and who is told how far it is.
pub struct BuildOptions<'a> {
    /// Stop when there are more vertices than this.
    pub max_vertices: Option<usize>,
    /// Stop when the graph, the positions and the tables together take more bytes
    /// than this. What positions own outside themselves is not counted.
    pub max_memory: Option<usize>,
    /// Called a few times a second at most; [`ControlFlow::Break`] ends the build
    /// with [`BuildError::Interrupted`].
    pub progress: &'a mut dyn FnMut(BuildProgress) -> ControlFlow<()>,
}

/// How far a build is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildProgress {
    /// The level being expanded, in plies from the start.
    pub level: usize,
    /// Vertices found so far.
    pub vertices: usize,
    /// Vertices of which the moves are known.
    pub expanded: usize,
}

/// Why a build ended without a graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// The rules are at fault.
    #[error(
        "the rules say neither a move nor a score for this position, {level} plies from the start:\n{position}"
    )]
    NoMoves {
        /// The position, drawn.
        position: String,
        /// Plies from the start.
        level: usize,
    },
    /// [`BuildOptions::max_vertices`] was reached.
    #[error(
        "stopped at the limit of {limit} vertices while expanding level {level} ({expanded} positions were expanded)"
    )]
    MaxVertices {
        /// The limit.
        limit: usize,
        /// The level being expanded.
        level: usize,
        /// Vertices of which the moves were known.
        expanded: usize,
    },
    /// [`BuildOptions::max_memory`] was reached.
    #[error(
        "stopped at the limit of {limit} bytes of memory while expanding level {level} ({vertices} positions were found)"
    )]
    MaxMemory {
        /// The limit in bytes.
        limit: usize,
        /// The level being expanded.
        level: usize,
        /// Vertices found.
        vertices: usize,
    },
    /// The graph does not fit into 32-bit numbers.
    #[error("the graph is too large at level {level}: {source}")]
    TooLarge {
        /// The level being expanded.
        level: usize,
        /// What there is too much of.
        source: GraphError,
    },
    /// Whoever watched the progress wanted it to end.
    #[error("interrupted while expanding level {level} ({vertices} positions were found)")]
    Interrupted {
        /// The level being expanded.
        level: usize,
        /// Vertices found.
        vertices: usize,
    },
}

/// Builds the graph of a game without limits.
///
/// # Errors
///
/// [`BuildError::NoMoves`] if the rules are at fault, [`BuildError::TooLarge`] if
/// numbers of vertices run out.
///
/// # Example
///
/// ```
/// let game = minproof::games::catalogue::open("tictactoe").unwrap();
/// let built = game.build_quietly().unwrap();
/// assert_eq!(built.graph.vertex_count(), 765);
/// ```
pub fn build<G: Game>(game: &G) -> Result<Built<G::Position>, BuildError> {
    build_with(
        game,
        BuildOptions {
            max_vertices: None,
            max_memory: None,
            progress: &mut |_| ControlFlow::Continue(()),
        },
    )
}

/// Builds the graph of a game.
///
/// Time is linear in the number of moves: one [`Game::play`], one canonical form
/// and one look-up each. Memory per vertex: the position, 4 bytes, and 11 to 23 of
/// the hash table; 4 bytes per edge.
///
/// # Errors
///
/// [`BuildError`] when the rules are at fault, a limit is reached or the progress
/// callback breaks off.
pub fn build_with<G: Game>(
    game: &G,
    options: BuildOptions<'_>,
) -> Result<Built<G::Position>, BuildError> {
    build_hashed(game, options, &foldhash::fast::FixedState::with_seed(1))
}

const BLOCKS: usize = 32;
/// About so many moves are looked up together: enough that each shard's part of
/// the table stays in the cache while it is searched.
const RUN_MOVES: usize = 1 << 19;

fn build_hashed<G: Game, S: BuildHasher + Sync>(
    game: &G,
    options: BuildOptions<'_>,
    hasher: &S,
) -> Result<Built<G::Position>, BuildError> {
    let mut builder = Builder::new(game, hasher);
    let mut level = 0;
    let mut from = 0;
    while from < builder.positions.len() {
        let until = builder.positions.len();
        builder.level = level;
        while from < until {
            let run = until.min(from + builder.run_length(until - from));
            builder.expand(from, run)?;
            from = run;
            builder.check_limits(&options, from)?;
            let now = BuildProgress {
                level,
                vertices: builder.positions.len(),
                expanded: from,
            };
            if (options.progress)(now).is_break() {
                return Err(BuildError::Interrupted {
                    level,
                    vertices: now.vertices,
                });
            }
        }
        level += 1;
    }
    builder.finish()
}

struct Builder<'a, G: Game, S> {
    game: &'a G,
    hasher: &'a S,
    positions: Vec<Canonical<G::Position>>,
    assembly: Assembly,
    shards: Vec<Lookup>,
    blocks: Vec<Block<Canonical<G::Position>>>,
    /// The number that each new child of a run got, by its place in the run.
    numbers: Vec<u32>,
    level: usize,
}

impl<'a, G: Game, S: BuildHasher + Sync> Builder<'a, G, S> {
    fn new(game: &'a G, hasher: &'a S) -> Self {
        let start = canonical(game, game.start()).0;
        let mut shards: Vec<Lookup> = (0..SHARDS)
            .map(|_| Lookup {
                shard: Shard::new(),
                fresh: Vec::new(),
                suspects: Vec::new(),
            })
            .collect();
        let hash = hasher.hash_one(&start);
        let table = &mut shards[shard_of(hash)].shard;
        table.insert(table.home(hash as u32), hash as u32, 0);
        Self {
            game,
            hasher,
            positions: vec![start],
            assembly: Assembly::default(),
            shards,
            blocks: (0..BLOCKS).map(|_| Block::new()).collect(),
            numbers: Vec::new(),
            level: 0,
        }
    }

    /// How many positions to expand next, so that their moves are about [`RUN_MOVES`].
    fn run_length(&self, left: usize) -> usize {
        let expanded = self.assembly.vertices().max(1);
        let moves = self
            .blocks
            .iter()
            .map(|block| block.children.len())
            .sum::<usize>();
        let parents = self
            .blocks
            .iter()
            .map(|block| block.degrees.len())
            .sum::<usize>();
        let average = (moves.max(self.assembly.targets.len() / expanded) / parents.max(1)).max(1);
        (RUN_MOVES / average).clamp(BLOCKS, left.max(BLOCKS))
    }

    /// Expands the positions `from..until`.
    fn expand(&mut self, from: usize, until: usize) -> Result<(), BuildError> {
        let block_length = (until - from).div_ceil(BLOCKS).max(64);
        let used = (until - from).div_ceil(block_length);
        let (game, hasher, positions) = (self.game, self.hasher, &self.positions);
        let parents = |number: usize| {
            let first = from + number * block_length;
            &positions[first..until.min(first + block_length)]
        };
        for_each(&mut self.blocks[..used], until - from, |number, block| {
            generate(game, hasher, parents(number), block);
        });
        for unused in &mut self.blocks[used..] {
            unused.children.clear();
            unused.degrees.clear();
        }
        let mut moves = 0;
        for block in &mut self.blocks[..used] {
            block.first_child = moves;
            moves += block.children.len();
            if let Some(position) = block.fault.take() {
                return Err(BuildError::NoMoves {
                    position: game.draw(position.position()),
                    level: self.level,
                });
            }
        }
        if positions.len() + moves > u32::MAX as usize {
            return Err(self.too_large(super::too_many_vertices()));
        }
        let blocks = &self.blocks[..used];
        for_each(&mut self.shards, moves, |number, lookup| {
            lookup.search(number, positions, blocks);
        });
        self.number_new(used, moves)?;
        self.merge_rows(used);
        self.append(used)
    }

    /// Numbers the new positions in the order of the run.
    fn number_new(&mut self, used: usize, moves: usize) -> Result<(), BuildError> {
        self.numbers.clear();
        self.numbers.resize(moves, 0);
        let first_free = self.positions.len() as u32;
        for block in &self.blocks[..used] {
            for (child, found) in block.found.iter().enumerate() {
                let place = block.first_child + child;
                if found.load(Relaxed) == first_free + place as u32 {
                    self.numbers[place] = self.positions.len() as u32;
                    self.positions.push(block.children[child].clone());
                }
            }
        }
        if self.positions.len() > NodeId::LIMIT {
            return Err(self.too_large(super::too_many_vertices()));
        }
        let numbers = &self.numbers;
        for_each(&mut self.shards, moves, |_, lookup| {
            for &(place, child) in &lookup.fresh {
                lookup.shard.renumber(place, numbers[child as usize]);
            }
        });
        self.resolve(used, first_free);
        Ok(())
    }

    /// Replaces provisional numbers by final ones.
    fn resolve(&mut self, used: usize, first_free: u32) {
        let numbers = &self.numbers;
        for_each(&mut self.blocks[..used], self.numbers.len(), |_, block| {
            for found in &mut block.found {
                let number = found.get_mut();
                if *number >= first_free {
                    *number = numbers[(*number - first_free) as usize];
                }
            }
        });
    }

    /// Sorts each row of children and merges parallel edges.
    fn merge_rows(&mut self, used: usize) {
        for_each(&mut self.blocks[..used], self.numbers.len(), |_, block| {
            block.rows.clear();
            block.row_lengths.clear();
            block.repeated.clear();
            let mut row = Vec::new();
            let mut merged = Vec::new();
            let mut first = 0;
            for (index, &degree) in block.degrees.iter().enumerate() {
                let until = first + degree as usize;
                row.clear();
                row.extend(
                    block.found[first..until]
                        .iter()
                        .map(|f| NodeId(f.load(Relaxed))),
                );
                first = until;
                merged.clear();
                merge_row(&mut row, &mut merged);
                block.row_lengths.push(row.len() as u32);
                block.rows.extend_from_slice(&row);
                let merged = merged
                    .iter()
                    .map(|&(place, moves)| (index as u32, place, moves));
                block.repeated.extend(merged);
            }
        });
    }

    /// Appends the finished rows to the graph.
    fn append(&mut self, used: usize) -> Result<(), BuildError> {
        for block in &self.blocks[..used] {
            let mut rows = block.rows.as_slice();
            let mut scores = block.scores.iter();
            let mut repeated = block.repeated.as_slice();
            let mut here = Vec::new();
            for (index, (&length, &player)) in
                block.row_lengths.iter().zip(&block.players).enumerate()
            {
                if length == 0 {
                    self.assembly
                        .end(*scores.next().expect("every end has a score"));
                    continue;
                }
                let (row, rest) = rows.split_at(length as usize);
                rows = rest;
                here.clear();
                while let [(row_index, place, moves), rest @ ..] = repeated
                    && *row_index as usize == index
                {
                    here.push((*place, *moves));
                    repeated = rest;
                }
                if let Err(source) = self.assembly.inner(player, row, &here) {
                    return Err(self.too_large(source));
                }
            }
        }
        Ok(())
    }

    fn too_large(&self, source: GraphError) -> BuildError {
        BuildError::TooLarge {
            level: self.level,
            source,
        }
    }

    fn check_limits(&self, options: &BuildOptions<'_>, expanded: usize) -> Result<(), BuildError> {
        let (level, vertices) = (self.level, self.positions.len());
        if let Some(limit) = options.max_vertices.filter(|&limit| vertices > limit) {
            return Err(BuildError::MaxVertices {
                limit,
                level,
                expanded,
            });
        }
        if let Some(limit) = options.max_memory.filter(|&limit| self.bytes() > limit) {
            return Err(BuildError::MaxMemory {
                limit,
                level,
                vertices,
            });
        }
        Ok(())
    }

    fn bytes(&self) -> usize {
        self.positions.capacity() * size_of::<G::Position>()
            + self.assembly.bytes()
            + self
                .shards
                .iter()
                .map(|lookup| lookup.shard.bytes())
                .sum::<usize>()
            + self.blocks.iter().map(Block::bytes).sum::<usize>()
    }

    fn finish(self) -> Result<Built<G::Position>, BuildError> {
        let level = self.level;
        let graph = self
            .assembly
            .finish()
            .map_err(|source| BuildError::TooLarge { level, source })?;
        Ok(Built {
            graph,
            positions: self.positions,
        })
    }
}

/// Calls `work` for every item with its number, in parallel if there is `much` to do.
fn for_each<T: Send>(items: &mut [T], much: usize, work: impl Fn(usize, &mut T) + Sync) {
    const PARALLEL_FROM: usize = 2048;
    if much < PARALLEL_FROM {
        items
            .iter_mut()
            .enumerate()
            .for_each(|(number, item)| work(number, item));
    } else {
        items
            .par_iter_mut()
            .enumerate()
            .for_each(|(number, item)| work(number, item));
    }
}
