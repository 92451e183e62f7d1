//! The vertices of boxes one after the other, with what can be done in each: by compiled rules where they tell.

use crate::Trouble;
use crate::positions::{Options, Positions};
use grundy_rules::engine::{Lister, Moves, PartAt};

/// Lists the vertices of positions. One worker's means.
#[derive(Debug)]
pub(crate) struct Vertices<'p> {
    positions: &'p Positions,
    lister: Option<Lister>,
    /// A state of the cell asked about, and one that a move leaves.
    coords: Vec<i64>,
    left: Vec<i64>,
    moves: Moves,
    options: Options,
}

/// What compiled rules say of a cell.
enum Cell {
    /// It is a state and its own normal form; what can be done there is told.
    Vertex,
    /// It is not.
    Other,
}

impl<'p> Vertices<'p> {
    /// For the positions of some boxes.
    pub fn new(positions: &'p Positions) -> Self {
        let lister = Lister::new(positions.program());
        Self {
            positions,
            lister,
            coords: Vec::new(),
            left: Vec::new(),
            moves: Moves::default(),
            options: Options::default(),
        }
    }

    /// What can be done in a cell; nothing if it is no vertex.
    pub fn options(&mut self, cell: u64) -> Result<Option<&Options>, Trouble> {
        match self.compiled(cell) {
            Some(Cell::Vertex) => {}
            Some(Cell::Other) => return Ok(None),
            // The reference tells, and says what is wrong.
            None => {
                let state = self.positions.state(cell);
                if !self.positions.inside(&state)? || self.positions.normal(&state)? != state {
                    return Ok(None);
                }
                self.options = self.positions.options(&state)?;
            }
        }
        Ok(Some(&self.options))
    }

    /// The same by compiled rules, where they tell.
    fn compiled(&mut self, cell: u64) -> Option<Cell> {
        let Self { positions, lister, coords, left, moves, options } = self;
        let lister = lister.as_mut()?;
        let mut family = positions.decode(cell, coords);
        if !lister.is_inside(family, coords)? || lister.form(&mut family, coords)? {
            return Some(Cell::Other);
        }
        if lister.moves(family, coords, moves, &|| Ok(())) != Ok(true) {
            return None;
        }
        let mut number = |part: &PartAt| {
            let mut family = part.family();
            left.clear();
            left.extend_from_slice(moves.coords(*part));
            lister.form(&mut family, left)?;
            positions.cell(family, left)
        };
        options.heads.clear();
        options.sums.clear();
        (options.ends, options.wins) = (0, moves.wins());
        for option in moves.options() {
            match option {
                [] => options.ends += 1,
                [only] => options.heads.push(number(only)?),
                sum => options.sums.push(sum.iter().map(&mut number).collect::<Option<_>>()?),
            }
        }
        options.sort();
        Some(Cell::Vertex)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A family with the greatest of each coordinate.
    type Greatest = (&'static str, &'static [u64]);

    /// Rules with everything that boxes allow, with the greatest coordinates; the last ones leave their boxes.
    const RULES: [(&str, &[Greatest]); 9] = [
        ("S(n) -> S(n-k) for k in {1,3,4} if k <= n", &[("S", &[50])]),
        (
            "W(a,b) == W(b,a) if a < b  W(a,b) -> W(a-k,b-k) for k in 1..=min(a,b)",
            &[("W", &[9, 9])],
        ),
        ("W(a,b) where a + b < 12  W(a,b) ->? W(a-i,b+2*i) for i in 1..=3", &[("W", &[11, 11])]),
        (
            "L(n) -> L(k) + L(n-k) for k in 1..=n/2  L(n) -> L(0) + L(0) if n > 3  L(n) -> 0 if n % 3 == 1",
            &[("L", &[40])],
        ),
        (
            "C(n) -> wins if n % 5 == 4  C(n) -> C(n/2) + V(n) if n > 0  V(n) -> V(n-2)",
            &[("C", &[30]), ("V", &[30])],
        ),
        (
            "A(n,k) == B(n) if k == 0  A(n,k) -> A(n,k-1)  B(n) -> A(n-1,2) if n > 0",
            &[("A", &[5, 5]), ("B", &[5])],
        ),
        ("N(n) -> sum(N(i) for i in 0..<k) for k in 1..=n", &[("N", &[6])]),
        ("R(n) -> R(n+1)", &[("R", &[7])]),
        ("Q(n) -> Q(n-2)", &[("Q", &[7])]),
    ];

    #[test]
    fn compiled_rules_tell_what_the_reference_tells() {
        let (mut told, mut wrong) = (0, 0);
        for (text, boxes) in RULES {
            let boxes: Vec<(String, Vec<u64>)> =
                boxes.iter().map(|(name, to)| ((*name).to_owned(), to.to_vec())).collect();
            let positions = Positions::read(text, &boxes).unwrap();
            let mut mine = Vertices::new(&positions);
            let mut reference = Vertices { lister: None, ..Vertices::new(&positions) };
            for cell in 0..positions.cells() {
                told += usize::from(mine.compiled(cell).is_some());
                let expected = reference.options(cell).map_err(|trouble| trouble.to_string());
                let found = mine.options(cell).map_err(|trouble| trouble.to_string());
                wrong += usize::from(found.is_err());
                assert_eq!(found, expected, "{text}, cell {cell}");
            }
        }
        assert!(told > 300, "{told}");
        assert!(wrong > 3, "{wrong}");
    }
}
