//! What readers do, view by view.

use serde_json::{Value, json};

use super::driver::Reader;

/// All of them, or those named by `GRUNDY_FLOWS=play,table`.
pub async fn all(reader: &Reader) {
    let wanted = std::env::var("GRUNDY_FLOWS").unwrap_or_default();
    let asked = |name: &str| wanted.is_empty() || wanted.split(',').any(|own| own == name);
    macro_rules! each {
        ($($flow:ident),*) => {
            $(if asked(stringify!($flow)) {
                eprintln!("{}", stringify!($flow));
                $flow(reader).await;
            })*
        };
    }
    each!(
        solve,
        mistakes,
        play,
        play_to_the_end,
        graph,
        table,
        sequence,
        rules,
        others,
        languages_and_colours,
        links,
        keyboard,
        widths
    );
}

/// The answer with its picture; a winning move leads on.
async fn solve(reader: &Reader) {
    reader.open("solve?expr=nim(3,4)+chomp(2,3)+kayles(5)").await;
    reader.see("[data-test='picture-card'] svg .spot").await;
    if std::env::var("GRUNDY_IMAGES").is_ok_and(|wish| wish == "write") {
        std::fs::write(Reader::images().join("page.png"), reader.screen().await).unwrap();
    }
    reader.open("solve?expr=nim(3,4,5)").await;
    reader.reads("[data-test='outcome']", "N").await;
    reader.reads("[data-test='grundy']", "2").await;
    reader.see("[data-test='picture-card'] svg .spot").await;
    assert_eq!(reader.count("[data-test='winning-moves'] button").await, 1);
    reader.reads("[data-test='why']", "nim-sum").await;
    reader.shot("solve").await;
    reader.click("[data-test='winning-moves'] button").await;
    reader.reads("[data-test='outcome']", "P").await;
    reader.until("decodeURIComponent(location.hash).includes('nim(1,4,5)')").await;
    // The same in misère play.
    reader.open("solve?expr=nim(1,1,2)&play=misere").await;
    reader.reads("[data-test='outcome']", "N").await;
}

/// A mistake is shown where it is, while one types.
async fn mistakes(reader: &Reader) {
    reader.open("solve").await;
    reader.write("[data-test='expr']", "nim(3,4").await;
    reader.reads(".error", "expected").await;
    reader.see("[data-test='caret']").await;
    reader.shot("mistake").await;
    reader.write("[data-test='expr']", "nimm(3,4)").await;
    reader.reads(".error", "nim").await;
    reader.write("[data-test='expr']", "dag(\"/etc/passwd\"; 1)").await;
    reader.reads(".error", "file").await;
    reader.write("[data-test='expr']", "kayles(7)").await;
    reader.reads("[data-test='grundy']", "2").await;
}

/// Chomp by clicks: the engine answers.
async fn play(reader: &Reader) {
    reader.open("play?expr=chomp(3,4)").await;
    reader.see("svg .spot").await;
    let moves = reader.count("[data-test='moves'] button").await;
    assert_eq!(moves, 11, "a move for each square but the poisoned one");
    reader.click("[data-test='hint']").await;
    reader.until("document.querySelector('[data-test=hint-text]')?.innerText.length > 5").await;
    reader.shot("play").await;
    reader.click("svg .spot[role='button']").await;
    reader.until("document.querySelectorAll('[data-test=log] li.engine').length === 1").await;
    reader.click("[data-test='undo']").await;
    reader.until("document.querySelectorAll('[data-test=log] li.engine').length === 0").await;
}

/// A won game is lost by a mistake, and the review names it.
async fn play_to_the_end(reader: &Reader) {
    reader.open("play?expr=nim(1,2)").await;
    reader.write("[data-test='typed-move']", "2 -> 0").await;
    reader.press("[data-test='typed-move']", "\u{E007}").await;
    reader.see("[data-test='review']").await;
    reader.reads("[data-test='review']", "2 → 1").await;
    assert_eq!(reader.count(".status.lost").await, 1);
    reader.shot("review").await;
    // Seats changed, the other wins.
    reader.open("play?expr=nim(1,2)").await;
    reader.write("[data-test='typed-move']", "2 -> 1").await;
    reader.press("[data-test='typed-move']", "\u{E007}").await;
    reader.until("document.querySelectorAll('[data-test=log] li').length === 2").await;
    reader.click("[data-test='moves'] button:not([disabled])").await;
    reader.see(".status.won").await;
}

/// The positions below a bush, to walk through.
async fn graph(reader: &Reader) {
    reader.open("graph?expr=hackenbush(edges(0-1,1-2,1-3))").await;
    reader.see("svg [id^='position-']").await;
    reader.reads("[data-test='node-position']", "hackenbush").await;
    reader.shot("graph").await;
    let before = reader.text("[data-test='node-position']").await;
    reader.click("[data-test='node-moves'] button").await;
    reader
        .until(&format!(
            "document.querySelector('[data-test=node-position]').innerText !== {}",
            json!(before)
        ))
        .await;
}

/// A heat map and its numbers.
async fn table(reader: &Reader) {
    reader.open("table?game=wythoff&to=20").await;
    reader.see("[data-test='table-result'] canvas").await;
    reader.shot("table").await;
    reader.open("table?game=0.137&to=80").await;
    reader.reads("[data-test='table-note']", "period 34").await;
    reader.shot("table-line").await;
    // Letters stand for numbers, and an entry leads to its position.
    reader.open("table?game=nim(3,x,y)&to=6&show=numbers").await;
    reader.reads("[data-test='numbers'] th", "x \\ y").await;
    reader.shot("table-letters").await;
    reader.click("[data-test='numbers'] tbody tr:nth-child(3) td:nth-of-type(2) button").await;
    reader.until("decodeURIComponent(location.hash).includes('nim(3,2,1)')").await;
}

/// A nim-sequence while it is computed.
async fn sequence(reader: &Reader) {
    reader.open("sequence?code=0.77&to=20000").await;
    if reader.count("[data-test='sequence-facts'] *").await == 0 {
        reader.click("[data-test='sequence-start']").await;
    }
    reader.reads("[data-test='sequence-facts']", "12").await;
    reader.reads("[data-test='sequence-facts']", "71").await;
    reader.shot("sequence").await;
}

/// A game of one's own: a mistake, then its values, then a program.
async fn rules(reader: &Reader) {
    reader.open("rules").await;
    reader.write("[data-test='rules']", "take(n) -> take(n-k) for k in 1..3").await;
    reader.reads(".error", "1..=3").await;
    reader.shot("rules-mistake").await;
    reader.write("[data-test='rules']", "take(n) ->? take(n-k) for k in 1..=3").await;
    reader.see("[data-test='family-take']").await;
    reader.reads("[data-test='family-values']", "3").await;
    reader
        .click("[data-test='emit'] [value='python'], [data-test='emit'] button:nth-of-type(3)")
        .await;
    reader.reads("[data-test='program']", "def ").await;
    reader.shot("rules").await;
    reader.click("[data-test='family-play']").await;
    reader.see("main[data-ready='play'] svg .spot").await;
}

/// Laws, odds, the catalogue and the guide.
async fn others(reader: &Reader) {
    reader.open("law?game=lasker").await;
    reader.reads("[data-test='laws']", "proved").await;
    let python = "[data-test='law-function'] [value='python'], [data-test='law-function'] button:nth-of-type(3)";
    reader.click(python).await;
    reader.reads("[data-test='law-program']", "def grundy_value(n):").await;
    reader.shot("law").await;
    // A law that is not proved says so, in the program too.
    reader.open("law?game=S&rules=S(n)%20-%3E%20S(n-k)%20for%20k%20in%201..%3Cn%20if%20n%20%25%20k%20%3D%3D%200").await;
    reader.reads("[data-test='laws']", "valuation(n, 2)").await;
    reader.click(python).await;
    reader.reads("[data-test='law-program']", "Not proved: checked for n = 0 to 1999").await;
    reader.shot("law-checked").await;
    reader.open("odds?game=nim&heaps=2&from=0&to=3").await;
    reader.reads("[data-test='odds']", "3/4").await;
    reader.open("games").await;
    reader.see("[data-test='game-hackenbush']").await;
    assert!(reader.count("[data-test='catalogue'] > *").await > 20);
    reader.shot("games").await;
    reader.open("guide").await;
    reader.see("[data-test='lesson']").await;
    reader.shot("guide").await;
}

/// Chinese, and dark.
async fn languages_and_colours(reader: &Reader) {
    reader.open("solve?expr=chomp(2,3)").await;
    reader.reads("[data-test='outcome']", "N").await;
    let english = reader.text("h1").await;
    reader.click("#language").await;
    reader.until(&format!("document.querySelector('h1').innerText !== {}", json!(english))).await;
    assert_eq!(reader.value("return document.documentElement.lang").await, json!("zh-Hans"));
    reader.reads("[data-test='outcome']", "N").await;
    // Reasons and moves too, not the words of the page alone.
    reader.reads("[data-test='winning-moves']", "取").await;
    reader.reads("[data-test='why']", "值").await;
    reader.shot("chinese").await;
    reader.click("#language").await;
    reader.reads("h1", &english).await;
    let paper = "return getComputedStyle(document.documentElement).backgroundColor";
    let light = reader.value(paper).await;
    reader.click("#theme").await;
    assert_ne!(reader.value(paper).await, light);
    reader.shot("dark").await;
    reader.click("#theme").await;
    assert_eq!(reader.value(paper).await, light);
}

/// An address shows the same again.
async fn links(reader: &Reader) {
    reader.open("play?expr=nim(3,5)").await;
    reader.write("[data-test='typed-move']", "5 -> 3").await;
    reader.press("[data-test='typed-move']", "\u{E007}").await;
    reader.until("document.querySelectorAll('[data-test=log] li.engine').length === 1").await;
    let log = reader.text("[data-test='log']").await;
    let Value::String(address) = reader.value("return location.hash").await else {
        panic!("an address is a text");
    };
    reader.open(address.trim_start_matches("#/")).await;
    reader.reads("[data-test='log']", log.lines().last().unwrap_or_default()).await;
    reader.until("document.querySelectorAll('[data-test=log] li').length === 2").await;
}

/// Everything can be done without a mouse.
async fn keyboard(reader: &Reader) {
    reader.open("play?expr=chomp(2,2)").await;
    reader.see("svg .spot[tabindex]").await;
    let focus = "document.querySelector('svg .spot[role=button]').focus()";
    reader.value(focus).await;
    reader.press("svg .spot[role='button']", "\u{E007}").await;
    reader.until("document.querySelectorAll('[data-test=log] li').length >= 1").await;
}

/// Narrow screens and wide ones.
async fn widths(reader: &Reader) {
    for width in [360, 800, 1400] {
        reader.width(width).await;
        for view in [
            "solve?expr=nim(3,4,5)+kayles(9)+chomp(3,4)",
            "play?expr=hackenbush(edges(0-1,1-2,2-0,2-3))",
            "table?game=wythoff",
            "sequence?code=0.77&to=1000",
            "graph?expr=nim(1,2)",
            "rules",
            "law?game=wythoff",
            "odds",
            "games",
            "guide",
        ] {
            reader.open(view).await;
            let name = view.split('?').next().unwrap_or(view);
            reader.is_sound(&format!("{name} at {width}")).await;
            reader.shot(&format!("{name}-{width}")).await;
        }
    }
    reader.width(1400).await;
}
