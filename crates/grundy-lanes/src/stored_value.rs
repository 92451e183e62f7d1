//! The integers that are stored.

mod sealed {
    /// Integers only: every bit pattern is a value.
    pub trait Sealed {}
}

/// An integer of one or two bytes.
pub trait Integer:
    sealed::Sealed + Copy + Eq + Ord + Default + Send + Sync + std::fmt::Debug + 'static
{
    /// The greatest integer. It stands for "none" where a value may be missing.
    const NONE: Self;

    /// The low bits of `x`.
    fn of(x: u32) -> Self;

    /// The value as `u32`.
    fn number(self) -> u32;

    /// Exclusive or.
    fn xor(self, other: Self) -> Self;

    /// Bitwise or.
    fn or(self, other: Self) -> Self;
}

macro_rules! stored {
    ($t:ty) => {
        impl sealed::Sealed for $t {}
        impl Integer for $t {
            const NONE: Self = <$t>::MAX;
            #[inline(always)]
            fn of(x: u32) -> Self {
                x as $t
            }
            #[inline(always)]
            fn number(self) -> u32 {
                self.into()
            }
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }
        }
    };
}
stored!(u8);
stored!(u16);
