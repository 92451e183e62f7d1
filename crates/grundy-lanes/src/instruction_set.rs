//! The instruction sets that the vector loops are written for.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

/// An instruction set that this processor has.
///
/// ```
/// use grundy_lanes::InstructionSet;
/// let portable: InstructionSet = "portable".parse().unwrap();
/// assert!(InstructionSet::available().contains(&portable));
/// let error = "sse9".parse::<InstructionSet>().unwrap_err();
/// assert!(error.to_string().starts_with("`sse9` is not an instruction set; available here: "));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionSet(pub(crate) Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// The names of all sets, whatever the processor.
const NAMES: [&str; 3] = ["portable", "avx2", "avx512"];

/// The set of the process, once it is fixed.
static CURRENT: OnceLock<InstructionSet> = OnceLock::new();

impl InstructionSet {
    /// Portable code: no vector instructions beyond those that the compiler assumes.
    pub const PORTABLE: Self = Self(Kind::Portable);

    /// The most capable set of this processor.
    pub fn best() -> Self {
        *Self::available().last().expect("one at least")
    }

    /// The sets of this processor, from the least capable to the most capable.
    pub fn available() -> Vec<Self> {
        #[allow(unused_mut)]
        let mut all = vec![Self::PORTABLE];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
        {
            all.push(Self(Kind::Avx2));
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512cd")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vbmi")
                && is_x86_feature_detected!("avx512vbmi2")
                && is_x86_feature_detected!("avx512vpopcntdq")
            {
                all.push(Self(Kind::Avx512));
            }
        }
        all
    }

    /// The set that engines of this process use unless they are given one: the one that was
    /// [selected](Self::select), else the [best](Self::best). The first call fixes it.
    pub fn current() -> Self {
        *CURRENT.get_or_init(Self::best)
    }

    /// Makes this set the [current](Self::current) one of the process.
    ///
    /// # Errors
    /// The set that is current, if another one was fixed before.
    pub fn select(self) -> Result<(), Self> {
        match *CURRENT.get_or_init(|| self) {
            current if current == self => Ok(()),
            current => Err(current),
        }
    }

    /// The name: `portable`, `avx2` or `avx512`.
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Portable => NAMES[0],
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => NAMES[1],
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => NAMES[2],
        }
    }
}

impl FromStr for InstructionSet {
    type Err = UnavailableSet;

    /// Reads a name, which must be that of an available set.
    fn from_str(name: &str) -> Result<Self, UnavailableSet> {
        let mut available = Self::available().into_iter();
        available.find(|set| set.name() == name).ok_or_else(|| UnavailableSet(name.to_owned()))
    }
}

/// The name of a set that this processor lacks, or that is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnavailableSet(String);

impl fmt::Display for UnavailableSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.0;
        match NAMES.contains(&name.as_str()) {
            true => write!(f, "this processor does not have the instruction set `{name}`")?,
            false => write!(f, "`{name}` is not an instruction set")?,
        }
        let available: Vec<_> = InstructionSet::available().iter().map(|set| set.name()).collect();
        write!(f, "; available here: {}", available.join(", "))
    }
}

impl std::error::Error for UnavailableSet {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        let available = InstructionSet::available();
        assert_eq!(available[0], InstructionSet::PORTABLE);
        for &set in &available {
            assert_eq!(set.name().parse(), Ok(set));
        }
        assert_eq!(available.last(), Some(&InstructionSet::best()));
        for name in ["", "AVX2", "avx", "best"] {
            let error = name.parse::<InstructionSet>().unwrap_err().to_string();
            let all = available.iter().map(|set| set.name()).collect::<Vec<_>>().join(", ");
            assert_eq!(error, format!("`{name}` is not an instruction set; available here: {all}"));
        }
    }

    #[test]
    fn a_set_that_the_processor_lacks_is_refused() {
        let available = InstructionSet::available();
        let mut lacking = 0;
        for name in NAMES.into_iter().filter(|name| available.iter().all(|set| set.name() != *name))
        {
            let error = name.parse::<InstructionSet>().unwrap_err().to_string();
            assert!(error.contains("does not have") && error.contains("portable"), "{error}");
            lacking += 1;
        }
        assert_eq!(lacking + available.len(), NAMES.len());
    }

    #[test]
    fn the_set_of_the_process_is_fixed_once() {
        let current = InstructionSet::current();
        assert_eq!(current.select(), Ok(()));
        let others = InstructionSet::available().into_iter().filter(|&set| set != current);
        for other in others {
            assert_eq!(other.select(), Err(current));
        }
        assert_eq!(InstructionSet::current(), current);
    }
}
