// An adapter to copy; run it with node. Put the call of your SDK in the place of `sdkSign`.
"use strict";
const { createHmac } = require("node:crypto");

const sdk = { name: "my-sdk", version: "0", language: "javascript" };
const hello = { protocol: 1, sdk, operations: ["v1.header"], profiles: ["signing"], habits: [] };
class Unsupported extends Error {} // the SDK has no way to say what the input asks for
console.log = console.info = console.debug = console.error; // Trap, noise: nothing but replies there
let now = 0; // Trap, the clock: new Date() and Date.now() have the time of the request.
globalThis.Date = class extends Date {
  constructor(...parts) { super(...(parts.length ? parts : [now])); }
  static now() { return now; }
};

// In the place of your SDK: signs what has no headers, parameters or token, at new Date().
function sdkSign(method, bucket, key, id, secret) {
  if (!secret) throw new RangeError("the secret is empty");
  const date = new Date().toUTCString();
  const text = `${method}\n\n\n${date}\n/` + (bucket ? `${bucket}/${key ?? ""}` : "");
  const code = createHmac("sha1", secret).update(text, "utf8").digest("base64");
  return { Date: date, Authorization: `OSS ${id}:${code}` };
}

function sign({ method, bucket, key, headers, query, credentials, time }) {
  now = time * 1000;
  if (headers?.length || query?.length || credentials.securityToken)
    throw new Unsupported("the SDK signs no headers, no parameters and no token");
  // Trap, byte strings: {"base64": "…"} in the place of text; Buffer.from(bucket.base64, "base64")
  if ([bucket, key].some((text) => text?.base64 !== undefined)) throw new Unsupported("not text");
  const { accessKeyId, accessKeySecret } = credentials;
  const sent = sdkSign(method ?? "GET", bucket, key, accessKeyId, accessKeySecret);
  return { authorization: sent.Authorization, headers: Object.entries(sent) };
}

async function answer({ op, seq, operation, input }) {
  if (op === "hello") return hello;
  if (!hello.operations.includes(operation)) return { seq, status: "unsupported" };
  try {
    return { seq, status: "ok", output: await sign(input) };
  } catch (error) {
    const { message } = error;
    if (error instanceof Unsupported) return { seq, status: "unsupported", reason: message };
    if (error instanceof RangeError) return { seq, status: "rejected", error: { message } }; // the SDK's
    return { seq, status: "failed", message };
  }
}

(async () => { // one request after the other, for the clock is shared; readline splits at U+2028
  let rest = "";
  for await (const piece of process.stdin.setEncoding("utf8")) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop();
    for (const request of lines.map((line) => JSON.parse(line))) {
      if (request.op === "bye") return process.stdin.destroy();
      // Trap, flushing: write() does it; process.exit() would lose what is not written yet.
      process.stdout.write(JSON.stringify(await answer(request)) + "\n");
    }
  }
})();
