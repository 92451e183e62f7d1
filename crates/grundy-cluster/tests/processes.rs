//! Processes on one machine: equal results, clear words where one is missing or killed, and runs that go on.

mod support;

use grundy::context::Context;
use grundy::graph::{Digraph, loopy, retrograde};
use grundy::outcome::Play;
use grundy_cluster::{Results, check};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;
use support::Folder;

fn command() -> Command {
    Command::new(env!("CARGO_BIN_EXE_grundy-cluster"))
}

fn told(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// A file with the addresses of so many processes.
fn hosts(folder: &Folder, processes: usize) -> PathBuf {
    let listeners: Vec<TcpListener> =
        (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let lines: Vec<String> =
        listeners.iter().map(|l| l.local_addr().unwrap().to_string()).collect();
    let path = folder.at("hosts.txt");
    std::fs::write(&path, format!("# the processes\n{}\n", lines.join("\n"))).unwrap();
    path
}

/// Starts process `index` of two.
fn process(hosts: &Path, index: usize, output: &Path, arguments: &[&str]) -> Child {
    let mut command = command();
    command.args(["solve", "-n", "2", "-p", &index.to_string(), "--hostfile"]).arg(hosts);
    command.arg("-o").arg(output).args(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// A long way with short cuts, and vertices beside it where play may go on for ever: many rounds. Vertices are below
/// twice `n`.
fn long_graph(folder: &Folder, n: u32, name: &str) -> (Vec<(u32, u32)>, String) {
    let mut rng = fastrand::Rng::with_seed(31);
    let mut arcs: Vec<(u32, u32)> = (1..n).map(|v| (v, v - 1)).collect();
    for v in 2..n {
        match rng.u8(..12) {
            0 => arcs.push((v, v - rng.u32(1..=v.min(9)))),
            // Beside the way: whoever is there may stay, or go on.
            1 => arcs.extend([(n + v, n + v), (n + v, v), (n + v, n + v - rng.u32(..2))]),
            _ => {}
        }
    }
    let text: String = arcs.iter().map(|(u, v)| format!("{u} {v}\n")).collect();
    let path = folder.at(name);
    std::fs::write(&path, text).unwrap();
    (arcs, path.to_str().unwrap().to_owned())
}

fn compare(folder: &Path, n: u32, arcs: &[(u32, u32)]) {
    let graph = Digraph::new(n as usize, arcs);
    let ends = retrograde::outcomes(&graph, None, Play::Normal, &Context::default()).unwrap();
    let values = loopy::values(&graph, None, &Context::default()).unwrap();
    let results = Results::open(folder).unwrap();
    for v in 0..n {
        let Some(found) = results.look(v.into()).unwrap() else {
            assert!(!arcs.iter().any(|arc| arc.0 == v || arc.1 == v));
            continue;
        };
        assert_eq!(found.outcome, Some((ends.get(v), ends.remoteness(v))), "{v}");
        assert_eq!(found.value, Some(values.value(&graph, v)), "{v}");
    }
    assert_eq!(check(folder, true), Ok(results.manifest().counts.vertices));
}

#[test]
fn processes_find_what_one_machine_finds() {
    let folder = Folder::new("equal");
    let mut rng = fastrand::Rng::with_seed(37);
    for (round, (n, degree)) in [(40u32, 2), (2_000, 3), (500, 40)].into_iter().enumerate() {
        let arcs: Vec<(u32, u32)> = (0..n * degree).map(|_| (rng.u32(..n), rng.u32(..n))).collect();
        let text: String = arcs.iter().map(|(u, v)| format!("{u} {v}\n")).collect();
        let (first, second) =
            text.split_at(text[..text.len() / 2].rfind('\n').map_or(0, |at| at + 1));
        let names = ["a.txt", "b.txt"].map(|name| folder.at(name).to_str().unwrap().to_owned());
        std::fs::write(&names[0], first).unwrap();
        std::fs::write(&names[1], second).unwrap();
        // Both processes see both files, with two workers in the second round; and little memory in the third.
        let out = folder.at(&format!("out-{round}"));
        let workers = if round == 1 { "2" } else { "1" };
        let memory = if round == 2 { "20K" } else { "1G" };
        let hosts = hosts(&folder, 2);
        let arguments = [
            &*names[0],
            &names[1],
            "--grain",
            "0",
            "--local",
            workers,
            "--max-memory",
            memory,
            "--wait",
            "30",
        ];
        let both = [0, 1].map(|index| process(&hosts, index, &out, &arguments));
        for child in both {
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success(), "{}", told(&output));
        }
        compare(&out, n, &arcs);
        // Each process its own file, and a folder of its own; the parts together are the same results.
        let outs = ["own-0", "own-1"].map(|name| folder.at(&format!("{name}-{round}")));
        let hosts = self::hosts(&folder, 2);
        let own = [0, 1].map(|index| {
            process(
                &hosts,
                index,
                &outs[index],
                &[&names[index], "--own-files", "--grain", "0", "--wait", "30"],
            )
        });
        for child in own {
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success(), "{}", told(&output));
        }
        assert!(Results::open(&outs[0]).is_err(), "a part is missing");
        let part = std::fs::read_dir(&outs[1]).unwrap().flatten();
        for entry in part.filter(|entry| entry.file_name().to_string_lossy().starts_with("part")) {
            std::fs::copy(entry.path(), outs[0].join(entry.file_name())).unwrap();
        }
        let (one, two) = (Results::open(&outs[0]).unwrap(), Results::open(&out).unwrap());
        assert!((0..u64::from(n)).all(|v| one.look(v).unwrap() == two.look(v).unwrap()));
    }
}

#[test]
fn one_command_starts_all_processes_and_results_are_looked_up() {
    let folder = Folder::new("start");
    let rules = folder.at("w.txt");
    std::fs::write(
        &rules,
        "W(a,b) -> W(a-k,b) for k in 1..=a\nW(a,b) -> W(a,b-k) for k in 1..=b\n\
        W(a,b) -> W(a-k,b-k) for k in 1..=min(a,b)\n",
    )
    .unwrap();
    let out = folder.at("out");
    let mut solve = command();
    solve.args(["solve", "--processes", "2", "--family", "W", "--to", "20", "30", "-o"]).arg(&out);
    let output = solve.arg("--rules").arg(&rules).output().unwrap();
    assert!(output.status.success(), "{}", told(&output));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("vertices 651, arcs"), "{text}");
    let look = |arguments: &[&str]| {
        let output = command().arg("look").arg(&out).args(arguments).output().unwrap();
        (output.status.code(), told(&output))
    };
    assert_eq!(
        look(&["(3,5)", "W(0,1)", "(20,30)"]),
        (Some(0), "(3,5): P, remoteness 4, value 0\nW(0,1): N, remoteness 1, value 1\n(20,30): N, remoteness 17, value 4\n".into())
    );
    assert_eq!(look(&["(3,5)", "--in-memory"]).0, Some(0));
    assert_eq!(look(&["(3,31)"]).0, Some(2));
    assert_eq!(look(&["17"]).0, Some(2));
    let output = command().arg("check").arg(&out).arg("--values").output().unwrap();
    assert_eq!(told(&output), "checksums are right; 651 vertices fit their options\n");
    // The same place again is refused.
    let mut solve = command();
    solve
        .args(["solve", "--family", "W", "--to", "2", "3", "-o"])
        .arg(&out)
        .arg("--rules")
        .arg(&rules);
    let output = solve.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(told(&output).contains("results are there already"));
}

#[test]
fn killed_processes_end_the_run_and_it_goes_on_with_equal_results() {
    const N: u32 = 12_000;
    const KILLS: usize = 5;
    let folder = Folder::new("killed");
    let (arcs, name) = long_graph(&folder, N, "long.txt");
    let mut rng = fastrand::Rng::with_seed(41);
    let out = folder.at("out");
    let arguments = [&*name, "--snapshots", "0.05", "--grain", "0", "--resume", "--wait", "4"];
    let newest = || {
        let names = std::fs::read_dir(out.join("snapshots")).into_iter().flatten().flatten();
        let number = |name: &str| {
            name.strip_suffix(".bin")?
                .strip_prefix("state-")?
                .rsplit_once('-')?
                .1
                .parse::<u64>()
                .ok()
        };
        names.filter_map(|entry| number(&entry.file_name().to_string_lossy())).max()
    };
    let mut seen = Vec::new();
    let mut ended = false;
    for kill in 0..KILLS {
        let hosts = hosts(&folder, 2);
        let [mut one, two] = [0, 1].map(|index| process(&hosts, index, &out, &arguments));
        let before = newest();
        // The first is killed before or while they connect, the others in the run: some time after a new snapshot.
        for _ in 0..1000 {
            let over = one.try_wait().unwrap().is_some();
            if kill == 0 || newest() > before || over {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(rng.u64(0..150)));
        let (mut victim, other) = if kill % 2 == 0 { (one, two) } else { (two, one) };
        ended = victim.try_wait().unwrap().is_some();
        victim.kill().unwrap();
        victim.wait_with_output().unwrap();
        let output = wait(other);
        let text = told(&output);
        if ended || output.status.success() {
            ended = true;
            break;
        }
        assert_eq!(output.status.code(), Some(5), "{text}");
        assert!(text.contains("is lost") || text.contains("did not come"), "{text}");
        assert!(!out.join("manifest.json").exists());
        seen.push(newest());
    }
    // Each run began where the one before had come to: snapshots have greater and greater numbers.
    assert!(seen.len() >= 3 && seen[1..].windows(2).all(|pair| pair[0] < pair[1]), "{seen:?}");
    if !ended {
        let hosts = hosts(&folder, 2);
        for child in [0, 1].map(|index| process(&hosts, index, &out, &arguments)) {
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success(), "{}", told(&output));
        }
    }
    compare(&out, 2 * N, &arcs);
    assert!(!out.join("snapshots").exists());
    eprintln!(
        "kills at snapshots {seen:?}, remoteness {}",
        Results::open(&out).unwrap().manifest().counts.remoteness
    );
}

/// Waits for a process that has to end by itself.
fn wait(mut child: Child) -> Output {
    for _ in 0..600 {
        if child.try_wait().unwrap().is_some() {
            return child.wait_with_output().unwrap();
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    child.kill().unwrap();
    panic!("it did not end: {}", told(&child.wait_with_output().unwrap()));
}

#[test]
fn missing_and_different_processes_are_told() {
    let folder = Folder::new("missing");
    let (_, name) = long_graph(&folder, 50, "small.txt");
    let (_, other) = long_graph(&folder, 60, "other.txt");
    let hosts = hosts(&folder, 2);
    let alone = wait(process(&hosts, 0, &folder.at("alone"), &[&name, "--wait", "0.5"]));
    assert_eq!(alone.status.code(), Some(5));
    assert!(told(&alone).contains("did not come within 0.5 s"), "{}", told(&alone));
    for (index, arguments) in
        [[&*other, "--wait=30"], [&name, "--misere"], [&name, "--grain=3"]].iter().enumerate()
    {
        let hosts = self::hosts(&folder, 2);
        let outs = [0, 1].map(|process| folder.at(&format!("different-{index}-{process}")));
        let one = process(&hosts, 0, &outs[0], &[&name, "--wait", "30"]);
        let two = process(&hosts, 1, &outs[1], arguments);
        for child in [one, two] {
            let output = wait(child);
            assert!(matches!(output.status.code(), Some(2 | 5)), "{}", told(&output));
            assert!(!folder.at("different-0-0").join("manifest.json").exists());
            let text = told(&output);
            assert!(
                text.contains("another question, version or number of workers")
                    || text.contains("is lost"),
                "{text}"
            );
        }
    }
    let bad = folder.at("bad-hosts.txt");
    std::fs::write(&bad, "127.0.0.1:1\nsomewhere\n").unwrap();
    let output = wait(process(&bad, 0, &folder.at("bad"), &[&name]));
    assert_eq!(output.status.code(), Some(4));
    assert!(told(&output).contains("somewhere is not an address"), "{}", told(&output));
}

#[test]
fn snapshots_of_another_run_are_refused() {
    let folder = Folder::new("others");
    const N: u32 = 4_000;
    let (arcs, name) = long_graph(&folder, N, "long.txt");
    let out = folder.at("out");
    let solve = |arguments: &[&str]| {
        let mut command = command();
        command
            .args(["solve", &name, "--snapshots", "0.01", "--grain", "0", "-o"])
            .arg(&out)
            .args(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let mut run = solve(&["--local", "2"]);
    for _ in 0..400 {
        std::thread::sleep(Duration::from_millis(5));
        let names = std::fs::read_dir(out.join("snapshots")).into_iter().flatten().flatten();
        let whole = names.filter(|e| e.file_name().to_string_lossy().ends_with("-1.bin")).count();
        if whole == 2 {
            break;
        }
    }
    run.kill().unwrap();
    run.wait_with_output().unwrap();
    assert!(
        out.join("snapshots").exists() && !out.join("manifest.json").exists(),
        "it ended before it was killed"
    );
    let output = wait(solve(&["--local", "3", "--resume"]));
    assert_eq!(output.status.code(), Some(2), "{}", told(&output));
    assert!(told(&output).contains("another number of workers"), "{}", told(&output));
    let output = wait(solve(&["--local", "2", "--resume", "--find", "values"]));
    assert_eq!(output.status.code(), Some(2), "{}", told(&output));
    assert!(told(&output).contains("another question"), "{}", told(&output));
    let output = wait(solve(&["--local", "2"]));
    assert_eq!(output.status.code(), Some(2), "{}", told(&output));
    assert!(told(&output).contains("--resume goes on from them"), "{}", told(&output));
    // A state that only one worker has is no snapshot, and must not become one later.
    let state = |worker: u32, number: u64| {
        out.join(format!("snapshots/state-0000{worker}-of-00002-{number}.bin"))
    };
    let of = |worker| (0..10_000).rev().find(|&number| state(worker, number).exists()).unwrap();
    let last = of(0).max(of(1));
    std::fs::copy(state(0, of(0)), state(0, last + 3)).unwrap();
    let mut run = solve(&["--local", "2", "--resume"]);
    for _ in 0..400 {
        std::thread::sleep(Duration::from_millis(5));
        if !state(0, last + 3).exists() || run.try_wait().unwrap().is_some() {
            break;
        }
    }
    run.kill().unwrap();
    run.wait_with_output().unwrap();
    assert!(
        !state(0, last + 3).exists()
            || state(1, last + 3).exists()
            || out.join("manifest.json").exists()
    );
    if !out.join("manifest.json").exists() {
        let output = wait(solve(&["--local", "2", "--resume"]));
        assert!(output.status.success(), "{}", told(&output));
    }
    compare(&out, 2 * N, &arcs);
}

/// A file that cannot grow, as on a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_is_told_and_nothing_is_half_written() {
    let folder = Folder::new("full");
    let mut rng = fastrand::Rng::with_seed(43);
    let arcs: String =
        (0..60_000).map(|_| format!("{} {}\n", rng.u32(..30_000), rng.u32(..30_000))).collect();
    let name = folder.at("g.txt");
    std::fs::write(&name, arcs).unwrap();
    // The first writes its results, the second what exceeds its memory.
    for (out, memory) in [("out", "1G"), ("spill", "900K")] {
        let mut shell = Command::new("sh");
        shell.args([
            "-c",
            "trap '' XFSZ; ulimit -f 80; exec \"$@\"",
            "sh",
            env!("CARGO_BIN_EXE_grundy-cluster"),
        ]);
        shell
            .args(["solve", "--local", "2", "--max-memory", memory, "-o"])
            .arg(folder.at(out))
            .arg(&name);
        let output = shell.output().unwrap();
        let text = told(&output);
        assert_eq!(output.status.code(), Some(4), "{text}");
        assert!(text.contains("large"), "{text}");
        let names = std::fs::read_dir(folder.at(out)).unwrap().flatten();
        let names: Vec<String> =
            names.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        assert!(names.iter().all(|name| name.ends_with(".unfinished")), "{names:?}");
    }
}
