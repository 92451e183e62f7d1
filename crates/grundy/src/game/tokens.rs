//! What games with tokens on a directed graph have in common: a component is a list of tokens, each the
//! vertex that it stands on.

/// How such a game is read, printed and drawn. It has the graph as `tokens`, reads a graph with its
/// tokens by `read_source`, and its name is `TITLE`.
macro_rules! token_game {
    () => {
        const LIST: bool = true;

        fn title(&self) -> String {
            TITLE.into()
        }

        fn identity(&self) -> String {
            self.tokens.names.identity.clone()
        }

        fn read(
            self: std::sync::Arc<Self>,
            args: &crate::syntax::Args,
            context: &crate::context::Context<'_>,
        ) -> Result<crate::game::Placed<Self>, crate::syntax::ReadError> {
            let (source, tokens) = crate::graph::tokens::source_with_tokens(args)?;
            let (game, parts) = Self::read_source(&source, Some(tokens), context)?;
            let notes = game.tokens.names.notes.clone();
            Ok(crate::game::Placed { game: std::sync::Arc::new(game), parts, notes })
        }

        fn picture(&self, &vertex: &u32) -> Vec<String> {
            self.tokens.picture(vertex)
        }

        fn print(&self, &vertex: &u32) -> String {
            self.tokens.names.number(vertex)
        }

        fn print_all(&self, parts: &[u32]) -> String {
            self.tokens.print_all(TITLE, parts)
        }

        fn sketch(
            &self,
            &token: &u32,
            moves: &[crate::game::Offer<'_, u32>],
        ) -> Option<crate::sketch::Sketch> {
            let moves: Vec<&[u32]> = moves.iter().map(|offer| &offer.to.sum[..]).collect();
            self.tokens.sketch(token, &moves)
        }

        fn print_move(&self, &from: &u32, to: &crate::game::Move<u32>) -> String {
            self.tokens.print_move(from, to)
        }

        fn heaps(&self, _: &u32) -> Vec<crate::nat::Nat> {
            Vec::new()
        }

        fn move_names(&self, &from: &u32, to: &crate::game::Move<u32>) -> Vec<String> {
            self.tokens.move_names(from, to)
        }
    };
}
pub(crate) use token_game;
