//! Writes the data as JSON: TOML is for those who edit it, and its reader weighs much in the module
//! that web pages download.

use std::env;
use std::error::Error;
use std::fs;
use std::path::PathBuf;

const FILES: [&str; 5] = ["casts", "names.pt-BR", "purposes", "themes", "traps"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    for name in FILES {
        let file = format!("data/{name}.toml");
        println!("cargo::rerun-if-changed={file}");
        let data: toml::Value =
            toml::from_str(&fs::read_to_string(&file)?).map_err(|e| format!("{file}: {e}"))?;
        fs::write(out.join(format!("{name}.json")), serde_json::to_string(&data)?)?;
    }
    Ok(())
}
