//! Files of `grundy sequence`: certificates, checkpoints, shared surveys.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn grundy(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(args);
    command
}

fn output(args: &[&str]) -> Output {
    grundy(args).output().unwrap()
}

fn stdout(args: &[&str]) -> String {
    let output = output(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A new directory of this test.
fn directory(name: &str) -> PathBuf {
    let path =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    std::fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn certificates_are_checked_and_changed_ones_refused() {
    let dir = directory("certificates");
    let path = dir.join("c.cert");
    let file = path.to_str().unwrap();
    stdout(&["sequence", "0.45", "--period", "--json", "--certificate", file]);
    assert!(stdout(&["verify", file]).contains("all 896 values computed again"));
    let quick = stdout(&["verify", "--quick", "--seed", "3", "--positions", "20", "--json", file]);
    assert!(quick.contains("\"mode\":\"quick\"") && quick.contains("\"valid\":true"), "{quick}");

    let mut bytes = std::fs::read(&path).unwrap();
    bytes[600] ^= 4;
    std::fs::write(&path, &bytes).unwrap();
    let refused = output(&["verify", file]);
    assert_eq!(refused.status.code(), Some(4));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("the checksum is wrong"));

    // Told as true by someone who knows the format: the claim itself is false.
    use sha2::{Digest, Sha256};
    bytes[600] ^= 4;
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    let line =
        String::from_utf8(bytes[..end].to_vec()).unwrap().replace("\"period\":20", "\"period\":40");
    let mut forged = line.into_bytes();
    forged.extend_from_slice(&bytes[end..bytes.len() - 32]);
    let sum = Sha256::digest(&forged);
    forged.extend_from_slice(&sum);
    std::fs::write(&path, &forged).unwrap();
    let refused = output(&["verify", file]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("not 40, but 20"));
    assert_eq!(output(&["verify", dir.join("none").to_str().unwrap()]).status.code(), Some(4));
    std::fs::remove_dir_all(dir).unwrap();
}

#[test]
fn killed_runs_go_on_and_end_as_if_nothing_had_been() {
    let dir = directory("checkpoints");
    for code in ["0.376", "4!.0", "0.3F"] {
        let path = dir.join(format!("{code}.run"));
        let file = path.to_str().unwrap();
        let (near, far) = if code == "0.3F" { ("100", "126") } else { ("9000", "10000000") };
        let mut child = grundy(&[
            "sequence",
            code,
            "--to",
            far,
            "--checkpoint",
            file,
            "--checkpoint-every",
            "0",
            "--json",
        ])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
        while !path.exists() {
            std::thread::sleep(Duration::from_millis(2));
        }
        // On Unix this is the signal that cannot be caught.
        child.kill().unwrap();
        child.wait().unwrap();
        let values = |extra: &[&str]| {
            stdout(&[&["sequence", code, "--to", near, "--format", "csv"], extra].concat())
        };
        let kept = std::fs::metadata(&path).unwrap().len();
        if code != "0.3F" {
            assert!(kept < 9000, "{code}: killed too late, {kept} bytes");
            assert_eq!(values(&["--checkpoint", file]), values(&[]), "{code}");
            let told = |extra: &[&str]| {
                stdout(&[&["sequence", code, "--to", near, "--json"], extra].concat())
            };
            // The finished run is kept as well.
            assert_eq!(told(&["--checkpoint", file]), told(&[]));
        }
        // Another game's run, and a damaged one.
        assert_eq!(
            output(&["sequence", "0.77", "--to", "9", "--checkpoint", file]).status.code(),
            Some(2)
        );
        std::fs::write(&path, b"{}").unwrap();
        assert_eq!(
            output(&["sequence", code, "--to", "9", "--checkpoint", file]).status.code(),
            Some(4)
        );
    }
    std::fs::remove_dir_all(dir).unwrap();
}

/// The first line of a checkpoint of a stream: what is known, without the values.
fn head(path: &Path) -> serde_json::Value {
    let bytes = std::fs::read(path).unwrap();
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap();
    serde_json::from_slice(line).unwrap()
}

/// How many values a checkpoint of a stream has counted.
fn handed(path: &Path) -> u64 {
    head(path)["handed"].as_u64().unwrap()
}

#[test]
fn killed_streams_go_on_and_end_as_if_nothing_had_been() {
    let dir = directory("streams");
    for code in ["0.376", "4!.0", "0.104", "0.3", "dawson-chess"] {
        let path = dir.join(format!("{code}.run"));
        let file = path.to_str().unwrap();
        let far = ["sequence", code, "--to", "10^12", "--stream", "--checkpoint", file];
        let mut child = grundy(&far)
            .args(["--checkpoint-every", "0"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while !path.exists() || handed(&path) < 20_000 {
            assert!(child.try_wait().unwrap().is_none(), "{code}: ended by itself");
            std::thread::sleep(Duration::from_millis(2));
        }
        // On Unix this is the signal that cannot be caught.
        child.kill().unwrap();
        child.wait().unwrap();
        let near = (handed(&path) + 30_000).to_string();
        let told = |extra: &[&str]| {
            stdout(&[&["sequence", code, "--to", &near, "--stream"], extra].concat())
        };
        let whole = told(&[]);
        assert_eq!(told(&["--checkpoint", file]), whole, "{code}");
        // The finished run is kept as well.
        assert_eq!(told(&["--checkpoint", file]), whole, "{code}");
        assert_eq!(told(&["--checkpoint", file, "--json"]), told(&["--json"]), "{code}");

        // Another game's run, one with all values, and a damaged one.
        let code_of = |args: &[&str]| {
            output(&[&["sequence"], args, &["--checkpoint", file]].concat()).status.code()
        };
        assert_eq!(code_of(&["0.77", "--to", "9", "--stream"]), Some(2));
        assert_eq!(code_of(&[code, "--to", "9"]), Some(2));
        let mut bytes = std::fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        let refused = output(&[&far[..], &["--json"]].concat());
        assert_eq!(refused.status.code(), Some(4));
        let message = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(message.contains("this is not a checkpoint"), "{message}");
        std::fs::write(&path, b"{}").unwrap();
        assert_eq!(code_of(&[code, "--to", "9", "--stream"]), Some(4));
    }
    std::fs::remove_dir_all(dir).unwrap();
}

#[test]
fn streams_that_came_to_a_limit_go_on_with_more() {
    let dir = directory("limits");
    let path = dir.join("run");
    let args = ["sequence", "0.161", "--to", "200000", "--stream"];
    let kept = [&args[..], &["--checkpoint", path.to_str().unwrap()]].concat();
    let ended = output(&[&kept[..], &["--max-memory", "300K"]].concat());
    assert_eq!(ended.status.code(), Some(3));
    assert!((4096..200_000).contains(&handed(&path)));
    assert_eq!(stdout(&kept), stdout(&args));
    std::fs::remove_dir_all(dir).unwrap();
}

#[test]
fn a_survey_prints_each_code_as_it_is_computed() {
    let args = ["sequence", "--survey", "0.0??", "--to", "1500", "--threads", "2", "--format"];
    let rows = |format: &[&str]| -> Vec<String> {
        let text = output(&[&args[..], format].concat()).stdout;
        String::from_utf8(text).unwrap().lines().map(str::to_owned).collect()
    };
    let (each, table) = (rows(&["csv", "--each"]), rows(&["csv"]));
    assert_eq!(each.len(), 1 + 64);
    assert!(table[0].starts_with(&each[0]));
    // The first of each group of equal games has a row in both.
    for row in &table[1..] {
        assert!(each.iter().any(|line| row.starts_with(&format!("{line},"))), "{row}");
    }
    for line in rows(&["json", "--each"]) {
        assert!(line.starts_with(r#"{"code":"0.0"#) && line.ends_with('}'), "{line}");
    }
    assert_eq!(rows(&["text", "--each"]).len(), 1 + 64);
    let file = ["text", "--each", "-o", "x"];
    assert_eq!(output(&[&args[..], &file].concat()).status.code(), Some(2));
}

#[test]
fn published_rows_are_computed_again() {
    let table = include_str!("../../../docs/results/octal-four-digits.csv");
    // Rows whose period is proved early take no time; docs/results/check has all.
    let early = |row: &&str| {
        let cells: Vec<&str> = row.split(',').collect();
        cells[4] == "yes" && cells[1].parse::<u64>().is_ok_and(|preperiod| preperiod < 500)
    };
    let rows: Vec<&str> = table.lines().skip(1).filter(early).collect();
    assert!(rows.len() > 100);
    let mut rng = fastrand::Rng::with_seed(20261123);
    for _ in 0..8 {
        let row = rng.choice(&rows).unwrap();
        let code = row.split(',').next().unwrap();
        let args = ["sequence", "--survey", code, "--to", "100000", "--each", "--format", "csv"];
        let told = stdout(&args);
        assert_eq!(told.lines().last(), Some(*row));
        assert_eq!(told.lines().next(), table.lines().next());
    }
}

#[test]
fn the_document_of_results_tells_what_its_files_do() {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/results");
    let document = std::fs::read_to_string(results.join("README.md")).unwrap();
    let section = |title: &str| {
        let (_, rest) = document.split_once(&format!("\n## {title}")).unwrap();
        rest.split("\n## ").next().unwrap().to_string()
    };
    // 1234567 as 1,234,567.
    let grouped = |number: &serde_json::Value| {
        let digits = number.as_u64().unwrap().to_string();
        let groups: Vec<&str> = digits
            .as_bytes()
            .rchunks(3)
            .rev()
            .map(|group| std::str::from_utf8(group).unwrap())
            .collect();
        groups.join(",")
    };
    let last = |count: &serde_json::Value| grouped(&(count.as_u64().unwrap() - 1).into());

    let game = std::fs::read(results.join("grundy-game.json")).unwrap();
    let game: serde_json::Value = serde_json::from_slice(&game).unwrap();
    let text = section("Grundy's game");
    for sentence in [
        format!("Computed to heap {} ", last(&game["computed"])),
        format!("{} heaps are rare", grouped(&game["rare"])),
        format!("the last one is {};", grouped(&game["last_rare"])),
        format!("the mask is {}.", game["mask"]),
        format!("value is {}, first of heap {}.", game["max"], grouped(&game["max_at"])),
    ] {
        assert!(text.contains(&sentence), "not there: {sentence}");
    }
    let frequencies = game["frequencies"].as_array().unwrap();
    let sum: u64 = frequencies.iter().map(|entry| entry[1].as_u64().unwrap()).sum();
    assert_eq!(game["computed"], sum);
    let rare = game["rare_heaps"].as_array().unwrap();
    assert_eq!(game["rare"], rare.len());
    assert_eq!(game["last_rare"], rare.last().unwrap()[0]);

    let path = results.join("0.161.checkpoint");
    let head = head(&path);
    let (text, tally) = (section("0.161"), &head["tally"]);
    for sentence in [
        format!("Computed to heap {} ", last(&tally["computed"])),
        format!("the mask is {}.", head["notes"]["Space"]["mask"]),
        format!(
            "value is {}, first of heap {}",
            tally["greatest"][0],
            grouped(&tally["greatest"][1])
        ),
    ] {
        assert!(text.contains(&sentence), "not there: {sentence}");
    }
}

#[test]
fn two_processes_share_a_survey() {
    let dir = directory("survey");
    let shared = dir.join("shared");
    let share = shared.to_str().unwrap();
    let args = ["sequence", "--survey", "0.0??", "--to", "1500", "--format", "csv"];
    let both: Vec<_> = (0..2)
        .map(|_| {
            let mut command = grundy(&args);
            command.args(["--share", share]).stdout(Stdio::null()).stderr(Stdio::null());
            command.spawn().unwrap()
        })
        .collect();
    for mut child in both {
        // Complete, or told to run again.
        assert!([Some(0), Some(3)].contains(&child.wait().unwrap().code()));
    }
    let alone = stdout(&args);
    assert_eq!(stdout(&[&args[..], &["--share", share]].concat()), alone);
    assert_eq!(stdout(&[&args[..], &["--threads", "3"]].concat()), alone);
    let claims = std::fs::read_dir(&shared).unwrap().filter(|entry| {
        entry.as_ref().unwrap().path().extension().is_some_and(|extension| extension == "claim")
    });
    assert_eq!(claims.count(), 0);
    let other = output(&["sequence", "--survey", "0.0??", "--to", "99", "--share", share]);
    assert_eq!(other.status.code(), Some(2));
    std::fs::remove_dir_all(dir).unwrap();
}

#[test]
fn instruction_sets_change_nothing_but_the_time() {
    let run = |set: Option<&str>| {
        let mut command = grundy(&["sequence", "0.014", "--to", "100000", "--stream", "--json"]);
        match set {
            Some(set) => command.env("GRUNDY_SIMD", set),
            None => command.env_remove("GRUNDY_SIMD"),
        };
        command.output().unwrap()
    };
    let refused = run(Some("sse9"));
    assert_eq!(refused.status.code(), Some(2));
    let message = String::from_utf8(refused.stderr).unwrap();
    let start = "grundy: GRUNDY_SIMD: `sse9` is not an instruction set; available here: ";
    let available = message.trim_end().strip_prefix(start).unwrap_or_else(|| panic!("{message}"));
    let available: Vec<&str> = available.split(", ").collect();
    assert_eq!(available[0], "portable");

    let expected = run(None);
    assert!(expected.status.success());
    assert!(String::from_utf8_lossy(&expected.stdout).contains("\"computed\":100001"));
    for set in ["portable", "avx2", "avx512"] {
        let found = run(Some(set));
        if available.contains(&set) {
            assert!(found.status.success(), "{set}");
            assert_eq!(found.stdout, expected.stdout, "{set}");
        } else {
            assert_eq!(found.status.code(), Some(2));
            let message = String::from_utf8(found.stderr).unwrap();
            assert!(message.contains("does not have the instruction set"), "{message}");
        }
    }
}

#[test]
fn files_that_cannot_be_written_are_refused_before_anything_is_computed() {
    let dir = directory("outputs");
    let missing = dir.join("nowhere").join("file");
    let (missing, folder) = (missing.to_str().unwrap(), dir.to_str().unwrap());
    // Each of these would run for long, or print its answer first.
    let commands: [&[&str]; 7] = [
        &["sequence", "0.161", "--to", "10^12", "--stream", "--checkpoint"],
        &["sequence", "0.77", "--period", "--certificate"],
        &["solve", "cram(7,8)", "--checkpoint"],
        &["solve", "cram(7,8)", "--certificate"],
        &["law", "wythoff", "--certificate"],
        &["quotient", "0.77", "--certificate"],
        &["table", "nim", "--to", "9", "9", "-o"],
    ];
    for command in commands {
        for (file, why) in [(missing, "there is no folder"), (folder, "this is a folder")] {
            let output = output(&[command, &[file, "--timeout", "20"]].concat());
            let (out, err) =
                (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            assert_eq!(output.status.code(), Some(4), "{command:?}: {err}");
            assert!(
                out.is_empty() && err.contains(why) && err.contains(file),
                "{command:?}: {out}{err}"
            );
        }
    }
}
