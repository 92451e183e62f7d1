//! The choice of the engine that computes a nim-sequence.

use super::Code;
use super::kernel::{Kernel, Pairs, Plain, Sums, Takes};
use super::sparse::SparseKernel;

/// The engine for a code: the fastest that is right for it.
pub fn choose(code: &Code) -> Box<dyn Kernel> {
    match code.most_heaps() {
        Some(0 | 1) => Box::new(Takes::new(code)),
        Some(2) if SparseKernel::suits(code) => Box::new(SparseKernel::new(code)),
        Some(2) if Pairs::suits(code) => Box::new(Pairs::new(code)),
        _ if Sums::suits(code) => Box::new(Sums::new(code)),
        _ => Box::new(Plain::new(code)),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn example_of_choose() {
        use crate::heap::{Code, engine};
        let kayles: Code = "0.77".parse().unwrap();
        let mut values = Vec::new();
        engine::choose(&kayles)
            .extend(9, &Default::default(), &mut |piece| values.extend_from_slice(piece))
            .unwrap();
        assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]);
    }
}
