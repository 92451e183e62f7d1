//! Computations: so many at a time, in two classes, cancelled when nobody waits for them any more.
//!
//! Every computation begins in the class of short ones. One that has taken [`MAX_SHORT_TIME`] becomes a long
//! one at its next look at the clock: it leaves its place to other short ones, and waits for a place
//! among the long ones if there is none. So short questions are never behind long ones for longer
//! than that. Computations that wait in this way keep what they hold: [`MAX_PAUSED`] times the places
//! may, a further one is given up, and the client is told to come again.

use crate::refusal::{Kind, Refusal};
use axum::http::StatusCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How long a short computation takes at most.
const MAX_SHORT_TIME: Duration = Duration::from_millis(250);

/// The longest time in the queue.
const MAX_WAIT: Duration = Duration::from_secs(20);

/// How often a computation that waits for a place looks for one.
const POLL: Duration = Duration::from_millis(10);

/// Computations that may wait for a place among the long ones, for each such place.
const MAX_PAUSED: usize = 2;

/// The places for computations.
pub struct Pool {
    short: Arc<Semaphore>,
    long: Arc<Semaphore>,
    most_waiting: usize,
    most_paused: usize,
    waiting: AtomicUsize,
    paused: AtomicUsize,
    computing: AtomicUsize,
}

/// One up as long as it lives.
struct Counted<'a>(&'a AtomicUsize);

impl<'a> Counted<'a> {
    /// `None` if there are so many already.
    fn below(counter: &'a AtomicUsize, most: usize) -> Option<Self> {
        let up = |n| (n < most).then_some(n + 1);
        counter.fetch_update(Ordering::Relaxed, Ordering::Relaxed, up).ok().map(|_| Self(counter))
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Sets the flag when it goes: whoever waited has left.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The place of one computation.
pub struct Turn {
    pool: Arc<Pool>,
    cancel: Arc<AtomicBool>,
    started: Instant,
    long: AtomicBool,
    /// Whether it was given up because too many wait.
    given_up: AtomicBool,
    place: Mutex<Option<OwnedSemaphorePermit>>,
}

impl Turn {
    /// What cancels the computation.
    pub fn cancel(&self) -> &AtomicBool {
        &self.cancel
    }

    /// To be called from time to time: a computation that takes long goes on when there is a place.
    pub fn look(&self) {
        if self.long.load(Ordering::Relaxed) || self.started.elapsed() < MAX_SHORT_TIME {
            return;
        }
        // Of several threads one looks after the place, and the others go on.
        let Ok(mut place) = self.place.try_lock() else { return };
        if self.long.swap(true, Ordering::Relaxed) {
            return;
        }
        if let Ok(permit) = self.pool.long.clone().try_acquire_owned() {
            *place = Some(permit);
            return;
        }
        *place = None;
        let Some(_paused) = Counted::below(&self.pool.paused, self.pool.most_paused) else {
            self.given_up.store(true, Ordering::Relaxed);
            self.cancel.store(true, Ordering::Relaxed);
            return;
        };
        while !self.cancel.load(Ordering::Relaxed) {
            std::thread::sleep(POLL);
            if let Ok(permit) = self.pool.long.clone().try_acquire_owned() {
                *place = Some(permit);
                return;
            }
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        // The place is free before the computation counts as ended.
        self.place.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        self.pool.computing.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Pool {
    /// Places for `jobs` long computations, and so many waiting.
    pub fn new(jobs: usize, queue: usize) -> Arc<Self> {
        let jobs = jobs.clamp(1, 1024);
        Arc::new(Self {
            short: Arc::new(Semaphore::new(jobs.max(2))),
            long: Arc::new(Semaphore::new(jobs)),
            most_waiting: queue,
            most_paused: jobs * MAX_PAUSED,
            waiting: AtomicUsize::new(0),
            paused: AtomicUsize::new(0),
            computing: AtomicUsize::new(0),
        })
    }

    /// How many computations go on or pause.
    pub fn computing(&self) -> usize {
        self.computing.load(Ordering::Relaxed)
    }

    /// How many questions wait.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Computes on a thread of its own; who no longer waits for the result cancels it.
    ///
    /// # Errors
    /// That of the work; busy if too many wait already, or if the wait is too long.
    pub async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Turn) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let place = match self.short.clone().try_acquire_owned() {
            Ok(place) => place,
            Err(_) => self.wait().await?,
        };
        let cancel = Arc::new(AtomicBool::new(false));
        let _guard = CancelOnDrop(cancel.clone());
        self.computing.fetch_add(1, Ordering::Relaxed);
        let turn = Turn {
            pool: self.clone(),
            cancel,
            started: Instant::now(),
            long: AtomicBool::new(false),
            given_up: AtomicBool::new(false),
            place: Mutex::new(Some(place)),
        };
        let done = tokio::task::spawn_blocking(move || {
            let result = work(&turn);
            match turn.given_up.load(Ordering::Relaxed) {
                true => Err(Refusal::busy("too many long questions are being answered")),
                false => result,
            }
        });
        done.await.unwrap_or_else(|error| {
            let message = match error.is_cancelled() {
                true => "the server ends",
                false => "the server failed in answering this question: please report it",
            };
            Err(Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, Kind::Internal, message))
        })
    }

    async fn wait(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        let Some(_waiting) = Counted::below(&self.waiting, self.most_waiting) else {
            return Err(Refusal::busy("too many questions are waiting already"));
        };
        match tokio::time::timeout(MAX_WAIT, self.short.clone().acquire_owned()).await {
            Ok(Ok(place)) => Ok(place),
            _ => Err(Refusal::busy("the question has waited too long for its turn")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_time().build().unwrap()
    }

    /// Works until it is cancelled.
    fn for_ever(turn: &Turn) -> Result<(), Refusal> {
        while !turn.cancel().load(Ordering::Relaxed) {
            turn.look();
            std::thread::sleep(Duration::from_millis(1));
        }
        Err(grundy::Stop::Cancelled.into())
    }

    #[test]
    fn long_computations_leave_room_for_short_ones_and_too_many_are_given_up() {
        runtime().block_on(async {
            let pool = Pool::new(1, 8);
            // One runs, two pause, all others are told to come again.
            let many: Vec<_> = (0..6)
                .map(|_| {
                    let pool = pool.clone();
                    tokio::spawn(async move { pool.run(for_ever).await })
                })
                .collect();
            let mut ended = 0;
            let patience = Instant::now();
            while ended < 3 && patience.elapsed() < Duration::from_secs(20) {
                tokio::time::sleep(POLL).await;
                ended = many.iter().filter(|task| task.is_finished()).count();
            }
            assert_eq!((ended, pool.computing()), (3, 3));
            assert_eq!(pool.run(|_| Ok(7)).await.unwrap(), 7);
            for task in many {
                if task.is_finished() {
                    let refusal = task.await.unwrap().unwrap_err();
                    assert_eq!(refusal.problem.kind, Kind::Busy);
                } else {
                    task.abort();
                }
            }
            while pool.computing() > 0 && patience.elapsed() < Duration::from_secs(20) {
                tokio::time::sleep(POLL).await;
            }
            assert_eq!(pool.computing(), 0, "those whose clients have left end");
        });
    }

    #[test]
    fn the_queue_has_an_end_and_a_panic_is_an_answer() {
        runtime().block_on(async {
            let pool = Pool::new(1, 1);
            let (release, wait) = mpsc::channel::<()>();
            let wait = Arc::new(Mutex::new(wait));
            let hold = |_: &Turn| Ok(());
            let blocked: Vec<_> = (0..2)
                .map(|_| {
                    let (pool, wait) = (pool.clone(), wait.clone());
                    tokio::spawn(async move {
                        pool.run(move |_| {
                            let _ = wait.lock().unwrap().recv();
                            Ok(())
                        })
                        .await
                    })
                })
                .collect();
            while pool.computing() < 2 {
                tokio::time::sleep(POLL).await;
            }
            let waiting = {
                let pool = pool.clone();
                tokio::spawn(async move { pool.run(hold).await })
            };
            while pool.waiting() < 1 {
                tokio::time::sleep(POLL).await;
            }
            let refusal = pool.run(hold).await.unwrap_err();
            assert_eq!(refusal.status, StatusCode::SERVICE_UNAVAILABLE);
            drop(release);
            for task in blocked {
                task.await.unwrap().unwrap();
            }
            waiting.await.unwrap().unwrap();
            let failed = pool.run(|_| -> Result<(), Refusal> { panic!("on purpose") }).await;
            assert_eq!(failed.unwrap_err().problem.kind, Kind::Internal);
            assert_eq!(pool.computing(), 0);
        });
    }
}
