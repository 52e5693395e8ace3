//! The one class that JavaScript sees.

use wasm_bindgen::prelude::*;

use crate::Kiln;

#[wasm_bindgen]
extern "C" {
    /// A function of JavaScript that takes a string.
    pub type Watcher;
    #[wasm_bindgen(method, js_name = call)]
    fn tell(this: &Watcher, that: &JsValue, event: &str);
    #[cfg(feature = "everything")]
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// An answer: text, and bytes for files.
#[wasm_bindgen(getter_with_clone)]
pub struct WebReply {
    /// JSON, or a picture as SVG.
    pub text: String,
    /// The bytes of files, one after another.
    pub bytes: Vec<u8>,
}

/// Answers requests about documents.
#[wasm_bindgen]
pub struct WebKiln(Kiln);

#[wasm_bindgen]
impl WebKiln {
    /// An empty kiln.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> WebKiln {
        #[cfg(feature = "everything")]
        return WebKiln(Kiln::with_clock(now));
        #[cfg(not(feature = "everything"))]
        WebKiln(Kiln::new())
    }

    /// Answers one request; the error is JSON with `message` and `fault`.
    pub fn call(&mut self, verb: &str, args: &str, watcher: &Watcher) -> Result<WebReply, JsValue> {
        let mut watch = |event: &str| watcher.tell(&JsValue::NULL, event);
        match self.0.call(verb, args, &mut watch) {
            Ok(reply) => Ok(WebReply { text: reply.json, bytes: reply.bytes }),
            Err(problem) => Err(JsValue::from_str(&serde_json::to_string(&problem).unwrap_or_default())),
        }
    }
}
