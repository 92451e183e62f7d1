//! Certificates: `cargo +nightly fuzz run certificates`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::certificates::run(data));
