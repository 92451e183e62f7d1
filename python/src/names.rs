//! The games that a position's text may name besides the catalogue's: texts of rules, rulesets in Python.

use crate::ruleset::Core;
use crate::ruleset::game::PythonFamily;
use crate::trouble::refused;
use grundy::Catalogue;
use grundy::game::Family;
use grundy_rules::game::Rules;
use pyo3::prelude::*;
use std::sync::Arc;

/// Rules that were read from a text.
pub struct Text {
    /// The games.
    pub rules: Rules,
    /// The text.
    pub text: String,
    /// The values of its inputs, as `NAME=VALUE`.
    pub inputs: Vec<String>,
}

/// Where a game comes from.
#[derive(Clone)]
pub enum Source {
    /// A text.
    Text(Arc<Text>),
    /// Python.
    Python(Arc<PythonFamily>),
}

impl Source {
    fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Text(a), Self::Text(b)) => Arc::ptr_eq(a, b),
            (Self::Python(a), Self::Python(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }

    fn families(&self) -> Vec<&dyn Family> {
        match self {
            Self::Text(text) => {
                text.rules.families().iter().map(|family| family as &dyn Family).collect()
            }
            Self::Python(family) => vec![&**family as &dyn Family],
        }
    }

    fn names(&self) -> Vec<String> {
        self.families().iter().map(|family| family.card().name.to_lowercase()).collect()
    }
}

/// The games of one's own that a position needs; usually none.
#[derive(Clone, Default)]
pub struct Names(Option<Arc<[Source]>>);

impl Names {
    /// Of one source.
    pub fn of(source: Source) -> Self {
        Self(Some(Arc::new([source])))
    }

    /// Of several sources.
    pub fn all(sources: Vec<Source>) -> Self {
        Self((!sources.is_empty()).then(|| sources.into()))
    }

    /// The same without rulesets written in Python.
    pub fn without_python(&self) -> Self {
        let texts = self.sources().iter().filter(|source| matches!(source, Source::Text(_)));
        Self::all(texts.cloned().collect())
    }

    /// All sources.
    pub fn sources(&self) -> &[Source] {
        self.0.as_deref().unwrap_or_default()
    }

    /// Calls with the catalogue in which these games come first.
    pub fn with_catalogue<T>(&self, call: impl FnOnce(&Catalogue<'_>) -> T) -> T {
        match &self.0 {
            None => call(&Catalogue::default()),
            Some(sources) => {
                call(&Catalogue::default().with(sources.iter().flat_map(Source::families)))
            }
        }
    }

    /// The games of both; `titles` are those of all components on either side.
    ///
    /// # Errors
    /// `RefusedError` if a name stands for one game here and for another there: the text of the sum
    /// would not read back.
    pub fn join(
        &self,
        titles: &[String],
        other: &Self,
        others: &[String],
        py: Python<'_>,
    ) -> PyResult<Self> {
        if self.0.is_none() && other.0.is_none() {
            return Ok(Self::default());
        }
        let clash = |names: &Self, of: &Self, titles: &[String]| {
            let new = names.sources().iter().filter(|a| !of.sources().iter().any(|b| a.same(b)));
            let names: Vec<String> = new.flat_map(Source::names).collect();
            titles
                .iter()
                .find(|title| {
                    names.contains(&title.split('[').next().unwrap_or(title).to_lowercase())
                })
                .cloned()
        };
        if let Some(name) = clash(self, other, others).or_else(|| clash(other, self, titles)) {
            let message = format!(
                "two different games of this sum are called {name}: give one of them another name"
            );
            return Err(refused(py, &message));
        }
        let mut all = self.sources().to_vec();
        for source in other.sources() {
            if !all.iter().any(|own| own.same(source)) {
                all.push(source.clone());
            }
        }
        Ok(Self(Some(all.into())))
    }

    /// The rulesets written in Python.
    pub fn python(&self) -> impl Iterator<Item = &Arc<Core>> {
        self.sources().iter().filter_map(|source| match source {
            Source::Python(family) => Some(family.core()),
            Source::Text(_) => None,
        })
    }

    /// Forgets what rulesets raised in questions that are over.
    pub fn forget_failures(&self) {
        self.python().for_each(|core| drop(core.take_failure()));
    }

    /// What a ruleset raised.
    pub fn take_failure(&self) -> Option<PyErr> {
        self.python().find_map(|core| core.take_failure())
    }
}
