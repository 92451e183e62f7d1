//! The module is built with the tests: the wheel of `tests/run` is made of it.

use std::path::PathBuf;

#[test]
fn the_library_is_there_and_is_a_module() {
    let test = std::env::current_exe().unwrap();
    let names = ["lib_core.so", "lib_core.dylib", "_core.dll"];
    let places = test.ancestors().skip(1).take(2);
    let mut found =
        places.flat_map(|folder| names.map(|name| folder.join(name))).filter(|path| path.exists());
    let path: PathBuf = found.next().expect("cargo builds the library beside its tests");
    let bytes = std::fs::read(&path).unwrap();
    let name = b"PyInit__core";
    assert!(bytes.windows(name.len()).any(|window| window == name), "{}", path.display());
}
