//! Genus sequences told as text and JSON.

use super::{GenusMethod, GenusSequence};
use crate::period::Period;
use crate::solve::classes::Class;
use crate::solve::genus::Genus;
use serde::Serialize;
use std::fmt::Write as _;

/// Genera in a line of text.
const COLUMNS: u64 = 10;

/// A genus sequence of a game as it is told: its heap n is heap n + offset of a code.
pub struct GenusTable<'a> {
    /// The name of the game.
    pub title: &'a str,
    /// The genera of the code.
    pub found: &'a GenusSequence,
    /// The heap of the code that is heap 0 of the game.
    pub offset: u64,
    /// The last heap asked for.
    pub to: u64,
}

#[derive(Serialize)]
struct Json<'a> {
    game: &'a str,
    genus: Vec<Row>,
    computed: u64,
    first_wild: Option<u64>,
    preperiod: Option<u64>,
    period: Option<u64>,
    proved: bool,
    method: Vec<String>,
}

#[derive(Serialize)]
struct Row {
    heap: u64,
    genus: String,
    normal: u64,
    misere: Vec<u64>,
    class: Option<&'static str>,
    half_tame: Option<bool>,
}

impl GenusTable<'_> {
    fn rows(&self) -> impl Iterator<Item = (u64, &Genus)> {
        (0..=self.to).map_while(|n| Some((n, self.found.genus(n.checked_add(self.offset)?)?)))
    }

    fn period(&self) -> Option<Period> {
        self.found.period.map(|period| period.without_first(self.offset))
    }

    fn first_wild(&self) -> Option<u64> {
        self.found.first_wild.and_then(|n| n.checked_sub(self.offset))
    }

    fn class(&self, heap: u64) -> Option<Class> {
        self.found.class(heap.checked_add(self.offset)?)
    }

    /// For each class the heaps of it, and how many heaps have a class.
    fn classes(&self) -> (Vec<(&'static str, Vec<u64>)>, u64) {
        let mut classes: Vec<(&'static str, Vec<u64>)> =
            ["tame", "restive", "restless", "wild", "half-tame"].map(|word| (word, vec![])).into();
        let mut count = 0;
        for (heap, class) in self.rows().map_while(|(n, _)| Some((n, self.class(n)?))) {
            count = heap + 1;
            for (word, heaps) in &mut classes {
                if *word == class.kind.word() || *word == "half-tame" && class.half_tame {
                    heaps.push(heap);
                }
            }
        }
        classes.retain(|(_, heaps)| !heaps.is_empty());
        (classes, count)
    }

    /// How the genera were found.
    fn methods(&self) -> Vec<String> {
        let told = |&(method, last): &(GenusMethod, u64)| {
            let last = last.saturating_sub(self.offset);
            match method {
                GenusMethod::Types => format!("types of tame heaps, to heap {last}"),
                GenusMethod::Quotient(order) => {
                    format!("quotient by misère values of {order} elements, to heap {last}")
                }
                GenusMethod::Search => format!("search of all sums, to heap {last}"),
            }
        };
        self.found.methods.iter().map(told).collect()
    }

    /// Ten genera a line, and below what was found.
    pub fn to_text(&self) -> String {
        let rows: Vec<(u64, String)> =
            self.rows().map(|(n, genus)| (n, genus.to_string())).collect();
        let width = rows.iter().map(|(_, genus)| genus.len()).max().unwrap_or(1);
        let margin = rows.len().to_string().len().max(2);
        let mut text = format!("{}: genus sequence\n", self.title);
        for line in rows.chunks(COLUMNS as usize) {
            _ = write!(text, "{:>margin$} |", line[0].0);
            line.iter().for_each(|(_, genus)| _ = write!(text, " {genus:<width$}"));
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text.push('\n');
        match rows.last() {
            Some((last, _)) => _ = writeln!(text, "computed      heaps 0 to {last}"),
            None => text.push_str("computed      no heap\n"),
        }
        match self.first_wild() {
            Some(wild) if wild >= rows.len() as u64 => {
                _ = writeln!(text, "tame          heaps 0-{}", wild - 1);
            }
            Some(_) => {
                let (classes, count) = self.classes();
                for (word, heaps) in classes {
                    _ = writeln!(text, "{word:<14}heaps {}", ranges(&heaps));
                }
                if count < rows.len() as u64 {
                    _ = writeln!(text, "classes       not told from heap {count} on");
                }
            }
            None if rows.is_empty() => {}
            None if self.period().is_some() => text.push_str("tame          all heaps\n"),
            None => text.push_str("tame          all heaps computed\n"),
        }
        match self.period() {
            Some(period) => {
                _ = writeln!(
                    text,
                    "period        {} from {} on, proved for all heaps",
                    period.length, period.preperiod
                );
            }
            None => text.push_str("period        none is proved\n"),
        }
        for method in self.methods() {
            _ = writeln!(text, "found by      {method}");
        }
        text
    }

    /// What a card tells: the genera, how far they are tame, and the period if one is proved.
    pub fn sentences(&self) -> Vec<String> {
        let genera: Vec<String> = self.rows().map(|(_, genus)| genus.to_string()).collect();
        let Some(last) = genera.len().checked_sub(1) else { return Vec::new() };
        let mut sentences = vec![format!("heaps 0 to {last}: {}", genera.join(" "))];
        match (self.first_wild(), self.period()) {
            (Some(wild), _) if wild > last as u64 => {
                sentences.push(format!("tame to heap {}", wild - 1));
            }
            (Some(_), _) => sentences.extend(
                self.classes().0.iter().map(|(word, heaps)| format!("{word}: {}", ranges(heaps))),
            ),
            (None, Some(_)) => sentences.push("all heaps are tame".into()),
            (None, None) => sentences.push(format!("tame to heap {last}")),
        }
        if let Some(Period { preperiod, length, .. }) = self.period() {
            sentences.push(format!("genera: period {length} from {preperiod} on (proved)"));
        }
        sentences
    }

    /// One JSON object on a line.
    pub fn to_json(&self) -> String {
        serde_json::to_string(&self.facts()).expect("plain facts") + "\n"
    }

    /// The object of JSON, to be a member of another one.
    pub fn facts(&self) -> impl Serialize + '_ {
        let genus: Vec<Row> = self
            .rows()
            .map(|(heap, genus)| Row {
                heap,
                genus: genus.to_string(),
                normal: genus.normal(),
                misere: genus.values().to_vec(),
                class: self.class(heap).map(|class| class.kind.word()),
                half_tame: self.class(heap).map(|class| class.half_tame),
            })
            .collect();
        let period = self.period();
        Json {
            game: self.title,
            computed: genus.len() as u64,
            genus,
            first_wild: self.first_wild(),
            preperiod: period.map(|period| period.preperiod),
            period: period.map(|period| period.length),
            proved: period.is_some(),
            method: self.methods(),
        }
    }

    /// Heap, genus, Grundy value, misère values and class, with a header.
    pub fn to_csv(&self) -> String {
        let mut text = "n,genus,normal,misere,class\n".to_owned();
        for (n, genus) in self.rows() {
            let values: Vec<String> = genus.values().iter().map(u64::to_string).collect();
            let class = self.class(n).map(|class| class.to_string().replace(',', ""));
            let class = class.unwrap_or_default();
            _ = writeln!(text, "{n},\"{genus}\",{},{},{class}", genus.normal(), values.join(" "));
        }
        text
    }
}

/// Ranges of a list of numbers that are told.
const RANGES: usize = 12;

/// Increasing numbers as ranges: `0-4, 6-8, 10`.
fn ranges(numbers: &[u64]) -> String {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for &n in numbers {
        match ranges.last_mut() {
            Some((_, end)) if *end + 1 == n => *end = n,
            _ => ranges.push((n, n)),
        }
    }
    let told = ranges.iter().take(RANGES).map(|&(start, end)| match end - start {
        0 => start.to_string(),
        _ => format!("{start}-{end}"),
    });
    let mut words: Vec<String> = told.collect();
    if let Some((start, _)) = ranges.get(RANGES) {
        words.push(format!("and others from {start} on"));
    }
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_counted_from_the_first_heap_of_the_game() {
        let code = "0.007".parse().unwrap();
        let (found, _) = GenusSequence::of(&code, 12, &Default::default());
        let table = GenusTable { title: "treblecross", found: &found, offset: 2, to: 10 };
        let json: serde_json::Value = serde_json::from_str(&table.to_json()).unwrap();
        assert_eq!((&json["computed"], &json["genus"][1]["genus"]), (&11.into(), &"1^031".into()));
        assert_eq!(table.to_csv().lines().count(), 12);
        assert!(table.to_text().contains("heaps 0 to 10"), "{}", table.to_text());
        let told = table.sentences();
        assert!(told[0].starts_with("heaps 0 to 10: 0^120 1^031 1^031 "), "{told:?}");
        let wild = json["first_wild"].as_u64().unwrap();
        assert!(wild > 10, "{wild}");
        assert_eq!(told[1..], [format!("tame to heap {}", wild - 1)]);
        assert!(table.to_text().contains(&format!("tame          heaps 0-{}\n", wild - 1)));
        assert_eq!(json["genus"][1]["class"], "tame");
    }

    #[test]
    fn a_card_tells_the_classes_and_the_period() {
        let code = "0.123".parse().unwrap();
        let (found, _) = GenusSequence::of(&code, 9, &Default::default());
        let told = GenusTable { title: "0.123", found: &found, offset: 0, to: 9 }.sentences();
        let wanted = [
            "tame: 0-7",
            "restive: 9",
            "restless: 8",
            "half-tame: 9",
            "genera: period 5 from 5 on (proved)",
        ];
        assert_eq!(told[1..], wanted);
    }

    #[test]
    fn classes_are_told_in_ranges_as_far_as_they_are_known() {
        assert_eq!(ranges(&[0, 1, 2, 5, 7, 8]), "0-2, 5, 7-8");
        let odd: Vec<u64> = (0..40).map(|n| 2 * n + 1).collect();
        assert!(ranges(&odd).ends_with("21, 23, and others from 25 on"), "{}", ranges(&odd));
        let (found, _) = GenusSequence::of(&"0.123".parse().unwrap(), 600, &Default::default());
        let table = GenusTable { title: "0.123", found: &found, offset: 0, to: 600 };
        let text = table.to_text();
        assert!(text.contains("classes       not told from heap 501 on\n"), "{text}");
        assert!(text.contains("restive       heaps 9, 14, 19, 24"), "{text}");
        let csv = table.to_csv();
        assert!(csv.contains("\n9,\"1^20\",1,2 0,restive half-tame\n"), "{csv}");
        assert!(csv.ends_with(",\n"), "{csv}");
    }
}
