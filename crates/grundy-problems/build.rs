//! Lists the files of the collection, so that they are part of the library.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    let folder =
        Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../../problems");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut names: Vec<String> = fs::read_dir(&folder)
        .map(|entries| {
            let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
            names.filter_map(|name| name.strip_suffix(".problem").map(str::to_owned)).collect()
        })
        .unwrap_or_default();
    names.sort();
    let mut list = String::from("&[\n");
    for name in names {
        let file = folder.join(format!("{name}.problem"));
        let _ = writeln!(list, "    ({name:?}, include_str!({:?})),", file.display().to_string());
    }
    list.push(']');
    let out = Path::new(&env::var("OUT_DIR").unwrap_or_default()).join("collection.rs");
    if let Err(error) = fs::write(&out, list) {
        println!("cargo::error={}: {error}", out.display());
    }
}
