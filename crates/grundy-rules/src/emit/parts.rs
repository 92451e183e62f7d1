//! What a text of functions consists of.

use super::order::{Order, Way, is_near};
use super::plan::{Plan, each_move, leaves};
use super::reach::is_bounded;
use crate::typed::{Arg, Block, Stmt};

/// What a text of functions consists of.
#[derive(Debug)]
pub(super) struct Parts {
    /// The places of families that are searched.
    pub searched: Vec<usize>,
    /// Whether a state in the search says which family it is of, in a word before its coordinates.
    pub tagged: bool,
    /// The number of words of such a state.
    pub words: usize,
    /// Whether the search goes through most of the small states.
    pub dense: bool,
    /// By place: whether a value is asked for outside of tables.
    pub asked: Vec<bool>,
    /// By place: whether what is searched is to be checked to be a state.
    pub checked: Vec<bool>,
    /// Whether moves are listed.
    pub lists: bool,
    /// The families that listed moves leave; there is one if some move does not win at once.
    pub listed: Vec<usize>,
}

impl Parts {
    /// The parts for these families by place, some of which list their moves.
    pub fn new(plan: &Plan<'_>, order: &Order, wanted: &[(usize, bool)]) -> Self {
        let count = plan.families.len();
        let family = |place: usize| &plan.program.families[plan.families[place]];
        let searched: Vec<usize> =
            (0..count).filter(|&place| order.ways[place] == Way::Searched).collect();
        let mut asked = vec![false; count];
        let mut listed = vec![];
        for &(place, _) in wanted {
            asked[place] = true;
        }
        // Whose moves are listed, those of other forms among them.
        let mut lists: Vec<usize> =
            wanted.iter().filter(|(_, lists)| *lists).map(|(place, _)| *place).collect();
        let mut next = 0;
        while let Some(&place) = lists.get(next) {
            next += 1;
            for code in &family(place).same {
                each_move(&code.body, &mut |term| {
                    let to = plan.tag(term.family);
                    if !lists.contains(&to) {
                        lists.push(to);
                    }
                });
            }
            for code in &family(place).rules {
                each_move(&code.body, &mut |term| listed.push(plan.tag(term.family)));
            }
        }
        let leaving = |place: &&usize| family(**place).rules.iter().any(|code| leaves(&code.body));
        if let (Some(&place), []) = (lists.iter().find(leaving), &listed[..]) {
            listed.push(place);
        }
        listed.sort_unstable();
        listed.dedup();
        listed.iter().for_each(|&place| asked[place] = true);
        let mut checked = vec![false; count];
        for &place in &searched {
            checked[place] |= !family(place).domain.is_empty();
            for code in family(place).same.iter().chain(&family(place).rules) {
                each_move(&code.body, &mut |term| {
                    let to = plan.tag(term.family);
                    asked[to] |= order.ways[to] != Way::Searched;
                });
                checks(plan, &code.body, &mut checked);
            }
        }
        let tagged = searched.len() > 1;
        let widths = searched.iter().map(|&place| family(place).width);
        let words = widths.max().unwrap_or(0) + usize::from(tagged);
        let few = |&place: &usize| words == 1 && is_bounded(family(place), (1 << 24) - 1);
        let dense = words <= 2 && !tagged && (is_near(plan, &searched) || searched.iter().any(few));
        Self { searched, tagged, words, dense, asked, checked, lists: !lists.is_empty(), listed }
    }
}

/// Marks the families for which some move is not proved at a glance to leave a state.
fn checks(plan: &Plan<'_>, block: &Block, checked: &mut [bool]) {
    for statement in block {
        match statement {
            Stmt::Move(option) if option.drop => {}
            Stmt::Gather(gather) if gather.drop => {}
            Stmt::Move(_) | Stmt::Gather(_) | Stmt::Become(_) => {
                each_move(&vec![statement.clone()], &mut |term| {
                    let sure =
                        |arg: &Arg| matches!(arg, Arg::Int(int) if int.constant() >= Some(0));
                    checked[plan.tag(term.family)] |= !term.args.iter().all(sure);
                });
            }
            Stmt::For { body, .. } | Stmt::While { body, .. } => checks(plan, body, checked),
            Stmt::If { then, otherwise, .. } => {
                checks(plan, then, checked);
                checks(plan, otherwise, checked);
            }
            _ => {}
        }
    }
}
