//! The README's examples and the help texts, run and compared word by word.
//!
//! After a wanted change: `TRYCMD=overwrite cargo test -p grundy-cli --test snapshots`.

#[test]
fn documented_commands_print_what_is_documented() {
    trycmd::TestCases::new()
        .case("../../README.md")
        .case("../../GUIDE.md")
        .case("tests/cmd/*.trycmd");
}
