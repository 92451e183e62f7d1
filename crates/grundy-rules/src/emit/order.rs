//! In which order the values of families can be found: which of them fill tables from the least
//! states up, as it is proved that every move leads to a state that comes before, and which have to
//! be searched.
//!
//! Families that play can lead to and fro between are a *group*. Its states come by their numbers,
//! and those with the same numbers by the place of their family in the group. A table may be filled
//! if every move leads to states of the group that come before, or of groups that were filled
//! before, up to numbers that are at most the state's own.

use super::plan::{Plan, each_move};
use super::reach::{Reach, reaches};
use crate::typed::{Arg, Block, Family, Int, IntBinary, IntFn, IntKind, Slot, Stmt, Term};

/// How the values of a family are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// In a table that is filled in order, with all families of this group.
    Filled(usize),
    /// One by one, from tables alone, as it is a group for itself and no move leads back to it.
    Direct(usize),
    /// By a search.
    Searched,
}

/// Families that are filled together.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// Their places in the plan; of states with the same numbers those of the first come first.
    pub places: Vec<usize>,
    /// What has to be filled before: the place of a family, and for each of its coordinates the
    /// one of the group's own that it is at most.
    pub needs: Vec<(usize, Vec<usize>)>,
    /// How many coordinates their states have.
    pub width: usize,
}

/// The order.
#[derive(Debug)]
pub(super) struct Order {
    /// By place in the plan.
    pub ways: Vec<Way>,
    /// What is needed comes first.
    pub groups: Vec<Group>,
}

impl Order {
    /// # Complexity
    /// O(length of the rules + f²) for f families, at most 2^20 steps of the latter.
    pub fn new(plan: &Plan<'_>) -> Self {
        let plain = |family: &Family| family.params.iter().all(|param| param.len.is_none());
        let mut work = 0;
        let reached: Vec<Vec<Reach>> =
            plan.families()
                .map(|family| {
                    if plain(family) {
                        reaches(family, &plan.limits, &mut work)
                    } else {
                        Vec::new()
                    }
                })
                .collect();
        let count = plan.families.len();
        let leads: Vec<Vec<usize>> = plan.families().map(|family| targets(plan, family)).collect();
        let closure: Vec<Vec<bool>> = (0..count).map(|place| closure(&leads, place)).collect();
        let size = |place: usize| {
            (0..count).filter(|&other| other == place || closure[place][other]).count()
        };
        let mut places: Vec<usize> = (0..count).collect();
        // What reaches a family that does not reach it reaches more of them, itself among them.
        places.sort_by_key(|&place| (size(place), place));
        let mut order = Self { ways: vec![Way::Searched; count], groups: Vec::new() };
        let mut done = vec![false; count];
        for &place in &places {
            if done[place] {
                continue;
            }
            let together =
                |&other: &usize| other == place || closure[place][other] && closure[other][place];
            let members: Vec<usize> = (0..count).filter(together).collect();
            members.iter().for_each(|&member| done[member] = true);
            let turns = closure[place][place];
            let mut looks = Vec::new();
            for &member in &members {
                looks.extend(reached[member].iter().map(|reach| (member, reach)));
            }
            if turns && !is_near(plan, &members) {
                continue;
            }
            let Some(group) = order.group(plan, &members, &looks) else { continue };
            let number = order.groups.len();
            for &(other, _) in &group.needs {
                // Others look into its table, so there has to be one.
                if let Way::Direct(number) = order.ways[other] {
                    order.ways[other] = Way::Filled(number);
                }
            }
            for &member in &group.places {
                order.ways[member] = if turns { Way::Filled(number) } else { Way::Direct(number) };
            }
            order.groups.push(group);
        }
        order
    }

    /// By place in the plan the tables that a value takes: for each its sides, as coordinates of the state.
    pub fn tables(&self, plan: &Plan<'_>) -> Vec<Vec<Vec<usize>>> {
        let mut found: Vec<Vec<Vec<usize>>> = vec![Vec::new(); self.ways.len()];
        for (place, way) in self.ways.iter().enumerate() {
            // The search goes through the states that tables would have.
            if *way == Way::Searched && is_near(plan, &[place]) {
                let width = plan.program.families[plan.families[place]].width;
                found[place].push((0..width).collect());
            }
        }
        for (number, group) in self.groups.iter().enumerate() {
            let mut sides: Vec<Vec<usize>> = Vec::new();
            for (other, under) in &group.needs {
                for theirs in &found[*other] {
                    let own: Vec<usize> = theirs.iter().map(|&side| under[side]).collect();
                    if !sides.contains(&own) {
                        sides.push(own);
                    }
                }
            }
            for &place in &group.places {
                found[place].clone_from(&sides);
                let all: Vec<usize> = (0..group.width).collect();
                if self.ways[place] == Way::Filled(number) && !sides.contains(&all) {
                    found[place].push(all);
                }
            }
        }
        found
    }

    /// The families as a group that can be filled.
    fn group(
        &self,
        plan: &Plan<'_>,
        members: &[usize],
        looks: &[(usize, &Reach)],
    ) -> Option<Group> {
        let family = |place: usize| &plan.program.families[plan.families[place]];
        let width = family(members[0]).width;
        let plain = |place: usize| {
            let family = family(place);
            let numbers = family.params.iter().all(|param| param.len.is_none());
            family.same.is_empty() && numbers && family.width == width
        };
        if !(1..=2).contains(&width) || !members.iter().all(|&member| plain(member)) {
            return None;
        }
        let mut needs: Vec<(usize, Vec<usize>)> = Vec::new();
        let mut before: Vec<(usize, usize)> = Vec::new();
        for (from, reach) in looks {
            let to = plan.tag(reach.family);
            let under: Vec<usize> = reach.under.iter().copied().collect::<Option<_>>()?;
            if members.contains(&to) {
                if !under.iter().enumerate().all(|(i, &own)| i == own) {
                    return None;
                }
                if !reach.less {
                    before.push((to, *from));
                }
            } else if self.ways[to] == Way::Searched {
                return None;
            } else if !needs.contains(&(to, under.clone())) {
                needs.push((to, under));
            }
        }
        Some(Group { places: ranked(members, &before)?, needs, width })
    }
}

/// The members so that the first of every pair comes before the second.
fn ranked(members: &[usize], before: &[(usize, usize)]) -> Option<Vec<usize>> {
    let mut left = members.to_vec();
    let mut ranked = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let free = |&member: &usize| {
            !before.iter().any(|(first, then)| *then == member && left.contains(first))
        };
        let next = left.iter().position(free)?;
        ranked.push(left.remove(next));
    }
    Some(ranked)
}

/// The places of the families that a family leads to.
fn targets(plan: &Plan<'_>, family: &Family) -> Vec<usize> {
    let mut found = Vec::new();
    for code in family.same.iter().chain(&family.rules) {
        each_move(&code.body, &mut |term| found.push(plan.tag(term.family)));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// What is reached from a place in a step or more.
fn closure(leads: &[Vec<usize>], from: usize) -> Vec<bool> {
    let mut reached = vec![false; leads.len()];
    let mut open = vec![from];
    while let Some(place) = open.pop() {
        for &to in &leads[place] {
            if !reached[to] {
                reached[to] = true;
                open.push(to);
            }
        }
    }
    reached
}

/// Whether some move inside of the group leads to numbers of any size below the state's own, as
/// opposed to far ones, as halving does, or to other bits of a word: most values are needed then
/// when one is.
pub(super) fn is_near(plan: &Plan<'_>, members: &[usize]) -> bool {
    let mut near = false;
    for &member in members {
        for code in &plan.program.families[plan.families[member]].rules {
            let far = far_slots(&code.body);
            each_move(&code.body, &mut |term| {
                near |= members.contains(&plan.tag(term.family)) && term_is_near(term, &far);
            });
        }
    }
    near
}

/// Variables that are set to numbers that may be far.
fn far_slots(block: &Block) -> Vec<Slot> {
    let mut sets = Vec::new();
    gather(block, &mut sets);
    let mut far = Vec::new();
    loop {
        let more =
            |&&(slot, value): &&(Slot, &Int)| !far.contains(&slot) && !int_is_near(value, &far);
        let Some(&(slot, _)) = sets.iter().find(more) else { return far };
        far.push(slot);
    }
}

fn gather<'p>(block: &'p Block, sets: &mut Vec<(Slot, &'p Int)>) {
    for statement in block {
        match statement {
            Stmt::SetInt { slot, value } => sets.push((*slot, value)),
            Stmt::For { body, .. } | Stmt::While { body, .. } => gather(body, sets),
            Stmt::If { then, otherwise, .. } => {
                gather(then, sets);
                gather(otherwise, sets);
            }
            _ => {}
        }
    }
}

/// Whether the numbers of a term are sums of others that are near, not all constant.
fn term_is_near(term: &Term, far: &[Slot]) -> bool {
    let near = |arg: &Arg| matches!(arg, Arg::Int(int) if int_is_near(int, far));
    let moves = |arg: &Arg| matches!(arg, Arg::Int(int) if int.constant().is_none());
    term.args.iter().all(near) && term.args.iter().any(moves)
}

fn int_is_near(int: &Int, far: &[Slot]) -> bool {
    match &int.kind {
        IntKind::Const(_) => true,
        IntKind::Var(slot) => !far.contains(slot),
        IntKind::Binary(IntBinary::Add | IntBinary::Sub | IntBinary::Mul, a, b) => {
            int_is_near(a, far) && int_is_near(b, far)
        }
        IntKind::Call(IntFn::Min | IntFn::Max | IntFn::Gcd, args) => {
            args.iter().all(|arg| int_is_near(arg, far))
        }
        _ => false,
    }
}
