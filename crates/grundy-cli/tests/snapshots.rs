//! The README's examples and the help texts, run and compared word by word.
//!
//! After a wanted change: `TRYCMD=overwrite cargo test -p grundy-cli --test snapshots`.

mod documents;

use documents::Documents;

#[test]
fn documented_commands_print_what_is_documented() {
    let documents = Documents::new(&[
        "../../README.md",
        "../../GUIDE.md",
        "../../FAQ.md",
        "../../README.zh.md",
        "../../GUIDE.zh.md",
    ]);
    let cases = trycmd::TestCases::new();
    documents.copies().for_each(|copy| {
        cases.case(copy);
    });
    cases.case("tests/cmd/*.trycmd").case("tests/cmd/*.toml").run();
}
