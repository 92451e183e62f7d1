//! Coordinates that are left out: a table of one number is one of positions with the others by default.

use grundy_rules::typed::{Family, Int, IntBinary, IntFn, IntKind};

use crate::formula::{Term, Var};

/// The coordinates of a family in terms of the first ones, of which there are so many; `None` where one
/// has no default, or one that is no term of addition.
pub(super) fn coords(family: &Family, given: usize) -> Option<Vec<Term>> {
    let mut coords: Vec<Term> = Vec::new();
    for param in &family.params {
        if coords.len() != param.slot as usize {
            return None;
        }
        let len = param.len.unwrap_or(1);
        if coords.len() + len <= given {
            let vars = coords.len() as u32..(coords.len() + len) as u32;
            coords.extend(vars.map(|at| Term::from(Var(at))));
        } else {
            let (None, Some(default)) = (param.len, &param.default) else { return None };
            let term = term(default, &coords)?;
            coords.push(term);
        }
    }
    (coords.len() == family.width).then_some(coords)
}

fn term(int: &Int, coords: &[Term]) -> Option<Term> {
    let all = |args: &[Int]| args.iter().map(|arg| term(arg, coords)).collect::<Option<Vec<_>>>();
    Some(match &int.kind {
        IntKind::Const(value) => Term::from(*value),
        IntKind::Var(slot) => coords.get(*slot as usize)?.clone(),
        IntKind::Binary(IntBinary::Add, a, b) => {
            Term::Sum(vec![(1, term(a, coords)?), (1, term(b, coords)?)])
        }
        IntKind::Binary(IntBinary::Sub, a, b) => {
            Term::Sum(vec![(1, term(a, coords)?), (-1, term(b, coords)?)])
        }
        IntKind::Binary(IntBinary::Mul, a, b) => match (&a.kind, &b.kind) {
            (IntKind::Const(factor), _) => Term::Sum(vec![(*factor, term(b, coords)?)]),
            (_, IntKind::Const(factor)) => Term::Sum(vec![(*factor, term(a, coords)?)]),
            _ => return None,
        },
        IntKind::Call(IntFn::Min, args) if !args.is_empty() => Term::Min(all(args)?),
        IntKind::Call(IntFn::Max, args) if !args.is_empty() => Term::Max(all(args)?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::source::Source;
    use grundy_rules::typed::Program;

    #[test]
    fn what_is_left_out_is_filled_in() {
        let text = "F(n, m, cap = max(2*n-m, 3)) -> F(n-1, m, cap) if n > 0";
        let program = Program::read(Source::new("rules", text)).unwrap();
        let family = &program.families[0];
        let terms = coords(family, 2).unwrap();
        let value = |term: &Term| term.value(&|var| [7, 4][var.0 as usize]);
        assert_eq!(terms.iter().map(value).collect::<Vec<_>>(), [Some(7), Some(4), Some(10)]);
        assert_eq!(coords(family, 3).unwrap()[2], Term::from(Var(2)));
        assert_eq!(coords(family, 1), None);
    }
}
