//! Simplest forms of games in misère play.
//!
//! Games G and H are *equal* in misère play, G = H, if G + X and H + X have the same outcome for all impartial
//! games X. Conway's theorem (*On Numbers and Games* ch. 12, 1976; A. N. Siegel, *Combinatorial Game Theory* ch. V,
//! 2013): let H be a game, and G have all options of H and others, each of which has H as an option (they are
//! *reversible through* H). Then G = H, provided that, if H has no options, G is N. A game of which no option is
//! reversible in this way, and all options of which are such games, is in *simplest* (canonical) form, and equal
//! games have the same simplest form. The second half is proved by construction in
//! [`Forms::apart`].
//!
//! Proof of the first half, by induction on X. Let G + X be decided for smaller X as H + X. If the player to move
//! in G + X wins by a move to an option of X or of H, the same move wins in H + X, and conversely. A reversible
//! option of G leaves G' + X, in which H + X is an option: if H + X is P, the move loses. If H + X is N, some
//! move of H + X to an option of X or of H wins, and wins in G + X, too, unless X and H have no options: then G + X = G is
//! N by the proviso.

use super::arena::{Arena, Node};
use super::genus::Genus;
use crate::context::{Context, Stop};
use foldhash::fast::RandomState;
use hashbrown::HashMap;

/// A simplest form, by number; 0 is the game without options.
pub type Form = u32;

/// The game without options.
pub const ZERO: Form = 0;

/// Simplest forms of games in misère play: equal games have the same number.
///
/// ```
/// use grundy::solve::forms::Forms;
/// let (mut forms, context) = (Forms::default(), Default::default());
/// let one = forms.of_options(vec![0], &context).unwrap();
/// let two = forms.of_options(vec![0, one], &context).unwrap();
/// // The game whose only option is *1 is 0, the one whose only option is *2 is no nim-heap.
/// assert_eq!(forms.of_options(vec![one], &context).unwrap(), 0);
/// let wild = forms.of_options(vec![two], &context).unwrap();
/// assert_eq!(forms.print(wild, 100).unwrap(), "{*2}");
/// assert_eq!(forms.plus(one, one, &context).unwrap(), 0);
/// ```
#[derive(Debug)]
pub struct Forms {
    data: Vec<Data>,
    numbers: HashMap<Box<[Form]>, Form, RandomState>,
    sums: HashMap<(Form, Form), Form, RandomState>,
    nodes: HashMap<Node, Form, RandomState>,
    mates: HashMap<Form, Form, RandomState>,
}

#[derive(Debug)]
struct Data {
    /// Ascending.
    options: Box<[Form]>,
    is_p: bool,
    birthday: u32,
    /// The n of which this is the nim-heap.
    nim: Option<u32>,
}

/// The most moves that a form may last: sums are found by recursion.
const MAX_MOVES: u32 = 1000;

impl Default for Forms {
    fn default() -> Self {
        let zero = Data { options: Box::default(), is_p: false, birthday: 0, nim: Some(0) };
        let mut numbers = HashMap::default();
        numbers.insert(Box::default(), ZERO);
        Self {
            data: vec![zero],
            numbers,
            sums: HashMap::default(),
            nodes: HashMap::default(),
            mates: HashMap::default(),
        }
    }
}

impl Forms {
    /// The options of a form, ascending by number.
    pub fn options(&self, form: Form) -> &[Form] {
        &self.data[form as usize].options
    }

    /// Whether a form is P in misère play.
    pub fn is_p(&self, form: Form) -> bool {
        self.data[form as usize].is_p
    }

    /// The most moves that play in a form can last: the day on which it is born.
    pub fn birthday(&self, form: Form) -> u32 {
        self.data[form as usize].birthday
    }

    /// The n of which a form is the nim-heap.
    pub fn nim(&self, form: Form) -> Option<u32> {
        self.data[form as usize].nim
    }

    /// How many forms were met.
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Whether only the form without options was met.
    pub fn is_empty(&self) -> bool {
        self.data.len() == 1
    }

    /// The simplest form of the game with these options.
    ///
    /// Where an option A is last born among all, and the game is equal to H by Conway's theorem, A is not an
    /// option of H, as the options that are not are born after H. So H is an option of A.
    ///
    /// # Complexity
    /// O(n^2 log n) for n options with n options each.
    ///
    /// # Errors
    /// [`Stop`] at the limit of positions or when cancelled.
    pub fn of_options(
        &mut self,
        mut options: Vec<Form>,
        context: &Context<'_>,
    ) -> Result<Form, Stop> {
        options.sort_unstable();
        options.dedup();
        if let Some(&known) = self.numbers.get(&*options) {
            return Ok(known);
        }
        let has_p = options.iter().any(|&option| self.is_p(option));
        if let Some(last) = options.iter().copied().max_by_key(|&option| self.birthday(option)) {
            let reduces = |&through: &Form| self.reduces(&options, through, has_p);
            if let Some(&equal) = self.options(last).iter().find(|through| reduces(through)) {
                self.numbers.insert(options.into_boxed_slice(), equal);
                return Ok(equal);
            }
        }
        let count = self.data.len() as u64 + 1;
        context.check_positions(count, || "looking for simplest forms".into())?;
        context.look("looking for simplest forms", count)?;
        let birthday = options.iter().map(|&option| self.birthday(option) + 1).max().unwrap_or(0);
        if birthday > MAX_MOVES {
            return Err(Stop::Refused(format!(
                "simplest forms are looked for of games that last {MAX_MOVES} moves at most"
            )));
        }
        let nim = (0..).zip(&options).all(|(n, &option)| self.nim(option) == Some(n));
        let nim = nim.then_some(options.len() as u32);
        let form = self.data.len() as Form;
        let options = options.into_boxed_slice();
        self.numbers.insert(options.clone(), form);
        self.data.push(Data { options, is_p: !has_p, birthday, nim });
        Ok(form)
    }

    /// Whether the game with these options, which is N iff `has_p`, is equal to `through` as all options that
    /// `through` has not are reversible.
    fn reduces(&self, options: &[Form], through: Form, has_p: bool) -> bool {
        let own = self.options(through);
        let reversible = |option: &Form| {
            own.binary_search(option).is_ok()
                || self.options(*option).binary_search(&through).is_ok()
        };
        own.iter().all(|option| options.binary_search(option).is_ok())
            && options.iter().all(reversible)
            && (!own.is_empty() || has_p)
    }

    /// The simplest form of a sum.
    ///
    /// # Complexity
    /// O(pairs of positions below the two * their options), less what is known.
    ///
    /// # Errors
    /// [`Stop`] at the limit of positions or when cancelled; refused beyond 1000 moves.
    pub fn plus(&mut self, a: Form, b: Form, context: &Context<'_>) -> Result<Form, Stop> {
        let (a, b) = (a.min(b), a.max(b));
        if a == ZERO {
            return Ok(b);
        }
        if let Some(&known) = self.sums.get(&(a, b)) {
            return Ok(known);
        }
        if self.birthday(a) + self.birthday(b) > MAX_MOVES {
            return Err(Stop::Refused(format!(
                "simplest forms are looked for of games that last {MAX_MOVES} moves at most"
            )));
        }
        let mut options = Vec::with_capacity(self.options(a).len() + self.options(b).len());
        for left in self.options(a).to_vec() {
            options.push(self.plus(left, b, context)?);
        }
        for left in self.options(b).to_vec() {
            options.push(self.plus(a, left, context)?);
        }
        let sum = self.of_options(options, context)?;
        let count = self.sums.len() as u64 + 1;
        context.check_positions(count, || "looking for simplest forms".into())?;
        self.sums.insert((a, b), sum);
        Ok(sum)
    }

    /// The simplest form of a sum of nodes of an arena, always the same one.
    ///
    /// # Complexity
    /// Every position below the nodes is expanded once, and its options are added up.
    ///
    /// # Errors
    /// [`Stop`] at a limit, when cancelled, when play can go round in a circle, or refused where moves win at
    /// once or must be answered.
    pub fn of_sum(
        &mut self,
        arena: &mut Arena,
        sum: &[Node],
        context: &Context<'_>,
    ) -> Result<Form, Stop> {
        let mut total = ZERO;
        for &node in sum {
            let form = self.of_node(arena, node, context)?;
            total = self.plus(total, form, context)?;
        }
        Ok(total)
    }

    fn of_node(
        &mut self,
        arena: &mut Arena,
        root: Node,
        context: &Context<'_>,
    ) -> Result<Form, Stop> {
        let mut path = vec![root];
        let mut open: HashMap<Node, (), RandomState> = HashMap::default();
        while let Some(&node) = path.last() {
            if self.nodes.contains_key(&node) {
                path.pop();
                continue;
            }
            if arena.entails(node) {
                return Err(Stop::Refused(
                    "where moves must be answered, positions have no simplest form".into(),
                ));
            }
            let count = arena.expand(node, context)?;
            let before = path.len();
            for i in 0..count {
                let (left, wins) = arena.option(node, i);
                if wins {
                    return Err(Stop::Refused(
                        "where a move wins at once, positions have no simplest form".into(),
                    ));
                }
                path.extend(left.iter().filter(|part| !self.nodes.contains_key(*part)));
            }
            if path.len() > before {
                if open.insert(node, ()).is_some() {
                    return Err(Stop::Loop(vec!["a position".into(), "…".into(), "it".into()]));
                }
                continue;
            }
            let mut options = Vec::with_capacity(count);
            for i in 0..count {
                let (left, _) = arena.option(node, i);
                let mut total = ZERO;
                for part in left {
                    total = self.plus(total, self.nodes[part], context)?;
                }
                options.push(total);
            }
            let form = self.of_options(options, context)?;
            self.nodes.insert(node, form);
            path.pop();
        }
        Ok(self.nodes[&root])
    }

    /// The genus of a form.
    pub fn genus(&self, form: Form) -> Genus {
        // Options have smaller numbers than what they are options of.
        let mut known: HashMap<Form, Genus, RandomState> = HashMap::default();
        let mut path = vec![form];
        while let Some(&top) = path.last() {
            let before = path.len();
            path.extend(self.options(top).iter().filter(|option| !known.contains_key(*option)));
            if path.len() == before {
                let genus = Genus::of_options(self.options(top).iter().map(|o| &known[o]));
                known.insert(top, genus);
                path.pop();
            }
        }
        known.remove(&form).unwrap_or_else(Genus::finished)
    }

    /// The mate of G: G and its mate are P together. *1 for the game without options, else the game of the
    /// options' mates.
    ///
    /// # Errors
    /// As [`of_options`](Self::of_options).
    pub(super) fn mate(&mut self, form: Form, context: &Context<'_>) -> Result<Form, Stop> {
        if let Some(&known) = self.mates.get(&form) {
            return Ok(known);
        }
        let mut options = Vec::new();
        for option in self.options(form).to_vec() {
            options.push(self.mate(option, context)?);
        }
        if form == ZERO {
            options.push(ZERO);
        }
        let mate = self.of_options(options, context)?;
        self.mates.insert(form, mate);
        Ok(mate)
    }

    /// A form as text: nim-heaps as 0, *, *2, *3, …, other forms as their options in braces, the last numbers
    /// first; `None` if that takes more than `most` characters.
    pub fn print(&self, form: Form, most: usize) -> Option<String> {
        let mut text = String::new();
        self.write(form, most, &mut text).then_some(text)
    }

    fn write(&self, form: Form, most: usize, text: &mut String) -> bool {
        match self.nim(form) {
            Some(0) => text.push('0'),
            Some(1) => text.push('*'),
            Some(n) => text.push_str(&format!("*{n}")),
            None => {
                for (i, &option) in self.options(form).iter().rev().enumerate() {
                    text.push_str(if i == 0 { "{" } else { ", " });
                    if text.len() > most || !self.write(option, most, text) {
                        return false;
                    }
                }
                text.push('}');
            }
        }
        text.len() <= most
    }
}
