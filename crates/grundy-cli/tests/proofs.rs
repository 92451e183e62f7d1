//! Files of `grundy solve`: certificates of boards and graphs, checkpoints of their searches.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn output(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy")).args(args).output().unwrap()
}

fn stdout(args: &[&str]) -> String {
    let output = output(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The exit code, and what is told on standard error.
fn failure(args: &[&str]) -> (i32, String) {
    let output = output(args);
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// A new directory of this test.
fn directory(name: &str) -> PathBuf {
    let path =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    std::fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn certificates_of_boards_graphs_and_drawings_are_checked() {
    let dir = directory("proofs");
    let path = dir.join("p.cert");
    let file = path.to_str().unwrap();
    for position in [
        "cram(3,7)",
        "cram(6,6)",
        "kings(4,5) + nim(3)",
        "sprouts(5) + sprouts(\"0.AB.}0.AB.}!\") + cram(3,4)",
        "node-kayles(edges(1-2,2-3,3-4,4-5,5-6,6-7,7-8,8-9,9-10,10-11,11-12,12-13))",
    ] {
        let answer = output(&["solve", position, "--json", "--moves", "0", "--certificate", file]);
        let text = String::from_utf8(answer.stdout).unwrap();
        let told = String::from_utf8(answer.stderr).unwrap();
        let bytes = std::fs::metadata(&path).unwrap().len();
        assert!(told.contains(&format!("claims about parts, {bytes} bytes")), "{told}");
        let checked = stdout(&["verify", file, "--json", "--threads", "2"]);
        let grundy = |text: &str| {
            let object: serde_json::Value = serde_json::from_str(text).unwrap();
            (object["grundy"].to_string(), object["outcome"].to_string())
        };
        assert_eq!(grundy(&text), grundy(&checked), "{position}");
        assert!(stdout(&["verify", file]).contains("the certificate is true"));
    }
    let mut bytes = std::fs::read(&path).unwrap();
    let end = bytes.len() - 40;
    bytes[end] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let (code, told) = failure(&["verify", file]);
    assert!(code == 4 && told.contains("checksum"), "{told}");

    let (code, told) = failure(&["solve", "--misere", "wythoff(1,2)", "--certificate", file]);
    assert!(code == 2 && told.contains("has no certificate"), "{told}");
    let (code, told) = failure(&["solve", "wythoff(1,2)", "--certificate", file]);
    assert!(code == 2 && told.contains("has no certificate"), "{told}");
    let (code, told) = failure(&["solve", "cram(2,2)", "cram(2,3)", "--certificate", file]);
    assert!(code == 2 && told.contains("one position"), "{told}");
    std::fs::remove_dir_all(dir).unwrap();
}

#[test]
fn laws_of_infinite_quotients_are_checked() {
    let dir = directory("counts");
    let path = dir.join("law.cert");
    let file = path.to_str().unwrap();
    let text = stdout(&["quotient", "0.3141", "--elements", "100", "--certificate", file]);
    assert!(text.contains("up to 5 is infinite"), "{text}");
    let told = stdout(&["verify", file]);
    assert!(told.starts_with("0.3141: the certificate is true\n"), "{told}");
    assert!(told.contains("quotient of these heaps is infinite"), "{told}");
    let object: serde_json::Value =
        serde_json::from_str(&stdout(&["verify", file, "--json"])).unwrap();
    assert_eq!(object["heap"], 5);
    assert_eq!((&object["valid"], &object["infinite"]), (&true.into(), &true.into()));
    let written = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, written.replace("0.3141", "0.3142")).unwrap();
    let (code, told) = failure(&["verify", file]);
    assert!(code == 1 && told.contains("the certificate is false"), "{told}");
    std::fs::write(&path, &written[..200]).unwrap();
    assert_eq!(failure(&["verify", file]).0, 4);
    std::fs::remove_dir_all(dir).unwrap();
}

#[test]
fn outcomes_in_misere_play_are_checked() {
    let dir = directory("misere");
    let path = dir.join("m.cert");
    let file = path.to_str().unwrap();
    for position in [
        "cram(3,7)",
        "kings(4,5) + nim(3)",
        "sprouts(4) + cram(3,4)",
        "node-kayles(2,9)",
        "nim(1,1)",
    ] {
        let args = ["solve", "--misere", position, "--json", "--moves", "0", "--certificate", file];
        let answer = output(&args);
        let told = String::from_utf8(answer.stderr).unwrap();
        let bytes = std::fs::metadata(&path).unwrap().len();
        assert!(told.contains(&format!("claims about sums, {bytes} bytes")), "{told}");
        let object = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        let answer = object(std::str::from_utf8(&answer.stdout).unwrap());
        let checked = object(&stdout(&["verify", file, "--json", "--threads", "2"]));
        assert_eq!(answer["outcome"], checked["outcome"], "{position}");
        assert_eq!((&checked["play"], &checked["valid"]), (&"misere".into(), &true.into()));
        assert!(stdout(&["verify", file]).contains("in misère play: the"));
    }
    std::fs::remove_dir_all(dir).unwrap();
}

#[test]
fn rules_of_a_certificate_are_shown() {
    let dir = directory("rules");
    let path = dir.join("r.cert");
    let file = path.to_str().unwrap();
    // The name is that of a built-in game, the rules are not.
    let rule = "nim(n) -> nim(n-k) for k in 1..=min(n, 2)  # \u{1b}[2J";
    for play in [&["--misere"][..], &[]] {
        let args = ["solve", "--rule", rule, "nim(9)", "--moves", "0", "--certificate", file];
        stdout(&[&args[..], play].concat());
        let checked: serde_json::Value =
            serde_json::from_str(&stdout(&["verify", file, "--json"])).unwrap();
        assert_eq!(checked["rules"], serde_json::json!([rule]));
        assert_eq!(checked["outcome"], if play.is_empty() { "P" } else { "N" });
        let told = stdout(&["verify", file]);
        assert!(told.contains("nim(n) -> nim(n-k)") && !told.contains('\u{1b}'), "{told}");
    }
    let three = ["solve", "--rule", "f(a,b,c) -> f(a-1,b,c) if a > 0", "f(1,2,3)"];
    let (code, told) = failure(&[&three[..], &["--certificate", file]].concat());
    assert!(code == 2 && told.contains("rules in a text, if play ends"), "{told}");
    std::fs::remove_dir_all(dir).unwrap();
}

#[test]
fn a_search_goes_on_from_its_checkpoint() {
    let dir = directory("kept");
    let path = dir.join("s.ckpt");
    let file = path.to_str().unwrap();
    let alone = stdout(&["solve", "cram(5,6)", "--json"]);
    // Cut short by a limit again and again; the values found stay.
    let mut rounds = 0;
    let found = loop {
        let few = ["--max-positions", "1500", "--value-positions", "1500"];
        let args = ["solve", "cram(5,6)", "--json", "--checkpoint", file];
        let answer = output(&[&args[..], &few].concat());
        assert!(path.exists());
        let text = String::from_utf8(answer.stdout).unwrap();
        rounds += 1;
        if text == alone {
            break text;
        }
        assert!(rounds < 200, "{text}{}", String::from_utf8_lossy(&answer.stderr));
    };
    assert!(rounds > 1 && found == alone);
    // Another board of the game goes on from there too; another game does not.
    assert_eq!(
        stdout(&["solve", "cram(3,6)", "--checkpoint", file]),
        stdout(&["solve", "cram(3,6)"])
    );
    let (code, told) = failure(&["solve", "kings(3,6)", "--checkpoint", file]);
    assert!(code == 2 && told.contains("this is the search of cram, not of kings"), "{told}");
    let (code, told) = failure(&["solve", "nim(3)", "--checkpoint", file]);
    assert!(code == 2 && told.contains("--checkpoint goes with one board"), "{told}");
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let (code, told) = failure(&["solve", "cram(3,6)", "--checkpoint", file]);
    assert!(code == 4 && told.contains("give another name to --checkpoint"), "{told}");
    std::fs::remove_dir_all(dir).unwrap();
}
