// What the answer shows, in words: a line that is read out after each change, and what its marks are.
function sayView(view, rows, theirs) {
  const shown = rows.filter((row) => known(row.figure));
  document.getElementById("ranking-status").textContent = rows.length ? statusWords(view, rows, shown, theirs) : "No variant is of the chosen kinds and languages.";
  document.getElementById("ranking-marks").textContent = view.unit === "mib" ? memoryWords(view) : perTaskWords(view, rows);
  const left = ["kinds", "languages"].flatMap(choices).filter((choice) => !choice.checked).map((choice) => choice.parentElement.textContent.trim());
  document.getElementById("filters-status").textContent = left.length ? `without ${left.join(", ")}` : "all shown";
  const signs = document.getElementById("ranking-published");
  const can = view.unit === "mib" && view.memory === "peak";
  choices("published").forEach((choice) => (choice.disabled = !can));
  signs.hidden = !view.published;
  signs.textContent = can ? publishedWords(view, theirs) : "Published figures are peaks of resident memory: they show in MiB and resident memory only.";
}

function statusWords(view, rows, shown, theirs) {
  const at = view.unit === "mib" ? ` at N = ${grouped(view.n)}` : "";
  const what = view.unit === "mib" ? MEMORY_WORDS[view.memory] : `bytes of ${MEMORY_WORDS[view.memory]} per task`;
  const ends = view.order === "kinds" ? leastWords(shown) : endsWords(shown);
  const others = theirs.length ? ` ${theirs.length} published ${theirs.length === 1 ? "figure" : "figures"} beside them.` : "";
  return `${what[0].toUpperCase()}${what.slice(1)}${at}, ${view.scale === "log" ? "log scale" : "linear scale from zero"}: ${shown.length} of ${rows.length} variants have a figure.${ends}${others}`;
}

// A timer is not a task: unless one asks for it, what is least is said of each kind.
function leastWords(shown) {
  const least = new Map();
  for (const row of shown) if (row.value !== null && !row.naive && !least.has(row.kind)) least.set(row.kind, row);
  const parts = [...least].map(([kind, row]) => `${kind} ${row.label}, ${row.text}`);
  return parts.length ? ` Least of each kind: ${parts.join("; ")}.` : "";
}

function endsWords(shown) {
  const ranked = shown.filter((row) => row.value !== null && row.naive === shown[0].naive);
  const [least, most] = [ranked[0], ranked[ranked.length - 1]];
  return ranked.length > 1 ? ` Across kinds, which are different things: least ${least.label}, ${least.text}; most ${most.label}, ${most.text}.` : "";
}

function memoryWords(view) {
  const repeats = Math.max(...cells.map((cell) => cell.runs));
  const marks = repeats === 1 ? "the one run that was made" : "median of the ok runs; line: smallest to largest run";
  const footprint = view.memory === "footprint" ? " Footprint: anonymous, shared and kernel memory that a memory cgroup charges to the run." : "";
  return `${view.scale === "log" ? "Sign" : "Bar and sign"}: ${marks}.${footprint}`;
}

function perTaskWords(view, rows) {
  const fitted = rows.filter((row) => known(row.figure) && !row.naive).length;
  const naive = rows.filter((row) => row.naive).length;
  const slope = fitted ? `Filled: slope of a least-squares fit over N of ${grouped(figures.tasks_from)} and more, the same whatever N is chosen; line, and in brackets: its interval. ` : "No slope was fitted. ";
  const where = fitted ? "Hollow, ranked after: no slope, so" : "Hollow:";
  const rest = naive ? `${where} the naive (median at N \u2212 median at 1) / N for N = ${grouped(view.n)}; at small N it says more about the runtime's steps than about a task.` : "";
  return slope + rest;
}

const SIGN_WORDS = { cross: "\u271a", "triangle-down": "\u25bd", "triangle-right": "\u25b7" };
function publishedWords(view, theirs) {
  if (!theirs.length) return `Nothing was published for these variants at N = ${grouped(view.n)}.`;
  const names = Object.values(figures.sources).filter((source) => theirs.some((row) => row.source === source));
  const signs = names.map((source) => `${SIGN_WORDS[SIGNS[Object.values(figures.sources).indexOf(source)]]} ${source}`);
  return `Published: ${signs.join(", ")}. Other versions on other machines, once each; the 2023 post's MB are read as MiB.`;
}

function fillRankingTable(view, rows) {
  const unit = view.unit === "mib" ? ["MiB", mib] : ["B per task", (value) => grouped(value, value < 100 ? 1 : 0)];
  const columns = [
    textColumn("label", "variant"), textColumn("kind", "kind"), textColumn("language", "language"),
    { key: "figure", head: `figure, ${unit[0]}`, show: unit[1] }, { key: "from", head: `from, ${unit[0]}`, show: unit[1] }, { key: "to", head: `to, ${unit[0]}`, show: unit[1] },
    textColumn("basis", "what it is"),
    ...(view.published && view.unit === "mib" && view.memory === "peak" ? publishedColumns() : []),
  ];
  const theirs = new Map(published.filter((row) => row.n === view.n).map((row) => [`${row.variant} ${row.source}`, row.peak_bytes]));
  const joined = rows.map((row) => ({ ...row, ...Object.fromEntries(Object.values(figures.sources).map((source) => [source, theirs.get(`${row.variant} ${source}`)])) }));
  fillTable(document.getElementById("ranking-table"), columns, joined);
}

function publishedColumns() {
  return Object.values(figures.sources).map((source) => ({ key: source, head: `${source}, MiB`, show: mib }));
}
