//! Lists the files of the page, so that they are part of the program. A page that is no folder here is
//! an empty list: the server says then that it was built without.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("page");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut names = Vec::new();
    list(&folder, "", &mut names);
    names.sort();
    let mut text = String::from("&[\n");
    for name in names {
        let file = folder.join(&name).display().to_string();
        let _ = writeln!(text, "    ({name:?}, include_bytes!({file:?})),");
    }
    text.push(']');
    let out = Path::new(&env::var("OUT_DIR").unwrap_or_default()).join("page.rs");
    if let Err(error) = fs::write(&out, text) {
        println!("cargo::error={}: {error}", out.display());
    }
}

/// Adds the paths of all files below a folder, with `/` between their parts; hidden ones are not served.
fn list(folder: &Path, above: &str, names: &mut Vec<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let (path, name) = (entry.path(), format!("{above}{name}"));
        match path {
            _ if name.starts_with('.') || name.contains("/.") => {}
            path if path.is_dir() => list(&path, &format!("{name}/"), names),
            _ => names.push(name),
        }
    }
}
