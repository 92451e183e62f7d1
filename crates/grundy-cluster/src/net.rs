//! Rounds of messages between workers, by timely dataflow: its progress tracking tells when a round is over.

use crate::Trouble;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

/// What a batch says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Kind {
    /// Arcs as pairs (head, tail).
    Arcs,
    /// Pairs (tail, number of arcs).
    Counts,
    /// What is known of options of vertices.
    Marks,
    /// Vertices from which some arc leads to the present number.
    Answered,
    /// What every worker tells every other one at the end of a round.
    Status,
}

/// Bytes for one worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Batch {
    to: u32,
    from: u32,
    round: u64,
    pub kind: Kind,
    #[serde(with = "serde_bytes")]
    pub bytes: Vec<u8>,
}

/// What a worker tells the others at the end of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Status {
    /// Why it cannot go on.
    pub trouble: Option<Trouble>,
    /// How many vertices it told others of in this round.
    pub expanded: u64,
    /// Numbers whose sums all need.
    pub sums: Vec<u64>,
    /// Texts that others compare or keep.
    pub texts: Vec<String>,
    /// Whether a snapshot is due.
    pub snapshot: bool,
}

type Builder = CapacityContainerBuilder<Vec<Batch>>;

/// One worker's way to the others.
pub(crate) struct Net<'w> {
    worker: &'w mut Worker,
    input: InputHandle<u64, Builder>,
    probe: ProbeHandle<u64>,
    inbox: Rc<RefCell<VecDeque<Batch>>>,
    /// Batches of the round that follows: some worker is ahead.
    later: VecDeque<Batch>,
    statuses: Vec<Option<Status>>,
    round: u64,
    /// Bytes of batches that were sent to others.
    pub sent: u64,
}

/// How long a worker that waits for others sleeps at most; what comes wakes it.
const NAP: Duration = Duration::from_millis(20);

impl<'w> Net<'w> {
    /// The dataflow of this worker; all workers make one.
    pub fn new(worker: &'w mut Worker) -> Self {
        let mut input = InputHandle::<u64, Builder>::new_with_builder();
        let probe = ProbeHandle::new();
        let inbox = Rc::new(RefCell::new(VecDeque::new()));
        let arrived = inbox.clone();
        worker.dataflow(|scope| {
            let arriving = scope.input_from(&mut input);
            let exchange = Exchange::new(|batch: &Batch| u64::from(batch.to));
            arriving
                .unary::<Builder, _, _, _>(exchange, "inbox", move |_, _| {
                    move |batches, _| {
                        batches.for_each(|_, list| arrived.borrow_mut().extend(list.drain(..)));
                    }
                })
                .probe_with(&probe);
        });
        let statuses = vec![None; worker.peers()];
        Self { worker, input, probe, inbox, later: VecDeque::new(), statuses, round: 0, sent: 0 }
    }

    /// The number of this worker, from 0.
    pub fn index(&self) -> usize {
        self.worker.index()
    }

    /// The number of workers of all processes.
    pub fn peers(&self) -> usize {
        self.worker.peers()
    }

    /// Sends bytes in this round.
    pub fn send(&mut self, to: usize, kind: Kind, bytes: Vec<u8>) {
        if to != self.index() {
            self.sent += bytes.len() as u64;
        }
        let from = self.index() as u32;
        self.input.send(Batch { to: to as u32, from, round: self.round, kind, bytes });
    }

    /// Lets messages go and come, without waiting.
    pub fn step(&mut self) {
        self.input.flush();
        self.worker.step();
    }

    /// The next batch of this round that has come.
    pub fn next(&mut self) -> Option<Batch> {
        loop {
            let batch = self.inbox.borrow_mut().pop_front()?;
            if batch.round != self.round {
                self.later.push_back(batch);
            } else if batch.kind == Kind::Status {
                let status = serde_json::from_slice(&batch.bytes).unwrap_or_else(|error| Status {
                    trouble: Some(Trouble::Lost(format!(
                        "worker {} speaks another version of grundy-cluster ({error})",
                        batch.from
                    ))),
                    ..Status::default()
                });
                if let Some(place) = self.statuses.get_mut(batch.from as usize) {
                    *place = Some(status);
                }
            } else {
                return Some(batch);
            }
        }
    }

    /// Ends the round: tells the status, takes all batches that are still under way, and returns what all workers
    /// told, in their order.
    ///
    /// # Errors
    /// The first trouble that a worker told of, the same one for all; that of taking a batch is told in the
    /// round that follows, by [`fail`](Self::fail).
    pub fn end_round(
        &mut self,
        status: &Status,
        take: &mut dyn FnMut(Batch) -> Result<(), Trouble>,
    ) -> Result<Vec<Status>, Ended> {
        let bytes = serde_json::to_vec(status).unwrap_or_default();
        for to in 0..self.peers() {
            self.send(to, Kind::Status, bytes.clone());
        }
        self.input.advance_to(self.round + 1);
        self.input.flush();
        let mut taken = Ok(());
        loop {
            let more = self.probe.less_than(&(self.round + 1));
            while let Some(batch) = self.next() {
                // What comes is taken out even when nothing can be done with it any more.
                if taken.is_ok() {
                    taken = take(batch);
                }
            }
            if !more {
                break;
            }
            self.worker.step_or_park(Some(NAP));
        }
        self.round += 1;
        self.inbox.borrow_mut().extend(self.later.drain(..));
        let told: Vec<Status> = self
            .statuses
            .iter_mut()
            .map(|place| place.take())
            .enumerate()
            .map(|(from, status)| {
                status.unwrap_or_else(|| Status {
                    trouble: Some(Trouble::Lost(format!("worker {from} said nothing in a round"))),
                    ..Status::default()
                })
            })
            .collect();
        match told.iter().find_map(|status| status.trouble.clone()) {
            Some(trouble) => Err(Ended::Together(trouble)),
            None => taken.map(|()| told).map_err(Ended::Alone),
        }
    }

    /// Tells all others of trouble, so that they end too.
    pub fn fail(&mut self, trouble: Trouble) -> Trouble {
        let status = Status { trouble: Some(trouble.clone()), ..Status::default() };
        match self.end_round(&status, &mut |_| Ok(())) {
            Err(Ended::Together(first)) => first,
            _ => trouble,
        }
    }
}

/// How a round ended badly.
#[derive(Debug)]
pub(crate) enum Ended {
    /// All know it.
    Together(Trouble),
    /// The others do not know it yet.
    Alone(Trouble),
}

impl From<Trouble> for Ended {
    fn from(trouble: Trouble) -> Self {
        Self::Alone(trouble)
    }
}
