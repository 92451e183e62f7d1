//! Expressions: `cargo +nightly fuzz run expressions`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::expressions::run(data));
