//! Any file: it is refused, or the run that it keeps goes on.

use super::{narrow, sealed};
use grundy::heap::checkpoint;
use std::io::Cursor;

/// Heaps computed behind those of the checkpoint.
const MORE: u64 = 200;

/// Reads the bytes as both kinds of checkpoint, and goes on where one was written.
pub fn run(data: &[u8]) {
    for file in sealed(data) {
        if let Ok(mut run) = checkpoint::read(&mut &file[..], &narrow(100_000)) {
            let to = run.values().len() as u64 + MORE;
            if run.extend(to, false, &narrow(100_000), &mut |_| Ok(())).is_ok() {
                assert!(run.values().len() as u64 >= to);
                let mut again = Vec::new();
                checkpoint::write(&run, &mut again).expect("memory takes it");
                assert!(checkpoint::read(&mut &again[..], &narrow(100_000)).is_ok());
            }
        }
        if let Ok(mut stream) = checkpoint::read_stream(&mut Cursor::new(&file), &narrow(100_000)) {
            let to = stream.computed().saturating_add(MORE);
            if stream.extend(to, &narrow(100_000), &mut |_| Ok(())).is_ok() {
                assert!(stream.computed() >= to);
            }
        }
    }
}
