//! The catalogue's entry of a game.

use crate::translation::Language;
use std::borrow::Cow;

/// The catalogue's entry of a game.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub struct Card<'a> {
    /// The name typed; for take-and-break codes a word for them.
    pub name: &'a str,
    /// The parameters, with brackets; empty if there are none.
    pub params: &'a str,
    /// How a position is written.
    pub position: &'a str,
    /// The rules in words.
    pub rules: &'a str,
    /// The theorem used, or how it is searched.
    pub theorem: &'a str,
    /// Author and year.
    pub source: &'a str,
    /// O(...) of an answer.
    pub cost: &'a str,
    /// Expressions that can be pasted.
    pub examples: &'a [&'a str],
}

/// A card in another language: what its sentences are borrowed from.
#[derive(Clone, Debug)]
pub struct TranslatedCard<'a> {
    card: Card<'a>,
    params: Cow<'a, str>,
    position: Cow<'a, str>,
    rules: Cow<'a, str>,
    theorem: Cow<'a, str>,
    source: Cow<'a, str>,
    cost: Cow<'a, str>,
}

impl<'a> Card<'a> {
    /// The same in a language; name and examples stay as they are typed.
    ///
    /// ```
    /// use grundy::games::REGISTRY;
    /// use grundy::translation::Language;
    /// let nim = REGISTRY.iter().map(|family| family.card()).find(|card| card.name == "nim").unwrap();
    /// let card = nim.translated(Language::Chinese);
    /// assert_eq!(card.card().rules, "从一堆里取任意正数个。");
    /// ```
    pub fn translated(&self, language: Language) -> TranslatedCard<'a> {
        TranslatedCard {
            card: *self,
            params: language.sentence(self.params),
            position: language.sentence(self.position),
            rules: language.sentence(self.rules),
            theorem: language.sentence(self.theorem),
            source: language.sentence(self.source),
            cost: language.sentence(self.cost),
        }
    }
}

impl TranslatedCard<'_> {
    /// The card.
    pub fn card(&self) -> Card<'_> {
        Card {
            params: &self.params,
            position: &self.position,
            rules: &self.rules,
            theorem: &self.theorem,
            source: &self.source,
            cost: &self.cost,
            ..self.card
        }
    }
}
