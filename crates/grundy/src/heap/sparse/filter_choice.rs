//! Which filter is faster: measured, as this depends on the game, the caches and the instructions.

/// The filter in use. Values do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    /// Windows of bit planes.
    Windows,
    /// Marks for each partner and heap.
    Marks,
}

/// The heaps from which on methods are compared: witness rates are settled before.
const FIRST_TRIAL_HEAPS: usize = 1 << 17;

/// Heaps of a measurement.
const MEASURED_HEAPS: usize = 1 << 14;

/// How many times as many heaps there are at the next comparison.
const TRIAL_FACTOR: usize = 2;

/// Rare heaps up to which marks use all of them.
const MAX_COMPLETE: usize = 1 << 15;

/// The choice between the two filters, made anew each time there are [`TRIAL_FACTOR`] times as many heaps.
#[derive(Clone, Debug)]
pub(super) struct FilterChoice {
    method: Method,
    /// The heaps and seconds of the measurement that goes on.
    measured: (usize, f64),
    /// Seconds for each heap by the other method, while this one is measured to be compared.
    other: Option<f64>,
    next_trial: usize,
    /// The method of tests.
    forced: Option<Method>,
    /// Rare heaps up to which marks use all of them.
    pub max_complete: usize,
}

impl Default for FilterChoice {
    fn default() -> Self {
        Self {
            method: Method::Windows,
            measured: (0, 0.0),
            other: None,
            next_trial: FIRST_TRIAL_HEAPS,
            forced: None,
            max_complete: MAX_COMPLETE,
        }
    }
}

impl FilterChoice {
    /// The method to go on with.
    pub fn method(&self) -> Method {
        self.forced.unwrap_or(self.method)
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
        if self.other.is_some() { MEASURED_HEAPS } else { 4 * MEASURED_HEAPS }
    }

    /// Takes notice that heaps up to `len` were computed by the method in so many seconds.
    pub fn learn(&mut self, heaps: usize, seconds: f64, len: usize) {
        self.measured = (self.measured.0 + heaps, self.measured.1 + seconds);
        if self.measured.0 < MEASURED_HEAPS {
            return;
        }
        let (heaps, seconds) = std::mem::take(&mut self.measured);
        let rate = seconds / heaps as f64;
        match self.other.take() {
            Some(other) => {
                if other < rate {
                    self.change();
                }
                self.next_trial = TRIAL_FACTOR * len;
            }
            None if len >= self.next_trial => {
                self.other = Some(rate);
                self.change();
            }
            None => {}
        }
    }

    fn change(&mut self) {
        self.method = match self.method {
            Method::Windows => Method::Marks,
            Method::Marks => Method::Windows,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The method after each measurement of so many heaps.
    fn methods(seconds: impl Fn(Method) -> f64, heaps: usize) -> Vec<Method> {
        let mut choice = FilterChoice::default();
        let mut len = 0;
        let mut out = Vec::new();
        while len < 64 * FIRST_TRIAL_HEAPS {
            len += heaps;
            choice.learn(heaps, seconds(choice.method()), len);
            out.push(choice.method());
        }
        out
    }

    #[test]
    fn the_faster_method_is_used_nearly_always() {
        for heaps in [1 << 9, 1 << 14, 1 << 16] {
            for faster in [Method::Windows, Method::Marks] {
                let methods = methods(|m| if m == faster { 1.0 } else { 2.0 }, heaps);
                let slow = methods.iter().filter(|&&m| m != faster).count() * heaps;
                let early = if faster == Method::Marks { FIRST_TRIAL_HEAPS } else { 0 };
                assert!(methods.last() == Some(&faster), "{heaps} {faster:?}");
                assert!(
                    slow <= early + 10 * MEASURED_HEAPS.max(heaps),
                    "{heaps} {faster:?} {slow}"
                );
                assert!(slow > early, "{heaps} {faster:?}");
            }
        }
    }
}
