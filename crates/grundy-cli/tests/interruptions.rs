//! Signals, full disks, killed processes: what was found is kept, and nobody waits for the dead.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

const GRUNDY: &str = env!("CARGO_BIN_EXE_grundy");

/// A new directory of this test.
fn directory(name: &str) -> PathBuf {
    let path =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// The shell runs this, then `grundy` with these arguments in its place.
fn after(prelude: &str, args: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{prelude}; exec \"$0\" \"$@\"")).arg(GRUNDY).args(args);
    command
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
}

/// Whether this process, and so those it starts, ignore a signal: they do under `nohup`, or in the
/// background of a script.
fn is_ignored(number: u32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.unwrap_or(0) >> (number - 1) & 1 == 1
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A game that waits for a move; signals are watched by then.
fn waiting(prelude: &str) -> (Child, BufReader<std::process::ChildStdout>) {
    let mut child = after(prelude, &["play", "nim(3)"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut String::new()).unwrap();
    (child, out)
}

#[test]
fn an_ignored_signal_stays_ignored() {
    for (name, number) in [("HUP", 1), ("INT", 2), ("TERM", 15)] {
        // As `nohup` starts it, or a script in the background.
        let (mut child, mut out) = waiting(&format!("trap '' {name}"));
        signal(&child, name);
        child.stdin.take().unwrap().write_all(b"take 1\nquit\n").unwrap();
        let mut rest = String::new();
        while out.read_line(&mut rest).unwrap() > 0 {}
        assert!(rest.contains("the engine plays"), "{name}: {rest}");
        assert_eq!(child.wait().unwrap().code(), Some(0), "{name}");
        if is_ignored(number) {
            continue;
        }
        // Otherwise it ends the game.
        let (mut child, _out) = waiting(":");
        // Else the end of its input would end the game.
        let _input = child.stdin.take();
        signal(&child, name);
        assert_eq!(child.wait().unwrap().code(), Some(130), "{name}");
    }
}

#[test]
fn a_checkpoint_that_cannot_be_written_does_not_end_the_run() {
    let dir = directory("full");
    let path = dir.join("run.ckpt");
    let args = ["sequence", "0.16", "--to", "60000", "--json", "--checkpoint-every", "0"];
    let args = [&args[..], &["--checkpoint", path.to_str().unwrap()]].concat();
    for more in [&[][..], &["--stream"]] {
        // Files of at most a block or two: as a full disk, a write fails.
        let Output { status, stdout, stderr } =
            after("ulimit -f 1", &[&args[..], more].concat()).output().unwrap();
        let (stdout, stderr) = (text(&stdout), text(&stderr));
        assert!(stdout.contains("\"computed\":60001"), "{stdout}{stderr}");
        assert!(stderr.contains("the run goes on"), "{stderr}");
        // What was found is told, and that it is not kept.
        assert_eq!(status.code(), Some(4), "{stderr}");
        // An early one may have been small enough; nothing else is there.
        let mut left = std::fs::read_dir(&dir).unwrap();
        assert!(left.all(|entry| entry.unwrap().path() == path));
        let _ = std::fs::remove_file(&path);
    }
    let Output { status, stderr, .. } = after(":", &args).output().unwrap();
    assert_eq!((status.code(), text(&stderr)), (Some(0), String::new()));
    // A damaged one says what to do.
    let mut bytes = std::fs::read(&path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let Output { status, stderr, .. } = after(":", &args).output().unwrap();
    assert_eq!(status.code(), Some(4));
    assert!(text(&stderr).contains("give another name to --checkpoint"), "{}", text(&stderr));
    std::fs::remove_dir_all(dir).unwrap();
}

#[test]
fn a_killed_process_of_a_shared_survey_is_not_waited_for() {
    let dir = directory("lease");
    let share = dir.join("shared");
    let args = ["sequence", "--survey", "0.106", "--to", "10^9", "--timeout", "2", "--share"];
    let args = [&args[..], &[share.to_str().unwrap()]].concat();
    let mut killed = Command::new(GRUNDY).args(&args).stdout(Stdio::null()).spawn().unwrap();
    let claim = share.join("0.106.claim");
    while !claim.exists() && killed.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    let again = Command::new(GRUNDY).args(&args).output().unwrap();
    assert_eq!(again.status.code(), Some(0), "{}", text(&again.stderr));
    assert!(text(&again.stdout).contains("0.106") && !claim.exists());

    // What a process elsewhere works at is named.
    std::fs::remove_file(share.join("0.106.json")).unwrap();
    std::fs::write(&claim, "{\"process\":17,\"host\":\"elsewhere\"}").unwrap();
    let waits = Command::new(GRUNDY).args(&args).output().unwrap();
    let message = text(&waits.stderr);
    assert_eq!(waits.status.code(), Some(3));
    assert!(message.contains("0.106.claim: process 17 on elsewhere"), "{message}");
    std::fs::remove_dir_all(dir).unwrap();
}

#[test]
fn a_killed_writer_leaves_the_old_file_and_the_next_one_cleans_up() {
    let dir = directory("killed");
    let path = dir.join("values.csv");
    std::fs::write(&path, "old").unwrap();
    let args = ["table", "nim", "--to", "3000000", "--format", "csv", "--output"];
    let args = [&args[..], &[path.to_str().unwrap()]].concat();
    let names = || -> Vec<String> {
        let entries = std::fs::read_dir(&dir).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    let mut killed = Command::new(GRUNDY).args(&args).spawn().unwrap();
    while names().len() == 1 && killed.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    // It may have been whole by then.
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text == "old" || text.ends_with("\n3000000,3000000\n"));
    let small =
        [&["table", "nim", "--to", "3", "--output"][..], &[path.to_str().unwrap()]].concat();
    assert!(Command::new(GRUNDY).args(&small).status().unwrap().success());
    assert_eq!(names(), ["values.csv"]);
    std::fs::remove_dir_all(dir).unwrap();
}
