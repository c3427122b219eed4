// Draws one specification into an element, laid out for the width that the element has: side by side, or one below the other on a phone.
// The title is left to the page, which can wrap it.
function fitted(specification, width) {
  const layout = specification.usermeta || {};
  const { title, ...untitled } = specification;
  if (!layout.narrow_below || width >= layout.narrow_below) return untitled;
  const narrow = structuredClone(untitled);
  const panelWidth = Math.max(90, Math.min(420, width - (layout.narrow_margin || 34)));
  narrow.columns = 1;
  narrow.padding = 4;
  narrow.params.find((parameter) => parameter.name === "narrow").value = true;
  for (const panel of narrow.concat || []) {
    panel.width = panelWidth;
    if (layout.narrow_row_height) panel.height = { step: layout.narrow_row_height };
  }
  narrow.config.legend = { ...narrow.config.legend, columns: 1 };
  narrow.config.axis = { ...narrow.config.axis, labelOverlap: "greedy" };
  return narrow;
}

async function draw(element, specification) {
  const width = element.clientWidth;
  const options = { renderer: "svg", actions: { export: true, source: false, compiled: false, editor: false } };
  const result = await vegaEmbed(element, fitted(specification, width), options);
  element.dataset.drawnFor = width;
  return result;
}

async function drawAndFollow(element, specification) {
  await draw(element, specification);
  let pending = 0;
  new ResizeObserver(() => {
    clearTimeout(pending);
    if (element.clientWidth && element.clientWidth !== Number(element.dataset.drawnFor)) pending = setTimeout(() => draw(element, specification), 150);
  }).observe(element);
}
