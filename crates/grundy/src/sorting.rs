//! Sorting where nobody waits for it. The sort of the standard library is ten kilobytes of machine code for each
//! type and each comparison; the library is built with a few of them instead of a hundred.

use std::cmp::Ordering;

/// Sorts, equal items in the order that they had.
pub fn sort<T: Ord>(items: &mut Vec<T>) {
    let order = order(items.len(), &|a, b| items[a].cmp(&items[b]));
    arrange(items, order);
}

/// Sorts by a comparison, equal items in the order that they had.
pub fn sort_by<T>(items: &mut Vec<T>, compare: &dyn Fn(&T, &T) -> Ordering) {
    let order = order(items.len(), &|a, b| compare(&items[a], &items[b]));
    arrange(items, order);
}

/// Puts the items into this order.
fn arrange<T>(items: &mut Vec<T>, order: Vec<usize>) {
    let mut from: Vec<Option<T>> = items.drain(..).map(Some).collect();
    items.extend(order.into_iter().filter_map(|place| from[place].take()));
}

/// The places from 0 to `count`, sorted.
pub fn order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    sort_places(&mut places, compare);
    places
}

/// Sorts places, equal ones in the order that they had.
pub fn sort_places(places: &mut [usize], compare: &dyn Fn(usize, usize) -> Ordering) {
    places.sort_by(|&a, &b| compare(a, b));
}

/// Sorts what has a height, or another measure; equal ones stay in the order that they had.
pub fn sort_measured(items: &mut [(f64, usize)]) {
    items.sort_by(|a, b| a.0.total_cmp(&b.0));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorting_is_the_sorting_of_the_standard_library() {
        let mut rng = fastrand::Rng::with_seed(1);
        for len in 0..60 {
            let items: Vec<(u8, String)> =
                (0..len).map(|_| (rng.u8(..9), rng.u8(..3).to_string())).collect();
            let (mut ours, mut theirs) = (items.clone(), items.clone());
            sort(&mut ours);
            theirs.sort();
            assert_eq!(ours, theirs);
            let (mut ours, mut theirs) = (items.clone(), items);
            sort_by(&mut ours, &|a, b| b.0.cmp(&a.0));
            theirs.sort_by_key(|item| std::cmp::Reverse(item.0));
            assert_eq!(ours, theirs);
        }
    }

    #[test]
    fn equal_measures_stay_in_their_order() {
        let mut rng = fastrand::Rng::with_seed(2);
        let mut items: Vec<(f64, usize)> =
            (0..100).map(|place| (f64::from(rng.u8(..9)), place)).collect();
        sort_measured(&mut items);
        assert!(items.is_sorted());
    }
}
