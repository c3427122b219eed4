// Tables made from the embedded figures: those under the charts when they are opened, the one of every figure at once.
// A column: key of the row, head, how a value is shown (text columns have none of their own).
const textColumn = (key, head) => ({ key, head, text: true, show: String });
const grouped0 = (value) => grouped(value);
const SHOW = { mib, seconds, percent, grouped: grouped0 };

const COLUMNS = Object.fromEntries(
  [
    textColumn("label", "variant"), textColumn("kind", "kind"), textColumn("version", "version"), textColumn("language", "language"), textColumn("verdict", "verdict"),
    { key: "n", head: "N", show: grouped0 },
    ...figures.columns.map((column) => ({ ...column, show: SHOW[column.show] })), // scripts/records/metrics.py
    { key: "kernel_bytes_median", head: "of it kernel, MiB", show: mib },
    { key: "kernel_bytes_per_task", head: "kernel, B per task", show: grouped0 },
    { key: "above_resident_bytes_per_task", head: "footprint less resident, B per task", show: grouped0 },
    { key: "peak_naive_bytes_per_task", head: "bytes per task (naive)", show: grouped0 },
    { key: "sleep_seconds", head: "sleep, s", show: String },
    { key: "runs_ok", head: "ok runs", show: (value, row) => `${value} of ${row.runs}` },
    textColumn("memory_words", "memory"),
    { key: "fitted_runs", head: "runs", show: grouped0 },
    { key: "tasks_values", head: "values of N", show: grouped0 },
    ...[["", "least squares"], ["_theil_sen", "Theil-Sen"]].flatMap(([name, words]) =>
      [["", `bytes per task, ${words}`], ["_low", "from"], ["_high", "to"]].map(([end, head]) => ({ key: `bytes_per_task${name}${end}`, head, show: (value) => grouped(value, 1) }))),
    { key: "base_bytes", head: "base, MiB", show: mib }, { key: "base_bytes_low", head: "base from, MiB", show: mib }, { key: "base_bytes_high", head: "base to, MiB", show: mib },
    { key: "largest_residual_bytes", head: "largest residual, MiB", show: mib },
    { key: "largest_residual_n", head: "at N", show: grouped0 },
    textColumn("reason", "remark"),
    textColumn("source", "source"),
    { key: "published_bytes", head: "published, MiB", show: mib },
    { key: "repeat", head: "repeat", show: grouped0 },
    { key: "percent", head: "measured less fitted, %", show: (value) => grouped(value, 2) },
    { key: "seconds", head: "s since start", show: (value) => grouped(value, 3) },
    { key: "resident", head: "resident, MiB", show: (value) => mib(value * MIB) },
    { key: "footprint", head: "footprint, MiB", show: (value) => mib(value * MIB) },
  ].map((column) => [column.key, column]),
);

const ROWS = {
  cells: () => cells.map((row) => ({ ...row, above_resident_bytes_per_task: less(row.footprint_bytes_median, row.peak_bytes_median, row.n), kernel_bytes_per_task: less(row.kernel_bytes_median, 0, row.n) })),
  fits: () => fits.map((row) => ({ ...row, memory_words: MEMORY_WORDS[row.memory], fitted_runs: row.runs })),
  published: () => {
    const ours = new Map(cells.map((cell) => [`${cell.variant} ${cell.n}`, cell]));
    return published.map((row) => ({ ...ours.get(`${row.variant} ${row.n}`), source: row.source, published_bytes: row.peak_bytes }));
  },
  samples: () => drawnRows("memory_over_time", "resident"),
  residuals: () => drawnRows("residuals_of_fits", "percent").filter((row) => known(row.repeat)),
};

function less(bytes, base, n) {
  return known(bytes) && known(base) ? (bytes - base) / n : null;
}

// Everything that a chart with a panel for each variant draws: the rows of its data that have `field`, with the variant.
function drawnRows(name, field) {
  const specification = specificationOf(document.getElementById(name));
  const data = (layer) => specification.datasets[layer.data?.name] || layer.data?.values || [];
  return (specification.concat || []).flatMap((panel) => {
    const rows = [...new Set([panel, ...panel.layer].map(data))].flat().filter((row) => field in row);
    return rows.map((row) => ({ label: [panel.title.text].flat().join(" "), ...row }));
  });
}

function fillTable(table, columns, rows) {
  const head = document.createElement("tr");
  for (const column of columns) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.className = column.text ? "" : "number";
    const button = cell.appendChild(document.createElement("button"));
    button.type = "button";
    button.textContent = column.head;
    button.addEventListener("click", () => sortBy(table, columns, rows, column, cell));
    head.append(cell);
  }
  table.tHead ? table.tHead.replaceChildren(head) : table.createTHead().append(head);
  fillBody(table, columns, rows);
}

function fillBody(table, columns, rows) {
  const body = table.tBodies[0] || table.createTBody();
  body.replaceChildren(...rows.map((row) => {
    const line = document.createElement("tr");
    line.className = row.runs_ok === 0 ? "failed" : "";
    columns.forEach((column) => {
      const cell = line.insertCell();
      cell.className = column.text ? "" : "number";
      cell.textContent = known(row[column.key]) ? column.show(row[column.key], row) : "\u2013";
    });
    return line;
  }));
}

// What was not measured comes last, whichever way the column is sorted.
function sortBy(table, columns, rows, column, head) {
  const ascending = head.getAttribute("aria-sort") !== "ascending";
  [...table.tHead.rows[0].cells].forEach((cell) => cell.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
  const order = (a, b) => (column.text ? String(a).localeCompare(String(b)) : a - b);
  const [there, missing] = [true, false].map((wanted) => rows.filter((row) => known(row[column.key]) === wanted));
  there.sort((a, b) => (ascending ? 1 : -1) * order(a[column.key], b[column.key]));
  fillBody(table, columns, [...there, ...missing]);
  table.dispatchEvent(new Event("filled"));
}

// A column that no row has a value for is left out.
function columnsOf(names, rows) {
  return names.split(" ").map((name) => COLUMNS[name]).filter((column) => rows.some((row) => known(row[column.key])));
}

for (const details of document.querySelectorAll("details.figures[data-columns]")) {
  details.addEventListener("toggle", () => {
    const table = details.querySelector("table");
    if (table.tHead) return;
    const rows = ROWS[details.dataset.rows]();
    fillTable(table, columnsOf(details.dataset.columns, rows), rows);
  });
}

// The table of every figure: one N and words to filter by.
const results = document.getElementById("results");
const words = document.getElementById("filter-words");
const chosenTasks = document.getElementById("filter-tasks");
const resultRows = ROWS.cells().sort((a, b) => a.n - b.n || (a.peak_bytes_median ?? Infinity) - (b.peak_bytes_median ?? Infinity) || a.label.localeCompare(b.label));

function showResults() {
  const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
  const ofTasks = resultRows.filter((row) => chosenTasks.value === "" || row.n === Number(chosenTasks.value));
  const text = (row) => [row.label, row.kind, row.language, row.version, row.verdict].join(" ").toLowerCase();
  const rows = ofTasks.filter((row) => wanted.every((word) => text(row).includes(word)));
  fillTable(results, columnsOf(results.dataset.columns, resultRows), rows);
  document.getElementById("filter-count").textContent = `${rows.length} of ${resultRows.length} rows`;
}
words.addEventListener("input", showResults);
chosenTasks.addEventListener("change", showResults);
showResults();
