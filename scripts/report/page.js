// Charts are drawn when they come near the window, so that a phone need not draw all of them at once; all of them before printing.
const drawn = new Set();

function drawChart(element) {
  if (drawn.has(element)) return Promise.resolve();
  drawn.add(element);
  return drawAndFollow(element, specificationOf(element));
}

function specificationOf(element) {
  return JSON.parse(document.getElementById(`${element.id}-specification`).textContent);
}

// Which N a chart shows. Until someone chooses, the width decides.
for (const choice of document.querySelectorAll("select[data-for]")) {
  const element = document.getElementById(choice.dataset.for);
  choice.value = shownPanel(specificationOf(element), element.clientWidth, undefined);
  choice.addEventListener("change", () => {
    element.dataset.panel = choice.value;
    drawn.add(element);
    draw(element, specificationOf(element));
  });
}

const charts = [...document.querySelectorAll(".chart")];
const near = new IntersectionObserver(
  (entries) => entries.filter((entry) => entry.isIntersecting).forEach((entry) => drawChart(entry.target)),
  { rootMargin: "1500px" },
);
charts.forEach((element) => near.observe(element));
window.addEventListener("beforeprint", () => charts.forEach(drawChart));

// The full table: sort by a column's head, show one N, filter by words.
const table = document.getElementById("results");
const body = table.tBodies[0];
const heads = [...table.tHead.rows[0].cells];

function sortValue(row, column) {
  const cell = row.cells[column];
  return cell.dataset.value === undefined ? cell.textContent.toLowerCase() : Number(cell.dataset.value);
}

function compare(first, second, column) {
  const [a, b] = [sortValue(first, column), sortValue(second, column)];
  if (heads[column].classList.contains("number")) {
    // What was not measured comes last, whichever way the column is sorted.
    const [known, other] = [typeof a === "number", typeof b === "number"];
    if (!known || !other) return { order: Number(other) - Number(known), fixed: true };
  }
  return { order: a < b ? -1 : a > b ? 1 : 0, fixed: false };
}

heads.forEach((head, column) => {
  head.querySelector("button").addEventListener("click", () => {
    const ascending = head.getAttribute("aria-sort") !== "ascending";
    heads.forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
    const rows = [...body.rows].sort((first, second) => {
      const { order, fixed } = compare(first, second, column);
      return ascending || fixed ? order : -order;
    });
    body.append(...rows);
  });
});

const words = document.getElementById("filter-words");
const chosen = document.getElementById("filter-tasks");
function filter() {
  const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of body.rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = (chosen.value !== "" && row.dataset.tasks !== chosen.value) || !wanted.every((word) => text.includes(word));
    if (!row.hidden) shown += 1;
  }
  document.getElementById("filter-count").textContent = `${shown} of ${body.rows.length} rows`;
}
words.addEventListener("input", filter);
chosen.addEventListener("change", filter);
filter();
