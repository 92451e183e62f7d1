//! What all requests share.

use crate::assets::Assets;
use crate::config::Config;
use crate::guard::Hosts;
use crate::pool::Pool;
use grundy::Limits;
use std::sync::Arc;
use std::time::Duration;

/// What all requests share.
pub struct State {
    /// The places for computations.
    pub pool: Arc<Pool>,
    /// The names of the server.
    pub hosts: Hosts,
    /// The files of the page.
    pub assets: Assets,
    /// The most that one question may use.
    pub limits: Limits,
    /// The most time for a nim-sequence.
    pub sequence_time: Duration,
    /// How long a client may take for the body of a request.
    pub patience: Duration,
}

impl State {
    /// The state of a server that begins.
    pub fn new(config: &Config) -> Arc<Self> {
        Arc::new(Self {
            pool: Pool::new(config.jobs, config.queue),
            hosts: Hosts::new(config.address, &config.hosts),
            assets: Assets::new(config.page.clone()),
            limits: config.limits,
            sequence_time: config.sequence_time,
            patience: config.patience,
        })
    }
}
