//! Games that tell two games apart in misère play, and games that link them, constructed.
//!
//! Write G^ for the mate of G: *1 if G has no options, else {G'^} for the options G' of G. **G + G^ is P**: if G
//! has no options, it is *1; otherwise a move to G' + G^ or to G + G'^ is answered by G' + G'^.
//!
//! * **The other way round.** If G + X is N and H + X is P, let U have the options X and G'^ for all G'. Then G + U is
//!   P and H + U is N: G + X and G + G'^ are N, G' + U has G' + G'^, and H + U has H + X.
//! * **Links.** If no option of G is equal to H and none of H to G, some T makes G + T and H + T both P: for each G' take
//!   an X with G' + X P and H + X N, for each H' a Y with H' + Y P and G + Y N; T has all of them as options (T is *1 if
//!   there are none). G + X is N, as G' + X is P; G' + T is N by X; and so on. Conversely, if G' = H, G + T
//!   is N where H + T is P.
//! * **Told apart.** Let G, H be different simplest forms. If some G' is H, G + H^ is N and H + H^ is P; likewise if
//!   some H' is G. Otherwise, if some G' is no option of H and has no option H, some T links G' and H: G + T is N and
//!   H + T is P; likewise for H'. Otherwise all options of one that the other has not are reversible through the other. Not
//!   both have such options: each of the two would be born after the other one. Say G has; as G is a simplest form, the
//!   proviso fails: H has no options and G is P, while H is N.
//!
//! (Conway, *On Numbers and Games* ch. 12; Siegel, *Combinatorial Game Theory* ch. V.)

use super::forms::{Form, Forms, ZERO};
use crate::context::{Context, Stop};

impl Forms {
    /// A game X such that exactly one of the sums of X with two different forms is P; `None` if they are the
    /// same form.
    ///
    /// # Complexity
    /// O(pairs of positions below the two) games are built, each of which may be large.
    ///
    /// # Errors
    /// [`Stop`] at the limit of positions or when cancelled.
    pub fn apart(&mut self, g: Form, h: Form, context: &Context<'_>) -> Result<Option<Form>, Stop> {
        if g == h {
            return Ok(None);
        }
        for (a, b) in [(g, h), (h, g)] {
            if self.has(a, b) {
                return self.mate(b, context).map(Some);
            }
        }
        for (a, b) in [(g, h), (h, g)] {
            for option in self.options(a).to_vec() {
                if !self.has(b, option) && !self.has(option, b) {
                    return self.link(option, b, context);
                }
            }
        }
        Ok(Some(ZERO))
    }

    /// A game T such that the sums of T with both forms are P; `None` if one of them is an option of the
    /// other: then there is none.
    ///
    /// # Errors
    /// As [`apart`](Self::apart).
    pub fn link(&mut self, g: Form, h: Form, context: &Context<'_>) -> Result<Option<Form>, Stop> {
        if self.has(g, h) || self.has(h, g) {
            return Ok(None);
        }
        let mut options = Vec::new();
        for (a, b) in [(g, h), (h, g)] {
            for option in self.options(a).to_vec() {
                options.push(self.p_and_n(option, b, context)?);
            }
        }
        if options.is_empty() {
            options.push(ZERO);
        }
        self.of_options(options, context).map(Some)
    }

    fn has(&self, form: Form, option: Form) -> bool {
        self.options(form).binary_search(&option).is_ok()
    }

    /// A game X with G + X P and H + X N, for different forms.
    fn p_and_n(&mut self, g: Form, h: Form, context: &Context<'_>) -> Result<Form, Stop> {
        let apart = self.apart(g, h, context)?.expect("different forms");
        let sum = self.plus(g, apart, context)?;
        if self.is_p(sum) {
            return Ok(apart);
        }
        let mut options = vec![apart];
        for option in self.options(g).to_vec() {
            options.push(self.mate(option, context)?);
        }
        self.of_options(options, context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hashbrown::HashMap;

    /// All games born by day 3 as they are, without any theory: lists of options by number.
    struct Plain {
        options: Vec<Vec<usize>>,
        known: HashMap<(usize, usize), bool>,
    }

    impl Plain {
        /// Sixteen games, and those that have one or two of some of them as options.
        fn of(days: usize) -> Self {
            let mut options: Vec<Vec<usize>> = vec![Vec::new()];
            for _ in 0..days {
                let count = options.len();
                options = (0..1usize << count)
                    .map(|mask| (0..count).filter(|i| mask >> i & 1 == 1).collect())
                    .collect();
            }
            Self { options, known: HashMap::new() }
        }

        fn is_p(&mut self, a: usize, b: usize) -> bool {
            if let Some(&known) = self.known.get(&(a, b)) {
                return known;
            }
            let (left, right) = (self.options[a].clone(), self.options[b].clone());
            let moves = !left.is_empty() || !right.is_empty();
            let p = moves
                && !left.iter().any(|&x| self.is_p(x, b))
                && !right.iter().any(|&y| self.is_p(a, y));
            self.known.insert((a, b), p);
            p
        }

        fn forms(&self, forms: &mut Forms) -> Vec<Form> {
            // Sets of games by bits: options have smaller numbers, as 2^i > i.
            let mut found: Vec<Form> = Vec::new();
            for options in &self.options {
                let options = options.iter().map(|&i| found[i]).collect();
                found.push(forms.of_options(options, &Context::default()).unwrap());
            }
            found
        }
    }

    #[test]
    fn games_are_equal_just_if_no_game_tells_them_apart() {
        // Day 3 against all 65536 games born by day 4, by the rules alone.
        let (mut plain, mut forms) = (Plain::of(4), Forms::default());
        let found = plain.forms(&mut forms);
        for g in 0..16 {
            for h in 0..g {
                let apart =
                    (0..plain.options.len()).find(|&x| plain.is_p(g, x) != plain.is_p(h, x));
                assert_eq!(found[g] == found[h], apart.is_none(), "{g} {h}");
            }
        }
        // Games born on day 4, some of them, with the simplest form of each.
        let mut random = fastrand::Rng::with_seed(7);
        let mut next = |below: usize| random.usize(..below);
        for _ in 0..4000 {
            let (g, x) = (next(plain.options.len()), next(300));
            let sum = forms.plus(found[g], found[x], &Context::default()).unwrap();
            assert_eq!(forms.is_p(sum), plain.is_p(g, x), "{g} {x}");
        }
    }

    #[test]
    fn different_forms_are_told_apart_and_linked_by_what_is_constructed() {
        let (plain, mut forms) = (Plain::of(4), Forms::default());
        let context = Context::default();
        let mut found = plain.forms(&mut forms);
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), 22);
        let mut linked = 0;
        for &g in &found {
            let mate = forms.mate(g, &context).unwrap();
            let sum = forms.plus(g, mate, &context).unwrap();
            assert!(forms.is_p(sum), "{g}");
            for &h in &found {
                let apart = forms.apart(g, h, &context).unwrap();
                assert_eq!(apart.is_none(), g == h);
                if let Some(x) = apart {
                    let sums = [g, h].map(|a| forms.plus(a, x, &context).unwrap());
                    assert_ne!(forms.is_p(sums[0]), forms.is_p(sums[1]), "{g} {h}");
                }
                let link = forms.link(g, h, &context).unwrap();
                let option = forms.has(g, h) || forms.has(h, g);
                assert_eq!(link.is_none(), option);
                if let Some(t) = link {
                    let sums = [g, h].map(|a| forms.plus(a, t, &context).unwrap());
                    assert!(sums.into_iter().all(|sum| forms.is_p(sum)), "{g} {h}");
                    linked += 1;
                }
            }
        }
        assert!(linked > 100, "{linked}");
    }
}
