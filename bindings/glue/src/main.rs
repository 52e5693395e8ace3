//! `mapkiln-glue MODULE.wasm FOLDER NAME` writes FOLDER/NAME.js and FOLDER/NAME_bg.wasm.

#![forbid(unsafe_code)]

use std::env;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let [module, folder, name] = words.as_slice() else {
        eprintln!("usage: mapkiln-glue MODULE.wasm FOLDER NAME");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(name).typescript(true);
    // The names of functions stay until they have been sorted by them.
    bindgen.remove_producers_section(true);
    let written = bindgen.web(true).and_then(|bindgen| bindgen.generate(folder));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("mapkiln-glue: {problem:#}");
            ExitCode::FAILURE
        }
    }
}
