//! What games of single heaps have in common: a position is one heap, a component a list of them.

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
