//! Which method is the fastest: measured, as this depends on the game, the caches and the
//! instructions.

/// How common values below that of a heap are shown to be options. Values do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    /// Windows of bit planes for most of them, then candidates.
    Windows,
    /// Marks for each partner and heap, then candidates.
    Marks,
    /// All rare pairs, without candidates; windows are for rare options only.
    AllPairs,
}

/// The heaps from which on methods are compared: witness rates are settled before.
const FIRST_TRIAL_HEAPS: usize = 1 << 17;

/// One in so many heaps is part of a measurement, within these bounds. A long one is not upset by another
/// process that takes the processor meanwhile.
const MEASURED_PART: usize = 1 << 10;
const MIN_MEASURED_HEAPS: usize = 1 << 14;
const MAX_MEASURED_HEAPS: usize = 1 << 22;

/// Parts of a measurement. The first one after a change is not counted, as tables are filled.
const PARTS: usize = 4;

/// How many times as many heaps there are at the next comparison, but no more than so many heaps later.
const TRIAL_FACTOR: usize = 2;
const MAX_TRIAL_DISTANCE: usize = 1 << 30;

/// Rare heaps up to which marks use all of them.
const MAX_COMPLETE: usize = 1 << 15;

/// The choice between the methods, made anew now and then.
#[derive(Clone, Debug)]
pub(super) struct MethodChoice {
    method: Method,
    /// The heaps and seconds of the measurement that goes on.
    measured: (usize, f64),
    /// How many heaps it takes.
    wanted: usize,
    /// Whether the method was changed, so that what is measured next does not count.
    settling: bool,
    /// Seconds for each heap by the methods that were measured in the comparison that goes on.
    rates: Vec<(Method, f64)>,
    next_trial: usize,
    /// The method of tests.
    forced: Option<Method>,
    /// Rare heaps up to which marks use all of them.
    pub max_complete: usize,
}

impl Default for MethodChoice {
    fn default() -> Self {
        Self {
            method: Method::Windows,
            measured: (0, 0.0),
            wanted: MIN_MEASURED_HEAPS,
            settling: false,
            rates: Vec::new(),
            next_trial: FIRST_TRIAL_HEAPS,
            forced: None,
            max_complete: MAX_COMPLETE,
        }
    }
}

impl MethodChoice {
    /// The method to go on with, among those that are possible: the first one of them if the choice is
    /// not.
    pub fn method(&self, possible: &[Method]) -> Method {
        let choice = self.forced.unwrap_or(self.method);
        if possible.contains(&choice) { choice } else { possible[0] }
    }

    /// Fixes the method, if one is given, and how many rare heaps marks use all of.
    #[cfg(test)]
    pub fn force(&mut self, forced: Option<(Method, usize)>) {
        self.forced = forced.map(|forced| forced.0);
        self.max_complete = forced.map_or(MAX_COMPLETE, |forced| forced.1);
    }

    /// Whether the method is fixed.
    pub fn is_forced(&self) -> bool {
        self.forced.is_some()
    }

    /// How many heaps may be computed before [`Self::learn`] is called: few while the methods are
    /// compared.
    pub fn patience(&self) -> usize {
        if self.rates.is_empty() { 4 * MIN_MEASURED_HEAPS } else { self.wanted / PARTS }
    }

    /// Takes notice that heaps up to `len` were computed in so many seconds by the
    /// [method](Self::method) among the possible ones.
    pub fn learn(&mut self, possible: &[Method], heaps: usize, seconds: f64, len: usize) {
        let method = self.method(possible);
        if self.is_forced() {
            return;
        }
        if method != self.method || possible.len() < 2 {
            // The choice is no longer possible, or there is none.
            (self.method, self.measured, self.settling) = (method, (0, 0.0), false);
            self.rates.clear();
            return;
        }
        if std::mem::take(&mut self.settling) {
            return;
        }
        self.measured = (self.measured.0 + heaps, self.measured.1 + seconds);
        self.wanted = (len / MEASURED_PART).clamp(MIN_MEASURED_HEAPS, MAX_MEASURED_HEAPS);
        if self.measured.0 < self.wanted {
            return;
        }
        let (heaps, seconds) = std::mem::take(&mut self.measured);
        if self.rates.is_empty() && len < self.next_trial {
            return;
        }
        self.rates.push((method, seconds / heaps as f64));
        let is_measured = |method: &&Method| self.rates.iter().any(|rate| rate.0 == **method);
        let next = match possible.iter().find(|method| !is_measured(method)) {
            Some(&next) => next,
            None => {
                self.next_trial = (TRIAL_FACTOR * len).min(len + MAX_TRIAL_DISTANCE);
                let rates = std::mem::take(&mut self.rates).into_iter();
                rates.min_by(|a, b| a.1.total_cmp(&b.1)).expect("two at least").0
            }
        };
        self.settling = next != method;
        self.method = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Method; 3] = [Method::Windows, Method::Marks, Method::AllPairs];

    /// The method after each measurement of so many heaps, and by which the heaps were computed.
    fn methods(possible: &[Method], seconds: impl Fn(Method) -> f64, heaps: usize) -> Vec<Method> {
        let mut choice = MethodChoice::default();
        let mut len = 0;
        let mut out = Vec::new();
        while len < 64 * FIRST_TRIAL_HEAPS {
            len += heaps;
            choice.learn(possible, heaps, seconds(choice.method(possible)), len);
            out.push(choice.method(possible));
        }
        out
    }

    #[test]
    fn the_fastest_method_is_used_nearly_always() {
        for (heaps, possible) in [1 << 9, 1 << 14, 1 << 16]
            .into_iter()
            .flat_map(|heaps| [&ALL[..], &ALL[..2], &ALL[1..]].map(|possible| (heaps, possible)))
        {
            for &fastest in possible {
                let seconds = |m| if m == fastest { 1.0 } else { 2.0 };
                let methods = methods(possible, seconds, heaps);
                let slow = methods.iter().filter(|&&m| m != fastest).count() * heaps;
                let early = if fastest == possible[0] { 0 } else { FIRST_TRIAL_HEAPS };
                assert!(methods.last() == Some(&fastest), "{heaps} {fastest:?}");
                let most = 10 * (possible.len() - 1) * (MIN_MEASURED_HEAPS.max(heaps) + heaps);
                assert!(slow <= early + most, "{heaps} {fastest:?} {slow}");
                assert!(slow > early, "{heaps} {fastest:?}");
            }
        }
    }

    #[test]
    fn a_method_that_becomes_impossible_is_given_up() {
        let mut choice = MethodChoice::default();
        let mut len = 0;
        while len < 2 * FIRST_TRIAL_HEAPS {
            len += MIN_MEASURED_HEAPS;
            let seconds = if choice.method(&ALL) == Method::AllPairs { 1.0 } else { 2.0 };
            choice.learn(&ALL, MIN_MEASURED_HEAPS, seconds, len);
        }
        assert_eq!(choice.method(&ALL), Method::AllPairs);
        for possible in [&ALL[..2], &ALL[..1]] {
            assert_eq!(choice.method(possible), Method::Windows);
            choice.learn(possible, MIN_MEASURED_HEAPS, 1.0, len);
            assert_eq!(choice.method(&ALL), Method::Windows);
        }
    }
}
