// An adapter to copy: cargo add serde_json hmac sha1 base64@0.13 httpdate. Your SDK's call goes to sdk_sign.
use hmac::{Hmac, Mac};
use serde_json::{json, Value};
use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, SystemTime};

// Trap, the clock: std has none that can be set; the SDK takes the time, or asks such a function.
static NOW: AtomicU64 = AtomicU64::new(0);
fn now() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(NOW.load(Relaxed))
}

/// In the place of your SDK: signs what has no headers, parameters or token, at now().
fn sdk_sign(method: &str, resource: &str, id: &str, secret: &str) -> Result<String, String> {
    if secret.is_empty() {
        return Err("the secret is empty".into());
    }
    let text = format!("{method}\n\n\n{}\n{resource}", httpdate::fmt_http_date(now()));
    let mut mac = Hmac::<sha1::Sha1>::new_from_slice(secret.as_bytes()).map_err(|e| e.to_string())?;
    mac.update(text.as_bytes());
    Ok(format!("OSS {id}:{}", base64::encode(mac.finalize().into_bytes())))
}

fn answer(operation: &Value, given: &Value) -> Option<Value> {
    let is_empty = |name: &str| given[name].as_array().map_or(true, Vec::is_empty);
    let pair = &given["credentials"];
    if operation != "v1.header" || !is_empty("headers") || !is_empty("query") || !pair["securityToken"].is_null() {
        return None; // the SDK has no way to say it
    }
    NOW.store(given["time"].as_u64()?, Relaxed);
    // Trap, byte strings: {"base64": "…"} is no str; a SDK that takes &[u8] can have its bytes.
    let resource = format!("/{}/{}", given["bucket"].as_str()?, given["key"].as_str()?);
    let (id, secret) = (pair["accessKeyId"].as_str()?, pair["accessKeySecret"].as_str()?);
    Some(match sdk_sign(given["method"].as_str()?, &resource, id, secret) {
        Ok(authorization) => json!({"status": "ok", "output": {"authorization": authorization}}),
        Err(message) => json!({"status": "rejected", "error": {"message": message}}),
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Trap, noise: println! of an SDK would be among the replies; turn its logs off, or to stderr.
    let sdk = json!({"name": "my-sdk", "version": "0", "language": "rust"});
    for line in std::io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        let mut reply = match request["op"].as_str() {
            Some("bye") => break,
            Some("hello") => json!({"protocol": 1, "sdk": sdk, "operations": ["v1.header"], "profiles": ["signing"]}),
            _ => answer(&request["operation"], &request["input"]).unwrap_or(json!({"status": "unsupported"})),
        };
        reply["seq"] = request["seq"].clone();
        writeln!(std::io::stdout(), "{reply}")?;
        std::io::stdout().flush()?; // Trap, flushing: needed for a BufWriter, and harmless here
    }
    Ok(())
}
