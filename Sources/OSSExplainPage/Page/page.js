"use strict";
const $ = (id) => document.getElementById(id);
const texts = JSON.parse($("texts").textContent);
/** The language of the page, what it knows, and the module that explains. */
let language = /^zh\b/i.test(navigator.language) ? "zh" : "en";
let known = null, files = null, module = null;
/** The instance in use: none before the first question, after one with a secret, and after a trap. */
let running = null;
/** What is shown, so that another language shows it again; and the last answer, to which Back leads. */
let view = () => {}, answerView = null;
/** Whether what is given was changed since the last answer. */
let isOld = false;

/** A sentence of the page in its language. */
const say = (name, ...values) =>
  texts.interface[name][language].replace(/\{(\d)\}/g, (_, index) => values[index]);
/** An element with a class and what it holds: elements, and texts, which are never markup. */
const make = (name, kind, ...parts) => {
  const one = document.createElement(name);
  if (kind) one.className = kind;
  one.append(...parts.filter((part) => part !== null && part !== undefined && part !== false));
  return one;
};
/** English in a page that may have another language. */
const english = (name, kind, ...parts) => {
  const one = make(name, kind, ...parts);
  if (language !== "en") one.lang = "en";
  return one;
};

const unpacked = async (id) => {
  const bytes = Uint8Array.from(atob($(id).textContent), (one) => one.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};
/** Writes bytes into the memory of an instance: their address and their number. */
const put = (exports, bytes) => {
  const start = exports.allocate(bytes.length) >>> 0;
  new Uint8Array(exports.memory.buffer, start, bytes.length).set(bytes);
  return [start, bytes.length];
};
const start = async () => {
  const { exports } = await WebAssembly.instantiate(module);
  const reader = exports.prepare(...put(exports, files));
  if (!reader) throw new Error("the files of the page");
  return { exports, reader };
};
/** The JSON that explains what is given; it throws where the module ends. */
const ask = async (given) => {
  running ??= await start();
  const { exports, reader } = running;
  try {
    const answer = exports.explain(reader, ...put(exports, new TextEncoder().encode(JSON.stringify(given)))) >>> 0;
    const length = new DataView(exports.memory.buffer).getUint32(answer, true);
    const text = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, answer + 4, length));
    exports.release(answer);
    // The memory of an instance that had a secret is given up.
    if (given.credentials) running = null;
    return text;
  } catch (error) {
    running = null;
    throw error;
  }
};

/** A text with its invisible characters shown; the character at `at` is marked. */
const shown = (text, at = -1) => {
  const characters = [...text];
  const parts = characters.map((one, index) => {
    const code = one.codePointAt(0);
    let sign = null;
    if (one === " ") {
      const beside = [characters[index - 1], characters[index + 1]];
      if (beside.some((other) => other === undefined || other === " " || other === "\n")) sign = "·";
    } else if (one === "\n") sign = "↵\n";
    else if (code < 0x80 && /\p{Cc}/u.test(one)) sign = "\\x" + code.toString(16).padStart(2, "0");
    else if (/[\p{C}\p{Z}]/u.test(one)) sign = `\\u{${code.toString(16)}}`;
    const part = sign ? make("span", "odd", sign) : one;
    return index === at ? make("mark", "", part) : part;
  });
  if (at >= characters.length) parts.push(make("mark", "", say("end")));
  return parts;
};
/** Both sides of a difference, each with the first place in which they differ marked. */
const sides = ({ expected, signed }) => {
  const [left, right] = [expected, signed].map((text) => [...(text ?? "")]);
  let at = 0;
  while (at < left.length && at < right.length && left[at] === right[at]) at++;
  const side = (text, kind) =>
    text === undefined ? say("nothing") : english("div", "side " + kind, ...shown(text, at));
  return [[say("ossSigns"), side(expected, "oss")], [say("clientSigned"), side(signed, "own")]];
};
const list = (pairs) => {
  const box = make("dl");
  for (const [name, value] of pairs) {
    if (value !== null && value !== undefined) {
      box.append(make("dt", "", name), make("dd", "", ...[value].flat()));
    }
  }
  return box;
};
const link = (address, ...parts) => {
  const one = make("a", "", ...parts);
  one.href = address;
  if (!address.startsWith("#")) [one.target, one.rel] = ["_blank", "noreferrer noopener"];
  return one;
};

/** A cause or a mistake by its id. */
const cause = (id) => known.explain.causes.find((one) => one.id === id)
  ?? known.mistakes.mistakes.find((one) => one.id === id);
/** A sentence of a cause in the language of the page, where there is one. */
const told = (id, text) => {
  const row = cause(id) ?? {};
  const name = ["sentence", "guess", "fix", "fixV4", "fixRPC"].find((one) => row[one] === text);
  // A row may say itself what to change.
  const other = name ? texts.causes[id]?.[name] : chinese(text);
  return language === "zh" && other ? make("span", "", ...shown(other)) : english("span", "", ...shown(text));
};
/** The sentences of details: {0} is a word, {0+} any text. */
const sentences = Object.entries(texts.details).map(([text, other]) => {
  const parts = text.split(/\{(\d\+?)\}/).map((part, index) => index % 2 === 0
    ? part.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&") : part.endsWith("+") ? "(.+?)" : "(\\S+)");
  return [new RegExp("^" + parts.join("") + "$", "s"), other];
});
/** A sentence in Chinese, or null. */
const sentence = (text) => {
  for (const [pattern, other] of sentences) {
    const found = pattern.exec(text)?.slice(1);
    if (found) return other.replace(/\{(\d)\}/g, (_, index) => sentence(found[index]) ?? found[index]);
  }
  return null;
};
/** Sentences in Chinese, as long as each of them has some; else null. */
const chinese = (text) => {
  for (const { index } of text.matchAll(/[.?] /g)) {
    const first = sentence(text.slice(0, index + 1)), rest = first && chinese(text.slice(index + 2));
    if (rest) return first + (/[ -~]$/.test(first) ? " " : "") + rest;
  }
  return sentence(text);
};
/** Sentences, each in Chinese where it has some. */
const mixed = (text) => {
  const whole = chinese(text);
  if (whole) return [make("span", "", ...shown(whole))];
  const ends = [...text.matchAll(/[.?] /g)].map(({ index }) => index + 1);
  const end = ends.find((one) => sentence(text.slice(0, one))) ?? ends[0] ?? text.length;
  const first = text.slice(0, end), other = sentence(first), rest = text.slice(end + 1);
  const part = other ? make("span", "", ...shown(other)) : english("span", "", ...shown(first));
  return rest ? [part, " ", ...mixed(rest)] : [part];
};
/** Words of an explanation in the language of the page, as far as it has them. */
const worded = (text) => language === "zh" ? mixed(text) : [make("span", "", ...shown(text))];
/** A clause: its id and its words. */
const clause = (id) => [id, known.clauses[id] && english("div", "hint",
  ...known.clauses[id].split("`").map((one, index) => index % 2 ? make("code", "", one) : one))];
/** A code of OSS, what it means, and its page. */
const code = (source, name, ec) => {
  const meaning = language === "zh" && texts.codes[name];
  const page = source && link(source, say("page"));
  return make("div", "", name && make("code", "", name), meaning && `（${meaning}）`,
    ec && ` EC ${ec}`, page && " · ", page);
};
const rows = () => [known.explain.answers, known.explain.weak, ...Object.values(known.explain.steps)].flat();
/** The page of Alibaba Cloud on an exact cause, or on a code whatever else is known of it. */
const pageOf = (name, ec) => /^\d{4}-\d{8}$/.test(ec) ? "https://api.aliyun.com/troubleshoot?q=" + ec
  : rows().find((row) => row.codes?.includes(name) && !row.when && !row.with
    && /^https?:\/\/(help\.aliyun|(www\.)?alibabacloud)\.com\//.test(row.source))?.source;
/** What OSS answered; none where it shows no code and no exact cause. */
const answered = (name, ec) => (name || ec) && list([[say("answered"), code(pageOf(name, ec), name, ec)]]);
const certainty = ({ proved, certainty: word }) =>
  say({ certain: "certain", likely: "likely", possible: "possible" }[word]) + (proved ? say("proved") : "");
const article = (finding) => {
  const { difference } = finding;
  return make("article", finding.certainty,
    make("h3", "", told(finding.id, finding.sentence)),
    make("p", "", make("span", "chip", certainty(finding))),
    list([[say("change"), told(finding.id, finding.fix)]]),
    finding.detail && make("p", "", ...worded(finding.detail)),
    difference && list([[say("part"), worded(difference.part)],
      ...sides(difference), [say("offset"), difference.offset]]),
    make("details", "", make("summary", "", say("more")), list([
      [say("clause"), finding.clause && clause(finding.clause)],
      [say("causeId"), link("#cause=" + finding.id, make("code", "", finding.id))]])));
};

/** Shows an answer, the surest causes first; guesses beside something surer are folded up. */
const showAnswer = (json) => {
  const { code, ec, findings, missing, expected } = JSON.parse(json);
  const isSure = findings.some((one) => one.certainty !== "possible");
  const isProved = findings.some((one) => one.proved && one.certainty === "certain");
  const isShown = (one) => (!isSure || one.certainty !== "possible")
    && (!isProved || one.certainty === "certain" || !one.proved);
  const [first, rest] = [findings.filter(isShown), findings.filter((one) => !isShown(one))];
  const names = missing.map((one) => language === "zh" ? texts.missing[one] : one);
  const open = names.length > 1 ? names.slice(0, -1).join(say("comma")) + say("and") + names.at(-1) : names[0];
  const heading = isSure ? say("causes") : open ? say("open", open) : say(first.length ? "guesses" : "none");
  const parts = [answered(code, ec), ...first.map(article)];
  if (rest.length) {
    parts.push(make("details", "", make("summary", "", say("others", rest.length)), ...rest.map(article)));
  }
  if (expected) {
    const isString = expected.name === "string to sign";
    parts.push(make("h3", "", say(isString ? "expectedString" : "expectedRequest")),
      english("pre", "", ...shown(expected.text)));
  }
  show(heading, parts, isSure ? say("found", first.length) : say("unsure"));
  if (isSure) $("status").append(" ", told(first[0].id, first[0].sentence));
};
/** Shows what is known of one cause, which a link names. */
const showCause = (id) => {
  const one = cause(id);
  if (!one) return show(say("unknown"), [], say("unknown"));
  const pages = rows().filter((row) => row.cause === id && row.source && (row.codes || row.ec));
  const box = make("article", "", make("h3", "", told(id, one.sentence)), list([
    [say("change"), told(id, one.fix)], [say("changeV4"), one.fixV4 && told(id, one.fixV4)],
    [say("changeRPC"), one.fixRPC && told(id, one.fixRPC)],
    [say("clause"), Object.values(one.clauses ?? []).map((name) => make("div", "", ...clause(name)))],
    [say("codes"), pages.length ? pages.map((row) => code(row.source, row.codes?.join(" "), row.ec?.join(" "))) : null],
    [say("causeId"), make("code", "", id)]]));
  show(say("cause"), [box], "");
};
const show = (heading, parts, status) => {
  $("heading").textContent = heading;
  $("found").replaceChildren(...parts.filter((part) => part));
  $("status").replaceChildren(status);
  $("answer").hidden = false;
  mark();
};
/** Marks the answer as old where what is given was changed since (EXP-PAGE-4). */
const mark = () => {
  const isMarked = isOld && view === answerView && !$("answer").hidden;
  $("answer").classList.toggle("old", isMarked);
  if (isMarked) $("status").replaceChildren(say("changed"));
};
const fail = (name) => {
  view = answerView = () => {
    $("status").replaceChildren(say(name));
    $("answer").hidden = true;
  };
  view();
};

/** Has the module explain what is given: it is neither sent (EXP-PAGE-1) nor kept (EXP-PAGE-2). */
const explain = async () => {
  const given = { text: $("text").value, string: $("string").value };
  if (!given.text.trim()) return fail("empty");
  if (new TextEncoder().encode(given.text).length > 1 << 20) return fail("tooLong");
  const [id, secret, token] = ["id", "secret", "token"].map((one) => $(one).value);
  if (secret) {
    given.credentials = { accessKeyId: id, accessKeySecret: secret };
    if (token) given.credentials.securityToken = token;
  }
  if (location.hash) history.replaceState(null, "", location.href.split("#")[0]);
  try {
    const json = await ask(given);
    isOld = false;
    view = answerView = () => showAnswer(json);
    view();
    $("answer").scrollIntoView({ block: "nearest" });
  } catch {
    fail("trap");
  }
};
const followLink = () => {
  const id = /^#cause=([a-z0-9-]{1,80})$/.exec(location.hash)?.[1];
  if (!known || !id && !answerView) return;
  view = id ? () => showCause(id) : answerView;
  view();
  if (id) $("heading").focus();
};
const speak = () => {
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  document.title = say("title");
  for (const one of document.querySelectorAll("[data-text]")) one.textContent = say(one.dataset.text);
  [$("language").textContent, $("language").lang] = language === "zh" ? ["English", "en"] : ["中文", "zh-CN"];
  view();
};
$("language").onclick = () => {
  language = language === "zh" ? "en" : "zh";
  speak();
};
$("form").onsubmit = (event) => {
  event.preventDefault();
  explain();
};
$("form").onkeydown = (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && known) explain();
};
$("form").oninput = () => {
  isOld = true;
  mark();
};
$("form").onreset = () => {
  [running, view, answerView, isOld] = [null, () => {}, null, false];
  $("answer").hidden = true;
  $("status").replaceChildren();
};
$("example").onclick = () => {
  [$("text").value, $("string").value] = texts.example;
  explain();
};
window.onhashchange = followLink;
speak();
(async () => {
  try {
    files = await unpacked("knowledge");
    module = await WebAssembly.compile(await unpacked("module"));
    running = await start();
    known = JSON.parse(new TextDecoder().decode(files));
    for (const one of document.querySelectorAll("button:disabled")) one.disabled = false;
    followLink();
  } catch {
    fail("old");
  }
})();
