//! One run as a worker sees it: load, decide, write.

use crate::DRAW;
use crate::manifest::{self, Counts, FORMAT, Manifest, Part};
use crate::net::{Batch, Ended, Net, Status};
use crate::outcomes::Outcomes;
use crate::partition::{Loader, Partition, Room};
use crate::question::Question;
use crate::sections::{Writer, Written};
use crate::snapshots::{Snapshots, State};
use crate::values::{Found, Values};
use crate::{INFINITE, Trouble, VERSION, WINS};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use timely::worker::Worker;

/// What a run is to do.
#[derive(Clone, Debug)]
pub struct Job {
    /// The question.
    pub question: Question,
    /// Where results go.
    pub folder: PathBuf,
    /// Where a worker writes what exceeds its memory; else in the folder of results.
    pub scratch: Option<PathBuf>,
    /// Bytes that all workers of this process may use together.
    pub memory: u64,
    /// Vertices whose numbers agree but for so many bits belong to one worker, up to
    /// [`MAX_GRAIN`](crate::MAX_GRAIN).
    pub grain: u32,
    /// The time between two snapshots; none without.
    pub snapshots: Option<Duration>,
    /// Whether to go on from the last snapshot that all workers have.
    pub resume: bool,
    /// Workers of this process.
    pub workers: usize,
    /// The number of this process, from 0.
    pub process: usize,
}

/// Runs a job in one worker. All workers return the same.
pub(crate) fn work(job: &Job, worker: &mut Worker) -> Result<Manifest, Trouble> {
    let mut net = Net::new(worker);
    match run(job, &mut net) {
        Ok(manifest) => Ok(manifest),
        Err(Ended::Together(trouble)) => Err(trouble),
        Err(Ended::Alone(trouble)) => Err(net.fail(trouble)),
    }
}

fn run(job: &Job, net: &mut Net<'_>) -> Result<Manifest, Ended> {
    let identity = format!(
        "grundy-cluster {VERSION}, {} workers, grain {}: {}",
        net.peers(),
        job.grain,
        job.question.identity()?
    );
    let mut snapshots = Snapshots::new(&job.folder, net.index(), net.peers(), &identity);
    let folder = job.scratch.clone().unwrap_or_else(|| job.folder.clone());
    let room = Room { memory: job.memory / job.workers.max(1) as u64, folder };
    let last = agree(job, net, &mut snapshots, &identity)?;
    let (mut part, mut state, mut number) = match last {
        Some(number) => {
            let (part, state) = snapshots.read(number, job.grain, &room)?;
            (part, state, number + 1)
        }
        None => {
            let mut loader = Loader::new(net, job.grain, room);
            let own = net.index() - job.process * job.workers;
            job.question.list((own, job.workers), &mut loader, net)?;
            (loader.finish(net)?, State::default(), 0)
        }
    };
    let mut clock = Clock { since: Instant::now(), every: job.snapshots };
    let mut save = |part: &Partition, state: &State| {
        number += 1;
        snapshots.write(number - 1, part, state)
    };
    if job.question.outcomes && !state.decided {
        state.outcomes.get_or_insert_with(|| Outcomes::new(&part, job.question.play()));
        decide(net, &mut part, &mut state, &mut clock, &mut save)?;
        state.decided = true;
    }
    if job.question.values {
        state.values.get_or_insert_with(|| Values::new(&part));
        value(net, &mut part, &mut state, &mut clock, &mut save, job.question.ends()?)?;
    }
    let manifest = write(job, net, &part, &state)?;
    snapshots.clear();
    Ok(manifest)
}

/// All workers tell who they are; the number of the last snapshot that all have, if the run is resumed.
fn agree(
    job: &Job,
    net: &mut Net<'_>,
    snapshots: &mut Snapshots,
    identity: &str,
) -> Result<Option<u64>, Ended> {
    if job.folder.join(manifest::NAME).exists() {
        return Err(Trouble::Question(format!(
            "{}: results are there already; name another folder, or remove this one",
            job.folder.display()
        ))
        .into());
    }
    let (mut found, others) = snapshots.found();
    if !job.resume && (others || !found.is_empty()) {
        return Err(Trouble::Question(format!(
            "{}: snapshots of a run that did not end are here; --resume goes on from them, or remove the folder",
            job.folder.display()
        ))
        .into());
    }
    if !snapshots.has_graph() {
        found.clear();
    }
    if others && found.is_empty() {
        return Err(Trouble::Question(format!(
            "{}: the snapshots are those of another number of workers, not of {}; resume with as many as before",
            job.folder.display(),
            net.peers()
        ))
        .into());
    }
    let status =
        Status { texts: vec![identity.to_owned()], sums: found.clone(), ..Status::default() };
    let told = net.end_round(&status, &mut |_| Ok(()))?;
    for (other, status) in told.iter().enumerate() {
        if status.texts.first().map(String::as_str) != Some(identity) {
            let text = status.texts.first().map_or("", String::as_str);
            return Err(Trouble::Question(format!(
                "worker {other} has another question, version or number of workers:\n  {text}\nthan worker {}:\n  \
                 {identity}",
                net.index()
            ))
            .into());
        }
    }
    let last = found.into_iter().rev().find(|n| told.iter().all(|status| status.sums.contains(n)));
    // Done before the next round ends: until then no worker writes a snapshot.
    snapshots.keep(last)?;
    Ok(last)
}

/// When snapshots are due; the first worker's clock counts.
struct Clock {
    since: Instant,
    every: Option<Duration>,
}

impl Clock {
    fn is_due(&self, net: &Net<'_>) -> bool {
        net.index() == 0 && self.every.is_some_and(|every| self.since.elapsed() >= every)
    }
}

type Save<'s> = dyn FnMut(&Partition, &State) -> Result<(), Trouble> + 's;

/// Rounds until all outcomes are decided.
fn decide(
    net: &mut Net<'_>,
    part: &mut Partition,
    state: &mut State,
    clock: &mut Clock,
    save: &mut Save<'_>,
) -> Result<(), Ended> {
    loop {
        let Some(outcomes) = &mut state.outcomes else { return Ok(()) };
        let waiting = outcomes.waiting();
        let expanded = outcomes.expand(part, net)?;
        let status = Status {
            expanded,
            sums: vec![waiting],
            snapshot: clock.is_due(net),
            ..Status::default()
        };
        let told = net.end_round(&status, &mut |batch| outcomes.take(part, &batch))?;
        outcomes.turn()?;
        if told.iter().all(|status| status.expanded == 0 && status.sums == [0]) {
            return Ok(());
        }
        if told[0].snapshot {
            save(part, state)?;
            clock.since = Instant::now();
        }
    }
}

/// Rules that have to end do not.
fn goes_round() -> Trouble {
    Trouble::Question(
        "play can go round in these rules: every move has to make something smaller; or declare the family loopy, \
         and a play without end is a draw"
            .into(),
    )
}

/// Rounds until all values are found. Where play `must_end` there are no stages: what has no number then lies above a
/// play that goes round.
fn value(
    net: &mut Net<'_>,
    part: &mut Partition,
    state: &mut State,
    clock: &mut Clock,
    save: &mut Save<'_>,
    must_end: bool,
) -> Result<(), Ended> {
    loop {
        let Some(values) = &mut state.values else { return Ok(()) };
        let expanded = values.expand(part, net)?;
        // Counted only where it may be the end of a stage.
        let candidates = if expanded == 0 { values.candidates() } else { 0 };
        let snapshot = clock.is_due(net);
        let status = Status { expanded, sums: vec![candidates], snapshot, ..Status::default() };
        let mut take = |batch: Batch| values.take(part, &batch);
        let told = net.end_round(&status, &mut take)?;
        if told.iter().all(|status| status.expanded == 0) {
            if told.iter().all(|status| status.sums == [0]) {
                return Ok(());
            }
            if must_end {
                return Err(goes_round().into());
            }
            values.next_stage();
        }
        if told[0].snapshot {
            save(part, state)?;
            clock.since = Instant::now();
        }
    }
}

/// Writes the results of this worker; the first one of each process writes the manifest when all are there.
fn write(job: &Job, net: &mut Net<'_>, part: &Partition, state: &State) -> Result<Manifest, Ended> {
    let (index, peers) = (net.index(), net.peers());
    let name = manifest::part_name(index, peers);
    let written = write_part(&job.folder.join(&name), part, state, net.sent, job.question.ends()?);
    let (written, counts) = written?;
    let sums = vec![
        counts.vertices,
        counts.arcs,
        counts.p,
        counts.n,
        counts.draws,
        counts.remoteness,
        counts.numbers,
        counts.infinite,
        counts.greatest,
        counts.wins,
        counts.sent,
        counts.spilled,
        written.bytes,
    ];
    let status = Status { sums, texts: vec![name, written.sha256], ..Status::default() };
    let told = net.end_round(&status, &mut |_| Ok(()))?;
    let sum = |i: usize| told.iter().filter_map(|status| status.sums.get(i)).sum();
    let greatest = |i: usize| told.iter().filter_map(|status| status.sums.get(i)).max().copied();
    let counts = Counts {
        vertices: sum(0),
        arcs: sum(1),
        p: sum(2),
        n: sum(3),
        draws: sum(4),
        remoteness: greatest(5).unwrap_or(0),
        numbers: sum(6),
        infinite: sum(7),
        greatest: greatest(8).unwrap_or(0),
        wins: sum(9),
        sent: sum(10),
        spilled: sum(11),
    };
    let parts = told.iter().map(|status| Part {
        file: status.texts.first().cloned().unwrap_or_default(),
        vertices: status.sums.first().copied().unwrap_or(0),
        bytes: status.sums.get(12).copied().unwrap_or(0),
        sha256: status.texts.get(1).cloned().unwrap_or_default(),
    });
    let manifest = Manifest {
        format: FORMAT,
        version: VERSION.to_owned(),
        question: job.question.clone(),
        partitions: peers,
        grain: job.grain,
        counts,
        parts: parts.collect(),
    };
    if index.is_multiple_of(job.workers.max(1)) {
        manifest.write(&job.folder, job.process)?;
    }
    // No worker removes its snapshots before the manifest is there.
    net.end_round(&Status::default(), &mut |_| Ok(()))?;
    Ok(manifest)
}

fn write_part(
    path: &std::path::Path,
    part: &Partition,
    state: &State,
    sent: u64,
    must_end: bool,
) -> Result<(Written, Counts), Trouble> {
    let n = part.positions as usize;
    let endless = |end: bool| if end && must_end { Err(goes_round()) } else { Ok(()) };
    let mut counts = Counts {
        vertices: n as u64,
        arcs: part.arcs.count() + part.ends.iter().map(|end| u64::from(end.1)).sum::<u64>(),
        wins: part.wins.len() as u64,
        sent,
        spilled: part.spilled + if part.arcs.bytes().1 { part.arcs.bytes().0 } else { 0 },
        ..Counts::default()
    };
    if let Some(outcomes) = &state.outcomes {
        endless(outcomes.ends.contains(&DRAW))?;
    }
    let mut out = Writer::create(path)?;
    part.blocks.positions()?.save(&mut out)?;
    if let Some(outcomes) = &state.outcomes {
        for &end in &outcomes.ends {
            match end {
                DRAW => counts.draws += 1,
                end if end % 2 == 1 => counts.n += 1,
                _ => counts.p += 1,
            }
            if end != DRAW {
                counts.remoteness = counts.remoteness.max(u64::from(end / 2));
            }
        }
        out.halves("ends", &outcomes.ends)?;
    }
    if let Some(values) = &state.values {
        let mut list = Vec::with_capacity(n);
        // Infinite vertices, where the numbers of each begin, and the numbers.
        let (mut infinite, mut starts, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
        for vertex in 0..n as u32 {
            list.push(match values.found(vertex) {
                Found::Number(number) => {
                    counts.numbers += 1;
                    counts.greatest = counts.greatest.max(u64::from(number));
                    number
                }
                Found::Wins => WINS,
                Found::Infinite => {
                    infinite.push(vertex);
                    starts.push(numbers.len() as u64);
                    numbers.extend(values.numbers(vertex));
                    INFINITE
                }
            });
        }
        counts.infinite = infinite.len() as u64;
        starts.push(numbers.len() as u64);
        out.halves("values", &list)?;
        out.halves("infinite", &infinite)?;
        out.words("starts", &starts)?;
        out.halves("numbers", &numbers)?;
    }
    Ok((out.finish()?, counts))
}
