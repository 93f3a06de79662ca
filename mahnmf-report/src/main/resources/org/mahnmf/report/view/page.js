// The viewer's page: asks the server how the runs go, and draws. No library, no network but its own server.
"use strict";

const COLOURS = ["#1f5fae", "#b4541a", "#1c7a4a", "#7d4fd1", "#8a6d00", "#b0306a"];
const KINDS = [["sample", "Sample"], ["expected", "What the parts explain"], ["rest", "What is left over"]];
const MOST_PARTS = 12;
const runs = new Map(); // number -> {info, history, samples, parts, pictures, shown}
const $ = id => document.getElementById(id);

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick" || key === "onchange") made[key] = value;
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

async function ask(address, options) {
  const response = await fetch(address, options);
  const body = await response.json();
  if (!response.ok) throw new Error(body.error || response.statusText);
  return body;
}

function fail(error) { $("error").textContent = error.message; }

function label(name) {
  if (name === "demo") return "Demo: a street clip made by the program";
  return name.replace(/^\d+\//, "");
}

async function fillForm(chosen) {
  const state = await ask("api/state");
  const before = chosen || $("input").value || "demo";
  $("input").replaceChildren(...["demo", ...state.inputs].map(name => element("option", {value: name}, label(name))));
  if (before.startsWith("upload/")) $("input").append(element("option", {value: before}, label(before)));
  $("input").value = before;
  if (!$("solver").options.length) {
    $("solver").append(...state.solvers.map(name => element("option", {value: name}, name)));
  }
  state.runs.forEach(info => see(info));
  return state;
}

function see(info) {
  const known = runs.get(info.run) || {history: [], shown: true, samples: 0, parts: 0};
  known.info = info;
  runs.set(info.run, known);
  return known;
}

function colour(number) { return COLOURS[(number - 1) % COLOURS.length]; }

function stateWords(info) {
  if (info.state === "running") return info.phase || "running";
  return info.message ? info.state + ": " + info.message : info.state;
}

function drawTable() {
  const list = [...runs.values()];
  $("runs").hidden = !list.length;
  $("none").hidden = !!list.length;
  $("compare-hint").hidden = list.length < 2;
  const body = $("runs").tBodies[0];
  const focus = document.activeElement && document.activeElement.id;
  body.replaceChildren(...list.map(run => {
    const info = run.info;
    const last = run.history.length ? run.history[run.history.length - 1][2] : null;
    const over = info.state === "done" || info.state === "stopped";
    const active = info.state === "running" || info.state === "waiting";
    const base = "api/runs/" + info.run;
    const results = element("td");
    if (active) {
      results.append(element("button", {type: "button", id: "stop-" + info.run,
        onclick: () => ask(base + "/stop", {method: "POST"}).then(tick).catch(fail)}, "Stop"));
    }
    if (over && run.history.length) {
      results.append(element("a", {href: base + "/files/report.html", target: "_blank", rel: "noopener"}, "report"));
      for (const file of ["basis.npy", "codes.npy", "run.json"]) {
        results.append(element("a", {href: base + "/files/" + file, download: true}, file));
      }
    }
    const tick = element("input", {type: "checkbox", id: "show-" + info.run, "aria-label": "Show run " + info.run});
    tick.checked = run.shown;
    tick.onchange = () => { run.shown = tick.checked; drawAll(); };
    return element("tr", {"data-run": info.run, "data-state": info.state},
      element("td", {}, tick),
      element("td", {}, dot(info.run), String(info.run)),
      element("td", {}, label(info.input)),
      element("td", {class: "number"}, String(info.rank)),
      element("td", {}, info.solver),
      element("td", {class: "number"}, String(info.seed)),
      element("td", {class: info.state}, stateWords(info)),
      element("td", {class: "number"}, last === null ? "" : last.toPrecision(6)),
      results);
  }));
  if (focus && $(focus)) $(focus).focus();
}

function dot(number) {
  const made = element("span", {class: "dot", "aria-hidden": "true"});
  made.style.background = colour(number);
  return made;
}

// --- objective over time, an SVG made by hand -------------------------------------------------------------------------
function drawChart() {
  const lines = [...runs.values()].filter(run => run.shown && run.history.length > 1);
  $("course").hidden = !lines.length;
  if (!lines.length) return;
  const points = lines.flatMap(run => run.history);
  const seconds = Math.max(...points.map(p => p[1]), 1e-3);
  const values = points.map(p => p[2]).filter(v => v > 0);
  const low = Math.min(...values), high = Math.max(...values);
  const log = high > 5 * low;
  const scale = v => log ? Math.log(v) : v;
  const span = Math.max(scale(high) - scale(low), 1e-9 * Math.abs(scale(high)), 1e-12);
  const [w, h, left, bottom, top] = [900, 320, 90, 40, 12];
  const x = s => left + (w - left - 12) * s / seconds;
  const y = v => top + (h - bottom - top) * (1 - (scale(Math.max(v, low)) - scale(low)) / span);
  const ns = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(ns, "svg");
  svg.setAttribute("viewBox", `0 0 ${w} ${h}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "Objective over seconds: " + lines.map(run =>
    `run ${run.info.run} ends at ${run.history[run.history.length - 1][2].toPrecision(6)}`).join(", "));
  const add = (name, attributes, text) => {
    const made = document.createElementNS(ns, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text) made.textContent = text;
    svg.append(made);
  };
  for (let k = 0; k <= 4; k++) {
    const level = log ? Math.exp(scale(low) + span * k / 4) : low + span * k / 4;
    const at = y(level);
    add("line", {class: "axis", x1: left, x2: w - 12, y1: at, y2: at});
    add("text", {x: left - 8, y: at + 4, "text-anchor": "end"}, Number(level.toPrecision(5)).toLocaleString("en"));
    const time = seconds * k / 4;
    add("text", {x: x(time), y: h - bottom + 20, "text-anchor": k === 4 ? "end" : "middle"}, time.toFixed(seconds < 5 ? 2 : seconds < 50 ? 1 : 0));
  }
  add("text", {x: w - 12, y: h - 4, "text-anchor": "end"}, "seconds" + (log ? ", logarithmic objective" : ""));
  for (const run of lines) {
    add("polyline", {fill: "none", stroke: colour(run.info.run), "stroke-width": 2.5, "stroke-linejoin": "round",
      points: run.history.filter(p => p[2] > 0).map(p => x(p[1]).toFixed(1) + "," + y(p[2]).toFixed(1)).join(" ")});
  }
  $("chart").replaceChildren(svg);
}

// --- pictures ---------------------------------------------------------------------------------------------------------
async function draw(canvas, number, kind, index) {
  const response = await fetch(`api/runs/${number}/picture?kind=${kind}&index=${index}`);
  if (!response.ok) return;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const width = +response.headers.get("X-Width"), height = +response.headers.get("X-Height");
  const channels = +response.headers.get("X-Channels");
  const tall = height === 1 ? 48 : height; // a row of a table becomes a band
  canvas.width = width;
  canvas.height = tall;
  const image = new ImageData(width, tall);
  for (let p = 0; p < width * tall; p++) {
    const from = (height === 1 ? p % width : p) * channels;
    let [r, g, b] = channels === 3 ? bytes.subarray(from, from + 3) : [bytes[from], bytes[from], bytes[from]];
    if (kind === "rest") { // red: more than expected, blue: less
      const d = ((r + g + b) / 3 - 128) / 127, fade = 1 - Math.min(1, Math.abs(d) * 2.5);
      [r, g, b] = d >= 0 ? [255, 255 * fade, 255 * fade] : [255 * fade, 255 * fade, 255];
    }
    image.data.set([r, g, b, 255], 4 * p);
  }
  canvas.getContext("2d").putImageData(image, 0, 0);
  canvas.dataset.drawn = "yes";
  canvas.style.width = (kind === "basis" ? 110 : 158) + "px";
}

function figures(run) {
  if (!run.view) {
    run.view = element("div", {class: "run", "data-run": run.info.run});
  }
  const parts = Math.min(run.parts, MOST_PARTS);
  if (run.drawnParts !== parts) {
    run.drawnParts = parts;
    run.canvases = [];
    const figure = (kind, index, words) => {
      const canvas = element("canvas", {role: "img", "aria-label": words + " of run " + run.info.run, width: 1, height: 1});
      run.canvases.push({canvas, kind, index});
      return element("figure", {}, canvas, element("figcaption", {}, words));
    };
    run.view.replaceChildren(
      element("h3", {}, dot(run.info.run), `Run ${run.info.run}: ${label(run.info.input)}, ${run.info.rank} parts, ${run.info.solver}`),
      element("div", {class: "row"}, ...KINDS.map(([kind, words]) => figure(kind, null, words))),
      element("div", {class: "row"}, ...Array.from({length: parts}, (_, k) => figure("basis", k, "Part " + (k + 1)))));
  }
  return run.view;
}

let drawing = Promise.resolve();
function drawPictures() {
  const shown = [...runs.values()].filter(run => run.shown && run.parts);
  $("look").hidden = !shown.length;
  if (!shown.length) return;
  const most = Math.max(...shown.map(run => run.samples));
  if ($("frame").max === "0") { // something more telling than the first sample
    $("frame").max = most - 1;
    $("frame").value = Math.floor(most / 2);
  }
  $("frame").max = most - 1;
  $("frame-number").textContent = `${+$("frame").value + 1} of ${most}`;
  $("pictures").replaceChildren(...shown.map(figures));
  const frame = +$("frame").value;
  drawing = drawing.then(() => Promise.all(shown.flatMap(run => run.canvases.map(one =>
    draw(one.canvas, run.info.run, one.kind, one.index === null ? Math.min(frame, run.samples - 1) : one.index))))).catch(() => {});
}

function drawAll() {
  drawTable();
  drawChart();
  drawPictures();
}

// --- time -------------------------------------------------------------------------------------------------------------
let timer = null;
async function tick() {
  clearTimeout(timer);
  let busy = false;
  try {
    for (const run of runs.values()) {
      if (run.complete) continue;
      const news = await ask(`api/runs/${run.info.run}/progress?from=${run.history.length}`);
      run.info = {...run.info, state: news.state, message: news.message, phase: news.phase};
      run.history.push(...news.history);
      run.samples = news.samples || run.samples;
      run.parts = news.parts || run.parts;
      run.complete = news.state !== "running" && news.state !== "waiting";
      busy = busy || !run.complete;
    }
  } catch (error) {
    $("error").textContent = "The program does not answer: " + error.message;
  }
  drawAll();
  if (busy) timer = setTimeout(tick, 500);
}

$("start").addEventListener("submit", async event => {
  event.preventDefault();
  $("error").textContent = "";
  try {
    see(await ask("api/runs", {
      method: "POST",
      headers: {"Content-Type": "application/json"},
      body: JSON.stringify({input: $("input").value, rank: +$("rank").value, solver: $("solver").value, seed: +$("seed").value})
    }));
    await tick();
  } catch (error) { fail(error); }
});

$("file").addEventListener("change", async () => {
  const file = $("file").files[0];
  if (!file) return;
  $("error").textContent = "";
  $("upload").textContent = "sending " + file.name + " …";
  try {
    const answer = await ask("api/upload?name=" + encodeURIComponent(file.name), {method: "POST", body: file});
    await fillForm(answer.input);
    $("upload").textContent = file.name + " is there";
  } catch (error) { $("upload").textContent = ""; fail(error); }
});

$("frame").addEventListener("input", drawPictures);
fillForm().then(tick).catch(fail);
