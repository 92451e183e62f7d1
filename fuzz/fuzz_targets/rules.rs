//! Rules: `cargo +nightly fuzz run rules`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::rules::run(data));
