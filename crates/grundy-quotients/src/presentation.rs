//! Generators and relations of a quotient.

use crate::{Element, Halt, Quotient};
use std::collections::BTreeMap;

/// A relation between products of generators: exponents by generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The longer product, or the later one of two of a length.
    pub left: Vec<u32>,
    /// A shortest product that is the same element.
    pub right: Vec<u32>,
}

/// Generators, relations and a shortest product for each element.
///
/// The relations are a complete set of rewriting rules: whatever the order in which left sides are replaced
/// by right ones, a product ends as the shortest product of its element. (The reduced Gröbner basis of the
/// ideal of the monoid, by total degree.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presentation {
    /// The least heaps that generate the quotient, in order: none is a sum of earlier ones.
    pub generators: Vec<u32>,
    /// The elements of the generators.
    pub elements: Vec<Element>,
    /// The relations, shortest left sides first.
    pub relations: Vec<Relation>,
    /// For each element the exponents of its shortest product.
    pub products: Vec<Vec<u32>>,
}

impl Quotient {
    /// A presentation with at most so many relations.
    ///
    /// # Complexity
    /// O(order * generators * relations).
    ///
    /// # Errors
    /// [`Halt::Pairs`] if more relations are needed.
    pub fn presentation(&self, most: usize) -> Result<Presentation, Halt> {
        let monoid = self.monoid();
        let order = monoid.order();
        let (mut generators, mut elements) = (Vec::new(), Vec::<Element>::new());
        let mut reached = vec![false; order];
        reached[0] = true;
        for (n, &x) in self.elements().iter().enumerate() {
            if reached[usize::from(x)] {
                continue;
            }
            generators.push(n as u32);
            elements.push(x);
            let mut open: Vec<Element> =
                monoid.elements().filter(|&y| reached[usize::from(y)]).collect();
            while let Some(y) = open.pop() {
                for &by in &elements {
                    let z = monoid.product(y, by);
                    if !std::mem::replace(&mut reached[usize::from(z)], true) {
                        open.push(z);
                    }
                }
            }
        }
        let count = generators.len();
        let mut products: Vec<Option<Vec<u32>>> = vec![None; order];
        products[0] = Some(vec![0; count]);
        let mut relations: Vec<Relation> = Vec::new();
        // Standard products of one length, with their elements; all products of the next length are
        // standard ones times a generator, or divisible by a left side.
        let mut level: BTreeMap<Vec<u32>, Element> = BTreeMap::from([(vec![0; count], 0)]);
        while !level.is_empty() {
            // Earlier generators first: descending by exponents.
            let mut next: BTreeMap<std::cmp::Reverse<Vec<u32>>, Element> = BTreeMap::new();
            for (product, &x) in &level {
                for (g, &by) in elements.iter().enumerate() {
                    let mut longer = product.clone();
                    longer[g] += 1;
                    next.insert(std::cmp::Reverse(longer), monoid.product(x, by));
                }
            }
            level.clear();
            for (std::cmp::Reverse(product), x) in next {
                let divides =
                    |relation: &Relation| relation.left.iter().zip(&product).all(|(a, b)| a <= b);
                if relations.iter().any(divides) {
                    continue;
                }
                match &products[usize::from(x)] {
                    Some(shortest) => {
                        if relations.len() == most {
                            return Err(Halt::Pairs(most));
                        }
                        relations.push(Relation { left: product, right: shortest.clone() });
                    }
                    None => {
                        products[usize::from(x)] = Some(product.clone());
                        level.insert(product, x);
                    }
                }
            }
        }
        let products = products.into_iter().map(Option::unwrap_or_default).collect();
        Ok(Presentation { generators, elements, relations, products })
    }
}
