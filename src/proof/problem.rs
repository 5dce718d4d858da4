//! The problem: a weighted AND/OR graph without cycles.

/// A directed acyclic graph in which the prover needs one child of an OR vertex and all
/// children of an AND vertex; a vertex without children is an end that meets the claim.
///
/// A set of vertices is **closed** if the start is in it, with every AND vertex all its
/// children, and with every OR vertex that has children at least one of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    start: u32,
    offsets: Vec<u32>,
    targets: Vec<u32>,
    is_or: Vec<bool>,
    weight: Vec<u64>,
}

/// Why [`Problem::new`] refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ProblemError {
    /// The rows do not fit the number of vertices or edges.
    #[error("{vertices} vertices and {edges} edges do not fit the rows at vertex {at}")]
    Rows {
        /// Vertices, by the list of kinds.
        vertices: usize,
        /// Edges, by the list of targets.
        edges: usize,
        /// The first vertex where they do not fit.
        at: usize,
    },
    /// A vertex number that does not exist.
    #[error("vertex {vertex} does not exist")]
    Vertex {
        /// The number.
        vertex: u32,
    },
    /// The graph has a cycle.
    #[error("vertex {vertex} lies on a cycle or behind one")]
    Cycle {
        /// A vertex that has no place in an order of parents before children.
        vertex: u32,
    },
    /// The weights add up to more than [`Problem::MAX_TOTAL`].
    #[error("the weights add up to more than 2^48")]
    Weights,
}

impl Problem {
    /// The largest total of all weights.
    pub const MAX_TOTAL: u64 = 1 << 48;

    /// A problem from compressed rows: the children of `v` are
    /// `targets[offsets[v]..offsets[v + 1]]`.
    ///
    /// # Errors
    ///
    /// Rows that do not fit, unknown vertices, cycles, weights above [`Problem::MAX_TOTAL`] in all.
    ///
    /// Time and space: linear in vertices and edges.
    pub fn new(
        start: u32,
        offsets: Vec<u32>,
        targets: Vec<u32>,
        is_or: Vec<bool>,
        weight: Vec<u64>,
    ) -> Result<Problem, ProblemError> {
        let (n, edges) = (is_or.len(), targets.len());
        let rows = |at| ProblemError::Rows {
            vertices: n,
            edges,
            at,
        };
        if offsets.len() != n + 1 || weight.len() != n || n >= u32::MAX as usize / 4 {
            return Err(rows(n));
        }
        if offsets[0] != 0 || offsets[n] as usize != edges {
            return Err(rows(0));
        }
        if let Some(v) = (0..n).find(|&v| offsets[v] > offsets[v + 1]) {
            return Err(rows(v));
        }
        if let Some(&vertex) = [start].iter().chain(&targets).find(|&&v| v as usize >= n) {
            return Err(ProblemError::Vertex { vertex });
        }
        let total = weight.iter().try_fold(0u64, |sum, &w| sum.checked_add(w));
        if total.is_none_or(|t| t > Problem::MAX_TOTAL) {
            return Err(ProblemError::Weights);
        }
        let problem = Problem {
            start,
            offsets,
            targets,
            is_or,
            weight,
        };
        problem.acyclic()?;
        Ok(problem)
    }

    fn acyclic(&self) -> Result<(), ProblemError> {
        let mut parents = vec![0u32; self.len()];
        self.targets.iter().for_each(|&c| parents[c as usize] += 1);
        let mut open: Vec<u32> = (0..self.len() as u32)
            .filter(|&v| parents[v as usize] == 0)
            .collect();
        while let Some(v) = open.pop() {
            for &c in self.children(v) {
                parents[c as usize] -= 1;
                if parents[c as usize] == 0 {
                    open.push(c);
                }
            }
        }
        match parents.iter().position(|&p| p > 0) {
            Some(v) => Err(ProblemError::Cycle { vertex: v as u32 }),
            None => Ok(()),
        }
    }

    /// The vertices reachable from the start, parents before children.
    pub(crate) fn order(&self) -> Vec<u32> {
        let mut parents = vec![0u32; self.len()];
        let mut seen = vec![false; self.len()];
        let mut open = vec![self.start];
        seen[self.start as usize] = true;
        while let Some(v) = open.pop() {
            for &c in self.children(v) {
                parents[c as usize] += 1;
                if !std::mem::replace(&mut seen[c as usize], true) {
                    open.push(c);
                }
            }
        }
        let mut order = Vec::new();
        open.push(self.start);
        while let Some(v) = open.pop() {
            order.push(v);
            for &c in self.children(v) {
                parents[c as usize] -= 1;
                if parents[c as usize] == 0 {
                    open.push(c);
                }
            }
        }
        order
    }

    /// The number of vertices.
    #[allow(clippy::len_without_is_empty)] // there is always a start
    pub fn len(&self) -> usize {
        self.is_or.len()
    }

    /// The vertex that every closed set contains.
    pub fn start(&self) -> u32 {
        self.start
    }

    /// The children of a vertex.
    pub fn children(&self, v: u32) -> &[u32] {
        let v = v as usize;
        &self.targets[self.offsets[v] as usize..self.offsets[v + 1] as usize]
    }

    /// Whether one child is enough.
    pub fn is_or(&self, v: u32) -> bool {
        self.is_or[v as usize]
    }

    /// The weight of a vertex.
    pub fn weight(&self, v: u32) -> u64 {
        self.weight[v as usize]
    }

    /// The same graph with other weights.
    ///
    /// # Errors
    ///
    /// As [`Problem::new`].
    pub fn with_weights(&self, weight: Vec<u64>) -> Result<Problem, ProblemError> {
        let Problem {
            start,
            offsets,
            targets,
            is_or,
            ..
        } = self.clone();
        Problem::new(start, offsets, targets, is_or, weight)
    }

    /// The same problem with ties broken by `second`: the least sets are those of least weight
    /// and, among these, of least second weight. A set's weight becomes its old weight times
    /// the factor that is returned, plus its second weight.
    ///
    /// # Errors
    ///
    /// As [`Problem::new`]; in particular when the combined weights grow too large.
    pub fn refined(&self, second: &[u64]) -> Result<(Problem, u64), ProblemError> {
        let total = second.iter().try_fold(0u64, |sum, &w| sum.checked_add(w));
        let factor = total
            .and_then(|t| t.checked_add(1))
            .ok_or(ProblemError::Weights)?;
        let pairs = self.weight.iter().zip(second);
        let weight: Option<Vec<u64>> = pairs
            .map(|(w, s)| w.checked_mul(factor)?.checked_add(*s))
            .collect();
        Ok((
            self.with_weights(weight.ok_or(ProblemError::Weights)?)?,
            factor,
        ))
    }

    /// The total weight of a set.
    pub fn weigh(&self, set: &[u32]) -> u64 {
        set.iter().map(|&v| self.weight(v)).sum()
    }

    /// Whether the vertices are a closed set.
    pub fn is_closed(&self, set: &[u32]) -> bool {
        let mut inside = vec![false; self.len()];
        set.iter().for_each(|&v| inside[v as usize] = true);
        let has = |v: &u32| inside[*v as usize];
        has(&self.start)
            && set.iter().all(|&v| {
                let children = self.children(v);
                match self.is_or(v) && !children.is_empty() {
                    true => children.iter().any(has),
                    false => children.iter().all(has),
                }
            })
    }
}
