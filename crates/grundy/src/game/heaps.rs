//! What games of heaps have in common: a position is one heap, and a component a list of them; or a
//! position is a tuple of heaps.

/// How such a game is read and printed: `(3,4,5)` is three heaps, each a part of its own.
macro_rules! single_heaps {
    () => {
        const LIST: bool = true;

        fn read(
            self: std::sync::Arc<Self>,
            args: &crate::syntax::Args,
            _: &crate::context::Context<'_>,
        ) -> Result<crate::game::Placed<Self>, crate::syntax::ReadError> {
            let parts = crate::read::numbers(args)?;
            Ok(crate::game::Placed::new(self, parts))
        }

        fn print(&self, heap: &crate::nat::Nat) -> String {
            crate::nat::print(heap)
        }
    };
}
pub(crate) use single_heaps;

/// How a game of tuples is read and printed: `(3,4,5)` is one position of three heaps.
macro_rules! heap_tuple {
    () => {
        fn read(
            self: std::sync::Arc<Self>,
            args: &crate::syntax::Args,
            _: &crate::context::Context<'_>,
        ) -> Result<crate::game::Placed<Self>, crate::syntax::ReadError> {
            let heaps = crate::read::numbers(args)?;
            Ok(crate::game::Placed::new(self, vec![heaps]))
        }

        fn print(&self, heaps: &Vec<crate::nat::Nat>) -> String {
            crate::game::join(heaps.iter().map(crate::nat::print), ",")
        }
    };
}
pub(crate) use heap_tuple;
