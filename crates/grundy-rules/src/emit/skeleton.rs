//! Programs that search: the structure that they have in every language.

use super::facts::Facts;
use super::plan::Plan;
use super::print::Printer;
use super::target::{self, Target};
use crate::error::RuleError;
use crate::typed::Family;

/// The program.
pub(super) fn emit(plan: &Plan<'_>, target: &dyn Target) -> Result<String, RuleError> {
    let mut printer = Printer::new(plan, target.lang());
    let p = &mut printer;
    if target.declares_first() {
        inside(p, target);
        target.moves(p);
    } else {
        target.moves(p);
        inside(p, target);
    }
    if plan.same {
        same(p, target);
        target.normal(p);
    }
    target.search(p);
    value(p, target);
    target.main(p);
    target::finish(printer, target)
}

/// Goes through the families that something is to be said about, each in a block of its own where
/// states are of several.
fn each_family<'p>(
    p: &mut Printer<'p>,
    target: &dyn Target,
    concerned: impl Fn(&Family) -> bool,
    say: impl Fn(&mut Printer<'p>, &'p Family),
) {
    let plan = p.plan;
    for (place, family) in plan.families().enumerate().filter(|(_, family)| concerned(family)) {
        let mark = p.names.enter();
        if plan.tagged {
            p.open(&target.of_family(p, place, family));
        }
        say(p, family);
        if plan.tagged {
            p.close();
        }
        p.names.leave(mark);
    }
}

/// Whether there is a state.
fn inside(p: &mut Printer<'_>, target: &dyn Target) {
    let plan = p.plan;
    let limited = plan.families().any(|family| !family.domain.is_empty());
    target.begin_inside(p);
    target.not_negative(p, limited);
    if limited {
        let concerned = |family: &Family| !family.domain.is_empty();
        each_family(p, target, concerned, |p, family| target.domain(p, family));
        if plan.tagged {
            p.line(target.no_condition());
        }
    }
    p.close();
    target.end_inside(p);
}

/// Another form of the same position.
fn same(p: &mut Printer<'_>, target: &dyn Target) {
    target.begin_same(p);
    let concerned = |family: &Family| !family.same.is_empty();
    each_family(p, target, concerned, |p, family| p.rules(family, &family.same));
    p.line(target.same_state());
    p.close();
}

/// What is printed for the state of some numbers.
fn value(p: &mut Printer<'_>, target: &dyn Target) {
    let plan = p.plan;
    let family = plan.family();
    target.begin_value(p);
    for param in &family.params {
        let Some(default) = &param.default else { continue };
        let mark = p.names.enter();
        p.open(&target.if_numbers(param.slot as usize));
        p.facts = Facts::of_default(family.width, default);
        for before in family.params.iter().filter(|before| before.slot < param.slot) {
            if !p.facts.is_read(before.slot) {
                continue;
            }
            let name = p.names.local(&before.name);
            p.line(&target.name_number(&name, before.slot as usize, before.len));
            p.names.bind(before.slot, name);
        }
        let text = p.int(default).whole();
        p.line(&target.push_number(&text));
        p.close();
        p.names.leave(mark);
    }
    let wanted = match (plan.needed(), family.width) {
        (1, 1) => "1 number".to_owned(),
        (least, most) if least == most => format!("{most} numbers"),
        (least, most) => format!("{least} to {most} numbers"),
    };
    target.check_numbers(p, &wanted);
    target.end_value(p);
}
