//! What is fuzzed: each module takes any bytes, and panics if the program does something wrong.
//!
//! `cargo fuzz` runs the modules through the files in `fuzz_targets`; the ordinary tests feed them
//! changed seeds (`crates/grundy-rules/tests/fuzz.rs`).

pub mod certificates;
pub mod checkpoints;
pub mod expressions;
pub mod readers;
pub mod rules;

use grundy::context::{Context, Limits};
use sha2::{Digest, Sha256};
use std::time::Duration;

/// Limits so narrow that one input takes a moment.
fn narrow(positions: u64) -> Context<'static> {
    let limits =
        Limits { memory: 64 << 20, time: Some(Duration::from_millis(500)), ..Limits::default() };
    Context::new(limits.with_positions(positions))
}

/// The bytes as they are, and with their end made into the checksum of what stands before it: no
/// fuzzer guesses a checksum.
fn sealed(data: &[u8]) -> [Vec<u8>; 2] {
    let body = &data[..data.len().saturating_sub(32)];
    [data.to_vec(), [body, &Sha256::digest(body)].concat()]
}
