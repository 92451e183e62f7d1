//! Lists of P-positions: by their numbers where theory gives them, else by size.

use super::sheet::{Field, Format, Sheet};
use super::{TableError, position, takes_two};
use crate::analysis::Session;
use crate::context::Context;
use crate::game::AnyGame;
use crate::nat::Nat;
use crate::outcome::Play;

/// The P-positions of a game between two bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PPositions {
    /// The game.
    pub title: String,
    /// The convention.
    pub play: Play,
    /// The number of the first one, if they are listed by number.
    pub first: Option<Nat>,
    /// The arguments of each.
    pub rows: Vec<Vec<Nat>>,
    /// How many arguments a position has.
    pub arguments: usize,
    /// The letters that they are in an expression; none for games.
    pub letters: Vec<String>,
}

/// Bytes of a listed position besides its digits.
const ROW: u64 = 64;

impl PPositions {
    /// Lists P-positions.
    ///
    /// If `to_second` is left out and theory numbers the P-positions of normal play (Wythoff's
    /// game), these are the ones number `from` to `to`, counted from 0. Else they are those whose
    /// first argument lies in `from..=to` (and whose second, if there is one, does not exceed
    /// `to_second`, or `to` if that is left out).
    ///
    /// # Complexity
    /// One formula for each listed position, or one answer for each position between the bounds.
    ///
    /// # Errors
    /// [`TableError`]: the game takes other arguments, the bounds are in the wrong order, or a
    /// limit was reached.
    ///
    /// ```
    /// use grundy::{expr::Catalogue, outcome::Play, table::PPositions};
    /// let game = Catalogue::default().read_game("wythoff").unwrap();
    /// let (from, to) = (2u8.into(), 4u8.into());
    /// let context = Default::default();
    /// let list = PPositions::list(&*game, Some(&from), &to, None, Play::Normal, &context).unwrap();
    /// assert_eq!(list.to_csv(), "k,a,b\n2,3,5\n3,4,7\n4,6,10\n");
    /// ```
    pub fn list(
        game: &dyn AnyGame,
        from: Option<&Nat>,
        to: &Nat,
        to_second: Option<&Nat>,
        play: Play,
        context: &Context<'_>,
    ) -> Result<Self, TableError> {
        let two = takes_two(game, to_second.is_some())?;
        let zero = Nat::ZERO;
        let from = from.unwrap_or(&zero);
        if from > to {
            return Err(TableError::Shape(
                "--from is greater than --to, so the list would be empty".into(),
            ));
        }
        let count = to - from + 1u8;
        let title = game.title();
        let arguments = if two { 2 } else { 1 };
        let letters = if game.letters() > 0 { game.argument_names() } else { Vec::new() };
        let check = |count: &Nat| {
            let count = u64::try_from(count).unwrap_or(u64::MAX);
            context.check_positions(count, || "a list of P-positions".into())?;
            let bytes = count.saturating_mul(ROW + 2 * to.as_words().len() as u64 * 8);
            context.check_memory(bytes, || "a list of P-positions".into())
        };
        if to_second.is_none() && play == Play::Normal {
            // Asking for none of them tells whether there is a theory.
            let (one, none) = (Nat::ONE, Nat::ZERO);
            if game.p_positions(&one, &none, context)?.is_some() {
                check(&count)?;
                let rows = game.p_positions(from, to, context)?.unwrap_or_default();
                return Ok(Self {
                    title,
                    play,
                    first: Some(from.clone()),
                    rows,
                    arguments,
                    letters,
                });
            }
        }
        let last = if two { to_second.unwrap_or(to) } else { &zero };
        check(&(count * (last + 1u8)))?;
        let mut session = Session::default();
        let mut rows = Vec::new();
        let mut step = 0;
        let mut a = from.clone();
        while a <= *to {
            let mut b = Nat::ZERO;
            while b <= *last {
                context.tick("looking for P-positions", step)?;
                step += 1;
                let row = if two { vec![a.clone(), b.clone()] } else { vec![a.clone()] };
                b += 1u8;
                let Ok(sum) = position(game, &row, context)? else { continue };
                if !session.outcome(&sum, play, context)?.mover_wins() {
                    rows.push(row);
                }
            }
            a += 1u8;
        }
        Ok(Self { title, play, first: None, rows, arguments, letters })
    }

    /// The list, to be written in any format.
    pub fn sheet(&self) -> Sheet<'_> {
        let letters = self.letters.iter().map(String::as_str);
        let arguments: Vec<&str> = match (self.letters.len(), self.arguments) {
            (0, 2) => vec!["a", "b"],
            (0, _) => vec!["n"],
            _ => letters.collect(),
        };
        let names = self.first.iter().map(|_| "k".to_owned());
        let names = names.chain(arguments.into_iter().map(str::to_owned));
        let row = |i: usize, fields: &mut Vec<Field>| {
            fields.extend(self.first.iter().map(|first| Field::Large(first + i)));
            fields.extend(self.rows[i].iter().map(|n| Field::Large(n.clone())));
        };
        let play = if self.play == Play::Misere { "misère" } else { "normal" };
        let numbered = if self.first.is_some() { " by their number k" } else { "" };
        Sheet {
            heading: format!("{}: P-positions in {play} play{numbered}", self.title),
            game: self.title.clone(),
            play: self.play,
            operation: None,
            view: "p-positions".into(),
            columns: names.map(Into::into).collect(),
            shown: None,
            len: self.rows.len(),
            row: Box::new(row),
            own_text: None,
            remarks: Vec::new(),
            stop: None,
            note: None,
        }
    }

    /// Comma-separated values with a header.
    pub fn to_csv(&self) -> String {
        self.sheet().to_text(Format::Csv)
    }

    /// Aligned columns with headers.
    pub fn to_text(&self) -> String {
        self.sheet().to_text(Format::Text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::Catalogue;

    fn list(game: &str, from: u64, to: u64, second: Option<u64>, play: Play) -> PPositions {
        let game = Catalogue::default().read_game(game).unwrap();
        let (from, to, second) = (Nat::from(from), Nat::from(to), second.map(Nat::from));
        let context = Context::default();
        PPositions::list(&*game, Some(&from), &to, second.as_ref(), play, &context).unwrap()
    }

    #[test]
    fn p_positions_by_number_are_those_by_size() {
        for game in ["wythoff", "wythoff[1]", "wythoff[3]"] {
            let by_size = list(game, 0, 30, Some(60), Play::Normal);
            let by_number = list(game, 0, 40, None, Play::Normal);
            let fits = |row: &&Vec<Nat>| row[0] <= Nat::from(30u8) && row[1] <= Nat::from(60u8);
            let ascending = |row: &&Vec<Nat>| row[0] <= row[1];
            let expected: Vec<_> = by_size.rows.iter().filter(ascending).collect();
            let found: Vec<_> = by_number.rows.iter().filter(fits).collect();
            assert_eq!(found, expected, "{game}");
        }
    }

    #[test]
    fn games_without_numbers_are_listed_by_size() {
        let bash = list("bash[3]", 5, 16, None, Play::Normal);
        assert_eq!(bash.to_csv(), "n\n8\n12\n16\n");
        let misere = list("nim", 0, 9, None, Play::Misere);
        assert_eq!(misere.to_csv(), "n\n1\n");
        assert_eq!(
            list("nim", 1, 3, None, Play::Normal).to_text(),
            "nim: P-positions in normal play\nthere are none between these bounds\n"
        );
        let euclid = list("euclid", 1, 3, None, Play::Normal);
        assert_eq!(euclid.to_csv(), "a,b\n1,1\n2,2\n2,3\n3,2\n3,3\n");
    }

    #[test]
    fn bounds_may_be_huge_but_not_far_apart() {
        let catalogue = Catalogue::default();
        let game = catalogue.read_game("wythoff[2]").unwrap();
        let from = Nat::from(10u8).pow(1000);
        let context = Context::default();
        let to = &from + 2u8;
        let found = PPositions::list(&*game, Some(&from), &to, None, Play::Normal, &context);
        let found = found.unwrap();
        assert_eq!(found.rows.len(), 3);
        for (i, row) in found.rows.iter().enumerate() {
            assert_eq!(&row[1] - &row[0], (&from + i) * 3u8);
        }
        let far = PPositions::list(&*game, None, &from, None, Play::Normal, &context);
        assert!(matches!(far, Err(TableError::Stop(_))));
        let back = PPositions::list(&*game, Some(&to), &from, None, Play::Normal, &context);
        assert!(matches!(back, Err(TableError::Shape(_))));
        let heaps = catalogue.read_game("bash[9]").unwrap();
        let found =
            PPositions::list(&*heaps, Some(&from), &(&from + 15u8), None, Play::Normal, &context);
        assert_eq!(found.unwrap().rows, [vec![from.clone()], vec![&from + 10u8]]);
    }
}
