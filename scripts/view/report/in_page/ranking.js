// The answer: the figures that the switches choose, ranked, drawn and as a table.
const ranking = document.getElementById("ranking");
const slopes = new Map(fits.map((fit) => [`${fit.variant} ${fit.memory}`, fit]));
const MEMORY_WORDS = figures.memories;
const SIGNS = JSON.parse(ranking.dataset.signs);

function rankedRows(view) {
  const chosen = cells.filter((cell) => cell.n === view.n && view.kinds.includes(cell.primitive) && view.languages.includes(cell.language));
  const rows = chosen.map((cell) => ({ ...cell, ...figureOf(cell, view) }));
  const group = (row) => (row.value === null ? 2 : Number(row.naive));
  const kind = (row) => (view.order === "kinds" ? figures.kinds.findIndex((known) => known.id === row.primitive) : 0);
  return rows.sort((a, b) => kind(a) - kind(b) || group(a) - group(b) || a.value - b.value || a.label.localeCompare(b.label));
}

function figureOf(cell, view) {
  return view.unit === "mib" ? memoryOf(cell, view.memory) : perTaskOf(cell, view);
}

function memoryOf(cell, memory) {
  const [median, low, high] = ["median", "min", "max"].map((what) => cell[`${memory}_bytes_${what}`]);
  if (!known(median)) return none(cell.runs_ok ? `no ${MEMORY_WORDS[memory]}: no memory cgroup` : cell.notes, cell.verdict);
  return {
    value: median / MIB, low: low / MIB, high: high / MIB, naive: false,
    text: `${mib(median)} MiB${cell.notes ? ` (${cell.notes})` : ""}`,
    figure: median, from: low, to: high, basis: cell.runs_ok === 1 ? "the one ok run" : `median of ${cell.runs_ok} runs; smallest and largest`,
  };
}

// A slope where there is one, since the naive figure mixes in what the runtime takes in steps; else that figure, and marked as such.
function perTaskOf(cell, view) {
  const fit = slopes.get(`${cell.variant} ${view.memory}`);
  if (fit && known(fit.bytes_per_task)) {
    const interval = known(fit.bytes_per_task_low) ? `${known(fit.confidence) ? percentWhole(fit.confidence) : ""} interval`.trim() : fit.reason || "no interval";
    return drawable({
      value: fit.bytes_per_task, low: fit.bytes_per_task_low, high: fit.bytes_per_task_high, naive: false,
      text: `${grouped(fit.bytes_per_task)} B${known(fit.bytes_per_task_low) ? ` (${grouped(fit.bytes_per_task_low)} to ${grouped(fit.bytes_per_task_high)})` : ""}`,
      basis: `slope over N = ${grouped(fit.n_smallest)} to ${grouped(fit.n_largest)}, ${fit.runs} runs; ${interval}`,
    });
  }
  const naive = cell[`${view.memory}_naive_bytes_per_task`];
  const reason = fit?.reason ? `no slope: ${fit.reason}` : "no slope was fitted";
  if (!known(naive)) return none(cell.runs_ok ? "no slope" : cell.notes, reason);
  return drawable({ value: naive, low: null, high: null, naive: true, text: `${grouped(naive)} B, naive`, basis: `naive, at this N; ${reason}` });
}

function percentWhole(share) {
  return `${Number((100 * share).toFixed(1))} %`;
}

function none(text, basis) {
  return { value: null, low: null, high: null, naive: false, text, figure: null, from: null, to: null, basis };
}

// What is not above zero has no place on a log scale, nor on one that starts at zero: it is said in words, and a line to it ends at the axis.
function drawable(found) {
  const row = { ...found, figure: found.value, from: found.low, to: found.high };
  if (found.value <= 0) return { ...row, value: null, low: null, high: null };
  return known(found.low) && found.low <= 0 ? { ...row, low: null, endsAtAxis: true } : row;
}

function publishedRows(view, rows) {
  if (!view.published || view.unit !== "mib" || view.memory !== "peak") return [];
  const order = Object.values(figures.sources);
  const shown = published.filter((row) => row.n === view.n && rows.some((other) => other.variant === row.variant));
  return shown.map((row) => ({ ...row, value: row.peak_bytes / MIB, text: `${mib(row.peak_bytes)} MiB`, sign: SIGNS[order.indexOf(row.source)] }));
}

// Where the words of a row begin: right of everything that is drawn in it.
function anchored(rows, theirs, floor) {
  return rows.map((row) => {
    const drawn = [row.value, row.high, ...theirs.filter((other) => other.variant === row.variant).map((other) => other.value)].filter(known);
    return { ...row, low: row.endsAtAxis ? floor : row.low, anchor: Math.max(floor, ...drawn), spread: spreadWords(row), runs: `${row.runs_ok} of ${row.runs}` };
  });
}

function spreadWords(row) {
  return known(row.from) ? `${grouped(row.from)} to ${grouped(row.to)} bytes` : "";
}

// From zero, or on a log scale from below the least, as far as the words of each row need to end inside the panel.
function domainOf(rows, theirs, view, width) {
  const share = (row) => Math.max(0.3, 1 - (18 + 6.6 * row.text.length) / width);
  if (view.scale === "linear") return [0, Math.max(...rows.map((row) => row.anchor / share(row)), 0) || 1];
  const drawn = [...rows, ...theirs].flatMap((row) => [row.value, row.low, row.high]).filter((value) => known(value) && value > 0);
  const [least, most] = drawn.length ? [Math.min(...drawn) / 1.4, Math.max(...drawn) * 1.4] : [1, 10];
  const spans = rows.filter((row) => row.anchor > least).map((row) => Math.log(row.anchor / least) / share(row));
  return [least, least * Math.exp(Math.max(Math.log(most / least), ...spans))];
}

function logTicks([low, high], most) {
  for (const steps of [[1, 2, 5], [1, 3], [1]]) {
    const ticks = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power += 1) ticks.push(...steps.map((step) => step * 10 ** power));
    const inside = ticks.filter((tick) => tick >= low && tick <= high);
    if (inside.length <= most || steps.length === 1) return inside;
  }
  return [];
}

function axisWords(view) {
  const what = view.unit === "mib" ? `${MEMORY_WORDS[view.memory]} (MiB)` : `bytes of ${MEMORY_WORDS[view.memory]} per task`;
  return `${what}, ${view.scale === "log" ? "log scale" : "linear scale from zero"}`;
}

function rankingSpecification(view, rows, theirs, width) {
  const { title: ofPapers, ...specification } = JSON.parse(document.getElementById(`ranking-${view.scale}`).textContent);
  const layout = specification.usermeta;
  const narrow = width < layout.narrow_below;
  specification.width = Math.max(120, width - (narrow ? layout.narrow_margin : layout.wide_margin));
  specification.height = { step: narrow ? layout.narrow_row_height : layout.row_height };
  specification.padding = narrow ? 4 : 12;
  specification.params.find((parameter) => parameter.name === "narrow").value = narrow;
  specification.config.legend.columns = width < 420 ? 1 : width < 860 ? 2 : 0;
  const named = rows.map((row) => ({ ...row, version: [row.kind, row.version].filter(known).join(" \u00b7 ") }));
  const domain = domainOf(rows, theirs, view, specification.width);
  const title = axisWords(view);
  const ticks = view.scale === "log" ? logTicks(domain, specification.width / 60) : undefined;
  const axis = { title: narrow ? title.split(", ") : title, tickCount: ticks?.length ?? specification.width / 80, ...(ticks && { values: ticks }) };
  specification.encoding.y.scale.domain = rows.map((row) => row.variant);
  specification.layer = specification.layer.filter((layer) => theirs.length || !layer.name?.startsWith("published"));
  for (const layer of specification.layer.filter((one) => one.encoding?.x?.scale)) {
    layer.encoding.x.scale.domain = domain;
    Object.assign(layer.encoding.x.axis, axis);
  }
  return { ...specification, datasets: { rows: anchored(named, theirs, domain[0]), published: theirs } };
}

async function drawRanking() {
  const view = readView();
  const rows = rankedRows(view);
  const theirs = publishedRows(view, rows);
  const width = ranking.clientWidth;
  ranking.dataset.drawnFor = width;
  ranking.setAttribute("aria-label", `${axisWords(view)}, ranked, ${rows.length} variants; the same figures stand in the table below`);
  sayView(view, rows, theirs);
  fillRankingTable(view, rows);
  const specification = rankingSpecification(view, anchored(rows, theirs, 0), theirs, width);
  if (rows.length) await vegaEmbed(ranking, specification, embedding);
  else ranking.replaceChildren();
}

// One drawing at a time; of several wishes that came meanwhile only the last is drawn.
let wishes = 0;
let drawing = Promise.resolve();
function redrawRanking() {
  const wish = (wishes += 1);
  drawing = drawing.then(() => (wish === wishes ? drawRanking() : undefined));
  return drawing;
}
