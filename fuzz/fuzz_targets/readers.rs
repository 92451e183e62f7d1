//! Files of graphs and words: `cargo +nightly fuzz run readers`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::readers::run(data));
