//! Simplest forms of games in misère play, by the definition.

use crate::context::{Context, Stop};
use std::collections::HashMap;

/// A form, by number.
pub(super) type Form = u32;

/// The game without moves.
pub(super) const NOTHING: Form = 0;

/// What is known of a form.
#[derive(Clone, Debug)]
struct Known {
    /// Ascending.
    options: Vec<Form>,
    /// Whether the player to move loses.
    lost: bool,
    /// Moves at most.
    lasts: u32,
    /// The Grundy value, and the number that is made like it but is 1 where no move is left; if it is tame.
    tame: Option<(u32, u32)>,
    /// Of a nim-heap how large it is.
    heap: Option<u32>,
}

/// Forms met so far.
#[derive(Clone, Debug)]
pub(super) struct Forms {
    known: Vec<Known>,
    numbers: HashMap<Vec<Form>, Form>,
    sums: HashMap<(Form, Form), Form>,
    bytes: u64,
    /// Forms compared.
    work: u64,
}

/// The limits are looked at each time so many forms have been compared.
const LOOKS: u64 = 1 << 12;

/// What a check does when it meets a limit.
const DOING: &str = "finding simplest forms";

impl Default for Forms {
    fn default() -> Self {
        let (options, tame, heap) = (Vec::new(), Some((0, 1)), Some(0));
        let nothing = Known { options, lost: false, lasts: 0, tame, heap };
        let numbers = HashMap::from([(Vec::new(), NOTHING)]);
        Self { known: vec![nothing], numbers, sums: HashMap::new(), bytes: 0, work: 0 }
    }
}

fn mex(mut numbers: Vec<u32>) -> u32 {
    numbers.sort_unstable();
    numbers.dedup();
    (0..).zip(&numbers).take_while(|(i, number)| i == *number).count() as u32
}

impl Forms {
    pub fn options(&self, form: Form) -> &[Form] {
        &self.known[form as usize].options
    }

    pub fn lost(&self, form: Form) -> bool {
        self.known[form as usize].lost
    }

    pub fn lasts(&self, form: Form) -> u32 {
        self.known[form as usize].lasts
    }

    /// How large a nim-heap of this form is; `None` if there is none.
    pub fn heap(&self, form: Form) -> Option<u32> {
        self.known[form as usize].heap
    }

    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    fn has(&self, form: Form, option: Form) -> bool {
        self.options(form).binary_search(&option).is_ok()
    }

    /// Counts work, and looks at the limits now and then.
    fn worked(&mut self, work: usize, context: &Context<'_>) -> Result<(), Stop> {
        let before = self.work / LOOKS;
        self.work += 1 + work as u64;
        if self.work / LOOKS == before {
            return Ok(());
        }
        context.look(DOING, self.work)?;
        context.check_memory(self.bytes, || DOING.into())
    }

    /// The form of the game with these options.
    ///
    /// # Theorem (J. H. Conway 1976)
    /// Let H be a game whose options are among these, and let each other of these have the option H. If H has no
    /// options, let the player to move win the game with these options. Then that game and H are equal in misère
    /// play: beside anything else both have the same outcome.
    ///
    /// Such an H is an option of each of these that lasts longest, unless it has all of these and no others: if H had
    /// that option it would last longer than all of these, and so be an option of none.
    pub fn of_options(
        &mut self,
        mut options: Vec<Form>,
        context: &Context<'_>,
    ) -> Result<Form, Stop> {
        options.sort_unstable();
        options.dedup();
        if let Some(&form) = self.numbers.get(&options) {
            return Ok(form);
        }
        let lost = !options.iter().any(|&option| self.lost(option));
        let longest = options.iter().copied().max_by_key(|&option| self.lasts(option));
        let mut form = self.known.len() as Form;
        for i in 0..longest.map_or(0, |longest| self.options(longest).len()) {
            self.worked(options.len(), context)?;
            let game = longest.map_or(NOTHING, |longest| self.options(longest)[i]);
            let equal = self
                .options(game)
                .iter()
                .all(|option| options.binary_search(option).is_ok())
                && options.iter().all(|&option| self.has(game, option) || self.has(option, game))
                && (game != NOTHING || !lost);
            if equal {
                form = game;
                break;
            }
        }
        if form as usize == self.known.len() {
            let lasts = 1 + longest.map_or(0, |longest| self.lasts(longest));
            let tame = self.tame(&options);
            let heaps: Option<Vec<u32>> = options.iter().map(|&o| self.heap(o)).collect();
            let heap = heaps.map(mex).filter(|&heap| heap as usize == options.len());
            self.bytes += 104 + 4 * options.len() as u64;
            self.known.push(Known { options: options.clone(), lost, lasts, tame, heap });
        }
        self.bytes += 64 + 4 * options.len() as u64;
        self.worked(options.len(), context)?;
        self.numbers.insert(options, form);
        Ok(form)
    }

    fn tame(&self, options: &[Form]) -> Option<(u32, u32)> {
        let pairs: Option<Vec<(u32, u32)>> =
            options.iter().map(|&option| self.known[option as usize].tame).collect();
        let pairs = pairs?;
        let both = (
            mex(pairs.iter().map(|pair| pair.0).collect()),
            mex(pairs.iter().map(|pair| pair.1).collect()),
        );
        (both.0 == both.1 || both.0 + both.1 == 1).then_some(both)
    }

    /// The form of a sum: that of the game whose options are the forms of all options of the sum.
    pub fn plus(&mut self, a: Form, b: Form, context: &Context<'_>) -> Result<Form, Stop> {
        let (a, b) = (a.min(b), a.max(b));
        if a == NOTHING {
            return Ok(b);
        }
        if let Some(&sum) = self.sums.get(&(a, b)) {
            return Ok(sum);
        }
        let (from_a, from_b) = (self.options(a).to_vec(), self.options(b).to_vec());
        let mut options = Vec::with_capacity(from_a.len() + from_b.len());
        for left in from_a {
            options.push(self.plus(left, b, context)?);
        }
        for left in from_b {
            options.push(self.plus(a, left, context)?);
        }
        let sum = self.of_options(options, context)?;
        self.sums.insert((a, b), sum);
        self.bytes += 32;
        Ok(sum)
    }

    /// Whether the player to move wins a sum of forms, where that is seen at once: of one form, or of tame ones.
    ///
    /// # Theorem (J. H. Conway 1976)
    /// A sum of tame games is lost if all pairs of numbers are (0,1) or (1,0) and those Grundy values add up to 1, or
    /// if some are equal pairs and all Grundy values add up to 0, and won otherwise.
    pub fn wins(&self, sum: &[Form]) -> Option<bool> {
        if let [form] = sum {
            return Some(!self.lost(*form));
        }
        let (mut all, mut fickle) = (0, true);
        for &form in sum {
            let (value, other) = self.known[form as usize].tame?;
            all ^= value;
            fickle &= value != other;
        }
        Some(if fickle { all != 1 } else { all != 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plus(forms: &mut Forms, a: Form, b: Form) -> Form {
        forms.plus(a, b, &Context::default()).unwrap()
    }

    #[test]
    fn forms_are_those_of_small_games() {
        let mut forms = Forms::default();
        let mut form =
            |options: &[Form]| forms.of_options(options.to_vec(), &Context::default()).unwrap();
        let one = form(&[NOTHING]);
        let two = form(&[NOTHING, one]);
        let three = form(&[two, one, NOTHING, one]);
        assert_eq!(form(&[one]), NOTHING);
        // The game with *2 alone is lost, and so it is not the game without moves.
        let firm = form(&[two]);
        assert!(firm != NOTHING && form(&[three]) != NOTHING);
        assert!(forms.lost(one) && forms.lost(firm) && !forms.lost(NOTHING) && !forms.lost(two));
        let heaps = [NOTHING, one, two, three, firm].map(|form| forms.heap(form));
        assert_eq!(heaps, [Some(0), Some(1), Some(2), Some(3), None]);
        assert_eq!((plus(&mut forms, one, one), plus(&mut forms, two, one)), (NOTHING, three));
        let pair = plus(&mut forms, two, two);
        assert!(pair != NOTHING && forms.lost(pair) && forms.lasts(pair) == 4);
        assert_eq!(forms.wins(&[two, two]), Some(false));
        assert_eq!(forms.wins(&[two, two, one]), Some(true));
        assert_eq!(forms.wins(&[one, one, one]), Some(false));
        assert_eq!(forms.wins(&[]), Some(true));
        // Values 2 and 1: wild.
        let wild = forms.of_options(vec![firm, one], &Context::default()).unwrap();
        assert_eq!(forms.wins(&[wild, two]), None);
    }

    #[test]
    fn there_are_as_many_forms_as_days_allow() {
        // Conway's count of games born by day 0 to 4: 1, 2, 3, 5, 22.
        let mut forms = Forms::default();
        let mut born = vec![NOTHING];
        for expected in [2, 3, 5, 22] {
            let sets = 0..1usize << born.len();
            let mut next: Vec<Form> = sets
                .map(|set| {
                    let options = (0..born.len()).filter(|i| set >> i & 1 == 1).map(|i| born[i]);
                    forms.of_options(options.collect(), &Context::default()).unwrap()
                })
                .collect();
            next.sort_unstable();
            next.dedup();
            assert_eq!(next.len(), expected);
            born = next;
        }
    }

    #[test]
    fn sums_of_tame_forms_are_won_as_all_their_moves_say() {
        let mut forms = Forms::default();
        let mut rng = fastrand::Rng::with_seed(8);
        let mut all = vec![NOTHING];
        while all.len() < 24 {
            let options = (0..rng.usize(1..4)).map(|_| all[rng.usize(..all.len().min(12))]);
            let form = forms.of_options(options.collect(), &Context::default()).unwrap();
            if !all.contains(&form) {
                all.push(form);
            }
        }
        let (mut told, mut silent) = (0, 0);
        for _ in 0..4000 {
            let sum: Vec<Form> = (0..3).map(|_| all[rng.usize(..all.len())]).collect();
            let whole = sum.iter().fold(NOTHING, |whole, &form| plus(&mut forms, whole, form));
            match forms.wins(&sum) {
                Some(wins) => {
                    assert_eq!(wins, !forms.lost(whole));
                    told += 1;
                }
                None => silent += 1,
            }
        }
        assert!(told > 500 && silent > 500, "{told} {silent}");
    }
}
