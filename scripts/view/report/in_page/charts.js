// Charts are drawn when they come near the window, the others one by one when nothing else is to do, so that all are there for printing.
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

const charts = [...document.querySelectorAll(".chart:not(#ranking)")];
const near = new IntersectionObserver(
  (entries) => entries.filter((entry) => entry.isIntersecting).forEach((entry) => drawChart(entry.target)),
  { rootMargin: "1500px" },
);
charts.forEach((element) => near.observe(element));
window.addEventListener("beforeprint", () => charts.forEach(drawChart));

const whenIdle = window.requestIdleCallback || ((act) => setTimeout(act, 100));
function drawNext() {
  const next = charts.find((element) => !drawn.has(element));
  if (next) drawChart(next).then(() => whenIdle(drawNext));
}
window.addEventListener("load", () => whenIdle(drawNext));
