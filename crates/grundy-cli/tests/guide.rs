//! The guides to the rule language, to laws, problems, nimbers and misère play: their commands are run at the root of the
//! repository, and listings are what is run.
//!
//! After a wanted change: `TRYCMD=overwrite cargo test -p grundy-cli --test guide`.

mod documents;

use documents::Documents;
use std::path::Path;

/// The text without comments and needless space.
fn plain(rules: &str) -> String {
    let lines = rules.lines().map(|line| line.split('#').next().unwrap_or(""));
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_guide_prints_what_is_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    // This test is alone in its process: paths in the guide start at the root, for every reader.
    std::env::set_current_dir(root).unwrap();
    let documents = Documents::new(&[
        "docs/RULES.md",
        "docs/LAWS.md",
        "docs/PROBLEMS.md",
        "docs/LOOPS.md",
        "docs/NIMBERS.md",
        "docs/JOINS.md",
        "docs/BOARDS.md",
        "docs/CLUSTER.md",
        "docs/SPROUTS.md",
        "docs/MISERE.md",
    ]);
    let cases = trycmd::TestCases::new();
    documents.copies().for_each(|copy| {
        cases.case(copy);
    });
    cases.run();
    drop(documents);

    let guide = std::fs::read_to_string("docs/RULES.md").unwrap();
    let files: Vec<&str> = guide
        .split([' ', '(', ')', '\n'])
        .filter(|word| word.starts_with("examples/rules/") && word.ends_with(".rules"))
        .collect();
    let read = |file| std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{file}: {e}"));
    let inline = |line: &str| {
        let rules = line.split("--rule \"").skip(1).filter_map(|rest| rest.split('"').next());
        rules.collect::<Vec<_>>().join(" ")
    };
    let commands = guide.lines().filter(|line| line.starts_with("$ grundy")).map(inline);
    let texts: Vec<String> =
        files.into_iter().map(read).chain(commands).map(|text| plain(&text)).collect();
    let listings: Vec<&str> = guide
        .split("```rules\n")
        .skip(1)
        .map(|listing| listing.split("```").next().unwrap())
        .collect();
    assert_eq!(listings.len(), 10);
    for listing in listings {
        let listing = plain(listing);
        assert!(texts.iter().any(|text| text.contains(&listing)), "not run:\n{listing}");
    }

    // Problem files are shown without what is not needed for the point at hand.
    let listings = guide.split("```problem\n").skip(1);
    let mut shown = 0;
    for listing in listings.map(|listing| listing.split("```").next().unwrap()) {
        let title = listing.lines().next().unwrap();
        let file = std::fs::read_dir("problems")
            .unwrap()
            .filter_map(|entry| std::fs::read_to_string(entry.unwrap().path()).ok())
            .find(|text| text.starts_with(&format!("{title}\n")))
            .unwrap_or_else(|| panic!("no problem begins with {title}"));
        let missing = listing.lines().find(|line| !file.lines().any(|of_file| of_file == *line));
        assert_eq!(missing, None, "{title} has no such line");
        shown += 1;
    }
    assert_eq!(shown, 4);
}
