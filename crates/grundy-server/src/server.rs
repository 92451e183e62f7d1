//! The server: it listens, serves connections, and ends when it is told to.

use crate::api;
use crate::config::Config;
use crate::patient::Patient;
use crate::state::State;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

/// Bytes of the head of a request.
const MAX_HEAD: usize = 64 << 10;

/// The stack of threads that compute: as much as that of a program's first thread.
const STACK: usize = 8 << 20;

/// How long computations may take to notice that the server ends.
const LAST_WORDS: Duration = Duration::from_millis(1500);

/// A server that listens already.
///
/// ```
/// use grundy_server::{Config, Server};
/// let server = Server::bind(Config { port: 0, ..Config::default() })?;
/// assert!(server.address().port() > 0);
/// let stopper = server.stopper();
/// let running = std::thread::spawn(move || server.run());
/// stopper.stop();
/// running.join().unwrap()?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Server {
    config: Config,
    listener: TcpListener,
    address: SocketAddr,
    stop: watch::Sender<bool>,
}

/// What ends a server.
#[derive(Clone)]
pub struct Stopper(watch::Sender<bool>);

impl Stopper {
    /// Ends it: connections are closed, computations are cancelled.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

impl Server {
    /// Begins to listen.
    ///
    /// # Errors
    /// If the address is taken or not of this machine.
    pub fn bind(config: Config) -> io::Result<Self> {
        let listener = TcpListener::bind((config.address, config.port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Self { config, listener, address, stop: watch::Sender::new(false) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What ends it.
    pub fn stopper(&self) -> Stopper {
        Stopper(self.stop.clone())
    }

    /// Serves until it is stopped.
    ///
    /// # Errors
    /// If the system refuses threads or the socket.
    pub fn run(self) -> io::Result<()> {
        let jobs = self.config.jobs.clamp(1, 1024);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(jobs.clamp(2, 8))
            .max_blocking_threads(4 * jobs + 8)
            .thread_stack_size(STACK)
            .thread_name("grundy-serve")
            .enable_io()
            .enable_time()
            .build()?;
        let served = runtime.block_on(self.serve());
        runtime.shutdown_timeout(LAST_WORDS);
        served
    }

    async fn serve(self) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let service = TowerToHyperService::new(api::router(State::new(&self.config)));
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new())
            .header_read_timeout(self.config.patience)
            .max_buf_size(MAX_HEAD)
            .half_close(false);
        let places = Arc::new(Semaphore::new(self.config.connections.max(1)));
        let mut connections = JoinSet::new();
        let mut stop = self.stop.subscribe();
        let ended = async move {
            // An error says that nobody can stop it any more.
            if stop.wait_for(|&stop| stop).await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        tokio::pin!(ended);
        loop {
            while connections.try_join_next().is_some() {}
            let accepted = tokio::select! {
                () = &mut ended => break,
                accepted = accept(&listener, &places) => accepted,
            };
            let Some((stream, place)) = accepted else { continue };
            let stream = TokioIo::new(Patient::new(stream, self.config.patience));
            let connection = http.serve_connection(stream, service.clone());
            connections.spawn(async move {
                // What is wrong with a connection is between the client and its system.
                let _ = connection.await;
                drop(place);
            });
        }
        connections.shutdown().await;
        Ok(())
    }
}

/// The next connection, when there is a place for it.
async fn accept(
    listener: &tokio::net::TcpListener,
    places: &Arc<Semaphore>,
) -> Option<(tokio::net::TcpStream, tokio::sync::OwnedSemaphorePermit)> {
    let place = places.clone().acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, _)) => {
            // Answers are small and whole: waiting for more to send only delays them.
            let _ = stream.set_nodelay(true);
            Some((stream, place))
        }
        Err(_) => {
            // The system has no more files, or the client has gone.
            tokio::time::sleep(Duration::from_millis(20)).await;
            None
        }
    }
}
